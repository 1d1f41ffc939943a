"""Which records somebody asked for: the filters that `log`, `stats` and `replay` share."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from hooks_cli import console
from hooks_cli._record import Record
from hooks_cli.errors import HookctlError
from hooks_cli.journal import reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_SPAN = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])", re.IGNORECASE)
_SHOWN_COMPLAINTS = 20


class Filter(Record):
    """What a record must fulfil; what is empty is not asked for.

    `since` and `until` are times as a record has them. `event` and `hook` may hold `*` and `?`;
    `hook` is a hook that matched, or decided; `session` the beginning of a session id.
    """

    since: str = ""
    until: str = ""
    event: str = ""
    decision: str = ""
    hook: str = ""
    host: str = ""
    session: str = ""
    failed: bool = False


class TimeError(HookctlError):
    """A time on the command line cannot be understood."""

    kind = "usage"


def moment(text: str, now: datetime | None = None) -> str:
    """Return `1h`, `2d`, `30m`, `today`, or an ISO 8601 time as a record has it.

    A time without a zone is local. TimeError says what is understood.
    """
    now = now or datetime.now(UTC)
    span = _SPAN.fullmatch(text.strip())
    try:
        if span:
            found = now - timedelta(seconds=float(span[1]) * _UNITS[span[2].lower()])
        elif text.strip().lower() == "today":
            found = now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        else:
            found = datetime.fromisoformat(text.strip()).astimezone()
    except (ValueError, OverflowError):
        raise TimeError(
            f"not a time: {text!r}", "write 30m, 1h, 2d, 1w, today or 2026-12-01T09:30"
        ) from None
    utc = found.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


def when(record: Mapping[str, Any]) -> datetime | None:
    """Return the time of a record, None if it is not one."""
    try:
        return datetime.fromisoformat(record["time"])
    except ValueError:
        return None


def local(record: Mapping[str, Any]) -> str:
    """Return the time of a record for people: local, to the second."""
    found = when(record)
    return f"{found.astimezone():%Y-%m-%d %H:%M:%S}" if found else str(record["time"])


def holds(wanted: Filter, record: Mapping[str, Any]) -> bool:
    """Tell whether a record is one of those asked for."""
    time = record["time"]
    return (
        (not wanted.since or time >= wanted.since)
        and (not wanted.until or time < wanted.until)
        and (not wanted.decision or record["decision"] == wanted.decision)
        and (not wanted.host or record.get("host") == wanted.host)
        and (not wanted.session or record.get("session_id", "").startswith(wanted.session))
        and (not wanted.failed or bool(record.get("failures")))
        and (not wanted.event or _any(wanted.event, _events(record)))
        and (not wanted.hook or _any(wanted.hook, _hooks(record)))
    )


def select(directory: str, wanted: Filter) -> Iterator[dict[str, Any]]:
    """Yield the records asked for, oldest first; bad lines are reported on stderr."""
    complaints = 0

    def complain(line: reader.Line) -> None:
        nonlocal complaints
        complaints += 1
        if complaints <= _SHOWN_COMPLAINTS:
            console.note(reader.complaint(line))

    for record in reader.records(directory, complain):
        if holds(wanted, record):
            yield record
    if complaints > _SHOWN_COMPLAINTS:
        console.note(f"{complaints - _SHOWN_COMPLAINTS} more damaged lines in {directory}")


def _any(pattern: str, names: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for name in names)


def _events(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield every name of what has fired: canonical, native, and those beneath."""
    yield record["event"]
    yield record.get("native_event", "")
    for item in record.get("events", ()):
        if isinstance(item, dict):
            yield str(item.get("event"))


def _hooks(record: Mapping[str, Any]) -> Iterator[str]:
    yield record.get("hook", "")
    for hook in record.get("hooks", ()):
        if hook.get("matched"):
            yield str(hook.get("name"))
    for failure in record.get("failures", ()):
        yield str(failure.get("hook"))
