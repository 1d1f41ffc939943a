"""Native payloads of every host become the canonical events that its documentation describes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import events, hosts, payload
from hooks_cli.hosts import base
from hooks_cli.model import Verdict

GOLDEN = Path(__file__).parent / "golden"
FOREIGN = [name for name in hosts.NAMES if hosts.load(name).table]
WHOLE = ("claude-code", "codex", "copilot", "gemini-cli", "cursor", "vscode", "windsurf", "ai4j")


def cases(host: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((GOLDEN / f"{host}.payloads.json").read_text())
    return found


ALL = [
    pytest.param(host, case, id=f"{host}-{index}-{case['event']}")
    for host in FOREIGN
    for index, case in enumerate(cases(host))
]


def fired(host: str, event: str | None, data: bytes, environ: dict[str, str]) -> list[Any]:
    """Return the canonical events of a payload when every hook has nothing to say."""
    known = hosts.load(host)
    native = base.named_event(known, event) if event else None
    conversation = known.converse(base.Request(data, native, "id", strict=False, environ=environ))
    items = []
    try:
        item = next(conversation)
        while True:
            items.append(item)
            item = conversation.send(Verdict(item.spec, "allow", item.payload))
    except StopIteration:
        return items


@pytest.mark.parametrize(("host", "case"), ALL)
def test_a_payload_fires_the_general_event_then_the_specific_ones(
    host: str, case: dict[str, Any]
) -> None:
    items = fired(host, case["event"], json.dumps(case["payload"]).encode(), {})
    assert [item.spec.name for item in items] == [name for name, _ in case["fires"]]
    for item, (name, fields) in zip(items, case["fires"], strict=True):
        assert {key: item.payload.get(key) for key in fields} == fields
        assert item.payload["hook_event_name"] == name
        assert item.payload["host"] == host
        assert item.payload["native"] == case["payload"]
        assert json.loads(item.data) == item.payload
        assert payload.problems(events.get(name), item.payload) == ()


@pytest.mark.parametrize(("host", "case"), ALL)
def test_the_event_may_be_left_out_where_the_payload_carries_it(
    host: str, case: dict[str, Any]
) -> None:
    table = hosts.load(host).table
    assert table is not None
    data = json.dumps(case["payload"]).encode()
    if any(case["payload"].get(key) for key in table.names):
        items = fired(host, None, data, {})
        assert [item.spec.name for item in items] == [name for name, _ in case["fires"]]
    else:
        with pytest.raises(base.PayloadError, match="does not name its event"):
            fired(host, None, data, {})


@pytest.mark.parametrize("host", WHOLE)
def test_every_native_event_of_a_host_has_a_payload_here(host: str) -> None:
    table = hosts.load(host).table
    assert table is not None
    seen = [table.row(case["event"]) for case in cases(host)]
    missing = [row.native for row in table.rows if row.fires and row not in seen]
    assert missing == []


@pytest.mark.parametrize("host", FOREIGN)
def test_every_row_says_how_sure_it_is_and_names_known_events(host: str) -> None:
    table = hosts.load(host).table
    assert table is not None
    for row in table.rows:
        assert (row.verified or table.verified) in {"ran", "src", "doc", "2nd", "assumed"}
        assert (row.date or table.date)[:2] == "20"
        for fire in row.fires:
            spec = events.get(fire.event)
            fields = {field.name for field in spec.fields}
            assert set(fire.fields) <= fields
            assert set(fire.can) <= set("BAMOCK")
    assert len({name for row in table.rows for name in (row.native, *row.aliases)}) == sum(
        1 + len(row.aliases) for row in table.rows
    )
    assert table.timeout > 0
    assert table.settings
    assert table.exits


@pytest.mark.parametrize("marks", [1, 2, 3])
def test_all_leading_byte_order_marks_are_dropped(marks: int) -> None:
    """Cursor on Windows sends one, or two (O20, H15, M07)."""
    data = b'{"hook_event_name":"beforeShellExecution","cursor_version":"3","command":"ls"}'
    items = fired("cursor", None, b"\xef\xbb\xbf" * marks + data, {})
    assert [item.payload["command"] for item in items] == ["ls"]


@pytest.mark.parametrize(
    "data", [b"", b"\xef\xbb\xbf", b"{} {}", b'{"a":1}\0', b"[]", b"null", b'{"a":1,"a":2}']
)
def test_a_payload_that_is_not_one_object_is_an_error(data: bytes) -> None:
    with pytest.raises(base.PayloadError, match="payload: "):
        fired("claude-code", "PreToolUse", data, {})


def test_an_event_that_the_payload_contradicts_is_an_error() -> None:
    with pytest.raises(base.PayloadError, match="of the event 'PostToolUse'"):
        fired("claude-code", "PreToolUse", b'{"hook_event_name":"PostToolUse"}', {})


def test_an_unknown_event_in_the_payload_is_an_error() -> None:
    with pytest.raises(base.PayloadError, match="unknown event 'PreTool'"):
        fired("claude-code", None, b'{"hook_event_name":"PreTool"}', {})


@pytest.mark.parametrize(
    ("host", "event", "tool", "arguments"),
    [
        ("claude-code", "PreToolUse", "Bash", {"cmd": "ls"}),
        ("claude-code", "PreToolUse", "Bash", {"command": ""}),
        ("claude-code", "PreToolUse", "Bash", None),
        ("claude-code", "PreToolUse", "Write", {"path": "/a"}),
        ("codex", "PreToolUse", "apply_patch", {"command": "no patch"}),
        ("gemini-cli", "BeforeTool", "read_many_files", {"include": [1]}),
    ],
)
def test_a_known_tool_without_a_recognisable_subject_is_an_error(
    host: str, event: str, tool: str, arguments: object
) -> None:
    """O6c: never skipped in silence."""
    given = {"hook_event_name": event, "tool_name": tool, "tool_input": arguments}
    with pytest.raises(base.PayloadError, match=r"payload: "):
        fired(host, event, json.dumps(given).encode(), {})


def test_an_answer_that_was_reached_before_an_unrecognisable_part_is_kept() -> None:
    """Where the policy lets the failure pass, an earlier decision still holds."""
    host = hosts.load("claude-code")
    given = {
        "hook_event_name": "PreToolUse",
        "tool_name": "mcp__a__b",
        "tool_input": {"x": 1},
    }
    request = base.Request(json.dumps(given).encode(), None, "id", strict=False, environ={})
    conversation = host.converse(request)
    item = next(conversation)
    verdict = Verdict(item.spec, "ask", item.payload, hook="h", reason="sure?")
    item = conversation.send(verdict)
    with pytest.raises(StopIteration) as stop:
        conversation.send(Verdict(item.spec, "allow", item.payload))
    assert b'"ask"' in stop.value.value.stdout


# ------------------------------------------------------------------ the workspace


def workspaces(host: str, event: str, given: dict[str, Any], environ: dict[str, str]) -> set[Any]:
    data = json.dumps({"hook_event_name": event, **given}).encode()
    return {item.payload.get("workspace_root") for item in fired(host, event, data, environ)}


def test_claude_code_tells_its_workspace_in_a_variable_not_by_its_directory() -> None:
    """O14: the working directory follows the session's shell."""
    environ = {"CLAUDE_PROJECT_DIR": "/home/ada/guide"}
    given = {"cwd": "/home/ada/guide/sub", "prompt": "x"}
    assert workspaces("claude-code", "UserPromptSubmit", given, environ) == {"/home/ada/guide"}
    assert workspaces("claude-code", "UserPromptSubmit", given, {}) == {"/home/ada/guide/sub"}


def test_codex_starts_in_the_workspace_whatever_the_payload_says() -> None:
    """O13: cwd is the directory of the call."""
    given = {"cwd": "/usr", "tool_name": "Bash", "tool_input": {"command": "ls"}}
    assert workspaces("codex", "PreToolUse", given, {}) == {str(Path.cwd())}
