"""What a case is, what is known after a run, and what must have come of it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from e2e_lib.dialects import FINAL
from e2e_lib.native import PROMPT

if TYPE_CHECKING:
    from e2e_lib.fake_model import Seen

CONTENT = "what stands in the file"
ORIGINAL, REPLACED = "orig42inal", "replaced by a hook"
CHANGED = "changed by a hook"
MOST_TURNS = 12  # hosts end a turn after eight refusals, hookctl after five
LONGEST_PROBLEM = 400  # characters, in what is printed
LONGEST_RESULT = 20_000  # characters: hosts and the wire bound a reason far below


class Case(NamedTuple):
    """One case.

    `tool` is the kind of call that the model makes, "" for none. `event` and `entry` are the hook,
    without its name; no hook if `entry` is None. `expect` is a word of CHECKS, `instead` one for a
    host that can do no better. `says` must be in what the model gets to read, by default the name
    of the hook. `line` is the shell line of the call, in which {MARK} is the file of the case,
    NAME.mark; {FOLDER} in `entry` is its directory.
    """

    name: str
    tool: str
    event: str
    entry: Mapping[str, Any] | None
    expect: str
    instead: Mapping[str, str] = {}
    says: str = ""
    line: str = "touch {MARK}"

    @property
    def hook(self) -> str:
        """The name of the hook, which is also in the reasons that it gives."""
        return f"e2e-{self.name}"

    @property
    def mark(self) -> str:
        """The file that the call makes, or reads."""
        return f"{self.name}.mark"

    @property
    def other(self) -> str:
        """The file that the call makes if it has been modified."""
        return f"{self.name}.other"

    def wanted(self, host: str) -> str:
        """Return what is expected of a host."""
        return self.instead.get(host, self.expect)


class Facts(NamedTuple):
    """What is known after a run.

    `folder` is where the marks are, `result` what the model got back of the call (None: nothing),
    `asked` the requests to the model and `texts` the same as texts.
    """

    folder: str
    result: str | None
    asked: Sequence[Seen]
    texts: Sequence[str]

    def there(self, name: str) -> bool:
        """Tell whether a file has been made."""
        return os.path.exists(os.path.join(self.folder, name))

    def content(self, name: str) -> str:
        """Return what stands in a file, "" if there is none."""
        if not self.there(name):
            return ""
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def got(self, text: str) -> bool:
        """Tell whether a text is in the result of the call."""
        return self.result is not None and text in self.result


def _reason(case: Case, facts: Facts) -> str:
    says = case.says or case.hook
    if facts.result is None:
        return "the model got no result of the call"
    return "" if says in facts.result else f"the model did not get {says!r}: {facts.result!r}"


def _blocked(case: Case, facts: Facts) -> str:
    ran = [name for name in (case.mark, case.other) if facts.there(name)]
    return f"the tool ran ({ran[0]} is there)" if ran else _reason(case, facts)


def _bounded(case: Case, facts: Facts) -> str:
    """Hold for a reason without end, of which the model gets the beginning."""
    size = len(facts.result or "")
    too_long = f"the model got {size} characters" if size > LONGEST_RESULT else ""
    return _blocked(case, facts) or too_long


def _blocked_inside(case: Case, facts: Facts) -> str:
    """Hold for a call of a sub-agent, whose result is in another conversation."""
    return "the tool ran" if facts.there(case.mark) else _told(case, facts)


def _runs(case: Case, facts: Facts) -> str:
    return "" if facts.there(case.mark) else f"the tool did not run: {facts.result!r}"


def _refused(case: Case, facts: Facts) -> str:
    """Hold for a call that the host refuses for reasons of its own."""
    return "the tool ran" if facts.there(case.mark) else ""


def _modified(case: Case, facts: Facts) -> str:
    if facts.there(case.mark):
        return "the original ran"
    return "" if facts.there(case.other) else f"the modified call did not run: {facts.result!r}"


def _edited(case: Case, facts: Facts) -> str:
    found = facts.content(case.mark)
    return "" if found.strip() == CHANGED else f"the file has {found!r}: {facts.result!r}"


def _read(_case: Case, facts: Facts) -> str:
    return "" if facts.got(CONTENT) else f"the file was not read: {facts.result!r}"


def _unread(case: Case, facts: Facts) -> str:
    leaked = any(f"{CONTENT} {case.name}" in text for text in facts.texts)
    return "the model got the file" if leaked else _reason(case, facts)


def _replaced(case: Case, facts: Facts) -> str:
    if facts.got(ORIGINAL):
        return f"the model got the original output: {facts.result!r}"
    says = case.says or REPLACED
    return "" if facts.got(says) else f"the model did not get {says!r}: {facts.result!r}"


def _unreplaced(_case: Case, facts: Facts) -> str:
    return "" if facts.got(ORIGINAL) else f"no output: {facts.result!r}"


def _told(case: Case, facts: Facts) -> str:
    says = case.says or case.hook
    found = any(says in text for text in facts.texts)
    return "" if found else f"no request to the model has {says!r}"


def _untold(case: Case, facts: Facts) -> str:
    """Hold where the host delivers no such text; when that changes, the case says so."""
    return "" if _told(case, facts) else "the model got it, so the host can carry it now"


def _unsent(case: Case, facts: Facts) -> str:
    if any(PROMPT in text for text in facts.texts):
        return "the prompt reached the model"
    return "the tool ran" if facts.there(case.mark) else ""


def _reworded(_case: Case, facts: Facts) -> str:
    if any(PROMPT in text for text in facts.texts):
        return "the original prompt reached the model"
    found = any(CHANGED in text for text in facts.texts)
    return "" if found else "the new prompt did not reach the model"


def _let_go(case: Case, facts: Facts) -> str:
    """Hold for a stop that is refused for ever: several times, and not for ever."""
    told = _told(case, facts)
    turns = sum(f'"{FINAL}"' in text for text in facts.texts)
    return told or ("" if turns <= MOST_TURNS else f"the model was asked {turns} times more")


def problem(case: Case, wanted: str, facts: Facts) -> str:
    """Return what is wrong with a case, in one line that is not too long; "" if nothing is."""
    text = CHECKS[wanted](case, facts)
    return text if len(text) <= LONGEST_PROBLEM else text[:LONGEST_PROBLEM] + "..."


# Each returns what is wrong, "" if it is as expected.
CHECKS = {
    "runs": _runs,
    "blocked": _blocked,
    "bounded": _bounded,
    "inside": _blocked_inside,
    "refused": _refused,
    "modified": _modified,
    "edited": _edited,
    "read": _read,
    "unread": _unread,
    "replaced": _replaced,
    "unreplaced": _unreplaced,
    "told": _told,
    "untold": _untold,
    "unsent": _unsent,
    "reworded": _reworded,
    "let go": _let_go,
}
