"""Augment (Auggie): exit 2 blocks a tool call, a refused stop stands inside."""

from __future__ import annotations

from hooks_cli.hosts import foreign, plain
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_FINISHED = {"status": "=completed"}
_PROMPT = {"prompt": "prompt"}

TABLE = Table(
    name="augment",
    title="Augment",
    versions="unknown",
    verified="doc",
    date="2026-08-22",
    rows=(
        Row("SessionStart", (Fire("sessionStart", "", _CHAT),)),
        Row("SessionEnd", (Fire("sessionEnd", "", {"reason": "reason", **_CHAT}),)),
        Row("PromptSubmit", (Fire("beforeSubmitPrompt", "", _PROMPT),)),
        Row("PreToolUse", (Fire("preToolUse", "B"),), "pre_tool"),
        Row("PostToolUse", (Fire("postToolUse", ""),)),
        Row("Stop", (Fire("agentFinish", "K", _FINISHED),), "stop"),
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
        "launch-process": Tool("shell", ("command",)),
        "bash": Tool("shell", ("command",)),
        "view": Tool("read", ("path",)),
        "read": Tool("read", ("path", "file_path")),
        "save-file": Tool("create", ("path",), content="file_content|content"),
        "str-replace-editor": Tool("edit", ("path",)),
        "edit": Tool("edit", ("path", "file_path")),
        "write": Tool("create", ("path", "file_path"), content="content"),
        "remove-files": Tool("edit", ("file_paths",)),
        "apply_patch": Tool("patch", ("input",)),
    },
    names=("hook_event_name", "hook_type"),
    base={"session_id": "conversation_id"},
    tool_output="tool_output|tool_result",
    error="tool_error",
    workspace=("workspace_roots.0", "env:AUGMENT_PROJECT_DIR"),
    unit="ms",
    settings=".augment/settings.json, ~/.augment/settings.json",
    exits="2 blocks PreToolUse only; 1: goes on",
    options={"block_status": "2", "stop": "decision=block reason", "nested_stop": "yes"},
)

HOST = foreign.host(TABLE, plain.encode)
