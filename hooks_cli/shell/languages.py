"""Programs in other languages, and options whose value is a command."""

from __future__ import annotations

import re

from hooks_cli.shell import table
from hooks_cli.shell.expand import Arg
from hooks_cli.shell.model import Via, Word
from hooks_cli.shell.nesting import base_of, nested_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.walk import Context, Walker

# What makes an awk program more than a filter: a command, a pipe, or a file that it writes.
_AWK_CODE = re.compile(r"system[ \t]*\(|getline|@load")
_AWK_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_PIECE = re.compile(r"[;{}\n]")
_AWKS = {"awk", "gawk", "mawk", "nawk", "original-awk"}
_EDITORS = {"vi", "vim", "nvim", "ex", "view", "gvim", "vimdiff", "ed", "gdb", "lldb"}
_DATABASES = {"sqlite3", "sqlite", "psql", "mysql", "mariadb"}
_MAKES = {"make", "gmake", "bmake"}


def interpreter_run(walker: Walker, args: list[Arg], context: Context, name: str) -> None:
    """Report a program text in the words or on the standard input of an interpreter."""
    row = table.interpreter(name)
    assert row
    letters, longs, values = row
    at = 1
    while at < len(args):
        text = args[at].text
        if text is None or not text.startswith("-") or text == "-":
            break
        at += 1
        if text == "--":
            break
        long = text.lstrip("-").partition("=")[0]
        if long in longs.split():
            walker.kind("other-language", name)
            return
        if text.startswith("--"):
            continue
        for place, letter in enumerate(text[1:], 2):
            if letter in letters:
                walker.kind("other-language", name)
                return
            if letter in values:
                if letter == "m":
                    return
                at += place == len(text)
                break
    if at < len(args) and name == "deno" and args[at].text == "eval":
        walker.kind("other-language", name)
    elif at < len(args) and args[at].text not in {"-", "/dev/stdin"}:
        if args[at].word.text.startswith("<("):
            walker.kind("script-file", args[at].word.text)
    elif context.stdin.kind == "heredoc":
        walker.kind("other-language", name)
    elif context.stdin.kind == "pipe":
        walker.kind("stdin-to-interpreter", name)


def option_commands(walker: Walker, args: list[Arg], context: Context, name: str) -> None:
    """Report options whose value is a command; walk it if a shell reads it as it stands."""
    if name == "git":
        _git(walker, args, context)
    elif name in _AWKS:
        _awk(walker, args)
    elif name in {"sed", "gsed"}:
        if any(_sed_executes(arg.text or "") for arg in args[1:]):
            walker.kind("other-language", name)
    elif name in _EDITORS:
        _editor(walker, args, context, name)
    elif name in _DATABASES:
        if any(re.match(r"\s*(?:\.shell|\.system|\\!)", arg.text or "") for arg in args[1:]):
            walker.kind("other-language", name)
    elif name in _MAKES:
        _make(walker, args, context)
    elif name == "socat":
        _socat(walker, args, context)
    row = table.OPTION_COMMANDS.get(name)
    if row:
        _options(walker, args, context, row, name)


def _options(
    walker: Walker, args: list[Arg], context: Context, row: dict[str, str], name: str
) -> None:
    """Look for the options of a row; a value is attached, behind `=`, or the next word."""
    for at, arg in enumerate(args[1:], 1):
        text = arg.text or ""
        if not text.startswith("-") or len(text) == 1:
            continue
        option, equals, value = text.lstrip("-").partition("=")
        mode = row.get(option) if text.startswith("--") or not equals else None
        if mode is None and not text.startswith("--"):
            option, value = text[1:2], text[2:]
            mode = row.get(option)
            if mode is None and option.isalpha() and len(text) < 6:  # noqa: PLR2004 - a bundle
                mode = row.get(text[-1]) if name in {"nc", "ncat", "netcat"} else None
                value = ""
        if mode is None:
            continue
        follows = [args[at + 1]] if at + 1 < len(args) else []
        found = [Arg(Word("literal", value))] if value or equals else follows
        if mode == "action":
            command = value or (follows[0].text or "" if follows else "")
            if not command.startswith("exec="):
                continue
            found, mode = [Arg(Word("literal", command[5:]))], "run"
        walker.kind("other-language" if mode == "language" else "option-runs-command", text)
        if mode == "run" and found:
            inner = context.copy(apart=True, via=Via("option", f"{name} {text.partition('=')[0]}"))
            nested_text(walker, found, inner, "shell-string")


def _git(walker: Walker, args: list[Arg], context: Context) -> None:
    at = 1
    while at < len(args):
        text = args[at].text or ""
        if text == "-c" and at + 1 < len(args):
            _git_setting(walker, args[at + 1].text or "", context)
            at += 2
        elif text.startswith("--config-env="):
            walker.kind("option-runs-command", text)
            at += 1
        elif text in {"-C", "--git-dir", "--work-tree", "--namespace", "--exec-path"}:
            at += 2
        elif text.startswith("-"):
            at += 1
        else:
            break
    if at >= len(args):
        return
    sub = args[at].text or ""
    row = table.OPTION_COMMANDS.get("git-" + sub)
    if row:
        _options(walker, args[at:], context, row, "git " + sub)
    if sub == "submodule" and any(arg.text == "foreach" for arg in args[at:]):
        start = next(i for i, arg in enumerate(args) if arg.text == "foreach") + 1
        while start < len(args) and (args[start].text or "").startswith("-"):
            start += 1
        if start < len(args):
            inner = context.copy(apart=True, via=Via("shell-c", "git submodule foreach"))
            nested_text(walker, args[start:], inner, "shell-string")
    if sub == "config":
        values = [arg.text or "" for arg in args[at + 1 :] if not (arg.text or "").startswith("-")]
        if len(values) > 1:
            _git_setting(walker, values[0] + "=" + values[1], context)


def _git_setting(walker: Walker, setting: str, context: Context) -> None:
    key, _, value = setting.partition("=")
    key = key.lower()
    if key.startswith("alias."):
        if value.startswith("!"):
            walker.kind("option-runs-command", setting)
            inner = context.copy(apart=True, via=Via("option", f"git -c {key}"))
            walker.text(value[1:], inner)
        return
    if value in table.HARMLESS_VALUES or value in {"true", "false"}:
        return
    if key == "credential.helper" and not value.startswith(("!", "/")):
        return
    if key in table.GIT_COMMAND_KEYS or (
        key.endswith(table.GIT_COMMAND_ENDS) and key.count(".") > 1
    ):
        walker.kind("option-runs-command", setting)


def _awk(walker: Walker, args: list[Arg]) -> None:
    at = 1
    while at < len(args) and (args[at].text or "").startswith("-"):
        text = args[at].text or ""
        at += 1
        if text in {"-f", "--file"} or text.startswith("-f"):
            return
        if text == "--":
            break
        at += text in {"-F", "-v", "-i", "-l", "--assign", "--field-separator"}
    if at < len(args):
        program = args[at]
        if (
            _AWK_CODE.search(program.text or "")
            or _awk_prints_elsewhere(program.text or "")
            or (program.text is None and not program.word.text.startswith('"'))
        ):
            walker.kind("other-language", "awk")


def _awk_prints_elsewhere(program: str) -> bool:
    code = _AWK_STRING.sub('""', program).replace("||", "")
    outputs = [piece.partition("print")[2] for piece in _PIECE.split(code)]
    return any(">" in output or "|" in output for output in outputs)


def _sed_executes(script: str) -> bool:
    """Tell whether a sed script has the command `e` or the flag `e` of `s`."""
    for piece in _PIECE.split(script):
        command = piece.lstrip(" \t")
        if command.startswith("/"):  # an address
            command = command[1:].partition("/")[2]
        command = command.lstrip("0123456789$,! \t")
        if command == "e" or command.startswith(("e ", "e\t")):
            return True
        if command.startswith("s") and len(command) > 4:  # noqa: PLR2004 - `s/a//`
            flags = command.rpartition(command[1])[2]
            if "e" in flags and flags.isalnum() and command.count(command[1]) > 2:  # noqa: PLR2004
                return True
    return False


def _editor(walker: Walker, args: list[Arg], context: Context, name: str) -> None:
    for at, arg in enumerate(args[1:], 1):
        text = arg.text or ""
        if text in {"-c", "--cmd", "-ex", "-o", "--one-line"} and at + 1 < len(args):
            command = args[at + 1].text or ""
        elif text.startswith("+"):
            command = text[1:]
        elif name == "ed" and text.startswith("!"):
            command = text
        else:
            continue
        command = command.lstrip(": \t")
        for sign in ("!", "shell ", "platform shell "):
            if command.startswith(sign):
                walker.kind("option-runs-command", command)
                inner = context.copy(apart=True, via=Via("option", f"{name} {text}"))
                walker.text(command[len(sign) :], inner)
                break
        else:
            if re.search(r"system\s*\(|\bpy(?:thon)?3?\b|\blua\b|\bperl\b", command):
                walker.kind("other-language", name)


def _make(walker: Walker, args: list[Arg], context: Context) -> None:
    for at, arg in enumerate(args[1:], 1):
        text = arg.text or ""
        if text.startswith("SHELL="):
            walker.kind("option-runs-command", text)
        elif text in {"-f-", "--file=-", "--makefile=-"} or (
            text in {"-f", "--file", "--makefile"}
            and at + 1 < len(args)
            and args[at + 1].text in {"-", "/dev/stdin"}
        ):
            piped = context.stdin.kind == "pipe"
            walker.kind("stdin-to-interpreter" if piped else "other-language", "make")


def _socat(walker: Walker, args: list[Arg], context: Context) -> None:
    for arg in args[1:]:
        scheme, _, rest = (arg.text or "").partition(":")
        if scheme.upper() in {"EXEC", "SYSTEM", "SHELL"} and rest:
            walker.kind("option-runs-command", arg.text or "")
            command = rest.partition(",")[0].strip("'\"")
            inner = context.copy(apart=True, via=Via("option", f"{base_of(args[0])} {scheme}"))
            walker.text(command, inner)
