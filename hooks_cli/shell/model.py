"""The values that the analysis of a shell command is made of."""

from __future__ import annotations

from hooks_cli._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    WordKind = Literal["literal", "glob", "tilde", "unknown"]


class Word(Record):
    """One word after quote removal, and how much of it the text alone tells.

    `literal`: the program gets exactly `text`. `glob`: a pattern, replaced by the files that fit.
    `tilde`: starts with a home directory. `unknown`: `text` is the source of the word, which may
    stand for any number of words.
    """

    kind: WordKind
    text: str


class Via(Record):
    """One step on the way to a run: `kind` for rules, `text` for people ("bash -c")."""

    kind: str
    text: str


class Stdin(Record):
    """Where the standard input of a run comes from.

    `kind` is `none` (inherited from the caller), `pipe`, `file`, `heredoc` or `closed`. `runs`
    are the indices, in `Analysis.runs`, of everything upstream in the pipe. `text` is the content
    of a here-document or here-string if it is known, `path` the file of `file`.
    """

    kind: str = "none"
    runs: tuple[int, ...] = ()
    text: str | None = None
    path: Word | None = None


class Redirect(Record):
    """One redirection as written: operator, descriptor ("" for the default) and target."""

    operator: str
    descriptor: str
    target: Word


class Run(Record):
    """One simple command that a shell would run.

    `argv` holds the words as the text shows them. `resolved` is the same list with the values of
    variables that were assigned once, unconditionally and literally; it equals `argv` if there
    is nothing to fill in. `env` are the assignments in front, `via` the way from the outside in,
    `feeds` the indices of the runs in substitutions among its words, `redirects` its own.
    """

    argv: tuple[Word, ...]
    resolved: tuple[Word, ...]
    env: tuple[tuple[str, Word], ...] = ()
    via: tuple[Via, ...] = ()
    stdin: Stdin = Stdin()
    feeds: tuple[int, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    shell: str = "bash"
    program: Word | None = None  # set if the program is not argv[0], as behind `exec -a`

    @property
    def name(self) -> Word:
        """The word that is looked up as the program."""
        return self.program or self.resolved[0]

    @property
    def base(self) -> str:
        """The last path part of a known program name, "" if the name is not known.

        On Windows a name has no case and its `.exe` may be left out.
        """
        name = self.name
        if name.kind not in {"literal", "tilde"}:
            return ""
        if self.shell not in {"powershell", "cmd"}:
            return name.text.rpartition("/")[2]
        text = name.text.replace("\\", "/").rpartition("/")[2].lower()
        for suffix in (".exe", ".cmd", ".bat", ".com"):
            text = text.removesuffix(suffix)
        return text

    @property
    def nested(self) -> bool:
        """Whether something stands between the text and this run."""
        return bool(self.via)


class Write(Record):
    """A file that is opened for writing; `by` is `redirect` or the name of the program.

    `run` is the index of the run that writes, -1 for the redirect of a group. `append` is true
    if what was in the file stays.
    """

    target: Word
    by: str = "redirect"
    run: int = -1
    append: bool = False


class Read(Record):
    """A file that is opened for reading by a redirect."""

    target: Word
    run: int = -1


class Kind(Record):
    """One reason why the text does not tell everything; `text` is the place in the source."""

    name: str
    text: str = ""


class Analysis(Record):
    """What a command would run, write and read, and which parts cannot be known.

    `writes` and `reads` are redirects; `program_writes` are files that a program writes by
    itself (`tee`, `dd of=`, `cp`). `runs` is in the order of the text.
    """

    runs: tuple[Run, ...]
    writes: tuple[Write, ...]
    reads: tuple[Read, ...]
    program_writes: tuple[Write, ...]
    kinds: tuple[Kind, ...]
    shell: str = "bash"

    @property
    def kind_names(self) -> tuple[str, ...]:
        """The names of the kinds, each once, sorted."""
        return tuple(sorted({kind.name for kind in self.kinds}))
