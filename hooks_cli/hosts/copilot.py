"""GitHub Copilot CLI and cloud agent: the casing of the registered event selects the payload."""

from __future__ import annotations

from hooks_cli.hosts import flat, foreign
from hooks_cli.hosts.contract import ANY, Fire, Row, Table, Tool

_RAN = "2026-11-30"
_DOC = "2026-08-03"
_RESUMED = ("source", "resume")
# Inside a sub-agent the events of a turn fire as well; these are not the user's.
_INSIDE = ("agentId|agent_id", ANY)
_SUBAGENT = {"sub_action_or_agent_id": "agentType|agent_type|agentName|agent_name"}
_PARENT = "parentAgentId|parent_agent_id|sessionId|session_id"

_SHELL = Tool("shell", ("command",))
_VIEW = Tool("read", ("path",))
_CREATE = Tool("create", ("path",), content="file_text")
# Edit stands for edit, str_replace_editor and apply_patch; the keys stay those of each.
_EDIT = Tool("edit", ("path",), old="old_str", new="new_str")
_EDITOR = Tool(
    "edit",
    ("path",),
    content="file_text",
    old="old_str",
    new="new_str",
    operation="command",
    operations={"view": "read", "create": "create"},
)
_PATCH = Tool("patch", ("input", "patch", "command"))
_TASK = Tool("agent", ("agent_type",), content="prompt", about="description")

TABLE = Table(
    name="copilot",
    title="GitHub Copilot CLI",
    versions=">=1.0.72,<=1.0.102",
    verified="ran",
    date=_RAN,
    names=("hook_event_name", "hookName"),
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
            ("sessionStart",),
        ),
        Row(
            "SessionEnd",
            (Fire("sessionEnd", "", {"reason": "reason", "session_type": "=chat"}),),
            "none",
            "ran",
            _RAN,
            ("sessionEnd",),
        ),
        Row(
            "UserPromptSubmit",
            (Fire("beforeSubmitPrompt", "BMC", {"prompt": "prompt"}, unless=_INSIDE),),
            "prompt",
            "ran",
            _RAN,
            ("userPromptSubmitted", "UserPromptSubmitted", "userPromptSubmit"),
            note="since about 1.0.102; older versions drop what a hook of a file says here",
        ),
        Row("userPromptTransformed", verified="ran", date=_RAN),
        Row("PreToolUse", (Fire("preToolUse", "BAMC"),), "pre_tool", "ran", _RAN, ("preToolUse",)),
        Row(
            "PermissionRequest",
            (Fire("permissionRequest", "B"),),
            "permission",
            "ran",
            _RAN,
            ("permissionRequest",),
        ),
        Row(
            "PostToolUse", (Fire("postToolUse", "OC"),), "post_tool", "ran", _RAN, ("postToolUse",)
        ),
        Row(
            "PostToolUseFailure",
            (Fire("postToolUseFailure", "C"),),
            "context",
            "ran",
            _RAN,
            ("postToolUseFailure",),
        ),
        Row(
            "SubagentStart",
            (Fire("subagentStart", "C", {**_SUBAGENT, "parent_session_id": _PARENT}),),
            "context",
            "ran",
            _RAN,
            ("subagentStart",),
        ),
        Row(
            "SubagentStop",
            (Fire("subagentStop", "K", {**_SUBAGENT, "status": "=completed"}),),
            "stop",
            "ran",
            _RAN,
            ("subagentStop",),
        ),
        Row(
            "Stop",
            (Fire("agentFinish", "K", {"status": "=completed"}, unless=_INSIDE),),
            "stop",
            "ran",
            _RAN,
            ("agentStop", "AgentStop", "stop"),
        ),
        Row(
            "ErrorOccurred",
            (Fire("agentFinish", "", {"status": "=error", "error_message": "error.message"}),),
            "none",
            "doc",
            _DOC,
            ("errorOccurred",),
        ),
        Row(
            "PreCompact",
            (Fire("beforeCompact", "", {"trigger": "trigger"}),),
            "none",
            "doc",
            _DOC,
            ("preCompact",),
        ),
        Row(
            "Notification",
            (
                Fire(
                    "notification",
                    "C",
                    {"message": "message", "notification_type": "notification_type"},
                ),
            ),
            "context",
            "doc",
            _DOC,
            ("notification",),
        ),
        Row("preMcpToolCall", verified="doc", date=_DOC),
    ),
    tools={
        "bash": _SHELL,
        "powershell": _SHELL,
        "Bash": _SHELL,
        "view": _VIEW,
        "Read": _VIEW,
        "create": _CREATE,
        "Write": _CREATE,
        "edit": _EDIT,
        "str_replace_editor": _EDITOR,
        "apply_patch": _PATCH,
        "Edit": _EDIT,
        "task": _TASK,
        "Agent": _TASK,
        "Task": _TASK,
        "skill": Tool("skill", ("skill",)),
    },
    base={"session_id": "session_id|sessionId"},
    tool_name="tool_name|toolName",
    tool_input="tool_input|toolArgs|toolInput",
    tool_use_id="toolCallId",
    tool_output="tool_result|toolResult",
    mcp="dash",
    outputs={"*": "text_result_for_llm|textResultForLlm"},
    exit_code=r"<shellId: \S+ completed with exit code (\d+)>\s*\Z",
    workspace=("env:COPILOT_PROJECT_DIR", "cwd"),
    timeout=30.0,
    timeout_key="timeoutSec",
    settings=".github/hooks/*.json, ~/.copilot/hooks/*.json",
    exits="at preToolUse every status but 0 blocks, a timeout does not; elsewhere: goes on",
    cap=8,
)

HOST = foreign.host(TABLE, flat.encode)
