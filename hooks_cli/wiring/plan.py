"""Work out what a host's file becomes when hookctl is wired in or out. Writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hooks_cli import strictjson
from hooks_cli.errors import ConfigError
from hooks_cli.wiring import entries, jsontext, table, textedit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hooks_cli.wiring.entries import Handler
    from hooks_cli.wiring.jsontext import Document, Node
    from hooks_cli.wiring.table import Place, Target, Wiring


def read(target: Target, data: bytes) -> Document:
    """Return a file as a tree. ConfigError, with the line, if the host would not take it."""
    path, wiring, place = target.path, target.wiring, target.place
    try:
        document = jsontext.parse(jsontext.decode(data))
    except jsontext.TextError as error:
        raise ConfigError(
            f"{path}:{error.line}: {error.message}", "correct it first; the file is as it was"
        ) from None
    hint = f"{wiring.title} would drop the whole file; correct it first, it is as it was"
    for at, _ in () if wiring.comments else document.comments:
        raise ConfigError(f"{path}:{document.line(at)}: a comment", hint)
    for at in document.trailing:
        raise ConfigError(f"{path}:{document.line(at)}: a comma before the closing bracket", hint)
    for pointer, at in document.duplicates:
        raise ConfigError(f"{path}:{document.line(at)}: {pointer} is there twice", "keep one")
    for depth in range(len(place.container) + 1):
        _expect(path, document, document.root.at(place.container[:depth]), dict, "an object")
    events = document.root.at(place.container)
    for _, _, node in events.members if events else ():
        _expect(path, document, node, list, "a list")
    return document


def _expect(path: str, document: Document, node: Node | None, kind: type, what: str) -> None:
    if node is not None and not isinstance(node.value, kind):
        found = strictjson.type_name(node.value)
        raise ConfigError(
            f"{path}:{document.line(node.start)}: {what} was expected, {found} found",
            "correct it first; the file is as it was",
        )


def installed(target: Target, data: bytes | None, program: Sequence[str]) -> bytes:
    """Return the file with one entry for each native event, everything else as it was."""
    wiring, place = target.wiring, target.place
    wanted = {
        row.native: entries.entry_for(
            wiring, row, entries.wanted(wiring, row, program, target.workspace)
        )
        for row, _ in table.registered(wiring)
    }
    if data is None:
        content: Mapping[str, Any] = _lists(wanted)
        for key in reversed(place.container):
            content = {key: content}
        return textedit.fresh({**wiring.head, **content}).encode()
    document = read(target, data)
    while (text := _next_step(document, wiring, place, wanted)) is not None:
        document = read(target, text.encode())
    return document.text.encode()


def _next_step(
    document: Document, wiring: Wiring, place: Place, wanted: Mapping[str, Any]
) -> str | None:
    """Return the text after one more change, None when there is nothing left to change."""
    root = document.root
    for depth, key in enumerate(place.container):
        holder = root.at(place.container[:depth])
        if holder is not None and holder.member(key) is None:
            value: Mapping[str, Any] = _lists(wanted)
            for outer in reversed(place.container[depth + 1 :]):
                value = {outer: value}
            return textedit.append(document, holder, value, key)
    for key, value in wiring.head.items():
        if root.member(key) is None and wiring.version == "required":
            return textedit.append(document, root, value, key)
    found: dict[str, list[Handler]] = {}
    for handler in entries.ours(document, wiring, place.container):
        found.setdefault(handler.event, []).append(handler)
        if handler.event not in wanted or len(found[handler.event]) > 1:
            return _without(document, handler, place)
    events = root.at(place.container)
    assert events is not None
    for event, entry in wanted.items():
        here = events.member(event)
        if here is None:
            return textedit.append(document, events, [entry], event)
        if event not in found:
            return textedit.append(document, here, entry)
        text = _corrected(document, found[event][0], entry)
        if text is not None:
            return text
    return None


def _lists(wanted: Mapping[str, Any]) -> dict[str, Any]:
    return {event: [entry] for event, entry in wanted.items()}


def _corrected(document: Document, handler: Handler, entry: Mapping[str, Any]) -> str | None:
    """Return the text with our entry as it should be, None if it is. Its place stays the same."""
    shared = handler.inner is not None and len(handler.inner.items) > 1
    node, value = (
        (handler.node, entry["hooks"][0])
        if shared and "hooks" in entry
        else (
            handler.item,
            entry,
        )
    )
    return None if node.value == value else textedit.replace(document, node, value)


def removed(target: Target, data: bytes) -> bytes:
    """Return the file without our entries, and without what they leave empty."""
    wiring, place = target.wiring, target.place
    document = read(target, data)
    while found := entries.ours(document, wiring, place.container):
        document = read(target, _without(document, found[0], place).encode())
    return document.text.encode()


def _without(document: Document, handler: Handler, place: Place) -> str:
    """Take a handler out, with the group, the list and the map that had nothing but it."""
    if handler.inner is not None and len(handler.inner.items) > 1:
        return textedit.remove(document, handler.inner, handler.position)
    if len(handler.entries.items) > 1:
        return textedit.remove(document, handler.entries, handler.index)
    path = (*place.container, handler.event)
    while len(path) > 1:
        holder = document.root.at(path[:-1])
        if holder is None or len(holder.members) > 1:
            break
        path = path[:-1]
    holder = document.root.at(path[:-1])
    assert holder is not None
    index = [key for key, _, _ in holder.members].index(path[-1])
    return textedit.remove(document, holder, index)


def is_bare(data: bytes, wiring: Wiring) -> bool:
    """Tell whether a file holds nothing but what hookctl puts into every file it makes."""
    return dict(strictjson.loads(data)) in ({}, dict(wiring.head))


def same_beside(target: Target, left: bytes, right: bytes) -> bool:
    """Tell whether two files say the same to everybody: but for white space and empty lists."""
    return _pruned(target, left) == _pruned(target, right)


def _pruned(target: Target, data: bytes) -> list[str]:
    """Return what a file consists of, without what hookctl may have found empty or missing."""
    wiring, container = target.wiring, target.place.container
    document = jsontext.parse(jsontext.decode(data))
    while (text := _without_empty(document, wiring, container)) is not None:
        document = jsontext.parse(text)
    return jsontext.tokens(document.text.removeprefix("\ufeff"))


def _without_empty(document: Document, wiring: Wiring, container: tuple[str, ...]) -> str | None:
    """Take out one empty part, None if there is none."""
    for depth in range(len(container), -1, -1):
        holder = document.root.at(container[:depth])
        for index, (key, _, node) in enumerate(holder.members if holder else ()):
            inside = depth == len(container) or key == container[depth]
            head = not depth and wiring.version == "required" and wiring.head.get(key) == node.value
            if holder and ((inside and node.value in ([], {})) or head):
                return textedit.remove(document, holder, index)
    return None
