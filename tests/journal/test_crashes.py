"""The journal under kill -9, on a full disk, and with something else in its place.

The writers are real processes that use the real calls.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from hooks_cli.journal import reader, writer

# Writes records until it is killed, and says on stdout which of them are acknowledged.
WRITER = """
import os, random, sys
from hooks_cli.journal import writer
name, settings, sizes = sys.argv[1], eval(sys.argv[2]), eval(sys.argv[3])
count = 0
while True:
    count += 1
    id = f"{name}-{count}"
    size = random.choice(sizes)
    record = {"id": id, "time": "2026-12-01T00:00:00.000Z", "event": "e",
              "decision": "block" if count % 5 == 0 else "allow", "reason": "x" * size}
    said = writer.write(record, settings, os.environ)
    os.write(1, (id if not said else "lost " + said).encode() + b"\\n")
"""
KILL_SECONDS, PATIENCE_SECONDS, ACKNOWLEDGED = 3.0, 60.0, 100


def environ(tmp_path: Path) -> dict[str, str]:
    """Return an environment with a journal of its own."""
    return {**os.environ, "XDG_STATE_HOME": str(tmp_path)}


def start(tmp_path: Path, name: str, settings: dict[str, Any], sizes: tuple[int, ...]) -> Any:
    """Start a writer."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", WRITER, name, repr(settings), repr(sizes)],
        stdout=subprocess.PIPE,
        env=environ(tmp_path),
    )


@pytest.mark.parametrize(
    ("settings", "sizes"),
    [
        ({"max_bytes": 10**12}, (100, 5_000, 60_000)),
        ({"max_bytes": 200_000, "keep": 10**6}, (100, 20_000)),
    ],
    ids=["one-file", "rotation"],
)
def test_kill_9_loses_no_acknowledged_record(
    tmp_path: Path, settings: dict[str, Any], sizes: tuple[int, ...]
) -> None:
    """Four writers, killed at random: every acknowledged record is there once.

    A kill leaves at most one bad line, and readers beside the writers never fail.
    """
    chance = random.Random(7)
    place = str(tmp_path / "hookctl")
    acknowledged: list[str] = []
    kills = reads = 0
    running = [start(tmp_path, f"w{i}", settings, sizes) for i in range(4)]
    start_time = time.monotonic()
    # On a machine that is slow at starting processes it takes longer to see enough.
    while (passed := time.monotonic() - start_time) < KILL_SECONDS or (
        len(acknowledged) < ACKNOWLEDGED and passed < PATIENCE_SECONDS
    ):
        time.sleep(chance.uniform(0.0, 0.1))
        victim = running.pop(0)
        victim.kill()
        said = victim.communicate(timeout=20)[0].decode().splitlines()
        # The last word may be cut off, as its speaker was killed.
        acknowledged += [word for word in said if not word.startswith("lost")]
        assert not [word for word in said if word.startswith("lost")]
        kills += 1
        running.append(start(tmp_path, f"k{kills}", settings, sizes))
        if kills % 5 == 0:
            for line in reader.read(place):
                assert line.record or line.mistake
            reads += 1
    for process in running:
        process.kill()
        said = process.communicate(timeout=20)[0].decode().splitlines()
        acknowledged += [word for word in said if not word.startswith("lost")]
        kills += 1
    assert (
        writer.write(
            {"id": "end", "time": "t", "event": "e", "decision": "allow"},
            settings,
            environ(tmp_path),
        )
        == ""
    )
    bad: list[reader.Line] = []
    ids = [record["id"] for record in reader.records(place, bad.append)]
    assert len(acknowledged) >= ACKNOWLEDGED
    assert len(ids) == len(set(ids))
    assert set(acknowledged) <= set(ids)
    assert len(bad) <= kills
    assert kills >= 8


def test_a_reader_beside_the_writers_sees_whole_lines_only(tmp_path: Path) -> None:
    """No line is bad as long as nobody is killed, and what was seen once stays there."""
    settings = {"max_bytes": 300_000, "keep": 10**6}
    running = [start(tmp_path, f"w{i}", settings, (100, 20_000, 100_000)) for i in range(2)]
    place = str(tmp_path / "hookctl")
    seen: set[str] = set()
    start_time = time.monotonic()
    try:
        while (passed := time.monotonic() - start_time) < 1.5 or (
            len(seen) < 20 and passed < PATIENCE_SECONDS
        ):
            lines = list(reader.read(place))
            assert [line.mistake for line in lines if line.mistake] == []
            now = [line.record["id"] for line in lines if line.record]
            assert len(now) == len(set(now))
            assert seen <= set(now)
            seen = set(now)
    finally:
        for process in running:
            process.kill()
            process.communicate(timeout=20)
    assert len(seen) >= 20


def test_h28_six_dispatches_at_once_with_large_records(tmp_path: Path) -> None:
    """Records of 20 kB and 300 kB from six processes: every line parses."""
    code = WRITER.replace("while True:", "while count < 15:")
    running = [
        subprocess.Popen(
            [sys.executable, "-P", "-c", code, f"w{i}", "{}", "(20_000, 300_000)"],
            stdout=subprocess.PIPE,
            env=environ(tmp_path),
        )
        for i in range(6)
    ]
    for process in running:
        process.communicate(timeout=60)
        assert process.returncode == 0
    lines = list(reader.read(str(tmp_path / "hookctl")))
    assert [line.mistake for line in lines if line.mistake] == []
    assert len(lines) == 90


def test_a_full_file_system(tmp_path: Path) -> None:
    """64 KiB of tmpfs: records that fit stay whole, each other one is said, the tail is clean."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a tmpfs cannot be mounted here")
    try:
        kept, lost = fill(place)
        assert lost
        assert "No space left on device; free some space" in lost[0]
        check_clean(place, kept)
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_a_file_size_limit(tmp_path: Path) -> None:
    """RLIMIT_FSIZE acts like a full disk: a short write, then an error."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, 64 * 1024))
        os.write(write, json.dumps(fill(tmp_path)).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        kept, lost = json.load(file)
    os.waitpid(child, 0)
    assert lost
    assert "File too large; raise the limit" in lost[0]
    check_clean(tmp_path, kept)


def fill(place: Path) -> tuple[list[str], list[str]]:
    """Write until records have been lost; return the acknowledged ids and what was said."""
    kept, lost = [], []
    settings = {"max_bytes": 10**9}
    for number in range(60):
        record = {"id": f"r{number}", "time": "t", "event": "e", "decision": "block"}
        said = writer.write({**record, "reason": "x" * 3000}, settings, environ(place))
        if said:
            lost.append(said)
        else:
            kept.append(f"r{number}")
    return kept, lost


def check_clean(place: Path, kept: list[str]) -> None:
    """Every acknowledged record is there, and nothing else."""
    bad: list[reader.Line] = []
    ids = [record["id"] for record in reader.records(str(place / "hookctl"), bad.append)]
    assert ids == kept
    assert len(kept) > 10
    assert bad == []


def in_its_place(tmp_path: Path, kind: str) -> Path:
    """Put something else where the journal should be."""
    folder = tmp_path / "hookctl"
    path = folder / "journal.jsonl"
    folder.mkdir()
    if kind == "directory":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "symlink":
        (tmp_path / "elsewhere").write_text("precious")
        path.symlink_to(tmp_path / "elsewhere")
    elif kind == "lock-directory":
        (folder / "journal.lock").mkdir()
    elif kind == "file-as-directory":
        folder.rmdir()
        folder.write_text("not a directory")
    return path


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("directory", "Is a directory; move the directory away"),
        ("fifo", "is not a regular file; move it away"),
        ("symlink", "it is a symbolic link, which is not followed"),
        ("lock-directory", "Is a directory; move the directory away"),
        ("file-as-directory", "Not a directory; a directory was expected"),
    ],
)
def test_something_else_in_its_place(tmp_path: Path, kind: str, expected: str) -> None:
    """One line says what is in the way, nothing hangs, and a link is not followed."""
    in_its_place(tmp_path, kind)
    record = {"id": "r", "time": "t", "event": "e", "decision": "block"}
    for _ in range(2):
        said = writer.write(record, {}, environ(tmp_path))
        assert expected in said
        assert said.startswith("journal: this dispatch is not on record: /")
    if kind == "symlink":
        assert (tmp_path / "elsewhere").read_text() == "precious"


def test_a_fifo_with_a_reader_is_refused_too(tmp_path: Path) -> None:
    """Opening such a FIFO works, and would hand the record to whoever reads it."""
    path = in_its_place(tmp_path, "fifo")
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    record = {"id": "r", "time": "t", "event": "e", "decision": "block"}
    assert "is not a regular file" in writer.write(record, {}, environ(tmp_path))
    os.close(handle)


@pytest.mark.parametrize("which", ["file", "directory", "nothing-above"])
def test_a_place_that_may_not_be_written(which: str) -> None:
    """As a user without rights: a read-only file, a read-only directory, no way to make one."""
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        place = home / "hookctl"
        if which != "nothing-above":
            record = {"id": "old", "time": "t", "event": "e", "decision": "allow"}
            assert writer.write(record, {}, environ(home)) == ""
            (place / "journal.jsonl").chmod(0o444)
            (place / "journal.lock").chmod(0o444 if which == "directory" else 0o666)
            place.chmod(0o555 if which == "directory" else 0o777)
        home.chmod(0o555)
        said = as_nobody(home)
        home.chmod(0o755)
        place.exists() and place.chmod(0o755)
    assert "Permission denied; make it writable for this user" in said


def as_nobody(home: Path) -> str:
    """Return what a write says for a user without rights."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        record = {"id": "r", "time": "t", "event": "e", "decision": "block"}
        os.write(write, writer.write(record, {}, environ(home)).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        said = file.read()
    os.waitpid(child, 0)
    return said
