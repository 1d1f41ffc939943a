"""`hookctl shell`: what a command would do, and what the rules in force say about it."""

from __future__ import annotations

import os
import sys

from hooks_cli import answer, console, events, examples, limits, match, shell_groups, timelimit
from hooks_cli._record import Record
from hooks_cli.config import files, load
from hooks_cli.errors import UsageError
from hooks_cli.shell import SHELLS, analyse, reason, to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from hooks_cli.config.load import Config
    from hooks_cli.match import Subject
    from hooks_cli.model import Hook
    from hooks_cli.shell import Analysis

EVENT = "beforeShellExecution"
# From the strongest on (design section 7).
_STRENGTH = ("block", "route", "ask", "modify", "allow")


class Hit(Record):
    """A hook that applies to the command: its decision, "" for one that would run a program."""

    hook: Hook
    decision: str
    reason: str
    matched: str


def explain(
    command: str,
    *,
    shell: str = "bash",
    configs: Sequence[str] = (),
    workspace: str | None = None,
    as_json: bool = False,
) -> int:
    """Print what a command would run, write and read. "-" reads it from stdin. Returns 0."""
    if command == "-":
        command = sys.stdin.buffer.read(limits.PAYLOAD_BYTES).decode("utf-8", "surrogateescape")
        command = command.removesuffix("\n")
    if shell not in SHELLS:
        raise UsageError(f"unknown shell {shell!r}", f"known: {', '.join(SHELLS)}")
    place = os.path.abspath(workspace or ".")
    sources = files.named(configs) if configs else files.search(place, os.environ)
    config = load.load(sources, events.get(EVENT))
    for problem in config.problems:
        if problem.severity == "error":
            console.note(f"{problem.source}: {problem.pointer or '/'}: {problem.message}")
    payload = {"command": command, "workspace_root": place, "shell": shell}
    subject = match.subject(events.get(EVENT), payload)
    analysis = analyse(command, shell)
    found = sorted(hits(config, subject), key=_strength)
    if as_json:
        value = to_json(analysis)
        if sources:
            deciding = next((hit for hit in found if hit.decision), None)
            value["rule"] = _as_json(deciding) if deciding else None
            value["hits"] = [_as_json(hit) for hit in found]
        console.emit_json(value)
    else:
        _print(analysis, found, in_force=bool(sources))
    return 0


def hits(config: Config, subject: Subject) -> Iterator[Hit]:
    """Yield the hooks that apply; no program is run."""
    for hook in config.hooks:
        if not hook.enabled:
            continue
        try:
            holds = examples.held(hook, subject)
        except timelimit.TooSlowError:
            yield Hit(hook, hook.on_failure, "its matcher did not come to an end", "")
            continue
        if holds:
            matched = match.hit(hook.match, subject)
            if hook.rule is None:
                yield Hit(hook, "", "", matched)
            else:
                said = answer.from_rule(hook.rule, subject.spec, matched, hook.name)
                yield Hit(hook, said.word or "", said.reason, matched)


def list_groups(*, as_json: bool) -> int:
    """Print the groups of programs that a rule can name. Returns 0."""
    if as_json:
        console.emit_json(
            {name: {"about": about, "programs": list(items)} for name, (about, items) in _groups()}
        )
        return 0
    rows = [
        (name, about, ", ".join(dict.fromkeys(_spelled(item) for item in items)))
        for name, (about, items) in _groups()
    ]
    console.table("Groups of programs", ("group", "what it does", "programs"), rows)
    return 0


def _print(analysis: Analysis, found: list[Hit], *, in_force: bool) -> None:
    """Print tables; one without rows is left out."""
    runs = [
        (
            reason.argv(run.resolved or run.argv),
            reason.way(run) or "directly",
            _environment(run.env),
        )
        for run in analysis.runs
    ]
    writes = [(_word(write.target), write.by) for write in analysis.writes]
    writes += [(_word(write.target), write.by) for write in analysis.program_writes]
    reads = [(_word(read.target), "redirect") for read in analysis.reads]
    rows = [
        (hit.hook.name, hit.decision or "runs its command", hit.matched, hit.hook.source)
        for hit in found
    ]
    sections: tuple[tuple[str, tuple[str, ...], Sequence[Sequence[object]]], ...] = (
        ("Runs", ("runs", "reached through", "with"), runs),
        ("Writes", ("writes", "by"), writes),
        ("Reads", ("reads", "by"), reads),
        ("Not known", ("not known", "where"), reason.kinds(analysis)),
        ("Rules", ("rule", "says", "because of", "from"), rows),
    )
    printed = False
    for title, columns, content in sections:
        if content:
            if printed:
                print()
            console.table(title, columns, content)
            printed = True
    if not runs:
        console.note("nothing runs, as far as the text tells")
    if not rows:
        console.note("no rule applies" if in_force else "no configuration is in force here")
    elif found[0].reason:
        print()
        print(console.visible(f"{found[0].decision}: {found[0].reason}"))


def _as_json(hit: Hit) -> dict[str, Any]:
    return {
        "name": hit.hook.name,
        "decision": hit.decision or None,
        "reason": hit.reason or None,
        "matched": hit.matched or None,
        "source": hit.hook.source,
        "pointer": hit.hook.pointer,
    }


def _strength(hit: Hit) -> int:
    return _STRENGTH.index(hit.decision) if hit.decision in _STRENGTH else len(_STRENGTH)


def _environment(env: Any) -> str:
    return " ".join(f"{name}={reason.argv((word,))}" for name, word in env)


def _word(word: Any) -> str:
    return reason.argv((word,))


def _groups() -> Any:
    return shell_groups.GROUPS.items()


def _spelled(item: Any) -> str:
    """Return an entry of a group as people would type it."""
    if isinstance(item, str):
        return item
    programs = item["program"]
    text = "/".join(programs) if isinstance(programs, list) else programs
    for key in ("sub", "flags", "args"):
        value = item.get(key, ())
        parts = (
            value
            if isinstance(value, list | str)
            else [x for v in value.values() for x in v]
            if value
            else []
        )
        parts = [parts] if isinstance(parts, str) else parts
        if key != "flags" or "any" in value:
            text += "".join(f" {part}" for part in parts)
    return text
