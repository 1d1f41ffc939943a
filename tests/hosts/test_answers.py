"""Every (host, event, decision) has an answer, and the host's own rules read it as it was meant.

The answers to the golden payloads are kept in golden/HOST.answers.json. After an intended change:
UPDATE_GOLDEN=1 pytest tests/hosts/test_answers.py, and look at the difference.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import hosts, modify
from hooks_cli.hosts import base, contract, rules_measured, simulate
from hooks_cli.model import Reply, Verdict

GOLDEN = Path(__file__).parent / "golden"
FOREIGN = [name for name in hosts.NAMES if hosts.load(name).table]
DECISIONS = ("allow", "block", "ask", "modify", "route", "context")
REASON = 'no "rm" in Ünïcode, please'


def cases(host: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((GOLDEN / f"{host}.payloads.json").read_text())
    return found


# One parameter for each canonical event that a golden payload fires.
STEPS = [
    pytest.param(host, case, step, id=f"{host}-{index}-{case['event']}-{step}-{fire[0]}")
    for host in FOREIGN
    for index, case in enumerate(cases(host))
    for step, fire in enumerate(case["fires"])
]


def changed(item: Any) -> dict[str, Any]:
    """Return the payload of an event with a modification that fits it."""
    payload = dict(item.payload)
    if "command" in item.spec.modifiable:
        payload["command"] = "echo changed"
    elif item.spec.name in ("preToolUse", "beforeMCPExecution"):
        old = payload["tool_input"]
        key = next((key for key, value in old.items() if isinstance(value, str)), "")
        payload["tool_input"] = {**old, key: f"{old[key]} "} if key else old
    else:
        key = next((key for key in item.spec.modifiable if isinstance(payload.get(key), str)), "")
        if key:
            payload[key] = f"{payload[key]} [changed]"
        elif "temperature" in payload:
            payload["temperature"] = 0.1
    return payload


def verdict_of(item: Any, decision: str) -> Verdict:
    """Return what hooks might have decided on an event, before the host has its say."""
    common = {"event": item.spec, "payload": item.payload, "hook": "guard", "reason": REASON}
    if decision == "context":
        return Verdict(item.spec, "allow", item.payload, context=("Mind the gap.",))
    if decision == "allow":
        return Verdict(item.spec, "allow", item.payload)
    if decision == "route":
        return Verdict(word="route", route={"provider": "bwrap", "command": "ls"}, **common)
    if decision == "modify":
        payload = changed(item)
        changes = modify.difference(item.payload, payload)
        common["payload"] = payload
        return Verdict(word="modify" if changes else "allow", changes=changes, **common)
    return Verdict(word=decision, **common)  # type: ignore[arg-type]


def answered(
    host: str, case: dict[str, Any], step: int, decision: str
) -> tuple[Any, Verdict, Reply]:
    """Converse about a payload; the event number `step` gets the decision, the others allow."""
    known = hosts.load(host)
    native = base.named_event(known, case["event"])
    data = json.dumps(case["payload"]).encode()
    environ = {"XDG_STATE_HOME": os.environ.get("STATE_FOR_TEST", "/nonexistent")}
    conversation = known.converse(base.Request(data, native, "id", strict=False, environ=environ))
    item: Any = next(conversation)
    index, at, settled = 0, item, None
    try:
        while True:
            said = verdict_of(item, decision if index == step else "allow")
            verdict = item.settle(said, None)
            if index == step:
                at, settled = item, verdict
            item = conversation.send(verdict)
            index += 1
    except StopIteration as stop:
        assert settled is not None
        return at, settled, stop.value


@pytest.mark.parametrize("decision", DECISIONS)
@pytest.mark.parametrize(("host", "case", "step"), STEPS)
def test_the_host_reads_our_answer_as_it_was_meant(
    host: str, case: dict[str, Any], step: int, decision: str
) -> None:
    item, settled, reply = answered(host, case, step, decision)
    wanted = verdict_of(item, decision)
    table = hosts.load(host).table
    assert table is not None
    event = case["event"]
    effect = simulate.simulate(host, event, reply.status, reply.stdout, reply.stderr)
    assert effect.action != "approves"  # never skip the user's approval
    # Nothing is lost: it is carried, has become a block that says so, or is on record.
    if wanted.word not in ("allow", settled.word):
        assert settled.word == "block" or settled.unenforced
        assert "guard" in (settled.reason or settled.unenforced[-1])
    if settled.word == "block":
        assert effect.action in {"blocks", "continues"} or effect.output is not None
        assert "block" in item.able
        heard = effect.output if effect.output is not None else effect.reason
        assert str(settled.reason)[:20] in json.dumps(heard, ensure_ascii=False).replace('\\"', '"')
    elif settled.word == "ask":
        assert effect.action == "asks"
        assert effect.reason == REASON
    elif settled.word == "modify" and settled.changes:
        assert effect.action == "rewrites" or effect.output is not None
        shown = json.dumps([effect.value, effect.output], ensure_ascii=False)
        assert "changed" in shown or "0.1" in shown or ' "' in shown
        if effect.action == "rewrites" and item.spec.name == "preToolUse":
            assert effect.value == settled.payload["tool_input"]
    else:
        assert effect.action == "runs"
        assert effect.output is None
        assert reply.status == 0
    if decision == "context" and settled.context:
        assert "Mind the gap." in effect.context
    if decision == "context" and not settled.context:
        assert any("context" in warning for warning in settled.warnings)


@pytest.mark.parametrize("host", FOREIGN)
def test_the_answers_to_the_golden_payloads_are_as_recorded(host: str) -> None:
    found = {}
    for index, case in enumerate(cases(host)):
        for step, fire in enumerate(case["fires"]):
            for decision in DECISIONS:
                _, _, reply = answered(host, case, step, decision)
                key = f"{index} {case['event']} {step} {fire[0]} {decision}"
                found[key] = [reply.status, reply.stdout.decode(), reply.stderr.decode()]
    path = GOLDEN / f"{host}.answers.json"
    if os.environ.get("UPDATE_GOLDEN"):
        rows = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items())
        path.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    assert found == json.loads(path.read_text())


@pytest.mark.parametrize("host", FOREIGN)
def test_every_answer_is_one_document_or_nothing(host: str) -> None:
    for status, stdout, stderr in json.loads(
        (GOLDEN / f"{host}.answers.json").read_text()
    ).values():
        assert status in (0, 2)
        if stdout and host not in ("kiro", "amazon-q"):
            assert isinstance(json.loads(stdout), dict)
            assert stdout.endswith("}\n")
        assert stderr == "" or stderr.strip()


def test_cursor_never_gets_an_empty_answer() -> None:
    """M01: some versions take an empty stdout for a refusal."""
    answers = json.loads((GOLDEN / "cursor.answers.json").read_text())
    assert all(stdout for _, stdout, _ in answers.values())


def test_codex_gets_only_keys_and_words_of_its_schemas() -> None:
    """Codex takes an answer with an unknown key for a failed hook, and goes on."""
    table = hosts.load("codex").table
    assert table is not None
    for key, (_, stdout, _) in json.loads((GOLDEN / "codex.answers.json").read_text()).items():
        row = table.row(key.split()[1])
        assert row is not None
        if stdout:
            assert rules_measured.codex_mistake(row.answer, json.loads(stdout)) == "", key


@pytest.mark.parametrize("host", FOREIGN)
def test_what_a_host_is_said_to_carry_follows_from_its_table(host: str) -> None:
    known = hosts.load(host)
    assert known.table is not None
    letters = contract.matrix(known.table)
    from hooks_cli import events  # noqa: PLC0415 - beside its only use

    for name in events.NAMES:
        expected = contract.words(letters.get(name, ""))
        assert known.carries(events.get(name)) == expected
    assert 0 < known.deadline < known.table.timeout


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("word", ["allow", "block"])
def test_an_own_error_is_rendered_as_the_hosts_block_or_allow(host: str, word: str) -> None:
    known = hosts.load(host)
    assert known.table is not None
    for row in known.table.rows:
        native = base.named_event(known, row.native)
        if word == "block" and not native.blocking:
            continue  # never asked for: nothing can be blocked there
        verdict = Verdict(native.spec, word, {}, reason=REASON if word == "block" else "")  # type: ignore[arg-type]
        reply = known.refuse(native, verdict, "id")
        effect = simulate.simulate(host, row.native, reply.status, reply.stdout, reply.stderr)
        assert effect.action == ("blocks" if word == "block" else "runs")
        assert word == "allow" or REASON in effect.reason


@pytest.mark.parametrize("host", FOREIGN)
def test_an_error_before_the_event_is_known_ends_in_the_last_resort(host: str) -> None:
    known = hosts.load(host)
    assert known.table is not None
    blocked = known.refuse(None, Verdict(known_event(), "block", {}, reason=REASON), "id")
    assert blocked.status == 2
    assert json.loads(blocked.stdout)["decision"] == "block"
    for row in known.table.rows:
        if row.answer in ("pre_tool", "gate"):
            effect = simulate.simulate(host, row.native, 2, blocked.stdout, blocked.stderr)
            assert effect.action == "blocks"
    allowed = known.refuse(None, Verdict(known_event(), "allow", {}), "id")
    assert allowed.status == 0


def known_event() -> Any:
    from hooks_cli import events  # noqa: PLC0415 - beside its only use

    return events.get("preToolUse")
