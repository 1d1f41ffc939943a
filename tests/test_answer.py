"""Every cell of the answer table, with every dialect in it (design section 6)."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from hooks_cli import answer, dialects, events, limits, samples, schemas
from hooks_cli.answer import HookFailure
from hooks_cli.model import Answer, Hook, Outcome

SHELL = events.get("beforeShellExecution")
TOOL = events.get("preToolUse")
PROMPT = events.get("beforeSubmitPrompt")
AFTER = events.get("postToolUse")
HOOK = Hook("guard", "interceptor", argv=("/bin/guard",), timeout=3.0)

# Each way to say a decision: the name of the dialect, the object, the word it means.
ROUTE = {"provider": "box", "profile": "p", "command": "make"}
SPELLINGS: list[tuple[str, dict[str, Any], str]] = [
    ("own allow", {"decision": "allow"}, "allow"),
    ("own block", {"decision": "block"}, "block"),
    ("own ask", {"decision": "ask"}, "ask"),
    ("own modify", {"decision": "modify", "changes": {"command": "x"}}, "modify"),
    ("own replace", {"decision": "modify", "replace": {"command": "x"}}, "modify"),
    ("own route", {"decision": "route", "route": ROUTE}, "route"),
    ("cursor allow", {"permission": "allow"}, "allow"),
    ("cursor deny", {"permission": "deny"}, "block"),
    ("cursor ask", {"permission": "ask"}, "ask"),
    ("cursor input", {"permission": "allow", "updated_input": {"command": "x"}}, "modify"),
    ("claude approve", {"decision": "approve"}, "allow"),
    ("claude block", {"decision": "block"}, "block"),
    ("claude allow", {"hookSpecificOutput": {"permissionDecision": "allow"}}, "allow"),
    ("claude deny", {"hookSpecificOutput": {"permissionDecision": "deny"}}, "block"),
    ("claude ask", {"hookSpecificOutput": {"permissionDecision": "ask"}}, "ask"),
    (
        "claude input",
        {"hookSpecificOutput": {"permissionDecision": "allow", "updatedInput": {"command": "x"}}},
        "modify",
    ),
    ("claude stop", {"continue": False}, "block"),
    ("claude permission", {"hookSpecificOutput": {"decision": {"behavior": "deny"}}}, "block"),
    ("claude permit", {"hookSpecificOutput": {"decision": {"behavior": "allow"}}}, "allow"),
    ("ai4j text", {"decision": "modify", "name": "t", "arguments": '{"command":"x"}'}, "modify"),
    ("ai4j object", {"decision": "modify", "arguments": {"command": "x"}}, "modify"),
    ("ai4j input", {"decision": "modify", "input": {"command": "x"}}, "modify"),
    ("gemini deny", {"decision": "deny"}, "block"),
    ("copilot deny", {"permissionDecision": "deny"}, "block"),
    ("copilot allow", {"permissionDecision": "allow"}, "allow"),
    ("no opinion", {}, ""),
    ("null", {"decision": None, "hookSpecificOutput": None}, ""),
]
IDS = [name.replace(" ", "-") for name, _, _ in SPELLINGS]


def interpret(outcome: Outcome, hook: Hook = HOOK, event: str = "beforeShellExecution") -> Answer:
    """Interpret an outcome at an event."""
    return answer.interpret(hook, outcome, events.get(event))


def exited(
    status: int, stdout: object = b"", stderr: bytes = b"", hook: Hook = HOOK
) -> Answer | HookFailure:
    """Return what a hook means that exits with a status, or its failure."""
    data = stdout if isinstance(stdout, bytes) else json.dumps(stdout).encode()
    try:
        return interpret(Outcome("exit", status, data, stderr), hook)
    except HookFailure as failure:
        return failure


@pytest.mark.parametrize(("_name", "said", "word"), SPELLINGS, ids=IDS)
def test_exit_0_means_what_the_object_says(_name: str, said: dict[str, Any], word: str) -> None:
    found = exited(0, said)
    assert isinstance(found, Answer)
    assert (found.word or "") == word
    if word == "modify":
        assert {**(found.values or {}), **(found.changes or {})}["command"] == "x"
    if word == "route":
        assert found.route == ROUTE


@pytest.mark.parametrize(("_name", "said", "word"), SPELLINGS, ids=IDS)
def test_exit_2_blocks_whatever_the_object_says(
    _name: str, said: dict[str, Any], word: str
) -> None:
    found = exited(2, said, b"from stderr")
    assert isinstance(found, Answer)
    assert (found.word, found.reason, found.changes, found.route) == (
        "block",
        "from stderr",
        None,
        None,
    )
    assert bool(found.notes) == (word not in ("", "block")), "an overruled word is noted"


@pytest.mark.parametrize(("_name", "said", "_word"), SPELLINGS, ids=IDS)
@pytest.mark.parametrize("status", [1, 3, 126, 127, 128, 137, 255])
def test_any_other_exit_is_a_failure_whatever_the_object_says(
    _name: str, said: dict[str, Any], _word: str, status: int
) -> None:
    found = exited(status, said, b"line 1\nline 2\n")
    assert isinstance(found, HookFailure)
    assert found.kind == "exit"
    assert str(status) in found.detail
    assert "line 2" in found.detail


@pytest.mark.parametrize(("_name", "said", "word"), SPELLINGS, ids=IDS)
@pytest.mark.parametrize("meaning", ["allow", "block", "failure"])
def test_exit_codes_give_another_exit_the_meaning_of_0_2_or_a_failure(
    _name: str, said: dict[str, Any], word: str, meaning: str
) -> None:
    found = exited(7, said, b"e", HOOK.replace(exit_codes={"7": meaning}))
    if meaning == "failure":
        assert isinstance(found, HookFailure)
    else:
        assert isinstance(found, Answer)
        assert (found.word or "") == ("block" if meaning == "block" else word)


@pytest.mark.parametrize(("_name", "said", "_word"), SPELLINGS, ids=IDS)
@pytest.mark.parametrize(
    ("outcome", "kind", "text"),
    [
        (Outcome("signal", 9), "killed", "killed by signal 9"),
        (Outcome("signal", 15), "killed", "killed by signal 15"),
        (Outcome("timeout", 0), "timeout", "timed out after 3 s"),
        (Outcome("timeout", 2), "timeout", "timed out after 3 s"),
        (Outcome("overflow", 0), "overflow", "1048576 bytes"),
        (Outcome("cannot_run", 0, detail="no such file"), "cannot_run", "no such file"),
    ],
)
def test_what_is_no_exit_is_a_failure_whatever_was_printed(
    _name: str, said: dict[str, Any], _word: str, outcome: Outcome, kind: str, text: str
) -> None:
    with pytest.raises(HookFailure) as failure:
        interpret(outcome.replace(stdout=json.dumps(said).encode(), stderr=b"last words\n"))
    assert failure.value.kind == kind
    assert text in failure.value.detail
    assert "last words" in failure.value.detail


def test_a_timeout_reads_the_same_however_long_it_took() -> None:
    details = set()
    for seconds in (3.0001, 3.2):
        with pytest.raises(HookFailure) as failure:
            interpret(Outcome("timeout", seconds=seconds))
        details.add(failure.value.detail)
    assert len(details) == 1


# The stdout of a hook that exits with 0: what it means.
NO_OPINION = [
    b"",
    b" \t\r\n",
    b"\xef\xbb\xbf",
    b"ok",
    b"block",
    b"[INFO] fine",
    b"7",
    b"true",
    b"null",
]
NO_OPINION += [b"\xff\xfe", b"{}", b" {} \n", b"\xef\xbb\xbf{}", b'{"decision":null}', b"[1, 2"]
MALFORMED = [
    b"{}{}",
    b"{} {}",
    b'{}{"decision":"block"}',
    b"Welcome\n{}",
    b"{}\nbye",
    b"{",
    b"}{",
    b'{"decision":"allow"',
    b'{"decision":"block","decision":"allow"}',
    b'{"decision":"block","\\u0064ecision":"allow"}',
    b'{"x":NaN}',
    b'{"x":Infinity}',
    b'{"x":1e999}',
    b'{"x":"\\ud800"}',
    b'{"x":"\xff"}',
    b"\xef\xbb\xbf\xef\xbb\xbf{}",
    b"{'decision':'allow'}",
    b'{"decision":"allow",}',
    b'// note\n{"decision":"allow"}',
    b'{"x":' + b"[" * 128 + b"]" * 128 + b"}",
    b'{"x":' * 129 + b"1" + b"}" * 129,
    b'{"x":' + b"9" * 4301 + b"}",
    b"[{}]",
    b'["block"]',
    b"[]",
    b'"block"',
    '{"decision":"block"}'.encode("utf-16"),
    '{"decision":"block"}'.encode("utf-32-le"),
]


@pytest.mark.parametrize("stdout", NO_OPINION)
def test_silence_and_plain_text_are_no_opinion(stdout: bytes) -> None:
    found = exited(0, stdout)
    assert isinstance(found, Answer)
    assert (found.word, found.reason, found.context) == (None, "", "")


def test_plain_text_is_kept_for_the_record() -> None:
    found = exited(0, b"  checked 3 rules\n")
    assert isinstance(found, Answer)
    assert found.text == "checked 3 rules"


@pytest.mark.parametrize("stdout", MALFORMED)
def test_what_is_not_exactly_one_object_is_malformed(stdout: bytes) -> None:
    found = exited(0, stdout)
    assert isinstance(found, HookFailure)
    assert found.kind == "malformed_answer"


@pytest.mark.parametrize("stdout", [*NO_OPINION, *MALFORMED])
def test_exit_2_blocks_with_a_reason_whatever_was_printed(stdout: bytes) -> None:
    found = exited(2, stdout)
    assert isinstance(found, Answer)
    assert found.word == "block"
    assert found.reason.strip()


def test_depth_of_128_is_allowed() -> None:
    found = exited(0, b'{"x":' + b"[" * 127 + b"]" * 127 + b"}")
    assert isinstance(found, Answer)


@pytest.mark.parametrize(
    ("stdout", "stderr", "reason"),
    [
        (b'{"reason":"json"}', b"stderr", "json"),
        (b'{"decision":"nonsense","reason":"json"}', b"stderr", "json"),
        (b'{"reason":" "}', b"stderr", "stderr"),
        (b'{"decision":"block"}', b" stderr\n", "stderr"),
        (b"stdout", b"stderr", "stderr"),
        (b" stdout\n", b" \n", "stdout"),
        (b'{"reason":7}', b"", '{"reason":7}'),
        (b"", b"", "blocked by guard (exit status 2, no reason given)"),
        (b"", b"caf\xe9", "caf\ufffd"),
    ],
)
def test_the_reason_of_exit_2(stdout: bytes, stderr: bytes, reason: str) -> None:
    found = exited(2, stdout, stderr)
    assert isinstance(found, Answer)
    assert found.reason == reason


# What looks like an answer and is none.
SLIPS: list[dict[str, Any]] = [
    {"decision": "denied"},
    {"decision": ""},
    {"decision": 2},
    {"decision": False},
    {"decision": {}},
    {"decision": ["block"]},
    {"permission": "yes"},
    {"hookSpecificOutput": {"permissionDecision": "maybe"}},
    {"hookSpecificOutput": {"decision": {}}},
    {"hookSpecificOutput": {"decision": {"behavior": "perhaps"}}},
    {"hookSpecificOutput": {"decision": 7}},
    {"hookSpecificOutput": []},
    {"continue": 0},
    {"decision": "modify"},
    {"decision": "modify", "changes": {}},
    {"decision": "modify", "changes": None},
    {"decision": "modify", "replace": {}},
    {"decision": "modify", "changes": "command"},
    {"decision": "modify", "replace": []},
    {"decision": "modify", "name": 7},
    {"decision": "modify", "input": 7},
    {"changes": {"command": "x"}},
    {"replace": {"command": "x"}},
    {"decision": "allow", "changes": {"command": "x"}},
    {"decision": "allow", "replace": {}},
    {"decision": "route"},
    {"decision": "route", "route": "box"},
    {"decision": "route", "route": {}},
    {"decision": "route", "route": {"provider": "p"}},
    {"decision": "route", "route": {"command": "c"}},
    {"decision": "route", "route": {"provider": " ", "command": "c"}},
    {"decision": "route", "route": {"provider": "p", "command": "\n"}},
    {"decision": "route", "route": {"provider": 1, "command": "c"}},
    {"decision": "route", "route": {"provider": "p", "command": ["c"]}},
    {"decision": "route", "route": {"provider": "p", "command": "c", "profile": 1}},
    {"decision": "route", "route": {"provider": "p", "command": "c", "porfile": "x"}},
    {"route": ROUTE},
    {"decision": "allow", "route": ROUTE},
    {"decision": "ask", "route": ROUTE},
    {"decision": "modify", "changes": {"command": "x"}, "route": ROUTE},
    {"decision": "route", "route": ROUTE, "changes": {"command": "x"}},
    {"decision": "block", "reason": 7},
    {"decision": "block", "reason": ["why"]},
    {"decision": "allow", "context": {}},
    {"decision": "allow", "message": 1},
    {"decision": "allow", "user_message": False},
]
# Slips that no schema can name: of a key, or between two keys, or inside a text.
SLIPS_BEYOND_A_SCHEMA: list[dict[str, Any]] = [
    {"decision": "modify", "arguments": "["},
    {"decision": "modify", "arguments": "[]"},
    {"decison": "block"},
    {"Decision": "block"},
    {"permision": "deny"},
    {"hookSpecificOutpt": {"permissionDecision": "deny"}},
    {"hookSpecificOutput": {"permissionDecison": "deny"}},
    {"decision": "allow", "permission": "deny"},
    {"decision": "block", "permission": "allow"},
    {"decision": "approve", "hookSpecificOutput": {"permissionDecision": "deny"}},
    {"permission": "ask", "permissionDecision": "allow"},
    {"decision": "allow", "continue": False},
    {"decision": "ask", "continue": False},
    {"permission": "allow", "updated_input": {"command": "x"}, "updatedInput": {}},
]


@pytest.mark.parametrize("said", [*SLIPS, *SLIPS_BEYOND_A_SCHEMA], ids=json.dumps)
def test_a_slip_is_malformed_and_never_an_allow(said: dict[str, Any]) -> None:
    found = exited(0, said)
    assert isinstance(found, HookFailure)
    assert found.kind == "malformed_answer"


@pytest.mark.parametrize("word", ["BLOCK", "Block", " block ", "DENY", "Deny"])
def test_words_are_compared_without_case(word: str) -> None:
    found = exited(0, {"decision": word})
    assert isinstance(found, Answer)
    assert found.word == "block"


@pytest.mark.parametrize(
    ("said", "reason", "message", "context"),
    [
        ({"decision": "block", "reason": "r", "message": "m", "context": "c"}, "r", "m", "c"),
        ({"permission": "deny", "user_message": "u", "agent_message": "a"}, "a", "u", ""),
        ({"permission": "deny", "userMessage": "u", "agentMessage": "a"}, "a", "u", ""),
        ({"permission": "deny", "user_message": "u"}, "u", "u", ""),
        ({"continue": False, "stopReason": "s", "systemMessage": "m"}, "s", "m", ""),
        (
            {
                "hookSpecificOutput": {
                    "permissionDecision": "deny",
                    "permissionDecisionReason": "r",
                    "additionalContext": "c",
                }
            },
            "r",
            "",
            "c",
        ),
        ({"decision": "block", "reason": "", "agent_message": "a"}, "a", "", ""),
        (
            {"hookSpecificOutput": {"decision": {"behavior": "deny", "message": "r"}}},
            "r",
            "",
            "",
        ),
    ],
)
def test_reason_message_and_context_of_each_dialect(
    said: dict[str, Any], reason: str, message: str, context: str
) -> None:
    found = exited(0, said)
    assert isinstance(found, Answer)
    assert (found.word, found.reason, found.message, found.context) == (
        "block",
        reason,
        message,
        context,
    )


@pytest.mark.parametrize(
    ("event", "said", "values"),
    [
        ("preToolUse", {"updated_input": {"a": 1}}, {"tool_input": {"a": 1}}),
        ("preToolUse", {"modifiedArgs": {"a": 1}}, {"tool_input": {"a": 1}}),
        ("preToolUse", {"hookSpecificOutput": {"tool_input": {"a": 1}}}, {"tool_input": {"a": 1}}),
        (
            "preToolUse",
            {"decision": "modify", "name": "n", "arguments": '{"a":1}'},
            {"tool_input": {"a": 1}, "tool_id": "n"},
        ),
        ("preToolUse", {"decision": "modify", "name": "n"}, {"tool_id": "n"}),
        ("beforeMCPExecution", {"decision": "modify", "name": "n"}, {"tool_name": "n"}),
        ("beforeShellExecution", {"updated_input": {"command": "x"}}, {"command": "x"}),
        ("beforeSubmitPrompt", {"decision": "modify", "input": "p"}, {"prompt": "p"}),
        ("beforeStartAction", {"decision": "modify", "input": "p"}, {"input_content": "p"}),
        ("beforeReadFile", {"updated_input": {"file_path": "/x"}}, {"file_path": "/x"}),
        (
            "postToolUse",
            {"hookSpecificOutput": {"updatedToolOutput": "o"}},
            {"tool_output": "o"},
        ),
        (
            "postToolUse",
            {"hookSpecificOutput": {"updatedMCPToolOutput": {"a": 1}}},
            {"tool_output": '{"a":1}'},
        ),
    ],
)
def test_where_the_new_input_of_each_dialect_goes(
    event: str, said: dict[str, Any], values: dict[str, Any]
) -> None:
    found = dialects.parse(said, events.get(event))
    assert (found.word, found.values) == ("modify", values)


def test_a_name_is_only_that_of_a_tool_where_something_is_modified() -> None:
    """A hook may well give its own name beside an allow or a block."""
    for word in ("allow", "block", "ask"):
        assert dialects.parse({"decision": word, "name": "my-guard"}, TOOL).values is None


@pytest.mark.parametrize("name", events.NAMES)
def test_a_hook_that_echoes_its_payload_never_decides(name: str) -> None:
    """`cat` is no decision: it has no opinion, or its answer is malformed, at every event."""
    spec = events.get(name)
    try:
        said = dialects.parse(samples.sample(spec), spec)
    except dialects.MalformedError:
        return
    assert said.word is None
    assert said.changes is None
    assert said.values is None


def test_a_reason_is_cut_to_its_limit() -> None:
    for said in (
        exited(2, b"", b"x" * 10_000),
        exited(0, {"decision": "block", "reason": "x" * 10_000}),
        exited(1, b"", b"x" * 10_000),
    ):
        text = said.detail if isinstance(said, HookFailure) else said.reason
        assert len(text.encode()) <= limits.REASON_BYTES
        assert text.endswith("[...]")


def test_a_failure_shows_the_last_lines_of_stderr() -> None:
    found = exited(1, b"", b"".join(b"line %d\n" % number for number in range(100)))
    assert isinstance(found, HookFailure)
    assert "line 99" in found.detail
    assert "line 94" not in found.detail


def test_a_shell_that_could_not_run_its_command_is_told_from_a_program_that_exits_alike() -> None:
    shell = HOOK.replace(shell=True)
    for status in (126, 127):
        of_shell, of_program = exited(status, hook=shell), exited(status)
        assert isinstance(of_shell, HookFailure)
        assert isinstance(of_program, HookFailure)
        assert (of_shell.kind, of_program.kind) == ("cannot_run", "exit")


def test_null_counts_as_missing_in_every_dialect() -> None:
    said = {"decision": "block", "reason": None, "changes": None, "route": None, "context": None}
    assert dialects.parse(said, SHELL).word == "block"
    said = {"permission": "allow", "updated_input": None, "user_message": None}
    assert dialects.parse(said, SHELL).word == "allow"
    assert dialects.parse({"decision": "modify", "input": "x", "changes": None}, PROMPT).values
    assert dialects.parse({"hookSpecificOutput": {"updatedToolOutput": None}}, AFTER).word is None


@pytest.mark.parametrize(("_name", "said", "_word"), SPELLINGS, ids=IDS)
def test_the_published_schema_accepts_what_is_understood(
    _name: str, said: dict[str, Any], _word: str
) -> None:
    assert schemas.validate("hook-output", said) == []
    for key in ("decision", "permission"):
        if isinstance(said.get(key), str):
            assert schemas.validate("hook-output", {**said, key: f" {said[key].upper()} "}) == []


@pytest.mark.parametrize("said", SLIPS, ids=json.dumps)
def test_the_published_schema_refuses_what_is_malformed(said: dict[str, Any]) -> None:
    assert schemas.validate("hook-output", said) != []


@pytest.mark.parametrize("said", SLIPS_BEYOND_A_SCHEMA, ids=json.dumps)
def test_some_slips_are_beyond_the_schema_and_still_refused(said: dict[str, Any]) -> None:
    assert schemas.validate("hook-output", said) == []


def test_the_published_schema_knows_every_word_and_every_key() -> None:
    schema = schemas.load("hook-output")
    nested = schema["$defs"]["nested"]["properties"]
    inert = {"suppressOutput", "env", "hookEventName", "hook_event_name"}
    assert set(schema["properties"]) == dialects._KNOWN - inert
    assert set(nested) == dialects._KNOWN_NESTED
    for word in dialects.WORDS:
        pattern = schema["$defs"]["word"]["pattern"]
        for spelled in (word, word.upper(), f" {word} "):
            assert re.search(pattern, spelled)
        assert not re.search(pattern, f"{word}x")


def slip_of(said: dict[str, Any]) -> str:
    """Return why an object is no answer to a tool call, "" if it is one."""
    try:
        dialects.parse(said, TOOL)
    except dialects.MalformedError as error:
        return str(error)
    return ""


def test_the_schema_and_the_reader_agree_on_random_objects() -> None:
    """Of objects made of the known keys, the schema refuses none that is understood.

    It accepts some that are not: those that contradict themselves, or do not fit the event.
    """
    chance = random.Random(6)
    words = ["allow", "deny", "block", "modify", "route", "ask", "nope", None, 7]
    values: dict[str, list[Any]] = {
        "decision": words,
        "permission": words,
        "reason": ["r", "", None, 7],
        "changes": [{"command": "x"}, {}, None, []],
        "replace": [{"command": "x"}, {}, None],
        "route": [ROUTE, {}, None, {"provider": "p", "command": "c"}],
        "updated_input": [{"command": "x"}, None],
        "name": ["n", None, 7],
        "continue": [True, False, None],
        "hookSpecificOutput": [None, {}, {"permissionDecision": "deny"}, {"updatedInput": {}}],
    }
    accepted = 0
    for _ in range(1000):
        keys = chance.sample(sorted(values), chance.randrange(1, 4))
        said = {key: chance.choice(values[key]) for key in keys}
        fits = schemas.validate("hook-output", said) == []
        slip = slip_of(said)
        if slip:
            beyond = ("contradiction", "needs", "two different", "without anything")
            assert not fits or any(text in slip for text in beyond), (said, slip)
        else:
            accepted += 1
            assert fits, said
    assert accepted > 100
