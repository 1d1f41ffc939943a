"""What a host would do with the answer of a hook: its rules, to check answers against.

Written from the host's side, apart from the encoders, so that one can be held against the other.
The rules of Claude Code, Codex, Copilot, Gemini and Qwen were measured on the products; those of
the others are taken from source or documentation (`hookctl show hosts` says which).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hooks_cli import hosts
from hooks_cli.errors import UsageError
from hooks_cli.hosts import base, rules_assumed, rules_measured
from hooks_cli.hosts.effects import Effect, Said

if TYPE_CHECKING:
    from collections.abc import Callable


def simulate(
    host: str, event: str, status: int, stdout: bytes = b"", stderr: bytes = b"", **more: Any
) -> Effect:
    """Return what the host does at one of its own events, by its rules.

    `more`: `fate` (`exit`, `signal` or `timeout`), `headless`, `required` (see Said). UsageError
    for a host without rules of its own, or an event that it does not have.
    """
    if host not in hosts.MODULES or (table := hosts.load(host).table) is None:
        raise UsageError(f"no rules of a host {host!r}", "see hookctl show hosts")
    row = table.row(event)
    if row is None:
        raise UsageError(f"unknown event {event!r}", base.event_hint(event))
    said = Said(event, row.answer, status, stdout, stderr, **more)
    return _RULES.get(host, rules_assumed.by_status)(said)


_RULES: dict[str, Callable[[Said], Effect]] = {
    "claude-code": rules_measured.claude,
    "factory-droid": rules_measured.claude,
    "continue": rules_measured.claude,
    "codex": rules_measured.codex,
    "copilot": rules_measured.copilot,
    "gemini-cli": rules_measured.gemini,
    "qwen-code": rules_measured.qwen,
    "cursor": rules_assumed.cursor,
    "vscode": rules_assumed.vscode,
    "windsurf": rules_assumed.only_status,
    "cline": rules_assumed.cline,
    "ai4j": rules_assumed.ai4j,
}
