"""The matchers that look at what an action would do: `path` and `shell` (design section 5).

Imported only where a configuration has one of them; the parser of commands only where an event
carries a command that such a matcher wants to see.
"""

from __future__ import annotations

import os

from hooks_cli import globs, path_values, paths, shell_tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.globs import PathTest, Sure
    from hooks_cli.match import Subject
    from hooks_cli.paths import Places
    from hooks_cli.shell.model import Analysis
    from hooks_cli.shell.touched import Scene

_MOST_RECENT = 4
_MOST_ANALYSES = 16
# Payloads that were looked at last, with their events and their commands by place and language.
_recent: list[tuple[Any, str, dict[tuple[str, str], list[Scene | None]]]] = []
_analyses: dict[tuple[str, str], Analysis] = {}


def path_holds(value: Any, subject: Subject) -> bool:
    """Tell whether one of the paths of an event, or of its shell command, passes a test."""
    return _path_hit(value, subject) is not None


def shell_holds(value: Any, subject: Subject) -> bool:
    """Tell whether the shell command of an event satisfies a matcher, or one of several."""
    alternatives = value if isinstance(value, list) else [value]
    return any(_shell_hit(item, subject) is not None for item in alternatives)


def hit(match: Any, subject: Subject) -> str:
    """Return what the matchers in a `match` object have hit, "" if they do not say."""
    for key, value in match.items():
        found: str | None = None
        if key == "shell":
            items = value if isinstance(value, list) else [value]
            found = next(filter(None, (_shell_hit(item, subject) for item in items)), None)
        elif key == "path":
            found = _path_hit(value, subject)
        elif key in ("any", "all"):
            found = next(filter(None, (hit(item, subject) for item in value)), None)
        if found:
            return found
    return ""


def scenes(subject: Subject, place: str = "", language: str = "") -> list[Scene | None]:
    """Return the shell commands of an event taken apart, None for one that is no text.

    A command is taken apart once in a dispatch, however many rules look at it.
    """
    known = next(
        (
            known
            for payload, event, known in _recent
            if payload is subject.payload and event == subject.spec.name
        ),
        None,
    )
    if known is None:
        known = {}
        _recent.append((subject.payload, subject.spec.name, known))
        del _recent[:-_MOST_RECENT]
    if (place, language) not in known:
        commands = shell_tools.commands(subject, place, language)
        known[place, language] = [
            None if command is None else _scene(command, spoken, subject)
            for command, spoken in commands
        ]
    return known[place, language]


def _scene(command: str, language: str, subject: Subject) -> Scene:
    from hooks_cli.shell import analyse, touched  # noqa: PLC0415 - only for an event with a command

    where = paths.places(subject.payload, os.environ)
    base = path_values.base_of(subject.payload, where.workspace)
    if (command, language) not in _analyses:
        if len(_analyses) >= _MOST_ANALYSES:
            _analyses.clear()
        _analyses[command, language] = analyse(command, language)
    return touched.scene(_analyses[command, language], command, base, where)


def _shell_hit(matcher: Any, subject: Subject) -> str | None:
    """Return what one matcher has hit, None if it does not hold."""
    unsure = matcher.get("unsure", "")
    in_, language = matcher.get("in", ""), matcher.get("language", "")
    for place in in_ if isinstance(in_, list) else [in_]:
        for view in scenes(subject, place, language):
            if view is None:
                if _settled(unsure, "match", subject):
                    return "a command that is no text"
                continue
            from hooks_cli.shell import reason, rules  # noqa: PLC0415 - as above

            found = rules.judge(matcher, view.replace(every=True) if subject.negated else view)
            if found.sure or (found.sure is None and _settled(unsure, "match", subject)):
                return reason.of_hit(found, view)
    return None


def _path_hit(value: Any, subject: Subject) -> str | None:
    """Return the path that passes a test, None if none does."""
    where = paths.places(subject.payload, os.environ)
    test = globs.compile_test(value, where)
    unsure = value.get("unsure", "") if isinstance(value, dict) else ""
    results = list(_payload_results(test, subject, where))
    for sure, text in _decisive(results, subject):
        if sure or (sure is None and _settled(unsure, "match", subject)):
            return text
    for view in scenes(subject):
        found = list(_command_results(value, view, subject))
        for sure, text, cut in _decisive_command(found, subject):
            if sure or (sure is None and _settled(unsure, "match" if cut else "skip", subject)):
                return text
    return None


def _payload_results(test: PathTest, subject: Subject, where: Places) -> Iterator[tuple[Sure, str]]:
    """Yield (answer, path) for each path in the fields of an event."""
    found = path_values.of(subject)
    base = path_values.base_of(subject.payload, where.workspace)
    for item in found.found:
        if test.outside and not path_values.counts_outside(item):
            continue
        forms = paths.forms(path_values.target(item, base), where.home)
        yield globs.holds(test, forms, every=subject.negated), f"the path {_shown(item.text)}"
    if not found.sure:
        yield None, "a path that is no text"


def _command_results(
    value: Any, view: Scene | None, subject: Subject
) -> Iterator[tuple[Sure, str, bool]]:
    """Yield (answer, what was hit, whether too little is known) for each path in a command."""
    if view is None:
        yield None, "a command that is no text", True
        return
    from hooks_cli.shell import reason, touched  # noqa: PLC0415 - only for an event with a command

    if subject.negated:
        view = view.replace(every=True)
    for index, target in touched.all_targets(view):
        sure = touched.passes(value, target, view)
        run = reason.of_run(view.analysis.runs[index]) if sure and index >= 0 else "a redirect"
        yield sure, f"{_shown(target.text)} in {run}", False
    if view.cut:
        yield None, "the command is too long or too deep to be taken apart", True


def _decisive(results: list[tuple[Sure, str]], subject: Subject) -> Iterator[tuple[Sure, str]]:
    """Yield the answers that count: any of several, or inside a `not` all together."""
    if subject.negated and results:
        yield globs.all_of(sure for sure, _ in results), results[0][1]
    else:
        yield from sorted(results, key=lambda item: item[0] is not True)


def _decisive_command(
    results: list[tuple[Sure, str, bool]], subject: Subject
) -> Iterator[tuple[Sure, str, bool]]:
    if subject.negated and results:
        cut = any(item[2] for item in results)
        yield globs.all_of(item[0] for item in results), results[0][1], cut
    else:
        yield from sorted(results, key=lambda item: item[0] is not True)


def _settled(said: str, default: str, subject: Subject) -> bool:
    """Tell what an unsure answer means for this matcher.

    By default it makes the rule as a whole apply ("match") or not; inside a `not` that is the
    opposite of what the matcher itself says.
    """
    if said:
        return said == "match"
    return (default == "match") is not subject.negated


def _shown(text: str) -> str:
    shown = text if text.isprintable() else ascii(text)[1:-1]
    return shown if len(shown) <= 160 else shown[:157] + "..."  # noqa: PLR2004
