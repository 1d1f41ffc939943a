"""Cline: the exit status is never read, the object on stdout is all that counts."""

from __future__ import annotations

from hooks_cli.hosts import foreign, plain
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

_CHAT = {"session_type": "=chat"}
_FINISHED = {"status": "=completed"}
_PROMPT = {"prompt": "prompt"}

TABLE = Table(
    name="cline",
    title="Cline",
    versions="unknown",
    verified="src",
    date="2026-08-22",
    rows=(
        Row("TaskStart", (Fire("sessionStart", "", _CHAT),), aliases=("agent_start",)),
        Row("TaskResume", (Fire("sessionReload", "", _CHAT),), aliases=("agent_resume",)),
        Row("SessionShutdown", (Fire("sessionEnd", "", _CHAT),), aliases=("session_shutdown",)),
        Row(
            "UserPromptSubmit",
            (Fire("beforeSubmitPrompt", "", {"prompt": "userPromptSubmit.prompt|prompt"}),),
            aliases=("prompt_submit",),
        ),
        Row("PreToolUse", (Fire("preToolUse", "BAMC"),), "pre_tool", aliases=("tool_call",)),
        Row("PostToolUse", (Fire("postToolUse", "C"),), "post_tool", aliases=("tool_result",)),
        Row("TaskComplete", (Fire("agentFinish", "", _FINISHED),), aliases=("agent_end",)),
        Row(
            "TaskError",
            (Fire("agentFinish", "", {"status": "=error"}),),
            aliases=("agent_error",),
        ),
        Row("TaskCancel", (Fire("agentFinish", "", {"status": "=aborted"}),)),
        Row("PreCompact"),
    ),
    tools={
        # A bare string, a bare list and a list of objects are accepted as well.
        "run_commands": Tool("shell", ("commands", "command", "cmd", "."), ("command",)),
        "execute_command": Tool("shell", ("command",)),
        "read_files": Tool("read", ("files", "file_paths", "paths", "."), ("path",)),
        "read_file": Tool("read", ("path",)),
        "editor": Tool("edit", ("path",)),
        "write_to_file": Tool("create", ("path",), content="content"),
        "replace_in_file": Tool("edit", ("path",)),
        "apply_patch": Tool("patch", ("input", "patch", ".")),
        "use_skill": Tool("skill", ("skill", "skill_name")),
        "skills": Tool("skill", ("skill",)),
    },
    names=("hookName",),
    base={"session_id": "taskId"},
    tool_name="tool_call.name|preToolUse.toolName|postToolUse.toolName",
    tool_input="tool_call.input|preToolUse.parameters|postToolUse.parameters|parameters",
    tool_use_id="tool_call.id",
    tool_output="postToolUse.result|tool_result.output",
    workspace=("workspaceRoots.0",),
    timeout=30.0,
    timeout_key="",
    settings="executable files in .clinerules/hooks, ~/Documents/Cline/Hooks",
    exits="never read; the object on stdout counts",
    options={
        "block": "cancel=true errorMessage",
        "allow": "cancel=false",
        "ask": "cancel=false review=true errorMessage",
        "input": "overrideInput",
        "context": "contextModification",
    },
)

HOST = foreign.host(TABLE, plain.encode)
