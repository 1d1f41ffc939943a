"""Compound commands: groups, subshells, loops, branches, tests, functions."""

from __future__ import annotations

import re

from hooks_cli.shell.budget import Unparsable
from hooks_cli.shell.expansions import NAME
from hooks_cli.shell.redirects import RedirectReader
from hooks_cli.shell.tree import Compound, Function, Pipe, Sequence, Simple, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.tree import Node

_BARE = re.compile(r"[^ \t\n;&|<>()'\"\\$`\0]+")
_DELIMITERS = " \t\n;&|<>()\0"
_DO = frozenset({"do"})
_DONE = frozenset({"done"})
_FI = frozenset({"fi", "elif", "else"})
_THEN = frozenset({"then"})
_BRACE = frozenset({"}"})
_PAREN = frozenset({")"})
_ARM = frozenset({";;", ";&", "esac"})
_CONDITION_OPERATORS = ("&&", "||", "<", ">", "(", ")")


class CompoundReader(RedirectReader):
    """Reads the compound commands; `Grammar` supplies lists and simple commands."""

    __slots__ = ("word_end",)

    def read_list(self, ends: frozenset[str], *, empty: bool = False) -> Sequence:
        """Read a list up to one of the closing words."""
        raise NotImplementedError

    def read_command(self) -> Node:
        """Read one command of any sort."""
        raise NotImplementedError

    def newline(self) -> None:
        """Step over a line end and the here-documents behind it."""
        self.pos += 1
        if self.heredocs:
            self.read_heredocs()

    def skip_newlines(self) -> None:
        """Step over blanks, comments and line ends."""
        self.skip_blanks()
        while self.text[self.pos] == "\n":
            self.newline()
            self.skip_blanks()

    def reserved(self) -> str:
        """Return the unquoted word at the position, "" if there is none; `word_end` is its end.

        Only such a word can be a keyword.
        """
        match = _BARE.match(self.text, self.pos)
        if not match:
            return ""
        end = match.end()
        found = match.group()
        while self.text.startswith("\\\n", end):  # a keyword may be broken over lines
            end += 2
            more = _BARE.match(self.text, end)
            if more:
                found += more.group()
                end = more.end()
        self.word_end = end
        return found if self.text[end] in _DELIMITERS else ""

    def at_end(self, ends: frozenset[str]) -> bool:
        """Tell whether a closing word or character comes next."""
        character = self.text[self.pos]
        if character == ")":
            return ")" in ends
        if character == ";":
            return ";;" in ends and (self.looking_at(";;") or self.looking_at(";&"))
        if character == "\0":
            raise Unparsable
        return self.reserved() in ends

    def expect(self, word: str) -> None:
        """Step over a keyword; Unparsable if another word stands there."""
        self.skip_blanks()
        if self.reserved() != word:
            raise Unparsable
        self.pos = self.word_end

    def compound(self, word: str) -> Node | None:
        """Read the compound command that a keyword opens; None if it opens none here."""
        read = self._READERS.get(word)
        if read is None or (not self.dialect.bash and word in {"[[", "select", "function"}):
            return None
        start = self.pos
        self.pos = self.word_end
        self.budget.enter()
        node = read(self)
        self.budget.leave()
        if node is None:
            self.pos = start
        elif isinstance(node, Compound):
            self._trailing_redirects(node)
        return node

    def _trailing_redirects(self, node: Compound) -> None:
        while True:
            self.skip_blanks()
            character = self.text[self.pos]
            if character == "&" and not (self.dialect.bash and self.looking_at("&>")):
                return
            if not self.read_redirect(node.redirects):
                return

    def parenthesis(self) -> Node:
        """Read `((..))` or a subshell; bash tries arithmetic first."""
        self.budget.enter()
        if self.text[self.pos + 1] == "(" and self.dialect.arithmetic:
            stop = self.find_close(self.pos + 1)
            if self.text[stop + 1] == ")":
                node = Compound("test", [self._arithmetic_word(self.pos + 2, stop)], [])
                self.pos = stop + 2
                self.budget.leave()
                self._trailing_redirects(node)
                return node
        self.pos += 1
        if self.dialect.zsh:
            self.skip_blanks()
            if self.text[self.pos] == ")":
                self.budget.leave()
                self.pos += 1
                return self.anonymous_function()
        body = self.read_list(_PAREN)
        self.pos += 1
        node = Compound("subshell", [], [body])
        self.budget.leave()
        self._trailing_redirects(node)
        return node

    def _arithmetic_word(self, start: int, stop: int) -> Word:
        word = Word()
        text = self.text[start:stop]
        self.reader_of(text).read_text(word)
        word.notes.append(("arith", text))
        return word

    def _group(self) -> Node:
        body = self.read_list(_BRACE)
        self.expect("}")
        self.skip_blanks()
        if self.dialect.zsh and self.reserved() == "always":
            self.pos = self.word_end
            self.expect("{")
            rest = self._group()
            return Compound("group", [], [body, rest])
        return Compound("group", [], [body])

    def _if(self) -> Node:
        body: list[Node] = [self.read_list(_THEN)]
        self.expect("then")
        while True:
            body.append(self.read_list(_FI))
            word = self.reserved()
            self.pos = self.word_end
            if word == "fi":
                return Compound("branch", [], body)
            if word == "elif":
                body.append(self.read_list(_THEN))
                self.expect("then")
            else:
                body.append(self.read_list(frozenset({"fi"})))
                self.expect("fi")
                return Compound("branch", [], body)

    def _while(self) -> Node:
        condition = self.read_list(_DO)
        self.expect("do")
        body = self.read_list(_DONE)
        self.expect("done")
        return Compound("branch", [], [condition, body])

    def _for(self) -> Node:
        """Read `for` or `select`: over words, over the arguments, or counting."""
        self.skip_blanks()
        words: list[Word] = []
        name = ""
        if self.text.startswith("((", self.pos) and self.dialect.bash:
            stop = self.find_close(self.pos)
            words.append(self._arithmetic_word(self.pos + 2, stop - 1))
            self.pos = stop + 1
        else:
            match = NAME.match(self.text, self.pos)
            name = self.reserved()
            if not match or not name:
                raise Unparsable
            self.pos = self.word_end
            self.budget.assigned[name] = self.budget.assigned.get(name, 0) + 2
            self.skip_newlines()
            if self.reserved() == "in":
                self.pos = self.word_end
                self._words_of_line(words)
        self.skip_blanks()
        if self.text[self.pos] == ";" and not self.looking_at(";;"):
            self.pos += 1
        self.skip_newlines()
        if self.reserved() == "{":
            self.pos = self.word_end
            return Compound("branch", words, [self._group()], name)
        self.expect("do")
        body = self.read_list(_DONE)
        self.expect("done")
        return Compound("branch", words, [body], name)

    def _words_of_line(self, words: list[Word]) -> None:
        while True:
            self.skip_blanks()
            character = self.text[self.pos]
            if character in "\n;":
                return
            if character in "&|()\0" or (character in "<>" and self.text[self.pos + 1] != "("):
                raise Unparsable
            words.append(self.read_word())

    def _case(self) -> Node:
        self.skip_blanks()
        words = [self.read_word()]
        self.skip_newlines()
        self.expect("in")
        body: list[Node] = []
        while True:
            self.skip_newlines()
            if self.reserved() == "esac":
                self.pos = self.word_end
                return Compound("branch", words, body)
            self.take("(")
            self._patterns(words)
            body.append(self.read_list(_ARM, empty=True))
            if self.take(";;"):
                self.take("&")
            elif not self.take(";&"):
                self.expect("esac")
                return Compound("branch", words, body)

    def _patterns(self, words: list[Word]) -> None:
        while True:
            self.skip_blanks()
            word = self.read_word()
            if not word.source:
                raise Unparsable
            words.append(word)
            self.skip_blanks()
            if self.take(")"):
                return
            if not self.take("|"):
                raise Unparsable

    def _condition(self) -> Node:
        """Read `[[ .. ]]`: words and operators up to the closing word."""
        words: list[Word] = []
        operator = ""
        while True:
            self.skip_newlines()
            if self.reserved() == "]]":
                self.pos = self.word_end
                return Compound("test", words, [])
            if self.text[self.pos] == "\0":
                raise Unparsable
            if operator in {"=~", "==", "=", "!="}:
                words.append(self._pattern_operand())
                operator = ""
                continue
            if any(self.take(sign) for sign in _CONDITION_OPERATORS):
                continue
            word = self.read_word()
            if not word.source:
                raise Unparsable
            operator = word.source
            if operator in {"-eq", "-ne", "-lt", "-le", "-gt", "-ge"}:
                for side in (words[-1:], [word]):
                    for operand in side:
                        operand.notes.append(("arith", operand.source))
                words.append(word)
                self.skip_blanks()
                word = self.read_word()
                word.notes.append(("arith", word.source))
            words.append(word)

    def _pattern_operand(self) -> Word:
        """Read the right side of `=~` or `==`, where brackets and `|` are part of the pattern."""
        extglob, self.extglob = self.extglob, True
        whole = Word()
        depth = 0
        while True:
            word = self.read_word()
            whole.inner += word.inner
            whole.notes += word.notes
            whole.parts += word.parts
            character = self.text[self.pos]
            depth += (character == "(") - (character == ")")
            closes_test = depth < 0
            inside = depth > 0 and character in " \t<>&;"
            if closes_test or not (character in "(|)" or inside) or self.looking_at("||"):
                break
            self.pos += 1
        self.extglob = extglob
        return whole

    def _function(self) -> Node:
        self.skip_blanks()
        word = self.read_word()
        if not word.source:
            raise Unparsable
        self.skip_blanks()
        if self.take("("):
            self.skip_blanks()
            if not self.take(")"):
                raise Unparsable
        return self._function_body(word)

    def function_definition(self, word: Word) -> Node:
        """Read `() body` behind a name."""
        self.pos += 1
        self.skip_blanks()
        if not self.take(")"):
            raise Unparsable
        return self._function_body(word)

    def _function_body(self, word: Word) -> Node:
        self.skip_newlines()
        self.budget.enter()
        body = self.read_command()
        self.budget.leave()
        if not isinstance(body, Compound):
            raise Unparsable
        return Function("".join(part[1] for part in word.parts), body)

    def anonymous_function(self) -> Node:
        """Read the body of a zsh function without a name; it runs at once."""
        self.skip_newlines()
        body = self.read_command()
        return Compound("group", [self._dialect_word("()")], [body])

    def _coproc(self) -> Node:
        """Read `coproc [NAME] command`; a name only stands before a compound command."""
        self.skip_blanks()
        start = self.pos
        name = self.reserved()
        if name and NAME.fullmatch(name) and name not in self._READERS:
            self.pos = self.word_end
            self.skip_blanks()
            if self.text[self.pos] != "(" and self.reserved() not in self._READERS:
                self.pos = start
        if self.text[self.pos] in "\n;&|\0":
            raise Unparsable
        return Pipe([self.read_command()])

    def zsh_modifier(self, word: str) -> Node:
        """Read a command behind a word that zsh takes for a modifier."""
        self.pos = self.word_end
        note = self._dialect_word(word)
        if word == "repeat":
            self.skip_blanks()
            note.inner += self.read_word().inner
            self.skip_blanks()
            if self.text[self.pos] == ";":
                self.pos += 1
                self.expect("do")
                body = self.read_list(_DONE)
                self.expect("done")
                return Compound("branch", [note], [body])
            return Compound("branch", [note], [self.read_command()])
        command = self.read_command()
        if word == "-" and isinstance(command, Simple) and command.words:
            command.words[0].parts.insert(0, ("q", "-", ""))
        return Compound("group", [note], [command])

    def _dialect_word(self, source: str) -> Word:
        word = Word()
        word.notes.append(("dialect", source))
        return word

    _READERS = {  # noqa: RUF012 - a constant table
        "{": _group,
        "if": _if,
        "while": _while,
        "until": _while,
        "for": _for,
        "select": _for,
        "case": _case,
        "[[": _condition,
        "function": _function,
        "coproc": _coproc,
    }
