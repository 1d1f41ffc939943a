"""Run the hooks of one event in order and fold what they say into one verdict (section 7).

Three phases: interceptors, which may change the payload; guardrails, on the final payload;
lifecycle hooks, which learn the decision. Equal input gives an equal verdict.
"""

from __future__ import annotations

from hooks_cli import answer, limits, match, reply, strictjson
from hooks_cli._lazy import Lazy
from hooks_cli._record import Record
from hooks_cli.answer import HookFailure
from hooks_cli.model import Answer, Failure, Outcome, Step, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hooks_cli.config.load import Config
    from hooks_cli.model import Hook, Incoming, JsonObject, Policy, Problem, Word

    Run = Callable[[Hook, bytes, float], Outcome]

    from hooks_cli import modify, timelimit
else:
    modify = Lazy("hooks_cli.modify")
    timelimit = Lazy("hooks_cli.timelimit")


class Setting(Record):
    """What the chain needs to know of its surroundings.

    `carries` are the decisions that hooks may take; `settle` turns a verdict into one that the
    host can express; `run` runs one hook with the bytes of its stdin and a time limit in seconds;
    `remaining` tells the seconds left of the budget; `skip_side_effects` names the hooks that
    have some instead of running them.
    """

    id: str
    host: str
    carries: frozenset[str]
    run: Run
    remaining: Callable[[], float]
    settle: Callable[[Verdict], Verdict] = lambda verdict: verdict
    skip_side_effects: bool = False


def run_chain(incoming: Incoming, config: Config, setting: Setting) -> Verdict:
    """Return the verdict of an event. Interrupted passes through from `setting.run`."""
    state = _State(incoming, setting)
    for kind in ("interceptor", "guardrail"):
        for hook in config.hooks:
            if hook.kind == kind:
                state.consider(hook)
        if kind == "interceptor" and state.word == "route":
            state.ended = ""  # guardrails see a routed call as well
    state.count_problems(config)
    state.warn_of_no_subject(config)
    for hook in config.hooks:
        if hook.kind == "lifecycle":
            state.observe(hook)
    return setting.settle(state.verdict())


class _State:
    """The fold in progress: lives for one call of `run_chain`."""

    def __init__(self, incoming: Incoming, setting: Setting) -> None:
        self.incoming = incoming
        self.spec = incoming.spec
        self.setting = setting
        self.payload = incoming.payload
        # What matchers look at: the current payload first, then the original if it was changed.
        self.subjects = [match.subject(self.spec, self.payload, setting.host)]
        self.word: Any = ""
        self.decided = Answer()
        self.hook = ""
        self.changed_by = ""
        self.ended = ""
        self.context: list[str] = []
        self.message: list[str] = []
        self.warnings: list[str] = list(incoming.warnings)
        self.failures: list[Failure] = []
        self.steps: list[Step] = []
        self.unenforced: list[str] = []

    def consider(self, hook: Hook) -> None:
        """Run an interceptor or a guardrail, if it applies, and fold in what it says."""
        if self.ended:
            self.steps.append(Step(hook, skipped=f"{self.ended} has decided"))
            return
        outcome: Outcome | None = None
        said: Answer | None = None
        failure, stdin = None, b""
        try:
            if not self.applies(hook):
                return
            stdin = self.data()
            outcome = self.run(hook, stdin)
            said = self.hear(hook, outcome)
            self.check_rights(hook, said)
            self.fold(hook, said)
        except HookFailure as error:
            failure = self.fail(hook.name, error, hook.on_failure, observed=hook.observe)
        self.steps.append(Step(hook, outcome, said, failure, stdin=stdin))

    def applies(self, hook: Hook) -> bool:
        """Tell whether a hook is to run. One that does not match leaves no step."""
        if not self.matches(hook) or not hook.enabled:
            return False
        if hook.side_effects and self.setting.skip_side_effects:
            self.warnings.append(f"{hook.name}: not run, it has side effects")
            self.steps.append(Step(hook, skipped="side effects"))
            return False
        return True

    def matches(self, hook: Hook) -> bool:
        """Tell whether the matchers hold; a guardrail also looks at the original payload."""
        if not hook.matcher and hook.match is None:
            return True
        if hook.quick or match.is_quick(hook.matcher, hook.match):
            return self.hold(hook)
        try:
            return timelimit.limited(limits.MATCHER_SECONDS, lambda: self.hold(hook))
        except timelimit.TooSlowError:
            seconds = f"{limits.MATCHER_SECONDS:g} s"
            raise HookFailure("matcher", f"its matcher did not end within {seconds}") from None

    def hold(self, hook: Hook) -> bool:
        """Tell whether the matchers hold on what this kind of hook looks at."""
        subjects = self.subjects if hook.kind == "guardrail" else self.subjects[:1]
        for subject in subjects:  # noqa: SIM110 - a generator costs more than the comparison
            if match.hook_holds(hook.matcher, hook.match, subject):
                return True
        return False

    def hit(self, hook: Hook) -> str:
        """Return what the matchers of a hook that applies have hit in the action."""
        subjects = self.subjects if hook.kind == "guardrail" else self.subjects[:1]
        return next(filter(None, (match.hit(hook.match, item) for item in subjects)), "")

    def run(self, hook: Hook, stdin: bytes) -> Outcome | None:
        """Run a hook within what is left of the budget; None for a rule, which has no process."""
        if hook.rule is not None:
            return None
        left = self.setting.remaining()
        if left <= 0:
            raise HookFailure("budget", "the time budget of the dispatch was used up before it ran")
        outcome = self.setting.run(hook, stdin, min(hook.timeout, left))
        if outcome.fate == "timeout" and left < hook.timeout:
            detail = "timed out: the time budget of the dispatch is used up"
            return outcome.replace(fate="budget", detail=detail)
        if outcome.held:
            self.warnings.append(f"{hook.name}: descendants held its output, and were ended")
        return outcome

    def hear(self, hook: Hook, outcome: Outcome | None) -> Answer:
        """Return what a hook, or its rule, says."""
        if outcome is None:
            return answer.from_rule(hook.rule or {}, self.spec, self.hit(hook), hook.name)
        if outcome.fate == "detached":
            return Answer()
        said = answer.interpret(hook, outcome, self.spec)
        self.warnings += [f"{hook.name}: {note}" for note in said.notes]
        return said

    def check_rights(self, hook: Hook, said: Answer) -> None:
        """Refuse what the kind may not say, and what the event cannot carry (section 6)."""
        for word in answer.words_of(said):
            if hook.kind == "guardrail" and word in ("modify", "route"):
                raise HookFailure("not_entitled", f"a guardrail may not {word}")
            if word not in self.setting.carries:
                if word == "block":
                    self.unenforced.append(f"{hook.name}: {said.reason or 'block'}")
                host = "" if self.setting.host == "generic" else f" from {self.setting.host}"
                hint = ""
                if self.spec.name == "beforeModelRequest" and word == "block":
                    hint = "; that is the job of a guardrail at beforeSubmitPrompt"
                detail = f"{word} cannot be carried by {self.spec.name}{host}{hint}"
                raise HookFailure("not_supported", detail)

    def fold(self, hook: Hook, said: Answer) -> None:
        """Fold a proper answer into the state."""
        if hook.observe:
            if said.word not in (None, "allow"):
                reason = f": {said.reason}" if said.reason else ""
                self.warnings.append(f"observe: {hook.name} would {said.word}{reason}")
            return
        if said.changes or said.values:
            self.change(hook, said)
        if said.word == "block":
            self.decide(hook.name, "block", said)
            self.ended = hook.name
        elif said.word == "route":
            if self.word == "ask":
                self.warnings.append(f"{self.hook} asked, beneath the route of {hook.name}")
            self.decide(hook.name, "route", said)
            self.ended = hook.name
        elif said.word == "ask" and self.word == "route":
            self.warnings.append(f"{hook.name} asked, beneath the route of {self.hook}")
        elif said.word == "ask" and not self.word:
            self.decide(hook.name, "ask", said)
        if said.context:
            self.context.append(said.context)
        if said.message:
            self.message.append(said.message)

    def change(self, hook: Hook, said: Answer) -> None:
        """Apply a modification; one that may not be is a failure of its hook."""
        try:
            changed = modify.apply(said, self.spec, self.payload)
        except modify.InvalidModificationError as error:
            raise HookFailure("invalid_modification", f"invalid modification: {error}") from None
        if not modify.same(changed, self.payload):
            self.payload, self.changed_by = changed, hook.name
            now = match.subject(self.spec, changed, self.setting.host)
            self.subjects = [now, self.subjects[-1]]

    def decide(self, name: str, word: str, said: Answer) -> None:
        """Take a decision over; what is weaker gives way."""
        self.word, self.hook, self.decided = word, name, said

    def fail(
        self, name: str, error: HookFailure, policy: Policy, *, observed: bool = False
    ) -> Failure:
        """Count a failure as a block or as no opinion, by its policy."""
        blocks = policy == "block" and "block" in self.setting.carries and not observed
        failure = Failure(name, error.kind, error.detail, "block" if blocks else "allow")
        self.failures.append(failure)
        if blocks and self.word != "block":
            reason = error.detail if name == "hookctl" else f"{name} failed: {error.detail}"
            self.decide(name, "block", Answer("block", reason))
            self.ended = name
        elif not blocks:
            self.warnings.append(reply.failure_line(failure))
        return failure

    def count_problems(self, config: Config) -> None:
        """Count each bad entry that concerns this event as a failed hook (section 4)."""
        for problem in config.problems:
            if problem.severity == "warning":
                if problem.events is None or self.concerns(problem):
                    self.warnings.append(f"{problem.source}: {problem.pointer}: {problem.message}")
            elif problem.whole or self.concerns(problem):
                place = "" if problem.whole else f"{problem.source}: {problem.pointer}: "
                hint = f" ({problem.hint})" if problem.hint else ""
                error = HookFailure("configuration", f"{place}{problem.message}{hint}")
                policy = problem.policy or config.policy
                if problem.whole and not self.spec.blocking:
                    policy = "allow"
                self.fail(problem.hook, error, policy)

    def warn_of_no_subject(self, config: Config) -> None:
        """Say that matchers had nothing to look at: an allow for want of a field is no consent."""
        missing = bool(self.spec.subject) and self.subjects[-1].names == self.spec.constants
        if missing and any(hook.matcher or hook.match for hook in config.hooks):
            fields = " or ".join("/".join(names) for names in self.spec.subject)
            self.warnings.append(f"the payload has no {fields}: matchers may not have applied")

    def concerns(self, problem: Problem) -> bool:
        """Tell whether a bad entry counts here: a misspelt event does at every blocking one."""
        if problem.events is None:
            return self.spec.blocking
        return "*" in problem.events or self.spec.name in problem.events

    def observe(self, hook: Hook) -> None:
        """Run a lifecycle hook with the decision; nothing that it does changes anything."""
        outcome: Outcome | None = None
        said: Answer | None = None
        failure, stdin = None, b""
        try:
            if not self.applies(hook):
                return
            decision = reply.answer(self.setting.settle(self.verdict()), self.setting.id)
            stdin = strictjson.with_key(self.data(), "decision", decision)
            outcome = self.run(hook, stdin)
            said = self.hear(hook, outcome)
            extra = "context" if said.context else "message" if said.message else ""
            what = extra if said.word in (None, "allow") else said.word
            if what:
                self.warnings.append(f"{hook.name}: a lifecycle hook said {what}, which is ignored")
        except HookFailure as error:
            failure = self.fail(hook.name, error, "allow")
        self.steps.append(Step(hook, outcome, said, failure, stdin=stdin))

    def data(self) -> bytes:
        """Return what a hook reads: the very bytes that came in until something has changed."""
        if self.payload is self.incoming.payload:
            return self.incoming.data
        return strictjson.dumps(self.payload)

    def verdict(self) -> Verdict:
        """Return the verdict as it stands now."""
        changes: JsonObject = {}
        if self.payload is not self.incoming.payload:
            changes = modify.difference(self.incoming.payload, self.payload)
        word: Word = self.word or ("modify" if changes else "allow")
        return Verdict(
            event=self.spec,
            word=word,
            payload=self.payload,
            changes=changes,
            hook=self.changed_by if word == "modify" else self.hook,
            reason=self.decided.reason or _made_up(word, self.hook, self.decided),
            route=self.decided.route,
            context=tuple(self.context),
            message=tuple(self.message),
            warnings=tuple(self.warnings),
            failures=tuple(self.failures),
            steps=tuple(self.steps),
            unenforced=tuple(self.unenforced),
        )


def _made_up(word: str, hook: str, decided: Answer) -> str:
    """Return a reason for a hook that gave none; a host may ignore a block without one."""
    if word == "block":
        return f"blocked by {hook}"
    if word == "ask":
        return f"{hook} asks for confirmation"
    if word == "route" and decided.route:
        return f"routed to {decided.route['provider']} by {hook}"
    return ""
