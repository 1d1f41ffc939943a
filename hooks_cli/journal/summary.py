"""Sum up records: decisions, failures, time per hook, tokens (`hookctl stats`). Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from hooks_cli.journal import query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    Json = dict[str, Any]

TOKENS = ("prompt_tokens", "completion_tokens", "total_tokens")
_HOURS_UP_TO = timedelta(hours=48)  # a span that is shown by the hour


def summarise(
    records: Iterable[Mapping[str, Any]], *, now: datetime, days: int, in_a_row: int
) -> Json:
    """Return the figures of some records, which come oldest first.

    `quiet` are hooks that were considered for more than `days` days, but did not match in the last
    so many; `failing` those whose last `in_a_row` runs, or more, have failed. All times in ms.
    """
    decisions: Counter[str] = Counter()
    events: dict[str, Counter[str]] = defaultdict(Counter)
    hosts: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    durations: list[float] = []
    moments: list[tuple[datetime, str]] = []
    hooks: dict[tuple[str, str], _Hook] = {}
    tokens: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    lost = unenforced = 0
    for record in records:
        decisions[record["decision"]] += 1
        events[record["event"]][record["decision"]] += 1
        hosts[record.get("host", "")] += 1
        failures.update(str(failure.get("kind")) for failure in record.get("failures", ()))
        durations.append(_number(record.get("duration_ms")))
        lost += int(_number(record.get("lost")))
        unenforced += bool(record.get("unenforced"))
        time = query.when(record)
        if time is None:
            continue
        moments.append((time, record["decision"]))
        for item in record.get("hooks", ()):
            key = (str(item.get("name")), str(item.get("source")).partition("#")[0])
            hooks.setdefault(key, _Hook(*key)).see(item, time)
        usage = record.get("tokens_usage")
        if usage:
            spent = tokens[record.get("model", ""), record.get("session_id", "")]
            spent["answers"] += 1
            spent.update({name: int(_number(usage.get(name))) for name in TOKENS})
    return {
        "records": sum(decisions.values()),
        "from": _iso(min(moments)[0]) if moments else None,
        "to": _iso(max(moments)[0]) if moments else None,
        "lost": lost,
        "unenforced": unenforced,
        "duration_ms": spread(durations),
        "decisions": _ranked(decisions),
        "events": {name: _ranked(events[name]) for name in sorted(events)},
        "hosts": _ranked(hosts),
        "failures": _ranked(failures),
        "timeline": _timeline(moments),
        "hooks": [hook.figures() for hook in sorted(hooks.values(), key=lambda hook: hook.rank())],
        "quiet": [
            hook.figures() for hook in hooks.values() if hook.quiet(now - timedelta(days=days))
        ],
        "failing": [hook.figures() for hook in hooks.values() if hook.in_a_row >= in_a_row],
        "tokens": [
            {
                "model": model,
                "session_id": session,
                **{name: spent[name] for name in ("answers", *TOKENS)},
            }
            for (model, session), spent in sorted(
                tokens.items(), key=lambda item: (-item[1]["total_tokens"], item[0])
            )
        ],
    }


class _Hook:
    """What is known of one hook, by its name and its file."""

    def __init__(self, name: str, source: str) -> None:
        self.name, self.source, self.kind = name, source, ""
        self.considered = self.matched = self.failed = self.in_a_row = 0
        self.decisions: Counter[str] = Counter()
        self.times: list[float] = []
        self.first_seen: datetime | None = None
        self.last_seen: datetime | None = None
        self.last_match: datetime | None = None

    def see(self, item: Mapping[str, Any], time: datetime) -> None:
        """Count one dispatch in which the hook was considered."""
        self.kind = str(item.get("kind"))
        self.considered += 1
        self.first_seen = self.first_seen or time
        self.last_seen = time
        failed = bool(item.get("failure"))
        if not item.get("matched") and not failed:
            return
        self.matched += 1
        self.last_match = time
        self.failed += failed
        self.in_a_row = self.in_a_row + 1 if failed else 0
        if item.get("decision"):
            self.decisions[str(item["decision"])] += 1
        if "ms" in item:
            self.times.append(_number(item["ms"]))

    def quiet(self, start: datetime) -> bool:
        """Tell whether it was considered before and after `start`, but matched at most before."""
        first, last, match = self.first_seen, self.last_seen, self.last_match
        known = first is not None and last is not None and first <= start <= last
        return known and (match is None or match < start)

    def rank(self) -> tuple[float, str]:
        """Sort the slowest first."""
        return -spread(self.times)["p95"], self.name

    def figures(self) -> Json:
        """Return the figures as an object."""
        return {
            "name": self.name,
            "source": self.source,
            "kind": self.kind,
            "considered": self.considered,
            "matched": self.matched,
            "decisions": _ranked(self.decisions),
            "failed": self.failed,
            "failed_in_a_row": self.in_a_row,
            "last_matched": _iso(self.last_match) if self.last_match else None,
            "ms": spread(self.times),
        }


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return median, 95th percentile, maximum and sum; zeros for no values."""
    ranked = sorted(values)
    return {
        "p50": percentile(ranked, 50),
        "p95": percentile(ranked, 95),
        "max": ranked[-1] if ranked else 0.0,
        "total": round(sum(ranked), 2),
    }


def percentile(ranked: Sequence[float], percent: int) -> float:
    """Return the smallest value that so many percent of all are not above (nearest rank)."""
    if not ranked:
        return 0.0
    return ranked[max(-(-len(ranked) * percent // 100) - 1, 0)]


def _timeline(moments: Sequence[tuple[datetime, str]]) -> list[Json]:
    """Return decisions by hour, or by day if they span more than two; gaps are filled with 0."""
    if not moments:
        return []
    first, last = min(moments)[0], max(moments)[0]
    hourly = last - first <= _HOURS_UP_TO
    step = timedelta(hours=1) if hourly else timedelta(days=1)
    counts: dict[str, Counter[str]] = {}

    def key(time: datetime) -> str:
        return f"{time.astimezone():%Y-%m-%dT%H}" if hourly else f"{time.astimezone():%Y-%m-%d}"

    time = first
    while time <= last + step and len(counts) < 1000:  # noqa: PLR2004 - a clock gone wrong
        if key(time) <= key(last):
            counts[key(time)] = Counter()
        time += step
    for time, decision in moments:
        counts.setdefault(key(time), Counter())[decision] += 1
    return [{"at": at, **_ranked(counts[at])} for at in sorted(counts)]


def _ranked(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _number(value: object) -> float:
    right = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if right else 0.0  # type: ignore[arg-type]


def _iso(time: datetime) -> str:
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")
