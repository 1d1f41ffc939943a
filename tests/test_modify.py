"""Modifications of a payload: merge patch and whole values, and what makes one invalid."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from hooks_cli import events, modify, samples
from hooks_cli.model import Answer
from hooks_cli.modify import InvalidModificationError

# The test cases of RFC 7396, appendix A: original, patch, result.
RFC_7396: list[tuple[Any, Any, Any]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("original", "patch", "result"), RFC_7396, ids=repr)
def test_merge_patch_as_in_the_rfc(original: Any, patch: Any, result: Any) -> None:
    before = copy.deepcopy((original, patch))
    assert modify.merge_patch(original, patch) == result
    assert (original, patch) == before, "neither is changed"


def test_merge_patch_as_in_the_example_of_the_rfc() -> None:
    """Section 3: a title is replaced, a phone number added, a family name and a tag list cut."""
    target = {
        "title": "Goodbye!",
        "author": {"givenName": "John", "familyName": "Doe"},
        "tags": ["example", "sample"],
        "content": "This will be unchanged",
    }
    patch = {
        "title": "Hello!",
        "phoneNumber": "+01-123-456-7890",
        "author": {"familyName": None},
        "tags": ["example"],
    }
    assert modify.merge_patch(target, patch) == {
        "title": "Hello!",
        "author": {"givenName": "John"},
        "tags": ["example"],
        "content": "This will be unchanged",
        "phoneNumber": "+01-123-456-7890",
    }


def random_value(chance: random.Random, depth: int = 0) -> Any:
    """Return a JSON value without null inside objects, as a merge patch cannot express that."""
    kind = chance.randrange(6 if depth < 3 else 4)
    if kind == 4:
        return [random_value(chance, depth + 1) for _ in range(chance.randrange(3))]
    if kind == 5:
        keys = chance.sample("abcd", chance.randrange(4))
        return {key: random_value(chance, depth + 1) for key in keys}
    return [True, 1, "text", 1.5][kind]


def test_the_difference_of_two_objects_is_the_patch_that_leads_from_one_to_the_other() -> None:
    chance = random.Random(7396)
    for _ in range(2000):
        before, after = ({key: random_value(chance) for key in "ab"} for _ in range(2))
        patch = modify.difference(before, after)
        assert modify.same(modify.merge_patch(before, patch), after), (before, after, patch)
        assert (patch == {}) == modify.same(before, after)


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (1, True, False),
        (0, False, False),
        ([1], [True], False),
        ({"a": 1}, {"a": True}, False),
        (True, True, True),
        (1, 1.0, True),
        ("1", 1, False),
        (None, False, False),
        ({}, [], False),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ([1, 2], [2, 1], False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
    ],
)
def test_values_are_compared_as_json_does(left: Any, right: Any, equal: bool) -> None:
    assert modify.same(left, right) is equal
    assert modify.same(right, left) is equal


def apply(event: str, payload: dict[str, Any], **said: Any) -> dict[str, Any]:
    """Apply a modification; neither the payload nor the answer is changed."""
    answer = Answer("modify", changes=said.get("changes"), values=said.get("replace"))
    before = copy.deepcopy((payload, said))
    result = modify.apply(answer, events.get(event), payload)
    assert (payload, said) == before
    return dict(result)


TOOL: dict[str, Any] = {"tool_id": "t", "tool_input": {"a": 1, "b": {"c": 2, "d": 3}}}


@pytest.mark.parametrize(
    ("said", "tool_input"),
    [
        ({"changes": {"tool_input": {"a": 9}}}, {"a": 9, "b": {"c": 2, "d": 3}}),
        ({"changes": {"tool_input": {"b": {"c": None}}}}, {"a": 1, "b": {"d": 3}}),
        ({"changes": {"tool_input": {"b": None}}}, {"a": 1}),
        ({"replace": {"tool_input": {"a": 9}}}, {"a": 9}),
        ({"replace": {"tool_input": {}}}, {}),
        ({"replace": {"tool_input": {"a": None}}}, {"a": None}),
        (
            {"replace": {"tool_input": {"a": 9}}, "changes": {"tool_input": {"z": 0}}},
            {"a": 9, "z": 0},
        ),
    ],
    ids=json.dumps,
)
def test_changes_are_merged_and_replace_gives_whole_values(
    said: dict[str, Any], tool_input: dict[str, Any]
) -> None:
    assert apply("preToolUse", TOOL, **said) == {"tool_id": "t", "tool_input": tool_input}


@pytest.mark.parametrize(
    ("event", "payload", "said", "text"),
    [
        ("preToolUse", TOOL, {"changes": {"tool_use_id": "x"}}, "tool_use_id may not be changed"),
        ("preToolUse", TOOL, {"replace": {"session_id": "x"}}, "session_id may not be changed"),
        ("preToolUse", TOOL, {"changes": {"unknown": 1}}, "unknown may not be changed"),
        ("preToolUse", TOOL, {"changes": {"unknown": None}}, "unknown may not be changed"),
        ("preToolUse", TOOL, {"changes": {"tool_input": None}}, "/tool_input"),
        ("preToolUse", TOOL, {"replace": {"tool_input": None}}, "/tool_input"),
        ("preToolUse", TOOL, {"changes": {"tool_input": "ls"}}, "expected an object"),
        ("preToolUse", TOOL, {"changes": {"tool_id": 1}}, "expected a string"),
        ("preToolUse", TOOL, {"changes": {"tool_id": None}}, "/tool_id"),
        ("beforeShellExecution", {"command": "a"}, {"changes": {"command": None}}, "/command"),
        ("beforeShellExecution", {"command": "a"}, {"changes": {"command": True}}, "true"),
        ("beforeShellExecution", {"command": "a"}, {"changes": {"timeout_seconds": 1.5}}, "inte"),
        ("beforeModelRequest", {"model": "m"}, {"changes": {"model": "n"}}, "model may not"),
        ("beforeModelRequest", {"model": "m"}, {"changes": {"temperature": True}}, "a number"),
        ("beforeModelRequest", {"model": "m"}, {"changes": {"max_output_tokens": "1"}}, "integer"),
        ("postToolUse", {"tool_output": "o"}, {"changes": {"tool_name": "x"}}, "may not be"),
        ("sessionStart", {"session_type": "chat"}, {"changes": {"session_type": "x"}}, "nothing"),
        (
            "beforeEditFile",
            {"file_path": "/x", "operation": "edit", "content": "c"},
            {"changes": {"fragments": ["x"]}},
            "/fragments/0",
        ),
    ],
    ids=str,
)
def test_an_invalid_modification_is_refused_and_says_why(
    event: str, payload: dict[str, Any], said: dict[str, Any], text: str
) -> None:
    with pytest.raises(InvalidModificationError, match=text):
        apply(event, payload, **said)


def test_an_integral_float_is_an_integer() -> None:
    changed = apply("beforeShellExecution", {"command": "a"}, changes={"timeout_seconds": 30.0})
    assert changed["timeout_seconds"] == 30


def test_an_optional_field_may_be_removed() -> None:
    payload = {"command": "a", "timeout_seconds": 3}
    assert apply("beforeShellExecution", payload, changes={"timeout_seconds": None}) == {
        "command": "a"
    }


def test_a_field_that_was_not_there_need_not_appear() -> None:
    """Only what was there can get lost: a lenient payload without tool_use_id stays valid."""
    assert apply("preToolUse", {"tool_id": "t"}, changes={"tool_id": "u"}) == {"tool_id": "u"}


def test_null_keeps_the_value_at_a_model_request() -> None:
    payload = {"model": "m", "temperature": 0.7, "system_prompt": "s"}
    for key in ("changes", "replace"):
        said = {key: {"temperature": None, "system_prompt": "t"}}
        assert apply("beforeModelRequest", payload, **said) == {**payload, "system_prompt": "t"}
        assert apply("beforeModelRequest", payload, **{key: {"model": None}}) == payload


@pytest.mark.parametrize("key", ["changes", "replace"])
def test_a_tool_is_renamed_under_the_key_that_names_it(key: str) -> None:
    """Two names in one payload would leave the old one in force for somebody."""
    by_name, by_id = {"tool_name": "rm"}, {"tool_id": "rm"}
    assert apply("preToolUse", by_name, **{key: {"tool_id": "trash"}}) == {"tool_name": "trash"}
    assert apply("preToolUse", by_id, **{key: {"tool_name": "trash"}}) == {"tool_id": "trash"}
    both = {"tool_id": "a", "tool_name": "b"}
    assert apply("preToolUse", both, **{key: {"tool_id": "c"}}) == {
        "tool_id": "c",
        "tool_name": "b",
    }


@pytest.mark.parametrize("event", events.NAMES)
def test_every_field_that_is_declared_modifiable_can_be_changed_and_no_other(event: str) -> None:
    spec = events.get(event)
    payload = samples.sample(spec)
    payload |= {key: "both" for key in ("tool_id", "tool_name") if key in spec.modifiable}
    other: dict[str, Any] = {"string": "other", "object": {"other": 1}, "number": 0.25}
    other |= {"integer": 7, "boolean": False, "any": "other"}
    for field in spec.fields:
        value = other.get(field.type, [other.get(field.items)])
        if field.name in spec.modifiable:
            assert apply(event, payload, replace={field.name: value})[field.name] == value
        else:
            with pytest.raises(InvalidModificationError, match="may not be changed"):
                apply(event, payload, replace={field.name: value})
