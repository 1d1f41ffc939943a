"""Answers of a few words: exit status and stderr, or one flat object, as a table's options say.

An option that describes an object is a list of words: `key=value` stands for itself (true and
false are booleans), a bare `key` gets the text. Options: `block` and `block_status`, for gates;
`stop` and `stop_status`, for the refusal of a stop; `allow`; `ask`; `input`, the key of a
rewrite; `context`, the key of a context, or `stdout` where plain text is one.
"""

from __future__ import annotations

from hooks_cli.hosts import foreign
from hooks_cli.model import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.hosts.foreign import Final

_WITH_CONTEXT = ("pre_tool", "prompt", "post_tool", "context")


def encode(final: Final) -> Reply:
    """Return the answer of a native event."""
    options = final.table.options
    shape = final.row.answer if final.row else "none"
    if final.word == "block" and shape != "none":
        reason = foreign.bounded("\n\n".join((final.reason, *final.context)))
        kind = "stop" if shape == "stop" else "block"
        event = final.row.native if final.row else ""
        body = filled(options.get(kind, ""), reason)
        if kind == "stop" and options.get("nested_stop"):
            body = {"hookSpecificOutput": {"hookEventName": event, **body}}
        status = int(options.get(f"{kind}_status", "0"))
        return foreign.answer(body, status, foreign.line(reason))
    body = filled(options.get("allow", ""), "")
    if final.word == "ask" and shape == "pre_tool":
        body = filled(options["ask"], foreign.bounded(final.reason))
    if final.input is not None and options.get("input"):
        body[options["input"]] = final.input
    text, key = foreign.context_text(final), options.get("context", "")
    if text and key and shape in _WITH_CONTEXT:
        if key == "stdout":
            return Reply(0, foreign.line(text))
        body[key] = text
    return foreign.answer(body)


def filled(words: str, text: str) -> dict[str, Any]:
    """Return the object that an option describes, with the text in its place."""
    body: dict[str, Any] = {}
    for word in words.split():
        key, equals, value = word.partition("=")
        body[key] = {"true": True, "false": False}.get(value, value) if equals else text
    return body
