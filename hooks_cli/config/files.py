"""Find configuration files and read one into a plain object (design section 4)."""

from __future__ import annotations

import errno
import os
import stat

from hooks_cli import limits, strictjson
from hooks_cli._record import Record
from hooks_cli.config import keys
from hooks_cli.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

MANAGED = "/etc/hookctl"
FILE_NAMES = ("hooks.json", "hooks.yaml", "hooks.yml")
LOCAL_NAMES = ("hooks.local.json", "hooks.local.yaml", "hooks.local.yml")
YAML_SUFFIXES = (".yaml", ".yml")


class Source(Record):
    """One configuration file: its path, its layer, and where its relative programs are.

    `layer` is `managed`, `user`, `project` or `command line`.
    """

    path: str
    layer: str
    base: str


def search(
    workspace: str, environ: Mapping[str, str], managed: str = MANAGED
) -> tuple[Source, ...]:
    """Return the files that exist, in order: managed, user, project, project local."""
    project = os.path.join(workspace, ".hookctl")
    places = [("managed", managed, managed, FILE_NAMES)]
    home = user_directory(environ)
    if home:
        places.append(("user", home, home, FILE_NAMES))
    places.append(("project", project, workspace, FILE_NAMES))
    places.append(("project", project, workspace, LOCAL_NAMES))
    found = []
    for layer, directory, base, names in places:
        if os.path.lexists(directory):
            paths = (os.path.join(directory, name) for name in names)
            found += [Source(path, layer, base) for path in paths if _present(path)]
    return _once(found)


def named(paths: Iterable[str]) -> tuple[Source, ...]:
    """Return the files that the command line names, in its order."""
    found = []
    for path in paths:
        path = _absolute(path)  # noqa: PLW2901 - the same file, in one spelling
        directory = os.path.dirname(path)
        # A file in .hookctl is a project file wherever it is named from.
        if os.path.basename(directory) == ".hookctl":
            directory = os.path.dirname(directory)
        found.append(Source(path, "command line", directory))
    return _once(found)


def user_directory(environ: Mapping[str, str], variable: str = "XDG_CONFIG_HOME") -> str:
    """Return hookctl's directory below a base directory of the user, "" if there is no home."""
    base = environ.get(variable, "")
    if not os.path.isabs(base):
        home = home_directory(environ)
        if not home:
            return ""
        below = {"XDG_CONFIG_HOME": ".config", "XDG_STATE_HOME": ".local/state"}[variable]
        base = os.path.join(home, below)
    return os.path.join(base, "hookctl")


def home_directory(environ: Mapping[str, str]) -> str:
    """Return the home directory; an empty HOME counts as none, then the account's is taken."""
    home = environ.get("HOME", "")
    if home:
        return home
    import pwd  # noqa: PLC0415 - only where HOME is missing

    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""


def _present(path: str) -> bool:
    """Tell whether there is something at `path`; a place we may not look at counts as one."""
    try:
        os.lstat(path)
    except OSError as error:
        return error.errno != errno.ENOENT
    return True


def _once(sources: list[Source]) -> tuple[Source, ...]:
    """Drop a file that is met a second time, by its real path."""
    places = [_absolute(source.path, os.path.realpath) for source in sources]
    return tuple(source for at, source in enumerate(sources) if places[at] not in places[:at])


def _absolute(path: str, make: Callable[[str], str] = os.path.abspath) -> str:
    """Return an absolute path; as it is if our own directory is gone, and it with it."""
    try:
        return make(path)
    except FileNotFoundError:
        return path


def read_bytes(path: str) -> bytes:
    """Read a file whole. ConfigError if it is missing, unreadable, too large or not a file."""
    try:
        # Non-blocking, so that a FIFO in the file's place cannot hold us.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise _unreadable(path, error) from None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            kind = "a directory" if stat.S_ISDIR(status.st_mode) else "not a regular file"
            raise ConfigError(f"{path}: is {kind}", "put a hooks.json file there")
        if status.st_size > limits.CONFIG_BYTES:
            raise ConfigError(f"{path}: larger than {limits.CONFIG_BYTES} bytes")
        chunks = []
        while chunk := os.read(handle, 1 << 20):
            chunks.append(chunk)
    except OSError as error:
        raise _unreadable(path, error) from None
    finally:
        os.close(handle)
    return b"".join(chunks)


def _unreadable(path: str, error: OSError) -> ConfigError:
    hints = {
        errno.ENOENT: "check the path, or run `hookctl init` to make one",
        errno.EACCES: "make it readable for this user",
    }
    message = f"{path}: cannot be read: {error.strerror}"
    return ConfigError(message, hints.get(error.errno or 0, ""))


def parse(path: str, data: bytes) -> dict[str, Any]:
    """Turn a file's bytes into an object of the supported version.

    ConfigError (with the line where it is known) if the file is not JSON (or YAML, by its
    suffix), not an object, or of another version: the version is looked at before anything else.
    """
    if path.endswith(YAML_SUFFIXES):
        from hooks_cli.config import yamlfile  # noqa: PLC0415 - yaml is slow to import

        document = yamlfile.load_object(path, data)
    else:
        try:
            document = strictjson.load_object(data)
        except strictjson.JsonError as error:
            from hooks_cli.config import positions  # noqa: PLC0415 - only for mistakes

            line = positions.line_of_error(data, error)
            place = f"{path}:{line}" if line else path
            raise ConfigError(f"{place}: {error.message}", "it must be one JSON object") from None
    version = document.get("version")
    if version is None:
        message = f'{path}: /version: missing, expected "version": {keys.VERSION}'
        raise ConfigError(message, "add it as the first key")
    if keys.TOP["version"](version):
        shown = strictjson.dumps(version).decode("utf-8", "replace")[:40]
        message = f"{path}: /version: {shown} found, expected {keys.VERSION}"
        raise ConfigError(message, "this hookctl reads version 1 only; another may be needed")
    return document
