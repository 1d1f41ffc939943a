"""What one analysis may cost. Every limit ends in a named kind, never in a shorter answer."""

from __future__ import annotations

MAX_CHARACTERS = 65536
MAX_DEPTH = 60
MAX_COMMANDS = 2000
MAX_BRACE_RESULTS = 1000
STEPS_PER_CHARACTER = 40
FREE_STEPS = 200_000


class Exceeded(Exception):  # noqa: N818 - not an error of the command: a limit of ours
    """A limit was reached; `kind` is `too-long` or `too-deep`."""

    def __init__(self, kind: str) -> None:
        """Keep the kind."""
        super().__init__(kind)
        self.kind = kind


class Unparsable(Exception):  # noqa: N818 - a syntax error of the text, expected and handled
    """The text is not a command of the language: the shell stops here too."""


class Budget:
    """Counts what one analysis, with everything nested in it, has used."""

    __slots__ = ("assigned", "commands", "depth", "limit", "runs", "steps")

    def __init__(self, characters: int) -> None:
        """Allow steps in proportion to the length of the text."""
        self.steps = 0
        self.limit = STEPS_PER_CHARACTER * characters + FREE_STEPS
        self.depth = 0
        self.commands = 0
        self.runs = 0
        self.assigned: dict[str, int] = {}

    def spend(self, steps: int) -> None:
        """Count work; a step is about one look at one character."""
        self.steps += steps
        if self.steps > self.limit:
            raise Exceeded("too-long")

    def enter(self) -> None:
        """Go one level deeper; the caller calls `leave` on the way out."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Exceeded("too-deep")

    def leave(self) -> None:
        """Come back one level."""
        self.depth -= 1

    def count_command(self) -> None:
        """Count one simple command in the text."""
        self.commands += 1
        if self.commands > MAX_COMMANDS:
            raise Exceeded("too-long")

    def count_run(self) -> None:
        """Count one run in the answer."""
        self.runs += 1
        if self.runs > MAX_COMMANDS:
            raise Exceeded("too-long")
