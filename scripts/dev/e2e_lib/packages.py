"""The npm packages of the CLIs: where a program is, its version, how a missing one is fetched."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from typing import TYPE_CHECKING

from e2e_lib.native import filled

if TYPE_CHECKING:
    from e2e_lib.programs import Program

SECONDS = 300
_OS = {"Linux": "linux", "Darwin": "darwin"}
_CPU = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}
_TRIPLE = {
    "linux-x64": "x86_64-unknown-linux-musl",
    "linux-arm64": "aarch64-unknown-linux-musl",
    "darwin-x64": "x86_64-apple-darwin",
    "darwin-arm64": "aarch64-apple-darwin",
}


def located(program: Program, prefix: str) -> list[str] | None:
    """Return the command that starts a program, None if it is not installed below `prefix`."""
    system, cpu = _OS.get(platform.system(), ""), _CPU.get(platform.machine(), "")
    names = {"{OS}": system, "{CPU}": cpu, "{TRIPLE}": _TRIPLE.get(f"{system}-{cpu}", "")}
    words = []
    for word in program.argv:
        path = word if word == "node" else f"{modules(program, prefix)}/{filled(word, names)}"
        found = shutil.which(path)
        readable = os.path.isfile(path)
        if not found and not readable:
            return None
        words.append(found or path)
    return words


def modules(program: Program, prefix: str) -> str:
    """Return the directory of a program's packages."""
    return os.path.join(prefix, program.host, "node_modules")


def version(program: Program, prefix: str) -> str:
    """Return the installed version."""
    path = os.path.join(modules(program, prefix), program.version_of, "package.json")
    with open(path, encoding="utf-8") as file:
        return str(json.load(file)["version"])


def install(program: Program, prefix: str) -> str:
    """Install a program's packages by the ordinary client, unless they are there.

    Return what went wrong, "" if nothing did.
    """
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
