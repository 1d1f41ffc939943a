"""Mask and bound what goes into a record: texts, objects, hooks and what they said."""

from __future__ import annotations

from hooks_cli import strictjson
from hooks_cli._record import Record
from hooks_cli.text import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from hooks_cli import mask
    from hooks_cli.config.load import Config
    from hooks_cli.model import Failure, Hook, Step, Verdict

WARNINGS = 50
_AHEAD = 4  # how much more than is kept is looked at for secrets
_STDERR_BYTES = 2048


class Part(Record):
    """What one canonical event came to: a dispatch has one part, or several."""

    verdict: Verdict
    config: Config | None
    payload: Mapping[str, Any]
    workspace: str


class Cleaner:
    """Masks and bounds what goes into a record: texts of `limit` bytes, so many hooks."""

    def __init__(self, masker: mask.Masker, limit: int, hooks: int) -> None:
        self.masker = masker
        self.limit = limit
        self.most = hooks
        self._seen: dict[tuple[str, int, bool], str] = {}

    def text(self, value: object, limit: int = 0, *, end: bool = False) -> str:
        """Return a text as it may be written; of a long one the beginning, or the `end`."""
        if not value or not isinstance(value, str):
            return ""
        limit = min(limit or self.limit, self.limit)
        known = (value, limit, end)
        if known in self._seen:
            return self._seen[known]
        if end:
            masked = self.masker.text(value)
            if len(masked) > limit:
                masked = "[...] " + masked[-limit:]
        else:
            masked = self.masker.text(value[: _AHEAD * limit])
        # A path may hold bytes that are not UTF-8.
        masked = masked.encode("utf-8", "backslashreplace").decode()
        self._seen[known] = result = cut(masked, limit + 8)
        return result

    def texts(self, values: Iterable[str]) -> list[str]:
        """Return the first of some texts."""
        values = list(values)
        shown = [self.text(value, 1024) for value in values[:WARNINGS]]
        more = len(values) - len(shown)
        return [*shown, f"[{more} more]"] if more else shown

    def json(self, value: Mapping[str, Any] | None) -> Any:
        """Return an object as it may be written, or its size if that is too much."""
        if not value:
            return None
        size = len(strictjson.dumps(value))
        if size > self.limit:
            return {"omitted_bytes": size}
        return self.masker.value(value)

    def failure(self, failure: Failure) -> dict[str, str]:
        """Return a failure as an object."""
        return {
            "hook": self.text(failure.hook),
            "kind": failure.kind,
            "detail": self.text(failure.detail),
            "policy": failure.policy,
        }

    def hooks(self, part: Part, event: str) -> list[dict[str, Any]]:
        """Return the hooks of an event: those with a step as they ran, then the others."""
        steps = part.verdict.steps[: self.most]
        rest = _without_step(part)[: max(self.most - len(steps), 0)]
        return [self.step(step, event) for step in steps] + [
            {**self.hook(hook, event), "matched": False, **({} if hook.enabled else _DISABLED)}
            for hook in rest
        ]

    def not_listed(self, part: Part) -> int:
        """Return how many hooks `hooks` has left out."""
        return max(len(part.verdict.steps) + len(_without_step(part)) - self.most, 0)

    def hook(self, hook: Hook, event: str) -> dict[str, Any]:
        """Return who a hook is."""
        who = {"name": hook.name, "kind": hook.kind, "layer": hook.layer}
        source = f"{self.text(hook.source)}#{hook.pointer}"
        return {**({"event": event} if event else {}), **who, "source": source}

    def step(self, step: Step, event: str) -> dict[str, Any]:
        """Return a hook with what happened to it, and what it said."""
        found = self.hook(step.hook, event)
        outcome, said, failure = step.outcome, step.answer, step.failure
        if step.skipped:
            return {**found, "skipped": self.text(step.skipped)}
        full: dict[str, Any] = {"matched": None if failure and failure.kind == "matcher" else True}
        if outcome:
            full |= {
                "fate": outcome.fate,
                "status": outcome.status if outcome.fate in _WITH_STATUS else None,
                "ms": milliseconds(outcome.seconds),
                "held": outcome.held,
                "detail": self.text(outcome.detail),
                "stderr": self.text(
                    outcome.stderr.decode("utf-8", "replace").strip(), _STDERR_BYTES, end=True
                ),
            }
        if said:
            full |= {
                "decision": said.word,
                "how": how(step),
                "reason": self.text(said.reason),
                "changes": self.json(said.changes),
                "replace": self.json(said.values),
                "route": self.json(said.route),
                "context": self.text(said.context),
                "message": self.text(said.message),
                "text": self.text(said.text, _STDERR_BYTES),
                "notes": self.texts(said.notes),
            }
        if failure:
            full |= {"how": "failure", "failure": self.failure(failure)}
        if step.hook.observe:
            full["observe"] = True
        kept = {key: value for key, value in full.items() if value or (key in _ZERO and value == 0)}
        return {**found, **kept}


_WITH_STATUS = ("exit", "signal", "interrupted")
_ZERO = ("status", "ms")
_DISABLED = {"skipped": "disabled"}


def how(step: Step) -> str:
    """Say how a hook's decision came about: rule, exit status, json, text, silence."""
    said, outcome = step.answer, step.outcome
    if step.failure:
        return "failure"
    if step.hook.rule is not None:
        return "rule"
    if outcome and outcome.fate == "exit" and outcome.status:
        return "exit status"
    if said and (said.word or said.context or said.message):
        return "json"
    return "text" if said and said.text else "silence"


def _without_step(part: Part) -> Sequence[Hook]:
    if part.config is None:
        return ()
    ran = {id(step.hook) for step in part.verdict.steps}
    return [hook for hook in part.config.hooks if id(hook) not in ran]


def milliseconds(seconds: float) -> float:
    """Return seconds as milliseconds, rounded."""
    return round(seconds * 1000, 2)
