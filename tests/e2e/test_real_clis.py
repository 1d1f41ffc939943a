"""The real agent CLIs, with hookctl as their hook, against a model on loopback.

They run only where they are installed: `scripts/dev/e2e` does that, below the directory that
HOOKCTL_E2E_PREFIX names. Nothing is fetched here, and no run can reach a network.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LIBRARY = Path(__file__).resolve().parents[2] / "scripts" / "dev"
PATIENCE = 300.0
HOSTS = ("claude-code", "codex", "copilot", "gemini-cli", "qwen-code")
# Names of the short round, and a case that each must have run on every host.
SCENES = {
    "calls": "crash-block",
    "effects": "edit-block",
    "prompt": "prompt-block",
    "broken": "broken-config",
}
HOW = "install them by scripts/dev/e2e, or name their place by HOOKCTL_E2E_PREFIX"


def e2e(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the end-to-end program, with what is installed."""
    return subprocess.run(
        [sys.executable, "-m", "e2e_lib", "--no-install", *words],
        env={**os.environ, "PYTHONPATH": str(LIBRARY)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture(scope="session")
def ready() -> dict[str, str]:
    """Return for each host why it cannot be run here, "" if it can."""
    done = e2e("--list")
    assert done.returncode == 0, done.stderr
    value = json.loads(done.stdout)
    assert isinstance(value, dict)
    return value


def test_every_real_cli_is_installed(
    ready: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    missing = {host: why for host, why in ready.items() if why}
    assert set(ready) == set(HOSTS)
    if missing:
        lines = "".join(f"\n!! NOT TESTED end to end: {host}: {missing[host]}" for host in missing)
        with capfd.disabled():
            sys.stderr.write(f"{lines}\n!! {HOW}\n")
        pytest.skip(f"not tested end to end: {', '.join(missing)}; {HOW}")


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("host", HOSTS)
def test_real_cli_does_what_hookctl_decides(host: str, scene: str, ready: dict[str, str]) -> None:
    if ready[host]:
        pytest.skip(f"{host}: {ready[host]}; {HOW}")
    done = e2e("--scene", scene, "--json", host)
    results: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = {r["case"]: r["problem"] for r in results if r["problem"]}
    assert wrong == {}, done.stderr
    assert done.returncode == 0, done.stderr
    assert SCENES[scene] in [result["case"] for result in results]


def test_the_cases_fail_with_a_hook_that_allows_everything(ready: dict[str, str]) -> None:
    host = "claude-code"
    if ready[host]:
        pytest.skip(f"{host}: {ready[host]}; {HOW}")
    done = e2e("--scene", "broken", "--hookctl", "true", "--json", host)
    assert done.returncode == 1
    (result,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert "the tool ran" in result["problem"]
