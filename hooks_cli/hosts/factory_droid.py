"""Factory Droid: Claude's shapes, with Execute for a shell command and Create for a new file."""

from __future__ import annotations

from hooks_cli.hosts import foreign, nested
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_RESUMED = ("source", "resume")

TABLE = Table(
    name="factory-droid",
    title="Factory Droid",
    versions="unknown",
    verified="doc",
    date="2026-08-22",
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
        "Execute": Tool("shell", ("command",)),
        "Read": Tool("read", ("file_path",)),
        "Create": Tool("create", ("file_path",), content="content"),
        "Edit": Tool("edit", ("file_path",), old="old_str|old_string", new="new_str|new_string"),
        "ApplyPatch": Tool("edit", ("file_path",)),
    },
    base={"session_id": "session_id", "generation_id": "prompt_id"},
    mcp="mcp__",
    workspace=("env:FACTORY_PROJECT_DIR", "cwd"),
    timeout=60.0,
    settings=".factory/hooks.json, ~/.factory/hooks.json",
    exits="2 blocks; 1: goes on, stderr is shown",
    options={"stop": "top"},
)

HOST = foreign.host(TABLE, nested.encode)
