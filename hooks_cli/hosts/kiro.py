"""Kiro: exit 2 blocks tools and prompts; text on stdout is context at prompt and start."""

from __future__ import annotations

from hooks_cli.hosts import foreign, plain
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_FINISHED = {"status": "=completed"}
_PROMPT = {"prompt": "prompt"}

TABLE = Table(
    name="kiro",
    title="Kiro",
    versions="unknown",
    verified="doc",
    date="2026-08-22",
    rows=(
        Row("SessionStart", (Fire("sessionStart", "C", _CHAT),), "context"),
        Row("UserPromptSubmit", (Fire("beforeSubmitPrompt", "BC", _PROMPT),), "prompt"),
        Row("PreToolUse", (Fire("preToolUse", "B"),), "pre_tool"),
        Row("PostToolUse", (Fire("postToolUse", ""),)),
        Row("Stop", (Fire("agentFinish", "K", _FINISHED),), "stop"),
        *(
            Row(name)
            for name in (
                "PostFileCreate",
                "PostFileSave",
                "PostFileDelete",
                "PreTaskExec",
                "PostTaskExec",
            )
        ),
    ),
    tools={
        "execute_bash": Tool("shell", ("command",)),
        "shell": Tool("shell", ("command",)),
        "fs_read": Tool("read", ("operations", "path"), ("path",)),
        "fs_write": Tool("edit", ("path",)),
    },
    base={"session_id": "session_id"},
    settings=".kiro/hooks/*.json, ~/.kiro/hooks/*.json",
    exits="2 blocks tools and prompts; on others the manual contradicts itself",
    options={
        "block_status": "2",
        "stop": "decision=block reason",
        "context": "stdout",
    },
)

HOST = foreign.host(TABLE, plain.encode)
