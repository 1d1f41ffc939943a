"""`hookctl test`: what it finds, runs, reports and returns."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

Place = Any  # conftest.Place; tests are no package
RULE = '{decision: block, reason: "no deletions"}'
PASSES = f"""\
about: a delete is blocked
event: beforeShellExecution
payload: {{command: "rm -rf /srv"}}
hooks:
  beforeShellExecution: [{{name: guard, match: {{text: rm}}, rule: {RULE}}}]
expect: {{decision: block, reason: no deletions}}
"""
MISSES = PASSES.replace(
    "expect: {decision: block, reason: no deletions}",
    "expect:\n  decision: allow\n  reason: something else",
)


def test_all_cases_below_the_usual_places_are_run(place: Place) -> None:
    """.hookctl/tests and tests, at any depth, other YAML files left alone."""
    place.write(".hookctl/tests/a.yaml", PASSES)
    place.write("tests/deep/er/b.yml", PASSES)
    place.write("tests/other.yaml", "services: {web: {}}\n")
    place.write("elsewhere/c.yaml", MISSES)
    done = place.run(["test"])
    assert done.status == 0, done.stdout
    assert b"2 passed in " in done.stdout


def test_without_the_usual_places_the_current_directory_is_searched(place: Place) -> None:
    """Virtual environments and packages of others are not looked into."""
    place.write("policies/a.yaml", PASSES)
    place.write("node_modules/x/b.yaml", MISSES)
    place.write(".venv/b.yaml", MISSES)
    done = place.run(["test"])
    assert done.status == 0
    assert b"1 passed" in done.stdout


def test_a_miss_names_file_line_expected_and_found(place: Place) -> None:
    """Status 1, and enough to put it right without a second run."""
    place.write("tests/a.yaml", MISSES)
    done = place.run(["test"])
    text = done.stdout.decode()
    assert done.status == 1
    assert "MISS  tests/a.yaml: a delete is blocked" in text
    assert "  tests/a.yaml:7: decision\n    expected allow\n    found    block" in text
    assert 'tests/a.yaml:8: reason\n    expected a text with "something else"' in text
    assert 'found    "no deletions"' in text
    assert "0 passed, 1 missed" in text


def test_a_difference_in_an_object_is_shown_as_a_diff(place: Place) -> None:
    """Only the lines that differ are marked, and only what the case is about is shown."""
    place.write(
        "tests/a.yaml",
        """\
about: the command is changed
event: preToolUse
payload: {tool_id: x, tool_input: {command: ls, cwd: /}}
hooks:
  preToolUse:
    - {name: m, rule: {decision: modify, changes: {tool_input: {command: two}}}}
expect:
  payload: {tool_input: {command: one, cwd: /}}
""",
    )
    lines = place.run(["test"]).stdout.decode().splitlines()
    assert '    -    "command": "one",' in lines
    assert '    +    "command": "two",' in lines
    assert not any("tool_id" in line for line in lines[:10])


def test_several_events_in_one_case_share_a_workspace(place: Place) -> None:
    """What the first step has left, the second meets; a miss says which step."""
    place.write(
        "tests/a.yaml",
        """\
about: the third call is refused
event: beforeShellExecution
payload: {command: ls}
hooks:
  beforeShellExecution: [{name: count, command: [./count.sh]}]
scripts:
  count.sh: |
    #!/bin/sh
    echo x >>calls
    [ "$(wc -l <calls)" -lt 3 ] || { echo "enough" >&2; exit 2; }
steps:
  - expect: {decision: allow}
  - expect: {decision: allow, files: {calls: "x\\nx\\n"}}
  - expect: {decision: allow, reason: enough}
""",
    )
    done = place.run(["test"])
    assert done.status == 1
    assert b"tests/a.yaml:14: step 3: decision" in done.stdout
    assert done.stdout.count(b"expected") == 1


MISTAKES = {
    "about: x\nevent: preToolUse\nexpcet: {decision: block}\n": (
        ':3: /expcet: unknown key "expcet"; did you mean "expect"?'
    ),
    "about: x\nevent: preToolUse\nexpect: {decision: blok}\n": (
        ":3: /expect/decision: expected one of allow, block, modify, route, ask; "
        'did you mean "block"?'
    ),
    "about: x\nevent: preToolUse\nexpect:\n  reson: a\n": (
        ':4: /expect/reson: unknown key "reson"; did you mean "reason"?'
    ),
    "event: preToolUse\nexpect: {decision: block}\n": ": /: 'about' is a required property",
    "about: x\nevent: preToolUse\n": 'expected either "expect" or "steps", neither was found',
    "about: x\nexpect: {exit: 1}\nsteps: [{expect: {exit: 1}}]\n": "both were found",
    "about: x\nexpect: {exit: 1\n": ":3: ",
    "about: x\nabout: y\nexpect: {exit: 1}\n": 'line 2: duplicate key "about"',
    "about: x\nexpect: {decision: allow}\nconfig: nix.json\n": "nix.json: no such file",
    "about: x\nexpect: {exit: 0}\nconfig: nix.json\nhooks: {}\n": (
        ':4: /hooks: has no effect beside "config": keep one of them'
    ),
    "about: x\nexpect: {exit: 0}\nscripts: {../x: y}\n": (
        ":3: /scripts/..~1x: expected a relative path inside the workspace"
    ),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_case_with_a_typo_is_named_with_line_and_remedy_and_the_rest_goes_on(
    place: Place, text: str
) -> None:
    """Status 1: somebody has to look."""
    place.write("tests/bad.yaml", text)
    place.write("tests/good.yaml", PASSES)
    done = place.run(["test"])
    output = done.stdout.decode()
    assert done.status == 1
    assert "ERROR tests/bad.yaml" in output
    assert MISTAKES[text] in output
    assert "1 passed, 1 could not be used" in output


def test_a_file_that_cannot_be_read_is_no_reason_to_stop(place: Place) -> None:
    """A broken link, a directory with a case's name, bytes that are not UTF-8."""
    place.write("tests/good.yaml", PASSES)
    (place.workspace / "tests" / "gone.yaml").symlink_to("nowhere")
    (place.workspace / "tests" / "latin.yaml").write_bytes(b"about: caf\xe9\nexpect: {exit: 0}\n")
    (place.workspace / "tests" / "folder.yaml").mkdir()
    done = place.run(["test"])
    assert done.status == 1
    assert b"1 passed, 2 could not be used" in done.stdout
    assert b"latin.yaml" in done.stdout


def test_if_nothing_could_run_the_status_is_that_of_wrong_usage(place: Place) -> None:
    """A pipeline that tests nothing must not be green."""
    assert place.run(["test"]).status == 2
    assert "no case was found" in place.run(["test"]).stderr
    place.write("tests/bad.yaml", "about: x\nevent: y\n")
    assert place.run(["test"]).status == 2
    assert place.run(["test", "nowhere"]).status == 2
    place.write("tests/good.yaml", PASSES)
    assert place.run(["test", "-k", "nothing like it"]).status == 2


def test_a_path_that_does_not_exist_does_not_hide_the_others(place: Place) -> None:
    """Each path counts by itself."""
    place.write("tests/good.yaml", PASSES)
    done = place.run(["test", "tests/good.yaml", "tests/typo.yaml"])
    assert done.status == 1
    assert b"tests/typo.yaml: no such file or directory" in done.stdout
    assert b"1 passed" in done.stdout


def test_k_takes_the_cases_with_a_text_in_path_or_sentence(place: Place) -> None:
    """Without regard to case."""
    place.write("tests/a.yaml", PASSES)
    place.write("tests/force.yaml", PASSES.replace("a delete", "a push"))
    assert b"1 passed" in place.run(["test", "-k", "FORCE"]).stdout
    assert b"1 passed" in place.run(["test", "-k", "push"]).stdout
    assert b"2 passed" in place.run(["test", "-k", "blocked"]).stdout


def test_fail_fast_begins_no_further_case(place: Place) -> None:
    """The sum says how many were left."""
    for number in range(12):
        place.write(f"tests/{number:02}.yaml", MISSES)
    done = place.run(["test", "--fail-fast", "--json"])
    answer = done.answer
    assert done.status == 1
    assert answer["missed"] >= 1
    assert answer["not_run"] >= 1
    assert answer["missed"] + answer["not_run"] == 12


def test_json_tells_programs_everything(place: Place) -> None:
    """One object on stdout, whatever has happened."""
    place.write("tests/a.yaml", MISSES)
    place.write("tests/b.yaml", "about: [\n")
    place.write("tests/c.yaml", "about: x\nevent: y\n")
    answer = place.run(["test", "--json"]).answer
    (case,) = answer["cases"]
    assert (answer["passed"], answer["missed"]) == (0, 1)
    assert case["misses"][0] == {
        "step": 1, "key": "decision", "line": 7, "expected": "allow", "found": "block",
    }  # fmt: skip
    assert case["answers"][0]["answer"]["hook"] == "guard"
    assert [item["file"] for item in answer["unusable"]] == ["tests/c.yaml"]


def test_junit_has_a_case_each_and_survives_any_text(place: Place) -> None:
    """Control characters in an answer do not make the report unreadable."""
    place.write("tests/good.yaml", PASSES)
    place.write("tests/bad.yaml", "about: x\nevent: y\n")
    place.write(
        "tests/miss.yaml",
        'about: "<odd> & \\u0001"\nevent: beforeShellExecution\n'
        'hooks: {beforeShellExecution: [{rule: {decision: block, reason: "a\\u0007]]>"}}]}\n'
        "expect: {reason: other}\n",
    )
    done = place.run(["test", "--junit", "report.xml"])
    assert done.status == 1
    root = ET.parse(place.workspace / "report.xml").getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "1", "1")
    cases = {case.get("file"): case for case in root.iter("testcase")}
    assert list(cases["tests/good.yaml"]) == []
    assert "tests/miss.yaml:4" in cases["tests/miss.yaml"].find("failure").text
    assert 'expected either "expect" or "steps"' in cases["tests/bad.yaml"].find("error").text
    assert cases["tests/miss.yaml"].get("name") == "<odd> & \\u0001"


def test_a_report_that_cannot_be_written_is_an_error(place: Place) -> None:
    """Naming the file; CI must not believe that all is well."""
    place.write("tests/good.yaml", PASSES)
    done = place.run(["test", "--junit", "no/such/report.xml"])
    assert done.status == 1
    assert "no/such/report.xml: cannot be written" in done.stderr


def test_hooks_with_side_effects_are_named_and_not_run(place: Place) -> None:
    """Neither those of an inline configuration nor those of a file."""
    place.config({"preToolUse": [{"name": "deploy", "command": "touch ran", "side_effects": True}]})
    place.write(
        "tests/a.yaml",
        "about: x\nevent: preToolUse\nconfig: ../hooks.json\n"
        "expect: {decision: allow, warnings: 'deploy: not run', files: {ran: null}}\n",
    )
    done = place.run(["test"])
    assert done.status == 0, done.stdout
    assert b"deploy at preToolUse: not run: it has side effects" in done.stdout
    assert not (place.workspace / "ran").exists()


def test_coverage_names_the_hooks_that_no_case_has_reached(place: Place) -> None:
    """With file and line; a hook that matched and never decided is another thing."""
    place.write(
        "hooks.json",
        """{"version": 1, "hooks": {
  "beforeShellExecution": [
    {"name": "decides", "rule": {"decision": "block", "reason": "no"}, "match": {"text": "rm"}},
    {"name": "never", "rule": {"decision": "block"}, "matcher": "nothing"},
    {"name": "idle", "command": "true"},
    {"name": "off", "command": "true", "enabled": false}
  ],
  "beforeReadFile": [{"name": "other", "rule": {"decision": "block"}}],
  "*": [{"name": "audit", "kind": "lifecycle", "command": "true"}]
}}""",
    )
    place.write(
        "tests/a.yaml",
        "about: x\nevent: beforeShellExecution\nconfig: ../hooks.json\nsteps:\n"
        "- {payload: {command: ls}, expect: {decision: allow}}\n"
        "- {payload: {command: rm}, expect: {decision: block}}\n",
    )
    text = place.run(["test"]).stdout.decode()
    assert "coverage: 3 of 5 hooks were reached by a case" in text
    assert "hooks.json:4: interceptor never at beforeShellExecution: no case has matched it" in text
    assert "hooks.json:5: interceptor idle" in text
    assert "matched, but no case has made it decide anything" in text
    assert "hooks.json:8: interceptor other at beforeReadFile: no case has matched it" in text
    assert "decides" not in text
    assert "audit" not in text
    assert " off " not in text


def test_h10_exit_1_is_a_failure_and_the_test_says_so(place: Place) -> None:
    """A block by failure passes for a block, so a case that takes it for one gets a note."""
    place.write(
        "tests/a.yaml",
        "about: x\nevent: beforeShellExecution\npayload: {command: rm}\n"
        "hooks: {beforeShellExecution: [{name: guard, command: 'echo no rm >&2; exit 1'}]}\n"
        "expect: {decision: block}\n",
    )
    done = place.run(["test"])
    text = done.stdout.decode()
    assert done.status == 0
    assert (
        "note  tests/a.yaml:5: blocked because guard failed (exit), not because it said so" in text
    )
    assert "exited with 1: no rm" in text
    assert "0 takes the answer on stdout, 2 blocks, any other is a failure" in text


def test_h10_the_host_gets_its_own_convention(place: Place) -> None:
    """Exit 1 of the hook is a deny of Claude Code, with exit status 0 of hookctl."""
    place.write(
        "tests/a.yaml",
        """\
about: a failing guard denies
event: PreToolUse
host: claude-code
payload:
  {session_id: s, cwd: $WORKSPACE, hook_event_name: PreToolUse, tool_name: Bash,
   tool_input: {command: rm}, tool_use_id: t, transcript_path: /x}
hooks: {beforeShellExecution: [{name: guard, command: 'echo no rm >&2; exit 1'}]}
expect: {stdout: {}}
""",
    )
    (case,) = place.run(["test", "--json"]).answer["cases"]
    answer = case["answers"][0]["answer"]["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    assert "exited with 1: no rm" in answer["permissionDecisionReason"]


FAILING = {
    "crash": ("echo Traceback >&2; exit 1", "exit", "exited with 1: Traceback"),
    "slow": ("sleep 60", "timeout", "timed out after"),
    "garbled": ("echo 'not json {'", "malformed_answer", "malformed answer"),
}


@pytest.mark.parametrize("policy", ["block", "allow"])
def test_h08_three_kinds_of_failure_by_policy_each_with_its_reason(
    place: Place, policy: str
) -> None:
    """Closed: three blocks, each with its reason. Open: three allows, each with its failure."""
    for name, (command, kind, detail) in FAILING.items():
        hook = {"name": name, "command": command, "timeout_seconds": 1, "on_failure": policy}
        expect = {"failures": [{"hook": name, "kind": kind, "detail": detail, "policy": policy}]}
        if policy == "block":
            expect |= {"decision": "block", "exit": 2, "hook": name, "reason": detail}
        else:
            expect |= {"decision": "allow", "exit": 0, "warnings": [detail]}
        case = {
            "about": name,
            "event": "beforeShellExecution",
            "payload": {"command": "ls"},
            "hooks": {"beforeShellExecution": [hook]},
            "expect": expect,
        }
        place.write(f"tests/{name}.yaml", _yaml(case))
    done = place.run(["test"])
    assert done.status == 0, done.stdout.decode()
    assert b"3 passed" in done.stdout


def _yaml(case: dict[str, Any]) -> str:
    """Return a case as YAML with its keys at the beginnings of lines."""
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in case.items())


def test_an_interruption_ends_what_runs_and_the_status_is_130(place: Place) -> None:
    """No hook outlives it."""
    hook = {"command": f"echo $$ >{place.root}/pid; sleep 50", "timeout": 60}
    case = {
        "about": "x",
        "event": "beforeShellExecution",
        "hooks": {"beforeShellExecution": [hook]},
        "expect": {"decision": "allow"},
    }
    place.write("tests/a.yaml", _yaml(case))
    process = subprocess.Popen(
        place.argv(["test"]), cwd=place.workspace, env=place.environ, stdout=subprocess.PIPE
    )
    pid = _wait_for(place.root / "pid")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130
    for _ in range(100):
        if not os.path.exists(f"/proc/{pid}"):
            break
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{pid}")


def test_on_a_terminal_it_says_how_far_it_is(place: Place) -> None:
    """After a second, in one line that is taken away at the end; in a pipe there is none."""
    for number in range(2):
        hooks = {"beforeShellExecution": [{"command": f"sleep {1.2 + number}"}]}
        expect = {"decision": "allow"}
        case = {"about": "x", "event": "beforeShellExecution", "hooks": hooks, "expect": expect}
        place.write(f"tests/{number}.yaml", _yaml(case))
    leader, follower = pty.openpty()
    environ = {**place.environ, "TERM": "xterm"}
    environ.pop("NO_COLOR", None)
    command = place.argv(["test"])
    done = subprocess.run(
        command, cwd=place.workspace, env=environ, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=follower, timeout=60, check=False,
    )  # fmt: skip
    os.close(follower)
    shown = os.read(leader, 65536)
    os.close(leader)
    assert done.returncode == 0
    assert b"\r\x1b[K1 of 2 cases" in shown
    assert shown.endswith(b"\r\x1b[K")
    assert b"of 2 cases" not in done.stdout


def _wait_for(path: Path) -> int:
    for _ in range(400):
        if path.exists() and path.read_text().strip():
            return int(path.read_text())
        time.sleep(0.05)
    pytest.fail("the hook did not start")


def test_a_case_cannot_be_misled_by_the_home_of_its_author(place: Place) -> None:
    """The user's own configuration and journal take no part."""
    path = place.home / ".config" / "hookctl" / "hooks.json"
    path.parent.mkdir(parents=True)
    path.write_text(
        '{"version": 1, "hooks": {"*": [{"kind": "guardrail", "rule": {"decision": "block"}}]}}'
    )
    place.write(
        "tests/a.yaml",
        PASSES.replace("rm -rf /srv", "ls").replace(
            "{decision: block, reason: no deletions}", "{decision: allow}"
        ),
    )
    assert place.run(["test"]).status == 0
    assert not (place.home / ".local").exists()
