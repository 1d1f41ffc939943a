"""Read all configuration files and collect the hooks of one event, with every mistake.

One bad entry does not silence the others (design section 4): what is good becomes hooks, what
is not becomes problems, and the dispatch counts each of those as a failed hook.
"""

from __future__ import annotations

from hooks_cli import events, limits
from hooks_cli._record import Record
from hooks_cli.config import entry, files, keys, layers
from hooks_cli.config.layers import Document
from hooks_cli.config.pointers import escape
from hooks_cli.errors import ConfigError
from hooks_cli.model import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from hooks_cli.config.files import Source
    from hooks_cli.model import EventSpec, Hook, Policy

    # The seam for trust: may this file's hooks run? A problem says no.
    Admit = Callable[[Source, bytes], Problem | None]


class Config(Record):
    """What the files say about one event.

    `hooks` in the order in which they run within a phase; `policy` is the failure policy of
    hookctl's own errors; `budget` seconds for the whole dispatch; `providers` None if no file
    configures any.
    """

    sources: tuple[Source, ...] = ()
    hooks: tuple[Hook, ...] = ()
    problems: tuple[Problem, ...] = ()
    policy: Policy = "block"
    budget: float = limits.BUDGET_SECONDS
    journal: Mapping[str, Any] = {}
    providers: Mapping[str, Any] | None = None

    @property
    def unusable(self) -> bool:
        """Whether a file could not be used at all (exit status 78)."""
        return any(problem.whole for problem in self.problems)


def read_all(sources: Sequence[Source]) -> tuple[list[Document], list[Problem]]:
    """Return the readable files, and a problem for each of the others."""
    documents, problems = [], []
    for source in sources:
        try:
            data = files.read_bytes(source.path)
            documents.append(Document(source, files.parse(source.path, data), data))
        except ConfigError as error:
            problems.append(
                Problem(source.path, "", error.message, error.hint, hook="hookctl", whole=True)
            )
    return documents, problems


def load(sources: Sequence[Source], spec: EventSpec, admit: Admit | None = None) -> Config:
    """Return what the files say about one event. Never raises: mistakes are in `problems`."""
    documents, problems = read_all(sources)
    hooks: list[Hook] = []
    above: list[Document] = []
    for document in documents:
        rules = layers.rules_for(document, above)
        problems += top_mistakes(document, rules)
        refused = admit(document.source, document.data) if admit else None
        if refused:
            problems.append(refused)
        else:
            found, wrong = event_hooks(document, spec, rules)
            hooks += found
            problems += wrong
        above.append(document)
    hooks, duplicates = without_duplicates(hooks, spec)
    problems += duplicates + layers.ignored(documents)
    return Config(
        sources=tuple(sources),
        hooks=tuple(hooks),
        problems=tuple(problems),
        policy=layers.own_policy(documents, higher_unread=_higher_unread(sources, documents)),
        budget=layers.budget(documents),
        journal=layers.setting(documents, "journal") or {},
        providers=layers.setting(documents, "providers"),
    )


def _higher_unread(sources: Sequence[Source], documents: Sequence[Document]) -> bool:
    """Tell whether a file of a layer above the project's could not be read."""
    readable = {document.source.path for document in documents}
    return any(item.layer != "project" and item.path not in readable for item in sources)


def event_hooks(
    document: Document, spec: EventSpec, rules: layers.Rules
) -> tuple[list[Hook], list[Problem]]:
    """Return a file's hooks for an event: its own list first, then "*" (design section 4)."""
    hooks: list[Hook] = []
    problems: list[Problem] = []
    lists = document.content.get("hooks")
    lists = lists if isinstance(lists, dict) else {}
    names = [name for name in lists if name != "*" and events.resolve(name) == spec.name]
    for name in [*names, "*"]:
        entries = lists.get(name, [])
        if not isinstance(entries, list):
            continue
        place = entry.place(name, spec, document, rules)
        for index, item in enumerate(entries):
            hook, wrong = entry.read(item, index, place)
            if hook:
                hooks.append(hook)
            if wrong:
                problems += wrong
    if "rules" in document.content:
        from hooks_cli.config import packs  # noqa: PLC0415 - only for a file that uses one

        common = entry.place("rules", spec, document, rules).common
        hooks += packs.hooks(document.content["rules"], spec, common)
    return hooks, problems


def without_duplicates(hooks: Sequence[Hook], spec: EventSpec) -> tuple[list[Hook], list[Problem]]:
    """Keep the first hook of each given name; a further one is a problem naming both places."""
    kept: list[Hook] = []
    problems = []
    places: dict[str, Hook] = {}
    for hook in hooks:
        first = places.setdefault(hook.name, hook)
        if first is hook or "[" in hook.name:  # only a generated name has a bracket
            kept.append(hook)
            continue
        if hook.pointer.startswith("/rules/") and first.pointer.startswith("/rules/"):
            from hooks_cli.config import packs  # noqa: PLC0415 - a pack was used twice

            if packs.replaces(hook, first):
                places[hook.name] = kept[kept.index(first)] = hook
            continue
        problems.append(
            Problem(
                source=hook.source,
                pointer=f"{hook.pointer}/name",
                message=f'duplicate name "{hook.name}" at {spec.name}, '
                f"first used in {first.source} at {first.pointer}",
                hint="a name is unique within an event over all files: rename this one",
                events=("*",) if hook.pointer.startswith("/hooks/*/") else (spec.name,),
                policy="allow" if hook.observe else hook.on_failure,
                hook=hook.name,
            )
        )
    return kept, problems


def top_mistakes(document: Document, rules: layers.Rules) -> list[Problem]:
    """Return what is wrong outside the entries; each counts at every blocking event."""
    content, source = document.content, document.source.path
    policy: Policy = "allow" if rules.observe else rules.policy
    found = [
        (Problem(source, pointer, message, hint, policy=policy, hook="hookctl"))
        for pointer, message, hint in (
            *_object_mistakes("", content, keys.TOP),
            *_object_mistakes("/defaults", content.get("defaults"), keys.DEFAULTS),
            *_object_mistakes("/journal", content.get("journal"), keys.JOURNAL),
            *_provider_mistakes(content.get("providers")),
            *_pack_mistakes(content.get("rules")),
        )
    ]
    return found + _event_mistakes(document, policy)


def _object_mistakes(
    pointer: str, value: Any, table: Mapping[str, Any]
) -> Iterator[tuple[str, str, str]]:
    """Yield (pointer, what was expected, hint) for an object of known keys."""
    if not isinstance(value, dict):
        return
    spelled: dict[str, str] = {}
    for key, item in value.items():
        where = f"{pointer}/{escape(key)}"
        name = keys.ALIASES.get(key, (key, None))[0]
        if name in spelled:
            yield where, f'says the same as "{spelled[name]}"', "keep one of them"
        spelled[name] = key
        if key not in table:
            yield where, f'unknown key "{key}"', entry.suggestion(key, table)
        elif expected := table[key](item):
            yield where, f"expected {expected}", ""


def _pack_mistakes(value: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the mistakes in `rules`, the packs that a file uses."""
    if value:
        from hooks_cli.config import packs  # noqa: PLC0415 - only for a file that uses one

        yield from packs.mistakes(value)


def _provider_mistakes(providers: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the mistakes in `providers` (design section 8)."""
    if not isinstance(providers, dict):
        return
    for name, provider in providers.items():
        pointer = f"/providers/{escape(name)}"
        if not isinstance(provider, dict) or "command" not in provider:
            yield pointer, 'expected an object with a "command" list', ""
            continue
        yield from _object_mistakes(pointer, provider, keys.PROVIDER)
        profiles = provider.get("profiles")
        for profile, value in profiles.items() if isinstance(profiles, dict) else ():
            where = f"{pointer}/profiles/{escape(profile)}"
            if isinstance(value, dict):
                yield from _object_mistakes(where, value, keys.PROFILE)
            else:
                yield where, "expected an object", ""


def _event_mistakes(document: Document, policy: Policy) -> list[Problem]:
    """Return a problem for each event that is unknown, has no counterpart, or is not a list."""
    lists = document.content.get("hooks")
    found = []
    for name, entries in lists.items() if isinstance(lists, dict) else ():
        place = (document.source.path, f"/hooks/{escape(name)}")
        known = "*" if name == "*" else events.resolve(name)
        if name in events.NO_COUNTERPART:
            message = f"{name} has no event here: its hooks never run"
            found.append(Problem(*place, message, severity="warning"))
        elif known is None:
            message = f'unknown event "{name}"'
            hint = entry.suggestion(name, (*events.NAMES, *events.ALIASES))
            found.append(Problem(*place, message, hint, policy=policy, hook=name))
        elif not isinstance(entries, list):
            message = "expected a list of hooks"
            found.append(Problem(*place, message, "", (known,), policy, hook=name))
    return found
