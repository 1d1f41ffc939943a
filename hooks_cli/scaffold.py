"""What `hookctl new` and `hookctl init` write: templates filled in; no file is replaced."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from hooks_cli._record import Record
from hooks_cli.config import entry
from hooks_cli.errors import HookctlError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hooks_cli.model import EventSpec

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
TEMPLATES = os.path.join(_PACKAGE, "templates")
# The wheel carries the library inside the package, a checkout has it beside the package.
_LIBRARY = os.path.join("scripts", "lib", "hookctl.sh")
_PLACES = (os.path.join(_PACKAGE, "shipped"), os.path.dirname(_PACKAGE))
SUFFIX = {"sh": ".sh", "python": ".py"}

# The field that a scaffolded policy looks at, where it is not the event's subject.
_LOOKED_AT = {
    "beforeStartAction": "input_content",
    "subagentStart": "content",
    "beforeMCPExecution": "tool_name",
    "postToolUse": "tool_output",
    "afterMCPExecution": "tool_name",
    "afterAgentThought": "text",
    "afterUserAcceptChanges": "session_id",
    "afterUserRejectChanges": "session_id",
    "afterUserCopyResponse": "content",
    "afterModelResponse": "response",
    "afterAgentResponse": "response",
}
# The field that a scaffolded interceptor changes, where it is not the first that may be changed.
_CHANGED = {
    "preToolUse": "tool_input.command",
    "beforeMCPExecution": "tool_input.query",
    "beforeEditFile": "content",
}


class Policy(Record):
    """A policy to make: its template (`block`, `modify`, `context` or `note`) and its field."""

    name: str
    spec: EventSpec
    kind: str
    shape: str
    field: str


def policy(name: str, spec: EventSpec, kind: str | None) -> Policy:
    """Return the shortest policy of a kind for an event. UsageError if it could do nothing there.

    Without a kind it is a guardrail where something can be blocked, else the event's default.
    """
    kind = kind or ("guardrail" if spec.blocking else entry.default_kind(spec))
    if kind == "guardrail" and "block" not in spec.carries:
        raise UsageError(
            f"{spec.name} carries no block: a guardrail could stop nothing there",
            f"leave --kind out, which makes it {_article(entry.default_kind(spec))}",
        )
    if kind == "lifecycle":
        return Policy(name, spec, kind, "note", _looked_at(spec))
    if kind == "guardrail":
        return Policy(name, spec, kind, "block", _looked_at(spec))
    if "modify" not in spec.carries:
        return Policy(name, spec, kind, "context", _looked_at(spec))
    return Policy(name, spec, kind, "modify", _CHANGED.get(spec.name, spec.modifiable[0]))


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _looked_at(spec: EventSpec) -> str:
    return _LOOKED_AT.get(spec.name) or spec.subject[0][0]


def script(item: Policy, lang: str) -> str:
    """Return the text of a policy script."""
    return _filled(os.path.join(lang, item.shape + SUFFIX[lang]), _words(item))


def case(item: Policy, config: str) -> str:
    """Return the text of its test; `config` is the name of the configuration file."""
    return _filled(os.path.join("tests", f"{item.shape}.yaml"), {**_words(item), "CONFIG": config})


def _words(item: Policy) -> dict[str, str]:
    keys = item.field.split(".")
    word = f"forbidden-{item.name}"
    rest = {"tool_id": "invoke_cmd_line"} if item.spec.name == "preToolUse" else {}
    changes: Any = "value"
    for key in reversed(keys):
        changes = f"{json.dumps(key)}: {changes}"
        changes = "{" + changes + "}"
    return {
        "NAME": item.name,
        "EVENT": item.spec.name,
        "FIELD": item.field,
        "WORD": word,
        "REASON": {
            "block": f"{item.name}: not allowed here",
            "context": f"a note from {item.name}",
        }.get(item.shape, ""),
        "ITEM": "".join(f"[{json.dumps(key)}]" for key in keys),
        "GET": "".join(f".get({json.dumps(key)}, {{}})" for key in keys[:-1])
        + f".get({json.dumps(keys[-1])})",
        "CHANGES": changes,
        "BAD": json.dumps({**rest, **_nested(keys, f"a {word} text")}),
        "BETTER": json.dumps(_nested(keys, "a allowed text")),
        "GOOD": json.dumps({**rest, **_nested(keys, "a harmless text")}),
    }


def _nested(keys: list[str], value: Any) -> dict[str, Any]:
    for key in reversed(keys):
        value = {key: value}
    return dict(value)


def template(name: str) -> str:
    """Return a template; its file has one suffix more, so that nothing takes it for the thing."""
    return read(os.path.join(TEMPLATES, f"{name}.txt"))


def _filled(name: str, words: Mapping[str, str]) -> str:
    """Return a template with its words put in; each stands between two @."""
    parts = template(name).split("@")
    return "".join(words.get(part, f"@{part}@") if i % 2 else part for i, part in enumerate(parts))


def library() -> str:
    """Return the text of the library for policies in sh. HookctlError if it is not installed."""
    for place in _PLACES:
        path = os.path.join(place, _LIBRARY)
        if os.path.isfile(path):
            return read(path)
    raise HookctlError("the library for sh is not installed", "install hookctl again")


def read(path: str) -> str:
    """Return a text as it is."""
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def make(path: str, text: str, mode: int = 0o644) -> None:
    """Make a file. HookctlError if something is there already, or it cannot be written."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with open(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise exists(path) from None
    except OSError as error:
        raise HookctlError(f"{path}: cannot be written: {error.strerror}") from None


def exists(path: str) -> HookctlError:
    """Return the refusal to replace a file."""
    return HookctlError(f"{path}: exists already, and is left as it is", "choose another name")


def replace_text(path: str, data: bytes) -> None:
    """Put new content into a file at once: nobody ever reads half of it. HookctlError if not."""
    real = os.path.realpath(path)
    draft = f"{real}.{os.getpid()}.new"
    try:
        mode = os.stat(real).st_mode & 0o7777
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, mode)
        os.replace(draft, real)
    except OSError as error:
        raise HookctlError(f"{path}: cannot be written: {error.strerror}") from None
