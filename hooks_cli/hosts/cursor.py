"""Cursor: nearly the canonical events, flat answers, and an explicit allow at every gate."""

from __future__ import annotations

from hooks_cli import strictjson
from hooks_cli.hosts import foreign
from hooks_cli.hosts.contract import Fire, Row, Table, Tool
from hooks_cli.model import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.hosts.foreign import Final

_DOC = "2026-08-01"
_MCP = {
    "server_name": "mcp_server_name",
    "tool_name": "tool_name",
    "tool_input": "tool_input",
}

TABLE = Table(
    name="cursor",
    title="Cursor",
    versions="documentation of mid 2026",
    verified="doc",
    date=_DOC,
    rows=(
        Row("sessionStart", (Fire("sessionStart", "C", {"session_type": "=chat"}),), "context"),
        Row(
            "sessionEnd",
            (Fire("sessionEnd", "", {"reason": "reason", "session_type": "=chat"}),),
        ),
        Row(
            "beforeSubmitPrompt",
            (Fire("beforeSubmitPrompt", "B", {"prompt": "prompt"}),),
            "prompt",
        ),
        Row("preToolUse", (Fire("preToolUse", "BM"),), "gate"),
        Row("postToolUse", (Fire("postToolUse", "OC"),), "post_tool"),
        Row("postToolUseFailure", (Fire("postToolUseFailure", ""),)),
        Row(
            "beforeShellExecution",
            (Fire("beforeShellExecution", "BA", {"command": "command"}),),
            "gate",
        ),
        Row(
            "afterShellExecution",
            (
                Fire(
                    "afterShellExecution",
                    "",
                    {"command": "command", "output": "output", "duration_ms": "duration"},
                ),
            ),
        ),
        Row("beforeMCPExecution", (Fire("beforeMCPExecution", "BA", _MCP),), "gate"),
        Row(
            "afterMCPExecution",
            (Fire("afterMCPExecution", "", {**_MCP, "result_json": "result_json"}),),
        ),
        Row(
            "beforeReadFile",
            (Fire("beforeReadFile", "B", {"file_path": "file_path"}),),
            "gate",
        ),
        Row(
            "afterFileEdit",
            (Fire("afterEditFile", "", {"file_path": "file_path", "operation": "=edit"}),),
            aliases=("afterEditFile",),
        ),
        Row(
            "subagentStart",
            (
                Fire(
                    "subagentStart",
                    "B",
                    {
                        "sub_action_or_agent_id": "subagent_type",
                        "content": "task",
                        "parent_session_id": "parent_conversation_id",
                    },
                ),
            ),
            "gate",
        ),
        Row(
            "subagentStop",
            (
                Fire(
                    "subagentStop",
                    "K",
                    {
                        "sub_action_or_agent_id": "subagent_type",
                        "status": "status",
                        "duration_ms": "duration_ms",
                    },
                ),
            ),
            "stop",
        ),
        Row("stop", (Fire("agentFinish", "K", {"status": "status"}),), "stop"),
        Row("preCompact", (Fire("beforeCompact", "", {"trigger": "trigger"}),)),
        Row("afterAgentResponse", (Fire("afterAgentResponse", "", {"response": "text"}),)),
        Row("afterAgentThought", (Fire("afterAgentThought", "", {"text": "text"}),)),
        Row(
            "beforeTabFileRead",
            (
                Fire(
                    "beforeInlineCompletion",
                    "B",
                    {"document_url": "file_path", "content": "content"},
                ),
            ),
            "gate",
        ),
        Row(
            "afterTabFileEdit",
            (
                Fire(
                    "afterInlineCompletion",
                    "",
                    {"document_url": "file_path", "suggestion": "edits.0.new_string"},
                ),
            ),
        ),
        Row("workspaceOpen"),
    ),
    # The other kinds have events of their own, which fire besides preToolUse.
    derived=frozenset(("create", "edit")),
    tools={
        "Write": Tool("create", ("file_path", "path", "target_file"), content="contents|content"),
        "Delete": Tool("edit", ("file_path", "path", "target_file")),
    },
    base={
        "session_id": "conversation_id|session_id",
        "generation_id": "generation_id",
        "model": "model",
        "user_id": "user_email",
    },
    tool_output="tool_output",
    error="error_message",
    workspace=("workspace_roots.0", "env:CURSOR_PROJECT_DIR", "cwd"),
    timeout=60.0,
    settings=".cursor/hooks.json, ~/.cursor/hooks.json",
    exits="0 reads JSON; 2 blocks; any other status goes on, unless failClosed is set",
    cap=5,
    options={"after": "own", "output": "mcp", "output_of": "MCP:", "output_json": "yes"},
)


def encode(final: Final) -> Reply:
    """Return the answer of a native event: always one object, an allow included."""
    shape = final.row.answer if final.row else "none"
    blocked = final.word == "block"
    reason = foreign.bounded("\n\n".join((final.reason, *final.context))) if blocked else ""
    body: dict[str, Any] = {}
    status, stderr = 0, foreign.line(reason) if blocked else b""
    if shape == "gate":
        body = {"permission": "allow"}
        if blocked:
            body = {"permission": "deny", "user_message": reason, "agent_message": reason}
            status = 2
        elif final.word == "ask":
            text = foreign.bounded(final.reason)
            body = {"permission": "ask", "user_message": text, "agent_message": text}
        if final.input is not None and not blocked:
            body["updated_input"] = final.input
    elif shape == "prompt":
        body = {"continue": False, "user_message": reason} if blocked else {"continue": True}
        status = 2 if blocked else 0
    elif shape == "stop" and blocked:
        body = {"followup_message": reason}
    elif shape == "post_tool" and (blocked or final.output is not None):
        body = {"updated_mcp_tool_output": reason if blocked else final.output}
    context = foreign.context_text(final)
    if context and not blocked and shape in ("post_tool", "context"):
        body["additional_context"] = context
    return Reply(status, strictjson.dumps(body) + b"\n", stderr)


HOST = foreign.host(TABLE, encode)
