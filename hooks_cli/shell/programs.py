"""Commands inside commands: what a run runs in turn, by the name of its program."""

from __future__ import annotations

from hooks_cli.shell import builtins_, languages, options
from hooks_cli.shell.dialect import LANGUAGES, Dialect
from hooks_cli.shell.expand import Arg, Scope
from hooks_cli.shell.model import Stdin, Via, Word
from hooks_cli.shell.nesting import base_of, joined, nested, nested_text
from hooks_cli.shell.table import (
    DOCKER_SWITCHES,
    PREFIXES,
    SHELLS,
    SSH_COMMAND_OPTIONS,
    SSH_VALUES,
    SUBCOMMANDS,
    TMUX_STARTS,
    TMUX_VALUES,
    Prefix,
    interpreter,
)
from hooks_cli.shell.writes import program_writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hooks_cli.shell.walk import Context, Walker

STDIN = Word("unknown", "<stdin>")


def examine(walker: Walker, index: int, args: list[Arg], context: Context) -> None:
    """Look into one run: record what it runs, the files it writes, what cannot be known."""
    name = base_of(args[0])
    if not name:
        return
    special = _SPECIAL.get(name) or builtins_.BUILTINS.get(name)
    if special:
        special(walker, args, context)
    elif name in SHELLS:
        shell(walker, args, context)
    elif name in PREFIXES:
        prefix(walker, args, context, PREFIXES[name], name)
    elif interpreter(name):
        languages.interpreter_run(walker, args, context, name)
    subcommand(walker, args, context, name)
    languages.option_commands(walker, args, context, name)
    program_writes(walker, index, args, name)


def prefix(walker: Walker, args: list[Arg], context: Context, row: Prefix, name: str) -> None:
    """Read a program that runs the rest of its words."""
    at = options.skip(args, 1, row)
    if at < 0:
        return
    at += row.operands
    env = []
    while row.assigns and at < len(args) and options.is_assignment(args[at]):
        variable, _, value = (args[at].text or "").partition("=")
        env.append((variable, Word("literal", value)))
        at += 1
    if name == "mise" or (at < len(args) and args[at].text == "--"):
        at += args[at].text == "--" if at < len(args) else 0
    if at >= len(args):
        walker.code_in(tuple(env), path=False)
    elif name in {"busybox", "toybox"} and args[at].text in SHELLS:
        shell(walker, args[at:], context)  # an applet: no program of that name is started
    else:
        nested(walker, args[at:], context, Via(row.kind, name), env=tuple(env))


def subcommand(walker: Walker, args: list[Arg], context: Context, name: str) -> None:
    """Read `docker exec`, `uv run` and the like."""
    for at in range(1, min(len(args), 8)):
        text = args[at].text or ""
        row = SUBCOMMANDS.get((name, text))
        if row is None and at > 1:
            row = SUBCOMMANDS.get((args[at - 1].text or "", text))
        if row is None:
            continue
        rest = [args[at], *args[at + 1 :]]
        switches = DOCKER_SWITCHES if text == "run" and row.kind == "container" else None
        dashes = next((i for i, arg in enumerate(rest) if arg.text == "--"), 0)
        if dashes and name in {"kubectl", "oc", "mise", "lxc", "npm"}:
            start = dashes - row.operands  # what stands in front is the tool's own
        else:
            start = options.skip(rest, 1, row, switches)
        if start < 0:
            return
        start += row.operands
        if start < len(rest) and rest[start].text == "--":
            start += 1
        if start < len(rest):
            nested(walker, rest[start:], context, Via(row.kind, f"{name} {text}"))
        return


def shell(walker: Walker, args: list[Arg], context: Context) -> None:
    """Read a shell: a script in its words, in a file, or on its standard input."""
    name = base_of(args[0])
    script, at = options.shell_script(args)
    inner = context.copy(via=Via("shell-c", f"{name} -c"))
    inner.dialect = Dialect(LANGUAGES.get(name, "bash"))
    inner.certain = True
    inner.extglob = any(arg.text == "extglob" for arg in args[:at])
    outer = context.scope
    inner.scope = Scope()
    inner.scope.suspects = set(outer.suspects)
    if "exported functions" in outer.options:
        walker.kind("function-import", name)
    if script == "-c":
        if at >= len(args):
            return
        for number, arg in enumerate(args[at + 1 :]):
            inner.scope.values[str(number)] = None if arg.text is None else (arg.text,)
        rest = [arg.text for arg in args[at + 2 :]]
        if None not in rest:
            inner.scope.values["@"] = tuple(text or "" for text in rest)
        if args[at].word == STDIN:
            walker.kind("stdin-to-shell", name)
            return
        nested_text(walker, [args[at]], inner, "shell-string")
    elif script == "file" and args[at].text not in {"/dev/stdin", "-", "/dev/fd/0"}:
        walker.kind("script-file", args[at].word.text)
    elif script:
        inner.via = (*context.via, Via("heredoc", f"standard input of {name}"))
        script_on_stdin(walker, inner, name)


def script_on_stdin(walker: Walker, inner: Context, name: str) -> None:
    """Read a shell that takes its commands from standard input."""
    stdin = inner.stdin
    if stdin.kind == "pipe" or (stdin.kind == "heredoc" and stdin.text is None):
        walker.kind("stdin-to-shell", name)
    elif stdin.kind == "file" and stdin.path != Word("literal", "/dev/null"):
        walker.kind("script-file", stdin.path.text if stdin.path else "")
    elif stdin.kind == "heredoc" and stdin.text is not None:
        walker.text(stdin.text, inner)


def _env(walker: Walker, args: list[Arg], context: Context) -> None:
    """`env`: a prefix, but `-S` splits one word into many."""
    for at in range(1, len(args)):
        text = args[at].text
        if text is None or not text.startswith("-"):
            break
        value: list[Arg] = []
        if text in {"-S", "--split-string"}:
            value = args[at + 1 : at + 2]
            rest = args[at + 2 :]
        elif text.startswith("--split-string="):
            value, rest = [Arg(Word("literal", text.partition("=")[2]))], args[at + 1 :]
        elif not text.startswith("--") and "S" in text and text[1] in "Si0v":
            tail = text.partition("S")[2]
            value = [Arg(Word("literal", tail))] if tail else args[at + 1 : at + 2]
            rest = args[at + 1 + (not tail) :]
        else:
            continue
        if value and value[0].text is None:
            walker.kind("shell-string", value[0].word.text)
        elif value:
            words = options.split_string(value[0].text or "")
            split = [Arg(Word("literal", word)) for word in words]
            _env(walker, [args[0], *split, *rest], context)
        return
    prefix(walker, args, context, PREFIXES["env"], "env")


def _xargs(walker: Walker, args: list[Arg], context: Context) -> None:
    replace = ""
    at = 1
    while at < len(args):
        text = args[at].text
        if text is None or not text.startswith("-") or text == "-":
            break
        at += 1
        if text == "--":
            break
        if text in {"-I", "--replace", "-i"} or text.startswith(("-I", "-i", "--replace=")):
            attached = text.partition("=")[2] if text.startswith("--") else text[2:]
            replace = attached or "{}"
            if text == "-I" and at < len(args):
                replace = args[at].text or "{}"
                at += 1
        elif text in {"-d", "-E", "-L", "-n", "-P", "-s", "-a", "-R", "-S", "-J"} or (
            "=" not in text
            and text in {"--arg-file", "--delimiter", "--max-args", "--max-procs", "--max-chars",
                         "--max-lines", "--eof", "--process-slot-var"}
        ):  # fmt: skip
            at += 1
    command = args[at:] or [Arg(Word("literal", "echo"))]
    marked = [_with_input(arg, replace) for arg in command]
    command = marked if replace else [*command, Arg(STDIN)]
    inner = context.copy()
    inner.stdin = Stdin("none", context.stdin.runs)
    nested(walker, command, inner, Via("xargs", "xargs"))


def _with_input(arg: Arg, mark: str) -> Arg:
    """Return the word with its mark replaced by what comes from outside."""
    text = arg.text
    if text is None or mark not in text:
        return arg
    return Arg(STDIN if text == mark else Word("unknown", text))


def _find(walker: Walker, args: list[Arg], context: Context) -> None:
    at = 1
    while at < len(args):
        text = args[at].text
        at += 1
        if text not in {"-exec", "-execdir", "-ok", "-okdir"}:
            continue
        stop = at
        while (
            stop < len(args)
            and args[stop].text != ";"
            and not (args[stop].text == "+" and args[stop - 1].text == "{}")
        ):
            stop += 1
        command = [
            arg if "{}" not in (arg.text or "") else Arg(Word("unknown", arg.text or ""))
            for arg in args[at:stop]
        ]
        if command:
            nested(walker, command, context, Via("find", f"find {text}"))
        at = stop + 1


def _fd(walker: Walker, args: list[Arg], context: Context) -> None:
    for at, arg in enumerate(args[1:], 1):
        if arg.text in {"-x", "-X", "--exec", "--exec-batch"} and at + 1 < len(args):
            nested(walker, args[at + 1 :], context, Via("find", f"fd {arg.text}"))
            return


def _parallel(walker: Walker, args: list[Arg], context: Context) -> None:
    at = options.skip(args, 1, Prefix("jSPaNnLIXdE", "jobs sshlogin arg-file max-args delimiter"))
    command = []
    for arg in args[max(at, 1) :]:
        if (arg.text or "").startswith(":::"):
            break
        command.append(_with_input(arg, "{}"))
    if command:
        nested_text(walker, command, context.copy(via=Via("xargs", "parallel")), "")
    else:
        walker.kind("stdin-to-shell", "parallel")


def _string(values: str, operands: int = 0, longs: str = "") -> Callable[..., None]:
    """Return a reader of a program that joins its words and gives them to a shell."""
    row = Prefix(values, longs, operands)

    def read(walker: Walker, args: list[Arg], context: Context) -> None:
        name = base_of(args[0])
        at = options.skip(args, 1, row) + operands
        if 0 < at < len(args):
            nested_text(walker, args[at:], context.copy(via=Via("shell-c", name)), "shell-string")

    return read


def _command_option(walker: Walker, args: list[Arg], context: Context) -> None:
    """`su -c`, `script -c`, `flock -c`: an option holds a script; else a prefix."""
    name = base_of(args[0])
    found, value = options.find_value(args, "c", "command")
    if found:
        if value:
            inner = context.copy(apart=True, via=Via("shell-c", f"{name} -c"))
            nested_text(walker, [value], inner, "shell-string")
    elif name == "flock":
        prefix(walker, args, context, Prefix("wEc", "wait timeout conflict-exit-code", 1), name)
    elif name == "runuser" and any(arg.text in {"-u", "--user"} for arg in args):
        prefix(walker, args, context, PREFIXES["runuser"], name)
    elif name in {"su", "runuser", "script"} and context.stdin.kind in {"pipe", "heredoc"}:
        script_on_stdin(walker, context, name)


def _ssh(walker: Walker, args: list[Arg], context: Context) -> None:
    at = 1
    host: Arg | None = None
    while at < len(args):
        text = args[at].text or ""
        if text == "--" or not text.startswith("-"):
            at += text == "--"
            if host is not None or at >= len(args):
                break
            host = args[at]  # options may follow the host
            at += 1
            continue
        value: str | None = None
        for place, letter in enumerate(text[1:], 2):
            if letter in SSH_VALUES:
                value = text[place:]
                if not value and at + 1 < len(args):
                    at += 1
                    value = args[at].text
                break
        key, _, command = (value or "").partition("=")
        if key.strip().lower() in SSH_COMMAND_OPTIONS and command != "none":
            inner = context.copy(apart=True, via=Via("option", f"ssh -o {key}"))
            walker.text(command, inner)
        at += 1
    if host is None:
        return
    inner = context.copy(apart=True, via=Via("ssh", f"ssh {host.word.text}"))
    inner.scope = Scope()
    walker.kind("remote", host.word.text)
    if at < len(args):
        nested_text(walker, args[at:], inner, "shell-string")
    elif context.stdin.kind in {"pipe", "heredoc", "file"}:
        script_on_stdin(walker, inner, "ssh")


def _tmux(walker: Walker, args: list[Arg], context: Context) -> None:
    for at, arg in enumerate(args[1:], 1):
        if arg.text in TMUX_STARTS:
            start = options.skip(args, at + 1, Prefix(TMUX_VALUES))
            if 0 < start < len(args):
                inner = context.copy(apart=True, via=Via("shell-c", f"tmux {arg.text}"))
                nested_text(walker, args[start:], inner, "shell-string")
            return


def _later(walker: Walker, args: list[Arg], context: Context) -> None:
    """`at`, `batch`, `crontab -`: a shell runs later what comes on standard input."""
    name = base_of(args[0])
    if name == "crontab" and all(arg.text != "-" for arg in args):
        return
    if context.stdin.kind == "heredoc" and name == "crontab":
        walker.kind("stdin-to-shell", name)
        return
    script_on_stdin(walker, context.copy(apart=True, via=Via("heredoc", name)), name)


def _windows(walker: Walker, args: list[Arg], context: Context) -> None:
    from hooks_cli.shell.windows import nested_windows  # noqa: PLC0415 - rarely needed

    nested_windows(walker, args, context)


def _joined_words(walker: Walker, args: list[Arg], context: Context) -> None:
    """`sudo -s`, `doas -s`, `sudo -i`: a shell gets the words; without words it is a shell."""
    name = base_of(args[0])
    prefix(walker, args, context, PREFIXES[name], name)


_SPECIAL: dict[str, Callable[[Walker, list[Arg], Context], None]] = {
    "env": _env,
    "xargs": _xargs,
    "find": _find,
    "fd": _fd,
    "fdfind": _fd,
    "parallel": _parallel,
    "watch": _string("dnq", 0, "interval equexit"),
    "su": _command_option,
    "runuser": _command_option,
    "script": _command_option,
    "flock": _command_option,
    "ssh": _ssh,
    "autossh": _ssh,
    "tmux": _tmux,
    "at": _later,
    "batch": _later,
    "crontab": _later,
    "powershell": _windows,
    "pwsh": _windows,
    "powershell.exe": _windows,
    "pwsh.exe": _windows,
    "cmd": _windows,
    "cmd.exe": _windows,
    "sudo": _joined_words,
}

__all__ = ["examine", "joined"]
