"""The sample configuration and its policies, through the real program: every use it shows."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import events, samples, schemas
from hooks_cli.commands import check
from hooks_cli.config import files

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "sample-hooks.json"
POLICIES = ROOT / "scripts" / "policies"
Place = Any  # conftest.Place; tests are no package


def send(
    place: Place, event: str, payload: dict[str, Any], *options: str, **env: str
) -> tuple[int, dict[str, Any]]:
    """Dispatch with the sample; the audit and the token files are in the workspace."""
    environ = {
        "AUDIT_LOG": str(place.workspace / "log" / "audit.jsonl"),
        "TOKENS_FILE": str(place.workspace / "log" / "tokens.json"),
        **env,
    }
    done = place.dispatch(event, payload, SAMPLE, *options, env=environ)
    assert "failures" not in done.answer, done.stdout
    return done.status, done.answer


def audited(place: Place) -> list[dict[str, Any]]:
    """Return the records of the audit."""
    lines = (place.workspace / "log" / "audit.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_the_sample_is_valid_for_the_loader_and_for_the_schema() -> None:
    assert check.check(files.named([str(SAMPLE)])) == []
    assert schemas.validate("config", json.loads(SAMPLE.read_text())) == []


def test_every_policy_is_used_and_every_program_that_is_used_exists() -> None:
    """Each is executable, short, and of sh or Python."""
    hooks = json.loads(SAMPLE.read_text())["hooks"]
    used = {
        entry["command"][0] for entries in hooks.values() for entry in entries if "command" in entry
    }
    there = {f"scripts/policies/{path.name}" for path in POLICIES.iterdir() if path.is_file()}
    assert used == there
    for path in POLICIES.iterdir():
        if not path.is_file():
            continue
        text = path.read_text()
        assert os.access(path, os.X_OK)
        assert text.startswith(("#!/bin/sh\n", "#!/usr/bin/env python3\n"))
        assert len(text.splitlines()) <= 30
        if path.suffix == ".py":
            ast.parse(text, feature_version=(3, 11))


# The sample policy of the Positron document, done right.


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf /srv/data",
        "rm\t-rf /",
        "ls && rm x",
        "ls; rm x",
        "FOO=1 rm x",
        "(rm x)",
        "echo `rm x`",
        "echo $(rm x)",
        "cat x | rm y",
        "true || rm x",
        "rmdir x",
        "del x",
        "rd x",
        "curl http://x",
        "wget http://x",
        "npm install left-pad",
        "npm i left-pad",
        "pip  install x",
        "mvn install",
        "ls\nrm x",
    ],
)
def test_gate_shell_commands_blocks(place: Place, command: str) -> None:
    status, answer = send(place, "beforeShellExecution", {"command": command})
    assert (status, answer["decision"], answer["hook"]) == (2, "block", "shell-guard")
    assert "is not allowed here" in answer["reason"]


@pytest.mark.parametrize(
    "command",
    [
        "git commit -m 'confirm fix'",
        "python model train.py",
        "grep word file.txt",
        "npm test",
        "pip --version",
        "echo rm",
        "ls",
    ],
)
def test_gate_shell_commands_lets_harmless_ones_pass(place: Place, command: str) -> None:
    """The first three are false blocks of the document's own sample, a test for substrings."""
    status, answer = send(place, "beforeShellExecution", {"command": command})
    assert (status, answer["decision"]) == (0, "allow")


def test_the_veto_reaches_positron(place: Place) -> None:
    """The document's own sample swallows its veto."""
    payload = {"command": "rm -rf /", "hook_event_name": "beforeShellExecution"}
    status, answer = send(place, "beforeShellExecution", payload, "--host", "positron")
    assert (status, answer["decision"]) == (2, "block")


@pytest.mark.parametrize(
    ("command", "blocked"),
    [
        ("git push --force", True),
        ("git push -f origin main", True),
        ("git -C x push origin --force", True),
        ("git push --force-with-lease", True),
        ("git push", False),
        ("git log --oneline", False),
    ],
)
def test_force_pushes_are_stopped(place: Place, command: str, *, blocked: bool) -> None:
    status, answer = send(place, "beforeShellExecution", {"command": command})
    assert (status, answer.get("hook")) == ((2, "no-force-push") if blocked else (0, None))


def test_a_command_is_changed(place: Place) -> None:
    status, answer = send(place, "beforeShellExecution", {"command": "npm ci"})
    assert (status, answer["changes"]) == (3, {"command": "npm ci --ignore-scripts"})
    status, _ = send(place, "beforeShellExecution", {"command": "npm ci --ignore-scripts"})
    assert status == 0


def test_control_sub_agents(place: Place) -> None:
    payload = {"sub_action_or_agent_id": "translate", "content": "short"}
    assert send(place, "subagentStart", payload)[0] == 0
    status, answer = send(place, "subagentStart", {**payload, "content": "x" * 100_001})
    assert (status, answer["decision"]) == (5, "ask")
    status, answer = send(place, "subagentStart", {**payload, "sub_action_or_agent_id": "miner"})
    assert (status, answer["decision"]) == (2, "block")
    assert "miner" in answer["reason"]


def test_force_a_working_directory(place: Place) -> None:
    root = str(place.workspace)
    tool_input = {"command": "ls", "working_directory": "/etc"}
    payload = {"tool_id": "invoke_cmd_line", "tool_input": tool_input, "workspace_root": root}
    status, answer = send(place, "preToolUse", payload)
    assert (status, answer["changes"]) == (3, {"tool_input": {"working_directory": root}})
    assert answer["payload"]["tool_input"] == {"command": "ls", "working_directory": root}
    payload["tool_input"] = {"command": "ls", "working_directory": root}
    assert send(place, "preToolUse", payload)[0] == 0
    assert send(place, "preToolUse", {"tool_id": "other", "tool_input": {}})[0] == 0


def test_route_bash_to_a_sandbox(place: Place) -> None:
    payload = {"tool_id": "bash", "tool_input": {"command": "make install"}}
    status, answer = send(place, "preToolUse", payload)
    assert status == 4
    assert answer["route"] == {
        "provider": "daytona",
        "profile": "default",
        "command": "make install",
    }
    status, answer = send(place, "preToolUse", payload, "--host", "positron")
    assert (status, answer["decision"]) == (2, "block")
    assert "daytona" in answer["reason"]


@pytest.mark.parametrize(
    ("prompt", "cleaned"),
    [
        ("Call +40 251 412 345 now", "Call [phone] now"),
        ("(0)251-412345 or 0251/412 345", None),
        ("Order 12345", "Order 12345"),
        ("Version 1.2.3 of 2026", "Version 1.2.3 of 2026"),
    ],
)
def test_redact_phone_numbers(place: Place, prompt: str, cleaned: str | None) -> None:
    status, answer = send(place, "beforeSubmitPrompt", {"prompt": prompt})
    result = answer.get("payload", {}).get("prompt", prompt)
    if cleaned is None:
        assert not re.search(r"\d{3}", result)
    else:
        assert result == cleaned
    assert status == (0 if result == prompt else 3)


@pytest.mark.parametrize(
    ("path", "blocked"),
    [
        ("/home/ada/key.pem", True),
        ("/srv/server.key", True),
        ("/home/ada/project/.env", True),
        ("/home/ada/environment", False),
        ("/home/ada/key.pem.md", False),
    ],
)
def test_key_files_stay_out_of_sight(place: Place, path: str, *, blocked: bool) -> None:
    status, answer = send(place, "beforeReadFile", {"file_path": path})
    assert (status, answer.get("hook")) == ((2, "no-key-files") if blocked else (0, None))


def test_cap_temperature_per_tenant(place: Place) -> None:
    request = {"model": "m", "temperature": 1.2, "max_output_tokens": 9000, "system_prompt": "s"}
    status, answer = send(place, "beforeModelRequest", request)
    assert (status, answer["changes"]) == (3, {"temperature": 0.7, "max_output_tokens": 2048})
    status, answer = send(place, "beforeModelRequest", request, TENANT="acme")
    assert answer["payload"]["temperature"] == 0.3
    assert answer["payload"]["system_prompt"] == "You are tenant acme's assistant."
    modest = {"model": "m", "temperature": 0.1, "max_output_tokens": 10}
    assert send(place, "beforeModelRequest", modest)[0] == 0


@pytest.mark.parametrize(
    "secret",
    [
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_" + "a1B2" * 9,
        "sk-" + "a1B2c3D4" * 3,
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nMIIE cut off",
    ],
)
def test_hide_leaked_credentials(place: Place, secret: str) -> None:
    payload = {"tool_name": "env", "tool_input": {}, "tool_output": f"before {secret}"}
    status, answer = send(place, "postToolUse", payload)
    assert (status, answer["hook"]) == (3, "hide-credentials")
    assert answer["payload"]["tool_output"] == "before [credential removed]"
    assert secret not in json.dumps(audited(place)[-1]["tool_output"])
    payload["tool_output"] = "nothing to hide"
    assert send(place, "postToolUse", payload)[0] == 0


def test_a_credential_that_was_not_cut_out_is_withheld(place: Place) -> None:
    token = "xoxb-123456789012-1234567890123-abcdefGHIJKLmnopQRSTuvwx"
    payload = {"tool_name": "env", "tool_input": {}, "tool_output": token}
    status, answer = send(place, "postToolUse", payload)
    assert (status, answer["hook"]) == (2, "no-credentials-left")
    assert token not in json.dumps(answer)


def test_a_prompt_with_a_credential_is_blocked(place: Place) -> None:
    status, answer = send(place, "beforeSubmitPrompt", {"prompt": "use AKIAQYLPMN5HHHFPZAM2"})
    assert (status, answer["hook"]) == (2, "no-credentials-in-prompts")
    assert send(place, "beforeSubmitPrompt", {"prompt": "what is an access key?"})[0] == 0


def test_count_tokens(place: Place) -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13}
    for _ in range(3):
        assert send(place, "afterAgentResponse", {"response": "r", "tokens_usage": usage})[0] == 0
    assert send(place, "afterAgentResponse", {"response": "no usage"})[0] == 0
    total = json.loads((place.workspace / "log" / "tokens.json").read_text())
    assert total == {"prompt_tokens": 30, "completion_tokens": 9, "total_tokens": 39}


def test_audit_to_a_log(place: Place) -> None:
    """Every event with the decision that was taken, also a blocked one, one line each."""
    send(place, "sessionStart", {"session_type": "chat"})
    send(place, "beforeShellExecution", {"command": "rm\nx"})
    send(place, "beforeShellExecution", {"command": "npm ci"})
    found = [
        (record["hook_event_name"], record["decision"]["decision"]) for record in audited(place)
    ]
    assert found == [
        ("sessionStart", "allow"),
        ("beforeShellExecution", "block"),
        ("beforeShellExecution", "modify"),
    ]
    assert audited(place)[1]["command"] == "rm\nx"


@pytest.mark.parametrize("event", events.NAMES)
def test_no_policy_of_the_sample_fails_on_the_sample_payload_of_any_event(
    place: Place, event: str
) -> None:
    _, answer = send(place, event, samples.sample(events.get(event)))
    assert "warnings" not in answer or all("workspace" in text for text in answer["warnings"])
    assert audited(place)[-1]["hook_event_name"] == event


def test_the_sample_runs_from_any_directory_and_from_a_copy(place: Place) -> None:
    copy = place.workspace / "a copy"
    copy.mkdir()
    shutil.copy(SAMPLE, copy)
    shutil.copytree(POLICIES, copy / "scripts" / "policies")
    done = place.dispatch(
        "beforeShellExecution",
        {"command": "rm x"},
        copy / "sample-hooks.json",
        "--skip-side-effects",
    )
    assert (done.status, done.answer["hook"]) == (2, "shell-guard")
