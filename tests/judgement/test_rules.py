"""Rules without a process: reasons, suggestions, ids, and their examples in `hookctl check`."""

from __future__ import annotations

from typing import Any

import pytest

Place = Any  # conftest.Place; tests are no package
EVENT = "beforeShellExecution"


def rule(match: Any, **said: Any) -> dict[str, Any]:
    return {"kind": "guardrail", "match": match, "rule": {"decision": "block", **said}}


RM = {"shell": {"program": "rm"}}


def test_a_reason_names_the_command_the_way_to_it_and_what_to_do_instead(place: Place) -> None:
    place.config({EVENT: [rule(RM, reason="No.", suggest="use mv", id="no-rm")]})
    done = place.dispatch(EVENT, {"command": "ls | xargs bash -c 'rm -rf src'"})
    assert done.status == 2
    assert done.answer["hook"] == "no-rm"
    assert done.answer["reason"] == (
        "No. (matched `rm -rf src`, inside bash -c, inside xargs) Suggestion: use mv"
    )


def test_a_rule_without_a_reason_still_says_what_it_has_hit(place: Place) -> None:
    place.config({EVENT: [rule(RM, id="no-rm")]})
    reason = place.dispatch(EVENT, {"command": "rm x"}).answer["reason"]
    assert reason == "blocked by no-rm (matched `rm x`)"


def test_a_rule_about_other_things_keeps_its_reason_as_it_is(place: Place) -> None:
    place.config({EVENT: [rule({"text": "rm"}, reason="No.")]})
    assert place.dispatch(EVENT, {"command": "rm x"}).answer["reason"] == "No."


def test_a_name_goes_before_an_id_and_both_are_unique(place: Place) -> None:
    named = {**rule(RM, id="b"), "name": "a"}
    place.config({EVENT: [named, rule(RM, id="a")]})
    done = place.run(["check", "hooks.json"])
    assert done.status == 1
    assert b'duplicate name "a"' in done.stdout


def test_a_guardrail_sees_what_a_rewrite_has_taken_away(place: Place) -> None:
    rewrite = {"rule": {"decision": "modify", "changes": {"command": "ls"}}}
    place.config({EVENT: [rewrite, rule(RM, reason="No.")]})
    done = place.dispatch(EVENT, {"command": "rm x"})
    assert done.status == 2
    assert "`rm x`" in done.answer["reason"]


def test_the_strictest_of_several_rules_counts(place: Place) -> None:
    ask = rule({"shell": {"program": "ls"}}, decision="ask", id="ask")
    place.config({EVENT: [ask, rule(RM, id="no-rm")]})
    assert place.dispatch(EVENT, {"command": "ls; rm x"}).answer["hook"] == "no-rm"
    assert place.dispatch(EVENT, {"command": "ls"}).answer["decision"] == "ask"


def test_a_matcher_can_choose_when_a_script_runs(place: Place) -> None:
    place.script("no.sh", "#!/bin/sh\necho no >&2\nexit 2\n")
    place.config({EVENT: [{"name": "s", "command": ["./no.sh"], "match": RM}]})
    assert place.dispatch(EVENT, {"command": "echo rm"}).status == 0
    done = place.dispatch(EVENT, {"command": "sudo rm x"})
    assert (done.status, done.answer["reason"]) == (2, "no")


EXAMPLES = [
    # event, match, match_examples, no_match_examples
    (EVENT, RM, ["rm x", "bash -c 'rm x'", {"command": "rm y"}], ["echo rm", {"command": "ls"}]),
    ("preToolUse", RM, ["rm x"], ["echo rm"]),
    ("preToolUse", {"path": ".env"}, [".env", "a/.env"], [".envrc"]),
    ("preToolUse", {"tool": "Write"}, ["Write"], ["Read"]),
    (
        "preToolUse",
        {"text": {"secret": True}},
        ["AKIA2E0A8F3B244C9986"[:4] + "Q3EGRZ2XN5T7KMLP"],
        ["x"],
    ),
    ("beforeReadFile", {"path": ".env"}, [".env", "src/../.env"], ["env"]),
    ("beforeEditFile", {"path": {"outside": "$WORKSPACE"}}, ["/etc/x", "../x"], ["src/x"]),
    ("beforeMCPExecution", {"tool": "db/drop"}, ["db/drop"], ["db/list"]),
    ("beforeMCPExecution", {"path": ".env"}, [".env"], ["x"]),
    ("beforeSubmitPrompt", {"text": "rm"}, ["please rm"], ["please ls"]),
    ("beforeLoadSkill", {"path": "~/skills"}, ["~/skills/x"], ["/opt/x"]),
    ("afterUserAcceptChanges", {"path": ".env"}, [".env"], ["x"]),
    ("*", RM, ["rm x"], ["echo rm"]),
    ("*", {"path": ".env"}, [".env"], ["x"]),
    ("*", {"any": [RM, {"not": {"text": "a"}}]}, ["rm a"], ["echo a"]),
    (EVENT, {"field": {"path": "command", "regex": "^rm"}}, ["rm a"], ["ls"]),
]


@pytest.mark.parametrize(("event", "match", "yes", "no"), EXAMPLES)
def test_examples_are_the_main_text_of_the_event_or_whole_payloads(
    place: Place, event: str, match: Any, yes: list[Any], no: list[Any]
) -> None:
    place.config({event: [rule(match, match_examples=yes, no_match_examples=no)]})
    done = place.run(["check", "hooks.json"])
    assert (done.status, done.stdout) == (0, b"")
    place.config({event: [rule(match, match_examples=no, no_match_examples=yes)]})
    done = place.run(["check", "hooks.json"])
    assert done.status == 1
    assert len(done.stdout.splitlines()) == len(yes) + len(no)


def test_an_example_that_fails_is_named_with_its_place(place: Place) -> None:
    examples = {"match_examples": ["rm x", "echo rm"], "no_match_examples": ["sudo rm x"]}
    place.config({EVENT: [rule(RM, id="no-rm", **examples)]})
    done = place.run(["check", "hooks.json"])
    assert done.status == 1
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("hooks.json:1: error: /hooks/beforeShellExecution/0/rule/")
    assert "no-rm: the matcher does not hold for: 'echo rm'" in lines[0]
    assert "no-rm: the matcher holds for: 'sudo rm x'" in lines[1]


def test_a_matcher_that_does_not_end_for_an_example_is_named(place: Place) -> None:
    slow = {"text": {"regex": "(a+)+$"}}
    place.config({EVENT: [rule(slow, match_examples=["a" * 60 + "b"])]})
    done = place.run(["check", "hooks.json"])
    assert done.status == 1
    assert b"did not come to an end" in done.stdout


def test_a_wrong_matcher_counts_as_a_failed_hook_and_blocks(place: Place) -> None:
    place.config({EVENT: [rule({"shell": {"program": "rm", "subb": ["x"]}})]})
    done = place.dispatch(EVENT, {"command": "ls"})
    assert done.status == 2
    assert 'unknown key "subb", did you mean "sub"?' in done.answer["reason"]
