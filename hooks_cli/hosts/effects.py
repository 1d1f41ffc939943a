"""What a host does with the answer of a hook: the words for it, and how answers are read."""

from __future__ import annotations

import json
from typing import Any

from hooks_cli._record import Record


class Effect(Record):
    """What happens to the action, and what else comes of the answer.

    `action` is `runs`, `blocks`, `rewrites` (it runs with `value`), `asks`, `approves` (it runs
    without asking the user), `continues` (a stop is refused), `ends` (the whole run does), `fails`
    (the call is an error), or `hangs`. `output` is what the model sees instead of a result.
    """

    action: str = "runs"
    reason: str = ""
    value: Any = None
    output: Any = None
    context: str = ""
    note: str = ""


class Said(Record):
    """An answer as the host got it. `required` are keys that the tool's arguments must have."""

    event: str
    shape: str
    status: int
    stdout: bytes
    stderr: bytes
    fate: str = "exit"
    headless: bool = False
    required: tuple[str, ...] = ()

    @property
    def err(self) -> str:
        """Return stderr as text."""
        return self.stderr.decode("utf-8", "replace").strip()


def lenient(text: str) -> Any:
    """Read JSON as most hosts do: the last of equal keys counts. ValueError if it is none."""
    return json.loads(text.removeprefix("\ufeff").strip())


def object_in(text: str) -> dict[str, Any]:
    """Return the JSON object that a text is, an empty one if it is none."""
    try:
        value = lenient(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def text(said: Said) -> str:
    """Return stdout as text."""
    return said.stdout.decode("utf-8", "replace")


def rewritten(said: Said, value: Any, **more: Any) -> Effect:
    """Return a rewrite; arguments without a key that the tool needs make the call fail."""
    if not isinstance(value, dict) or any(key not in value for key in said.required):
        return Effect("fails", note="the arguments do not fit the tool")
    return Effect("rewrites", value=value, **more)


def asked(said: Said, reason: str, value: Any = None) -> Effect:
    """Return a question to the user, which is a refusal if there is none."""
    if said.headless:
        return Effect("blocks", reason=reason, note="nobody can be asked")
    return Effect("asks", reason=reason, value=value)


def negative(said: Said, reason: str) -> Effect:
    """Return what a block comes to at an event."""
    if said.shape == "stop":
        return Effect("continues", reason=reason)
    if said.shape in ("post_tool", "context", "none"):
        return Effect(note="the result stays visible", context=reason)
    return Effect("blocks", reason=reason)
