"""From a changed canonical event back to the arguments of the tool call."""

from __future__ import annotations

from hooks_cli.hosts import paths
from hooks_cli.hosts.targets import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.hosts.contract import Tool
    from hooks_cli.hosts.targets import Target
    from hooks_cli.model import JsonObject


class CannotWriteError(Exception):
    """A modification of a specific event has no place in the tool's arguments."""


def write(target: Target, name: str, value: Any, before: JsonObject, after: JsonObject) -> Any:
    """Return the arguments with the changed fields of a specific event written back into them.

    CannotWriteError names the field that has no place there.
    """
    changed = {
        key: after.get(key) for key in {*before, *after} if before.get(key) != after.get(key)
    }
    if not changed:
        return value
    tool = target.tool
    if target.kind == "mcp" and target.place is not None:
        if set(changed) != {"tool_input"}:
            raise CannotWriteError("another MCP tool cannot be called instead")
        return changed["tool_input"]
    if target.place is None:
        raise CannotWriteError(f"{', '.join(sorted(changed))} cannot be written back into {name}")
    if tool.kind == "patch":
        return _write_patch(target, name, value, changed)
    for key, new in changed.items():
        value = _write_field(target, name, value, key, new)
    return value


def _write_patch(target: Target, name: str, value: Any, changed: dict[str, Any]) -> Any:
    from hooks_cli.hosts import patch  # noqa: PLC0415 - only for this tool

    assert target.place is not None
    text = paths.get(value, str(target.place[0])) if target.place else value
    [change] = patch.changes(text)
    new = patch.rewrite(text, change, changed)
    if new is None:
        raise CannotWriteError(f"{', '.join(sorted(changed))} cannot be changed in {name}")
    return paths.put(value, target.place, new)


def _write_field(target: Target, name: str, value: Any, key: str, new: Any) -> Any:
    """Return the arguments with one changed field of an event in its native place."""
    tool = target.tool
    assert target.place is not None
    if key in ("command", "file_path", "skill_name") and isinstance(new, str):
        return paths.put(value, target.place, new)
    if key == "timeout_seconds" and isinstance(new, int | float) and isinstance(value, dict):
        return {**value, tool.seconds[0]: int(new / tool.seconds[1])}
    whole = isinstance(value, dict) and len(target.place) < 2  # noqa: PLR2004 - not an item of a list
    if key == "content" and tool.content and isinstance(new, str) and whole:
        return {**value, key_of(tool.content, value): new}
    if key == "fragments" and isinstance(new, list) and whole:
        return _write_fragments(tool, name, value, new)
    raise CannotWriteError(f"{key} cannot be changed in {name}")


def _write_fragments(tool: Tool, name: str, value: dict[str, Any], new: list[Any]) -> Any:
    edits = value.get(tool.edits) if tool.edits else None
    old = edits if isinstance(edits, list) else [value]
    whole = all(isinstance(item, dict) and {"old_value", "new_value"} <= set(item) for item in new)
    if len(new) != len(old) or not whole:
        raise CannotWriteError(f"the number of fragments cannot be changed in {name}")
    written = [
        {
            **item,
            key_of(tool.old, item): part["old_value"],
            key_of(tool.new, item): part["new_value"],
        }
        for item, part in zip(old, new, strict=True)
    ]
    return {**value, tool.edits: written} if isinstance(edits, list) else written[0]
