"""The README is tried as a newcomer would: its files are written, its commands run and compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL
)
TIME = re.compile(r"\d+\.\d s\b")
ID = re.compile(r"[0-9a-f]{12}-[0-9a-f]{10}")


def test_readme_commands_print_what_the_readme_shows(tmp_path: Path) -> None:
    """Every console block of the README, in order, in one scratch project."""
    project, home = tmp_path / "project", tmp_path / "home"
    project.mkdir()
    home.mkdir()
    shown = 0
    for block in BLOCK.finditer(README.read_text()):
        if block["file"]:
            path = project / block["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"])
            path.chmod(0o755)
        elif block["kind"] == "console":
            shown += 1
            assert _masked(block["text"]) == _masked(_replayed(block["text"], project, home))
    assert shown >= 3


def _replayed(text: str, project: Path, home: Path) -> str:
    """Return a console block as it really comes out, commands and output."""
    environ = {
        "PATH": f"{_command_directory(home)}:{os.environ['PATH']}",
        "HOME": str(home),
        "LANG": "C.UTF-8",
    }
    commands = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
    script = "\n".join(
        f"printf '%s\\n' {_quoted('$ ' + command)}\n(exit $status)\n{command}\nstatus=$?"
        for command in commands
    )
    done = subprocess.run(
        ["/bin/sh", "-c", f"status=0\n{script}"],
        cwd=project,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    return done.stdout.decode()


def _command_directory(home: Path) -> Path:
    """Return a directory with a `hookctl` that is the one under test."""
    directory = home / "bin"
    directory.mkdir(exist_ok=True)
    command = directory / "hookctl"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m hooks_cli "$@"\n')
    command.chmod(0o755)
    return directory


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _masked(text: str) -> list[str]:
    """Return the lines with ids replaced, sorted: stdout and stderr may come in either order."""
    return sorted(TIME.sub("TIME", ID.sub("ID", text)).splitlines())
