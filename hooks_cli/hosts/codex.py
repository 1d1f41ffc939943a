"""OpenAI Codex CLI: Claude's shapes, read strictly; an unknown key turns a block into a failure."""

from __future__ import annotations

from hooks_cli.hosts import foreign, nested
from hooks_cli.hosts.contract import ANY, Fire, Row, Table, Tool

_RAN = "2026-11-20"
_RESUMED = ("source", "resume")
_SUBAGENT = {"sub_action_or_agent_id": "agent_type"}

TABLE = Table(
    name="codex",
    title="OpenAI Codex CLI",
    versions=">=0.171.0,<0.172.0",
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
            timeout=3.0,
            note="1 s unless the handler asks for more, at most 3 s",
        ),
        Row(
            "UserPromptSubmit",
            (Fire("beforeSubmitPrompt", "BC", {"prompt": "prompt"}),),
            "prompt",
            "ran",
            _RAN,
        ),
        Row(
            "PreToolUse",
            (Fire("preToolUse", "BMC"),),
            "pre_tool",
            "ran",
            _RAN,
            note="files are read by shell commands; of the other tools only view_image reads",
        ),
        Row("PermissionRequest", (Fire("permissionRequest", "B"),), "permission", "src", _RAN),
        Row(
            "PostToolUse",
            (Fire("postToolUse", "OC"),),
            "post_tool",
            "ran",
            _RAN,
            note="a tool that fails fires nothing; the status of a shell command is not told",
        ),
        Row(
            "SubagentStart",
            (Fire("subagentStart", "C", {**_SUBAGENT, "parent_session_id": "session_id"}),),
            "context",
            "src",
            _RAN,
        ),
        Row(
            "SubagentStop",
            (Fire("subagentStop", "K", {**_SUBAGENT, "status": "=completed"}),),
            "stop",
            "src",
            _RAN,
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
            note="the host does not count refusals",
        ),
        Row(
            "PreCompact",
            (Fire("beforeCompact", "B", {"trigger": "trigger"}),),
            "halt",
            "src",
            _RAN,
        ),
        Row("PostCompact", verified="src", date=_RAN),
        Row("Interrupt", verified="src", date=_RAN, timeout=3.0),
    ),
    tools={
        "Bash": Tool("shell", ("command",)),
        "apply_patch": Tool("patch", ("command",)),
        "view_image": Tool("read", ("path",)),
        "spawn_agent": Tool("agent", ("agent_type",), content="message"),
    },
    base={"session_id": "session_id", "generation_id": "turn_id", "model": "model"},
    mcp="mcp__",
    workspace=("process", "cwd"),
    timeout=600.0,
    settings=".codex/hooks.json, ~/.codex/hooks.json",
    exits="0 reads JSON, strictly; 2 with text on stderr blocks; all else: the action goes on",
    options={"modify_word": "allow", "output": "text", "heredoc": "yes", "notice": "yes"},
)

HOST = foreign.host(TABLE, nested.encode)
