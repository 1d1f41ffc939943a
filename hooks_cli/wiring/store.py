"""Change files of other programs safely: read, back up, replace in one step, undo."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import tempfile
from typing import TYPE_CHECKING, Any

from hooks_cli.config.files import read_bytes, user_directory
from hooks_cli.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

BACKUP = ".hookctl-backup"
RECORD = "wiring.json"


def read(path: str) -> bytes | None:
    """Return a file's bytes, None if there is no file. ConfigError if it cannot be read."""
    return read_bytes(path) if os.path.lexists(path) else None


def write(path: str, before: bytes | None, after: bytes) -> list[str]:
    """Put new bytes in a file's place in one step; return the directories that were made.

    `before` are the bytes that the new ones were made from: ConfigError if they are no longer
    there. A symlink stays and its target is replaced; the mode of the file is kept.
    """
    target = os.path.realpath(path)
    made = _directories(os.path.dirname(target))
    try:
        handle, temporary = tempfile.mkstemp(
            prefix=f".{os.path.basename(target)}.",
            suffix=".hookctl-new",
            dir=os.path.dirname(target),
        )
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(after)
                file.flush()
                os.fsync(file.fileno())
            if before is None:
                os.chmod(temporary, 0o666 & ~_umask())
            else:
                _like(temporary, os.stat(target))
            _unchanged(path, before)
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
    return made


def _unchanged(path: str, before: bytes | None) -> None:
    if read(path) != before:
        raise ConfigError(f"{path}: somebody else has just changed it", "try again")


def _like(path: str, status: os.stat_result) -> None:
    """Give a new file the rights of the one whose place it takes."""
    with contextlib.suppress(OSError):
        os.chown(path, status.st_uid, status.st_gid)
    os.chmod(path, stat.S_IMODE(status.st_mode))


def _umask() -> int:
    value = os.umask(0o077)
    os.umask(value)
    return value


def _directories(path: str) -> list[str]:
    """Make a directory and those above it; return the new ones, the innermost first."""
    missing = []
    while not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    try:
        for directory in reversed(missing):
            os.mkdir(directory)
    except OSError as error:
        raise ConfigError(f"{missing[0]}: cannot be made: {error.strerror}") from None
    return missing


def backup_of(path: str) -> str:
    """Return where the backup of a file is: beside it."""
    return os.path.realpath(path) + BACKUP


def back_up(path: str, data: bytes) -> str:
    """Keep the bytes that a file had before hookctl first touched it; return where."""
    backup = backup_of(path)
    write(backup, read(backup), data)
    with contextlib.suppress(OSError):
        _like(backup, os.stat(path))
    return backup


def delete(path: str) -> None:
    """Remove a file that must not be there any more."""
    try:
        os.unlink(os.path.realpath(path))
    except FileNotFoundError:
        return
    except OSError as error:
        raise ConfigError(f"{path}: cannot be removed: {error.strerror}") from None


def remember(path: str, made: list[str], environ: Mapping[str, str]) -> None:
    """Note that a file, and directories for it, are of our making, so that undoing removes them."""
    record = _record(environ)
    if record:
        content = {**_remembered(record), os.path.realpath(path): made}
        with contextlib.suppress(ConfigError):  # then undoing leaves empty directories behind
            write(record, read(record), (json.dumps(content, indent=2) + "\n").encode())


def made_for(path: str, environ: Mapping[str, str]) -> list[str] | None:
    """Return the directories that were made for a file of our making, None if it is not."""
    record = _record(environ)
    made = _remembered(record).get(os.path.realpath(path)) if record else None
    return [str(directory) for directory in made] if isinstance(made, list) else None


def forget(path: str, environ: Mapping[str, str]) -> None:
    """Drop the note on a file, and the directories that were made for it and are empty."""
    record = _record(environ)
    made = made_for(path, environ)
    if not record or made is None:
        return
    content = _remembered(record)
    del content[os.path.realpath(path)]
    with contextlib.suppress(ConfigError):
        if content:
            write(record, read(record), (json.dumps(content, indent=2) + "\n").encode())
        else:
            delete(record)
    for directory in (*made, os.path.dirname(record)):
        with contextlib.suppress(OSError):  # not empty, or gone
            os.rmdir(directory)


def _record(environ: Mapping[str, str]) -> str:
    directory = user_directory(environ, "XDG_STATE_HOME")
    return os.path.join(directory, RECORD) if directory else ""


def _remembered(record: str) -> dict[str, Any]:
    try:
        content = json.loads(read(record) or b"{}")
    except (ConfigError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
