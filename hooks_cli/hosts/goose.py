"""Goose: a decision in one object; text on stdout without one is a failed hook."""

from __future__ import annotations

from hooks_cli.hosts import foreign, plain
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_FINISHED = {"status": "=completed"}
_PROMPT = {"prompt": "prompt"}

TABLE = Table(
    name="goose",
    title="Goose",
    versions="unknown",
    verified="src",
    date="2026-08-22",
    rows=(
        Row("SessionStart", (Fire("sessionStart", "", _CHAT),)),
        Row("SessionEnd", (Fire("sessionEnd", "", _CHAT),)),
        Row("UserPromptSubmit", (Fire("beforeSubmitPrompt", "", {"prompt": "message"}),)),
        Row("PreToolUse", (Fire("preToolUse", "B"),), "pre_tool"),
        Row("PostToolUse", (Fire("postToolUse", ""),)),
        Row("PostToolUseFailure", (Fire("postToolUseFailure", ""),)),
        Row("Stop", (Fire("agentFinish", "K", _FINISHED),), "stop"),
        # These cannot block; the specific events come from PreToolUse.
        *(
            Row(name)
            for name in (
                "PreToolUseResult",
                "BeforeReadFile",
                "AfterFileEdit",
                "BeforeShellExecution",
                "AfterShellExecution",
            )
        ),
    ),
    tools={
        "shell": Tool("shell", ("command",)),
        "write": Tool("create", ("path", "file_path"), content="content|file_text"),
        "edit": Tool("edit", ("path", "file_path"), old="before|old_str", new="after|new_str"),
    },
    names=("event",),
    base={"session_id": "session_id"},
    tool_use_id="tool_call_id",
    tool_output="tool_output",
    workspace=("working_dir",),
    timeout=30.0,
    settings="hooks/hooks.json of a plugin",
    exits="2 or a blocking decision blocks; every failure follows on_failure, allow by default",
    options={"block": "decision=block reason", "stop": "decision=block reason"},
)

HOST = foreign.host(TABLE, plain.encode)
