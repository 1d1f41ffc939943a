"""Look at hookctl's own entries in a host's file, and at the programs of all entries."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

from hooks_cli import events, hosts, runnable
from hooks_cli.model import Hook
from hooks_cli.wiring import command, entries, table
from hooks_cli.wiring.finding import At

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks_cli.hosts.contract import Row
    from hooks_cli.wiring.entries import Handler
    from hooks_cli.wiring.finding import Finding
    from hooks_cli.wiring.jsontext import Document
    from hooks_cli.wiring.table import Target, Wiring

WORKSPACE_VARIABLES = (
    "CLAUDE_PROJECT_DIR",
    "CURSOR_PROJECT_DIR",
    "GEMINI_PROJECT_DIR",
    "QWEN_PROJECT_DIR",
    "COPILOT_PROJECT_DIR",
    "DEVIN_PROJECT_DIR",
    "FACTORY_PROJECT_DIR",
)
DEADLINE = 0.8  # what a dispatch takes of the host's default timeout


def lint(
    path: str, document: Document, wiring: Wiring, container: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield what is wrong with our entries in a file where hookctl is wired."""
    found: dict[str, list[Handler]] = {}
    for handler in entries.handlers(document, container):
        at = At(wiring.host, path, document.line(handler.node.start))
        wired = handler.wired
        if wired is None:
            called = entries.line_of(handler.value)
            if isinstance(called, str) and command.mentions(called):
                message = f"{handler.event}: hookctl is called in a form of its own: {called}"
                yield at.warning("other-form", message, "doctor cannot check it")
        elif wired.host != wiring.host:
            message = f"{handler.event}: --host {wired.host} in a file of {wiring.title}"
            yield at.error("wrong-host", message, f"hookctl install {wiring.host}")
        else:
            found.setdefault(handler.event, []).append(handler)
    if not found:
        return
    rows = {row.native: (row, gate) for row, gate in table.registered(wiring)}
    first = At(wiring.host, path)
    for name, (_, gate) in rows.items():
        if name not in found:
            tell = first.error if gate else first.warning
            message = f"{name} is not registered: no hook runs there"
            yield tell("missing-event", message, f"hookctl install {wiring.host}")
    for name, handlers in found.items():
        for handler in handlers:
            at = At(wiring.host, path, document.line(handler.node.start))
            yield from _entry(at, handler, wiring, rows.get(name))
        if len(handlers) > 1:
            line = document.line(handlers[1].node.start)
            message = f"{name}: hookctl is registered {len(handlers)} times"
            yield first.replace(line=line).error("registered-twice", message, "keep one")


def _entry(
    at: At, handler: Handler, wiring: Wiring, known: tuple[Row, bool] | None
) -> Iterator[Finding]:
    wired, value = handler.wired, handler.value
    assert wired is not None
    again = f"hookctl install {wiring.host}"
    if wired.event != handler.event:
        message = f"{handler.event}: the command says {wired.event}: every call is an error"
        yield at.error("wrong-event", message, again)
    pattern = handler.item.value.get("matcher")
    if pattern not in (None, "", "*", ".*"):
        message = f"{handler.event}: matcher {pattern!r}: hookctl is not asked about all the rest"
        yield at.warning("narrowed", message, "leave the matcher out; hooks have their own")
    for key, effect in (("async", "its answer decides nothing"), ("if", "it is not always asked")):
        if value.get(key):
            yield at.error("narrowed", f'{handler.event}: "{key}" is set: {effect}', again)
    if not os.path.isabs(wired.path) or command.is_shim(wired.path):
        message = f"{handler.event}: {wired.path}: which program that is depends on where it runs"
        yield at.warning("relative-program", message, again)
    if known is None:
        return
    row, gate = known
    if gate and any(value.get(key) != item for key, item in wiring.gate.items()):
        key, item = next(iter(wiring.gate.items()))
        message = f'{handler.event}: without "{key}" a hookctl that cannot start means allow'
        yield at.warning("fail-open", message, f'add "{key}": {str(item).lower()}, or {again}')
    if gate and wiring.wrapper and not wired.guarded:
        message = f"{handler.event}: a hookctl that cannot be started means allow here"
        yield at.warning("fail-open", message, again)
    yield from _own_timeout(at, handler, wiring, row)


def _own_timeout(at: At, handler: Handler, wiring: Wiring, row: Row) -> Iterator[Finding]:
    """A host that stops hookctl before hookctl stops its hooks lets the action go on."""
    protocol = hosts.load(wiring.host).table
    key = protocol.timeout_key if protocol else ""
    value = handler.value.get(key) if key else None
    if not isinstance(value, int | float) or isinstance(value, bool) or protocol is None:
        return
    needed = DEADLINE * table.seconds_of(wiring, row)
    if value / (1000 if protocol.unit == "ms" else 1) < needed:
        message = f"{handler.event}: {key} {value} is over before hookctl stops its hooks"
        least = entries.in_unit(table.seconds_of(wiring, row), protocol.unit)
        yield at.error("timeout-short", f"{message} ({needed:g} s)", f"write {least}")


def programs(target: Target, document: Document, environ: Mapping[str, str]) -> Iterator[Finding]:
    """Yield each entry, ours or not, whose program cannot be started. Nothing is run."""
    path, wiring, place = target.path, target.wiring, target.place
    seen = set()
    for handler in entries.handlers(document, place.container):
        line = entries.line_of(handler.value)
        if not line or str(line) in seen:
            continue
        seen.add(str(line))
        problem = _program_problem(line, handler, _directory(target), environ)
        if problem:
            at = At(wiring.host, path, document.line(handler.node.start))
            yield at.error("program", f"{handler.event}: {problem}")
        elif handler.wired and not command.is_own(handler.wired.program):
            at = At(wiring.host, path, document.line(handler.node.start))
            message = f"{handler.event}: {handler.wired.path} is not the hookctl that runs now"
            yield at.warning("other-program", message, "it is not started; use its own doctor")


def _directory(target: Target) -> str:
    """Return where the host starts its hooks."""
    if target.wiring.host == "cursor" and target.place.scope == "user":
        return os.path.dirname(target.path)
    return target.workspace


def _program_problem(
    line: str | list[str], handler: Handler, directory: str, environ: Mapping[str, str]
) -> str:
    """Return why a command could not be started, "" if it could, or if only a shell can tell."""
    wired = handler.wired
    if wired is not None:
        hook = Hook(name="", kind="lifecycle", argv=wired.program, base=directory)
    elif isinstance(line, list):
        hook = Hook(name="", kind="lifecycle", argv=tuple(line), base=directory)
    else:
        for name in WORKSPACE_VARIABLES:
            for form in (f"${{{name}}}", f"${name}"):
                line = line.replace(form, directory)
        try:
            words = shlex.split(line)
        except ValueError:
            return ""
        script = bool(words) and "/" in words[0] and not set("$`~*?") & set(words[0])
        if script:
            hook = Hook(name="", kind="lifecycle", argv=tuple(words), base=directory)
        else:
            argv = ("/bin/sh", "-c", line)
            hook = Hook(name="", kind="lifecycle", argv=argv, shell=True, base=directory)  # noqa: S604 - looked at only
    return runnable.program(hook, events.get("preToolUse"), directory, environ).problem
