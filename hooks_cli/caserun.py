"""Run a policy test case: real dispatches in a scratch workspace, compared with what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

from hooks_cli import modify, strictjson
from hooks_cli._record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks_cli.casefile import Case, Step

# Replaced in payloads, environments and expectations by the scratch workspace.
WORKSPACE = "$WORKSPACE"
_SECONDS = 120


class Miss(Record):
    """One difference between what was expected and what came."""

    step: int
    key: str
    expected: Any
    found: Any


class Result(Record):
    """What running a case came to; it passed if nothing was missed.

    `answers` are the answer objects of its steps, `seconds` wall-clock time.
    """

    case: Case
    misses: tuple[Miss, ...]
    answers: tuple[Mapping[str, Any], ...]
    seconds: float


class _Run(Record):
    """The raw result of one dispatch."""

    status: int
    stdout: bytes
    stderr: bytes
    answer: Any


def run(case: Case) -> Result:
    """Run all steps of a case in one scratch workspace and compare each answer."""
    start = time.monotonic()
    misses: list[Miss] = []
    answers = []
    with tempfile.TemporaryDirectory(prefix="hookctl-test-") as scratch:
        workspace = os.path.join(os.path.realpath(scratch), "workspace")
        home = os.path.join(os.path.realpath(scratch), "home")
        os.makedirs(home)
        os.makedirs(workspace)
        config = case.config or _write_configuration(case, workspace)
        for number, step in enumerate(case.steps):
            done = _dispatch(case, step, config, workspace, home)
            answers.append(done.answer if isinstance(done.answer, dict) else {})
            expect = _resolved(step.expect, workspace)
            misses += [
                Miss(number, key, expected, found)
                for key, expected, found in _compare(expect, done, workspace)
            ]
    return Result(case, tuple(misses), tuple(answers), time.monotonic() - start)


def _write_configuration(case: Case, workspace: str) -> str:
    """Write the inline configuration and its scripts; return the configuration's path."""
    for name, text in case.scripts.items():
        path = os.path.join(workspace, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(path, 0o755)  # noqa: S103 - a script of the case's author
    path = os.path.join(workspace, "hooks.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(case.document, file)
    return path


def _dispatch(case: Case, step: Step, config: str, workspace: str, home: str) -> _Run:
    """Send one event through the installed hookctl, away from the user's own files."""
    command = [sys.executable, "-P", "-m", "hooks_cli", "dispatch"]
    if step.event is not None:
        command.append(step.event)
    command += ["--config", config, *step.args]
    if step.host is not None:
        command += ["--host", step.host]
    payload = _resolved(step.payload, workspace)
    text = step.stdin if step.stdin is not None else json.dumps(payload, ensure_ascii=False)
    environ = {
        **os.environ,
        "HOME": home,
        "XDG_CONFIG_HOME": os.path.join(home, ".config"),
        "XDG_STATE_HOME": os.path.join(home, ".local", "state"),
        **_resolved(dict(case.env), workspace),
    }
    environ.pop("HOOKCTL_DEPTH", None)
    done = subprocess.run(  # noqa: S603 - this very interpreter
        command,
        input=text.encode("utf-8", "surrogatepass"),
        capture_output=True,
        cwd=workspace,
        env=environ,
        timeout=_SECONDS,
        check=False,
    )
    try:
        answer = strictjson.loads(done.stdout)
    except strictjson.JsonError:
        answer = None
    return _Run(done.returncode, done.stdout, done.stderr, answer)


def _resolved(value: Any, workspace: str) -> Any:
    """Return a value with the scratch workspace put into its strings."""
    if isinstance(value, str):
        return value.replace(WORKSPACE, workspace)
    if isinstance(value, dict):
        return {key: _resolved(item, workspace) for key, item in value.items()}
    if isinstance(value, list):
        return [_resolved(item, workspace) for item in value]
    return value


def _compare(
    expect: Mapping[str, Any], done: _Run, workspace: str
) -> Iterator[tuple[str, Any, Any]]:
    """Yield (key, expected, found) for each expectation that is not met."""
    answer = done.answer if isinstance(done.answer, dict) else {}
    for key, expected in expect.items():
        if key == "exit":
            found: Any = done.status
            met = found == expected
        elif key == "stdout":
            found = done.stdout.decode("utf-8", "replace")
            met = found == expected if isinstance(expected, str) else done.answer == expected
        elif key == "stderr":
            found = done.stderr.decode("utf-8", "replace")
            met = _texts_in(expected, [found])
        elif key == "absent":
            found = sorted(set(expected) & set(answer))
            expected, met = [], not found  # noqa: PLW2901 - shown as what should be there
        elif key == "files":
            found = {name: _file(workspace, name) for name in expected}
            met = all(_file_fits(text, found[name]) for name, text in expected.items())
        else:
            found = answer.get(key)
            met = _fits(key, expected, found)
        if not met:
            yield key, expected, found


def _fits(key: str, expected: Any, found: Any) -> bool:
    """Tell whether a key of the answer is as expected."""
    if key == "reason":
        return _texts_in(expected, [found or ""])
    if key in ("context", "message", "warnings", "unenforced"):
        return _texts_in(expected, found or [])
    if key == "payload":
        return _contains(found, expected)
    if key == "failures":
        items = found or []
        return len(items) == len(expected) and all(map(_failure_fits, expected, items))
    return modify.same(found, expected)


def _texts_in(expected: Any, found: list[str]) -> bool:
    """Tell whether every expected text occurs; an empty list expects none at all."""
    if expected == []:
        return not any(found)
    texts = [expected] if isinstance(expected, str) else expected
    return all(any(text in item for item in found) for text in texts)


def _failure_fits(expected: Mapping[str, str], found: Mapping[str, str]) -> bool:
    return all(
        value in found.get(key, "") if key == "detail" else found.get(key) == value
        for key, value in expected.items()
    )


def _contains(found: Any, expected: Any) -> bool:
    """Tell whether an object has all expected keys with their values, at any depth."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(key in found and _contains(found[key], item) for key, item in expected.items())
    return modify.same(found, expected)


def _file(workspace: str, name: str) -> str | None:
    try:
        with open(os.path.join(workspace, name), encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _file_fits(expected: str | None, found: str | None) -> bool:
    return found is None if expected is None else found is not None and expected in found
