"""Patterns for paths, made ready to be compared: written as in a .gitignore (design section 5).

Without a `/` a pattern is a name at any depth; with one it is relative to the workspace, unless it
starts with `/`, `~`, `$WORKSPACE`, `$HOME` or `$TMP`; `**` stands for any number of directories;
`!` in front takes back what earlier patterns said; `{a,b}` are alternatives.
"""

from __future__ import annotations

import os

from hooks_cli import paths
from hooks_cli._record import Record
from hooks_cli.paths import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hooks_cli.paths import Places

NAMES = ("$WORKSPACE", "$HOME", "$TMP")
WILD = frozenset("*?[")
_MOST_BRACES = 64


class Pattern(Record):
    """One pattern made ready: `parts` below the root, or at any depth if `floating`.

    At any depth below the workspace, for a path in there: how its own directories are called does
    not count. `roots` are the parts of the workspace, also as the file system resolves it.
    """

    parts: tuple[str, ...]
    floating: bool = False
    roots: tuple[tuple[str, ...], ...] = ()
    negated: bool = False
    literal: bool = False


def compile_pattern(
    text: str,
    places: Places,
    *,
    directory: bool = False,
    real: dict[tuple[str, ...], tuple[str, ...]] | None = None,
) -> Iterator[Pattern]:
    """Yield a pattern made ready, once for each directory that its start stands for.

    A `directory` is never a name at any depth unless it says so with `**/`. `real` remembers what
    the file system has said about the directories of earlier patterns.
    """
    real = {} if real is None else real
    negated = text.startswith("!")
    root = paths.split(places.workspace)
    roots = (root, resolved_start(root, real)) if root else ()
    for written in _braces(text[1:] if negated else text):
        trimmed = written.rstrip("/") or "/"
        if "\\" in trimmed and paths.has_drive(trimmed):
            trimmed = trimmed.replace("\\", "/")
        if "/" not in trimmed and trimmed[0] not in "~$" and not directory:
            yield Pattern((trimmed,), floating=True, roots=roots, negated=negated)
            continue
        if trimmed.startswith("**/"):
            parts = paths.split(trimmed[3:])
            yield Pattern(parts, floating=True, roots=roots, negated=negated)
            continue
        for absolute in _rooted(trimmed, places):
            parts = paths.normal(paths.split(absolute))
            literal = not any(WILD & set(part) for part in parts)
            yield Pattern(parts, negated=negated, literal=literal)
            end = resolved_start(parts, real)
            if end != parts:
                yield Pattern(end, negated=negated, literal=literal)
            if trimmed.startswith("$TMP"):  # a workspace among temporary files is not one of them
                for inner in roots:
                    if inner[: len(end)] == end or inner[: len(parts)] == parts:
                        yield Pattern(inner, negated=not negated)


def wild(pattern: str, text: str) -> bool:
    """Tell whether `*`, `?` and `[...]` in a pattern fit a whole text, in linear space.

    The time is at most the product of the two lengths.
    """
    at = position = 0
    star, mark = -1, 0
    units = _units(pattern)
    while position < len(text):
        unit = units[at] if at < len(units) else None
        if unit == "*":
            star, mark = at, position
            at += 1
        elif unit is not None and _unit_fits(unit, text[position]):
            at += 1
            position += 1
        elif star >= 0:
            mark += 1
            at, position = star + 1, mark
        else:
            return False
    return all(unit == "*" for unit in units[at:])


def _rooted(text: str, places: Places) -> Iterator[str]:
    """Yield a pattern from the root on."""
    name, slash, rest = text.partition("/")
    if name == "$TMP":
        for directory in places.temporary:
            yield f"{directory}/{rest}"
    elif name == "$WORKSPACE":
        yield f"{places.workspace}/{rest}"
    elif name in ("$HOME", "~"):
        yield f"{places.home}/{rest}" if places.home else f"/{HOLE}{slash}{rest}"
    elif name.startswith("~"):
        yield f"{os.path.expanduser(name)}/{rest}"
    elif paths.is_absolute(text):
        yield text
    else:
        yield f"{places.workspace}/{text}"


def resolved_start(
    parts: tuple[str, ...], real: dict[tuple[str, ...], tuple[str, ...]]
) -> tuple[str, ...]:
    """Return a pattern with the directories before its first wildcard resolved."""
    fixed = next((at for at, part in enumerate(parts) if WILD & set(part)), len(parts))
    return (*_real(parts[:fixed], real), *parts[fixed:])


def _real(parts: tuple[str, ...], real: dict[tuple[str, ...], tuple[str, ...]]) -> tuple[str, ...]:
    """Return the real path of a directory or file; what does not exist stays as it is."""
    if not parts:
        return parts
    if parts not in real:
        above = _real(parts[:-1], real)
        path = "/" + "/".join((*above, parts[-1]))
        try:
            is_link = os.path.islink(path)
        except ValueError:
            is_link = False
        real[parts] = paths.split(os.path.realpath(path)) if is_link else (*above, parts[-1])
    return real[parts]


def _braces(text: str) -> list[str]:
    """Return the alternatives that `{a,b}` stands for; a brace that does not close is a name."""
    done: list[str] = []
    waiting = [text]
    while waiting and len(waiting) + len(done) <= _MOST_BRACES:
        item = waiting.pop()
        start = item.rfind("{")
        end = item.find("}", start)
        if start < 0 or end < 0 or "," not in item[start:end]:
            done.append(item)
            continue
        head, tail = item[:start], item[end + 1 :]
        waiting += [head + part + tail for part in item[start + 1 : end].split(",")]
    return [item for item in (*done, *waiting) if item.strip()] or [text]


def _units(pattern: str) -> list[str]:
    """Return a pattern as single characters, `*`, and `[...]` as a whole."""
    units: list[str] = []
    at = 0
    while at < len(pattern):
        end = at + 1
        if pattern[at] == "[":
            close = pattern.find("]", at + 2 + (pattern[at + 1 : at + 2] in ("!", "^")))
            end = close + 1 if close > 0 else end
        unit = pattern[at:end]
        if unit != "*" or not units or units[-1] != "*":
            units.append(unit)
        at = end
    return units


def _unit_fits(unit: str, char: str) -> bool:
    if len(unit) == 1:
        return unit == char or (unit == "?" and char != HOLE)
    if char == HOLE:
        return False
    inside = unit[1:-1]
    negated = inside[0] in "!^"
    if negated:
        inside = inside[1:]
    found = False
    at = 0
    while at < len(inside):
        if inside[at + 1 : at + 2] == "-" and at + 2 < len(inside):
            found = found or inside[at] <= char <= inside[at + 2]
            at += 3
        else:
            found = found or inside[at] == char
            at += 1
    return found is not negated
