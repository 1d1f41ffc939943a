"""The short parser of dispatch and click agree on every command line, or the short one abstains."""

from __future__ import annotations

import random
from typing import Any

import click
import pytest

from hooks_cli import argv, cli
from hooks_cli.argv import Arguments

Place = Any  # conftest.Place; tests are no package

# Command lines that a host really uses: these must not need click.
PLAIN: list[tuple[list[str], Arguments]] = [
    ([], Arguments()),
    (["preToolUse"], Arguments("preToolUse")),
    (["preToolUse", "--host", "positron"], Arguments("preToolUse", "positron")),
    (["--host", "positron", "preToolUse"], Arguments("preToolUse", "positron")),
    (["--host=positron", "preToolUse"], Arguments("preToolUse", "positron")),
    (["x", "--config", "a"], Arguments("x", configs=("a",))),
    (["x", "--config=a=b"], Arguments("x", configs=("a=b",))),
    (["--config", "a", "x", "--config", "b"], Arguments("x", configs=("a", "b"))),
    (["x", "--workspace", "/w"], Arguments("x", workspace="/w")),
    (["x", "--strict"], Arguments("x", strict=True)),
    (["x", "--strict", "--strict"], Arguments("x", strict=True)),
    (["--skip-side-effects", "x"], Arguments("x", skip_side_effects=True)),
    (
        ["x", "--config", "a b'c", "--workspace=é"],
        Arguments("x", configs=("a b'c",), workspace="é"),
    ),
]
# What click refuses, so that the short parser must leave it alone.
REFUSED = [
    ["--nonsense"],
    ["x", "--nonsense"],
    ["x", "y"],
    ["x", "--host"],
    ["x", "--config"],
    ["x", "--workspace"],
    ["x", "--strict=1"],
    ["x", "--skip-side-effects=yes"],
    ["x", "-c"],
    ["x", "--hosts", "positron"],
    ["x", "--", "y"],
    ["x", "-", "y"],
]
# What click understands in its own way.
LEFT_TO_CLICK = [
    ["--help"],
    ["-h"],
    ["x", "--help"],
    ["--", "x"],
    ["x", "--host=a", "--host", "b"],
    ["x", "--workspace=a", "--workspace=b"],
    ["x", "--config="],
    ["x", "--config", "-"],
    ["x", "--config", "--strict"],
    ["x", "--host", "--strict"],
    [""],
    ["-"],
]


def by_click(words: list[str]) -> Arguments | None:
    """Return what click makes of a command line, None if it refuses it or shows its help."""
    try:
        context = cli.dispatch.make_context("dispatch", list(words))
    except (click.UsageError, click.exceptions.Exit):
        return None
    values = dict(context.params)
    return Arguments(values.pop("event"), values.pop("host"), **values)


@pytest.mark.parametrize(("words", "expected"), PLAIN, ids=str)
def test_plain_forms_are_understood_without_click_and_alike(
    words: list[str], expected: Arguments
) -> None:
    assert argv.parse(words) == expected
    assert by_click(words) == expected


@pytest.mark.parametrize("words", REFUSED, ids=str)
def test_what_click_refuses_is_left_to_click(words: list[str]) -> None:
    assert by_click(words) is None
    assert argv.parse(words) is None


@pytest.mark.parametrize("words", LEFT_TO_CLICK, ids=str)
def test_forms_that_only_click_knows_are_left_to_click(words: list[str]) -> None:
    assert argv.parse(words) is None


def test_no_random_command_line_means_two_things() -> None:
    chance = random.Random(64)
    vocabulary = ["x", "preToolUse", "--host", "--host=", "--host=a", "--config", "--config=b"]
    vocabulary += ["--workspace", "--workspace=c", "--strict", "--skip-side-effects", "-", "--", ""]
    vocabulary += ["--help", "-h", "--hos", "-x", "a=b", "=", "--strict=", "--config==", "--=x"]
    for _ in range(5000):
        words = chance.choices(vocabulary, k=chance.randrange(6))
        ours = argv.parse(words)
        assert ours is None or ours == by_click(words), words


@pytest.mark.parametrize(
    "words", [*REFUSED[:-2], ["unknownEvent"], ["x", "--host", "nobody"]], ids=str
)
def test_wrong_usage_of_dispatch_has_status_64_and_no_answer(
    place: Place, words: list[str]
) -> None:
    done = place.run(["dispatch", *words], {"command": "ls"})
    assert (done.status, done.stdout) == (64, b"")
    assert done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["--nonsense"],
        ["check", "--nonsense"],
        ["show"],
        ["show", "nonsense"],
        ["show", "payload"],
        ["show", "limits", "extra"],
    ],
    ids=str,
)
def test_wrong_usage_of_any_other_command_has_status_2(place: Place, words: list[str]) -> None:
    done = place.run(words)
    assert (done.status, done.stdout) == (2, b"")
    assert done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [["--help"], ["dispatch", "--help"], ["check", "-h"]], ids=str)
def test_help_has_an_example_and_status_0(place: Place, words: list[str]) -> None:
    done = place.run(words)
    assert done.status == 0
    assert b"Example" in done.stdout


def test_a_dispatch_that_click_parses_answers_like_the_short_way(place: Place) -> None:
    place.config({"beforeShellExecution": [{"name": "v", "command": "echo no >&2; exit 2"}]})
    words = ["dispatch", "--config", "hooks.json"]
    answers = []
    for event in (["beforeShellExecution"], ["--", "beforeShellExecution"]):
        done = place.run([*words, *event], {"command": "ls"})
        answers.append((done.status, done.stderr, {**done.answer, "id": ""}))
    assert answers[0] == answers[1]
    assert answers[0][0] == 2
