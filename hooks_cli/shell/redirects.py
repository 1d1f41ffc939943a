"""Redirections and here-documents."""

from __future__ import annotations

import re

from hooks_cli.shell.budget import Unparsable
from hooks_cli.shell.tree import Redirect, Word
from hooks_cli.shell.words import WordReader

# Longest first; a descriptor number or `{name}` may stand directly in front.
_OPERATORS = ("<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">&", ">|", ">")
_BASH_ONLY = {"<<<"}
_DESCRIPTOR = re.compile(r"[0-9]+|\{[A-Za-z_][A-Za-z0-9_]*\}")


class RedirectReader(WordReader):
    """Reads redirections, and the here-documents behind the line that asks for them."""

    __slots__ = ()

    def read_redirect(self, redirects: list[Redirect]) -> bool:
        """Read a redirection onto the list if one stands at the position."""
        start = self.pos
        descriptor = ""
        character = self.text[start]
        if character not in "<>&":
            match = _DESCRIPTOR.match(self.text, start)
            if not match or self.text[match.end()] not in "<>":
                return False
            if character == "{" and not self.dialect.bash:
                return False
            descriptor = match.group()
            self.pos = match.end()
        if self.dialect.bash and self.text[self.pos] in "<>" and self.text[self.pos + 1] == "(":
            self.pos = start
            return False  # a process substitution is a word
        redirects.append(self._redirect(descriptor))
        return True

    def _redirect(self, descriptor: str) -> Redirect:
        operator = self._operator()
        self.skip_blanks()
        number = _DESCRIPTOR.match(self.text, self.pos)
        if number and number.group().isdigit() and self.text[number.end()] in "<>":
            raise Unparsable  # the number belongs to the next redirection
        word = self.read_word()
        if not word.source:
            raise Unparsable
        redirect = Redirect(operator, descriptor, word)
        if operator in {"<<", "<<-"}:
            redirect.quoted = word.source != "".join(part[1] for part in word.parts)
            self.heredocs.append(redirect)
        return redirect

    def _operator(self) -> str:
        if self.take("&>"):
            return "&>>" if self.take(">") else "&>"
        for operator in _OPERATORS:
            if self.take(operator):
                if operator in _BASH_ONLY and not self.dialect.bash:
                    raise Unparsable
                return operator
        raise Unparsable

    def read_heredocs(self) -> None:
        """Read the texts of the here-documents that the line just ended has asked for."""
        pending, self.heredocs = self.heredocs, []
        for redirect in pending:
            delimiter = "".join(part[1] for part in redirect.word.parts)
            lines = []
            while self.text[self.pos] != "\0":
                line, following = self._line(quoted=redirect.quoted)
                self.pos = following
                if redirect.operator == "<<-":
                    line = line.lstrip("\t")
                if line == delimiter:
                    break
                lines.append(line + "\n")
            text = "".join(lines)
            self.budget.spend(len(text) + 1)
            body = Word()
            body.source = text
            if redirect.quoted:
                body.parts.append(("q", text, ""))
            else:
                self.budget.enter()
                depth = self.budget.depth
                try:
                    self.reader_of(text).read_text(body)
                except Unparsable:  # found only when the text is expanded: the line itself runs
                    body.notes.append(("unparsable", text[:30]))
                    body.parts.append(("X", text, ""))
                    self.budget.depth = depth
                self.budget.leave()
            redirect.body = body

    def _line(self, *, quoted: bool) -> tuple[str, int]:
        """Return the line at the position and where the next starts.

        In an unquoted here-document a backslash at the end of a line joins it with the next.
        """
        pieces = []
        at = self.pos
        while True:
            stop = self.text.find("\n", at)
            if stop < 0:
                pieces.append(self.text[at:-1])
                return "".join(pieces), len(self.text) - 1
            line = self.text[at:stop]
            at = stop + 1
            backslashes = len(line) - len(line.rstrip("\\"))
            if quoted or backslashes % 2 == 0:
                pieces.append(line)
                return "".join(pieces), at
            pieces.append(line[:-1])
