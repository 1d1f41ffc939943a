"""Find values in a native payload by path."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.model import JsonObject

ANY = "*"


def get(content: JsonObject, path: str) -> Any:
    """Return the value at a path: keys with dots between, alternatives with "|"; else None.

    A literal stands behind "=". The first alternative whose value is neither null nor "" counts.
    """
    if path.startswith("="):
        return path[1:]
    last = None
    for alternative in path.split("|"):
        value: Any = content
        for key in alternative.split("."):
            if key.isdigit() and isinstance(value, list):
                value = value[int(key)] if int(key) < len(value) else None
            else:
                value = value.get(key) if isinstance(value, dict) else None
        if value is not None and value != "":
            return value
        last = value if value is not None else last
    return last


def holds(content: JsonObject, condition: tuple[str, str]) -> bool:
    """Tell whether the value at a path is the wanted one; ANY is any but null and ""."""
    path, wanted = condition
    value = get(content, path)
    return value not in (None, "") if wanted == ANY else bool(value == wanted)


def put(value: Any, place: tuple[str | int, ...], new: Any) -> Any:
    """Return a copy of a JSON value with the value at a place replaced."""
    if not place:
        return new
    key, rest = place[0], place[1:]
    if isinstance(value, list):
        return [put(item, rest, new) if at == key else item for at, item in enumerate(value)]
    return {**value, key: put(value.get(key), rest, new)}
