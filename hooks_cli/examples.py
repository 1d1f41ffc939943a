"""The examples of a rule: what its matchers must hit, and what they must not (`hookctl check`)."""

from __future__ import annotations

from hooks_cli import events, limits, match, timelimit
from hooks_cli.model import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.match import Subject
    from hooks_cli.model import EventSpec, Hook, JsonObject

# A place that exists nowhere, so that an example means the same on every machine.
WORKSPACE = "/workspace/project"
_KEYS = (("match_examples", True), ("no_match_examples", False))


def problems(hook: Hook, spec: EventSpec) -> list[Problem]:
    """Return a problem for each example that the matchers of a rule judge otherwise."""
    rule = hook.rule or {}
    return [
        Problem(
            source=hook.source,
            pointer=f"{hook.pointer}/rule/{key}/{index}",
            message=f"{hook.name}: {wrong}: {_shown(example)}",
            hint="change the matcher or the example",
            events=(spec.name,),
            policy=hook.on_failure,
            hook=hook.name,
        )
        for key, wanted in _KEYS
        for index, example in enumerate(rule.get(key, ()))
        if (wrong := _mistake(hook, spec, example, wanted=wanted))
    ]


def _mistake(hook: Hook, spec: EventSpec, example: Any, *, wanted: bool) -> str:
    """Return what is wrong with one example, "" if nothing is."""
    subjects = [match.subject(each, payload) for each, payload in payloads(hook, spec, example)]
    try:
        found = [held(hook, subject) for subject in subjects]
    except timelimit.TooSlowError:
        return "the matcher did not come to an end for the example"
    if any(found) is wanted:
        return ""
    return "the matcher does not hold for" if wanted else "the matcher holds for"


def held(hook: Hook, subject: Subject) -> bool:
    """Tell whether the matchers of a hook hold. TooSlowError if that takes too long."""
    return timelimit.limited(
        limits.MATCHER_SECONDS, lambda: match.hook_holds(hook.matcher, hook.match, subject)
    )


def payloads(
    hook: Hook, spec: EventSpec, example: str | JsonObject
) -> Iterator[tuple[EventSpec, JsonObject]]:
    """Yield (event, payload) for an example: a whole payload, or the main text of the event.

    A hook in the list for all events is tried at the event whose business its matchers are.
    """
    if not isinstance(example, str):
        named = events.resolve(str(example.get("hook_event_name", ""))) or spec.name
        yield events.get(named), {"workspace_root": WORKSPACE, **example}
        return
    keys = frozenset(_keys(hook.match))
    if hook.pointer.startswith("/hooks/*/"):
        name = "beforeShellExecution" if "shell" in keys else "preToolUse"
        spec = events.get("beforeReadFile" if keys == {"path"} else name)
    yield spec, {"workspace_root": WORKSPACE, **_main(spec, example, keys)}


def _main(spec: EventSpec, text: str, keys: frozenset[str]) -> JsonObject:
    """Return the fields in which an event has its main text."""
    names = {field.name for field in spec.fields}
    if "tool_input" in names:
        if "shell" in keys and "server_name" not in names:
            return {"tool_id": "bash", "tool_name": "bash", "tool_input": {"command": text}}
        if "path" in keys:
            tool = {"tool_id": "read_file", "tool_name": "read_file"}
            server = {"server_name": "files"} if "server_name" in names else {}
            return {**tool, **server, "tool_input": {"file_path": text}}
        if "text" in keys or "field" in keys:
            return {"tool_id": "tool", "tool_name": "tool", "tool_input": {"text": text}}
        head, slash, tail = text.partition("/")
        if "server_name" in names and slash:
            return {"server_name": head, "tool_name": tail, "tool_input": {}}
        return {"tool_id": text, "tool_name": text, "tool_input": {}}
    if spec.name == "beforeLoadSkill" and "path" in keys:
        return {"skill_name": "skill", "skill_url": text}
    main = spec.subject[0][0] if spec.subject else "text"
    field = next((field for field in spec.fields if field.name == main), None)
    return {main: [text] if field and field.type == "array" else text}


def _keys(found: Any) -> Iterator[str]:
    """Yield the kinds of matcher in a `match`, at any depth."""
    for key, value in found.items() if isinstance(found, dict) else ():
        yield key
        for item in value if isinstance(value, list) else [value]:
            if key in ("any", "all", "not"):
                yield from _keys(item)


def _shown(example: Any) -> str:
    text = example if isinstance(example, str) else str(example)
    return repr(text if len(text) <= 120 else text[:117] + "...")  # noqa: PLR2004
