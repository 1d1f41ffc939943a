"""Qwen Code: Claude's events with Gemini's tools; a rewrite is ignored, and the original runs."""

from __future__ import annotations

from hooks_cli.hosts import foreign, nested
from hooks_cli.hosts.contract import ANY, Fire, Row, Table, Tool

_RAN = "2026-11-30"
_DOC = "2026-08-22"
_CHAT = {"session_type": "=chat"}
_RESUMED = ("source", "resume")
_SUBAGENT = {"sub_action_or_agent_id": "agent_type"}

TABLE = Table(
    name="qwen-code",
    title="Qwen Code",
    versions="0.24.4",
    verified="ran",
    date=_RAN,
    rows=(
        Row(
            "SessionStart",
            (
                Fire("sessionStart", "C", _CHAT, unless=_RESUMED),
                Fire("sessionReload", "C", _CHAT, when=_RESUMED),
            ),
            "context",
            "ran",
        ),
        Row("SessionEnd", (Fire("sessionEnd", "", {"reason": "reason", **_CHAT}),), date=_DOC),
        Row(
            "UserPromptSubmit",
            # Fires again with an empty prompt after every batch of tools.
            (Fire("beforeSubmitPrompt", "BC", {"prompt": "prompt"}, when=("prompt", ANY)),),
            "prompt",
            "ran",
        ),
        Row(
            "PreToolUse",
            (Fire("preToolUse", "BA"),),
            "pre_tool",
            "ran",
            note="updatedInput and additionalContext are ignored, whatever its manual says",
        ),
        Row("PermissionRequest", (Fire("permissionRequest", "B"),), "permission", "src", _DOC),
        Row("PostToolUse", (Fire("postToolUse", "C"),), "context", "ran"),
        Row("PostToolUseFailure", (Fire("postToolUseFailure", "C"),), "context", date=_DOC),
        Row("SubagentStart", (Fire("subagentStart", "C", _SUBAGENT),), "context", date=_DOC),
        Row("SubagentStop", (Fire("subagentStop", "K", _SUBAGENT),), "stop", date=_DOC),
        Row(
            "Stop",
            (
                Fire(
                    "afterAgentResponse",
                    "",
                    {"response": "last_assistant_message"},
                    when=("last_assistant_message", ANY),
                ),
                Fire("agentFinish", "K", {"status": "=completed"}),
            ),
            "stop",
            "ran",
        ),
        Row("PreCompact", (Fire("beforeCompact", "", {"trigger": "trigger"}),), date=_DOC),
        Row(
            "Notification",
            (
                Fire(
                    "notification",
                    "",
                    {"message": "message", "notification_type": "notification_type"},
                ),
            ),
            date=_DOC,
        ),
        *(
            Row(name, date=_DOC)
            for name in (
                "PostToolBatch",
                "UserPromptExpansion",
                "SessionDelete",
                "MessageDisplay",
                "StopFailure",
                "PostCompact",
                "PermissionDenied",
                "TodoCreated",
                "TodoCompleted",
                "InstructionsLoaded",
            )
        ),
    ),
    tools={
        "run_shell_command": Tool("shell", ("command",)),
        "read_file": Tool("read", ("file_path",)),
        "write_file": Tool("create", ("file_path",), content="content"),
        "edit": Tool("edit", ("file_path",), old="old_string", new="new_string"),
        "notebook_edit": Tool("edit", ("notebook_path",), new="new_source"),
        "agent": Tool("agent", ("subagent_type",), content="prompt", about="description"),
        "skill": Tool("skill", ("skill",)),
    },
    base={"session_id": "session_id", "generation_id": "prompt_id"},
    mcp="mcp__",
    outputs={"*": "returnDisplay|llmContent"},
    exit_code=r"\nExit Code: (\d+)\n",
    failure_is_status=True,
    workspace=("env:QWEN_PROJECT_DIR", "cwd"),
    timeout=60.0,
    settings=".qwen/settings.json, ~/.qwen/settings.json",
    exits="0 reads JSON; 2 with text on stderr blocks; all else: the action goes on",
    cap=8,
    options={"also_top": "yes", "stop": "top"},
)

HOST = foreign.host(TABLE, nested.encode)
