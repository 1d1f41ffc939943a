"""OpenHands SDK: exit 2 with a decision; no ask, no rewrite."""

from __future__ import annotations

from hooks_cli.hosts import foreign, plain
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_FINISHED = {"status": "=completed"}
_PROMPT = {"prompt": "prompt"}

TABLE = Table(
    name="openhands",
    title="OpenHands",
    versions="unknown",
    verified="src",
    date="2026-08-22",
    rows=(
        Row(
            "session_start",
            (Fire("sessionStart", "", _CHAT),),
            aliases=("SessionStart",),
        ),
        Row("session_end", (Fire("sessionEnd", "", _CHAT),), aliases=("SessionEnd",)),
        Row(
            "user_prompt_submit",
            (Fire("beforeSubmitPrompt", "BC", {"prompt": "message"}),),
            "prompt",
            aliases=("UserPromptSubmit",),
        ),
        Row(
            "pre_tool_use",
            (Fire("preToolUse", "BC"),),
            "pre_tool",
            aliases=("PreToolUse",),
        ),
        Row(
            "post_tool_use",
            (Fire("postToolUse", "C"),),
            "context",
            aliases=("PostToolUse",),
        ),
        Row("stop", (Fire("agentFinish", "K", _FINISHED),), "stop", aliases=("Stop",)),
    ),
    tools={
        "terminal": Tool("shell", ("command",)),
        "file_editor": Tool(
            "edit",
            ("path",),
            content="file_text",
            old="old_str",
            new="new_str",
            operation="command",
            operations={"view": "read", "create": "create"},
        ),
    },
    names=("event_type",),
    base={"session_id": "session_id"},
    workspace=("working_dir", "env:OPENHANDS_PROJECT_DIR"),
    settings=".openhands/hooks.json, ~/.openhands/hooks.json",
    exits="2 or a deny blocks; all else goes on",
    options={
        "block": "decision=deny reason",
        "block_status": "2",
        "stop": "decision=deny reason",
        "stop_status": "2",
        "context": "additionalContext",
    },
)

HOST = foreign.host(TABLE, plain.encode)
