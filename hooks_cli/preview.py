"""What a dispatch would look at, without running anything: for `hookctl explain`."""

from __future__ import annotations

import time

from hooks_cli import dispatch, errors, samples, strictjson
from hooks_cli._record import Record
from hooks_cli.hosts import base
from hooks_cli.journal import Recorder
from hooks_cli.model import Incoming, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hooks_cli.argv import Arguments
    from hooks_cli.config.load import Config
    from hooks_cli.standard import Signals

# A native event may fire a canonical one for each of its targets.
MOST_EVENTS = 64


class Preview(Record):
    """One canonical event that a dispatch would go through.

    `able` are the decisions that the host can carry there, `notes` what the dispatch would warn
    about before it runs a hook.
    """

    incoming: Incoming
    config: Config
    workspace: str
    able: frozenset[str]
    notes: tuple[str, ...]


def caller_of(
    arguments: Arguments, data: bytes, environ: Mapping[str, str], signals: Signals
) -> dispatch.Caller:
    """Return who a dispatch would take for its caller. UsageError for an unknown host or event."""
    host = dispatch.load_host(arguments.host)
    if host.find is not None:
        host = host.find(data, environ)
    own = dispatch.new_id()
    caller = dispatch.Caller(
        arguments=arguments,
        host=host,
        id=own,
        environ=environ,
        signals=signals,
        start=time.monotonic(),
        recorder=Recorder(own, host.name, environ),  # collects; nobody asks it to write
    )
    dispatch.check_command_line(caller)
    return caller


def previews(caller: dispatch.Caller, data: bytes) -> list[Preview]:
    """Return each canonical event of a payload, as if all hooks had no opinion.

    PayloadError for a payload that is none.
    """
    arguments = caller.arguments
    native = caller.host.event_of(arguments.event) if arguments.event else None
    request = base.Request(data, native, caller.id, arguments.strict, caller.environ)
    conversation = caller.host.converse(request)
    found: list[Preview] = []
    try:
        item = next(conversation)
        while len(found) < MOST_EVENTS:
            found.append(preview_of(caller, item))
            item = conversation.send(Verdict(item.spec, "allow", item.payload))
    except StopIteration:
        pass
    return found


def sample_of(caller: dispatch.Caller, workspace: str) -> tuple[Incoming, bytes]:
    """Return a sample of the event, and its payload in hookctl's own form.

    Of a native event that stands for several canonical ones it is the first.
    """
    arguments = caller.arguments
    if arguments.event is None:
        raise errors.UsageError("without a payload the event must be named")
    native = base.named_event(caller.host, arguments.event)
    payload = {**samples.sample(native.spec), "workspace_root": workspace}
    data = strictjson.dumps(payload)
    return Incoming(native.spec, payload, data), data


def preview_of(caller: dispatch.Caller, item: Incoming) -> Preview:
    """Return what a dispatch would look at for one canonical event."""
    place, warning = dispatch.workspace_of(caller, item)
    config = dispatch.configuration(caller, item.spec, place)
    able, _settle, _deadline = dispatch.offered(caller.host, item, config)
    notes = (*item.warnings, warning)
    return Preview(item, config, place, able, tuple(note for note in notes if note))
