"""Say why a program could not be started: one sentence with the cause and the remedy.

The system's own words mislead: it blames the script when its interpreter is missing. The file is
only looked at after a start has failed.
"""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

EMPTY = "the command is empty; name a program"
HEAD_BYTES = 512  # of a program that did not start; Linux itself reads 256 for the first line
STRING_BYTES = 131072  # Linux refuses an argument or a NAME=value of this size (MAX_ARG_STRLEN)
BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
PLAIN = "/._-+@%:,"


def explain(number: int, argv: Sequence[str], env: Mapping[str, str], cwd: str) -> str:
    """Turn the error number of a failed start into one sentence with cause and remedy."""
    cause, remedy = _diagnose(number, argv, env, cwd)
    return f"{shown(argv[0])}: {cause} ({code(number)}); {remedy}"


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
        return "it is not executable", f"run chmod +x {quoted(path)}"
    return _diagnose_content(number, path, cwd)


def _diagnose_path(number: int, path: str) -> tuple[str, str]:
    """Explain a program that is not there, or cannot be looked at."""
    if number == errno.ENOENT and os.path.islink(path):
        return f"it links to {shown(os.readlink(path))}, which does not exist", "repair the link"
    if number == errno.ENOENT:
        return "the program does not exist", "correct the path or install it"
    if number == errno.ELOOP:
        return "its symlinks form a loop", "repair the link"
    return os.strerror(number), "check the path and the rights on its directories"


def _diagnose_content(number: int, path: str, cwd: str) -> tuple[str, str]:
    """Explain a program that is there and executable, from its first bytes."""
    head = _head(path)
    if head is None:
        return f"{os.strerror(number)}, and it cannot be read", f"run chmod +r {quoted(path)}"
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
        return cause, f"convert it with sed -i 's/\\r$//' {quoted(path)}"
    if not wanted:
        return 'nothing follows the "#!"', "write #!/bin/sh or the like"
    interpreter = os.path.join(cwd, wanted)
    if not os.path.exists(interpreter):
        cause = f"its interpreter {shown(wanted)} does not exist"
        return cause, "install that or correct the first line"
    if os.path.isdir(interpreter) or not os.access(interpreter, os.X_OK):
        return f"its interpreter {shown(wanted)} is not executable", "correct the first line"
    return f"{os.strerror(number)} with interpreter {shown(wanted)}", "try that in a shell"


def explain_text(error: Exception, argv: Sequence[str], env: Mapping[str, str]) -> str:
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
            return f"environment variable {shown(name)} {fault}; remove it"
    return f"{shown(argv[0])}: {error}"


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
            return f"environment variable {shown(name)} is too big"
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


def code(number: int) -> str:
    """Return the name of an error number."""
    return errno.errorcode.get(number, f"errno {number}")


def shown(path: str) -> str:
    """Return a path fit for a message: one line, encodable, without control characters."""
    return path if path.isprintable() else ascii(path)


def quoted(path: str) -> str:
    """Quote a path for a shell command that the user may copy."""
    if not path.isprintable():
        return ascii(path)
    if all(character.isalnum() or character in PLAIN for character in path):
        return path
    return "'" + path.replace("'", "'\\''") + "'"
