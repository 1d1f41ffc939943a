"""Compare the answer of a dispatch with what a test case expects of it (design section 11)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from hooks_cli import modify

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hooks_cli.caserun import Run


def compare(expect: Mapping[str, Any], done: Run, workspace: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield (key, expected, found) for each expectation that is not met."""
    answer = done.object
    for key, expected in expect.items():
        if key == "exit":
            found: Any = done.status
            met = found == expected
        elif key == "stdout":
            found = done.stdout.decode("utf-8", "replace")
            if isinstance(expected, str):
                met = found == expected
            else:
                met = done.answer is not None and modify.same(done.answer, expected)
                found = found if done.answer is None else done.answer
        elif key == "stderr":
            found = done.stderr.decode("utf-8", "replace")
            met = _texts_in(expected, [found])
        elif key == "absent":
            found = sorted(set(expected) & set(answer))
            met = not found
        elif key == "files":
            found = {name: _file(workspace, name) for name in expected}
            met = all(_file_fits(text, found[name]) for name, text in expected.items())
        else:
            found = answer.get(key)
            met = _fits(key, expected, found)
        if not met:
            yield key, expected, found


def _fits(key: str, expected: Any, found: Any) -> bool:
    """Tell whether a key of the answer is as expected."""
    if key == "reason":
        return _texts_in(expected, [found or ""])
    if key in ("context", "message", "warnings", "unenforced"):
        return _texts_in(expected, found or [])
    if key == "payload":
        return _contains(found, expected)
    if key == "failures":
        items = found or []
        return len(items) == len(expected) and all(map(_failure_fits, expected, items))
    return modify.same(found, expected)


def _texts_in(expected: Any, found: Sequence[str]) -> bool:
    """Tell whether every expected text occurs; an empty list expects none at all."""
    if expected == []:
        return not any(found)
    texts = [expected] if isinstance(expected, str) else expected
    return all(any(text in item for item in found) for text in texts)


def _failure_fits(expected: Mapping[str, str], found: Mapping[str, str]) -> bool:
    return all(
        value in found.get(key, "") if key == "detail" else found.get(key) == value
        for key, value in expected.items()
    )


def _contains(found: Any, expected: Any) -> bool:
    """Tell whether an object has all expected keys with their values, at any depth."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(key in found and _contains(found[key], item) for key, item in expected.items())
    return modify.same(found, expected)


def _file(workspace: str, name: str) -> str | None:
    try:
        with open(os.path.join(workspace, name), encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def _file_fits(expected: str | None, found: str | None) -> bool:
    return found is None if expected is None else found is not None and expected in found
