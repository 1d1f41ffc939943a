"""Claude Code: nested answers, every result structured, exit 2 understood everywhere."""

from __future__ import annotations

from hooks_cli.hosts import call, foreign, nested
from hooks_cli.hosts.contract import ANY, Fire, Row, Table, Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.hosts.base import Conversation, Request

_RAN = "2026-11-24"
_DOC = "2026-08-22"
_RESUMED = ("source", "resume")

TOOLS = {
    "Bash": Tool("shell", ("command",), seconds=("timeout", 0.001)),
    "PowerShell": Tool("shell", ("command",), seconds=("timeout", 0.001)),
    "Monitor": Tool("shell", ("command",), seconds=("timeout_ms", 0.001), instead=("ws",)),
    "Read": Tool("read", ("file_path",)),
    "Write": Tool("create", ("file_path",), content="content"),
    "Edit": Tool("edit", ("file_path",), old="old_string", new="new_string"),
    "MultiEdit": Tool("edit", ("file_path",), edits="edits", old="old_string", new="new_string"),
    "NotebookEdit": Tool("edit", ("notebook_path",), new="new_source"),
    "Agent": Tool("agent", ("subagent_type",), content="prompt", about="description"),
    "Task": Tool("agent", ("subagent_type",), content="prompt", about="description"),
    "Skill": Tool("skill", ("skill",)),
}

TABLE = Table(
    name="claude-code",
    title="Claude Code",
    versions=">=2.1.240,<=2.1.332",
    verified="ran",
    date=_RAN,
    rows=(
        Row(
            "SessionStart",
            (
                Fire("sessionStart", "C", {"session_type": "=chat"}, unless=_RESUMED),
                Fire("sessionReload", "C", {"session_type": "=chat"}, when=_RESUMED),
            ),
            "context",
            "ran",
            _RAN,
        ),
        Row(
            "SessionEnd",
            (Fire("sessionEnd", "", {"reason": "reason", "session_type": "=chat"}),),
            "none",
            "ran",
            _RAN,
            timeout=60.0,
            note="1.5 s for all hooks unless a settings file asks for more, at most 60 s",
        ),
        Row(
            "UserPromptSubmit",
            (Fire("beforeSubmitPrompt", "BC", {"prompt": "prompt"}),),
            "prompt",
            "ran",
            _RAN,
            timeout=30.0,
        ),
        Row(
            "UserPromptExpansion",
            (
                Fire(
                    "beforeStartAction",
                    "BC",
                    {"action_or_agent_id": "command_name", "input_content": "prompt"},
                ),
            ),
            "prompt",
            "doc",
            _DOC,
        ),
        Row("PreToolUse", (Fire("preToolUse", "BAMC"),), "pre_tool", "ran", _RAN),
        Row(
            "PermissionRequest",
            (Fire("permissionRequest", "B"),),
            "permission",
            "ran",
            _RAN,
        ),
        Row("PostToolUse", (Fire("postToolUse", "OC"),), "post_tool", "ran", _RAN),
        Row("PostToolUseFailure", (Fire("postToolUseFailure", "C"),), "context", "ran", _RAN),
        Row(
            "PreSkillShellCommand",
            (Fire("beforeShellExecution", "B", {"command": "tool_input.command"}),),
            "pre_tool",
            "src",
            _RAN,
        ),
        Row(
            "SubagentStart",
            (
                Fire(
                    "subagentStart",
                    "C",
                    {"sub_action_or_agent_id": "agent_type", "parent_session_id": "session_id"},
                ),
            ),
            "context",
            "ran",
            _RAN,
        ),
        Row(
            "SubagentStop",
            (
                Fire(
                    "subagentStop",
                    "K",
                    {"sub_action_or_agent_id": "agent_type", "status": "=completed"},
                ),
            ),
            "stop",
            "doc",
            _DOC,
        ),
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
            _RAN,
        ),
        Row(
            "StopFailure",
            (
                Fire(
                    "agentFinish", "", {"status": "=error", "error_message": "error_details|error"}
                ),
            ),
            "none",
            "doc",
            _DOC,
        ),
        Row(
            "PreCompact",
            (Fire("beforeCompact", "B", {"trigger": "trigger"}),),
            "compact",
            "doc",
            _DOC,
        ),
        Row(
            "Notification",
            (
                Fire(
                    "notification",
                    "",
                    {"message": "message", "notification_type": "notification_type"},
                ),
            ),
            "none",
            "doc",
            _DOC,
        ),
        *(
            Row(name, verified="doc", date=_DOC)
            for name in (
                "Setup",
                "PermissionDenied",
                "PostToolBatch",
                "PreModelSwitch",
                "PostModelSwitch",
                "MessageDisplay",
                "TeammateIdle",
                "TaskCreated",
                "TaskCompleted",
                "ConfigChange",
                "CwdChanged",
                "DirectoryAdded",
                "FileChanged",
                "InstructionsLoaded",
                "PostCompact",
                "Elicitation",
                "ElicitationResult",
                "WorktreeRemove",
            )
        ),
    ),
    tools=TOOLS,
    base={"session_id": "session_id", "generation_id": "prompt_id", "model": "model"},
    mcp="mcp__",
    outputs={"Bash": "stdout", "PowerShell": "stdout", "Read": "file.content"},
    exit_code=r"\AExit code (\d+)\b",
    failure_is_status=True,
    workspace=("env:CLAUDE_PROJECT_DIR", "cwd"),
    timeout=600.0,
    unit="s",
    settings=".claude/settings.json, ~/.claude/settings.json",
    exits="0 reads JSON; 2 blocks; any other status, a signal, a timeout: the action goes on",
    cap=8,
    options={"block_status": "2", "output": "structure", "stop": "top", "notice": "yes"},
)


def converse(request: Request) -> Conversation:
    """Read Claude's payload, or that of Cursor, which runs the hooks of Claude's files too."""
    if b'"cursor_version"' in request.data and "cursor_version" in call.load(request.data):
        from hooks_cli.hosts import cursor_in_claude  # noqa: PLC0415 - another host's table

        return cursor_in_claude.converse(request)
    return foreign.converse(TABLE, nested.encode, request)


HOST = foreign.host(TABLE, nested.encode).replace(converse=converse)
