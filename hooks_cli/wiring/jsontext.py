"""Read a JSON text into a tree that knows where in the text each value stands.

The files of hosts belong to their users: an edit must touch nothing but hookctl's own entries.
Comments and trailing commas are read and reported, because some hosts accept them and most drop
the whole file.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from hooks_cli import limits
from hooks_cli._record import Record
from hooks_cli.config.pointers import escape
from hooks_cli.errors import HookctlError

if TYPE_CHECKING:
    from collections.abc import Iterator

_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_SPACE = re.compile(r"[ \t\r\n]*")
_LINE_COMMENT = re.compile(r"//[^\r\n]*")
_BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}


class TextError(HookctlError):
    """A text is not JSON; `line` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        """Keep what is wrong and where."""
        super().__init__(message)
        self.line = line


class Node(Record):
    """A value of a text: `text[start:end]`.

    `members` are (key, place of the key, node) of an object, `items` the nodes of a list.
    """

    value: Any
    start: int
    end: int
    members: tuple[tuple[str, int, Node], ...] = ()
    items: tuple[Node, ...] = ()

    def member(self, key: str) -> Node | None:
        """Return the value under a key, None if there is none or this is no object."""
        for name, _, node in self.members:
            if name == key:
                return node
        return None

    def at(self, path: tuple[str, ...]) -> Node | None:
        """Return the value at a path of keys."""
        node: Node | None = self
        for key in path:
            node = node.member(key) if node else None
        return node

    @property
    def children(self) -> tuple[tuple[int, int], ...]:
        """Return where each member or item begins and ends, the key of a member included."""
        if self.members:
            return tuple((at, node.end) for _, at, node in self.members)
        return tuple((node.start, node.end) for node in self.items)


class Document(Record):
    """A text as a tree. `comments` are (start, end), `trailing` the places of trailing commas."""

    text: str
    root: Node
    comments: tuple[tuple[int, int], ...] = ()
    trailing: tuple[int, ...] = ()
    duplicates: tuple[tuple[str, int], ...] = ()

    def line(self, position: int) -> int:
        """Return the line of a place, from 1."""
        return self.text.count("\n", 0, position) + 1


def decode(data: bytes) -> str:
    """Return a file as text, a byte-order mark included. TextError if it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TextError(f"not UTF-8: byte 0x{data[error.start]:02x}", line) from None


def parse(text: str) -> Document:
    """Return the one value of a text. TextError says what is wrong and in which line."""
    reader = _Reader(text)
    start = reader.skip(1 if text.startswith("\ufeff") else 0)
    if start == len(text):
        raise TextError("empty, a JSON object was expected", 1)
    root = reader.value(start, "", limits.JSON_DEPTH)
    end = reader.skip(root.end)
    if end != len(text):
        raise reader.error("text after the end of the JSON value", end)
    return Document(
        text, root, tuple(reader.comments), tuple(reader.trailing), tuple(reader.duplicates)
    )


def tokens(text: str) -> list[str]:
    """Return what a text consists of, without the white space between: to compare two texts."""
    found = []
    at = 0
    while (at := _space(text, at)) < len(text):
        end = next((m.end() for p in _TOKENS if (m := p.match(text, at))), at + 1)
        found.append(text[at:end])
        at = end
    return found


_TOKENS = (_STRING, _LINE_COMMENT, _BLOCK_COMMENT, re.compile(r"[^\s{}\[\],:\"/]+"))


def _space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


class _Reader:
    """One pass over a text; what is unusual is collected on the way."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.comments: list[tuple[int, int]] = []
        self.trailing: list[int] = []
        self.duplicates: list[tuple[str, int]] = []

    def error(self, message: str, at: int) -> TextError:
        return TextError(message, self.text.count("\n", 0, at) + 1)

    def skip(self, at: int) -> int:
        while True:
            at = _space(self.text, at)
            found = _LINE_COMMENT.match(self.text, at) or _BLOCK_COMMENT.match(self.text, at)
            if not found:
                return at
            self.comments.append((at, found.end()))
            at = found.end()

    def value(self, at: int, pointer: str, depth: int) -> Node:
        if depth == 0:
            raise self.error(f"nested deeper than {limits.JSON_DEPTH} levels", at)
        head = self.text[at : at + 1]
        if head == "{":
            return self.object(at, pointer, depth - 1)
        if head == "[":
            return self.list(at, pointer, depth - 1)
        if head == '"':
            found = _STRING.match(self.text, at)
            if not found:
                raise self.error("a string that does not end, or has a control character", at)
        else:
            found = _SCALAR.match(self.text, at)
            if not found or found.end() - at > limits.INTEGER_DIGITS:
                what = repr(self.text[at : at + 20]) if head else "the end of the file"
                raise self.error(f"a value was expected, found {what}", at)
        try:
            return Node(json.loads(found.group()), at, found.end())
        except ValueError as error:
            raise self.error(str(error), at) from None

    def object(self, at: int, pointer: str, depth: int) -> Node:
        members: list[tuple[str, int, Node]] = []
        place = self.skip(at + 1)
        while self.text[place : place + 1] != "}":
            found = _STRING.match(self.text, place)
            if not found:
                raise self.error('a key in quotes or "}" was expected', place)
            key = str(self.value(place, pointer, depth + 1).value)
            colon = self.skip(found.end())
            if self.text[colon : colon + 1] != ":":
                raise self.error(f'":" was expected after {found.group()}', colon)
            below = f"{pointer}/{escape(key)}"
            node = self.value(self.skip(colon + 1), below, depth)
            if any(key == name for name, _, _ in members):
                self.duplicates.append((below, place))
            members.append((key, place, node))
            place = self.after(node.end, "}")
        value = {key: node.value for key, _, node in members}
        return Node(value, at, place + 1, tuple(members))

    def list(self, at: int, pointer: str, depth: int) -> Node:
        items: list[Node] = []
        place = self.skip(at + 1)
        while self.text[place : place + 1] != "]":
            items.append(self.value(place, f"{pointer}/{len(items)}", depth))
            place = self.after(items[-1].end, "]")
        return Node([node.value for node in items], at, place + 1, (), tuple(items))

    def after(self, at: int, closing: str) -> int:
        """Return the place of the next member or item, or of the closing bracket."""
        at = self.skip(at)
        if self.text[at : at + 1] == closing:
            return at
        if self.text[at : at + 1] != ",":
            raise self.error(f'"," or "{closing}" was expected', at)
        following = self.skip(at + 1)
        if self.text[following : following + 1] == closing:
            self.trailing.append(at)
        return following


def pointers(document: Document) -> Iterator[tuple[str, Node]]:
    """Yield the JSON pointer of every value with its node."""
    waiting = [("", document.root)]
    while waiting:
        pointer, node = waiting.pop()
        yield pointer, node
        waiting += [(f"{pointer}/{escape(key)}", below) for key, _, below in node.members]
        waiting += [(f"{pointer}/{index}", below) for index, below in enumerate(node.items)]
