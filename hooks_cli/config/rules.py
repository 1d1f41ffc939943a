"""Small checks of configured values. Each returns what was expected, or "" if the value is fine."""

from __future__ import annotations

import re

from hooks_cli import limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Rule = Callable[[Any], str]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_NUMBERS = (int, float)
_STATUS = r"0|[1-9][0-9]{0,2}"
_VARIABLE = r"[A-Za-z_][A-Za-z0-9_]*"


def string(value: Any) -> str:
    """Accept a string."""
    return "" if isinstance(value, str) else "a string"


def text(value: Any) -> str:
    """Accept a string that is not blank and has no NUL, so that it can name a file."""
    fine = isinstance(value, str) and value.strip() and "\0" not in value
    return "" if fine else "a string that is not blank"


def name(value: Any) -> str:
    """Accept the name of a hook (design section 4)."""
    fine = isinstance(value, str) and _NAME.fullmatch(value)
    return "" if fine else "a name: a letter or digit, then letters, digits, . _ or -"


def boolean(value: Any) -> str:
    """Accept true or false."""
    return "" if isinstance(value, bool) else "true or false"


def one_of(*words: str) -> Rule:
    """Return a rule that accepts these words only."""
    expected = " or ".join(f'"{word}"' for word in words)

    def rule(value: Any) -> str:
        return "" if isinstance(value, str) and value in words else expected

    return rule


def seconds(highest: float) -> Rule:
    """Return a rule for a number of seconds, more than 0 and at most `highest`."""

    def rule(value: Any) -> str:
        if isinstance(value, _NUMBERS) and not isinstance(value, bool):
            if 0 < value <= highest:
                return ""
            if value > highest:
                milliseconds = " (is it in milliseconds?)" if value >= 1000 else ""  # noqa: PLR2004
                return f"seconds, at most {highest:g}{milliseconds}"
        return f"a number of seconds, more than 0 and at most {highest:g}"

    return rule


def integer(lowest: int) -> Rule:
    """Return a rule for a whole number of at least `lowest`."""

    def rule(value: Any) -> str:
        fine = isinstance(value, int) and not isinstance(value, bool) and value >= lowest
        return "" if fine else f"a whole number, at least {lowest}"

    return rule


def optional(inner: Rule) -> Rule:
    """Return a rule that also accepts null."""
    return lambda value: "" if value is None else inner(value)


def list_of(inner: Rule, *, empty: bool = True) -> Rule:
    """Return a rule for a list whose items all pass `inner`."""

    def rule(value: Any) -> str:
        if not isinstance(value, list) or (not value and not empty):
            return "a list" if empty else "a list that is not empty"
        wrong = next((expected for item in value if (expected := inner(item))), "")
        return f"a list, each item {wrong}" if wrong else ""

    return rule


def environment(value: Any) -> str:
    """Accept variables to set: names to strings, without hookctl's own."""
    if not isinstance(value, dict):
        return "an object of variable names and strings"
    for key, content in value.items():
        if not re.fullmatch(_VARIABLE, key) or key.startswith("HOOKCTL_"):
            return f'variable names other than "{key}" (letters, digits, _; HOOKCTL_ is reserved)'
        if not isinstance(content, str) or "\0" in content:
            return f'a string for "{key}"'
    return ""


def variable(value: Any) -> str:
    """Accept the name of an environment variable."""
    fine = isinstance(value, str) and re.fullmatch(_VARIABLE, value)
    return "" if fine else "the name of a variable"


def command(value: Any) -> str:
    """Accept an argument list, or a string for /bin/sh that would run something."""
    if isinstance(value, str):
        # Only a line feed ends a comment of the shell; joined lines are one to it.
        lines = [line.strip() for line in value.replace("\\\n", "").split("\n")]
        if not any(line and not line.startswith("#") for line in lines):
            return "a command; the shell would run nothing for this and report success"
        return "a command without a NUL character" if "\0" in value else ""
    if not isinstance(value, list) or not value:
        return "a list of strings (program, then arguments) or a string for /bin/sh"
    try:
        clean = "\0" not in "".join(value)
    except TypeError:
        clean = False
    if not clean:
        return "a list in which every item is a string without a NUL character"
    return "" if value[0].strip() else "a program as the first item"


def exit_codes(value: Any) -> str:
    """Accept a map from an exit status, as a string, to what it means (design section 4)."""
    if not isinstance(value, dict):
        return 'an object such as {"1": "block"}'
    for key, meaning in value.items():
        if not re.fullmatch(_STATUS, key) or int(key) > 255:  # noqa: PLR2004
            return f'exit statuses from 1 to 255 other than 2 as keys, not "{key}"'
        if int(key) in (0, 2):
            return "no entry for 0 and 2, whose meaning is fixed"
        if meaning not in ("allow", "block", "failure"):
            return f'"allow", "block" or "failure" for status {key}'
    return ""


def pattern(value: Any) -> str:
    """Accept a regular expression that is not blank."""
    try:
        fine = not text(value) and re.compile(value) is not None
    except (re.error, RecursionError, OverflowError):
        fine = False
    return "" if fine else "a regular expression"


def guardrails(value: Any) -> str:
    """Accept a list of names, or "*" for all."""
    return "" if value == "*" else list_of(text)(value)


hook_seconds = seconds(limits.HOOK_SECONDS_MAX)
budget_seconds = seconds(limits.BUDGET_SECONDS_MAX)
