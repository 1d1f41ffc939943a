"""What somebody may have meant by a name that is not known. Runs on mistakes only."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name with the fewest typing mistakes, None if all are far off.

    Case does not count; at most a third of the characters may be wrong. Of equally near names
    the first is taken.
    """
    limit = max(1, len(word) // 3)
    near = [name for name in known if abs(len(name) - len(word)) <= limit]
    best = min(near, key=lambda name: _mistakes(word.lower(), name.lower()), default=None)
    return best if best and _mistakes(word.lower(), best.lower()) <= limit else None


def _mistakes(left: str, right: str) -> int:
    """Count the characters to add, drop, change, or swap with the next, between two words."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, char in enumerate(left):
        before, above, row = row, before, [i + 1]
        for j, other in enumerate(right):
            cost = min(before[j] + (char != other), before[j + 1] + 1, row[j] + 1)
            if i and j and char == right[j - 1] and left[i - 1] == other:
                cost = min(cost, above[j - 1] + 1)
            row.append(cost)
    return row[-1]
