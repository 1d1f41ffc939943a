"""What a hook said: from its exit status and output to one `Answer` (design section 6).

The table of the design is `interpret`; the dialects of other hosts are in `dialects.py`.
"""

from __future__ import annotations

from hooks_cli import limits, strictjson
from hooks_cli._lazy import Lazy
from hooks_cli.model import Answer
from hooks_cli.text import cut, readable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli import dialects
    from hooks_cli.model import EventSpec, Hook, JsonObject, Outcome
else:
    dialects = Lazy("hooks_cli.dialects")

# The failure kind of each fate that is not an exit.
FATES = {
    "signal": "killed",
    "timeout": "timeout",
    "budget": "budget",
    "overflow": "overflow",
    "cannot_run": "cannot_run",
    "interrupted": "interrupted",
}
BLOCK_STATUS = 2
_SHELL_CANNOT = {126: "found something that it could not run", 127: "did not find a command"}
_STDERR_LINES = 5


class HookFailure(Exception):  # noqa: N818 - the glossary's word
    """A hook could not do its job; `kind` is one word, `detail` a sentence for people."""

    def __init__(self, kind: str, detail: str) -> None:
        """Keep the kind and the detail."""
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


def interpret(hook: Hook, outcome: Outcome, spec: EventSpec) -> Answer:
    """Return what the hook said. HookFailure if that is not a proper answer."""
    if outcome.fate != "exit":
        raise HookFailure(FATES.get(outcome.fate, "internal"), _described(hook, outcome))
    meaning = "block" if outcome.status == BLOCK_STATUS else "allow"
    if outcome.status not in (0, BLOCK_STATUS):
        meaning = hook.exit_codes.get(str(outcome.status), "failure")
    if meaning == "block":
        return _blocked(hook, outcome, spec)
    if meaning == "failure":
        cannot = hook.shell and outcome.status in _SHELL_CANNOT
        raise HookFailure("cannot_run" if cannot else "exit", _described(hook, outcome))
    try:
        return parse_stdout(outcome.stdout, spec)
    except dialects.MalformedError as error:
        raise HookFailure("malformed_answer", str(error)) from None


def parse_stdout(data: bytes, spec: EventSpec) -> Answer:
    """Return the answer in what a hook printed before it exited with 0.

    MalformedError for what is neither silence, plain text, nor exactly one JSON object. The last
    object in a text is never searched for: a tool's output could then speak for the hook.
    """
    text = strictjson.without_bom(data).strip(b" \t\r\n")
    if not text:
        return Answer()
    try:
        value = strictjson.loads(data)
    except strictjson.JsonError as error:
        if b"{" in text:
            shown = text[:60].decode("utf-8", "replace")
            message = f"malformed answer: {error.message}; it begins with {shown!r}"
            raise dialects.MalformedError(message) from None
        return Answer(text=cut(readable(text), limits.STDERR_BYTES))
    if isinstance(value, dict):
        return dialects.parse(value, spec)
    if isinstance(value, list | str):
        message = f"malformed answer: {strictjson.type_name(value)} found, an object was expected"
        raise dialects.MalformedError(message)
    return Answer(text=cut(readable(text), limits.STDERR_BYTES))


# Keys of a rule that are no part of its answer.
_RULE_KEYS = ("suggest", "id", "match_examples", "no_match_examples")


def rule_mistake(rule: JsonObject, spec: EventSpec) -> str:
    """Return what is wrong with a `rule` as an answer, "" if nothing is."""
    try:
        parsed = from_rule(rule, spec)
    except dialects.MalformedError as error:
        return str(error)
    return "" if parsed.word or parsed.context else "expected a decision"


def from_rule(rule: JsonObject, spec: EventSpec, hit: str = "", name: str = "") -> Answer:
    """Return the answer of a rule, which was checked when the configuration was read.

    `hit` is what its matcher has found in the action; the reason names it, and what the rule
    suggests instead. `name` is the hook's, for a rule without a reason.
    """
    said = dialects.parse({key: rule[key] for key in rule if key not in _RULE_KEYS}, spec)
    suggest = rule.get("suggest", "")
    if said.word in (None, "allow") or not (hit or suggest):
        return said
    verb = {"block": "blocked by", "ask": "asked for by"}.get(str(said.word), f"{said.word} by")
    parts = [said.reason or f"{verb} {name or 'a rule'}"]
    if hit:
        parts.append(f"(matched {hit})")
    if suggest:
        parts[-1] += "" if parts[-1].endswith((".", "!", "?", ")")) else "."
        parts.append(f"Suggestion: {suggest}")
    return said.replace(reason=cut(" ".join(parts), limits.REASON_BYTES))


def _blocked(hook: Hook, outcome: Outcome, spec: EventSpec) -> Answer:
    """Exit status 2: a block, whatever stdout says. Reason: JSON, stderr, stdout, made up."""
    said, printed = Answer(), ""
    notes: tuple[str, ...] = ()
    try:
        said = parse_stdout(outcome.stdout, spec)
        printed = said.text
    except dialects.MalformedError as error:
        said = Answer(reason=_reason_in(outcome.stdout))
        printed = readable(outcome.stdout)
        notes = (f"stdout was not used: {error}",)
    if said.word not in (None, "block"):
        notes = (f"exit status {outcome.status} overruled {said.word} on stdout",)
    reason = said.reason or readable(outcome.stderr) or printed
    if not reason:
        reason = f"blocked by {hook.name} (exit status {outcome.status}, no reason given)"
    return Answer(
        word="block",
        reason=cut(reason, limits.REASON_BYTES),
        context=said.context,
        message=said.message,
        notes=notes,
    )


def _reason_in(stdout: bytes) -> str:
    """Return the reason in an object that is no proper answer otherwise, "" if there is none."""
    try:
        reason = strictjson.load_object(stdout).get("reason")
    except strictjson.JsonError:
        return ""
    return reason if isinstance(reason, str) else ""


def _described(hook: Hook, outcome: Outcome) -> str:
    """Say what happened to a process, with the last lines of its stderr."""
    if outcome.fate == "exit":
        what = f"exited with {outcome.status}"
        if outcome.status in _SHELL_CANNOT:
            who = "/bin/sh" if hook.shell else "a shell inside it"
            what += f" ({who} {_SHELL_CANNOT[outcome.status]})"
    elif outcome.fate == "signal":
        what = f"was killed by signal {outcome.status}"
    elif outcome.fate == "timeout":
        what = outcome.detail or f"timed out after {hook.timeout:g} s"
    elif outcome.fate == "overflow":
        what = outcome.detail or f"printed more than {limits.STDOUT_BYTES} bytes"
    else:
        what = outcome.detail or outcome.fate
    lines = [line for line in readable(outcome.stderr).splitlines() if line.strip()]
    tail = "\n".join(lines[-_STDERR_LINES:])
    return cut(f"{what}: {tail}" if tail else what, limits.REASON_BYTES)


def words_of(answer: Answer) -> tuple[Any, ...]:
    """Return the decisions that an answer needs the event to carry."""
    words: list[Any] = [] if answer.word in (None, "allow") else [answer.word]
    if answer.word == "ask" and (answer.changes or answer.values):
        words.append("modify")
    return tuple(words)
