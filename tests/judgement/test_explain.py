"""`hookctl shell explain` and `hookctl shell groups`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

Place = Any  # conftest.Place; tests are no package
CORPUS = Path(__file__).resolve().parent.parent / "shell" / "corpus.jsonl"


def run(place: Place, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        place.argv(["shell", *words]),
        input=stdin,
        capture_output=True,
        cwd=place.workspace,
        env=place.environ,
        check=False,
    )


def explained(place: Place, *words: str, stdin: bytes = b"") -> dict[str, Any]:
    done = run(place, "explain", "--json", *words, stdin=stdin)
    assert done.returncode == 0, done.stderr
    value = json.loads(done.stdout)
    assert isinstance(value, dict)
    return value


def test_json_has_the_word_form_of_the_corpus(place: Place) -> None:
    assert explained(place, 'rm $x *.c ~/y "a b" > out < in; eval "$z"') == {
        "runs": [
            ["rm", {"unknown": "$x"}, {"glob": "*.c"}, {"tilde": "~/y"}, "a b"],
            ["eval", {"unknown": '"$z"'}],
        ],
        "writes": ["out"],
        "reads": ["in"],
        "kinds": ["shell-string"],
    }


@pytest.mark.parametrize("name", ["plain-001", "quote-001", "heredoc-001", "wrapper-047"])
def test_it_says_what_the_corpus_says(place: Place, name: str) -> None:
    entries = map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines())
    entry = next((entry for entry in entries if entry["id"] == name), None)
    if entry is None:
        pytest.skip("not in the corpus")
    found = explained(place, entry["command"])
    assert sorted(map(json.dumps, found["runs"])) == sorted(map(json.dumps, entry["runs"]))
    assert found["writes"] == entry["writes"]


def test_a_dash_reads_the_command_from_stdin(place: Place) -> None:
    assert explained(place, "-", stdin=b"ls\nrm x\n")["runs"] == [["ls"], ["rm", "x"]]


def test_the_shell_can_be_named(place: Place) -> None:
    assert explained(place, "--shell", "cmd", "dir & del x")["runs"] == [["dir"], ["del", "x"]]
    done = run(place, "explain", "--shell", "fish", "ls")
    assert done.returncode == 2


def test_the_rule_that_hits_is_named_with_the_reason(place: Place) -> None:
    rule = {"decision": "block", "reason": "No.", "id": "no-rm"}
    ask = {"decision": "ask", "id": "ask-ls"}
    hooks = [
        {"kind": "guardrail", "match": {"shell": {"program": "ls"}}, "rule": ask},
        {"kind": "guardrail", "match": {"shell": {"program": "rm"}}, "rule": rule},
        {"name": "script", "command": ["./x.sh"]},
        {"name": "off", "enabled": False, "rule": rule},
    ]
    path = place.config({"beforeShellExecution": hooks})
    found = explained(place, "--config", "hooks.json", "ls; sudo rm x")
    assert found["rule"] == {
        "name": "no-rm",
        "decision": "block",
        "reason": "No. (matched `rm x`, inside sudo)",
        "matched": "`rm x`, inside sudo",
        "source": str(path),
        "pointer": "/hooks/beforeShellExecution/1",
    }
    assert [hit["name"] for hit in found["hits"]] == ["no-rm", "ask-ls", "script"]
    assert explained(place, "--config", "hooks.json", "make")["rule"] is None


def test_without_a_configuration_there_is_no_rule(place: Place) -> None:
    assert "rule" not in explained(place, "rm x")


def test_the_configuration_of_the_workspace_is_found(place: Place) -> None:
    content = {"version": 1, "rules": ["hookctl:careful"], "hooks": {}}
    place.write(".hookctl/hooks.json", content)
    assert explained(place, "git push -f")["rule"]["name"] == "careful.force-push"


def test_people_get_tables_in_which_nothing_can_steer_the_terminal(place: Place) -> None:
    place.write("hooks.json", {"version": 1, "rules": ["hookctl:careful"], "hooks": {}})
    command = "ls | xargs bash -c 'rm -rf \"\x1b[2J\"' > out; $X"
    done = run(place, "explain", "--config", "hooks.json", command)
    text = done.stdout.decode()
    assert done.returncode == 0
    assert "\x1b" not in text
    for part in ("xargs > bash -c", "out", "redirect", "dynamic-name", "careful.delete", "block:"):
        assert part in text


def test_a_command_that_runs_nothing_says_so(place: Place) -> None:
    assert b"nothing runs" in run(place, "explain", "# only a comment").stderr


def test_the_groups_can_be_printed(place: Place) -> None:
    done = run(place, "groups", "--json")
    groups = json.loads(done.stdout)
    names = {"@delete", "@network", "@shells", "@interpreters", "@package-install"}
    assert names | {"@wrappers", "@privilege"} == set(groups)
    assert "rm" in groups["@delete"]["programs"]
    assert b"npm" in run(place, "groups").stdout
