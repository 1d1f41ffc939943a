"""Change a JSON text in one place: put in, replace or take out one member or item.

Each function returns a new text; everything outside the change is kept as it is, and new text
follows the file's own indentation and line ends.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hooks_cli.wiring.jsontext import Document, Node

_INDENT = re.compile(r"\n([ \t]+)\S")
DEFAULT_INDENT = "  "


def append(document: Document, container: Node, value: Any, key: str | None = None) -> str:
    """Return the text with a member (if there is a key) or an item at the end of a container."""
    text = document.text
    label = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    children = container.children
    if not children:
        return _fill(document, container, label, value)
    first, last = children[0][0], children[-1][1]
    comma = next((at for at in document.trailing if last <= at < container.end), None)
    head = text[:last] + ("" if comma is not None else ",")
    rest = text[last:]
    if comma is not None:
        head, rest = text[: comma + 1], text[comma + 1 :]
    if _first_on_line(text, first):
        margin = _margin(text, first)
        shown = render(value, _unit(text), margin, _newline(text))
        # A comment behind the last item belongs to it.
        end = _comment_end(document, len(head) if comma is not None else last)
        if comma is None and end > last:
            head, rest = text[:last] + "," + text[last:end], text[end:]
        elif end > len(head):
            head, rest = text[:end], text[end:]
        return f"{head}{_newline(text)}{margin}{label}{shown}{rest}"
    return f"{head} {label}{json.dumps(value, ensure_ascii=False)}{rest}"


def replace(document: Document, node: Node, value: Any) -> str:
    """Return the text with another value in a node's place."""
    text = document.text
    if "\n" in text[node.start : node.end] or _first_on_line(text, node.start):
        shown = render(value, _unit(text), _margin(text, node.start), _newline(text))
    else:
        shown = json.dumps(value, ensure_ascii=False)
    return text[: node.start] + shown + text[node.end :]


def remove(document: Document, container: Node, index: int) -> str:
    """Return the text without one member or item of a container; comments around it stay."""
    text = document.text
    children = container.children
    start, end = children[index]
    before = children[index - 1][1] if index else container.start + 1
    last = index + 1 == len(children)
    after = container.end - 1 if last else children[index + 1][0]
    if not last:
        return text[:start] + _comments(document, end, after).lstrip(" \t") + text[after:]
    kept = _comments(document, before, start)
    if len(children) == 1:
        rest = _comments(document, end, after)
        kept = kept or (rest and text[before:start])
        rest = rest or (kept and text[end:after])
        return text[:before] + _joined(kept, rest) + text[after:]
    return text[:before] + _joined(kept, text[end:])


def render(value: Any, unit: str, margin: str, newline: str) -> str:
    """Return a value over several lines, all but the first indented by the margin."""
    shown = json.dumps(value, indent=unit, ensure_ascii=False)
    return shown.replace("\n", newline + margin)


def fresh(value: Any) -> str:
    """Return a value as the text of a new file."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _fill(document: Document, container: Node, label: str, value: Any) -> str:
    """Put the first thing into an empty container."""
    text = document.text
    inside = text[container.start + 1 : container.end - 1]
    if "\n" not in text.strip() and text.strip() != text[container.start : container.end]:
        shown = f"{label}{json.dumps(value, ensure_ascii=False)}"  # a file of one line stays one
    else:
        newline, outer = _newline(text), _margin(text, container.start)
        margin = outer + _unit(text)
        shown = f"{newline}{margin}{label}{render(value, _unit(text), margin, newline)}"
        shown += f"{newline}{outer}"
    kept = inside.rstrip() if inside.strip() else ""  # comments
    return text[: container.start + 1] + kept + shown + text[container.end - 1 :]


def _comments(document: Document, start: int, end: int) -> str:
    """Return a stretch between two children without its comma, "" if no comment is in it."""
    inside = [place for place in document.comments if start <= place[0] < end]
    if not inside:
        return ""
    text, at = document.text, start
    parts = []
    for first, behind in inside:
        parts += [text[at:first].replace(",", ""), text[first:behind]]
        at = behind
    return "".join(parts) + text[at:end].replace(",", "")


def _joined(kept: str, rest: str) -> str:
    """Put two parts together with one line end between them."""
    return (kept.rstrip() if rest.lstrip(" \t").startswith(("\n", "\r")) else kept) + rest


def _comment_end(document: Document, at: int) -> int:
    """Return the end of a comment that stands behind a place in the same line, else the place."""
    for start, end in document.comments:
        if start >= at and "\n" not in document.text[at:start]:
            return end
    return at


def _unit(text: str) -> str:
    """Return what one level is indented by."""
    found = _INDENT.search(text)
    return found.group(1) if found else DEFAULT_INDENT


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _margin(text: str, at: int) -> str:
    """Return the white space at the beginning of the line of a place."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _first_on_line(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return not line.strip(" \t") and "\n" in text[:at]
