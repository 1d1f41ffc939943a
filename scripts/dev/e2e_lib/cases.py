"""The cases that share one run: the model makes their calls one after the other.

Each is a hook of the user's, a thing that the model wants to do, and what must come of it.
"""

from __future__ import annotations

import json

from e2e_lib.checks import CHANGED, ORIGINAL, REPLACED, Case

SHELL, EDIT, READ, MCP = (
    "beforeShellExecution",
    "beforeEditFile",
    "beforeReadFile",
    "beforeMCPExecution",
)
PRINT_ORIGINAL = "printf 'orig%sinal' 42"


def sh(script: str) -> list[str]:
    """Return the command of a hook that is a shell script."""
    return ["/bin/sh", "-c", script]


def say(value: object, *, seen: str = "", once: str = "") -> list[str]:
    """Return a hook that prints JSON; `seen`: only if the payload has it; `once`: one time."""
    script = f"cat <<'E'\n{json.dumps(value)}\nE\n"
    if seen:
        script = f"if grep -q '{seen}'; then {script}fi"
    if once:
        script = f"if mkdir '{once}' 2>/dev/null; then {script}fi"
    return sh(script)


def refuse(text: str) -> list[str]:
    """Return a hook that blocks with a reason."""
    return sh(f"echo '{text}' >&2; exit 2")


def on(name: str) -> dict[str, str]:
    """Return a matcher on the file of a case, for a command line and for a path."""
    return {"matcher": rf"(?s)(.*[ /])?{name}\.mark.*"}


def modify(**changes: object) -> dict[str, object]:
    """Return the answer of a hook that modifies."""
    return {"decision": "modify", "changes": changes}


def broken(
    name: str, command: list[str], policy: str = "block", **more: object
) -> dict[str, object]:
    """Return a hook that fails, with its policy."""
    return {**on(name), "command": command, "on_failure": policy, **more}


BEFORE_CALLS = (
    Case("control", "shell", "", None, "runs"),
    Case("allow", "shell", SHELL, {**on("allow"), "command": say({"decision": "allow"})}, "runs"),
    Case("block", "shell", SHELL, {**on("block"), "command": refuse("e2e-block: no")}, "blocked"),
    Case(
        "block-general",
        "shell",
        "preToolUse",
        {
            "kind": "guardrail",
            "command": say(
                {"decision": "block", "reason": 'e2e-block-general: "no" & <no>\n\u00fc'},
                seen=r"block-general\.mark",
            ),
        },
        "blocked",
    ),
    Case(
        "block-long",
        "shell",
        SHELL,
        {
            **on("block-long"),
            "command": sh(
                """printf '{"decision":"block","reason":"e2e-block-long '; """
                """head -c 100000 /dev/zero | tr '\\0' x; printf '"}'"""
            ),
        },
        "bounded",
    ),
    Case(
        "modify",
        "shell",
        SHELL,
        {**on("modify"), "command": say(modify(command="touch modify.other"))},
        "modified",
        # A rewrite is ignored there and the original would run, so hookctl must block.
        instead={"qwen-code": "blocked"},
    ),
    Case(
        "modify-quoted",
        "shell",
        SHELL,
        {
            **on("modify-quoted"),
            "command": say(modify(command="printf '%s' '\u00fc \"x\" \\' > modify-quoted.other")),
        },
        "modified",
        instead={"qwen-code": "blocked"},
    ),
    Case(
        "modify-general",
        "shell",
        "preToolUse",
        {
            "command": say(
                modify(tool_input={"command": "touch modify-general.other"}),
                seen=r"modify-general\.mark",
            ),
        },
        "modified",
        instead={"qwen-code": "blocked"},
    ),
    # The general event changes the call, and the specific one sees what it has become.
    Case(
        "chain",
        "shell",
        "preToolUse",
        {
            "command": say(
                modify(tool_input={"command": "touch chain.other"}), seen=r"chain\.mark"
            ),
        },
        "blocked",
        says="chain.other",
    ),
    Case(
        "chain-guard",
        "",
        SHELL,
        {
            "kind": "guardrail",
            "matcher": r"touch chain\.other",
            "command": refuse("e2e-chain-guard: not chain.other"),
        },
        "told",
        instead={"qwen-code": "untold"},  # blocked before, as nothing can be modified
    ),
    Case(
        "ask",
        "shell",
        SHELL,
        {**on("ask"), "command": say({"decision": "ask", "reason": "e2e-ask: sure?"})},
        "blocked",
    ),
    Case(
        "context",
        "shell",
        SHELL,
        {**on("context"), "command": say({"context": "e2e-context: mind the gap"})},
        "told",
        instead={"gemini-cli": "untold", "qwen-code": "untold"},
    ),
)
FAILURES = (
    Case("crash-block", "shell", SHELL, broken("crash-block", sh("kill -9 $$")), "blocked"),
    Case("crash-allow", "shell", SHELL, broken("crash-allow", sh("kill -9 $$"), "allow"), "runs"),
    Case("exit-1", "shell", SHELL, broken("exit-1", sh("echo Traceback >&2; exit 1")), "blocked"),
    Case("missing", "shell", SHELL, broken("missing", ["/nonexistent/guard"]), "blocked"),
    Case(
        "timeout",
        "shell",
        SHELL,
        broken("timeout", sh("trap '' TERM; sleep 30"), timeout_seconds=0.5),
        "blocked",
    ),
    Case(
        "malformed",
        "shell",
        SHELL,
        broken("malformed", sh("""printf 'a banner\\n{"decision":"allow"}'""")),
        "blocked",
    ),
    Case("flood", "shell", SHELL, broken("flood", sh("head -c 60000000 /dev/zero")), "blocked"),
    # A child that keeps the hook's output open is no reason to wait.
    Case("linger", "shell", SHELL, broken("linger", sh("sleep 40 &")), "runs"),
)
FILES = (
    Case(
        "edit-block",
        "write",
        EDIT,
        {**on("edit-block"), "command": refuse("e2e-edit-block")},
        "blocked",
    ),
    Case("edit-allow", "write", "", None, "runs"),
    Case(
        "edit-modify",
        "write",
        EDIT,
        {**on("edit-modify"), "command": say(modify(content=CHANGED + "\n"))},
        "edited",
        instead={"qwen-code": "blocked"},
    ),
    Case(
        "read-block",
        "read",
        READ,
        {**on("read-block"), "command": refuse("e2e-read-block")},
        "unread",
    ),
    Case("read-allow", "read", "", None, "read"),
    Case("big-allow", "write-big", "", None, "runs"),
    Case(
        "big-block",
        "write-big",
        EDIT,
        {**on("big-block"), "command": refuse("e2e-big-block")},
        "blocked",
    ),
    # A patch of two files: one is forbidden, so none may be written.
    Case(
        "patch",
        "patch",
        EDIT,
        {**on("patch"), "command": refuse("e2e-patch")},
        "blocked",
    ),
    # A shell by another name.
    Case(
        "monitor",
        "monitor",
        SHELL,
        {**on("monitor"), "command": refuse("e2e-monitor")},
        "blocked",
    ),
    # The same tool called by the shell: no event of its own there.
    Case(
        "heredoc",
        "shell-patch",
        EDIT,
        {**on("heredoc"), "command": refuse("e2e-heredoc")},
        "blocked",
    ),
)
SERVERS = (
    Case("mcp-allow", "mcp", "", None, "runs"),
    Case(
        "mcp-block",
        "mcp",
        MCP,
        {
            "kind": "guardrail",
            "command": say(
                {"decision": "block", "reason": "e2e-mcp-block"}, seen=r"mcp-block\.mark"
            ),
        },
        "blocked",
    ),
    Case(
        "mcp-modify",
        "mcp",
        MCP,
        {
            "command": say(
                modify(tool_input={"path": "{FOLDER}/mcp-modify.other"}), seen=r"mcp-modify\.mark"
            ),
        },
        "modified",
        instead={"qwen-code": "blocked"},
    ),
)
AFTER_CALLS = (
    Case(
        "output",
        "shell",
        "postToolUse",
        {"kind": "interceptor", "command": say(modify(tool_output=REPLACED), seen=ORIGINAL)},
        "replaced",
        # Nothing that a hook says there takes the place of the result.
        instead={"qwen-code": "unreplaced"},
        line=PRINT_ORIGINAL,
    ),
    Case(
        "hide",
        "shell",
        "postToolUse",
        {
            "kind": "interceptor",
            "command": say({"decision": "block", "reason": "e2e-hide"}, seen="hide orig42inal"),
        },
        "replaced",
        instead={"qwen-code": "unreplaced"},
        says="e2e-hide",
        line="printf 'hide orig%sinal' 42",
    ),
    Case(
        "after-context",
        "shell",
        "postToolUse",
        {
            "kind": "interceptor",
            "command": say({"context": "e2e-after-context"}, seen=r"after-context\.mark"),
        },
        "told",
    ),
    Case(
        "shell-status",
        "shell",
        "afterShellExecution",
        {
            "kind": "interceptor",
            "command": say({"context": "e2e-shell-status"}, seen='"exit_code": *3'),
        },
        "told",
        instead={"codex": "untold"},  # a status is nowhere in what it tells a hook
        line="sh -c 'exit 3'",
    ),
)
TURNS = (
    Case(
        "session-context",
        "",
        "sessionStart",
        {"kind": "interceptor", "command": say({"context": "e2e-session-context"})},
        "told",
    ),
    Case(
        "prompt-context",
        "",
        "beforeSubmitPrompt",
        {"command": say({"context": "e2e-prompt-context"})},
        "told",
    ),
    Case(
        "stop",
        "",
        "agentFinish",
        {
            "kind": "interceptor",
            "command": say({"decision": "block", "reason": "e2e-stop: go on"}, once="stop.once"),
        },
        "told",
    ),
)
END = (
    Case(
        "session-end",
        "",
        "sessionEnd",
        {"kind": "lifecycle", "command": ["/usr/bin/touch", "{FOLDER}/session-end.mark"]},
        "runs",
        instead={"qwen-code": "refused"},  # not fired without a terminal
    ),
)
# Two runs, since some hosts take thirty calls in a row for a loop and ask the model about it.
CALLS = (*BEFORE_CALLS, *FAILURES)
EFFECTS = (*FILES, *SERVERS, *AFTER_CALLS, *TURNS, *END)
