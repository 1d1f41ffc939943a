"""`hookctl import`: files as people have them become configurations that `check` accepts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def imported(wires: Any, path: Path, *words: str) -> tuple[dict[str, Any], str]:
    """Return the configuration of a file and its notes; `check` finds no mistake in it."""
    done = wires.run("import", path, "--json", *words)
    answer = done.answer
    made = wires.workspace / "made.json"
    made.write_text(json.dumps(answer["config"]))
    wires.run("check", made)
    made.unlink()
    notes = "\n".join(f"{note['pointer']}: {note['text']}" for note in answer["notes"])
    return answer["config"]["hooks"], notes


def test_a_claude_file(wires: Any) -> None:
    """Groups, several types, placeholders, sources, and what has no counterpart."""
    guard = {
        "type": "command",
        "command": '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh "$LEVEL"',
        "timeout": 30,
        "if": "Bash(git *)",
        "statusMessage": "checking",
    }
    exec_form = {
        "type": "command",
        "command": "python3",
        "args": ["${CLAUDE_PROJECT_DIR}/h.py", "a b"],
        "onFailure": "continue",
    }
    content = {
        "permissions": {"allow": []},
        "hooks": {
            "PreToolUse": [
                {"matcher": "Bash", "hooks": [guard]},
                {"matcher": "Edit|Write", "hooks": [exec_form, {"type": "prompt", "prompt": "?"}]},
                {"matcher": "mcp__memory__.*", "hooks": [{"type": "command", "command": "m"}]},
                {"matcher": "", "hooks": [{"type": "command", "command": "all"}]},
            ],
            "PostToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "p"}]}],
            "SessionStart": [
                {"matcher": "startup|resume", "hooks": [{"type": "command", "command": "s"}]},
                {"matcher": "compact", "hooks": [{"type": "command", "command": "c"}]},
            ],
            "Notification": [
                {"matcher": "idle_prompt", "hooks": [{"type": "command", "command": "n"}]}
            ],
            "Stop": [{"hooks": [{"type": "command", "command": "./log.sh", "async": True}]}],
            "WorktreeRemove": [{"hooks": [{"type": "command", "command": "w"}]}],
        },
    }
    hooks, notes = imported(wires, wires.put("claude-code", content, "project"))
    assert hooks["preToolUse"] == [
        {
            "command": '"${HOOKCTL_WORKSPACE}"/.claude/hooks/guard.sh "$LEVEL"',
            "timeout_seconds": 30,
            "matcher": "Bash",
        },
        {
            "command": "python3 \"$HOOKCTL_WORKSPACE\"/h.py 'a b'",
            "on_failure": "allow",
            "matcher": "Edit|Write",
        },
        {"command": "m", "matcher": ".*(?:mcp__memory__.*).*"},
        {"command": "all"},
    ]
    assert hooks["postToolUse"] == [{"command": "p"}]
    assert [entry["command"] for entry in hooks["sessionReload"]] == ["s"]
    assert hooks["sessionStart"][0]["match"] == {
        "field": {"path": "native.source", "equals": "startup"}
    }
    assert [entry["command"] for entry in hooks["sessionStart"]] == ["s", "c"]
    assert hooks["notification"][0]["match"]["field"]["path"] == "native.notification_type"
    assert hooks["agentFinish"] == [{"command": "./log.sh", "kind": "lifecycle", "detach": True}]
    assert "afterAgentResponse" not in hooks
    for text in (
        "/hooks/PreToolUse/0/hooks/0: if has no counterpart",
        "/hooks/PreToolUse/0/hooks/0: statusMessage has no counterpart",
        "/hooks/PreToolUse/0/hooks/0: $LEVEL is not passed on",
        "/hooks/PreToolUse/1/hooks/1: type 'prompt'",
        "/hooks/WorktreeRemove/0/hooks/0: WorktreeRemove has no event here",
        "now blocks where an action can be blocked",
    ):
        assert text in notes


def test_an_imported_claude_policy_blocks_a_real_call(wires: Any) -> None:
    """The script reads the same keys as before, and its veto holds."""
    script = 'grep -q "rm -rf" && { echo "no deleting" >&2; exit 2; }; exit 0'
    entry = {"matcher": "Bash", "hooks": [{"type": "command", "command": script}]}
    path = wires.put("claude-code", {"hooks": {"PreToolUse": [entry]}}, "project")
    wires.run("import", path, "--output", wires.workspace / "made.json")
    payload = {
        "session_id": "s",
        "cwd": str(wires.workspace),
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "rm -rf /"},
    }
    options = ["--host", "claude-code", "--config", "made.json"]
    done = wires.place.run(["dispatch", "PreToolUse", *options], payload)
    assert b"no deleting" in done.stdout
    assert b'"deny"' in done.stdout
    payload["tool_input"] = {"command": "ls"}
    done = wires.place.run(["dispatch", "PreToolUse", *options], payload)
    assert (done.status, done.stdout) == (0, b"")


def test_a_cursor_file(wires: Any) -> None:
    """Flat entries; a matcher on a command text is searched for."""
    content = {
        "version": 1,
        "hooks": {
            "beforeShellExecution": [
                {"command": "./guard.sh", "matcher": "rm -rf|git push", "failClosed": True}
            ],
            "preToolUse": [{"command": "./w.sh", "matcher": "Shell|Write", "timeout": 30}],
            "afterFileEdit": [{"command": "./fmt.sh"}],
            "stop": [{"command": "./stop.sh", "loop_limit": 3}],
            "workspaceOpen": [{"command": "./open.sh"}],
        },
    }
    hooks, notes = imported(wires, wires.put("cursor", content, "project"))
    assert hooks == {
        "agentFinish": [{"command": "./stop.sh"}],
        "preToolUse": [{"command": "./w.sh", "timeout_seconds": 30, "matcher": "Shell|Write"}],
        "beforeShellExecution": [
            {"command": "./guard.sh", "on_failure": "block", "matcher": ".*(?:rm -rf|git push).*"}
        ],
        "afterEditFile": [{"command": "./fmt.sh"}],
    }
    assert "loop_limit has no counterpart" in notes
    assert "workspaceOpen has no event here" in notes


def test_a_codex_file(wires: Any) -> None:
    """Lists with commas never matched there; milliseconds are taken for what they are."""
    content = {
        "description": "mine",
        "hooks": {
            "PreToolUse": [
                {"matcher": "Bash|apply_patch", "hooks": [{"type": "command", "command": "a"}]},
                {
                    "matcher": "Bash, Edit",
                    "hooks": [{"type": "command", "command": "b", "timeout": 5000}],
                },
                {
                    "matcher": "Ba.",
                    "hooks": [{"type": "command", "command": "c", "commandWindows": "d"}],
                },
            ],
            "Interrupt": [{"hooks": [{"type": "command", "command": "i"}]}],
        },
    }
    hooks, notes = imported(wires, wires.put("codex", content))
    assert hooks["preToolUse"] == [
        {"command": "a", "matcher": "Bash|apply_patch"},
        {"command": "b", "timeout_seconds": 5, "matcher": "Bash, Edit"},
        {"command": "c", "matcher": ".*(?:Ba.).*"},
    ]
    assert "never matched in Codex" in notes
    assert "taken for milliseconds: 5 s" in notes
    assert "commandWindows has no counterpart" in notes


def test_a_gemini_file(wires: Any) -> None:
    """Milliseconds, names, comments, and a search turned into a whole match."""
    content = """{
      // hooks
      "hooks": {"BeforeTool": [
        {"matcher": "write_file|replace", "hooks": [
          {"type": "command", "name": "scan", "command": "$GEMINI_PROJECT_DIR/scan.sh",
           "timeout": 1500, "env": {"LEVEL": "2"}}]},
        {"matcher": "write", "hooks": [{"type": "command", "name": "scan", "command": "w"}]},
        {"matcher": "(", "hooks": [{"type": "command", "name": "not a name", "command": "x"}]}],
       "AfterTool": [{"hooks": [{"type": "command", "command": "a"}]}],
       "AfterAgent": [{"matcher": "*", "hooks": [{"type": "command", "command": "e"}]}]}
    }"""
    hooks, notes = imported(wires, wires.put("gemini-cli", content))
    assert hooks["preToolUse"] == [
        {
            "name": "scan",
            "command": "${HOOKCTL_WORKSPACE}/scan.sh",
            "timeout_seconds": 1.5,
            "env": {"LEVEL": "2"},
            "matcher": "write_file|replace",
        },
        {"name": "scan-2", "command": "w", "matcher": ".*(?:write).*"},
        {"command": "x"},
    ]
    assert hooks["postToolUse"] == hooks["postToolUseFailure"] == [{"command": "a"}]
    assert hooks["agentFinish"] == [{"command": "e"}]
    assert "the hook now always runs" in notes


def test_a_copilot_file(wires: Any) -> None:
    """Both spellings of the events; runtime names of tools get those that hookctl will see."""
    content = {
        "version": 1,
        "hooks": {
            "preToolUse": [
                {"type": "command", "bash": "./a.sh", "matcher": "bash|edit", "timeoutSec": 15},
                {"type": "command", "bash": "./b.sh", "matcher": "*"},
                {"type": "command", "powershell": "b.ps1"},
                {"type": "http", "url": "https://example.invalid"},
            ],
            "PostToolUse": [{"command": "./c.sh", "matcher": "Ba.*", "cwd": "sub"}],
            "userPromptSubmitted": [{"bash": "./p.sh"}],
            "sessionStart": [{"bash": "./s.sh"}],
        },
    }
    hooks, notes = imported(wires, wires.put("copilot", content, "project"))
    assert hooks["preToolUse"] == [
        {"command": "./a.sh", "timeout_seconds": 15, "matcher": "bash|Bash|edit|Edit"},
        {"command": "./b.sh"},
    ]
    assert hooks["postToolUse"] == [{"command": "./c.sh", "cwd": "sub", "matcher": "Ba.*"}]
    assert hooks["beforeSubmitPrompt"] == [{"command": "./p.sh"}]
    assert set(hooks) >= {"sessionStart", "sessionReload"}
    assert "matched nothing there" in notes
    assert "/hooks/preToolUse/2: no command to run" in notes
    assert "type 'http'" in notes


def test_a_windsurf_file(wires: Any) -> None:
    """Its events are as specific as the canonical ones."""
    content = {
        "hooks": {
            "pre_run_command": [{"command": "./a.sh", "show_output": True}],
            "pre_write_code": [{"command": "./b.sh", "working_directory": "/srv"}],
            "pre_mcp_tool_use": [{"command": "./c.sh"}],
            "post_cascade_response": [{"command": "./d.sh"}],
            "post_setup_worktree": [{"command": "./e.sh"}],
        }
    }
    hooks, notes = imported(wires, wires.put("windsurf", content, "project"))
    assert hooks == {
        "agentFinish": [{"command": "./d.sh"}],
        "beforeShellExecution": [{"command": "./a.sh"}],
        "beforeMCPExecution": [{"command": "./c.sh"}],
        "beforeEditFile": [{"command": "./b.sh", "cwd": "/srv"}],
    }
    assert "show_output has no counterpart" in notes


def test_our_own_entries_are_left_out(wires: Any) -> None:
    """A wired file can be imported: hookctl must not call itself."""
    content = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "mine"}]}]}}
    path = wires.put("codex", content)
    wires.run("install", "codex")
    hooks, notes = imported(wires, path)
    assert hooks == {"preToolUse": [{"command": "mine"}]}
    assert "/hooks/PreToolUse/1/hooks/0: hookctl itself" in notes


@pytest.mark.parametrize(
    ("timeout", "expected"),
    [
        (30, 30),
        (600, 600),
        (700, 600),
        (5000, 5),
        (0.5, 0.5),
        ("5", None),
        (True, None),
        (-1, None),
    ],
)
def test_h33_seconds(wires: Any, timeout: object, expected: object) -> None:
    """A timeout in seconds that cannot be meant so is converted or cut, never taken as it is."""
    entry = {"command": "x", "timeout": timeout}
    path = wires.put("cursor", {"version": 1, "hooks": {"stop": [entry]}})
    hooks, notes = imported(wires, path)
    assert hooks["agentFinish"][0].get("timeout_seconds") == expected
    assert ("timeout" in notes.replace("a timeout) now", "")) == (timeout != expected)


def test_whose_file_it_is(wires: Any) -> None:
    """By its path, by its events, or as the user says; else an error that asks."""
    plain = wires.place.write("x.json", {"hooks": {"BeforeTool": [{"hooks": [{"command": "x"}]}]}})
    assert wires.run("import", plain, "--json").answer["host"] == "gemini-cli"
    odd = wires.place.write("y.json", {"hooks": {"Stop2": [{"command": "x"}]}})
    assert "--from HOST" in wires.run("import", odd, status=1).stderr
    assert wires.run("import", odd, "--from", "cursor", "--json").answer["host"] == "cursor"
    empty = wires.place.write("z.json", {"hooks": {}})
    assert "no hook was found" in wires.run("import", empty, "--from", "cursor", status=1).stderr
    broken = wires.place.write("b.json", '{"hooks":\n')
    assert f"{broken}:2: " in wires.run("import", broken, status=1).stderr


def test_the_output_file_is_never_overwritten(wires: Any) -> None:
    """It is written once, and is a valid configuration."""
    path = wires.put("windsurf", {"hooks": {"pre_run_command": [{"command": "x"}]}})
    out = wires.workspace / "new" / "hooks.json"
    done = wires.run("import", path, "--output", out)
    assert done.text == ""
    before = out.read_bytes()
    assert "is there already" in wires.run("import", path, "--output", out, status=1).stderr
    assert out.read_bytes() == before
    wires.run("check", out)
