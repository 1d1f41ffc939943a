"""A valid, realistic payload for every event, made from the catalogue (`hookctl show payload`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.model import EventSpec

_TOPIC = (
    '<topic id="intro"><title>Introduction</title><body><p>Welcome aboard.</p></body></topic>\n'
)
_ANSWER = "The introduction now has a short description and an active first sentence."
_PATH = "/home/ada/guide/topics/intro.dita"
_URL = f"file://{_PATH}"

# One value for each field name, whichever event it belongs to.
_VALUES: dict[str, Any] = {
    "action_expand_parameters": {"language": "en", "max_words": 40},
    "action_name": "Improve Readability",
    "action_or_agent_id": "agent",
    "applied": True,
    "attachments": ["file:///home/ada/guide/style-guide.pdf"],
    "command": "npm test",
    "connection_id": "anthropic-main",
    "content": _TOPIC,
    "document_url": _URL,
    "documents": [_PATH, "/home/ada/guide/topics/setup.dita"],
    "duration_ms": 4210,
    "editor_location": _URL,
    "error": "The document is read-only.",
    "error_message": "The tool did not answer within 30 seconds.",
    "exit_code": 0,
    "file_path": _PATH,
    "fragments": [{"old_value": "Hello.", "new_value": "Welcome aboard."}],
    "generation_id": "gen-7c1e52",
    "input_attachments": ["file:///home/ada/guide/style-guide.pdf"],
    "input_content": "Shorten the introduction to two sentences.",
    "instructions": "Answer in the language of the document.",
    "max_output_tokens": 4096,
    "message": "The agent is waiting for your answer.",
    "model": "claude-opus-4-7",
    "notification_type": "idle_prompt",
    "operation": "edit",
    "output": "12 passed in 3.4s\n",
    "oxygen_distribution": "Oxygen XML Editor",
    "oxygen_version": "28.0.0",
    "parent_session_id": "5f0c9f0e-3b52-4a3c-9d06-6a2f4f1f7f11",
    "positron_version": "8.4.0",
    "prompt": "Check that every topic in the guide has a short description.",
    "reason": "user_close",
    "response": _ANSWER,
    "result_json": {"issues": [{"number": 17, "title": "Broken cross reference"}]},
    "server_name": "issue-tracker",
    "session_id": "2b7d1c54-81f4-4c0e-a0b4-0d5cb8c0d8a7",
    "session_type": "chat",
    "skill_name": "dita-review",
    "skill_url": "file:///home/ada/.agents/skills/dita-review/SKILL.md",
    "status": "completed",
    "sub_action_or_agent_id": "improve-readability",
    "succeeded": True,
    "suggestion": " and opens the project that was last edited.",
    "system_prompt": "You are a careful technical writer.",
    "temperature": 0.2,
    "text": "The topic lacks a short description, so it comes first.",
    "timeout_seconds": 120,
    "tokens_usage": {"prompt_tokens": 1834, "completion_tokens": 212, "total_tokens": 2046},
    "tool_call_names": ["read_file", "invoke_cmd_line"],
    "tool_call_rounds": 3,
    "tool_id": "invoke_cmd_line",
    "tool_input": {"command": "npm test", "working_directory": "/home/ada/guide"},
    "tool_name": "invoke_cmd_line",
    "tool_output": "12 passed in 3.4s\n",
    "tool_result": f"{_PATH} has been saved.",
    "tool_use_id": "toolu_01A9FVq3",
    "tools": ["read_file", "edit_file", "invoke_cmd_line"],
    "top_p": 0.95,
    "trigger": "auto",
    "user_id": "ada",
    "workspace_root": "/home/ada/guide",
}

# Where the usual value would not fit.
_SPECIAL: dict[str, dict[str, Any]] = {
    "afterLoadSkill": {"content": "# Review a DITA topic\n\nRead the topic, then its map.\n"},
    "afterMCPExecution": {
        "tool_name": "search_issues",
        "tool_input": {"query": "cross reference", "state": "open"},
    },
    "afterUserCopyResponse": {"content": _ANSWER},
    "beforeInlineCompletion": {"content": "The program starts"},
    "beforeMCPExecution": {
        "tool_name": "search_issues",
        "tool_input": {"query": "cross reference", "state": "open"},
    },
    "permissionRequest": {"tool_input": {"command": "git push", "working_directory": "."}},
}

# Fields whose condition does not hold in the sample.
_LEFT_OUT: dict[str, tuple[str, ...]] = {
    "afterMCPExecution": ("error_message",),
    "afterUserPreviewResponse": ("error",),
    "agentFinish": ("error_message",),
    "permissionRequest": ("tool_name",),
    "postToolUse": ("tool_id",),
    "postToolUseFailure": ("tool_id",),
    "preToolUse": ("tool_name",),
}
_POSITRON_ONLY = ("positron_version", "oxygen_version", "oxygen_distribution")


def sample(spec: EventSpec) -> dict[str, Any]:
    """Return a payload of the event that also passes the strict check; each call makes a new one.

    The name of the event stands first, then the event's own fields, then those of all events.
    """
    host_only = () if spec.origin == "positron" else _POSITRON_ONLY
    left_out = (*_LEFT_OUT.get(spec.name, ()), *host_only)
    values = {**_VALUES, **_SPECIAL.get(spec.name, {}), "hook_event_name": spec.name}
    names = ("hook_event_name", *(field.name for field in spec.fields))
    return {name: _copy(values[name]) for name in names if name not in left_out}


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value
