"""The keys of a configuration file as tables: key, rule for its value (design section 4)."""

from __future__ import annotations

from hooks_cli.config import rules
from hooks_cli.model import KINDS, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 1

ON_FAILURE = rules.one_of("block", "allow")

# Other spellings of the same key: alias, canonical key, how the value is translated.
ALIASES: dict[str, tuple[str, dict[Any, Any] | None]] = {
    "timeout": ("timeout_seconds", None),
    "failClosed": ("on_failure", {True: "block", False: "allow"}),
    "onFailure": ("on_failure", {"block": "block", "continue": "allow"}),
}

DEFAULTS: dict[str, rules.Rule] = {
    "timeout_seconds": rules.hook_seconds,
    "timeout": rules.hook_seconds,
    "on_failure": ON_FAILURE,
    "failClosed": rules.boolean,
    "onFailure": rules.one_of("block", "continue"),
}


def _type(value: Any) -> str:
    """Accept Cursor's `type: "command"`; its other types need a model that hookctl has not."""
    return "" if value == "command" else 'type "command" (hookctl runs commands, not prompts)'


def _object(value: Any) -> str:
    """Accept an object; its inside is checked by the module that uses it."""
    return "" if isinstance(value, dict) else "an object"


ENTRY: dict[str, rules.Rule] = {
    **DEFAULTS,
    "name": rules.name,
    "kind": rules.one_of(*KINDS),
    "command": rules.command,
    "rule": _object,
    "match": _object,
    "matcher": rules.string,
    "exit_codes": rules.exit_codes,
    "cwd": rules.text,
    "env": rules.environment,
    "pass_env": rules.list_of(rules.variable),
    "enabled": rules.boolean,
    "side_effects": rules.boolean,
    "detach": rules.boolean,
    "type": _type,
    # Cursor's own; the number of times it lets a stop hook go on. Known, and without effect here.
    "loop_limit": rules.optional(rules.integer(0)),
}


def _examples(value: Any) -> str:
    """Accept examples: texts such as a command or a path, or whole payloads."""
    fine = isinstance(value, list) and all(isinstance(item, str | dict) for item in value)
    return "" if fine else "a list of texts (a command, a path) or of payloads"


# A rule is written by the owner of the file, so it has hookctl's own words only.
RULE: dict[str, rules.Rule] = {
    "decision": rules.one_of(*WORDS),
    "reason": rules.string,
    "changes": _object,
    "replace": _object,
    "route": _object,
    "context": rules.string,
    "message": rules.string,
    "suggest": rules.string,
    "id": rules.name,
    "match_examples": _examples,
    "no_match_examples": _examples,
}

JOURNAL: dict[str, rules.Rule] = {
    "payload": rules.boolean,
    "mask": rules.list_of(rules.pattern),
    "on_error": rules.one_of("allow", "block"),
    "max_bytes": rules.integer(1),
    "keep": rules.integer(0),
}

PROFILE: dict[str, rules.Rule] = {"args": rules.list_of(rules.string)}

PROVIDER: dict[str, rules.Rule] = {
    "command": rules.list_of(rules.string, empty=False),
    "profiles": _object,
}

TOP: dict[str, rules.Rule] = {
    "$schema": rules.string,
    "version": lambda value: "" if value == VERSION and value is not True else str(VERSION),
    "description": rules.string,
    "defaults": _object,
    "mode": rules.one_of("enforce", "observe"),
    "budget_seconds": rules.budget_seconds,
    "env": rules.environment,
    "journal": _object,
    "extensions": rules.list_of(rules.text),
    "enable": rules.list_of(rules.name),
    "allow_guardrails": rules.guardrails,
    "providers": _object,
    "rules": lambda value: "" if isinstance(value, list) else "a list of packs of rules",
    "hooks": _object,
}

# Keys that only a managed or user file, or one named on the command line, may set.
NOT_FOR_PROJECTS = ("journal", "providers")
