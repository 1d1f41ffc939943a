"""For policies in Python: read the payload, get a field, answer, each in a line.

    #!/usr/bin/env python3
    from hooks_cli.author import block, get

    if "--force" in get("command", ""):
        block("push without --force")

Each answer prints the one JSON object of design section 6 and ends the policy; falling off the end
is no opinion. An error is a traceback and exit status 1: a failure, never an allow. The interpreter
of the policy must have hookctl installed; `hookctl new` makes policies that need nothing.
"""

from __future__ import annotations

import json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, NoReturn

_BLOCK = 2
_read: list[dict[str, Any]] = []


def payload() -> dict[str, Any]:
    """Return the payload on stdin, which is read once. ValueError if it is no JSON object."""
    if not _read:
        value = json.loads(sys.stdin.buffer.read())
        if not isinstance(value, dict):
            raise ValueError("the payload is not a JSON object")
        _read.append(value)
    return _read[0]


def get(path: str, default: Any = None) -> Any:
    """Return the value at a dotted path such as `tool_input.command`, `fragments.0.new_value`.

    The default stands for a value that is missing or null.
    """
    value: Any = payload()
    for part in path.split("."):
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and part.isascii() and part.isdigit():
            value = value[int(part)] if int(part) < len(value) else None
        else:
            value = None
    return default if value is None else value


def allow(**more: str) -> NoReturn:
    """Have no objection. `more`, here and below: `context` for the model, `message` for people."""
    _say({"decision": "allow", **more})


def block(reason: str, **more: str) -> NoReturn:
    """Stop the action; the reason goes to the model and the user."""
    _say({"decision": "block", "reason": reason, **more}, _BLOCK)


def ask(reason: str, **more: str) -> NoReturn:
    """Let the user decide."""
    _say({"decision": "ask", "reason": reason, **more})


def modify(changes: Mapping[str, Any], **more: str) -> NoReturn:
    """Change the payload by a JSON merge patch: `{"tool_input": {"command": "ls"}}`."""
    _say({"decision": "modify", "changes": dict(changes), **more})


def change(path: str, value: Any, **more: str) -> NoReturn:
    """Change the one field at a dotted path: `change("tool_input.command", "ls")`."""
    for part in reversed(path.split(".")):
        value = {part: value}
    modify(value, **more)


def replace(values: Mapping[str, Any], **more: str) -> NoReturn:
    """Put whole values in place of those of the payload."""
    _say({"decision": "modify", "replace": dict(values), **more})


def route(
    provider: str, command: str, profile: str | None = None, reason: str = "", **more: str
) -> NoReturn:
    """Have the command run by a provider instead, perhaps with one of its profiles."""
    target = {"provider": provider, "command": command}
    if profile:
        target["profile"] = profile
    _say({"decision": "route", "route": target, "reason": reason, **more})


def context(text: str) -> NoReturn:
    """Tell the model something, without a decision."""
    _say({"context": text})


def _say(answer: Mapping[str, Any], status: int = 0) -> NoReturn:
    """Print an answer and leave. Beyond ASCII it is escaped, so that any stdout can take it."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
    sys.exit(status)
