"""A dispatch loads a handful of modules, since it runs at every tool call (design section 14)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
EVENT = "beforeShellExecution"
Place = Any  # conftest.Place; tests are no package

# Runs a dispatch, and reports what has been loaded at the moment of leaving.
CHILD = """
import os, sys
leave = os._exit
def report(status):
    os.write(2, ("\\n" + "\\n".join(sorted(sys.modules))).encode())
    leave(status)
os._exit = report
sys.path.insert(0, sys.argv.pop(1))
from hooks_cli.__main__ import main
main()
"""
# What the interpreter itself loads, and the little that a dispatch needs beyond that. C parts,
# which have a leading underscore, go with the modules that they belong to.
STANDARD = frozenset(
    """
    __future__ __main__ abc builtins codecs collections collections_abc copyreg encodings enum
    errno fcntl frozen_importlib frozen_importlib_external functools gc genericpath imp importlib io
    itertools json keyword marshal opcode operator os posix posixpath re reprlib select signal sre
    stat sys thread time types warnings weakref zipimport
    """.split()  # noqa: SIM905 - easier to read and to change
)
HEAVY = frozenset(
    """
    click rich jsonschema yaml typing subprocess dataclasses pathlib logging tempfile shutil
    datetime hashlib argparse inspect threading socket asyncio concurrent multiprocessing
    unittest decimal random urllib http email ssl ast tokenize string textwrap glob fnmatch pwd
    """.split()  # noqa: SIM905 - easier to read and to change
)
# Modules of our own that serve other commands, or mistakes.
OTHER_COMMANDS = (
    "hooks_cli.cli",
    "hooks_cli.casefile",
    "hooks_cli.caserun",
    "hooks_cli.commands",
    "hooks_cli.config.positions",
    "hooks_cli.config.yamlfile",
    "hooks_cli.console",
    "hooks_cli.nearest",
    "hooks_cli.samples",
    "hooks_cli.schemas",
)


def loaded(place: Place, words: list[str], payload: object) -> tuple[int, frozenset[str]]:
    """Run a dispatch in a bare interpreter; return its status and the modules it has loaded."""
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", CHILD, str(ROOT), "dispatch", *words],
        input=data,
        capture_output=True,
        cwd=place.workspace,
        env=place.environ,
        timeout=60,
        check=False,
    )
    lines = done.stderr.decode().splitlines()
    return done.returncode, frozenset(lines[lines.index("__future__") :])


HOOKS = {
    EVENT: [
        {"name": "m", "rule": {"decision": "modify", "changes": {"command": "x"}}},
        {"name": "t", "matcher": "ls|pwd", "command": ["/bin/true"]},
        {"name": "r", "matcher": "l.*", "command": 'echo \'{"context":"c"}\''},
        {"name": "g", "kind": "guardrail", "match": {"tool": "x"}, "command": "exit 2"},
        {"name": "f", "kind": "guardrail", "match": {"text": "nope"}, "command": "exit 2"},
        {"name": "l", "kind": "lifecycle", "command": "cat >/dev/null"},
    ],
    "beforeReadFile": [{"command": "echo no >&2; exit 2"}],
    "preToolUse": [{"on_failure": "allow", "command": "exit 1"}],
    "postToolUse": [{"command": ["/no/such/program"]}],
}
SCENES: list[tuple[str, list[str], object, int]] = [
    ("modify", [EVENT], {"command": "ls"}, 3),
    ("block", ["beforeReadFile"], {"file_path": "/x"}, 2),
    ("failure", ["preToolUse"], {"tool_id": "t", "tool_input": {}}, 0),
    ("cannot-run", ["postToolUse"], {"tool_name": "t", "tool_output": "o"}, 0),
    ("no-hook", ["sessionStart"], {"session_type": "chat"}, 0),
    ("from-the-payload", [], {"hook_event_name": "sessionStart"}, 0),
    ("positron", [EVENT, "--host", "positron"], {"command": "ls"}, 2),
    ("bad-payload", [EVENT], b"garbage", 65),
]


@pytest.mark.parametrize(
    ("words", "payload", "status"), [scene[1:] for scene in SCENES], ids=[s[0] for s in SCENES]
)
def test_a_dispatch_loads_nothing_outside_the_allow_list(
    place: Place, words: list[str], payload: object, status: int
) -> None:
    place.config(HOOKS)
    found, modules = loaded(place, [*words, "--config", "hooks.json"], payload)
    assert found == status
    roots = {name.partition(".")[0] for name in modules} - {"hooks_cli"}
    assert {name for name in roots if not {name, name.lstrip("_")} & STANDARD} == set()
    assert not [name for name in modules if name.startswith(OTHER_COMMANDS)]


@pytest.mark.parametrize(
    ("top", "words", "status"),
    [
        ({"hooks": {"beforeShellExecutoin": [{"comand": "x"}]}}, [], 2),
        ({"version": 2}, [], 78),
        ({}, ["--config", "missing.json"], 78),
        ({"hooks": {EVENT: [{"command": "echo '{\"decison\":1}'"}]}}, [], 2),
    ],
    ids=str,
)
def test_not_even_a_mistake_loads_the_heavy_modules(
    place: Place, top: dict[str, Any], words: list[str], status: int
) -> None:
    place.write("hooks.json", {"version": 1, **top})
    words = [EVENT, "--config", "hooks.json", *words]
    found, modules = loaded(place, words, {"command": "ls"})
    assert found == status
    assert not {name.partition(".")[0] for name in modules} & HEAVY


def test_the_search_for_configuration_loads_no_more(place: Place) -> None:
    folder = place.home / ".config" / "hookctl"
    folder.mkdir(parents=True)
    (folder / "hooks.json").write_text(json.dumps({"version": 1, "hooks": HOOKS}))
    found, modules = loaded(place, [EVENT], {"command": "ls"})
    assert found == 3
    assert not {name.partition(".")[0] for name in modules} & HEAVY


def test_the_report_sees_what_is_loaded(place: Place) -> None:
    """A YAML configuration needs yaml, and --help needs click: the test would notice."""
    place.write("h.yaml", "version: 1\n")
    done = subprocess.run(
        [sys.executable, "-P", "-c", CHILD, str(ROOT), "dispatch", EVENT, "--config", "h.yaml"],
        input=b"{}",
        capture_output=True,
        cwd=place.workspace,
        env=place.environ,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert b"\nyaml\n" in done.stderr
