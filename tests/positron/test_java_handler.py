"""The Java handler of the samples, compiled against stubs of the host's types and run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
HANDLER = HERE.parent.parent / "scripts" / "positron" / "HookctlHooksHandler.java"

pytestmark = pytest.mark.skipif(
    shutil.which("javac") is None, reason="no Java compiler: the Java sample was NOT tried"
)


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the handler and its surroundings."""
    target = tmp_path_factory.mktemp("classes")
    sources = [str(HANDLER), *map(str, (HERE / "stubs").rglob("*.java"))]
    subprocess.run(["javac", "-d", str(target), *sources], check=True)
    return target


def fire(
    classes: Path, tmp_path: Path, event: str, payload: dict[str, object], *, hookctl: str = ""
) -> str:
    """Return what the host would do with an event."""
    workspace = tmp_path / "work space"
    (workspace / ".hookctl").mkdir(parents=True, exist_ok=True)
    command = tmp_path / "hookctl"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m hooks_cli "$@"\n')
    command.chmod(0o755)
    rule = {"decision": "block", "reason": "keine Löschungen"}
    condition = {"field": {"path": "command", "regex": "^rm "}}
    hooks = {"beforeShellExecution": [{"name": "no-rm", "match": condition, "rule": rule}]}
    configuration = {"version": 1, "hooks": hooks}
    (workspace / ".hookctl" / "hooks.json").write_text(json.dumps(configuration))
    done = subprocess.run(
        [
            *("java", f"-Dhookctl={hookctl or command}", "-cp", str(classes), "Fire", event),
            json.dumps({"hook_event_name": event, **payload}),
        ],
        cwd=workspace,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        check=True,
        timeout=60,
    )
    return done.stdout.decode().strip()


def test_a_veto_reaches_the_host_with_its_reason(classes: Path, tmp_path: Path) -> None:
    """Other than the document's own sample, the handler does not swallow its veto."""
    answer = fire(classes, tmp_path, "beforeShellExecution", {"command": "rm -rf /"})
    assert answer == "vetoed: keine Löschungen"


def test_an_allowed_action_runs(classes: Path, tmp_path: Path) -> None:
    """No objection, no veto."""
    assert fire(classes, tmp_path, "beforeShellExecution", {"command": "ls"}) == "runs"


def test_a_missing_hookctl_is_a_veto(classes: Path, tmp_path: Path) -> None:
    """What cannot be asked has not said yes."""
    missing = str(tmp_path / "nothing")
    answer = fire(classes, tmp_path, "beforeShellExecution", {"command": "ls"}, hookctl=missing)
    assert answer.startswith("vetoed: hookctl cannot be run")


def test_an_unreadable_payload_is_a_veto(classes: Path, tmp_path: Path) -> None:
    """A payload of the wrong type meets the failure policy."""
    answer = fire(classes, tmp_path, "beforeShellExecution", {"command": 5})
    assert answer.startswith("vetoed: payload of beforeShellExecution: /command")
