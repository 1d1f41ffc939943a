"""One run of a CLI: a scratch home and project, a clean environment, a time limit, the verdicts."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from e2e_lib import checks, codex_trust, dialects, fake_model, scenes
from e2e_lib.native import MCP_TYPED, PROMPT, Wiring, filled, write_json, write_text
from e2e_lib.packages import located, version
from e2e_lib.programs import Program, hookctl_words

PLACE = "hookctl run \u00fc-"  # paths of users have blanks and letters in them
# Whatever still wants to leave the machine meets a port at which nobody listens.
NO_WAY_OUT = {
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9"),
    **dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9"),
    "NO_PROXY": "127.0.0.1,localhost",
    "no_proxy": "127.0.0.1,localhost",
    "DO_NOT_TRACK": "1",
}


class SetupError(Exception):
    """A run could not be prepared, so nothing can be said about its cases."""


class Result(NamedTuple):
    """What came of a case on a host: `problem` is "" if all is as expected."""

    host: str
    version: str
    case: str
    expected: str
    problem: str
    seconds: float


class Options(NamedTuple):
    """What the caller of a run may choose.

    `only` are cases by name, `keep` is where to leave W, `hookctl` another program in its place.
    `by_hand` writes the host's configuration here, as its manual says, instead of by
    `hookctl install`.
    """

    only: tuple[str, ...] = ()
    keep: str = ""
    hookctl: tuple[str, ...] = ()
    by_hand: bool = False


class Stage(NamedTuple):
    """What a run is about: the scratch directory, the program, the scene, the cases."""

    root: str
    program: Program
    scene: scenes.Scene
    cases: Sequence[checks.Case]

    @property
    def project(self) -> str:
        """The directory in which the agent works."""
        return f"{self.root}/proj"


class Ended(NamedTuple):
    """How a CLI ended: `status` None if it was killed at its time limit."""

    status: int | None
    stdout: str
    stderr: str
    seconds: float


def play(program: Program, prefix: str, scene: scenes.Scene, options: Options) -> list[Result]:
    """Run a scene with a program and judge each of its cases."""
    chosen = scenes.chosen(scene, program, options.only)
    command = located(program, prefix)
    if (
        not chosen
        or command is None
        or ((scene.gone is not None or scene.scope != "user") and options.by_hand)
    ):
        return []
    root = os.path.realpath(tempfile.mkdtemp(prefix=PLACE))
    stage = Stage(root, program, scene, chosen)
    script = scenes.script_of(scene, chosen, program, stage.project)
    try:
        with fake_model.serving(script) as model:
            environ = _environment(stage, command, model.port)
            _prepare(stage, model.port, environ, options)
            if program.host == "codex":
                config = f"{root}/home/.codex/config.toml"
                codex_trust.trust(command, environ, stage.project, config)
            ended = _start(stage, command, model.port, environ)
        _record(root, model.requests, ended)
        number = version(program, prefix)
        return [
            Result(program.host, number, case.name, case.wanted(program.host), problem, seconds)
            for case, problem, seconds in _judged(stage, model.requests, ended)
        ]
    except SetupError as error:
        number = version(program, prefix)
        return [
            Result(program.host, number, case.name, case.wanted(program.host), str(error), 0.0)
            for case in chosen
        ]
    finally:
        if options.keep:
            target = os.path.join(options.keep, f"{program.host}-{scene.name}")
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(root, target, symlinks=True)
        shutil.rmtree(root, ignore_errors=True)


def _prepare(stage: Stage, port: int, environ: Mapping[str, str], options: Options) -> None:
    """Write the host's configuration, hookctl's, and the files that are to be read."""
    root, program, scene = stage.root, stage.program, stage.scene
    hookctl = options.hookctl or hookctl_words()
    for folder in ("home", "proj", "tmp"):
        os.makedirs(f"{root}/{folder}")
    events = (program.pre_tool,) if scene.narrow else program.events
    wiring = Wiring(hookctl, program.host, events, port)
    program.setup(root, wiring)
    if options.by_hand or scene.narrow:
        program.wire(root, wiring)
    else:
        path = _installed(stage, hookctl, environ)
        if scene.gone is not None:
            other = f"{root}/other"
            if scene.gone:
                write_text(other, f"#!/bin/sh\n{scene.gone}\n")
                os.chmod(other, 0o700)
            _take_away(path, program.pre_tool, hookctl_words()[0], shlex.quote(other))
    text = scenes.configuration(scene, stage.cases, stage.project)
    write_text(f"{root}/home/.config/hookctl/hooks.json", text)
    for case in stage.cases:
        if case.tool == "read":
            write_text(f"{stage.project}/{case.mark}", f"{checks.CONTENT} {case.name}\n")


def _installed(stage: Stage, hookctl: Sequence[str], environ: Mapping[str, str]) -> str:
    """Wire hookctl as its user would. Return the path of the host's file."""
    words = [*hookctl, "install", stage.program.host, "--scope", stage.scene.scope, "--json"]
    done = subprocess.run(
        words, cwd=stage.project, env=dict(environ), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()
        raise SetupError(f"{' '.join(words)}: {said[-300:]}")
    return str(json.loads(done.stdout)["file"])


def _take_away(path: str, event: str, program: str, other: str) -> None:
    """Let the host's file name another program, as if something had happened to hookctl.

    Only one event is left in it, or the prompt would be stopped and no call be made.
    """
    text = _text(path)
    if program not in text:
        raise SetupError(f"{path} does not name {program}")
    settings = json.loads(text.replace(program, other))
    write_json(path, {**settings, "hooks": {event: settings["hooks"][event]}})


def _environment(stage: Stage, command: Sequence[str], port: int) -> dict[str, str]:
    """Return the whole environment of a CLI; nothing of the caller's is in it."""
    root, program = stage.root, stage.program
    return {
        "PATH": f"{os.path.dirname(command[0])}:/usr/bin:/bin",
        "HOME": f"{root}/home",
        "TMPDIR": os.path.join(root, "tmp"),
        "TERM": "dumb",
        "LANG": "C.UTF-8",
        **NO_WAY_OUT,
        **{key: filled(value, _names(root, port)) for key, value in program.variables.items()},
    }


def _names(root: str, port: int) -> dict[str, str]:
    return {"{W}": root, "{PORT}": str(port), "{MCP}": json.dumps(MCP_TYPED)}


def _start(stage: Stage, command: Sequence[str], port: int, environ: Mapping[str, str]) -> Ended:
    """Start the CLI in the project and wait for its end, or make one."""
    root, program = stage.root, stage.program
    words = program.words if stage.scene.guarded else (*program.words, *program.free)
    began = time.monotonic()
    with open(f"{root}/stdout", "wb") as out, open(f"{root}/stderr", "wb") as err:
        child = subprocess.Popen(
            [*command, *(filled(word, _names(root, port)) for word in words)],
            cwd=stage.project,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        status: int | None = None
        try:
            status = child.wait(program.seconds)
        except subprocess.TimeoutExpired:
            pass  # `status` says so
        finally:
            # Some start themselves again as a child, which would go on alone.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    seconds = time.monotonic() - began
    return Ended(status, _text(f"{root}/stdout"), _text(f"{root}/stderr"), seconds)


def _text(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def _record(root: str, requests: Sequence[fake_model.Seen], ended: Ended) -> None:
    """Leave what the model was asked beside the rest, for a look at a run that was kept."""
    lines = [json.dumps(seen._asdict(), ensure_ascii=False) for seen in requests]
    write_text(f"{root}/requests.jsonl", "\n".join(lines) + "\n")
    write_text(f"{root}/ended", f"status {ended.status} after {ended.seconds:.1f} s\n")


def _judged(
    stage: Stage, requests: Sequence[fake_model.Seen], ended: Ended
) -> list[tuple[checks.Case, str, float]]:
    """Return each case with what is wrong, "" if nothing is, and the time of the whole run."""
    program = stage.program
    dialect = dialects.DIALECTS[program.dialect]
    asked = [seen for seen in requests if seen.path.endswith(dialect.ends)]
    mine = [seen for seen in asked if PROMPT in json.dumps(seen.body, ensure_ascii=False)]
    results: dict[int, str] = {}
    for seen in mine:
        results.update(dialect.results(seen.body))
    texts = [json.dumps(seen.body, ensure_ascii=False) for seen in asked]
    found = []
    at = 0
    for case in stage.cases:
        result = None
        if case.tool:
            result = results.get(at)
            at += 1
        facts = checks.Facts(stage.project, result, asked, texts)
        wanted = case.wanted(program.host)
        problem = checks.problem(case, wanted, facts)
        if ended.status is None:
            problem = f"killed after {program.seconds:g} s; {problem or 'the case itself is fine'}"
        if problem and not asked and wanted != "unsent":
            problem += f"; the model was never asked: {(ended.stderr or ended.stdout)[-300:]!r}"
        found.append((case, problem, ended.seconds))
    return found
