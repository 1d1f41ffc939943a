"""`hookctl show`, and the printing that other commands share with it."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from hooks_cli import console, events, limits, payload, schemas
from hooks_cli.commands import check, show
from hooks_cli.config import files
from hooks_cli.errors import HookctlError, UsageError

ROOT = Path(__file__).resolve().parent.parent


class Terminal(io.StringIO):
    """A stdout that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch, **environ: str) -> str:
    """Return what a small table looks like on a terminal."""
    for name in ("NO_COLOR", "TERM", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"COLUMNS": "80", "TERM": "xterm", **environ}.items():
        monkeypatch.setenv(name, value)
    output = Terminal()
    monkeypatch.setattr(sys, "stdout", output)
    console.table("Pets", ("name", "legs"), [("[red]cat", 4), ("bird\x1b[2J", None)])
    return output.getvalue()


def test_events_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each event, aligned, without colour, boxes and tabs."""
    assert show.events(as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[0] == "event"
    assert [line.split()[0] for line in lines[1:]] == list(events.NAMES)
    start = lines[0].index("fires when")
    assert {line[start - 2 : start] for line in lines} == {"  "}
    assert not {"\t", "\x1b", "│", "|"} & set("".join(lines))


def test_events_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole catalogue, field by field."""
    assert show.events(as_json=True) == 0
    found = {event["name"]: event for event in json.loads(capsys.readouterr().out)}
    assert list(found) == list(events.NAMES)
    shell = found["beforeShellExecution"]
    assert (shell["blocking"], shell["decisions"]) == (True, ["block", "modify", "ask", "route"])
    assert shell["fields"][1] == {
        "name": "timeout_seconds",
        "type": "integer",
        "presence": "absent_when",
        "when": "the command has no time limit",
        "minimum": 0,
    }
    assert found["beforeMCPExecution"]["matcher_tests"] == ["server_name/tool_name", "tool_name"]


def test_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a name the schemas are listed, each of them prints, and a typo gets a hint."""
    assert show.schema(None) == 0
    names = capsys.readouterr().out.split()
    assert "payloads" in names
    for name in names:
        assert show.schema(name) == 0
        assert json.loads(capsys.readouterr().out) == schemas.load(name)
    with pytest.raises(UsageError) as caught:
        show.schema("payload")
    assert caught.value.hint == 'did you mean "payloads"?'
    with pytest.raises(UsageError):
        show.schema("../pyproject")


@pytest.mark.parametrize("name", [*events.NAMES, *events.ALIASES])
def test_payloads(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each event has a sample that could be piped into a strict dispatch."""
    assert show.payload(name) == 0
    spec = events.get(events.resolve(name) or "")
    assert payload.problems(spec, json.loads(capsys.readouterr().out), strict=True) == ()


def test_an_unknown_event_gets_a_hint() -> None:
    """A mistyped event is a usage error that names the right one."""
    with pytest.raises(UsageError) as caught:
        show.payload("beforeShellExecutoin")
    assert caught.value.hint == 'did you mean "beforeShellExecution"?'


def test_limits(capsys: pytest.CaptureFixture[str]) -> None:
    """Every limit is listed, for people and for programs."""
    assert show.limits(as_json=False) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(limits.TABLE) + 1
    assert show.limits(as_json=True) == 0
    found = {row["name"]: row["value"] for row in json.loads(capsys.readouterr().out)}
    assert found["payload"] == limits.PAYLOAD_BYTES
    assert len(found) == len(limits.TABLE)


def test_sample(capsys: pytest.CaptureFixture[str]) -> None:
    """The sample configuration is printed as it is."""
    assert show.sample() == 0
    assert capsys.readouterr().out == (ROOT / "sample-hooks.json").read_text()


def test_the_sample_is_copied_with_its_policies(tmp_path: Path) -> None:
    """A copy is complete and in order; a second one would overwrite, and is refused."""
    assert show.sample(str(tmp_path)) == 0
    copy = str(tmp_path / "sample-hooks.json")
    assert check.check(files.named([copy])) == []
    for script in (ROOT / "scripts" / "policies").iterdir():
        assert os.access(tmp_path / "scripts" / "policies" / script.name, os.X_OK)
    with pytest.raises(HookctlError, match="exists already"):
        show.sample(str(tmp_path))


def test_a_table_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the table has a title and lines; text from outside cannot steer it."""
    drawn = on_terminal(monkeypatch)
    assert "Pets" in drawn
    assert "│" in drawn
    assert "[red]cat" in drawn
    assert "\\x1b[2J" in drawn
    assert "\x1b[2J" not in drawn


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_plain_table(monkeypatch: pytest.MonkeyPatch, environ: dict[str, str]) -> None:
    """Under NO_COLOR and on a dumb terminal the same table is plain text."""
    drawn = on_terminal(monkeypatch, **environ)
    assert drawn == "name         legs\n[red]cat     4\nbird\\x1b[2J\n"


def test_an_empty_no_color_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR must not be empty to have an effect."""
    assert "│" in on_terminal(monkeypatch, NO_COLOR="")


def test_json_fits_any_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    """What is beyond ASCII is escaped, even half of a surrogate pair."""
    console.emit_json({"text": "für \ud800"})
    assert capsys.readouterr().out == '{\n  "text": "f\\u00fcr \\ud800"\n}\n'


def test_a_note_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    """Remarks keep out of the results."""
    console.note("all good\x07")
    assert capsys.readouterr() == ("", "all good\\x07\n")
