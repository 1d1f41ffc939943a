"""Where in a JSON text a value stands. Only used once there is a mistake to report."""

from __future__ import annotations

import contextlib
import re

from hooks_cli import strictjson
from hooks_cli.config.pointers import escape

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_SCALAR = re.compile(r"[^\s,\]}]+")
_SPACE = re.compile(r"[ \t\r\n]*")


def lines(data: bytes) -> dict[str, int]:
    """Return the line, from 1, of every JSON pointer in a valid document."""
    places, _ = _walk(data)
    return places


def line_of_error(data: bytes, error: strictjson.JsonError) -> int:
    """Return the line of a parse error, 0 if it has none."""
    text = _text(data)
    if error.key:
        _, duplicates = _walk(data)
        position = next(iter(duplicates), 0)
        return text.count("\n", 0, position) + 1
    return text.count("\n", 0, error.position) + 1 if error.position else 0


def _text(data: bytes) -> str:
    return strictjson.without_bom(data).decode("utf-8", "replace")


def _walk(data: bytes) -> tuple[dict[str, int], list[int]]:
    """Go once through the text; return pointer to line, and the offsets of duplicate keys."""
    text = _text(data)
    places: dict[str, int] = {}
    duplicates: list[int] = []
    counted, line = 0, 1

    def skip(at: int) -> int:
        found = _SPACE.match(text, at)
        return found.end() if found else at

    def value(at: int, pointer: str) -> int:
        nonlocal counted, line
        at = skip(at)
        line += text.count("\n", counted, at)
        counted = at
        places.setdefault(pointer, line)
        if text.startswith("{", at):
            return members(at + 1, pointer)
        if text.startswith("[", at):
            return items(at + 1, pointer)
        found = _STRING.match(text, at) or _SCALAR.match(text, at)
        return found.end() if found else len(text)

    def members(at: int, pointer: str) -> int:
        seen: set[str] = set()
        at = skip(at)
        while at < len(text) and text[at] != "}":
            found = _STRING.match(text, at)
            if not found:
                return len(text)
            key = str(strictjson.loads(found.group().encode("utf-8", "replace")))
            if key in seen:
                duplicates.append(at)
            seen.add(key)
            at = value(skip(found.end()) + 1, f"{pointer}/{escape(key)}")
            at = skip(at)
            if at < len(text) and text[at] == ",":
                at = skip(at + 1)
        return at + 1

    def items(at: int, pointer: str) -> int:
        index = 0
        at = skip(at)
        while at < len(text) and text[at] != "]":
            at = skip(value(at, f"{pointer}/{index}"))
            index += 1
            if at < len(text) and text[at] == ",":
                at = skip(at + 1)
        return at + 1

    # A document may be broken beyond some point; what was found until there still helps.
    with contextlib.suppress(RecursionError, strictjson.JsonError):
        value(0, "")
    return places, duplicates
