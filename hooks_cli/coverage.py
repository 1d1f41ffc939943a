"""Which hooks of the tested configurations no test case has reached (design section 11).

What a hook did is read from the journal that each case writes in its scratch directory: it says
the same for every host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hooks_cli import events
from hooks_cli._record import Record
from hooks_cli.config import files, load, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hooks_cli.caserun import Result
    from hooks_cli.model import Hook

SIDE_EFFECTS = "side effects"


class Covered(Record):
    """One hook of a tested configuration, and how far the cases got with it.

    `reached` is `decided`, `matched`, `not run` (it has side effects), `never` or `disabled`;
    `file` and `line` are its place. A lifecycle hook has nothing to decide.
    """

    name: str
    kind: str
    event: str
    file: str
    line: int
    reached: str

    @property
    def enough(self) -> bool:
        """Whether there is nothing to say about it."""
        done = ("decided", "disabled")
        return (
            self.reached in (*done, "matched") if self.kind == "lifecycle" else self.reached in done
        )


def of(results: Sequence[Result]) -> list[Covered]:
    """Return every hook of the configurations that the cases refer to, in order of their places.

    Inline configurations are not counted: each is there for its own case.
    """
    paths = dict.fromkeys(result.case.config for result in results if result.case.config)
    reached = _reached(record for result in results for record in result.records)
    found = []
    for path in paths:
        for hook, event in _hooks(path):
            key = f"{hook.source}#{hook.pointer}"
            state = reached.get(key, "never") if hook.enabled else "disabled"
            line = places.line(hook.source, hook.pointer)
            found.append(Covered(hook.name, hook.kind, event, hook.source, line, state))
    return found


def _hooks(path: str) -> Iterable[tuple[Hook, str]]:
    """Return each hook of a configuration once, with the event that its file names."""
    found: dict[str, tuple[Hook, str]] = {}
    for name in events.NAMES:
        for hook in load.load(files.named([path]), events.get(name)).hooks:
            everywhere = hook.pointer.startswith("/hooks/*/")
            key = f"{hook.source}#{hook.pointer}"
            found.setdefault(key, (hook, "*" if everywhere else name))
    return found.values()


def _reached(records: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return how far each hook got, by its place, in the best of all records."""
    order = ("never", "matched", "not run", "decided")
    best: dict[str, str] = {}
    for record in records:
        for hook in record.get("hooks", ()):
            key, state = str(hook.get("source")), _state(hook)
            if order.index(state) > order.index(best.get(key, "never")):
                best[key] = state
    return best


def _state(hook: Mapping[str, Any]) -> str:
    if hook.get("skipped") == SIDE_EFFECTS:
        return "not run"
    if not hook.get("matched"):
        return "never"
    return "decided" if hook.get("decision") or hook.get("context") else "matched"
