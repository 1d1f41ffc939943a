"""Trust the hooks of Codex as its user would: by the hash that its own app server tells."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

SECONDS = 30
LIST = 2  # the number of the request whose answer counts


def trust(command: Sequence[str], environ: Mapping[str, str], project: str, config: str) -> None:
    """Write the state of every hook that Codex finds for a project into its configuration."""
    messages: list[dict[str, Any]] = [
        {
            "id": 1,
            "method": "initialize",
            "params": {"clientInfo": {"name": "e2e", "version": "1"}},
        },
        {"method": "initialized"},
        {"id": LIST, "method": "hooks/list", "params": {"cwds": [project]}},
    ]
    child = subprocess.Popen(
        [*command, "app-server"],
        env=dict(environ),
        cwd=project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        for message in messages:
            child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        child.stdin.flush()
        found = _hooks(child.stdout)
    finally:
        child.kill()
        child.wait(SECONDS)
        child.stdin.close()
        child.stdout.close()
    with open(config, "a", encoding="utf-8") as file:
        for hook in found:
            file.write(f"\n[hooks.state.{json.dumps(hook['key'])}]\n")
            file.write(f"enabled = true\ntrusted_hash = {json.dumps(hook['currentHash'])}\n")


def _hooks(lines: Any) -> list[dict[str, Any]]:
    """Return the hooks of the answer among other messages. ValueError if there is none."""
    for line in lines:
        message = json.loads(line)
        if message.get("id") == LIST:
            return [hook for entry in message["result"]["data"] for hook in entry["hooks"]]
    raise ValueError("codex app-server did not list its hooks")
