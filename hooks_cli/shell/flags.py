"""Make the options of a command comparable: `-rf` is `-r -f` is `--recursive --force`.

The programs are described in `flag_table.py`. A word whose value is not known counts as an
operand, unless its beginning alone tells that it is `--name=...`.
"""

from __future__ import annotations

from hooks_cli._record import Record
from hooks_cli.patterns import wild
from hooks_cli.shell import flag_table
from hooks_cli.shell.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SHORTEST = 4  # characters of a long option cut short: `--re`


class Flag(Record):
    """One option; `loose` says that it may be a letter of a bundle or a word of its own."""

    name: str
    value: Word | None = None
    loose: bool = False


class Parsed(Record):
    """The words of a command behind its name, told apart. `key` is the row that was used."""

    flags: tuple[Flag, ...]
    operands: tuple[Word, ...]
    key: str = ""


class _Row(Record):
    """What is known of one program."""

    letters: frozenset[str] = frozenset()
    longs: frozenset[str] = frozenset()
    same: tuple[frozenset[str], ...] = ()
    marks: frozenset[str] = frozenset()
    known: bool = False


def parse(base: str, words: Sequence[Word], shell: str = "bash") -> Parsed:
    """Return the options and operands of a command. `base` is its name, `words` what follows."""
    if shell in ("powershell", "cmd"):
        return _windows(words, shell)
    key = row_name(base)
    row = _row(key)
    flags: list[Flag] = []
    operands: list[Word] = []
    rest = list(words)
    if "old" in row.marks and rest and _is_old_bundle(rest[0]):
        flags += _old_bundle(rest, row)
    at = 0
    while at < len(rest):
        word = rest[at]
        at += 1
        text = word.text
        if word.kind == "unknown":
            text = text.lstrip("\"'")
            if not (text.startswith("--") and "=" in text):
                operands.append(word)
                continue
        if text == "--":
            operands += rest[at:]
            break
        if len(text) < 2 or text[0] not in "-+" or word.kind == "tilde":  # noqa: PLR2004
            operands.append(word)
            below = f"{key} {text}"
            if word.kind == "literal" and _has_rows_below(key) and " " not in text:
                key, row = below, _joined(row, _row(below))
            elif "first" in row.marks:
                operands += rest[at:]
                break
            continue
        if text[0] == "+":  # a refspec, an option of few programs
            operands.append(word)
            continue
        found, takes = _flags_of(word, text, row)
        if takes and at < len(rest):
            found[-1] = Flag(found[-1].name, rest[at])
            at += 1
        flags += found
    return Parsed(tuple(flags), tuple(operands), key)


def has(parsed: Parsed, entry: str, *, loosely: bool = True) -> bool:
    """Tell whether an option is there: names with `|` between, each perhaps with `=GLOB`.

    `loosely` also takes letters out of bundles of programs that are not known, and long names
    that are cut short; right for a rule that blocks.
    """
    row = _row(parsed.key)
    if " " in parsed.key:
        row = _joined(_row(parsed.key.partition(" ")[0]), row)
    for part in entry.split("|"):
        name, equals, glob = part.strip().partition("=")
        if parsed.key in ("powershell", "cmd"):
            name = name.lower()
            fitting = [flag for flag in parsed.flags if _windows_fits(flag.name, name)]
            if any(not equals or _value_fits(glob, flag.value) for flag in fitting):
                return True
            continue
        names = next((same for same in row.same if name in same), frozenset((name,)))
        for flag in parsed.flags:
            fits = flag.name in names if not flag.loose else (loosely and flag.name in names)
            fits = fits or (loosely and _cut_short(flag.name, names, row))
            if fits and (not equals or _value_fits(glob, flag.value)):
                return True
    return False


def row_name(base: str) -> str:
    """Return the name under which a program is described; versions do not count."""
    name = flag_table.LIKE.get(base, base)
    if name not in flag_table.TABLE:
        bare = name.rstrip("0123456789.")
        name = flag_table.LIKE.get(bare, bare) if bare else name
    return name


def _flags_of(word: Word, text: str, row: _Row) -> tuple[list[Flag], bool]:
    """Return the options in one word, and whether the last one takes the next word."""
    name, equals, value = text.partition("=")
    given = Word("literal" if word.kind == "literal" else word.kind, value) if equals else None
    if text.startswith("--"):
        return [Flag(name, given)], not equals and name in row.longs
    if "words" in row.marks or name in row.longs:
        return [Flag(name, given)], not equals and name in row.longs
    if not row.known:
        letters = text[1:]
        loose = letters.isascii() and letters.isalpha() and len(letters) > 1
        bundle = [Flag(f"-{letter}", loose=True) for letter in letters] if loose else []
        return [*bundle, Flag(name, given)], False
    if text in _whole_names(row):
        return [Flag(text)], False
    found = []
    for at, letter in enumerate(text[1:], 2):
        if letter in row.letters:
            rest = text[at:]
            found.append(Flag(f"-{letter}", Word("literal", rest) if rest else None))
            return found, not rest
        found.append(Flag(f"-{letter}"))
    return found, False


def _whole_names(row: _Row) -> frozenset[str]:
    return frozenset(
        name
        for same in row.same
        for name in same
        if len(name) > 2 and not name.startswith("--")  # noqa: PLR2004
    )


def _cut_short(name: str, wanted: frozenset[str], row: _Row) -> bool:
    """Tell whether a long name is the beginning of a wanted one, and of no other."""
    if "short" not in row.marks or len(name) < _SHORTEST or not name.startswith("--"):
        return False
    every = {other for same in row.same for other in same} | row.longs
    if name in every:
        return False
    begun = {other for other in every | wanted if other.startswith(name)}
    return bool(begun) and begun <= wanted


def _value_fits(glob: str, value: Word | None) -> bool:
    if glob == "*":
        return True
    if value is None:
        return glob == ""
    return value.kind in ("literal", "tilde") and wild(glob, value.text)


def _is_old_bundle(word: Word) -> bool:
    text = word.text
    return word.kind == "literal" and text.isascii() and text.isalpha() and text[0] in "xctruA"


def _old_bundle(rest: list[Word], row: _Row) -> list[Flag]:
    """Take `xf FILE` off the front; the values of its letters follow in order."""
    found = []
    for letter in rest.pop(0).text:
        value = rest.pop(0) if letter in row.letters and rest else None
        found.append(Flag(f"-{letter}", value))
    return found


def _windows(words: Iterable[Word], shell: str) -> Parsed:
    """Tell the options of PowerShell (`-Force`) and of cmd (`/s`) from operands; no case counts."""
    mark = "/" if shell == "cmd" else "-"
    flags, operands = [], []
    for word in words:
        text = word.text
        if word.kind == "literal" and text.startswith(mark) and len(text) > 1:
            name, colon, value = text.partition(":")
            flags.append(Flag(name.lower(), Word("literal", value) if colon else None))
        else:
            operands.append(word)
    return Parsed(tuple(flags), tuple(operands), shell)


def _windows_fits(name: str, wanted: str) -> bool:
    """Compare names; PowerShell takes the beginning of one as well."""
    return name == wanted or (len(name) > 1 and name[0] == "-" and wanted.startswith(name))


_rows: dict[str, _Row] = {}


def _has_rows_below(key: str) -> bool:
    """Tell whether a program has subcommands with options of their own."""
    start = key + " "
    return any(name.startswith(start) for name in flag_table.TABLE)


def _row(key: str) -> _Row:
    """Return what is known of a program, or of one of its subcommands."""
    if key not in _rows:
        if key not in flag_table.TABLE:
            _rows[key] = _Row(known=_has_rows_below(key))
        else:
            letters, longs, same, marks = flag_table.TABLE[key]
            sets = tuple(frozenset(part.split("|")) for part in same.split())
            _rows[key] = _Row(
                frozenset(letters), frozenset(longs.split()), sets, frozenset(marks.split()), True
            )
    return _rows[key]


def _joined(upper: _Row, lower: _Row) -> _Row:
    """Return a subcommand's row with what its program knows; letters are its own."""
    return _Row(
        lower.letters,
        upper.longs | lower.longs,
        lower.same + upper.same,
        (upper.marks - {"first", "old"}) | lower.marks,
        True,
    )
