"""Turn a host's own hooks file into a hookctl configuration, with a note for what gets lost."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

from hooks_cli import events, hosts, limits
from hooks_cli._record import Record
from hooks_cli.config import rules
from hooks_cli.wiring import command, entries, import_matchers
from hooks_cli.wiring import import_tables as tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hooks_cli.hosts.contract import Table
    from hooks_cli.wiring.entries import Handler

MILLISECONDS = 1000
_PLAIN = re.compile(r"[\w\-.:/ |,]*")  # what hookctl takes for names (design section 5)
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)\}?")
_PASSED = frozenset(("HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR", "PATH", "PWD"))


class Note(Record):
    """Something that has no counterpart, or changes its meaning.

    `pointer` is a place in the file, "" for all of it.
    """

    pointer: str
    text: str


class Converted(Record):
    """A hookctl configuration made from a host's file."""

    config: dict[str, Any]
    notes: tuple[Note, ...]


def guess(path: str, content: dict[str, Any]) -> str:
    """Return the host that a file belongs to, by its path or its events; "" if that is open."""
    inside = path.replace("\\", "/")
    for host, parts in tables.PATHS.items():
        if any(part in inside for part in parts):
            return host
    names = content.get("hooks", content)
    for host, own in tables.OWN_EVENTS.items():
        if isinstance(names, dict) and any(name in names for name in own):
            return host
    return ""


def convert(host: str, found: list[Handler], base: str) -> Converted:
    """Return the configuration that does what the handlers of a host's file do.

    `base` is the JSON pointer of the map of events.
    """
    protocol = hosts.load(host).table
    assert protocol is not None
    lists: dict[str, list[dict[str, Any]]] = {}
    notes = list(_general(protocol))
    for handler in found:
        pointer = base + handler.pointer
        made: list[str] = []
        row = protocol.row(handler.event)
        if handler.wired or command.mentions(str(entries.line_of(handler.value))):
            made.append("hookctl itself: left out")
        elif row is None or not row.fires:
            made.append(f"{handler.event} has no event here: left out")
        else:
            for event, extra in import_matchers.targets(host, row, handler, made):
                entry = _entry(protocol, handler.value, event, made)
                if entry is not None:
                    _add(lists, event, {**entry, **extra})
        notes += [Note(pointer, text) for text in dict.fromkeys(made)]
    ordered = {name: lists[name] for name in events.NAMES if name in lists}
    return Converted({"version": 1, "hooks": ordered}, tuple(notes))


def _general(protocol: Table) -> Iterator[Note]:
    """Say once what is different for every hook."""
    yield Note(
        "",
        f"a hook now reads hookctl's payload; what {protocol.title} sent is in it under native",
    )
    yield Note(
        "",
        "a hook that fails (another status than 0 and 2, a timeout) now blocks where an action can "
        'be blocked; "on_failure": "allow" lets it go on, as most hosts do',
    )
    yield Note("", "hooks now run one after the other, in this order, and not in parallel")
    yield Note(
        "",
        'a hook at an event that only reports is an observer; "kind": "interceptor" lets it answer',
    )


def _entry(protocol: Table, value: Any, event: str, notes: list[str]) -> dict[str, Any] | None:
    """Return a hook entry for a handler; None if it cannot be one."""
    if not isinstance(value, dict):
        notes.append("not an object: left out")
        return None
    kind = value.get("type", "command")
    if kind != "command":
        notes.append(f"type {kind!r}: hookctl runs commands only; left out")
        return None
    line = entries.line_of(value)
    run = _command(line, notes) if line else None
    if run is None or rules.command(run):
        notes.append("no command to run: left out")
        return None
    entry: dict[str, Any] = {}
    if not rules.name(value.get("name")):
        entry["name"] = value["name"]
    entry["command"] = run
    entry.update(_timeout(protocol, value, notes))
    for key, word in (("failClosed", True), ("onFailure", "block"), ("on_failure", "block")):
        if key in value:
            entry["on_failure"] = "block" if value[key] == word else "allow"
    for key in ("cwd", "working_directory"):
        if isinstance(value.get(key), str) and not rules.text(value[key]):
            entry["cwd"] = value[key]
    environment = value.get("env")
    if environment is not None:
        if rules.environment(environment):
            notes.append(f"env: {rules.environment(environment)}; left out")
        else:
            entry["env"] = environment
    if value.get("async") is True or value.get("asyncRewake") is True:
        if events.get(event).blocking:
            notes.append("async: it observes, and is not waited for")
        entry.update(kind="lifecycle", detach=True)
    for key, effect in tables.DROPPED.items():
        if key in value:
            notes.append(f"{key} has no counterpart: {effect}")
    return entry


def _command(line: str | list[str], notes: list[str]) -> str | list[str]:
    """Return a command with the host's own placeholders replaced."""
    text = line if isinstance(line, str) else " ".join(line)
    names = set(_VARIABLE.findall(text))
    notes += [
        f'${name} is not passed on to a hook: name it in "pass_env"'
        for name in sorted(names - set(tables.PROJECT_VARIABLES) - _PASSED)
    ]
    if not names & set(tables.PROJECT_VARIABLES):
        return line
    notes.append("the host's variable for the project is now HOOKCTL_WORKSPACE")
    if isinstance(line, list):  # placeholders in arguments are text; only a shell expands them
        return " ".join(_with_workspace(word) for word in line)
    return _renamed(line)


def _renamed(text: str) -> str:
    def name(found: re.Match[str]) -> str:
        known = found.group(1) in tables.PROJECT_VARIABLES
        return "${HOOKCTL_WORKSPACE}" if known else found.group()

    return _VARIABLE.sub(name, text)


def _with_workspace(word: str) -> str:
    """Quote a word for the shell, all but the placeholder in it."""
    parts = re.split(rf"\$\{{?(?:{'|'.join(tables.PROJECT_VARIABLES)})\}}?", word)
    return '"$HOOKCTL_WORKSPACE"'.join(shlex.quote(part) if part else "" for part in parts)


def _timeout(protocol: Table, value: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """Return a timeout in seconds; what is absurd in the host's unit was meant in the other."""
    number = value.get(protocol.timeout_key or "timeout", value.get("timeout"))
    if number is None:
        return {}
    if isinstance(number, bool) or not isinstance(number, int | float) or number <= 0:
        notes.append(f"timeout {number!r} is no time: {limits.HOOK_SECONDS:g} s")
        return {}
    milliseconds = protocol.unit == "ms" or (
        protocol.name == "qwen-code" and number >= MILLISECONDS
    )
    seconds = number / MILLISECONDS if milliseconds else number
    if not milliseconds and number > limits.HOOK_SECONDS_MAX and number >= MILLISECONDS:
        seconds = number / MILLISECONDS
        notes.append(f"timeout {number} are seconds there; taken for milliseconds: {seconds:g} s")
    if seconds > limits.HOOK_SECONDS_MAX:
        notes.append(f"timeout {seconds:g} s: {limits.HOOK_SECONDS_MAX} s at most")
        seconds = limits.HOOK_SECONDS_MAX
    return {"timeout_seconds": int(seconds) if seconds == int(seconds) else seconds}


def _add(lists: dict[str, list[dict[str, Any]]], event: str, entry: dict[str, Any]) -> None:
    """Append an entry; a name that the event has already gets a number."""
    there = lists.setdefault(event, [])
    name, number = entry.get("name"), 1
    while name and any(other.get("name") == entry["name"] for other in there):
        number += 1
        entry["name"] = f"{name}-{number}"
    there.append(entry)
