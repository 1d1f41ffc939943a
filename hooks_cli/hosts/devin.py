"""Devin, the successor of Windsurf: Claude's shapes; a rewrite is merged into the original."""

from __future__ import annotations

from hooks_cli.hosts import foreign, nested
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_RESUMED = ("source", "resume")

TABLE = Table(
    name="devin",
    title="Devin Local and CLI",
    versions="unknown",
    verified="doc",
    date="2026-07-30",
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
        Row("PreToolUse", (Fire("preToolUse", "BM"),), "pre_tool"),
        Row("PostToolUse", (Fire("postToolUse", "C"),), "context"),
        Row("PermissionRequest", (Fire("permissionRequest", "B"),), "permission"),
        Row("Stop", (Fire("agentFinish", "K", {"status": "=completed"}),), "stop"),
        Row("PostCompaction"),
    ),
    tools={
        "exec": Tool("shell", ("command",)),
        "read": Tool("read", ("file_path", "path")),
        "write": Tool("create", ("file_path", "path"), content="content"),
        "edit": Tool("edit", ("file_path", "path"), old="old_string", new="new_string"),
        "apply_patch": Tool("patch", ("input", "patch", "command")),
    },
    base={"session_id": "session_id", "generation_id": "prompt_id"},
    mcp="mcp__",
    workspace=("env:DEVIN_PROJECT_DIR", "cwd"),
    timeout=60.0,
    settings=".devin/hooks.v1.json, .devin/config.json",
    exits="2 blocks; 1 and a crash: the action goes on",
    exact_input=True,
    options={"also_top": "yes", "stop": "top"},
)

HOST = foreign.host(TABLE, nested.encode)
