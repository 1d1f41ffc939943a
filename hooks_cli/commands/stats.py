"""`hookctl stats`: what the journal adds up to, as tables with bars, JSON, or a page."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hooks_cli import console
from hooks_cli.errors import HookctlError
from hooks_cli.journal import query, reader, summary, writer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hooks_cli.journal.query import Filter

_BAR = 24  # characters of the longest bar
_HOOKS = 20


def run(wanted: Filter, *, days: int, in_a_row: int, html: str | None, as_json: bool) -> int:
    """Print the figures of the records asked for, or write them as a page. Return 0."""
    place = writer.directory(os.environ)
    if not place:
        raise HookctlError("no home directory, so no journal", "set XDG_STATE_HOME")
    bad: list[str] = []

    def complain(line: reader.Line) -> None:
        if not bad:
            console.note(reader.complaint(line))
        bad.append(line.path)

    records = (r for r in reader.records(place, complain) if query.holds(wanted, r))
    found = summary.summarise(records, now=datetime.now(UTC), days=days, in_a_row=in_a_row)
    found |= {"damaged_lines": len(bad), "days": days, "in_a_row": in_a_row}
    if len(bad) > 1:
        console.note(f"{len(bad) - 1} more damaged lines in {place}")
    if html:
        _write_page(html, found)
    if as_json:
        console.emit_json(found)
    elif not html:
        _print(found)
    return 0


def _write_page(path: str, found: Mapping[str, Any]) -> None:
    """Write the page. HookctlError if that is not possible."""
    from hooks_cli.commands import stats_html  # noqa: PLC0415 - only for --html

    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(stats_html.page(found))
    except OSError as error:
        raise HookctlError(f"{path}: cannot be written: {error.strerror}") from None
    console.note(f"{path} written")


def _print(found: Mapping[str, Any]) -> None:
    """Print the tables that are not empty."""
    if not found["records"]:
        console.note("nothing is on record")
        return
    print(headline(found))
    for title, columns, rows in tables(found):
        if rows:
            print()
            if not console.is_terminal():
                print(title)
            console.table(title, columns, rows)


def headline(found: Mapping[str, Any]) -> str:
    """Say in one line what the figures are about."""
    time = found["duration_ms"]
    parts = [
        f"{found['records']:,} dispatches from {found['from']} to {found['to']}",
        f"{time['p50']:g} ms in the median, {time['p95']:g} ms at the 95th percentile",
    ]
    for key, words in (
        ("lost", "records lost"),
        ("damaged_lines", "damaged lines"),
        ("unenforced", "blocks that the host could not enforce"),
    ):
        if found[key]:
            parts.append(f"{found[key]:,} {words}")
    return "; ".join(parts)


def tables(found: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...], list[Sequence[object]]]]:
    """Return (title, columns, rows) of every table."""
    total = max(found["records"], 1)
    counted = ("", "count", "%", "")
    timeline = [
        (item["at"], sum(v for k, v in item.items() if k != "at")) for item in found["timeline"]
    ]
    most = max((count for _, count in timeline), default=1)
    hooks = found["hooks"]
    slowest = [hook for hook in hooks if hook["ms"]["max"]][:_HOOKS]
    longest = max((hook["ms"]["p95"] for hook in slowest), default=1) or 1
    return [
        ("Decisions", counted, _counts(found["decisions"], total)),
        ("Failures", counted, _counts(found["failures"], max(sum(found["failures"].values()), 1))),
        (
            "Events",
            ("event", "count", "decisions"),
            [(name, sum(each.values()), _words(each)) for name, each in found["events"].items()],
        ),
        ("Hosts", counted, _counts(found["hosts"], total) if len(found["hosts"]) > 1 else []),
        (
            "Over time",
            ("from", "count", ""),
            [(at, count, _bar(count / most)) for at, count in timeline[-31:]]
            if len(timeline) > 1
            else [],
        ),
        (
            "Slowest hooks (ms)",
            ("hook", "runs", "p50", "p95", "max", ""),
            [
                (
                    hook["name"],
                    hook["matched"],
                    *(f"{hook['ms'][key]:g}" for key in ("p50", "p95", "max")),
                    _bar(hook["ms"]["p95"] / longest),
                )
                for hook in slowest
            ],
        ),
        (
            "What hooks decided",
            ("hook", "considered", "matched", "decisions", "failed"),
            [
                (
                    hook["name"],
                    hook["considered"],
                    hook["matched"],
                    _words(hook["decisions"]),
                    hook["failed"],
                )
                for hook in hooks
            ],
        ),
        (
            f"Not matched for {found['days']} days",
            ("hook", "considered", "last matched", "file"),
            [
                (hook["name"], hook["considered"], hook["last_matched"] or "never", hook["source"])
                for hook in found["quiet"]
            ],
        ),
        (
            f"Failed {found['in_a_row']} times in a row, or more",
            ("hook", "in a row", "of", "file"),
            [
                (hook["name"], hook["failed_in_a_row"], hook["matched"], hook["source"])
                for hook in found["failing"]
            ],
        ),
        (
            "Tokens",
            ("model", "session", "answers", "prompt", "completion", "total"),
            [
                (
                    item["model"],
                    item["session_id"],
                    item["answers"],
                    *(f"{item[name]:,}" for name in summary.TOKENS),
                )
                for item in found["tokens"]
            ],
        ),
    ]


def _counts(counts: Mapping[str, int], total: int) -> list[Sequence[object]]:
    most = max(counts.values(), default=1)
    return [
        (name, f"{count:,}", f"{100 * count / total:.1f}", _bar(count / most))
        for name, count in counts.items()
    ]


def _words(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _bar(share: float) -> str:
    """Return a bar; a share that is not nothing shows at least a little."""
    mark = "█" if console.is_terminal() else "#"
    return mark * (max(round(share * _BAR), 1) if share > 0 else 0)
