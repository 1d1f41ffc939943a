"""Say why a hook applies to a payload, or which key of which matcher did not hold on what.

Never on the way of a dispatch: whether a matcher holds is asked of `match.py` alone, so that an
explanation cannot disagree with what happens.
"""

from __future__ import annotations

import json

from hooks_cli import limits, match, matchers, timelimit
from hooks_cli._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from hooks_cli.match import Subject
    from hooks_cli.model import Hook, JsonObject

_VALUES = 3  # shown of the values that were looked at
_LONGEST = 120


class Why(Record):
    """Whether the matchers of a hook hold, and why.

    `holds` is None if one of them did not come to an end in its time. `pointer` is the key that
    decided, below the entry; "" if there is no matcher.
    """

    holds: bool | None
    text: str
    pointer: str = ""


def of(hook: Hook, subject: Subject) -> Why:
    """Return why a hook applies to a payload, or does not. For the main thread only."""
    try:
        timelimit.limited(
            limits.MATCHER_SECONDS, lambda: match.hook_holds(hook.matcher, hook.match, subject)
        )
    except timelimit.TooSlowError:
        key = "/match" if hook.match is not None else "/matcher"
        text = f"its matcher did not end within {limits.MATCHER_SECONDS:g} s: the hook fails"
        return Why(None, text, key)
    if hook.matcher and not match.pattern_holds(hook.matcher, subject.names):
        return Why(False, _matcher_text(hook.matcher, subject, holds=False), "/matcher")
    if hook.match is not None and not match.holds(hook.match, subject):
        pointer, text = _first_miss(hook.match, subject, "/match")
        return Why(False, text, pointer)
    texts = []
    if hook.matcher and hook.matcher.strip() != "*":
        texts.append(_matcher_text(hook.matcher, subject, holds=True))
    if hook.match is not None:
        texts += [_hold_text(key, value, subject) for key, value in hook.match.items()]
    pointer = "/match" if hook.match is not None else "/matcher" if texts else ""
    return Why(True, "; ".join(texts) or "it has no matcher, so it always applies", pointer)


def _matcher_text(pattern: str, subject: Subject, *, holds: bool) -> str:
    """Return what a `matcher` string was compared with."""
    looked_at = _values(list(subject.names)) or "nothing, as the payload has no subject"
    names = " or ".join("/".join(fields) for fields in subject.spec.subject) or "the event"
    if holds:
        return f"matcher {_shown(pattern)} fits {names}: {looked_at}"
    if match.names_of(pattern) is None:
        return f"{names} is {looked_at}, which does not fit {_shown(pattern)} as a whole"
    way = "a name is compared whole; a pattern such as .*name.* is not"
    return f"{names} is {looked_at}, not {_shown(pattern)} ({way})"


def _first_miss(test: JsonObject, subject: Subject, pointer: str) -> tuple[str, str]:
    """Return the pointer of the first key that does not hold, and why."""
    for key, value in test.items():
        if match.holds({key: value}, subject):
            continue
        where = f"{pointer}/{key}"
        if key in _MISSES:
            return _MISSES[key](value, subject, where)
        return where, f"{key} {_shown(value)} does not hold"
    return pointer, "it does not hold"


def _hold_text(key: str, value: Any, subject: Subject) -> str:
    """Return what made one key of a `match` hold."""
    hit = match.hit({key: value}, subject)
    if hit:
        return f"{key} has hit {hit}"
    if key == "any":
        for index, item in enumerate(value):
            if match.holds(item, subject):
                texts = [_hold_text(name, below, subject) for name, below in item.items()]
                return f"any/{index}: {' and '.join(texts)}"
    if key == "field":
        for item in _list(value):
            if matchers.field_holds(item, subject.payload):
                found = _fields(item, subject)
                return "; ".join(f"field {path} is {text}" for path, text in found)
    if key == "tool":
        return f"tool {_shown(value)} fits {_values(_tools(subject))}"
    return f"{key} {_shown(value)} holds"


def _tool_miss(value: Any, subject: Subject, where: str) -> tuple[str, str]:
    tools = _tools(subject)
    if not tools:
        return where, f"the payload names no tool, {_shown(value)} was asked for"
    return where, f"the tool is {_values(tools)}, not {_shown(value)}"


def _tools(subject: Subject) -> list[Any]:
    payload = subject.payload
    return [payload[key] for key in ("tool_id", "tool_name") if isinstance(payload.get(key), str)]


def _host_miss(value: Any, subject: Subject, where: str) -> tuple[str, str]:
    return where, f"the host is {subject.host}, not {_shown(value)}"


def _text_miss(value: Any, subject: Subject, where: str) -> tuple[str, str]:
    for item in _list(value):
        if isinstance(item, dict) and "in" in item:
            found = list(matchers.values_at(subject.payload, item["in"]))
            if not found:
                return f"{where}/in", f"{item['in']} is missing in the payload"
            rest = {key: below for key, below in item.items() if key != "in"}
            return where, f"{item['in']} is {_values(found)}: {_shown(rest)} is not in it"
    return where, f"{_shown(value)} is in none of the texts of the payload"


def _field_miss(value: Any, subject: Subject, where: str) -> tuple[str, str]:
    """Name the first path that fails, of the first alternative; the others fail as well."""
    items = _list(value)
    texts = []
    for index, item in enumerate(items):
        below = f"{where}/{index}" if isinstance(value, list) else where
        for path, tests in matchers._conditions(item):  # noqa: SLF001 - the same reading of both spellings
            if matchers.field_holds({"path": path, **tests}, subject.payload):
                continue
            found = dict(_fields({"path": path}, subject))[path]
            texts.append((f"{below}/{_failing(path, tests, subject)}", _untrue(path, found, tests)))
            break
    if not texts:
        return where, f"{_shown(value)} does not hold"
    return texts[0][0] if len(texts) == 1 else where, "; ".join(text for _, text in texts)


def _failing(path: str, tests: JsonObject, subject: Subject) -> str:
    """Return the test that fails by itself, `path` if the value is missing."""
    for key in tests:
        if not matchers.field_holds({"path": path, key: tests[key]}, subject.payload):
            return key
    return "path"


def _untrue(path: str, found: str, tests: JsonObject) -> str:
    wanted = " and ".join(f"{key} {_shown(value)}" for key, value in tests.items())
    return f"{path} is {found}, expected {wanted}"


def _fields(item: Any, subject: Subject) -> Iterator[tuple[str, str]]:
    """Yield each path of a `field` matcher with the values that stand there."""
    for path, _ in matchers._conditions(item):  # noqa: SLF001 - as above
        found = [value for value in matchers.values_at(subject.payload, path) if value is not None]
        yield path, _values(found) or "missing"


def _path_miss(value: Any, subject: Subject, where: str) -> tuple[str, str]:
    from hooks_cli import path_values  # noqa: PLC0415 - only for such matchers

    found = [item.text for item in path_values.of(subject).found]
    runs = _runs(subject)
    looked_at = _values(found) or "no path in the payload"
    if runs:
        looked_at += f", nor one in the command {_values(runs)}"
    return where, f"{looked_at}: none fits {_shown(value)}"


def _shell_miss(value: Any, subject: Subject, where: str) -> tuple[str, str]:
    """Name the keys of a shell matcher that do not hold by themselves."""
    from hooks_cli import shell_keys  # noqa: PLC0415 - only for such matchers

    runs = _runs(subject)
    if not runs:
        return where, f"{subject.spec.name} carries no shell command here"
    for index, item in enumerate(_list(value)):
        below = f"{where}/{index}" if isinstance(value, list) else where
        outer = {key: item[key] for key in item if key in shell_keys.OUTER}
        for key in item:
            alone = {"shell": {**outer, key: item[key]}}
            if key not in shell_keys.OUTER and not match.holds(alone, subject):
                text = f"the command runs {_values(runs)}: none has {key} {_shown(item[key])}"
                return f"{below}/{key}", text
    return where, f"the command runs {_values(runs)}: none has all of {_shown(value)}"


def _runs(subject: Subject) -> list[str]:
    """Return the programs that the shell command of an event runs, as texts."""
    from hooks_cli import shell_tools  # noqa: PLC0415 - only for such matchers
    from hooks_cli.shell import analyse, reason  # noqa: PLC0415 - as above

    found: list[str] = []
    for command, language in shell_tools.commands(subject):
        if command is not None:
            runs = analyse(command, language).runs
            found += [reason.of_run(run).replace("`", "") for run in runs] or [command]
    return found


def _any_miss(value: Any, subject: Subject, where: str) -> tuple[str, str]:
    texts = [_first_miss(item, subject, "")[1] for item in value]
    return where, "none of the alternatives holds: " + "; ".join(texts)


def _all_miss(value: Any, subject: Subject, where: str) -> tuple[str, str]:
    for index, item in enumerate(value):
        if not match.holds(item, subject):
            return _first_miss(item, subject, f"{where}/{index}")
    return where, "not all of them hold"


def _not_miss(value: Any, subject: Subject, where: str) -> tuple[str, str]:
    texts = [_hold_text(key, item, subject) for key, item in value.items()]
    return where, f"what must not hold does: {' and '.join(texts)}"


_MISSES: dict[str, Callable[[Any, Subject, str], tuple[str, str]]] = {
    "tool": _tool_miss,
    "host": _host_miss,
    "text": _text_miss,
    "field": _field_miss,
    "path": _path_miss,
    "shell": _shell_miss,
    "any": _any_miss,
    "all": _all_miss,
    "not": _not_miss,
}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _values(values: list[Any]) -> str:
    """Return the first of some values, "" if there is none."""
    shown = [_shown(value) for value in values[:_VALUES]]
    more = len(values) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _shown(value: Any) -> str:
    """Return a value as JSON, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 6]} [...]"
