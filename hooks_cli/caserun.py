"""Run a policy test case: real dispatches in a scratch workspace, compared with what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

from hooks_cli import casefile, expectation, strictjson
from hooks_cli._record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks_cli.casefile import Case, Step

# Replaced in payloads, environments and expectations by the scratch workspace.
WORKSPACE = "$WORKSPACE"
# A dispatch ends by itself within its budget; this is for one that does not.
_SECONDS = 660
_BLOCK = 2
_SKIP = "--skip-side-effects"
_STATE = os.path.join(".local", "state")
_JOURNAL = os.path.join(_STATE, "hookctl", "journal.jsonl")


class Miss(Record):
    """One difference between what was expected and what came.

    `step` counts from 0, `line` is that of the expectation in the case file.
    """

    step: int
    key: str
    expected: Any
    found: Any
    line: int = 0


class Run(Record):
    """The raw result of one dispatch; `answer` is None if stdout was not one JSON value."""

    status: int
    stdout: bytes
    stderr: bytes
    answer: Any

    @property
    def object(self) -> Mapping[str, Any]:
        """The answer, empty if it was not an object."""
        return self.answer if isinstance(self.answer, dict) else {}


class Result(Record):
    """What running a case came to; it passed if nothing was missed.

    `runs` are its dispatches in order, `records` what they wrote into the journal, `notes`
    remarks on a step (its number from 0, the text), `seconds` wall-clock time.
    """

    case: Case
    misses: tuple[Miss, ...]
    runs: tuple[Run, ...]
    records: tuple[Mapping[str, Any], ...]
    notes: tuple[tuple[int, str], ...]
    seconds: float

    @property
    def answers(self) -> tuple[Mapping[str, Any], ...]:
        """The answer objects of its steps."""
        return tuple(run.object for run in self.runs)


class _Scratch(Record):
    """The places of one case: its workspace, a home that is nobody's, its configuration."""

    workspace: str
    home: str
    config: str


class Live:
    """The dispatches that are running now, so that an interruption can end them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def communicate(
        self, argv: list[str], data: bytes, cwd: str, env: Mapping[str, str]
    ) -> tuple[int, bytes, bytes]:
        """Run one process to its end and return its status and output."""
        pipe = subprocess.PIPE
        with subprocess.Popen(  # noqa: S603 - this very interpreter
            argv, stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd, env=env
        ) as process:
            self._processes.add(process)
            if self._stopped:
                process.terminate()
            try:
                stdout, stderr = process.communicate(data, timeout=_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            finally:
                self._processes.discard(process)
        return process.returncode, stdout, stderr

    def stop(self) -> None:
        """Ask all to end; each ends its hooks first."""
        self._stopped = True
        for process in list(self._processes):
            process.terminate()


def run(case: Case, live: Live | None = None) -> Result:
    """Run all steps of a case in one scratch workspace and compare each answer.

    Hooks that declare side effects are named in the warnings, and not run.
    """
    start = time.monotonic()
    misses: list[Miss] = []
    runs: list[Run] = []
    notes: list[tuple[int, str]] = []
    with tempfile.TemporaryDirectory(prefix="hookctl-test-", ignore_cleanup_errors=True) as scratch:
        workspace = os.path.join(os.path.realpath(scratch), "workspace")
        home = os.path.join(os.path.realpath(scratch), "home")
        os.makedirs(home)
        os.makedirs(workspace)
        config = case.config or _write_configuration(case, workspace)
        places = _Scratch(workspace, home, config)
        for number, step in enumerate(case.steps):
            done = _dispatch(case, step, places, live or Live())
            runs.append(done)
            expect = resolved(step.expect, workspace)
            misses += [
                Miss(number, key, expected, found, casefile.line_of(case, step, key))
                for key, expected, found in expectation.compare(expect, done, workspace)
            ]
            notes += [(number, text) for text in _notes(step, done)]
        records = tuple(_records(os.path.join(home, _JOURNAL)))
    seconds = time.monotonic() - start
    return Result(case, tuple(misses), tuple(runs), records, tuple(notes), seconds)


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


def _dispatch(case: Case, step: Step, places: _Scratch, live: Live) -> Run:
    """Send one event through this very hookctl, away from the user's own files."""
    workspace, home = places.workspace, places.home
    command = [sys.executable, "-P", "-m", "hooks_cli", "dispatch"]
    if step.event is not None:
        command.append(step.event)
    command += ["--config", places.config, _SKIP, *resolved(list(step.args), workspace)]
    if step.host is not None:
        command += ["--host", step.host]
    payload = resolved(step.payload, workspace)
    text = step.stdin if step.stdin is not None else json.dumps(payload, ensure_ascii=False)
    environ = {
        **os.environ,
        "HOME": home,
        "XDG_CONFIG_HOME": os.path.join(home, ".config"),
        "XDG_STATE_HOME": os.path.join(home, _STATE),
        **resolved(dict(case.env), workspace),
    }
    environ.pop("HOOKCTL_DEPTH", None)
    try:
        data = text.encode("utf-8", "surrogatepass")
        status, stdout, stderr = live.communicate(command, data, workspace, environ)
    except subprocess.TimeoutExpired:
        return Run(-1, b"", f"the dispatch did not end within {_SECONDS} s".encode(), None)
    try:
        answer = strictjson.loads(stdout)
    except strictjson.JsonError:
        answer = None
    return Run(status, stdout, stderr, answer)


def resolved(value: Any, workspace: str) -> Any:
    """Return a value with the scratch workspace put into its strings."""
    if isinstance(value, str):
        return value.replace(WORKSPACE, workspace)
    if isinstance(value, dict):
        return {key: resolved(item, workspace) for key, item in value.items()}
    if isinstance(value, list):
        return [resolved(item, workspace) for item in value]
    return value


def _notes(step: Step, done: Run) -> Iterator[str]:
    """Yield a remark on a block that no hook has asked for.

    A test that expects a block also passes when its guard is broken, and would go on passing.
    """
    answer = done.object
    known = {"failures", "reason", "stdout", "stderr"} & step.expect.keys()
    known |= {step.expect.get("exit", _BLOCK)} - {_BLOCK}  # one of hookctl's own errors
    if step.expect.get("decision") != "block" or answer.get("decision") != "block" or known:
        return
    for failure in answer.get("failures", ()):
        if failure["hook"] == answer.get("hook"):
            yield (
                f"blocked because {failure['hook']} failed ({failure['kind']}), not because it "
                f"said so: {failure['detail']}"
            )


def _records(path: str) -> Iterator[Mapping[str, Any]]:
    """Yield the good lines of the scratch journal, if there is one."""
    try:
        with open(path, "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            yield record
