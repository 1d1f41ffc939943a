"""`hookctl init` and `hookctl new`: what they make works at once, and nothing is overwritten."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import events, jsonedit, scaffold
from hooks_cli.commands import new
from hooks_cli.errors import UsageError

Place = Any  # conftest.Place; tests are no package
ENTRY = {"name": "x", "command": ["a"]}


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its content."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_init_makes_a_project_whose_test_passes(place: Place) -> None:
    """And whose configuration has no mistake; every hook of it is covered."""
    done = place.run(["init"])
    assert done.status == 0, done.stderr
    assert sorted(tree(place.workspace)) == [
        ".hookctl/hooks.json",
        ".hookctl/lib/hookctl.sh",
        ".hookctl/policies/no-force-push.sh",
        ".hookctl/tests/no-force-push.yaml",
    ]
    for word in (b"hookctl test", b"hookctl new", b"hookctl install"):
        assert word in done.stdout
    assert place.run(["check", ".hookctl/hooks.json"]).status == 0
    tested = place.run(["test", "--json"])
    assert tested.status == 0, tested.stdout
    assert tested.answer["passed"] == 1
    assert [hook["reached"] for hook in tested.answer["coverage"]] == ["decided"]


def test_init_into_another_directory_says_to_go_there(place: Place) -> None:
    """The directory is made."""
    done = place.run(["init", "some where/else"])
    assert done.status == 0
    assert b"made some where/else/.hookctl/hooks.json" in done.stdout
    assert b"cd some where/else" in done.stdout
    assert place.run(["test"], cwd=place.workspace / "some where" / "else").status == 0


@pytest.mark.parametrize("name", ["hooks.json", "hooks.yaml", "hooks.local.json"])
def test_init_changes_nothing_where_there_is_a_configuration(place: Place, name: str) -> None:
    """Status 1, and how to go on."""
    place.write(f".hookctl/{name}", "mine")
    before = tree(place.workspace)
    done = place.run(["init"])
    assert done.status == 1
    assert f".hookctl/{name}: exists already" in done.stderr
    assert "hookctl new" in done.stderr
    assert tree(place.workspace) == before


def test_init_keeps_a_file_that_is_there(place: Place) -> None:
    """A library of one's own, say."""
    place.write(".hookctl/lib/hookctl.sh", "mine")
    done = place.run(["init"])
    assert done.status == 0
    assert b"kept .hookctl/lib/hookctl.sh" in done.stdout
    assert (place.workspace / ".hookctl/lib/hookctl.sh").read_text() == "mine"


def test_init_where_it_may_not_write_is_one_message(place: Place) -> None:
    """Naming the file."""
    place.write("file", "")
    done = place.run(["init", "file"])
    assert done.status == 1
    assert "cannot be written" in done.stderr


def test_every_event_in_both_languages_gets_a_policy_whose_test_passes(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All in one configuration, which also has no mistake; every policy is reached."""
    monkeypatch.chdir(place.workspace)
    expected = 0
    for index, event in enumerate(events.NAMES):
        for lang in ("sh", "python"):
            assert new.run(f"p{index}-{lang}", event, lang, None) == 0
            expected += 1
    assert place.run(["check", ".hookctl/hooks.json"]).status == 0
    tested = place.run(["test", "--json"])
    misses = [case for case in tested.answer["cases"] if not case["passed"]]
    assert misses == []
    assert tested.answer["passed"] == expected
    assert tested.status == 0
    reached = {hook["name"]: hook["reached"] for hook in tested.answer["coverage"]}
    assert len(reached) == expected
    assert set(reached.values()) == {"decided", "matched"}


@pytest.mark.parametrize("kind", ["guardrail", "interceptor", "lifecycle"])
def test_every_kind_at_every_event_works_or_is_refused_with_a_reason(
    place: Place, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guardrail where nothing can be blocked would be a promise that nobody keeps."""
    monkeypatch.chdir(place.workspace)
    for index, event in enumerate(events.NAMES):
        if kind == "guardrail" and "block" not in events.get(event).carries:
            with pytest.raises(UsageError, match="could stop nothing there"):
                new.run(f"p{index}", event, "sh", kind)
        else:
            assert new.run(f"p{index}", event, "sh", kind) == 0
    tested = place.run(["test", "--json"]).answer
    assert [case for case in tested["cases"] if not case["passed"]] == []
    assert tested["passed"] > 5


def test_a_scaffolded_test_fails_if_its_policy_is_broken(place: Place) -> None:
    """Or it would be worth nothing."""
    place.run(["new", "guard", "--event", "beforeShellExecution"])
    for text in ("#!/bin/sh\nexit 0\n", "#!/bin/sh\nexit 1\n", "#!/bin/sh\nexit 2\n"):
        place.write(".hookctl/policies/guard.sh", text, 0o755)
        assert place.run(["test"]).status == 1, text


def test_new_keeps_the_layout_of_the_configuration(place: Place) -> None:
    """Comments there are none in JSON, but order, indentation and blank lines are the author's."""
    text = (
        '{\n    "version": 1,\n\n    "hooks": {\n        "preToolUse": [\n'
        '            {"rule":{"decision":"ask"}}\n        ]\n    }\n}\n'
    )
    place.write(".hookctl/hooks.json", text, 0o600)
    assert place.run(["new", "guard", "--event", "preToolUse"]).status == 0
    path = place.workspace / ".hookctl/hooks.json"
    entry = '{"name": "guard", "kind": "guardrail", "command": [".hookctl/policies/guard.sh"]}'
    assert path.read_text() == text.replace(
        '{"rule":{"decision":"ask"}}\n', f'{{"rule":{{"decision":"ask"}}}},\n            {entry}\n'
    )
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_new_works_below_the_directory_and_through_a_link(place: Place) -> None:
    """The nearest .hookctl is taken; a linked configuration stays a link."""
    real = place.write("shared/hooks.json", {"version": 1, "hooks": {}})
    (place.workspace / ".hookctl").mkdir()
    (place.workspace / ".hookctl/hooks.json").symlink_to(real)
    below = place.workspace / "a" / "b"
    below.mkdir(parents=True)
    done = place.run(["new", "guard", "--event", "beforeReadFile"], cwd=below)
    assert done.status == 0, done.stderr
    assert (place.workspace / ".hookctl/hooks.json").is_symlink()
    assert json.loads(real.read_text())["hooks"]["beforeReadFile"][0]["name"] == "guard"
    assert (place.workspace / ".hookctl/policies/guard.sh").exists()


def test_new_prints_the_entry_where_it_cannot_edit(place: Place) -> None:
    """A YAML file is left to its author; script and test are made, and the status says 1."""
    text = "version: 1\nhooks: {}  # mine\n"
    place.write(".hookctl/hooks.yaml", text)
    done = place.run(["new", "guard", "--event", "beforeReadFile"])
    assert done.status == 1
    assert (place.workspace / ".hookctl/hooks.yaml").read_text() == text
    line = next(line for line in done.stdout.decode().splitlines() if line.startswith("  {"))
    place.write(
        ".hookctl/hooks.yaml", f"version: 1\nhooks:\n  beforeReadFile:\n    - {line.strip()}\n"
    )
    assert place.run(["test"]).status == 0


@pytest.mark.parametrize("taken", ["policies/guard.sh", "tests/guard.yaml"])
def test_new_never_overwrites(place: Place, taken: str) -> None:
    """Not the script, not the test; and the configuration stays as it is."""
    place.run(["init"])
    place.write(f".hookctl/{taken}", "mine")
    before = tree(place.workspace)
    done = place.run(["new", "guard", "--event", "beforeShellExecution"])
    assert done.status == 1
    assert f".hookctl/{taken}: exists already" in done.stderr
    assert tree(place.workspace) == before


def test_new_refuses_a_name_that_the_event_has_already(place: Place) -> None:
    """A duplicate would be a configuration error, which blocks."""
    place.run(["init"])
    done = place.run(
        ["new", "no-force-push", "--event", "beforeShellExecution", "--lang", "python"]
    )
    assert done.status == 1
    assert "has a hook 'no-force-push' already" in done.stderr


def test_new_does_not_touch_a_configuration_that_is_broken(place: Place) -> None:
    """Its mistake is shown instead."""
    place.write(".hookctl/hooks.json", '{"version": 1,\n "hooks": {]}')
    before = tree(place.workspace)
    done = place.run(["new", "guard", "--event", "beforeShellExecution"])
    assert done.status == 1
    assert ".hookctl/hooks.json:2" in done.stderr
    assert tree(place.workspace) == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["new", "guard", "--event", "sessionStart", "--kind", "guardrail"], "carries no block"),
        (["new", "../evil", "--event", "preToolUse"], "is no name for a hook"),
        (["new", "-x", "--event", "preToolUse"], "-x"),
        (["new", "guard", "--event", "preToolUs"], 'did you mean "preToolUse"?'),
        (["new", "guard"], "--event"),
        (["new", "guard", "--event", "preToolUse", "--lang", "perl"], "perl"),
    ],
)
def test_a_wrong_command_line_is_status_2_and_makes_nothing(
    place: Place, words: list[str], message: str
) -> None:
    """With the way out."""
    done = place.run(words)
    assert done.status == 2
    assert message in done.stderr
    assert os.listdir(place.workspace) == []


LAYOUTS = [
    '{"version": 1}',
    '{\n  "version": 1,\n  "hooks": {}\n}\n',
    (
        '{\n\t"version": 1,\n\t"hooks": {\n\t\t"preToolUse": [\n'
        '\t\t\t{"name": "a]}\\"",\n\t\t\t "rule": {}}\n\t\t]\n\t}\n}'
    ),
    '{"version":1,"hooks":{"preToolUse":[{"a":1}]}}',
    '{"version":1,"hooks":{"preToolUse":[]}}',
    '\ufeff{\r\n  "version": 1,\r\n  "hooks": {\r\n    "stop": []\r\n  }\r\n}\r\n',
    '{ "hooks": { "preToolUse": [ {} ] }, "description": "\\"hooks\\": [", "version": 1 }',
    '{"hooks":{"\\u0070reToolUse":[1]},"version":1}',
    "{\n}",
]


@pytest.mark.parametrize("text", LAYOUTS)
def test_an_entry_is_added_to_any_layout_and_the_rest_stays(text: str) -> None:
    """Every line that was there is still there, but for a comma or a bracket."""
    changed = jsonedit.add_hook(text.encode(), "preToolUse", ENTRY)
    after = json.loads(changed.decode().removeprefix("\ufeff"))
    before = json.loads(text.removeprefix("\ufeff"))
    assert after["hooks"]["preToolUse"][-1] == ENTRY
    assert after["hooks"]["preToolUse"][:-1] == before.get("hooks", {}).get("preToolUse", [])
    assert {**after, "hooks": 0} == {**before, "hooks": 0}
    assert changed.decode().count("\r\n") == changed.decode().count("\n") or "\r" not in text
    for line in text.splitlines() if "\n" in text else ():
        assert line.rstrip(",{}[] ") in changed.decode()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"hooks": []}', '{"hooks": {"preToolUse": {}}}', '{"a":1,"a":2}', "{]"]
)
def test_a_text_that_cannot_be_edited_safely_is_left_alone(text: str) -> None:
    """None, so that the entry is printed instead."""
    assert jsonedit.add_hook(text.encode(), "preToolUse", ENTRY) is None


def test_a_policy_that_could_do_nothing_is_refused() -> None:
    """The hint names what would work."""
    with pytest.raises(UsageError, match="sessionStart carries no block") as caught:
        scaffold.policy("x", events.get("sessionStart"), "guardrail")
    assert "lifecycle" in caught.value.hint
