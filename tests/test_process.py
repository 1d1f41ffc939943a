"""One hook process: whatever it does, it ends in time, is reported truly and leaves nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from hooks_cli import process
from hooks_cli.model import Outcome

ROOT = Path(__file__).resolve().parent.parent
PAYLOAD = b"x" * 3_000_000
LONG = 30.0  # of a hook that would go on; every test must be over well before
GRACE = 0.3
ORDINARY_SIGNALS = 2**31 - 1  # as a mask; above are real-time signals


class Runner:
    """Runs shell scripts whose descendants can all be found by a mark in their environment."""

    def __init__(self, *, use_pidfd: bool) -> None:
        """Make a mark that no other process has."""
        self.use_pidfd = use_pidfd
        self.env = {"PATH": "/usr/bin:/bin", "HOOK_MARK": uuid.uuid4().hex}

    def __call__(self, script: str, **options: object) -> Outcome:
        """Run a script with a large payload and patience for a busy machine."""
        given: dict[str, object] = {
            "stdin": PAYLOAD,
            "env": self.env,
            "cwd": "/",
            "timeout": 20.0,
            "grace": GRACE,
            "use_pidfd": self.use_pidfd,
        }
        given.update(options)
        argv = ["/bin/sh", "-c", script]
        return process.run(argv, **given)  # type: ignore[arg-type]

    def alive(self) -> list[int]:
        """Return the marked processes that are not zombies."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if self.env["HOOK_MARK"].encode() in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
        return found

    def remain(self) -> list[int]:
        """Return those that are still there after a moment for the kernel to end them."""
        deadline = time.monotonic() + 3
        while (left := self.alive()) and time.monotonic() < deadline:
            time.sleep(0.01)
        return left

    def release(self) -> int:
        """End the processes that left their group, and return how many there were."""
        left = self.alive()
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        return len(left)


@pytest.fixture(params=[True, False], ids=["pidfd", "polling"])
def hook(request: pytest.FixtureRequest) -> Iterator[Runner]:
    """Run hooks with both ways to notice an exit; at the end none of them may be left."""
    before = children()
    descriptors = len(os.listdir("/proc/self/fd"))
    runner = Runner(use_pidfd=request.param)
    yield runner
    assert runner.remain() == []
    assert len(os.listdir("/proc/self/fd")) == descriptors
    assert children() == before  # everything that was started has been reaped


def children() -> set[str]:
    """Return our own child processes, zombies included."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = file.read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if int(parent) == os.getpid():
            found.add(file.parent.name)
    return found


def interpreter(code: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run Python code in an interpreter of its own that can import the package."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    argv = [sys.executable, "-c", code]
    return subprocess.run(argv, env=env, check=False, capture_output=True, timeout=LONG, **options)  # type: ignore[call-overload, no-any-return]


# The matrix of hooks that have broken runners.


def test_row_1_h04_hook_never_reads_stdin(hook: Runner) -> None:
    """A payload of megabytes that nobody reads is no failure."""
    outcome = hook("exit 2")
    assert (outcome.fate, outcome.status, outcome.held) == ("exit", 2, False)


def test_row_1_h04_hook_that_reads_nothing_and_allows(hook: Runner) -> None:
    """The same holds for exit status 0."""
    outcome = hook("exit 0")
    assert (outcome.fate, outcome.status) == ("exit", 0)


def test_row_2_hook_closes_stdin_and_lives_on(hook: Runner) -> None:
    """A closed stdin is not the end of the hook."""
    outcome = hook("exec <&-; sleep 0.3; exit 2")
    assert (outcome.fate, outcome.status) == ("exit", 2)
    assert outcome.seconds >= 0.3


def test_row_3_hook_echoes_more_than_the_limit(hook: Runner) -> None:
    """Output beyond the limit ends the hook and is cut there."""
    outcome = hook("cat; sleep 30")
    assert outcome.fate == "overflow"
    assert len(outcome.stdout) == 1024 * 1024
    assert outcome.seconds < LONG / 2


def test_row_4_large_stderr(hook: Runner) -> None:
    """A full stderr does not block the hook, and its end is kept."""
    outcome = hook("head -c 200000 /dev/zero >&2; echo last >&2; exit 2", stderr_bytes=1000)
    assert (outcome.fate, outcome.status) == ("exit", 2)
    assert len(outcome.stderr) == 1000
    assert outcome.stderr.endswith(b"\0last\n")


def test_row_5_h02_m14_background_child_holds_the_pipes(hook: Runner) -> None:
    """A background child neither delays the verdict nor outlives the hook."""
    outcome = hook("sleep 30 & echo '{}'; exit 2")
    assert (outcome.fate, outcome.status, outcome.stdout) == ("exit", 2, b"{}\n")
    assert outcome.held
    assert outcome.seconds < LONG / 2


def test_row_5_h02_escaped_child_holds_the_pipes(hook: Runner) -> None:
    """A child in a session of its own is not waited for either."""
    outcome = hook("setsid sleep 30 & echo '{}'; exit 2")
    assert (outcome.fate, outcome.status, outcome.stdout) == ("exit", 2, b"{}\n")
    assert outcome.held
    assert outcome.seconds < LONG / 2
    assert hook.release() == 1


def test_row_6_h03_hook_ignores_term(hook: Runner) -> None:
    """After the grace the group is killed, with the children that ignore TERM as well."""
    outcome = hook("trap '' TERM; sleep 30 & while :; do sleep 0.05; done", timeout=0.5)
    assert outcome.fate == "timeout"
    assert 0.5 + GRACE <= outcome.seconds < LONG / 2


def test_row_7_hook_exits_0_after_term(hook: Runner) -> None:
    """An exit status of 0 after the timeout is still a timeout."""
    outcome = hook("trap 'exit 0' TERM; while :; do sleep 0.05; done", timeout=0.5, grace=10.0)
    assert (outcome.fate, outcome.status) == ("timeout", 0)
    assert 0.5 <= outcome.seconds < 10


def test_row_8_endless_output(hook: Runner) -> None:
    """A hook that writes for ever is ended at the limit, long before its timeout."""
    outcome = hook("yes")
    assert outcome.fate == "overflow"
    assert outcome.seconds < 15


def test_row_9_hook_closes_stdout_and_runs_on(hook: Runner) -> None:
    """Closed output is not the end of the hook: its timeout applies."""
    outcome = hook("exec >&- 2>&-; sleep 30", timeout=0.3)
    assert outcome.fate == "timeout"


def test_row_10_hook_stops_itself(hook: Runner) -> None:
    """A stopped hook is woken to receive its end."""
    outcome = hook("kill -STOP $$; sleep 30", timeout=0.3)
    assert outcome.fate == "timeout"


def test_row_11_h07_hook_killed_by_a_signal(hook: Runner) -> None:
    """Death by signal is told apart from every exit status."""
    outcome = hook("kill -9 $$")
    assert (outcome.fate, outcome.status) == ("signal", 9)


def test_row_12_daemon_with_closed_streams(hook: Runner) -> None:
    """A daemon that let go of the streams is not noticed at all."""
    outcome = hook("setsid sleep 30 </dev/null >/dev/null 2>&1 & sleep 0.2; exit 0")
    assert (outcome.fate, outcome.status, outcome.held) == ("exit", 0, False)
    assert hook.release() == 1


# Input and output.


def test_h01_stdin_is_closed_behind_the_payload(hook: Runner) -> None:
    """A hook that reads to the end of its input gets there."""
    outcome = hook("cat >/dev/null; exit 0")
    assert (outcome.fate, outcome.status) == ("exit", 0)


def test_h01_hook_that_waits_for_another_descriptor(hook: Runner, tmp_path: Path) -> None:
    """A hook that waits for ever for something else is cut at its timeout."""
    os.mkfifo(tmp_path / "pipe")
    outcome = hook("cat >/dev/null; read x <pipe", cwd=str(tmp_path), timeout=0.3)
    assert outcome.fate == "timeout"


def test_payload_of_megabytes_passes_through_both_ways(hook: Runner) -> None:
    """Input and output move at the same time, byte for byte."""
    payload = os.urandom(5_000_000)
    outcome = hook("cat", stdin=payload, stdout_bytes=5_000_000)
    assert (outcome.fate, outcome.status) == ("exit", 0)
    assert outcome.stdout == payload


def test_empty_payload(hook: Runner) -> None:
    """Without a payload the hook meets the end of file at once."""
    outcome = hook("cat; echo done", stdin=b"")
    assert outcome.stdout == b"done\n"


def test_output_of_exactly_the_limit(hook: Runner) -> None:
    """The limit itself is allowed, one byte more is not."""
    assert hook("head -c 1000 /dev/zero", stdout_bytes=1000).fate == "exit"
    outcome = hook("head -c 1001 /dev/zero", stdout_bytes=1000)
    assert (outcome.fate, len(outcome.stdout)) == ("overflow", 1000)


def test_endless_stderr_meets_the_timeout(hook: Runner) -> None:
    """A flood of stderr is not stored, and the time limit holds during it."""
    outcome = hook("yes >&2", timeout=0.3, stderr_bytes=5000)
    assert outcome.fate == "timeout"
    assert len(outcome.stderr) == 5000


def test_output_of_a_held_pipe_meets_the_limit(hook: Runner) -> None:
    """A descendant that floods the pipe after the exit of the hook is an overflow."""
    outcome = hook("setsid yes & exit 0", drain=10.0)
    assert outcome.fate == "overflow"
    assert hook.remain() == []


def test_output_before_a_timeout_is_kept(hook: Runner) -> None:
    """What the hook said before it was ended is in the report."""
    outcome = hook("echo said; echo cause >&2; sleep 30", timeout=0.5)
    assert outcome.fate == "timeout"
    assert (outcome.stdout, outcome.stderr) == (b"said\n", b"cause\n")


def test_children_of_a_finished_hook_are_killed(hook: Runner) -> None:
    """What stays in the group ends with the hook, even if it ignores TERM and held no pipe."""
    script = "(trap '' TERM; exec sleep 30) </dev/null >/dev/null 2>&1 & sleep 0.1; exit 0"
    outcome = hook(script)
    assert (outcome.fate, outcome.held) == ("exit", False)


@pytest.mark.parametrize("status", [0, 1, 2, 3, 126, 127, 137, 255])
def test_every_exit_status_is_reported(hook: Runner, status: int) -> None:
    """The exit status arrives unchanged."""
    outcome = hook(f"exit {status}")
    assert (outcome.fate, outcome.status) == ("exit", status)


def test_equal_runs_have_equal_outcomes(hook: Runner) -> None:
    """Forty runs of one hook differ in nothing but time."""
    outcomes = {
        hook("cat >&2; echo out; exit 3", stdin=b"in").replace(seconds=0.0) for _ in range(40)
    }
    assert outcomes == {Outcome("exit", 3, b"out\n", b"in")}


# Requests to stop.


@pytest.mark.parametrize(
    "script",
    ["sleep 30 & sleep 30", "trap '' TERM; while :; do sleep 0.05; done"],
    ids=["obeys", "ignores-term"],
)
def test_h06_interruption_ends_the_whole_group(hook: Runner, script: str) -> None:
    """A signal that wakes the poll ends hook and children, by force after the grace."""
    wakeup, writer = os.pipe()
    arrived: list[int] = []

    def arrive() -> None:
        arrived.append(signal.SIGINT)
        os.write(writer, b"\0")

    timer = threading.Timer(0.2, arrive)
    timer.start()
    try:
        outcome = hook(script, interrupted=lambda: arrived[0] if arrived else 0, wakeup=wakeup)
    finally:
        timer.join()
        os.close(wakeup)
        os.close(writer)
    assert (outcome.fate, outcome.status) == ("interrupted", signal.SIGINT)
    assert outcome.seconds < 15


def test_interruption_before_the_start(hook: Runner, tmp_path: Path) -> None:
    """Once we are to stop, no further hook is started."""
    outcome = hook("touch started", cwd=str(tmp_path), interrupted=lambda: signal.SIGTERM)
    assert (outcome.fate, outcome.status) == ("interrupted", signal.SIGTERM)
    assert list(tmp_path.iterdir()) == []


def test_a_dead_wakeup_descriptor_does_not_disturb(hook: Runner) -> None:
    """A wake-up pipe whose other end is gone is no longer watched."""
    wakeup, writer = os.pipe()
    os.close(writer)
    used = time.process_time()
    try:
        outcome = hook("sleep 0.5; exit 2", wakeup=wakeup)
    finally:
        os.close(wakeup)
    assert (outcome.fate, outcome.status) == ("exit", 2)
    assert time.process_time() - used < 0.3  # it would be all of the time in a busy loop


# The world that a hook lives in.


def test_h23_program_that_cannot_run() -> None:
    """A failed start is an outcome, not an exception."""
    outcome = process.run(["/no/such/guard"], stdin=b"", env={}, cwd="/", timeout=1.0)
    assert outcome.fate == "cannot_run"
    assert "/no/such/guard" in outcome.detail
    assert "ENOENT" in outcome.detail


def test_h22_working_directory_that_is_gone(hook: Runner, tmp_path: Path) -> None:
    """A missing working directory is named; our own may be gone without harm."""
    outcome = hook("exit 0", cwd=str(tmp_path / "gone"))
    assert outcome.fate == "cannot_run"
    assert str(tmp_path / "gone") in outcome.detail
    before = Path.cwd()
    lost = tmp_path / "lost"
    lost.mkdir()
    os.chdir(lost)
    try:
        lost.rmdir()
        outcome = hook("pwd; exit 2", cwd="/")
    finally:
        os.chdir(before)
    assert (outcome.fate, outcome.status, outcome.stdout) == ("exit", 2, b"/\n")


def test_h21_spaces_quotes_and_letters_in_paths(hook: Runner, tmp_path: Path) -> None:
    """Directory, arguments and variables arrive unchanged, without splitting."""
    folder = tmp_path / "a b'c" / "é"
    folder.mkdir(parents=True)
    script = folder / "guard $x.sh"
    script.write_text('#!/bin/sh\npwd; printf "%s\\n" "$1" "$V" "$#"\nexit 2\n')
    script.chmod(0o755)
    outcome = process.run(
        [str(script), "one 'two' \"three\" *"],
        stdin=b"",
        env={**hook.env, "V": "é  $x\n"},
        cwd=str(folder),
        timeout=20.0,
    )
    assert (outcome.fate, outcome.status) == ("exit", 2)
    assert outcome.stdout.decode() == f"{folder}\none 'two' \"three\" *\né  $x\n\n1\n"


def test_m17_hook_has_no_terminal(hook: Runner) -> None:
    """The terminal cannot be opened, so nothing can hang at a prompt."""
    outcome = hook("if (: </dev/tty) 2>/dev/null; then exit 1; else exit 2; fi")
    assert (outcome.fate, outcome.status) == ("exit", 2)


def test_hook_has_the_default_signals(hook: Runner) -> None:
    """A hook starts with no signal ignored or blocked, SIGPIPE included."""
    outcome = hook("cat /proc/self/status")
    masks = dict(line.split(b":\t") for line in outcome.stdout.splitlines() if b":\t" in line)
    assert int(masks[b"SigIgn"], 16) & ORDINARY_SIGNALS == 0
    assert int(masks[b"SigBlk"], 16) == 0
    assert hook("yes | head -n 1 >/dev/null; exit 4").status == 4


def test_broken_pipe_ends_a_hook_quietly(hook: Runner) -> None:
    """A writer in a pipeline dies of SIGPIPE, as in any shell."""
    outcome = process.run(
        ["/bin/bash", "-c", "set -o pipefail; yes | head -n 1 >/dev/null"],
        stdin=b"",
        env=hook.env,
        cwd="/",
        timeout=20.0,
    )
    assert (outcome.status, outcome.stderr) == (141, b"")


def test_hook_has_three_descriptors() -> None:
    """Neither our own descriptors nor those that we inherited are visible in a hook."""
    code = """
from hooks_cli import process, standard
standard.repair()
o = process.run(["/bin/ls", "/proc/self/fd"], stdin=b"", env={}, cwd="/", timeout=9.0)
print(o.stdout.split())
"""
    reader, writer = os.pipe()
    try:
        result = interpreter(code, pass_fds=(reader, writer))
    finally:
        os.close(reader)
        os.close(writer)
    # 3 is the one with which ls reads the folder.
    assert result.stdout == b"[b'0', b'1', b'2', b'3']\n"


def test_hook_leads_a_group_and_session_of_its_own(hook: Runner) -> None:
    """The hook cannot be hit by what is meant for us, nor we by what is meant for it."""
    outcome = hook("cut -d ' ' -f 5,6 /proc/$$/stat; echo $$")
    group, session, pid = outcome.stdout.split()
    assert group == session == pid
    assert int(pid) != os.getpgrp()


@pytest.mark.parametrize("use_pidfd", [True, False])
def test_ignored_sigchld_is_never_an_allow(*, use_pidfd: bool) -> None:
    """Where the system forgets exit statuses, the outcome says so; after the repair it is known."""
    code = f"""
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
from hooks_cli import process, standard
def once() -> None:
    o = process.run(["/bin/sh", "-c", "exit 2"], stdin=b"", env={{}}, cwd="/", timeout=9.0,
                    use_pidfd={use_pidfd})
    print(o.fate, o.status, o.detail)
once()
standard.repair()
once()
"""
    lines = interpreter(code).stdout.decode().splitlines()
    assert lines[0].startswith("cannot_run 0 ")
    assert "SIGCHLD" in lines[0]
    assert lines[1] == "exit 2 "


def test_no_descriptors_left() -> None:
    """Without descriptors for the pipes the hook cannot run, and nothing leaks."""
    code = """
import os, resource
from hooks_cli import process
resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))
o = process.run(["/bin/true"], stdin=b"", env={}, cwd="/", timeout=9.0)
print(o.fate, o.detail, os.open("/", os.O_RDONLY))
"""
    result = interpreter(code)
    assert result.stdout.startswith(b"cannot_run no pipe to the hook")
    assert result.stdout.endswith(b" 3\n")


# Detached hooks.


def test_detached_hook_is_not_waited_for(tmp_path: Path) -> None:
    """It gets the whole payload as a file, can write nowhere, and we go on at once."""
    payload = os.urandom(2_000_000)
    argv = ["/bin/sh", "-c", "sleep 1; cat >part; echo x; echo y >&2; mv part whole"]
    before = children()
    outcome = process.start_detached(
        argv, stdin=payload, env={"PATH": "/usr/bin:/bin"}, cwd=str(tmp_path)
    )
    assert outcome.fate == "detached"
    assert not (tmp_path / "whole").exists()
    for pid in children() - before:
        os.waitpid(int(pid), 0)
    assert (tmp_path / "whole").read_bytes() == payload


def test_detached_hook_that_cannot_run() -> None:
    """A failed start is reported."""
    outcome = process.start_detached(["/no/such"], stdin=b"x", env={}, cwd="/")
    assert outcome.fate == "cannot_run"
    assert "/no/such" in outcome.detail


def test_detached_payload_without_memory_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there are no files in memory, a nameless temporary file serves."""
    monkeypatch.delattr(os, "memfd_create")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    argv = ["/bin/sh", "-c", f"cat >'{tmp_path}/out'"]
    before = children()
    outcome = process.start_detached(argv, stdin=b"data", env={"PATH": "/bin"}, cwd="/")
    assert outcome.fate == "detached"
    for pid in children() - before:
        os.waitpid(int(pid), 0)
    assert (tmp_path / "out").read_bytes() == b"data"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]
    monkeypatch.setenv("TMPDIR", str(tmp_path / "gone"))
    assert process.start_detached(argv, stdin=b"data", env={}, cwd="/").fate == "cannot_run"
