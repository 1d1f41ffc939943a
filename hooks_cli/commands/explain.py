"""`hookctl explain`: which hooks would run, in which order, and why the others would not."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from hooks_cli import console, explanation, limits, preview, standard, strictjson, trace
from hooks_cli._record import Record
from hooks_cli.argv import Arguments
from hooks_cli.errors import HookctlError, PayloadError
from hooks_cli.hosts import base

if TYPE_CHECKING:
    from collections.abc import Mapping

STDIN = 0
_INTERRUPTED = 128


class Options(Record):
    """What the command line asks for besides the event."""

    host: str = "generic"
    configs: tuple[str, ...] = ()
    workspace: str | None = None
    strict: bool = False
    run: bool = False
    as_json: bool = False


def run(event: str | None, options: Options) -> int:
    """Explain an event with the payload on stdin, or a sample. Return 1 if there is trouble.

    HookctlError for an unknown event or host, and for a payload that is none.
    """
    arguments = Arguments(
        event, options.host, options.configs, options.workspace, strict=options.strict
    )
    data = _payload()
    signals = standard.install_signals() if options.run else standard.Signals()
    caller = preview.caller_of(arguments, data, os.environ, signals)
    source = "stdin"
    if data:
        events = preview.previews(caller, data)
    else:
        item, data = preview.sample_of(caller, _here(options))
        source = f"the sample: hookctl show payload {item.spec.name}"
        events = [preview.preview_of(caller, item)]
        if options.run and caller.host.foreign:
            raise PayloadError(
                f"there is no sample in the form of {caller.host.name}",
                "give its payload on stdin to run it",
            )
    host = caller.host.name
    found = [explanation.describe(item, host, os.environ) for item in events]
    traced = trace.run(caller, data) if options.run else None
    facts = {"host": host, "payload": source, "ran": traced is not None}
    if options.as_json:
        _print_json(facts, found, traced)
    else:
        _print(facts, found, traced)
    if signals.signum():
        return _INTERRUPTED + signals.signum()
    return 1 if any(map(explanation.in_trouble, found)) else 0


def recorded(part: str, *, as_json: bool) -> int:
    """Explain a dispatch of the journal, and if it kept the payload, what holds for it today.

    HookctlError if there is no such record.
    """
    from hooks_cli.commands import log  # noqa: PLC0415 - only for recorded dispatches

    record = log.find(log._place(), part)  # noqa: SLF001 - the same journal as `hookctl log`
    today = _today(record)
    if as_json:
        console.emit_json({"record": record, "today": today})
        return 0
    for line in log.story(record):
        print(console.visible(line))
    print()
    if today is None:
        console.note('the record has no payload ("journal": {"payload": true} keeps it)')
        return 0
    print("the same payload with today's configuration, nothing run:")
    for event in today:
        print()
        _print_lines(explanation.lines(event))
    return 0


def _today(record: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return what today's configuration says about a recorded payload, None without one."""
    if "payload" not in record:
        return None
    configs = tuple(record.get("config", ())) if record.get("config_named") else ()
    host = record.get("host", "generic")
    event = record.get("native_event") or record["event"]
    data = strictjson.dumps(record["payload"])
    arguments = Arguments(event, host, configs, record.get("workspace") or None)
    caller = preview.caller_of(arguments, data, os.environ, standard.Signals())
    return [
        explanation.describe(item, caller.host.name, os.environ)
        for item in preview.previews(caller, data)
    ]


def _payload() -> bytes:
    """Return what is on stdin; nothing from a terminal, or if there is no stdin."""
    try:
        if os.isatty(STDIN):
            return b""
        data, too_large = standard.read_all(
            STDIN, limits.PAYLOAD_BYTES, limits.STDIN_SECONDS, standard.Signals()
        )
    except OSError:
        return b""
    if too_large:
        raise PayloadError(base.too_large())
    return b"" if not data.strip() else data


def _here(options: Options) -> str:
    try:
        return os.path.abspath(options.workspace or os.getcwd())
    except OSError:
        raise HookctlError(
            "the current directory does not exist any more", "cd elsewhere"
        ) from None


def _print(
    facts: Mapping[str, Any], found: list[dict[str, Any]], traced: trace.Traced | None
) -> None:
    print(console.visible(f"host {facts['host']}, payload from {facts['payload']}"))
    if not facts["ran"]:
        print("nothing was run (--run does); matchers look at the payload as it came in")
    for event in found:
        print()
        _print_lines(explanation.lines(event))
    if not found:
        print("no event of hookctl belongs to it: no hook runs")
    if traced:
        print()
        _print_lines(trace.lines(traced))


def _print_lines(lines: Any) -> None:
    for line in lines:
        print(console.visible(line))


def _print_json(
    facts: Mapping[str, Any], found: list[dict[str, Any]], traced: trace.Traced | None
) -> None:
    """Print one object; its hooks are those of all canonical events, in order."""
    several = len(found) > 1
    hooks = [
        {"event": event["event"], **hook} if several else hook
        for event in found
        for hook in event["hooks"]
    ]
    first = found[0] if found else {"hooks": [], "problems": []}
    full = {**facts, **first, "hooks": hooks}
    if several:
        full["problems"] = [problem for event in found for problem in event["problems"]]
        full["events"] = [
            {key: value for key, value in event.items() if key not in ("hooks", "problems")}
            for event in found
        ]
    if traced:
        full["run"] = trace.describe(traced)
    console.emit_json(full)
    sys.stdout.flush()
