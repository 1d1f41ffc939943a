"""Turn a host's matchers into hookctl's, which compare whole names (design section 5)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hooks_cli import hosts, matchers
from hooks_cli.wiring import import_tables as tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hooks_cli.hosts.contract import Row
    from hooks_cli.wiring.entries import Handler

_PLAIN = re.compile(r"[\w\-.:/ |,]*")  # what hookctl takes for names (design section 5)


def targets(
    host: str, row: Row, handler: Handler, notes: list[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each canonical event for a handler, with its matcher."""
    group = handler.item.value
    pattern = group.get("matcher")
    if pattern is not None and not isinstance(pattern, str):
        notes.append(f"matcher {pattern!r} is no text: taken for always")
        pattern = None
    if host == "copilot" and handler.event[:1].islower() and pattern in ("", "*"):
        notes.append(f"matcher {pattern!r} matched nothing there: now always")
    instead = tables.INSTEAD.get((host, row.native))
    if instead:
        for event in instead:
            yield event, {}
        return
    wrong = matchers.regex_mistake(pattern) if pattern and not _PLAIN.fullmatch(pattern) else ""
    if wrong:
        notes.append(f"matcher {pattern!r}: {wrong}; the hook now always runs")
        pattern = None
    names = {fire.event for fire in row.fires}
    field = tables.FIELDS.get(handler.event) or tables.FIELDS.get(row.native)
    seen = set()
    for fire in row.fires:
        if tables.NOT_BESIDE.get(fire.event) in names or fire.event in seen:
            continue
        seen.add(fire.event)
        if pattern in (None, "", "*"):
            yield fire.event, {}
        elif field:
            extra = _field_matcher(pattern, field, fire.when, fire.unless)
            if extra is not None:
                yield fire.event, extra
        elif handler.event in tables.NO_MATCHER or row.native in tables.NO_MATCHER:
            notes.append(f"matcher {pattern!r} has no effect at {handler.event}")
            yield fire.event, {}
        else:
            yield fire.event, _tool_matcher(host, handler, pattern, notes)


def _field_matcher(
    pattern: str, field: str, when: tuple[str, str] | None, unless: tuple[str, str] | None
) -> dict[str, Any] | None:
    """Return a matcher on a native field; None if it contradicts the event's own condition."""
    path = f"native.{field}"
    plain = _PLAIN.fullmatch(pattern) is not None and "." not in pattern
    if not plain:
        return {"match": {"field": {"path": path, "regex": pattern}}}
    names = [name.strip() for name in re.split(r"[|,]", pattern) if name.strip()]
    if when and when[0] == field:
        return {} if when[1] in names else None
    if unless and unless[0] == field:
        names = [name for name in names if name != unless[1]]
    if not names:
        return None
    return {"match": {"field": {"path": path, "equals": names[0] if len(names) == 1 else names}}}


def _tool_matcher(host: str, handler: Handler, pattern: str, notes: list[str]) -> dict[str, Any]:
    """Return a matcher that compares whole names, for one that may search."""
    if host == "cursor" and handler.event in ("beforeShellExecution", "afterShellExecution"):
        notes.append(f"matcher {pattern!r} is now searched for in the command")
        return {"matcher": f".*(?:{pattern}).*"}
    if host == "copilot" and handler.event[:1].islower():
        names = re.split(r"\|", pattern)
        if all(name in tables.COPILOT_TOOLS for name in names):
            both = [name for tool in names for name in (tool, tables.COPILOT_TOOLS[tool])]
            return {"matcher": "|".join(dict.fromkeys(both))}
        notes.append(f"matcher {pattern!r}: tools have their PascalCase names now")
    protocol = hosts.load(host).table
    tools = protocol.tools if protocol else {}
    if all(name.strip() in tools for name in re.split(r"[|]", pattern)):
        return {"matcher": pattern}
    if host in tables.EXACT and re.fullmatch(tables.EXACT[host], pattern):
        return {"matcher": pattern}
    if host == "codex" and re.fullmatch(r"[\w, |-]*[, ][\w, |-]*", pattern):
        notes.append(f"matcher {pattern!r} never matched in Codex; it does here")
        return {"matcher": pattern}
    if host in tables.FULL:
        return {"matcher": f"(?:{pattern})" if _PLAIN.fullmatch(pattern) else pattern}
    return {"matcher": f".*(?:{pattern}).*"}
