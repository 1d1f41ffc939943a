"""What may be written in a `match.shell` object: the check of a configuration.

Imported for every configuration with such a matcher, so it stays outside of the package with the
parser, which is loaded only for an event with a command.
"""

from __future__ import annotations

from hooks_cli import globs, matchers, shell_groups
from hooks_cli.globs import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Check = Callable[[Any], Iterator[tuple[str, str]]]

LANGUAGES = ("bash", "zsh", "dash", "powershell", "cmd")
VIA = (
    *("direct", "subst", "procsub", "function", "sudo", "xargs", "find", "shell-c", "eval"),
    *("heredoc", "ssh", "container", "option", "wrapper", "trap", "pipe", "alias", "remote"),
)
KINDS = (
    *("unparsable", "too-long", "too-deep", "nul", "stdin-to-shell", "stdin-to-interpreter"),
    *("dynamic-name", "shell-string", "arith-eval", "prompt-expansion", "glob-code", "alias"),
    *("function-import", "builtin-load", "env-code", "option-runs-command", "other-language"),
    *("script-file", "sourced", "remote", "dialect", "maybe-wrapper", "unknown-args"),
)
# Keys of the whole matcher, which have no place inside `not`, `stdin_from` or a group.
OUTER = ("in", "language", "unsure")
_LISTS = ("all", "any", "none")


def mistakes(value: Any, *, inner: bool = False) -> Iterator[tuple[str, str]]:
    """Yield (pointer, what was expected) for what is wrong with a shell matcher."""
    if not isinstance(value, dict) or not value:
        yield "", 'expected an object such as {"program": "git", "sub": ["push"]}'
        return
    known = tuple(key for key in CHECKS if not inner or key not in OUTER)
    for key, item in value.items():
        if key not in known:
            yield f"/{key}", unknown("key", key, known)
        else:
            for below, what in CHECKS[key](item):
                yield f"/{key}{below}", what
    if not value.keys() - set(OUTER):
        wanted = ", ".join(key for key in CHECKS if key not in OUTER)
        yield "", f"expected something to look for: {wanted}"


def _program(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        yield from mistakes(value, inner=True)
        return
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and name.strip() for name in names):
        yield "", 'expected the name of a program, a group such as "@delete", or a list of them'
        return
    for name in names:
        if name.startswith("@") and name not in shell_groups.GROUPS:
            yield "", unknown("group", name, shell_groups.GROUPS)
        elif " " in name.strip():
            yield "", f'expected one program, not "{name}"; subcommands go into "sub"'


def _texts(example: str) -> Check:
    def check(value: Any) -> Iterator[tuple[str, str]]:
        items = value if isinstance(value, list) else [value]
        if not items or not all(isinstance(item, str) and item for item in items):
            yield "", f"expected {example}, or a list of such"

    return check


def _one_of(what: str, known: tuple[str, ...]) -> Check:
    def check(value: Any) -> Iterator[tuple[str, str]]:
        items = value if isinstance(value, list) else [value]
        if not items:
            yield "", f"expected at least one {what}"
        for item in items:
            if not isinstance(item, str):
                yield "", f"expected a {what}: {', '.join(known)}"
            elif item not in known:
                yield "", unknown(what, item, known)

    return check


def _word(*known: str) -> Check:
    def check(value: Any) -> Iterator[tuple[str, str]]:
        if value not in known:
            yield "", f"expected {' or '.join(known)}"

    return check


def _flags(value: Any) -> Iterator[tuple[str, str]]:
    yield from _lists(value, ("all", "any", "none"), 'such as "-r|-R|--recursive"')
    if isinstance(value, dict):
        for key in _LISTS:
            for entry in value.get(key, []) if isinstance(value.get(key), list) else []:
                if isinstance(entry, str) and not all(
                    part.strip().startswith(("-", "/", "+")) for part in entry.split("|")
                ):
                    yield f"/{key}", f'expected options with their dashes, not "{entry}"'


def _args(value: Any) -> Iterator[tuple[str, str]]:
    yield from _lists(value, ("all", "any", "none", "regex"), 'such as "+*"')
    regex = value.get("regex") if isinstance(value, dict) else None
    for pattern in regex if isinstance(regex, list) else [regex]:
        if isinstance(pattern, str) and (what := matchers.regex_mistake(pattern)):
            yield "/regex", what


def _lists(value: Any, known: tuple[str, ...], example: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict) or not value:
        yield "", f"expected an object with one of {', '.join(known)}"
        return
    for key, items in value.items():
        if key not in known:
            yield f"/{key}", unknown("key", key, known)
        elif key == "regex" and isinstance(items, str) and items:
            continue
        elif not isinstance(items, list) or not items:
            yield f"/{key}", f"expected a list of strings {example}"
        elif not all(isinstance(item, str) and item for item in items):
            yield f"/{key}", f"expected strings {example}"


def _env(value: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict) or not value:
        yield "", 'expected an object such as {"LD_PRELOAD": "*"}'
        return
    for name, item in value.items():
        if not isinstance(item, str):
            yield f"/{name}", "expected a pattern for the value"


def _boolean(value: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(value, bool):
        yield "", "expected true or false"


def _inner(value: Any) -> Iterator[tuple[str, str]]:
    yield from mistakes(value, inner=True)


def _run(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        yield from mistakes(value, inner=True)
    else:
        yield from _program(value)


CHECKS: dict[str, Check] = {
    "program": _program,
    "sub": _texts('a subcommand such as "push" or "rm|remove"'),
    "flags": _flags,
    "args": _args,
    "path": globs.mistakes,
    "writes": globs.mistakes,
    "reads": globs.mistakes,
    "env": _env,
    "stdin_from": _run,
    "args_from": _run,
    "via": _one_of("way", VIA),
    "nested": _boolean,
    "kinds": _one_of("kind", KINDS),
    "not": _inner,
    "unsure": _word("match", "skip"),
    "in": _texts("a dotted path such as tool_input.command"),
    "language": _word(*LANGUAGES),
}
