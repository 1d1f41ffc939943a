"""Fetch what is missing from the npm registry, by the ordinary client, into a directory of ours."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from e2e_lib.run import located

if TYPE_CHECKING:
    from e2e_lib.programs import Program

SECONDS = 300


def install(program: Program, prefix: str) -> str:
    """Install a program's packages unless it is there. Return what went wrong, "" if nothing."""
    if located(program, prefix):
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not on PATH"
    folder = os.path.join(prefix, program.host)
    os.makedirs(folder, exist_ok=True)
    command = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", folder]
    try:
        done = subprocess.run(
            [*command, *program.packages],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return f"npm install did not end in {SECONDS} s"
    if done.returncode != 0:
        return f"npm install failed: {done.stderr.strip()[-300:]}"
    return "" if located(program, prefix) else "npm installed no program for this machine"
