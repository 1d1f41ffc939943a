"""Whether Codex would run a hook: it skips one that the user has not trusted, without a word."""

from __future__ import annotations

import os
import re
import tomllib
from typing import TYPE_CHECKING, Any

from hooks_cli.errors import ConfigError
from hooks_cli.wiring import store
from hooks_cli.wiring.finding import At

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hooks_cli.wiring.entries import Handler
    from hooks_cli.wiring.finding import Finding

HINT = "start codex, open /hooks and trust them"


def lint(
    path: str, handlers: Sequence[Handler], config: str, project: str | None
) -> Iterator[Finding]:
    """Yield what Codex's config.toml says against our handlers in a hooks.json.

    The hash of a trusted hook can only be made by Codex, so a changed hook is not noticed here.
    """
    at = At("codex", path)
    try:
        content = tomllib.loads((store.read(config) or b"").decode("utf-8"))
    except (ConfigError, ValueError) as error:
        yield At("codex", config).warning("config-toml", f"it cannot be read: {error}")
        return
    features = _table(content, "features")
    for name in ("hooks", "codex_hooks"):
        if features.get(name) is False:
            yield At("codex", config).error("switched-off", f"[features] {name} is false")
    if project is not None:
        level = _table(_table(content, "projects"), project).get("trust_level")
        if level != "trusted":
            message = f"the project {project} is not trusted: its hooks do not run"
            yield At("codex", config).error("untrusted", message, "start codex there and trust it")
    state = _table(_table(content, "hooks"), "state")
    unknown, off = [], []
    for handler in handlers:
        event = re.sub(r"(?<!^)(?=[A-Z])", "_", handler.event).lower()
        key = f"{os.path.realpath(path)}:{event}:{handler.index}:{handler.position}"
        known = _table(state, key) or _table(state, key.replace(os.path.realpath(path), path))
        if not known.get("trusted_hash"):
            unknown.append(handler.event)
        elif known.get("enabled") is False:
            off.append(handler.event)
    if unknown:
        message = f"not trusted in Codex, so it is skipped: {', '.join(unknown)}"
        yield at.error("untrusted", message, HINT)
    if off:
        yield at.error("switched-off", f"switched off in Codex: {', '.join(off)}", HINT)


def _table(content: Any, key: str) -> dict[str, Any]:
    found = content.get(key) if isinstance(content, dict) else None
    return found if isinstance(found, dict) else {}
