"""`hookctl log`, `stats` and `replay` as people and programs meet them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from hooks_cli.commands import stats_html
from hooks_cli.journal import record as records
from hooks_cli.journal import summary, writer

HOOKCTL = (sys.executable, "-P", "-m", "hooks_cli")


def run(tmp_path: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run hookctl with a journal and a home of its own."""
    return subprocess.run(
        [*HOOKCTL, *words],
        input=stdin,
        capture_output=True,
        text=True,
        env=environ(tmp_path),
        cwd=tmp_path,
        timeout=120,
        check=False,
    )


def environ(tmp_path: Path) -> dict[str, str]:
    """Return the environment for that."""
    home = str(tmp_path / "home")
    kept = {key: os.environ[key] for key in ("PATH", "PYTHONPATH") if key in os.environ}
    return {**kept, "HOME": home, "XDG_STATE_HOME": str(tmp_path), "TZ": "UTC"}


def at(minutes: float) -> str:
    """Return a time so many minutes ago, as a record has it."""
    return records.timestamp((datetime.now(UTC) - timedelta(minutes=minutes)).timestamp())


def write(tmp_path: Path, *items: dict[str, Any]) -> None:
    """Put records on file; each is complete."""
    for number, item in enumerate(items):
        base = {
            "version": 1,
            "id": f"01a2-{number:04}",
            "time": at(100 - number),
            "duration_ms": 10.0 + number,
            "pid": 1,
            "host": "generic",
            "native_event": "beforeShellExecution",
            "event": "beforeShellExecution",
            "decision": "allow",
            "exit": 0,
        }
        assert writer.write({**base, **item}, {}, environ(tmp_path)) == ""


def hook(name: str, **values: Any) -> dict[str, Any]:
    """Return a hook of a record."""
    base = {"name": name, "kind": "guardrail", "layer": "user", "source": "/h.json#/hooks/x/0"}
    return {**base, "matched": True, **values}


def test_log_in_a_pipe_is_a_plain_table(tmp_path: Path) -> None:
    """Aligned, without colour; control characters of a subject are spelled out."""
    write(
        tmp_path,
        {"subject": "npm test"},
        {"decision": "block", "hook": "guard", "subject": "\x1b[2J"},
    )
    done = run(tmp_path, "log")
    assert done.returncode == 0
    head, first, second = done.stdout.splitlines()
    assert head.split() == ["time", "id", "decision", "event", "subject", "by", "ms", "failed"]
    assert first[head.index("subject") :].startswith("npm test")
    assert second[head.index("subject") :].split() == ["\\x1b[2J", "guard", "11"]
    assert "\x1b" not in done.stdout


def test_log_as_json_lines(tmp_path: Path) -> None:
    """One record a line, as it is on file."""
    write(tmp_path, {"reason": "é"}, {})
    lines = run(tmp_path, "log", "--json").stdout.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["01a2-0000", "01a2-0001"]
    assert json.loads(lines[0])["reason"] == "é"
    assert run(tmp_path, "log", "--json", "-n", "1").stdout.splitlines() == lines[1:]
    assert run(tmp_path, "log", "--json", "-n", "0").stdout.splitlines() == lines


def test_log_filters(tmp_path: Path) -> None:
    """By time, event, decision, hook, host, session, failure."""
    write(
        tmp_path,
        {"time": at(600), "decision": "block", "hook": "guard"},
        {"host": "cursor", "session_id": "abc", "hooks": [hook("guard")]},
        {"event": "preToolUse", "failures": [{"hook": "x", "kind": "timeout"}]},
    )
    for words, expected in (
        (("--since", "5h"), [1, 2]),
        (("--until", "5h"), [0]),
        (("--event", "preToolUse"), [2]),
        (("--decision", "block"), [0]),
        (("--hook", "guard"), [0, 1]),
        (("--host", "cursor"), [1]),
        (("--session", "ab"), [1]),
        (("--failed",), [2]),
    ):
        lines = run(tmp_path, "log", "--json", *words).stdout.splitlines()
        assert [int(json.loads(line)["id"][-4:]) for line in lines] == expected, words
    done = run(tmp_path, "log", "--decision", "route")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "no record fits these filters\n"


def test_log_usage_errors(tmp_path: Path) -> None:
    """Status 2, and what is understood."""
    done = run(tmp_path, "log", "--since", "soon")
    assert done.returncode == 2
    assert "not a time: 'soon'; write 30m, 1h, 2d" in done.stderr
    assert run(tmp_path, "log", "--decision", "maybe").returncode == 2
    assert run(tmp_path, "log", "show").returncode == 2


def test_log_without_a_journal(tmp_path: Path) -> None:
    """Says where it would be."""
    done = run(tmp_path, "log")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"no journal yet: {tmp_path}/hookctl/journal.jsonl does not exist\n"


def test_a_damaged_line_is_one_line_on_stderr(tmp_path: Path) -> None:
    """And the others are printed."""
    write(tmp_path, {})
    with (tmp_path / "hookctl/journal.jsonl").open("a") as file:
        file.write("gibberish\n")
    write(tmp_path, {})
    for words in (("log", "--json"), ("stats", "--json"), ("replay", "--json")):
        done = run(tmp_path, *words)
        assert done.returncode == 0, words
        assert done.stderr.startswith(
            f"{tmp_path}/hookctl/journal.jsonl:2: damaged: Expecting value"
        )
    assert len(run(tmp_path, "log", "--json").stdout.splitlines()) == 2
    assert json.loads(run(tmp_path, "stats", "--json").stdout)["damaged_lines"] == 1


def test_log_follows(tmp_path: Path) -> None:
    """New records appear as they are written, until the user stops it."""
    write(tmp_path, {"subject": "first"})
    with subprocess.Popen(
        [*HOOKCTL, "log", "-f", "--json"], stdout=subprocess.PIPE, env=environ(tmp_path), text=True
    ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["subject"] == "first"
        write(tmp_path, {"subject": "second"})
        assert json.loads(process.stdout.readline())["subject"] == "second"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130


def test_log_show_tells_the_whole_story(tmp_path: Path) -> None:
    """Any part of an id that no other has will do."""
    write(
        tmp_path,
        {
            "id": "01a2-beef",
            "decision": "block",
            "hook": "guard",
            "how": "exit status",
            "reason": "no\nreally",
            "subject": "rm -rf /",
            "hooks": [
                hook(
                    "guard",
                    fate="exit",
                    status=2,
                    ms=1.5,
                    how="exit status",
                    decision="block",
                    stderr="no",
                ),
                hook("idle", matched=False),
                hook("late", matched=False, skipped="guard has decided"),
                hook(
                    "dead",
                    fate="timeout",
                    ms=10.0,
                    how="failure",
                    failure={
                        "hook": "dead",
                        "kind": "timeout",
                        "detail": "too slow",
                        "policy": "allow",
                    },
                ),
            ],
            "warnings": ["careful"],
            "lost": 2,
            "payload": {"command": "rm -rf /"},
        },
        {},
    )
    done = run(tmp_path, "log", "show", "beef")
    assert done.returncode == 0
    for text in (
        "decision    block by guard (exit status)",
        "reason      no\n              really",
        "1. guard: guardrail, user\n  /h.json#/hooks/x/0\n  ran         exited with 2 after 1.5 ms",
        "2. idle: guardrail, user\n  /h.json#/hooks/x/0\n  did not match",
        "not run: guard has decided",
        "timed out after 10 ms",
        "failed      timeout, policy allow\n              too slow",
        "warning     careful",
        "journal     2 records before this one could not be written",
        'payload:\n{\n  "command": "rm -rf /"\n}',
    ):
        assert text in done.stdout, done.stdout
    assert (
        json.loads(run(tmp_path, "log", "show", "01a2-beef", "--json").stdout)["reason"]
        == "no\nreally"
    )
    done = run(tmp_path, "log", "show", "01a2")
    assert done.returncode == 1
    assert "2 dispatches have '01a2' in their id" in done.stderr
    assert run(tmp_path, "log", "show", "nope").returncode == 1


def some_records() -> list[dict[str, Any]]:
    """Return the records of ten days with two hooks, one of which ends badly."""
    items: list[dict[str, Any]] = []
    for day in range(10):
        item = {
            "id": f"r{day}",
            "time": records.timestamp(1_764_547_200 + day * 86400),
            "event": "preToolUse",
            "decision": "block" if day == 3 else "allow",
            "duration_ms": float(day + 1),
            "hooks": [
                hook("fast", matched=day < 2, **({"ms": 1.0} if day < 2 else {})),
                hook("slow", ms=float(10 * (day + 1))),
            ],
        }
        if day >= 6:
            item["hooks"][1]["failure"] = {"kind": "timeout"}
            item["failures"] = [{"kind": "timeout"}]
        if day < 2:
            usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
            item |= {"tokens_usage": usage, "model": "m", "session_id": "s"}
        items.append(item)
    return items


NOW = datetime(2025, 12, 10, 12, tzinfo=UTC)


def test_stats_add_up() -> None:
    """Decisions, percentiles, quiet and failing hooks, tokens."""
    found = summary.summarise(some_records(), now=NOW, days=7, in_a_row=3)
    assert found["decisions"] == {"allow": 9, "block": 1}
    assert found["failures"] == {"timeout": 4}
    assert found["duration_ms"] == {"p50": 5.0, "p95": 10.0, "max": 10.0, "total": 55.0}
    slow, fast = found["hooks"]
    assert (slow["name"], slow["ms"]["p50"], slow["ms"]["p95"]) == ("slow", 50.0, 100.0)
    assert (fast["considered"], fast["matched"]) == (10, 2)
    assert [item["name"] for item in found["quiet"]] == ["fast"]
    assert [(item["name"], item["failed_in_a_row"]) for item in found["failing"]] == [("slow", 4)]
    assert found["tokens"] == [
        {
            "model": "m",
            "session_id": "s",
            "answers": 2,
            "prompt_tokens": 20,
            "completion_tokens": 10,
            "total_tokens": 30,
        }
    ]
    assert [sum(v for k, v in item.items() if k != "at") for item in found["timeline"]] == [1] * 10


def test_a_young_journal_calls_no_hook_quiet() -> None:
    """A hook that is known for less than the days cannot have been quiet for so long."""
    assert summary.summarise(some_records()[-3:], now=NOW, days=7, in_a_row=9)["quiet"] == []


@pytest.mark.parametrize(
    ("values", "p50", "p95"),
    [
        ([], 0, 0),
        ([7], 7, 7),
        ([1, 2], 1, 2),
        (list(range(1, 101)), 50, 95),
        ([1] * 19 + [9], 1, 1),
    ],
)
def test_percentiles(values: list[float], p50: float, p95: float) -> None:
    """By nearest rank: always a value that was measured."""
    assert (summary.percentile(values, 50), summary.percentile(values, 95)) == (p50, p95)


class Page(HTMLParser):
    """Collects what a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "rect", "line"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Check that tags are nested properly."""
        if tag not in ("rect", "line"):
            assert self.open.pop() == tag


def test_the_page_needs_no_network_and_says_what_it_shows() -> None:
    """No script, no address, no text of the journal as markup; charts have titles and figures."""
    items = some_records()
    items[0]["model"] = '<img src="https://example.com/x">'
    items[0]["hooks"][1]["name"] = "</svg><script>alert(1)</script>"
    found = summary.summarise(items, now=NOW, days=7, in_a_row=3)
    text = stats_html.page({**found, "damaged_lines": 0, "days": 7, "in_a_row": 3})
    page = Page()
    page.feed(text)
    assert page.open == []
    names = [tag for tag, _ in page.tags]
    assert not {"script", "img", "link", "iframe"} & set(names)
    assert not [attrs for _, attrs in page.tags if {"src", "href", "onclick"} & set(attrs)]
    assert "url(" not in text
    assert "@import" not in text
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    charts = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert len(charts) == 5
    for attrs in charts:
        assert attrs["role"] == "img"
        assert set((attrs["aria-labelledby"] or "").split()) <= set(ids)
    assert "prefers-color-scheme: dark" in text


def test_stats_commands(tmp_path: Path) -> None:
    """Tables for people, JSON for programs, a page on request."""
    done = run(tmp_path, "stats")
    assert (done.returncode, done.stderr) == (0, "nothing is on record\n")
    write(tmp_path, *({k: v for k, v in item.items() if k != "time"} for item in some_records()))
    done = run(tmp_path, "stats", "--in-a-row", "4")
    assert done.returncode == 0
    assert "Failed 4 times in a row, or more" in done.stdout
    assert "allow  9      90.0  ########################" in done.stdout
    assert (
        json.loads(run(tmp_path, "stats", "--json", "--decision", "block").stdout)["records"] == 1
    )
    done = run(tmp_path, "stats", "--html", "page.html")
    assert done.returncode == 0
    assert "<svg" in (tmp_path / "page.html").read_text()
    done = run(tmp_path, "stats", "--html", "/nowhere/page.html")
    assert done.returncode == 1
    assert "/nowhere/page.html: cannot be written" in done.stderr
