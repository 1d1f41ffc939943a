"""The entry: one command in, what it would do out."""

from __future__ import annotations

from hooks_cli.shell.budget import MAX_CHARACTERS, Budget, Exceeded
from hooks_cli.shell.dialect import Dialect
from hooks_cli.shell.expand import Scope
from hooks_cli.shell.grammar import parse
from hooks_cli.shell.model import Analysis, Word
from hooks_cli.shell.programs import examine
from hooks_cli.shell.walk import Context, Walker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SHELLS = ("bash", "zsh", "dash", "powershell", "cmd")


def analyse(command: str, shell: str = "bash") -> Analysis:
    """Return what a shell would run, write and read for a command.

    Nothing is run or looked up. What cannot be known is a kind of the result; an empty `kinds`
    means that the runs are all there is. `sh` and unknown shells are read as bash.
    """
    name = {"sh": "bash", "ash": "dash", "pwsh": "powershell"}.get(shell, shell)
    dialect = Dialect(name)
    text = command[:MAX_CHARACTERS].replace("\0", "")
    budget = Budget(len(text))
    walker = Walker(budget, examine)
    context = Context(dialect, Scope())
    context.certain = True
    if "\0" in command:
        walker.kind("nul")
    if len(command) > MAX_CHARACTERS:
        walker.kind("too-long", f"{len(command)} characters")
    try:
        if name in {"powershell", "cmd"}:
            from hooks_cli.shell.windows import walk_windows  # noqa: PLC0415 - rarely needed

            walker.kind("dialect", name)
            walk_windows(walker, text, context)
        else:
            walker.script(parse(text, dialect, budget), context)
    except Exceeded as limit:
        walker.kind(limit.kind)
    except RecursionError:
        walker.kind("too-deep")
    return Analysis(
        tuple(walker.runs),
        tuple(walker.writes),
        tuple(walker.reads),
        tuple(walker.program_writes),
        tuple(walker.kinds),
        name,
    )


def to_json(analysis: Analysis) -> dict[str, Any]:
    """Return the analysis as one JSON object.

    A word is a string if its value is known, else an object with one key: `unknown` (its
    source), `glob` or `tilde`. `program_writes` is there if a program writes files by itself.
    """
    value: dict[str, Any] = {
        "runs": [[word_to_json(word) for word in run.argv] for run in analysis.runs],
        "writes": [word_to_json(write.target) for write in analysis.writes],
        "reads": [word_to_json(read.target) for read in analysis.reads],
        "kinds": list(analysis.kind_names),
    }
    if analysis.program_writes:
        value["program_writes"] = [word_to_json(write.target) for write in analysis.program_writes]
    return value


def word_to_json(word: Word) -> str | dict[str, str]:
    """Return a word in the form that `to_json` describes."""
    return word.text if word.kind == "literal" else {word.kind: word.text}
