"""Count the refusals of a stop in a row, for hosts that would go on for ever.

One small file for each session under the state directory. What cannot be read or written counts
as enough refusals: an agent that cannot stop is worse than one that stops.
"""

from __future__ import annotations

import os

from hooks_cli.config.files import home_directory
from hooks_cli.hosts import contract, paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.hosts.call import Call

_NAME_LENGTH = 120


def counted(native: Call) -> int:
    """Return the refusals so far; OWN_CAP if they cannot be told."""
    try:
        with open(_file(native), encoding="ascii") as file:
            return int(file.read(20))
    except FileNotFoundError:
        return 1  # the host says that the last stop was refused
    except (OSError, ValueError):
        return contract.OWN_CAP


def count(native: Call, refusals: int) -> bool:
    """Remember the refusals; False if that is impossible."""
    path = _file(native)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "w", encoding="ascii") as file:
            file.write(str(refusals))
    except OSError:
        return False
    return True


def _file(native: Call) -> str:
    environ = native.environ
    state = environ.get("XDG_STATE_HOME") or ""
    if not os.path.isabs(state):
        state = os.path.join(home_directory(environ) or "/tmp", ".local", "state")  # noqa: S108 - only a count
    session = paths.get(native.content, native.table.base.get("session_id", "session_id"))
    kept = "".join(
        char for char in str(session) if (char.isalnum() and char.isascii()) or char in "-_"
    )
    return os.path.join(state, "hookctl", "stops", f"{native.table.name}-{kept[:_NAME_LENGTH]}")
