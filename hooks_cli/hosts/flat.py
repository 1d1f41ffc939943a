"""Answers in the manner of GitHub Copilot: every key at the top, in either casing of the event."""

from __future__ import annotations

from hooks_cli.hosts import foreign, paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.hosts.foreign import Final
    from hooks_cli.model import Reply


def encode(final: Final) -> Reply:
    """Return the answer of a native event."""
    shape = final.row.answer if final.row else "none"
    if final.word == "block" and shape in _BLOCKS:
        text = "\n\n".join((final.reason, *final.context))
        reason = foreign.bounded(text, final.table.reason_bytes)
        return foreign.answer(_BLOCKS[shape](reason), 0, foreign.line(reason))
    body: dict[str, Any] = {}
    if shape == "pre_tool":
        if final.word == "ask":
            body["permissionDecision"] = "ask"
            body["permissionDecisionReason"] = foreign.bounded(final.reason)
        if final.input is not None:
            body["modifiedArgs"] = final.input
    if shape == "prompt" and final.prompt is not None:
        body["modifiedPrompt"] = final.prompt
    if shape == "post_tool" and final.output is not None:
        kind = paths.get(final.payload, "toolResult.resultType|tool_result.result_type")
        result = {"resultType": kind or "success", "textResultForLlm": str(final.output)}
        body["modifiedResult"] = result
    text = foreign.context_text(final)
    if text and shape in ("pre_tool", "prompt", "post_tool", "context"):
        body["additionalContext"] = text
    return foreign.answer(body)


def _denied(reason: str) -> dict[str, Any]:
    return {"permissionDecision": "deny", "permissionDecisionReason": reason}


def _blocked(reason: str) -> dict[str, Any]:
    return {"decision": "block", "reason": reason}


def _refused(reason: str) -> dict[str, Any]:
    return {"behavior": "deny", "message": reason}


_BLOCKS = {
    "pre_tool": _denied,
    "prompt": _blocked,
    "post_tool": _blocked,
    "stop": _blocked,
    "permission": _refused,
}
