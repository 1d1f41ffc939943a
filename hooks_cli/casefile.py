"""Policy test cases: one YAML file, one behaviour (design section 11). Reading and checking."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from hooks_cli import schemas
from hooks_cli._record import Record
from hooks_cli.config import files, yamlfile
from hooks_cli.config.pointers import escape
from hooks_cli.errors import HookctlError
from hooks_cli.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jsonschema import ValidationError

SUFFIXES = (".yaml", ".yml")
# Folders that hold other people's files.
SKIPPED = frozenset(("node_modules", ".git", ".venv", "venv", "__pycache__"))
# A file with two of these at its top is meant as a case, even if one is misspelt.
_MARKS = ("about", "event", "payload", "stdin", "expect", "steps", "host")
_MARK = re.compile(rb"^[\"']?(%s)[\"']?\s*:" % "|".join(_MARKS).encode(), re.MULTILINE)
# Keys that would have no effect beside another one.
_INLINE = ("configuration", "hooks", "defaults", "mode", "budget_seconds", "scripts")


class CaseError(HookctlError):
    """A case file cannot be used; the message names the file, the place, the remedy."""

    kind = "case"


class Step(Record):
    """One dispatch of a case: what is sent, and what is expected of the answer.

    `stdin` overrides the payload with a text that is sent as it is. `pointer` is the place of
    the step in its file.
    """

    event: str | None
    payload: Any
    expect: Mapping[str, Any]
    host: str | None = None
    stdin: str | None = None
    args: tuple[str, ...] = ()
    pointer: str = ""


class Case(Record):
    """One case file.

    `config` is the path of a configuration, or None for the inline `document`. `scripts` maps
    file names to their text; they are written beside the inline configuration, executable.
    `lines` tells the line, from 1, of every JSON pointer in the file.
    """

    path: str
    about: str
    steps: tuple[Step, ...]
    config: str | None = None
    document: Mapping[str, Any] = {}
    scripts: Mapping[str, str] = {}
    env: Mapping[str, str] = {}
    lines: Mapping[str, int] = {}


def discover(paths: Sequence[str]) -> list[str]:
    """Return the case files below some paths, sorted within each.

    A directory stands for the YAML files in it, at any depth, that look like a case; a file that
    is named is taken as it is. CaseError for a path that does not exist.
    """
    found: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            for folder, folders, names in os.walk(path):
                folders[:] = sorted(name for name in folders if name not in SKIPPED)
                candidates = (os.path.normpath(os.path.join(folder, name)) for name in names)
                found += [item for item in sorted(candidates) if _looks_like_case(item)]
        elif os.path.lexists(path):
            found.append(path)
        else:
            raise CaseError(f"{path}: no such file or directory", "name a case file or a folder")
    return list(dict.fromkeys(found))


def _looks_like_case(path: str) -> bool:
    """Tell a case from other YAML files without judging its content.

    One that cannot be read counts as a case, so that it is reported and not passed over.
    """
    if not path.endswith(SUFFIXES):
        return False
    try:
        data = files.read_bytes(path)
    except HookctlError:
        return True
    return len(set(_MARK.findall(data))) > 1


def read(path: str) -> Case:
    """Return the case in a file. CaseError names every mistake, with its line and a remedy."""
    try:
        data = files.read_bytes(path)
        document = yamlfile.load_object(path, data)
    except HookctlError as error:
        raise CaseError(error.message, error.hint) from None
    lines = yamlfile.lines(data)
    config = document.get("config")
    if isinstance(config, str):
        config = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(path)), config))
    mistakes = list(_mistakes(document))
    if not mistakes and config and not os.path.exists(config) and not _about_failures(document):
        mistakes.append(("/config", f"{config}: no such file; give the path relative to this one"))
    if mistakes:
        placed = sorted((_line(lines, pointer), pointer, text) for pointer, text in mistakes)
        text = "\n".join(
            f"{path}:{line}: {pointer or '/'}: {text}" for line, pointer, text in placed
        )
        raise CaseError(text, "hookctl show schema case")
    steps = document.get("steps")
    inline = {
        key: document[key] for key in ("defaults", "mode", "budget_seconds") if key in document
    }
    return Case(
        path=path,
        about=document["about"],
        steps=tuple(_step(step, document, f"/steps/{index}") for index, step in enumerate(steps))
        if steps
        else (_step(document, document, ""),),
        config=config,
        document=document.get("configuration")
        or {"version": 1, **inline, "hooks": document.get("hooks", {})},
        scripts=document.get("scripts", {}),
        env=document.get("env", {}),
        lines=lines,
    )


def line_of(case: Case, step: Step, key: str) -> int:
    """Return the line at which a case says what it expects of a key of the answer."""
    return _line(case.lines, f"{step.pointer}/expect/{escape(key)}")


def _line(lines: Mapping[str, int], pointer: str) -> int:
    """Return the line of a pointer, or of the nearest part around it that has one."""
    while pointer and pointer not in lines:
        pointer = pointer.rpartition("/")[0]
    return lines.get(pointer, 1)


def _step(step: Mapping[str, Any], document: Mapping[str, Any], pointer: str) -> Step:
    """Return a step; event, host and payload may stand once for all steps."""
    return Step(
        event=step.get("event", document.get("event")),
        payload=step.get("payload", document.get("payload", {})),
        expect=step["expect"],
        host=step.get("host", document.get("host")),
        stdin=step.get("stdin"),
        args=tuple(step.get("args", ())),
        pointer=pointer,
    )


def _mistakes(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (JSON pointer, what is wrong and what to do) for everything that is wrong."""
    errors = list(schemas.validator("case").iter_errors(document))
    for error in errors:
        pointer = "".join(f"/{escape(str(part))}" for part in error.absolute_path)
        if error.validator == "additionalProperties":
            yield from _unknown_keys(error, pointer)
        elif error.validator == "oneOf":
            both = "expect" in document and "steps" in document
            if both or not any(_near(key, ("expect", "steps")) for key in document):
                found = "both were" if both else "neither was"
                yield pointer, f'expected either "expect" or "steps", {found} found'
        elif error.validator == "enum":
            words: Any = error.validator_value
            near = nearest(str(error.instance), map(str, words))
            hint = f'; did you mean "{near}"?' if near else ""
            yield pointer, f"expected one of {', '.join(map(str, words))}{hint}"
        else:
            yield pointer, error.message
    if errors:
        return
    whole = "config" if "config" in document else "configuration"
    if whole in document:
        # Scripts are written beside an inline configuration, in either form.
        kept = ("config",) if whole == "config" else (whole, "scripts")
        for key in _INLINE:
            if key in document and key not in kept:
                yield f"/{key}", f'has no effect beside "{whole}": keep one of them'
    for name in document.get("scripts", {}):
        if os.path.isabs(name) or ".." in name.split("/") or "\0" in name or not name:
            yield f"/scripts/{escape(name)}", "expected a relative path inside the workspace"


def _about_failures(document: Mapping[str, Any]) -> bool:
    """Tell whether a case may well be about a configuration that is missing."""
    steps = document.get("steps", [document])
    return any({"failures", "exit"} & step["expect"].keys() for step in steps)


def _unknown_keys(error: ValidationError, pointer: str) -> Iterator[tuple[str, str]]:
    """Yield each key that an object of the case may not have, with the nearest known one."""
    known: dict[str, Any] = error.schema["properties"]  # type: ignore[index]
    for key in error.instance:  # type: ignore[union-attr]
        if key not in known:
            near = nearest(key, known)
            hint = f'did you mean "{near}"?' if near else f"known: {', '.join(sorted(known))}"
            yield f"{pointer}/{escape(key)}", f'unknown key "{key}"; {hint}'


def _near(key: str, known: Sequence[str]) -> bool:
    return key not in known and nearest(key, known) is not None
