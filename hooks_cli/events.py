"""The events that hookctl knows, by name (design section 3). The data is in `event_table.py`."""

from __future__ import annotations

from hooks_cli import event_table
from hooks_cli.model import EventSpec, FieldSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.model import JsonObject

_CATEGORY, _BLOCKING, _FIELDS, _ALIASES = 1, 2, 5, 10  # places in a row of the table
_ROWS = {row[0]: row for row in event_table.EVENTS}
_made: dict[str, EventSpec] = {}

CATEGORIES: dict[str, str] = event_table.CATEGORIES
NAMES: tuple[str, ...] = tuple(_ROWS)
BLOCKING: frozenset[str] = frozenset(name for name, row in _ROWS.items() if row[_BLOCKING])
# other name: canonical name; the other names are earlier ones, or those of Cursor's files
ALIASES: dict[str, str] = {
    alias: name for name, row in _ROWS.items() if row[_ALIASES:] for alias in row[_ALIASES]
}
# Events of Cursor that are known, but stand for nothing here.
NO_COUNTERPART: tuple[str, ...] = ("workspaceOpen",)


def get(name: str) -> EventSpec:
    """Return an event by its canonical name. KeyError if there is none."""
    if name not in _made:
        _made[name] = _make(_ROWS[name])
    return _made[name]


def resolve(name: str) -> str | None:
    """Return the canonical name for a canonical name or an alias, None for anything else."""
    return name if name in _ROWS else ALIASES.get(name)


def subjects(spec: EventSpec, payload: JsonObject) -> tuple[str, ...]:
    """Return the strings that a plain matcher tests, in order, each once.

    A subject of several fields is there only if all of them are strings; of a list each string
    counts by itself.
    """
    found: dict[str, None] = {}
    for names in spec.subject:
        found.update(dict.fromkeys(_values([payload.get(name) for name in names])))
    return tuple(found)


def _values(parts: list[Any]) -> Iterator[str]:
    if len(parts) == 1 and isinstance(parts[0], list):
        yield from (part for part in parts[0] if isinstance(part, str))
    elif all(isinstance(part, str) for part in parts):
        yield "/".join(parts)


def _make(row: tuple[Any, ...]) -> EventSpec:
    """Make an event of its row; the base fields stand behind its own."""
    fields = [FieldSpec(*field) for field in row[_FIELDS]]
    own = {field.name for field in fields}
    for values in event_table.BASE_FIELDS:
        field = FieldSpec(*values)
        if row[_CATEGORY] == "extension":  # of hosts that do not have all of them
            field = field.replace(presence="absent_when", when="the host does not say")
        if field.name not in own:
            fields.append(field)
    return EventSpec(*(*row[:_FIELDS], tuple(fields), *row[_FIELDS + 1 :]))
