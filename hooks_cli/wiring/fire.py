"""Fire the probe of `hookctl doctor` through a registered command, as the host would run it."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
from typing import TYPE_CHECKING

from hooks_cli.hosts import simulate
from hooks_cli.wiring import probe

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hooks_cli.wiring.entries import Handler
    from hooks_cli.wiring.table import Wiring

SECONDS = 20.0


def fire(handler: Handler, wiring: Wiring, workspace: str, environ: Mapping[str, str]) -> str:
    """Run a registered command with a probe on stdin; return what is wrong, "" if it blocks.

    The caller makes sure that the command is exactly one that hookctl writes and that its program
    is this hookctl. The probe makes hookctl answer before it reads any configuration.
    """
    wired = handler.wired
    assert wired is not None
    token = secrets.token_hex(8)
    line = handler.value.get("args") is None
    command = _shell(wiring, wired.text) if line else list(wired.words)
    environment = {key: value for key, value in environ.items() if not key.startswith("HOOKCTL_")}
    environment[probe.VARIABLE] = token
    try:
        status, stdout, stderr = _run(command, workspace, environment)
    except subprocess.TimeoutExpired:
        return f"no answer to a probe in {SECONDS:g} s"
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    if token.encode() not in stdout + stderr:
        shown = (stderr or stdout).decode("utf-8", "replace").strip().splitlines()
        return f"a probe was not answered: status {status}, {shown[-1] if shown else 'no output'}"
    effect = simulate.simulate(wiring.host, handler.event, status, stdout, stderr)
    if effect.action != "blocks":
        return f"{wiring.title} would not take the answer to a probe for a block: {effect.action}"
    return ""


def _shell(wiring: Wiring, text: str) -> list[str]:
    shell = shutil.which(wiring.run_by) or "/bin/sh"
    return [shell, "-c", text]


def _run(
    command: Sequence[str], workspace: str, environ: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    """Run a command in a session of its own, all of which is ended at the time limit."""
    process = subprocess.Popen(  # noqa: S603 - the words are hookctl's own, see fire
        command,
        cwd=workspace,
        env=dict(environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        stdout, stderr = process.communicate(b"{}", timeout=SECONDS)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return process.returncode, stdout, stderr
