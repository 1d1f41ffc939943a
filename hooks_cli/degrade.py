"""What a host cannot express becomes a block, or is recorded as unenforced (section 7).

Never silently, and never the original action.
"""

from __future__ import annotations

from hooks_cli import strictjson
from hooks_cli.text import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hooks_cli.model import Verdict


def degrade(verdict: Verdict, carries: frozenset[str]) -> Verdict:
    """Return a verdict that (host, event) can carry, saying what was wanted."""
    wanted = [] if verdict.word == "allow" else [verdict.word]
    if verdict.word == "ask" and verdict.changes:
        wanted.append("modify")
    lost = [word for word in wanted if word not in carries]
    if not lost:
        return verdict
    text = f"{verdict.hook} wanted to {_described(verdict)}"
    if "block" in carries:
        reason = f"{text}, which this host cannot carry out"
        return verdict.replace(word="block", reason=reason, route=None)
    warning = f"unenforced: {text}; nothing can be blocked at {verdict.event.name}"
    return verdict.replace(
        word="allow",
        reason="",
        hook="",
        warnings=(*verdict.warnings, warning),
        unenforced=(*verdict.unenforced, text),
    )


def check_route(verdict: Verdict, providers: Mapping[str, Any] | None) -> Verdict:
    """Return a block instead of a route to a provider that is not configured (section 8).

    Without any `providers` in the configuration the caller owns the sandbox, and its names.
    """
    if verdict.word != "route" or not verdict.route or providers is None:
        return verdict
    name, profile = verdict.route["provider"], verdict.route.get("profile")
    provider = providers.get(name)
    if not isinstance(provider, dict):
        reason = f"route to {name}, but no such provider is configured"
    elif profile and profile not in provider.get("profiles", {}):
        reason = f"route to {name} with profile {profile}, but no such profile is configured"
    else:
        return verdict
    return verdict.replace(word="block", reason=reason, route=None)


def _described(verdict: Verdict) -> str:
    """Say in words what a decision wanted."""
    reason = f" ({verdict.reason})" if verdict.reason else ""
    changes = cut(strictjson.dumps(verdict.changes).decode(), 400)
    if verdict.word == "modify":
        return f"modify the action: {changes}"
    if verdict.word == "route" and verdict.route:
        profile = f" with profile {verdict.route['profile']}" if "profile" in verdict.route else ""
        return f"route the action to {verdict.route['provider']}{profile}{reason}"
    if verdict.word == "ask":
        also = f" and modify the action: {changes}" if verdict.changes else ""
        return f"ask for confirmation{reason}{also}"
    return f"{verdict.word} the action{reason}"
