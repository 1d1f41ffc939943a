"""Expansions inside a word: parameters, substitutions, arithmetic.

A substitution is parsed on the spot, as bash 5.2 does; backquotes and `$((..)..)` are parsed only
when they run, so a syntax error in them ends nothing outside.
"""

from __future__ import annotations

import re

from hooks_cli.shell.budget import Unparsable
from hooks_cli.shell.cursor import Cursor
from hooks_cli.shell.quoting import decode_ansi_c, unescape_backquoted
from hooks_cli.shell.tree import Inner, Script, Word

_BACKQUOTED = re.compile(r"[^`\\\0]*")
_PARAMETER = re.compile(r"[^}'\"\\$`<>\0]+")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NAME_REST = re.compile(r"[A-Za-z0-9_]*")


class ExpansionReader(Cursor):
    """Reads what a dollar or a backquote opens; quotes and words are read by `WordReader`."""

    __slots__ = ()

    def nested_script(self) -> Script:
        """Read commands up to a closing parenthesis, which is stepped over."""
        raise NotImplementedError

    def brace_script(self) -> Script:
        """Read commands up to a closing brace, which is stepped over."""
        raise NotImplementedError

    def parse_apart(self, text: str) -> Script:
        """Parse a text that the shell parses only when it runs it."""
        raise NotImplementedError

    def reader_of(self, text: str) -> ExpansionReader:
        """Return a reader of a piece of text in the same dialect and budget."""
        raise NotImplementedError

    def read_text(self, word: Word, *, stop: str = "") -> None:
        """Read text in which only backslash, dollar and backquote are special."""
        raise NotImplementedError

    def _unquoted(self, word: Word, text: str) -> None:
        raise NotImplementedError

    def _special(self, word: Word, character: str) -> None:
        raise NotImplementedError

    def _double(self, word: Word) -> None:
        raise NotImplementedError

    def _process(self, word: Word, start: int, character: str) -> bool:
        raise NotImplementedError

    def _dollar(self, word: Word, *, quoted: bool) -> None:
        start = self.pos
        self.pos += 1
        character = self.peek()
        mode = "X" if quoted else "x"
        if character == "(":
            self._substitution(word, start, quoted=quoted)
        elif character == "{":
            self._parameter(word, start, quoted=quoted)
        elif character == "'" and not quoted and self.dialect.bash:
            self._ansi_c(word)
        elif character == '"' and not quoted and self.dialect.bash:
            self._double(word)
        elif character == "[" and self.dialect.bash:
            stop = self.find_close(self.pos)
            self._arithmetic(word, self.text[self.pos + 1 : stop])
            self.pos = stop + 1
            word.parts.append((mode, self.text[start : self.pos], ""))
        elif match := NAME.match(self.text, self.pos):
            name = match.group()
            self.pos = match.end()
            while self.text.startswith("\\\n", self.pos):
                self.peek()
                more = _NAME_REST.match(self.text, self.pos)
                assert more
                name += more.group()
                self.pos = more.end()
            word.parts.append((mode, "$" + name, name))
        elif character in "@*#?-$!0123456789":
            self.pos += 1
            word.parts.append((mode, "$" + character, character))
        elif quoted:
            word.parts.append(("q", "$", ""))
        else:
            self._unquoted(word, "$")

    def _ansi_c(self, word: Word) -> None:
        self.pos += 1
        at = self.pos
        while self.text[at] != "'":
            if self.text[at] == "\\":
                at += 1
            if self.text[at] == "\0":
                raise Unparsable
            at += 1
        word.parts.append(("q", decode_ansi_c(self.text[self.pos : at]), ""))
        self.pos = at + 1

    def _substitution(self, word: Word, start: int, *, quoted: bool) -> None:
        """Read `$(..)` or `$((..))`; the latter is arithmetic only if its brackets pair up."""
        mode = "X" if quoted else "x"
        opening = self.pos
        if self.text[opening + 1] == "(":
            stop = self.find_close(opening)
            inside = self.text[opening + 1 : stop]
            if self.find_close(opening + 1) == stop - 1:
                self._arithmetic(word, inside[1:-1])
            else:
                script = self.parse_apart(inside)
                word.inner.append(Inner("subst", script, self.text[start : stop + 1]))
            self.pos = stop + 1
        else:
            self.pos += 1
            script = self.nested_script()
            word.inner.append(Inner("subst", script, self.text[start : self.pos]))
        word.parts.append((mode, self.text[start : self.pos], ""))

    def _arithmetic(self, word: Word, text: str) -> None:
        self.budget.enter()
        inside = Word()
        self.reader_of(text).read_text(inside)
        word.inner += inside.inner
        word.notes += inside.notes
        word.notes.append(("arith", text))
        self.budget.leave()

    def _backquote(self, word: Word, *, quoted: bool) -> None:
        start = self.pos
        at = start + 1
        while True:
            match = _BACKQUOTED.match(self.text, at)
            assert match
            at = match.end()
            if self.text[at] == "`":
                break
            at += 2
            if at >= len(self.text):
                raise Unparsable
        script = self.parse_apart(unescape_backquoted(self.text[start + 1 : at], quoted=quoted))
        self.pos = at + 1
        source = self.text[start : self.pos]
        word.inner.append(Inner("subst", script, source))
        word.parts.append(("X" if quoted else "x", source, ""))

    def _parameter(self, word: Word, start: int, *, quoted: bool) -> None:
        """Read `${..}`: the word in it is expanded, so substitutions in it run."""
        self.pos += 1
        if self.text[self.pos] in " \t\n|" and self.dialect.bash:
            self.pos += 1
            script = self.brace_script()
            source = self.text[start : self.pos]
            word.inner.append(Inner("subst", script, source))
            word.parts.append(("X" if quoted else "x", source, ""))
            return
        self.budget.enter()
        inside_at = self.pos
        head = NAME.match(self.text, self.pos)
        if head:
            self.pos = head.end()
        if self.text[self.pos] in "#'\"" and not head:
            self.pos += self.text[self.pos] == "#"
        operator = self.text[self.pos]
        inside = Word()
        while (character := self.text[self.pos]) != "}":
            if match := _PARAMETER.match(self.text, self.pos):
                self.pos = match.end()
            elif character == "\0":
                raise Unparsable
            elif character == "'" and quoted and operator not in "#%/^,":
                stop = self.text.find("'", self.pos + 1)
                if stop < 0:
                    raise Unparsable
                self.reader_of(self.text[self.pos + 1 : stop]).read_text(inside)
                self.pos = stop + 1
            elif character in "<>":
                if quoted or not self._process(inside, self.pos, character):
                    self.pos += 1
            else:
                self._special(inside, character)
        text = self.text[inside_at : self.pos]
        self.pos += 1
        self.budget.leave()
        word.inner += inside.inner
        word.notes += inside.notes
        self._note_parameter(word, text, head.group() if head else "")
        name = head.group() if head and head.group() == text else ""
        if text in "@*#?-$!" or text.isdigit():
            name = text
        word.parts.append(("X" if quoted else "x", self.text[start : self.pos], name))

    def _note_parameter(self, word: Word, text: str, name: str) -> None:
        """Note the forms of `${..}` that evaluate more than they show."""
        rest = text[len(name) :]
        if rest.endswith("@P"):
            word.notes.append(("prompt-expansion", text))
        if rest.startswith("["):
            word.notes.append(("arith", rest))
        if rest.startswith((":=", "=")):
            self.budget.assigned[name] = self.budget.assigned.get(name, 0) + 1
        if text.startswith("("):
            flags = text[1:].partition(")")[0]
            word.notes.append(("dialect", text))
            if "e" in flags and self.dialect.zsh:
                word.notes.append(("prompt-expansion", text))
