"""The conversation with a host that has a protocol of its own (design section 7).

One native event becomes the general canonical event and the specific ones of each thing that the
tool acts on, with one payload flowing through all; their verdicts become one answer.
"""

from __future__ import annotations

from hooks_cli import events, limits, strictjson
from hooks_cli._record import Record
from hooks_cli.errors import PayloadError
from hooks_cli.hosts import after, base, call, contract, paths, settle
from hooks_cli.hosts.writing import CannotWriteError
from hooks_cli.model import EventSpec, Reply
from hooks_cli.reply import failure_line
from hooks_cli.text import LINES, cut, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from typing import Any

    from hooks_cli.hosts.base import Conversation, Host, Native, Request
    from hooks_cli.hosts.call import Call
    from hooks_cli.hosts.contract import Fire, Row, Table
    from hooks_cli.hosts.targets import Target
    from hooks_cli.model import Verdict

    Encoder = Callable[["Final"], Reply]


class Final(Record):
    """What all verdicts on a native event came to, for the encoder.

    `row` is None if the event could not be learned. `input`, `prompt`, `output` and `settings` are
    complete new values, None if nothing has changed. `tool` and `result` are the name of the tool
    and its native result. `payload` is the native payload, empty for an own error.
    """

    table: Table
    row: Row | None
    word: str = "allow"
    reason: str = ""
    input: Any = None
    renamed: str = ""
    prompt: str | None = None
    output: Any = None
    settings: Mapping[str, Any] | None = None
    context: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    payload: Mapping[str, Any] = {}
    tool: str = ""
    failed: bool = False


def host(table: Table, encode: Encoder) -> Host:
    """Return the host of a table, with the encoder of its family of dialects."""
    letters = contract.matrix(table)
    return base.Host(
        name=table.name,
        title=table.title,
        event_of=lambda name: native_of(table, name),
        carries=lambda spec: contract.words(letters.get(spec.name, "")),
        converse=lambda request: converse(table, encode, request),
        refuse=lambda native, verdict, _id: refuse(table, encode, native, verdict),
        deadline=0.8 * table.timeout,
        table=table,
    )


def native_of(table: Table, name: str) -> Native | None:
    """Return a native event, None if the host has none of this name."""
    row = table.row(name)
    if row is None:
        return None
    if not row.fires:
        return base.Native(name, EventSpec("", "", False, "", (), ()), blocking=False)
    spec = events.get(row.fires[0].event)
    can_block = any("B" in fire.can for fire in row.fires)
    return base.Native(name, spec, blocking=spec.blocking and can_block)


def converse(table: Table, encode: Encoder, request: Request) -> Conversation:
    """Offer each canonical event in turn, and answer in the host's words.

    PayloadError if the payload makes no sense; PartError if a part of it does not.
    """
    native = call.read(table, request)
    refused = refusals(native)
    final = Final(table, native.row, payload=native.content, tool=native.tool)
    try:
        for fire in call.fires(native):
            letters = fire.can
            if fire.event in contract.GENERAL and call.has_several(native):
                letters = letters.replace("M", "")
            fields = call.general(native, fire)
            spot = settle.Spot(native, letters, refused=refused)
            verdict = yield offer(spot, fire.event, fields)
            native, final = fold(native, final, fire.event, None, verdict)
            if final.word == "block":
                break
            if fire.event in contract.GENERAL:
                native, final = yield from specific(native, final, fire)
                if final.word == "block":
                    break
    except PayloadError as error:
        raise base.PartError(error, encode(final)) from None
    if native.row.answer == "stop" and final.word == "block" and not table.cap:
        from hooks_cli.hosts import loopcap  # noqa: PLC0415 - only where a stop is refused

        if not loopcap.count(native, refused + 1) and refused:
            final = final.replace(word="allow", reason="")
    return encode(final)


def specific(
    native: Call, final: Final, fire: Fire
) -> Generator[base.Offer, Verdict, tuple[Call, Final]]:
    """Offer the specific event of each thing that the tool acts on."""
    side = contract.GENERAL[fire.event]
    index = 0
    while final.word != "block":
        # Looked for again each time: an event before this one may have rewritten the call.
        found = call.found_targets(native)
        if index >= len(found):
            break
        target = found[index]
        index += 1
        event = contract.specific(native.table, target.kind, side)
        if not event:
            continue
        single = sum(item.place is not None for item in found) == 1 and target.place is not None
        letters = fire.can if single else fire.can.replace("M", "")
        fields: Mapping[str, Any] = target.fields
        if side == contract.AFTER:
            report = after.AfterCall(native.table, native.content, native.tool)
            fields = after.fields(native.table, target, report)
        elif target.kind == "agent":
            session = native.table.base.get("session_id", "")
            parent = paths.get(native.content, session) if session else None
            fields = {**fields, "parent_session_id": parent} if parent else fields
        written = target if side == contract.BEFORE else None
        verdict = yield offer(settle.Spot(native, letters, written), event, fields)
        native, final = fold(native, final, event, written, verdict)
    return native, final


def offer(spot: settle.Spot, event: str, fields: Mapping[str, Any]) -> base.Offer:
    """Return a canonical event with what can be honoured at this very call."""
    incoming = call.canonical(spot.native, event, fields)
    return base.Offer(
        incoming.spec,
        incoming.payload,
        incoming.data,
        able=contract.words(spot.letters),
        settle=lambda verdict, providers: settle.settle(spot, verdict, providers),
        deadline=call.deadline(spot.native.table, spot.native.row),
    )


def fold(
    native: Call, final: Final, event: str, target: Target | None, verdict: Verdict
) -> tuple[Call, Final]:
    """Take a settled verdict into the answer, and its changes into the call."""
    final = final.replace(
        context=(*final.context, *verdict.context), notices=(*final.notices, *_notices(verdict))
    )
    if verdict.word == "block":
        return native, final.replace(word="block", reason=verdict.reason)
    if verdict.word == "ask" and final.word != "ask":
        final = final.replace(word="ask", reason=verdict.reason)
    if not verdict.changes or verdict.word not in ("modify", "ask"):
        return native, final
    try:
        value = settle.written(native, event, target, verdict)
    except CannotWriteError:  # settled as something else before it came here
        return native, final
    if target is not None or event == "preToolUse":
        names = (verdict.payload.get(key) for key in ("tool_name", "tool_id"))
        renamed = next((str(name) for name in names if name and name != native.tool), "")
        if event == "preToolUse" and renamed:
            final = final.replace(renamed=renamed)
        return native.replace(input=value), final.replace(input=value)
    key = {
        "postToolUse": "output",
        "beforeSubmitPrompt": "prompt",
        "beforeModelRequest": "settings",
    }[event]
    return native, final.replace(**{key: value})


def refuse(table: Table, encode: Encoder, native: Native | None, verdict: Verdict) -> Reply:
    """Render an own error: the host's block or allow; without an event, a block that all read."""
    row = table.row(native.name) if native else None
    if verdict.word == "block" and row is None:
        return last_resort(verdict.reason)
    return encode(Final(table, row, verdict.word, verdict.reason, notices=_notices(verdict)))


def last_resort(reason: str) -> Reply:
    """Return the block that most hosts understand: every shape at once, status 2, stderr."""
    text = bounded(reason)
    return Reply(2, strictjson.dumps(union(text)) + b"\n", line(text))


def union(reason: str, event: str = "PreToolUse") -> dict[str, Any]:
    """Return a refusal in every shape."""
    return {
        "decision": "block",
        "reason": reason,
        "permission": "deny",
        "user_message": reason,
        "agent_message": reason,
        "permissionDecision": "deny",
        "permissionDecisionReason": reason,
        "cancel": True,
        "errorMessage": reason,
        "hookSpecificOutput": {
            "hookEventName": event,
            "permissionDecision": "deny",
            "permissionDecisionReason": reason,
        },
    }


def bounded(reason: str, size: int = limits.REASON_BYTES) -> str:
    """Return a reason as it may go out: never blank, never too long."""
    return cut(reason.strip(), size) or "blocked by hookctl"


def line(text: str) -> bytes:
    """Return a text as one or more lines of stderr."""
    return f"{visible(text, LINES)}\n".encode("utf-8", "replace")


def answer(value: Mapping[str, Any], status: int = 0, stderr: bytes = b"") -> Reply:
    """Return one JSON object as an answer; nothing at all for an empty one."""
    return Reply(status, strictjson.dumps(value) + b"\n" if value else b"", stderr)


def context_text(final: Final) -> str:
    """Return the context for the model as one bounded text."""
    return cut("\n\n".join(final.context), final.table.context_bytes)


def notice_text(final: Final) -> str:
    """Return what the user is to see, as one bounded text."""
    return cut("\n".join(dict.fromkeys(final.notices)), limits.REASON_BYTES)


def refusals(native: Call) -> int:
    """Return how often the stop has been refused in a row, as far as hookctl counts that."""
    if native.row.answer != "stop" or native.table.cap:
        return 0
    if paths.get(native.content, "stop_hook_active") is not True:
        return 0
    from hooks_cli.hosts import loopcap  # noqa: PLC0415 - only where a stop is refused

    return loopcap.counted(native)


def _notices(verdict: Verdict) -> tuple[str, ...]:
    """Return what the user must learn of: messages, guards that failed, blocks without effect."""
    audits = {step.hook.name for step in verdict.steps if step.hook.kind == "lifecycle"}
    failed = [
        failure_line(failure)
        for failure in verdict.failures
        if failure.policy == "allow" and failure.hook not in audits
    ]
    lost = [f"hookctl: not enforced: {text}" for text in verdict.unenforced]
    return (*verdict.message, *(f"hookctl: {text}" for text in failed), *lost)
