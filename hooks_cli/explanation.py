"""Every hook of an event in order, with all that decides whether and how it runs.

The objects here are what `hookctl explain --json` prints; the lines are made of the same objects.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from hooks_cli import match, runnable, why
from hooks_cli.config import places
from hooks_cli.model import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks_cli.model import Hook, Problem
    from hooks_cli.preview import Preview

# The phases of a dispatch, in their order (design section 7).
PHASES = ("interceptor", "guardrail", "lifecycle")


def describe(preview: Preview, host: str, environ: Mapping[str, str]) -> dict[str, Any]:
    """Return one canonical event with its hooks, in the order in which they would run."""
    item, config = preview.incoming, preview.config
    subject = match.subject(item.spec, item.payload, host)
    ordered = [hook for kind in PHASES for hook in config.hooks if hook.kind == kind]
    hooks = [
        {"order": number, **_hook(hook, subject, preview, environ)}
        for number, hook in enumerate(ordered, 1)
    ]
    shown = {id(problem) for hook in ordered for problem in _about(hook, preview)}
    return {
        "event": item.spec.name,
        "blocking": item.spec.blocking,
        "carries": [word for word in WORDS if word in preview.able],
        "workspace": preview.workspace,
        "sources": [{"layer": s.layer, "file": s.path} for s in config.sources],
        "budget_seconds": config.budget,
        "notes": list(preview.notes),
        "hooks": hooks,
        "problems": [
            _problem(problem, preview) for problem in config.problems if id(problem) not in shown
        ],
    }


def _hook(
    hook: Hook, subject: match.Subject, preview: Preview, environ: Mapping[str, str]
) -> dict[str, Any]:
    reason = why.of(hook, subject)
    program = None
    if hook.rule is None:
        program = runnable.program(hook, subject.spec, preview.workspace, environ)
    full: dict[str, Any] = {
        "name": hook.name,
        "kind": hook.kind,
        "layer": hook.layer,
        "file": hook.source,
        "line": places.line(hook.source, hook.pointer),
        "pointer": hook.pointer,
        "enabled": hook.enabled,
        "matches": reason.holds,
        "why": reason.text,
        "why_pointer": hook.pointer + reason.pointer if reason.pointer else None,
        "command": hook.argv[2] if hook.shell else list(hook.argv) or None,
        "shell": hook.shell or None,
        "rule": hook.rule,
        "program": program.path if program else None,
        "program_problem": program.problem if program else None,
        "timeout_seconds": hook.timeout if program else None,
        "on_failure": hook.on_failure,
        "exit_codes": dict(hook.exit_codes) or None,
        "side_effects": hook.side_effects or None,
        "detach": hook.detach or None,
        "observe": hook.observe or None,
        "ignored": [_problem(problem, preview) for problem in _about(hook, preview)] or None,
    }
    return {key: value for key, value in full.items() if value is not None and value != ""}


def _about(hook: Hook, preview: Preview) -> list[Problem]:
    """Return the warnings about a hook: what it said and a layer above overruled."""
    return [
        problem
        for problem in preview.config.problems
        if problem.severity == "warning"
        and problem.source == hook.source
        and problem.pointer.startswith(f"{hook.pointer}/")
    ]


def _problem(problem: Problem, preview: Preview) -> dict[str, Any]:
    """Return a problem, and what it means for this event."""
    spec = preview.incoming.spec
    counts = problem.whole or (
        spec.blocking
        if problem.events is None
        else "*" in problem.events or spec.name in problem.events
    )
    effect = ""
    if problem.severity == "error" and counts:
        policy = problem.policy or preview.config.policy
        blocks = policy == "block" and "block" in preview.able
        effect = "blocks every such event" if blocks else "lets the action go on, with a warning"
    full = {
        "file": problem.source,
        "line": problem.line or places.line(problem.source, problem.pointer) or None,
        "pointer": problem.pointer,
        "hook": problem.hook,
        "severity": problem.severity,
        "message": problem.message,
        "hint": problem.hint,
        "effect": effect,
    }
    return {key: value for key, value in full.items() if value}


def in_trouble(event: Mapping[str, Any]) -> bool:
    """Tell whether something is wrong that a person should put right."""
    return any(problem["severity"] == "error" for problem in event["problems"]) or any(
        hook["enabled"] and (hook.get("program_problem") or hook["matches"] is None)
        for hook in event["hooks"]
    )


def lines(event: Mapping[str, Any]) -> Iterator[str]:
    """Yield an event with its hooks for people."""
    can = ", ".join(event["carries"]) or "nothing: a hook can only look on here"
    yield f"{event['event']}: the host can carry {can}"
    yield f"  workspace  {event['workspace']}"
    for source in event["sources"]:
        yield f"  {source['layer']:<9}  {source['file']}"
    for note in event["notes"]:
        yield f"  note       {note}"
    if not event["sources"]:
        yield "  no configuration file was found: nothing is guarded (hookctl init makes one)"
    elif not event["hooks"]:
        yield "  no hook is configured for it"
    for hook in event["hooks"]:
        yield ""
        yield from _hook_lines(hook)
    for problem in event["problems"]:
        yield ""
        yield from _problem_lines(problem)


def _hook_lines(hook: Mapping[str, Any]) -> Iterator[str]:
    verdict = {True: "would run", False: "does not match", None: "would fail"}[hook["matches"]]
    if not hook["enabled"]:
        verdict = "disabled"
    elif hook["matches"] and hook.get("program_problem"):
        verdict = "would be started, and fail"
    place = f"{_near(hook['file'])}:{hook['line']}"
    yield f"{hook['order']}. {hook['kind']} {hook['name']}: {verdict}"
    yield f"   from     {hook['layer']}  {place}  {hook['pointer']}"
    pointer = hook.get("why_pointer", "").removeprefix(hook["pointer"]).lstrip("/")
    yield f"   why      {pointer + ': ' if pointer else ''}{hook['why']}"
    if "rule" in hook:
        yield f"   rule     {json.dumps(hook['rule'], ensure_ascii=False)}"
    else:
        command = hook["command"]
        shown = command if hook.get("shell") else json.dumps(command, ensure_ascii=False)
        yield f"   command  {shown}"
        trouble = hook.get("program_problem")
        yield f"   program  {'cannot run: ' + trouble if trouble else hook['program']}"
    yield f"   limits   {', '.join(_limits(hook))}"
    for problem in hook.get("ignored", ()):
        yield f"   {_problem_text(problem)}"


def _limits(hook: Mapping[str, Any]) -> Iterator[str]:
    if "timeout_seconds" in hook:
        yield f"timeout {hook['timeout_seconds']:g} s"
    yield f"on failure {hook['on_failure']}"
    for status, meaning in hook.get("exit_codes", {}).items():
        yield f"exit {status} means {meaning}"
    if hook.get("side_effects"):
        yield "has side effects (test and replay do not run it)"
    if hook.get("detach"):
        yield "detached: nobody waits for it"
    if hook.get("observe"):
        yield "observed only: its decisions are recorded, not enforced"


def _problem_lines(problem: Mapping[str, Any]) -> Iterator[str]:
    yield f"{problem['severity']}: {_problem_text(problem)}"
    if problem.get("effect"):
        yield f"   effect   {problem['effect']}"


def _problem_text(problem: Mapping[str, Any]) -> str:
    line = f":{problem['line']}" if "line" in problem else ""
    pointer = f" {problem['pointer']}:" if problem.get("pointer") else ""
    hint = f" ({problem['hint']})" if "hint" in problem else ""
    if problem["message"].startswith(problem["file"]):
        return f"{problem['message']}{hint}"
    return f"{_near(problem['file'])}{line}:{pointer} {problem['message']}{hint}"


def _near(path: str) -> str:
    """Return a path relative to here if it is below, else as it is."""
    try:
        near = os.path.relpath(path)
    except (OSError, ValueError):
        return path
    return path if near.startswith("..") else near
