"""Find the same policy wired twice: several hosts read each other's files (design section 7)."""

from __future__ import annotations

import glob
import os
from typing import TYPE_CHECKING

from hooks_cli.errors import HookctlError
from hooks_cli.wiring import entries, jsontext, store, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks_cli.wiring.table import Wiring


def overlaps(wiring: Wiring, path: str, workspace: str, environ: Mapping[str, str]) -> list[str]:
    """Return a sentence for each other file in which hookctl is wired and that counts here too.

    That is a file which this host reads beside `path`, and a host which reads `path` beside its
    own files.
    """
    found = []
    own = os.path.realpath(path)
    for other in files_read(wiring, workspace, environ):
        hosts = wired_hosts(other) if os.path.realpath(other) != own else ()
        if hosts:
            found.append(
                f"{wiring.title} also reads {other}, where hookctl is wired for "
                f"{', '.join(hosts)}: every hook would run twice"
            )
    for reader in table.every():
        if reader.host == wiring.host or own not in _real(reader.reads, workspace, environ):
            continue
        for place in reader.places:
            other = table.path_of(place, workspace, environ)
            if os.path.realpath(other) != own and reader.host in wired_hosts(other):
                found.append(
                    f"{reader.title} also reads {path}, and is wired in {other}: every hook "
                    f"would run twice there; hookctl uninstall {reader.host}"
                )
    return found


def files_read(wiring: Wiring, workspace: str, environ: Mapping[str, str]) -> Iterator[str]:
    """Yield every file that a host reads and that exists, each once."""
    seen = set()
    patterns = [table.path_of(place, workspace, environ) for place in wiring.places]
    paths = [path for path in patterns if os.path.lexists(path)]
    for path in (*paths, *_expand(wiring.reads, workspace, environ)):
        if os.path.realpath(path) not in seen:
            seen.add(os.path.realpath(path))
            yield path


def wired_hosts(path: str) -> tuple[str, ...]:
    """Return the hosts for which hookctl is wired in a file; nothing if it cannot be read."""
    try:
        data = store.read(path)
        document = jsontext.parse(jsontext.decode(data)) if data is not None else None
    except HookctlError:
        return ()
    if document is None:
        return ()
    found = [
        handler.wired.host
        for container in (("hooks",), ())
        for handler in entries.handlers(document, container)
        if handler.wired
    ]
    return tuple(dict.fromkeys(found))


def _expand(patterns: tuple[str, ...], workspace: str, environ: Mapping[str, str]) -> Iterator[str]:
    for pattern in patterns:
        path = table.path_of(pattern, workspace, environ)
        head, name = os.path.split(path)
        if "*" in name:
            yield from sorted(glob.glob(os.path.join(glob.escape(head), name)))
        elif os.path.lexists(path):
            yield path


def _real(patterns: tuple[str, ...], workspace: str, environ: Mapping[str, str]) -> set[str]:
    return {os.path.realpath(path) for path in _expand(patterns, workspace, environ)}
