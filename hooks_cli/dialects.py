"""The JSON object that a hook prints, in hookctl's own words or those of a host (section 6).

An unknown word, a value of the wrong type, or two words that contradict each other is malformed:
a failure, never an allow.
"""

from __future__ import annotations

from hooks_cli import limits, strictjson
from hooks_cli.model import Answer
from hooks_cli.text import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.model import EventSpec, JsonObject, Word

# Every spelling of a decision that some host has, compared without case.
WORDS: dict[str, Word] = {
    "allow": "allow",
    "approve": "allow",
    "block": "block",
    "deny": "block",
    "modify": "modify",
    "route": "route",
    "ask": "ask",
}
# Where a decision, a reason, ... may stand. "hso" is Claude Code's hookSpecificOutput.
_WORD_KEYS = ("decision", "permission", "permissionDecision", "hso.permissionDecision")
_REASON_KEYS = (
    "reason",
    "permissionDecisionReason",
    "hso.permissionDecisionReason",
    "agent_message",
    "agentMessage",
    "user_message",
    "userMessage",
    "stopReason",
    "followup_message",
)
_CONTEXT_KEYS = ("context", "additionalContext", "additional_context", "hso.additionalContext")
_MESSAGE_KEYS = ("message", "systemMessage", "user_message", "userMessage")
# New arguments of a tool, always complete.
_INPUT_KEYS = (
    "updated_input",
    "updatedInput",
    "modifiedArgs",
    "hso.updatedInput",
    "hso.tool_input",
    "input",
    "arguments",
)
_OUTPUT_KEYS = ("hso.updatedToolOutput", "hso.updatedMCPToolOutput")
_OTHER_KEYS = ("changes", "replace", "route", "name", "continue", "hookSpecificOutput")
_INERT_KEYS = ("suppressOutput", "env", "hookEventName", "hook_event_name")
_NESTED = "hookSpecificOutput"
# What may stand in the nested object beside the keys above: words of hosts without effect here.
_NESTED_KEYS = ("hso.decision", "hso.hookEventName")
_KNOWN = {
    key
    for keys in (
        _WORD_KEYS,
        _REASON_KEYS,
        _CONTEXT_KEYS,
        _MESSAGE_KEYS,
        _INPUT_KEYS,
        _OTHER_KEYS,
        _INERT_KEYS,
    )
    for key in keys
    if "." not in key
}
_KNOWN_NESTED = {
    key.removeprefix("hso.")
    for keys in (_WORD_KEYS, _REASON_KEYS, _CONTEXT_KEYS, _INPUT_KEYS, _OUTPUT_KEYS, _NESTED_KEYS)
    for key in keys
    if key.startswith("hso.")
}


class MalformedError(Exception):
    """The text is no proper answer."""


def parse(value: JsonObject, spec: EventSpec) -> Answer:
    """Return the answer in the JSON object of a hook at the event `spec`.

    MalformedError says what is wrong. null counts as missing everywhere.
    """
    flat = _flat(value)
    word = _word(flat)
    notes = tuple(_unknown(value, word))
    changes, replace = _own_changes(flat), _replacement(flat, spec, word)
    dialect = _dialect_changes(flat, spec)
    if dialect and word in (None, "allow"):
        word = "modify"  # for these hosts a rewrite is a kind of allow
    if word == "block":
        return Answer(
            word=word,
            reason=_first(flat, _REASON_KEYS, limits.REASON_BYTES),
            context=_first(flat, _CONTEXT_KEYS),
            message=_first(flat, _MESSAGE_KEYS),
            notes=notes,
        )
    if dialect:
        replace = {**(replace or {}), **dialect}
    _check_fit(word, flat, changes, replace)
    return Answer(
        word=word,
        reason=_first(flat, _REASON_KEYS, limits.REASON_BYTES),
        changes=changes,
        values=replace,
        route=_route(flat) if word == "route" else None,
        context=_first(flat, _CONTEXT_KEYS),
        message=_first(flat, _MESSAGE_KEYS),
        notes=notes,
    )


def _flat(value: JsonObject) -> dict[str, Any]:
    """Return the keys that are not null, those of the nested object as "hso.KEY"."""
    flat = {key: item for key, item in value.items() if item is not None}
    nested = flat.get(_NESTED, {})
    if not isinstance(nested, dict):
        raise MalformedError(f"malformed answer: {_NESTED} is not an object")
    flat.update((f"hso.{key}", item) for key, item in nested.items() if item is not None)
    # Claude Code's PermissionRequest says {"decision": {"behavior": "allow"}} in there.
    behaviour = flat.get("hso.decision")
    if behaviour is not None and not isinstance(behaviour, dict):
        behaviour = {"behavior": behaviour}
    if behaviour is not None:
        flat.setdefault("hso.permissionDecision", behaviour.get("behavior"))
        flat.setdefault("hso.permissionDecisionReason", behaviour.get("message") or "")
        if behaviour.get("updatedInput") is not None:
            flat.setdefault("hso.updatedInput", behaviour["updatedInput"])
    return flat


def _unknown(value: JsonObject, word: Word | None) -> Iterator[str]:
    """Yield a note for each unknown key; one that looks like a slip of a known one is malformed.

    `{"decison": "block"}` must not be read as no opinion. A block that was understood stays one:
    as a failure it could be let through by policy.
    """
    known = [(key, _KNOWN) for key in value]
    known += [(key, _KNOWN_NESTED) for key in value.get(_NESTED) or ()]
    for key, names in known:
        if key in names:
            continue
        from hooks_cli.nearest import nearest  # noqa: PLC0415 - only for mistakes

        near = nearest(key, names)
        if near and word != "block":
            raise MalformedError(f'malformed answer: unknown key "{key}", did you mean "{near}"?')
        yield f'unknown key "{key[:40]}" in the answer'


def _word(flat: dict[str, Any]) -> Word | None:
    """Return the one decision; a contradiction between dialects is malformed."""
    said: dict[str, Word] = {}
    for key in _WORD_KEYS:
        if key in flat:
            text = flat[key]
            word = WORDS.get(text.strip().lower()) if isinstance(text, str) else None
            if word is None:
                shown = strictjson.dumps(text).decode()[:60]
                raise MalformedError(
                    f"malformed answer: unknown decision {shown} in {key}, "
                    f"expected one of {', '.join(sorted(WORDS))}"
                )
            said[key] = word
    if "continue" in flat:
        if not isinstance(flat["continue"], bool):
            raise MalformedError("malformed answer: continue is not true or false")
        if not flat["continue"]:
            said["continue"] = "block"
    words = set(said.values())
    if words == {"allow", "modify"} and any(key in flat for key in _INPUT_KEYS):
        return "modify"
    if len(words) > 1:
        shown = ", ".join(f"{key} says {word}" for key, word in said.items())
        raise MalformedError(f"malformed answer: contradiction: {shown}")
    return words.pop() if words else None


def _own_changes(flat: dict[str, Any]) -> JsonObject | None:
    changes = flat.get("changes")
    if changes is not None and not isinstance(changes, dict):
        raise MalformedError("malformed answer: changes is not an object")
    return changes


def _replacement(flat: dict[str, Any], spec: EventSpec, word: Word | None) -> JsonObject | None:
    """Return `replace`; ai4j's `name` is a whole new value too."""
    replace = flat.get("replace")
    if replace is not None and not isinstance(replace, dict):
        raise MalformedError("malformed answer: replace is not an object")
    if "name" in flat and word == "modify":
        if not isinstance(flat["name"], str) or not flat["name"]:
            raise MalformedError("malformed answer: name is not the name of a tool")
        key = next((key for key in ("tool_id", "tool_name") if key in spec.modifiable), "")
        if key:
            replace = {**(replace or {}), key: flat["name"]}
    return replace


def _dialect_changes(flat: dict[str, Any], spec: EventSpec) -> JsonObject | None:
    """Return what a host's own key for a rewrite means for the fields of this event."""
    found = [flat[key] for key in _INPUT_KEYS if key in flat]
    if any(item != found[0] for item in found):
        raise MalformedError("malformed answer: two different new inputs")
    changes: dict[str, Any] = {}
    if found:
        changes.update(_new_input(found[0], spec))
    for key in _OUTPUT_KEYS:
        if key in flat:
            output = flat[key]
            text = output if isinstance(output, str) else strictjson.dumps(output).decode()
            changes["tool_output"] = text
    return changes or None


def _new_input(value: Any, spec: EventSpec) -> JsonObject:
    """Return the fields that a new input stands for at this event."""
    prompt = next((key for key in ("prompt", "input_content") if key in spec.modifiable), "")
    if isinstance(value, str) and prompt:
        return {prompt: value}
    if isinstance(value, str):  # ai4j's arguments are JSON in a string
        try:
            value = strictjson.load_object(value.encode("utf-8"))
        except (strictjson.JsonError, UnicodeEncodeError) as error:
            raise MalformedError(f"malformed answer: new arguments: {error}") from None
    if not isinstance(value, dict):
        raise MalformedError("malformed answer: the new input is not an object")
    return {"tool_input": value} if "tool_input" in spec.modifiable else value


def _check_fit(word: Word | None, flat: dict[str, Any], changes: Any, replace: Any) -> None:
    """Refuse a decision without its data, and data without its decision."""
    if word == "modify" and not changes and not replace:
        raise MalformedError("malformed answer: modify without anything to change")
    if word not in ("modify", "ask") and (changes is not None or replace is not None):
        key = "changes" if changes is not None else "replace"
        raise MalformedError(f'malformed answer: {key} needs "decision": "modify"')
    if "route" in flat and word != "route":
        raise MalformedError('malformed answer: route needs "decision": "route"')


def _route(flat: dict[str, Any]) -> JsonObject:
    """Return the route; provider and profile trimmed, the command as it is."""
    route = flat.get("route")
    if not isinstance(route, dict):
        raise MalformedError('malformed answer: route without a "route" object')
    checked = {}
    for key in ("provider", "profile", "command"):
        value = route.get(key)
        if value is None and key == "profile":
            continue
        if not isinstance(value, str) or (key != "profile" and not value.strip()):
            raise MalformedError(f"malformed answer: route.{key} is missing or blank")
        text = value if key == "command" else value.strip()
        if text:
            checked[key] = text
    unknown = set(route) - {"provider", "profile", "command"}
    if unknown:
        raise MalformedError(f"malformed answer: unknown key in route: {min(unknown)[:40]}")
    return checked


def _first(flat: dict[str, Any], keys: tuple[str, ...], size: int = limits.STDOUT_BYTES) -> str:
    """Return the first of some texts that is not empty, cut to `size` bytes."""
    texts = [flat[key] for key in keys if key in flat]
    wrong = next((key for key in keys if key in flat and not isinstance(flat[key], str)), "")
    if wrong:
        raise MalformedError(f"malformed answer: {wrong} is not a string")
    text: str = next((item for item in texts if item.strip()), "")
    return cut(text, size)
