"""The fold of what hooks say into one verdict, with a function in place of processes."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from hooks_cli import chain, degrade, events, hosts, reply
from hooks_cli.config.load import Config
from hooks_cli.model import Hook, Incoming, Outcome, Problem, Verdict

WORDS = ("", "allow", "modify", "ask", "route", "block", "fail")
ROUTE = {"provider": "box", "command": "make"}
STRENGTH = ("", "allow", "modify", "ask", "route", "block")
BLOCKING = tuple(sorted(events.BLOCKING))


class Runner:
    """Runs hooks by the table: name of the hook to what it prints, or to a status, or a fate."""

    def __init__(self, says: Mapping[str, Any]) -> None:
        """Keep the table."""
        self.says = says
        self.ran: list[str] = []
        self.stdin: dict[str, Any] = {}
        self.timeouts: dict[str, float] = {}

    def __call__(self, hook: Hook, stdin: bytes, timeout: float) -> Outcome:
        """Return the outcome of a hook, and remember what it was given."""
        self.ran.append(hook.name)
        self.stdin[hook.name] = json.loads(stdin)
        self.timeouts[hook.name] = timeout
        said = self.says.get(hook.name, b"")
        if isinstance(said, Outcome):
            return said
        if isinstance(said, int):
            return Outcome("exit", said)
        return Outcome("exit", 0, said if isinstance(said, bytes) else json.dumps(said).encode())


def says(word: str, name: str = "") -> Any:
    """Return what a hook prints to say a word; its reason is its name."""
    if word in ("", "fail"):
        return b"" if not word else 1
    said: dict[str, Any] = {"decision": word, "reason": name}
    if word == "modify":
        said["changes"] = {"command": name or "changed"}
    if word == "route":
        said["route"] = ROUTE
    return said


def hooks(*names: str, **fields: Any) -> tuple[Hook, ...]:
    """Return hooks with commands; a prefix g- makes a guardrail, l- a lifecycle hook."""
    kinds = {"g": "guardrail", "l": "lifecycle"}
    return tuple(
        Hook(name, kinds.get(name.partition("-")[0], "interceptor"), argv=("/x",), **fields)  # type: ignore[arg-type]
        for name in names
    )


def run(
    configured: Sequence[Hook],
    table: Mapping[str, Any] | Runner,
    event: str = "beforeShellExecution",
    payload: Mapping[str, Any] | None = None,
    *,
    host: str = "generic",
    problems: Sequence[Problem] = (),
    remaining: Callable[[], float] = lambda: 60.0,
) -> Verdict:
    """Run the chain at an event."""
    spec = events.get(event)
    content = {"hook_event_name": event, **(payload or {"command": "original"})}
    incoming = Incoming(spec, content, json.dumps(content).encode())
    able = hosts.load(host).carries(spec)
    setting = chain.Setting(
        id="1",
        host=host,
        carries=able | frozenset(spec.carries),
        run=table if isinstance(table, Runner) else Runner(table),
        remaining=remaining,
        settle=lambda verdict: degrade.degrade(verdict, able),
    )
    return chain.run_chain(
        incoming, Config(hooks=tuple(configured), problems=tuple(problems)), setting
    )


# Order.


def test_interceptors_then_guardrails_then_lifecycle_each_in_the_order_of_the_configuration() -> (
    None
):
    runner = Runner({})
    run(hooks("l-1", "g-1", "i-1", "l-2", "g-2", "i-2"), runner)
    assert runner.ran == ["i-1", "i-2", "g-1", "g-2", "l-1", "l-2"]


@pytest.mark.parametrize("word", ["block", "fail"])
@pytest.mark.parametrize("at", range(4))
def test_nothing_but_lifecycle_runs_after_a_block(word: str, at: int) -> None:
    order = ["i-1", "i-2", "g-1", "g-2"]
    runner = Runner({order[at]: says(word, "why")})
    verdict = run(hooks(*order, "l-1"), runner)
    assert runner.ran == [*order[: at + 1], "l-1"]
    assert (verdict.word, verdict.hook) == ("block", order[at])
    assert [step.skipped for step in verdict.steps if step.skipped] == [
        f"{order[at]} has decided"
    ] * (3 - at)


def test_a_route_ends_the_interceptors_and_not_the_guardrails() -> None:
    runner = Runner({"i-1": says("route")})
    assert run(hooks("i-1", "i-2", "g-1", "l-1"), runner).word == "route"
    assert runner.ran == ["i-1", "g-1", "l-1"]


@pytest.mark.parametrize("word", ["", "allow", "modify", "ask"])
def test_every_other_word_lets_the_chain_go_on(word: str) -> None:
    runner = Runner({"i-1": says(word)})
    run(hooks("i-1", "i-2", "g-1", "l-1"), runner)
    assert runner.ran == ["i-1", "i-2", "g-1", "l-1"]


# Strength.


def strongest(words: Sequence[str]) -> str:
    """Return the word that should win, from the contract's order, independently of the code."""
    known = ["block" if word == "fail" else word for word in words]
    return max(known, key=STRENGTH.index) or "allow"


@pytest.mark.parametrize(("first", "second"), list(itertools.product(WORDS, repeat=2)))
def test_of_two_interceptors_the_stronger_word_wins_in_either_order(
    first: str, second: str
) -> None:
    verdict = run(hooks("i-1", "i-2"), {"i-1": says(first, "i-1"), "i-2": says(second, "i-2")})
    heard = [first] if first in ("block", "fail", "route") else [first, second]
    assert verdict.word == strongest(heard)
    if verdict.word != "allow":
        deciding = [name for name, word in zip(("i-1", "i-2"), heard, strict=False) if word and
                    strongest([word]) == verdict.word]  # fmt: skip
        # Of two changes the last is named, of two equal decisions the first.
        assert verdict.hook == (deciding[-1] if verdict.word == "modify" else deciding[0])
    asked_beneath = verdict.word == "route" and "ask" in heard
    assert any("beneath the route" in text for text in verdict.warnings) == asked_beneath


@pytest.mark.parametrize(
    ("first", "second"), list(itertools.product(WORDS, ("", "allow", "ask", "block", "fail")))
)
def test_of_an_interceptor_and_a_guardrail_the_stronger_word_wins(first: str, second: str) -> None:
    verdict = run(hooks("g-2", "i-1"), {"i-1": says(first, "i-1"), "g-2": says(second, "g-2")})
    heard = [first] if first in ("block", "fail") else [first, second]
    assert verdict.word == strongest(heard)
    if verdict.word == "route":
        assert verdict.route == ROUTE
    if verdict.word == "block":
        assert reply.answer(verdict, "1").get("payload") is None


@pytest.mark.parametrize("words", list(itertools.permutations(["allow", "modify", "ask", ""])))
def test_without_block_or_route_the_order_of_the_hooks_does_not_matter(
    words: tuple[str, ...],
) -> None:
    names = [f"i-{number}" for number in range(len(words))]
    table = {name: says(word, "new") for name, word in zip(names, words, strict=True)}
    verdict = run(hooks(*names), table)
    assert (verdict.word, verdict.changes) == ("ask", {"command": "new"})


def test_a_failure_that_is_allowed_counts_as_no_opinion_at_every_place() -> None:
    for broken in range(4):
        names = [f"i-{number}" for number in range(4)]
        configured = tuple(
            hook.replace(on_failure="allow") if index == broken else hook
            for index, hook in enumerate(hooks(*names))
        )
        table = {name: says("modify", name) for name in names}
        table[names[broken]] = 1
        verdict = run(configured, table)
        assert verdict.word == "modify"
        assert [(item.hook, item.policy) for item in verdict.failures] == [(names[broken], "allow")]
        assert any("allowed by failure policy" in text for text in verdict.warnings)


# What (event, host) can carry.


def expected_for_generic(event: str) -> set[str]:
    """Return the decisions of the contract's section 3, written out here a second time."""
    if event in BLOCKING:
        routed = event in ("preToolUse", "beforeShellExecution", "beforeMCPExecution")
        return {"block", "modify", "ask"} | ({"route"} if routed else set())
    return {"postToolUse": {"block", "modify"}, "beforeModelRequest": {"modify"}}.get(event, set())


@pytest.mark.parametrize("event", events.NAMES)
@pytest.mark.parametrize("word", ["block", "ask", "route", "modify"])
def test_what_each_event_carries_for_generic(event: str, word: str) -> None:
    spec = events.get(event)
    said = says(word)
    if word == "modify":
        field = next((item for item in spec.fields if item.name in spec.modifiable), None)
        values: dict[str, Any] = {"string": "new", "object": {"new": 1}, "number": 0.5}
        values |= {"array": ["new"], "integer": 3}
        said["changes"] = {field.name: values[field.type]} if field else {"x": 1}
    verdict = run(hooks("i-1"), {"i-1": said}, event, {"session_id": "s"})
    if word in expected_for_generic(event):
        assert (verdict.word, verdict.failures) == (word, ())
        return
    assert [item.kind for item in verdict.failures] == ["not_supported"]
    if "block" in expected_for_generic(event):
        assert verdict.word == "block"
    else:
        assert verdict.word == "allow"
        assert any("i-1 failed" in text for text in verdict.warnings)
        assert bool(verdict.unenforced) == (word == "block")


@pytest.mark.parametrize("event", events.NAMES)
@pytest.mark.parametrize("word", ["block", "ask", "route", "modify", "fail"])
def test_positron_gets_a_block_or_a_record_of_what_was_not_enforced(event: str, word: str) -> None:
    spec = events.get(event)
    said = says(word)
    if word == "modify" and spec.modifiable:
        said["changes"] = {}
        for field in spec.fields:
            if field.name in spec.modifiable and field.type == "string":
                said["changes"][field.name] = "new"
        said["changes"] = said["changes"] or {"tool_input": {"new": 1}}
    verdict = run(hooks("i-1"), {"i-1": said}, event, {"session_id": "s"}, host="positron")
    if event in BLOCKING:
        assert verdict.word == "block"
        assert verdict.reason
    else:
        assert verdict.word == "allow"
        assert verdict.warnings, "never dropped silently"
        if word == "block":
            assert verdict.unenforced


@pytest.mark.parametrize("event", events.NAMES)
def test_a_lifecycle_hook_changes_nothing_at_any_event(event: str) -> None:
    for word in ("block", "ask", "route", "modify", "fail"):
        verdict = run(hooks("l-1"), {"l-1": says(word)}, event, {"session_id": "s"})
        assert (verdict.word, verdict.changes, verdict.unenforced) == ("allow", {}, ())
        assert verdict.warnings


# Kinds.


@pytest.mark.parametrize("word", ["modify", "route"])
@pytest.mark.parametrize("policy", ["block", "allow"])
def test_a_guardrail_that_says_too_much_has_failed(word: str, policy: str) -> None:
    verdict = run(hooks("g-1", on_failure=policy), {"g-1": says(word)})
    assert [(item.kind, item.policy) for item in verdict.failures] == [("not_entitled", policy)]
    assert verdict.word == policy
    assert (verdict.changes, verdict.route) == ({}, None)


def test_a_guardrail_may_not_hide_a_change_in_an_ask() -> None:
    said = {"decision": "ask", "changes": {"command": "x"}}
    verdict = run(hooks("g-1"), {"g-1": said})
    assert [item.kind for item in verdict.failures] == ["not_entitled"]


# Observe mode.


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("name", ["i-1", "g-1", "l-1"])
def test_an_observed_hook_is_heard_and_has_no_effect(word: str, name: str) -> None:
    runner = Runner({name: says(word, "new")})
    verdict = run((*hooks(name, observe=True), *hooks("g-9")), runner)
    assert (verdict.word, verdict.changes, verdict.context) == ("allow", {}, ())
    assert sorted(runner.ran) == sorted([name, "g-9"])
    assert bool(verdict.warnings) == (word not in ("", "allow"))


def test_an_enforced_hook_decides_beside_observed_ones() -> None:
    configured = (*hooks("i-1", observe=True), *hooks("i-2"))
    verdict = run(configured, {"i-1": says("block", "a"), "i-2": says("block", "b")})
    assert (verdict.hook, verdict.reason) == ("i-2", "b")


# Budget.


def test_hooks_that_the_budget_does_not_reach_have_failed_by_their_own_policy() -> None:
    left = iter([5.0, 0.0, -1.0, 0.0])
    configured = (
        *hooks("i-1", timeout=9.0),
        *hooks("i-2", on_failure="allow"),
        *hooks("i-3"),
        *hooks("l-1"),
    )
    runner = Runner({})
    verdict = run(configured, runner, remaining=lambda: next(left))
    assert runner.ran == ["i-1"]
    assert runner.timeouts == {"i-1": 5.0}
    found = [(item.hook, item.kind, item.policy) for item in verdict.failures]
    assert found == [
        ("i-2", "budget", "allow"),
        ("i-3", "budget", "block"),
        ("l-1", "budget", "allow"),
    ]
    assert (verdict.word, verdict.hook) == ("block", "i-3")


def test_a_hook_cut_by_the_budget_is_told_from_one_cut_by_its_own_timeout() -> None:
    for left, kind in ((1.0, "budget"), (20.0, "timeout")):
        verdict = run(
            hooks("i-1", timeout=10.0),
            {"i-1": Outcome("timeout")},
            remaining=lambda left=left: left,  # type: ignore[misc]
        )
        assert [item.kind for item in verdict.failures] == [kind]


# Input of the hooks.


def test_each_interceptor_reads_the_payload_as_it_stands_and_lifecycle_the_decision_too() -> None:
    runner = Runner({"i-1": says("modify", "b"), "i-2": says("modify", "c")})
    run(hooks("l-1", "g-1", "i-1", "i-2"), runner)
    commands = {name: stdin["command"] for name, stdin in runner.stdin.items()}
    assert commands == {"i-1": "original", "i-2": "b", "g-1": "c", "l-1": "c"}
    assert "decision" not in runner.stdin["g-1"]
    decision = runner.stdin["l-1"]["decision"]
    assert (decision["decision"], decision["hook"]) == ("modify", "i-2")
    assert decision["payload"]["command"] == "c"


def test_the_decision_key_of_a_payload_gives_way_to_the_decision() -> None:
    runner = Runner({})
    run(hooks("l-1"), runner, payload={"command": "x", "decision": {"decision": "block"}})
    assert runner.stdin["l-1"]["decision"]["decision"] == "allow"


def test_an_unchanged_payload_reaches_every_hook_byte_for_byte() -> None:
    content = b'{ "hook_event_name":"beforeShellExecution", "command" : "1.10 \\u00e9", "n": 1E2 }'
    seen: list[bytes] = []

    def collect(_hook: Hook, stdin: bytes, _timeout: float) -> Outcome:
        seen.append(stdin)
        return Outcome("exit", 0, b"{}")

    spec = events.get("beforeShellExecution")
    incoming = Incoming(spec, json.loads(content), content)
    setting = chain.Setting("1", "generic", frozenset(spec.carries), collect, lambda: 60.0)
    chain.run_chain(incoming, Config(hooks=hooks("i-1", "i-2", "g-1")), setting)
    assert seen == [content] * 3


# Bad entries.


def problem(**fields: Any) -> Problem:
    """Return a mistake in a configuration file."""
    return Problem("/c.json", "/hooks/x/0", "expected something", **{"hook": "x", **fields})


@pytest.mark.parametrize(
    ("event", "fields", "counts"),
    [
        ("beforeShellExecution", {"events": ("beforeShellExecution",)}, True),
        ("beforeShellExecution", {"events": ("preToolUse",)}, False),
        ("beforeShellExecution", {"events": ("*",)}, True),
        ("beforeShellExecution", {"events": None}, True),
        ("sessionStart", {"events": None}, False),
        ("sessionStart", {"events": None, "whole": True}, True),
        ("sessionStart", {"events": ("*",)}, True),
    ],
)
def test_where_a_bad_entry_counts_as_a_failed_hook(
    event: str, fields: dict[str, Any], counts: bool
) -> None:
    verdict = run((), {}, event, {"session_id": "s"}, problems=[problem(**fields)])
    assert [item.kind for item in verdict.failures] == ["configuration"] * counts
    blocks = counts and event in BLOCKING
    assert verdict.word == ("block" if blocks else "allow")


def test_a_bad_entry_does_not_hide_a_veto_nor_soften_it() -> None:
    bad = problem(events=None, policy="allow")
    verdict = run(hooks("g-1"), {"g-1": says("block", "why")}, problems=[bad])
    assert (verdict.word, verdict.hook, verdict.reason) == ("block", "g-1", "why")
    assert len(verdict.failures) == 1


def test_a_warning_about_a_star_entry_is_shown_at_every_event() -> None:
    bad = problem(events=("*",), severity="warning")
    verdict = run((), {}, problems=[bad])
    assert (verdict.word, verdict.failures) == ("allow", ())
    assert any("expected something" in text for text in verdict.warnings)


# Skipping and disabling.


def test_hooks_that_are_disabled_do_not_match_or_have_side_effects_are_left_out() -> None:
    runner = Runner({})
    configured = (
        *hooks("i-1", enabled=False),
        *hooks("i-2", matcher="other"),
        *hooks("i-3", side_effects=True),
    )
    verdict = run(configured, runner)
    assert runner.ran == ["i-3"]
    assert [step.hook.name for step in verdict.steps] == ["i-3"]


def test_a_rewrite_leads_neither_out_of_nor_past_a_guardrail() -> None:
    runner = Runner({"i-1": says("modify", "new")})
    configured = (
        *hooks("i-1"),
        *hooks("i-2", matcher="original"),
        *hooks("g-1", matcher="original"),
        *hooks("g-2", matcher="new"),
        *hooks("l-1", matcher="original"),
        *hooks("l-2", matcher="new"),
    )
    run(configured, runner)
    assert runner.ran == ["i-1", "g-1", "g-2", "l-2"]


def test_equal_input_gives_an_equal_verdict_a_hundred_times() -> None:
    table = {"i-1": says("modify", "b"), "i-2": 1, "i-3": says("ask", "c"), "g-1": says("allow")}
    configured = (*hooks("i-1"), *hooks("i-2", on_failure="allow"), *hooks("i-3", "g-1", "l-1"))
    verdicts = {json.dumps(reply.answer(run(configured, table), "1")) for _ in range(100)}
    assert len(verdicts) == 1
