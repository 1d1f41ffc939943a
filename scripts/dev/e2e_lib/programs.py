"""The agent CLIs: what to install, how to start each, and where it wants its hooks.

Every value comes from a run of the version named here. A run lives in a scratch directory W with
`W/home` (the HOME of everything) and `W/proj` (the project).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
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


class Program(NamedTuple):
    """One CLI.

    `packages` are npm's, `version_of` the package whose version counts, `argv` the program inside
    `node_modules` (an element "node" is the one on PATH). `dialect` is the model API it speaks.
    `words` are its arguments, `free` those that give it leave to use its tools; they and
    `variables` may hold {W}, {PORT} and {MCP}, a table of MCP servers. `setup` writes what it needs
    to start at all, `wire` its hooks. `events` are the native events that are registered,
    `pre_tool` the one before a call. `tools` makes the native call of a kind of tool, given the
    file of the case and a shell line. `seconds` bounds one run.
    """

    host: str
    packages: tuple[str, ...]
    version_of: str
    argv: tuple[str, ...]
    dialect: str
    words: tuple[str, ...]
    free: tuple[str, ...]
    variables: Mapping[str, str]
    events: tuple[str, ...]
    pre_tool: str
    wire: Callable[[str, Wiring], None]
    setup: Callable[[str, Wiring], None]
    tools: Mapping[str, Callable[[str, str], Call]]
    seconds: float = 120.0


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


def _groups(wiring: Wiring, seconds: int, **more: Any) -> dict[str, Any]:
    """Return a hooks table in the nested form: one group of one handler an event."""
    return {
        event: [
            {"hooks": [{"type": "command", "command": wiring.line(event), "timeout": seconds}]}
            | more
        ]
        for event in wiring.events
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


def _claude_setup(root: str, wiring: Wiring) -> None:
    del wiring
    write_json(f"{root}/mcp.json", {"mcpServers": MCP_SERVERS})


def _claude_wire(root: str, wiring: Wiring) -> None:
    hooks = _groups(wiring, HOOK_SECONDS)
    _merge_json(f"{root}/home/.claude/settings.json", {"hooks": hooks})


def _nothing(root: str, wiring: Wiring) -> None:
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


def _codex_setup(root: str, wiring: Wiring) -> None:
    server = "".join(f"{key} = {json.dumps(value)}\n" for key, value in MCP_SERVERS["demo"].items())
    text = _CODEX.replace("{PORT}", str(wiring.port)) + f"\n[mcp_servers.demo]\n{server}"
    text += f'\n[projects.{json.dumps(f"{root}/proj")}]\ntrust_level = "trusted"\n'
    write_text(f"{root}/home/.codex/config.toml", text)


def _codex_wire(root: str, wiring: Wiring) -> None:
    write_json(f"{root}/home/.codex/hooks.json", {"hooks": _groups(wiring, HOOK_SECONDS)})


def _patch(*paths: str, text: str = "one\n") -> str:
    """Return a patch that adds files; the paths in it are relative to the project."""
    files = [f"*** Add File: {os.path.basename(path)}\n+{text}" for path in paths]
    return f"*** Begin Patch\n{''.join(files)}*** End Patch\n"


def _two_files(mark: str, line: str) -> Call:
    del line
    return Call("apply_patch", _patch(mark.removesuffix("mark") + "other", mark))


def _patch_by_shell(mark: str, line: str) -> Call:
    del line
    return Call("exec_command", {"cmd": f"apply_patch <<'EOF'\n{_patch(mark)}EOF\n"})


# ---------------------------------------------------------------- Copilot


def _copilot_wire(root: str, wiring: Wiring) -> None:
    hooks = {
        event: [{"type": "command", "bash": wiring.line(event), "timeoutSec": HOOK_SECONDS}]
        for event in wiring.events
    }
    write_json(f"{root}/home/.copilot/hooks/hookctl.json", {"version": 1, "hooks": hooks})


# ---------------------------------------------------------------- Gemini, Qwen


def _settings(folder: str, kind: str) -> Callable[[str, Wiring], None]:
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


def _write_file(mark: str, text: str) -> Call:
    return Call("write_file", {"file_path": mark, "content": text})


def _gemini_wire(root: str, wiring: Wiring) -> None:
    hooks = _groups(wiring, HOOK_SECONDS * 1000)
    _merge_json(f"{root}/home/.gemini/settings.json", {"hooks": hooks})


def _qwen_wire(root: str, wiring: Wiring) -> None:
    hooks = _groups(wiring, HOOK_SECONDS)
    _merge_json(f"{root}/home/.qwen/settings.json", {"hooks": hooks})


_COMMON = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd")
_AGENTS = ("PostToolUseFailure", "SubagentStart", "SubagentStop", "PermissionRequest")

PROGRAMS = {
    program.host: program
    for program in (
        Program(
            host="claude-code",
            packages=("@anthropic-ai/claude-code@2.1.332",),
            version_of="@anthropic-ai/claude-code",
            argv=("@anthropic-ai/claude-code-{OS}-{CPU}/claude",),
            dialect="messages",
            words=(
                *("-p", PROMPT, "--model", "claude-sonnet-4-5", "--mcp-config", "{W}/mcp.json"),
                *("--output-format", "stream-json", "--verbose", "--include-hook-events"),
            ),
            free=("--allowedTools", "Bash,Read,Write,Edit,mcp__demo__touch_it"),
            variables={
                "ANTHROPIC_BASE_URL": "http://127.0.0.1:{PORT}",
                "ANTHROPIC_API_KEY": "sk-ant-fake",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "DISABLE_AUTOUPDATER": "1",
                "DISABLE_TELEMETRY": "1",
                "DISABLE_ERROR_REPORTING": "1",
                "ENABLE_TOOL_SEARCH": "false",
            },
            events=(*_COMMON, *_AGENTS),
            pre_tool="PreToolUse",
            wire=_claude_wire,
            setup=_claude_setup,
            tools={
                "shell": lambda _, line: Call("Bash", {"command": line, "description": "x"}),
                "write": lambda mark, _: Call("Write", {"file_path": mark, "content": "one\n"}),
                "write-big": lambda mark, _: Call("Write", {"file_path": mark, "content": BIG}),
                "read": lambda mark, _: Call("Read", {"file_path": mark}),
                "mcp": lambda mark, _: Call("mcp__demo__touch_it", {"path": mark}),
                # A shell line that is watched in the background: a shell tool by another name.
                "monitor": lambda _, line: Call(
                    "Monitor", {"command": line, "description": "x", "timeout_ms": 5000}
                ),
                "agent": lambda mark, _: Call(
                    "Agent",
                    {
                        "description": "x",
                        "prompt": inner_prompt(mark),
                        "subagent_type": "general-purpose",
                        "run_in_background": False,
                    },
                ),
            },
        ),
        Program(
            host="codex",
            packages=("@openai/codex@0.171.0",),
            version_of="@openai/codex",
            argv=("@openai/codex-{OS}-{CPU}/vendor/{TRIPLE}/bin/codex",),
            dialect="responses",
            words=(*("exec", "--skip-git-repo-check", "--json", PROMPT),),
            free=(),
            variables={"OPENAI_API_KEY": "fake"},
            events=_COMMON,
            pre_tool="PreToolUse",
            wire=_codex_wire,
            setup=_codex_setup,
            tools={
                "shell": lambda _, line: Call("exec_command", {"cmd": line}),
                "write": lambda mark, _: Call("apply_patch", _patch(mark)),
                "write-big": lambda mark, _: Call("apply_patch", _patch(mark, text=BIG)),
                "patch": _two_files,
                "shell-patch": _patch_by_shell,
                "mcp": lambda mark, _: Call("mcp__demo/touch_it", {"path": mark}),
            },
        ),
        Program(
            host="copilot",
            packages=("@github/copilot@1.0.102",),
            version_of="@github/copilot",
            argv=("@github/copilot-{OS}-{CPU}/copilot",),
            dialect="messages",
            words=(
                *("-p", PROMPT, "--disable-client-telemetry", "--no-auto-update"),
                *("--output-format", "json", "--additional-mcp-config", "{MCP}"),
                "--trust-folder",
            ),
            free=("--allow-all-tools", "--allow-all-paths"),
            variables={
                "COPILOT_OFFLINE": "true",
                "COPILOT_PROVIDER_BASE_URL": "http://127.0.0.1:{PORT}",
                "COPILOT_PROVIDER_TYPE": "anthropic",
                "COPILOT_PROVIDER_API_KEY": "fake",
                "COPILOT_MODEL": "claude-sonnet-4",
                "COPILOT_AUTO_UPDATE": "false",
            },
            events=(*_COMMON, *_AGENTS),
            pre_tool="PreToolUse",
            wire=_copilot_wire,
            setup=_nothing,
            tools={
                "shell": lambda _, line: Call("bash", {"command": line, "description": "x"}),
                "write": lambda mark, _: Call("create", {"path": mark, "file_text": "one\n"}),
                "write-big": lambda mark, _: Call("create", {"path": mark, "file_text": BIG}),
                "read": lambda mark, _: Call("view", {"path": mark}),
                "mcp": lambda mark, _: Call("demo-touch_it", {"path": mark}),
                "agent": lambda mark, _: Call(
                    "task",
                    {
                        "description": "x",
                        "prompt": inner_prompt(mark),
                        "agent_type": "general-purpose",
                        "name": "inner",
                        "mode": "sync",
                    },
                ),
            },
        ),
        Program(
            host="gemini-cli",
            packages=("@google/gemini-cli@0.61.0",),
            version_of="@google/gemini-cli",
            argv=("node", "@google/gemini-cli/bundle/gemini.js"),
            dialect="gemini",
            words=("-p", PROMPT, "-m", "gemini-2.5-pro", "--output-format", "json"),
            free=("--approval-mode", "yolo"),
            variables={
                "GEMINI_API_KEY": "fake",
                "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:{PORT}",
                "GEMINI_CLI_TRUST_WORKSPACE": "true",
            },
            events=(
                *("SessionStart", "BeforeAgent", "BeforeModel", "BeforeTool", "AfterTool"),
                *("AfterAgent", "SessionEnd"),
            ),
            pre_tool="BeforeTool",
            wire=_gemini_wire,
            setup=_settings(".gemini", "gemini-api-key"),
            tools={
                "shell": lambda _, line: Call("run_shell_command", {"command": line}),
                "write": lambda mark, _: _write_file(mark, "one\n"),
                "write-big": lambda mark, _: _write_file(mark, BIG),
                "read": lambda mark, _: Call("read_file", {"file_path": mark}),
                "mcp": lambda mark, _: Call("mcp_demo_touch_it", {"path": mark}),
                "agent": lambda mark, _: Call(
                    "invoke_agent", {"agent_name": "generalist", "prompt": inner_prompt(mark)}
                ),
            },
        ),
        Program(
            host="qwen-code",
            packages=("node@22", "@qwen-code/qwen-code@0.24.4"),
            version_of="@qwen-code/qwen-code",
            argv=("node/bin/node", "@qwen-code/qwen-code/cli-entry.js"),
            dialect="chat",
            words=("-p", PROMPT, "--output-format", "json"),
            free=("--approval-mode", "yolo"),
            variables={
                "OPENAI_API_KEY": "fake",
                "OPENAI_BASE_URL": "http://127.0.0.1:{PORT}/v1",
                "OPENAI_MODEL": "m",
            },
            events=(*_COMMON, *_AGENTS),
            pre_tool="PreToolUse",
            wire=_qwen_wire,
            setup=_settings(".qwen", "openai"),
            tools={
                "shell": lambda _, line: Call(
                    "run_shell_command", {"command": line, "is_background": False}
                ),
                "write": lambda mark, _: _write_file(mark, "one\n"),
                "write-big": lambda mark, _: _write_file(mark, BIG),
                "read": lambda mark, _: Call("read_file", {"file_path": mark}),
                "mcp": lambda mark, _: Call(
                    "tool_call", {"name": "mcp__demo__touch_it", "arguments": {"path": mark}}
                ),
                "agent": lambda mark, _: Call(
                    "agent",
                    {
                        "description": "x",
                        "prompt": inner_prompt(mark),
                        "subagent_type": "general-purpose",
                        "run_in_background": False,
                    },
                ),
            },
        ),
    )
}


def hookctl_words() -> tuple[str, ...]:
    """Return the command line of the hookctl that belongs to this interpreter."""
    script = os.path.join(os.path.dirname(sys.executable), "hookctl")
    return (script,) if os.access(script, os.X_OK) else (sys.executable, "-P", "-m", "hooks_cli")


def chosen(names: Sequence[str]) -> list[Program]:
    """Return the programs of these hosts; all, if none is named. KeyError for an unknown one."""
    return [PROGRAMS[name] for name in names or PROGRAMS]
