"""The parsed form of a command: five kinds of node, and words made of parts.

The tree keeps what the analysis needs and no more: which simple commands there are, in which
order and nesting, whether they run for certain and in the same shell, and what their words say.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    # (mode, text, name). Modes: "u" unquoted text, "q" quoted text, "x" an expansion that is
    # split into words, "X" a quoted one. `text` of an expansion is its source; `name` is set if
    # it is the plain value of one variable.
    Part = tuple[str, str, str]


class Word:
    """A word as written: its parts, its source, and the scripts that run inside it."""

    __slots__ = ("append", "array", "assign", "inner", "notes", "parts", "source", "value")

    def __init__(self) -> None:
        """Start an empty word."""
        self.parts: list[Part] = []
        self.source = ""
        self.inner: list[Inner] = []
        self.notes: list[tuple[str, str]] = []  # kinds that the expansions of the word ask for
        self.assign = ""  # the variable, if the word is an assignment
        self.append = False
        self.value = 0  # where the value of an assignment starts in the first part
        self.array = False


class Inner:
    """A script inside a word: `kind` is `subst` or `procsub`, or `read` for `$(<file)`."""

    __slots__ = ("kind", "script", "source")

    def __init__(self, kind: str, script: Script, source: str) -> None:
        """Keep the script with its place."""
        self.kind = kind
        self.script = script
        self.source = source


class Redirect:
    """A redirection; `body` is the text of a here-document and `quoted` says it is literal."""

    __slots__ = ("body", "descriptor", "operator", "quoted", "word")

    def __init__(self, operator: str, descriptor: str, word: Word) -> None:
        """Keep operator and target."""
        self.operator = operator
        self.descriptor = descriptor
        self.word = word
        self.body: Word | None = None
        self.quoted = False


class Simple:
    """A simple command; `rest` is the text behind its first word."""

    __slots__ = ("assigns", "redirects", "rest", "words")

    def __init__(self) -> None:
        """Start an empty command."""
        self.assigns: list[Word] = []
        self.words: list[Word] = []
        self.redirects: list[Redirect] = []
        self.rest = ""


class Pipe:
    """Two or more commands joined by `|`."""

    __slots__ = ("stages",)

    def __init__(self, stages: list[Node]) -> None:
        """Keep the stages in order."""
        self.stages = stages


class Sequence:
    """Commands one after the other; each with "certain", "maybe" (`&&`, `||`) or "apart" (`&`)."""

    __slots__ = ("items",)

    def __init__(self, items: list[tuple[Node, str]]) -> None:
        """Keep the items in order."""
        self.items = items


class Compound:
    """Any compound command.

    `kind` is `group`, `subshell`, `branch` (if, case, loops) or `test` (`[[`, `((`). `words` are
    expanded, `body` runs, `variable` is set by a loop.
    """

    __slots__ = ("body", "kind", "redirects", "variable", "words")

    def __init__(self, kind: str, words: list[Word], body: list[Node], variable: str = "") -> None:
        """Keep the parts in the order of the text."""
        self.kind = kind
        self.words = words
        self.body = body
        self.variable = variable
        self.redirects: list[Redirect] = []


class Function:
    """The definition of a function."""

    __slots__ = ("body", "name")

    def __init__(self, name: str, body: Node) -> None:
        """Keep name and body."""
        self.name = name
        self.body = body


class Script:
    """Commands in the units a shell reads them in, and the kinds that ended or disturbed it.

    Each unit is one complete command with all its lines: a shell runs it before it reads on.
    """

    __slots__ = ("kinds", "units")

    def __init__(self) -> None:
        """Start an empty script."""
        self.units: list[Node] = []
        self.kinds: list[tuple[str, str]] = []


if TYPE_CHECKING:
    Node = Simple | Pipe | Sequence | Compound | Function
