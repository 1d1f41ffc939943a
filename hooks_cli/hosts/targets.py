"""From a tool call to what it acts on: commands, paths, MCP tools, skills."""

from __future__ import annotations

import os

from hooks_cli import strictjson
from hooks_cli._record import Record
from hooks_cli.hosts import contract, paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.hosts.contract import Table, Tool
    from hooks_cli.model import JsonObject

    Place = tuple[str | int, ...]


class UnrecognisedError(Exception):
    """A known tool is called, but what it acts on cannot be found in its arguments."""


class Target(Record):
    """One thing that a tool call acts on.

    `fields` are those of the canonical event before the call. `place` is where the subject stands
    in the arguments, None if it cannot be written back. `extra` says that it was found inside
    something else, such as a patch in a shell command.
    """

    kind: str
    fields: JsonObject
    tool: Tool
    place: Place | None = None
    extra: bool = False


def tool_of(table: Table, name: str, content: JsonObject) -> Tool | None:
    """Return what is known of a tool, None if nothing is. An MCP tool is recognised by its mark."""
    if name in table.tools:
        return table.tools[name]
    return _MCP if table.mcp and mcp_names(table, name, content) else None


def targets(
    table: Table, tool: Tool, name: str, value: Any, content: JsonObject
) -> tuple[Target, ...]:
    """Return what a call of a known tool acts on. UnrecognisedError if that cannot be told."""
    if tool.kind == "mcp":
        server, called = mcp_names(table, name, content) or ("", name)
        arguments = value if isinstance(value, dict) else {}
        place: Place | None = ()
        if table.options.get("mcp_arguments"):
            inner = paths.get(content, table.options["mcp_arguments"])
            arguments, place = inner if isinstance(inner, dict) else {"input": inner}, None
        fields = {"server_name": server, "tool_name": called, "tool_input": arguments}
        return (Target("mcp", fields, tool, place),)
    found = [
        _target(tool, value, subject, place, content) for subject, place in _subjects(tool, value)
    ]
    if tool.kind == "patch":
        found = [item for whole in found for item in _patched(whole, content)]
    excused = isinstance(value, dict) and any(value.get(key) for key in tool.instead)
    if not found and not excused:
        keys = ", ".join(tool.where)
        raise UnrecognisedError(f"{name} without a recognisable {_NOUNS[tool.kind]} ({keys})")
    if tool.kind == "shell" and table.options.get("heredoc"):
        for item in tuple(found):
            found += _patches_in(item, content)
    return tuple(found)


def mcp_names(table: Table, name: str, content: JsonObject) -> tuple[str, str] | None:
    """Return server and tool of a call to an MCP server, None if it is not one."""
    if table.mcp == "context":
        about = content.get("mcp_context")
        if not isinstance(about, dict):
            return None
        return str(about.get("server_name") or ""), str(about.get("tool_name") or name)
    if table.mcp == "info":
        if name != table.options["mcp_tool"]:
            return None
        called = paths.get(content, table.options["mcp_name"])
        server = paths.get(content, table.options["mcp_server"])
        return str(server or ""), str(called or name)
    if table.mcp == "dash":  # server-tool, without another mark; names of tools have no hyphen
        server, dash, tool = name.rpartition("-")
        return (server, tool) if dash and server and tool else None
    if not name.startswith(table.mcp):
        return None
    rest = name[len(table.mcp) :]
    server = paths.get(content, "mcp_server.name")
    separator = table.options.get("mcp_separator", "__")
    if isinstance(server, str) and server:
        head = f"{server}{separator}"
        return server, rest[len(head) :] if rest.startswith(head) else rest.partition(separator)[2]
    server, _, tool = rest.partition(separator)
    return (server, tool) if tool else ("", rest)


_MCP = contract.Tool("mcp")
_NOUNS = {
    "shell": "command",
    "read": "path",
    "create": "path",
    "edit": "path",
    "patch": "patch",
    "agent": "task",
    "skill": "name",
    "mcp": "tool",
}
_SUBJECT_FIELDS = {"shell": "command", "skill": "skill_name", "agent": "sub_action_or_agent_id"}


def _subjects(tool: Tool, value: Any) -> Iterator[tuple[str, Place | None]]:
    """Yield each subject with its place. UnrecognisedError for a part that is none.

    A key that is there with something else than a subject in it must not be skipped: the host
    may well understand it. A piece of work for a sub-agent is one subject, whatever names it.
    """
    if tool.kind == "agent" and isinstance(value, dict):
        named = [value[key] for key in tool.where if isinstance(value.get(key), str)]
        yield next(iter(named), ""), ()
        return
    for key in tool.where:
        part = value if key == "." else paths.get(value, key) if isinstance(value, dict) else None
        base: Place = () if key == "." else (key,)
        if part is None or (key == "." and isinstance(part, dict)):
            continue
        listed = _listed(part) if tool.item and isinstance(part, str) else None
        if listed is not None:
            for item in listed:
                yield _subject(tool, item, base, key)[0], None
            continue
        items = list(enumerate(part)) if isinstance(part, list) else [(-1, part)]
        for index, item in items:
            place = base if index < 0 else (*base, index)
            yield _subject(tool, item, place, key)


def _listed(text: str) -> list[Any] | None:
    """Return the list in a string, where a host hands over every argument as a string."""
    if not text.lstrip().startswith("["):
        return None
    try:
        value = strictjson.loads(text.encode("utf-8", "replace"))
    except strictjson.JsonError:
        return None
    return value if isinstance(value, list) else None


def _subject(tool: Tool, item: Any, place: Place, key: str) -> tuple[str, Place | None]:
    if isinstance(item, str) and item.strip():
        return item, place
    if isinstance(item, dict):
        for inner in tool.item:
            text = item.get(inner)
            if isinstance(text, str) and text.strip():
                words = item.get("args")
                if tool.kind == "shell" and isinstance(words, list) and words:
                    return " ".join([text, *(str(word) for word in words)]), None
                return text, (*place, inner)
    raise UnrecognisedError(f"a {_NOUNS[tool.kind]} in {key!r} that cannot be read")


def _target(
    tool: Tool, value: Any, subject: str, place: Place | None, content: JsonObject
) -> Target:
    """Return the target of one subject, with the fields of its event."""
    kind = tool.kind
    if tool.operation and isinstance(value, dict):
        kind = tool.operations.get(str(value.get(tool.operation)), kind)
    fields: dict[str, Any] = {}
    if kind in _SUBJECT_FIELDS:
        fields[_SUBJECT_FIELDS[kind]] = subject
    elif kind == "patch":
        fields["patch"] = subject
    else:
        fields["file_path"] = absolute(subject, content)
    arguments = value if isinstance(value, dict) else {}
    if place is not None and len(place) == 3:  # noqa: PLR2004 - key, index, key: an item of a list
        arguments = arguments[str(place[0])][place[1]]
    if kind == "shell" and tool.seconds[0]:
        limit = arguments.get(tool.seconds[0])
        if isinstance(limit, int | float) and not isinstance(limit, bool):
            fields["timeout_seconds"] = int(limit * tool.seconds[1])
    if kind in ("create", "edit"):
        fields["operation"] = kind
        whole = arguments.get(key_of(tool.content, arguments))
        fields["content"] = whole if isinstance(whole, str) else None
        fragments = _fragments(tool, arguments)
        if fragments and whole is None:
            fields["fragments"] = fragments
    if kind == "agent":
        for field, key in (("action_name", tool.about), ("content", tool.content)):
            if isinstance(arguments.get(key), str):
                fields[field] = arguments[key]
    return Target(kind, fields, tool, place)


def _fragments(tool: Tool, arguments: JsonObject) -> list[dict[str, str]]:
    """Return what an edit replaces with what."""
    edits = arguments.get(tool.edits) if tool.edits else None
    found = edits if isinstance(edits, list) else [arguments]
    return [
        {
            "old_value": str(item.get(key_of(tool.old, item)) or ""),
            "new_value": item[key_of(tool.new, item)],
        }
        for item in found
        if isinstance(item, dict) and isinstance(item.get(key_of(tool.new, item)), str)
    ]


def _patched(whole: Target, content: JsonObject) -> Iterator[Target]:
    """Yield a target for each file of a patch."""
    from hooks_cli.hosts import patch  # noqa: PLC0415 - only for this tool

    for change in patch.changes(whole.fields["patch"]):
        yield whole.replace(fields=_change_fields(change, content))


def _patches_in(item: Target, content: JsonObject) -> list[Target]:
    """Return the files of a patch that a shell command carries."""
    from hooks_cli.hosts import patch  # noqa: PLC0415 - only for this tool

    return [
        Target("patch", _change_fields(change, content), item.tool, None, extra=True)
        for change in patch.in_command(item.fields["command"])
    ]


def _change_fields(change: Any, content: JsonObject) -> dict[str, Any]:
    fields = {
        "file_path": absolute(change.path, content),
        "operation": change.operation,
        "content": change.content,
    }
    if change.fragments:
        fields["fragments"] = list(change.fragments)
    return fields


def key_of(alternatives: str, arguments: JsonObject) -> str:
    """Return the key that is there, of several spellings; the first if none is."""
    names = alternatives.split("|")
    return next((name for name in names if name in arguments), names[0])


def absolute(path: str, content: JsonObject) -> str:
    """Return a path as the canonical events have it: a URL, or absolute against `cwd`."""
    cwd = content.get("cwd")
    if "://" in path or os.path.isabs(path) or not isinstance(cwd, str):
        return path
    return os.path.normpath(os.path.join(cwd, path))
