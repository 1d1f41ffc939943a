"""Turn one entry of a configuration file into a hook, or say what is wrong with it."""

from __future__ import annotations

import os

from hooks_cli import answer, match
from hooks_cli._record import Record
from hooks_cli.config import keys, layers
from hooks_cli.config.pointers import escape
from hooks_cli.model import Hook, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from hooks_cli.config.layers import Document, Rules
    from hooks_cli.model import EventSpec, Kind, Policy

SHELL = "/bin/sh"


def default_kind(spec: EventSpec) -> Kind:
    """Return the kind of a hook that does not name one (design section 4)."""
    decides = spec.blocking or spec.name == "beforeModelRequest"
    return "interceptor" if decides else "lifecycle"


class Place(Record):
    """A list of entries in a file.

    `key` is the event as the file has it, `pointer` the list's JSON pointer, `events` those at
    which a mistake in an entry counts, `common` a hook with all that its entries share. `warns`
    says that an entry here can say something that has no effect.
    """

    key: str
    pointer: str
    events: tuple[str, ...]
    spec: EventSpec
    source: str
    rules: Rules
    common: Hook
    warns: bool


def place(key: str, spec: EventSpec, document: Document, rules: Rules) -> Place:
    """Return what the entries of one list have in common."""
    source = document.source
    common = Hook(
        name="",
        kind=default_kind(spec),
        timeout=rules.timeout,
        on_failure=rules.policy,
        env=rules.env,
        observe=rules.observe,
        source=source.path,
        layer=source.layer,
        base=source.base,
        config_dir=os.path.dirname(source.path),
    )
    events = ("*",) if key == "*" else (spec.name,)
    warns = rules.floor or source.layer == "project" or not spec.subject
    return Place(key, f"/hooks/{escape(key)}", events, spec, source.path, rules, common, warns)


def read(entry: Any, index: int, place: Place) -> tuple[Hook | None, list[Problem]]:
    """Return the hook of an entry, or None and the problems; warnings may come with a hook."""
    values = entry
    fine = _fine(entry)
    quick = fine and match.names_of(entry.get("matcher", "")) is not None
    if not fine:
        mistakes = list(_mistakes(entry, place.spec))
        if mistakes:
            return None, _problems(entry, index, place, mistakes)
        values = layers.canonical(entry, keys.ENTRY)
    rules, common = place.rules, place.common
    fields: dict[str, Any] = {_FIELDS[key]: values[key] for key in values if key in _FIELDS}
    fields["pointer"] = f"{place.pointer}/{index}"
    command = values.get("command", ())
    if isinstance(command, str):
        fields["shell"], command = True, (SHELL, "-c", command)
    fields["argv"] = tuple(command)
    if "name" not in values:
        fields["name"] = values.get("rule", {}).get("id") or f"{place.key}[{index}]"
    if "env" in values:
        fields["env"] = {**rules.env, **values["env"]}
    if "pass_env" in values and common.layer != "project":
        fields["pass_env"] = tuple(values["pass_env"])
    if rules.floor:
        fields["on_failure"] = "block"
    fields["quick"] = quick
    fields.setdefault("kind", common.kind)  # these are asked of every hook
    fields.setdefault("matcher", None)
    fields.setdefault("match", None)
    hook = common.derive(fields)
    return hook, list(_warnings(hook, values, place)) if place.warns else []


# key of an entry: field of a hook that takes its value as it is
_FIELDS = {
    **{key: key for key in ("name", "kind", "rule", "matcher", "match", "exit_codes", "cwd")},
    **{key: key for key in ("enabled", "side_effects", "detach", "on_failure")},
    "timeout_seconds": "timeout",
}
# Keys whose values need no look beyond their own rule.
_PLAIN = keys.ENTRY.keys() - keys.ALIASES.keys() - {"rule", "detach"}


def _fine(entry: Any) -> bool:
    """Tell quickly that an entry is in order; False only means that a closer look is needed.

    A thousand entries are read at every tool call, nearly all of them without a mistake.
    """
    if not isinstance(entry, dict) or "command" not in entry or not entry.keys() <= _PLAIN:
        return False
    for key, value in entry.items():
        if keys.ENTRY[key](value):
            return False
    if "match" in entry and not match.is_plain(entry["match"]):
        return False
    return not match.pattern_mistake(entry.get("matcher", ""))


def _says_block(entry: Any) -> bool:
    """Tell whether one of the spellings of the failure policy says block; another may not."""
    said = entry if isinstance(entry, dict) else {}
    spelled = (said.get("on_failure"), said.get("onFailure"), said.get("failClosed") is True)
    return "block" in spelled or True in spelled


def _problems(
    entry: Any, index: int, place: Place, mistakes: list[tuple[str, str, str]]
) -> list[Problem]:
    """Return the mistakes of an entry as problems that count as failures of its hook."""
    values = layers.canonical(entry, keys.ENTRY) if isinstance(entry, dict) else {}
    rules, spec = place.rules, place.spec
    policy: Policy = values.get("on_failure", rules.policy)
    if rules.floor or _says_block(entry):
        policy = "block"
    kind = values.get("kind") or default_kind(spec)
    if rules.observe or (kind == "lifecycle" and not spec.blocking):
        policy = "allow"
    name = values.get("name", f"{place.key}[{index}]")
    pointer = f"{place.pointer}/{index}"
    return [
        Problem(place.source, pointer + where, what, hint, place.events, policy, name)
        for where, what, hint in mistakes
    ]


def _mistakes(entry: Any, spec: EventSpec) -> Iterator[tuple[str, str, str]]:
    """Yield (pointer below the entry, what was expected, hint) for all that is wrong."""
    if not isinstance(entry, dict):
        yield "", "expected an object with a command or a rule", ""
        return
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
            yield (
                "/matcher",
                wrong,
                "a name is compared whole; anything else is a regular expression",
            )
    if isinstance(entry.get("rule"), dict):
        yield from _rule_mistakes(entry["rule"], spec)
    if entry.get("detach") is True and entry.get("kind", default_kind(spec)) != "lifecycle":
        yield "/detach", "expected kind lifecycle: nobody waits for a detached hook's answer", ""


def _rule_mistakes(rule: dict[str, Any], spec: EventSpec) -> Iterator[tuple[str, str, str]]:
    """Yield what is wrong with a rule: first with its keys, then as an answer."""
    example = 'for example {"decision": "block", "reason": "..."}'
    fine = True
    for key, value in rule.items():
        expected = keys.RULE[key](value) if key in keys.RULE else ""
        if key not in keys.RULE:
            yield f"/rule/{escape(key)}", f'unknown key "{key}"', suggestion(key, keys.RULE)
        elif expected:
            yield f"/rule/{key}", f"expected {expected}", example
        fine = fine and key in keys.RULE and not expected
    wrong = answer.rule_mistake(rule, spec) if fine else ""
    if wrong:
        yield "/rule", wrong, example


def _warnings(hook: Hook, values: Mapping[str, Any], place: Place) -> Iterator[Problem]:
    """Yield a warning for each thing that the entry said and that has no effect."""
    spec, events = place.spec, place.events

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
