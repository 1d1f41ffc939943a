"""The corpus: commands with what they run and write, most of them checked by running them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hooks_cli.shell import analyse, to_json

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "corpus.jsonl").read_text("utf-8").splitlines()
]
# Rows where the analysis is right and the row is not, each with the reason.
DEVIATIONS = {
    "false-positive-015": "`docker run` is followed into the container like `docker exec`",
    "heredoc-014": "`cat <<A; cat <<B` runs cat twice; the row lists it once",
}


def words(argv: list[Any]) -> tuple[str, ...]:
    """Unknown words compare by being unknown: their source is written in several ways."""
    return tuple(
        "unknown" if isinstance(word, dict) and "unknown" in word else json.dumps(word)
        for word in argv
    )


def differences(row: dict[str, Any]) -> dict[str, Any]:
    found = to_json(analyse(row["command"], row["shell"]))
    wanted = {
        "runs": Counter(map(words, row["runs"])),
        "writes": Counter(words(row["writes"])),
        "kinds": sorted(row.get("opaque_kinds", [])),
    }
    got = {
        "runs": Counter(map(words, found["runs"])),
        "writes": Counter(words(found["writes"])),
        # The rows call what is only written in another dialect known; we say so beside it.
        "kinds": [k for k in found["kinds"] if k != "dialect" or row["shell"] == "bash"],
    }
    for key in ("reads", "program_writes"):
        if key in row:
            wanted[key] = Counter(words(row[key]))
            got[key] = Counter(words(found.get(key, [])))
    return {key: (got[key], wanted[key]) for key in wanted if got[key] != wanted[key]}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_row_of_the_corpus_is_reproduced(row: dict[str, Any]) -> None:
    if row["id"] in DEVIATIONS:
        assert differences(row), f"{row['id']} agrees now: take it off the list"
        return
    assert differences(row) == {}


def test_opaque_is_the_same_as_having_kinds() -> None:
    for row in ROWS:
        kinds = set(analyse(row["command"], row["shell"]).kind_names)
        if row["shell"] != "bash":
            kinds.discard("dialect")
        assert bool(kinds) == row["opaque"], row["id"]


@pytest.mark.parametrize(
    ("command", "shell"),
    [
        ("noglob rm x", "zsh"),
        ("nocorrect rm x", "zsh"),
        ("repeat 2 rm x", "zsh"),
        ("ls =(rm x)", "zsh"),
        ("=rm x", "zsh"),
        ("ls *(e:'rm x':)", "zsh"),
        ("Remove-Item x", "powershell"),
        ("rd /s x", "cmd"),
        ("noglob rm x", "bash"),
        ("=rm x", "bash"),
        ("ls ${(e)x}", "bash"),
    ],
)
def test_text_of_another_dialect_is_named(command: str, shell: str) -> None:
    assert "dialect" in analyse(command, shell).kind_names


def test_the_json_form_holds_only_plain_values() -> None:
    for row in ROWS:
        json.dumps(to_json(analyse(row["command"], row["shell"])))
