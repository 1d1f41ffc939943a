"""Turn one entry of a configuration file into a hook, or say what is wrong with it."""

from __future__ import annotations

import os

from hooks_cli import answer, match
from hooks_cli.config import keys, layers
from hooks_cli.config.pointers import escape
from hooks_cli.model import Hook, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.config.layers import Document, Rules
    from hooks_cli.model import EventSpec, Kind

SHELL = "/bin/sh"


def default_kind(spec: EventSpec) -> Kind:
    """Return the kind of a hook that does not name one (design section 4)."""
    decides = spec.blocking or spec.name == "beforeModelRequest"
    return "interceptor" if decides else "lifecycle"


def read(
    entry: Any, place: tuple[str, int], spec: EventSpec, document: Document, rules: Rules
) -> tuple[Hook | None, list[Problem]]:
    """Return the hook of an entry, or None and the problems; warnings may come with a hook.

    `place` is the event's key as the file has it, and the index in its list.
    """
    key, index = place
    pointer = f"/hooks/{escape(key)}/{index}"
    name = f"{key}[{index}]"
    events = ("*",) if key == "*" else (spec.name,)
    if not isinstance(entry, dict):
        mistakes = [("", "expected an object with a command or a rule", "")]
        values: dict[str, Any] = {}
    else:
        mistakes = list(_mistakes(entry, spec))
        values = layers.canonical(entry, keys.ENTRY)
        name = values.get("name", name)
    source = document.source
    policy = "block" if rules.floor else values.get("on_failure", rules.policy)
    if mistakes:
        kind = values.get("kind") or default_kind(spec)
        if rules.observe or (kind == "lifecycle" and not spec.blocking):
            policy = "allow"
        return None, [
            Problem(source.path, pointer + where, what, hint, events, policy, name)
            for where, what, hint in mistakes
        ]
    command = values.get("command")
    shell = isinstance(command, str)
    project = source.layer == "project"
    hook = Hook(
        name=name,
        kind=values.get("kind") or default_kind(spec),
        argv=(SHELL, "-c", command) if shell else tuple(command or ()),
        shell=shell,
        rule=values.get("rule"),
        matcher=values.get("matcher"),
        match=values.get("match"),
        timeout=float(values.get("timeout_seconds", rules.timeout)),
        on_failure=policy,
        exit_codes=values.get("exit_codes", {}),
        cwd=values.get("cwd"),
        env={**rules.env, **values.get("env", {})},
        pass_env=() if project else tuple(values.get("pass_env", ())),
        enabled=values.get("enabled", True),
        side_effects=values.get("side_effects", False),
        detach=values.get("detach", False),
        observe=rules.observe,
        source=source.path,
        pointer=pointer,
        layer=source.layer,
        base=source.base,
        config_dir=os.path.dirname(source.path),
    )
    return hook, list(_warnings(hook, values, spec, events))


def _mistakes(entry: dict[str, Any], spec: EventSpec) -> Iterator[tuple[str, str, str]]:
    """Yield (pointer below the entry, what was expected, hint) for all that is wrong."""
    spelled: dict[str, str] = {}
    for key, value in entry.items():
        rule = keys.ENTRY.get(key)
        if rule is None:
            yield f"/{escape(key)}", f'unknown key "{key}"', suggestion(key, keys.ENTRY)
            continue
        expected = rule(value)
        if expected:
            yield f"/{key}", f"expected {expected}", ""
        name = keys.ALIASES.get(key, (key, None))[0]
        if name in spelled:
            yield f"/{key}", f'says the same as "{spelled[name]}"', "keep one of them"
        spelled[name] = key
    if ("command" in entry) == ("rule" in entry):
        both = "not both" if "command" in entry else "neither was found"
        yield "", f'expected either "command" or "rule", {both}', ""
    if isinstance(entry.get("match"), dict):
        for where, what in match.mistakes(entry["match"]):
            yield f"/match{where}", what, ""
    if isinstance(entry.get("matcher"), str):
        wrong = match.pattern_mistake(entry["matcher"])
        if wrong:
            yield "/matcher", wrong, "a name is compared whole; anything else is a regular expression"
    if isinstance(entry.get("rule"), dict):
        wrong = answer.rule_mistake(entry["rule"], spec)
        if wrong:
            yield "/rule", wrong, 'for example {"decision": "block", "reason": "..."}'
    if entry.get("detach") is True and entry.get("kind", default_kind(spec)) != "lifecycle":
        yield "/detach", "expected kind lifecycle: nobody waits for a detached hook's answer", ""


def _warnings(
    hook: Hook, values: dict[str, Any], spec: EventSpec, events: tuple[str, ...]
) -> Iterator[Problem]:
    """Yield a warning for each thing that the entry said and that has no effect."""

    def warning(key: str, message: str, hint: str) -> Problem:
        return Problem(
            hook.source, f"{hook.pointer}/{key}", message, hint, events, None, hook.name, "warning"
        )

    if values.get("pass_env") and hook.layer == "project":
        yield warning(
            "pass_env",
            "ignored: a project file may not pass variables on",
            "name them in the user or managed file",
        )
    if values.get("on_failure", hook.on_failure) != hook.on_failure:
        yield warning(
            "on_failure", "ignored: a layer above says block", "a lower layer may only tighten"
        )
    fixed = hook.matcher in (None, "", "*")
    if not fixed and not spec.subject and not spec.constants and events != ("*",):
        yield warning(
            "matcher", f"can never match: {spec.name} has no subject", "leave the matcher out"
        )


def suggestion(key: str, known: Any) -> str:
    """Return a hint with the nearest known key, or with all of them."""
    from hooks_cli.nearest import nearest  # noqa: PLC0415 - only for mistakes

    near = nearest(key, known)
    return f'did you mean "{near}"?' if near else f"known: {', '.join(sorted(known))}"
