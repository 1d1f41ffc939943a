"""How a hook is started: its program, environment and directory (design sections 4 and 6)."""

from __future__ import annotations

import os

from hooks_cli import process, spawn
from hooks_cli._record import Record
from hooks_cli.config.files import home_directory
from hooks_cli.model import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hooks_cli.model import Hook

PASSED_ON = ("HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR")
FIXED = {"TERM": "dumb", "NO_COLOR": "1"}
# Variables that change what a program does before its first line; never passed on by name.
NEVER_PASSED = frozenset(
    (
        "IFS",
        "CDPATH",
        "ENV",
        "BASH_ENV",
        "BASHOPTS",
        "SHELLOPTS",
        "PS4",
        "GLOBIGNORE",
        "ZDOTDIR",
        "PERL5LIB",
        "PERLLIB",
        "PERL5OPT",
        "PERL5DB",
        "PYTHONPATH",
        "PYTHONHOME",
        "PYTHONSTARTUP",
        "PYTHONINSPECT",
        "PYTHONUSERBASE",
        "RUBYLIB",
        "RUBYOPT",
        "NODE_OPTIONS",
        "NODE_PATH",
        "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS",
        "JAVA_OPTS",
        "GIT_EXEC_PATH",
        "GCONV_PATH",
        "LOCALDOMAIN",
        "RES_OPTIONS",
        "HOSTALIASES",
        "NLSPATH",
        "PATH_LOCALE",
    )
)
NEVER_PREFIXES = ("LD_", "_RLD", "DYLD_", "BASH_FUNC_", "HOOKCTL_")


class Surroundings(Record):
    """What hooks of one dispatch have in common: identity, place, and the way to run them.

    `run` has the signature of `process.run` without the two about interruption.
    """

    id: str
    event: str
    host: str
    workspace: str
    environ: Mapping[str, str]
    depth: int = 0
    run: Callable[..., Outcome] = process.run


def run_hook(hook: Hook, stdin: bytes, timeout: float, around: Surroundings) -> Outcome:
    """Run one hook and return what happened; never raises for what the hook does."""
    environment = environment_of(hook, around)
    try:
        program = spawn.resolve_program(hook.argv[0], hook.base, environment["PATH"])
    except spawn.CannotRun as error:
        return Outcome("cannot_run", detail=error.detail)
    argv = (program, *hook.argv[1:])
    cwd = os.path.join(hook.base, hook.cwd) if hook.cwd else around.workspace
    if hook.detach:
        return process.start_detached(argv, stdin=stdin, env=environment, cwd=cwd)
    return around.run(argv, stdin=stdin, env=environment, cwd=cwd, timeout=timeout)


def environment_of(hook: Hook, around: Surroundings) -> dict[str, str]:
    """Return the whole environment of a hook: what the list names, and nothing else."""
    environ = around.environ
    names = [name for name in environ if name in PASSED_ON or name.startswith("LC_")]
    names += [name for name in hook.pass_env if name in environ and may_pass(name)]
    result = {name: environ[name] for name in names}
    result["PATH"] = spawn.clean_path(environ.get("PATH"))
    result.update(FIXED)
    result.update(hook.env)
    result["PATH"] = spawn.clean_path(result["PATH"])
    result.update(
        HOOKCTL_EVENT=around.event,
        HOOKCTL_HOST=around.host,
        HOOKCTL_HOOK=hook.name,
        HOOKCTL_ID=around.id,
        HOOKCTL_WORKSPACE=around.workspace,
        HOOKCTL_CONFIG_DIR=hook.config_dir,
        HOOKCTL_DEPTH=str(around.depth + 1),
    )
    return result


def may_pass(name: str) -> bool:
    """Tell whether a variable may be passed on at all."""
    return name not in NEVER_PASSED and not name.startswith(NEVER_PREFIXES)


def workspace(
    wanted: str | None, environ: Mapping[str, str], config_dir: str = ""
) -> tuple[str, str]:
    """Return the directory that the action belongs to, and a warning or "".

    The payload's workspace root if it exists, else our own directory; if that is gone, the
    configuration's directory, HOME, `/` (design section 4).
    """
    if wanted and os.path.isabs(wanted) and "\0" not in wanted and os.path.isdir(wanted):
        return os.path.normpath(wanted), ""
    lost = f"workspace {wanted!r} does not exist" if wanted else ""
    try:
        return os.getcwd(), f"{lost}: using the current directory" if lost else ""
    except OSError:
        places = (config_dir, home_directory(environ), "/")
        place = next(place for place in places if place and os.path.isdir(place))
        lost = lost or "the current directory does not exist any more"
        return place, f"{lost}: using {place}"
