"""`hookctl doctor`: is it wired, does the wired command run and block, which hooks are dead."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hooks_cli import console
from hooks_cli._record import Record
from hooks_cli.errors import ConfigError, UsageError
from hooks_cli.wiring import (
    codex_trust,
    command,
    dead,
    entries,
    fire,
    lint,
    lint_own,
    overlap,
    store,
    table,
)
from hooks_cli.wiring.finding import At, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hooks_cli.wiring.entries import Handler
    from hooks_cli.wiring.jsontext import Document
    from hooks_cli.wiring.table import Target, Wiring


class Seen(Record):
    """One file of a host that was looked at, and how many probes came back as a block."""

    host: str
    scope: str
    file: str
    wired: bool
    probes: int = 0
    findings: tuple[Finding, ...] = ()


def run(host: str | None, workspace: str | None, *, as_json: bool) -> int:
    """Look at one host, or at every host that has a file. Return 1 if anything was found."""
    root = os.path.abspath(workspace or ".")
    if not os.path.isdir(root):
        raise ConfigError(f"{root}: no such directory", "--workspace names a project directory")
    wirings = [table.find(host)] if host else list(table.every())
    if host and not wirings[0].places:
        raise UsageError(f"{host}: hookctl does not know its files", f"hookctl install {host}")
    seen = [item for wiring in wirings for item in look(wiring, root, os.environ)]
    wired = tuple(dict.fromkeys(item.host for item in seen if item.wired))
    findings = [finding for item in seen for finding in item.findings]
    if not wired:
        names = wirings[0].title if host else "any host"
        hint = f"hookctl install {host or 'HOST'}"
        findings.append(Finding("not-wired", f"hookctl is not wired into {names}", hint))
    findings += dead.lint(root, wired, os.environ)
    if as_json:
        console.emit_json({"files": [_file(item) for item in seen], "findings": _all(findings)})
    else:
        _print(seen, findings)
    return 1 if findings else 0


def look(wiring: Wiring, root: str, environ: Mapping[str, str]) -> Iterator[Seen]:
    """Yield each file of a host that exists, with all that was found in it."""
    for place in wiring.places:
        target = table.target(wiring, place, root, environ)
        path, at = target.path, At(wiring.host, target.path)
        try:
            data = store.read(path)
        except ConfigError as error:
            found = (at.error("unreadable", error.message, error.hint),)
            yield Seen(wiring.host, place.scope, path, wired=False, findings=found)
            continue
        if data is None:
            continue
        document, dropped = lint.parse(path, data, wiring)
        if document is None:
            yield Seen(wiring.host, place.scope, path, wired=False, findings=tuple(dropped))
            continue
        found_list = [*dropped, *lint.lint(path, document, wiring, place.container)]
        found_list += lint_own.lint(path, document, wiring, place.container)
        found_list += lint_own.programs(target, document, environ)
        ours = entries.ours(document, wiring, place.container)
        probes = 0
        if ours:
            for text in overlap.overlaps(wiring, path, root, environ):
                found_list.append(at.warning("double", text))
            if wiring.host == "codex":
                found_list += _trust(target, ours, environ)
            for finding in _fire(target, document, ours, environ):
                if finding is None:
                    probes += 1
                else:
                    found_list.append(finding)
        yield Seen(wiring.host, place.scope, path, bool(ours), probes, tuple(found_list))


def _trust(
    target: Target, ours: Sequence[Handler], environ: Mapping[str, str]
) -> Iterator[Finding]:
    user = next(item for item in target.wiring.places if item.scope == "user")
    directory = os.path.dirname(table.path_of(user, target.workspace, environ))
    config = os.path.join(directory, "config.toml")
    project = os.path.realpath(target.workspace) if target.place.scope == "project" else None
    return codex_trust.lint(target.path, ours, config, project)


def _fire(
    target: Target, document: Document, ours: Sequence[Handler], environ: Mapping[str, str]
) -> Iterator[Finding | None]:
    """Fire a probe through each of our commands at a gate; yield None for one that blocks.

    A command is started only if it is, to the letter, one that hookctl writes, and its program is
    this hookctl: a file of a project is somebody else's, and doctor runs nothing of theirs.
    """
    wiring, root = target.wiring, target.workspace
    gates = {row.native for row, gate in table.registered(wiring) if gate}
    done = set()
    for handler in ours:
        wired = handler.wired
        if wired is None or handler.event not in gates or wired.words in done:
            continue
        done.add(wired.words)
        at = At(wiring.host, target.path, document.line(handler.node.start))
        if not command.is_own(wired.program):
            continue  # reported by lint_own.programs
        if not wired.plain:
            message = f"{handler.event}: the command is not written as hookctl writes it"
            yield at.warning("not-probed", message, f"hookctl install {wiring.host}")
            continue
        problem = fire.fire(handler, wiring, root, environ)
        yield at.error("probe", f"{handler.event}: {problem}") if problem else None


def _file(item: Seen) -> dict[str, object]:
    return {
        "host": item.host,
        "scope": item.scope,
        "file": item.file,
        "wired": item.wired,
        "probes": item.probes,
    }


def _all(findings: Sequence[Finding]) -> list[dict[str, object]]:
    return [
        {
            "code": finding.code,
            "severity": finding.severity,
            "host": finding.host or None,
            "file": finding.file or None,
            "line": finding.line or None,
            "message": finding.message,
            "hint": finding.hint or None,
        }
        for finding in findings
    ]


def _print(seen: Sequence[Seen], findings: Sequence[Finding]) -> None:
    rows = [
        (item.host, item.scope, "yes" if item.wired else "no", item.probes or "", item.file)
        for item in seen
    ]
    if rows:
        console.table("Hosts", ("host", "scope", "wired", "probes blocked", "file"), rows)
    for finding in findings:
        place = f"{finding.file}:{finding.line}" if finding.line else finding.file
        hint = f" ({finding.hint})" if finding.hint else ""
        parts = (place, finding.severity, finding.message + hint)
        print(console.visible(": ".join(part for part in parts if part)))
    if not findings:
        console.note("no problem found")
