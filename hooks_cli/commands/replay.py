"""`hookctl replay`: recorded events through today's configuration (design section 10).

Each event goes through the real program, with a journal of its own in a scratch directory: what it
decided is read from there, so it is the same for every host.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from hooks_cli import console
from hooks_cli._record import Record
from hooks_cli.errors import HookctlError
from hooks_cli.journal import query, reader, store, writer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hooks_cli.journal.query import Filter

COLUMNS = ("time", "id", "event", "subject", "recorded", "now", "reason now")
SIDE_EFFECTS = "side effects"  # why the dispatch says that it did not run a hook
_SECONDS = 900  # longer than any budget of a dispatch
_SUBJECT, _REASON = 40, 60


class Replayed(Record):
    """One recorded event and what would become of it today. `trouble` says why it is not known."""

    record: Mapping[str, Any]
    now: Mapping[str, Any]
    trouble: str = ""

    @property
    def changed(self) -> bool:
        """Whether the answer would be another one."""
        return not self.trouble and outcome(self.record) != outcome(self.now)

    @property
    def not_run(self) -> tuple[str, ...]:
        """The hooks that were not run since they have side effects."""
        return tuple(
            str(hook.get("name"))
            for hook in self.now.get("hooks", ())
            if hook.get("skipped") == SIDE_EFFECTS
        )


def run(wanted: Filter, configs: Sequence[str], *, count: int | None, as_json: bool) -> int:
    """Replay the records asked for. Return 1 if a decision would change, or is not known."""
    place = writer.directory(os.environ)
    if not place:
        raise HookctlError("no home directory, so no journal", "set XDG_STATE_HOME")
    for path in configs:
        if not os.path.exists(path):
            raise HookctlError(f"{path}: no such file", "name a configuration file")
    without = 0

    def with_payload() -> Iterator[dict[str, Any]]:
        nonlocal without
        for record in query.select(place, wanted):
            if "payload" in record:
                yield record
            else:
                without += 1

    records = list(deque(with_payload(), maxlen=count or None))
    with tempfile.TemporaryDirectory(prefix="hookctl-replay-") as scratch:
        results = replay(records, [os.path.abspath(path) for path in configs], place, scratch)
    if as_json:
        console.emit_json(report(results, without))
    else:
        _print(results, without)
    return 1 if any(result.changed or result.trouble for result in results) else 0


def replay(
    records: Sequence[Mapping[str, Any]], configs: Sequence[str], place: str, scratch: str
) -> list[Replayed]:
    """Dispatch each record's payload again; equal events are dispatched once."""
    commands = [_command(record, configs) for record in records]
    keys = [
        json.dumps([command, record["payload"], record.get("workspace")])
        for command, record in zip(commands, records, strict=True)
    ]
    first = {key: index for index, key in reversed(list(enumerate(keys)))}
    shown = sys.stderr.isatty()
    done: dict[str, tuple[Mapping[str, Any], str]] = {}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:

        def one(key: str) -> tuple[Mapping[str, Any], str]:
            index = first[key]
            state = os.path.join(scratch, str(index))
            return _dispatch(commands[index], records[index], place, state)

        start = time.monotonic()
        for number, (key, result) in enumerate(zip(first, pool.map(one, first), strict=True), 1):
            done[key] = result
            if shown and time.monotonic() - start > 1:
                print(f"\r{number} of {len(first)} replayed", end="", file=sys.stderr, flush=True)
        if shown and time.monotonic() - start > 1:
            print(file=sys.stderr)
    return [Replayed(record, *done[key]) for record, key in zip(records, keys, strict=True)]


def _command(record: Mapping[str, Any], configs: Sequence[str]) -> list[str]:
    """Return the command line that dispatches a record's payload today."""
    command = [sys.executable, "-P", "-m", "hooks_cli", "dispatch"]
    event = record.get("native_event") or record["event"]
    command += [event, "--host", record.get("host") or "generic", "--skip-side-effects"]
    if not configs and record.get("config_named"):
        configs = [path for path in record.get("config", ()) if isinstance(path, str)]
    for path in configs:
        command += ["--config", path]
    return command


def _dispatch(
    command: list[str], record: Mapping[str, Any], place: str, state: str
) -> tuple[Mapping[str, Any], str]:
    """Run one dispatch; return its record and "", or {} and why there is none."""
    scratch = os.path.join(state, "hookctl")
    os.makedirs(scratch)
    # What else hookctl keeps there, such as what is trusted, holds in a replay too.
    for name in os.listdir(place):
        if not name.startswith(store.FILE.partition(".")[0]):
            os.symlink(os.path.join(place, name), os.path.join(scratch, name))
    environ = {**os.environ, "XDG_STATE_HOME": state}
    environ.pop("HOOKCTL_DEPTH", None)
    workspace = record.get("workspace") or ""
    try:
        done = subprocess.run(  # noqa: S603 - this very program
            command,
            input=json.dumps(record["payload"], ensure_ascii=False).encode("utf-8", "replace"),
            capture_output=True,
            cwd=workspace if os.path.isdir(workspace) else None,
            env=environ,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return {}, str(error)
    found = [line.record for line in reader.read(scratch) if line.record]
    if found:
        return found[-1], ""
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return {}, said[0] if said else f"it left no record (exit status {done.returncode})"


def outcome(record: Mapping[str, Any]) -> tuple[str, str]:
    """Return what a caller would notice: the decision, and what it changes or where it routes."""
    word = str(record.get("decision"))
    parts = {"modify": ("changes",), "route": ("route",), "ask": ("changes",)}.get(word, ())
    return word, json.dumps([record.get(part) for part in parts], sort_keys=True)


def report(results: Sequence[Replayed], without: int) -> dict[str, Any]:
    """Return the results as an object for programs."""
    return {
        "replayed": len(results),
        "without_payload": without,
        "masked": sum(bool(result.record.get("payload_masked")) for result in results),
        "changed": [_described(result) for result in results if result.changed],
        "failed": [
            {"id": result.record["id"], "trouble": result.trouble}
            for result in results
            if result.trouble
        ],
        "not_run": _not_run(results),
    }


def _described(result: Replayed) -> dict[str, Any]:
    keys = ("decision", "hook", "how", "reason", "changes", "route", "warnings", "failures")
    return {
        **{key: result.record.get(key) for key in ("id", "time", "host", "event", "subject")},
        "payload_masked": bool(result.record.get("payload_masked")),
        "recorded": {key: result.record[key] for key in keys if key in result.record},
        "now": {key: result.now[key] for key in keys if key in result.now},
    }


def _not_run(results: Sequence[Replayed]) -> list[str]:
    return sorted({name for result in results for name in result.not_run})


def _print(results: Sequence[Replayed], without: int) -> None:
    """Print the decisions that would change, and what the reader has to know beside them."""
    changed = [result for result in results if result.changed]
    if changed:
        console.table("Decisions that would change", COLUMNS, [_row(result) for result in changed])
    for result in results:
        if result.trouble:
            console.note(f"{result.record['id']}: not replayed: {result.trouble}")
    if not_run := _not_run(results):
        console.note(f"not run, since they have side effects: {', '.join(not_run)}")
    masked = sum(bool(result.record.get("payload_masked")) for result in results)
    if masked:
        console.note(f"{masked} replayed with masked secrets: hooks that look for them see none")
    if without:
        console.note(
            f"{without} recorded without payload, not replayed"
            ' ("journal": {"payload": true} records it)'
        )
    console.note(f"{len(results)} replayed, {len(changed)} would be decided otherwise")


def _row(result: Replayed) -> tuple[object, ...]:
    record, now = result.record, result.now
    by = f" by {now['hook']}" if now.get("hook") else ""
    before = f" by {record['hook']}" if record.get("hook") else ""
    return (
        query.local(record),
        record["id"].rpartition("-")[2],
        record["event"],
        _short(record.get("subject", ""), _SUBJECT),
        f"{record['decision']}{before}",
        f"{now['decision']}{by}",
        _short(now.get("reason", ""), _REASON),
    )


def _short(text: str, size: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= size else f"{line[: size - 3]}..."
