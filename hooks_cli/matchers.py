"""The matchers that look into a payload: `text` and `field` (design section 5)."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from hooks_cli.match import Subject
    from hooks_cli.model import JsonObject

# What an adapter adds to the payload of a host; it says where, not what.
_NOT_THE_EVENT = ("host", "native", "native_event", "cwd")
_TEXT_KEYS = ("contains", "regex", "secret", "in", "ignore_case")
_FIELD_TESTS = ("equals", "glob", "regex", "exists")
_PLAIN_FIELD = {"path", "equals"}


def regex_mistake(pattern: str) -> str:
    """Return why a regular expression cannot be compiled, "" if it can."""
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return f"not a regular expression: {error}"
    return ""


def text_holds(test: Any, subject: Subject) -> bool:
    """Search the event's own strings, at any depth, or those at the path `in`."""
    test = {"contains": test} if isinstance(test, str) else test
    if "in" in test:
        roots = list(values_at(subject.payload, test["in"]))
    else:
        from hooks_cli.event_table import BASE_FIELDS  # noqa: PLC0415 - a rarely used matcher

        base = {field[0] for field in BASE_FIELDS}
        own = (key for key in subject.payload if key not in base)
        roots = [subject.payload[key] for key in own if key not in _NOT_THE_EVENT]
    flags = re.IGNORECASE if test.get("ignore_case") else 0
    patterns = [re.escape(word) for word in _list(test.get("contains", []))]
    patterns += _list(test.get("regex", []))
    tests: list[Callable[[str], object]] = [
        re.compile(pattern, flags).search for pattern in patterns
    ]
    if test.get("secret"):
        from hooks_cli import secret_find  # noqa: PLC0415 - only where it is asked for

        tests.append(secret_find.has)
    return any(look(text) for root in roots for text in strings(root) for look in tests)


def text_mistakes(test: Any) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a `text` matcher."""
    if isinstance(test, str) and test:
        return
    if not isinstance(test, dict) or not {"contains", "regex", "secret"} & set(test):
        yield "", 'expected a text to look for, or an object with "contains", "regex" or "secret"'
        return
    for key, value in test.items():
        if key not in _TEXT_KEYS:
            yield f"/{key}", f'unknown key "{key}", known: {", ".join(_TEXT_KEYS)}'
        elif key == "ignore_case":
            if not isinstance(value, bool):
                yield f"/{key}", "expected true or false"
        elif key == "secret":
            if value is not True:
                yield f"/{key}", "expected true"
        elif key == "in":
            if not isinstance(value, str) or not value:
                yield f"/{key}", "expected a dotted path such as tool_input.command"
        elif not _list(value) or not all(isinstance(item, str) and item for item in _list(value)):
            yield f"/{key}", "expected a string that is not empty, or a list of them"
        elif key == "regex":
            yield from ((f"/{key}", what) for item in _list(value) if (what := regex_mistake(item)))


def field_holds(test: JsonObject, payload: JsonObject) -> bool:
    """Test the values at dotted paths: `{"path": P, "equals": V}` or `{P: {"equals": V}}`."""
    path = test.get("path")
    if isinstance(path, str):
        return _values_hold(values_at(payload, path), test)
    return all(
        _values_hold(values_at(payload, path), condition) for path, condition in _conditions(test)
    )


def is_plain_field(test: Any) -> bool:
    """Tell whether a `field` matcher is right, and compares one value."""
    return isinstance(test, dict) and test.keys() == _PLAIN_FIELD and isinstance(test["path"], str)


def field_mistakes(test: Any) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a `field` matcher."""
    if not isinstance(test, dict) or not test:
        yield "", 'expected an object such as {"path": "tool_input.command", "regex": "^git "}'
        return
    if "path" in test and not isinstance(test["path"], str | dict):
        yield "/path", "expected a dotted path such as tool_input.command"
        return
    for path, condition in _conditions(test):
        where = "" if isinstance(test.get("path"), str) else f"/{path}"
        tests = [key for key in condition if key in _FIELD_TESTS]
        if not tests:
            yield where, f"expected one of {', '.join(_FIELD_TESTS)}"
        for key in condition:
            if key not in _FIELD_TESTS:
                yield f"{where}/{key}", f'unknown test "{key}", known: {", ".join(_FIELD_TESTS)}'
        for key in ("glob", "regex"):
            texts = _list(condition.get(key, "x"))
            if not texts or not all(isinstance(text, str) for text in texts):
                yield f"{where}/{key}", "expected a string or a list of them"
            elif key == "regex":
                wrong = (what for text in texts if (what := regex_mistake(text)))
                yield from ((f"{where}/{key}", what) for what in wrong)
        if not isinstance(condition.get("exists", True), bool):
            yield f"{where}/exists", "expected true or false"


def values_at(value: Any, path: str) -> Iterator[Any]:
    """Yield the values at a dotted path. A list stands for its items, or a number picks one."""
    head, _, rest = path.partition(".")
    if not rest and isinstance(value, dict):
        if head in value:
            yield value[head]
    elif isinstance(value, list):
        if head.isascii() and head.isdigit():
            if int(head) < len(value):
                yield from values_at(value[int(head)], rest) if rest else (value[int(head)],)
        else:
            for item in value:
                yield from values_at(item, path)
    elif isinstance(value, dict) and head in value:
        yield from values_at(value[head], rest) if rest else (value[head],)


def strings(value: Any) -> Iterator[str]:
    """Yield every string inside a value, keys of objects left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings(item)


def _conditions(test: JsonObject) -> list[tuple[str, JsonObject]]:
    """Return (path, tests) pairs for both spellings; a bare value means `equals`."""
    path = test.get("path")
    if isinstance(path, str):
        return [(path, {key: value for key, value in test.items() if key != "path"})]
    return [
        (name, value if isinstance(value, dict) else {"equals": value})
        for name, value in test.items()
    ]


def _values_hold(found: Iterator[Any], condition: JsonObject) -> bool:
    """Tell whether one of the values passes all tests; null counts as missing."""
    present = [value for value in found if value is not None]
    if "exists" in condition and bool(present) != condition["exists"]:
        return False
    if not any(key in condition for key in ("equals", "glob", "regex")):
        return True
    for value in present:
        if _value_holds(value, condition):
            return True
        if isinstance(value, list) and any(_value_holds(item, condition) for item in value):
            return True
    return False


def _value_holds(value: Any, tests: JsonObject) -> bool:
    if "equals" in tests and not _equal(value, tests["equals"]):
        alternatives = tests["equals"]
        if not isinstance(alternatives, list) or not any(_equal(value, a) for a in alternatives):
            return False
    for key in ("glob", "regex"):
        if key in tests and not (
            isinstance(value, str)
            and any(_pattern(key, text).search(value) for text in _list(tests[key]))
        ):
            return False
    return True


def _pattern(key: str, text: str) -> re.Pattern[str]:
    """Compile a test; a glob must fit the whole value, a regular expression a part of it."""
    if key == "regex":
        return re.compile(text)
    from fnmatch import translate  # noqa: PLC0415 - a rarely used matcher

    return re.compile(r"\A" + translate(text))


def _equal(left: Any, right: Any) -> bool:
    """Compare as JSON does: true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return bool(left == right)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
