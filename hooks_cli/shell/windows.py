"""PowerShell and cmd: enough of their words to name the programs that run.

This is no parser of either language: the kind `dialect` says so in every answer. Commands are
split at separators and blocks, quotes and escapes are removed, and values stay unknown.
"""

from __future__ import annotations

from hooks_cli.shell.expand import Arg
from hooks_cli.shell.model import Via, Word, Write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.walk import Context, Walker

_KEYWORDS = {
    "if", "else", "elseif", "foreach", "for", "while", "do", "until", "switch", "function", "try",
    "catch", "finally", ".", "param", "return", "begin", "process", "end", "filter",
}  # fmt: skip
_SOURCE_LENGTH = 200  # how much of an expression is shown
_INVOKE = {"invoke-expression", "iex"}
_CMD_KEYWORDS = {"if", "else", "do", "in", "not", "exist"}


def walk_windows(walker: Walker, text: str, context: Context) -> None:
    """Record the commands of a PowerShell or cmd text."""
    walker.budget.enter()
    walker.budget.spend(4 * len(text))
    if context.dialect.name == "cmd":
        _cmd(walker, text, context)
    else:
        _powershell(walker, text, context)
    walker.budget.leave()


def nested_windows(walker: Walker, args: list[Arg], context: Context) -> None:
    """Read `powershell -Command ..` and `cmd /c ..` as started from any shell."""
    from hooks_cli.shell.dialect import Dialect  # noqa: PLC0415
    from hooks_cli.shell.nesting import base_of  # noqa: PLC0415

    name = base_of(args[0]).lower().removesuffix(".exe")
    inner = context.copy(apart=True, via=Via("shell-c", name))
    for at, arg in enumerate(args[1:], 1):
        option = (arg.text or "").lower()
        rest = args[at + 1 :]
        if name == "cmd":
            if option[:2] in {"/c", "/k"}:
                head = [Arg(Word("literal", option[2:]))] if option[2:] else []
                inner.dialect = Dialect("cmd")
                _joined(walker, [*head, *rest], inner)
                return
        elif option.startswith("-") and len(option) > 1:
            if "-encodedcommand".startswith(option) or option == "-ec":
                walker.kind("shell-string", "-EncodedCommand")
                return
            if "-command".startswith(option):
                inner.dialect = Dialect("powershell")
                _joined(walker, rest, inner)
                return
            if "-file".startswith(option):
                walker.kind("script-file", rest[0].word.text if rest else "")
                return


def _joined(walker: Walker, args: list[Arg], context: Context) -> None:
    if any(arg.text is None for arg in args):
        walker.kind("shell-string", " ".join(arg.word.text for arg in args))
    text = " ".join(arg.text if arg.text is not None else arg.word.text for arg in args)
    walk_windows(walker, text, context)


def _without(words: list[Word], keywords: set[str]) -> list[Word]:
    """Return the words behind the keywords in front."""
    start = 0
    while start < len(words) and words[start].text.lower().lstrip("@") in keywords:
        start += 1
    return words[start:]


def _record(walker: Walker, words: list[Word], context: Context) -> None:
    if not words:
        return
    walker.run([Arg(word) for word in words], context)
    name = words[0].text.lower()
    if name in _INVOKE and len(words) > 1:
        if any(word.kind != "literal" for word in words[1:]):
            walker.kind("shell-string", words[1].text)
        else:
            inner = context.copy(via=Via("eval", words[0].text))
            walk_windows(walker, words[1].text, inner)
    elif name in {"set-content", "add-content", "out-file", "sc", "ac", "tee-object"}:
        operands = [word for word in words[1:] if not word.text.startswith("-")]
        walker.program_writes += [Write(word, words[0].text) for word in operands[:1]]


def _powershell(walker: Walker, text: str, context: Context) -> None:
    words: list[Word] = []
    groups: list[list[Word]] = []
    redirect = False
    at = 0
    while at <= len(text):
        character = text[at] if at < len(text) else "\n"
        if character in " \t\r":
            at += 1
        elif character == "#":
            at = _line_end(text, at)
        elif character in ";|\n&{}()":
            at += 1
            if character == "(":  # an expression: what is in it runs first, its value is unknown
                if words:
                    stop = text.find(")", at, at + _SOURCE_LENGTH)
                    source = text[at - 1 : (stop if stop >= 0 else at + _SOURCE_LENGTH) + 1]
                    words.append(Word("unknown", source))
                groups.append(words)
                words = []
            elif character == ")":
                _statement(walker, words, context)
                words = groups.pop() if groups else []
            else:
                _statement(walker, words, context)
                words = []
        elif character == ">":
            redirect = True
            at += 1
        else:
            word, at = _powershell_word(text, at)
            if redirect:
                walker.writes.append(Write(word))
                redirect = False
            elif word.text not in {"1", "2", "*"} or text[at : at + 1] != ">":
                words.append(word)
    for group in groups:
        _statement(walker, group, context)


def _line_end(text: str, at: int) -> int:
    stop = text.find("\n", at)
    return len(text) if stop < 0 else stop


def _statement(walker: Walker, words: list[Word], context: Context) -> None:
    """Record one statement unless it is a keyword, an assignment or a plain value."""
    words = _without(words, _KEYWORDS)
    if len(words) > 1 and words[1].text in {"=", "+="}:
        words = words[2:]
        if len(words) == 1:
            return  # a value, or a command without arguments that cannot be told from one
    if words and words[0].text.startswith("$") and len(words) == 1:
        return
    if words and words[0].text in {"%", "?"} and len(words) == 1:
        return
    if not words or words[0].text[:1].isdigit() or words[0].text.startswith(("[", "-")):
        return
    _record(walker, words, context)


def _powershell_word(text: str, at: int) -> tuple[Word, int]:
    start = at
    out: list[str] = []
    unknown = False
    while at < len(text) and text[at] not in " \t\r\n;|&{}()>":
        character = text[at]
        if character == "`" and at + 1 < len(text):
            out.append(text[at + 1])
            at += 2
        elif character in "'\"":
            stop = text.find(character, at + 1)
            stop = len(text) if stop < 0 else stop
            inside = text[at + 1 : stop]
            unknown = unknown or (character == '"' and "$" in inside)
            out.append(inside if character == "'" else inside.replace("`", ""))
            at = stop + 1
        else:
            unknown = unknown or character == "$"
            out.append(character)
            at += 1
    value = "".join(out)
    if unknown:
        return Word("unknown", text[start:at]), at
    if "*" in value and text[start] not in "'\"":
        return Word("glob", value), at
    return Word("literal", value), at


def _cmd(walker: Walker, text: str, context: Context) -> None:
    for line in text.splitlines():
        _cmd_line(walker, line, context)


def _cmd_line(walker: Walker, line: str, context: Context) -> None:
    words: list[Word] = []
    at = 0
    redirect = False
    in_list = False  # between the brackets of `for %f in (..)`
    while at < len(line):
        character = line[at]
        if character in " \t,;=" and character != "=":
            at += 1
        elif character in "&|":
            _cmd_command(walker, words, context)
            words = []
            at += 1
        elif character in "()":
            if character == "(" and words and words[-1].text.lower() == "in":
                in_list = True
                words = []
            elif character == ")" and in_list:
                in_list = False
                words = []
            else:
                _cmd_command(walker, words, context)
                words = []
            at += 1
        elif character in "<>":
            redirect = character == ">"
            at += 1
        else:
            word, at = _cmd_word(line, at)
            if redirect:
                if not word.text.startswith("&"):
                    walker.writes.append(Write(word))
                redirect = False
            elif not words and word.text.startswith(":"):
                return  # a label, or a comment in the form of one
            elif not words and word.text.lower() in {"rem", "@rem"}:
                return
            else:
                words.append(word)
    _cmd_command(walker, words, context)


def _cmd_command(walker: Walker, words: list[Word], context: Context) -> None:
    words = _without(words, _CMD_KEYWORDS)
    if not words or words[0].text.lower() == "for":
        return
    name = words[0]
    if name.text.startswith("@") and len(name.text) > 1:
        words = [name.replace(text=name.text[1:]), *words[1:]]
    _record(walker, words, context)
    if name.text.lower() == "call" and len(words) > 1 and words[1].kind == "unknown":
        walker.kind("dynamic-name", words[1].text)
    elif name.text.lower() == "call" and len(words) > 1:
        _record(walker, words[1:], context.copy(via=Via("wrapper", "call")))


def _cmd_word(line: str, at: int) -> tuple[Word, int]:
    start = at
    out: list[str] = []
    quoted = False
    while at < len(line) and (quoted or line[at] not in " \t,;&|()<>"):
        character = line[at]
        if character == '"':
            quoted = not quoted
        elif character == "^" and not quoted and at + 1 < len(line):
            at += 1
            out.append(line[at])
        else:
            out.append(character)
        at += 1
    value = "".join(out)
    if "%" in value or "!" in value:
        return Word("unknown", line[start:at]), at
    if "*" in value or ("?" in value and not value.startswith("/")):
        return Word("glob", value), at
    return Word("literal", value), at
