"""`hookctl check`: validate configuration, every problem with its place and the way out."""

from __future__ import annotations

import os

from hooks_cli import console, events, examples
from hooks_cli.config import entry, files, layers, load, positions
from hooks_cli.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hooks_cli.config.files import Source
    from hooks_cli.config.layers import Document
    from hooks_cli.model import Problem


def run(paths: Sequence[str], workspace: str | None, *, as_json: bool) -> int:
    """Check the named files, or those of the search. Return 1 if there is an error, else 0."""
    if workspace is not None and not os.path.isdir(workspace):
        raise UsageError(f"--workspace {workspace}: no such directory")
    place = os.path.abspath(workspace or ".")
    sources = files.named(paths) if paths else files.search(place, os.environ)
    problems = check(sources)
    errors = [problem for problem in problems if problem.severity == "error"]
    if as_json:
        console.emit_json(
            {
                "files": [source.path for source in sources],
                "problems": [describe(problem) for problem in problems],
            }
        )
        return 1 if errors else 0
    for problem in problems:
        print(line(problem))
    if not sources:
        console.note("no configuration file was found; `hookctl init` makes one")
    elif not problems:
        console.note(f"{len(sources)} file{'s' * (len(sources) != 1)} checked, no problem found")
    return 1 if errors else 0


def check(sources: Sequence[Source]) -> list[Problem]:
    """Return every problem of some files, with lines, for all events. Nothing is executed."""
    documents, problems = load.read_all(sources)
    for index, document in enumerate(documents):
        rules = layers.rules_for(document, documents[:index])
        problems += load.top_mistakes(document, rules)
        problems += _entry_problems(document, rules)
    problems += layers.ignored(documents)
    problems += _duplicates(documents)
    places = {document.source.path: _lines(document) for document in documents}
    located = [
        problem.replace(line=_line(places.get(problem.source, {}), problem.pointer))
        for problem in problems
    ]
    return sorted(located, key=lambda item: (_position(sources, item.source), item.line))


def describe(problem: Problem) -> dict[str, object]:
    """Return a problem as an object for programs."""
    return {
        "file": problem.source,
        "line": problem.line or None,
        "pointer": problem.pointer,
        "severity": problem.severity,
        "message": problem.message,
        "hint": problem.hint or None,
    }


def line(problem: Problem) -> str:
    """Return a problem as one line: file, line, pointer, what is wrong, what to do."""
    hint = f" ({problem.hint})" if problem.hint else ""
    if problem.whole:
        message = problem.message.replace(problem.source, shown(problem.source), 1)
        return f"{problem.severity}: {message}{hint}"
    source = shown(problem.source)
    place = f"{source}:{problem.line}" if problem.line else source
    pointer = problem.pointer or "/"
    return f"{place}: {problem.severity}: {pointer}: {problem.message}{hint}"


def shown(path: str) -> str:
    """Return a path as people type it: relative to the current directory if it is below."""
    below = os.path.relpath(path)
    return path if below.startswith("..") else below


def _entry_problems(document: Document, rules: layers.Rules) -> list[Problem]:
    """Return the problems of every entry; those under "*" are read for any one event."""
    lists = document.content.get("hooks")
    found = []
    for name, entries in lists.items() if isinstance(lists, dict) else ():
        known = "preToolUse" if name == "*" else events.resolve(name)
        if known and isinstance(entries, list):
            place = entry.place(name, events.get(known), document, rules)
            for index, item in enumerate(entries):
                hook, wrong = entry.read(item, index, place)
                found += wrong
                if hook and hook.rule:
                    found += examples.problems(hook, place.spec)
    return found


def _duplicates(documents: Sequence[Document]) -> list[Problem]:
    """Return each duplicate name once, though "*" makes it one at every event."""
    found: dict[tuple[str, str], Problem] = {}
    for name in events.NAMES:
        spec = events.get(name)
        hooks = []
        for index, document in enumerate(documents):
            rules = layers.rules_for(document, documents[:index])
            hooks += load.event_hooks(document, spec, rules)[0]
        for problem in load.without_duplicates(hooks, spec)[1]:
            found.setdefault((problem.source, problem.pointer), problem)
    return list(found.values())


def _lines(document: Document) -> dict[str, int]:
    if document.source.path.endswith(files.YAML_SUFFIXES):
        from hooks_cli.config import yamlfile  # noqa: PLC0415 - yaml is slow to import

        return yamlfile.lines(document.data)
    return positions.lines(document.data)


def _line(places: dict[str, int], pointer: str) -> int:
    """Return the line of a pointer, or of the nearest part around it that has one."""
    while pointer and pointer not in places:
        pointer = pointer.rpartition("/")[0]
    return places.get(pointer, 0)


def _position(sources: Sequence[Source], path: str) -> int:
    return next((i for i, source in enumerate(sources) if source.path == path), len(sources))
