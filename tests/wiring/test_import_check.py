"""Whatever stands in a host's file, `hookctl import` makes what `hookctl check` accepts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hooks_cli import hosts
from hooks_cli.wiring import table

MATCHERS = (
    None,
    "",
    "*",
    "Bash",
    "Bash|Edit",
    "Bash, Edit",
    "Ba.",
    "^Bash$",
    "mcp__.*",
    "startup",
    "(",
    "[a",
    "a b, c-d",
    7,
)


def foreign(host: str, matcher: object) -> dict[str, Any]:
    """Return a file of a host with a five-second hook at each of its events."""
    wiring, protocol = table.find(host), hosts.load(host).table
    assert protocol is not None
    handler: dict[str, Any] = {"type": "command", "command": "./guard.sh"}
    if protocol.timeout_key:
        handler[protocol.timeout_key] = 5000 if protocol.unit == "ms" else 5
    entry = {"hooks": [handler]} if wiring.shape == "groups" else handler
    if matcher is not None:
        entry = {"matcher": matcher, **entry}
    events = {row.native: [entry] for row in protocol.rows}
    return {"version": 1, "hooks": events} if wiring.places[0].container else events


@pytest.mark.parametrize("matcher", MATCHERS, ids=repr)
def test_a_hook_at_every_event_becomes_a_valid_configuration(
    wires: Any, host: str, matcher: object
) -> None:
    """Every timeout is five seconds, in the host's unit and in ours."""
    wires.place.write("theirs.json", foreign(host, matcher))
    wires.run("import", "theirs.json", "--from", host, "--output", "hooks.json")
    assert "error" not in wires.run("check", "hooks.json").text
    lists = json.loads((wires.workspace / "hooks.json").read_text())["hooks"]
    assert lists
    protocol = hosts.load(host).table
    assert protocol is not None
    seconds = {entry.get("timeout_seconds") for entries in lists.values() for entry in entries}
    assert seconds == ({5} if protocol.timeout_key else {None})


def test_an_expression_that_no_program_understands_is_named(wires: Any) -> None:
    """At an event whose matcher is about a field, as at one with tools: the hook always runs."""
    for event in ("SessionStart", "PreToolUse"):
        content = {"hooks": {event: [{"matcher": "(", "hooks": [{"command": "./guard.sh"}]}]}}
        wires.place.write("theirs.json", content)
        done = wires.run("import", "theirs.json", "--from", "claude-code", "--json")
        for entries in done.answer["config"]["hooks"].values():
            assert all("match" not in entry and "matcher" not in entry for entry in entries)
        (note,) = [note for note in done.answer["notes"] if "always runs" in note["text"]]
        assert note["pointer"] == f"/hooks/{event}/0/hooks/0"
