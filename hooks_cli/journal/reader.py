"""Read the journal: every good line of all its files, oldest first; bad ones are told apart.

A reader takes no part in the writers' order. It opens all files at once, the newest first, so that
a rotation meanwhile can neither hide a file nor show it twice.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
from typing import TYPE_CHECKING, Any

from hooks_cli import strictjson
from hooks_cli._record import Record
from hooks_cli.journal.record import VERSION
from hooks_cli.journal.store import FILE, LOCK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REMEDY = "the other lines are read; remove this one if it bothers you"
CHUNK = 1 << 20
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
# key, type, whether it must be there
_SHAPE: tuple[tuple[str, type, bool], ...] = (
    *((key, str, True) for key in ("id", "time", "event", "decision")),
    *((key, str, False) for key in ("host", "native_event", "hook", "how", "reason", "subject")),
    *((key, str, False) for key in ("workspace", "session_id", "model")),
    *((key, list, False) for key in ("hooks", "failures", "warnings", "unenforced", "events")),
    *((key, dict, False) for key in ("tokens_usage", "payload")),
)
_LOCK_SECONDS = 1.0


class Line(Record):
    """One line: a good one has a `record`, a bad one a `mistake`. Numbers begin with 1."""

    path: str
    number: int
    record: dict[str, Any] | None = None
    mistake: str = ""


def read(directory: str) -> Iterator[Line]:
    """Yield every line that is not empty; no journal is an empty one.

    A file that cannot be read is a bad line of its own, with the number 0.
    """
    opened, unreadable = open_all(directory)
    yield from unreadable
    try:
        for path, handle in opened:
            yield from lines(path, handle, directory)
    finally:
        for _, handle in opened:
            os.close(handle)


def records(directory: str, complain: Callable[[Line], None]) -> Iterator[dict[str, Any]]:
    """Yield the good records, and hand each bad line to `complain`."""
    for line in read(directory):
        if line.record is None:
            complain(line)
        else:
            yield line.record


def complaint(line: Line) -> str:
    """Say in one line what is wrong with a bad line."""
    if not line.number:
        return f"{line.path}: {line.mistake}"
    return f"{line.path}:{line.number}: {line.mistake}; {REMEDY}"


def identity(place: str | int) -> tuple[int, int] | None:
    """Return what tells a file from others, whatever it is called; None if it is not there."""
    try:
        status = os.stat(place)
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def open_all(directory: str) -> tuple[list[tuple[str, int]], list[Line]]:
    """Open all files of the journal; return (path, descriptor), the oldest first, and the others.

    The others are those that cannot be read, as bad lines.
    """
    opened: list[tuple[str, int]] = []
    unreadable: list[Line] = []
    seen = set()
    for name in _names(directory):
        path = os.path.join(directory, name)
        try:
            handle = os.open(path, _READ)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            unreadable.append(Line(path, 0, mistake=_why(error)))
            continue
        same = identity(handle)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            unreadable.append(Line(path, 0, mistake="not a regular file; move it away"))
            os.close(handle)
        elif same in seen:
            os.close(handle)
        else:
            opened.append((path, handle))
        seen.add(same)
    return opened[::-1], unreadable


def _names(directory: str) -> Iterator[str]:
    """Yield the names of the files, newest first: a rotation can only push them further back.

    So the highest number is looked up again for each.
    """
    yield FILE
    number = 1
    while number <= _highest(directory) + 1:
        yield f"{FILE}.{number}"
        number += 1


def _highest(directory: str) -> int:
    """Return the highest number of a rotated file, 0 if there is none."""
    try:
        names = os.listdir(directory)
    except OSError:
        return 0
    numbers = [name.removeprefix(f"{FILE}.") for name in names if name.startswith(f"{FILE}.")]
    return max((int(n) for n in numbers if n.isascii() and n.isdigit()), default=0)


def _why(error: OSError) -> str:
    if error.errno == errno.ELOOP:
        return "is a symbolic link, which is not followed; move it away"
    return f"cannot be read: {error.strerror}; make it readable for this user"


def lines(path: str, handle: int, directory: str) -> Iterator[Line]:
    """Yield the lines of one file; a torn end is looked at again when nobody is writing."""
    offset, number = 0, 0
    rest = b""
    while data := os.pread(handle, CHUNK, offset):
        offset += len(data)
        *whole, rest = (rest + data).split(b"\n")
        for text in whole:
            number += 1
            if text.strip():
                yield line(path, number, text)
    if not rest:
        return
    start = offset - len(rest)
    with _Quiet(directory):
        again = b""
        while data := os.pread(handle, CHUNK, start + len(again)):
            again += data
    for text in again.split(b"\n"):
        number += 1
        if text.strip():
            yield line(path, number, text)


class _Quiet:
    """Holds the lock for a moment, so that no writer is in the middle of a line.

    If it cannot be had, the reader goes on without it.
    """

    def __init__(self, directory: str) -> None:
        self.path = os.path.join(directory, LOCK)
        self.handle = -1

    def __enter__(self) -> None:
        try:
            self.handle = os.open(self.path, _READ)
            deadline = time.monotonic() + _LOCK_SECONDS
            while time.monotonic() < deadline:
                try:
                    fcntl.flock(self.handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    time.sleep(0.002)
                else:
                    return
        except OSError:
            return

    def __exit__(self, *_error: object) -> None:
        if self.handle >= 0:
            os.close(self.handle)


def line(path: str, number: int, text: bytes) -> Line:
    """Judge one line."""
    try:
        record = strictjson.load_object(text)
    except strictjson.JsonError as error:
        return Line(path, number, mistake=f"damaged: {error.message}")
    version = record.get("version")
    if isinstance(version, int) and version > VERSION:
        return Line(path, number, mistake=f"written by a newer hookctl (version {version})")
    for key, cls, needed in _SHAPE:
        if not isinstance(record.get(key, None if needed else cls()), cls):
            expected = strictjson.type_name(cls())
            return Line(path, number, mistake=f"not a record: /{key}: expected {expected}")
    for key in ("hooks", "failures"):
        if not all(isinstance(item, dict) for item in record.get(key, ())):
            return Line(path, number, mistake=f"not a record: /{key}: expected objects")
    return Line(path, number, record)
