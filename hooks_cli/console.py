"""Print for people and for programs. The only module that knows how to draw a table.

On a terminal a table has lines and colour; in a pipe, under NO_COLOR or on a dumb terminal it is
plain aligned text. What comes from outside is printed with its control characters spelled out, so
that no text can steer the terminal.
"""

from __future__ import annotations

import json
import os
import sys

from hooks_cli.text import visible as visible  # noqa: PLC0414 - commands print with it too

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_GAP = "  "


def is_terminal() -> bool:
    """Tell whether stdout is a terminal that may show colour."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; the title is for terminals only. None is an empty cell."""
    cells = [["" if cell is None else visible(str(cell)) for cell in row] for row in rows]
    if is_terminal():
        _draw(title, columns, cells)
    else:
        for line in aligned([list(columns), *cells]):
            print(line)


def emit_json(value: object) -> None:
    """Print a value as JSON; characters beyond ASCII are escaped, so any stdout can take them."""
    print(json.dumps(value, indent=2))


def note(text: str) -> None:
    """Print a remark for people on stderr; stdout is for results."""
    print(visible(text), file=sys.stderr)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines with columns below each other, without trailing blanks."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _draw(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Draw with rich, which takes the time of several dispatches to import."""
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    drawing = Table(title=title, title_justify="left", header_style="bold")
    for column in columns:
        drawing.add_column(column, overflow="fold")
    for row in rows:
        drawing.add_row(*(Text(cell) for cell in row))  # not as markup
    Console(file=sys.stdout, highlight=False).print(drawing)
