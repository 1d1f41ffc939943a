"""Add a value to a JSON text and leave the rest of it as its author wrote it.

The text is changed only if what comes out is, as JSON, exactly what was meant.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from hooks_cli import modify, strictjson

if TYPE_CHECKING:
    from collections.abc import Iterator

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_SCALAR = re.compile(r"[^\s,\]}]+")
_SPACE = re.compile(r"[ \t\r\n]*")
_INDENT = re.compile(r"\n([ \t]+)\S")


def add_hook(data: bytes, event: str, entry: dict[str, Any]) -> bytes | None:
    """Return a configuration with an entry at the end of an event's list.

    The list, and `hooks`, are made if they are missing. None if the text cannot be changed safely.
    """
    try:
        before = strictjson.load_object(data)
        text = data.decode("utf-8")
    except (strictjson.JsonError, UnicodeDecodeError):
        return None
    hooks = before.get("hooks", {})
    if not isinstance(hooks, dict) or not isinstance(hooks.get(event, []), list):
        return None
    path: tuple[str, ...]
    key: str | None
    value: Any
    entries = [*hooks.get(event, []), entry]
    after = {**before, "hooks": {**hooks, event: entries}}
    if event in hooks:
        path, key, value = ("hooks", event), None, entry
    elif "hooks" in before:
        path, key, value = ("hooks",), event, [entry]
    else:
        path, key, value = (), "hooks", {event: [entry]}
    changed = _insert(text, path, key, value).encode("utf-8")
    try:
        same = modify.same(strictjson.load_object(changed), after)
    except strictjson.JsonError:
        return None
    return changed if same else None


def _insert(text: str, path: tuple[str, ...], key: str | None, value: Any) -> str:
    """Put a member or an item at the end of the container at a path of keys."""
    start, end = _find(text, path)
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    inside = text[start + 1 : end]
    empty = not inside.strip()
    outer = _indent_of(text, start)
    if newline in (text if empty else inside):
        margin = outer + unit
        shown = _pretty(value, unit, margin, newline, 0 if key is None else 1)
        item = f"{newline}{margin}{_label(key)}{shown}"
        tail = f"{newline}{outer}"
    else:
        item = f"{' ' if inside else ''}{_label(key)}{json.dumps(value, ensure_ascii=False)}"
        tail = inside[len(inside.rstrip()) :]
    kept = inside.rstrip()
    comma = "" if empty else ","
    return f"{text[: start + 1]}{kept}{comma}{item}{tail}{text[end:]}"


def _label(key: str | None) -> str:
    return "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "


def _pretty(value: Any, unit: str, margin: str, newline: str, levels: int) -> str:
    """Return a value with its outer containers on lines of their own, the entry itself on one."""
    if levels < 0 or not value or not _holds_entry(value):
        return json.dumps(value, ensure_ascii=False)
    inner = margin + unit
    if isinstance(value, dict):
        parts = [
            f"{_label(key)}{_pretty(item, unit, inner, newline, levels)}"
            for key, item in value.items()
        ]
        left, right = "{", "}"
    else:
        parts = [_pretty(item, unit, inner, newline, levels) for item in value]
        left, right = "[", "]"
    body = f",{newline}{inner}".join(parts)
    return f"{left}{newline}{inner}{body}{newline}{margin}{right}"


def _holds_entry(value: Any) -> bool:
    """Tell whether a container is one around entries, not an entry."""
    if isinstance(value, list):
        return all(isinstance(item, dict) for item in value)
    return isinstance(value, dict) and all(isinstance(item, list) for item in value.values())


def _unit(text: str) -> str:
    """Return what one level is indented by."""
    found = _INDENT.search(text)
    return found.group(1) if found else "  "


def _indent_of(text: str, at: int) -> str:
    """Return the white space at the beginning of a line."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _find(text: str, path: tuple[str, ...]) -> tuple[int, int]:
    """Return where the container at a path begins and ends: its two brackets."""
    start = _skip(text, 1 if text.startswith("\ufeff") else 0)
    for key in path:
        start = next(at for name, at in _members(text, start) if name == key)
    return start, _end(text, start) - 1


def _members(text: str, at: int) -> Iterator[tuple[str, int]]:
    """Yield each key of an object with the place of its value."""
    at = _skip(text, at + 1)
    while text[at] != "}":
        end = _end(text, at)
        name = str(json.loads(text[at:end]))
        at = _skip(text, _skip(text, end) + 1)
        yield name, at
        at = _skip(text, _end(text, at))
        if text[at] == ",":
            at = _skip(text, at + 1)


def _end(text: str, at: int) -> int:
    """Return the place behind the value at `at`; brackets in strings do not count."""
    if text[at] not in "{[":
        found = _STRING.match(text, at) or _SCALAR.match(text, at)
        return found.end() if found else len(text)
    depth = 0
    while True:
        if text[at] == '"':
            found = _STRING.match(text, at)
            at = found.end() if found else len(text)
            continue
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
