"""`hookctl show`: what hookctl knows, for people and for programs."""

from __future__ import annotations

import os
import shutil
import sys

from hooks_cli import console, samples, schemas
from hooks_cli import events as catalogue
from hooks_cli import limits as bounds
from hooks_cli.errors import HookctlError, UsageError
from hooks_cli.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.model import EventSpec, FieldSpec

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The wheel carries the sample and its policies inside the package, a checkout has them beside it.
_PLACES = (os.path.join(_PACKAGE, "shipped"), os.path.dirname(_PACKAGE))
_SAMPLE = "sample-hooks.json"
_POLICIES = os.path.join("scripts", "policies")
EVENT_COLUMNS = ("event", "decisions", "matcher tests", "may change", "fires when")
LIMIT_COLUMNS = ("limit", "value", "unit", "beyond it")


def events(*, as_json: bool) -> int:
    """Print the catalogue; as JSON with every field of every payload."""
    if as_json:
        console.emit_json([describe(catalogue.get(name)) for name in catalogue.NAMES])
    else:
        rows = [event_row(catalogue.get(name)) for name in catalogue.NAMES]
        console.table("Events", EVENT_COLUMNS, rows)
    return 0


def schema(name: str | None) -> int:
    """Print a schema; without a name, the names. UsageError for an unknown one."""
    if name is None:
        for known in schemas.names():
            print(known)
    else:
        console.emit_json(schemas.load(name))
    return 0


def payload(event: str) -> int:
    """Print a sample payload. UsageError with the nearest event for an unknown one."""
    name = catalogue.resolve(event)
    if name is None:
        near = nearest(event, (*catalogue.NAMES, *catalogue.ALIASES))
        hint = f'did you mean "{near}"?' if near else "see hookctl show events"
        raise UsageError(f"unknown event {event!r}", hint)
    console.emit_json(samples.sample(catalogue.get(name)))
    return 0


def sample(target: str | None = None) -> int:
    """Print the sample configuration, byte for byte, or copy it with its policies to a directory.

    HookctlError if something is in the way there: nothing is overwritten.
    """
    place = next((place for place in _PLACES if os.path.isfile(os.path.join(place, _SAMPLE))), None)
    if place is None:
        raise HookctlError("the sample configuration is not installed", "install hookctl again")
    if target is None:
        with open(os.path.join(place, _SAMPLE), encoding="utf-8", newline="") as file:
            sys.stdout.write(file.read())
        return 0
    for name in (_SAMPLE, _POLICIES):
        if os.path.lexists(os.path.join(target, name)):
            message = f"{os.path.join(target, name)} exists already"
            raise HookctlError(message, "name another directory; nothing was written")
    shutil.copytree(os.path.join(place, _POLICIES), os.path.join(target, _POLICIES))
    shutil.copy(os.path.join(place, _SAMPLE), target)
    console.note(f"try: cd {target} && hookctl check {_SAMPLE}")
    return 0


def limits(*, as_json: bool) -> int:
    """Print every limit, and what happens beyond it."""
    if as_json:
        keys = ("name", "value", "unit", "beyond")
        console.emit_json([dict(zip(keys, row, strict=True)) for row in bounds.TABLE])
    else:
        console.table("Limits", LIMIT_COLUMNS, limit_rows())
    return 0


def event_row(spec: EventSpec) -> tuple[str, ...]:
    """Return an event as a row under EVENT_COLUMNS."""
    tests = " or ".join("/".join(names) for names in spec.subject)
    return (
        spec.name,
        ", ".join(spec.carries),
        tests,
        ", ".join(spec.modifiable),
        spec.description,
    )


def limit_rows() -> list[tuple[str, ...]]:
    """Return the limits as rows under LIMIT_COLUMNS."""
    return [(name, f"{value:,.10g}", unit, beyond) for name, value, unit, beyond in bounds.TABLE]


def describe(spec: EventSpec) -> dict[str, object]:
    """Return an event as an object for programs."""
    return {
        "name": spec.name,
        "aliases": spec.aliases,
        "origin": spec.origin,
        "category": spec.category,
        "blocking": spec.blocking,
        "description": spec.description,
        "effect_of_block": spec.effect or None,
        "decisions": spec.carries,
        "matcher_tests": ["/".join(names) for names in spec.subject],
        "matcher_constants": spec.constants,
        "modifiable": spec.modifiable,
        "fields": [_describe_field(field) for field in spec.fields],
    }


def _describe_field(field: FieldSpec) -> dict[str, object]:
    """Return a field as an object; what does not apply is left out."""
    full = {
        "name": field.name,
        "type": field.type,
        "items": field.items,
        "properties": dict(field.properties),
        "presence": field.presence,
        "when": field.when,
        "enum": field.enum,
        "minimum": field.minimum,
        "note": field.note,
    }
    return {key: value for key, value in full.items() if value not in ("", (), {}, None)}
