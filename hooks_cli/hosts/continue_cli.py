"""Continue CLI: reads Claude's own files, speaks Claude's shapes."""

from __future__ import annotations

from hooks_cli.hosts import foreign, nested
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_RESUMED = ("source", "resume")

TABLE = Table(
    name="continue",
    title="Continue CLI",
    versions="unknown",
    verified="src",
    date="2026-06-18",
    rows=(
        Row(
            "SessionStart",
            (
                Fire("sessionStart", "C", _CHAT, unless=_RESUMED),
                Fire("sessionReload", "C", _CHAT, when=_RESUMED),
            ),
            "context",
        ),
        Row("SessionEnd", (Fire("sessionEnd", "", {"reason": "reason", **_CHAT}),)),
        Row(
            "UserPromptSubmit",
            (Fire("beforeSubmitPrompt", "BC", {"prompt": "prompt"}),),
            "prompt",
        ),
        Row("PreToolUse", (Fire("preToolUse", "BAMC"),), "pre_tool"),
        Row("PostToolUse", (Fire("postToolUse", "C"),), "context"),
        Row("PostToolUseFailure", (Fire("postToolUseFailure", "C"),), "context"),
        Row("PermissionRequest", (Fire("permissionRequest", "B"),), "permission"),
        Row(
            "SubagentStop",
            (Fire("subagentStop", "K", {"sub_action_or_agent_id": "agent_type"}),),
            "stop",
        ),
        Row("Stop", (Fire("agentFinish", "K", {"status": "=completed"}),), "stop"),
        Row("PreCompact", (Fire("beforeCompact", "", {"trigger": "trigger"}),)),
        Row(
            "Notification",
            (
                Fire(
                    "notification",
                    "",
                    {"message": "message", "notification_type": "notification_type"},
                ),
            ),
        ),
    ),
    tools={
        "Bash": Tool("shell", ("command",)),
        "Read": Tool("read", ("filepath", "file_path")),
        "Write": Tool("create", ("filepath", "file_path"), content="content"),
        "Edit": Tool("edit", ("file_path",), old="old_string", new="new_string"),
        "MultiEdit": Tool(
            "edit", ("file_path",), edits="edits", old="old_string", new="new_string"
        ),
    },
    base={"session_id": "session_id", "generation_id": "prompt_id"},
    mcp="mcp__",
    workspace=("env:CONTINUE_PROJECT_DIR", "env:CLAUDE_PROJECT_DIR", "cwd"),
    timeout=600.0,
    settings=".continue/settings.json, .claude/settings.json",
    exits="0 reads JSON; 2 blocks; all else, a timeout: goes on",
    options={"stop": "top"},
)

HOST = foreign.host(TABLE, nested.encode)
