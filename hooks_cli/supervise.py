"""Watch one hook process until it is over: pipes, exit, deadlines, the process group.

A hook is over when its process has exited, not when its output ends: anything it left in the
background may hold the pipes for hours. So one loop watches stdin, stdout, stderr and the exit at
the same time, and everything is bounded (design section 13).
"""

from __future__ import annotations

import errno
import os
import select
import signal
import time

from hooks_cli.model import Outcome
from hooks_cli.spawn import CannotRun, spawn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

CHUNK_BYTES = 65536
KILL_SECONDS = 1.0  # for the kernel to carry out a KILL; beyond it the hook is left behind
POLL_SECONDS = 0.01  # between two looks at the process where there is no pidfd

# The life of a hook. Each phase but the last has a deadline at which the next step is taken.
RUNNING, ENDING, KILLED, DRAINING, OVER = range(5)


class Running:
    """One hook process with its pipes. A descriptor of -1 is closed, a pid of 0 not ours."""

    def __init__(self, stdout_bytes: int, stderr_bytes: int, grace: float, drain: float) -> None:
        """Prepare a hook that has not been started."""
        self.stdout_bytes = stdout_bytes
        self.stderr_bytes = stderr_bytes
        self.grace = grace
        self.drain = drain
        self.stdin = self.stdout = self.stderr = self.pidfd = -1
        self.pid = 0
        self.reaped = False
        self.status: int | None = None  # as in waitstatus_to_exitcode; None is not known
        self.phase = RUNNING
        self.deadline = 0.0
        self.fate = ""  # stays empty if the hook ends by itself
        self.signum = 0
        self.detail = ""
        self.held = False
        self.payload = memoryview(b"")
        self.output = bytearray()
        self.errors = bytearray()

    def start(
        self,
        argv: Sequence[str],
        payload: bytes,
        env: Mapping[str, str],
        cwd: str,
        *,
        use_pidfd: bool,
    ) -> None:
        """Start the process with a pipe on each standard stream; raise CannotRun if it fails."""
        theirs: list[int] = []
        try:
            reader, self.stdin = os.pipe()
            theirs.append(reader)
            self.stdout, writer = os.pipe()
            theirs.append(writer)
            self.stderr, writer = os.pipe()
            theirs.append(writer)
            for ours in (self.stdin, self.stdout, self.stderr):
                os.set_blocking(ours, False)
            self.pid = spawn(argv, env, cwd, (theirs[0], theirs[1], theirs[2]))
        except OSError as error:
            remedy = "free descriptors or raise the limit (ulimit -n)"
            raise CannotRun(f"no pipe to the hook: {error.strerror}; {remedy}") from error
        finally:
            close_all(theirs)
        self.payload = memoryview(payload)
        self.feed()
        if use_pidfd and hasattr(os, "pidfd_open"):
            try:
                self.pidfd = os.pidfd_open(self.pid)
            except OSError:  # an old kernel or a sandbox: look at the process from time to time
                self.pidfd = -1

    def watch(self, interrupted: Callable[[], int], wakeup: int) -> None:
        """Move data and time forward until the hook is over."""
        poll = select.poll()
        for descriptor in (self.stdout, self.stderr, self.pidfd, wakeup):
            if descriptor >= 0:
                poll.register(descriptor, select.POLLIN)
        if self.stdin >= 0:
            poll.register(self.stdin, select.POLLOUT)
        while self.phase != OVER:
            for descriptor, events in poll.poll(self.patience() * 1000):
                if not self.serve(descriptor, wakeup, events):
                    poll.unregister(descriptor)
            if self.pidfd < 0 and self.phase < DRAINING:
                self.reap()
                if self.reaped:
                    self.exited()
            self.advance(interrupted)

    def patience(self) -> float:
        """Return the seconds until something must be looked at again."""
        left = max(0.0, self.deadline - time.monotonic())
        return min(left, POLL_SECONDS) if self.pidfd < 0 else left

    def serve(self, descriptor: int, wakeup: int, events: int) -> bool:
        """Serve a descriptor that is ready; return whether to watch it further."""
        if descriptor == self.stdout:
            return self.read_output()
        if descriptor == self.stderr:
            return self.read_errors()
        if descriptor == self.stdin:
            return self.feed()
        if descriptor == wakeup:
            return _empty(wakeup, events)
        if descriptor == self.pidfd:
            self.exited()
        return False

    def feed(self) -> bool:
        """Write payload to the hook, close behind the last byte; False if there is no more."""
        try:
            while self.payload:
                self.payload = self.payload[os.write(self.stdin, self.payload) :]
        except BlockingIOError:
            return True
        except OSError:  # a hook need not read its input: that is no failure
            pass
        self.stdin = close_all((self.stdin,))
        return False

    def read_output(self) -> bool:
        """Read from stdout; beyond its limit the hook is ended at once."""
        data = _read(self.stdout)
        if data is None:
            return True
        self.output += data
        if len(self.output) > self.stdout_bytes:
            del self.output[self.stdout_bytes :]
            self.fate = self.fate or "overflow"
            self.kill()
            data = b""
        if not data:
            self.stdout = close_all((self.stdout,))
        return bool(data)

    def read_errors(self) -> bool:
        """Read from stderr, of which the end is kept."""
        data = _read(self.stderr)
        if data is None:
            return True
        self.errors += data
        if len(self.errors) > self.stderr_bytes:
            del self.errors[: len(self.errors) - self.stderr_bytes]
        if not data:
            self.stderr = close_all((self.stderr,))
        return bool(data)

    def exited(self) -> None:
        """Note that the process is gone; its last output may still be in the pipes."""
        self.stdin = close_all((self.stdin,))
        self.phase = DRAINING
        self.deadline = time.monotonic() + self.drain

    def advance(self, interrupted: Callable[[], int]) -> None:
        """Take the step that is due, if any."""
        if self.phase == DRAINING and self.stdout < 0 and self.stderr < 0:
            self.phase = OVER
            return
        if self.phase == RUNNING:
            self.signum = interrupted()
            if self.signum:
                self.fate = "interrupted"
                self.terminate()
                return
        if time.monotonic() < self.deadline:
            return
        if self.phase == RUNNING:
            self.fate = "timeout"
            self.terminate()
        elif self.phase == ENDING:
            self.kill()
        elif self.phase == KILLED:
            self.detail = f"process {self.pid} is still there {KILL_SECONDS:g} s after a KILL"
            self.phase = OVER
        else:
            self.held = True
            self.phase = OVER

    def terminate(self) -> None:
        """Ask the whole group to end; CONT, since a stopped process could not."""
        self.signal_group(signal.SIGTERM)
        self.signal_group(signal.SIGCONT)
        self.phase = ENDING
        self.deadline = time.monotonic() + self.grace

    def kill(self) -> None:
        """End the whole group by force; an exit that was already seen stays the present phase."""
        self.signal_group(signal.SIGKILL)
        if self.phase < KILLED:
            self.phase = KILLED
            self.deadline = time.monotonic() + KILL_SECONDS

    def signal_group(self, signum: int) -> None:
        """Signal the process group; 0, 1 and below would mean ourselves or everybody."""
        if self.pid > 1:
            try:
                os.killpg(self.pid, signum)
            except OSError:  # nobody is left, or all who are left belong to another user
                return

    def reap(self) -> None:
        """Fetch the exit status if the process has exited."""
        try:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
        except OSError as error:
            self.reaped = error.errno == errno.ECHILD
            return
        if pid:
            self.reaped = True
            self.status = os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        """Close the pipes, end what the hook has left behind in its group, fetch the status.

        With a pidfd the status is fetched last: until then no other process can get the number
        of the group, so that the signal cannot meet a stranger.
        """
        close_all((self.stdin, self.stdout, self.stderr, self.pidfd))
        self.signal_group(signal.SIGKILL)
        if self.pid > 1 and not self.reaped:
            self.reap()

    def outcome(self, seconds: float) -> Outcome:
        """Return the report. The exit status counts only if nothing else decided before."""
        fate, status, detail = self.fate, self.signum, self.detail
        if not fate and self.status is None:
            fate = "cannot_run"
            detail = "the exit status is not known: SIGCHLD is ignored; start hookctl without that"
        elif not fate and self.status is not None:
            fate = "signal" if self.status < 0 else "exit"
            status = abs(self.status)
        output, errors = bytes(self.output), bytes(self.errors)
        return Outcome(fate, status, output, errors, seconds, detail, self.held)


def _read(descriptor: int) -> bytes | None:
    """Read what is there; empty at the end of file, None if there is nothing yet."""
    try:
        return os.read(descriptor, CHUNK_BYTES)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _empty(wakeup: int, events: int) -> bool:
    """Read the wake-up descriptor empty; False if it is of no more use."""
    return not events & (select.POLLHUP | select.POLLERR | select.POLLNVAL) and bool(_read(wakeup))


def close_all(descriptors: Iterable[int]) -> int:
    """Close those descriptors that are open; the result, -1, is their new value."""
    for descriptor in descriptors:
        if descriptor >= 0:
            os.close(descriptor)
    return -1
