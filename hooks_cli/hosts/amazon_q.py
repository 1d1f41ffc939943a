"""Amazon Q Developer CLI: no JSON, no session; exit 2 blocks a tool call."""

from __future__ import annotations

from hooks_cli.hosts import foreign, plain
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_FINISHED = {"status": "=completed"}
_PROMPT = {"prompt": "prompt"}

TABLE = Table(
    name="amazon-q",
    title="Amazon Q Developer CLI",
    versions="unknown",
    verified="src",
    date="2026-04-23",
    rows=(
        Row("agentSpawn", (Fire("sessionStart", "C", _CHAT),), "context"),
        Row("userPromptSubmit", (Fire("beforeSubmitPrompt", "C", _PROMPT),), "context"),
        Row("preToolUse", (Fire("preToolUse", "B"),), "pre_tool"),
        Row("postToolUse", (Fire("postToolUse", ""),)),
        Row("stop", (Fire("agentFinish", "", _FINISHED),)),
    ),
    tools={
        "execute_bash": Tool("shell", ("command",)),
        "fs_read": Tool("read", ("operations",), ("path",)),
        # Here `command` is the name of the operation.
        "fs_write": Tool(
            "edit",
            ("path",),
            content="file_text",
            old="old_str",
            new="new_str",
            operation="command",
            operations={"create": "create"},
        ),
    },
    timeout=30.0,
    unit="ms",
    timeout_key="timeout_ms",
    settings=".amazonq/cli-agents/*.json",
    exits="2 blocks preToolUse; all else, a timeout: a warning, goes on",
    options={"block_status": "2", "context": "stdout"},
)

HOST = foreign.host(TABLE, plain.encode)
