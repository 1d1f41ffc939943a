"""The journal when the operating system fails, in the manner of SQLite's tests."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path
from typing import Any

import pytest

from hooks_cli.journal import reader, store, writer

CALLS = (
    *("open", "close", "write", "pread", "fstat", "lstat", "fchmod", "ftruncate", "fsync"),
    *("mkdir", "rename", "unlink", "flock"),
)
ERRORS = (
    *(errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.EINTR, errno.EFBIG),
)


class Faulty(store.System):
    """Fails the N-th call, or from the N-th on; a failing write has already written a part.

    Time passes only by sleeping.
    """

    def __init__(self, number: int, code: int, *, for_good: bool, short: bool) -> None:
        self.number, self.code, self.for_good, self.short = number, code, for_good, short
        self.count = 0
        self.injected = 0
        self.now = 0.0
        for name in CALLS:
            setattr(self, name, self.wrap(name, getattr(os, name, None) or fcntl.flock))

    def wrap(self, name: str, call: Any) -> Any:
        """Return the call with the fault in front of it."""

        def wrapped(*args: Any) -> Any:
            self.count += 1
            hit = self.count == self.number or (self.for_good and self.count > self.number)
            if not hit:
                return call(*args)
            self.injected += 1
            if name == "write" and self.short:
                return call(args[0], bytes(args[1])[: max(len(args[1]) // 2, 1)])
            if name == "write" and self.code != errno.EINTR:
                call(args[0], bytes(args[1])[: len(args[1]) // 3])
            if name == "close":
                call(*args)
            raise OSError(self.code, os.strerror(self.code))

        return wrapped

    def sleep(self, seconds: float) -> None:  # type: ignore[override]
        """Let time pass."""
        self.now += seconds

    def monotonic(self) -> float:  # type: ignore[override]
        """Tell the time."""
        return self.now


def record(name: str, decision: str = "allow", size: int = 60) -> dict[str, Any]:
    """Return a small record."""
    time_ = "2026-12-01T00:00:00.000Z"
    return {"id": name, "time": time_, "event": "e", "decision": decision, "reason": "x" * size}


def environ(tmp_path: Path) -> dict[str, str]:
    """Return an environment with a journal of its own."""
    return {"XDG_STATE_HOME": str(tmp_path / "state")}


def found(tmp_path: Path) -> tuple[list[str], list[reader.Line]]:
    """Return the ids on file in order, and the bad lines."""
    bad: list[reader.Line] = []
    good = reader.records(str(tmp_path / "state" / "hookctl"), bad.append)
    return [item["id"] for item in good], bad


# Each prepares a journal and returns the ids in it and the settings of the next write.
def nothing(_tmp_path: Path) -> tuple[list[str], dict[str, Any]]:
    return [], {}


def a_journal(tmp_path: Path) -> tuple[list[str], dict[str, Any]]:
    assert writer.write(record("old"), {}, environ(tmp_path)) == ""
    return ["old"], {}


def a_torn_line(tmp_path: Path) -> tuple[list[str], dict[str, Any]]:
    ids, settings = a_journal(tmp_path)
    with (tmp_path / "state/hookctl/journal.jsonl").open("ab") as file:
        file.write(b'{"id": "torn')
    return ids, settings


def a_due_rotation(tmp_path: Path) -> tuple[list[str], dict[str, Any]]:
    settings = {"max_bytes": 300, "keep": 12}
    ids = [f"old{i}" for i in range(5)]
    for name in ids:
        assert writer.write(record(name), settings, environ(tmp_path)) == ""
    assert len(list((tmp_path / "state/hookctl").iterdir())) > 3
    return ids, settings


def lost_records(tmp_path: Path) -> tuple[list[str], dict[str, Any]]:
    ids, settings = a_journal(tmp_path)
    (tmp_path / "state/hookctl/journal.lost").write_text("one\ntwo\n")
    return ids, settings


SCENES = (nothing, a_journal, a_torn_line, a_due_rotation, lost_records)


@pytest.mark.parametrize("for_good", [False, True], ids=["once", "for-good"])
@pytest.mark.parametrize("scene", SCENES, ids=[scene.__name__ for scene in SCENES])
def test_every_operation_may_fail(tmp_path: Path, scene: Any, for_good: bool) -> None:
    """Fail the N-th operation for every N: no acknowledged record is lost, nothing is raised.

    And the journal works again as soon as the system does.
    """
    handles = len(os.listdir("/proc/self/fd"))
    runs = 0
    for code in (*ERRORS, 0):
        for decision in ("allow", "block"):
            number = 0
            while True:
                number += 1
                place = tmp_path / f"{code}-{decision}-{number}"
                ids, settings = scene(place)
                system = Faulty(number, code or errno.EIO, for_good=for_good, short=code == 0)
                said = writer.write(record("new", decision), settings, environ(place), os_=system)
                assert "\n" not in said
                good, bad = found(place)
                if said:
                    assert [name for name in good if name != "new"] == ids
                    assert "not on record" in said or "perhaps not safe" in said
                    assert ("perhaps not safe" in said) <= ("new" in good)
                else:
                    assert good == [*ids, "new"]
                assert len(bad) <= 1 + (scene is a_torn_line)
                assert writer.write(record("later"), settings, environ(place)) == ""
                good, bad = found(place)
                assert [name for name in good if name != "new"] == [*ids, "later"]
                assert len(bad) <= 1 + (scene is a_torn_line)
                runs += 1
                if not system.injected:
                    break
            assert number > 5
    assert runs > 100
    assert len(os.listdir("/proc/self/fd")) == handles


def test_a_lost_record_is_counted_in_the_next_one(tmp_path: Path) -> None:
    """The record after three lost ones says so, and the one after that does not."""
    a_journal(tmp_path)
    for _ in range(3):
        system = Faulty(0, 0, for_good=False, short=False)
        writes = iter([True, False])

        def write(handle: int, data: bytes, writes: Any = writes) -> int:
            if next(writes):
                raise OSError(errno.ENOSPC, "No space left on device")
            return os.write(handle, data)

        system.write = write  # type: ignore[method-assign,assignment]
        said = writer.write(record("gone"), {}, environ(tmp_path), os_=system)
        assert said.endswith("journal.jsonl: No space left on device; free some space")
    assert writer.write(record("told"), {}, environ(tmp_path)) == ""
    assert writer.write(record("quiet"), {}, environ(tmp_path)) == ""
    lines = list(reader.read(str(tmp_path / "state/hookctl")))
    assert [(line.record or {}).get("lost") for line in lines] == [None, 3, None]


def test_a_lock_that_is_never_free(tmp_path: Path) -> None:
    """Whoever waits for the lock in vain says so after its time, and the decision stands."""
    a_journal(tmp_path)
    handle = os.open(tmp_path / "state/hookctl/journal.lock", os.O_RDWR)
    fcntl.flock(handle, fcntl.LOCK_EX)
    system = Faulty(0, 0, for_good=False, short=False)
    said = writer.write(record("late"), {}, environ(tmp_path), os_=system)
    assert said.endswith("journal.lock was held by another process for 2 s")
    assert 2 <= system.now < 3
    os.close(handle)
    assert found(tmp_path)[0] == ["old"]


def test_a_lock_file_that_was_replaced_locks_nothing(tmp_path: Path) -> None:
    """After waiting, the writer looks whether the file it has locked is still the one there."""
    a_journal(tmp_path)
    path = tmp_path / "state/hookctl/journal.lock"
    system = Faulty(0, 0, for_good=False, short=False)
    taken: list[tuple[int, int]] = []

    def flock(handle: int, how: int) -> None:
        if not taken:
            path.unlink()
            path.touch()
        status = os.fstat(handle)
        taken.append((status.st_dev, status.st_ino))
        fcntl.flock(handle, how)

    system.flock = flock  # type: ignore[method-assign,assignment]
    assert writer.write(record("new"), {}, environ(tmp_path), os_=system) == ""
    assert len(taken) == 2
    assert taken[1] == (path.stat().st_dev, path.stat().st_ino)


def test_only_blocks_are_forced_to_the_disk(tmp_path: Path) -> None:
    """An fsync for the record of a block, and for its new file's directory; none for an allow."""
    for decision, expected in (("allow", 0), ("block", 1), ("modify", 0)):
        system = Faulty(0, 0, for_good=False, short=False)
        calls: list[int] = []
        system.fsync = calls.append  # type: ignore[method-assign,assignment]
        assert writer.write(record("r", decision), {}, environ(tmp_path), os_=system) == ""
        assert len(calls) == expected
    system = Faulty(0, 0, for_good=False, short=False)
    calls = []
    system.fsync = calls.append  # type: ignore[method-assign,assignment]
    assert writer.write(record("r", "block"), {}, environ(tmp_path / "new"), os_=system) == ""
    assert len(calls) == 2


def test_files_and_directory_are_for_the_user_alone(tmp_path: Path) -> None:
    """Modes 0700 and 0600, whatever the umask; a journal that others may read is closed to them."""
    old = os.umask(0)
    try:
        a_journal(tmp_path)
        place = tmp_path / "state/hookctl"
        assert place.stat().st_mode & 0o777 == 0o700
        assert {path.stat().st_mode & 0o777 for path in place.iterdir()} == {0o600}
        (place / "journal.jsonl").chmod(0o644)
        a_journal(tmp_path)
        assert (place / "journal.jsonl").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(old)


def test_rotation_keeps_so_many_files(tmp_path: Path) -> None:
    """journal.keep old files stay, the oldest goes; a lower keep removes the rest."""
    settings: dict[str, Any] = {"max_bytes": 1, "keep": 3}
    for number in range(8):
        assert writer.write(record(str(number)), settings, environ(tmp_path)) == ""
    assert found(tmp_path)[0] == ["4", "5", "6", "7"]
    assert writer.write(record("8"), {"max_bytes": 1, "keep": 1}, environ(tmp_path)) == ""
    assert found(tmp_path)[0] == ["7", "8"]
    assert writer.write(record("9"), {"max_bytes": 1, "keep": 0}, environ(tmp_path)) == ""
    assert found(tmp_path)[0] == ["9"]


def test_a_gap_that_a_killed_rotation_left_is_filled(tmp_path: Path) -> None:
    """Nothing is pushed over the edge while there is room."""
    settings: dict[str, Any] = {"max_bytes": 1, "keep": 3}
    for number in range(4):
        writer.write(record(str(number)), settings, environ(tmp_path))
    place = tmp_path / "state/hookctl"
    (place / "journal.jsonl.1").rename(place / "journal.jsonl.2")  # the newer of the two stays
    writer.write(record("4"), settings, environ(tmp_path))
    assert found(tmp_path)[0] == ["0", "2", "3", "4"]


@pytest.mark.parametrize("value", [True, "16", -1, 0, None, 1.5, []])
def test_a_setting_of_the_wrong_type_counts_as_not_set(tmp_path: Path, value: object) -> None:
    """The configuration's problem is reported elsewhere; the record is written all the same."""
    settings = {"max_bytes": value, "keep": "x" if value == 0 else value}
    assert writer.write(record("a"), settings, environ(tmp_path)) == ""
    assert writer.write(record("b"), settings, environ(tmp_path)) == ""
    assert found(tmp_path)[0] == ["a", "b"]
    assert not (tmp_path / "state/hookctl/journal.jsonl.1").exists()


def test_no_home_is_said(tmp_path: Path) -> None:
    """Without a place there is no record, and a remedy."""
    said = writer.write(record("a"), {}, {"XDG_STATE_HOME": "", "HOME": "/nonexistent\0"})
    assert said.startswith("journal: this dispatch is not on record")


def test_a_write_costs_little(tmp_path: Path) -> None:
    """A thousand records in a generous time: nothing in the writer waits."""
    start = time.monotonic()
    for number in range(1000):
        assert writer.write(record(str(number)), {}, environ(tmp_path)) == ""
    assert time.monotonic() - start < 10
    assert len(found(tmp_path)[0]) == 1000
