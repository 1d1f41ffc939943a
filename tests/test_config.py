"""Configuration: what is accepted and refused, what layers may do, what the messages say."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from hooks_cli import chain, events, limits, schemas
from hooks_cli.commands import check
from hooks_cli.config import files, load
from hooks_cli.model import Incoming, Outcome, Problem

CONFIGS = Path(__file__).resolve().parent / "configs"
VALID = sorted((CONFIGS / "valid").iterdir())
INVALID = sorted((CONFIGS / "invalid").iterdir())
EXPECTED: dict[str, dict[str, str]] = yaml.safe_load((CONFIGS / "invalid.yaml").read_text())
EVENT = "beforeShellExecution"
SHELL = events.get(EVENT)
C = ["/bin/true"]
Place = Any  # conftest.Place; tests are no package


def errors_of(*paths: Path) -> list[Problem]:
    """Return what the loader finds wrong in some files, warnings left out."""
    problems = check.check(files.named([str(path) for path in paths]))
    return [problem for problem in problems if problem.severity == "error"]


def schema_refuses(path: Path) -> bool:
    """Tell whether the published schema refuses a file, its regular expressions included."""
    if path.suffix == ".yaml":
        document = yaml.safe_load(path.read_text())
    else:
        document = json.loads(path.read_text())
    schema = schemas.load("config")
    checker = jsonschema.Draft202012Validator(
        schema, format_checker=jsonschema.FormatChecker(["regex"])
    )
    return not checker.is_valid(document)


# The shared corpus.


def test_the_published_schema_is_a_schema() -> None:
    for name in schemas.names():
        jsonschema.Draft202012Validator.check_schema(schemas.load(name))


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_file_is_accepted_by_the_loader_and_by_the_schema(path: Path) -> None:
    assert errors_of(path) == []
    assert not schema_refuses(path)


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_an_invalid_file_is_refused_by_the_loader_and_by_the_schema(path: Path) -> None:
    """Every mistake is found at its place, with a text that says what is wrong."""
    expected = EXPECTED[path.stem]
    found = errors_of(path)
    fitting = [
        problem
        for problem in found
        if problem.pointer == expected["pointer"]
        and expected["says"] in f"{problem.message} {problem.hint}"
    ]
    assert fitting, [(problem.pointer, problem.message, problem.hint) for problem in found]
    says = expected.get("schema", "refuses")
    if says != "not JSON":
        assert schema_refuses(path) == (says == "refuses")


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_an_invalid_file_counts_as_a_failure_at_the_events_that_it_concerns(path: Path) -> None:
    """Never in silence: a blocking event is blocked by default, any other is warned about."""
    failed = []
    for name in events.NAMES:
        config = load.load(files.named([str(path)]), events.get(name))
        verdict = verdict_of(config, name)
        if verdict.failures:
            failed.append(name)
            assert verdict.word == ("block" if name in events.BLOCKING else "allow")
            assert verdict.word == "block" or verdict.warnings
    assert failed
    assert path.stem == "alias-entry" or events.BLOCKING.intersection(failed)


def test_every_invalid_file_has_its_expectation_and_the_other_way_round() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in INVALID)
    assert len(VALID) >= 15
    assert len(INVALID) >= 80


def verdict_of(config: load.Config, event: str = EVENT) -> Any:
    """Run what a configuration holds, with a process that says nothing."""
    spec = events.get(event)
    setting = chain.Setting(
        id="1",
        host="generic",
        carries=frozenset(spec.carries),
        run=lambda _hook, _stdin, _timeout: Outcome("exit"),
        remaining=lambda: config.budget,
    )
    return chain.run_chain(Incoming(spec, {}, b"{}"), config, setting)


# Messages.


def test_a_message_names_file_line_pointer_what_was_expected_and_what_to_do(place: Place) -> None:
    text = """{
  "version": 1,
  "hooks": {
    "preToolUse": [
      {"command": ["/bin/true"]},
      {
        "command": ["/bin/true"],
        "timout": 3
      }
    ],
    "beforeShellExecutoin": []
  },
  "mode": "watch"
}"""
    place.write("hooks.json", text)
    done = place.run(["check", "hooks.json"])
    assert done.status == 1
    lines = done.stdout.decode().splitlines()
    assert lines == [
        (
            'hooks.json:8: error: /hooks/preToolUse/1/timout: unknown key "timout" '
            '(did you mean "timeout"?)'
        ),
        (
            "hooks.json:11: error: /hooks/beforeShellExecutoin: "
            'unknown event "beforeShellExecutoin" (did you mean "beforeShellExecution"?)'
        ),
        'hooks.json:13: error: /mode: expected "enforce" or "observe"',
    ]


def test_check_reports_the_same_as_json_for_programs(place: Place) -> None:
    path = place.write("hooks.json", {"version": 1, "hooks": {EVENT: [{"timeout": 5000}]}})
    done = place.run(["check", "hooks.json", "--json"])
    report = json.loads(done.stdout)
    assert (done.status, report["files"]) == (1, [str(path)])
    first = {key: report["problems"][0][key] for key in ("file", "line", "pointer", "severity")}
    assert (
        first
        == {
            "file": str(path),
            "line": 1,
            "pointer": f"/hooks/{EVENT}/0",
            "severity": "error",
        }
        or first["pointer"] == f"/hooks/{EVENT}/0/timeout"
    )
    texts = [problem["message"] for problem in report["problems"]]
    assert any("milliseconds" in text for text in texts)
    assert any('"command" or "rule"' in text for text in texts)


def test_check_finds_nothing_in_a_good_file_and_executes_nothing(place: Place) -> None:
    place.config({EVENT: [{"command": "touch ran"}]})
    done = place.run(["check", "hooks.json"])
    assert (done.status, (place.workspace / "ran").exists()) == (0, False)
    report = json.loads(place.run(["check", "--json", "hooks.json"]).stdout)
    assert report["problems"] == []


def test_check_of_the_search_looks_into_user_and_project_files(place: Place) -> None:
    done = place.run(["check"])
    assert done.status == 0
    place.write(".hookctl/hooks.json", {"version": 1, "hoks": {}})
    done = place.run(["check"])
    assert done.status == 1
    assert b'did you mean "hooks"?' in done.stdout


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", None, "empty"),
        ("{\n\n  oops}", 3, "Expecting"),
        ('{"version": 1,\n "hooks": {},\n "hooks": {}}', 3, "duplicate key"),
        ('{"version": 1,\n "x": NaN}', None, "NaN"),
        ("[]", None, "array found"),
        ('{"hooks": {}}', None, "version"),
        ('{"version": "1"}', None, "expected 1"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_line_where_it_is_known(
    place: Place, text: str, line: int | None, says: str
) -> None:
    place.write("hooks.json", text)
    done = place.run(["check", "hooks.json"])
    shown = done.stdout.decode()
    assert done.status == 1
    assert says in shown
    assert (f"hooks.json:{line}:" if line else "hooks.json: ") in shown


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("version: 1\nhooks:\n  stop:\n    - {comand: x}\n", ":4: error: /hooks/stop/0/comand"),
        ("version: 1\nversion: 1\n", "line 2: duplicate key"),
        ("version: 1\nhooks: {\n", "3"),
        ("version: 1\n1: 2\n", "not a string"),
        ("version: 1\n---\nversion: 1\n", "document"),
        ("version: 1\nbudget_seconds: .inf\n", "not JSON"),
        ("- version: 1\n", "array found"),
        ("version: 1\nx: 2026-01-01\n", 'unknown key "x"'),
    ],
)
def test_mistakes_in_yaml_are_found_with_their_lines(place: Place, text: str, says: str) -> None:
    place.write("hooks.yaml", text)
    done = place.run(["check", "hooks.yaml"])
    assert done.status == 1
    assert says in done.stdout.decode()


def test_plain_words_of_yaml_are_text(place: Place) -> None:
    """YAML 1.1 takes yes, no, on and off for booleans; nobody expects that of a name."""
    place.write("h.yaml", f"version: 1\nhooks:\n  {EVENT}:\n    - {{name: no, command: 'off'}}\n")
    config = load.load(files.named([str(place.workspace / "h.yaml")]), SHELL)
    assert [(hook.name, hook.argv[-1]) for hook in config.hooks] == [("no", "off")]


def test_yaml_aliases_cannot_blow_a_file_up(place: Place) -> None:
    text = "version: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in range(1, 9):
        items = ", ".join([f"*a{level - 1}"] * 10)
        text += f"a{level}: &a{level} [{items}]\n"
    path = place.write("hooks.yaml", text)
    assert "too large" in errors_of(path)[0].message


# Layers.


def layered(place: Place, **layers: Mapping[str, Any]) -> tuple[Any, ...]:
    """Write files of layers and return them as the search finds them, managed ones included."""
    managed = place.root / "etc"
    places = {
        "managed": managed / "hooks.json",
        "user": place.home / ".config" / "hookctl" / "hooks.json",
        "project": place.workspace / ".hookctl" / "hooks.json",
        "local": place.workspace / ".hookctl" / "hooks.local.json",
    }
    for name, content in layers.items():
        places[name].parent.mkdir(parents=True, exist_ok=True)
        places[name].write_text(json.dumps({"version": 1, **content}))
    return files.search(str(place.workspace), place.environ, str(managed))


def entries(*names: str, **fields: Any) -> dict[str, Any]:
    """Return hooks of the shell event."""
    return {"hooks": {EVENT: [{"name": name, "command": C, **fields} for name in names]}}


def test_layers_are_used_in_their_order_and_inside_a_file_the_event_before_the_star(
    place: Place,
) -> None:
    both = {"hooks": {"*": [{"name": "m-all", "command": C}], EVENT: [{"name": "m", "command": C}]}}
    sources = layered(
        place, local=entries("l"), project=entries("p"), user=entries("u"), managed=both
    )
    assert [source.layer for source in sources] == ["managed", "user", "project", "project"]
    config = load.load(sources, SHELL)
    assert [hook.name for hook in config.hooks] == ["m", "m-all", "u", "p", "l"]


def test_a_relative_program_of_a_project_is_looked_up_in_the_workspace(place: Place) -> None:
    sources = layered(place, user=entries("u"), project=entries("p"), local=entries("l"))
    bases = {hook.name: hook.base for hook in load.load(sources, SHELL).hooks}
    workspace = str(place.workspace)
    assert bases == {"u": str(place.home / ".config/hookctl"), "p": workspace, "l": workspace}


def test_defaults_come_from_the_nearest_layer_that_sets_them(place: Place) -> None:
    sources = layered(
        place,
        managed={"defaults": {"timeout": 3}, **entries("m")},
        user={"defaults": {"on_failure": "allow"}, **entries("u")},
        project={"defaults": {"timeout_seconds": 5}, **entries("p")},
    )
    hooks = {hook.name: (hook.timeout, hook.on_failure) for hook in load.load(sources, SHELL).hooks}
    assert hooks == {"m": (3.0, "block"), "u": (3.0, "allow"), "p": (5.0, "allow")}


@pytest.mark.parametrize("said", ["on_failure", "failClosed"])
def test_a_lower_layer_cannot_lower_a_failure_policy_set_above_it(place: Place, said: str) -> None:
    policy: dict[str, Any] = {said: False if said == "failClosed" else "allow"}
    sources = layered(
        place,
        user={"defaults": {"on_failure": "block"}},
        project={
            "defaults": policy,
            "hooks": {
                EVENT: [
                    {"name": "p", "command": C, **policy},
                    {"name": "bad", "timout": 1, **policy},
                ],
                "beforeShelExecution": [],
            },
        },
    )
    config = load.load(sources, SHELL)
    assert [(hook.name, hook.on_failure) for hook in config.hooks] == [("p", "block")]
    assert config.policy == "block"
    errors = [problem for problem in config.problems if problem.severity == "error"]
    assert len(errors) == 3
    assert {problem.policy for problem in errors} == {"block"}
    verdict = verdict_of(config)
    assert verdict.word == "block"
    assert any("a layer above says block" in text for text in verdict.warnings)


def test_a_project_alone_does_not_loosen_the_policy_for_own_errors_beside_a_user_file(
    place: Place,
) -> None:
    """An unreadable payload would otherwise slip past the user's guardrails."""
    loose = {"defaults": {"on_failure": "allow"}}
    assert load.load(layered(place, project=loose), SHELL).policy == "allow"
    assert load.load(layered(place, user=entries("u")), SHELL).policy == "block"
    assert load.load(layered(place, user=loose), SHELL).policy == "allow"
    assert load.load(layered(place, local={"defaults": {"on_failure": "block"}}), SHELL).policy == (
        "block"
    )


def test_a_project_may_tighten(place: Place) -> None:
    sources = layered(
        place,
        user={"defaults": {"on_failure": "allow"}, "mode": "observe", **entries("u")},
        project={"defaults": {"on_failure": "block"}, "mode": "enforce", **entries("p")},
    )
    found = {hook.name: (hook.on_failure, hook.observe) for hook in load.load(sources, SHELL).hooks}
    assert found == {"u": ("allow", True), "p": ("block", False)}


def test_m20_what_a_project_may_not_set_is_ignored_with_a_warning(place: Place) -> None:
    sources = layered(
        place,
        user={"mode": "enforce", "journal": {"keep": 9}, "budget_seconds": 30},
        project={
            "journal": {"keep": 0, "mask": []},
            "providers": {"p": {"command": ["x"]}},
            "budget_seconds": 0.001,
            "mode": "observe",
            **entries("p", pass_env=["SECRET"]),
        },
    )
    config = load.load(sources, SHELL)
    assert (config.journal, config.providers, config.budget) == ({"keep": 9}, None, 30.0)
    hook = config.hooks[0]
    assert (hook.pass_env, hook.observe) == ((), False)
    ignored = {problem.pointer for problem in config.problems if problem.severity == "warning"}
    assert ignored == {
        "/journal",
        "/providers",
        "/budget_seconds",
        "/mode",
        f"/hooks/{EVENT}/0/pass_env",
    }
    assert verdict_of(config).word == "allow"


def test_a_project_alone_may_set_its_budget_and_only_observe(place: Place) -> None:
    sources = layered(place, project={"budget_seconds": 5, "mode": "observe", **entries("p")})
    config = load.load(sources, SHELL)
    assert (config.budget, config.hooks[0].observe) == (5.0, True)


def test_a_name_is_unique_at_an_event_over_all_layers_and_the_higher_one_stays(
    place: Place,
) -> None:
    """A project can neither replace nor switch off a hook by taking its name."""
    sources = layered(
        place,
        user=entries("guard"),
        project={
            "hooks": {
                EVENT: [{"name": "guard", "enabled": False, "command": ["/bin/other"]}],
                "preToolUse": [{"name": "guard", "command": C}],
            }
        },
    )
    config = load.load(sources, SHELL)
    assert [(hook.name, hook.layer, hook.enabled) for hook in config.hooks] == [
        ("guard", "user", True)
    ]
    [problem] = [item for item in config.problems if item.severity == "error"]
    for path in (sources[0].path, sources[1].path):
        assert path in f"{problem.source} {problem.message}"
    assert load.load(sources, events.get("preToolUse")).problems == ()


def test_a_file_met_twice_counts_once(place: Place) -> None:
    path = place.config({EVENT: [{"name": "once", "command": C}]})
    link = place.workspace / "link.json"
    link.symlink_to(path)
    names = [str(path), "./hooks.json", str(link)]
    before = Path.cwd()
    os.chdir(place.workspace)
    try:
        sources = files.named(names)
    finally:
        os.chdir(before)
    assert len(sources) == 1
    assert load.load(sources, SHELL).problems == ()


def test_named_files_stand_beside_each_other_and_inherit_nothing(place: Place) -> None:
    one = place.write(
        "a.json", {"version": 1, "defaults": {"on_failure": "allow", "timeout": 3}, **entries("a")}
    )
    two = place.write("b.json", {"version": 1, **entries("b")})
    config = load.load(files.named([str(one), str(two)]), SHELL)
    found = {hook.name: (hook.on_failure, hook.timeout) for hook in config.hooks}
    assert found == {"a": ("allow", 3.0), "b": ("block", 10.0)}


def test_an_unreadable_file_of_one_layer_leaves_the_others_and_is_a_failure(place: Place) -> None:
    sources = layered(place, user=entries("u"), project=entries("p"))
    Path(sources[0].path).write_text("{")
    config = load.load(sources, SHELL)
    assert [hook.name for hook in config.hooks] == ["p"]
    assert config.unusable
    verdict = verdict_of(config)
    assert (verdict.word, verdict.failures[0].kind) == ("block", "configuration")


def test_json_and_yaml_of_one_layer_are_both_used(place: Place) -> None:
    folder = place.home / ".config" / "hookctl"
    layered(place, user=entries("json"))
    (folder / "hooks.yaml").write_text(json.dumps({"version": 1, **entries("yaml")}))
    sources = files.search(str(place.workspace), place.environ, "/nonexistent")
    assert [hook.name for hook in load.load(sources, SHELL).hooks] == ["json", "yaml"]


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"XDG_CONFIG_HOME": "/x", "HOME": "/h"}, "/x/hookctl"),
        ({"XDG_CONFIG_HOME": "", "HOME": "/h"}, "/h/.config/hookctl"),
        ({"XDG_CONFIG_HOME": "relative", "HOME": "/h"}, "/h/.config/hookctl"),
        ({"HOME": "/h"}, "/h/.config/hookctl"),
    ],
)
def test_where_the_user_file_is(environ: dict[str, str], expected: str) -> None:
    assert files.user_directory(environ) == expected


def test_a_home_that_is_not_set_is_that_of_the_account() -> None:
    assert files.user_directory({"HOME": ""}).endswith("/.config/hookctl")


# Kinds and other defaults.


@pytest.mark.parametrize("event", events.NAMES)
def test_the_default_kind_at_each_event(place: Place, event: str) -> None:
    decides = event in events.BLOCKING or event == "beforeModelRequest"
    for key in (event, "*"):
        path = place.config({key: [{"command": C}]})
        [hook] = load.load(files.named([str(path)]), events.get(event)).hooks
        assert hook.kind == ("interceptor" if decides else "lifecycle")


def test_the_defaults_of_an_entry(place: Place) -> None:
    path = place.config({EVENT: [{"command": "exit 0"}]})
    [hook] = load.load(files.named([str(path)]), SHELL).hooks
    assert (hook.name, hook.argv, hook.shell) == (f"{EVENT}[0]", ("/bin/sh", "-c", "exit 0"), True)
    assert (hook.timeout, hook.on_failure, hook.enabled) == (10.0, "block", True)
    assert (hook.side_effects, hook.detach, hook.cwd, hook.pass_env) == (False, False, None, ())


def test_a_dispatch_has_60_seconds_unless_a_file_says_otherwise(place: Place) -> None:
    path = place.config({})
    assert load.load(files.named([str(path)]), SHELL).budget == 60.0
    place.config({}, budget_seconds=600)
    assert load.load(files.named([str(path)]), SHELL).budget == 600.0


def test_a_file_of_more_than_16_mib_is_refused(place: Place) -> None:
    path = place.config({})
    with path.open("r+b") as file:
        file.truncate(limits.CONFIG_BYTES + 1)
    assert "larger than" in errors_of(path)[0].message


def test_a_thousand_entries_and_their_mistakes_are_all_read(place: Place) -> None:
    many = [{"name": f"n{number}", "command": C} for number in range(1000)]
    many[500] = {"name": "n500", "comand": C}  # type: ignore[dict-item]
    config = load.load(files.named([str(place.config({EVENT: many}))]), SHELL)
    assert len(config.hooks) == 999
    assert [problem.hook for problem in config.problems] == ["n500"] * len(config.problems)
    assert config.problems


@pytest.mark.parametrize("broken", ["{", '{"version": 2}'])
@pytest.mark.parametrize(
    "loose", [{"defaults": {"on_failure": "allow"}}, {"mode": "observe"}], ids=str
)
def test_a_broken_user_file_does_not_leave_the_policy_to_the_project(
    tmp_path: Path, broken: str, loose: dict[str, Any]
) -> None:
    """What could not be read may have said block; a project file cannot say otherwise."""
    user, project = tmp_path / "user", tmp_path / "project"
    (user / "hookctl").mkdir(parents=True)
    (user / "hookctl" / "hooks.json").write_text(broken)
    (project / ".hookctl").mkdir(parents=True)
    content = {"version": 1, **loose, "hooks": {}}
    (project / ".hookctl" / "hooks.json").write_text(json.dumps(content))
    sources = files.search(str(project), {"XDG_CONFIG_HOME": str(user)}, str(tmp_path / "none"))
    config = load.load(sources, events.get("beforeShellExecution"))
    assert config.unusable
    assert config.policy == "block"


def test_a_file_in_place_of_the_directory_is_not_passed_over(tmp_path: Path) -> None:
    """A configuration that cannot be looked at is a failure, not no configuration."""
    (tmp_path / ".hookctl").write_text("")
    sources = files.search(str(tmp_path), {"XDG_CONFIG_HOME": "/nowhere"}, str(tmp_path / "none"))
    assert load.load(sources, events.get("beforeShellExecution")).unusable
