"""The errors that a user can meet. Each class owns its exit status and its failure kind."""

from __future__ import annotations


class HookctlError(Exception):
    """An internal fault; the base of all others.

    `hint` says what to do about it. `exit_status` holds for `hookctl dispatch` (design
    section 7; the numbers are those of sysexits.h).
    """

    exit_status = 70
    kind = "internal"

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep the message and the way out."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(HookctlError):
    """The command line is wrong."""

    exit_status = 64
    kind = "usage"


class PayloadError(HookctlError):
    """The payload is not one that the event can have."""

    exit_status = 65
    kind = "payload"


class PayloadTooLargeError(PayloadError):
    """The payload exceeds the limit; no failure policy lets it through."""

    kind = "payload_too_large"


class ConfigError(HookctlError):
    """A configuration file cannot be used."""

    exit_status = 78
    kind = "configuration"


class JournalError(HookctlError):
    """The record could not be written, and the configuration says that this blocks."""

    kind = "journal"


class DepthError(HookctlError):
    """hookctl was started by a hook of a hook of a hook."""

    kind = "depth"


class Interrupted(HookctlError):  # noqa: N818 - it is a request to stop, not a fault
    """SIGINT, SIGTERM or SIGHUP arrived; the exit status is 128 plus the signal number."""

    kind = "interrupted"

    def __init__(self, signum: int) -> None:
        """Keep the signal number."""
        super().__init__(f"interrupted by signal {signum}")
        self.exit_status = 128 + signum
