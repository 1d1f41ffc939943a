"""`hookctl explain`: every hook, whether it would run, and why not."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from typing import Any

import pytest

from hooks_cli import events, match, why
from hooks_cli.model import Hook

Place = Any  # conftest.Place; tests are no package
EVENT = "beforeShellExecution"


def explained(place: Place, payload: Any, *options: str, event: str = EVENT) -> Any:
    """Return the object of `explain --json`."""
    return place.run(["explain", event, "--config", "hooks.json", "--json", *options], payload)


def test_h34_each_hook_is_listed_with_match_and_why_and_nothing_runs(place: Place) -> None:
    """A matcher that can never match and a script that is missing are told apart."""
    place.script("s/good.sh", "#!/bin/sh\ntouch ran\n")
    place.config(
        {
            EVENT: [
                {"name": "dead", "matcher": "git", "command": ["s/good.sh"]},
                {"name": "missing", "command": ["s/nowhere.sh"]},
                {"name": "good", "command": ["s/good.sh"], "match": {"text": "push"}},
            ]
        }
    )
    done = explained(place, {"command": "git push"})
    dead, missing, good = done.answer["hooks"]
    assert done.status == 1
    assert dead["matches"] is False
    assert dead["why_pointer"] == f"/hooks/{EVENT}/0/matcher"
    assert 'command is "git push", not "git"' in dead["why"]
    assert missing["matches"] is True
    assert "nowhere.sh: the program does not exist" in missing["program_problem"]
    assert good["matches"] is True
    assert good["program"] == str(place.workspace / "s/good.sh")
    assert "program_problem" not in good
    assert not (place.workspace / "ran").exists()
    text = place.run(["explain", EVENT, "--config", "hooks.json"], {"command": "git push"})
    assert b"1. interceptor dead: does not match" in text.stdout
    assert b"2. interceptor missing: would be started, and fail" in text.stdout
    assert b"3. interceptor good: would run" in text.stdout
    assert not (place.workspace / "ran").exists()


def test_hooks_stand_in_the_order_in_which_they_would_run(place: Place) -> None:
    """Interceptors, guardrails, lifecycle; in each the event's own before those of "*"."""
    place.write(
        "hooks.json",
        """{"version": 1, "hooks": {
  "*": [{"name": "every", "kind": "guardrail", "command": "true"}],
  "beforeShellExecution": [
    {"name": "look", "kind": "lifecycle", "command": "true", "timeout": 3},
    {"name": "guard", "kind": "guardrail", "command": "true", "on_failure": "allow"},
    {"name": "first", "rule": {"decision": "ask"}}
  ]}}""",
    )
    hooks = explained(place, {"command": "ls"}).answer["hooks"]
    assert [hook["name"] for hook in hooks] == ["first", "guard", "every", "look"]
    assert [hook["line"] for hook in hooks] == [6, 5, 2, 4]
    assert hooks[3]["timeout_seconds"] == 3
    assert hooks[1]["on_failure"] == "allow"
    assert hooks[0]["rule"] == {"decision": "ask"}


def test_what_a_stricter_layer_overrules_is_said(place: Place) -> None:
    """The user's file says block; the project's allow has no effect, and is named."""
    user = place.home / ".config" / "hookctl" / "hooks.json"
    user.parent.mkdir(parents=True)
    user.write_text('{"version": 1, "defaults": {"on_failure": "block"}, "hooks": {}}')
    place.write(
        ".hookctl/hooks.json",
        {
            "version": 1,
            "hooks": {
                EVENT: [{"name": "a", "command": "true", "on_failure": "allow", "pass_env": ["X"]}]
            },
        },
    )
    place.run(["trust", "--yes"])
    answer = place.run(["explain", EVENT, "--json"], {"command": "ls"}).answer
    assert [source["layer"] for source in answer["sources"]] == ["user", "project"]
    (hook,) = answer["hooks"]
    assert hook["on_failure"] == "block"
    ignored = [item["pointer"].rpartition("/")[2] for item in hook["ignored"]]
    assert ignored == ["pass_env", "on_failure"]


PROGRAMS = {
    "not-executable": ("#!/bin/sh\n", 0o644, "it is not executable (EACCES); run chmod +x"),
    "empty": ("", 0o755, "it is empty"),
    "crlf": ("#!/bin/sh\r\nexit 0\r\n", 0o755, "CRLF"),
    "env-crlf": ("#!/usr/bin/env sh\r\nexit 0\r\n", 0o755, "CRLF"),
    "no-shebang": ("echo hello\n", 0o755, 'it does not start with "#!"'),
    "bom": ("\ufeff#!/bin/sh\n", 0o755, "byte order mark"),
    "interpreter": ("#!/no/such/python\n", 0o755, "its interpreter /no/such/python does not exist"),
    "env": ("#!/usr/bin/env no-such-python\n", 0o755, "no-such-python: command not found"),
    "bare": ("#!\n", 0o755, 'nothing follows the "#!"'),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_could_not_run_is_explained_as_the_dispatch_would(
    place: Place, name: str
) -> None:
    """The same cause in both, though explain starts nothing."""
    text, mode, cause = PROGRAMS[name]
    place.write("s/it", text, mode)
    place.config({EVENT: [{"name": "it", "command": ["s/it"]}]})
    done = explained(place, {"command": "ls"})
    assert done.status == 1
    assert cause in done.answer["hooks"][0]["program_problem"]
    failure = place.dispatch(EVENT, {"command": "ls"}).answer["failures"][0]
    if not name.startswith("env"):  # there the interpreter is found, and fails by itself
        assert cause in failure["detail"]


@pytest.mark.parametrize(
    ("command", "cause"),
    [
        (["no-such-tool"], "no-such-tool: command not found"),
        ("no-such-tool --x", "/bin/sh would not find it: no-such-tool"),
        ("scripts/x.sh | cat", "/bin/sh would not find scripts/x.sh"),
        (["python3", "scripts/x.py"], "would not find scripts/x.py"),
        ("python3 -I scripts/x.py", "would not find scripts/x.py"),
        (["s"], ""),
        (["/"], "it is a directory"),
    ],
)
def test_commands_that_name_nothing_are_found(place: Place, command: Any, cause: str) -> None:
    """Also the script behind an interpreter, and the first word of a command for the shell."""
    place.config({EVENT: [{"command": command, "pass_env": ["PATH"]}]})
    hook = explained(place, {"command": "ls"}).answer["hooks"][0]
    assert cause in hook.get("program_problem", "")


@pytest.mark.parametrize("command", ["true", "cd / && no-such", "X=1 no-such", "[ -n x ]", ": ok"])
def test_a_command_that_only_a_shell_understands_is_not_judged(place: Place, command: Any) -> None:
    """What cannot be known is not called wrong."""
    place.config({EVENT: [{"command": command}]})
    done = explained(place, {"command": "ls"})
    assert done.status == 0
    assert "program_problem" not in done.answer["hooks"][0]


def test_a_bad_entry_is_shown_with_its_place_and_its_effect(place: Place) -> None:
    """A misspelt event blocks at every blocking one, which nobody would guess."""
    place.write(
        "hooks.json",
        '{"version": 1,\n "hooks": {"beforeShellExecutoin": [],\n  "preToolUse": [{"nam": "x"}]}}',
    )
    answer = explained(place, {"command": "ls"}).answer
    (problem,) = answer["problems"]
    assert problem["line"] == 2
    assert problem["hint"] == 'did you mean "beforeShellExecution"?'
    assert problem["effect"] == "blocks every such event"


def test_a_file_that_is_no_json_is_a_problem_not_a_crash(place: Place) -> None:
    """With its line."""
    place.write("hooks.json", '{"version": 1,\n "hooks": {,}}')
    done = explained(place, {"command": "ls"})
    assert done.status == 1
    assert "hooks.json:2" in done.answer["problems"][0]["message"]


def test_without_a_configuration_it_says_that_nothing_is_guarded(place: Place) -> None:
    """And how to begin."""
    done = place.run(["explain", EVENT], {"command": "ls"})
    assert done.status == 0
    assert b"nothing is guarded (hookctl init makes one)" in done.stdout


def test_without_a_payload_the_sample_is_taken_and_named(place: Place) -> None:
    """On a terminal nobody has to find out that a payload is waited for."""
    place.config({EVENT: [{"matcher": "npm test", "rule": {"decision": "block"}}]})
    command = place.argv(["explain", EVENT, "--config", "hooks.json"])
    leader, follower = pty.openpty()
    done = subprocess.run(
        command, stdin=follower, capture_output=True, timeout=30,
        cwd=place.workspace, env=place.environ, check=False,
    )  # fmt: skip
    os.close(leader)
    os.close(follower)
    assert b"payload from the sample: hookctl show payload beforeShellExecution" in done.stdout
    assert b": would run" in done.stdout


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        (b"{bad", "payload:"),
        (b"[]", "a JSON object was expected"),
        (b'{"hook_event_name": "preToolUse"}', "the command line says 'beforeShellExecution'"),
        (b'{"command": 1}', "/command"),
    ],
)
def test_a_payload_that_is_none_is_one_message(place: Place, payload: Any, message: str) -> None:
    """Status 1, a hint, no traceback."""
    done = place.run(["explain", EVENT], payload)
    assert done.status == 1
    assert done.stderr.startswith("hookctl: payload")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["explain"],
        ["explain", "beforeShellExecutoin"],
        ["explain", EVENT, "--host", "cursr"],
        ["explain", EVENT, "--id", "x"],
        ["explain", EVENT, "--workspace", "nowhere"],
    ],
)
def test_a_wrong_command_line_is_status_2(place: Place, words: list[str]) -> None:
    """With the nearest name where there is one."""
    done = place.run(words, b"{}")
    assert done.status == 2
    assert done.stdout == b""


def test_run_shows_what_each_hook_saw_did_and_said(place: Place) -> None:
    """The second hook sees the change of the first, the last one the decision."""
    say = """#!/bin/sh
echo noise >&2
echo '{"decision": "modify", "changes": {"command": "ls -l"}}'
"""
    place.script("s/mod.sh", say)
    place.script("s/no.sh", "#!/bin/sh\necho never >&2\nexit 2\n")
    place.config(
        {
            EVENT: [
                {"name": "mod", "command": ["s/mod.sh"]},
                {"name": "no", "kind": "guardrail", "command": ["s/no.sh"]},
                {"name": "look", "kind": "lifecycle", "command": "cat >seen.json"},
            ]
        }
    )
    run = explained(place, {"command": "ls"}, "--run").answer["run"]
    mod, no, look = run["events"][0]["steps"]
    assert "saw_changes" not in mod
    assert (mod["decision"], mod["stderr"]) == ("modify", "noise\n")
    assert no["saw_changes"] == {"command": "ls -l"}
    assert (no["status"], no["decision"], no["reason"]) == (2, "block", "never")
    assert look["saw_changes"]["decision"]["decision"] == "block"
    assert run["exit"] == 2
    assert json.loads(run["stdout"])["hook"] == "no"
    assert json.loads((place.workspace / "seen.json").read_text())["command"] == "ls -l"
    text = place.run(["explain", EVENT, "--config", "hooks.json", "--run"], {"command": "ls"})
    lines = text.stdout.decode().splitlines()
    assert '            - "command": "ls",' in lines or '            - "command": "ls"' in lines
    assert "   said     block" in lines
    assert any(line.startswith("exit status 2") for line in lines)


def test_run_answers_as_the_dispatch_does(place: Place) -> None:
    """The bytes and the status are those of the same dispatch, but for the id."""
    place.config({EVENT: [{"name": "a", "command": "exit 1", "on_failure": "allow"}]})
    payload = {"command": "ls"}
    run = explained(place, payload, "--run").answer["run"]
    done = place.dispatch(EVENT, payload)
    ours, theirs = json.loads(run["stdout"]), done.answer
    assert {**ours, "id": ""} == {**theirs, "id": ""}
    assert (run["exit"], run["stderr"]) == (done.status, done.stderr)


def test_a_native_event_is_explained_as_the_canonical_ones_it_stands_for(place: Place) -> None:
    """A Bash call of Claude Code is two events, and one answer in its own words."""
    place.config(
        {
            "preToolUse": [{"name": "any", "match": {"tool": "Bash"}, "rule": {"decision": "ask"}}],
            EVENT: [{"name": "shell", "rule": {"decision": "block", "reason": "no shell"}}],
        }
    )
    payload = {
        "session_id": "s",
        "transcript_path": "/t",
        "cwd": str(place.workspace),
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "ls"},
        "tool_use_id": "u",
    }
    answer = explained(place, payload, "--host", "claude-code", "--run", event="PreToolUse").answer
    assert [event["event"] for event in answer["events"]] == ["preToolUse", EVENT]
    assert {hook["name"]: hook["event"] for hook in answer["hooks"]} == {
        "any": "preToolUse",
        "shell": EVENT,
    }
    assert "no shell" in answer["run"]["stdout"]
    assert "permissionDecision" in answer["run"]["stdout"]


def test_a_recorded_dispatch_is_explained_by_its_id(place: Place) -> None:
    """With its payload on record also what today's configuration makes of it."""
    rule = {"name": "guard", "match": {"text": "rm"}, "rule": {"decision": "block"}}
    place.write(
        "hooks.json", {"version": 1, "journal": {"payload": True}, "hooks": {EVENT: [rule]}}
    )
    dispatch_id = place.dispatch(EVENT, {"command": "rm x"}).answer["id"]
    place.write(
        "hooks.json",
        {"version": 1, "hooks": {EVENT: [{**rule, "match": {"text": "mv"}}]}},
    )
    done = place.run(["explain", "--id", dispatch_id])
    assert done.status == 0, done.stderr
    assert b"block by guard" in done.stdout
    assert b"1. interceptor guard: does not match" in done.stdout
    assert place.run(["explain", "--id", "nosuchid"]).status == 1


# a match, the command it does not hold for, the key to blame, what the sentence must name
MISSES = [
    ({"tool": "Bash"}, {}, "/match/tool", "names no tool"),
    ({"host": ["cursor"]}, {}, "/match/host", "the host is generic"),
    ({"text": {"contains": "x", "in": "nix.da"}}, {}, "/match/text/in", "nix.da is missing"),
    ({"text": "zz"}, {}, "/match/text", '"zz"'),
    ({"field": {"path": "command", "equals": "a"}}, {}, "/match/field/equals", '"git status"'),
    ({"field": {"command": {"regex": "^a", "exists": True}}}, {}, "/match/field/regex", '"^a"'),
    ({"field": {"path": "nix", "equals": 1}}, {}, "/match/field/equals", "nix is missing"),
    ({"any": [{"text": "a!"}, {"tool": "b"}]}, {}, "/match/any", "none of the alternatives"),
    ({"all": [{"text": "git"}, {"text": "b!"}]}, {}, "/match/all/1/text", '"b!"'),
    ({"not": {"text": "git"}}, {}, "/match/not", "what must not hold does"),
    ({"path": "*.pem"}, {}, "/match/path", '"git status"'),
    ({"shell": {"program": "rm"}}, {}, "/match/shell/program", '"git status"'),
    ({"shell": [{"program": "git", "sub": "push"}]}, {}, "/match/shell/0/sub", '"push"'),
    ({"text": "git", "tool": "x"}, {}, "/match/tool", '"x"'),
]


@pytest.mark.parametrize(("test", "more", "pointer", "named"), MISSES)
def test_why_names_the_key_that_failed_and_the_value_it_failed_on(
    test: dict[str, Any], more: dict[str, Any], pointer: str, named: str
) -> None:
    """One key, however deep; and the explanation agrees with the matching."""
    payload = {"command": "git status", "workspace_root": "/w", **more}
    subject = match.subject(events.get(EVENT), payload)
    found = why.of(Hook("h", "guardrail", ("x",), match=test), subject)
    assert found.holds is False
    assert found.pointer == pointer
    assert named in found.text
    assert match.hook_holds(None, test, subject) is False


@pytest.mark.parametrize(
    "test",
    [
        {"text": "git"},
        {"field": {"command": "git status"}},
        {"any": [{"text": "zz"}, {"shell": {"program": "git"}}]},
        {"all": [{"text": "git"}]},
        {"not": {"text": "zz"}},
        {"shell": {"program": "git"}},
    ],
)
def test_why_says_what_made_a_matcher_hold(test: dict[str, Any]) -> None:
    """Every key that can hold has words for it."""
    subject = match.subject(events.get(EVENT), {"command": "git status"})
    found = why.of(Hook("h", "guardrail", ("x",), match=test), subject)
    assert found.holds is True
    assert "git" in found.text or "zz" in found.text


def test_a_matcher_without_end_is_a_failure_not_a_hang() -> None:
    """As in the dispatch, and explain still comes to an end."""
    subject = match.subject(events.get(EVENT), {"command": "a" * 40 + "!"})
    found = why.of(Hook("h", "guardrail", ("x",), matcher="(a+)+$"), subject)
    assert found.holds is None
    assert "did not end" in found.text
