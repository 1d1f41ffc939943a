"""The files of the journal, and what is done with them one at a time."""

from __future__ import annotations

import fcntl
import os
import stat
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

FILE, LOCK, LOST = "journal.jsonl", "journal.lock", "journal.lost"
LOST_BYTES = 64 * 1024  # of the file that counts lost records; beyond it they go uncounted
NOT = "this dispatch is not on record"
CREATE = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


class System:
    """What the writer asks of the operating system; tests put faults in between."""

    open = staticmethod(os.open)
    close = staticmethod(os.close)
    write = staticmethod(os.write)
    pread = staticmethod(os.pread)
    fstat = staticmethod(os.fstat)
    lstat = staticmethod(os.lstat)
    fchmod = staticmethod(os.fchmod)
    ftruncate = staticmethod(os.ftruncate)
    fsync = staticmethod(os.fsync)
    mkdir = staticmethod(os.mkdir)
    rename = staticmethod(os.rename)
    unlink = staticmethod(os.unlink)
    flock = staticmethod(fcntl.flock)
    sleep = staticmethod(time.sleep)
    monotonic = staticmethod(time.monotonic)


SYSTEM = System()


class JournalError(Exception):
    """A record could not be put on file. `lost` is false if it is there, but perhaps not safe."""

    def __init__(self, message: str, *, lost: bool = True) -> None:
        """Keep what went wrong."""
        super().__init__(message)
        self.lost = lost


def quietly(call: Callable[..., object], *args: object) -> None:
    """Do something whose failure changes nothing, such as closing a file."""
    try:
        call(*args)
    except OSError:
        return


def make_directory(path: str, os_: System) -> None:
    """Make a directory and those above it, for this user alone."""
    missing = [path]
    while missing:
        try:
            os_.mkdir(missing[-1], 0o700)
        except FileExistsError:  # another dispatch was faster
            missing.pop()
        except FileNotFoundError:
            parent = os.path.dirname(missing[-1])
            if parent == missing[-1] or os.path.lexists(parent):
                raise
            missing.append(parent)
        else:
            missing.pop()


def open_journal(path: str, os_: System) -> int:
    """Open the journal. JournalError if what is there is not a regular file."""
    handle = os_.open(path, CREATE, 0o600)
    try:
        mode = _regular(handle, path, os_)
    except BaseException:
        quietly(os_.close, handle)
        raise
    if stat.S_IMODE(mode) & 0o077:
        quietly(os_.fchmod, handle, 0o600)  # it may be somebody else's
    return handle


def _regular(handle: int, path: str, os_: System) -> int:
    """Return the mode of a regular file. JournalError for others: a FIFO swallows the record."""
    mode = os_.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        raise JournalError(f"{NOT}: {path} is not a regular file; move it away")
    return mode


def rotated(path: str, handle: int, keep: int, os_: System) -> int:
    """Move the full journal away and return a new one; the old handle is closed only then.

    Files are shifted up to the first gap, so one that a killed rotation left is filled. With
    `keep` 0 the file begins anew.
    """
    if keep == 0:
        os_.ftruncate(handle, 0)
        _drop_beyond(path, keep, os_)
        return handle
    last = next((n for n in range(1, keep) if not _exists(f"{path}.{n}", os_)), keep)
    for number in range(last, 1, -1):
        os_.rename(f"{path}.{number - 1}", f"{path}.{number}")
    os_.rename(path, f"{path}.1")
    fresh = open_journal(path, os_)
    quietly(os_.close, handle)
    _drop_beyond(path, keep, os_)
    return fresh


def _drop_beyond(path: str, keep: int, os_: System) -> None:
    """Remove the files that a higher `keep` has left."""
    number = keep + 1
    try:
        while _exists(f"{path}.{number}", os_):
            os_.unlink(f"{path}.{number}")
            number += 1
    except OSError:  # the next rotation tries again
        pass


def _exists(path: str, os_: System) -> bool:
    try:
        os_.lstat(path)
    except FileNotFoundError:
        return False
    return True


def count_lost(place: str, record: Mapping[str, Any], os_: System) -> None:
    """Leave a mark that a record was lost, where that is still possible."""
    try:
        handle = os_.open(os.path.join(place, LOST), CREATE, 0o600)
        try:
            status = os_.fstat(handle)
            if stat.S_ISREG(status.st_mode) and status.st_size < LOST_BYTES:
                os_.write(handle, f"{record.get('time', '')} {record.get('id', '')}\n".encode())
        finally:
            quietly(os_.close, handle)
    except (OSError, ValueError):
        pass


def lost(place: str, os_: System) -> int:
    """Return how many records were lost since the last one that told of it."""
    try:
        handle = os_.open(
            os.path.join(place, LOST), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        )
        try:
            return os_.pread(handle, 2 * LOST_BYTES, 0).count(b"\n")
        finally:
            quietly(os_.close, handle)
    except OSError:
        return 0
