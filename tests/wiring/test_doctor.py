"""`hookctl doctor`: every mistake that makes hooks dead is found, and a probe goes through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks_cli.wiring import command, table

OWN = command.own_program()[0]


def codes(found: list[dict[str, Any]]) -> list[str]:
    """Return the codes of findings."""
    return [finding["code"] for finding in found]


def trust(wires: Any) -> None:
    """Do what Codex does when the user trusts every hook."""
    path = wires.file("codex", "user")
    lines = []
    for row, _ in table.registered(table.find("codex")):
        name = "".join(f"_{c.lower()}" if c.isupper() else c for c in row.native).lstrip("_")
        lines.append(f'[hooks.state."{path}:{name}:0:0"]\nenabled = true\ntrusted_hash = "x"\n')
    (path.parent / "config.toml").write_text("\n".join(lines))


def test_a_fresh_wiring_is_in_order_and_blocks_the_probe(wires: Any, host: str) -> None:
    """Through the registered command, in the host's own form; a marker shows that no hook ran."""
    directory = wires.home / ".config" / "hookctl"
    directory.mkdir(parents=True)
    marker = wires.home / "ran"
    hook = {"kind": "guardrail", "command": ["/bin/sh", "-c", f"touch '{marker}'"]}
    content = {"version": 1, "hooks": {"preToolUse": [hook], "beforeSubmitPrompt": [hook]}}
    (directory / "hooks.json").write_text(json.dumps(content))
    wires.run("install", host)
    if host == "codex":
        trust(wires)
    done = wires.run("doctor", host, "--json")
    assert done.answer["findings"] == []
    gates = [row.native for row, gate in table.registered(table.find(host)) if gate]
    assert [file["probes"] for file in done.answer["files"]] == [len(gates)]
    assert not marker.exists()
    assert not (wires.home / ".local/state/hookctl/journal.jsonl").exists()
    assert "no problem found" in wires.run("doctor", host).stderr


def test_what_is_not_wired_is_said(wires: Any) -> None:
    """Of one host, and of all."""
    wires.configure()
    assert codes(wires.findings("codex")) == ["not-wired"]
    assert codes(wires.findings()) == ["not-wired"]
    wires.put("cursor", {"version": 1, "hooks": {}})
    assert codes(wires.findings("cursor")) == ["not-wired"]


def test_without_a_configuration_nothing_is_guarded(wires: Any) -> None:
    """The wiring alone stops nothing."""
    wires.run("install", "cursor")
    assert codes(wires.findings("cursor")) == ["no-configuration"]


GROUP = {"hooks": [{"type": "command", "command": "true"}]}
FLAT = {"type": "command", "command": "true"}


def hooks(event: str, entry: Any, **top: Any) -> dict[str, Any]:
    """Return a file with one entry."""
    return {**top, "hooks": {event: [entry]}}


def group(matcher: str | None = None, **handler: Any) -> dict[str, Any]:
    """Return a group with one handler."""
    entry: dict[str, Any] = {"hooks": [{"type": "command", "command": "true", **handler}]}
    return entry if matcher is None else {"matcher": matcher, **entry}


MISTAKES: list[tuple[str, Any, str, str]] = [
    ("claude-code", '{"a": 1', "not-json", '"," or "}" was expected'),
    ("claude-code", '{"a": 1, // x\n "b": 2}', "comment", "drops the whole file"),
    ("claude-code", '{"a": 1,}', "trailing-comma", "drops the whole file"),
    ("claude-code", '{"a": 1, "a": 2}', "duplicate-key", "/a is there twice"),
    ("claude-code", hooks("PreToolUse", FLAT), "shape", "every hook of this event"),
    ("claude-code", hooks("PreToolUse", group(type="shell")), "type", "every hook of this event"),
    ("claude-code", hooks("PreToolUse", group(timeout="60")), "timeout", "every hook of this"),
    ("claude-code", hooks("PreToolUse", group(onFailure="deny")), "on-failure", "every hook"),
    ("claude-code", hooks("PreToolUse", group(command=None)), "no-command", "every hook"),
    ("claude-code", hooks("PreToolUse", group(timeout=5000)), "timeout-unit", "5000 seconds"),
    ("claude-code", hooks("preToolUse", GROUP), "unknown-event", "its hooks never run"),
    ("claude-code", hooks("PreToolUse", group("mcp__memory")), "matcher", "fits no tool"),
    ("claude-code", hooks("PreToolUse", group("Bash(echo *)")), "matcher", "permission rule"),
    ("claude-code", hooks("PreToolUse", group("(")), "matcher", "never matches"),
    ("claude-code", hooks("PreToolUse", GROUP, disableAllHooks=True), "switched-off", "no hook"),
    ("claude-code", {"hooks": []}, "not-an-object", "not an object"),
    ("claude-code", {"hooks": {"Stop": {}}}, "not-a-list", "a list was expected"),
    ("claude-code", hooks("Stop", "x"), "shape", "an object was expected"),
    ("codex", hooks("Stop", GROUP, version=1), "top-level-key", "drops the file"),
    ("codex", hooks("Stop", group(type="http")), "type", "whole file is dropped"),
    ("codex", hooks("Stop", group(type="prompt")), "type", "never run"),
    ("codex", hooks("Stop", group(timeout=1.5)), "timeout", "is not whole"),
    ("codex", hooks("PreToolUse", {**GROUP, "hooks": [{**FLAT, "if": "x"}]}), "unknown-key", "al"),
    ("codex", hooks("PreToolUse", group(failClosed=True)), "unknown-key", "no effect"),
    ("codex", hooks("PreToolUse", group("Bash, Edit")), "matcher", "comma"),
    ("codex", hooks("PreToolUse", group("Edit | Bash")), "matcher", "blank"),
    ("codex", hooks("PreToolUse", group("my-tool")), "matcher", "hyphen"),
    ("codex", hooks("PreToolUse", group("mcp__x")), "matcher", "fits no tool"),
    ("codex", hooks("PreToolUse", group("exec_command")), "matcher", "called Bash"),
    ("codex", hooks("PreToolUse", FLAT), "shape", "this hook is dropped"),
    ("cursor", hooks("userPromptSubmit", FLAT, version=1), "unknown-event", "voids the whole file"),
    ("cursor", hooks("stop", FLAT), "version", "the file is void"),
    ("cursor", hooks("stop", GROUP, version=1), "shape", "has no groups"),
    ("cursor", hooks("stop", {**FLAT, "timeout": 30000}, version=1), "timeout-unit", "30000 sec"),
    ("gemini-cli", hooks("BeforeTool", group(timeout=60)), "timeout-unit", "60 milliseconds"),
    ("gemini-cli", hooks("PreToolUse", GROUP), "unknown-event", "never run"),
    ("gemini-cli", hooks("BeforeTool", GROUP, hooksConfig={"enabled": False}), "switched-off", ""),
    ("gemini-cli", {"hooksConfig": {"disabled": ["hookctl"]}}, "switched-off", "names hookctl"),
    ("gemini-cli", '{"hooks": {}, // x\n}', "trailing-comma", ""),
    ("copilot", hooks("preToolUse", {"bash": "true", "matcher": "*"}), "matcher", "matches noth"),
    ("copilot", {"version": 2, "hooks": {}}, "version", "wants 1"),
    ("copilot", hooks("Stop", {"bash": "true", "timeoutSec": "30"}), "timeout", "whole file"),
    ("copilot", {"hooks": {"Stop": [FLAT], "agentStop": [FLAT]}}, "event-twice", "run twice"),
    ("qwen-code", hooks("PreToolUse", group(timeout=60000)), "timeout-unit", "as milliseconds"),
    ("windsurf", hooks("pre_run_command", GROUP), "shape", "has no groups"),
    ("openhands", {"pre_tool_use": [group(type="x")]}, "type", "whole file"),
]


@pytest.mark.parametrize(("host", "content", "code", "text"), MISTAKES)
def test_a_mistake_in_a_file_is_found(
    wires: Any, host: str, content: Any, code: str, text: str
) -> None:
    """With file and line, as the host's own strictness has it; exit status 1."""
    wires.configure()
    path = wires.put(host, content)
    found = [item for item in wires.findings(host) if item["code"] == code]
    assert len(found) == 1, wires.findings(host)
    assert text in found[0]["message"]
    assert (found[0]["host"], found[0]["file"]) == (host, str(path))
    if code != "not-json":
        assert isinstance(found[0]["line"], int)


def test_a_file_in_order_has_no_finding(wires: Any) -> None:
    """Good foreign entries are not complained about."""
    wires.configure()
    entries = [
        group("Edit|Write"),
        group("Bash, Edit"),
        group("mcp__x__.*"),
        group("Ba.", timeout=600),
    ]
    wires.put("claude-code", {"hooks": {"PreToolUse": entries, "Stop": [GROUP]}})
    wires.run("install", "claude-code")
    assert wires.findings("claude-code", status=0) == []


SPOILED: list[tuple[str, str, str, str, str]] = [
    ("claude-code", '"onFailure": "block"', '"onFailure": "continue"', "fail-open", "means allow"),
    ("claude-code", '"timeout": 600', '"timeout": 10', "timeout-short", "before hookctl stops"),
    (
        "claude-code",
        '"hooks": [\n          {',
        '"matcher": "Bash", "hooks": [ {',
        "narrowed",
        "Bash",
    ),
    ("claude-code", '"type": "command"', '"type": "command", "async": true', "narrowed", "async"),
    ("claude-code", "PreToolUse --host", "PostToolUse --host", "wrong-event", "says PostToolUse"),
    ("claude-code", "--host claude-code", "--host codex", "wrong-host", "--host codex"),
    ("claude-code", f'"{OWN} dispatch', '"hookctl dispatch', "relative-program", "depends on"),
    ("claude-code", f'"{OWN} dispatch', '"/opt/none/hookctl dispatch', "program", "does not exist"),
    ("claude-code", f"{OWN} dispatch", f"'{OWN}' dispatch", "not-probed", "as hookctl writes it"),
    ("claude-code", f'"{OWN} dispatch', f'"exec {OWN} dispatch', "other-form", "form of its own"),
    ("cursor", '"failClosed": true', '"failClosed": false', "fail-open", "failClosed"),
    ("cursor", '"preToolUse"', '"postToolUse2"', "missing-event", "preToolUse is not registered"),
    ("gemini-cli", '"timeout": 60000', '"timeout": 30000', "timeout-short", "48 s"),
]


@pytest.mark.parametrize(
    ("host", "change", "code", "text"),
    [(host, (old, new), code, text) for host, old, new, code, text in SPOILED],
)
def test_a_spoiled_entry_of_ours_is_found(
    wires: Any, host: str, change: tuple[str, str], code: str, text: str
) -> None:
    """Each with the event that it is about."""
    old, new = change
    wires.configure()
    wires.run("install", host)
    path = wires.file(host)
    content = path.read_text()
    assert old in content
    path.write_text(content.replace(old, new))
    found = [item for item in wires.findings(host) if item["code"] == code]
    assert found, wires.findings(host)
    assert text in found[0]["message"]


def test_an_entry_behind_no_guard_is_found(wires: Any) -> None:
    """On a host that takes 127 for allow."""
    wires.configure()
    wires.run("install", "windsurf")
    path = wires.file("windsurf")
    content = json.loads(path.read_text())
    plain = f"{OWN} dispatch pre_run_command --host windsurf"
    content["hooks"]["pre_run_command"][0]["command"] = plain
    path.write_text(json.dumps(content))
    assert codes(wires.findings("windsurf")) == ["fail-open"]
    wires.run("install", "windsurf")
    assert wires.findings("windsurf", status=0) == []


def test_double_registration_in_one_file_and_over_two(wires: Any) -> None:
    """Each would run every hook twice."""
    wires.configure()
    wires.run("install", "cursor")
    path = wires.file("cursor")
    content = json.loads(path.read_text())
    content["hooks"]["stop"] *= 2
    path.write_text(json.dumps(content))
    assert codes(wires.findings("cursor")) == ["registered-twice"]
    wires.run("install", "cursor")
    wires.run("install", "claude-code", "--scope", "project")
    assert codes(wires.findings("cursor")) == ["double"]
    assert codes(wires.findings("claude-code")) == ["double"]
    wires.run("uninstall", "cursor")
    assert wires.findings("claude-code", status=0) == []


@pytest.mark.parametrize(
    ("text", "mode", "message"),
    [
        ("#!/bin/sh\n", 0o644, "chmod +x"),
        ("#!/bin/sh\r\necho\r\n", 0o755, "CRLF"),
        ("#!/opt/none/sh\n", 0o755, "its interpreter /opt/none/sh does not exist"),
        (None, 0, "does not exist"),
    ],
)
def test_a_foreign_script_that_cannot_start_is_found(
    wires: Any, text: str | None, mode: int, message: str
) -> None:
    """By its path, also behind the host's variable for the project; it is not started."""
    wires.configure()
    if text is not None:
        wires.place.write(".claude/hooks/x y.sh", text, mode)
    for path in ('"$CLAUDE_PROJECT_DIR"/.claude/hooks/x\\ y.sh', "'.claude/hooks/x y.sh' --flag"):
        wires.put("claude-code", hooks("PreToolUse", group(command=path)), "project")
        found = [item for item in wires.findings("claude-code") if item["code"] == "program"]
        assert len(found) == 1
        assert message in found[0]["message"]


def test_doctor_starts_no_program_but_this_hookctl(wires: Any) -> None:
    """A repository may name its own program hookctl, or hide a command in an argument."""
    wires.configure()
    marker = wires.workspace / "ran"
    evil = wires.place.script("evil/hookctl", f"#!/bin/sh\ntouch '{marker}'\nexit 2\n")
    link = wires.workspace / "bin" / "hookctl"
    link.parent.mkdir()
    link.symlink_to(evil)
    host = "--host claude-code"
    lines = [
        f"{evil} dispatch PreToolUse {host}",
        f"{link} dispatch PreToolUse {host}",
        f"hookctl dispatch PreToolUse {host}",
        f'{OWN} dispatch PreToolUse {host} --workspace "$(touch {marker})"',
        f"{OWN} dispatch PreToolUse {host}; touch {marker}",
        f"{OWN} dispatch PreToolUse {host} --workspace `touch {marker}`",
        f"/bin/sh -c 'touch {marker}' hookctl {OWN} dispatch PreToolUse {host}",
    ]
    wires.place.environ["PATH"] = f"{evil.parent}:{wires.place.environ['PATH']}"
    for line in lines:
        wires.put("claude-code", hooks("PreToolUse", group(command=line)), "project")
        wires.findings("claude-code")
        assert not marker.exists(), line


def test_untrusted_codex_hooks_are_found(wires: Any) -> None:
    """Codex skips them without a word; so do its switches."""
    wires.configure()
    wires.run("install", "codex")
    found = wires.findings("codex")
    assert codes(found) == ["untrusted"]
    assert "PreToolUse" in found[0]["message"]
    trust(wires)
    assert wires.findings("codex", status=0) == []
    config = wires.file("codex", "user").parent / "config.toml"
    good = config.read_text()
    config.write_text("[features]\nhooks = false\n" + good)
    assert codes(wires.findings("codex")) == ["switched-off"]
    config.write_text(good.replace("enabled = true", "enabled = false", 1))
    assert codes(wires.findings("codex")) == ["switched-off"]
    config.write_text("[broken")
    assert codes(wires.findings("codex")) == ["config-toml"]
    config.write_text(good)
    wires.run("uninstall", "codex")
    wires.run("install", "codex", "--scope", "project")
    assert codes(wires.findings("codex")) == ["untrusted", "untrusted"]


def test_h34_dead_hooks_are_found_and_not_run(wires: Any) -> None:
    """A missing script, one that is not executable, and matchers that can never match."""
    directory = wires.home / ".config" / "hookctl"
    directory.mkdir(parents=True)
    marker = wires.home / "ran"
    script = directory / "plain.sh"
    script.write_text(f"#!/bin/sh\ntouch {marker}\n")
    fine = directory / "fine.sh"
    fine.write_text(f"#!/bin/sh\ntouch {marker}\n")
    fine.chmod(0o755)
    content = {
        "version": 1,
        "hooks": {
            "preToolUse": [
                {"name": "gone", "command": ["./gone.sh"]},
                {"name": "plain", "command": ["./plain.sh"]},
                {"name": "fine", "command": ["./fine.sh"]},
                {"name": "off", "command": ["./gone.sh"], "enabled": False},
            ],
            "sessionStart": [
                {"name": "never", "command": ["./fine.sh"], "matcher": "startup"},
                {"name": "chat", "command": ["./fine.sh"], "matcher": "chat|refactoring"},
            ],
            "afterUserInsertResponse": [{"name": "editor", "command": ["./fine.sh"]}],
        },
    }
    (directory / "hooks.json").write_text(json.dumps(content, indent=1))
    wires.run("install", "claude-code")
    found = wires.findings("claude-code")
    said = {item["code"]: item for item in found}
    programs = [item["message"] for item in found if item["code"] == "hook-program"]
    assert len(programs) == 2
    assert programs[0].startswith("gone: ")
    assert "does not exist" in programs[0]
    assert programs[1].startswith("plain: ")
    assert "chmod +x" in programs[1]
    assert "'startup' can never match at sessionStart" in said["never-matches"]["message"]
    assert "chat, refactoring" in said["never-matches"]["hint"]
    assert said["event-never-fires"]["message"].startswith("editor: ")
    assert all(item["line"] for item in found)
    assert len(found) == 4
    assert not marker.exists()


def test_h19_h33_mistakes_in_the_configuration_are_found(wires: Any) -> None:
    """A misspelt event and milliseconds are errors here too, with the nearest name."""
    directory = wires.home / ".config" / "hookctl"
    directory.mkdir(parents=True)
    entry = {"command": ["/bin/true"]}
    content = {
        "version": 1,
        "hooks": {"beforeShellExecutoin": [entry], "preToolUse": [{**entry, "timeout": 5000}]},
    }
    (directory / "hooks.json").write_text(json.dumps(content))
    wires.run("install", "cursor")
    found = wires.findings("cursor")
    assert codes(found) == ["configuration", "configuration"]
    assert "beforeShellExecution" in found[0]["hint"]
    assert "milliseconds" in found[1]["message"]


def test_a_file_that_cannot_be_read_is_a_finding(wires: Any) -> None:
    """A directory in its place."""
    wires.configure()
    wires.file("cursor").mkdir(parents=True)
    assert "unreadable" in codes(wires.findings("cursor"))


def test_people_get_lines_with_file_and_line(wires: Any) -> None:
    """Plain text when piped."""
    wires.configure()
    path = wires.put("codex", '{\n"version": 1, "hooks": {}}')
    done = wires.run("doctor", "codex", status=1)
    lines = done.text.splitlines()
    assert lines[0].split()[:3] == ["host", "scope", "wired"]
    assert lines[1].split()[:3] == ["codex", "user", "no"]
    assert lines[2].startswith(f"{path}:2: error: top-level key")


def test_the_probe_blocks_in_a_dispatch_of_its_own(wires: Any) -> None:
    """The variable alone makes a dispatch block, before any configuration is read."""
    Path(wires.workspace / ".hookctl").mkdir()
    (wires.workspace / ".hookctl" / "hooks.json").write_text("broken")
    words = ["dispatch", "beforeShellExecution"]
    done = wires.place.run(words, b"{}", env={"HOOKCTL_PROBE": "abc123"})
    assert done.status == 2
    assert done.answer["reason"] == "hookctl probe abc123"
    done = wires.place.run(
        ["dispatch", "PreToolUse", "--host", "claude-code"], b"", env={"HOOKCTL_PROBE": "x\n{y"}
    )
    assert done.status == 2
    assert "hookctl probe xy" in done.stderr
