"""Check a payload against its event (design section 3).

The lenient check lets through whatever can be made sense of: unknown fields, new enum values,
null or nothing instead of any field. The strict one demands the documented payload.
"""

from __future__ import annotations

from hooks_cli import events
from hooks_cli.config.pointers import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hooks_cli.model import EventSpec, FieldSpec, JsonObject

    Found = tuple[str, str]

_PHRASES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
}


def problems(spec: EventSpec, payload: JsonObject, strict: bool = False) -> tuple[Found, ...]:  # noqa: FBT002 - the one switch
    """Return (JSON pointer, what was expected and found) for each mistake in a payload."""
    found: list[Found] = []
    for field in spec.fields:
        value = payload.get(field.name)
        if value is not None:
            found += _field_problems(field, value, strict=strict)
        elif strict:
            found += _missing(field, null=field.name in payload)
    if strict:
        known = {field.name for field in spec.fields}
        found += [
            (f"/{escape(name)}", f"unknown field, {spec.name} has none of this name")
            for name in payload
            if name not in known
        ]
    return tuple(found)


def problems_after_change(
    spec: EventSpec, before: JsonObject, after: JsonObject
) -> tuple[Found, ...]:
    """Return the mistakes of a changed payload; nothing that was there and is needed may go.

    Needed are the unconditional fields, and whichever field names the subject of the event.
    """
    found = list(problems(spec, after))
    for field in spec.fields:
        gone = before.get(field.name) is not None and after.get(field.name) is None
        if gone and field.presence == "unconditional":
            found += _missing(field, null=field.name in after)
    if not found and events.subjects(spec, before) and not events.subjects(spec, after):
        names = " or ".join("/".join(names) for names in spec.subject)
        found.append((f"/{spec.subject[0][0]}", f"expected {names}, found neither"))
    return tuple(found)


def _missing(field: FieldSpec, *, null: bool) -> Iterator[Found]:
    """Yield what is wrong with a field that is null, or not there at all."""
    if null and field.presence != "null_when":
        yield f"/{escape(field.name)}", f"expected {_phrase(field.type)}, found null"
    elif not null and field.presence == "unconditional":
        yield f"/{escape(field.name)}", f"expected {_phrase(field.type)}, found nothing"


def _field_problems(field: FieldSpec, value: object, *, strict: bool) -> Iterator[Found]:
    """Yield what is wrong with a value, which is not null."""
    pointer = f"/{escape(field.name)}"
    if not _fits(value, field.type):
        yield pointer, f"expected {_phrase(field.type)}, found {_found(value)}"
    elif isinstance(value, list):
        for index, item in enumerate(value):
            where = f"{pointer}/{index}"
            yield from _part_problems(where, field.items or "any", item, strict=strict)
            if isinstance(item, dict):
                yield from _property_problems(where, field, item, strict=strict)
    elif isinstance(value, dict):
        yield from _property_problems(pointer, field, value, strict=strict)
    elif strict and field.enum and value not in field.enum:
        yield pointer, f"expected one of {', '.join(field.enum)}, found {str(value)[:40]!r}"
    elif strict and field.minimum is not None and _below(value, field.minimum):
        yield pointer, f"expected at least {field.minimum}, found less"


def _below(value: object, minimum: int) -> bool:
    return isinstance(value, int | float) and value < minimum


def _property_problems(
    pointer: str, field: FieldSpec, value: JsonObject, *, strict: bool
) -> Iterator[Found]:
    """Yield what is wrong with the known keys of an object; any of them may be missing."""
    for name, kind in field.properties:
        if name in value:
            where = f"{pointer}/{escape(name)}"
            yield from _part_problems(where, kind, value[name], strict=strict)


def _part_problems(pointer: str, kind: str, value: object, *, strict: bool) -> Iterator[Found]:
    """Yield what is wrong with a value inside a field; null counts as nothing if lenient."""
    if not (_fits(value, kind) or (value is None and not strict)):
        yield pointer, f"expected {_phrase(kind)}, found {_found(value)}"


def _fits(value: object, kind: str) -> bool:
    """Tell whether a value is of a JSON type; 5.0 is an integer, true is not a number."""
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    if isinstance(value, bool):
        return kind in ("boolean", "any")
    return kind == "any" or isinstance(value, _CLASSES[kind])


def _phrase(kind: str) -> str:
    return _PHRASES.get(kind, "a value")


def _found(value: object) -> str:
    """Name what was found. The content stays out of it: a payload may hold secrets."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not value.is_integer():
        return "a fraction"
    return next(_PHRASES[kind] for kind, cls in _CLASSES.items() if isinstance(value, cls))


_CLASSES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}
