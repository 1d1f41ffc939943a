"""The files that a command would read, write or otherwise touch, for `match.path`."""

from __future__ import annotations

import os

from hooks_cli import globs, paths
from hooks_cli._record import Record
from hooks_cli.shell import flag_table, flags, sources, written
from hooks_cli.shell.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.globs import PathTest, Sure
    from hooks_cli.paths import Forms, Places, Target
    from hooks_cli.shell.flags import Parsed
    from hooks_cli.shell.model import Analysis, Run

# Writing to these keeps nothing.
_SINKS = frozenset(
    ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "NUL", "nul", "$null", "-")
)
# Programs whose operands are another command, which is a run of its own.
_WRAPPERS = frozenset(
    [
        "sudo",
        "doas",
        "env",
        "command",
        "builtin",
        "exec",
        "nohup",
        "nice",
        "ionice",
        "timeout",
        "time",
        "stdbuf",
        "setsid",
        "xargs",
    ]
)
_BUDGET_KINDS = frozenset(("too-long", "too-deep", "nul"))


class Scene(Record):
    """A command taken apart, with all that is needed to judge it.

    `bases` are the directories that each run may be in, `parsed` the options of each, `names` the
    names of all. `every`
    says that it is looked at inside a `not`, where a path fits only if all of its forms do.
    `tests`, `forms` and `words` remember what has been worked out for it.
    """

    analysis: Analysis
    places: Places
    bases: tuple[tuple[str, ...], ...]
    base: str
    parsed: tuple[Parsed, ...]
    tests: dict[int, tuple[Any, PathTest, dict[tuple[Target, bool], Sure]]]
    forms: dict[Target, Forms]
    words: dict[tuple[Word, tuple[str, ...], bool], tuple[Target, ...]]
    names: frozenset[str] = frozenset()
    every: bool = False

    @property
    def cut(self) -> bool:
        """Whether the analysis came to no end: more may run than it shows."""
        return any(kind.name in _BUDGET_KINDS for kind in self.analysis.kinds)


def scene(analysis: Analysis, command: str, base: str, places: Places) -> Scene:
    """Return a command taken apart."""
    parsed = tuple(
        flags.parse(run.base, run.resolved[1:], run.shell) if run.resolved else flags.Parsed((), ())
        for run in analysis.runs
    )
    bases = sources.directories(analysis, command, base, places)
    return Scene(analysis, places, bases, base, parsed, {}, {}, {}, _names(analysis, parsed))


def module_of(run: Run, parsed: Parsed) -> Word | None:
    """Return the module that an interpreter is told to run (`python3 -m pip`), else None."""
    if not run.resolved or flags.row_name(run.base) != "python":
        return None
    found = next((flag.value for flag in parsed.flags if flag.name == "-m"), None)
    return found if found is not None and found.kind == "literal" else None


def _names(analysis: Analysis, parsed: tuple[Parsed, ...]) -> frozenset[str]:
    """Return the names of all runs, with those of modules."""
    modules = (module_of(run, each) for run, each in zip(analysis.runs, parsed, strict=True))
    bases = {run.base for run in analysis.runs if run.resolved}
    return frozenset(bases | {module.text for module in modules if module is not None})


def passes(value: Any, target: Target, view: Scene) -> Sure:
    """Tell whether a path passes a configured test, each worked out once for a command."""
    known = view.tests.get(id(value))  # with the value, so that no other can have its id
    if known is None:
        known = view.tests[id(value)] = (value, globs.compile_test(value, view.places), {})
    _, test, results = known
    if (target, view.every) in results:
        return results[target, view.every]
    forms = view.forms.get(target)
    if forms is None:
        forms = view.forms[target] = paths.forms(target, view.places.home)
    results[target, view.every] = globs.holds(test, forms, every=view.every)
    return results[target, view.every]


def all_targets(view: Scene) -> Iterator[tuple[int, Target]]:
    """Yield (run, path) for everything that a command touches; run -1 is a group."""
    for index, run in enumerate(view.analysis.runs):
        for word in _words(run, view.parsed[index]):
            yield from ((index, item) for item in targets_of(word, index, view))
        yield from ((index, item) for item in written_targets(index, view))
    for index in range(-1, len(view.analysis.runs)):
        yield from ((index, item) for item in read_targets(index, view))
    for item in written_targets(-1, view):
        yield -1, item


def targets_of(word: Word, index: int, view: Scene) -> Iterator[Target]:
    """Yield the paths that a word of a run may stand for."""
    remote = index >= 0 and sources.is_remote(view.analysis.runs[index])
    bases = view.bases[index] if index >= 0 else _all_bases(view)
    known = view.words.get((word, bases, remote))
    if known is None:
        known = tuple(sources.targets(word, bases, view.places, remote=remote))
        view.words[word, bases, remote] = known
    yield from known


def read_targets(index: int, view: Scene) -> Iterator[Target]:
    """Yield the files that a run reads by redirects; -1 is a group."""
    for read in view.analysis.reads:
        if read.run == index and read.target.text not in _SINKS:
            yield from targets_of(read.target, index, view)


def _all_bases(view: Scene) -> tuple[str, ...]:
    return tuple(dict.fromkeys(base for each in view.bases for base in each)) or (view.base,)


def written_targets(index: int, view: Scene) -> Iterator[Target]:
    """Yield the files that a run writes, by redirects and by itself; -1 is a group."""
    analysis = view.analysis
    for write in (*analysis.writes, *analysis.program_writes):
        if write.run == index and write.target.text not in _SINKS:
            yield from targets_of(write.target, index, view)
    if index < 0:
        return
    run = analysis.runs[index]
    for target, moved in written.operands(flags.row_name(run.base), view.parsed[index]):
        if target.text in _SINKS:
            continue
        for item in targets_of(target, index, view):
            yield item
            if moved and _is_directory(item):
                for word in moved[:20]:
                    name = word.text.rstrip("/").rpartition("/")[2]
                    if word.kind in ("literal", "tilde") and name not in ("", ".", ".."):
                        yield item.replace(text=f"{item.text.rstrip('/')}/{name}")


def operand_words(parsed: Parsed, skip: int = 0) -> Iterator[Word]:
    """Yield the operands of a run behind its subcommand, and option values that look like paths."""
    yield from parsed.operands[skip:]
    for flag in parsed.flags:
        value = flag.value
        if value is not None and value.kind != "unknown" and value.text.startswith(("/", "~", ".")):
            yield value


def _words(run: Run, parsed: Parsed) -> Iterator[Word]:
    """Yield the words of a run that may name files; text for its own sake is left out."""
    name = flags.row_name(run.base)
    texts = flag_table.TEXT_OPERANDS.get(name)
    given = {flag.name for flag in parsed.flags}
    if texts == 1 and given & flag_table.PATTERN_FLAGS and name not in ("chmod", "chown"):
        texts = None
    owner = name in flag_table.TEXT_FLAG_OWNERS
    if run.resolved and "/" in run.resolved[0].text:
        yield run.resolved[0]
    if texts != 0 and name not in _WRAPPERS:
        for word in parsed.operands[texts or 0 :]:
            yield from _pieces(word, git=name == "git")
    for flag in parsed.flags:
        if flag.value is not None and not (owner and flag.name in flag_table.TEXT_FLAGS):
            yield from _pieces(flag.value)
        elif flag.value is None and len(flag.name) > 3 and flag.name[1] != "-":  # noqa: PLR2004
            yield Word("literal", flag.name[2:])  # -f.env


def _pieces(word: Word, *, git: bool = False) -> Iterator[Word]:
    """Yield a word, and the file inside `@FILE`, `key=FILE`, `FILE:...`, `REVISION:FILE`."""
    yield word
    if word.kind == "unknown":
        return
    text = word.text
    tail = text.partition("=")[2] if "=" in text else text
    tail = tail.removeprefix("@")
    if tail not in ("", text):
        yield Word("tilde" if tail.startswith("~") else word.kind, tail)
    head, colon, rest = text.partition(":")
    if colon and not paths.is_url(text) and not paths.has_drive(text):
        if head.startswith(("/", "~", ".")):
            yield Word("tilde" if head.startswith("~") else word.kind, head)
        if git and rest:
            yield Word(word.kind, rest)


def _is_directory(target: Target) -> bool:
    text = target.text
    if text.endswith("/") or text.rpartition("/")[2] in (".", "..", "~"):
        return True
    if not target.resolve or paths.HOLE in text:
        return False
    if target.tilde and text.startswith("~"):
        return os.path.isdir(os.path.expanduser(text))
    return any(os.path.isdir(os.path.join(base, text)) for base in target.bases or ("/",))
