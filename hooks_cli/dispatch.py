"""One dispatch, from the payload on stdin to the answer on stdout (design section 7).

`answer_for` is the pipeline, read from top to bottom; `own_error` is what happens when one of
its stages fails.
"""

from __future__ import annotations

import os
import time

from hooks_cli import chain, errors, hosts, launch, limits, process, standard
from hooks_cli._lazy import Lazy
from hooks_cli._record import Record
from hooks_cli.config import files, load
from hooks_cli.hosts import base
from hooks_cli.journal import Recorder
from hooks_cli.model import EventSpec, Failure, Reply, Verdict
from hooks_cli.reply import failure_line
from hooks_cli.text import LINES, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hooks_cli import degrade
    from hooks_cli.argv import Arguments
    from hooks_cli.config.load import Config
    from hooks_cli.hosts.base import Host, Native
    from hooks_cli.model import Hook, Incoming, Outcome
    from hooks_cli.standard import Signals
else:
    degrade = Lazy("hooks_cli.degrade")

STDIN = 0
# Stands for an event that could not be learned from an unreadable payload.
UNKNOWN = EventSpec("", "", True, "", (), (), carries=("block",))


class Caller(Record):
    """Who asks, and with what: the command line, the environment, signals, start of the clock."""

    arguments: Arguments
    host: Host
    id: str
    environ: Mapping[str, str]
    signals: Signals
    start: float
    recorder: Recorder


def dispatch(arguments: Arguments, environ: Mapping[str, str], signals: Signals) -> Reply:
    """Return the answer to the event on stdin. UsageError is the only error that is raised."""
    host = load_host(arguments.host)
    own = new_id()
    recorder = Recorder(own, host.name, environ, native_event=arguments.event or "")
    caller = Caller(arguments, host, own, environ, signals, time.monotonic(), recorder)
    if host.name == "generic":
        check_command_line(caller)
    native = host.event_of(arguments.event) if arguments.event else None
    try:
        data = read_payload(caller)
        recorder.received(data)
        if host.find is not None:
            host = host.find(data, environ)
            recorder.host = host.name
            caller = caller.replace(host=host)
            native = host.event_of(arguments.event) if arguments.event else None
        if host.name != "generic":  # a wrong command line must not look like "go on" to the host
            check_command_line(caller)
        token = environ.get("HOOKCTL_PROBE")
        if token:  # of hookctl doctor: nothing has happened that belongs into the journal
            from hooks_cli.wiring import probe  # noqa: PLC0415 - only for doctor

            return probe.reply(host, native, token, own)
        reply = answer_for(caller, native, data)
    except errors.HookctlError as error:
        reply = own_error(caller, native, error)
    except Exception as error:
        if environ.get("HOOKCTL_DEBUG"):
            raise
        message = f"internal error: {type(error).__name__}: {error}"
        hint = "HOOKCTL_DEBUG=1 shows where"
        reply = own_error(caller, native, errors.HookctlError(message, hint))
    return recorded(caller, native, reply)


def recorded(caller: Caller, native: Native | None, reply: Reply) -> Reply:
    """Put the dispatch on record before it is answered (design section 10).

    A record that is lost is one line on stderr; it changes the verdict only if the configuration
    says so.
    """
    lost = caller.recorder.write(reply.status)
    if not lost:
        return reply
    if caller.recorder.blocks and caller.recorder.decision != "block":
        hint = "journal.on_error says block"
        reply = own_error(caller, native, errors.JournalError(lost, hint))
    note = f"hookctl: {lost}\n".encode("utf-8", "replace")
    return reply if note in reply.stderr else reply.replace(stderr=reply.stderr + note)


def check_command_line(caller: Caller) -> None:
    """Raise UsageError for an event that the host does not have, or a missing workspace."""
    arguments = caller.arguments
    if arguments.event:
        base.named_event(caller.host, arguments.event)
    if arguments.workspace is not None and not os.path.isdir(arguments.workspace):
        raise errors.UsageError(f"--workspace {arguments.workspace}: no such directory")


def answer_for(caller: Caller, native: Native | None, data: bytes) -> Reply:
    """Configure, run, answer."""
    depth = own_depth(caller.environ)
    request = base.Request(data, native, caller.id, caller.arguments.strict, caller.environ)
    conversation = caller.host.converse(request)
    unusable = False
    try:
        item = next(conversation)
    except StopIteration as stop:  # a native event that stands for nothing
        return stop.value  # type: ignore[no-any-return]
    while True:
        place, warning = workspace_of(caller, item)
        config = configuration(caller, item.spec, place)
        unusable = unusable or config.unusable
        notes = (warning, "" if config.sources else nothing_configured())
        warnings = (*item.warnings, *(note for note in notes if note))
        verdict = run_event(caller, item.replace(warnings=warnings), config, place, depth)
        caller.recorder.add(verdict, config, item, place)
        try:
            item = conversation.send(verdict)
        except StopIteration as stop:
            reply: Reply = stop.value
            break
    if unusable and caller.host.name == "generic":
        return reply.replace(status=errors.ConfigError.exit_status)
    return reply


def read_payload(caller: Caller) -> bytes:
    """Return all of stdin. PayloadError if that is too much or does not end."""
    if os.isatty(STDIN):
        standard.write_all(2, b"hookctl: reading the payload from the terminal, end with Ctrl-D\n")
    data, too_large = standard.read_all(
        STDIN, limits.PAYLOAD_BYTES, limits.STDIN_SECONDS, caller.signals
    )
    if too_large:
        raise errors.PayloadTooLargeError(base.too_large())
    return data


def own_depth(environ: Mapping[str, str]) -> int:
    """Return how many hookctl's are above this one. DepthError if that is too many."""
    text = environ.get("HOOKCTL_DEPTH", "0")
    depth = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else limits.DEPTH  # noqa: PLR2004
    if depth >= limits.DEPTH:
        raise errors.DepthError(
            f"hookctl was started by its own hooks, {limits.DEPTH} levels deep",
            "a hook must not start an agent, or hookctl, that runs the same hook again",
        )
    return depth


def workspace_of(caller: Caller, item: Incoming | None) -> tuple[str, str]:
    """Return the workspace, and a warning if it is not the one that was asked for."""
    if caller.arguments.workspace is not None:
        return os.path.abspath(caller.arguments.workspace), ""
    wanted = item.payload.get("workspace_root") if item else None
    configs = caller.arguments.configs
    beside = os.path.dirname(os.path.join("/", configs[0])) if configs else ""
    return launch.workspace(wanted, caller.environ, beside)


def configuration(caller: Caller, spec: EventSpec, workspace: str) -> Config:
    """Return what the files say: those that the command line names, or those of the search."""
    configs = caller.arguments.configs
    if configs:
        return load.load(files.named(configs), spec)
    return load.load(files.search(workspace, caller.environ), spec)


def run_event(
    caller: Caller, item: Incoming, config: Config, workspace: str, depth: int
) -> Verdict:
    """Run the hooks of one event."""
    host, signals = caller.host, caller.signals
    able, settle, limit = offered(host, item, config)
    deadline = caller.start + min(config.budget, limit)

    def run(*args: object, **options: object) -> Outcome:
        options.update(interrupted=signals.signum, wakeup=signals.wakeup)
        outcome = process.run(*args, **options)  # type: ignore[arg-type]
        if signals.signum():  # perhaps after the hook had ended by itself
            raise errors.Interrupted(signals.signum())
        return outcome

    around = launch.Surroundings(
        caller.id, item.spec.name, host.name, workspace, caller.environ, depth, run
    )

    def run_hook(hook: Hook, stdin: bytes, timeout: float) -> Outcome:
        return launch.run_hook(hook, stdin, timeout, around)

    setting = chain.Setting(
        id=caller.id,
        host=host.name,
        # What the event can carry but the host cannot is wanted first, and settled at the end.
        carries=able | frozenset(item.spec.carries),
        run=run_hook,
        remaining=lambda: deadline - time.monotonic(),
        settle=settle,
        skip_side_effects=caller.arguments.skip_side_effects,
    )
    return chain.run_chain(item, config, setting)


def offered(
    host: Host, item: Incoming, config: Config
) -> tuple[frozenset[str], Callable[[Verdict], Verdict], float]:
    """Return what can be carried at this event, how a verdict is made fit, and the seconds."""
    if isinstance(item, base.Offer):
        return item.able, lambda verdict: item.settle(verdict, config.providers), item.deadline
    able = host.carries(item.spec)

    def settle(verdict: Verdict) -> Verdict:
        if verdict.word == "allow":
            return verdict
        return degrade.degrade(degrade.check_route(verdict, config.providers), able)

    return able, settle, host.deadline


def own_error(caller: Caller, native: Native | None, error: errors.HookctlError) -> Reply:
    """Answer by the failure policy when a stage has failed; the status is that of the error.

    A host other than generic gets its own block or allow: most take an unknown status for "go
    on".
    """
    event = native.spec if native else UNKNOWN
    blocking = native.blocking if native else True
    policy = "block"
    place, _ = workspace_of(caller, None)
    config = configuration(caller, event, place)
    if not isinstance(error, errors.PayloadTooLargeError | errors.JournalError):
        policy = config.policy
    if not blocking:
        policy = "allow"
    detail = f"{error.message} ({error.hint})" if error.hint else error.message
    failure = Failure("hookctl", error.kind, detail, "block" if policy == "block" else "allow")
    verdict = Verdict(
        event=event,
        word="block" if policy == "block" else "allow",
        payload={},
        hook="hookctl" if policy == "block" else "",
        reason=detail if policy == "block" else "",
        failures=(failure,),
        warnings=() if policy == "block" else (failure_line(failure),),
    )
    caller.recorder.add(verdict, config, workspace=place)
    if policy == "allow" and isinstance(error, base.PartError):
        return error.otherwise
    reply = caller.host.refuse(native, verdict, caller.id)
    if caller.host.name != "generic":
        return reply
    effect = "" if policy == "block" else "; allowed by failure policy"
    line = f"hookctl: {visible(detail, LINES)}{effect}\n"
    return reply.replace(status=error.exit_status, stderr=line.encode("utf-8", "replace"))


def load_host(name: str) -> Host:
    """Return a host by name. UsageError with the nearest one if it is unknown."""
    if name in hosts.MODULES or name == hosts.AUTO:
        return hosts.load(name)
    from hooks_cli.nearest import nearest  # noqa: PLC0415 - only for mistakes

    near = nearest(name, hosts.NAMES)
    hint = f'did you mean "{near}"?' if near else f"known: {', '.join(hosts.NAMES)}"
    raise errors.UsageError(f"unknown host {name!r}", hint)


def nothing_configured() -> str:
    """Say that nothing guards this action."""
    return "no configuration file was found: nothing is guarded (hookctl init makes one)"


def new_id() -> str:
    """Return an id that sorts by time and is unique."""
    return f"{int(time.time() * 1000):012x}-{os.urandom(5).hex()}"
