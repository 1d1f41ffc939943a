"""`hookctl install` and `hookctl uninstall`: wire hookctl into a host's file, and out again."""

from __future__ import annotations

import difflib
import os
import shlex
from typing import TYPE_CHECKING

from hooks_cli import console, hosts
from hooks_cli._record import Record
from hooks_cli.config import files
from hooks_cli.errors import ConfigError
from hooks_cli.wiring import command, entries, overlap, plan, store, table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hooks_cli.wiring.table import Target, Wiring


def install(
    host: str,
    scope: str | None = None,
    workspace: str | None = None,
    *,
    dry_run: bool = False,
    as_json: bool = False,
) -> int:
    """Register hookctl for every event of a host. Return 0; ConfigError if a file is in the way."""
    wiring, root = table.find(host), _workspace(workspace)
    program = command.own_program()
    if not wiring.places:
        return _by_hand(wiring, program, as_json=as_json)
    place = table.place_of(wiring, scope)
    target = table.target(wiring, place, root, os.environ)
    path = target.path
    before = store.read(path)
    after = plan.installed(target, before, program)
    notes = [*wiring.notes, *_unsure(wiring), *overlap.overlaps(wiring, path, root, os.environ)]
    if place.scope == "project":
        notes.append(f"the file names {program[0]}, which is on this machine only")
    if not files.search(root, os.environ):
        notes.append("no hooks are configured yet, so nothing is guarded: hookctl init makes some")
    backup = ""
    if not dry_run and after != before:
        if before is not None and not _is_wired(target, before):
            backup = store.back_up(path, before)
        made = store.write(path, before, after)
        if before is None:
            store.remember(path, made, os.environ)
    change = Change("installed", target, before, after, tuple(notes), backup)
    _report(change, dry_run=dry_run, as_json=as_json)
    return 0


def uninstall(
    host: str,
    scope: str | None = None,
    workspace: str | None = None,
    *,
    dry_run: bool = False,
    as_json: bool = False,
) -> int:
    """Take hookctl's entries out again, without `scope` from every file of the host."""
    wiring, root = table.find(host), _workspace(workspace)
    if not wiring.places:
        return _by_hand(wiring, command.own_program(), as_json=as_json)
    places = [table.place_of(wiring, scope)] if scope else list(wiring.places)
    for place in places:
        target = table.target(wiring, place, root, os.environ)
        path, before = target.path, store.read(target.path)
        if before is None or not _is_wired(target, before):
            if not as_json:
                console.note(f"{path}: hookctl is not wired here for {host}")
            continue
        after, notes = _undone(target, before)
        if not dry_run:
            if after is None:
                store.delete(path)
            else:
                store.write(path, before, after)
                if not notes:
                    store.delete(store.backup_of(path))
            store.forget(path, os.environ)
        change = Change("uninstalled", target, before, after, tuple(notes))
        _report(change, dry_run=dry_run, as_json=as_json)
    return 0


def _undone(target: Target, before: bytes) -> tuple[bytes | None, list[str]]:
    """Return a file without our entries, None if nothing is left of it; and what is to be said.

    If only white space differs from what hookctl once found, that comes back byte for byte.
    """
    path, wiring = target.path, target.wiring
    after = plan.removed(target, before)
    backup = store.read(store.backup_of(path))
    if backup is not None:
        if plan.same_beside(target, after, backup):
            return backup, []
        return after, [f"{path} has been changed since; the backup {store.backup_of(path)} stays"]
    if store.made_for(path, os.environ) is not None and plan.is_bare(after, wiring):
        return None, []
    return after, []


def _is_wired(target: Target, data: bytes) -> bool:
    document = plan.read(target, data)
    return bool(entries.ours(document, target.wiring, target.place.container))


def _workspace(workspace: str | None) -> str:
    root = os.path.abspath(workspace or ".")
    if not os.path.isdir(root):
        raise ConfigError(f"{root}: no such directory", "--workspace names a project directory")
    return root


def _unsure(wiring: Wiring) -> list[str]:
    if wiring.verified in ("ran", "src"):
        return []
    words = {"doc": "its documentation", "2nd": "what third parties report"}[wiring.verified]
    return [f"how {wiring.title} reads this file is known from {words} only: hookctl doctor"]


def _by_hand(wiring: Wiring, program: Sequence[str], *, as_json: bool) -> int:
    """Say what to write where, for a host whose configuration hookctl does not edit."""
    protocol = hosts.load(wiring.host).table
    events = ", ".join(row.native for row, _ in table.registered(wiring)) if protocol else "EVENT"
    lines = [line.format(command=shlex.join(program), events=events) for line in wiring.manual]
    if as_json:
        console.emit_json({"host": wiring.host, "manual": lines})
    for line in () if as_json else lines:
        print(line)
    return 0


class Change(Record):
    """What became of a file: its bytes before and after, None for no file."""

    done: str
    target: Target
    before: bytes | None
    after: bytes | None
    notes: tuple[str, ...] = ()
    backup: str = ""


def _report(change: Change, *, dry_run: bool, as_json: bool) -> None:
    target, before, after = change.target, change.before, change.after
    path, title = target.path, target.wiring.title
    if as_json:
        result: Mapping[str, object] = {
            "host": target.wiring.host,
            "file": path,
            "changed": before != after,
            "dry_run": dry_run,
            "backup": change.backup or None,
            "diff": diff(path, before, after),
            "notes": list(change.notes),
        }
        console.emit_json(result)
        return
    if before == after:
        print(f"{path}: nothing to change")
    elif dry_run:
        print("\n".join(diff(path, before, after)))
    elif after is None:
        print(f"{path}: removed, nothing was left of it")
    else:
        print(f"{path}: hookctl {change.done} for {title}")
        if change.backup:
            print(f"{change.backup}: the file as it was")
    for note in change.notes:
        console.note(f"note: {note}")


def diff(path: str, before: bytes | None, after: bytes | None) -> list[str]:
    """Return the difference as a unified diff, a list of lines."""
    old = (before or b"").decode("utf-8", "replace").splitlines()
    new = (after or b"").decode("utf-8", "replace").splitlines()
    names = (
        path if before is not None else "/dev/null",
        path if after is not None else "/dev/null",
    )
    return list(difflib.unified_diff(old, new, *names, lineterm=""))
