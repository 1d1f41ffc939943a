"""The entries of a host's file: what hookctl would write there, and which are its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hooks_cli import hosts
from hooks_cli._record import Record
from hooks_cli.wiring import command, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hooks_cli.hosts.contract import Row
    from hooks_cli.wiring.command import Wired
    from hooks_cli.wiring.jsontext import Document, Node
    from hooks_cli.wiring.table import Wiring

COMMAND_KEYS = ("command", "bash", "exec")


class Handler(Record):
    """One handler in a file, with where it stands.

    `item` is the entry of the event's list: the handler itself, or the group around it, and then
    `inner` is the group's list of handlers. `pointer` is a JSON pointer below the map of events.
    `wired` is what it dispatches, None if it is not ours.
    """

    event: str
    index: int
    entries: Node
    item: Node
    node: Node
    pointer: str
    inner: Node | None = None
    position: int = 0
    wired: Wired | None = None

    @property
    def value(self) -> Any:
        """Return the handler."""
        return self.node.value


def handlers(document: Document, container: Sequence[str]) -> Iterator[Handler]:
    """Yield every handler of a file, whichever of the two shapes it has."""
    events = document.root.at(tuple(container))
    for event, _, entries in events.members if events else ():
        for index, item in enumerate(entries.items):
            pointer = f"/{event}/{index}"
            inner = item.member("hooks")
            if inner is not None:
                for position, node in enumerate(inner.items):
                    where = f"{pointer}/hooks/{position}"
                    yield Handler(
                        event, index, entries, item, node, where, inner, position, _wired(node)
                    )
            else:
                yield Handler(event, index, entries, item, item, pointer, wired=_wired(item))


def ours(document: Document, wiring: Wiring, container: Sequence[str]) -> list[Handler]:
    """Return the handlers that dispatch to hookctl for this host."""
    return [
        handler
        for handler in handlers(document, container)
        if handler.wired and handler.wired.host == wiring.host
    ]


def line_of(value: Any) -> str | list[str]:
    """Return what a handler runs: a command line, or words where there is no shell; "" if none."""
    if not isinstance(value, dict):
        return ""
    for key in COMMAND_KEYS:
        found = value.get(key)
        if isinstance(found, str):
            words = value.get("args")
            if isinstance(words, list) and all(isinstance(word, str) for word in words):
                return [found, *words]
            return found
    return ""


def _wired(node: Node) -> Wired | None:
    line = line_of(node.value)
    return command.recognise(line) if line else None


def wanted(wiring: Wiring, row: Row, program: Sequence[str], workspace: str = "") -> Wired:
    """Return the command for an event, behind the guard where only that keeps the host closed."""
    guarded = wiring.wrapper and table.is_gate(wiring, row)
    return command.Wired(
        tuple(program),
        row.native,
        wiring.host,
        workspace if wiring.workspace else "",
        guarded,
        True,
    )


def handler_for(wiring: Wiring, row: Row, wired: Wired) -> dict[str, Any]:
    """Return the handler for an event in the host's own form."""
    protocol = hosts.load(wiring.host).table
    value: dict[str, Any] = {}
    if "type" in wiring.handler:
        value["type"] = wiring.handler["type"]
    value[wiring.command] = wired.text
    if protocol and protocol.timeout_key:
        value[protocol.timeout_key] = in_unit(table.seconds_of(wiring, row), protocol.unit)
    value.update({key: item for key, item in wiring.handler.items() if key != "type"})
    if table.is_gate(wiring, row):
        value.update(wiring.gate)
    return value


def entry_for(wiring: Wiring, row: Row, wired: Wired) -> dict[str, Any]:
    """Return the entry of an event's list: the handler, in a group of its own if there are groups.

    There is no matcher: every host takes that for "always", and hookctl decides inside.
    """
    handler = handler_for(wiring, row, wired)
    return {"hooks": [handler]} if wiring.shape == "groups" else handler


def in_unit(seconds: float, unit: str) -> int:
    """Return seconds as a whole number of the host's unit."""
    return round(seconds * (1000 if unit == "ms" else 1))
