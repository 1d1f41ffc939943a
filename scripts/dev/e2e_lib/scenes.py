"""The scenes: what runs together in one run of a CLI, and under which configuration."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from e2e_lib.cases import CALLS, EFFECTS, SHELL, modify, on, refuse, say, sh
from e2e_lib.checks import CHANGED, Case
from e2e_lib.fake_model import Script
from e2e_lib.native import PROMPT as PROMPT_TEXT
from e2e_lib.native import inner_prompt

if TYPE_CHECKING:
    from e2e_lib.dialects import Call
    from e2e_lib.programs import Program


class Scene(NamedTuple):
    """One run.

    `top` are further keys of hookctl's configuration, `raw` replaces it. `narrow` registers only
    the event before a call. `guarded` starts the CLI without a general leave to use its tools.
    `scope` is where hookctl is wired; `gone`, a shell script, is put in its place after that, or
    nothing if it is empty. `together` makes all calls in one answer of the model. `hosts`, if any,
    are those that it is for. `quick` says that it belongs to the short round.
    """

    name: str
    cases: tuple[Case, ...]
    top: Mapping[str, Any] = {}
    raw: str = ""
    narrow: bool = False
    guarded: bool = False
    scope: str = "user"
    gone: str | None = None
    together: bool = False
    hosts: tuple[str, ...] = ()
    quick: bool = False


PROMPT = "beforeSubmitPrompt"
AGENT_BLOCK = {"decision": "block", "reason": "e2e-agent-block"}
SCENES = (
    Scene("calls", CALLS, quick=True),
    Scene("effects", EFFECTS, quick=True),
    Scene(
        "prompt",
        (Case("prompt-block", "shell", PROMPT, {"command": refuse("e2e-prompt")}, "unsent"),),
        quick=True,
    ),
    Scene(
        "broken",
        # With all events registered, a broken configuration stops the prompt, and no call is made.
        (Case("broken-config", "shell", "", None, "blocked", says="hooks.json"),),
        raw='{"version": 1, "hooks": {',
        narrow=True,
        quick=True,
    ),
    Scene(
        "project",
        # Wired in the project's own file, in a folder that the host trusts.
        (
            Case("project-allow", "shell", "", None, "runs"),
            Case(
                "project-block",
                "shell",
                SHELL,
                {**on("project-block"), "command": refuse("e2e-project-block")},
                "blocked",
            ),
        ),
        scope="project",
    ),
    # Whatever else may happen when hookctl is not what it was, no call may be made.
    Scene("gone", (Case("gone", "shell", "", None, "refused"),), gone=""),
    Scene("dead", (Case("dead", "shell", "", None, "refused"),), gone="exit 1"),
    Scene("killed", (Case("killed", "shell", "", None, "refused"),), gone="kill -9 $$"),
    Scene(
        "deadline",
        # The host's own time limit would let the call go on. 30 s on Copilot, elsewhere too long
        # to wait for.
        (
            Case(
                "deadline",
                "shell",
                SHELL,
                {"command": sh("sleep 300"), "timeout_seconds": 300},
                "blocked",
            ),
        ),
        hosts=("copilot",),
    ),
    Scene(
        "reword",
        (
            Case(
                "prompt-modify",
                "",
                PROMPT,
                {"command": say(modify(prompt=CHANGED))},
                "unsent",  # where a prompt cannot be rewritten, it must not go out as it was
                instead={"copilot": "reworded"},
            ),
        ),
    ),
    Scene(
        "stop-loop",
        (
            Case(
                "stop-for-ever",
                "",
                "agentFinish",
                {
                    "kind": "interceptor",
                    "command": say({"decision": "block", "reason": "e2e-stop-for-ever"}),
                },
                "let go",
            ),
        ),
    ),
    Scene(
        "together",
        # Several calls in one answer, and their hooks at the same time.
        (
            Case(
                "first", "shell", SHELL, {**on("first"), "command": refuse("e2e-first")}, "blocked"
            ),
            Case("second", "shell", "", None, "runs"),
            Case(
                "third",
                "shell",
                SHELL,
                {**on("third"), "command": say(modify(command="touch third.other"))},
                "modified",
                instead={"qwen-code": "blocked"},
            ),
            Case("fourth", "shell", SHELL, {**on("fourth"), "command": sh("exit 7")}, "blocked"),
        ),
        together=True,
    ),
    Scene(
        "agents",
        # A hook holds for what a sub-agent does as well.
        (
            Case("inner-allow", "agent", "", None, "runs"),
            Case(
                "inner-block",
                "agent",
                SHELL,
                {**on("inner-block"), "command": refuse("e2e-inner-block")},
                "inside",
            ),
            Case(
                "agent-block",
                "agent",
                "subagentStart",
                {"command": say(AGENT_BLOCK, seen=r"agent-block\.mark")},
                "blocked",
            ),
            Case(
                "agent-stop",
                "",
                "subagentStop",
                {
                    "kind": "interceptor",
                    "command": say({"decision": "block", "reason": "e2e-agent-stop"}, once="once"),
                },
                "told",
            ),
        ),
        hosts=("claude-code", "copilot", "gemini-cli", "qwen-code"),
    ),
    Scene(
        "permission",
        (
            Case(
                "permission",
                "shell",
                "permissionRequest",
                {"kind": "guardrail", "command": refuse("e2e-permission")},
                "blocked",
            ),
        ),
        guarded=True,
        hosts=("claude-code", "copilot"),
    ),
    Scene(
        "model",
        (
            Case(
                "model-modify",
                "",
                "beforeModelRequest",
                {"command": say(modify(temperature=0.125, max_output_tokens=777))},
                "told",
                says='"temperature": 0.125',
            ),
        ),
        hosts=("gemini-cli",),
    ),
    Scene(
        "observe",
        (
            Case("observe-block", "shell", SHELL, {"command": refuse("e2e-observe")}, "runs"),
            Case(
                "observe-modify",
                "shell",
                SHELL,
                {**on("observe-modify"), "command": say(modify(command="touch x.other"))},
                "runs",
            ),
        ),
        top={"mode": "observe"},
    ),
    Scene(
        "unapproved",
        # What a hook allows, or modifies, is still the user's to approve.
        (
            Case("unapproved", "shell", SHELL, {"command": say({"decision": "allow"})}, "refused"),
            Case(
                "unapproved-modify",
                "shell",
                SHELL,
                {
                    **on("unapproved-modify"),
                    "command": say(modify(command="touch unapproved-modify.mark")),
                },
                "refused",
            ),
        ),
        guarded=True,
        hosts=("claude-code", "copilot", "qwen-code"),
    ),
)


def chosen(scene: Scene, program: Program, only: Sequence[str] = ()) -> list[Case]:
    """Return the cases of a scene that a program has the tools for."""
    if scene.hosts and program.host not in scene.hosts:
        return []
    return [
        case
        for case in scene.cases
        if (not only or case.name in only) and (not case.tool or case.tool in program.tools)
    ]


def configuration(scene: Scene, cases: Sequence[Case], folder: str) -> str:
    """Return hookctl's configuration for a scene, as text."""
    if scene.raw:
        return scene.raw
    hooks: dict[str, list[dict[str, Any]]] = {}
    for case in cases:
        if case.entry is not None:
            hooks.setdefault(case.event, []).append({"name": case.hook, **case.entry})
    text = json.dumps({"version": 1, **scene.top, "hooks": hooks}, indent=1)
    return text.replace("{FOLDER}", folder)


def script_of(scene: Scene, cases: Sequence[Case], program: Program, folder: str) -> Script:
    """Return what the model does in a scene."""
    calls = [_call(case.tool, case, program, folder) for case in cases if case.tool]
    inner = {
        inner_prompt(case.mark): [[_call("shell", case, program, folder)]]
        for case in cases
        if case.tool == "agent"
    }
    return Script([calls] if scene.together else [[call] for call in calls], inner, PROMPT_TEXT)


def _call(tool: str, case: Case, program: Program, folder: str) -> Call:
    mark = os.path.join(folder, case.mark)
    return program.tools[tool](mark, case.line.replace("{MARK}", shlex.quote(mark)))
