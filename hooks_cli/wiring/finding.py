"""What `hookctl doctor` found: one thing that makes hooks dead, weak or double."""

from __future__ import annotations

from hooks_cli._record import Record


class Finding(Record):
    """One finding. `code` is a stable name, `severity` is `error` or `warning`, `line` from 1.

    An error means that something does not run or does not stop what it should; a warning that it
    may not, or only in some cases.
    """

    code: str
    message: str
    hint: str = ""
    severity: str = "error"
    host: str = ""
    file: str = ""
    line: int = 0


class At(Record):
    """A place in a host's file, to say where a finding is."""

    host: str
    file: str
    line: int = 0

    def error(self, code: str, message: str, hint: str = "") -> Finding:
        """Return a finding that something is dead."""
        return Finding(code, message, hint, "error", self.host, self.file, self.line)

    def warning(self, code: str, message: str, hint: str = "") -> Finding:
        """Return a finding that something is weak."""
        return Finding(code, message, hint, "warning", self.host, self.file, self.line)
