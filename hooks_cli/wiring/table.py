"""How a host is wired: which files, in which shape. The data is in `rows.py`, `relatives.py`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from hooks_cli import hosts
from hooks_cli._record import Record
from hooks_cli.config.files import home_directory
from hooks_cli.errors import UsageError
from hooks_cli.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks_cli.hosts.contract import Row

SCOPES = ("user", "project")


class Place(Record):
    """One file of a host: its path with `~/` for the home directory, else below the workspace.

    `container` is the path of keys to the map of events, () if the file is that map. `variable`
    names the environment variable that moves `root`, the first part of the path.
    """

    scope: str
    path: str
    container: tuple[str, ...] = ("hooks",)
    variable: str = ""
    root: str = ""


class Wiring(Record):
    """What it takes to register a command with a host.

    `places` are the files that `install` writes, one a scope; `shape` is `groups` (event, list of
    groups, each with a list of handlers) or `flat` (event, list of handlers). `handler` is what
    every handler says beside the command, `gate` the host's own fail-closed switch, said where an
    action can be stopped. `head` are top-level keys of a file that hookctl makes. `wrapper` says
    that a program which cannot be started means allow there, and no switch helps. `comments`:
    the host accepts them. `top` are the only top-level keys that the host allows. `leave_out` are
    events that are not registered. `workspace`: the command must name it. `reads` are files
    beside `places` that the host reads too. `version` is "required" if a file without one is
    void, else the only one there is. `unknown_event` is "fatal" if one voids the whole file;
    `off` are paths to switches that turn all hooks off. `run_by` is the shell that runs the
    command. `manual` are lines that say what to do by hand where hookctl does not write the file.
    `verified` is how sure all this is: `ran`, `src`, `doc`, `2nd`.
    """

    host: str
    verified: str
    places: tuple[Place, ...] = ()
    shape: str = "groups"
    command: str = "command"
    handler: Mapping[str, Any] = {}
    gate: Mapping[str, Any] = {}
    head: Mapping[str, Any] = {}
    version: str = ""
    wrapper: bool = False
    comments: bool = False
    top: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    workspace: bool = False
    reads: tuple[str, ...] = ()
    run_by: str = "/bin/sh"
    notes: tuple[str, ...] = ()
    manual: tuple[str, ...] = ()
    unknown_event: str = "ignored"
    off: tuple[tuple[str, ...], ...] = ()

    @property
    def title(self) -> str:
        """Return the name of the host for people."""
        return hosts.load(self.host).title


class Target(Record):
    """One file of one host, by its absolute path, seen from a workspace."""

    wiring: Wiring
    place: Place
    path: str
    workspace: str


def target(wiring: Wiring, place: Place, workspace: str, environ: Mapping[str, str]) -> Target:
    """Return a file of a host."""
    return Target(wiring, place, path_of(place, workspace, environ), workspace)


def find(host: str) -> Wiring:
    """Return how a host is wired. UsageError with the nearest name if there is no such host."""
    from hooks_cli.wiring import relatives, rows  # noqa: PLC0415 - they import this module

    known = {**rows.BY_HOST, **relatives.BY_HOST}
    if host in known:
        return known[host]
    near = nearest(host, tuple(known))
    hint = f'did you mean "{near}"?' if near else f"known: {', '.join(known)}"
    raise UsageError(f"unknown host {host!r}", hint)


def every() -> Iterator[Wiring]:
    """Yield how each host is wired."""
    from hooks_cli.wiring import relatives, rows  # noqa: PLC0415 - they import this module

    yield from rows.BY_HOST.values()
    yield from relatives.BY_HOST.values()


def place_of(wiring: Wiring, scope: str | None) -> Place:
    """Return the file for a scope, the first one without. UsageError if the host has none."""
    for place in wiring.places:
        if scope in (None, place.scope):
            return place
    have = ", ".join(place.scope for place in wiring.places)
    raise UsageError(f"{wiring.host} has no {scope} scope", f"it has: {have}" if have else "")


def path_of(place: Place | str, workspace: str, environ: Mapping[str, str]) -> str:
    """Return the absolute path of a file of a host."""
    path = place if isinstance(place, str) else place.path
    if isinstance(place, Place) and place.variable and environ.get(place.variable):
        moved = os.path.join(workspace, environ[place.variable])
        return os.path.normpath(moved + path.removeprefix(place.root))
    if path.startswith("~/"):
        return os.path.join(home_directory(environ) or "/", path[2:])
    return os.path.join(workspace, path)


def registered(wiring: Wiring) -> Iterator[tuple[Row, bool]]:
    """Yield each native event to register, and whether an action can be stopped there."""
    table = hosts.load(wiring.host).table
    for row in table.rows if table else ():
        if row.fires and row.native not in wiring.leave_out:
            yield row, is_gate(wiring, row)


def is_gate(wiring: Wiring, row: Row) -> bool:
    """Tell whether an action can be stopped at a native event."""
    native = hosts.load(wiring.host).event_of(row.native)
    return native is not None and native.blocking


def seconds_of(wiring: Wiring, row: Row) -> float:
    """Return the timeout to register: the host's own default, which a dispatch stays below."""
    table = hosts.load(wiring.host).table
    return row.timeout or (table.timeout if table else 0)
