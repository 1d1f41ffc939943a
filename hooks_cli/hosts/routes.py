"""A route on a host that has no such notion (design section 8)."""

from __future__ import annotations

from hooks_cli import degrade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hooks_cli.model import Verdict


def settle(verdict: Verdict, providers: Mapping[str, Any] | None, *, rewritable: bool) -> Verdict:
    """Return what a route comes to: never a local run of the original command.

    A provider must be configured, since the host has none of its own. `rewritable` says that the
    host lets the command of this very call be rewritten, which is how a route is delivered.
    """
    wanted = verdict.hook
    verdict = degrade.check_route(verdict, providers or {})
    if verdict.word != "route":
        return verdict.replace(reason=f"{wanted} wanted a {verdict.reason}")
    del rewritable  # the place where a configured provider's command would be written
    assert verdict.route is not None
    provider = verdict.route["provider"]
    reason = f"{wanted} wanted a route to {provider}, which cannot be delivered to this host"
    return verdict.replace(word="block", reason=reason, route=None)
