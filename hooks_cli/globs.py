"""Compare the forms of a path with patterns (design section 5). Three answers: yes, no, unsure.

What lies below something that fits, fits as well. `patterns.py` says how patterns are written.
"""

from __future__ import annotations

import os

from hooks_cli._record import Record
from hooks_cli.paths import HOLE
from hooks_cli.patterns import NAMES, Pattern, compile_pattern, wild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from hooks_cli.paths import Form, Forms, Places

    # True, False, or None for "cannot be known"
    Sure = bool | None

KEYS = ("glob", "under", "outside", "unsure")


class PathTest(Record):
    """A test of paths; all lists that are not empty must hold."""

    glob: tuple[Pattern, ...] = ()
    under: tuple[Pattern, ...] = ()
    outside: tuple[Pattern, ...] = ()


def compile_test(test: Any, places: Places) -> PathTest:
    """Make a configured test ready: a glob, a list of globs, or an object."""
    if not isinstance(test, dict):
        test = {"glob": test}
    real: dict[tuple[str, ...], tuple[str, ...]] = {}
    return PathTest(
        *(
            tuple(
                ready
                for pattern in _list(test.get(key, []))
                for ready in compile_pattern(pattern, places, directory=key != "glob", real=real)
            )
            for key in KEYS[:3]
        )
    )


def holds(test: PathTest, found: Forms, *, every: bool = False) -> Sure:
    """Tell whether a path passes a test.

    A guard is on the safe side: `glob` and `under` hold if any form fits, `outside` if any form
    is outside. With `every`, for the inside of a `not`, all forms must.
    """
    if not found.forms:
        return None
    over = all_of if every else any_of
    results: list[Sure] = []
    if test.glob:
        results.append(over([_fits(test.glob, form) for form in found.forms]))
    if test.under:
        results.append(over([_fits(test.under, form) for form in found.forms]))
    if test.outside:
        results.append(over([_outside(test.outside, form) for form in found.forms]))
    result = all_of(results)
    settled = not every  # what no further form could change
    return result if found.sure or result is settled else None


def any_of(results: Iterable[Sure]) -> Sure:
    """Return yes if one is, else unsure if one is, else no."""
    unsure = False
    for result in results:
        if result:
            return True
        unsure = unsure or result is None
    return None if unsure else False


def all_of(results: Iterable[Sure]) -> Sure:
    """Return no if one is, else unsure if one is, else yes."""
    unsure = False
    for result in results:
        if result is None:
            unsure = True
        elif not result:
            return False
    return None if unsure else True


def mistakes(test: Any) -> Iterator[tuple[str, str]]:
    """Yield (pointer, what was expected) for what is wrong with a configured test of paths."""
    if not isinstance(test, dict):
        yield from _pattern_mistakes("", test)
        return
    if not test.keys() & set(KEYS[:3]):
        yield "", 'expected at least one of "glob", "under", "outside"'
    for key, value in test.items():
        if key not in KEYS:
            yield f"/{key}", unknown("key", key, KEYS)
        elif key == "unsure":
            if value not in ("match", "skip"):
                yield "/unsure", 'expected "match" or "skip"'
        else:
            yield from _pattern_mistakes(f"/{key}", value)


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Say that a name is not known, and what may have been meant."""
    from hooks_cli.nearest import nearest  # noqa: PLC0415 - only for mistakes

    names = sorted(known)
    near = nearest(name, names)
    hint = f'did you mean "{near}"?' if near else f"known: {', '.join(names)}"
    return f'unknown {what} "{name}", {hint}'


def _pattern_mistakes(pointer: str, value: Any) -> Iterator[tuple[str, str]]:
    patterns = _list(value)
    if not patterns or not all(isinstance(item, str) and item.strip("!/ ") for item in patterns):
        if isinstance(value, str) and set(value) == {"/"}:
            return
        yield pointer, 'expected a pattern such as ".env" or "~/.ssh/**", or a list of them'
        return
    for item in patterns:
        if item.startswith("$") and item.partition("/")[0] not in NAMES:
            known = ", ".join(NAMES)
            yield pointer, f'unknown place "{item.partition("/")[0]}", known: {known}'
        if HOLE in item:
            yield pointer, "expected a pattern without a NUL character"


def _fits(patterns: tuple[Pattern, ...], form: Form) -> Sure:
    """Tell what a list of patterns says about a form; the last one that fits decides."""
    verdict: Sure = False
    for pattern in patterns:
        fits = _one_fits(pattern, form)
        if fits:
            verdict = not pattern.negated
        elif fits is None and not pattern.negated and verdict is False:
            verdict = None
    return verdict


def _outside(patterns: tuple[Pattern, ...], form: Form) -> Sure:
    inside = _fits(patterns, form)
    return None if inside is None else not inside


def _one_fits(pattern: Pattern, form: Form) -> Sure:
    """Tell whether a pattern fits a form or something above it."""
    parts, wanted = form.parts, pattern.parts
    if form.fold:
        parts = tuple(map(_folded, parts))
        wanted = tuple(map(_folded, wanted))
    if pattern.floating:
        fits = _floating(wanted, _below(pattern.roots, form, parts))
    elif form.rooted:
        fits = _from_root(wanted, parts)
    else:
        return None
    if fits:
        return True
    if pattern.literal and form.rooted and _same_file(pattern, form):
        return True
    if pattern.floating:
        unknown_place = HOLE in "".join(parts) or not (parts or form.rooted)
        return None if unknown_place else False
    return None if _may_lead_to(wanted, parts) else False


def _floating(wanted: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    return any(_from_root(wanted, parts[start:]) for start in range(len(parts)))


def _below(
    roots: tuple[tuple[str, ...], ...], form: Form, parts: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the parts behind the workspace of a path in it, all parts of any other."""
    if form.rooted:
        for root in roots:
            if form.parts[: len(root)] == root:
                return parts[len(root) :]
    return parts


def _from_root(wanted: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Tell whether the wanted parts fit the beginning; `**` stands for any number of them."""
    at = position = 0
    star, mark = -1, 0
    while at < len(wanted):
        if wanted[at] == "**":
            star, mark = at, position
            at += 1
        elif position < len(parts) and wild(wanted[at], parts[position]):
            at += 1
            position += 1
        elif star >= 0 and mark < len(parts):
            mark += 1
            at, position = star + 1, mark
        else:
            return False
    return True


def _may_lead_to(wanted: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Tell whether a path with a hole may still turn out to be what is wanted."""
    for want, part in zip(wanted, parts, strict=False):
        if HOLE in part or want == "**":
            return HOLE in "".join(parts)
        if not wild(want, part):
            return False
    return False


def _same_file(pattern: Pattern, form: Form) -> bool:
    """Tell whether two names are the same file, as hard links and odd file systems make them."""
    if len(pattern.parts) <= 1 or HOLE in "".join(form.parts):
        return False
    try:
        wanted = os.stat("/" + "/".join(pattern.parts))
        found = os.stat("/" + "/".join(form.parts))
    except (OSError, ValueError):
        return False
    return (wanted.st_dev, wanted.st_ino) == (found.st_dev, found.st_ino)


def _folded(part: str) -> str:
    if part.isascii():
        return part.casefold()
    from unicodedata import normalize  # noqa: PLC0415 - only beyond ASCII, where case is blind

    return normalize("NFC", part).casefold()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
