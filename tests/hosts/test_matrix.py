"""The rules of `simulate` against what the hosts were measured to do.

ROWS is the pre-tool matrix: one hook, one answer, what happens on each host. Rows about several
hooks, or about processes that hold pipes, are not here. "b" the tool does not run, "r" it runs as
it was, "n" it runs with the new input, "f" the call is an error, "p" it runs without the user
being asked, "h" the host waits for ever, "e" the whole run ends, "-" not known.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from hooks_cli.hosts import simulate

HOSTS = {
    "claude": ("claude-code", "PreToolUse"),
    "codex": ("codex", "PreToolUse"),
    "camel": ("copilot", "preToolUse"),
    "pascal": ("copilot", "PreToolUse"),
    "gemini": ("gemini-cli", "BeforeTool"),
    "qwen": ("qwen-code", "PreToolUse"),
    "cursor": ("cursor", "preToolUse"),
}
ACTIONS = {
    "b": "blocks",
    "r": "runs",
    "n": "rewrites",
    "f": "fails",
    "p": "approves",
    "h": "hangs",
    "e": "ends",
}
NEW = {"command": "echo new"}
ASK = {"permissionDecision": "ask", "permissionDecisionReason": "R"}


def nested(**values: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **values}}


DENY = nested(permissionDecision="deny", permissionDecisionReason="R")
FLAT = {"permissionDecision": "deny", "permissionDecisionReason": "R"}
OWN = {
    "claude": DENY,
    "codex": DENY,
    "camel": FLAT,
    "pascal": FLAT,
    "gemini": {"decision": "deny", "reason": "R"},
    "qwen": DENY,
    "cursor": {"permission": "deny", "user_message": "R"},
}


def own(**extra: Any) -> dict[str, Any]:
    return {name: {**value, **extra} for name, value in OWN.items()}


def with_reason(reason: str | None) -> dict[str, Any]:
    """Return each host's refusal with another reason, or without one."""
    result: dict[str, Any] = {}
    for name, value in OWN.items():
        copy = json.loads(json.dumps(value))
        part = copy.get("hookSpecificOutput", copy)
        for key in ("permissionDecisionReason", "reason", "user_message"):
            if key in part:
                part[key] = reason
                if reason is None:
                    del part[key]
        result[name] = copy
    return result


def each(value: Any) -> dict[str, Any]:
    return dict.fromkeys(HOSTS, value)


def rewrite(value: Any, *, word: bool) -> dict[str, Any]:
    allow = {"permissionDecision": "allow"} if word else {}
    return {
        "claude": nested(updatedInput=value, **allow),
        "codex": nested(updatedInput=value, **allow),
        "camel": {"modifiedArgs": value, **allow},
        "pascal": {"modifiedArgs": value, **allow},
        "gemini": {"hookSpecificOutput": {"tool_input": value}},
        "qwen": nested(updatedInput=value, **allow),
        "cursor": {"permission": "allow", "updated_input": value},
    }


def text(value: Any, before: str = "", after: str = "") -> str:
    return before + json.dumps(value) + after


def texts(before: str = "", after: str = "", cut: int | None = None) -> dict[str, Any]:
    return {name: text(value, before, after)[:cut] for name, value in OWN.items()}


# number, status, stdout (an object for each host, or text), stderr, what happens in the order of
# HOSTS, further circumstances
ROWS: tuple[tuple[Any, ...], ...] = (
    (1, 2, {}, "R", "bbbbbbb"),
    (2, 2, {}, "", "brbbrrb"),
    (3, 2, each("text"), "", "br--b-b"),
    (4, 1, {}, "x", "rrbbrrr"),
    (5, 3, {}, "x", "rr--brr"),
    (5, 3, {}, "", "rrbbr-r"),
    (6, 127, {}, "not found", "rrbbbrr"),
    (7, 0, {}, "", "rrbbrrr", {"fate": "signal"}),
    (8, 0, {}, "", "rrrrrrr", {"fate": "timeout"}),
    (9, 0, OWN, "", "bbbbbbb"),
    (10, 0, with_reason(None), "", "brbbbbb"),
    (11, 0, with_reason(""), "", "brbbb--"),
    (11, 0, with_reason("  "), "", "br-----"),
    (12, 0, own(suppressOutput=True), "", "br-----"),
    (13, 0, own(unknown=1), "", "brbbbb-"),
    (14, 0, own(systemMessage="m"), "", "bb-----"),
    (15, 1, OWN, "", "brbbbbr"),
    (16, 2, OWN, "", "brbbb-b"),
    (17, 2, OWN, "S", "bbbbbbb"),
    (18, 0, each(DENY), "", "bbrbrb-"),
    (19, 2, each(DENY), "S", "bbbbrbb"),
    (20, 0, each({"hookSpecificOutput": FLAT}), "", "rrrbrb-"),
    (21, 0, each({"hookSpecificOutput": {**FLAT, "hookEventName": "Stop"}}), "", "rbrbr--"),
    (22, 0, each(FLAT), "", "rrbbrr-"),
    (23, 0, each({"decision": "block", "reason": "R"}), "", "bbrrbbr"),
    (24, 0, each({"decision": "block"}), "", "brrrb--"),
    (25, 0, each({"decision": "deny", "reason": "R"}), "", "rrrrbb-"),
    (26, 0, each(nested(permissionDecision="DENY", permissionDecisionReason="R")), "", "rr--r--"),
    (26, 0, each({"decision": "DENY", "permissionDecision": "DENY"}), "", "rrrrr--"),
    (27, 0, each({"permission": "deny"}), "", "rrrrr-b"),
    (28, 0, each(nested(permissionDecision="allow")), "", "pr-----"),
    (28, 0, each({"permissionDecision": "allow"}), "", "--pp---"),
    (28, 0, each({"decision": "allow"}), "", "----r--"),
    (29, 0, each(nested(**ASK)), "", "br---b-", {"headless": True}),
    (29, 0, each(ASK), "", "--bb---", {"headless": True}),
    (29, 0, each({"decision": "ask", "reason": "R"}), "", "----h--", {"headless": True}),
    (29, 0, each({"permission": "ask"}), "", "------r", {"headless": True}),
    (30, 0, each(nested(permissionDecision="defer")), "", "er--r--"),
    (31, 0, each({"continue": False}), "", "rrrrbb-"),
    (32, 0, rewrite(NEW, word=True), "", "nnnnnrn"),
    (33, 0, rewrite(NEW, word=False), "", "nrnnnr-"),
    (34, 0, rewrite({"other": 1}, word=True), "", "fffffr-", {"required": ("command",)}),
    (35, 0, each(nested(updatedInput=NEW)), "", "n-rnrr-"),
    (35, 0, each(nested(updatedInput=NEW, permissionDecision="allow")), "", "-n-----"),
    (38, 0, texts(before="a log line\n"), "", "rrrrrr-"),
    (39, 0, texts(after="\ndone"), "", "rrrrrr-"),
    (40, 0, texts(cut=-3), "", "rrrrrr-"),
    (41, 0, texts(before="\ufeff"), "", "brbbbb-"),
    (42, 0, texts(before="\n", after="\r\n"), "", "bbbbb--"),
    (43, 0, each("[1]"), "", "rrrrr--"),
    (43, 0, texts(after=text(DENY)), "", "rrrrr--"),
    (44, 0, {}, "", "rrrrrrr"),
    (45, 0, each({}), "", "rrrrr--"),
)


@pytest.mark.parametrize(
    ("row", "name", "expected"),
    [
        pytest.param(row, name, row[4][at], id=f"{row[0]}-{at}-{name}-{number}")
        for number, row in enumerate(ROWS)
        for at, name in enumerate(HOSTS)
        if row[4][at] != "-"
    ],
)
def test_the_matrix_of_measured_outcomes(row: tuple[Any, ...], name: str, expected: str) -> None:
    host, event = HOSTS[name]
    stdout = row[2].get(name, "")
    data = stdout if isinstance(stdout, str) else json.dumps(stdout)
    more = row[5] if len(row) > 5 else {}
    effect = simulate.simulate(host, event, row[1], data.encode(), row[3].encode(), **more)
    assert effect.action == ACTIONS[expected.lower()], effect


@pytest.mark.parametrize(
    ("name", "reason"),
    [("claude", "R"), ("codex", "S"), ("camel", "R"), ("gemini", "R"), ("qwen", "S")],
)
def test_row_17_whose_reason_counts(name: str, reason: str) -> None:
    host, event = HOSTS[name]
    effect = simulate.simulate(host, event, 2, json.dumps(OWN[name]).encode(), b"S")
    assert effect.reason == reason


@pytest.mark.parametrize(
    ("name", "heard"), [("claude", 1), ("codex", 1), ("gemini", 0), ("qwen", 0)]
)
def test_row_46_context_at_the_pre_tool_event(name: str, heard: int) -> None:
    host, event = HOSTS[name]
    data = json.dumps(nested(additionalContext="T")).encode()
    assert simulate.simulate(host, event, 0, data).context == "T" * heard


def test_row_46_on_copilot_the_context_is_flat() -> None:
    flat = b'{"additionalContext":"T"}'
    inner = json.dumps(nested(additionalContext="T")).encode()
    assert simulate.simulate("copilot", "preToolUse", 0, flat).context == "T"
    assert simulate.simulate("copilot", "preToolUse", 0, inner).context == ""
    assert simulate.simulate("copilot", "PreToolUse", 0, inner).context == "T"


# number, status, stdout, stderr, action, reason, fate; the 22nd row is about four hooks
GEMINI: tuple[tuple[Any, ...], ...] = (
    (1, 0, "", "", "runs", ""),
    (2, 0, "hello", "", "runs", ""),
    (3, 0, '{"decision":"deny","reason":"R"}', "", "blocks", "R"),
    (4, 0, "", "hello", "runs", ""),
    (5, 0, "", '{"decision":"deny","reason":"R"}', "blocks", "R"),
    (6, 0, 'log\n{"decision":"deny"}', "", "runs", ""),
    (7, 1, "text", "", "runs", ""),
    (8, 1, '{"decision":"deny","reason":"R"}', "", "blocks", "R"),
    (9, 2, "", "", "runs", ""),
    (10, 2, "", "R", "blocks", "R"),
    (11, 2, "OUT", "ERR", "blocks", "OUT"),
    (12, 2, '{"decision":"allow"}', "R", "runs", ""),
    (12, 2, "{}", "R", "runs", ""),
    (13, 3, "R", "", "blocks", "R"),
    (14, 3, "", "", "runs", ""),
    (15, 127, "", "sh: not found", "blocks", "sh: not found"),
    (16, 0, "", "", "runs", "", "signal"),
    (17, 0, "[1]", "", "runs", ""),
    (18, 0, "1", "", "runs", ""),
    (18, 0, "null", "", "runs", ""),
    (19, 0, json.dumps('{"decision":"deny","reason":"R"}'), "", "blocks", "R"),
    (20, 0, '{"decision":"DENY"}', "", "runs", ""),
    (20, 0, '{"decision":"refuse"}', "", "runs", ""),
    (21, 0, "", "", "runs", "", "timeout"),
)


@pytest.mark.parametrize("row", GEMINI, ids=lambda row: str(row[0]))
def test_the_measured_rows_of_geminis_runner(row: tuple[Any, ...]) -> None:
    fate = row[6] if len(row) > 6 else "exit"
    effect = simulate.simulate(
        "gemini-cli", "BeforeTool", row[1], row[2].encode(), row[3].encode(), fate=fate
    )
    assert (effect.action, effect.reason) == (row[4], row[5])


# host, event, status, stdout, what comes of it: action, output, context
OTHER: tuple[tuple[Any, ...], ...] = (
    ("claude-code", "Stop", 0, {"decision": "block"}, "continues", None, ""),
    ("claude-code", "Stop", 2, {}, "continues", None, ""),
    ("claude-code", "Stop", 0, {"continue": False}, "runs", None, ""),
    ("claude-code", "PermissionRequest", 2, {}, "runs", None, ""),
    ("claude-code", "UserPromptSubmit", 2, {}, "blocks", None, ""),
    ("codex", "Stop", 0, {"decision": "block"}, "runs", None, ""),
    ("codex", "Stop", 0, {"decision": "block", "reason": "R"}, "continues", None, ""),
    ("codex", "PostToolUse", 0, {"decision": "block", "reason": "R"}, "runs", "R", ""),
    ("copilot", "agentStop", 0, {"decision": "block"}, "runs", None, ""),
    ("copilot", "agentStop", 2, {}, "runs", None, ""),
    ("copilot", "userPromptSubmitted", 2, {}, "runs", None, ""),
    ("copilot", "userPromptSubmitted", 0, {"decision": "block", "reason": "R"}, "blocks", None, ""),
    ("copilot", "userPromptSubmitted", 0, {"modifiedPrompt": "N"}, "rewrites", None, ""),
    ("copilot", "userPromptSubmitted", 0, {"modifiedPrompt": 1}, "runs", None, ""),
    ("copilot", "postToolUse", 0, {"modifiedResult": {"textResultForLlm": "N"}}, "runs", "N", ""),
    (
        "copilot",
        "PostToolUse",
        0,
        {"modifiedResult": {"text_result_for_llm": "N"}},
        "runs",
        None,
        "",
    ),
    ("copilot", "postToolUse", 0, {"modifiedResult": "N"}, "runs", None, ""),
    ("copilot", "permissionRequest", 1, {}, "blocks", None, ""),
    ("copilot", "permissionRequest", 0, {"behavior": "deny", "message": "R"}, "blocks", None, ""),
    ("copilot", "postToolUse", 0, {"additionalContext": None}, "runs", None, ""),
    ("gemini-cli", "AfterTool", 0, {"decision": "deny", "reason": "R"}, "runs", "R", ""),
    ("gemini-cli", "AfterAgent", 0, {"decision": "deny"}, "continues", None, ""),
    ("vscode", "PreToolUse", 2, {}, "blocks", None, ""),
    ("vscode", "PreToolUse", 1, {}, "runs", None, ""),
    ("vscode", "PreToolUse", 0, nested(**FLAT), "blocks", None, ""),
    ("vscode", "PreToolUse", 0, {"hookSpecificOutput": FLAT}, "runs", None, ""),
    ("windsurf", "pre_run_command", 0, {"decision": "block"}, "runs", None, ""),
    ("windsurf", "pre_run_command", 2, {}, "blocks", None, ""),
    ("cline", "PreToolUse", 2, {}, "runs", None, ""),
    ("cline", "PreToolUse", 2, {"cancel": True}, "blocks", None, ""),
    ("ai4j", "preToolUse", 0, {"decision": "deny"}, "runs", None, ""),
    ("ai4j", "preToolUse", 0, {"decision": "modify", "arguments": "{}"}, "runs", None, ""),
    ("ai4j", "preToolUse", 127, {}, "runs", None, ""),
)


@pytest.mark.parametrize("row", OTHER, ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}")
def test_other_events_by_the_hosts_own_rules(row: tuple[Any, ...]) -> None:
    effect = simulate.simulate(row[0], row[1], row[2], json.dumps(row[3]).encode())
    assert (effect.action, effect.output, effect.context) == row[4:]


@pytest.mark.parametrize(
    ("host", "event", "answer"),
    [
        ("gemini-cli", "BeforeTool", {"hookSpecificOutput": {"toolInput": NEW}}),
        ("gemini-cli", "BeforeTool", nested(updatedInput=NEW)),
        ("claude-code", "PreToolUse", {"modifiedArgs": NEW}),
        ("codex", "PreToolUse", {"allow": False}),
        ("cursor", "beforeShellExecution", {"permission": "allow", "updated_input": NEW}),
        ("claude-code", "PreToolUse", {"approved": False}),
        ("copilot", "preToolUse", {"continue": False}),
    ],
)
def test_shapes_that_published_adapters_send_and_no_host_reads(
    host: str, event: str, answer: dict[str, Any]
) -> None:
    """Each of them lets the original run."""
    assert simulate.simulate(host, event, 0, json.dumps(answer).encode()).action == "runs"


def test_copilot_takes_progress_lines_out_before_it_reads() -> None:
    data = b'{"type":"progress","message":"..."}\n' + json.dumps(FLAT).encode()
    assert simulate.simulate("copilot", "preToolUse", 0, data).action == "blocks"
