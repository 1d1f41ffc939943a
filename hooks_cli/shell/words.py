"""Read one word: quotes, expansions, and the scripts in substitutions.

A word ends at a blank or an operator. Its parts keep what quote removal and expansion need;
scripts inside it are parsed on the spot, as bash 5.2 does.
"""

from __future__ import annotations

import re

from hooks_cli.shell.budget import Unparsable
from hooks_cli.shell.cursor import Cursor
from hooks_cli.shell.quoting import decode_ansi_c, unescape_backquoted
from hooks_cli.shell.tree import Inner, Script, Word

_PLAIN = re.compile(r"[^ \t\n;&|<>()'\"\\$`\0]+")
_PLAIN_HEAD = re.compile(r"[^ \t\n;&|<>()'\"\\$`\[\0]+")
_DOUBLE = re.compile(r"[^\"\\$`\0]+")
_TEXT = re.compile(r"[^\\$`\0]+")
_BACKQUOTED = re.compile(r"[^`\\\0]*")
_PARAMETER = re.compile(r"[^}'\"\\$`<>\0]+")
TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.tree import Part

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\[[^\]]*\])?(\+?)=")
_ARRAY_HEAD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=")
_BLANK_OR_END = " \t\n;&|<>()\0"
FIRST_TEMPLATE = "\U000f0000"
_TEMPLATE = re.compile("([\U000f0000-\U000ffffd])")


class WordReader(Cursor):
    """The reading of words; `Grammar` adds the commands that substitutions hold."""

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

    def reader_of(self, text: str) -> WordReader:
        """Return a reader of a piece of text in the same dialect and budget."""
        raise NotImplementedError

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

    # Expansions.

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


_NAME_REST = re.compile(r"[A-Za-z0-9_]*")
