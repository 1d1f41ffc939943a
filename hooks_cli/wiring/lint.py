"""Read a host's file with the host's own strictness and find what makes hooks dead there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hooks_cli import hosts, matchers
from hooks_cli.nearest import nearest
from hooks_cli.wiring import entries, jsontext, strictness
from hooks_cli.wiring.finding import At

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hooks_cli.wiring.entries import Handler
    from hooks_cli.wiring.finding import Finding
    from hooks_cli.wiring.jsontext import Document
    from hooks_cli.wiring.strictness import Strictness
    from hooks_cli.wiring.table import Wiring

MAX_SECONDS = 600
MILLISECONDS = 1000


def parse(path: str, data: bytes, wiring: Wiring) -> tuple[Document | None, list[Finding]]:
    """Return a file as a tree, None if it is no JSON at all, and what the host drops it for."""
    at = At(wiring.host, path)
    try:
        document = jsontext.parse(jsontext.decode(data))
    except jsontext.TextError as error:
        message = f"{error.message}: {wiring.title} drops the whole file"
        return None, [at.replace(line=error.line).error("not-json", message, "correct it")]
    found = []
    if not wiring.comments and document.comments:
        line = document.line(document.comments[0][0])
        message = f"a comment: {wiring.title} drops the whole file"
        found.append(at.replace(line=line).error("comment", message, "remove it"))
    if document.trailing:
        line = document.line(document.trailing[0])
        message = f"a comma before a closing bracket: {wiring.title} drops the whole file"
        found.append(at.replace(line=line).error("trailing-comma", message, "remove it"))
    for pointer, place in document.duplicates:
        message = f"{pointer} is there twice: only the last one counts"
        found.append(at.replace(line=document.line(place)).error("duplicate-key", message))
    return document, found


def lint(
    path: str, document: Document, wiring: Wiring, container: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield every mistake in the map of events, ours and others'."""
    yield from _top(path, document, wiring)
    events = document.root.at(container)
    if events is None:
        return
    at = At(wiring.host, path, document.line(events.start))
    if not isinstance(events.value, dict):
        yield at.error("not-an-object", f"{'/'.join(container) or 'the file'}: not an object")
        return
    yield from _event_names(path, document, wiring, container)
    rules = strictness.OF.get(wiring.host, strictness.Strictness())
    for name, place, node in events.members:
        here = at.replace(line=document.line(place))
        if not isinstance(node.value, list):
            yield here.error("not-a-list", f"{name}: a list was expected; its hooks are dropped")
            continue
        for index, item in enumerate(node.items):
            where = at.replace(line=document.line(item.start))
            yield from _shape(where, f"{name}[{index}]", item.value, wiring, rules)
            yield from _matcher(where, name, item.value, wiring, rules)
    for handler in entries.handlers(document, container):
        where = at.replace(line=document.line(handler.node.start))
        yield from _handler(where, handler, wiring, rules)


def _top(path: str, document: Document, wiring: Wiring) -> Iterator[Finding]:
    at = At(wiring.host, path)
    for key, place, node in document.root.members:
        here = at.replace(line=document.line(place))
        if wiring.top and key not in wiring.top:
            allowed = " and ".join(wiring.top)
            message = f'top-level key "{key}": {wiring.title} knows {allowed} and drops the file'
            yield here.error("top-level-key", message, "remove it")
        if key == "version" and wiring.version and node.value != 1:
            yield here.error("version", f"version {node.value!r}: {wiring.title} wants 1")
    if wiring.version == "required" and document.root.member("version") is None:
        yield at.replace(line=1).error("version", 'no "version": 1: the file is void')
    for switch in wiring.off:
        node_ = document.root.at(switch)
        if node_ is not None and node_.value is True:
            here = at.replace(line=document.line(node_.start))
            yield here.error("switched-off", f"{'.'.join(switch)} is true: no hook runs")
    config = document.root.member("hooksConfig")
    if wiring.host == "gemini-cli" and config is not None and isinstance(config.value, dict):
        here = at.replace(line=document.line(config.start))
        if config.value.get("enabled") is False:
            yield here.error("switched-off", "hooksConfig.enabled is false: no hook runs")
        if "hookctl" in (config.value.get("disabled") or ()):
            yield here.error("switched-off", "hooksConfig.disabled names hookctl")


def _event_names(
    path: str, document: Document, wiring: Wiring, container: tuple[str, ...]
) -> Iterator[Finding]:
    protocol = hosts.load(wiring.host).table
    events = document.root.at(container)
    if protocol is None or events is None or not (container or protocol.rows):
        return
    known = [name for row in protocol.rows for name in (row.native, *row.aliases)]
    seen: dict[str, str] = {}
    for name, place, _ in events.members:
        at = At(wiring.host, path, document.line(place))
        row = protocol.row(name)
        if row is None:
            near = nearest(name, known)
            hint = f'did you mean "{near}"?' if near else "hookctl show hosts lists the events"
            cost = "one such name voids the whole file" if wiring.unknown_event == "fatal" else ""
            message = f'unknown event "{name}": {cost or "its hooks never run"}'
            yield at.error("unknown-event", message, hint)
        elif row.native in seen and seen[row.native] != name:
            message = f"{name} and {seen[row.native]} are one event: its hooks run twice"
            yield at.warning("event-twice", message, "keep one spelling")
        if row is not None:
            seen.setdefault(row.native, name)


def _shape(at: At, where: str, item: Any, wiring: Wiring, rules: Strictness) -> Iterator[Finding]:
    """Look at an entry of an event's list: a group, or a handler."""
    if not isinstance(item, dict):
        yield at.error("shape", f"{where}: an object was expected: {rules.invalid}")
    elif rules.either_shape:
        return
    elif wiring.shape == "groups" and not isinstance(item.get("hooks"), list):
        cost = strictness.EVENT if rules.invalid == strictness.EVENT else strictness.ENTRY
        message = f'{where}: a hook must stand in the "hooks" list of a group: {cost}'
        yield at.error("shape", message, 'write {"hooks": [{...}]}')
    elif wiring.shape == "flat" and "hooks" in item:
        message = f"{where}: {wiring.title} has no groups: {strictness.ENTRY}"
        yield at.error("shape", message, "put the hooks into the list of the event itself")


def _handler(at: At, handler: Handler, wiring: Wiring, rules: Strictness) -> Iterator[Finding]:
    value = handler.value
    where = handler.pointer.lstrip("/")
    if not isinstance(value, dict) or (
        handler.inner is None and wiring.shape == "groups" and not rules.either_shape
    ):
        return  # the shape has been reported
    kind = value.get("type", "command")
    if rules.types and kind not in rules.types:
        message = f"{where}: type {kind!r} is none of {', '.join(rules.types)}: {rules.invalid}"
        yield at.error("type", message)
    if kind in rules.skipped:
        yield at.error("type", f"{where}: type {kind!r} is accepted, and never run")
    if kind == "command" and not entries.line_of(value) and not value.get("powershell"):
        yield at.error("no-command", f"{where}: no command: {rules.invalid}")
    if wiring.host == "claude-code" and value.get("onFailure", "block") not in (
        "block",
        "continue",
    ):
        message = f"{where}: onFailure is neither block nor continue: {rules.invalid}"
        yield at.error("on-failure", message)
    for key in value if rules.keys else ():
        if key not in rules.keys:
            effect = "so the hook always runs" if key == "if" else "it has no effect"
            message = f'{where}: {wiring.title} does not know "{key}", {effect}'
            yield at.warning("unknown-key", message)
    yield from _timeout(at, where, value, wiring, rules)


def _timeout(
    at: At, where: str, value: dict[str, Any], wiring: Wiring, rules: Strictness
) -> Iterator[Finding]:
    """Look at a timeout in the host's unit."""
    protocol = hosts.load(wiring.host).table
    keys = ("timeout", protocol.timeout_key) if protocol and protocol.timeout_key else ()
    unit = protocol.unit if protocol else "s"
    for key in dict.fromkeys(keys):
        number = value.get(key)
        if number is None:
            continue
        if isinstance(number, bool) or not isinstance(number, int | float):
            cost = rules.text_timeout or "it may be ignored"
            yield at.error("timeout", f"{where}: {key} is not a number: {cost}")
        elif rules.fraction and number != int(number):
            yield at.error("timeout", f"{where}: {key} {number} is not whole: {rules.fraction}")
        elif wiring.host == "qwen-code" and number >= MILLISECONDS:
            message = f"{where}: {key} {number} is read as milliseconds, below 1000 as seconds"
            yield at.warning("timeout-unit", message, f"write {number / MILLISECONDS:g}")
        elif unit == "s" and number > MAX_SECONDS:
            message = f"{where}: {key} {number} means {number} seconds"
            hint = f"for {number} milliseconds write {max(1, round(number / MILLISECONDS))}"
            yield at.warning("timeout-unit", message, hint)
        elif unit == "ms" and number < MILLISECONDS:
            message = f"{where}: {key} {number} means {number} milliseconds, and then the action "
            hint = f"for {number} seconds write {number * MILLISECONDS:g}"
            yield at.error("timeout-unit", f"{message}goes on", hint)


def _matcher(at: At, event: str, item: Any, wiring: Wiring, rules: Strictness) -> Iterator[Finding]:
    """Find matchers that can never match by the host's own rule."""
    pattern = item.get("matcher") if isinstance(item, dict) else None
    if not isinstance(pattern, str):
        return
    where = f"{event}: matcher {pattern!r}"
    if wiring.host == "copilot" and event[:1].islower() and pattern in ("", "*"):
        yield at.error("matcher", f"{where} matches nothing", "leave the matcher out")
        return
    if pattern in ("", "*"):
        return
    names = re.split(rf"[{re.escape(rules.matcher_split)}]", pattern)
    if wiring.host == "codex" and re.fullmatch(r"[\w, |-]*[, ][\w, |-]*", pattern):
        message = f"{where}: with a blank or comma it is a regular expression that no tool fits"
        yield at.error("matcher", message, "separate names with | alone")
    elif wiring.host == "codex" and re.fullmatch(r"[\w|-]*-[\w|-]*", pattern):
        message = f"{where}: with a hyphen it is a regular expression, found in longer names too"
        yield at.warning("matcher", message, f"write ^({pattern})$")
    elif wiring.host in ("claude-code", "codex") and any(
        re.fullmatch(r"mcp__[^_]\w*?", name.strip()) and name.strip().count("__") == 1
        for name in names
    ):
        yield at.error("matcher", f"{where} fits no tool", f"write {pattern}__.*")
    elif wiring.host == "codex" and "exec_command" in names:
        yield at.error("matcher", f"{where}: the shell is called Bash here")
    elif not re.fullmatch(rules.exact, pattern) and (wrong := matchers.regex_mistake(pattern)):
        yield at.error("matcher", f"{where}: {wrong}; it never matches")
    elif wiring.host == "claude-code" and re.match(r"\w+\(", pattern):
        message = f"{where} is a permission rule, which a matcher does not understand"
        yield at.error("matcher", message, 'name the tool, and put the rule into "if"')
