"""hookctl's own streams and signals, each inherited in every broken way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from hooks_cli import standard
from hooks_cli.errors import Interrupted, PayloadError

ROOT = Path(__file__).resolve().parent.parent
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
ENV.pop("PYTHONUNBUFFERED", None)  # print would fail at once instead of at the end
PATIENCE = 30.0


def start(code: str, prefix: str = "exec", **options: object) -> subprocess.Popen[bytes]:
    """Start an interpreter from a shell that first does `prefix` to what it inherits."""
    argv = ["/bin/bash", "-c", f'{prefix} "$0" -c "$1"', sys.executable, code]
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen(argv, env=ENV, **given)  # type: ignore[call-overload, no-any-return]


def result(code: str, prefix: str = "exec", **options: object) -> tuple[int, bytes]:
    """Run code to its end; return the exit status and stdout."""
    process = start(code, prefix, **options)
    output, _ = process.communicate(timeout=PATIENCE)
    return process.returncode, output


def await_ready(stream: IO[bytes] | None) -> None:
    """Wait until the program has said that it is ready."""
    assert stream is not None
    assert stream.read(5) == b"ready"


def members(group: str) -> list[str]:
    """Return the living processes of a group, without zombies that nobody has reaped yet."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, member_of = file.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if member_of == group and state != "Z":
            found.append(file.parent.name)
    return found


@pytest.fixture(autouse=True)
def _default_signals() -> Iterator[None]:
    """Undo what the tests themselves inherit: a shell ignores SIGINT for its background jobs."""
    before = {}
    for number in standard.STOP_SIGNALS:
        if signal.getsignal(number) == signal.SIG_IGN:
            before[number] = signal.signal(number, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def signals() -> Iterator[standard.Signals]:
    """Return a recorder that is not connected to real signals."""
    made = standard.Signals()
    yield made
    os.close(made.wakeup)
    os.close(made._writer)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Return a pipe whose ends a test may close."""
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


# What is inherited.


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
def test_m10_closed_streams_are_reopened(closed: str, tmp_path: Path) -> None:
    """With streams closed on entry, a hook still gets valid ones and its verdict is known."""
    report = tmp_path / "report"
    code = f"""
from hooks_cli import standard
standard.repair()
import os
from hooks_cli import process
o = process.run(["/bin/sh", "-c", "cat; echo err >&2; exit 2"], stdin=b"in", env={{}}, cwd="/",
                timeout=20.0)
first = os.open({str(report)!r}, os.O_WRONLY | os.O_CREAT)
os.write(first, repr((o.fate, o.status, o.stdout, o.stderr, first > 2)).encode())
"""
    result(code, prefix=f"exec {closed}; exec")
    assert report.read_text() == "('exit', 2, b'in', b'err\\n', True)"


def test_closed_stdin_is_empty() -> None:
    """A closed stdin reads as empty instead of as the next file that is opened."""
    code = """
from hooks_cli import standard
standard.repair()
print(standard.read_all(0, 10, 5.0, standard.install_signals()))
"""
    assert result(code, prefix="exec <&-; exec") == (0, b"(b'', False)\n")


def test_ignored_and_blocked_signals() -> None:
    """SIGCHLD is default again, nothing is blocked, and SIGPIPE stays ignored for ourselves."""
    code = """
import signal
from hooks_cli import standard
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGCHLD})
before = signal.getsignal(signal.SIGCHLD)
standard.repair()
print(before.name, signal.getsignal(signal.SIGCHLD).name, signal.getsignal(signal.SIGPIPE).name,
      signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""
    expected = b"SIG_IGN SIG_DFL SIG_IGN set()\n"
    assert result(code, prefix="trap '' CHLD; exec") == (0, expected)


def test_inherited_descriptors_are_not_passed_on() -> None:
    """A descriptor that we inherited is closed in every program that we start."""
    code = """
import os
from hooks_cli import standard
before = os.get_inheritable(9)
standard.repair()
print(before, os.get_inheritable(9), os.get_inheritable(1))
"""
    assert result(code, prefix="exec 9</dev/null; exec") == (0, b"True False True\n")


# Requests to stop.

WAITING = """
import os
from hooks_cli import standard
from hooks_cli.errors import Interrupted
signals = standard.install_signals()
os.write(1, b"ready")
try:
    standard.read_all(0, 10, 20.0, signals)
    standard.leave(0)
except Interrupted as error:
    standard.leave(error.exit_status)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_while_waiting_for_the_payload(number: signal.Signals) -> None:
    """The wait ends at once, with an exit status that tells the signal."""
    process = start(WAITING, stdin=subprocess.PIPE)
    await_ready(process.stdout)
    process.send_signal(number)
    assert process.wait(timeout=PATIENCE) == 128 + number
    process.communicate()


@pytest.mark.parametrize(
    ("name", "number"),
    [("HUP", signal.SIGHUP), ("INT", signal.SIGINT), ("TERM", signal.SIGTERM)],
)
def test_signal_that_was_ignored_on_entry(name: str, number: signal.Signals) -> None:
    """What was ignored when we started, as under nohup, stays ignored."""
    process = start(WAITING, prefix=f"trap '' {name}; exec", stdin=subprocess.PIPE)
    await_ready(process.stdout)
    process.send_signal(number)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=0.3)
    process.communicate(timeout=PATIENCE)  # closes stdin
    assert process.returncode == 0


def test_h06_signal_while_a_hook_runs(tmp_path: Path) -> None:
    """A real signal ends the hook's whole group, and the first one is what is reported."""
    code = f"""
import os
from hooks_cli import process, standard
standard.repair()
signals = standard.install_signals()
o = process.run(["/bin/sh", "-c", "sleep 30 & echo $$ >pid.new; mv pid.new pid; wait"],
                stdin=b"", env={{"PATH": "/usr/bin:/bin"}}, cwd={str(tmp_path)!r}, timeout=25.0,
                interrupted=signals.signum, wakeup=signals.wakeup)
standard.write_all(1, repr((o.fate, o.status, signals.signum())).encode())
standard.leave(128 + signals.signum())
"""
    process = start(code)
    deadline = time.monotonic() + PATIENCE
    while not (tmp_path / "pid").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (143, b"('interrupted', 15, 15)")
    group = (tmp_path / "pid").read_text().strip()
    while members(group) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert members(group) == []


def test_only_the_first_signal_counts() -> None:
    """A second signal changes nothing."""
    code = """
import os, signal
from hooks_cli import standard
signals = standard.install_signals()
for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
    os.kill(os.getpid(), number)
print(signals.signum(), os.read(signals.wakeup, 9))
"""
    assert result(code) == (0, b"1 b'\\x01\\x0f\\x02'\n")


# Reading.


@pytest.mark.parametrize(
    ("size", "kept", "large"),
    [(0, 0, False), (100, 100, False), (101, 101, True), (9999, 101, True)],
)
def test_limit_of_the_payload(
    pipe: tuple[int, int], signals: standard.Signals, size: int, kept: int, *, large: bool
) -> None:
    """The limit itself is allowed; beyond it one byte more is kept, as proof."""
    os.write(pipe[1], b"x" * size)
    os.close(pipe[1])
    assert standard.read_all(pipe[0], 100, 5.0, signals) == (b"x" * kept, large)


def test_h05_all_is_read_even_beyond_the_limit(
    pipe: tuple[int, int], signals: standard.Signals
) -> None:
    """The writer of an oversized payload sees no error."""
    payload = memoryview(b"x" * 5_000_000)
    written = []

    def write() -> None:
        rest = payload
        while rest:
            rest = rest[os.write(pipe[1], rest) :]
        os.close(pipe[1])
        written.append(len(payload))

    writer = threading.Thread(target=write)
    writer.start()
    data, large = standard.read_all(pipe[0], 1000, 20.0, signals)
    writer.join()
    assert (len(data), large, written) == (1001, True, [5_000_000])


def test_payload_from_a_file(tmp_path: Path, signals: standard.Signals) -> None:
    """A regular file is read like a pipe."""
    path = tmp_path / "payload"
    content = os.urandom(3_000_000)
    path.write_bytes(content)
    with path.open("rb") as file:
        assert standard.read_all(file.fileno(), 4_000_000, 20.0, signals) == (content, False)


def test_payload_that_does_not_end(pipe: tuple[int, int], signals: standard.Signals) -> None:
    """A writer that never closes meets the deadline, whether it is silent or goes on."""
    os.write(pipe[1], b"{")
    with pytest.raises(PayloadError, match=r"did not end within 0\.1 s"):
        standard.read_all(pipe[0], 100, 0.1, signals)


def test_payload_without_end_but_with_data(signals: standard.Signals) -> None:
    """A source that never stops is bounded by time, and little of it is stored."""
    with open("/dev/zero", "rb") as file, pytest.raises(PayloadError, match="did not end"):
        standard.read_all(file.fileno(), 100, 0.1, signals)


def test_stdin_that_does_not_block(pipe: tuple[int, int], signals: standard.Signals) -> None:
    """A descriptor in non-blocking mode is waited for like any other."""
    os.set_blocking(pipe[0], False)

    def write() -> None:
        os.write(pipe[1], b"late")
        os.close(pipe[1])

    timer = threading.Timer(0.1, write)
    timer.start()
    assert standard.read_all(pipe[0], 100, 20.0, signals) == (b"late", False)
    timer.join()


def test_stdin_that_cannot_be_read(tmp_path: Path, signals: standard.Signals) -> None:
    """A directory, a closed descriptor and one for writing are errors of the payload."""
    folder = os.open(tmp_path, os.O_RDONLY)
    with pytest.raises(PayloadError, match="Is a directory"):
        standard.read_all(folder, 10, 5.0, signals)
    os.close(folder)
    with pytest.raises(PayloadError, match="Bad file descriptor"):
        standard.read_all(folder, 10, 5.0, signals)
    with open(tmp_path / "file", "wb") as file, pytest.raises(PayloadError, match="Bad file"):
        standard.read_all(file.fileno(), 10, 5.0, signals)


def test_signal_before_reading(pipe: tuple[int, int], signals: standard.Signals) -> None:
    """A request to stop that came earlier is not forgotten."""
    signals._record(signal.SIGTERM, None)
    with pytest.raises(Interrupted) as caught:
        standard.read_all(pipe[0], 10, 5.0, signals)
    assert caught.value.exit_status == 143


# Writing and leaving.


@pytest.mark.parametrize("blocking", [True, False])
def test_large_answer_to_a_slow_reader(
    pipe: tuple[int, int], signals: standard.Signals, *, blocking: bool
) -> None:
    """Everything arrives, whether the descriptor blocks or not."""
    os.set_blocking(pipe[1], blocking)
    data = os.urandom(2_000_000)
    received = bytearray()

    def read() -> None:
        time.sleep(0.1)
        while chunk := os.read(pipe[0], 65536):
            received.extend(chunk)

    reader = threading.Thread(target=read)
    reader.start()
    assert standard.write_all(pipe[1], data, signals)
    os.close(pipe[1])
    reader.join()
    assert received == data


def test_answer_that_cannot_be_written(pipe: tuple[int, int]) -> None:
    """A full device, a reader that is gone and a closed stream are told, not raised."""
    with open("/dev/full", "wb", buffering=0) as full:
        assert not standard.write_all(full.fileno(), b"{}")
    os.close(pipe[0])
    assert not standard.write_all(pipe[1], b"{}")
    os.close(pipe[1])
    assert not standard.write_all(pipe[1], b"{}")
    assert standard.write_all(1, b"")


def test_signal_while_nobody_reads_the_answer() -> None:
    """A reader that takes nothing cannot keep us once we have been asked to stop."""
    code = """
import os
from hooks_cli import standard
signals = standard.install_signals()
os.write(2, b"ready")
standard.leave(9 if standard.write_all(1, b"x" * 1000000, signals) else 5)
"""
    process = start(code)
    await_ready(process.stderr)
    time.sleep(0.2)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=PATIENCE) == 5
    process.communicate()


@pytest.mark.parametrize(
    ("status", "expected"),
    [("0", 0), ("2", 2), ("255", 255), ("256", 70), ("258", 70), ("-1", 70), ("True", 70),
     ("2.0", 70), ("'text'", 70), ("None", 70)],
)  # fmt: skip
def test_leave(status: str, expected: int) -> None:
    """Only integers of 0 to 255 are exit statuses; nothing becomes an allow by overflow."""
    assert result(f"from hooks_cli import standard; standard.leave({status})")[0] == expected


def test_leave_is_not_changed_by_a_broken_stdout() -> None:
    """Unwritten text of the interpreter cannot turn the status into another one."""
    code = "from hooks_cli import standard; print('text'); standard.leave(2)"
    assert result(code, prefix="exec >/dev/full; exec")[0] == 2
