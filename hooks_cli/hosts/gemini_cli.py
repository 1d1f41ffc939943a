"""Gemini CLI: the decision at the top; JSON counts at any status, and a `decision` it needs."""

from __future__ import annotations

from hooks_cli.hosts import foreign
from hooks_cli.hosts.contract import ANY, Fire, Row, Table, Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.hosts.foreign import Final
    from hooks_cli.model import Reply

_RAN = "2026-11-30"
_DOC = "2026-08-21"
_RESUMED = ("source", "resume")
_FAILED = ("tool_response.error.message", ANY)

TABLE = Table(
    name="gemini-cli",
    title="Gemini CLI",
    versions=">=0.56.0,<=0.61.0",
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
        ),
        Row(
            "BeforeAgent",
            (Fire("beforeSubmitPrompt", "BC", {"prompt": "prompt"}),),
            "prompt",
            "ran",
            _RAN,
        ),
        Row(
            "BeforeTool",
            (Fire("preToolUse", "BM"),),
            "pre_tool",
            "ran",
            _RAN,
            note="ask overrules a refusal by the user's own rules, and hangs without a terminal",
        ),
        Row(
            "AfterTool",
            (
                Fire("postToolUse", "OC", unless=_FAILED),
                Fire("postToolUseFailure", "O", when=_FAILED),
            ),
            "post_tool",
            "ran",
            _RAN,
        ),
        Row(
            "AfterAgent",
            (
                Fire(
                    "afterAgentResponse",
                    "",
                    {"response": "prompt_response"},
                    when=("prompt_response", ANY),
                ),
                Fire("agentFinish", "K", {"status": "=completed"}),
            ),
            "stop",
            "ran",
            _RAN,
            note="the host does not count refusals",
        ),
        Row(
            "BeforeModel",
            (
                Fire(
                    "beforeModelRequest",
                    "BM",
                    {
                        "model": "llm_request.model",
                        "temperature": "llm_request.config.temperature",
                        "top_p": "llm_request.config.topP",
                        "max_output_tokens": "llm_request.config.maxOutputTokens",
                    },
                ),
            ),
            "model",
            "ran",
            _RAN,
        ),
        Row(
            "AfterModel",
            (
                Fire(
                    "afterModelResponse",
                    "B",
                    {"response": "llm_response.text|llm_response.candidates.0.content.parts.0"},
                ),
            ),
            "model",
            "ran",
            _RAN,
            note="fires for every piece of a streamed answer; what has arrived is not hidden",
        ),
        Row("BeforeToolSelection", verified="src", date=_DOC),
        Row(
            "PreCompress",
            (Fire("beforeCompact", "", {"trigger": "trigger"}),),
            "none",
            "ran",
            _RAN,
            note="with trigger auto before every request, whether or not anything is shortened",
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
            "src",
            _DOC,
        ),
    ),
    tools={
        "run_shell_command": Tool("shell", ("command",)),
        "read_file": Tool("read", ("file_path", "absolute_path")),
        "read_many_files": Tool("read", ("include", "paths")),
        "write_file": Tool("create", ("file_path",), content="content"),
        "replace": Tool("edit", ("file_path",), old="old_string", new="new_string"),
        "invoke_agent": Tool("agent", ("agent_name", "name"), content="prompt"),
        "activate_skill": Tool("skill", ("name",)),
    },
    base={"session_id": "session_id", "model": "llm_request.model"},
    error="tool_response.error.message",
    mcp="context",
    outputs={"*": "llmContent|returnDisplay"},
    exit_code=r"\nExit Code: (\d+)\n(?:Signal: .*\n)?Process Group PGID: ",
    workspace=("env:GEMINI_PROJECT_DIR", "cwd"),
    timeout=60.0,
    unit="ms",
    settings=".gemini/settings.json, ~/.gemini/settings.json",
    options={"agent_ends": "yes"},
    exits="JSON counts at any status; text: 0 and 1 go on, all others block; silence goes on",
)


def encode(final: Final) -> Reply:
    """Return the answer of a native event."""
    shape = final.row.answer if final.row else "none"
    body: dict[str, Any] = {}
    inside: dict[str, Any] = {}
    stderr = b""
    context = foreign.context_text(final)
    if final.word == "block" and shape != "none":
        text = "\n\n".join((final.reason, *final.context))
        reason = foreign.bounded(text, final.table.reason_bytes)
        body, stderr, context = {"decision": "deny", "reason": reason}, foreign.line(reason), ""
    elif shape == "pre_tool" and final.input is not None:
        inside["tool_input"] = final.input
    elif shape == "post_tool" and final.output is not None:
        # The reason takes the place of the result; an empty one would become a text of the host.
        body = {"decision": "deny", "reason": str(final.output).strip() or "(no output)"}
    elif shape == "model" and final.settings:
        names = {
            "temperature": "temperature",
            "top_p": "topP",
            "max_output_tokens": "maxOutputTokens",
        }
        config = {names[key]: value for key, value in final.settings.items() if key in names}
        inside["llm_request"] = {"config": config}
    if context and shape in ("context", "prompt", "post_tool"):
        inside["additionalContext"] = context
    if inside:
        body["hookSpecificOutput"] = inside
    notice = foreign.notice_text(final)
    if notice:
        body["systemMessage"] = notice
    return foreign.answer(body, 0, stderr)


HOST = foreign.host(TABLE, encode)
