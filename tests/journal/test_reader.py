"""Reading the journal: good lines always, bad lines told, rotations followed, filters."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hooks_cli.journal import query, reader, writer
from hooks_cli.journal.follow import follow


def record(name: str, **values: Any) -> dict[str, Any]:
    """Return a small record."""
    base = {"version": 1, "id": name, "time": "2026-12-01T10:00:00.000Z", "event": "preToolUse"}
    return {**base, "decision": "allow", **values}


def write(tmp_path: Path, *records: dict[str, Any], **settings: Any) -> Path:
    """Write records and return the directory of the journal."""
    for item in records:
        assert writer.write(item, settings, {"XDG_STATE_HOME": str(tmp_path)}) == ""
    return tmp_path / "hookctl"


def test_no_journal_is_an_empty_one(tmp_path: Path) -> None:
    """Also where not even the directory is there, or a file stands in its place."""
    assert list(reader.read(str(tmp_path / "nowhere"))) == []
    (tmp_path / "file").write_text("")
    assert list(reader.read(str(tmp_path / "file"))) == []


@pytest.mark.parametrize(
    ("bad", "mistake"),
    [
        (b"not json", "damaged: Expecting value at line 1 column 1"),
        (b'{"id": "cut of', "damaged: Unterminated string"),
        (b"\0\0\0\0", "damaged: Expecting value"),
        (b"\xff\xfe", "damaged: not UTF-8: byte 0xff"),
        (b"[1, 2]", "damaged: array found, a JSON object was expected"),
        (b'{"id": "a"}', "not a record: /time: expected string"),
        (json.dumps(record("a", time=5)).encode(), "not a record: /time: expected string"),
        (json.dumps(record("a", hooks=[1])).encode(), "not a record: /hooks: expected objects"),
        (json.dumps(record("a", failures={})).encode(), "not a record: /failures: expected array"),
        (json.dumps(record("a", version=2)).encode(), "written by a newer hookctl (version 2)"),
        (b'{"id":"a","id":"b"}', 'damaged: duplicate key "id"'),
        (b"[" * 5000, "damaged: nested deeper"),
    ],
)
def test_a_damaged_line_is_told_and_the_rest_goes_on(
    tmp_path: Path, bad: bytes, mistake: str
) -> None:
    """With file, line, what is wrong and what to do; also as a torn last line."""
    place = write(tmp_path, record("one"))
    with (place / "journal.jsonl").open("ab") as file:
        file.write(bad + b"\n\n")
    write(tmp_path, record("two"))
    with (place / "journal.jsonl").open("ab") as file:
        file.write(bad)
    lines = list(reader.read(str(place)))
    assert [line.record["id"] for line in lines if line.record] == ["one", "two"]
    told = [reader.complaint(line) for line in lines if line.mistake]
    assert len(told) == 2
    assert told[0].startswith(f"{place}/journal.jsonl:2: {mistake}")
    assert told[0].endswith("the other lines are read; remove this one if it bothers you")
    assert told[1].startswith(f"{place}/journal.jsonl:5: {mistake}")


def test_a_whole_last_line_without_its_end_is_good(tmp_path: Path) -> None:
    """Its writer was killed between the two last bytes."""
    place = write(tmp_path, record("one"))
    with (place / "journal.jsonl").open("ab") as file:
        file.write(json.dumps(record("two")).encode())
    assert [line.record["id"] for line in reader.read(str(place)) if line.record] == ["one", "two"]


def test_rotated_files_come_first_and_gaps_do_not_matter(tmp_path: Path) -> None:
    """Oldest first, by number and not by name."""
    place = write(tmp_path, *(record(str(i)) for i in range(13)), max_bytes=1, keep=20)
    (place / "journal.jsonl.5").unlink()
    ids = [line.record["id"] for line in reader.read(str(place)) if line.record]
    assert ids == ["0", "1", "2", "3", "4", "5", "6", "8", "9", "10", "11", "12"]


def test_a_file_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    """A directory, a link, a FIFO: each is told, and nothing hangs."""
    place = write(tmp_path, *(record(str(i)) for i in range(4)), max_bytes=1)
    for number in (1, 2, 3):
        (place / f"journal.jsonl.{number}").rename(place / f"journal.jsonl.{number + 3}")
    (place / "journal.jsonl.1").mkdir()
    (place / "journal.jsonl.2").symlink_to("/etc/passwd")
    os.mkfifo(place / "journal.jsonl.3")
    lines = list(reader.read(str(place)))
    assert [line.record["id"] for line in lines if line.record] == ["0", "1", "2", "3"]
    told = [reader.complaint(line) for line in lines if line.mistake]
    assert told == [
        f"{place}/journal.jsonl.1: not a regular file; move it away",
        f"{place}/journal.jsonl.2: is a symbolic link, which is not followed; move it away",
        f"{place}/journal.jsonl.3: not a regular file; move it away",
    ]


def test_following_loses_nothing_across_rotations(tmp_path: Path) -> None:
    """What is there, then what is written in each pause, though several rotations fall into one."""
    environ = {"XDG_STATE_HOME": str(tmp_path)}
    pauses = iter(
        [["a"], [], ["b", "c", "d", "e"], ["f"], [*"ghijk"]],
    )
    sizes = iter([10**6, 10**6, 1, 10**6, 1])

    def wait() -> bool:
        size = next(sizes, None)
        if size is None:
            return False
        for name in next(pauses):
            assert writer.write(record(name), {"max_bytes": size, "keep": 9}, environ) == ""
        return True

    write(tmp_path, record("0"), record("1"), max_bytes=1)
    found = [
        line.record["id"] for line in follow(str(tmp_path / "hookctl"), wait=wait) if line.record
    ]
    assert "".join(found) == "01abcdefghijk"


def test_following_begins_before_there_is_a_journal(tmp_path: Path) -> None:
    """The first dispatch of a fresh machine is shown; a torn line only once it is whole."""
    place = tmp_path / "hookctl"
    line = json.dumps(record("late")) + "\n"
    steps = iter([None, None, line[:20], line[20:], None])

    def wait() -> bool:
        try:
            step = next(steps)
        except StopIteration:
            return False
        if step:
            place.mkdir(exist_ok=True)
            with (place / "journal.jsonl").open("a") as file:
                file.write(step)
        return True

    found = list(follow(str(place), wait=wait))
    assert [line.record["id"] for line in found if line.record] == ["late"]
    assert [line.mistake for line in found if line.mistake] == []


NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1h", "2026-12-01T11:00:00.000Z"),
        ("90m", "2026-12-01T10:30:00.000Z"),
        ("1.5h", "2026-12-01T10:30:00.000Z"),
        ("2d", "2026-11-29T12:00:00.000Z"),
        ("1W", "2026-11-24T12:00:00.000Z"),
        ("30 s", "2026-12-01T11:59:30.000Z"),
        ("2026-12-01T09:30:00Z", "2026-12-01T09:30:00.000Z"),
        ("2026-12-01T09:30:00.250+02:00", "2026-12-01T07:30:00.250Z"),
    ],
)
def test_times_of_the_command_line(text: str, expected: str) -> None:
    """Spans back from now, and ISO 8601."""
    assert query.moment(text, NOW) == expected


@pytest.mark.parametrize("text", ["", "yesterday", "1", "1x", "h", "-1h", "2026-13-01", "1e999h"])
def test_what_is_no_time(text: str) -> None:
    """The error says what is understood."""
    with pytest.raises(query.TimeError) as caught:
        query.moment(text, NOW)
    assert "30m, 1h, 2d" in caught.value.hint


RECORDS = (
    record("a", host="cursor", session_id="s-1", hooks=[{"name": "guard", "matched": True}]),
    record("b", decision="block", hook="guard", time="2026-12-01T11:00:00.000Z"),
    record("c", native_event="PreToolUse", hooks=[{"name": "guard", "matched": False}]),
    record("d", failures=[{"hook": "slow", "kind": "timeout"}], events=[{"event": "beforeMCP"}]),
)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, "abcd"),
        ({"since": "2026-12-01T10:30:00.000Z"}, "b"),
        ({"until": "2026-12-01T10:30:00.000Z"}, "acd"),
        ({"event": "preToolUse"}, "abcd"),
        ({"event": "PreToolUse"}, "c"),
        ({"event": "before*"}, "d"),
        ({"decision": "block"}, "b"),
        ({"hook": "guard"}, "ab"),
        ({"hook": "slow"}, "d"),
        ({"hook": "g*"}, "ab"),
        ({"host": "cursor"}, "a"),
        ({"session": "s-"}, "a"),
        ({"failed": True}, "d"),
        ({"failed": True, "host": "cursor"}, ""),
    ],
)
def test_filters(wanted: dict[str, Any], expected: str) -> None:
    """Each alone, and together."""
    found = [item["id"] for item in RECORDS if query.holds(query.Filter(**wanted), item)]
    assert "".join(found) == expected
