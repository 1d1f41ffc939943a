"""Build the record of one dispatch (design section 10; `schemas/journal.schema.json`).

Every text is masked first and cut afterwards, so that no secret escapes by being cut in two.
"""

from __future__ import annotations

import os
import time

from hooks_cli import events, limits, mask, strictjson
from hooks_cli.journal import writer
from hooks_cli.journal.clean import Cleaner, Part, how, milliseconds
from hooks_cli.journal.store import SYSTEM
from hooks_cli.model import EventSpec, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from hooks_cli.config.load import Config
    from hooks_cli.journal.store import System
    from hooks_cli.model import Incoming

VERSION = 1
RECORD_BYTES = limits.JOURNAL_RECORD_BYTES  # of one line without the payload
PAYLOAD_BYTES = limits.JOURNAL_PAYLOAD_BYTES  # a larger payload is named by its size only
TEXT_BYTES = 4096
HOOKS = 64  # listed one by one; hooks that did not match are counted beyond it
STRENGTH = ("allow", "modify", "ask", "route", "block")
_ALWAYS = ("duration_ms", "event", "exit")


class Recorder:
    """Collects what a dispatch does, and puts it on file before the answer is written.

    `host` and `native_event` may be set again when they are known better. `clock` tells the time in
    seconds since the epoch, `monotonic` measures.
    """

    def __init__(
        self,
        dispatch_id: str,
        host: str,
        environ: Mapping[str, str],
        *,
        native_event: str = "",
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        os_: System = SYSTEM,
    ) -> None:
        """Begin; the duration of the dispatch counts from here."""
        self._id = dispatch_id
        self.host = host
        self.native_event = native_event
        self._environ = environ
        self._monotonic = monotonic
        self._os = os_
        self._time = clock()
        self._start = monotonic()
        self._data = b""
        self._parts: list[Part] = []
        self.settings: Mapping[str, Any] = {}

    @property
    def blocks(self) -> bool:
        """Whether a lost record must turn the decision into a block (`journal.on_error`)."""
        return self.settings.get("on_error") == "block"

    @property
    def decision(self) -> str:
        """The strongest decision of what was added, "" if nothing was."""
        words = [part.verdict.word for part in self._parts]
        return max(words, key=STRENGTH.index, default="")

    def received(self, data: bytes) -> None:
        """Keep the bytes that came in on stdin, for `journal.payload`."""
        self._data = data

    def add(
        self,
        verdict: Verdict,
        config: Config | None = None,
        incoming: Incoming | None = None,
        workspace: str = "",
    ) -> None:
        """Add what a canonical event came to. An own error has no payload."""
        if config is not None and config.journal:
            self.settings = config.journal
        payload = incoming.payload if incoming else {}
        self._parts.append(Part(verdict, config, payload, workspace))

    def write(self, status: int) -> str:
        """Put the record on file; return "" or one line that says why it is not there.

        Never raises. `status` is the exit status that the caller is going to get.
        """
        try:
            record = self.record(status)
        except Exception as error:  # noqa: BLE001 - a record must never cost the verdict
            return f"journal: this dispatch is not on record: {type(error).__name__}: {error}"
        return writer.write(record, self.settings, self._environ, os_=self._os)

    def record(self, status: int) -> dict[str, Any]:
        """Return the record, masked, in at most RECORD_BYTES and the payload."""
        patterns = self.settings.get("mask")
        masker = mask.Masker(
            patterns if isinstance(patterns, list) else (),
            mask.environment_secrets(self._environ),
        )
        for limit, hooks in ((TEXT_BYTES, HOOKS), (512, HOOKS), (64, HOOKS // 4), (16, 0)):
            record = self._built(status, Cleaner(masker, limit, hooks))
            if len(strictjson.dumps(record)) <= RECORD_BYTES:
                break
        if self.settings.get("payload") is True:
            record.update(_payload(self._data, masker))
        notes = [*record.get("warnings", ()), *masker.problems]
        return {**record, "warnings": notes} if notes else record

    def _built(self, status: int, clean: Cleaner) -> dict[str, Any]:
        """Return the record in the bounds of `clean`; what would be empty is left out."""
        parts = self._parts or [self._nothing()]
        # The strongest decision, of equal ones the last: it is about the more special event.
        decisive = max(enumerate(parts), key=lambda item: (_strength(item[1]), item[0]))[1]
        payload = decisive.payload
        several = len(parts) > 1
        sources = [s for part in parts if part.config for s in part.config.sources]
        failures = [failure for part in parts for failure in part.verdict.failures]
        usage: dict[str, Any] = {}
        for part in parts:
            usage.update(_usage(part.payload, clean))
        native = next((p.payload.get("native_event") for p in parts if p.payload), None)
        full: dict[str, Any] = {
            "version": VERSION,
            "id": self._id,
            "time": timestamp(self._time),
            "duration_ms": milliseconds(self._monotonic() - self._start),
            "pid": os.getpid(),
            "host": self.host,
            "native_event": clean.text(
                native if isinstance(native, str) else self.native_event, 200
            ),
            "event": decisive.verdict.event.name,
            **_decision(decisive, clean),
            "exit": status,
            "workspace": clean.text(decisive.workspace),
            "session_id": clean.text(payload.get("session_id"), 200),
            "config": clean.texts(dict.fromkeys(source.path for source in sources)),
            "config_named": any(source.layer == "command line" for source in sources),
            "hooks": [
                hook
                for part in parts
                for hook in clean.hooks(part, part.verdict.event.name if several else "")
            ],
            "hooks_not_listed": sum(clean.not_listed(part) for part in parts),
            **{
                key: clean.texts(
                    dict.fromkeys(text for part in parts for text in getattr(part.verdict, key))
                )
                for key in ("warnings", "unenforced")
            },
            "failures": [clean.failure(item) for item in failures[:HOOKS]],
            **usage,
            "events": [
                {"event": part.verdict.event.name, **_decision(part, clean)}
                for part in parts[:HOOKS]
            ]
            if several
            else None,
        }
        return {key: value for key, value in full.items() if value or key in _ALWAYS}

    def _nothing(self) -> Part:
        """Return what stands for a native event that no canonical event belongs to."""
        spec = EventSpec(self.native_event, "", False, "", (), ())
        return Part(Verdict(spec, "allow", {}), None, {}, "")


def timestamp(seconds: float) -> str:
    """Return a time since the epoch in RFC 3339 with milliseconds, in UTC."""
    whole, rest = divmod(int(seconds * 1000), 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(whole))}.{rest:03d}Z"


def _strength(part: Part) -> int:
    return STRENGTH.index(part.verdict.word)


def _decision(part: Part, clean: Cleaner) -> dict[str, Any]:
    """Return the decision of an event, who took it, how, and about what."""
    verdict = part.verdict
    step = next((step for step in verdict.steps if step.hook.name == verdict.hook), None)
    failed = any(failure.hook == verdict.hook for failure in verdict.failures)
    full = {
        "decision": verdict.word,
        "hook": clean.text(verdict.hook),
        "how": ("failure" if failed else how(step) if step else "") if verdict.hook else "",
        "reason": clean.text(verdict.reason),
        "subject": clean.text(" | ".join(events.subjects(verdict.event, part.payload))),
        "changes": clean.json(verdict.changes),
        "route": clean.json(verdict.route),
    }
    return {key: value for key, value in full.items() if value}


def _usage(payload: Mapping[str, Any], clean: Cleaner) -> dict[str, Any]:
    """Return the tokens that an answer of a model has cost, and the model."""
    tokens = payload.get("tokens_usage")
    if not isinstance(tokens, dict):
        return {}
    counts = {
        key: value
        for key, value in tokens.items()
        if isinstance(value, int) and not isinstance(value, bool) and len(key) <= 64  # noqa: PLR2004 - a word
    }
    return {
        "tokens_usage": dict(list(counts.items())[:16]),
        "model": clean.text(payload.get("model"), 200),
    }


def _payload(data: bytes, masker: mask.Masker) -> dict[str, Any]:
    """Return the native payload for `replay`, and whether it is not what came in."""
    if len(data) > PAYLOAD_BYTES:
        return {"payload_omitted": {"bytes": len(data), "limit": PAYLOAD_BYTES}}
    try:
        content = strictjson.load_object(data)
    except strictjson.JsonError as error:
        return {"payload_omitted": {"bytes": len(data), "error": error.message[:200]}}
    masker.changed = False
    payload = masker.value(content)
    return {"payload": payload, "payload_masked": True} if masker.changed else {"payload": payload}
