"""What an import has to know about hosts beside their protocol, as data."""

from __future__ import annotations

# host: directory names in the path of its file, and native events that only it has
PATHS = {
    "cursor": (".cursor/",),
    "claude-code": (".claude/",),
    "codex": (".codex/",),
    "gemini-cli": (".gemini/",),
    "qwen-code": (".qwen/",),
    "copilot": (".github/hooks/", ".github/copilot/", ".copilot/"),
    "windsurf": (".windsurf/", "/windsurf/"),
    "factory-droid": (".factory/",),
    "devin": (".devin/", "/devin/"),
    "continue": (".continue/",),
    "openhands": (".openhands/",),
    "ai4j": (".ai4j/",),
}
OWN_EVENTS = {
    "gemini-cli": ("BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel"),
    "windsurf": ("pre_run_command", "pre_user_prompt", "pre_write_code", "pre_read_code"),
    "cursor": ("beforeShellExecution", "beforeMCPExecution", "afterFileEdit", "beforeReadFile"),
    "copilot": ("userPromptSubmitted", "agentStop", "errorOccurred"),
    "openhands": ("pre_tool_use", "post_tool_use", "user_prompt_submit"),
    "claude-code": ("PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart"),
}
# (host, native event): the canonical events to use instead of those that it fires
INSTEAD = {
    ("windsurf", "pre_run_command"): ("beforeShellExecution",),
    ("windsurf", "post_run_command"): ("afterShellExecution",),
    ("windsurf", "pre_mcp_tool_use"): ("beforeMCPExecution",),
    ("windsurf", "post_mcp_tool_use"): ("afterMCPExecution",),
    ("windsurf", "pre_read_code"): ("beforeReadFile",),
    ("windsurf", "post_read_code"): ("afterReadFile",),
    ("windsurf", "pre_write_code"): ("beforeEditFile",),
    ("windsurf", "post_write_code"): ("afterEditFile",),
}
# Where one native event stands for a turn's text and its end, a hook is meant for the end.
NOT_BESIDE = {"afterAgentResponse": "agentFinish"}
# native event: the native field that its matcher is about; other events have tools
FIELDS = {
    "SessionStart": "source",
    "SessionEnd": "reason",
    "SubagentStart": "agent_type",
    "SubagentStop": "agent_type",
    "subagentStart": "subagent_type",
    "subagentStop": "subagent_type",
    "PreCompact": "trigger",
    "PreCompress": "trigger",
    "preCompact": "trigger",
    "Notification": "notification_type",
    "notification": "notification_type",
    "StopFailure": "error",
    "UserPromptExpansion": "command_name",
}
# Events at which the matcher is not looked at, or is always the same word.
NO_MATCHER = (
    "UserPromptSubmit",
    "Stop",
    "BeforeAgent",
    "AfterAgent",
    "BeforeModel",
    "AfterModel",
    "beforeSubmitPrompt",
    "stop",
    "beforeReadFile",
    "afterFileEdit",
    "afterAgentResponse",
    "afterAgentThought",
)
# Copilot's own tool names, and those under a PascalCase event, which hookctl registers.
COPILOT_TOOLS = {
    "bash": "Bash",
    "powershell": "Bash",
    "view": "Read",
    "create": "Write",
    "edit": "Edit",
    "str_replace_editor": "Edit",
    "apply_patch": "Edit",
    "grep": "Grep",
    "rg": "Grep",
    "glob": "Glob",
    "web_fetch": "WebFetch",
    "web_search": "WebSearch",
    "task": "Agent",
}
# Hosts that take a matcher of plain names for an exact list; the others search with it.
EXACT = {
    "claude-code": r"[\w\-, |]*",
    "factory-droid": r"[A-Za-z|]*",
    "codex": r"[A-Za-z0-9_|]*",
    "copilot": r"",
    "cursor": r"[\w:|\- ]*",
    "openhands": r"\w*",
    "ai4j": r".*",
}
FULL = ("copilot", "openhands", "cursor", "ai4j")  # their expressions must match the whole name
# Handler keys that say how the host treats a hook, and have no counterpart.
DROPPED = {
    "if": "the hook now runs for every call that its matcher lets through",
    "once": "it runs every time",
    "statusMessage": "hookctl shows no progress of single hooks",
    "asyncRewake": "hookctl does not wake the model later",
    "rewakeMessage": "hookctl does not wake the model later",
    "rewakeSummary": "hookctl does not wake the model later",
    "shell": "a command text is run by /bin/sh",
    "powershell": "hookctl runs on POSIX systems",
    "commandWindows": "hookctl runs on POSIX systems",
    "command_windows": "hookctl runs on POSIX systems",
    "windows": "hookctl runs on POSIX systems",
    "additionalContextLimit": "the host's default holds",
    "loop_limit": "hookctl has its own cap, 5",
    "show_output": "the output is in the journal: hookctl log",
    "description": "JSON has no comments; the name of a hook is its place for one",
}
PROJECT_VARIABLES = (
    "CLAUDE_PROJECT_DIR",
    "CURSOR_PROJECT_DIR",
    "GEMINI_PROJECT_DIR",
    "GEMINI_CWD",
    "QWEN_PROJECT_DIR",
    "COPILOT_PROJECT_DIR",
    "DEVIN_PROJECT_DIR",
    "FACTORY_PROJECT_DIR",
    "OPENHANDS_PROJECT_DIR",
)
