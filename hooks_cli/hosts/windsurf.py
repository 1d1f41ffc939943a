"""Windsurf Cascade: the events are split like the canonical ones, the only answer is exit 2."""

from __future__ import annotations

from hooks_cli.hosts import foreign, plain
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_DOC = "2026-07-30"
_BEFORE = (Fire("preToolUse", "B"),)
_AFTER = (Fire("postToolUse", ""),)

TABLE = Table(
    name="windsurf",
    title="Windsurf Cascade",
    versions=">=1.12.41,<=3.6.22",
    verified="doc",
    date=_DOC,
    names=("agent_action_name",),
    rows=(
        Row(
            "pre_user_prompt",
            (Fire("beforeSubmitPrompt", "B", {"prompt": "tool_info.user_prompt"}),),
            "prompt",
        ),
        Row("pre_read_code", _BEFORE, "pre_tool"),
        Row("pre_write_code", _BEFORE, "pre_tool"),
        Row("pre_run_command", _BEFORE, "pre_tool"),
        Row("pre_mcp_tool_use", _BEFORE, "pre_tool"),
        Row("post_read_code", _AFTER),
        Row("post_write_code", _AFTER),
        Row("post_run_command", _AFTER),
        Row("post_mcp_tool_use", _AFTER),
        Row(
            "post_cascade_response",
            (
                Fire("afterAgentResponse", "", {"response": "tool_info.response"}),
                Fire("agentFinish", "", {"status": "=completed"}),
            ),
        ),
        Row("post_cascade_response_with_transcript", verified="2nd"),
        Row("post_setup_worktree"),
    ),
    tools={
        "run_command": Tool("shell", ("command_line",)),
        "read_code": Tool("read", ("file_path",)),
        "write_code": Tool(
            "edit", ("file_path",), edits="edits", old="old_string", new="new_string"
        ),
        "mcp_tool_use": Tool("mcp"),
    },
    base={
        "session_id": "trajectory_id",
        "generation_id": "execution_id",
        "model": "model_name",
    },
    tool_input="tool_info",
    tool_output="tool_info.output|tool_info.mcp_result|tool_info.content",
    mcp="info",
    workspace=(),
    timeout=60.0,
    timeout_key="",
    settings=".windsurf/hooks.json, ~/.codeium/windsurf/hooks.json",
    exits="2 blocks before events, with stderr as the reason; any other status goes on",
    options={
        "block_status": "2",
        "tool_from_event": "yes",
        "mcp_tool": "mcp_tool_use",
        "mcp_server": "tool_info.mcp_server_name",
        "mcp_name": "tool_info.mcp_tool_name",
        "mcp_arguments": "tool_info.mcp_tool_arguments",
    },
)

HOST = foreign.host(TABLE, plain.encode)
