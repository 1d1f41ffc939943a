"""Suggestions for mistyped names."""

from __future__ import annotations

import pytest

from hooks_cli import events
from hooks_cli.nearest import nearest

EVENTS = (*events.NAMES, *events.ALIASES)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("BeforeShellExecution", "beforeShellExecution"),
        ("beforeShellExecutoin", "beforeShellExecution"),
        ("beforeShelExecution", "beforeShellExecution"),
        ("before_shell_execution", "beforeShellExecution"),
        ("PRETOOLUSE", "preToolUse"),
        ("afterEditFiles", "afterEditFile"),
        ("aferFileEdit", "afterFileEdit"),
        ("preToolUse", "preToolUse"),
        ("somethingElse", None),
        ("x", None),
        ("", None),
        ("b" * 1_000_000, None),
    ],
)
def test_events(word: str, expected: str | None) -> None:
    """A typing mistake leads to the event that was meant, anything far off to none."""
    assert nearest(word, EVENTS) == expected


def test_the_nearest_wins_and_then_the_first() -> None:
    """Fewer mistakes beat the order; with as many the order decides."""
    assert nearest("matchr", ["matches", "matcher"]) == "matcher"
    assert nearest("bat", ["cat", "hat"]) == "cat"


def test_swapped_letters_are_one_mistake() -> None:
    """Two letters in the wrong order count once, so that short words are found as well."""
    assert nearest("evn", ["env"]) == "env"
    assert nearest("kidn", ["kind"]) == "kind"


def test_nothing_known() -> None:
    """Without known names there is nothing to suggest."""
    assert nearest("matcher", []) is None
