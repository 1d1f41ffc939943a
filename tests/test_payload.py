"""What is wrong with a payload, leniently and strictly, before and after a change."""

from __future__ import annotations

from typing import Any

import pytest

from hooks_cli import events, payload, samples

SHELL = events.get("beforeShellExecution")
EDIT = events.get("beforeEditFile")
TOOL = events.get("preToolUse")


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"command": None, "timeout_seconds": None, "session_id": None},
        {"command": "ls", "timeout_seconds": 5.0},
        {"command": "ls", "timeout_seconds": -1},
        {"command": "ls", "cwd": "/srv", "more": {"of": ["it"]}},
    ],
)
def test_lenient_lets_through_what_makes_sense(content: dict[str, Any]) -> None:
    """Missing, null and unknown fields, whole floats and odd numbers are no problem."""
    assert payload.problems(SHELL, content) == ()


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("beforeShellExecution", {"command": 5}, ("/command", "expected a string, found a number")),
        (
            "beforeShellExecution",
            {"command": []},
            ("/command", "expected a string, found an array"),
        ),
        (
            "beforeShellExecution",
            {"timeout_seconds": True},
            ("/timeout_seconds", "expected an integer, found true"),
        ),
        (
            "beforeShellExecution",
            {"timeout_seconds": 2.5},
            ("/timeout_seconds", "expected an integer, found a fraction"),
        ),
        (
            "beforeShellExecution",
            {"timeout_seconds": "9"},
            ("/timeout_seconds", "expected an integer, found a string"),
        ),
        (
            "beforeModelRequest",
            {"temperature": False},
            ("/temperature", "expected a number, found false"),
        ),
        (
            "afterShellExecution",
            {"succeeded": 1},
            ("/succeeded", "expected true or false, found a number"),
        ),
        ("preToolUse", {"tool_input": "{}"}, ("/tool_input", "expected an object, found a string")),
        (
            "afterUserAcceptChanges",
            {"documents": ["/a", 7]},
            ("/documents/1", "expected a string, found a number"),
        ),
        (
            "beforeEditFile",
            {"fragments": [{"old_value": ""}, {"new_value": {}}]},
            ("/fragments/1/new_value", "expected a string, found an object"),
        ),
        (
            "afterAgentResponse",
            {"tokens_usage": {"total_tokens": "many"}},
            ("/tokens_usage/total_tokens", "expected an integer, found a string"),
        ),
        ("notification", {"session_id": 1}, ("/session_id", "expected a string, found a number")),
    ],
)
def test_wrong_types(name: str, content: dict[str, Any], problem: tuple[str, str]) -> None:
    """A documented field of another type is a problem, at the top and inside."""
    assert payload.problems(events.get(name), content) == (problem,)
    assert problem in payload.problems(events.get(name), content, strict=True)


@pytest.mark.parametrize("value", [0, "", False, [], {}, 1.5, [None]])
def test_any_json_value_is_a_result(value: object) -> None:
    """The result of an MCP call may be of any type."""
    assert payload.problems(events.get("afterMCPExecution"), {"result_json": value}) == ()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"command": None}, ("/command", "expected a string, found null")),
        ({"timeout_seconds": None}, ("/timeout_seconds", "expected an integer, found null")),
        ({"timeout_seconds": -1}, ("/timeout_seconds", "expected at least 0, found less")),
        ({"a/b~c": 1}, ("/a~1b~0c", "unknown field, beforeShellExecution has none of this name")),
    ],
)
def test_strict_demands_the_documented_payload(
    change: dict[str, Any], problem: tuple[str, str]
) -> None:
    """Null, a number below the minimum and an unknown field are problems if strict."""
    content = {**samples.sample(SHELL), **change}
    assert payload.problems(SHELL, content, strict=True) == (problem,)


def test_strict_demands_unconditional_fields_only() -> None:
    """A field may be missing if it has a condition, and null where that is documented."""
    content = samples.sample(EDIT)
    del content["file_path"], content["fragments"]
    found = payload.problems(EDIT, {**content, "content": None}, strict=True)
    assert found == (("/file_path", "expected a string, found nothing"),)


def test_strict_knows_the_words() -> None:
    """A word that is not on a field's list passes only if lenient."""
    content = {**samples.sample(EDIT), "operation": "rename"}
    assert payload.problems(EDIT, content) == ()
    found = payload.problems(EDIT, content, strict=True)
    assert found == (("/operation", "expected one of create, edit, found 'rename'"),)


def test_every_problem_is_reported() -> None:
    """One bad field does not hide another, and no content of a payload is repeated."""
    found = payload.problems(SHELL, {"command": ["secret"], "user_id": {"secret": 1}})
    assert [pointer for pointer, _ in found] == ["/command", "/user_id"]
    assert "secret" not in str(found)


@pytest.mark.parametrize(
    ("name", "before", "after", "pointers"),
    [
        ("beforeShellExecution", {"command": "ls"}, {"command": "ls -l"}, []),
        ("beforeShellExecution", {"command": "ls"}, {}, ["/command"]),
        ("beforeShellExecution", {"command": "ls"}, {"command": None}, ["/command"]),
        ("beforeShellExecution", {"command": "ls"}, {"command": 5}, ["/command"]),
        ("beforeShellExecution", {"command": None}, {}, []),
        ("beforeShellExecution", {"command": "ls", "timeout_seconds": 5}, {"command": "ls"}, []),
        ("beforeEditFile", {"content": "a"}, {"content": None}, []),
        ("preToolUse", {"tool_name": "shell"}, {}, ["/tool_id"]),
        ("preToolUse", {"tool_name": "shell"}, {"tool_id": "shell"}, []),
        ("preToolUse", {}, {}, []),
    ],
)
def test_after_a_change(
    name: str, before: dict[str, Any], after: dict[str, Any], pointers: list[str]
) -> None:
    """What is needed and was there must still be there; what was missing may stay so."""
    found = payload.problems_after_change(events.get(name), before, after)
    assert [pointer for pointer, _ in found] == pointers
