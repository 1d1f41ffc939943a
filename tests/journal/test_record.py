"""What is in a record: bounded, masked, and as its published schema says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import events, mask, schemas
from hooks_cli.config.files import Source
from hooks_cli.config.load import Config
from hooks_cli.journal import record as records
from hooks_cli.journal.record import Recorder
from hooks_cli.model import Answer, Failure, Hook, Incoming, Outcome, Step, Verdict

SHELL = events.get("beforeShellExecution")
SECRET = "ghp_" + "canary" * 6
PAYLOAD = {"command": "npm test", "session_id": "s-1", "workspace_root": "/w"}


def hook(name: str, **values: Any) -> Hook:
    """Return a hook of a user's file."""
    place = f"/hooks/beforeShellExecution/{name}"
    values = {"kind": "guardrail", **values}
    return Hook(name, argv=("x",), source="/h.json", pointer=place, layer="user", **values)


def config(*hooks: Hook, **journal: Any) -> Config:
    """Return what the user's file says."""
    return Config((Source("/h.json", "user", "/"),), hooks, journal=journal)


def recorder(**options: Any) -> Recorder:
    """Return a recorder whose clocks stand still."""
    given = {"clock": lambda: 1764547200.4567, "monotonic": lambda: 5.0, **options}
    return Recorder("id-1", "generic", {}, native_event="beforeShellExecution", **given)


def made(verdict: Verdict, found: Config, payload: Any = None, status: int = 0) -> dict[str, Any]:
    """Return the record of a dispatch of one event, checked against the schema."""
    maker = recorder()
    payload = PAYLOAD if payload is None else payload
    data = json.dumps(payload).encode()
    maker.received(data)
    maker.add(verdict, found, Incoming(verdict.event, payload, data), "/w")
    return checked(maker.record(status))


def checked(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record after a look at the schema and at its size."""
    assert schemas.validate("journal", record) == []
    bare = {key: value for key, value in record.items() if key != "payload"}
    assert len(json.dumps(bare, ensure_ascii=False).encode()) <= records.RECORD_BYTES + 4096
    return record


def test_a_record_of_a_block() -> None:
    """Who decided, how it came about, what each hook did, and which did not match."""
    ran, silent, idle = hook("guard"), hook("silent", kind="interceptor"), hook("idle")
    off = hook("off", enabled=False)
    verdict = Verdict(
        SHELL,
        "block",
        PAYLOAD,
        hook="guard",
        reason="no",
        steps=(
            Step(silent, Outcome("exit", 0, seconds=0.0012345), Answer()),
            Step(ran, Outcome("exit", 2, b"", b"no\n", 0.002), Answer("block", "no")),
        ),
        warnings=("careful",),
    )
    record = made(verdict, config(silent, ran, idle, off), status=2)
    assert {**record, "pid": 1} == {
        "version": 1,
        "id": "id-1",
        "time": "2025-12-01T00:00:00.456Z",
        "duration_ms": 0.0,
        "pid": 1,
        "host": "generic",
        "native_event": "beforeShellExecution",
        "event": "beforeShellExecution",
        "decision": "block",
        "hook": "guard",
        "how": "exit status",
        "reason": "no",
        "subject": "npm test",
        "exit": 2,
        "workspace": "/w",
        "session_id": "s-1",
        "config": ["/h.json"],
        "hooks": [
            {
                **who(silent),
                "matched": True,
                "fate": "exit",
                "status": 0,
                "ms": 1.23,
                "how": "silence",
            },
            {
                **who(ran),
                "matched": True,
                "fate": "exit",
                "status": 2,
                "ms": 2.0,
                "stderr": "no",
                "decision": "block",
                "how": "exit status",
                "reason": "no",
            },
            {**who(idle), "matched": False},
            {**who(off), "matched": False, "skipped": "disabled"},
        ],
        "warnings": ["careful"],
    }


def who(item: Hook) -> dict[str, Any]:
    """Return how a record names a hook."""
    source = f"{item.source}#{item.pointer}"
    return {"name": item.name, "kind": item.kind, "layer": "user", "source": source}


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (Step(hook("h", rule={"decision": "ask"}), None, Answer("ask")), {"how": "rule"}),
        (
            Step(hook("h"), Outcome("exit"), Answer("modify", changes={"command": "x"})),
            {"how": "json"},
        ),
        (Step(hook("h"), Outcome("exit"), Answer(text="hello")), {"how": "text", "text": "hello"}),
        (Step(hook("h"), Outcome("exit", 7), Answer("block")), {"how": "exit status", "status": 7}),
        (Step(hook("h"), Outcome("signal", 9)), {"fate": "signal", "status": 9}),
        (Step(hook("h"), Outcome("timeout", held=True)), {"fate": "timeout", "held": True}),
        (
            Step(hook("h"), Outcome("cannot_run", detail="none")),
            {"fate": "cannot_run", "detail": "none"},
        ),
        (Step(hook("h", observe=True), Outcome("exit", 2), Answer("block")), {"observe": True}),
        (
            Step(hook("h"), None, None, Failure("h", "budget", "used up", "allow")),
            {"how": "failure", "matched": True},
        ),
    ],
)
def test_how_it_came_about(step: Step, expected: dict[str, Any]) -> None:
    """Rule, exit status, JSON, text, failure; and what physically happened."""
    record = made(Verdict(SHELL, "allow", PAYLOAD, steps=(step,)), config(step.hook))
    assert expected.items() <= record["hooks"][0].items()


def test_a_hook_whose_matcher_failed_has_neither_matched_nor_not() -> None:
    """Nobody knows."""
    step = Step(hook("h"), None, None, Failure("h", "matcher", "did not end", "block"))
    record = made(Verdict(SHELL, "block", PAYLOAD, hook="h", steps=(step,)), config(step.hook))
    assert "matched" not in record["hooks"][0]


def test_several_events_are_one_record() -> None:
    """The strongest decision counts, of equal ones the last; each hook says where it ran."""
    maker = recorder()
    general, item = events.get("preToolUse"), hook("h")
    step = Step(item, Outcome("exit"), Answer())
    for spec, word in ((general, "allow"), (SHELL, "ask"), (SHELL, "allow")):
        verdict = Verdict(spec, word, {}, hook="h" if word == "ask" else "", steps=(step,))
        maker.add(verdict, config(item), Incoming(spec, PAYLOAD, b""), "/w")
    record = checked(maker.record(0))
    assert (record["decision"], record["event"], record["hook"]) == ("ask", SHELL.name, "h")
    assert [part["decision"] for part in record["events"]] == ["allow", "ask", "allow"]
    assert [part["event"] for part in record["hooks"]] == [general.name, SHELL.name, SHELL.name]


def test_a_native_event_that_stands_for_nothing_is_recorded() -> None:
    """No canonical event: an allow under the host's name."""
    record = checked(recorder().record(0))
    assert (record["event"], record["decision"]) == ("beforeShellExecution", "allow")


def test_an_own_error_without_a_payload() -> None:
    """No event is known, and the failure is there."""
    maker = recorder()
    failure = Failure("hookctl", "payload", "not JSON", "block")
    spec = SHELL.replace(name="")
    maker.add(Verdict(spec, "block", {}, hook="hookctl", failures=(failure,)), config(payload=True))
    maker.received(b"{nonsense")
    record = checked(maker.record(65))
    assert (record["event"], record["how"], record["exit"]) == ("", "failure", 65)
    assert record["payload_omitted"]["bytes"] == 9


def test_tokens_are_always_recorded() -> None:
    """Of an answer the usage and the model, without the text."""
    spec = events.get("afterAgentResponse")
    usage = {
        "prompt_tokens": 3,
        "completion_tokens": 4,
        "total_tokens": 7,
        "x": "secret",
        "y": True,
    }
    payload = {"text": "canary", "model": "m", "tokens_usage": usage}
    record = made(Verdict(spec, "allow", payload), config(), payload)
    assert record["tokens_usage"] == {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    assert record["model"] == "m"
    assert "canary" not in json.dumps(record)


def test_the_payload_is_recorded_if_asked_for() -> None:
    """As it came in, masked, and it is said if masking has changed it."""
    verdict = Verdict(SHELL, "allow", PAYLOAD)
    assert "payload" not in made(verdict, config())
    assert made(verdict, config(payload=True))["payload"] == PAYLOAD
    assert "payload_masked" not in made(verdict, config(payload=True))
    record = made(verdict, config(payload=True), {**PAYLOAD, "command": f"echo {SECRET}"})
    assert record["payload"]["command"] == "echo [masked]"
    assert record["payload_masked"] is True
    large = {**PAYLOAD, "command": "x" * records.PAYLOAD_BYTES}
    record = made(verdict, config(payload=True), large)
    assert "payload" not in record
    assert record["payload_omitted"]["limit"] == records.PAYLOAD_BYTES


def test_no_secret_survives_anywhere_in_a_record() -> None:
    """Every text of a verdict holds a canary; it may stand at a place where texts are cut."""
    filler = "x" * (records.TEXT_BYTES - 10) + " "
    texts = [f"{before}{SECRET}" for before in ("", filler, "x" * 500 + " ")]
    for text in texts:
        item = hook("h").replace(source=f"/{SECRET}/h.json")
        answer = Answer(
            "modify",
            text,
            {"command": text},
            {"command": text},
            {"provider": text},
            text,
            text,
            text,
            (text,),
        )
        outcome = Outcome("exit", 0, text.encode(), text.encode(), detail=text)
        failure = Failure("h", "exit", text, "allow")
        verdict = Verdict(
            SHELL,
            "modify",
            {},
            {"command": text},
            "h",
            text,
            {"provider": text},
            (text,),
            (text,),
            (text,),
            (failure,),
            (Step(item, outcome, answer, failure),),
            (text,),
        )
        payload = {
            "command": text,
            "session_id": SECRET,
            "native_event": SECRET,
            "model": SECRET,
            "tokens_usage": {"total_tokens": 1},
            SECRET: SECRET,
        }
        record = made(verdict, config(item, payload=True), payload)
        assert "canarycanary" not in json.dumps(record)


def test_masks_of_the_user_apply_and_a_bad_one_is_said() -> None:
    """In texts and in the payload; the record is written in any case."""
    found = config(mask=[r"npm \w+", "("], payload=True)
    record = made(Verdict(SHELL, "allow", PAYLOAD), found)
    assert record["subject"] == mask.MASK
    assert record["payload"]["command"] == mask.MASK
    assert "/journal/mask/1: not a regular expression" in record["warnings"][0]


def test_a_monstrous_verdict_stays_in_bounds() -> None:
    """A thousand talkative hooks and warnings, an endless subject."""
    big = "é" * 100_000
    steps = tuple(
        Step(
            hook(f"h{i}"),
            Outcome("exit", 0, b"", big.encode()[:65536]),
            Answer("allow", big, text=big),
        )
        for i in range(300)
    )
    hooks = [step.hook for step in steps] + [hook(f"idle{i}") for i in range(1000)]
    verdict = Verdict(
        SHELL,
        "block",
        {},
        {"command": big},
        "h1",
        big,
        {"provider": big},
        warnings=(big,) * 500,
        failures=(Failure("h1", "exit", big, "block"),) * 500,
        steps=steps,
        unenforced=(big,) * 100,
    )
    record = made(verdict, config(*hooks), {"command": big, "session_id": big})
    assert record["hooks_not_listed"] > 1000
    assert record["decision"] == "block"


def test_a_path_that_is_not_utf8_can_be_recorded() -> None:
    """Such a workspace is legal, and must not cost the record."""
    maker = recorder()
    maker.add(Verdict(SHELL, "allow", {}), config(), Incoming(SHELL, PAYLOAD, b""), "/w\udcff")
    assert maker.record(0)["workspace"] == "/w\\udcff"


def test_writing_never_raises(tmp_path: Path) -> None:
    """Whatever is wrong with what was collected, the caller gets a line."""
    maker = Recorder("id", "generic", {"XDG_STATE_HOME": str(tmp_path)})
    maker.add(Verdict(SHELL, "allow", {}, failures=(None,)), config())  # type: ignore[arg-type]
    said = maker.write(0)
    assert said.startswith("journal: this dispatch is not on record: AttributeError")
    assert "\n" not in said


def test_every_event_and_decision_gives_a_valid_record() -> None:
    """The schema fits all that can come."""
    for name in events.NAMES:
        for word in ("allow", "block", "modify", "route", "ask"):
            made(Verdict(events.get(name), word, {}), config())  # type: ignore[arg-type]
