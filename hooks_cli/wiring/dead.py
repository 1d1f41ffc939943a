"""Find hooks of hookctl's own configuration that can never run. Nothing is executed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hooks_cli import events, hosts, match, runnable
from hooks_cli.commands import check
from hooks_cli.config import files, load, places
from hooks_cli.hosts import contract
from hooks_cli.wiring.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hooks_cli.model import EventSpec, Hook


def lint(workspace: str, wired: Sequence[str], environ: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what is wrong with the configuration, given the hosts that are wired."""
    sources = files.search(workspace, environ)
    if not sources:
        yield Finding(
            "no-configuration",
            "no configuration file was found: nothing is guarded",
            "hookctl init makes one",
        )
        return
    for problem in check.check(sources):
        yield Finding(
            "configuration",
            f"{problem.pointer or '/'}: {problem.message}",
            problem.hint,
            problem.severity,
            file=problem.source,
            line=problem.line,
        )
    fired = fired_by(wired)
    seen: set[tuple[str, str]] = set()
    for name in events.NAMES:
        spec = events.get(name)
        for hook in load.load(sources, spec).hooks:
            star = hook.pointer.startswith("/hooks/*/")
            if not hook.enabled or (hook.source, hook.pointer) in seen:
                continue
            seen.add((hook.source, hook.pointer))
            for finding in _hook(hook, spec, workspace, environ):
                yield finding.replace(file=hook.source, line=places.line(hook.source, hook.pointer))
            if wired and not star and name not in fired:
                yield Finding(
                    "event-never-fires",
                    f"{hook.name}: {name} is fired by no host that is wired ({', '.join(wired)})",
                    "hookctl show hosts tells which host fires what",
                    "warning",
                    file=hook.source,
                    line=places.line(hook.source, hook.pointer),
                )


def _hook(
    hook: Hook, spec: EventSpec, workspace: str, environ: Mapping[str, str]
) -> Iterator[Finding]:
    if hook.argv:
        problem = runnable.program(hook, spec, workspace, environ).problem
        if problem:
            yield Finding("hook-program", f"{hook.name}: {problem}")
    if hook.matcher and hook.matcher != "*" and never_matches(hook.matcher, spec):
        subject = " or ".join("/".join(names) for names in spec.subject) or "nothing"
        yield Finding(
            "never-matches",
            f"{hook.name}: matcher {hook.matcher!r} can never match at {spec.name}",
            f"it is compared with {subject}{_enumerated(spec)}",
        )


def never_matches(pattern: str, spec: EventSpec) -> bool:
    """Tell whether no subject of an event can fit: it has none, or only words that do not fit.

    The words of a foreign host may be others, so this holds only where the catalogue lists them.
    """
    if not spec.subject and not spec.constants:
        return True
    words = _words(spec)
    return bool(words) and not match.pattern_holds(pattern, words)


def _words(spec: EventSpec) -> tuple[str, ...]:
    """Return every text that a matcher can meet at an event, () if that is an open set."""
    enums = {field.name: field.enum for field in spec.fields}
    found = list(spec.constants)
    for names in spec.subject:
        if len(names) > 1 or not enums.get(names[0]):
            return ()
        found += enums[names[0]]
    return tuple(found)


def _enumerated(spec: EventSpec) -> str:
    words = _words(spec)
    return f": {', '.join(words)}" if words else ""


def fired_by(wired: Sequence[str]) -> set[str]:
    """Return the canonical events that some of these hosts fire."""
    found: set[str] = set()
    for host in wired:
        protocol = hosts.load(host).table
        if protocol is None:
            return set(events.NAMES)
        found.update(event for _, event, _ in contract.pairs(protocol))
    return found
