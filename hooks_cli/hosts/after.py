"""The canonical events after a tool call: output, status, what has become of a file."""

from __future__ import annotations

import re

from hooks_cli import strictjson
from hooks_cli.hosts import paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.hosts.contract import Table
    from hooks_cli.hosts.targets import Target
    from hooks_cli.model import JsonObject


def text_of(table: Table, tool: str, result: Any) -> str:
    """Return the output of a tool as text, from the structure that the host reports.

    The text of a known structure, or of the content blocks of an MCP tool; else the structure
    itself as JSON.
    """
    place = text_place(table, tool, result)
    if place is not None:
        value = result
        for key in place:
            value = value[key]
        return str(value)
    blocks = result.get("content") if isinstance(result, dict) else result
    if isinstance(blocks, list) and blocks and all(_is_text(block) for block in blocks):
        return "\n".join(block["text"] for block in blocks)
    return "" if result is None else strictjson.dumps(result).decode()


def text_place(table: Table, tool: str, result: Any) -> tuple[str, ...] | None:
    """Return where the text stands in the result of a tool, None if that is not known."""
    if isinstance(result, str):
        return ()
    wanted = table.outputs.get(tool) or table.outputs.get("*") or ""
    for alternative in wanted.split("|"):
        keys = tuple(alternative.split("."))
        value = result
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, str):
            return keys
    return None


def with_text(table: Table, tool: str, result: Any, text: str) -> Any:
    """Return the complete structure of a result with another text; None if impossible.

    A host that gets less than the whole structure shows the original.
    """
    place = text_place(table, tool, result)
    if place is not None:
        return paths.put(result, place, text)
    blocks = result.get("content") if isinstance(result, dict) else result
    if isinstance(blocks, list) and blocks and all(_is_text(block) for block in blocks):
        new = [{"type": "text", "text": text}]
        return {**result, "content": new} if isinstance(result, dict) else new
    try:
        value = strictjson.loads(text.encode("utf-8"))
    except (strictjson.JsonError, UnicodeEncodeError):
        return None
    same = isinstance(value, dict) and isinstance(result, dict) and value.keys() == result.keys()
    return value if same else None


def fields(table: Table, target: Target, call: AfterCall) -> dict[str, Any]:
    """Return the fields of the specific event after a call, for one of its targets."""
    before = target.fields
    text, failed = call.text, call.failed
    if target.kind == "shell":
        found = {"command": before["command"], "output": text}
        status = exit_code(table, text, failed=failed)
        if status is not None:
            found["exit_code"] = status
        if call.duration is not None:
            found["duration_ms"] = call.duration
        return {**found, "succeeded": not failed or status is not None}
    if target.kind == "mcp":
        found = dict(before)
        if failed:
            return {**found, "succeeded": False, "error_message": text}
        return {**found, "result_json": call.result, "succeeded": True}
    if target.kind == "read":
        return {"file_path": before["file_path"], "content": text}
    if target.kind == "agent":
        names = ("sub_action_or_agent_id", "action_name")
        found = {key: before[key] for key in names if key in before}
        return {**found, "status": "failed" if failed else "completed"}
    if target.kind == "skill":
        return {**before, "content": text}
    found = {"file_path": before["file_path"], "operation": before["operation"]}
    if not failed:
        found["content"] = before.get("content")
    return {**found, "tool_result": text, "succeeded": not failed}


def exit_code(table: Table, text: str, *, failed: bool) -> int | None:
    """Return the status of a shell command, None where the host does not tell."""
    found = re.search(table.exit_code, text) if table.exit_code else None
    if found:
        return int(found[1])
    return 0 if table.failure_is_status and not failed else None


class AfterCall:
    """What a host reports after a tool call: the result, its text, whether it failed."""

    def __init__(self, table: Table, content: JsonObject, tool: str) -> None:
        """Take the report out of a native payload."""
        error = paths.get(content, table.error)
        self.failed = isinstance(error, str) and error != ""
        result = paths.get(content, table.tool_output)
        if isinstance(result, str) and table.options.get("output_json"):
            result = _parsed(result)
        self.result = result
        self.text = error if self.failed else text_of(table, tool, result)
        duration = paths.get(content, "duration_ms|duration")
        whole = isinstance(duration, int | float) and not isinstance(duration, bool)
        self.duration = int(duration) if whole else None


def _parsed(text: str) -> Any:
    """Return the value of a JSON text; a text that is none stays what it is."""
    try:
        return strictjson.loads(text.encode("utf-8", "replace"))
    except strictjson.JsonError:
        return text


def _is_text(block: object) -> bool:
    return isinstance(block, dict) and isinstance(block.get("text"), str)
