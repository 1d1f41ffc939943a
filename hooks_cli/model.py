"""The values that flow through a dispatch. Immutable, without behaviour."""

from __future__ import annotations

from hooks_cli._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    Kind = Literal["guardrail", "interceptor", "lifecycle"]
    Policy = Literal["block", "allow"]
    Word = Literal["allow", "block", "modify", "route", "ask"]
    JsonObject = Mapping[str, Any]

KINDS = ("guardrail", "interceptor", "lifecycle")
WORDS = ("allow", "block", "modify", "route", "ask")


class FieldSpec(Record):
    """One documented field of a payload.

    `type` is a JSON type name or `any`; `presence` is one of `unconditional`, `absent_when`,
    `present_only_when`, `omitted_when_empty`, `null_when`, with the condition in `when`.
    """

    name: str
    type: str
    presence: str = "unconditional"
    when: str = ""
    enum: tuple[str, ...] = ()
    items: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    minimum: int | None = None
    note: str = ""


class EventSpec(Record):
    """One canonical event: a row of the catalogue (`events.py`).

    `subject` lists what a plain `matcher` tests: tuples of field names, whose values are joined
    with "/". `modifiable` are the payload fields that a `modify` may touch, `carries` the
    decisions that the event can carry for a caller of hookctl's own protocol.
    """

    name: str
    category: str
    blocking: bool
    description: str
    subject: tuple[tuple[str, ...], ...]
    fields: tuple[FieldSpec, ...]
    modifiable: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    effect: str = ""
    origin: str = "positron"
    aliases: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()


class Outcome(Record):
    """What physically happened to a hook's process.

    `fate` is `exit` (see `status`), `signal` or `interrupted` (see `status`, a positive signal
    number), `timeout`, `budget` (the dispatch had no time left), `overflow`, `cannot_run` (see
    `detail`) or `detached`; the return code alone never tells. `seconds` is wall-clock time.
    `held` says that a descendant kept the pipes open after the hook had gone.
    """

    fate: str
    status: int = 0
    stdout: bytes = b""
    stderr: bytes = b""
    seconds: float = 0.0
    detail: str = ""
    held: bool = False


class Hook(Record):
    """One configured entry that is fit to run (design section 4).

    Exactly one of `argv` and `rule` is set; a `command` string has become a `/bin/sh -c` argv,
    and `shell` is true. `quick` says that the matchers are plain comparisons. `base` is the
    directory that a relative program is looked up in, `config_dir` the directory of the file,
    `layer` its layer, `pointer` its place in the file.
    """

    name: str
    kind: Kind
    argv: tuple[str, ...] = ()
    shell: bool = False
    rule: JsonObject | None = None
    matcher: str | None = None
    match: JsonObject | None = None
    quick: bool = False
    timeout: float = 10.0
    on_failure: Policy = "block"
    exit_codes: JsonObject = {}  # noqa: RUF012 - an immutable field default, see Record
    cwd: str | None = None
    env: JsonObject = {}  # noqa: RUF012 - as above
    pass_env: tuple[str, ...] = ()
    enabled: bool = True
    side_effects: bool = False
    detach: bool = False
    observe: bool = False
    source: str = ""
    pointer: str = ""
    layer: str = ""
    base: str = "/"
    config_dir: str = "/"


class Problem(Record):
    """One mistake in a configuration file, with the way out.

    `pointer` is a JSON pointer. `events` are the canonical events at which the mistake counts as
    a failed hook, None meaning every blocking event. `whole` says that the file could not be
    used at all (exit status 78).
    """

    source: str
    pointer: str
    message: str
    hint: str = ""
    events: tuple[str, ...] | None = None
    policy: Policy | None = None
    hook: str = ""
    severity: str = "error"
    whole: bool = False
    line: int = 0


class Failure(Record):
    """A hook, or a part of hookctl, that could not do its job, and the policy that decided."""

    hook: str
    kind: str
    detail: str
    policy: Policy


class Answer(Record):
    """What one hook said, after all dialects have been understood (design section 6).

    `word` is None for no opinion. `changes` is a merge patch, `values` whole values. `notes`
    are remarks for the record, such as an allow that an exit status of 2 overruled.
    """

    word: Word | None = None
    reason: str = ""
    changes: JsonObject | None = None
    values: JsonObject | None = None
    route: JsonObject | None = None
    context: str = ""
    message: str = ""
    text: str = ""
    notes: tuple[str, ...] = ()


class Step(Record):
    """One hook's part in a dispatch, for the record. `skipped` says why it did not run.

    `stdin` is what it was given to read. Hooks that are disabled or did not match have no step.
    """

    hook: Hook
    outcome: Outcome | None = None
    answer: Answer | None = None
    failure: Failure | None = None
    skipped: str = ""
    stdin: bytes = b""


class Verdict(Record):
    """What a dispatch of one canonical event came to.

    `payload` is the payload as last modified, `changes` the merge patch that leads to it, empty
    if nothing has changed. `unenforced` are blocks that the event could not carry.
    """

    event: EventSpec
    word: Word
    payload: JsonObject
    changes: JsonObject = {}  # noqa: RUF012 - an immutable field default, see Record
    hook: str = ""
    reason: str = ""
    route: JsonObject | None = None
    context: tuple[str, ...] = ()
    message: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    steps: tuple[Step, ...] = ()
    unenforced: tuple[str, ...] = ()


class Reply(Record):
    """The bytes and the exit status that go back to the caller."""

    status: int
    stdout: bytes = b""
    stderr: bytes = b""


class Incoming(Record):
    """One canonical event with its payload, as it came in.

    `data` are the bytes that a hook reads as long as nothing has changed the payload.
    """

    spec: EventSpec
    payload: JsonObject
    data: bytes
    warnings: tuple[str, ...] = ()
