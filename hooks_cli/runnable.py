"""Tell whether the program of a hook exists and could be started, without starting anything."""

from __future__ import annotations

import errno
import os
import re
import shlex
import stat

from hooks_cli import diagnosis, launch, spawn
from hooks_cli._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hooks_cli.model import EventSpec, Hook

_INTERPRETER = re.compile(r"(python|pypy|perl|ruby|node|sh|bash|dash|zsh|ksh)[\d.]*")
_SCRIPT = re.compile(r".*\.(py|sh|bash|pl|rb|js|mjs|cjs|ts)")
# A command for /bin/sh whose first word can be looked up without understanding shell.
_PLAIN_WORD = re.compile(r"\s*([\w./+@%-]+)(\s|;|$)")
_BUILTINS = frozenset(
    """
    alias bg break case cd command continue echo eval exec exit export false fg for getopts hash
    if jobs kill printf pwd read readonly return set shift test times trap true type ulimit umask
    unalias unset until wait while local function then do
    """.split()  # noqa: SIM905 - easier to read and to change
)


class Program(Record):
    """What a hook would start: its absolute path, and what is wrong with it ("" if nothing)."""

    path: str
    problem: str = ""


def program(hook: Hook, spec: EventSpec, workspace: str, environ: Mapping[str, str]) -> Program:
    """Return the program of a hook that has a command, as a dispatch here would find it."""
    around = launch.Surroundings("", spec.name, "", workspace, environ)
    env = launch.environment_of(hook, around)
    cwd = os.path.join(hook.base, hook.cwd) if hook.cwd else workspace
    try:
        path = spawn.resolve_program(hook.argv[0], hook.base, env["PATH"])
    except spawn.CannotRun as error:
        return Program(hook.argv[0], error.detail)
    if not os.path.isdir(cwd):
        return Program(
            path, f"working directory {cwd} does not exist; create it or set another cwd"
        )
    problem = _problem(path, (path, *hook.argv[1:]), env, cwd)
    if not problem and hook.shell:
        problem = _shell_problem(hook.argv[2], env["PATH"], cwd)
    elif not problem:
        problem = _script_problem(hook.argv, cwd)
    return Program(path, problem)


def _problem(path: str, argv: Sequence[str], env: Mapping[str, str], cwd: str) -> str:
    """Return why a file cannot be started, in the words that a dispatch would use."""
    number = _error_number(path, cwd)
    if number:
        return diagnosis.explain(number, argv, env, cwd)
    line = _first_line(path)
    if line.endswith(b"\r"):
        return diagnosis.explain(errno.ENOENT, argv, env, cwd) if b" " not in line else _crlf(path)
    words = os.fsdecode(line[2:]).split() if line.startswith(b"#!") else []
    if len(words) > 1 and os.path.basename(words[0]) == "env":
        return _env_problem(path, words[1:], env["PATH"])
    return ""


def _error_number(path: str, cwd: str) -> int:
    """Return the error that a start would meet, 0 if none is to be expected."""
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        return error.errno or errno.ENOENT
    except ValueError:
        return errno.ENOENT
    if not stat.S_ISREG(mode) or not os.access(path, os.X_OK):
        return errno.EACCES
    line = _first_line(path)
    if line.startswith(b"#!"):
        words = line[2:].split()
        interpreter = os.path.join(cwd, os.fsdecode(words[0])) if words else ""
        if not os.path.exists(interpreter):
            return errno.ENOENT
        return (
            0 if os.access(interpreter, os.X_OK) and os.path.isfile(interpreter) else errno.EACCES
        )
    readable = os.access(path, os.R_OK)
    return errno.ENOEXEC if readable and b"\0" not in _head(path) else 0


def _head(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(diagnosis.HEAD_BYTES)
    except OSError:
        return b""


def _first_line(path: str) -> bytes:
    return _head(path).split(b"\n", 1)[0]


def _crlf(path: str) -> str:
    shown, quoted = diagnosis.shown(path), diagnosis.quoted(path)
    return (
        f"{shown}: its first line ends in CRLF, a Windows line ending; "
        f"convert it with sed -i 's/\\r$//' {quoted}"
    )


def _env_problem(path: str, words: Sequence[str], search: str) -> str:
    """Look up what `#!/usr/bin/env NAME` would run, on the PATH that the hook will get."""
    names = [word for word in words if not word.startswith("-") and "=" not in word]
    if not names:
        return ""
    try:
        spawn.resolve_program(names[0], "/", search)
    except spawn.CannotRun as error:
        return f"{diagnosis.shown(path)}: its interpreter: {error.detail}"
    return ""


def _shell_problem(command: str, search: str, cwd: str) -> str:
    """Look up the first word of a command for /bin/sh, where that is a plain word."""
    found = _PLAIN_WORD.match(command)
    if not found or found.group(1) in _BUILTINS:
        return ""
    name = found.group(1)
    if "/" in name:
        path = os.path.join(cwd, name)
        if not os.path.exists(path):
            return f"/bin/sh would not find {name} in {cwd}; correct the path"
        if not os.access(path, os.X_OK) or os.path.isdir(path):
            return f"/bin/sh could not run {path}; run chmod +x {diagnosis.quoted(path)}"
        return ""
    try:
        spawn.resolve_program(name, "/", search)
    except spawn.CannotRun as error:
        return f"/bin/sh would not find it: {error.detail}"
    try:
        return _script_problem(shlex.split(command, comments=True), cwd)
    except ValueError:
        return ""


def _script_problem(argv: Sequence[str], cwd: str) -> str:
    """Look for the script that an interpreter is given; it counts from the working directory."""
    if not _INTERPRETER.fullmatch(os.path.basename(argv[0])):
        return ""
    script = next((word for word in argv[1:] if not word.startswith("-")), "")
    if any(word in ("-c", "-m", "-e") for word in argv[1:]) or not _SCRIPT.fullmatch(script):
        return ""
    if os.path.exists(os.path.join(cwd, script)):
        return ""
    return (
        f"{argv[0]} would not find {script} in {cwd}; an argument counts from there: name the "
        "script itself as the program, or give its absolute path"
    )
