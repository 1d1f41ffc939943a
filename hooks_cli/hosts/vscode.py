"""VS Code's own agent hooks: Claude's shapes, camelCase arguments, matchers without effect."""

from __future__ import annotations

from hooks_cli.hosts import foreign, nested
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_SRC = "2026-03-29"
_SUBAGENT = {"sub_action_or_agent_id": "agent_type"}

TABLE = Table(
    name="vscode",
    title="VS Code (Local harness)",
    versions="vscode-copilot-chat 0.42.0",
    verified="src",
    date=_SRC,
    names=("hook_event_name", "hookEventName"),
    rows=(
        Row(
            "SessionStart",
            (Fire("sessionStart", "C", {"session_type": "=chat"}),),
            "context",
            "src",
            _SRC,
        ),
        Row(
            "UserPromptSubmit",
            (Fire("beforeSubmitPrompt", "BC", {"prompt": "prompt"}),),
            "prompt",
            "src",
            _SRC,
        ),
        Row("PreToolUse", (Fire("preToolUse", "BAMC"),), "pre_tool", "src", _SRC),
        Row("PostToolUse", (Fire("postToolUse", "C"),), "context", "src", _SRC),
        Row(
            "SubagentStart",
            (Fire("subagentStart", "C", {**_SUBAGENT, "parent_session_id": "session_id"}),),
            "context",
            "src",
            _SRC,
        ),
        Row(
            "SubagentStop",
            (Fire("subagentStop", "K", {**_SUBAGENT, "status": "=completed"}),),
            "stop",
            "src",
            _SRC,
        ),
        Row("Stop", (Fire("agentFinish", "K", {"status": "=completed"}),), "stop", "src", _SRC),
        Row(
            "PreCompact",
            (Fire("beforeCompact", "", {"trigger": "trigger"}),),
            "none",
            "src",
            _SRC,
        ),
        Row("SessionEnd", verified="assumed", date=_SRC, note="no call of it was seen"),
        Row("ErrorOccurred", verified="assumed", date=_SRC, note="no call of it was seen"),
    ),
    tools={
        "run_in_terminal": Tool("shell", ("command",)),
        "read_file": Tool("read", ("filePath",)),
        "create_file": Tool("create", ("filePath",), content="content"),
        "replace_string_in_file": Tool("edit", ("filePath",), old="oldString", new="newString"),
        "multi_replace_string_in_file": Tool(
            "edit", ("filePath", "replacements"), ("filePath",), old="oldString", new="newString"
        ),
        "insert_edit_into_file": Tool("edit", ("filePath",), new="code"),
        "apply_patch": Tool("patch", ("input",)),
        "runSubagent": Tool("agent", ("agentName",), content="prompt", about="description"),
    },
    base={"session_id": "session_id|sessionId"},
    mcp="mcp_",
    workspace=("cwd",),
    timeout=30.0,
    settings=".github/hooks/*.json",
    exits="0 reads JSON; 2 blocks; any other status, a timeout: a warning, the action goes on",
    exact_input=True,
    options={"stop": "both", "mcp_separator": "_"},
)

HOST = foreign.host(TABLE, nested.encode)
