"""Which hooks apply: the matcher string, and the keys of match (design section 5)."""

from __future__ import annotations

import time
from typing import Any

import pytest

from hooks_cli import events, match, timelimit

SUBJECTS = {
    "preToolUse": ({"tool_id": "bash"}, ("bash",)),
    "postToolUse": ({"tool_name": "bash", "tool_id": "sh"}, ("bash", "sh")),
    "beforeShellExecution": ({"command": "git push"}, ("git push",)),
    "beforeMCPExecution": ({"server_name": "db", "tool_name": "q"}, ("db/q", "q")),
    "beforeReadFile": ({"file_path": "/a"}, ("/a", "Read", "TabRead")),
    "beforeSubmitPrompt": ({"prompt": "hi"}, ("hi", "UserPromptSubmit")),
    "sessionEnd": ({"reason": "completed"}, ("completed",)),
    "agentFinish": ({"status": "error"}, ("error", "Stop")),
    "beforeModelRequest": ({"model": "m-1"}, ("m-1",)),
    "afterUserAcceptChanges": ({"documents": ["/a", "/b"]}, ("/a", "/b")),
    "beforeStartAction": ({"action_or_agent_id": "agent"}, ("agent",)),
    "subagentStart": ({"sub_action_or_agent_id": "s"}, ("s",)),
    "beforeLoadSkill": ({"skill_name": "s"}, ("s",)),
}


@pytest.mark.parametrize("event", SUBJECTS)
def test_what_a_matcher_tests_at_an_event(event: str) -> None:
    payload, names = SUBJECTS[event]
    assert match.subject(events.get(event), payload).names == names


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("", ["anything", ""], []),
        ("*", ["anything", ""], []),
        (" * ", ["anything"], []),
        ("  ", ["anything"], []),
        ("edit", ["edit"], ["notebook_edit", "edit-file", "Edit", "edi", "", "edit "]),
        ("a|b", ["a", "b"], ["a|b", "ab", ""]),
        ("a, b|c d", ["a", "b", "c d"], ["c", "d"]),
        ("git push", ["git push"], ["git push -f", "git  push"]),
        ("a.b", ["a.b"], ["axb"]),
        ("db/drop:v1", ["db/drop:v1"], ["drop"]),
        ("häns_1", ["häns_1"], ["hans_1"]),
        ("edit.*", ["edit", "edit-file"], ["notebook_edit", "Edit"]),
        ("^edit$", ["edit"], ["edits"]),
        ("(rm|mv) .*", ["rm -rf", "mv a\nb"], ["rm", "echo rm x"]),
        ("(?i)rm", ["rm", "RM"], ["rmdir"]),
        ("a+|b", ["aa", "b"], ["ab", "bb"]),
        ("[^x]*", ["abc", "a\nb"], ["axb"]),
        ("__fetch", ["__fetch", "plugin__web__fetch"], ["x__fetch", "plugin__web__fetch2"]),
        ("plugin__web__fetch", ["plugin__web__fetch"], ["plugin__other__fetch"]),
        ("fetch", ["fetch"], ["plugin__web__fetch"]),
    ],
)
def test_names_are_compared_whole_and_anything_else_is_a_whole_regular_expression(
    pattern: str, yes: list[str], no: list[str]
) -> None:
    assert match.pattern_mistake(pattern) == ""
    assert [text for text in yes if not match.pattern_holds(pattern, (text,))] == []
    assert [text for text in no if match.pattern_holds(pattern, (text,))] == []


def test_any_of_several_subjects_is_enough_whichever_comes_first() -> None:
    for subjects in (("bash", "other"), ("other", "bash"), ("plugin__a__b", "bash")):
        assert match.pattern_holds("bash", subjects)
        assert match.pattern_holds("ba.*", subjects)
    assert match.pattern_holds("__b, bash", ("plugin__a__c", "plugin__a__b"))


@pytest.mark.parametrize("pattern", ["(", "[a", "a**", "(?P<x>", "*a", "a{2,1}", "\\"])
def test_a_pattern_that_cannot_be_compiled_is_a_mistake(pattern: str) -> None:
    assert "not a regular expression" in match.pattern_mistake(pattern)


def holds(test: dict[str, Any], payload: dict[str, Any], host: str = "generic") -> bool:
    """Tell whether a match object, which has no mistake, holds for a preToolUse payload."""
    assert list(match.mistakes(test)) == []
    return match.holds(test, match.subject(events.get("preToolUse"), payload, host))


DEEP = {
    "tool_id": "bash",
    "session_id": "secret-session",
    "host": "secret-host",
    "native": {"x": "secret-native"},
    "tool_input": {
        "command": "echo Hello",
        "flag": True,
        "count": 1,
        "none": None,
        "items": [{"name": "one"}, {"name": "two"}],
        "tags": ["x", "y"],
    },
}


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ({"tool": "bash"}, True),
        ({"tool": "ba.*"}, True),
        ({"tool": ["x", "bash"]}, True),
        ({"tool": "x"}, False),
        ({"tool": "*"}, True),
        ({"host": "generic"}, True),
        ({"host": ["positron", "generic"]}, True),
        ({"host": "positron"}, False),
        ({"text": "Hello"}, True),
        ({"text": "hello"}, False),
        ({"text": {"contains": "hello", "ignore_case": True}}, True),
        ({"text": {"regex": "H.llo$"}}, True),
        ({"text": {"regex": "^Hello"}}, False),
        ({"text": ["nope", "two"]}, True),
        ({"text": {"contains": ["nope", "two"]}}, True),
        ({"text": {"contains": "nope", "regex": "two"}}, True),
        ({"text": {"contains": "Hello", "in": "tool_input.items"}}, False),
        ({"text": {"contains": "one", "in": "tool_input.items"}}, True),
        ({"text": "secret-session"}, False),
        ({"text": "secret-host"}, False),
        ({"text": "secret-native"}, False),
        ({"field": {"path": "tool_input.command", "equals": "echo Hello"}}, True),
        ({"field": {"path": "tool_input.command", "equals": "echo"}}, False),
        ({"field": {"path": "tool_input.command", "equals": ["x", "echo Hello"]}}, True),
        ({"field": {"path": "tool_input.command", "glob": "echo *"}}, True),
        ({"field": {"path": "tool_input.command", "glob": "Hello"}}, False),
        ({"field": {"path": "tool_input.command", "glob": ["x", "*llo"]}}, True),
        ({"field": {"path": "tool_input.command", "regex": "Hello"}}, True),
        ({"field": {"path": "tool_input.command", "regex": "^Hello"}}, False),
        ({"field": {"path": "tool_input.command", "regex": "echo", "glob": "*x"}}, False),
        ({"field": {"tool_input.command": "echo Hello"}}, True),
        ({"field": {"tool_input.command": {"regex": "^echo "}, "tool_id": "bash"}}, True),
        ({"field": {"tool_input.command": {"regex": "^echo "}, "tool_id": "sh"}}, False),
        ({"field": [{"tool_id": "sh"}, {"tool_id": "bash"}]}, True),
        ({"field": {"path": "tool_input.flag", "equals": True}}, True),
        ({"field": {"path": "tool_input.flag", "equals": 1}}, False),
        ({"field": {"path": "tool_input.count", "equals": 1}}, True),
        ({"field": {"path": "tool_input.count", "equals": True}}, False),
        ({"field": {"path": "tool_input.count", "equals": "1"}}, False),
        ({"field": {"path": "tool_input.tags", "equals": ["x", "y"]}}, True),
        ({"field": {"path": "tool_input.tags", "equals": "y"}}, True),
        ({"field": {"path": "tool_input.tags.1", "equals": "y"}}, True),
        ({"field": {"path": "tool_input.tags.2", "equals": "y"}}, False),
        ({"field": {"path": "tool_input.items.name", "equals": "two"}}, True),
        ({"field": {"path": "tool_input.items.0.name", "equals": "two"}}, False),
        ({"field": {"path": "tool_input.none", "exists": True}}, False),
        ({"field": {"path": "tool_input.none", "exists": False}}, True),
        ({"field": {"path": "tool_input.gone.deep", "exists": False}}, True),
        ({"field": {"path": "tool_input.command", "exists": True}}, True),
        ({"field": {"path": "tool_input.gone", "equals": None}}, False),
        ({"any": [{"tool": "x"}, {"text": "two"}]}, True),
        ({"any": [{"tool": "x"}, {"text": "nope"}]}, False),
        ({"all": [{"tool": "bash"}, {"text": "two"}]}, True),
        ({"all": [{"tool": "bash"}, {"text": "nope"}]}, False),
        ({"not": {"tool": "x"}}, True),
        ({"not": {"tool": "bash"}}, False),
        ({"not": {"not": {"tool": "bash"}}}, True),
        ({"tool": "bash", "text": "two"}, True),
        ({"tool": "bash", "text": "nope"}, False),
        ({"tool": "x", "text": "two"}, False),
    ],
    ids=str,
)
def test_the_keys_of_match(test: dict[str, Any], expected: bool) -> None:
    assert holds(test, DEEP) is expected


def test_a_tool_of_an_mcp_server_is_also_called_server_slash_tool() -> None:
    payload = {"server_name": "db", "tool_name": "drop"}
    for name in ("db/drop", "drop", "db/.*"):
        assert holds({"tool": name}, payload)
    assert not holds({"tool": "db"}, payload)


def test_an_event_without_a_tool_matches_no_tool() -> None:
    assert not holds({"tool": "*"}, {"command": "x"})
    assert holds({"not": {"tool": "*"}}, {"command": "x"})


@pytest.mark.parametrize(
    ("test", "pointer"),
    [
        ([], ""),
        ({}, ""),
        ({"toool": "x"}, "/toool"),
        ({"tool": 7}, "/tool"),
        ({"tool": ""}, "/tool"),
        ({"tool": []}, "/tool"),
        ({"tool": ["x", "("]}, "/tool/1"),
        ({"host": "nobody"}, "/host"),
        ({"host": {}}, "/host"),
        ({"text": ""}, "/text"),
        ({"text": {}}, "/text"),
        ({"text": {"contains": []}}, "/text/contains"),
        ({"text": {"contains": [""]}}, "/text/contains"),
        ({"text": {"regex": "("}}, "/text/regex"),
        ({"text": {"contains": "x", "in": 7}}, "/text/in"),
        ({"text": {"contains": "x", "ignore_case": 1}}, "/text/ignore_case"),
        ({"field": {}}, "/field"),
        ({"field": "x"}, "/field"),
        ({"field": {"path": "x"}}, "/field"),
        ({"field": {"path": 7}}, "/field/path"),
        ({"field": {"path": "x", "equal": 1}}, "/field/equal"),
        ({"field": {"path": "x", "regex": "("}}, "/field/regex"),
        ({"field": {"path": "x", "glob": 7}}, "/field/glob"),
        ({"field": {"x": {"glob": []}}}, "/field/x/glob"),
        ({"field": {"x": {"exists": "yes"}}}, "/field/x/exists"),
        ({"any": []}, "/any"),
        ({"any": [{"tool": "x"}, {"tol": "x"}]}, "/any/1/tol"),
        ({"all": {"tool": "x"}}, "/all"),
        ({"not": []}, "/not"),
        ({"not": {"any": [{}]}}, "/not/any/0"),
    ],
    ids=str,
)
def test_a_mistake_in_match_is_found_at_its_place(test: Any, pointer: str) -> None:
    assert pointer in [where for where, _ in match.mistakes(test)]
    if isinstance(test, dict):
        assert not match.is_plain(test), "the quick look must not let it pass"


def test_matcher_and_match_must_both_hold() -> None:
    subject = match.subject(events.get("preToolUse"), DEEP)
    for matcher, test, expected in (
        (None, None, True),
        ("bash", None, True),
        ("x", None, False),
        ("bash", {"text": "two"}, True),
        ("bash", {"text": "nope"}, False),
        ("x", {"text": "two"}, False),
    ):
        assert match.hook_holds(matcher, test, subject) is expected


def test_a_regular_expression_that_does_not_end_is_stopped() -> None:
    start = time.monotonic()
    with pytest.raises(timelimit.TooSlowError):
        timelimit.limited(0.2, lambda: match.pattern_holds("(a+)+", ("a" * 60 + "!",)))
    assert time.monotonic() - start < 20


def test_a_quick_matcher_is_one_without_a_regular_expression() -> None:
    assert match.is_quick("bash|sh", None)
    assert match.is_quick(None, {"tool": "bash", "field": {"path": "x", "equals": 1}})
    assert not match.is_quick("ba.*", None)
    assert not match.is_quick(None, {"tool": "ba.*"})
    assert not match.is_quick(None, {"text": "x"})
    assert not match.is_quick("bash", {"not": {"tool": "x"}})
