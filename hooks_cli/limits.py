"""Every limit that a user can run into, in one table (`hookctl show limits`, README)."""

from __future__ import annotations

KIB = 1024
MIB = 1024 * KIB

PAYLOAD_BYTES = 16 * MIB
CONFIG_BYTES = 16 * MIB
STDOUT_BYTES = 1 * MIB
STDERR_BYTES = 64 * KIB
REASON_BYTES = 4 * KIB
JSON_DEPTH = 128
INTEGER_DIGITS = 4300
HOOK_SECONDS = 10.0
HOOK_SECONDS_MAX = 600.0
BUDGET_SECONDS = 60.0
BUDGET_SECONDS_MAX = 600.0
STDIN_SECONDS = 60.0
MATCHER_SECONDS = 1.0
TERM_GRACE_SECONDS = 0.5
DRAIN_SECONDS = 0.2
DEPTH = 3
JOURNAL_BYTES = 16 * MIB
JOURNAL_KEEP = 5
JOURNAL_RECORD_BYTES = 256 * KIB
JOURNAL_PAYLOAD_BYTES = 1 * MIB
JOURNAL_LOCK_SECONDS = 2.0

# name, value, unit, what happens beyond it
TABLE: tuple[tuple[str, float, str, str], ...] = (
    ("payload", PAYLOAD_BYTES, "bytes", "payload error that no failure policy turns into allow"),
    ("configuration file", CONFIG_BYTES, "bytes", "configuration error"),
    ("stdout of one hook", STDOUT_BYTES, "bytes", "the hook is ended and has failed"),
    ("stderr of one hook, kept", STDERR_BYTES, "bytes", "the end is kept, the rest is dropped"),
    ("reason on the wire", REASON_BYTES, "bytes", "cut, with a mark"),
    ("JSON depth", JSON_DEPTH, "levels", "the document is refused"),
    ("digits of an integer", INTEGER_DIGITS, "digits", "the document is refused"),
    ("one hook", HOOK_SECONDS, "s (default)", "the hook is ended and has failed"),
    ("one hook, highest setting", HOOK_SECONDS_MAX, "s", "configuration error"),
    ("whole dispatch", BUDGET_SECONDS, "s (default)", "hooks not yet run have failed"),
    ("whole dispatch, highest setting", BUDGET_SECONDS_MAX, "s", "configuration error"),
    ("reading the payload", STDIN_SECONDS, "s", "payload error"),
    ("one matcher", MATCHER_SECONDS, "s", "the hook has failed"),
    ("from TERM to KILL", TERM_GRACE_SECONDS, "s", "the process group is killed"),
    ("pipes held after exit", DRAIN_SECONDS, "s", "the pipes are closed, leftovers killed"),
    ("record of one dispatch", JOURNAL_RECORD_BYTES, "bytes", "its texts are cut"),
    ("payload in a record", JOURNAL_PAYLOAD_BYTES, "bytes", "only its size is recorded"),
    ("waiting for the journal", JOURNAL_LOCK_SECONDS, "s", "the record is lost, and said so"),
    ("journal file", JOURNAL_BYTES, "bytes (default)", "the file is rotated"),
    ("rotated journal files", JOURNAL_KEEP, "files (default)", "the oldest is removed"),
    ("hookctl inside a hook", DEPTH, "levels", "own error, decided by the failure policy"),
)
