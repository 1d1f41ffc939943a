"""A scratch home in which hosts' files can be wired, and what the tests say about them."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import cli, hosts
from hooks_cli._record import Record
from hooks_cli.wiring import table

MOVED = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "NO_COLOR")
WRITTEN = [wiring.host for wiring in table.every() if wiring.places]


class Ran(Record):
    """What a command printed."""

    text: str
    stderr: str

    @property
    def stdout(self) -> bytes:
        """Stdout as bytes."""
        return self.text.encode()

    @property
    def answer(self) -> Any:
        """The JSON value on stdout."""
        return json.loads(self.text)


class Wires:
    """The wiring commands in a scratch place."""

    def __init__(self, place: Any, patches: pytest.MonkeyPatch) -> None:
        """Take a place; no file of the caller's can be meant."""
        self.place = place
        self.patches = patches
        self.home: Path = place.home
        self.workspace: Path = place.workspace
        for name in MOVED:
            place.environ.pop(name, None)

    def run(self, *words: str | Path, status: int = 0) -> Any:
        """Run hookctl in this process, which is faster, and check its exit status."""
        out, err = io.StringIO(), io.StringIO()
        code: object = None
        with (
            self.patches.context() as patch,
            contextlib.chdir(self.workspace),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            for name in list(os.environ):
                patch.delenv(name)
            for name, value in self.place.environ.items():
                patch.setenv(name, value)
            try:
                cli.main([str(word) for word in words])
            except SystemExit as left:
                code = left.code
        assert code == status, err.getvalue() + out.getvalue()
        return Ran(out.getvalue(), err.getvalue())

    def file(self, host: str, scope: str | None = None) -> Path:
        """Return the file of a host."""
        found = table.place_of(table.find(host), scope)
        return Path(table.path_of(found, str(self.workspace), {"HOME": str(self.home)}))

    def put(self, host: str, content: object, scope: str | None = None) -> Path:
        """Write a host's file: bytes or text as they are, anything else as JSON."""
        path = self.file(host, scope)
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content, indent=2)
            path.write_text(text, encoding="utf-8", newline="")
        return path

    def configure(self) -> None:
        """Write a user configuration in which nothing is wrong."""
        directory = self.home / ".config" / "hookctl"
        directory.mkdir(parents=True)
        rule = {"rule": {"decision": "allow"}}
        (directory / "hooks.json").write_text(
            json.dumps({"version": 1, "hooks": {"preToolUse": [rule]}})
        )

    def findings(self, *words: str, status: int = 1) -> list[dict[str, Any]]:
        """Return what doctor finds."""
        done = self.run("doctor", *words, "--json", status=status)
        found: list[dict[str, Any]] = done.answer["findings"]
        return found

    def tree(self) -> dict[str, bytes | None]:
        """Return every file and directory of home and workspace."""
        return {
            str(path.relative_to(self.place.root)): path.read_bytes() if path.is_file() else None
            for path in sorted(self.place.root.rglob("*"))
        }


@pytest.fixture
def wires(place: Any, monkeypatch: pytest.MonkeyPatch) -> Wires:
    """Return the wiring commands in a scratch place."""
    return Wires(place, monkeypatch)


@pytest.fixture(params=WRITTEN)
def host(request: pytest.FixtureRequest) -> str:
    """Return each host whose file hookctl writes."""
    return str(request.param)


@pytest.fixture
def commands() -> Callable[[Any], list[str]]:
    """Return a function that finds every registered command in a parsed file."""

    def find(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value[key] for key in ("command", "bash") if isinstance(value.get(key), str)]
            return own + [text for item in value.values() for text in find(item)]
        if isinstance(value, list):
            return [text for item in value for text in find(item)]
        return []

    return find


@pytest.fixture
def registered(host: str) -> list[str]:
    """Return the native events of a host that stand for canonical ones."""
    assert hosts.load(host).table is not None
    return [row.native for row, _ in table.registered(table.find(host))]
