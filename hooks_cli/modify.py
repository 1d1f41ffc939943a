"""Apply a modification to a payload, and say what has changed (design section 6)."""

from __future__ import annotations

from hooks_cli import payload as payloads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.model import Answer, EventSpec, JsonObject


class InvalidModificationError(Exception):
    """The modification touches what it may not, or breaks the payload."""


def apply(answer: Answer, spec: EventSpec, payload: JsonObject) -> JsonObject:
    """Return the payload as the answer changes it. InvalidModificationError if it may not.

    `replace` gives whole values, then `changes` is merged in (RFC 7396). Only the fields that the
    event declares modifiable may be touched, and the result must still be a payload of the event.
    """
    replace, changes = answer.values or {}, answer.changes or {}
    keeps_null = spec.name == "beforeModelRequest"  # as in ai4j, null keeps the value there
    if keeps_null:
        replace = {key: value for key, value in replace.items() if value is not None}
        changes = {key: value for key, value in changes.items() if value is not None}
    replace, changes = _by_its_name(replace, payload), _by_its_name(changes, payload)
    beyond = [key for key in (*replace, *changes) if key not in spec.modifiable]
    if beyond:
        allowed = ", ".join(spec.modifiable) or "nothing"
        message = f"{beyond[0][:60]} may not be changed at {spec.name}, only {allowed}"
        raise InvalidModificationError(message)
    result: Any = dict(payload)
    for key, value in replace.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = value
    result = merge_patch(result, changes)
    for pointer, message in payloads.problems_after_change(spec, payload, result):
        raise InvalidModificationError(f"{pointer}: {message}")
    return dict(result)


def _by_its_name(values: JsonObject, payload: JsonObject) -> JsonObject:
    """Return changes in which a tool is named by the key under which the payload names it.

    Hosts disagree about the key; two names in one payload would leave the old one in force.
    """
    for key, other in (("tool_id", "tool_name"), ("tool_name", "tool_id")):
        if key in values and other not in values and key not in payload and other in payload:
            return {other if name == key else name: value for name, value in values.items()}
    return values


def merge_patch(target: Any, patch: Any) -> Any:
    """Return `target` with a JSON Merge Patch applied; neither is changed (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merge_patch(result.get(key), value)
    return result


def difference(before: JsonObject, after: JsonObject) -> dict[str, Any]:
    """Return the merge patch that leads from one object to another."""
    patch: dict[str, Any] = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if key in before and same(old, value):
            continue
        both = isinstance(old, dict) and isinstance(value, dict)
        patch[key] = difference(old, value) if both else value  # type: ignore[arg-type]
    return patch


def same(left: Any, right: Any) -> bool:
    """Compare two JSON values: unlike in Python, true is not 1."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return bool(left == right)
