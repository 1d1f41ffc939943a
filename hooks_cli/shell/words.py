"""Read one word: quotes, expansions, and the scripts in substitutions.

A word ends at a blank or an operator. Its parts keep what quote removal and expansion need;
`ExpansionReader` reads what a dollar or a backquote opens.
"""

from __future__ import annotations

import re

from hooks_cli.shell.budget import Unparsable
from hooks_cli.shell.expansions import NAME, ExpansionReader
from hooks_cli.shell.tree import Inner, Word

_PLAIN = re.compile(r"[^ \t\n;&|<>()'\"\\$`\0]+")
_PLAIN_HEAD = re.compile(r"[^ \t\n;&|<>()'\"\\$`\[\0]+")
_DOUBLE = re.compile(r"[^\"\\$`\0]+")
_TEXT = re.compile(r"[^\\$`\0]+")
TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.tree import Part

ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\[[^\]]*\])?(\+?)=")
_ARRAY_HEAD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=")
_BLANK_OR_END = " \t\n;&|<>()\0"
FIRST_TEMPLATE = "\U000f0000"
_TEMPLATE = re.compile("([\U000f0000-\U000ffffd])")


class WordReader(ExpansionReader):
    """The reading of words; `Grammar` adds the commands that substitutions hold."""

    __slots__ = ()

    def read_word(self, *, assign: bool = False) -> Word:
        """Read the word at the position. `assign` allows `name=value`, `a[i]=..`, `a=(..)`."""
        word = Word()
        start = self.pos
        plain = _PLAIN_HEAD if assign and self.dialect.bash else _PLAIN
        pattern = 0  # how many parentheses of a glob pattern are open
        while True:
            match = plain.match(self.text, self.pos)
            if match:
                self._unquoted(word, match.group())
                self.pos = match.end()
            character = self.text[self.pos]
            if pattern and character in _BLANK_OR_END and character != "\0":
                pattern += (character == "(") - (character == ")")
                self._unquoted(word, character)
                self.pos += 1
            elif character in _BLANK_OR_END:
                if character == "(" and self._array(word, assign=assign):
                    continue
                if character == "(" and self._pattern_opens(word):
                    pattern = 1
                    self._unquoted(word, "(")
                    self.pos += 1
                elif not self._process(word, start, character):
                    break
            elif character == "[":
                self._subscript(word)
                plain = _PLAIN
            else:
                self._special(word, character)
        if pattern:
            raise Unparsable
        self._merge(word)
        word.source = self.text[start : self.pos]
        self.budget.spend(2 + self.pos - start)
        if self.templates:
            self._fill_templates(word)
        if assign:
            self._find_assignment(word)
        return word

    def read_text(self, word: Word, *, stop: str = "") -> None:
        """Read text in which only backslash, dollar and backquote are special, up to `stop`.

        That is the inside of double quotes (`stop` is the quote), a here-document, arithmetic.
        """
        plain = _DOUBLE if stop else _TEXT
        special = '$`"\\' if stop else "$`\\"
        while True:
            match = plain.match(self.text, self.pos)
            if match:
                word.parts.append(("q", match.group(), ""))
                self.pos = match.end()
            character = self.text[self.pos]
            if character == stop:
                return
            if character == "\0":
                if stop:
                    raise Unparsable
                return
            if character == "\\":
                following = self.text[self.pos + 1]
                self.pos += 1 if following == "\0" else 2
                if following in special:
                    word.parts.append(("q", following, ""))
                elif following != "\n":
                    word.parts.append(("q", "\\" + following.rstrip("\0"), ""))
            elif character == "$":
                self._dollar(word, quoted=True)
            else:
                self._backquote(word, quoted=True)
            self.budget.spend(2)

    # What can stand inside a word.

    def _unquoted(self, word: Word, text: str) -> None:
        word.parts.append(("u", text, ""))

    @staticmethod
    def _merge(word: Word) -> None:
        """Join pieces of unquoted text that only a line continuation has parted."""
        parts = word.parts
        if len(parts) < 2:  # noqa: PLR2004
            return
        merged: list[Part] = []
        pieces: list[str] = []
        for part in parts:
            if part[0] == "u":
                pieces.append(part[1])
                continue
            if pieces:
                merged.append(("u", "".join(pieces), ""))
                pieces = []
            merged.append(part)
        if pieces:
            merged.append(("u", "".join(pieces), ""))
        word.parts = merged

    def _fill_templates(self, word: Word) -> None:
        """Put the unknown pieces back that the characters of a template stand for."""
        parts = word.parts
        if not any(character >= FIRST_TEMPLATE for part in parts for character in part[1]):
            return
        word.parts = filled = []
        for mode, text, name in parts:
            for piece in _TEMPLATE.split(text):
                if piece and piece[0] >= FIRST_TEMPLATE and mode in "uq":
                    index = min(ord(piece) - ord(FIRST_TEMPLATE), len(self.templates) - 1)
                    filled.append(("X" if mode == "q" else "x", self.templates[index], "\0"))
                elif piece or not text:
                    filled.append((mode, piece, name))
        word.source = "".join(part[1] for part in filled)

    def _special(self, word: Word, character: str) -> None:
        """Read a quote, a backslash, a dollar or a backquote outside double quotes."""
        if character == "'":
            stop = self.text.find("'", self.pos + 1)
            if stop < 0:
                raise Unparsable
            word.parts.append(("q", self.text[self.pos + 1 : stop], ""))
            self.pos = stop + 1
        elif character == '"':
            self._double(word)
        elif character == "$":
            self._dollar(word, quoted=False)
        elif character == "`":
            self._backquote(word, quoted=False)
        else:
            following = self.text[self.pos + 1]
            self.pos += 1 if following == "\0" else 2
            if following != "\n":
                word.parts.append(("q", following if following != "\0" else "\\", ""))

    def _double(self, word: Word) -> None:
        self.pos += 1
        word.parts.append(("q", "", ""))  # `""` is a word
        self.read_text(word, stop='"')
        self.pos += 1

    def _process(self, word: Word, start: int, character: str) -> bool:
        """Read `<(..)`, `>(..)` or, in zsh at the start of a word, `=(..)`."""
        at = self.pos
        if character in "<>":
            if not self.dialect.bash or self.text[at + 1] != "(":
                return False
            self.pos += 2
        elif character == "(" and self.dialect.zsh and self.text[start:at] == "=":
            word.parts.clear()
            word.notes.append(("dialect", "=("))
            at = start
            self.pos += 1
        else:
            return False
        script = self.nested_script()
        source = self.text[at : self.pos]
        word.inner.append(Inner("procsub", script, source))
        word.parts.append(("X", source, ""))
        return True

    def _pattern_opens(self, word: Word) -> bool:
        """Tell whether a parenthesis belongs to a glob pattern: extglob, or zsh qualifiers."""
        if not word.parts or word.parts[-1][0] != "u":
            return False
        text = word.parts[-1][1]
        if self.extglob and text[-1] in "?*+@!":
            return True
        if self.dialect.zsh and ("*" in text or "?" in text):
            stop = self.text.find(")", self.pos)
            qualifier = self.text[self.pos + 1 : max(stop, 0)]
            name = "glob-code" if qualifier.startswith(("e", "+", "^e")) else "dialect"
            word.notes.append((name, qualifier))
            word.notes.append(("dialect", qualifier))
            return True
        return False

    def _array(self, word: Word, *, assign: bool) -> bool:
        """Read `(..)` behind `name=`."""
        self._merge(word)
        if not (assign and self.dialect.bash and len(word.parts) == 1):
            return False
        mode, head, _ = word.parts[0]
        if mode != "u" or not _ARRAY_HEAD.fullmatch(head):
            return False
        at = self.pos
        self.pos += 1
        self.budget.enter()
        while True:
            self.skip_blanks()
            character = self.text[self.pos]
            if character == ")":
                break
            if character == "\n":
                self.pos += 1
                continue
            if character in ";&|(\0" or (character in "<>" and self.text[self.pos + 1] != "("):
                raise Unparsable
            element = self.read_word()
            word.inner += element.inner
            word.notes += element.notes
        self.budget.leave()
        self.pos += 1
        word.parts.append(("X", self.text[at : self.pos], ""))
        word.array = True
        return True

    def _subscript(self, word: Word) -> None:
        """Read `[`, which after a bare name opens a subscript where an assignment may stand."""
        self._merge(word)
        head = word.parts[0] if len(word.parts) == 1 else ("", "", "")
        if head[0] != "u" or not NAME.fullmatch(head[1]):
            self._unquoted(word, "[")
            self.pos += 1
            return
        stop = self.find_close(self.pos) + 1
        source = self.text[self.pos : stop]
        inside = Word()
        self.reader_of(source[1:-1]).read_text(inside)
        if self.text[stop] == "=" or self.text.startswith("+=", stop):
            word.inner += inside.inner
            word.notes += [*inside.notes, ("arith", source)]
            self._unquoted(word, "[" + source[1:-1].replace("]", "") + "]")
            self.pos = stop
        else:  # not an assignment, but still part of the word, blanks included
            word.inner += inside.inner
            self._unquoted(word, "[")
            for mode, text, name in inside.parts:
                word.parts.append(("u" if mode == "q" else mode, text, name))
            word.parts.append(("u", "]", ""))
            self.pos = stop

    def _find_assignment(self, word: Word) -> None:
        if not word.parts or word.parts[0][0] != "u":
            return
        match = ASSIGNMENT.match(word.parts[0][1])
        if match and (self.dialect.bash or not (match[2] or match[3])):
            word.assign = match[1]
            word.append = bool(match[3])
            word.value = match.end()
            word.array = word.array or bool(match[2])
            counts = self.budget.assigned
            counts[word.assign] = counts.get(word.assign, 0) + 1
