"""From a word as written to the words that a program gets, as far as the text tells."""

from __future__ import annotations

import re

from hooks_cli.shell.braces import expand_braces
from hooks_cli.shell.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell import tree
    from hooks_cli.shell.dialect import Dialect

_SAFE = re.compile(r"[A-Za-z0-9_./:=,@%+^-]+")
_GLOB = re.compile(r"[*?]|[+@!]\(")
_GLOB_CHARACTERS = re.compile(r"([*?\[\]\\])")
_TILDE = re.compile(r"~[A-Za-z0-9_.+-]*(?:/|$)")


class Scope:
    """What one shell knows of variables and functions; a subshell sees its parent's."""

    __slots__ = ("aliases", "functions", "options", "parent", "suspects", "values")

    def __init__(self, parent: Scope | None = None, *, shared: bool = False) -> None:
        """Start with what the parent knows; `shared`: aliases and options reach it in turn."""
        self.parent = parent
        self.values: dict[str, tuple[str, ...] | None] = {}
        self.functions: dict[str, bool] = {}
        self.aliases: dict[str, str] = parent.aliases if parent else {}
        self.options: set[str] = parent.options if parent else set()
        if not shared:
            self.aliases, self.options = dict(self.aliases), set(self.options)
        self.suspects: set[str] = parent.suspects if parent else set()

    def value(self, name: str) -> tuple[str, ...] | None:
        """Return the value of a variable as a list of one, None if it is not known."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.parent
        return None

    def is_function(self, name: str) -> bool:
        """Tell whether a name is certainly a function here."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.functions:
                return scope.functions[name]
            scope = scope.parent
        return False


class Arg:
    """A word of a command: as the text shows it, and with known variables filled in.

    `parts` are those of the source if it was one; a script in the word is put together from them.
    """

    __slots__ = ("parts", "values", "word")

    def __init__(
        self, word: Word, values: tuple[Word, ...] = (), parts: list[tree.Part] | None = None
    ) -> None:
        """Keep the forms; without values the word stands for itself."""
        self.word = word
        self.values = values or (word,)
        self.parts = parts

    @property
    def text(self) -> str | None:
        """The text of the word, None if it is not known."""
        value = self.values[0]
        return value.text if len(self.values) == 1 and value.kind != "unknown" else None


def expand(word: tree.Word, dialect: Dialect, scope: Scope, *, braces: bool = True) -> list[Arg]:
    """Return the arguments that a word stands for."""
    parts = word.parts
    if len(parts) == 1:  # the short way for nearly every word
        mode, text, _ = parts[0]
        if mode == "q" or (mode == "u" and _SAFE.fullmatch(text)):
            return [Arg(Word("literal", text))]
    choices = [parts]
    if braces and not dialect.posix and any("{" in p[1] for p in parts if p[0] == "u"):
        choices = expand_braces(parts)
    args = []
    for choice in choices:
        shown = value_of(choice, word.source if choice is parts else None)
        if shown.kind == "unknown":
            args.append(Arg(shown, _resolve(choice, scope), choice))
        elif choice:
            if any(name == "glob-code" for name, _ in word.notes):
                shown = Word("unknown", word.source)
            args.append(Arg(shown))
    return args


def value_of(parts: list[tree.Part], source: str | None = None) -> Word:
    """Return what the parts of one word come to."""
    unquoted = ""
    for mode, text, _ in parts:
        if mode in "xX":
            return Word("unknown", source if source is not None else "".join(p[1] for p in parts))
        if mode == "u":
            unquoted += text if not unquoted else "\0" + text
    text = "".join(part[1] for part in parts)
    if unquoted:
        if is_pattern(unquoted, text):
            return Word("glob", _pattern(parts))
        if parts[0][0] == "u":
            first = parts[0][1]
            match = _TILDE.match(first)
            if match and (match.end() < len(first) or first[-1] == "/" or len(parts) == 1):
                return Word("tilde", text)
    return Word("literal", text)


def is_pattern(unquoted: str, text: str) -> bool:
    """Tell whether a word with this unquoted text is matched against file names."""
    if _GLOB.search(unquoted):
        return True
    opening = text.find("[") if "[" in unquoted else -1
    return opening >= 0 and text.find("]", opening + 2) >= 0


def _pattern(parts: list[tree.Part]) -> str:
    """Return the text of a pattern; characters that were quoted stay themselves."""
    out = []
    for mode, text, _ in parts:
        out.append(_GLOB_CHARACTERS.sub(r"\\\1", text) if mode == "q" else text)
    return "".join(out)


def _resolve(parts: list[tree.Part], scope: Scope) -> tuple[Word, ...]:
    """Fill in the variables whose values are known; () if one is not."""
    words: list[list[tree.Part]] = [[]]
    for mode, text, name in parts:
        if mode not in "xX":
            words[-1].append((mode, text, ""))
            continue
        fields = scope.value(name) if name else None
        if fields is None:
            return ()
        if mode == "x":
            fields = tuple(field for value in fields for field in value.split())
        elif name != "@":
            fields = (" ".join(fields),)
        for index, field in enumerate(fields):
            if index:
                words.append([])
            words[-1].append(("u" if mode == "x" and is_pattern(field, field) else "q", field, ""))
    return tuple(value_of(word) for word in words if word)
