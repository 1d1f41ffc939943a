"""`hookctl log`: what was dispatched, and the whole story of one dispatch."""

from __future__ import annotations

import json
import os
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from hooks_cli import console
from hooks_cli.errors import HookctlError
from hooks_cli.journal import query, reader, writer
from hooks_cli.journal.follow import follow as follow_journal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks_cli.journal.query import Filter

COLUMNS = ("time", "id", "decision", "event", "subject", "by", "ms", "failed")
POLL_SECONDS = 0.2
_ON_TERMINAL = 50  # records, if nothing says how many
_SUBJECT, _REASON = 60, 100


def run(wanted: Filter, *, count: int | None, follow: bool, as_json: bool) -> int:
    """Print the records asked for, oldest first; with `count` the last so many. Return 0."""
    place = _place()
    if count is None and console.is_terminal() and not as_json and wanted == query.Filter():
        count = _ON_TERMINAL
    if follow:
        return _follow(place, wanted, count=10 if count is None else count, as_json=as_json)
    # Counted ones are kept to the end, the others go out as they are read.
    found: Iterator[dict[str, Any]] = query.select(place, wanted)
    records = found if not count else iter(deque(found, maxlen=count))
    if as_json:
        for record in records:
            _print(json.dumps(record))
        return 0
    rows = [row(record) for record in records]
    if rows:
        console.table("Dispatches", COLUMNS, rows)
    else:
        console.note(_nothing(place, wanted))
    return 0


def show(part: str, *, as_json: bool) -> int:
    """Print the whole story of the dispatch with an id. HookctlError if there is none, or two."""
    record = find(_place(), part)
    if as_json:
        console.emit_json(record)
    else:
        for line in story(record):
            _print(console.visible(line))
    return 0


def find(directory: str, part: str) -> dict[str, Any]:
    """Return the record whose id holds `part`; the whole id always wins.

    HookctlError if there is none, or if several have it.
    """
    found = [r for r in reader.records(directory, lambda _line: None) if part in r["id"]]
    exact = [record for record in found if record["id"] == part]
    if len(exact) == 1 or len(found) == 1:
        return (exact or found)[0]
    if not found:
        raise HookctlError(f"no dispatch with id {part!r} is on record", "see hookctl log")
    ids = ", ".join(record["id"] for record in found[:5])
    raise HookctlError(
        f"{len(found)} dispatches have {part!r} in their id: {ids}", "write more of it"
    )


def row(record: Mapping[str, Any]) -> tuple[object, ...]:
    """Return a record as a row under COLUMNS."""
    failures = record.get("failures", ())
    kinds = dict.fromkeys(str(failure.get("kind")) for failure in failures)
    return (
        query.local(record),
        record["id"].rpartition("-")[2],
        record["decision"] + (" (unenforced)" if record.get("unenforced") else ""),
        record["event"],
        _short(record.get("subject", ""), _SUBJECT),
        record.get("hook", ""),
        f"{record.get('duration_ms', 0):g}",
        ", ".join(kinds),
    )


def story(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines that tell what happened in one dispatch."""
    yield f"{record['id']}  {query.local(record)}"
    yield ""
    by = f" by {record['hook']}" if record.get("hook") else ""
    how = f" ({record['how']})" if record.get("how") else ""
    native = record.get("native_event", "")
    also = f" ({native})" if native not in ("", record["event"]) else ""
    facts: list[tuple[str, object]] = [
        ("decision", f"{record['decision']}{by}{how}"),
        ("reason", record.get("reason")),
        ("event", f"{record['event']}{also}"),
        ("subject", record.get("subject")),
        ("host", record.get("host")),
        ("exit status", record.get("exit")),
        ("took", f"{record.get('duration_ms', 0):g} ms, process {record.get('pid')}"),
        ("workspace", record.get("workspace")),
        ("session", record.get("session_id")),
        ("changes", _json(record.get("changes"))),
        ("route", _json(record.get("route"))),
        ("model", record.get("model")),
        ("tokens", _json(record.get("tokens_usage"))),
    ]
    facts += [("config", path) for path in record.get("config", ())]
    facts += [("warning", text) for text in record.get("warnings", ())]
    facts += [("unenforced", text) for text in record.get("unenforced", ())]
    if record.get("lost"):
        facts.append(("journal", f"{record['lost']} records before this one could not be written"))
    if record.get("not_rotated"):
        facts.append(("journal", f"could not be rotated: {record['not_rotated']}"))
    yield from _facts(facts)
    for part in record.get("events", ()):
        yield f"  {'then' if part is not record['events'][0] else 'first':<12}{_json(part)}"
    for number, hook in enumerate(record.get("hooks", ()), 1):
        yield ""
        yield from _hook(number, hook)
    if record.get("hooks_not_listed"):
        yield f"and {record['hooks_not_listed']} hooks that are not listed"
    for failure in record.get("failures", ()):
        yield ""
        kind, policy = failure.get("kind"), failure.get("policy")
        yield f"failed: {failure.get('hook')} ({kind}), policy {policy}"
        yield f"  {failure.get('detail')}"
    if "payload" in record:
        yield ""
        yield "payload" + (" (secrets masked):" if record.get("payload_masked") else ":")
        yield from json.dumps(record["payload"], indent=2, ensure_ascii=False).splitlines()


def _hook(number: int, hook: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is on record about one hook."""
    at = f" at {hook['event']}" if hook.get("event") else ""
    yield f"{number}. {hook.get('name')}{at}: {hook.get('kind')}, {hook.get('layer')}"
    yield f"  {hook.get('source')}"
    if hook.get("skipped"):
        yield f"  not run: {hook['skipped']}"
        return
    if hook.get("matched") is False:
        yield "  did not match"
        return
    observe = " (only observed)" if hook.get("observe") else ""
    failure = hook.get("failure") or {}
    changes = hook.get("changes") or hook.get("replace")
    facts: list[tuple[str, object]] = [
        ("ran", _fate(hook)),
        ("said", f"{hook.get('decision') or 'no opinion'} ({hook.get('how')}){observe}"),
        ("reason", hook.get("reason")),
        ("changes", _json(changes)),
        ("route", _json(hook.get("route"))),
        ("context", hook.get("context")),
        ("message", hook.get("message")),
        ("text", hook.get("text")),
        ("stderr", hook.get("stderr")),
        *(("note", note) for note in hook.get("notes", ())),
    ]
    if failure:
        facts.append(("failed", f"{failure.get('kind')}, policy {failure.get('policy')}"))
        facts.append(("", failure.get("detail")))
    yield from _facts(facts)


def _fate(hook: Mapping[str, Any]) -> str:
    """Say what happened to a hook's process; a rule has none."""
    fate = hook.get("fate")
    if not fate:
        return ""
    phrases = {
        "exit": "exited with {status}",
        "signal": "killed by signal {status}",
        "interrupted": "interrupted by signal {status}",
        "timeout": "timed out",
        "overflow": "printed too much",
        "cannot_run": "could not be started",
        "detached": "left to itself",
    }
    said = phrases.get(fate, str(fate)).format(status=hook.get("status"))
    held = ", its output was held by descendants" if hook.get("held") else ""
    detail = f": {hook['detail']}" if hook.get("detail") else ""
    return f"{said} after {hook.get('ms', 0):g} ms{held}{detail}"


def _facts(facts: list[tuple[str, object]]) -> Iterator[str]:
    """Yield the facts that are known, further lines of a text below its first."""
    for name, value in facts:
        if value not in (None, "", {}, []):
            first, *rest = str(value).splitlines() or [""]
            yield f"  {name:<12}{first}"
            yield from (f"  {'':<12}{line}" for line in rest)


def _follow(place: str, wanted: Filter, *, count: int, as_json: bool) -> int:
    """Print the last records and then each new one as it is written, until interrupted."""

    def wait() -> bool:
        time.sleep(POLL_SECONDS)
        return True

    def emit(record: Mapping[str, Any]) -> None:
        if as_json:
            _print(json.dumps(record))
        else:
            reason = _short(record.get("reason", ""), _REASON)
            cells = [str(cell) for cell in row(record) if cell != ""]
            _print(console.visible("  ".join([*cells, reason]).rstrip()))

    last: deque[dict[str, Any]] = deque(maxlen=count or None)
    caught_up = False

    def first_wait() -> bool:
        nonlocal caught_up
        if not caught_up:
            caught_up = True
            for record in last:
                emit(record)
        return wait()

    # What is there already is read in the same go, so that nothing falls in between.
    for line in follow_journal(place, wait=first_wait):
        if line.record is None:
            console.note(reader.complaint(line))
        elif query.holds(wanted, line.record):
            if caught_up:
                emit(line.record)
            else:
                last.append(line.record)
    return 0


def _place() -> str:
    place = writer.directory(os.environ)
    if not place:
        raise HookctlError("no home directory, so no journal", "set XDG_STATE_HOME")
    return place


def _nothing(place: str, wanted: Filter) -> str:
    path = os.path.join(place, "journal.jsonl")
    if not os.path.lexists(path):
        return f"no journal yet: {path} does not exist"
    return "nothing is on record" if wanted == query.Filter() else "no record fits these filters"


def _short(text: str, size: int) -> str:
    """Return the first line of a text, cut."""
    line = " ".join(text.split())
    return line if len(line) <= size else line[: size - 3] + "..."


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if value else ""


def _print(text: str) -> None:
    """Print a line at once, on any stdout."""
    try:
        print(text, flush=True)
    except UnicodeEncodeError:
        print(text.encode("ascii", "backslashreplace").decode(), flush=True)
