"""Recognise the plain forms of `hookctl dispatch` without click.

Everything else, every mistake and `--help` included, is left to click (`cli.py`), which stays
the only author of usage messages. A test holds the two parsers together.
"""

from __future__ import annotations

from hooks_cli._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Arguments(Record):
    """The command line of a dispatch; without `configs` the files are searched for (section 4)."""

    event: str | None = None
    host: str = "generic"
    configs: tuple[str, ...] = ()
    workspace: str | None = None
    strict: bool = False
    skip_side_effects: bool = False


_WITH_VALUE = ("--host", "--config", "--workspace")
_FLAGS = ("--strict", "--skip-side-effects")


def parse(words: Sequence[str]) -> Arguments | None:
    """Return the arguments behind `dispatch`, or None for anything but the plain forms."""
    values: dict[str, list[str]] = {option: [] for option in _WITH_VALUE}
    positional: list[str] = []
    flags = dict.fromkeys(_FLAGS, False)
    rest = list(words)
    while rest:
        word = rest.pop(0)
        option, equals, value = word.partition("=")
        if option in values:
            if not equals:
                if not rest:
                    return None
                value = rest.pop(0)
            if not value or value.startswith("-"):
                return None
            values[option].append(value)
        elif word in flags:
            flags[word] = True
        elif word.startswith("-") or not word:
            return None
        else:
            positional.append(word)
    if len(positional) > 1 or len(values["--host"]) > 1 or len(values["--workspace"]) > 1:
        return None
    return Arguments(
        event=positional[0] if positional else None,
        host=values["--host"][0] if values["--host"] else "generic",
        configs=tuple(values["--config"]),
        workspace=values["--workspace"][0] if values["--workspace"] else None,
        strict=flags["--strict"],
        skip_side_effects=flags["--skip-side-effects"],
    )
