"""A position in the text of a command, and the scanning that needs no grammar."""

from __future__ import annotations

import re

from hooks_cli.shell.budget import Unparsable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.budget import Budget
    from hooks_cli.shell.dialect import Dialect
    from hooks_cli.shell.tree import Redirect

# Each pattern is one character class, so that none can look at a character twice.
_COMMENT = re.compile(r"[^\n\0]*")
_PAREN_STOP = re.compile(r"[^()'\"\\`\0]*")
_BRACKET_STOP = re.compile(r"[^\[\]'\"\\`\0]*")
_DOUBLE_STOP = re.compile(r"[^\"\\`$\0]*")
_STOPS = {"(": _PAREN_STOP, "[": _BRACKET_STOP}
_CLOSERS = {"(": ")", "[": "]"}


class Cursor:
    r"""The text with a position. It ends in a NUL, which cannot be part of a command."""

    __slots__ = (
        "_holds_case",
        "budget",
        "dialect",
        "extglob",
        "heredocs",
        "pos",
        "templates",
        "text",
    )

    def __init__(
        self, text: str, dialect: Dialect, budget: Budget, templates: tuple[str, ...] = ()
    ) -> None:
        """Start at the beginning.

        `templates` holds the sources of unknown pieces if the text was put together from words;
        the characters from U+F0000 on stand for them.
        """
        self.text = text + "\0"
        self.pos = 0
        self.dialect = dialect
        self.budget = budget
        self.heredocs: list[Redirect] = []
        self.extglob = False
        self.templates = templates
        self._holds_case = "case" in text

    def peek(self) -> str:
        """Return the next character; a backslash before a line end joins lines and is nothing."""
        text, pos = self.text, self.pos
        while text[pos] == "\\" and text[pos + 1] == "\n":
            pos += 2
        self.pos = pos
        return text[pos]

    def take(self, operator: str) -> bool:
        """Step over an operator if it comes next."""
        start = self.pos
        for character in operator:
            if self.peek() != character:
                self.pos = start
                return False
            self.pos += 1
        return True

    def looking_at(self, operator: str) -> bool:
        """Tell whether an operator comes next."""
        start = self.pos
        found = self.take(operator)
        self.pos = start
        return found

    def skip_blanks(self) -> None:
        """Step over blanks, joined lines and a comment: a word starts here, or none does."""
        while self.peek() in " \t":
            self.pos += 1
        if self.text[self.pos] == "#":
            match = _COMMENT.match(self.text, self.pos)
            assert match
            self.pos = match.end()

    def skip_script(self, at: int) -> int:
        """Return where the commands end that stand in the bracket at `at`."""
        raise NotImplementedError

    def find_close(self, at: int) -> int:
        """Return where the bracket at `at` is closed; Unparsable if it is not."""
        text, opener = self.text, self.text[at]
        stop, closer = _STOPS[opener], _CLOSERS[opener]
        depth = 0
        start = at
        self.budget.enter()
        while True:
            match = stop.match(text, at)
            assert match
            at = match.end()
            character = text[at]
            if character == opener:
                depth += 1
                if opener == "(" and self._holds_case and text[at - 1] == "$" and at > start:
                    # The brackets of `case` patterns do not pair up: only a parse finds the end.
                    depth -= 1
                    at = self.skip_script(at)
            elif character == closer:
                depth -= 1
                if not depth:
                    self.budget.leave()
                    self.budget.spend(at - start)
                    return at
            elif character == "\\":
                at += 1
            elif character == "\0" or (at := self._skip_quoted(at)) < 0:
                break
            at += 1
            if at >= len(text):
                break
        self.budget.spend(len(text) - start)
        raise Unparsable

    def _skip_quoted(self, at: int) -> int:
        """Return where the quoted text ends that starts at `at`, or -1."""
        text, quote = self.text, self.text[at]
        if quote == "'":
            return text.find("'", at + 1)
        at += 1
        while True:
            if quote == '"':
                match = _DOUBLE_STOP.match(text, at)
                assert match
                at = match.end()
            else:
                while text[at] not in "`\\\0":
                    at += 1
            character = text[at]
            if character == quote:
                return at
            if character == "\0":
                return -1
            if character == "\\":
                at += 1
            elif character == "`":
                at = self._skip_quoted(at)
            elif character == "$" and text[at + 1] == "(":
                at = self.find_close(at + 1)
            if at < 0:
                return -1
            at += 1
            if at >= len(text):
                return -1
