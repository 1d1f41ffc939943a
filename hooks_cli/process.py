"""Run one hook process and report what physically happened to it."""

from __future__ import annotations

import os
import time

from hooks_cli.limits import DRAIN_SECONDS, STDERR_BYTES, STDOUT_BYTES, TERM_GRACE_SECONDS
from hooks_cli.model import Outcome
from hooks_cli.spawn import CannotRun, spawn
from hooks_cli.supervise import Running, close_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def run(
    argv: Sequence[str],
    *,
    stdin: bytes,
    env: Mapping[str, str],
    cwd: str,
    timeout: float,
    interrupted: Callable[[], int] = lambda: 0,
    wakeup: int = -1,
    stdout_bytes: int = STDOUT_BYTES,
    stderr_bytes: int = STDERR_BYTES,
    grace: float = TERM_GRACE_SECONDS,
    drain: float = DRAIN_SECONDS,
    use_pidfd: bool = True,
) -> Outcome:
    """Run `argv` to its end and return its Outcome; nothing that a hook does raises.

    `argv[0]` is an absolute path. All times are in seconds; the call takes at most `timeout` +
    `grace` + `drain` + 1 (design section 13). More than `stdout_bytes` on stdout is the fate
    `overflow`; of stderr the last `stderr_bytes` are kept. `interrupted` returns the number of a
    signal that asks us to stop, or 0, and `wakeup` is a descriptor that becomes readable when it
    changes; a hook that has exited by then keeps its own fate. The status of the fate
    `interrupted` is that signal number, and of `timeout` and `overflow` it is 0.
    """
    start = time.monotonic()
    signum = interrupted()
    if signum:
        return Outcome("interrupted", signum)
    hook = Running(stdout_bytes, stderr_bytes, grace, drain)
    try:
        hook.start(argv, stdin, env, cwd, use_pidfd=use_pidfd)
        hook.deadline = start + timeout
        hook.watch(interrupted, wakeup)
    except CannotRun as error:
        hook.fate, hook.detail = "cannot_run", error.detail
    finally:
        hook.close()
    return hook.outcome(time.monotonic() - start)


def start_detached(
    argv: Sequence[str], *, stdin: bytes, env: Mapping[str, str], cwd: str
) -> Outcome:
    """Start `argv` and leave it to itself: the fate is `detached`, or `cannot_run`.

    The payload is a file on its stdin, so nobody has to stay and write it; stdout and stderr are
    the null device. For lifecycle hooks, whose answer decides nothing.
    """
    start = time.monotonic()
    opened: list[int] = []
    try:
        opened.append(_payload_file(stdin))
        opened.append(os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC))
        spawn(argv, env, cwd, (opened[0], opened[1], opened[1]))
    except OSError as error:
        return Outcome("cannot_run", detail=f"payload for a detached hook: {error}")
    except CannotRun as error:
        return Outcome("cannot_run", detail=error.detail)
    finally:
        close_all(opened)
    return Outcome("detached", seconds=time.monotonic() - start)


def _payload_file(payload: bytes) -> int:
    """Return a descriptor of a nameless file with the payload, placed at its start."""
    file = _memory_file()
    try:
        view = memoryview(payload)
        while view:
            view = view[os.write(file, view) :]
        os.lseek(file, 0, os.SEEK_SET)
    except OSError:
        os.close(file)
        raise
    return file


def _memory_file() -> int:
    """Open a file in memory, or one in the temporary directory that has no name any more."""
    if hasattr(os, "memfd_create"):
        try:
            return os.memfd_create("hookctl-payload", os.MFD_CLOEXEC)
        except OSError:  # forbidden in a sandbox
            pass
    folder = os.environ.get("TMPDIR") or "/tmp"  # noqa: S108 - the name is exclusive and private
    path = os.path.join(folder, f".hookctl-{os.getpid()}-{time.monotonic_ns()}")
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    os.unlink(path)
    return file
