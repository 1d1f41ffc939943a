"""The figures of `hookctl stats` as one page that needs nothing else: no network, no script.

Charts are inline SVG, drawn with classes, so that the page follows the reader's light or dark
setting. Each has a title and a description for screen readers, and a table of the same figures.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from hooks_cli.journal.charts import DECISIONS, ROWS, stacked, timeline

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


_STYLE = """
:root { color-scheme: light dark; --page: #f9f9f7; --card: #fff; --ink: #0b0b0b; --soft: #52514e;
  --line: #e1e0d9; --allow: #9a9890; --modify: #2a78d6; --ask: #c98500; --route: #4a3aa7;
  --block: #d03b3b; --one: #2a78d6; --two: #9ec5f4; }
@media (prefers-color-scheme: dark) { :root { --page: #0d0d0d; --card: #1a1a19; --ink: #fff;
  --soft: #c3c2b7; --line: #2c2c2a; --allow: #7d7b75; --modify: #3987e5; --ask: #fab219;
  --route: #9085e9; --block: #e66767; --one: #3987e5; --two: #184f95; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 860px; padding: 32px 20px; background: var(--page);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 22px; margin: 0; } h2 { font-size: 16px; margin: 0 0 12px; }
p { margin: 4px 0 0; color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px;
  margin: 20px 0; padding: 0; }
.tiles div, section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.tiles div { padding: 12px 16px; } .tiles dt { color: var(--soft); font-size: 13px; }
.tiles dd { margin: 0; font-size: 22px; font-weight: 600; white-space: nowrap; }
section { padding: 16px 20px; margin: 0 0 16px; overflow-x: auto; }
svg { display: block; width: 100%; min-width: 560px; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .soft { fill: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
svg line { stroke: var(--line); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; padding: 0;
  margin: 0 0 8px; color: var(--soft); font-size: 13px; }
.legend i { display: inline-block; width: 10px; height: 10px; border-radius: 2px;
  margin-right: 6px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: 500; color: var(--soft); }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: anywhere; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
summary { cursor: pointer; color: var(--soft); margin-top: 8px; font-size: 13px; }
"""
_FILLS = ("allow", "modify", "ask", "route", "block", "one", "two")


def page(found: Mapping[str, Any]) -> str:
    """Return the page as a text; `found` is what `summary.summarise` returns, and its options."""
    fills = "".join(
        f".{name} {{ fill: var(--{name}); background: var(--{name}); }}\n" for name in _FILLS
    )
    body = "\n".join(part for part in _parts(found) if part)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>hookctl: what the journal adds up to</title>\n<style>{_STYLE}{fills}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _parts(found: Mapping[str, Any]) -> Iterable[str]:
    """Yield the parts of the page; an empty one is left out."""
    span = f"{found['from']} to {found['to']}" if found["from"] else "nothing is on record"
    yield f"<header><h1>hookctl</h1><p>{escape(span)}</p></header>"
    yield _tiles(found)
    if not found["records"]:
        return
    yield _section("Decisions over time", timeline(found["timeline"]), *_timeline_table(found))
    yield _section(
        "Decisions by event",
        stacked("Decisions by event", found["events"], DECISIONS),
        ("event", *DECISIONS),
        [
            (name, *(each.get(word, 0) for word in DECISIONS))
            for name, each in found["events"].items()
        ],
    )
    slow = [hook for hook in found["hooks"] if hook["ms"]["max"]]
    yield _section(
        "Slowest hooks, in milliseconds",
        stacked(
            "Slowest hooks: median, and up to the 95th percentile, in milliseconds",
            {
                hook["name"]: {
                    "median": hook["ms"]["p50"],
                    "95th percentile": round(hook["ms"]["p95"] - hook["ms"]["p50"], 2),
                }
                for hook in slow[:ROWS]
            },
            ("median", "95th percentile"),
            plain=True,
        ),
        ("hook", "runs", "p50", "p95", "max", "total"),
        [
            (
                hook["name"],
                hook["matched"],
                *(hook["ms"][key] for key in ("p50", "p95", "max", "total")),
            )
            for hook in slow
        ],
    )
    yield _section(
        "Failures by kind",
        stacked(
            "Failures by kind",
            {k: {"failures": v} for k, v in found["failures"].items()},
            ("failures",),
        ),
        ("kind", "failures"),
        list(found["failures"].items()),
    )
    models: dict[str, dict[str, int]] = {}
    for item in found["tokens"]:
        spent = models.setdefault(item["model"] or "(no name)", {"prompt": 0, "completion": 0})
        spent["prompt"] += item["prompt_tokens"]
        spent["completion"] += item["completion_tokens"]
    yield _section(
        "Tokens by model",
        stacked("Tokens by model", models, ("prompt", "completion")),
        ("model", "session", "answers", "prompt", "completion", "total"),
        [tuple(item.values()) for item in found["tokens"]],
    )
    yield _section(
        f"Hooks that have not matched for {found['days']} days",
        "",
        ("hook", "considered", "last matched", "file"),
        [
            (h["name"], h["considered"], h["last_matched"] or "never", h["source"])
            for h in found["quiet"]
        ],
    )
    yield _section(
        f"Hooks that have failed {found['in_a_row']} times in a row, or more",
        "",
        ("hook", "in a row", "of", "file"),
        [(h["name"], h["failed_in_a_row"], h["matched"], h["source"]) for h in found["failing"]],
    )


def _tiles(found: Mapping[str, Any]) -> str:
    """Return the headline figures."""
    facts: list[tuple[str, str]] = [
        ("dispatches", f"{found['records']:,}"),
        ("blocked", f"{found['decisions'].get('block', 0):,}"),
        ("failures", f"{sum(found['failures'].values()):,}"),
        ("median", f"{found['duration_ms']['p50']:,.3g} ms"),
        ("95th percentile", f"{found['duration_ms']['p95']:,.3g} ms"),
    ]
    facts += [
        (name, f"{found[key]:,}")
        for key, name in (
            ("unenforced", "not enforced"),
            ("lost", "records lost"),
            ("damaged_lines", "damaged lines"),
        )
        if found.get(key)
    ]
    tiles = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts)
    return f'<dl class="tiles">{tiles}</dl>'


def _section(
    title: str, chart: str, columns: Sequence[str], rows: Sequence[Sequence[object]]
) -> str:
    """Return a chart with its figures in a table that can be opened; without a chart, the table."""
    if not rows:
        return ""
    table = _table(columns, rows)
    if chart:
        table = f"<details><summary>Figures</summary>{table}</details>"
    return f"<section><h2>{escape(title)}</h2>{chart}{table}</section>"


def _table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    numeric = [isinstance(cell, int | float) for cell in rows[0]]
    classes = [' class="n"' if is_number else "" for is_number in numeric]
    head = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>'
        for name, kind in zip(columns, classes, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td{kind}>{_cell(cell)}</td>" for cell, kind in zip(row, classes, strict=True))
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int | float) else escape(str(value))


def _timeline_table(found: Mapping[str, Any]) -> tuple[Sequence[str], list[Sequence[object]]]:
    rows = [(i["at"], *(i.get(word, 0) for word in DECISIONS)) for i in found["timeline"]]
    return ("from", *DECISIONS), list(rows)
