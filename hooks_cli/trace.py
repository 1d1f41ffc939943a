"""Run one dispatch and keep what each hook saw, did and said (`hookctl explain --run`)."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Any

from hooks_cli import dispatch, errors, modify, reply, strictjson
from hooks_cli._record import Record
from hooks_cli.text import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks_cli.hosts.base import Conversation, Request
    from hooks_cli.model import Answer, Incoming, Reply, Step, Verdict

_SHOWN_BYTES = 4000
_KEYS_OF_ANSWER = ("reason", "changes", "values", "route", "context", "message", "text")


class Traced(Record):
    """A dispatch that has run: what came in and what was decided at each event, and the reply."""

    parts: tuple[tuple[Incoming, Verdict], ...]
    reply: Reply


def run(caller: dispatch.Caller, data: bytes) -> Traced:
    """Run the very dispatch of a payload, hooks and all, and keep its steps."""
    parts: list[tuple[Incoming, Verdict]] = []
    converse = caller.host.converse

    def listening(request: Request) -> Conversation:
        conversation = converse(request)
        try:
            item = next(conversation)
            while True:
                verdict = yield item
                parts.append((item, verdict))
                item = conversation.send(verdict)
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return]

    caller = caller.replace(host=caller.host.replace(converse=listening))
    arguments = caller.arguments
    native = caller.host.event_of(arguments.event) if arguments.event else None
    try:
        answer = dispatch.answer_for(caller, native, data)
    except errors.HookctlError as error:
        answer = dispatch.own_error(caller, native, error)
    return Traced(tuple(parts), answer)


def describe(traced: Traced) -> dict[str, Any]:
    """Return a dispatch that has run as an object for programs."""
    return {
        "events": [
            {
                "event": verdict.event.name,
                "steps": [_step(step, item.data) for step in verdict.steps],
                "decision": reply.answer(verdict, ""),
            }
            for item, verdict in traced.parts
        ],
        "exit": traced.reply.status,
        "stdout": traced.reply.stdout.decode("utf-8", "replace"),
        "stderr": traced.reply.stderr.decode("utf-8", "replace"),
    }


def _step(step: Step, came_in: bytes) -> dict[str, Any]:
    outcome, said, failure = step.outcome, step.answer, step.failure
    full: dict[str, Any] = {
        "hook": step.hook.name,
        "kind": step.hook.kind,
        "skipped": step.skipped,
        "saw_changes": _difference(came_in, step.stdin),
        "fate": outcome.fate if outcome else None,
        "status": outcome.status if outcome else None,
        "seconds": round(outcome.seconds, 4) if outcome else None,
        "stdout": _text(outcome.stdout) if outcome else None,
        "stderr": _text(outcome.stderr) if outcome else None,
        "decision": said.word if said else None,
        **_said(said),
        "notes": list(said.notes) if said else None,
        "failure": {"kind": failure.kind, "detail": failure.detail, "policy": failure.policy}
        if failure
        else None,
    }
    kept = {key: value for key, value in full.items() if value not in (None, "", [], {})}
    return kept if outcome is None else {**kept, "status": outcome.status}


def _said(said: Answer | None) -> dict[str, Any]:
    if said is None:
        return {}
    found = {key: getattr(said, key) for key in _KEYS_OF_ANSWER}
    found["replace"] = found.pop("values")
    return found


def _difference(before: bytes, after: bytes) -> Any:
    """Return the merge patch from what came in to what a hook saw, None if it saw the same."""
    if not after or after == before:
        return None
    try:
        return modify.difference(strictjson.load_object(before), strictjson.load_object(after))
    except strictjson.JsonError:
        return None


def _text(data: bytes) -> str:
    return cut(data.decode("utf-8", "replace"), _SHOWN_BYTES)


def lines(traced: Traced) -> Iterator[str]:
    """Yield what happened, for people, down to the bytes that the host gets."""
    for item, verdict in traced.parts:
        yield f"{verdict.event.name}: what happened"
        for number, step in enumerate(verdict.steps, 1):
            yield ""
            yield from _step_lines(number, step, item)
        yield ""
        yield from _verdict_lines(verdict)
        yield ""
    yield f"exit status {traced.reply.status}"
    for name, data in (("stdout", traced.reply.stdout), ("stderr", traced.reply.stderr)):
        text = data.decode("utf-8", "replace").splitlines()
        yield from (f"  {name}  {line}" for line in text)
        if not text:
            yield f"  {name}  (nothing)"


def _step_lines(number: int, step: Step, item: Incoming) -> Iterator[str]:
    yield f"{number}. {step.hook.kind} {step.hook.name}"
    if step.skipped:
        yield f"   not run  {step.skipped}"
        return
    if step.hook.rule is None and step.stdin:
        yield from _saw(step, item)
    if step.outcome:
        outcome = step.outcome
        status = f" {outcome.status}" if outcome.fate in ("exit", "signal") else ""
        yield f"   did      {outcome.fate}{status} after {outcome.seconds * 1000:.0f} ms"
        for name, data in (("stdout", outcome.stdout), ("stderr", outcome.stderr)):
            yield from (f"   {name}   {line}" for line in _text(data).splitlines())
    if step.answer:
        yield from _answer_lines(step.answer)
    if step.failure:
        failure = step.failure
        yield f"   failed   {failure.kind}: {failure.detail}; its failure policy: {failure.policy}"


def _saw(step: Step, item: Incoming) -> Iterator[str]:
    """Yield what a hook read, as a difference to what came in."""
    also = ""
    before, after = _object(item.data), _object(step.stdin)
    if step.hook.kind == "lifecycle" and "decision" in after:
        word = after.pop("decision").get("decision")
        also = f", and the decision: {word}"
    if modify.same(before, after):
        yield f"   saw      the payload as it came in{also}"
        return
    yield f"   saw      the payload with changes{also}:"
    diff = difflib.unified_diff(_pretty(before), _pretty(after), n=0, lineterm="")
    yield from (f"            {line}" for line in diff if line[:2] not in ("--", "++", "@@"))


def _object(data: bytes) -> dict[str, Any]:
    try:
        return strictjson.load_object(data)
    except strictjson.JsonError:
        return {}


def _pretty(value: Mapping[str, Any]) -> list[str]:
    return json.dumps(value, indent=1, ensure_ascii=False).splitlines()


def _answer_lines(said: Answer) -> Iterator[str]:
    yield f"   said     {said.word or 'no opinion'}"
    for key, value in _said(said).items():
        if value:
            shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield from (f"   {key:<8} {line}" for line in cut(shown, _SHOWN_BYTES).splitlines())
    yield from (f"   note     {note}" for note in said.notes)


def _verdict_lines(verdict: Verdict) -> Iterator[str]:
    by = f" by {verdict.hook}" if verdict.hook else ""
    yield f"decision: {verdict.word}{by}"
    facts: Mapping[str, Any] = reply.answer(verdict, "")
    for key, value in facts.items():
        if key in ("decision", "event", "hook", "payload"):
            continue
        for item in value if isinstance(value, list) else [value]:
            shown = item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)
            yield f"   {key}: {shown}"
