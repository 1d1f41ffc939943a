"""hookctl's own standard streams and signals: the channel on which a verdict travels.

Whoever starts hookctl may have closed its streams, ignored or blocked its signals and left
descriptors open. `repair` comes first of all, before anything opens a file (design section 13).
"""

from __future__ import annotations

import os
import select
import signal
import time

from hooks_cli.errors import Interrupted, PayloadError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

CHUNK_BYTES = 65536
LAST_SECONDS = 1.0  # for a reader to take our answer once we have been asked to stop
INTERNAL_ERROR = 70
HIGHEST_STATUS = 255
STANDARD = (0, 1, 2)
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DESCRIPTOR_LISTS = ("/proc/self/fd", "/dev/fd")


def repair() -> None:
    """Put right what we may have inherited broken. Raises OSError if there is no null device.

    SIGCHLD: if it is ignored, the system forgets exit statuses, and every veto would look like
    an allow. Descriptors 0 to 2: if one is closed, the next file that we open takes its place.
    SIGPIPE stays ignored for ourselves, as Python sets it: a reader that is gone is an error
    that we see. Hooks get the default again (`spawn.DEFAULT_SIGNALS`).
    """
    for descriptor in STANDARD:
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    _keep_inherited_from_hooks()


def _keep_inherited_from_hooks() -> None:
    """Mark every descriptor above 2 close-on-exec; without a list of them there is no way."""
    for folder in DESCRIPTOR_LISTS:
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            if name.isdecimal() and int(name) not in STANDARD:
                try:
                    os.set_inheritable(int(name), False)
                except OSError:  # the one that listed the folder, closed by now
                    continue
        return


class Signals:
    """The first request to stop that has arrived, and a descriptor that wakes a poll."""

    def __init__(self) -> None:
        """Open the pipe that the interpreter writes to at each signal."""
        self._first = 0
        self.wakeup, self._writer = os.pipe()
        os.set_blocking(self.wakeup, False)
        os.set_blocking(self._writer, False)

    def signum(self) -> int:
        """Return the number of the first signal, 0 if there was none."""
        return self._first

    def drain(self) -> None:
        """Read the wake-up pipe empty, so that it can wake again."""
        try:
            while os.read(self.wakeup, 512):
                continue
        except OSError:
            return

    def install(self) -> None:
        """Take over the signals that ask us to stop, except those that were ignored on entry.

        `nohup` ignores SIGHUP, a shell SIGINT for its background jobs: that is to stay.
        """
        signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        for number in STOP_SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._record)

    def _record(self, number: int, _frame: FrameType | None) -> None:
        self._first = self._first or int(number)


def install_signals() -> Signals:
    """Record SIGINT, SIGTERM and SIGHUP from now on instead of ending; see Signals.

    Only the main thread may call this.
    """
    signals = Signals()
    signals.install()
    return signals


def read_all(fd: int, cap: int, deadline_seconds: float, signals: Signals) -> tuple[bytes, bool]:
    """Read to the end of file; return the data and whether it was more than `cap` bytes.

    At most `cap` + 1 bytes are kept, but all are read: a writer whose reader goes away would
    fail. Raises Interrupted at a signal, and PayloadError on a read error or if the end has not
    come after `deadline_seconds`.
    """
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    poll.register(signals.wakeup, select.POLLIN)
    deadline = time.monotonic() + deadline_seconds
    kept = bytearray()
    while True:
        if signals.signum():
            raise Interrupted(signals.signum())
        left = deadline - time.monotonic()
        if left <= 0:
            message = f"standard input did not end within {deadline_seconds:g} s"
            raise PayloadError(message, "close it behind the payload")
        ready = [descriptor for descriptor, _ in poll.poll(left * 1000)]
        if signals.wakeup in ready:
            signals.drain()
        if fd not in ready:
            continue
        try:
            data = os.read(fd, CHUNK_BYTES)
        except BlockingIOError:  # somebody else reads from the same pipe
            continue
        except OSError as error:
            message = f"standard input cannot be read: {error.strerror}"
            raise PayloadError(message, "give the payload through a pipe or a file") from error
        if not data:
            return bytes(kept), len(kept) > cap
        kept += data[: cap + 1 - len(kept)]


def write_all(fd: int, data: bytes, signals: Signals | None = None) -> bool:
    """Write all of `data`; False if it could not be written.

    With `signals`, a request to stop ends the waiting for a reader that takes nothing after
    LAST_SECONDS. Small pieces, each after a poll, so that no write blocks where a signal
    handler could not end it.
    """
    view = memoryview(data)
    while view:
        if not _writable(fd, signals):
            return False
        try:
            view = view[os.write(fd, view[: select.PIPE_BUF]) :]
        except BlockingIOError:
            continue
        except OSError:
            return False
    return True


def _writable(fd: int, signals: Signals | None) -> bool:
    """Wait until a write would not block, or would fail; False if we have been told to stop."""
    poll = select.poll()
    poll.register(fd, select.POLLOUT)
    if signals is not None:
        poll.register(signals.wakeup, select.POLLIN)
    while True:
        stopping = signals is not None and signals.signum() != 0
        ready = [
            descriptor for descriptor, _ in poll.poll(LAST_SECONDS * 1000 if stopping else None)
        ]
        if fd in ready:
            return True
        if stopping and not ready:
            return False
        if signals is not None:
            signals.drain()


def leave(status: int) -> NoReturn:
    """End the process at once with `status`; anything but an integer of 0 to 255 becomes 70.

    Nothing that the interpreter does at its end can change the status any more. What has not
    been written by then is lost, so `write_all` comes first.
    """
    valid = type(status) is int and 0 <= status <= HIGHEST_STATUS
    os._exit(status if valid else INTERNAL_ERROR)
