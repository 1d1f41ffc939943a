"""Builtins that run other commands, or change what later commands mean."""

from __future__ import annotations

import re

from hooks_cli.shell.expand import Arg, Scope
from hooks_cli.shell.model import Via, Word
from hooks_cli.shell.nesting import nested, nested_text
from hooks_cli.shell.words import FIRST_TEMPLATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hooks_cli.shell.walk import Context, Walker

_HIDDEN = re.compile(r"\[[^\]]*(?:\$\(|`)")


def _eval(walker: Walker, args: list[Arg], context: Context) -> None:
    rest = args[1:]
    if rest and rest[0].text == "--":
        rest = rest[1:]
    if rest:
        nested_text(walker, rest, context.copy(via=Via("eval", "eval")), "shell-string")


def _source(walker: Walker, args: list[Arg], context: Context) -> None:
    rest = args[1:]
    if rest and rest[0].text == "--":
        rest = rest[1:]
    if not rest:
        return
    text = context.stdin.text
    if rest[0].text in {"/dev/stdin", "/dev/fd/0"} and text is not None:
        walker.text(text, context.copy(via=Via("heredoc", "standard input of source")))
    else:
        walker.kind("sourced", rest[0].word.text)


def _command(walker: Walker, args: list[Arg], context: Context) -> None:
    at = 1
    while at < len(args) and (args[at].text or "").startswith("-"):
        text = args[at].text or ""
        at += 1
        if text == "--":
            break
        if "v" in text or "V" in text:
            return
    if at < len(args):
        name = args[0].text or ""
        _same_shell(walker, args[at:], context, Via("wrapper", name))


def _same_shell(walker: Walker, args: list[Arg], context: Context, via: Via) -> None:
    """Record a command that runs in this shell, so that `builtin eval` can assign here."""
    walker.run(args, context.copy(via=via))


def _exec(walker: Walker, args: list[Arg], context: Context) -> None:
    at = 1
    shown: Arg | None = None
    login = False
    while at < len(args) and (args[at].text or "").startswith("-"):
        text = args[at].text or ""
        at += 1
        if text == "--":
            break
        login = login or "l" in text.partition("a")[0]
        if "a" in text:
            tail = text.partition("a")[2]
            shown = Arg(Word("literal", tail)) if tail else (args[at] if at < len(args) else None)
            at += not tail
    if at >= len(args):
        return
    command = args[at:]
    program = None
    if shown or login:
        program = command[0].values[0]
        front = shown or command[0]
        if login:
            front = Arg(Word(front.word.kind, "-" + front.word.text))
        command = [front, *command[1:]]
    nested(walker, command, context, Via("wrapper", "exec"), program=program)


def _trap(walker: Walker, args: list[Arg], context: Context) -> None:
    rest = [arg for arg in args[1:] if arg.text != "--"]
    if len(rest) > 1 and rest[0].text not in {"-", "", "-p", "-l"}:
        inner = context.copy(maybe=True, via=Via("eval", "trap"))
        nested_text(walker, rest[:1], inner, "shell-string")


def _with_more_words(letter: str, more: str) -> Callable[[Walker, list[Arg], Context], None]:
    """Return a reader of a builtin that calls a command with words of its own behind it."""

    def read(walker: Walker, args: list[Arg], context: Context) -> None:
        for at, arg in enumerate(args[1:-1], 1):
            if arg.text == letter:
                value = args[at + 1]
                inner = context.copy(via=Via("eval", f"{args[0].text} {letter}"))
                if value.text is None:
                    walker.kind("shell-string", value.word.text)
                else:
                    walker.text(value.text + " " + FIRST_TEMPLATE, inner, (more,))

    return read


def _alias(walker: Walker, args: list[Arg], context: Context) -> None:
    for arg in args[1:]:
        text = arg.text
        if text in {"-g", "-s"}:
            walker.kind("alias", f"alias {text}")
        elif text and "=" in text:
            name, _, value = text.partition("=")
            context.scope.aliases[name] = value


def _shopt(_walker: Walker, args: list[Arg], context: Context) -> None:
    texts = [arg.text for arg in args]
    if "expand_aliases" in texts and "-s" in texts:
        context.scope.options.add("expand_aliases")


def _variables(walker: Walker, args: list[Arg], context: Context) -> None:
    """`export`, `declare`, `local`, `readonly`: assignments as operands."""
    flags = "".join(arg.text or "" for arg in args[1:] if (arg.text or "").startswith("-"))
    if "f" in flags and (args[0].text == "export" or "x" in flags):
        context.scope.options.add("exported functions")
    for arg in args[1:]:
        text = arg.text
        if not text or "=" not in text:
            continue
        name, _, value = text.partition("=")
        if _HIDDEN.search(value):
            context.scope.suspects.add(name)
        _subscript(walker, name)
        once = walker.budget.assigned.get(name) == 1 and context.certain
        context.scope.values[name] = (value,) if once and args[0].text != "local" else None
        if args[0].text == "export" or "x" in flags:
            walker.code_in(((name, Word("literal", value)),), path=False)


def _unset(walker: Walker, args: list[Arg], context: Context) -> None:
    for arg in args[1:]:
        if arg.text:
            _subscript(walker, arg.text)
            context.scope.values[arg.text] = None
            scope: Scope | None = context.scope
            while scope is not None:
                scope.functions.pop(arg.text, None)
                scope = scope.parent


def _names(walker: Walker, args: list[Arg], context: Context) -> None:
    """`read`, `let`, `getopts`, ..: operands are names, whose subscripts are evaluated."""
    for arg in args[1:]:
        if arg.text:
            _subscript(walker, arg.text)
            context.scope.values[arg.text.partition("=")[0]] = None


def _option_name(walker: Walker, args: list[Arg], context: Context) -> None:
    """`printf -v NAME`, `test -v NAME`, `wait -p NAME`: one option holds a name."""
    for at, arg in enumerate(args[1:-1], 1):
        if arg.text in {"-v", "-R", "-p"} and args[at + 1].text:
            _subscript(walker, args[at + 1].text or "")
            context.scope.values[args[at + 1].text or ""] = None
        elif (arg.text or "").startswith("-v"):
            _subscript(walker, arg.text or "")


def _subscript(walker: Walker, text: str) -> None:
    if _HIDDEN.search(text):
        walker.kind("arith-eval", text)


def _enable(walker: Walker, args: list[Arg], _context: Context) -> None:
    if any(arg.text == "-f" for arg in args):
        walker.kind("builtin-load", "enable -f")


BUILTINS: dict[str, Callable[[Walker, list[Arg], Context], None]] = {
    "eval": _eval,
    ".": _source,
    "source": _source,
    "command": _command,
    "builtin": _command,
    "exec": _exec,
    "trap": _trap,
    "compgen": _with_more_words("-C", "<completion words>"),
    "mapfile": _with_more_words("-C", "<stdin>"),
    "readarray": _with_more_words("-C", "<stdin>"),
    "alias": _alias,
    "shopt": _shopt,
    "export": _variables,
    "declare": _variables,
    "typeset": _variables,
    "readonly": _variables,
    "local": _variables,
    "unset": _unset,
    "read": _names,
    "let": _names,
    "getopts": _names,
    "printf": _option_name,
    "test": _option_name,
    "[": _option_name,
    "wait": _option_name,
    "enable": _enable,
}
