"""The grammar of commands: lists, pipelines, simple commands, redirects, here-documents.

`parse` gives a `Script` whose units are what a shell reads at once: it runs each unit before it
reads the next, so a syntax error ends the script but not what stands in front of it.
"""

from __future__ import annotations

import re

from hooks_cli.shell.budget import Budget, Exceeded, Unparsable
from hooks_cli.shell.compound import CompoundReader
from hooks_cli.shell.tree import Compound, Pipe, Script, Sequence, Simple, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.dialect import Dialect
    from hooks_cli.shell.tree import Node

_OPENERS = {"if", "while", "until", "for", "case", "select", "function", "{", "[[", "foreach"}
_WRONG = {"then", "do", "done", "fi", "esac", "elif", "else", "}", "in", "]]"}
_ANYWHERE_ENDS = "\n;&|)\0"
# Builtins whose operands are names of variables: `read x` assigns as `x=..` does.
_ASSIGNING = {
    "read", "declare", "typeset", "local", "export", "readonly", "unset", "printf", "mapfile",
    "readarray", "getopts", "let",
}  # fmt: skip
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def parse(
    text: str,
    dialect: Dialect,
    budget: Budget,
    templates: tuple[str, ...] = (),
    *,
    extglob: bool = False,
) -> Script:
    """Parse a whole script. Errors and limits are kinds of the result."""
    grammar = Grammar(text, dialect, budget, templates)
    grammar.extglob = extglob
    return grammar.read_script()


class Grammar(CompoundReader):
    """Reads commands; the words come from `WordReader`, compound commands from its base."""

    __slots__ = ("finished",)

    def __init__(
        self, text: str, dialect: Dialect, budget: Budget, templates: tuple[str, ...] = ()
    ) -> None:
        """Start at the beginning of a text."""
        super().__init__(text, dialect, budget, templates)
        self.finished: list[Simple] = []  # simple commands of the unit, for when a limit ends it

    def reader_of(self, text: str) -> Grammar:
        """Return a reader of a piece of text in the same dialect and budget."""
        reader = Grammar(text, self.dialect, self.budget, self.templates)
        reader.extglob = self.extglob
        return reader

    def parse_apart(self, text: str) -> Script:
        """Parse a text that the shell parses only when it runs it."""
        self.budget.enter()
        script = self.reader_of(text).read_script()
        self.budget.leave()
        for name, _ in script.kinds:
            if name != "unparsable":
                raise Exceeded(name)
        return script

    def read_script(self) -> Script:
        """Read all units up to the end of the text."""
        script = Script()
        depth = self.budget.depth
        try:
            while True:
                self.finished = []
                self.skip_newlines()
                if self.text[self.pos] == "\0":
                    break
                script.units.append(self._unit())
                self._watch_options()
        except Unparsable:
            script.kinds.append(("unparsable", self._place()))
        except Exceeded as limit:
            script.kinds.append((limit.kind, self._place()))
            script.units += self.finished
        except RecursionError:
            script.kinds.append(("too-deep", self._place()))
            script.units += self.finished
        self.budget.depth = depth
        return script

    def _place(self) -> str:
        """Return some text before the position, to show where reading stopped."""
        return self.text[max(0, self.pos - 20) : self.pos + 10].rstrip("\0")

    def _watch_options(self) -> None:
        """Turn extended patterns on if the unit that was just read does."""
        for simple in self.finished:
            values = [word.source for word in simple.words]
            if values[:2] == ["shopt", "-s"] and "extglob" in values:
                self.extglob = True

    def _unit(self) -> Node:
        """Read one complete command: a list up to the end of its line."""
        items: list[tuple[Node, str]] = []
        while True:
            self._and_or(items)
            self.skip_blanks()
            character = self.text[self.pos]
            if character == ";" and not self.looking_at(";;"):
                self.pos += 1
            elif character == "&" and not self.looking_at("&&"):
                self._background(items)
            elif character not in "\n\0":
                raise Unparsable
            self.skip_blanks()
            if self.text[self.pos] in "\n\0":
                break
        if self.text[self.pos] == "\n":
            self.newline()
        else:
            self.read_heredocs()
        return items[0][0] if len(items) == 1 and items[0][1] == "certain" else Sequence(items)

    def _background(self, items: list[tuple[Node, str]]) -> None:
        self.pos += 1
        if self.dialect.zsh and self.text[self.pos] in "!|":
            self.pos += 1
        items[-1] = (items[-1][0], "apart")

    def nested_script(self) -> Script:
        """Read commands up to a closing parenthesis, which is stepped over."""
        return self._inside(")")

    def skip_script(self, at: int) -> int:
        """Return where the commands end that stand in the bracket at `at`."""
        if self.text[at + 1] == "(":
            return self.find_close(at)
        start, self.pos = self.pos, at + 1
        finished = len(self.finished)
        self.nested_script()
        del self.finished[finished:]
        at, self.pos = self.pos - 1, start
        return at

    def brace_script(self) -> Script:
        """Read commands up to a closing brace, which is stepped over."""
        return self._inside("}")

    def _inside(self, closer: str) -> Script:
        self.budget.enter()
        outer, self.heredocs = self.heredocs, []
        script = Script()
        body = self.read_list(frozenset({closer}), empty=True)
        if self.text[self.pos] != closer:
            raise Unparsable
        self.pos += 1
        # A here-document without a line end before the bracket takes the lines behind it.
        self.heredocs = outer + self.heredocs
        script.units.append(body)
        self.budget.leave()
        return script

    def read_list(self, ends: frozenset[str], *, empty: bool = False) -> Sequence:
        """Read a list up to one of the closing words or characters, which is not stepped over."""
        items: list[tuple[Node, str]] = []
        self.skip_newlines()
        while not self.at_end(ends):
            self._and_or(items)
            self.skip_blanks()
            character = self.text[self.pos]
            if character == "\n":
                self.skip_newlines()
            elif character == ";" and not self.looking_at(";;") and not self.looking_at(";&"):
                self.pos += 1
                self.skip_newlines()
            elif character == "&" and not self.looking_at("&&"):
                self._background(items)
                self.skip_newlines()
            elif self.at_end(ends):
                break
            elif not (self.dialect.zsh and character == "}"):
                raise Unparsable
        if not items and not empty:
            raise Unparsable
        return Sequence(items)

    def _and_or(self, items: list[tuple[Node, str]]) -> None:
        """Read pipelines joined by `&&` and `||` onto the list."""
        items.append((self._pipeline(), "certain"))
        while True:
            self.skip_blanks()
            if not (self.take("&&") or self.take("||")):
                return
            self.skip_newlines()
            items.append((self._pipeline(), "maybe"))

    def _pipeline(self) -> Node:
        self.skip_blanks()
        word = self.reserved()
        while word == "!" or (word == "time" and self.dialect.bash):
            self.pos = self.word_end
            self.skip_blanks()
            if word == "time":
                for option in ("-p", "--"):
                    if self.reserved() == option:
                        self.pos = self.word_end
                        self.skip_blanks()
            if self.text[self.pos] in "\n;&\0)":  # `!` and `time` may stand alone
                return Compound("test", [], [])
            word = self.reserved()
        stages = [self.read_command()]
        while True:
            self.skip_blanks()
            if self.looking_at("||") or not self.take("|"):
                break
            if self.text[self.pos] == "&":
                if not self.dialect.bash:
                    raise Unparsable
                self.pos += 1
            self.skip_newlines()
            stages.append(self.read_command())
        return stages[0] if len(stages) == 1 else Pipe(stages)

    def read_command(self) -> Node:
        """Read one command of any sort."""
        self.skip_blanks()
        self.budget.spend(4)
        character = self.text[self.pos]
        if character == "(":
            return self.parenthesis()
        word = self.reserved()
        if word in _OPENERS or (word == "coproc" and self.dialect.bash):
            node = self.compound(word)
            if node is not None:
                return node
        if word in _WRONG:
            raise Unparsable
        if self.dialect.zsh and word in {"nocorrect", "noglob", "repeat", "-"}:
            return self.zsh_modifier(word)
        return self._simple()

    def _simple(self) -> Node:
        simple = Simple()
        assign = True
        rest = self.pos
        while True:
            self.skip_blanks()
            character = self.text[self.pos]
            if character == "&" and self.dialect.bash and self.looking_at("&>"):
                self.read_redirect(simple.redirects)
                continue
            if character in _ANYWHERE_ENDS:
                break
            if self.read_redirect(simple.redirects):
                continue
            if character == "(":
                if len(simple.words) == 1 and not simple.assigns and not simple.redirects:
                    return self.function_definition(simple.words[0])
                if not (self.dialect.zsh and not simple.words and not simple.assigns):
                    raise Unparsable
                return self.anonymous_function()
            if self.dialect.zsh and character == "}" and self.reserved() == "}":
                break
            word = self.read_word(assign=assign)
            if not word.source:
                raise Unparsable
            if word.assign and not simple.words:
                simple.assigns.append(word)
                continue
            simple.words.append(word)
            if len(simple.words) == 1:
                rest = self.pos
                assign = word.source in _ASSIGNING
        if not (simple.words or simple.assigns or simple.redirects):
            raise Unparsable
        simple.rest = self.text[rest : self.pos]
        self._finish(simple)
        return simple

    def _finish(self, simple: Simple) -> None:
        self.budget.count_command()
        self.finished.append(simple)
        words = simple.words
        if words and words[0].source in _ASSIGNING:
            counts = self.budget.assigned
            for word in words[1:]:
                match = None if word.assign else _NAME.match(word.source)
                if match:
                    counts[match.group()] = counts.get(match.group(), 0) + 1


def text_of(word: Word) -> str:
    """Return the text of a word with its quotes removed and its expansions as written."""
    return "".join(part[1] for part in word.parts)
