"""`hookctl dispatch EVENT --host HOST` as the hosts run it, judged by their own rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hooks_cli.hosts import simulate
from hooks_cli.hosts.effects import Effect

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = [sys.executable, "-P", "-m", "hooks_cli", "dispatch"]
PATIENCE = 60
FAIL = {"name": "broken", "kind": "guardrail", "command": "echo kaput >&2; exit 1"}
DENY = {"name": "guard", "kind": "guardrail", "rule": {"decision": "block", "reason": "not here"}}
ASK = {"name": "careful", "rule": {"decision": "ask", "reason": "really?"}}


def rewrite(**changes: Any) -> dict[str, Any]:
    return {"name": "rewriter", "rule": {"decision": "modify", "changes": changes}}


def guard_of(word: str, where: str = "command") -> dict[str, Any]:
    """Return a guardrail that blocks where a field contains a word."""
    return {**DENY, "match": {"field": {where: {"regex": word}}}}


class Run:
    """What hookctl answered: exit status, stdout, stderr, and what the host makes of it."""

    def __init__(self, host: str, event: str, done: subprocess.CompletedProcess[bytes]) -> None:
        self.host, self.event = host, event
        self.status, self.stdout, self.stderr = done.returncode, done.stdout, done.stderr

    @property
    def effect(self) -> Effect:
        """Return what the host does."""
        return simulate.simulate(self.host, self.event, self.status, self.stdout, self.stderr)

    @property
    def json(self) -> Any:
        """Return the answer."""
        return json.loads(self.stdout)


@pytest.fixture
def dispatch(tmp_path: Path) -> Callable[..., Run]:
    """Run hookctl with a configuration; a payload that is no bytes is sent as JSON."""

    def run(
        host: str,
        event: str | None,
        payload: Any,
        hooks: dict[str, Any] | str | None = None,
        *,
        words: tuple[str, ...] = (),
        environ: dict[str, str] | None = None,
        cwd: Path | None = None,
        wrapper: str = "",
        **top: Any,
    ) -> Run:
        config = tmp_path / "hooks.json"
        text = (
            hooks
            if isinstance(hooks, str)
            else json.dumps({"version": 1, "hooks": hooks or {}, **top})
        )
        config.write_text(text)
        given = () if "--no-config" in words else ("--config", str(config))
        rest = tuple(word for word in words if word != "--no-config")
        argv = [*PROGRAM, *([event] if event else []), "--host", host, *given, *rest]
        if wrapper:
            argv = ["/bin/sh", "-c", wrapper, *argv]
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path / "home"),
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "XDG_CONFIG_HOME": str(tmp_path / "none"),
            "PYTHONPATH": str(ROOT),
            **(environ or {}),
        }
        done = subprocess.run(
            argv,
            input=data,
            capture_output=True,
            env=env,
            cwd=cwd or tmp_path,
            timeout=PATIENCE,
            check=False,
        )
        return Run(host, event or "", done)

    return run


def claude(event: str = "PreToolUse", **fields: Any) -> dict[str, Any]:
    return {"session_id": "s", "cwd": "/tmp", "hook_event_name": event, **fields}


def bash(command: str, **more: Any) -> dict[str, Any]:
    return claude(tool_name="Bash", tool_input={"command": command}, tool_use_id="t", **more)


# A shell call as each host announces it.
SHELL: dict[str, tuple[str, Callable[[str], dict[str, Any]]]] = {
    "claude-code": ("PreToolUse", bash),
    "codex": ("PreToolUse", lambda text: {**bash(text), "turn_id": "1", "model": "m"}),
    "copilot": (
        "preToolUse",
        lambda text: {
            "sessionId": "s",
            "timestamp": 1,
            "toolName": "bash",
            "toolArgs": {"command": text},
        },
    ),
    "gemini-cli": (
        "BeforeTool",
        lambda text: {
            "hook_event_name": "BeforeTool",
            "tool_name": "run_shell_command",
            "tool_input": {"command": text},
        },
    ),
    "cursor": (
        "beforeShellExecution",
        lambda text: {
            "hook_event_name": "beforeShellExecution",
            "cursor_version": "3",
            "conversation_id": "c",
            "command": text,
        },
    ),
    "vscode": (
        "PreToolUse",
        lambda text: claude(
            tool_name="run_in_terminal", tool_input={"command": text}, timestamp="x"
        ),
    ),
    "windsurf": (
        "pre_run_command",
        lambda text: {
            "agent_action_name": "pre_run_command",
            "trajectory_id": "t",
            "tool_info": {"command_line": text, "cwd": "/tmp"},
        },
    ),
    "ai4j": (
        "preToolUse",
        lambda text: {"name": "bash", "arguments": json.dumps({"command": text}), "callId": "c"},
    ),
    "qwen-code": (
        "PreToolUse",
        lambda text: claude(
            tool_name="run_shell_command", tool_input={"command": text}, timestamp="x"
        ),
    ),
    "devin": ("PreToolUse", lambda text: claude(tool_name="exec", tool_input={"command": text})),
    "openhands": (
        "PreToolUse",
        lambda text: {
            "event_type": "PreToolUse",
            "tool_name": "terminal",
            "tool_input": {"command": text},
        },
    ),
    "goose": (
        "PreToolUse",
        lambda text: {
            "event": "PreToolUse",
            "matcher_context": "x",
            "tool_name": "shell",
            "tool_input": {"command": text},
        },
    ),
    "cline": (
        "PreToolUse",
        lambda text: {
            "hookName": "tool_call",
            "clineVersion": "4",
            "tool_call": {"name": "run_commands", "input": {"commands": [text]}},
        },
    ),
}
EVERY = pytest.mark.parametrize("host", SHELL)


# ------------------------------------------------------------------ one policy, every host


@EVERY
def test_a_policy_written_once_blocks_everywhere(dispatch: Callable[..., Run], host: str) -> None:
    event, make = SHELL[host]
    hooks = {"beforeShellExecution": [guard_of("rm -rf")]}
    blocked = dispatch(host, event, make("rm -rf /"), hooks)
    assert blocked.effect.action == "blocks"
    assert blocked.effect.reason == "not here"
    assert b"not here" in blocked.stderr  # M11: people see it too
    fine = dispatch(host, event, make("ls"), hooks)
    assert (fine.status, fine.effect.action, fine.stderr) == (0, "runs", b"")


@EVERY
def test_a_rewrite_runs_rewritten_or_not_at_all(dispatch: Callable[..., Run], host: str) -> None:
    """O8: where the host cannot change a command, the original must not run."""
    event, make = SHELL[host]
    run = dispatch(
        host, event, make("pip install x"), {"beforeShellExecution": [rewrite(command="echo no")]}
    )
    if run.effect.action == "rewrites":
        assert "echo no" in json.dumps(run.effect.value)
    else:
        assert run.effect.action == "blocks"
        assert "echo no" in run.effect.reason
        assert host in ("cursor", "windsurf", "qwen-code", "openhands", "goose")


@EVERY
def test_a_question_is_asked_or_blocks_and_says_so(dispatch: Callable[..., Run], host: str) -> None:
    """O7 and O18: Gemini without a terminal would wait for ever."""
    event, make = SHELL[host]
    run = dispatch(host, event, make("ls"), {"beforeShellExecution": [ASK]})
    able = ("claude-code", "copilot", "cursor", "vscode", "qwen-code", "cline")
    assert run.effect.action == ("asks" if host in able else "blocks")
    assert "really?" in run.effect.reason


@EVERY
def test_a_crashed_guard_blocks_or_lets_pass_as_its_policy_says(
    dispatch: Callable[..., Run], host: str
) -> None:
    """H10: the exit status 1 of a hook, on hosts that would read it as anything."""
    event, make = SHELL[host]
    closed = dispatch(host, event, make("ls"), {"beforeShellExecution": [FAIL]})
    assert closed.effect.action == "blocks"
    assert "kaput" in closed.effect.reason
    opened = dispatch(
        host, event, make("ls"), {"beforeShellExecution": [{**FAIL, "on_failure": "allow"}]}
    )
    assert (opened.status, opened.effect.action) == (0, "runs")


@EVERY
def test_a_route_to_nowhere_blocks(dispatch: Callable[..., Run], host: str) -> None:
    event, make = SHELL[host]
    rule = {"decision": "route", "route": {"provider": "bwrap", "command": "ls"}}
    run = dispatch(
        host, event, make("ls"), {"beforeShellExecution": [{"name": "away", "rule": rule}]}
    )
    assert run.effect.action == "blocks"
    assert "route to bwrap, but no such provider is configured" in run.effect.reason


@EVERY
@pytest.mark.parametrize("fault", ["payload", "configuration", "version", "command line"])
def test_own_errors_are_said_in_the_hosts_words(
    dispatch: Callable[..., Run], host: str, fault: str
) -> None:
    """M04 and H11: text and status say the same, and the host does not read it as "go on"."""
    event, make = SHELL[host]
    payload: Any = make("ls")
    hooks: Any = {}
    words: tuple[str, ...] = ()
    if fault == "payload":
        payload = b'{"cut": '
    elif fault == "configuration":
        hooks = "{"
    elif fault == "version":
        hooks = '{"version": 7}'
    else:
        words = ("--workspace", "/nonexistent/place")
    run = dispatch(host, event, payload, hooks, words=words)
    assert run.effect.action == "blocks"
    assert run.effect.reason.strip()


@EVERY
def test_an_unknown_event_ends_in_the_last_resort(dispatch: Callable[..., Run], host: str) -> None:
    event, make = SHELL[host]
    run = dispatch(host, "noSuchEvent", make("ls"))
    assert run.status == 2
    assert run.json["decision"] == "block"
    assert b"noSuchEvent" in run.stderr
    effect = simulate.simulate(host, event, run.status, run.stdout, run.stderr)
    assert effect.action == "blocks"


@EVERY
def test_under_the_policy_allow_an_unreadable_payload_passes(
    dispatch: Callable[..., Run], host: str
) -> None:
    event, _ = SHELL[host]
    run = dispatch(host, event, b"{", defaults={"on_failure": "allow"})
    assert (run.status, run.effect.action) == (0, "runs")


# ------------------------------------------------------------------ named cases


def test_h09_a_hook_that_denies_and_exits_with_2_blocks_with_its_reason(
    dispatch: Callable[..., Run],
) -> None:
    said = json.dumps({"decision": "allow", "reason": "fine"})
    deny = json.dumps(
        {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "R1"}}
    )
    for text, reason in ((deny, "R1"), (said, "E")):
        hook = {"name": "h", "command": f"cat >/dev/null; echo '{text}'; echo E >&2; exit 2"}
        run = dispatch("claude-code", "PreToolUse", bash("ls"), {"preToolUse": [hook]})
        assert run.effect.action == "blocks"
        if text is deny:
            assert run.effect.reason == reason


def test_h11_a_wrong_option_is_no_veto(dispatch: Callable[..., Run]) -> None:
    run = dispatch("claude-code", "PreToolUse", bash("ls"), words=("--nonsense",))
    assert run.status == 64
    assert b"--nonsense" in run.stderr


@pytest.mark.parametrize("host", ["codex", "vscode", "gemini-cli", "copilot", "qwen-code", "cline"])
def test_h12_the_veto_arrives_through_a_shell_that_turns_every_status_into_1(
    dispatch: Callable[..., Run], host: str
) -> None:
    event, make = SHELL[host]
    run = dispatch(host, event, make("ls"), {"preToolUse": [DENY]}, wrapper='"$0" "$@" || exit 1')
    assert run.status == 0
    assert run.effect.action == "blocks"


@EVERY
def test_h15_m07_a_byte_order_mark_in_front_is_nothing(
    dispatch: Callable[..., Run], host: str
) -> None:
    """O20: one or two of them."""
    event, make = SHELL[host]
    data = b"\xef\xbb\xbf\xef\xbb\xbf" + json.dumps(make("rm -rf /")).encode()
    run = dispatch(host, event, data, {"beforeShellExecution": [guard_of("rm -rf")]})
    assert run.effect.reason == "not here"


def test_h16_text_beyond_ascii_passes_under_a_c_locale(dispatch: Callable[..., Run]) -> None:
    command = 'echo "日本語 🎉 é\\"'
    environ = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    hook = {"name": "h", "command": "cat > seen.json"}
    run = dispatch(
        "claude-code",
        "PreToolUse",
        json.dumps(bash(command), ensure_ascii=False).encode(),
        {"beforeShellExecution": [hook, rewrite(command=f"{command} 日本")]},
        environ=environ,
    )
    assert run.effect.value == {"command": f"{command} 日本"}


@pytest.mark.parametrize("fault", ["no match", "error", "veto"])
def test_m01_cursor_always_gets_exactly_one_document(
    dispatch: Callable[..., Run], fault: str
) -> None:
    payload = b"x" if fault == "error" else SHELL["cursor"][1]("ls")
    hooks = {"beforeShellExecution": [DENY]} if fault == "veto" else {}
    run = dispatch("cursor", "beforeShellExecution", payload, hooks)
    assert run.json["permission"] == ("allow" if fault == "no match" else "deny")


@pytest.mark.parametrize(
    "command", ['echo \'{"decision":"deny","reason":"R"}\'', "echo R >&2; exit 2"]
)
def test_m02_a_veto_goes_out_on_both_channels(dispatch: Callable[..., Run], command: str) -> None:
    run = dispatch(
        "claude-code", "PreToolUse", bash("ls"), {"preToolUse": [{"name": "h", "command": command}]}
    )
    assert run.json["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert (run.status, run.stderr) == (2, b"R\n")


@pytest.mark.parametrize("spelling", ["camel", "pascal", "string"])
def test_m03_o21_copilots_spellings_come_to_the_same(
    dispatch: Callable[..., Run], spelling: str
) -> None:
    arguments = {"command": "rm -rf /"}
    payloads: dict[str, tuple[str, Any]] = {
        "camel": ("preToolUse", {"sessionId": "s", "toolName": "bash", "toolArgs": arguments}),
        "string": (
            "preToolUse",
            {"sessionId": "s", "toolName": "bash", "toolArgs": json.dumps(arguments)},
        ),
        "pascal": (
            "PreToolUse",
            {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": arguments},
        ),
    }
    event, payload = payloads[spelling]
    run = dispatch("copilot", event, payload, {"beforeShellExecution": [guard_of("rm -rf")]})
    assert run.json == {"permissionDecision": "deny", "permissionDecisionReason": "not here"}


def test_o21_cursors_arguments_in_a_string_are_read(dispatch: Callable[..., Run]) -> None:
    payload = {
        "hook_event_name": "beforeMCPExecution",
        "cursor_version": "3",
        "tool_name": "query",
        "mcp_server_name": "db",
        "tool_input": '{"sql":"drop table x"}',
    }
    hook = {**DENY, "match": {"field": {"tool_input.sql": {"regex": "drop"}}}}
    run = dispatch("cursor", "beforeMCPExecution", payload, {"beforeMCPExecution": [hook]})
    assert run.effect.reason == "not here"


def test_m15_a_timeout_says_that_it_was_one(dispatch: Callable[..., Run]) -> None:
    hook = {"name": "slow", "command": "sleep 30", "timeout_seconds": 0.2}
    run = dispatch("codex", "PreToolUse", SHELL["codex"][1]("ls"), {"preToolUse": [hook]})
    assert run.effect.action == "blocks"
    assert "slow failed: timed out" in run.effect.reason


@pytest.mark.parametrize(
    ("host", "event"), [("codex", "Stop"), ("gemini-cli", "AfterAgent"), ("vscode", "Stop")]
)
def test_m16_a_stop_is_refused_five_times_and_then_let_go(
    dispatch: Callable[..., Run], host: str, event: str
) -> None:
    """These hosts do not count, and would go on for ever."""
    hooks = {"agentFinish": [{**DENY, "rule": {"decision": "block", "reason": "write the tests"}}]}
    actions = []
    for turn in range(8):
        payload = {"hook_event_name": event, "session_id": "s/1", "stop_hook_active": turn > 0}
        actions.append(dispatch(host, event, payload, hooks).effect.action)
    assert actions == ["continues"] * 5 + ["runs"] * 3
    fresh = {"hook_event_name": event, "session_id": "s/1", "stop_hook_active": False}
    assert dispatch(host, event, fresh, hooks).effect.action == "continues"


def test_m16_without_a_place_to_count_the_stop_is_refused_once(
    dispatch: Callable[..., Run],
) -> None:
    hooks = {"agentFinish": [DENY]}
    environ = {"XDG_STATE_HOME": "/proc/nothing"}
    for active, action in ((False, "continues"), (True, "runs")):
        payload = {"hook_event_name": "Stop", "session_id": "s", "stop_hook_active": active}
        assert dispatch("codex", "Stop", payload, hooks, environ=environ).effect.action == action


def test_m16_cursor_counts_itself_and_is_asked_no_more_at_its_cap(
    dispatch: Callable[..., Run],
) -> None:
    for count, action in ((0, "continues"), (4, "continues"), (5, "runs")):
        payload = {"hook_event_name": "stop", "cursor_version": "3", "status": "completed"}
        run = dispatch("cursor", "stop", {**payload, "loop_count": count}, {"agentFinish": [DENY]})
        assert run.effect.action == action


def test_an_audit_at_the_stop_refuses_nothing(dispatch: Callable[..., Run]) -> None:
    """On an event that is for watching, a hook without a kind is a lifecycle hook."""
    run = dispatch(
        "claude-code", "Stop", claude("Stop"), {"agentFinish": [{"name": "a", "command": "exit 2"}]}
    )
    assert (run.status, run.stdout, run.effect.action) == (0, b"", "runs")


@pytest.mark.parametrize(
    "change",
    [{"tool_input": {"command": 7}}, {"tool_input": {"command": None}}, {"tool_name": "Read"}],
)
@pytest.mark.parametrize("host", ["claude-code", "vscode", "codex"])
def test_m19_a_rewrite_that_does_not_fit_the_tool_never_lets_the_original_run(
    dispatch: Callable[..., Run], host: str, change: dict[str, Any]
) -> None:
    event, make = SHELL[host]
    run = dispatch(host, event, make("ls"), {"preToolUse": [rewrite(**change)]})
    assert run.effect.action == "blocks"
    assert "rewriter" in run.effect.reason


def test_m19_vscode_drops_arguments_that_its_schema_does_not_know(
    dispatch: Callable[..., Run],
) -> None:
    event, make = SHELL["vscode"]
    run = dispatch("vscode", event, make("ls"), {"preToolUse": [rewrite(tool_input={"extra": 1})]})
    assert run.effect.action == "blocks"
    assert "extra may not come or go" in run.effect.reason


PATCH = (
    "*** Begin Patch\n*** Add File: ok.txt\n+x\n"
    "*** Update File: /etc/passwd\n@@\n-a\n+b\n*** End Patch\n"
)


def patch_call(text: str) -> dict[str, Any]:
    return {**claude(tool_name="apply_patch", tool_input={"command": text}), "turn_id": "1"}


def test_o6_a_patch_of_two_files_is_blocked_if_one_of_them_is(dispatch: Callable[..., Run]) -> None:
    hooks = {"beforeEditFile": [guard_of("passwd", "file_path")]}
    assert dispatch("codex", "PreToolUse", patch_call(PATCH), hooks).effect.reason == "not here"


def test_a_call_with_several_targets_cannot_be_rewritten(dispatch: Callable[..., Run]) -> None:
    run = dispatch(
        "codex", "PreToolUse", patch_call(PATCH), {"beforeEditFile": [rewrite(file_path="/tmp/x")]}
    )
    assert run.effect.action == "blocks"
    assert "/tmp/x" in run.effect.reason


def test_a_patch_of_one_file_can_be_rewritten(dispatch: Callable[..., Run]) -> None:
    text = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** End Patch\n"
    hooks = {"beforeEditFile": [rewrite(content="two\nthree\n", file_path="/tmp/b.txt")]}
    run = dispatch("codex", "PreToolUse", patch_call(text), hooks)
    wanted = "*** Begin Patch\n*** Add File: /tmp/b.txt\n+two\n+three\n*** End Patch\n"
    assert run.json["hookSpecificOutput"]["permissionDecision"] == "allow"  # or it is ignored
    assert run.effect.value == {"command": wanted}


@pytest.mark.parametrize(
    "value",
    [
        {"commands": ["ls", "rm -rf /"]},
        "rm -rf /",
        ["rm -rf /"],
        {"cmd": "rm -rf /"},
        {"command": "rm -rf /"},
        {"commands": [{"command": "rm", "args": ["-rf", "/"]}]},
        {"commands": '["ls","rm -rf /"]'},
    ],
)
def test_o6b_every_shape_that_cline_accepts_is_seen(
    dispatch: Callable[..., Run], value: Any
) -> None:
    payload = {"hookName": "tool_call", "tool_call": {"name": "run_commands", "input": value}}
    run = dispatch("cline", "PreToolUse", payload, {"beforeShellExecution": [guard_of("rm -rf")]})
    assert run.json == {"cancel": True, "errorMessage": "not here"}


@pytest.mark.parametrize("policy", ["block", "allow"])
def test_o6c_an_unrecognisable_shell_call_follows_the_policy(
    dispatch: Callable[..., Run], policy: str
) -> None:
    payload = claude(tool_name="Bash", tool_input={"cmd": "ls"})
    run = dispatch("claude-code", "PreToolUse", payload, defaults={"on_failure": policy})
    assert run.effect.action == ("blocks" if policy == "block" else "runs")
    if policy == "block":
        assert "without a recognisable command" in run.effect.reason


def test_o6c_what_the_general_event_decided_holds_even_then(dispatch: Callable[..., Run]) -> None:
    payload = claude(tool_name="Bash", tool_input={"cmd": "ls"})
    hooks = {"preToolUse": [ASK]}
    run = dispatch("claude-code", "PreToolUse", payload, hooks, defaults={"on_failure": "allow"})
    assert (run.effect.action, run.effect.reason) == ("asks", "really?")
    run = dispatch(
        "claude-code",
        "PreToolUse",
        payload,
        {"preToolUse": [DENY]},
        defaults={"on_failure": "allow"},
    )
    assert run.effect.action == "blocks"


def test_o6d_a_patch_inside_a_shell_command_is_seen_on_codex(dispatch: Callable[..., Run]) -> None:
    command = f"apply_patch <<'EOF'\n{PATCH}EOF"
    hooks = {"beforeEditFile": [guard_of("passwd", "file_path")]}
    run = dispatch("codex", "PreToolUse", SHELL["codex"][1](command), hooks)
    assert run.effect.reason == "not here"


def seen(tmp_path: Path) -> list[dict[str, Any]]:
    """Return the payloads that the recording hook wrote down."""
    return [json.loads(line) for line in (tmp_path / "seen").read_text().splitlines()]


def recorder(tmp_path: Path, *names: str) -> dict[str, Any]:
    hook = {
        "name": "rec",
        "kind": "lifecycle",
        "command": f"cat >> {tmp_path}/seen; echo >> {tmp_path}/seen",
    }
    return {name: [hook] for name in names}


def test_o11_a_failing_command_on_claude_is_a_failure_with_its_status(
    dispatch: Callable[..., Run], tmp_path: Path
) -> None:
    payload = {
        **bash("exit 3"),
        "hook_event_name": "PostToolUseFailure",
        "error": "Exit code 3\nbad",
    }
    dispatch("claude-code", "PostToolUseFailure", payload, recorder(tmp_path, "*"))
    events = {item["hook_event_name"]: item for item in seen(tmp_path)}
    assert list(events) == ["postToolUseFailure", "afterShellExecution"]
    assert events["afterShellExecution"]["exit_code"] == 3


def test_o12_a_failing_command_elsewhere_is_a_success_with_its_status_in_the_text(
    dispatch: Callable[..., Run], tmp_path: Path
) -> None:
    text = "bad\n<shellId: 1 completed with exit code 3>"
    copilot = {
        "sessionId": "s",
        "toolName": "bash",
        "toolArgs": {"command": "exit 3"},
        "toolResult": {"resultType": "success", "textResultForLlm": text},
    }
    dispatch("copilot", "postToolUse", copilot, recorder(tmp_path, "afterShellExecution"))
    codex = {**bash("exit 3"), "hook_event_name": "PostToolUse", "tool_response": "Exit Code: 0\n"}
    dispatch("codex", "PostToolUse", codex, recorder(tmp_path, "afterShellExecution"))
    assert [item.get("exit_code") for item in seen(tmp_path)] == [3, None]


def project(tmp_path: Path) -> Path:
    place = tmp_path / "project"
    (place / ".hookctl").mkdir(parents=True)
    (place / "sub").mkdir()
    return place


@pytest.mark.parametrize(
    ("host", "variable"), [("codex", ""), ("claude-code", "CLAUDE_PROJECT_DIR")]
)
def test_o13_o14_hooks_run_in_the_project_wherever_the_call_is(
    dispatch: Callable[..., Run], tmp_path: Path, host: str, variable: str
) -> None:
    place = project(tmp_path)
    payload = {**SHELL[host][1]("ls"), "cwd": str(place / "sub")}
    environ = {variable: str(place)} if variable else {}
    where = place / "sub" if variable else place
    hook = {"name": "where", "command": f"pwd > {tmp_path}/pwd"}
    dispatch(host, "PreToolUse", payload, {"preToolUse": [hook]}, environ=environ, cwd=where)
    assert (tmp_path / "pwd").read_text().strip() == str(place)


@pytest.mark.parametrize(
    ("event", "canonical"),
    [("agentStop", "agentFinish"), ("userPromptSubmitted", "beforeSubmitPrompt")],
)
def test_o15_what_happens_inside_a_sub_agent_is_not_the_users_turn(
    dispatch: Callable[..., Run], event: str, canonical: str
) -> None:
    payload = {"sessionId": "s", "timestamp": 1, "prompt": "x", "stopReason": "end_turn"}
    hooks = {canonical: [DENY]}
    assert dispatch("copilot", event, payload, hooks).stdout
    assert dispatch("copilot", event, {**payload, "agentId": "b7"}, hooks).stdout == b""


def test_o16_an_empty_prompt_on_qwen_is_no_prompt(dispatch: Callable[..., Run]) -> None:
    hooks = {"beforeSubmitPrompt": [DENY]}
    for prompt, action in (("hi", "blocks"), ("", "runs")):
        payload = claude("UserPromptSubmit", prompt=prompt, timestamp="x")
        assert dispatch("qwen-code", "UserPromptSubmit", payload, hooks).effect.action == action


def test_o17_gemini_gets_no_tail_call(dispatch: Callable[..., Run]) -> None:
    payload = {
        "hook_event_name": "AfterTool",
        "original_request_name": "x",
        "tool_name": "run_shell_command",
        "tool_input": {"command": "ls"},
        "tool_response": {"llmContent": "a"},
    }
    run = dispatch(
        "gemini-cli",
        "AfterTool",
        payload,
        {"postToolUse": [{**rewrite(tool_output="b"), "kind": "interceptor"}]},
    )
    assert run.effect.output == "b"
    assert b"tailToolCallRequest" not in run.stdout


def test_o19_a_new_output_on_claude_is_the_whole_structure(dispatch: Callable[..., Run]) -> None:
    result = {"stdout": "secret", "stderr": "", "interrupted": False, "isImage": False}
    payload = {**bash("cat x"), "hook_event_name": "PostToolUse", "tool_response": result}
    hook = {**rewrite(tool_output="[masked]"), "kind": "interceptor"}
    run = dispatch("claude-code", "PostToolUse", payload, {"postToolUse": [hook]})
    assert run.effect.output == {**result, "stdout": "[masked]"}
    hidden = dispatch("claude-code", "PostToolUse", payload, {"postToolUse": [DENY]})
    assert hidden.effect.output == {**result, "stdout": "not here"}


def test_o19_an_mcp_result_on_claude_is_replaced_as_blocks(dispatch: Callable[..., Run]) -> None:
    payload = claude(
        "PostToolUse",
        tool_name="mcp__db__query",
        tool_input={"q": "x"},
        tool_response=[{"type": "text", "text": "secret"}],
    )
    hook = {**rewrite(tool_output="[masked]"), "kind": "interceptor"}
    run = dispatch("claude-code", "PostToolUse", payload, {"postToolUse": [hook]})
    inner = run.json["hookSpecificOutput"]
    assert inner["updatedMCPToolOutput"] == [{"type": "text", "text": "[masked]"}]


def test_an_output_that_cannot_be_hidden_is_reported_to_the_model(
    dispatch: Callable[..., Run],
) -> None:
    payload = {**SHELL["vscode"][1]("ls"), "hook_event_name": "PostToolUse", "tool_response": "a"}
    run = dispatch("vscode", "PostToolUse", payload, {"postToolUse": [DENY]})
    assert run.effect.context == "not here"


@pytest.mark.parametrize("name", ["PreToolUse", "preToolUse"])
@pytest.mark.parametrize("tool", ["Shell", "Bash"])
def test_o22_cursor_at_a_registration_of_claudes_gets_both_shapes(
    dispatch: Callable[..., Run], name: str, tool: str
) -> None:
    payload = {
        "hook_event_name": name,
        "cursor_version": "3.15",
        "conversation_id": "c",
        "workspace_roots": ["/tmp"],
        "tool_name": tool,
        "tool_input": {"command": "rm -rf /"},
    }
    hooks = {"beforeShellExecution": [guard_of("rm -rf")]}
    run = dispatch("claude-code", "PreToolUse", payload, hooks)
    for host, event in (("claude-code", "PreToolUse"), ("cursor", "preToolUse")):
        effect = simulate.simulate(host, event, run.status, run.stdout, run.stderr)
        assert (effect.action, effect.reason) == ("blocks", "not here")
    fine = dispatch("claude-code", "PreToolUse", payload, {})
    assert (fine.status, fine.json) == (0, {"permission": "allow"})
    new = dispatch(
        "claude-code", "PreToolUse", payload, {"beforeShellExecution": [rewrite(command="echo")]}
    )
    for host, event in (("claude-code", "PreToolUse"), ("cursor", "preToolUse")):
        effect = simulate.simulate(host, event, new.status, new.stdout, new.stderr)
        assert effect.value == {"command": "echo"}


# ------------------------------------------------------------------ one payload flows through


def test_a_change_of_the_general_event_is_what_the_specific_one_sees(
    dispatch: Callable[..., Run],
) -> None:
    hooks = {
        "preToolUse": [rewrite(tool_input={"command": "rm -rf /tmp/x"})],
        "beforeShellExecution": [guard_of("rm -rf")],
    }
    assert dispatch("claude-code", "PreToolUse", bash("ls"), hooks).effect.reason == "not here"


def test_changes_of_both_events_end_up_in_one_complete_input(dispatch: Callable[..., Run]) -> None:
    payload = bash("ls")
    payload["tool_input"]["description"] = "look"
    hooks = {
        "preToolUse": [rewrite(tool_input={"run_in_background": False})],
        "beforeShellExecution": [rewrite(command="ls -l", timeout_seconds=5)],
    }
    run = dispatch("claude-code", "PreToolUse", payload, hooks)
    assert run.effect.value == {
        "command": "ls -l",
        "description": "look",
        "run_in_background": False,
        "timeout": 5000,
    }


def test_a_block_of_the_general_event_ends_the_conversation(
    dispatch: Callable[..., Run], tmp_path: Path
) -> None:
    hooks = {"preToolUse": [DENY], **recorder(tmp_path, "beforeShellExecution")}
    assert dispatch("claude-code", "PreToolUse", bash("ls"), hooks).effect.action == "blocks"
    assert not (tmp_path / "seen").exists()


def test_a_question_and_a_change_go_out_together(dispatch: Callable[..., Run]) -> None:
    hooks = {"preToolUse": [ASK], "beforeShellExecution": [rewrite(command="ls -l")]}
    inner = dispatch("claude-code", "PreToolUse", bash("ls"), hooks).json["hookSpecificOutput"]
    assert inner["permissionDecision"] == "ask"
    assert inner["updatedInput"] == {"command": "ls -l"}


def test_a_prompt_is_rewritten_where_the_host_can_and_else_stays_unsent(
    dispatch: Callable[..., Run],
) -> None:
    hooks = {"beforeSubmitPrompt": [rewrite(prompt="[masked]")]}
    copilot = dispatch("copilot", "userPromptSubmitted", {"sessionId": "s", "prompt": "key"}, hooks)
    assert copilot.effect.value == "[masked]"
    ai4j = dispatch("ai4j", "userPromptSubmit", {"input": "key"}, hooks)
    assert ai4j.json == {"decision": "modify", "input": "[masked]"}
    other = dispatch(
        "claude-code", "UserPromptSubmit", claude("UserPromptSubmit", prompt="key"), hooks
    )
    assert other.effect.action == "blocks"


def test_ai4j_gets_the_name_and_the_arguments_as_a_string(dispatch: Callable[..., Run]) -> None:
    event, make = SHELL["ai4j"]
    run = dispatch("ai4j", event, make("ls"), {"beforeShellExecution": [rewrite(command="ls -l")]})
    assert run.json == {"decision": "modify", "name": "bash", "arguments": '{"command":"ls -l"}'}


def test_a_host_without_an_event_name_in_its_payload_needs_one(
    dispatch: Callable[..., Run],
) -> None:
    run = dispatch("ai4j", None, {"name": "bash", "arguments": "{}"})
    assert run.status == 2
    assert b"hookctl dispatch EVENT --host ai4j" in run.stderr


def test_gemini_reads_context_only_where_it_is_heard(dispatch: Callable[..., Run]) -> None:
    rule = {"decision": "allow", "context": "Mind the gap."}
    hook = {"name": "c", "kind": "interceptor", "rule": rule}
    before = dispatch(
        "gemini-cli", "BeforeTool", SHELL["gemini-cli"][1]("ls"), {"preToolUse": [hook]}
    )
    assert before.stdout == b""
    prompt = {"hook_event_name": "BeforeAgent", "prompt": "x"}
    heard = dispatch("gemini-cli", "BeforeAgent", prompt, {"beforeSubmitPrompt": [hook]})
    assert heard.effect.context == "Mind the gap."


def test_the_budget_ends_below_the_hosts_own_limit(dispatch: Callable[..., Run]) -> None:
    """Codex gives a session end three seconds; a hook that takes longer is ended by us."""
    hook = {"name": "slow", "kind": "lifecycle", "command": "sleep 40", "timeout_seconds": 30}
    run = dispatch(
        "codex",
        "SessionEnd",
        {"hook_event_name": "SessionEnd", "reason": "other"},
        {"sessionEnd": [hook]},
    )
    assert (run.status, run.stdout) == (0, b"")


@EVERY
def test_reasons_are_never_blank_and_never_too_long(
    dispatch: Callable[..., Run], host: str
) -> None:
    event, make = SHELL[host]
    for command in ("printf '  ' >&2; exit 2", "head -c 60000 /dev/zero | tr '\\0' x >&2; exit 2"):
        run = dispatch(
            host,
            event,
            make("ls"),
            {
                "preToolUse": [{"name": "h", "command": command}],
                "beforeShellExecution": [{"name": "h", "command": command}],
            },
        )
        assert run.effect.action == "blocks"
        assert 0 < len(run.effect.reason.encode()) <= 4096
        assert run.effect.reason.strip()


# ------------------------------------------------------------------ --host auto


@pytest.mark.parametrize(
    "host",
    [
        "claude-code",
        "codex",
        "copilot",
        "gemini-cli",
        "cursor",
        "vscode",
        "windsurf",
        "goose",
        "cline",
    ],
)
def test_auto_recognises_a_payload_that_fits_one_host(
    dispatch: Callable[..., Run], host: str, tmp_path: Path
) -> None:
    event, make = SHELL[host]
    payload = {**make("ls"), "session_id": "s"} if host == "goose" else make("ls")
    if host == "vscode":
        payload["tool_use_id"] = "u"
    if host == "copilot":
        payload["timestamp"] = 1796082254354
    named = event if host == "copilot" else None
    dispatch("auto", named, payload, recorder(tmp_path, "beforeShellExecution"))
    assert [item["host"] for item in seen(tmp_path)] == [host]


@pytest.mark.parametrize(
    "payload", [{}, {"command": "ls"}, {"positron_version": "8", "cursor_version": "3"}]
)
def test_auto_blocks_what_fits_no_host_or_two(
    dispatch: Callable[..., Run], payload: dict[str, Any]
) -> None:
    run = dispatch("auto", "preToolUse", payload)
    assert run.status == 2
    assert b"--host" in run.stderr
    assert run.json["permission"] == "deny"


def test_an_oxygen_payload_is_not_taken_for_cursors(dispatch: Callable[..., Run]) -> None:
    payload = {"hook_event_name": "beforeShellExecution", "positron_version": "8", "command": "ls"}
    run = dispatch("auto", None, payload, {"beforeShellExecution": [DENY]})
    assert run.json["decision"] == "block"
    assert run.status == 2


# ------------------------------------------------------------------ show hosts


def show(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    code = f"from hooks_cli.commands import hosts; hosts.{words[0]}"
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        input=stdin,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
        check=False,
        timeout=PATIENCE,
    )


def test_show_hosts_prints_every_host_for_people_and_for_programs() -> None:
    from hooks_cli import hosts  # noqa: PLC0415 - beside its only use

    text = show("show(as_json=False)").stdout
    assert all(name in text for name in hosts.NAMES)
    found = {item["name"]: item for item in json.loads(show("show(as_json=True)").stdout)}
    assert list(found) == list(hosts.NAMES)
    assert found["cursor"]["events"]["beforeShellExecution"] == "BA"
    assert found["codex"]["native_events"][2]["canonical"] == {"beforeSubmitPrompt": "BC"}
    assert found["positron"]["events"]["preToolUse"] == "B"


def test_simulate_tells_what_a_host_would_do_with_answers() -> None:
    answers = '{"event":"PreToolUse","status":2,"stderr":"no"}\n{"event":"PreToolUse","status":1}\n'
    result = json.loads(show("run_simulation('codex', as_json=True)", stdin=answers).stdout)
    assert [item["action"] for item in result] == ["blocks", "runs"]
    wrong = show("run_simulation('codex', as_json=True)", stdin="{}\n")
    assert "stdin, line 1" in wrong.stderr


def test_the_tables_for_the_readme_have_a_cell_for_every_host() -> None:
    from hooks_cli.commands import hosts as command  # noqa: PLC0415 - beside its only use

    tables = command.hosts_markdown().split("\n\n")
    assert len(tables) == 3
    widths = {line.count("|") for line in tables[0].splitlines()}
    assert len(widths) == 1
    assert "| beforeShellExecution | B | BAMC | BA | BMC | BM | BAMC | BAMC | B | BM |" in tables[0]
