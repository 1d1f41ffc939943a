"""Append one record to the journal so that no other record suffers (design section 10).

Everything happens under one lock: repair of a torn tail, rotation, the write itself, and the way
back if it fails. Whoever is killed in between leaves at most one bad line, his own.
"""

from __future__ import annotations

import errno
import fcntl
import os

from hooks_cli import limits, strictjson
from hooks_cli.config import files
from hooks_cli.journal import store
from hooks_cli.journal.store import FILE, SYSTEM, JournalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hooks_cli.journal.store import System

MAX_BYTES = limits.JOURNAL_BYTES
KEEP = limits.JOURNAL_KEEP
LOCK_SECONDS = limits.JOURNAL_LOCK_SECONDS
SYNCED = ("block",)  # decisions whose record is forced to the disk before the answer

_HINTS = {
    errno.ENOSPC: "; free some space",
    errno.EDQUOT: "; free some space, or ask for a higher quota",
    errno.EFBIG: "; raise the limit on file sizes (ulimit -f), or lower journal.max_bytes",
    errno.EACCES: "; make it writable for this user",
    errno.EROFS: "; set XDG_STATE_HOME to a place that can be written to",
    errno.EISDIR: "; move the directory away",
    errno.ENOTDIR: "; a directory was expected",
    errno.ELOOP: "; it is a symbolic link, which is not followed: move it away",
}
_ATTEMPTS = 100  # at a lock file that is replaced, or a call that is interrupted, again and again


def directory(environ: Mapping[str, str]) -> str:
    """Return where the journal is, "" if this user has no home."""
    return files.user_directory(environ, "XDG_STATE_HOME")


def write(
    record: Mapping[str, Any],
    settings: Mapping[str, Any],
    environ: Mapping[str, str],
    *,
    os_: System = SYSTEM,
) -> str:
    """Put a masked record on file; return "" or one line that says why that failed.

    Never raises. `settings` is the `journal` object of the configuration as it was found:
    a value of the wrong type counts as not set.
    """
    try:
        place = directory(environ)
        if not place:
            return f"journal: {store.NOT}: no home directory; set XDG_STATE_HOME"
        try:
            line = strictjson.dumps(record)
            sync = record.get("decision") in SYNCED
            _append(place, line, settings, sync=sync, os_=os_)
        except (OSError, ValueError, JournalError) as error:
            if getattr(error, "lost", True):
                store.count_lost(place, record, os_)
            raise
    except OSError as error:
        path = error.filename or os.path.join(place, FILE)
        hint = _HINTS.get(error.errno or 0, "")
        return f"journal: {store.NOT}: {path}: {error.strerror or error}{hint}"
    except JournalError as error:
        return f"journal: {error}"
    except Exception as error:  # noqa: BLE001 - a record must never cost the verdict
        return f"journal: {store.NOT}: {type(error).__name__}: {error}"
    return ""


def integer(settings: Mapping[str, Any], key: str, default: int, least: int) -> int:
    """Return a setting that is an integer, or its default."""
    value = settings.get(key)
    right = isinstance(value, int) and not isinstance(value, bool) and value >= least
    return value if right else default  # type: ignore[return-value]


def _append(
    place: str, line: bytes, settings: Mapping[str, Any], *, sync: bool, os_: System
) -> None:
    """Append a line under the lock. OSError or JournalError if it is not there afterwards."""
    lock = _locked(place, os_)
    try:
        path = os.path.join(place, FILE)
        max_bytes = integer(settings, "max_bytes", MAX_BYTES, 1)
        lost = store.lost(place, os_)
        notes: dict[str, Any] = {"lost": lost} if lost else {}
        handle = store.open_journal(path, os_)
        try:
            size = os_.fstat(handle).st_size
            if size and size + len(line) + 1 > max_bytes:
                try:
                    handle = store.rotated(path, handle, integer(settings, "keep", KEEP, 0), os_)
                    size = 0
                except (OSError, JournalError) as error:
                    # Too large a file is better than a lost record.
                    notes["not_rotated"] = getattr(error, "strerror", None) or str(error)
            if notes:
                line = line[:-1] + b"," + strictjson.dumps(notes)[1:]
            start = b"\n" if size and _is_torn(handle, size, os_) else b""
            _write_whole(handle, start + line + b"\n", size, os_)
            if lost:
                store.quietly(os_.unlink, os.path.join(place, store.LOST))
            if sync:
                _synced(handle, place if not size else "", os_)
        finally:
            store.quietly(os_.close, handle)
    finally:
        store.quietly(os_.close, lock)


def _is_torn(handle: int, size: int, os_: System) -> bool:
    """Tell whether the last line was never ended; if in doubt it is, an empty line hurts nobody."""
    try:
        return os_.pread(handle, 1, size - 1) != b"\n"
    except OSError:
        return True


def _locked(place: str, os_: System) -> int:
    """Return a descriptor that holds the lock. JournalError if others hold it for too long."""
    path = os.path.join(place, store.LOCK)
    deadline = os_.monotonic() + LOCK_SECONDS
    for _ in range(_ATTEMPTS):
        lock = _open_lock(path, os_)
        try:
            _wait_for(lock, path, deadline, os_)
            # Somebody may have removed the file while we waited: then it locks nothing.
            held = os_.fstat(lock)
            there = os_.lstat(path)
            if (held.st_dev, held.st_ino) == (there.st_dev, there.st_ino):
                return lock
        except FileNotFoundError:
            pass
        except BaseException:
            store.quietly(os_.close, lock)
            raise
        store.quietly(os_.close, lock)
    raise JournalError(f"{store.NOT}: {path} is replaced all the time")


def _wait_for(lock: int, path: str, deadline: float, os_: System) -> None:
    """Take the lock. JournalError if it is not free by the deadline."""
    pause = 0.0005
    while not _try_lock(lock, os_):
        if os_.monotonic() > deadline:
            raise JournalError(
                f"{store.NOT}: {path} was held by another process for {LOCK_SECONDS:g} s"
            )
        os_.sleep(pause)
        pause = min(pause * 2, 0.02)


def _open_lock(path: str, os_: System) -> int:
    try:
        return os_.open(path, store.CREATE, 0o600)
    except FileNotFoundError:
        store.make_directory(os.path.dirname(path), os_)
        return os_.open(path, store.CREATE, 0o600)


def _try_lock(lock: int, os_: System) -> bool:
    try:
        os_.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, InterruptedError):
        return False
    return True


def _write_whole(handle: int, data: bytes, start: int, os_: System) -> None:
    """Write all of the data, or nothing: on an error the file is cut back to `start` bytes."""
    rest = memoryview(data)
    try:
        for _ in range(_ATTEMPTS + len(data) // 512):
            try:
                rest = rest[os_.write(handle, rest) :]
            except InterruptedError:
                continue
            if not rest:
                return
    except OSError:
        store.quietly(os_.ftruncate, handle, start)  # else the next writer ends the torn line
        raise
    store.quietly(os_.ftruncate, handle, start)
    raise OSError(errno.EIO, "the disk takes almost nothing at a time")


def _synced(handle: int, place: str, os_: System) -> None:
    """Force a record to the disk, and its new file's name too if the directory is given."""
    try:
        os_.fsync(handle)
        if place:
            folder = os_.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os_.fsync(folder)
            finally:
                store.quietly(os_.close, folder)
    except OSError as error:
        message = f"the record is written, but perhaps not safe on the disk: {error.strerror}"
        raise JournalError(message, lost=False) from None
