"""Find the command behind the options of a program."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.expand import Arg
    from hooks_cli.shell.table import Prefix

_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_SPLIT = re.compile(r"""'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)|(\s+)""", re.DOTALL)


def is_assignment(arg: Arg) -> bool:
    """Tell whether a word reads `NAME=..`."""
    return _ASSIGNMENT.match(arg.text or arg.word.text) is not None


def skip(args: list[Arg], at: int, row: Prefix, switches: frozenset[str] | None = None) -> int:
    """Return where the operands start; -1 if an option says that nothing is run.

    With `switches`, all other long options take a value.
    """
    while at < len(args):
        text = args[at].text
        if text is None or len(text) < 2 or text[0] != "-":  # noqa: PLR2004 - `-` is an operand
            return at
        at += 1
        if text == "--":
            return at
        if text.startswith("--"):
            name, equals, _ = text[2:].partition("=")
            takes = name not in switches if switches is not None else name in row.longs
            at += takes and not equals
            continue
        for place, letter in enumerate(text[1:], 2):
            if letter in row.quiet:
                return -1
            if letter in row.values:
                at += place == len(text)
                break
    return at


def find_value(args: list[Arg], letter: str, long: str) -> tuple[bool, Arg | None]:
    """Find an option with a value anywhere; return whether it is there, and the value."""
    from hooks_cli.shell.expand import Arg  # noqa: PLC0415 - a cycle at load time
    from hooks_cli.shell.model import Word  # noqa: PLC0415

    for at, arg in enumerate(args[1:], 1):
        text = arg.text or arg.word.text
        following = args[at + 1] if at + 1 < len(args) else None
        if text == "--":
            break
        if text == f"--{long}":
            return True, following
        if text.startswith(f"--{long}="):
            return True, Arg(Word("literal", text.partition("=")[2]))
        if text.startswith("-") and not text.startswith("--") and letter in text:
            head, _, tail = text.partition(letter)
            if head[1:].isalpha() or head == "-":
                return True, Arg(Word("literal", tail)) if tail else following
    return False, None


def shell_script(args: list[Arg]) -> tuple[str, int]:
    """Return how a shell gets its script, and the index of the word.

    "-c": the first word behind all options is the script. "file": it is a file. "stdin": the
    script comes on standard input. "": nothing is run.
    """
    command = stdin = False
    at = 1
    while at < len(args):
        text = args[at].text
        if not text or text[0] not in "-+" or len(text) < 2:  # noqa: PLR2004
            if text == "-":
                at += 1
            break
        at += 1
        if text == "--":
            break
        if text.startswith("--"):
            if text in {"--rcfile", "--init-file", "--emulate"}:
                at += 1
            elif text in {"--version", "--help"}:
                return "", at
            elif text == "--command":
                command = True
            continue
        command = command or ("c" in text and text[0] == "-")
        stdin = stdin or "s" in text
        at += sum(letter in "oO" for letter in text[1:])
    if command:
        return "-c", at
    if stdin or at >= len(args):
        return "stdin", at
    return "file", at


def split_string(text: str) -> list[str]:
    """Split a string into words as `env -S` does: blanks, both quotes, backslashes."""
    words: list[str] = []
    current: list[str] | None = None
    for match in _SPLIT.finditer(text):
        if match[5] is not None:
            if current is not None:
                words.append("".join(current))
            current = None
            continue
        current = current or []
        piece = next((match[n] for n in (1, 2, 3, 4) if match[n] is not None), "")
        current.append("\\" + piece if match[3] is not None and piece not in "'\"\\ #$" else piece)
    if current is not None:
        words.append("".join(current))
    return words
