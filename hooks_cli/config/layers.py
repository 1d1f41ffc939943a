"""What a layer inherits and what it may not loosen (design section 4)."""

from __future__ import annotations

from hooks_cli import limits
from hooks_cli._record import Record
from hooks_cli.config import keys
from hooks_cli.model import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from hooks_cli.config.files import Source
    from hooks_cli.model import Policy


class Document(Record):
    """A readable configuration file: where it is, its content, its bytes."""

    source: Source
    content: Mapping[str, Any]
    data: bytes


class Rules(Record):
    """What holds for the hooks of one file.

    `floor` is true if a layer above has set "block" as the failure policy: then no hook of this
    file may say "allow".
    """

    timeout: float = limits.HOOK_SECONDS
    policy: Policy = "block"
    floor: bool = False
    observe: bool = False
    env: Mapping[str, str] = {}


def defaults_of(document: Document) -> Mapping[str, Any]:
    """Return the valid defaults of a file, under their canonical keys."""
    return canonical(_object(document.content.get("defaults")), keys.DEFAULTS)


def canonical(values: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the valid values of an object with every alias resolved."""
    result = {}
    for key, value in values.items():
        if key in table and not table[key](value):
            name, words = keys.ALIASES.get(key, (key, None))
            result[name] = words[value] if words else value
    return result


def rules_for(document: Document, above: Sequence[Document]) -> Rules:
    """Return what holds for the hooks of `document`, given the files of the layers above.

    A default that the file does not set is that of the nearest layer above which does. Files
    named on the command line stand beside each other and inherit nothing.
    """
    if document.source.layer == "command line":
        above = ()
    chain = [defaults_of(file) for file in (*above, document)]
    inherited: dict[str, Any] = {}
    for defaults in chain:
        inherited.update(defaults)
    higher = [file for file in above if file.source.layer != document.source.layer]
    floor = any(defaults_of(file).get("on_failure") == "block" for file in higher)
    modes = [file.content.get("mode") for file in (*above, document)]
    modes = [mode for mode in modes if mode in ("enforce", "observe")]
    # An explicit "enforce" above is a floor too.
    enforced = any(file.content.get("mode") == "enforce" for file in higher)
    environment = document.content.get("env", {})
    return Rules(
        timeout=float(inherited.get("timeout_seconds", limits.HOOK_SECONDS)),
        policy="block" if floor else inherited.get("on_failure", "block"),
        floor=floor,
        observe=bool(modes) and modes[-1] == "observe" and not enforced,
        env={} if keys.TOP["env"](environment) else environment,
    )


def own_policy(documents: Sequence[Document], *, higher_unread: bool = False) -> Policy:
    """Return the policy for hookctl's own errors: block, unless only "allow" has been said.

    A project file alone cannot loosen it beside files of other layers, which may be unreadable.
    Files that only observe never stop anything.
    """
    observing = documents and not higher_unread
    if observing and all(document.content.get("mode") == "observe" for document in documents):
        return "allow"
    said = [(file.source.layer, defaults_of(file).get("on_failure")) for file in documents]
    policies = [policy for _, policy in said]
    higher = [policy for layer, policy in said if layer != "project"]
    loosened = "allow" in (higher if higher or higher_unread else policies)
    return "allow" if loosened and "block" not in policies else "block"


def budget(documents: Sequence[Document]) -> float:
    """Return the seconds for a whole dispatch: the highest layer that sets them decides.

    A project file may not starve the hooks above it, so beside such a file it has no say.
    """
    for document in documents:
        value = document.content.get("budget_seconds")
        below = document.source.layer == "project" and _has_higher(document, documents)
        if value is not None and not keys.TOP["budget_seconds"](value) and not below:
            return float(value)
    return limits.BUDGET_SECONDS


def setting(documents: Sequence[Document], key: str) -> Mapping[str, Any] | None:
    """Return an object-valued setting of the highest file that may set it, else None."""
    for document in documents:
        value = document.content.get(key)
        if isinstance(value, dict) and document.source.layer != "project":
            return value
    return None


def ignored(documents: Sequence[Document]) -> list[Problem]:
    """Return a warning for each thing that a project file said and that has no effect."""
    found = []
    for document in documents:
        if document.source.layer != "project":
            continue
        beyond = [key for key in keys.NOT_FOR_PROJECTS if key in document.content]
        if "budget_seconds" in document.content and _has_higher(document, documents):
            beyond.append("budget_seconds")
        if document.content.get("mode") == "observe" and any(
            file.content.get("mode") == "enforce"
            for file in documents
            if file.source.layer != "project"
        ):
            beyond.append("mode")
        found += [
            Problem(
                source=document.source.path,
                pointer=f"/{key}",
                message="ignored: a project file may only tighten",
                hint="set it in the user or managed file",
                severity="warning",
            )
            for key in beyond
        ]
    return found


def _has_higher(document: Document, documents: Sequence[Document]) -> bool:
    return any(file.source.layer != document.source.layer for file in documents)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
