"""Which operands of a command are files that it writes, as a table (section of `match.shell`)."""

from __future__ import annotations

from hooks_cli.shell.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hooks_cli.shell.flags import Parsed

# Options whose value is a file that is written.
_OPTIONS: dict[str, frozenset[str]] = {
    name: frozenset(options.split())
    for name, options in {
        "curl": "-o --output -c --cookie-jar -D --dump-header --output-dir --trace",
        "wget": "-O --output-document -P --directory-prefix -o --output-file -a --append-output",
        "sort": "-o --output",
        "find": "-fprint -fprintf -fls",
        "git": "--output",
        "gpg": "-o --output",
        "openssl": "-out",
        "ssh-keygen": "-f",
        **dict.fromkeys(("gcc", "cc", "clang", "g++", "strace"), "-o"),
        "unzip": "-d",
        "pip": "-t --target",
    }.items()
}
# Programs that write every operand, or only the last of several.
_EVERY = frozenset(
    (
        *("tee", "sponge", "touch", "truncate"),
        *("Set-Content", "Add-Content", "Out-File", "New-Item", "Clear-Content"),
    )
)
_LAST = frozenset(
    (
        *("cp", "mv", "ln", "install", "rsync", "scp", "gcp", "gmv", "ginstall", "ditto"),
        *("copy", "move", "xcopy", "Copy-Item", "Move-Item", "cpi", "mi"),
    )
)


def operands(base: str, parsed: Parsed) -> Iterator[tuple[Word, tuple[Word, ...]]]:
    """Yield (target, sources) for each file that a command writes by what its operands say.

    `sources` are there if the target may be a directory that they go into.
    """
    options = _OPTIONS.get(base, frozenset())
    for flag in parsed.flags:
        if flag.value is not None and flag.name in options:
            yield flag.value, ()
    names = {flag.name for flag in parsed.flags}
    words = parsed.operands
    if base in _EVERY:
        yield from ((word, ()) for word in words)
    elif base in _LAST:
        yield from _into(names, parsed)
    elif base in ("sed", "gsed", "perl", "ruby", "awk", "gawk"):
        if any(name.startswith(("-i", "--in-place")) for name in names):
            given = any(name in names for name in ("-e", "-f", "--expression", "--file"))
            yield from (
                (word, ()) for word in words[0 if given or base in ("perl", "ruby") else 1 :]
            )
    elif base in ("dd", "gdd"):
        for word in words:
            if word.kind != "unknown" and word.text.startswith("of="):
                yield Word("literal", word.text[3:]), ()
    elif base in ("tar", "gtar", "bsdtar"):
        making = names & {"-c", "--create", "-r", "--append", "-u", "--update"}
        wanted = ("-f", "--file") if making else ("-C", "--directory")
        for flag in parsed.flags:
            if flag.name in wanted and flag.value is not None:
                yield flag.value, ()


def _into(names: set[str], parsed: Parsed) -> Iterator[tuple[Word, tuple[Word, ...]]]:
    """Yield what `cp`, `mv`, ... write: the last operand, or the directory of `-t`."""
    words = parsed.operands
    for flag in parsed.flags:
        if flag.name in ("-t", "--target-directory") and flag.value is not None:
            yield flag.value, words
            return
    if names & {"-d", "--directory"} and parsed.key == "install":
        yield from ((word, ()) for word in words)
    elif len(words) > 1:
        last = words[-1]
        if ":" not in last.text.partition("/")[0] or last.kind != "literal":
            yield last, words[:-1]
