"""The packs of rules that come with hookctl."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import events, examples, match, shell_keys
from hooks_cli.config import packs
from hooks_cli.model import Hook
from hooks_cli.shell import analyse

Place = Any  # conftest.Place; tests are no package
EVENT = "beforeShellExecution"
HERE = Path(__file__).resolve().parent
CORPUS = HERE.parent / "shell" / "corpus.jsonl"
EVERY_RULE = {name: rule for pack in packs.names() for name, rule in packs.rules(pack)}
CAREFUL = dict(packs.rules("hookctl:careful"))


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/u")
    monkeypatch.delenv("TMPDIR", raising=False)


def everyday() -> list[str]:
    lines = (HERE / "everyday.txt").read_text().splitlines()
    commands = [line for line in lines if line and not line.startswith("#")]
    # A here-document of the list gets a body.
    return [f"{line}\nrm -rf in a text\nEOF" if "<<" in line else line for line in commands]


def hits(command: str, rules: dict[str, Any], **payload: Any) -> list[str]:
    """Return the names of the rules that a command meets."""
    values = {"command": command, "workspace_root": "/ws/p", **payload}
    subject = match.subject(events.get(EVENT), values)
    return [
        name
        for name, rule in rules.items()
        if EVENT in rule["events"] and match.holds(rule["match"], subject)
    ]


@pytest.mark.parametrize("name", EVERY_RULE)
def test_every_rule_is_right_and_has_examples_that_hold(name: str) -> None:
    rule = EVERY_RULE[name]
    assert list(match.mistakes(rule["match"])) == []
    said = rule["rule"]
    assert said["reason"]
    assert said["match_examples"]
    assert said["no_match_examples"]
    for event in rule["events"]:
        spec = events.get(event)
        hook = Hook(name, "guardrail", rule=said, match=rule["match"], pointer="/rules/0")
        assert spec.blocking
        assert [problem.message for problem in examples.problems(hook, spec)] == []


def test_there_are_everyday_commands_enough() -> None:
    commands = everyday()
    assert len(commands) >= 300
    assert len(set(commands)) == len(commands)


@pytest.mark.parametrize("command", everyday())
def test_careful_blocks_no_everyday_command(command: str) -> None:
    assert hits(command, CAREFUL) == []


@pytest.mark.parametrize("tool", ["Bash", "run_shell_command"])
def test_a_pack_holds_for_shell_tools_as_well(tool: str) -> None:
    payload = {"tool_id": tool, "tool_input": {"command": "rm -rf src"}, "workspace_root": "/w"}
    subject = match.subject(events.get("preToolUse"), payload)
    assert match.holds(CAREFUL["careful.delete"]["match"], subject)


def corpus() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]


def test_careful_meets_every_delete_of_the_corpus_and_none_that_is_only_a_word() -> None:
    """The corpus lists what each command runs; its folder `build` is renamed to a source folder."""
    missed: list[str] = []
    wrong: list[str] = []
    for entry in corpus():
        command = entry["command"].replace("build", "stuff")
        first = {run[0] for run in entry["runs"] if run and isinstance(run[0], str)}
        deletes = bool({name.rpartition("/")[2] for name in first} & {"rm", "unlink", "shred"})
        found = "careful.delete" in hits(command, CAREFUL, shell=entry["shell"])
        if deletes and entry["shell"] == "bash" and not found:
            operands = [run for run in entry["runs"] if run and str(run[0]).endswith("rm")]
            if any(len(run) > 1 and str(run[-1])[:1] != "-" for run in operands):
                missed.append(entry["id"])
        if entry["class"] == "false-positive" and not deletes and found:
            wrong.append(entry["id"])
    # The first deletes "*.o", which is a build product, the other spells `build` otherwise.
    assert missed == ["expand-009", "quote-019"]
    assert wrong == []


def test_the_ways_and_kinds_that_a_rule_may_name_are_those_that_there_are() -> None:
    ways: set[str] = set()
    kinds: set[str] = set()
    for entry in corpus():
        analysis = analyse(entry["command"], entry["shell"])
        ways.update(step.kind for run in analysis.runs for step in run.via)
        kinds.update(analysis.kind_names)
    assert ways <= set(shell_keys.VIA)
    assert kinds <= set(shell_keys.KINDS)


# How a configuration uses them.


def test_a_file_uses_a_pack_by_name(place: Place) -> None:
    place.write("hooks.json", {"version": 1, "rules": ["hookctl:careful"], "hooks": {}})
    assert place.run(["check", "hooks.json"]).status == 0
    payload = {"command": "sudo rm -rf src", "workspace_root": str(place.workspace)}
    done = place.dispatch(EVENT, payload)
    assert done.status == 2
    assert done.answer["hook"] == "careful.delete"
    assert "`rm -rf src`, inside sudo" in done.answer["reason"]
    assert place.dispatch(EVENT, {**payload, "command": "npm test"}).status == 0
    edit = {"file_path": "~/.bashrc", "operation": "edit"}
    assert place.dispatch("beforeEditFile", edit).answer["hook"] == "careful.startup-and-keys-edit"


def test_rules_can_be_left_out_and_softened(place: Place) -> None:
    used = {"use": "hookctl:careful", "except": ["delete", "careful.privilege"], "decision": "ask"}
    place.write("hooks.json", {"version": 1, "rules": [used], "hooks": {}})
    assert place.dispatch(EVENT, {"command": "sudo rm -rf src"}).status == 0
    done = place.dispatch(EVENT, {"command": "git push -f"})
    assert (done.status, done.answer["decision"]) == (5, "ask")


def test_own_hooks_come_before_those_of_a_pack(place: Place) -> None:
    own = {"name": "own", "kind": "guardrail", "rule": {"decision": "block", "reason": "mine"}}
    place.write("hooks.json", {"version": 1, "rules": ["hookctl:careful"], "hooks": {EVENT: [own]}})
    assert place.dispatch(EVENT, {"command": "rm x"}).answer["hook"] == "own"


def test_strict_includes_careful(place: Place) -> None:
    both = ["hookctl:careful", "hookctl:strict"]
    place.write("hooks.json", {"version": 1, "rules": both, "hooks": {}})
    assert place.run(["check", "hooks.json"]).status == 0
    assert place.dispatch(EVENT, {"command": "git push -f"}).answer["hook"] == "careful.force-push"
    assert place.dispatch(EVENT, {"command": 'eval "$X"'}).answer["hook"] == "strict.opaque"


def test_the_same_pack_in_two_files_counts_once_and_the_stricter_use_wins(place: Place) -> None:
    soft = {"use": "hookctl:careful", "decision": "ask", "except": ["privilege"]}
    place.write("a.json", {"version": 1, "rules": [soft], "hooks": {}})
    place.write("b.json", {"version": 1, "rules": ["hookctl:careful"], "hooks": {}})
    for first, second in (("a.json", "b.json"), ("b.json", "a.json")):
        for command in ("git push -f", "sudo ls"):
            done = place.dispatch(EVENT, {"command": command}, first, "--config", second)
            assert (done.status, done.answer.get("warnings")) == (2, None)
        assert place.run(["check", first, second]).status == 0


def test_an_observing_file_only_watches(place: Place) -> None:
    content = {"version": 1, "mode": "observe", "rules": ["hookctl:careful"], "hooks": {}}
    place.write("hooks.json", content)
    done = place.dispatch(EVENT, {"command": "git push -f"})
    assert done.status == 0
    assert any("careful.force-push would block" in text for text in done.answer["warnings"])


@pytest.mark.parametrize("host", ["claude-code", "cursor"])
def test_a_pack_blocks_for_a_host(place: Place, host: str) -> None:
    place.write("hooks.json", {"version": 1, "rules": ["hookctl:careful"], "hooks": {}})
    command = "git push --force"
    event, payload = {
        "claude-code": ("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": command}}),
        "cursor": ("beforeShellExecution", {"command": command, "cwd": "/"}),
    }[host]
    done = place.dispatch(
        event, {**payload, "hook_event_name": event}, "hooks.json", "--host", host
    )
    assert b"careful" in done.stdout or b"forced push" in done.stdout
    assert b"deny" in done.stdout
