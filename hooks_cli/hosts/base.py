"""What a host is, and the parts that hosts have in common."""

from __future__ import annotations

from hooks_cli import events, limits, payload, reply, strictjson
from hooks_cli._record import Record
from hooks_cli.errors import PayloadError, UsageError
from hooks_cli.model import Incoming

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from typing import Any

    from hooks_cli.hosts.contract import Table
    from hooks_cli.model import EventSpec, Reply, Verdict

    Settle = Callable[[Verdict, Mapping[str, Any] | None], Verdict]
    Conversation = Generator[Incoming, Verdict, Reply]


class Native(Record):
    """An event as the host names it, and the first canonical event that it stands for.

    `blocking` says whether the host lets the action be stopped there, which decides what
    hookctl's own errors mean.
    """

    name: str
    spec: EventSpec
    blocking: bool


class Host(Record):
    """One host.

    `event_of` finds the native event of the command line, None if it is unknown. `carries` tells
    which decisions (host, canonical event) can carry. `converse` reads the payload and is a
    generator: it yields each canonical event in turn, is sent its verdict, and returns the
    Reply. `refuse` renders a verdict that was reached without a payload: an own error. `deadline`
    are the seconds that a dispatch may take, below the host's own time limit; `table` the protocol
    as data, None for callers of hookctl's own; `find` names the real host by its payload, for the
    one that stands for all.
    """

    name: str
    title: str
    event_of: Callable[[str], Native | None]
    carries: Callable[[EventSpec], frozenset[str]]
    converse: Callable[[Request], Conversation]
    refuse: Callable[[Native | None, Verdict, str], Reply]
    deadline: float = limits.BUDGET_SECONDS_MAX
    table: Table | None = None
    find: Callable[[bytes, Mapping[str, str]], Host] | None = None

    @property
    def foreign(self) -> bool:
        """Tell whether the host has a protocol of its own, in which every error must be said."""
        return self.table is not None or self.find is not None


class Offer(Incoming):
    """A canonical event made of a native one, with what the host can honour just there.

    `able` are the decisions; it may be less than the host can elsewhere. `settle` turns a verdict
    into one that can be expressed, given the configured providers. `deadline` is that of the
    native event, in seconds.
    """

    able: frozenset[str] = frozenset()
    settle: Settle = lambda verdict, _: verdict
    deadline: float = limits.BUDGET_SECONDS_MAX


class PartError(PayloadError):
    """A part of the payload makes no sense. `otherwise` is the answer if that may be ignored.

    It holds what has been decided on the parts before.
    """

    def __init__(self, error: PayloadError, otherwise: Reply) -> None:
        """Keep the error and the answer."""
        super().__init__(error.message, error.hint)
        self.otherwise = otherwise


class Request(Record):
    """What a host reads: the payload's bytes and the circumstances."""

    data: bytes
    native: Native | None
    id: str
    strict: bool
    environ: Mapping[str, str]


def canonical_event(name: str) -> EventSpec | None:
    """Return the event of a canonical name or an alias."""
    known = events.resolve(name)
    return events.get(known) if known else None


def decode_canonical(request: Request) -> Incoming:
    """Read a payload in hookctl's own form. PayloadError says what is wrong with it.

    The bytes for the hooks are those that came in, without a byte-order mark; a missing
    `hook_event_name` is put in front.
    """
    data = strictjson.without_bom(request.data)
    spec = request.native.spec if request.native else None
    try:
        content = strictjson.load_object(request.data)  # which tolerates one mark, not two
    except strictjson.JsonError as error:
        raise PayloadError(f"payload: {error}", "send one JSON object on stdin") from None
    named = content.get("hook_event_name")
    if named is not None and not isinstance(named, str):
        raise PayloadError("payload: /hook_event_name: expected a string")
    found = canonical_event(named) if named else None
    if spec is None:
        spec = _event_in_payload(named, found)
    if named and (found is None or found.name != spec.name):
        raise PayloadError(
            f"payload: hook_event_name is {named!r}, the command line says {spec.name!r}",
            "name the event that has fired",
        )
    wrong = payload.problems(spec, content, request.strict)
    if wrong:
        text = "; ".join(f"{pointer}: {message}" for pointer, message in wrong)
        raise PayloadError(f"payload of {spec.name}: {text}", f"hookctl show payload {spec.name}")
    warnings: tuple[str, ...] = ()
    if named != spec.name:
        if named:
            warnings = (f"{named} is another name of {spec.name}",)
        if "hook_event_name" in content:
            content = {**content, "hook_event_name": spec.name}
            data = strictjson.dumps(content)
        else:
            content = {"hook_event_name": spec.name, **content}
            data = strictjson.with_key(data, "hook_event_name", spec.name)
    return Incoming(spec, content, data, warnings)


def _event_in_payload(named: str | None, found: EventSpec | None) -> EventSpec:
    """Return the event that the payload names, for a command line without one."""
    if not named:
        raise PayloadError(
            "payload: no hook_event_name, and no event on the command line",
            "hookctl dispatch EVENT < payload.json",
        )
    if found is None:
        raise PayloadError(f"payload: unknown event {named[:60]!r}", event_hint(named))
    return found


def event_hint(name: str) -> str:
    """Return the nearest known event as a hint."""
    from hooks_cli.nearest import nearest  # noqa: PLC0415 - only for mistakes

    near = nearest(name, (*events.NAMES, *events.ALIASES))
    return f'did you mean "{near}"?' if near else "see hookctl show events"


def converse_canonical(request: Request) -> Conversation:
    """Dispatch the one event of a canonical payload, and answer in hookctl's own form."""
    verdict = yield decode_canonical(request)
    return reply.encode(verdict, request.id)


def refuse_canonical(_native: Native | None, verdict: Verdict, dispatch_id: str) -> Reply:
    """Answer in hookctl's own form."""
    return reply.encode(verdict, dispatch_id)


def canonical_native(name: str) -> Native | None:
    """Return the event of a caller that uses the canonical names."""
    spec = canonical_event(name)
    return Native(name, spec, spec.blocking) if spec else None


def named_event(host: Host, name: str) -> Native:
    """Return the event of the command line. UsageError with the nearest one if it is unknown."""
    native = host.event_of(name)
    if native is None:
        raise UsageError(f"unknown event {name!r}", event_hint(name))
    return native


def too_large() -> str:
    """Say that a payload is over the limit."""
    return f"payload: larger than {limits.PAYLOAD_BYTES} bytes"
