"""The command that hookctl registers with a host, and how it is found again.

The command has one exact form, made of shell words:

    PROGRAM dispatch EVENT --host HOST [--workspace DIR]

PROGRAM is the console script by its absolute path, or `INTERPRETER -P -m hooks_cli`. Where the
host would take a missing program for an allow, the same words stand behind GUARD, a constant
script for /bin/sh that turns "could not do its work" into the host's refusal. A command is ours
if its words are exactly these and nothing else, whatever the path of the program; a longer or
another command is foreign, even if it mentions hookctl.
"""

from __future__ import annotations

import os
import shlex
import sys
import sysconfig
from typing import TYPE_CHECKING

from hooks_cli._record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = "hookctl"
MODULE_WORDS = ("-P", "-m", "hooks_cli")
# For a host hookctl ends with 0 or 2. Anything else is an interpreter that is broken (1), a program
# that could not be started (126, 127), or one that was killed.
GUARD = (
    '"$@"; s=$?; case "$s" in 0|2) exit "$s";; esac; '
    'echo "hookctl could not do its work (status $s)" >&2; exit 2'
)
GUARD_WORDS = ("/bin/sh", "-c", GUARD, NAME)


class Wired(Record):
    """A registered command that is ours: its program's words, and what they dispatch.

    `plain` says that the text is exactly what hookctl would write, so that a shell finds nothing
    in it to expand. `guarded` says that the words stand behind GUARD.
    """

    program: tuple[str, ...]
    event: str
    host: str
    workspace: str = ""
    guarded: bool = False
    plain: bool = False

    @property
    def path(self) -> str:
        """Return the path of the program."""
        return self.program[0]

    @property
    def words(self) -> tuple[str, ...]:
        """Return all words of the command."""
        more = ("--workspace", self.workspace) if self.workspace else ()
        words = (*self.program, "dispatch", self.event, "--host", self.host, *more)
        return (*GUARD_WORDS, *words) if self.guarded else words

    @property
    def text(self) -> str:
        """Return the command for a shell."""
        return shlex.join(self.words)


def recognise(command: str | Sequence[str]) -> Wired | None:
    """Return what a command line, or a list of words, dispatches; None if it is not ours."""
    if isinstance(command, str):
        try:
            words = tuple(shlex.split(command))
        except ValueError:
            return None
    else:
        words = tuple(command)
    guarded = words[: len(GUARD_WORDS)] == GUARD_WORDS
    if guarded:
        words = words[len(GUARD_WORDS) :]
    size = 1 + (words[1 : 1 + len(MODULE_WORDS)] == MODULE_WORDS) * len(MODULE_WORDS)
    program, rest = words[:size], words[size:]
    if not program or (size == 1 and os.path.basename(program[0]) != NAME):
        return None
    match rest:
        case ("dispatch", event, "--host", host):
            wired = Wired(program, event, host, "", guarded)
        case ("dispatch", event, "--host", host, "--workspace", workspace):
            wired = Wired(program, event, host, workspace, guarded)
        case _:
            return None
    plain = not isinstance(command, str) or command == wired.text
    return wired.replace(plain=plain)


def mentions(command: str) -> bool:
    """Tell whether a command that is not ours starts hookctl in some other way."""
    return "dispatch" in command and (NAME in command or "hooks_cli" in command)


def own_program(argv0: str | None = None) -> tuple[str, ...]:
    """Return the words that start this hookctl from anywhere.

    The console script beside this interpreter, by its absolute path; else the script that runs
    now; else the interpreter, which must not look for modules in the working directory.
    """
    found = own_scripts(argv0)
    return (found[0],) if found else (sys.executable, *MODULE_WORDS)


def own_scripts(argv0: str | None = None) -> list[str]:
    """Return the console scripts of this hookctl, the best first."""
    running = os.path.abspath(sys.argv[0] if argv0 is None else argv0)
    places = [os.path.join(sysconfig.get_path("scripts"), NAME)]
    if os.path.basename(running) == NAME:
        places.append(os.path.realpath(running))
    return [
        place
        for place in places
        if os.path.isfile(place) and os.access(place, os.X_OK) and not is_shim(place)
    ]


def is_own(program: Sequence[str]) -> bool:
    """Tell whether the words start this hookctl, and no other program of that name."""
    if len(program) > 1:
        return program[0] == sys.executable
    real = os.path.realpath(program[0])
    return os.path.isabs(program[0]) and real in map(os.path.realpath, own_scripts())


def is_shim(path: str) -> bool:
    """Tell whether a program belongs to a version manager: it may run another version anywhere."""
    return "shims" in os.path.normpath(path).split(os.sep)[:-1]
