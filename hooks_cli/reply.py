"""hookctl's own protocol: the answer as one JSON object, and its exit status (section 7)."""

from __future__ import annotations

from hooks_cli import limits, strictjson
from hooks_cli.model import Reply
from hooks_cli.text import LINES, cut, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.model import Verdict

STATUS = {"allow": 0, "block": 2, "modify": 3, "route": 4, "ask": 5}


def answer(verdict: Verdict, dispatch_id: str) -> dict[str, Any]:
    """Return the answer object; keys that would be empty are left out."""
    changed = verdict.word in ("modify", "ask") and bool(verdict.changes)
    full: dict[str, Any] = {
        "decision": verdict.word,
        "event": verdict.event.name,
        "id": dispatch_id,
        "hook": verdict.hook,
        "reason": wire(verdict.reason),
        "route": verdict.route,
        "payload": verdict.payload if changed else None,
        "changes": verdict.changes if changed else None,
        "context": list(verdict.context),
        "message": list(verdict.message),
        "warnings": [wire(text) for text in verdict.warnings],
        "failures": [
            {
                "hook": item.hook,
                "kind": item.kind,
                "detail": wire(item.detail),
                "policy": item.policy,
            }
            for item in verdict.failures
        ],
        "unenforced": [wire(text) for text in verdict.unenforced],
    }
    return {key: value for key, value in full.items() if value}


def encode(verdict: Verdict, dispatch_id: str) -> Reply:
    """Return the answer as bytes. Status 0 only if the action may go ahead as it was.

    On stderr: the reason of a block, else one line for each failure that was let through.
    """
    stdout = strictjson.dumps(answer(verdict, dispatch_id)) + b"\n"
    if verdict.word == "block":
        lines = [wire(verdict.reason)]
    else:
        lines = [wire(f"hookctl: {failure_line(item)}") for item in verdict.failures]
    stderr = "".join(f"{visible(line, LINES)}\n" for line in lines).encode("utf-8", "replace")
    return Reply(STATUS[verdict.word], stdout, stderr)


def wire(text: str) -> str:
    """Return a text as it goes out: bounded, and fit for UTF-8 whatever a file name has in it."""
    return cut(text, limits.REASON_BYTES).encode("utf-8", "replace").decode("utf-8")


def failure_line(failure: Any) -> str:
    """Say in one line that something failed and what its policy made of it."""
    effect = "blocked" if failure.policy == "block" else "allowed"
    return f"{failure.hook} failed ({failure.kind}): {failure.detail}; {effect} by failure policy"
