"""How strictly each host reads its file, as data for `lint.py`: what a mistake costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hooks_cli._record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "the whole file is dropped"
EVENT = "every hook of this event in this file is dropped"
ENTRY = "this hook is dropped"


class Strictness(Record):
    """What a host makes of a mistake.

    `types` are the handler types that it knows, () if it does not look; `invalid` is what a bad
    handler costs; `fraction` and `text_timeout` are what such a timeout costs, "" if nothing.
    `keys` are the handler keys that it knows, () if more are no harm; `either_shape` says that
    flat and grouped handlers are both read. `exact` is the form of a matcher that is a list of
    names; `full` says that a regular expression must match the whole name.
    """

    types: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    invalid: str = ENTRY
    fraction: str = ""
    text_timeout: str = ""
    keys: tuple[str, ...] = ()
    either_shape: bool = False
    exact: str = r"[\w\-, |]*"
    full: bool = False
    matcher_split: str = "|,"


OF: Mapping[str, Strictness] = {
    "claude-code": Strictness(
        types=("command", "http", "mcp_tool", "prompt", "agent"),
        invalid=EVENT,
        text_timeout=EVENT,
    ),
    "codex": Strictness(
        types=("command", "mcp_tool", "prompt", "agent"),
        skipped=("prompt", "agent"),
        invalid=FILE,
        fraction=FILE,
        text_timeout=FILE,
        keys=(
            *("type", "command", "commandWindows", "command_windows", "timeout", "async"),
            *("statusMessage", "additionalContextLimit", "server", "tool", "input"),
        ),
        exact=r"[A-Za-z0-9_|]*",
        matcher_split="|",
    ),
    "gemini-cli": Strictness(types=("command", "runtime", "plugin"), exact=r"(?!)"),
    "copilot": Strictness(
        types=("command", "http", "prompt"),
        text_timeout=FILE,
        either_shape=True,
        exact=r"(?!)",
        full=True,
    ),
    "cursor": Strictness(types=("command", "prompt"), exact=r".*"),
    "vscode": Strictness(types=("command",), either_shape=True, exact=r".*"),
    "windsurf": Strictness(exact=r".*"),
    "qwen-code": Strictness(types=("command", "http", "prompt", "function"), exact=r"(?!)"),
    "factory-droid": Strictness(types=("command",)),
    "devin": Strictness(types=("command", "prompt"), exact=r"(?!)"),
    "continue": Strictness(types=("command", "http", "prompt", "agent"), exact=r"(?!)"),
    "openhands": Strictness(types=("command", "prompt", "agent"), invalid=FILE, exact=r".*"),
    "ai4j": Strictness(exact=r".*"),
}
