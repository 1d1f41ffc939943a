"""The scenes: what runs together in one run of a CLI, and under which configuration."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from e2e_lib.cases import CALLS, EFFECTS, SHELL, modify, on, refuse, say
from e2e_lib.checks import CHANGED, Case

if TYPE_CHECKING:
    from e2e_lib.dialects import Call
    from e2e_lib.programs import Program


class Scene(NamedTuple):
    """One run.

    `top` are further keys of hookctl's configuration, `raw` replaces it. `narrow` registers only
    the event before a call. `guarded` starts the CLI without a general leave to use its tools.
    `hosts`, if any, are those that it is for. `quick` says that it belongs to the short round.
    """

    name: str
    cases: tuple[Case, ...]
    top: Mapping[str, Any] = {}
    raw: str = ""
    narrow: bool = False
    guarded: bool = False
    hosts: tuple[str, ...] = ()
    quick: bool = False


PROMPT = "beforeSubmitPrompt"
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


def call_of(case: Case, program: Program, folder: str) -> Call:
    """Return the call that the model makes for a case."""
    mark = os.path.join(folder, case.mark)
    return program.tools[case.tool](mark, case.line.replace("{MARK}", mark))
