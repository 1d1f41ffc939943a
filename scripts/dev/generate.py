"""Write what follows from the catalogue and the hosts: schemas, the tables in the README.

With --check nothing is written, and the exit status is 1 if something is out of date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from hooks_cli import event_table, events, hosts  # noqa: E402 - the checkout goes first
from hooks_cli.commands import show  # noqa: E402
from hooks_cli.commands.hosts import hosts_markdown  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hooks_cli.model import EventSpec, FieldSpec

README = ROOT / "README.md"
SCHEMA = ROOT / "schemas" / "payloads.schema.json"
CONFIG_SCHEMA = ROOT / "schemas" / "config.schema.json"
SCHEMA_ID = "urn:hookctl:schema:payloads:1"
# The definitions of the fields that all events have, and an event to take them from.
GROUPS = {"base": "sessionStart", "extension": "notification"}
BASE = tuple(field[0] for field in event_table.BASE_FIELDS)


def main(words: Sequence[str]) -> int:
    """Write, or with --check tell, what is out of date."""
    if words not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    check = words == ["--check"]
    stale = [(path, text) for path, text in wanted() if not path.exists() or read(path) != text]
    for path, text in stale:
        print(f"{path.relative_to(ROOT)}: {'out of date' if check else 'written'}")
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return 1 if check and stale else 0


def wanted() -> Iterator[tuple[Path, str]]:
    """Yield each generated file with the content that it should have."""
    yield SCHEMA, json.dumps(payload_schema(), indent=2) + "\n"
    yield CONFIG_SCHEMA, json.dumps(config_schema(), indent=2, ensure_ascii=False) + "\n"
    if README.exists():
        yield README, with_blocks(read(README))


def read(path: Path) -> str:
    """Return the text of a file, line ends and all."""
    return path.read_bytes().decode("utf-8")


# ---------------------------------------------------------------------- README


def with_blocks(text: str) -> str:
    """Return a text with fresh content between the markers of each block that it has."""
    for name, content in BLOCKS.items():
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        before, found, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if found and closed:
            text = f"{before}{begin}\n\n{content()}\n\n{end}{after}"
    return text


def markdown(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    escaped = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in escaped)


def events_block() -> str:
    """Return the events, a table for each category."""
    parts = []
    for category, title in events.CATEGORIES.items():
        specs = [spec for spec in map(events.get, events.NAMES) if spec.category == category]
        rows = [_event_cells(spec) for spec in specs]
        parts.append(f"**{title}**\n\n{markdown(show.EVENT_COLUMNS, rows)}")
    return "\n\n".join(parts)


def limits_block() -> str:
    """Return the limits."""
    return markdown(show.LIMIT_COLUMNS, show.limit_rows())


def _event_cells(spec: EventSpec) -> list[str]:
    name, decisions, tests, modifiable, description = show.event_row(spec)
    return [f"`{name}`", decisions, _code(tests, " or "), _code(modifiable, ", "), description]


def _code(cell: str, separator: str) -> str:
    return separator.join(f"`{part}`" for part in cell.split(separator) if part)


# The name in the markers, and what stands between them.
BLOCKS: dict[str, Callable[[], str]] = {
    "events": events_block,
    "limits": limits_block,
    "hosts": hosts_markdown,
}


# ---------------------------------------------------------------------- schema


def config_schema() -> dict[str, Any]:
    """Return the schema of a configuration, written by hand but for the names in two lists."""
    schema: dict[str, Any] = json.loads(read(CONFIG_SCHEMA))
    names = (*events.NAMES, *events.ALIASES, *events.NO_COUNTERPART, "*")
    schema["$defs"]["event"] = {"enum": list(names)}
    schema["$defs"]["host"] = {"enum": list(hosts.NAMES)}
    return schema


def payload_schema() -> dict[str, Any]:
    """Return the JSON Schema of all payloads.

    `<event>` is the lenient check, `<event>.strict` the strict one (`payload.problems`).
    """
    definitions: dict[str, Any] = {}
    for group, name in GROUPS.items():
        base = [field for field in events.get(name).fields if field.name in BASE]
        definitions[group] = object_schema(base, strict=False)
        definitions[f"{group}.strict"] = object_schema(base, strict=True)
    branches = []
    for spec in map(events.get, events.NAMES):
        definitions[spec.name] = event_schema(spec, strict=False)
        definitions[f"{spec.name}.strict"] = event_schema(spec, strict=True)
        named = {"hook_event_name": {"enum": [spec.name, *spec.aliases]}}
        branches.append({"if": {"properties": named}, "then": {"$ref": f"#/$defs/{spec.name}"}})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "Payload of a hook event",
        "description": "The event is picked by hook_event_name. Unknown fields are allowed, and"
        " null means the same as a missing field; the definitions ending in .strict allow neither.",
        "type": "object",
        "required": ["hook_event_name"],
        "properties": {"hook_event_name": {"enum": [*events.NAMES, *events.ALIASES]}},
        "allOf": branches,
        "$defs": definitions,
    }


def event_schema(spec: EventSpec, *, strict: bool) -> dict[str, Any]:
    """Return the schema of an event's own fields, on top of those of all events."""
    own = [field for field in spec.fields if field.name not in BASE]
    schema = object_schema(own, strict=strict)
    if strict:
        schema["properties"].update(dict.fromkeys(BASE, True))
        schema["additionalProperties"] = False
    group = "extension" if spec.category == "extension" else "base"
    reference = f"#/$defs/{group}{'.strict' if strict else ''}"
    return {"description": spec.description, "$ref": reference, **schema}


def object_schema(fields: Sequence[FieldSpec], *, strict: bool) -> dict[str, Any]:
    """Return the schema of an object with these fields; only the strict one demands them."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {field.name: _field(field, strict=strict) for field in fields},
    }
    required = [field.name for field in fields if field.presence == "unconditional"]
    return {**schema, "required": required} if strict and required else schema


def _field(field: FieldSpec, *, strict: bool) -> dict[str, Any]:
    """Return the schema of one field."""
    schema = _value(field.type, null=not strict or field.presence == "null_when")
    if field.type == "array":
        schema["items"] = _value(field.items, null=not strict)
    if field.properties:
        inner = {name: _value(kind, null=not strict) for name, kind in field.properties}
        schema.get("items", schema)["properties"] = inner
    if strict and field.enum:
        schema["enum"] = list(field.enum)
    if strict and field.minimum is not None:
        schema["minimum"] = field.minimum
    about = _about(field)
    return {"description": about, **schema} if about else schema


def _value(kind: str, *, null: bool) -> dict[str, Any]:
    """Return the schema of a JSON type; `any` leaves null to the strict check."""
    if kind == "any":
        return {} if null else {"not": {"type": "null"}}
    return {"type": [kind, "null"] if null else kind}


def _about(field: FieldSpec) -> str:
    """Return a field's note, and when it is there."""
    words = {"present_only_when": "only when ", "null_when": "null when "}
    when = f"{words.get(field.presence, 'missing when ')}{field.when}" if field.when else ""
    return "; ".join(part for part in (field.note, when) if part)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
