"""The catalogue against the facts it was made from, and everything that is generated from it."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hooks_cli import event_table, events, payload, samples, schemas

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from hooks_cli.model import FieldSpec

ROOT = Path(__file__).resolve().parent.parent
FACTS = json.loads((ROOT / "tests" / "data" / "positron-events.json").read_bytes())
OTHER_KEY = "the host names the tool with the other key"
WRONG: tuple[Any, ...] = (
    "text",
    7,
    5.0,
    2.5,
    True,
    [],
    [None],
    [1],
    ["a"],
    {},
    {"total_tokens": "x"},
)


def facts_of(field: FieldSpec) -> dict[str, Any]:
    """Return what the facts say about a field, without what we have put in our own words."""
    full = {
        "type": field.type,
        "presence": field.presence,
        "enum": list(field.enum) or None,
        "minimum": field.minimum,
        "items": field.items or None,
        "properties": dict(field.properties) or None,
    }
    return {key: value for key, value in full.items() if value is not None}


def generator() -> ModuleType:
    """Load the script that writes the generated files."""
    path = ROOT / "scripts" / "dev" / "generate.py"
    spec = importlib.util.spec_from_file_location("generate", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mutations(name: str) -> Iterator[dict[str, Any]]:
    """Yield the sample of an event with one thing changed."""
    spec = events.get(name)
    sample = samples.sample(spec)
    yield {}
    yield sample
    yield {**sample, "not_in_the_catalogue": 1}
    yield {**sample, "not_in_the_catalogue": None}
    for field in spec.fields:
        yield {key: value for key, value in sample.items() if key != field.name}
        for value in (None, -1, 0, "no_such_word", *WRONG):
            yield {**sample, field.name: value}
        for inner in (None, 3, 3.0, "x", False):
            part = {key: inner for key, _ in field.properties}
            yield {**sample, field.name: [part] if field.type == "array" else part}


def test_the_counts() -> None:
    """There are 30 events, ten of them blocking, with eleven fields in common."""
    documented = [name for name in events.NAMES if events.get(name).origin == "positron"]
    assert len(documented) == 30
    assert len(events.BLOCKING) == 10
    assert len(set(documented) - events.BLOCKING) == 20
    assert len(event_table.BASE_FIELDS) == 11
    assert len(events.NAMES) == 35


def test_the_same_events_in_the_same_order() -> None:
    """No event of the facts is missing, and none but the extension events came on top."""
    extensions = [name for name in events.NAMES if events.get(name).category == "extension"]
    assert [*FACTS["events"], *extensions] == list(events.NAMES)
    assert all(events.get(name).origin == "hookctl" for name in extensions)


@pytest.mark.parametrize("name", FACTS["events"])
def test_an_event_is_as_the_facts_say(name: str) -> None:
    """Category, blocking, subject and every field agree both ways."""
    spec, facts = events.get(name), FACTS["events"][name]
    assert (spec.category, spec.blocking) == (facts["category"], facts["blocking"])
    assert ["/".join(names) for names in spec.subject] == facts["subject"]
    assert set(facts["aliases"]) <= set(spec.aliases)
    found = {field.name: facts_of(field) for field in spec.fields if field.when != OTHER_KEY}
    assert found == {**facts["fields"], **FACTS["base_fields"]}


@pytest.mark.parametrize("name", events.NAMES)
def test_an_event_is_consistent_in_itself(name: str) -> None:
    """What a row refers to exists, and what depends on each other fits together."""
    spec = events.get(name)
    names = [field.name for field in spec.fields]
    assert len(set(names)) == len(names)
    assert spec.category in events.CATEGORIES
    assert {part for subject in spec.subject for part in subject} <= set(names)
    assert set(spec.modifiable) <= set(names)
    assert bool(spec.modifiable) == ("modify" in spec.carries)
    assert bool(spec.effect) == ("block" in spec.carries)
    assert spec.description.endswith(".")
    for field in spec.fields:
        assert bool(field.when) == (field.presence != "unconditional")
        assert bool(field.items) == (field.type == "array")


def test_the_decisions_of_each_event() -> None:
    """A caller of the own protocol can take these decisions and no others."""
    routes = {"preToolUse", "beforeShellExecution", "beforeMCPExecution"}
    special = {"postToolUse": ("block", "modify"), "beforeModelRequest": ("modify",)}
    for name in events.NAMES:
        blocking = ("block", "modify", "ask") if name in events.BLOCKING else ()
        route = ("route",) if name in routes else ()
        assert events.get(name).carries == special.get(name, (*blocking, *route)), name


def test_extension_events_demand_no_base_field() -> None:
    """Hosts other than Positron do not have all of the common fields."""
    base = {field[0] for field in event_table.BASE_FIELDS}
    for name in ("beforeModelRequest", "notification"):
        fields = [field for field in events.get(name).fields if field.name in base]
        assert {field.name for field in fields} == base
        assert {field.presence for field in fields} == {"absent_when"}


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("preToolUse", "preToolUse"),
        ("afterCopyResponse", "afterUserCopyResponse"),
        ("afterFileEdit", "afterEditFile"),
        ("stop", "agentFinish"),
        ("preCompact", "beforeCompact"),
        ("beforeTabFileRead", "beforeInlineCompletion"),
        ("afterTabFileEdit", "afterInlineCompletion"),
        ("workspaceOpen", None),
        ("PreToolUse", None),
        ("", None),
    ],
)
def test_names_and_other_names(name: str, canonical: str | None) -> None:
    """Aliases lead to the canonical name, case counts, and nothing else is known."""
    assert events.resolve(name) == canonical


def test_an_event_is_made_once_and_an_unknown_one_is_an_error() -> None:
    """The same object comes back, and an alias is no canonical name."""
    assert events.get("preToolUse") is events.get("preToolUse")
    with pytest.raises(KeyError):
        events.get("stop")


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("preToolUse", {"tool_id": "a", "tool_name": "b"}, ("a", "b")),
        ("preToolUse", {"tool_id": "a", "tool_name": "a"}, ("a",)),
        ("preToolUse", {"tool_name": "b", "tool_id": None}, ("b",)),
        ("beforeMCPExecution", {"server_name": "s", "tool_name": "t"}, ("s/t", "t")),
        ("beforeMCPExecution", {"server_name": None, "tool_name": "t"}, ("t",)),
        ("beforeMCPExecution", {"server_name": "s"}, ()),
        ("afterUserAcceptChanges", {"documents": ["/a", 5, None, "/b"]}, ("/a", "/b")),
        ("afterUserAcceptChanges", {"documents": "/a"}, ("/a",)),
        ("afterAgentThought", {"text": "hm"}, ()),
        ("beforeShellExecution", {"command": 5}, ()),
        ("beforeShellExecution", {"command": ""}, ("",)),
    ],
)
def test_subjects(name: str, content: dict[str, Any], expected: tuple[str, ...]) -> None:
    """A matcher sees the strings of the subject in order, each once, and nothing else."""
    assert events.subjects(events.get(name), content) == expected


def test_generated_files_are_current() -> None:
    """`python scripts/dev/generate.py` has been run since the catalogue last changed."""
    generate = generator()
    stale = [path.name for path, text in generate.wanted() if generate.read(path) != text]
    assert stale == []


def test_blocks_stand_between_their_markers() -> None:
    """Only what is between the markers of a block is replaced, and only where they are."""
    generate = generator()
    text = "a\n<!-- limits:begin -->\nfrom before\n<!-- limits:end -->\nb\n<!-- events:begin -->\n"
    result = generate.with_blocks(text)
    assert result.startswith("a\n<!-- limits:begin -->\n\n| limit |")
    assert result.endswith("|\n\n<!-- limits:end -->\nb\n<!-- events:begin -->\n")
    assert "from before" not in result
    assert generate.with_blocks(result) == result


@pytest.mark.parametrize("name", events.NAMES)
def test_a_sample_is_valid(name: str) -> None:
    """The sample passes the strict check in both forms, and the schema finds its event."""
    spec = events.get(name)
    sample = samples.sample(spec)
    assert sample["hook_event_name"] == name
    assert payload.problems(spec, sample, strict=True) == ()
    assert schemas.validate("payloads", sample, f"{name}.strict") == []
    assert schemas.validate("payloads", sample) == []


def test_samples_are_independent() -> None:
    """Whoever changes a sample does not change the next one."""
    spec = events.get("preToolUse")
    samples.sample(spec)["tool_input"]["command"] = "changed"
    assert samples.sample(spec)["tool_input"]["command"] == "npm test"


@pytest.mark.parametrize("name", events.NAMES)
@pytest.mark.parametrize("strict", [False, True])
def test_the_schema_agrees_with_the_check(name: str, *, strict: bool) -> None:
    """For each mutation of the sample both say the same, lenient and strict."""
    validator = schemas.validator("payloads", f"{name}.strict" if strict else name)
    spec = events.get(name)
    for content in mutations(name):
        problems = payload.problems(spec, content, strict=strict)
        assert validator.is_valid(content) == (not problems), (content, problems)


def test_the_schema_picks_the_event() -> None:
    """The top level of the schema checks a payload as the event that it names, alias or not."""
    wrong = {"hook_event_name": "stop", "tool_call_rounds": "many"}
    assert [pointer for pointer, _ in schemas.validate("payloads", wrong)] == ["/tool_call_rounds"]
    assert (
        schemas.validate("payloads", {"hook_event_name": "preToolUse", "tool_call_rounds": ""})
        == []
    )
    assert schemas.validate("payloads", {"hook_event_name": "nothing"}) != []
    assert schemas.validate("payloads", {}) != []
