"""The configuration that each CLI reads, as its manual has it; and what its tools take.

A run lives in a scratch directory W with `W/home` (the HOME of everything) and `W/proj` (the
project).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from e2e_lib.dialects import Call

PROMPT = "do what is next on the list of today"
HOOK_SECONDS = 60  # what the hooks are registered with
_MCP_PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mcp_server.py")
MCP_SERVERS: Mapping[str, Mapping[str, Any]] = {
    "demo": {"command": sys.executable, "args": [_MCP_PROGRAM]}
}
# Copilot wants to be told what kind of server it is, and which of its tools are meant.
MCP_TYPED = {
    "mcpServers": {
        name: {"type": "local", "tools": ["*"], **server} for name, server in MCP_SERVERS.items()
    }
}


def filled(text: str, names: Mapping[str, str]) -> str:
    """Return a text with placeholders replaced."""
    for name, value in names.items():
        text = text.replace(name, value)
    return text


class Wiring(NamedTuple):
    """What a host's configuration is made of: hookctl's command line, events, and the port."""

    hookctl: tuple[str, ...]
    host: str
    events: tuple[str, ...]
    port: int

    def line(self, event: str) -> str:
        """Return the shell line for an event."""
        words = [*self.hookctl, "dispatch", event, "--host", self.host]
        return " ".join(f"'{word}'" for word in words)


BIG = "x" * 1_000_000 + "\n"


def inner_prompt(mark: str) -> str:
    """Return what a sub-agent is told to do, by which the model knows its conversation."""
    return f"do the inner task of {os.path.basename(mark)}"


def write_json(path: str, value: object) -> None:
    """Write a JSON file and the directories above it."""
    write_text(path, json.dumps(value, indent=2))


def write_text(path: str, text: str) -> None:
    """Write a text file and the directories above it."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _groups(wiring: Wiring, seconds: int) -> dict[str, Any]:
    """Return a hooks table in the nested form: one group of one handler an event."""
    handler = {"type": "command", "timeout": seconds}
    return {
        event: [{"hooks": [{**handler, "command": wiring.line(event)}]}] for event in wiring.events
    }


def _merge_json(path: str, more: dict[str, Any]) -> None:
    """Add keys to a JSON file, which may not be there yet."""
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
    except FileNotFoundError:
        value = {}
    write_json(path, {**value, **more})


# ---------------------------------------------------------------- Claude Code


def claude_setup(root: str, wiring: Wiring) -> None:
    """Write the table of MCP servers that the command line names."""
    del wiring
    write_json(f"{root}/mcp.json", {"mcpServers": MCP_SERVERS})


def claude_wire(root: str, wiring: Wiring) -> None:
    """Write the hooks of Claude Code."""
    hooks = _groups(wiring, HOOK_SECONDS)
    _merge_json(f"{root}/home/.claude/settings.json", {"hooks": hooks})


def nothing(root: str, wiring: Wiring) -> None:
    """Write nothing: the program starts without."""
    del root, wiring


# ---------------------------------------------------------------- Codex

_CODEX = """\
model = "gpt-5.5"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.fake]
name = "fake"
base_url = "http://127.0.0.1:{PORT}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[features]
plugins = false

[analytics]
enabled = false
"""


def codex_setup(root: str, wiring: Wiring) -> None:
    """Write the model, the MCP server, and that the project is trusted."""
    server = "".join(f"{key} = {json.dumps(value)}\n" for key, value in MCP_SERVERS["demo"].items())
    text = _CODEX.replace("{PORT}", str(wiring.port)) + f"\n[mcp_servers.demo]\n{server}"
    text += f'\n[projects.{json.dumps(f"{root}/proj")}]\ntrust_level = "trusted"\n'
    write_text(f"{root}/home/.codex/config.toml", text)


def codex_wire(root: str, wiring: Wiring) -> None:
    """Write the hooks of Codex."""
    write_json(f"{root}/home/.codex/hooks.json", {"hooks": _groups(wiring, HOOK_SECONDS)})


def patch(*paths: str, text: str = "one\n") -> str:
    """Return a patch that adds files; the paths in it are relative to the project."""
    files = [f"*** Add File: {os.path.basename(path)}\n+{text}" for path in paths]
    return f"*** Begin Patch\n{''.join(files)}*** End Patch\n"


def two_files(mark: str, line: str) -> Call:
    """Return a patch of two files: NAME.other, then NAME.mark."""
    del line
    return Call("apply_patch", patch(mark.removesuffix("mark") + "other", mark))


def patch_by_shell(mark: str, line: str) -> Call:
    """Return a patch as a shell line, with the program that Codex offers for it."""
    del line
    return Call("exec_command", {"cmd": f"apply_patch <<'EOF'\n{patch(mark)}EOF\n"})


# ---------------------------------------------------------------- Copilot


def copilot_wire(root: str, wiring: Wiring) -> None:
    """Write the hooks of Copilot, under the names that it shares with Claude Code."""
    hooks = {
        event: [{"type": "command", "bash": wiring.line(event), "timeoutSec": HOOK_SECONDS}]
        for event in wiring.events
    }
    write_json(f"{root}/home/.copilot/hooks/hookctl.json", {"version": 1, "hooks": hooks})


# ---------------------------------------------------------------- Gemini, Qwen


def settings(folder: str, kind: str) -> Callable[[str, Wiring], None]:
    """Return what writes the settings that a CLI of this family needs to start at all."""

    def setup(root: str, wiring: Wiring) -> None:
        del wiring
        settings = {
            "security": {"auth": {"selectedType": kind}},
            "general": {"enableAutoUpdate": False},
            "privacy": {"usageStatisticsEnabled": False},
            "telemetry": {"enabled": False},
            "mcpServers": MCP_SERVERS,
        }
        _merge_json(f"{root}/home/{folder}/settings.json", settings)

    return setup


def write_file(mark: str, text: str) -> Call:
    """Return the call that writes a file, in Gemini and Qwen."""
    return Call("write_file", {"file_path": mark, "content": text})


def gemini_wire(root: str, wiring: Wiring) -> None:
    """Write the hooks of Gemini, whose time limits are in milliseconds."""
    hooks = _groups(wiring, HOOK_SECONDS * 1000)
    _merge_json(f"{root}/home/.gemini/settings.json", {"hooks": hooks})


def qwen_wire(root: str, wiring: Wiring) -> None:
    """Write the hooks of Qwen."""
    hooks = _groups(wiring, HOOK_SECONDS)
    _merge_json(f"{root}/home/.qwen/settings.json", {"hooks": hooks})
