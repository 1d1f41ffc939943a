"""Start one program, and say in plain words why it cannot be started.

`os.posix_spawn` starts a child without copying our memory and without the module `subprocess`,
which costs more to import than the rest of a dispatch (design section 14).
"""

from __future__ import annotations

import errno
import os
import signal
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
HEAD_BYTES = 512  # of a program that did not start; Linux itself reads 256 for the first line
STRING_BYTES = 131072  # Linux refuses an argument or a NAME=value of this size (MAX_ARG_STRLEN)
BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
EMPTY = "the command is empty; name a program"
PLAIN = "/._-+@%:,"

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
        raise CannotRun(EMPTY)
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
        code = _code(errno.EACCES)
        remedy = f"run chmod +x {_quoted(refused)}"
        raise CannotRun(f"{_shown(refused)}: it is not executable ({code}); {remedy}")
    where = ":".join(map(_shown, entries)) or "an empty PATH"
    raise CannotRun(
        f"{_shown(name)}: command not found in {where}; install it or give its absolute path"
    )


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
        raise CannotRun(_explain(error.errno or 0, argv, env, cwd)) from error
    except (IndexError, TypeError, ValueError) as error:
        raise CannotRun(_explain_text(error, argv, env)) from error
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
        cause = f"{os.strerror(error.errno or 0)} ({_code(error.errno or 0)})"
        detail = f"working directory {_shown(cwd)}: {cause}; create it or set another cwd"
        raise CannotRun(detail) from error
    except ValueError as error:  # a NUL or a lone surrogate
        detail = f"working directory {_shown(cwd)}: not a valid path; set another cwd"
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


def _explain(number: int, argv: Sequence[str], env: Mapping[str, str], cwd: str) -> str:
    """Turn the error number of a failed start into one sentence with cause and remedy."""
    cause, remedy = _diagnose(number, argv, env, cwd)
    return f"{_shown(argv[0])}: {cause} ({_code(number)}); {remedy}"


def _diagnose(
    number: int, argv: Sequence[str], env: Mapping[str, str], cwd: str
) -> tuple[str, str]:
    path = argv[0]
    if number == errno.E2BIG:
        return _too_big(argv, env), "pass data on standard input"
    if number in (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE):
        return os.strerror(number), "end other processes or raise the limit (ulimit -u, -v, -n)"
    if number == errno.ETXTBSY:
        return "it is open for writing", "close it in the program that is writing it"
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        return _diagnose_path(error.errno or number, path)
    if stat.S_ISDIR(mode):
        return "it is a directory", "name a program in it"
    if not stat.S_ISREG(mode):
        return "it is not a regular file", "name a program"
    if number == errno.EACCES and not os.access(path, os.X_OK):
        return "it is not executable", f"run chmod +x {_quoted(path)}"
    return _diagnose_content(number, path, cwd)


def _diagnose_path(number: int, path: str) -> tuple[str, str]:
    """Explain a program that is not there, or cannot be looked at."""
    if number == errno.ENOENT and os.path.islink(path):
        return f"it links to {_shown(os.readlink(path))}, which does not exist", "repair the link"
    if number == errno.ENOENT:
        return "the program does not exist", "correct the path or install it"
    if number == errno.ELOOP:
        return "its symlinks form a loop", "repair the link"
    return os.strerror(number), "check the path and the rights on its directories"


def _diagnose_content(number: int, path: str, cwd: str) -> tuple[str, str]:
    """Explain a program that is there and executable, from its first bytes."""
    head = _head(path)
    if head is None:
        return f"{os.strerror(number)}, and it cannot be read", f"run chmod +r {_quoted(path)}"
    if not head:
        return "it is empty", "write the script or remove the hook"
    if head.startswith(BYTE_ORDER_MARKS):
        mark = "a byte order mark (BOM) stands before its first line"
        return mark, "save it as UTF-8 without BOM"
    if head.startswith(b"#!"):
        return _diagnose_shebang(number, path, head, cwd)
    if number == errno.ENOEXEC and b"\0" not in head:
        return 'it does not start with "#!"', "begin it with a line such as #!/bin/sh"
    if number in (errno.ENOEXEC, errno.ENOENT):
        return "it was not built for this system", "install the right build"
    if number == errno.EACCES and os.statvfs(path).f_flag & getattr(os, "ST_NOEXEC", 8):
        return "its file system is mounted noexec", "move it elsewhere"
    return os.strerror(number), "try it alone in a shell"


def _diagnose_shebang(number: int, path: str, head: bytes, cwd: str) -> tuple[str, str]:
    """Explain a script whose interpreter is the culprit; the system blames the script."""
    line = head[2:].split(b"\n", 1)[0].replace(b"\t", b" ").strip(b" ")
    wanted = os.fsdecode(line.partition(b" ")[0])
    if wanted.endswith("\r"):
        cause = "its first line ends in CRLF, a Windows line ending"
        return cause, f"convert it with sed -i 's/\\r$//' {_quoted(path)}"
    if not wanted:
        return 'nothing follows the "#!"', "write #!/bin/sh or the like"
    interpreter = os.path.join(cwd, wanted)
    if not os.path.exists(interpreter):
        cause = f"its interpreter {_shown(wanted)} does not exist"
        return cause, "install that or correct the first line"
    if os.path.isdir(interpreter) or not os.access(interpreter, os.X_OK):
        return f"its interpreter {_shown(wanted)} is not executable", "correct the first line"
    return f"{os.strerror(number)} with interpreter {_shown(wanted)}", "try that in a shell"


def _explain_text(error: Exception, argv: Sequence[str], env: Mapping[str, str]) -> str:
    """Explain text that no program can be given, without repeating a value (it may be secret)."""
    if not argv or argv[0] == "":
        return EMPTY
    for index, argument in enumerate(argv):
        if fault := _text_fault(argument):
            return f"argument {index} {fault}; remove it"
    for name, value in env.items():
        if not name or "=" in name:
            return f'environment name {name!a} is empty or contains "="; rename it'
        if fault := _text_fault(name):
            return f"environment name {name!a} {fault}; rename it"
        if fault := _text_fault(value):
            return f"environment variable {_shown(name)} {fault}; remove it"
    return f"{_shown(argv[0])}: {error}"


def _text_fault(text: object) -> str:
    if not isinstance(text, str):
        return "is not text"
    if "\0" in text:
        return "contains a NUL character"
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return "contains a lone surrogate or another character that cannot be encoded"
    return ""


def _too_big(argv: Sequence[str], env: Mapping[str, str]) -> str:
    """Name the string that is too big, if it is a single one."""
    for index, argument in enumerate(argv):
        if len(os.fsencode(argument)) >= STRING_BYTES:
            return f"argument {index} is too big"
    for name, value in env.items():
        if len(os.fsencode(name)) + len(os.fsencode(value)) + 1 >= STRING_BYTES:
            return f"environment variable {_shown(name)} is too big"
    return "arguments and environment together are too big"


def _head(path: str) -> bytes | None:
    """Read the start of a file, None if it cannot be read; never wait, should it be a pipe."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        return os.read(file, HEAD_BYTES)
    except OSError:
        return None
    finally:
        os.close(file)


def _code(number: int) -> str:
    return errno.errorcode.get(number, f"errno {number}")


def _shown(path: str) -> str:
    """Return a path fit for a message: one line, encodable, without control characters."""
    return path if path.isprintable() else ascii(path)


def _quoted(path: str) -> str:
    """Quote a path for a shell command that the user may copy."""
    if not path.isprintable():
        return ascii(path)
    if all(character.isalnum() or character in PLAIN for character in path):
        return path
    return "'" + path.replace("'", "'\\''") + "'"
