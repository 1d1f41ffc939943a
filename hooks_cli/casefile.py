"""Policy test cases: one YAML file, one behaviour (design section 11). Reading and checking."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from hooks_cli import schemas
from hooks_cli._record import Record
from hooks_cli.config import files, yamlfile
from hooks_cli.errors import HookctlError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SUFFIXES = (".yaml", ".yml")


class CaseError(HookctlError):
    """A case file cannot be used; the message names the file, the place, the remedy."""

    kind = "case"


class Step(Record):
    """One dispatch of a case: what is sent, and what is expected of the answer.

    `stdin` overrides the payload with a text that is sent as it is.
    """

    event: str | None
    payload: Any
    expect: Mapping[str, Any]
    host: str | None = None
    stdin: str | None = None
    args: tuple[str, ...] = ()


class Case(Record):
    """One case file.

    `config` is the path of a configuration, or None for the inline `document`. `scripts` maps
    file names to their text; they are written beside the inline configuration, executable.
    """

    path: str
    about: str
    steps: tuple[Step, ...]
    config: str | None = None
    document: Mapping[str, Any] = {}
    scripts: Mapping[str, str] = {}
    env: Mapping[str, str] = {}


def discover(paths: Sequence[str]) -> list[str]:
    """Return the case files below some paths, sorted.

    A directory stands for the YAML files in it, at any depth, that have an `expect` or `steps`
    key; a file that is named is taken as it is. CaseError for a path that does not exist.
    """
    found: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            for folder, folders, names in os.walk(path):
                folders[:] = sorted(
                    name for name in folders if name not in ("node_modules", ".git")
                )
                candidates = (os.path.join(folder, name) for name in sorted(names))
                found += [item for item in candidates if _looks_like_case(item)]
        elif os.path.exists(path):
            found.append(path)
        else:
            raise CaseError(f"{path}: no such file or directory", "name a case file or a folder")
    return list(dict.fromkeys(found))


def _looks_like_case(path: str) -> bool:
    """Tell a case from other YAML files without judging its content."""
    if not path.endswith(SUFFIXES):
        return False
    with open(path, "rb") as file:
        lines = file.read().splitlines()
    return any(line.startswith((b"expect:", b"steps:")) for line in lines)


def read(path: str) -> Case:
    """Return the case in a file. CaseError names every mistake."""
    try:
        data = files.read_bytes(path)
        document = yamlfile.load_object(path, data)
    except HookctlError as error:
        raise CaseError(error.message, error.hint) from None
    mistakes = schemas.validate("case", document)
    if mistakes:
        lines = yamlfile.lines(data)
        text = "\n".join(
            f"{path}:{lines.get(pointer, 1)}: {pointer or '/'}: {message}"
            for pointer, message in mistakes
        )
        raise CaseError(text, "hookctl show schema case")
    steps = document.get("steps", [document])
    inline = {
        key: document[key] for key in ("defaults", "mode", "budget_seconds") if key in document
    }
    config = document.get("config")
    if config is not None:
        config = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(path)), config))
    return Case(
        path=path,
        about=document["about"],
        steps=tuple(_step(step, document) for step in steps),
        config=config,
        document=document.get("configuration")
        or {"version": 1, **inline, "hooks": document.get("hooks", {})},
        scripts=document.get("scripts", {}),
        env=document.get("env", {}),
    )


def _step(step: Mapping[str, Any], document: Mapping[str, Any]) -> Step:
    """Return a step; event, host and payload may stand once for all steps."""
    return Step(
        event=step.get("event", document.get("event")),
        payload=step.get("payload", document.get("payload", {})),
        expect=step["expect"],
        host=step.get("host", document.get("host")),
        stdin=step.get("stdin"),
        args=tuple(step.get("args", ())),
    )
