"""Decide whether a hook applies to a payload (design section 5). Pure, with a time limit."""

from __future__ import annotations

import re

from hooks_cli import events, matchers
from hooks_cli._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from hooks_cli.model import EventSpec, JsonObject

# Letters, digits, _ - . : / and spaces, with | or , between: names, compared whole.
_NAMES = re.compile(r"[\w\-.:/ |,]*")
_ALWAYS = ("", "*")


class Subject(Record):
    """What matchers look at: one event with its payload, from one host.

    `names` are the strings that a plain `matcher` is compared with, `tools` the names of the tool,
    for MCP also `server/tool`. `negated` says that a `not`
    is being looked into: what cannot be known counts the other way round in there.
    """

    spec: EventSpec
    payload: JsonObject
    host: str
    names: tuple[str, ...]
    tools: tuple[str, ...] = ()
    negated: bool = False


def subject(spec: EventSpec, payload: JsonObject, host: str = "generic") -> Subject:
    """Return what matchers look at for a payload."""
    names = events.subjects(spec, payload) + spec.constants
    tools = [payload.get(key) for key in ("tool_id", "tool_name")]
    if isinstance(payload.get("server_name"), str):
        tools.append(f"{payload['server_name']}/{payload.get('tool_name')}")
    return Subject(spec, payload, host, names, tuple(t for t in tools if isinstance(t, str)))


_named: dict[str, tuple[str, ...] | None] = {}


def names_of(pattern: str) -> tuple[str, ...] | None:
    """Return the names that a `matcher` string consists of, None if it is a regular expression.

    Remembered, since a thousand matchers are looked at three times each.
    """
    if pattern not in _named:
        plain = _NAMES.fullmatch(pattern)
        parts = pattern.replace(",", "|").split("|") if plain else ()
        _named[pattern] = tuple(part.strip() for part in parts) if plain else None
    return _named[pattern]


def pattern_mistake(pattern: str) -> str:
    """Return what is wrong with a `matcher` string, "" if nothing is."""
    plain = pattern.strip() in _ALWAYS or names_of(pattern) is not None
    return "" if plain else matchers.regex_mistake(pattern)


def pattern_holds(pattern: str, subjects: tuple[str, ...]) -> bool:
    """Tell whether a `matcher` string fits one of the subjects.

    A name starting with two underscores also fits the ending of a plugin's tool, which is called
    `plugin__<id>__<tool>` (design section 12).
    """
    if pattern.strip() in _ALWAYS:
        return True
    names = names_of(pattern)
    if names is not None:
        for subject in subjects:
            if subject in names:
                return True
            if subject.startswith("plugin__"):
                endings = tuple(name for name in names if name.startswith("__"))
                if subject.endswith(endings):
                    return True
        return False
    # A command may have several lines; a dot that stopped at the first would miss the others.
    whole = re.compile(pattern, re.DOTALL)
    return any(whole.fullmatch(subject) for subject in subjects)


def hook_holds(matcher: str | None, match: JsonObject | None, subject: Subject) -> bool:
    """Tell whether a hook with these matchers applies; both must hold if both are given."""
    if matcher and not pattern_holds(matcher, subject.names):
        return False
    return match is None or holds(match, subject)


def is_quick(matcher: str | None, match: JsonObject | None) -> bool:
    """Tell whether matchers are plain comparisons, which need no time limit."""
    return (not matcher or names_of(matcher) is not None) and (match is None or is_plain(match))


def is_plain(match: Any) -> bool:
    """Tell whether a `match` is right and simple: names of tools, fields that are equal.

    There may be a thousand of these, and a closer look at each would cost.
    """
    if not isinstance(match, dict) or not match:
        return False
    for key, value in match.items():
        if key == "tool":
            if not value or not isinstance(value, str) or names_of(value) is None:
                return False
        elif key != "field" or not matchers.is_plain_field(value):
            return False
    return True


def holds(match: JsonObject, subject: Subject) -> bool:
    """Tell whether a `match` object holds: all of its keys must."""
    return all(_KEYS[key][1](value, subject) for key, value in match.items())


def mistakes(match: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield (pointer, what was expected) for each mistake in a `match` object."""
    if not isinstance(match, dict):
        yield pointer, "expected an object of matchers"
        return
    if not match:
        yield pointer, "expected at least one matcher; leave match out to match always"
    for key, value in match.items():
        where = f"{pointer}/{key}"
        if key not in _KEYS:
            yield where, f'unknown matcher "{key}", known: {", ".join(sorted(_KEYS))}'
            continue
        for below, what in _KEYS[key][0](value):
            yield where + below, what


def hit(match: JsonObject | None, subject: Subject) -> str:
    """Return what a `match` that holds has hit in the action, "" if it has nothing to say."""
    if not match or not _looks_at_actions(match):
        return ""
    from hooks_cli import action_match  # noqa: PLC0415 - only for such matchers

    return action_match.hit(match, subject)


def _looks_at_actions(match: Any) -> bool:
    """Tell whether `path` or `shell` is somewhere in a `match`."""
    if isinstance(match, list):
        return any(map(_looks_at_actions, match))
    if not isinstance(match, dict):
        return False
    return any(
        key in ("path", "shell") or (key in ("any", "all", "not") and _looks_at_actions(value))
        for key, value in match.items()
    )


def _alternatives(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _tool_holds(value: Any, subject: Subject) -> bool:
    """Test the names of the tool; an event without a tool has none that fits."""
    if not subject.tools:
        return False
    return any(pattern_holds(pattern, subject.tools) for pattern in _alternatives(value))


def _host_holds(value: Any, subject: Subject) -> bool:
    return subject.host in _alternatives(value)


def _text_holds(value: Any, subject: Subject) -> bool:
    return any(matchers.text_holds(item, subject) for item in _alternatives(value))


def _field_holds(value: Any, subject: Subject) -> bool:
    return any(matchers.field_holds(item, subject.payload) for item in _alternatives(value))


def _any_holds(value: Any, subject: Subject) -> bool:
    return any(holds(item, subject) for item in value)


def _all_hold(value: Any, subject: Subject) -> bool:
    return all(holds(item, subject) for item in value)


def _not_holds(value: Any, subject: Subject) -> bool:
    return not holds(value, subject.replace(negated=not subject.negated))


def _path_holds(value: Any, subject: Subject) -> bool:
    from hooks_cli import action_match  # noqa: PLC0415 - only where a configuration has it

    return action_match.path_holds(value, subject)


def _shell_holds(value: Any, subject: Subject) -> bool:
    from hooks_cli import action_match  # noqa: PLC0415 - as above

    return action_match.shell_holds(value, subject)


def _path_mistakes(value: Any) -> Iterator[tuple[str, str]]:
    from hooks_cli import globs  # noqa: PLC0415 - as above

    yield from globs.mistakes(value)


def _shell_mistakes(value: Any) -> Iterator[tuple[str, str]]:
    from hooks_cli import shell_keys  # noqa: PLC0415 - as above

    yield from shell_keys.mistakes(value)


def _each(check: Callable[[Any], Iterator[tuple[str, str]]]) -> Callable[[Any], Any]:
    """Return a check of one value or of a list of alternatives, which must not be empty."""

    def both(value: Any) -> Iterator[tuple[str, str]]:
        if not isinstance(value, list):
            yield from check(value)
            return
        if not value:
            yield "", "expected at least one alternative"
        for index, item in enumerate(value):
            for below, what in check(item):
                yield f"/{index}{below}", what

    return both


def _pattern_mistakes(value: Any) -> Iterator[tuple[str, str]]:
    what = pattern_mistake(value) if isinstance(value, str) else "expected a string"
    if what or value == "":
        yield "", what or "expected a name or a regular expression"


def _host_mistakes(value: Any) -> Iterator[tuple[str, str]]:
    from hooks_cli import hosts  # noqa: PLC0415 - only where a configuration names a host

    if value not in hosts.NAMES:
        yield "", f"expected a host: {', '.join(hosts.NAMES)}"


def _list_mistakes(value: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(value, list) or not value:
        yield "", "expected a list of match objects that is not empty"
        return
    for index, item in enumerate(value):
        yield from mistakes(item, f"/{index}")


# key: what is wrong with its value, whether it holds
_KEYS: dict[str, tuple[Callable[[Any], Any], Callable[[Any, Subject], bool]]] = {
    "tool": (_each(_pattern_mistakes), _tool_holds),
    "host": (_each(_host_mistakes), _host_holds),
    "text": (_each(matchers.text_mistakes), _text_holds),
    "field": (_each(matchers.field_mistakes), _field_holds),
    "path": (_path_mistakes, _path_holds),
    "shell": (_each(_shell_mistakes), _shell_holds),
    "any": (_list_mistakes, _any_holds),
    "all": (_list_mistakes, _all_hold),
    "not": (mistakes, _not_holds),
}
