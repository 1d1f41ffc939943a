"""`hookctl show hosts`: what each host can honour at each event, and what it makes of an answer."""

from __future__ import annotations

import json
import sys

from hooks_cli import console, events, hosts
from hooks_cli.errors import UsageError
from hooks_cli.hosts import contract, simulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from hooks_cli.hosts.contract import Table

RELATIVES = (
    "devin",
    "qwen-code",
    "factory-droid",
    "continue",
    "augment",
    "kiro",
    "amazon-q",
    "goose",
    "openhands",
    "cline",
    "junie",
)
ABOUT = ("host", "versions", "how sure", "as of", "time limit", "configuration")


def show(*, as_json: bool) -> int:
    """Print the matrix of hosts and events; as JSON every native event with its answers."""
    if as_json:
        console.emit_json([describe(name) for name in hosts.NAMES])
        return 0
    main = [name for name in hosts.NAMES if name not in RELATIVES]
    console.table("What each host can honour", ("event", *main), matrix_rows(main))
    console.table("Relatives, by data only", ("event", *RELATIVES), matrix_rows(RELATIVES))
    console.table("Hosts", ABOUT, about_rows(hosts.NAMES))
    print(legend())
    return 0


def run_simulation(host: str, *, as_json: bool) -> int:
    """Read answers, one JSON object a line, and print what the host would do with each.

    An answer has `event` (the host's name of it), `status`, `stdout`, `stderr`, and perhaps `fate`
    (`exit`, `signal`, `timeout`) and `headless`. UsageError for anything else.
    """
    results = []
    for number, line in enumerate(sys.stdin, 1):
        if line.strip():
            results.append(one_effect(host, number, line))
    if as_json:
        console.emit_json(results)
    else:
        columns = ("event", "action", "reason", "note")
        rows = [tuple(str(result.get(key, "")) for key in columns) for result in results]
        console.table(f"What {host} does", columns, rows)
    return 0


def one_effect(host: str, number: int, line: str) -> dict[str, Any]:
    """Return what the host does with one answer; keys that would be empty are left out."""
    example = '{"event": "PreToolUse", "status": 2, "stdout": "", "stderr": "no"}'
    try:
        given = json.loads(line)
    except ValueError as error:
        raise UsageError(f"stdin, line {number}: not JSON: {error}", example) from None
    known: dict[str, type] = {
        "event": str,
        "status": int,
        "stdout": str,
        "stderr": str,
        "fate": str,
        "headless": bool,
    }
    if not isinstance(given, dict) or "event" not in given:
        raise UsageError(f"stdin, line {number}: expected an object with an event", example)
    for key, value in given.items():
        if key not in known or not isinstance(value, known[key]):
            raise UsageError(f"stdin, line {number}: {key}: unknown, or of a wrong type", example)
    effect = simulate.simulate(
        host,
        given["event"],
        given.get("status", 0),
        given.get("stdout", "").encode("utf-8", "replace"),
        given.get("stderr", "").encode("utf-8", "replace"),
        fate=given.get("fate", "exit"),
        headless=given.get("headless", False),
    )
    full: dict[str, Any] = {"event": given["event"]}
    full.update((key, getattr(effect, key)) for key in effect.__match_args__)
    return {key: value for key, value in full.items() if value not in ("", None)}


def matrix_rows(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return a row for each canonical event that one of the hosts has."""
    maps = [letters_of(name) for name in names]
    cells = {event: [found.get(event, "") for found in maps] for event in events.NAMES}
    return [(event, *letters) for event, letters in cells.items() if any(letters)]


def letters_of(name: str) -> dict[str, str]:
    """Return what a host can honour at each event, in the letters of the legend."""
    host = hosts.load(name)
    if host.table is not None:
        return contract.matrix(host.table)
    found = {}
    for event in events.NAMES:
        words = host.carries(events.get(event))
        after = not events.get(event).blocking and event != "beforeModelRequest"
        letters = {"block": "B", "ask": "A", "modify": "O" if after else "M", "route": "R"}
        found[event] = "".join(letters[word] for word in letters if word in words) or "-"
    return found


def about_rows(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return a row for each host under ABOUT."""
    rows: list[tuple[str, ...]] = []
    for name in names:
        host = hosts.load(name)
        table = host.table
        if table is None:
            rows.append((name, "", "ours" if name == "generic" else "doc", "", "", ""))
            continue
        limit = f"{table.timeout:g} s" if table.unit == "s" else f"{table.timeout * 1000:g} ms"
        rows.append(
            (name, table.versions, table.verified, table.date, limit, table.settings or "none")
        )
    return rows


def legend() -> str:
    """Explain the letters."""
    letters = {**contract.MEANINGS, "R": "run elsewhere"}
    return ", ".join(f"{letter} {meaning}" for letter, meaning in letters.items())


def describe(name: str) -> dict[str, Any]:
    """Return a host as an object for programs."""
    host = hosts.load(name)
    full: dict[str, Any] = {"name": name, "title": host.title, "events": letters_of(name)}
    if host.table is not None:
        full.update(_contract(host.table))
    return full


def _contract(table: Table) -> dict[str, Any]:
    keys = ("versions", "verified", "date", "settings", "timeout", "unit", "timeout_key", "exits")
    return {
        **{key: getattr(table, key) for key in keys},
        "stop_cap": table.cap or contract.OWN_CAP,
        "native_events": [
            {
                "name": row.native,
                "aliases": row.aliases,
                "canonical": {fire.event: fire.can or "-" for fire in row.fires},
                "verified": row.verified or table.verified,
                "date": row.date or table.date,
                "note": row.note or None,
            }
            for row in table.rows
        ],
        "tools": {
            tool: {"kind": item.kind, "keys": item.where} for tool, item in table.tools.items()
        },
    }


def hosts_markdown() -> str:
    """Return the tables of hosts for the README, without a heading."""
    main = [name for name in hosts.NAMES if name not in (*RELATIVES, "generic")]
    parts = [
        _markdown(("event", *main), matrix_rows(main)),
        legend() + ". Empty: the host has nothing of the kind.",
        _markdown(ABOUT, about_rows(name for name in hosts.NAMES if name != "generic")),
    ]
    return "\n\n".join(parts) + "\n"


def _markdown(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = list(columns)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell or ' ' for cell in line)} |" for line in lines)
