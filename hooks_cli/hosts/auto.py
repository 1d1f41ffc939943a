"""`--host auto`: recognise the host by its payload, if exactly one fits.

Signals in the payload come first; the environment only decides between hosts whose payloads look
alike, because an agent started inside another one's shell inherits its variables.
"""

from __future__ import annotations

from hooks_cli import hosts
from hooks_cli.errors import PayloadError
from hooks_cli.hosts import base, call, foreign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hooks_cli.hosts.base import Conversation, Host, Native, Request
    from hooks_cli.model import JsonObject, Reply, Verdict

_GEMINI = ("BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel")
_GEMINI_ONLY = (*_GEMINI, "BeforeToolSelection", "PreCompress")


def _has(*keys: str) -> Callable[[JsonObject], bool]:
    return lambda content: all(content.get(key) is not None for key in keys)


def _named(content: JsonObject) -> bool:
    """Tell whether the event has a name of Claude's kind."""
    name = content.get("hook_event_name", content.get("hookEventName"))
    own = isinstance(name, str) and name[:1].isupper() and name not in _GEMINI_ONLY
    return own and not _has("cursor_version")(content) and not _has("positron_version")(content)


def _claude(content: JsonObject) -> bool:
    display = content.get("hook_event_name") == "MessageDisplay"
    alone = not _has("turn_id")(content) or display
    plain = _named(content) and _has("session_id")(content) and not _has("timestamp")(content)
    return plain and alone and not _codex(content) and not _has("conversation_id")(content)


def _codex(content: JsonObject) -> bool:
    started = content.get("hook_event_name") == "SessionStart" and _has("model")(content)
    turn = _has("turn_id", "model")(content) or (started and _has("permission_mode")(content))
    return _named(content) and turn and not _has("timestamp")(content)


def _qwen(content: JsonObject) -> bool:
    both = _has("tool_call_id", "tool_use_id")(content) or _has("submitted_prompt")(content)
    return _named(content) and _has("timestamp")(content) and both


def _vscode(content: JsonObject) -> bool:
    stamped = _named(content) and _has("timestamp")(content) and not _qwen(content)
    return stamped and _has("tool_use_id")(content)


def _copilot(content: JsonObject) -> bool:
    stamp = content.get("timestamp")
    number = isinstance(stamp, int | float) and not isinstance(stamp, bool)
    camel = _has("sessionId")(content) and number and not _named(content)
    if camel or _has("tool_result")(content):
        return camel or _named(content)
    tool = _named(content) and isinstance(stamp, str) and _has("tool_name")(content)
    return tool and not _has("tool_use_id")(content) and not _has("transcript_path")(content)


def _gemini(content: JsonObject) -> bool:
    return content.get("hook_event_name") in _GEMINI_ONLY


def _positron(content: JsonObject) -> bool:
    return _has("positron_version")(content)


def _augment(content: JsonObject) -> bool:
    both = _has("conversation_id", "workspace_roots")(content)
    return both and not _has("cursor_version")(content)


# host: does the payload fit
PAYLOADS: dict[str, Callable[[JsonObject], bool]] = {
    "cursor": _has("cursor_version"),
    "positron": _positron,
    "windsurf": _has("agent_action_name", "trajectory_id"),
    "copilot": _copilot,
    "vscode": _vscode,
    "codex": _codex,
    "qwen-code": _qwen,
    "gemini-cli": _gemini,
    "claude-code": _claude,
    "openhands": _has("event_type"),
    "goose": _has("event", "matcher_context"),
    "cline": _has("hookName", "clineVersion"),
    "augment": _augment,
}
# host: variables of which one is set; Claude's own ones are the last to be believed
VARIABLES: dict[str, tuple[str, ...]] = {
    "devin": ("DEVIN_PROJECT_DIR",),
    "factory-droid": ("FACTORY_PROJECT_DIR",),
    "qwen-code": ("QWEN_PROJECT_DIR", "QWEN_CODE_SESSION_ID"),
    "continue": ("CONTINUE_PROJECT_DIR",),
}
# Hosts with payloads like Claude's, and nothing of their own in them.
_LIKE_CLAUDE = ("devin", "factory-droid", "continue")


def find(data: bytes, environ: Mapping[str, str]) -> Host:
    """Return the one host that a payload fits. PayloadError if it is none, or several."""
    content = call.load(data)
    fitting = [name for name, fits in PAYLOADS.items() if fits(content)]
    if fitting == ["claude-code"]:
        session = environ.get("CLAUDE_CODE_SESSION_ID")
        others = [name for name in _LIKE_CLAUDE if _is_set(name, environ)]
        if others and session != content.get("session_id"):
            fitting = others
    if len(fitting) > 1:
        fitting = [name for name in fitting if _is_set(name, environ)] or fitting
    if len(fitting) == 1:
        return hosts.load(fitting[0])
    what = f"several hosts: {', '.join(fitting)}" if fitting else "no host that is known"
    raise PayloadError(f"payload: it fits {what}", "name the host with --host")


def _is_set(name: str, environ: Mapping[str, str]) -> bool:
    return any(environ.get(variable) for variable in VARIABLES.get(name, ()))


def _never(request: Request) -> Conversation:
    """Refuse: it is the real host that converses."""
    del request
    raise PayloadError("payload: the host is not known")


def _refuse(_native: Native | None, verdict: Verdict, _id: str) -> Reply:
    if verdict.word == "block":
        return foreign.last_resort(verdict.reason)
    return foreign.answer({})


HOST = base.Host(
    name=hosts.AUTO,
    title="whichever host fits",
    event_of=lambda _name: None,  # it depends on the host
    carries=lambda _spec: frozenset(("block",)),
    converse=_never,
    refuse=_refuse,
    find=find,
)
