"""Charts as inline SVG, without a library: stacked bars and columns (`hookctl stats --html`).

Colours are classes of the page that a chart stands in. Every chart tells its figures to screen
readers, and every mark says on a pointer's touch what it stands for.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# In the order in which they are stacked.
DECISIONS = ("allow", "modify", "ask", "route", "block")
_WIDTH, _LABEL, _VALUE = 720, 190, 90
_ROW, _BAR = 28, 16
_HEIGHT, _FOOT, _LEFT = 180, 26, 44
ROWS = 15


def _legend(names: Sequence[str], classes: Sequence[str]) -> str:
    if len(names) < 2:  # noqa: PLR2004 - one needs no key
        return ""
    items = "".join(
        f'<li><i class="{kind}"></i>{escape(name)}</li>'
        for name, kind in zip(names, classes, strict=True)
    )
    return f'<ul class="legend">{items}</ul>'


def _svg(title: str, description: str, height: int, body: str) -> str:
    name = "".join(char if char.isalnum() else "-" for char in title.lower())
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-labelledby="{name}-t {name}-d">'
        f'<title id="{name}-t">{escape(title)}</title>'
        f'<desc id="{name}-d">{escape(description)}</desc>{body}</svg>'
    )


def stacked(
    title: str,
    rows: Mapping[str, Mapping[str, float]],
    parts: Sequence[str],
    *,
    plain: bool = False,
) -> str:
    """Return horizontal bars, one a row, of stacked parts; the largest rows come first.

    With `plain` the rows keep their order, and the second part is what lies above the first.
    """
    shown = (
        list(rows.items()) if plain else sorted(rows.items(), key=lambda row: -sum(row[1].values()))
    )
    shown = shown[:ROWS]
    if not shown:
        return ""
    used = [part for part in parts if any(each.get(part) for _, each in shown)]
    classes = [part if part in DECISIONS else ("one", "two")[parts.index(part)] for part in used]
    longest = max(sum(each.values()) for _, each in shown) or 1
    scale = (_WIDTH - _LABEL - _VALUE) / longest
    body, told = [], []
    for index, (name, each) in enumerate(shown):
        top = index * _ROW + (_ROW - _BAR) / 2
        body.append(
            f'<text x="{_LABEL - 10}" y="{top + 13:g}" text-anchor="end">{escape(_cut(name))}'
            f"<title>{escape(name)}</title></text>"
        )
        left = float(_LABEL)
        for part, kind in zip(used, classes, strict=True):
            width = each.get(part, 0) * scale
            if width > 0:
                value = each[part] + (each.get(parts[0], 0) if plain and part != parts[0] else 0)
                body.append(
                    f'<rect class="{kind}" x="{left:.1f}" y="{top:g}" rx="2" '
                    f'width="{max(width - 1, 1):.1f}" height="{_BAR}">'
                    f"<title>{escape(name)}: {escape(part)} {value:,.6g}</title></rect>"
                )
            left += width
        total = sum(each.values())
        body.append(f'<text class="soft" x="{left + 8:.1f}" y="{top + 13:g}">{total:,.6g}</text>')
        told.append(f"{name}: {total:,.6g}")
    chart = _svg(title, "; ".join(told), len(shown) * _ROW, "".join(body))
    return _legend(used, classes) + chart


def timeline(timeline: Sequence[Mapping[str, Any]]) -> str:
    """Return stacked columns of decisions, one for each hour or day."""
    if not timeline:
        return ""
    totals = [sum(item.get(word, 0) for word in DECISIONS) for item in timeline]
    top = _ceiling(max(totals))
    step = (_WIDTH - _LEFT) / len(timeline)
    used = [word for word in DECISIONS if any(item.get(word) for item in timeline)]
    body = []
    for share in (0, 0.5, 1):
        y = _HEIGHT - share * (_HEIGHT - 12)
        body.append(f'<line x1="{_LEFT}" x2="{_WIDTH}" y1="{y:g}" y2="{y:g}"/>')
        body.append(
            f'<text class="soft" x="{_LEFT - 8}" y="{y + 4:g}" text-anchor="end">'
            f"{top * share:,.6g}</text>"
        )
    every = -(-len(timeline) // 8)
    for index, item in enumerate(timeline):
        left, y = _LEFT + index * step, float(_HEIGHT)
        width = min(max(step - 2, 0.5), 48)
        for word in used:
            height = item.get(word, 0) / top * (_HEIGHT - 12)
            if height > 0:
                y -= height
                body.append(
                    f'<rect class="{word}" x="{left + (step - width) / 2:.1f}" y="{y:.1f}" '
                    f'width="{width:.1f}" height="{max(height - 0.5, 0.5):.1f}">'
                    f"<title>{item['at']}: {word} {item[word]:,}</title></rect>"
                )
        if index % every == 0:
            body.append(
                f'<text class="soft" x="{left + step / 2:.1f}" y="{_HEIGHT + 18}" '
                f'text-anchor="middle">{_tick(item["at"])}</text>'
            )
    described = f"{sum(totals):,} decisions from {timeline[0]['at']} to {timeline[-1]['at']}"
    chart = _svg("Decisions over time", described, _HEIGHT + _FOOT, "".join(body))
    return _legend(used, used) + chart


def _ceiling(value: int) -> int:
    """Return the next even round number, so that its half is one too."""
    unit: int = 10 ** max(len(str(value)) - 2, 0)
    return max(-(-value // (2 * unit)) * 2 * unit, 2)


def _tick(at: str) -> str:
    return f"{at[-2:]}:00" if "T" in at else at[5:]


def _cut(name: str) -> str:
    return name if len(name) <= 26 else f"{name[:24]}…"  # noqa: PLR2004 - what fits beside a bar
