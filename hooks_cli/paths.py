"""The forms in which one path can be written (design section 5).

A path is judged as it was given, as it reads when `.` and `..` are worked out, and as the file
system resolves it. Nothing here decides anything: `globs.py` compares forms with patterns.
"""

from __future__ import annotations

import errno
import os
import sys

from hooks_cli._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hooks_cli.model import JsonObject

HOLE = "\0"  # stands for a part of a path that cannot be known
_LONGEST = 4096
_UNREADABLE = (errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG, errno.EPERM)
_HEX = frozenset("0123456789abcdefABCDEF")
_CASE_BLIND_SYSTEMS = ("darwin", "win32", "cygwin")


class Places(Record):
    """The directories that names in patterns stand for; all absolute, "" if not known."""

    workspace: str
    home: str
    temporary: tuple[str, ...]


class Target(Record):
    """One path to be judged.

    `bases` are the directories that it may be relative to; none means that they are not known.
    `tilde` says that a leading `~` is a home directory, `resolve` that the file system here is
    the one that is meant.
    """

    text: str
    bases: tuple[str, ...] = ()
    tilde: bool = True
    resolve: bool = True


class Form(Record):
    """One form of a path: `parts` between the slashes, below the root or an unknown directory.

    `fold` says that case does not count there.
    """

    parts: tuple[str, ...]
    rooted: bool = True
    fold: bool = False


class Forms(Record):
    """All forms of one path; `sure` is false if there may be more that cannot be known."""

    forms: tuple[Form, ...]
    sure: bool = True


def places(payload: JsonObject, environ: Mapping[str, str]) -> Places:
    """Return the places for a payload: its workspace, or else the current directory."""
    root = payload.get("workspace_root")
    workspace = plain(root) if isinstance(root, str) and root else ""
    if not is_absolute(workspace):
        workspace = os.path.abspath(workspace) if workspace else _current()
    home = environ.get("HOME", "")
    named = (environ.get(name, "") for name in ("TMPDIR", "TMP", "TEMP"))
    kept = [path for path in (*named, "/tmp", "/var/tmp") if path.startswith("/")]  # noqa: S108 - names, not files
    return Places(workspace, home, tuple(dict.fromkeys(map(os.path.normpath, kept))))


def forms(target: Target, home: str) -> Forms:
    """Return every form of a path, each once."""
    found: dict[tuple[tuple[str, ...], bool], Form] = {}
    sure = True
    text = plain(target.text)
    if len(text) > _LONGEST:
        sure = False
    for spelling in _spellings(text):
        for path, rooted in _absolute(spelling, target, home):
            form = _form(path, rooted=rooted)
            found[form.parts, form.rooted] = form
            if rooted and target.resolve and path.startswith("/") and HOLE not in path:
                real, readable = resolved(path)
                sure = sure and readable
                form = _form(real, rooted=True)
                found.setdefault((form.parts, True), form)
    return Forms(tuple(found.values()), sure)


def plain(text: str) -> str:
    """Return the path that a `file:` URL names, percent-decoded; anything else as it is.

    A URL of another machine is the path there with two slashes in front, as Windows writes it.
    """
    low = text[:12].lower()
    for outer in ("zip:", "jar:"):  # a file inside an archive: zip:file:/a.zip!/b
        if low.startswith(outer + "file:"):
            return plain(text[len(outer) :]).replace("!/", "/")
    if not low.startswith("file:"):
        return text
    rest = text[5:]
    if rest.startswith("//"):
        host, slash, tail = rest[2:].partition("/")
        name = host.lower().partition(":")[0]
        rest = slash + tail if name in ("", "localhost", "127.0.0.1") else f"//{host}/{tail}"
        if len(host) == 2 and host[1] in ":|":  # noqa: PLR2004 - file://C:/x
            rest = f"/{host}/{tail}"
    rest = _decoded(rest)
    drive = rest[1:3]
    if rest[:1] == "/" and len(drive) == 2 and drive[0].isalpha() and drive[1] in ":|":  # noqa: PLR2004
        return f"{drive[0]}:{rest[3:]}"
    return rest


def is_absolute(path: str) -> bool:
    """Tell whether a path starts at a root, of this system or of Windows."""
    return path.startswith(("/", "\\\\")) or has_drive(path)


def has_drive(path: str) -> bool:
    r"""Tell whether a path starts like `C:\` or `C:/`, or is a drive alone."""
    letter = path[:1].isascii() and path[:1].isalpha() and path[1:2] == ":"
    return letter and path[2:3] in ("", "/", "\\")


def is_url(text: str) -> bool:
    """Tell whether a text is a URL of another scheme than `file:`."""
    scheme, colon, _ = text.partition("://")
    named = scheme.replace("+", "").replace("-", "").replace(".", "").isalnum()
    return bool(colon) and named and scheme.lower() != "file"


def resolved(path: str) -> tuple[str, bool]:
    """Return the real path, and whether the file system let itself be asked."""
    try:
        real = os.path.realpath(path)
        os.stat(path)
    except OSError as error:
        return os.path.realpath(path), error.errno not in _UNREADABLE
    except ValueError:
        return path, False
    return real, True


def split(path: str) -> tuple[str, ...]:
    """Return the parts of a path; empty ones and `.` are left out."""
    return tuple(part for part in path.split("/") if part not in ("", "."))


def normal(parts: Iterable[str]) -> tuple[str, ...]:
    """Return parts with `..` worked out; what would lead above the root stays at the root."""
    kept: list[str] = []
    for part in parts:
        if part == "..":
            if kept:
                kept.pop()
        else:
            kept.append(part)
    return tuple(kept)


def case_blind(path: str) -> bool:
    """Tell whether the file system at a path takes two names that differ in case for one.

    The nearest existing part of the path is asked; without a letter in it the system decides.
    """
    while len(path) > 1:
        head, _, name = path.rpartition("/")
        other = name.swapcase()
        if other != name:
            try:
                here = os.stat(path)
            except (OSError, ValueError):
                path = head or "/"
                continue
            try:
                there = os.stat(f"{head}/{other}")
            except (OSError, ValueError):
                return False
            return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
        path = head or "/"
    return sys.platform in _CASE_BLIND_SYSTEMS


def _form(path: str, *, rooted: bool) -> Form:
    """Return a path with `..` worked out.

    Below an unknown directory only what follows the last way up is certain.
    """
    given = split(path)
    drive = bool(given) and has_drive(given[0])
    if drive:  # Windows drops dots and blanks at the end of a name
        given = tuple(part if part == ".." else part.rstrip(". ") for part in given)
    fold = drive or (rooted and case_blind(path.partition(HOLE)[0]))
    if rooted:
        return Form(normal(given), fold=fold)
    tail = given[len(given) - given[::-1].index("..") :] if ".." in given else given
    return Form(tail, rooted=False, fold=fold)


def _spellings(text: str) -> Iterator[str]:
    """Yield a path as it is, and with backslashes as slashes if it has some."""
    if "\\" not in text:
        yield text
        return
    slashed = text.replace("\\", "/")
    if slashed.startswith(("//?/", "//./")):
        slashed = slashed[4:]
    if not (has_drive(text) or text.startswith("\\\\")):
        yield text
    yield slashed


def _absolute(path: str, target: Target, home: str) -> Iterator[tuple[str, bool]]:
    """Yield (path, whether it is absolute) for every directory that it may be relative to."""
    if target.tilde and path.startswith("~"):
        name, slash, rest = path.partition("/")
        directory = home if name == "~" else os.path.expanduser(name)
        known = directory.startswith("/")
        yield (directory + slash + rest, True) if known else (rest, False)
        return
    if is_absolute(path):
        yield path, True
        return
    if not target.bases or path.startswith(HOLE):
        yield path, False
        return
    for base in target.bases:
        yield f"{base}/{path}", True


def _decoded(text: str) -> str:
    """Return a text percent-decoded once; what is not a code stays as it is."""
    if "%" not in text:
        return text
    first, *others = text.split("%")
    data = bytearray(first.encode("utf-8", "surrogateescape"))
    for other in others:
        if len(other) >= 2 and other[0] in _HEX and other[1] in _HEX:  # noqa: PLR2004
            data.append(int(other[:2], 16))
            other = other[2:]  # noqa: PLW2901
        else:
            data += b"%"
        data += other.encode("utf-8", "surrogateescape")
    return data.decode("utf-8", "surrogateescape")


def _current() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""
