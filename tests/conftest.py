"""What the tests have in common: the real program, and a place for it that is nobody's home."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hooks_cli._record import Record

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0


class Done(Record):
    """What a run of hookctl came to."""

    status: int
    stdout: bytes
    stderr: str

    @property
    def answer(self) -> dict[str, Any]:
        """The one JSON object on stdout."""
        value = json.loads(self.stdout)
        assert isinstance(value, dict)
        return value


class Place:
    """A scratch home and workspace, with hookctl run inside them."""

    def __init__(self, root: Path) -> None:
        """Make the directories; nothing of the caller's environment leads out of them."""
        self.root = root
        self.home = root / "home"
        self.workspace = root / "workspace"
        self.home.mkdir()
        self.workspace.mkdir()
        kept = {key: value for key, value in os.environ.items() if not key.startswith("HOOKCTL_")}
        self.environ = {
            **kept,
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_STATE_HOME": str(self.home / ".local" / "state"),
            "PYTHONPATH": str(ROOT),
        }

    def write(self, name: str, content: object, mode: int = 0o644) -> Path:
        """Write a file below the workspace: text as it is, anything else as JSON."""
        path = self.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8", newline="")
        path.chmod(mode)
        return path

    def script(self, name: str, text: str) -> Path:
        """Write an executable file below the workspace."""
        return self.write(name, text, 0o755)

    def config(self, hooks: Mapping[str, Any], **top: Any) -> Path:
        """Write a configuration with these hooks."""
        return self.write("hooks.json", {"version": 1, **top, "hooks": hooks})

    def run(
        self,
        words: Sequence[str | Path],
        stdin: bytes | str | Mapping[str, Any] = b"",
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Done:
        """Run hookctl with a command line and stdin, in the workspace."""
        done = subprocess.run(
            self.argv(words),
            input=as_bytes(stdin),
            capture_output=True,
            cwd=cwd or self.workspace,
            env={**self.environ, **(env or {})},
            timeout=PATIENCE,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    def dispatch(
        self,
        event: str,
        payload: bytes | str | Mapping[str, Any],
        config: str | Path = "hooks.json",
        *options: str,
        env: Mapping[str, str] | None = None,
    ) -> Done:
        """Dispatch an event with one configuration file."""
        return self.run(["dispatch", event, "--config", config, *options], payload, env=env)

    def argv(self, words: Sequence[str | Path]) -> list[str]:
        """Return the command that runs hookctl."""
        return [sys.executable, "-P", "-m", "hooks_cli", *map(str, words)]


def as_bytes(stdin: bytes | str | Mapping[str, Any]) -> bytes:
    """Return what is to be sent: an object as JSON."""
    if isinstance(stdin, bytes):
        return stdin
    text = stdin if isinstance(stdin, str) else json.dumps(stdin, ensure_ascii=False)
    return text.encode("utf-8")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Return a scratch home and workspace with hookctl in them."""
    return Place(tmp_path)


@pytest.fixture
def make_place(tmp_path: Path) -> Callable[[str], Place]:
    """Return a maker of further such places."""

    def make(name: str) -> Place:
        (tmp_path / name).mkdir()
        return Place(tmp_path / name)

    return make
