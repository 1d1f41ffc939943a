"""The probe of `hookctl doctor` goes through the registered command, and runs nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks_cli.hosts import simulate
from hooks_cli.wiring import command, probe, table

GATED = [
    (wiring.host, row.native)
    for wiring in table.every()
    if wiring.places
    for row, gate in table.registered(wiring)
    if gate
]


@pytest.mark.parametrize(("host", "native"), [gate for gate in GATED if gate[1] != "Stop"])
def test_the_answer_to_a_probe_is_a_block_by_the_rules_of_the_host(
    wires: Any, host: str, native: str
) -> None:
    """Whatever the payload, and although a hook is configured that would leave a trace."""
    done = wires.place.run(
        ["dispatch", native, "--host", host], b"\xff garbage", env={probe.VARIABLE: "abc123"}
    )
    assert "hookctl probe abc123" in done.stdout.decode() + done.stderr
    effect = simulate.simulate(host, native, done.status, done.stdout, done.stderr.encode())
    assert effect.action == "blocks"


def test_a_probe_runs_no_hook_reads_no_configuration_and_leaves_no_record(wires: Any) -> None:
    """Not even one whose configuration is broken, and the journal stays as it was."""
    trace = wires.workspace / "ran"
    wires.place.config({"preToolUse": [{"command": f"touch {trace}"}]})
    payload = {"tool_name": "Bash", "tool_input": {"command": "ls"}, "cwd": str(wires.workspace)}
    words = ["dispatch", "PreToolUse", "--host", "claude-code", "--config", "hooks.json"]
    before = wires.tree()
    wires.place.run(words, payload, env={probe.VARIABLE: "t"})
    assert not trace.exists()
    wires.place.write("hooks.json", "{ broken")
    done = wires.place.run(words, payload, env={probe.VARIABLE: "t"})
    assert "hookctl probe t" in done.stdout.decode()
    assert set(wires.tree()) == set(before)
    wires.place.config({"preToolUse": [{"command": f"touch {trace}"}]})
    wires.place.run(words, payload)
    assert trace.exists()  # without the variable the same dispatch runs its hook


@pytest.mark.parametrize("token", ["'; rm -rf x", '"}\n{"decision":"allow"', "é\x1b[2J"])
def test_a_token_is_letters_and_digits_whatever_the_variable_says(token: str) -> None:
    """It is echoed into JSON and onto a terminal."""
    assert probe.reason(token).removeprefix("hookctl probe ").replace("é", "e").isalnum()
    assert len(probe.reason("a" * 5000)) < 100


def test_a_hookctl_that_has_gone_is_an_error(wires: Any) -> None:
    """The program of our entry is looked for, and the line of the entry is named."""
    wires.configure()
    wires.run("install", "claude-code")
    path = wires.file("claude-code")
    text = path.read_text()
    own = command.own_program()[0]
    assert own in text
    path.write_text(text.replace(own, "/opt/none/hookctl"))
    found = [item for item in wires.findings("claude-code") if item["code"] == "program"]
    assert found
    assert all("/opt/none/hookctl" in item["message"] for item in found)
    lines = path.read_text().splitlines()
    for item in found:
        near = "\n".join(lines[item["line"] - 1 : item["line"] + 3])
        assert "/opt/none/hookctl" in near


def test_a_probe_that_reaches_a_deaf_command_is_a_finding(wires: Any) -> None:
    """A workspace that is gone makes the registered command a usage error, not a block by probe."""
    wires.configure()
    wires.run("install", "vscode")
    path = wires.file("vscode")
    content = json.loads(path.read_text())
    for entries in content["hooks"].values():
        for entry in entries:
            entry["command"] = entry["command"].replace(
                str(wires.workspace), str(wires.workspace / "gone")
            )
    path.write_text(json.dumps(content))
    found = [item for item in wires.findings("vscode") if item["code"] == "probe"]
    assert found
    assert all("a probe was not answered" in item["message"] for item in found)


def test_doctor_changes_nothing(wires: Any) -> None:
    """Neither file nor journal, whether it finds something or not."""
    wires.configure()
    wires.run("install", "cursor")
    wires.put("codex", '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command"}]}]}, "x": 1}')
    before = wires.tree()
    wires.place.run(["doctor", "--json"])
    after = {name: data for name, data in wires.tree().items() if Path(name).name != "__pycache__"}
    assert after == before
