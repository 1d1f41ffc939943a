"""Follow the journal as it grows, across rotations (`hookctl log -f`)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hooks_cli.journal import reader
from hooks_cli.journal.store import FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def follow(directory: str, *, wait: Callable[[], bool]) -> Iterator[reader.Line]:
    """Yield the lines that are there, then each further one as it is written, across rotations.

    `wait` is called when there is nothing more, and ends it by returning false.
    """
    opened, unreadable = reader.open_all(directory)
    yield from unreadable
    for path, handle in opened[:-1]:
        yield from reader.lines(path, handle, directory)
        os.close(handle)
    tail = _Tail(*opened[-1]) if opened else None
    try:
        while True:
            if tail is not None:
                yield from tail.lines()
            later = _newer(directory, tail)
            if not later:
                if not wait():
                    return
                continue
            if tail is not None:
                yield from tail.lines(last=True)  # written before it was rotated away
                tail.close()
            for path, handle in later[:-1]:
                yield from reader.lines(path, handle, directory)
                os.close(handle)
            tail = _Tail(*later[-1])
    finally:
        if tail is not None:
            tail.close()


class _Tail:
    """The journal's newest file, being written to."""

    def __init__(self, path: str, handle: int) -> None:
        self.path = path
        self.handle = handle
        self.offset = 0
        self.number = 0

    def lines(self, *, last: bool = False) -> Iterator[reader.Line]:
        """Yield the lines that were ended since the last call; with `last` also a torn one."""
        if os.fstat(self.handle).st_size < self.offset:  # begun anew, or cut back
            self.offset, self.number = 0, 0
        found = b""
        while data := os.pread(self.handle, reader.CHUNK, self.offset + len(found)):
            found += data
        # The torn end is read again next time: its writer may cut it off.
        *whole, rest = found.split(b"\n")
        self.offset += len(found) - len(rest)
        for text in [*whole, rest] if last else whole:
            self.number += 1
            if text.strip():
                yield reader.line(self.path, self.number, text)

    def close(self) -> None:
        """Close the file."""
        os.close(self.handle)


def _newer(directory: str, tail: _Tail | None) -> list[tuple[str, int]]:
    """Return the files that came after the one of `tail`, oldest first, opened."""
    path = os.path.join(directory, FILE)
    if tail is not None and reader.identity(path) in (None, reader.identity(tail.handle)):
        return []
    opened, _ = reader.open_all(directory)
    if tail is None:
        return opened
    known = [reader.identity(handle) for _, handle in opened]
    old = known.index(reader.identity(tail.handle)) if reader.identity(tail.handle) in known else -1
    for _, handle in opened[: old + 1]:
        os.close(handle)
    return opened[old + 1 :]
