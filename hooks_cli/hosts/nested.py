"""Answers in the manner of Claude Code: the decision inside `hookSpecificOutput`.

Options of a table: `modify_word`, a word that a rewrite needs beside it; `block_status`, the exit
status of a refused tool call; `output`, how a result can be replaced: `structure` (a complete
one) or `text` (the reason of a block takes its place); `stop`, where the refusal of a stop
stands: `top` or `both`; `notice`, whether the user can be told something.
"""

from __future__ import annotations

from hooks_cli.hosts import after, foreign, paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.hosts.foreign import Final
    from hooks_cli.model import Reply


def encode(final: Final) -> Reply:
    """Return the answer of a native event."""
    row, options = final.row, final.table.options
    shape = row.answer if row else "none"
    event = row.native if row else ""
    body = _SHAPES[shape](final, event)
    notice = foreign.notice_text(final)
    if notice and options.get("notice"):
        body["systemMessage"] = notice
    if final.word != "block" or not body:
        return foreign.answer(body)
    status = int(options.get("block_status", "0")) if shape in ("pre_tool", "prompt") else 0
    return foreign.answer(body, status, foreign.line(_reason(final)))


def _reason(final: Final) -> str:
    """Return the reason; context for the model goes along, since a block delivers nothing else."""
    text = "\n\n".join((final.reason, *final.context))
    return foreign.bounded(text, final.table.reason_bytes)


def _nested(event: str, values: dict[str, Any]) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **values}} if values else {}


def _context(final: Final) -> dict[str, Any]:
    text = foreign.context_text(final)
    return {"additionalContext": text} if text else {}


def _pre_tool(final: Final, event: str) -> dict[str, Any]:
    if final.word == "block":
        reason = _reason(final)
        body = _nested(event, {"permissionDecision": "deny", "permissionDecisionReason": reason})
        if final.table.options.get("also_top"):
            body = {"decision": "block", "reason": reason, **body}
        return body
    values: dict[str, Any] = {}
    if final.word == "ask":
        values["permissionDecision"] = "ask"
        values["permissionDecisionReason"] = foreign.bounded(final.reason)
    if final.input is not None:
        word = final.table.options.get("modify_word")
        if word and final.word != "ask":
            values["permissionDecision"] = word
        values["updatedInput"] = final.input
    return _nested(event, {**values, **_context(final)})


def _decision(final: Final, event: str) -> dict[str, Any]:
    """A prompt, a compaction: the decision at the top, context inside."""
    if final.word == "block":
        return {"decision": "block", "reason": _reason(final)}
    return _nested(event, _context(final))


def _post_tool(final: Final, event: str) -> dict[str, Any]:
    style = final.table.options.get("output", "")
    hidden = final.word == "block"
    if style == "structure" and (hidden or final.output is not None):
        value = final.output
        if hidden:
            result = paths.get(final.payload, final.table.tool_output)
            value = after.with_text(final.table, final.tool, result, _reason(final))
        mcp = final.table.mcp and final.tool.startswith(final.table.mcp)
        key = "updatedMCPToolOutput" if mcp else "updatedToolOutput"
        values = {key: value, **({} if hidden else _context(final))}
        return _nested(event, values)
    if style == "text" and (hidden or final.output is not None):
        # An empty reason would not count, so an emptied output becomes a mark of it.
        text = _reason(final) if hidden else str(final.output)
        body = {"decision": "block", "reason": text if text.strip() else "(no output)"}
        return body if hidden else {**body, **_nested(event, _context(final))}
    return _nested(event, _context(final))


def _stop(final: Final, event: str) -> dict[str, Any]:
    if final.word != "block":
        return {}
    body: dict[str, Any] = {"decision": "block", "reason": _reason(final)}
    if final.table.options.get("stop") == "both":
        return {**_nested(event, body), **body}
    return body


def _permission(final: Final, event: str) -> dict[str, Any]:
    if final.word != "block":
        return {}
    return _nested(event, {"decision": {"behavior": "deny", "message": _reason(final)}})


def _halt(final: Final, _event: str) -> dict[str, Any]:
    """Where only an end of the run can be asked for."""
    return {"continue": False, "stopReason": _reason(final)} if final.word == "block" else {}


def _only_context(final: Final, event: str) -> dict[str, Any]:
    return _nested(event, _context(final))


def _nothing(_final: Final, _event: str) -> dict[str, Any]:
    return {}


_SHAPES = {
    "pre_tool": _pre_tool,
    "prompt": _decision,
    "compact": _decision,
    "post_tool": _post_tool,
    "context": _only_context,
    "stop": _stop,
    "permission": _permission,
    "halt": _halt,
    "none": _nothing,
}
