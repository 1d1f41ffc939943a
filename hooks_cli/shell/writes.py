"""Files that programs write by themselves, read from their operands and options."""

from __future__ import annotations

import re

from hooks_cli.shell.model import Word as Value
from hooks_cli.shell.model import Write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.expand import Arg
    from hooks_cli.shell.walk import Walker

# Options that name a file to write.
_OPTIONS = {
    "curl": ("-o", "--output", "-D", "--dump-header", "-c", "--cookie-jar", "--trace"),
    "wget": ("-O", "--output-document", "-o", "--output-file", "-P", "--directory-prefix"),
    "sort": ("-o", "--output"),
    "gcc": ("-o",),
    "cc": ("-o",),
    "clang": ("-o",),
    "openssl": ("-out",),
    "gpg": ("-o", "--output"),
    "ssh-keygen": ("-f",),
    "pandoc": ("-o", "--output"),
    "aria2c": ("-o", "--out", "-d", "--dir"),
    "unzip": ("-d",),
    "find": ("-fprint", "-fprint0", "-fprintf", "-fls"),
    "age": ("-o", "--output"),
    "git-archive": ("-o", "--output"),
    "strace": ("-o", "--output"),
}
_LAST_OPERAND = {"cp", "mv", "install", "ln", "rsync", "scp"}
_ALL_OPERANDS = {"tee", "touch", "truncate", "sponge", "shred"}
_VALUE_LETTERS = {
    "cp": "tS", "mv": "tS", "install": "tSmog", "ln": "tS", "rsync": "efMTB", "scp": "cFiJlPS",
    "tee": "", "touch": "dtr", "truncate": "sr", "sponge": "", "shred": "ns",
}  # fmt: skip
_AWK_FILE = re.compile(r">>?\s*\"([^\"]+)\"")
_SED_FILE = re.compile(r"(?:^|[;/|,#gpI0-9 ])w[ \t]+([^\n;]+)")


def program_writes(walker: Walker, index: int, args: list[Arg], name: str) -> None:
    """Record the files that a run writes by itself."""
    found: list[Value] = []
    if name in _LAST_OPERAND or name in _ALL_OPERANDS:
        operands, directory = _operands(args, _VALUE_LETTERS[name])
        if name in _ALL_OPERANDS:
            found += operands
        elif directory:
            found.append(directory)
        else:
            found += operands[-1:] if len(operands) > 1 else []
    elif name == "dd":
        found += _behind(args, "of=")
    elif name == "tar":
        found += _archive(args)
    elif name in {"zip", "7z"}:
        found += _operands(args, "")[0][:1]
    elif name == "sed":
        found += _sed(args)
    elif name in {"awk", "gawk", "mawk"}:
        for arg in args[1:]:
            found += [Value("literal", text) for text in _AWK_FILE.findall(arg.text or "")]
    found += _option_values(args, _OPTIONS.get(name, ()))
    walker.program_writes += [Write(word, name, index) for word in found]


def _operands(args: list[Arg], values: str) -> tuple[list[Value], Value | None]:
    """Return the operands, and the value of `-t`."""
    operands: list[Value] = []
    directory: Value | None = None
    at = 1
    while at < len(args):
        text = args[at].text or ""
        at += 1
        if text == "--":
            operands += [value for arg in args[at:] for value in arg.values]
            break
        if text.startswith("--"):
            name, equals, value = text.partition("=")
            if name == "--target-directory":
                directory = Value("literal", value) if equals else args[min(at, len(args) - 1)].word
                at += not equals
            continue
        if len(text) > 1 and text[0] == "-":
            letter = next((letter for letter in text[1:] if letter in values), "")
            tail = text.partition(letter)[2] if letter else ""
            if letter == "t":
                directory = Value("literal", tail) if tail else args[min(at, len(args) - 1)].word
            at += bool(letter) and not tail
            continue
        operands += args[at - 1].values
    return operands, directory


def _behind(args: list[Arg], head: str) -> list[Value]:
    """Return what stands behind `head` in the words that start with it."""
    found = []
    for arg in args[1:]:
        text = arg.text if arg.text is not None else arg.word.text
        if text.startswith(head):
            found.append(Value(arg.values[0].kind, text[len(head) :]))
    return found


def _option_values(args: list[Arg], names: tuple[str, ...]) -> list[Value]:
    found = []
    for at, arg in enumerate(args[1:], 1):
        text = arg.text or ""
        for name in names:
            if text == name and at + 1 < len(args):
                found.append(args[at + 1].values[0])
            elif name.startswith("--") and text.startswith(name + "="):
                found.append(Value("literal", text[len(name) + 1 :]))
            elif len(name) == 2 and text.startswith("-") and not text.startswith("--"):  # noqa: PLR2004
                head, _, tail = text[1:].partition(name[1])
                if text != name and name[1] in text and head.isalpha() | (not head):
                    if tail:
                        found.append(Value("literal", tail))
                    elif at + 1 < len(args):
                        found.append(args[at + 1].values[0])
    return [word for word in found if word != Value("literal", "-")]


def _archive(args: list[Arg]) -> list[Value]:
    """Return the archive that `tar` creates."""
    if len(args) < 2:  # noqa: PLR2004
        return []
    letters = (args[1].text or "").lstrip("-")
    bundles = [args[1].text or ""] + [a.text or "" for a in args[2:] if (a.text or "")[:1] == "-"]
    if not any(
        set("cru") & set(text.lstrip("-")) for text in bundles if not text.startswith("--")
    ) and not any(text in {"--create", "--append", "--update"} for text in bundles):
        return []
    for at, arg in enumerate(args[1:-1], 1):
        text = arg.text or ""
        old = at == 1 and text == letters and "f" in text
        if old or (text.startswith("-") and not text.startswith("--") and text.endswith("f")):
            return [args[at + 1].values[0]]
    return _behind(args, "--file=")


def _sed(args: list[Arg]) -> list[Value]:
    found = []
    in_place = False
    scripts = 0
    operands: list[Value] = []
    at = 1
    while at < len(args):
        text = args[at].text
        at += 1
        if text is not None and text.startswith("-") and text != "-":
            in_place = (
                in_place
                or text.startswith(("-i", "--in-place"))
                or (not text.startswith("--") and "i" in text)
            )
            if text in {"-e", "-f", "--expression", "--file"} or text[-1] in "ef":
                scripts += 1
                if at < len(args):
                    found += _SED_FILE.findall(args[at].text or "")
                at += 1
            continue
        operands += args[at - 1].values
    if not scripts and operands:
        found += _SED_FILE.findall(operands.pop(0).text)
    files = operands if in_place else []
    return [*(Value("literal", text.strip()) for text in found), *files]
