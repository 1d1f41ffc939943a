"""A time limit for pure computation, such as a regular expression that never ends."""

from __future__ import annotations

import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class TooSlowError(Exception):
    """The computation did not come to an end in its time."""


def limited(seconds: float, compute: Callable[[], bool]) -> bool:
    """Return `compute()`, or raise TooSlowError after `seconds`. For the main thread only.

    An interval timer interrupts even the regular expression engine, which no other means in the
    same process can do.
    """
    if signal.getsignal(signal.SIGALRM) is not _expired:
        signal.signal(signal.SIGALRM, _expired)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return compute()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _expired(_signum: int, _frame: Any) -> None:
    raise TooSlowError
