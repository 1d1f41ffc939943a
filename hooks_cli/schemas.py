"""Find the published JSON Schemas, and validate with them. Never on the way of a dispatch."""

from __future__ import annotations

import functools
import json
import os
from typing import TYPE_CHECKING, Any

import jsonschema

from hooks_cli.config.pointers import escape
from hooks_cli.errors import UsageError
from hooks_cli.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

_SUFFIX = ".schema.json"
_PACKAGE = os.path.dirname(os.path.abspath(__file__))
# The wheel carries them inside the package, a checkout has them beside it.
_PLACES = (os.path.join(_PACKAGE, "schemas"), os.path.join(_PACKAGE, os.pardir, "schemas"))


def names() -> tuple[str, ...]:
    """Return the names of the schemas, sorted."""
    return tuple(sorted(_files()))


def load(name: str) -> dict[str, Any]:
    """Return a schema. UsageError with the nearest name if there is none."""
    files = _files()
    if name not in files:
        near = nearest(name, files)
        hint = f'did you mean "{near}"?' if near else f"known: {', '.join(sorted(files))}"
        raise UsageError(f"unknown schema {name!r}", hint)
    with open(files[name], encoding="utf-8") as file:
        schema: dict[str, Any] = json.load(file)
    return schema


def validate(name: str, instance: object, definition: str | None = None) -> list[tuple[str, str]]:
    """Return (JSON pointer, message) for each mistake in an instance, in the order of pointers.

    With `definition` only that entry of the schema's `$defs` counts; KeyError if it has none.
    """
    errors = validator(name, definition).iter_errors(instance)
    return sorted((_pointer(error.absolute_path), error.message) for error in errors)


@functools.cache
def validator(name: str, definition: str | None = None) -> jsonschema.Draft202012Validator:
    """Return the validator of a schema, or of one of its definitions; it is made only once."""
    schema = load(name)
    if definition is not None:
        definitions = schema["$defs"]
        if definition not in definitions:
            raise KeyError(definition)
        schema = {"$ref": f"#/$defs/{escape(definition)}", "$defs": definitions}
    return jsonschema.Draft202012Validator(schema)


def _files() -> dict[str, str]:
    """Return the file of each schema, from the first place that exists."""
    place = next((place for place in _PLACES if os.path.isdir(place)), None)
    files = os.listdir(place) if place else []
    return {
        file.removesuffix(_SUFFIX): os.path.join(place or "", file)
        for file in files
        if file.endswith(_SUFFIX)
    }


def _pointer(path: Iterable[str | int]) -> str:
    return "".join(f"/{escape(str(part))}" for part in path)
