"""The agent CLIs: what to install, how to start each, which events and tools it has.

Every value comes from a run of the version named here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from e2e_lib import native
from e2e_lib.dialects import Call


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
    wire: Callable[[str, native.Wiring], None]
    setup: Callable[[str, native.Wiring], None]
    tools: Mapping[str, Callable[[str, str], Call]]
    seconds: float = 120.0


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
                *(
                    "-p",
                    native.PROMPT,
                    "--model",
                    "claude-sonnet-4-5",
                    "--mcp-config",
                    "{W}/mcp.json",
                ),
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
            wire=native.claude_wire,
            setup=native.claude_setup,
            tools={
                "shell": lambda _, line: Call("Bash", {"command": line, "description": "x"}),
                "write": lambda mark, _: Call("Write", {"file_path": mark, "content": "one\n"}),
                "write-big": lambda mark, _: Call(
                    "Write", {"file_path": mark, "content": native.BIG}
                ),
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
                        "prompt": native.inner_prompt(mark),
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
            words=(*("exec", "--skip-git-repo-check", "--json", native.PROMPT),),
            free=(),
            variables={"OPENAI_API_KEY": "fake"},
            events=_COMMON,
            pre_tool="PreToolUse",
            wire=native.codex_wire,
            setup=native.codex_setup,
            tools={
                "shell": lambda _, line: Call("exec_command", {"cmd": line}),
                "write": lambda mark, _: Call("apply_patch", native.patch(mark)),
                "write-big": lambda mark, _: Call(
                    "apply_patch", native.patch(mark, text=native.BIG)
                ),
                "patch": native.two_files,
                "shell-patch": native.patch_by_shell,
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
                *("-p", native.PROMPT, "--disable-client-telemetry", "--no-auto-update"),
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
            wire=native.copilot_wire,
            setup=native.nothing,
            tools={
                "shell": lambda _, line: Call("bash", {"command": line, "description": "x"}),
                "write": lambda mark, _: Call("create", {"path": mark, "file_text": "one\n"}),
                "write-big": lambda mark, _: Call(
                    "create", {"path": mark, "file_text": native.BIG}
                ),
                "read": lambda mark, _: Call("view", {"path": mark}),
                "mcp": lambda mark, _: Call("demo-touch_it", {"path": mark}),
                "agent": lambda mark, _: Call(
                    "task",
                    {
                        "description": "x",
                        "prompt": native.inner_prompt(mark),
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
            words=("-p", native.PROMPT, "-m", "gemini-2.5-pro", "--output-format", "json"),
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
            wire=native.gemini_wire,
            setup=native.settings(".gemini", "gemini-api-key"),
            tools={
                "shell": lambda _, line: Call("run_shell_command", {"command": line}),
                "write": lambda mark, _: native.write_file(mark, "one\n"),
                "write-big": lambda mark, _: native.write_file(mark, native.BIG),
                "read": lambda mark, _: Call("read_file", {"file_path": mark}),
                "mcp": lambda mark, _: Call("mcp_demo_touch_it", {"path": mark}),
                "agent": lambda mark, _: Call(
                    "invoke_agent",
                    {"agent_name": "generalist", "prompt": native.inner_prompt(mark)},
                ),
            },
        ),
        Program(
            host="qwen-code",
            packages=("node@22", "@qwen-code/qwen-code@0.24.4"),
            version_of="@qwen-code/qwen-code",
            argv=("node/bin/node", "@qwen-code/qwen-code/cli-entry.js"),
            dialect="chat",
            words=("-p", native.PROMPT, "--output-format", "json"),
            free=("--approval-mode", "yolo"),
            variables={
                "OPENAI_API_KEY": "fake",
                "OPENAI_BASE_URL": "http://127.0.0.1:{PORT}/v1",
                "OPENAI_MODEL": "m",
            },
            events=(*_COMMON, *_AGENTS),
            pre_tool="PreToolUse",
            wire=native.qwen_wire,
            setup=native.settings(".qwen", "openai"),
            tools={
                "shell": lambda _, line: Call(
                    "run_shell_command", {"command": line, "is_background": False}
                ),
                "write": lambda mark, _: native.write_file(mark, "one\n"),
                "write-big": lambda mark, _: native.write_file(mark, native.BIG),
                "read": lambda mark, _: Call("read_file", {"file_path": mark}),
                "mcp": lambda mark, _: Call(
                    "tool_call", {"name": "mcp__demo__touch_it", "arguments": {"path": mark}}
                ),
                "agent": lambda mark, _: Call(
                    "agent",
                    {
                        "description": "x",
                        "prompt": native.inner_prompt(mark),
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
