"""Start one program, and say in plain words why it cannot be started.

`os.posix_spawn` starts a child without copying our memory and without the module `subprocess`,
which costs more to import than the rest of a dispatch (design section 14).
"""

from __future__ import annotations

import errno
import os
import signal
import stat

from hooks_cli._lazy import Lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hooks_cli import diagnosis
else:
    diagnosis = Lazy("hooks_cli.diagnosis")

DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# Ignored signals stay ignored in a new program. Python ignores SIGPIPE and SIGXFSZ, and whoever
# started us may have ignored more; a hook starts with the default for every ordinary signal.
DEFAULT_SIGNALS = tuple(
    number for number in range(1, 32) if number not in (signal.SIGKILL, signal.SIGSTOP)
)


class CannotRun(Exception):  # noqa: N818 - named after the fate that it leads to
    """A program could not be started; `detail` names the file, the cause and the remedy."""

    def __init__(self, detail: str) -> None:
        """Keep the sentence that the user will read."""
        super().__init__(detail)
        self.detail = detail


def clean_path(path: str | None) -> str:
    """Drop the empty and relative entries of a PATH; they would find programs of the project.

    If nothing is left, the result is the usual list of system directories.
    """
    kept = [entry for entry in (path or "").split(":") if entry.startswith("/")]
    return ":".join(kept) or DEFAULT_PATH


def resolve_program(name: str, base: str, path: str) -> str:
    """Return the absolute path of a program as a hook names it.

    A relative name with a `/` belongs to the directory `base`; a bare name is searched for in
    the absolute entries of `path`. Symlinks are not followed. Raises CannotRun if a bare name is
    not found; whether a named file can be run is seen when it is started.
    """
    if not name:
        raise CannotRun(diagnosis.EMPTY)
    if "/" in name:
        return name if name.startswith("/") else os.path.normpath(os.path.join(base, name))
    refused = ""
    entries = [entry for entry in path.split(":") if entry.startswith("/")]
    for entry in entries:
        candidate = os.path.join(entry, name)
        try:
            if not stat.S_ISREG(os.stat(candidate).st_mode):
                continue
            if os.access(candidate, os.X_OK):
                return candidate
            refused = refused or candidate
        except OSError:
            continue
        except ValueError:  # a NUL or a lone surrogate: no file can have this name
            break
    if refused:
        code = diagnosis.code(errno.EACCES)
        remedy = f"run chmod +x {diagnosis.quoted(refused)}"
        raise CannotRun(f"{diagnosis.shown(refused)}: it is not executable ({code}); {remedy}")
    where = ":".join(map(diagnosis.shown, entries)) or "an empty PATH"
    remedy = "install it or give its absolute path"
    raise CannotRun(f"{diagnosis.shown(name)}: command not found in {where}; {remedy}")


def spawn(
    argv: Sequence[str], env: Mapping[str, str], cwd: str, stdio: tuple[int, int, int]
) -> int:
    """Start `argv` in a session of its own and return its pid; raise CannotRun if it cannot.

    `argv[0]` is an absolute path. `stdio` are our descriptors that become 0, 1 and 2 of the
    program; all others of ours must be close-on-exec (see `standard.repair`). The new session
    has no terminal, so no hook can hang at a prompt, and its process group has the number of
    the pid, so that the whole of it can be ended (design section 13).
    """
    if any(source < target for target, source in enumerate(stdio)):
        raise CannotRun("hookctl's own standard streams are closed; open descriptors 0 to 2")
    actions = [(os.POSIX_SPAWN_DUP2, source, target) for target, source in enumerate(stdio)]
    before = _working_directory()
    try:
        # posix_spawn cannot change the directory, so we go there ourselves for a moment. That
        # is safe because hookctl has one thread: nothing else can look up a path meanwhile.
        _enter(cwd)
        return os.posix_spawn(
            argv[0],
            list(argv),
            env,
            file_actions=actions,
            setsid=True,
            setsigmask=(),
            setsigdef=DEFAULT_SIGNALS,
        )
    except OSError as error:
        raise CannotRun(diagnosis.explain(error.errno or 0, argv, env, cwd)) from error
    except (IndexError, TypeError, ValueError) as error:
        raise CannotRun(diagnosis.explain_text(error, argv, env)) from error
    except NotImplementedError as error:
        raise CannotRun(f"this system cannot start a hook in a new session ({error})") from error
    finally:
        _return_to(before)


def _working_directory() -> int:
    """Open the directory we are in, which may have no name any more; -1 if that fails."""
    try:
        return os.open(".", getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return -1


def _enter(cwd: str) -> None:
    """Go to the working directory of the hook."""
    try:
        os.chdir(cwd)
    except OSError as error:
        cause = f"{os.strerror(error.errno or 0)} ({diagnosis.code(error.errno or 0)})"
        detail = f"working directory {diagnosis.shown(cwd)}: {cause}; create it or set another cwd"
        raise CannotRun(detail) from error
    except ValueError as error:  # a NUL or a lone surrogate
        detail = f"working directory {diagnosis.shown(cwd)}: not a valid path; set another cwd"
        raise CannotRun(detail) from error


def _return_to(before: int) -> None:
    """Go back to where we were; if that fails, nothing of ours depends on it."""
    if before < 0:
        return
    try:
        os.fchdir(before)
    except OSError:
        return
    finally:
        os.close(before)
