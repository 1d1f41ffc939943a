"""Judge a command by a `match.shell` object: whether one of its runs satisfies all matchers.

Three answers: yes, no, or None where the text does not tell. What an unsure answer means is
settled once, at the end (`match.py`), so that `not` stays right.
"""

from __future__ import annotations

import re

from hooks_cli import globs, paths, shell_groups
from hooks_cli._record import Record
from hooks_cli.globs import any_of
from hooks_cli.patterns import compile_pattern, wild
from hooks_cli.shell import file_tests, flags, touched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from hooks_cli.globs import Sure
    from hooks_cli.shell.flags import Parsed
    from hooks_cli.shell.model import Run, Word
    from hooks_cli.shell.touched import Scene

# Keys that are about the whole command rather than about one run.
_WHOLE = frozenset(("kinds", "in", "language", "unsure"))


class Hit(Record):
    """What a matcher came to; `run` is the run that satisfies it, -1 for the command.

    `fed` says that the matcher also asked for what feeds the run.
    """

    sure: Sure
    run: int = -1
    fed: bool = False


class View(Record):
    """A run under one of its names: `python3 -m pip` is `pip` as well."""

    index: int
    run: Run
    base: str
    parsed: Parsed


def judge(matcher: Mapping[str, Any], scene: Scene) -> Hit:
    """Return whether a command satisfies a matcher, and the first run that does."""
    asked = matcher.keys() - _WHOLE
    kinds = _kinds_hold(matcher["kinds"], scene) if "kinds" in matcher else True
    if not kinds or not asked:
        return Hit(kinds or (None if scene.cut else False))
    if _is_about_others(matcher, scene):
        return Hit(None if scene.cut else False)
    unsure = False
    unsure_run = -1
    fed = not asked.isdisjoint(("stdin_from", "args_from"))
    for index in range(len(scene.analysis.runs)):
        sure = run_holds(matcher, index, scene)
        if sure:
            return Hit(True, index, fed)
        if sure is None and not unsure:
            unsure, unsure_run = True, index
    if asked <= {"writes", "reads"}:  # of a group, which is no run
        tests = {"writes": file_tests.writes_hold, "reads": file_tests.reads_hold}
        sure = globs.all_of(tests[key](matcher[key], -1, scene) for key in asked)
        if sure:
            return Hit(True)
        unsure = unsure or sure is None
    return Hit(None if unsure or scene.cut else False, unsure_run)


def _is_about_others(matcher: Mapping[str, Any], scene: Scene) -> bool:
    """Tell quickly that no run has a name that a matcher asks for; most rules end here."""
    names = matcher.get("program")
    if names is None or isinstance(names, dict) or scene.analysis.shell in ("powershell", "cmd"):
        return False
    names = names if isinstance(names, list) else [names]
    return all(_is_plain(name) for name in names) and scene.names.isdisjoint(names)


def _is_plain(name: str) -> bool:
    return not any(char in name for char in "@/*[")


def run_holds(matcher: Mapping[str, Any], index: int, scene: Scene) -> Sure:
    """Tell whether one run satisfies all matchers that are about a run."""
    run = scene.analysis.runs[index]
    if not run.resolved:
        return False
    return any_of(_view_holds(matcher, view, scene) for view in _views(index, scene))


def _views(index: int, scene: Scene) -> Iterable[View]:
    """Yield a run by its name, and by that of a module that an interpreter is told to run."""
    run, parsed = scene.analysis.runs[index], scene.parsed[index]
    yield View(index, run, run.base, parsed)
    module = touched.module_of(run, parsed)
    if module is not None:
        rest = run.resolved[_position(module, run.resolved) + 1 :]
        yield View(index, run, module.text, flags.parse(module.text, rest, run.shell))


def _position(module: Word, words: Sequence[Word]) -> int:
    for at, word in enumerate(words):
        if at and (word == module or (word.kind == "literal" and word.text == f"-m{module.text}")):
            return at
    return len(words)


def _view_holds(matcher: Mapping[str, Any], view: View, scene: Scene) -> Sure:
    unsure = False
    for key, test in _TESTS.items():
        if key in matcher:
            sure = test(matcher[key], view, scene, matcher)
            if sure is None:
                unsure = True
            elif not sure:
                return False
    return None if unsure else True


def _program_holds(value: Any, view: View, scene: Scene, _matcher: Any) -> Sure:
    if isinstance(value, dict):
        return _view_holds(value, view, scene)
    names = value if isinstance(value, list) else [value]
    return any_of(_name_holds(name, view, scene) for name in names)


def _name_holds(name: str, view: View, scene: Scene) -> Sure:
    if name.startswith("@"):
        return any_of(
            _view_holds(entry, view, scene) if isinstance(entry, dict) else _same(entry, view)
            for entry in shell_groups.expand(name)
        )
    if "/" not in name:
        return _same(name, view)
    if view.run.name.kind not in ("literal", "tilde"):
        return False
    pattern = next(iter(compile_pattern(name, scene.places, directory=True)))
    return any_of(
        form.parts == pattern.parts
        for target in touched.targets_of(view.run.name, view.index, scene)
        for form in paths.forms(target.replace(resolve=False), scene.places.home).forms
    )


def _same(name: str, view: View) -> bool:
    base = view.base
    if view.run.shell in ("powershell", "cmd"):
        name, base = name.lower(), base.lower()
    return name == base or (("*" in name or "[" in name) and bool(base) and wild(name, base))


def _sub_holds(value: Any, view: View, _scene: Scene, _matcher: Any) -> Sure:
    wanted = value if isinstance(value, list) else [value]
    words = view.parsed.operands
    return len(words) >= len(wanted) and all(
        word.kind == "literal"
        and any(name == word.text or wild(name, word.text) for name in alternatives.split("|"))
        for word, alternatives in zip(words, wanted, strict=False)
    )


def _flags_hold(value: Any, view: View, _scene: Scene, _matcher: Any) -> Sure:
    def there(entry: str) -> bool:
        return flags.has(view.parsed, entry)

    return _lists_hold(value, there)


def _args_hold(value: Any, view: View, _scene: Scene, matcher: Any) -> Sure:
    words = view.parsed.operands[_sub_length(matcher) :]
    texts = [word.text for word in words if word.kind != "unknown"]

    def there(glob: str) -> bool:
        return any(wild(glob, text) for text in texts)

    if not _lists_hold(value, there):
        return False
    patterns = value.get("regex", [])
    for pattern in patterns if isinstance(patterns, list) else [patterns]:
        found = re.compile(pattern)
        if not any(found.search(text) for text in texts):
            return False
    return True


def _lists_hold(value: Mapping[str, Any], there: Callable[[str], bool]) -> bool:
    return (
        all(map(there, value.get("all", ())))
        and ("any" not in value or any(map(there, value["any"])))
        and not any(map(there, value.get("none", ())))
    )


def _path_holds(value: Any, view: View, scene: Scene, matcher: Any) -> Sure:
    words = touched.operand_words(view.parsed, _sub_length(matcher))
    found = [item for word in words for item in touched.targets_of(word, view.index, scene)]
    return file_tests.targets_hold(value, found, scene)


def _write_test(value: Any, view: View, scene: Scene, _matcher: Any) -> Sure:
    return any_of(
        (file_tests.writes_hold(value, view.index, scene), file_tests.writes_hold(value, -1, scene))
    )


def _read_test(value: Any, view: View, scene: Scene, _matcher: Any) -> Sure:
    return any_of(
        (file_tests.reads_hold(value, view.index, scene), file_tests.reads_hold(value, -1, scene))
    )


def _env_holds(value: Any, view: View, _scene: Scene, _matcher: Any) -> Sure:
    return all(
        any(
            wild(wanted, name)
            and (glob == "*" or (word.kind != "unknown" and wild(glob, word.text)))
            for name, word in view.run.env
        )
        for wanted, glob in value.items()
    )


def _stdin_holds(value: Any, view: View, scene: Scene, _matcher: Any) -> Sure:
    return any_of(run_holds(_as_matcher(value), run, scene) for run in view.run.stdin.runs)


def _feeds_hold(value: Any, view: View, scene: Scene, _matcher: Any) -> Sure:
    return any_of(run_holds(_as_matcher(value), run, scene) for run in view.run.feeds)


def _via_holds(value: Any, view: View, _scene: Scene, _matcher: Any) -> Sure:
    wanted = value if isinstance(value, list) else [value]
    kinds = {step.kind for step in view.run.via} or {"direct"}
    return not kinds.isdisjoint(wanted)


def _nested_holds(value: Any, view: View, _scene: Scene, _matcher: Any) -> Sure:
    return view.run.nested is value


def _not_holds(value: Any, view: View, scene: Scene, _matcher: Any) -> Sure:
    sure = _view_holds(value, view, scene.replace(every=not scene.every))
    return None if sure is None else not sure


def _kinds_test(value: Any, _view: View, scene: Scene, _matcher: Any) -> Sure:
    return _kinds_hold(value, scene)


def _kinds_hold(value: Any, scene: Scene) -> bool:
    wanted = value if isinstance(value, list) else [value]
    return not set(scene.analysis.kind_names).isdisjoint(wanted)


def _as_matcher(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {"program": value}


def _sub_length(matcher: Mapping[str, Any]) -> int:
    sub = matcher.get("sub", ())
    return len(sub) if isinstance(sub, list) else 1 if sub else 0


# The cheap tests first: nearly every run fails by its name.
_TESTS: dict[str, Callable[[Any, View, Scene, Any], Sure]] = {
    "program": _program_holds,
    "sub": _sub_holds,
    "flags": _flags_hold,
    "args": _args_hold,
    "env": _env_holds,
    "via": _via_holds,
    "nested": _nested_holds,
    "kinds": _kinds_test,
    "stdin_from": _stdin_holds,
    "args_from": _feeds_hold,
    "not": _not_holds,
    "path": _path_holds,
    "writes": _write_test,
    "reads": _read_test,
}
