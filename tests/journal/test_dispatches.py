"""The journal of real dispatches: what is on file afterwards, and that no verdict changes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import schemas
from hooks_cli.journal import reader

HOOKCTL = (sys.executable, "-P", "-m", "hooks_cli")
GUARD = {
    "name": "guard",
    "kind": "guardrail",
    "matcher": ".*rm -rf.*",
    "command": ["/bin/sh", "-c", "echo too dangerous >&2; exit 2"],
}
OPEN = {"name": "open", "command": ["/bin/sh", "-c", "exit 3"], "on_failure": "allow"}


class Project:
    """A configuration, and a journal of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.state = path / "state"
        self.configure([GUARD])

    def configure(self, hooks: list[dict[str, Any]], **top: Any) -> None:
        """Write the configuration."""
        document = {"version": 1, "hooks": {"beforeShellExecution": hooks}, **top}
        (self.path / "hooks.json").write_text(json.dumps(document))

    def environ(self, **more: str) -> dict[str, str]:
        """Return the environment."""
        kept = {key: os.environ[key] for key in ("PATH", "PYTHONPATH") if key in os.environ}
        return {**kept, "HOME": str(self.path), "XDG_STATE_HOME": str(self.state), **more}

    def run(self, *words: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        """Run hookctl."""
        return subprocess.run(
            [*HOOKCTL, *words],
            input=stdin,
            capture_output=True,
            text=True,
            env=self.environ(**more),
            cwd=self.path,
            timeout=120,
            check=False,
        )

    def dispatch(self, command: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Dispatch a shell command."""
        payload = json.dumps({"command": command, "session_id": "s-1"})
        given = ("dispatch", "beforeShellExecution", "--config", "hooks.json", *words)
        return self.run(*given, stdin=payload, **more)

    def records(self) -> list[dict[str, Any]]:
        """Return the records; no line is bad."""
        lines = list(reader.read(str(self.state / "hookctl")))
        assert [line.mistake for line in lines if line.mistake] == []
        return [line.record for line in lines if line.record]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project with a guard against recursive deletes."""
    return Project(tmp_path)


def test_every_dispatch_leaves_a_valid_record(project: Project) -> None:
    """An allow, a block, a failure that was let through, an unreadable payload, a foreign host."""
    answers = [json.loads(project.dispatch(command).stdout) for command in ("ls", "rm -rf /")]
    project.configure([OPEN, GUARD])
    answers.append(json.loads(project.dispatch("ls").stdout))
    bad = project.run("dispatch", "beforeShellExecution", "--config", "hooks.json", stdin="{oops")
    answers.append(json.loads(bad.stdout))
    found = project.records()
    for record in found:
        assert schemas.validate("journal", record) == []
    assert [record["id"] for record in found] == [answer["id"] for answer in answers]
    assert [record["decision"] for record in found] == ["allow", "block", "allow", "block"]
    assert [record["exit"] for record in found] == [0, 2, 0, 65]
    assert found[0]["hooks"][0]["matched"] is False
    assert (found[1]["hook"], found[1]["how"]) == ("guard", "exit status")
    assert found[2]["failures"][0]["policy"] == "allow"
    assert found[2]["hooks"][0]["status"] == 3
    assert found[3]["failures"][0]["kind"] == "payload"


def test_one_native_call_is_one_record(project: Project) -> None:
    """A Bash call in Claude Code: two canonical events, one line."""
    payload = {
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "session_id": "x",
        "tool_input": {"command": "rm -rf /"},
    }
    words = ("dispatch", "PreToolUse", "--host", "claude-code", "--config", "hooks.json")
    project.run(*words, stdin=json.dumps(payload))
    (record,) = project.records()
    assert (record["host"], record["native_event"]) == ("claude-code", "PreToolUse")
    assert (record["event"], record["decision"]) == ("beforeShellExecution", "block")
    assert [item["event"] for item in record["events"]] == ["preToolUse", "beforeShellExecution"]


def test_tokens_are_recorded_without_the_text(project: Project) -> None:
    """Of an answer of the model."""
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    payload = {"text": "canary", "model": "m-1", "tokens_usage": usage}
    words = ("dispatch", "afterAgentResponse", "--config", "hooks.json")
    project.run(*words, stdin=json.dumps(payload))
    (record,) = project.records()
    assert (record["tokens_usage"], record["model"]) == (usage, "m-1")
    assert "canary" not in json.dumps(record)


def test_h28_six_dispatches_at_once_with_large_payloads(project: Project) -> None:
    """Records of 20 kB and 300 kB: every line parses, every dispatch is there."""
    project.configure([GUARD], journal={"payload": True})
    sizes = [20_000, 300_000] * 3
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda size: project.dispatch("echo " + "x" * size), sizes))
    assert [answer.returncode for answer in answers] == [0] * 6
    found = project.records()
    assert len(found) == 6
    assert (
        sorted(len(record["payload"]["command"]) for record in found)
        == [20_005] * 3 + [300_005] * 3
    )


def damage(project: Project, kind: str) -> None:
    """Make it hard, or impossible, to write the journal."""
    place = project.state / "hookctl"
    journal = place / "journal.jsonl"
    if kind == "state-is-a-file":
        shutil.rmtree(project.state)
        project.state.write_text("")
        return
    place.mkdir(parents=True, exist_ok=True)
    journal.unlink(missing_ok=True)
    if kind == "directory":
        journal.mkdir()
    elif kind == "fifo":
        os.mkfifo(journal)
    elif kind == "symlink":
        journal.symlink_to(project.path / "elsewhere")
    elif kind == "torn":
        journal.write_bytes(b'{"id": "torn')
    elif kind == "garbage":
        journal.write_bytes(os.urandom(5000))
    elif kind == "full":
        journal.symlink_to("/dev/full")


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("torn", True),
        ("garbage", True),
        ("directory", False),
        ("fifo", False),
        ("symlink", False),
        ("full", False),
        ("state-is-a-file", False),
    ],
)
def test_a_damaged_journal_changes_no_verdict(project: Project, kind: str, written: bool) -> None:
    """The same status and answer as without damage; a lost record is one line on stderr."""
    for command, status in (("ls", 0), ("rm -rf /", 2)):
        sound = project.dispatch(command)
        damage(project, kind)
        done = project.dispatch(command)
        assert done.returncode == sound.returncode == status
        answer, expected = json.loads(done.stdout), json.loads(sound.stdout)
        assert {**answer, "id": ""} == {**expected, "id": ""}
        more = done.stderr.splitlines()[len(sound.stderr.splitlines()) :]
        if written:
            assert more == []
            lines = reader.read(str(project.state / "hookctl"))
            assert answer["id"] in [line.record["id"] for line in lines if line.record]
        else:
            assert len(more) == 1
            assert more[0].startswith("hookctl: journal: this dispatch is not on record: ")
        if kind == "state-is-a-file":
            project.state.unlink()
        else:
            shutil.rmtree(project.state)


@pytest.mark.parametrize("kind", ["directory", "fifo", "state-is-a-file"])
def test_on_error_block_turns_a_lost_record_into_a_block(project: Project, kind: str) -> None:
    """Only if the configuration says so."""
    project.dispatch("ls")
    damage(project, kind)
    project.configure([GUARD], journal={"on_error": "block"})
    done = project.dispatch("ls")
    answer = json.loads(done.stdout)
    assert done.returncode not in (0, 3)
    assert answer["decision"] == "block"
    assert "not on record" in answer["reason"]
    assert answer["failures"][0]["kind"] == "journal"
    project.configure([GUARD], journal={"on_error": "allow"})
    assert project.dispatch("ls").returncode == 0


def test_on_error_block_is_an_allow_while_the_journal_works(project: Project) -> None:
    """The setting alone stops nothing."""
    project.configure([GUARD], journal={"on_error": "block"})
    assert project.dispatch("ls").returncode == 0


def test_h29_secrets_of_the_environment_do_not_reach_the_journal(project: Project) -> None:
    """A hook that prints what it has, and one that prints a key that it was given."""
    printer = {
        "name": "printer",
        "kind": "guardrail",
        "command": "env >&2; exit 2",
        "pass_env": ["MY_API_KEY"],
    }
    project.configure([printer], journal={"payload": True})
    project.dispatch(
        "echo plain-canary-value", FAKE_API_KEY="unseen-canary", MY_API_KEY="plain-canary-value"
    )
    data = (project.state / "hookctl/journal.jsonl").read_text()
    assert "unseen-canary" not in data
    assert "plain-canary-value" not in data
    assert "MY_API_KEY=[masked]" in data


def test_m21_the_hook_sees_the_true_value_and_the_journal_the_masked_one(project: Project) -> None:
    """Masking is never on the way of a decision."""
    token = "ghp_" + "canary" * 6
    looker = {"name": "looker", "kind": "guardrail", "command": f"grep -q {token} && exit 2"}
    project.configure([looker], journal={"payload": True})
    done = project.dispatch(f"echo {token}")
    assert done.returncode == 2
    assert "canarycanary" not in (project.state / "hookctl/journal.jsonl").read_text()


def test_m20_a_project_file_has_no_say_about_the_journal(project: Project) -> None:
    """A cloned repository can neither redirect nor silence it, nor make it hold payloads."""
    (project.path / ".hookctl").mkdir()
    document = {"version": 1, "journal": {"payload": True, "max_bytes": 1, "keep": 0}, "hooks": {}}
    (project.path / ".hookctl/hooks.json").write_text(json.dumps(document))
    for _ in range(2):
        payload = json.dumps({"command": "ls", "workspace_root": str(project.path)})
        project.run("dispatch", "beforeShellExecution", stdin=payload)
    found = project.records()
    assert len(found) == 2
    assert not [record for record in found if "payload" in record]


def test_replay_shows_which_decisions_would_change(project: Project) -> None:
    """Through today's configuration; exit status 1 if any does, and nothing is journaled."""
    project.configure([GUARD], journal={"payload": True})
    for command in ("ls", "rm -rf /", "ls", "git push"):
        project.dispatch(command)
    before = len(project.records())
    done = project.run("replay")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "4 replayed, 0 would be decided otherwise\n"
    rule = {
        "name": "no-push",
        "matcher": "git push",
        "rule": {"decision": "block", "reason": "not today"},
    }
    marker = project.path / "marker"
    touch = {"name": "toucher", "command": ["/usr/bin/touch", str(marker)], "side_effects": True}
    project.configure([rule, touch])
    done = project.run("replay")
    assert done.returncode == 1
    head, first, second = done.stdout.splitlines()
    assert head.split()[:4] == ["time", "id", "event", "subject"]
    assert "rm -rf /" in first
    assert "block by guard" in first
    assert "allow" in first
    assert "git push" in second
    assert "block by no-push" in second
    assert "not today" in second
    assert "not run, since they have side effects: toucher" in done.stderr
    assert not marker.exists()
    assert len(project.records()) == before
    report = json.loads(project.run("replay", "--json", "--decision", "block").stdout)
    assert (report["replayed"], len(report["changed"])) == (1, 1)
    assert report["changed"][0]["now"]["decision"] == "allow"
    assert report["not_run"] == ["toucher"]


def test_replay_with_another_configuration(project: Project) -> None:
    """--config names what to try; records without payload are counted and said."""
    project.dispatch("git push")
    project.configure([GUARD], journal={"payload": True})
    project.dispatch("git push")
    other = {"version": 1, "hooks": {"beforeShellExecution": [{"rule": {"decision": "ask"}}]}}
    (project.path / "other.json").write_text(json.dumps(other))
    done = project.run("replay", "--config", "other.json")
    assert done.returncode == 1
    assert "ask" in done.stdout
    assert (
        '1 recorded without payload, not replayed ("journal": {"payload": true} records it)'
        in done.stderr
    )
    done = project.run("replay", "--config", "missing.json")
    assert done.returncode == 1
    assert "missing.json: no such file" in done.stderr


def test_replay_of_a_foreign_host(project: Project) -> None:
    """The host's own event and payload go through again."""
    project.configure([GUARD], journal={"payload": True})
    payload = {
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "session_id": "x",
        "tool_input": {"command": "rm -rf /"},
    }
    words = ("dispatch", "PreToolUse", "--host", "claude-code", "--config", "hooks.json")
    project.run(*words, stdin=json.dumps(payload))
    assert project.run("replay").returncode == 0
    project.configure([])
    done = project.run("replay")
    assert done.returncode == 1
    assert "block by guard" in done.stdout


def test_replay_says_that_secrets_were_masked(project: Project) -> None:
    """A hook that looks for a secret would find none."""
    project.configure([GUARD], journal={"payload": True})
    project.dispatch("echo ghp_" + "canary" * 6)
    done = project.run("replay")
    assert "1 replayed with masked secrets: hooks that look for them see none" in done.stderr
