"""What a shell command would run, write and read, judged from its text alone.

`analyse` reads the command with a parser of our own, follows it into wrappers and nested
languages, and says in `kinds` what cannot be known. The layers, from the text up: `cursor`,
`words`, `redirects`, `compound`, `grammar` make a `tree`; `expand` turns words into values;
`walk` records runs and files; `programs`, `builtins_`, `languages` and `writes` hold what is
known about programs, with their data in `table`.
"""

from __future__ import annotations

from hooks_cli.shell.analysis import SHELLS, analyse, to_json, word_to_json
from hooks_cli.shell.model import Analysis, Kind, Read, Redirect, Run, Stdin, Via, Word, Write

__all__ = [
    "SHELLS",
    "Analysis",
    "Kind",
    "Read",
    "Redirect",
    "Run",
    "Stdin",
    "Via",
    "Word",
    "Write",
    "analyse",
    "to_json",
    "word_to_json",
]
