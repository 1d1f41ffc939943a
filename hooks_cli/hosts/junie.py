"""Junie CLI: a flat object; any plain text on stdout becomes context."""

from __future__ import annotations

from hooks_cli.hosts import foreign, plain
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_FINISHED = {"status": "=completed"}
_PROMPT = {"prompt": "prompt"}

TABLE = Table(
    name="junie",
    title="Junie CLI",
    versions="unknown",
    verified="2nd",
    date="2026-08-22",
    rows=(
        Row("SessionStart", (Fire("sessionStart", "C", _CHAT),), "context", timeout=10.0),
        Row("SessionEnd", (Fire("sessionEnd", "", _CHAT),), timeout=2.0),
        Row(
            "UserPromptSubmit",
            (Fire("beforeSubmitPrompt", "BC", _PROMPT),),
            "prompt",
            timeout=10.0,
        ),
        Row("PreToolUse", (Fire("preToolUse", "BAMC"),), "pre_tool"),
        Row("PermissionRequest", (Fire("permissionRequest", "B"),), "pre_tool", timeout=10.0),
        Row("Stop", (Fire("agentFinish", "K", _FINISHED),), "stop", timeout=600.0),
        Row("StopFailure", (Fire("agentFinish", "", {"status": "=error"}),)),
    ),
    tools={
        "Bash": Tool("shell", ("command",)),
        "bash": Tool("shell", ("command",)),
    },
    base={"session_id": "session_id"},
    cap=8,
    settings="~/.junie/config.json",
    exits="2 blocks; all else: a warning, goes on",
    options={
        "block": "decision=block reason",
        "stop": "decision=block reason",
        "ask": "decision=ask reason",
        "input": "updatedInput",
        "context": "additionalContext",
    },
)

HOST = foreign.host(TABLE, plain.encode)
