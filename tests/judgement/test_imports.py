"""What the matchers cost: nothing is loaded that a configuration has no need of."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

Place = Any  # conftest.Place; tests are no package
EVENT = "beforeShellExecution"
BLOCK = {"decision": "block"}
# What may come in beside our own modules, because a matcher was configured.
ALLOWED = {"fnmatch", "unicodedata", "binascii", "math"}


def loaded(place: Place, hooks: list[Any], event: str = EVENT, **payload: Any) -> set[str]:
    """Return the modules that a dispatch has loaded."""
    place.config({event: hooks})
    words = place.argv(["dispatch", event, "--config", "hooks.json"])[1:]
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *words],
        input=json.dumps({"command": "ls; echo x", **payload}).encode(),
        capture_output=True,
        cwd=place.workspace,
        env=place.environ,
        check=False,
    )
    assert done.returncode in (0, 2), done.stderr
    lines = done.stderr.decode().splitlines()
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


def ours(modules: set[str], *names: str) -> set[str]:
    return {name for name in modules for each in names if name.startswith(f"hooks_cli.{each}")}


def test_without_such_a_matcher_nothing_of_them_is_loaded(place: Place) -> None:
    plain = loaded(place, [{"match": {"tool": "x"}, "rule": BLOCK}])
    assert not ours(plain, "shell", "action_match", "globs", "paths", "patterns", "secret_find")


@pytest.mark.parametrize(
    "match",
    [
        {"shell": {"program": "rm"}},
        {"shell": {"program": "@delete", "path": {"outside": "build"}}},
        {"path": [".env", "~/.ssh/**"]},
        {"text": {"secret": True}},
    ],
)
def test_a_matcher_adds_only_our_own_modules(place: Place, match: Any) -> None:
    plain = loaded(place, [{"match": {"text": "nothing"}, "rule": BLOCK}])
    more = loaded(place, [{"match": match, "rule": BLOCK}]) - plain
    others = {name.partition(".")[0] for name in more} - {"hooks_cli"}
    assert {name.lstrip("_") for name in others} <= ALLOWED


def test_the_parser_is_loaded_only_for_an_event_with_a_command(place: Place) -> None:
    hooks = [{"match": {"path": ".env"}, "rule": BLOCK}]
    found = loaded(place, hooks, event="beforeReadFile", file_path="a")
    assert ours(found, "action_match")
    assert not ours(found, "shell.")
    shell = [{"match": {"shell": {"program": "rm"}}, "rule": BLOCK}]
    assert not ours(loaded(place, shell, event="beforeReadFile", file_path="a"), "shell.")
    assert ours(loaded(place, shell), "shell.rules")
