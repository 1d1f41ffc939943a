"""Rules that come with hookctl, used by name: `"rules": ["hookctl:careful"]` (design section 12).

An item is a name, or an object: `use` the name, `except` the ids of rules to leave out, `decision`
another decision for all of them. A file's own hooks come before its packs.
"""

from __future__ import annotations

import os

from hooks_cli import globs, strictjson
from hooks_cli.config import rules as checks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.model import EventSpec, Hook

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "packs")
_PREFIX = "hookctl:"
_KEYS = ("use", "except", "decision")
_DECISIONS = ("block", "ask")
_loaded: dict[str, dict[str, Any]] = {}


def names() -> tuple[str, ...]:
    """Return the names of the packs, sorted."""
    files = sorted(os.listdir(_FOLDER))
    return tuple(_PREFIX + file[:-5] for file in files if file.endswith(".json"))


def load(name: str) -> dict[str, Any]:
    """Return a pack by its name. KeyError if there is none."""
    if name not in _loaded:
        if name not in names():
            raise KeyError(name)
        with open(os.path.join(_FOLDER, f"{name[len(_PREFIX) :]}.json"), "rb") as file:
            _loaded[name] = dict(strictjson.load_object(file.read()))
    return _loaded[name]


def rules(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (name of the hook, rule) for each rule of a pack and of those that it includes."""
    pack = load(name)
    for other in pack.get("includes", ()):
        yield from rules(other)
    for rule in pack["rules"]:
        yield f"{name[len(_PREFIX) :]}.{rule['id']}", {"events": pack["events"], **rule}


def hooks(value: Any, spec: EventSpec, common: Hook) -> list[Hook]:
    """Return the hooks that the `rules` of a file make for an event.

    `common` is a hook with all that they share. What is wrong is left to `mistakes`.
    """
    found: dict[str, Hook] = {}
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if next(_item_mistakes(item), None):
            continue
        said = item if isinstance(item, dict) else {"use": item}
        without = said.get("except", ())
        for name, rule in rules(said["use"]):
            if spec.name not in rule["events"] or {name, rule["id"]} & set(without):
                continue
            answer = {
                **rule["rule"],
                **({"decision": said["decision"]} if "decision" in said else {}),
            }
            found.setdefault(
                name,
                common.derive(
                    {
                        "name": name,
                        "kind": "guardrail",
                        "rule": answer,
                        "matcher": None,
                        "match": rule["match"],
                        "pointer": f"/rules/{index}",
                    }
                ),
            )
    return list(found.values())


def mistakes(value: Any) -> Iterator[tuple[str, str, str]]:
    """Yield (pointer, what was expected, hint) for what is wrong with `rules`."""
    for index, item in enumerate(value if isinstance(value, list) else ()):
        for below, what in _item_mistakes(item):
            yield f"/rules/{index}{below}", what, ""


def _item_mistakes(item: Any) -> Iterator[tuple[str, str]]:
    if isinstance(item, str):
        item = {"use": item}
    if not isinstance(item, dict) or not isinstance(item.get("use"), str):
        yield "", 'expected the name of a pack of rules, or an object with "use"'
        return
    if item["use"] not in names():
        yield "", globs.unknown("pack of rules", item["use"], names())
        return
    for key, value in item.items():
        if key not in _KEYS:
            yield f"/{key}", globs.unknown("key", key, _KEYS)
        elif key == "decision" and value not in _DECISIONS:
            yield "/decision", f"expected {' or '.join(_DECISIONS)}"
        elif key == "except":
            known = {rule["id"]: name for name, rule in rules(item["use"])}
            if expected := checks.list_of(checks.text)(value):
                yield "/except", f"expected {expected}"
                continue
            for at, name in enumerate(value):
                if name not in known and name not in known.values():
                    yield f"/except/{at}", globs.unknown("rule", name, known)


def replaces(later: Hook, first: Hook) -> bool:
    """Tell whether a pack's rule that is used again stops more than the first time."""
    if first.observe != later.observe:
        return first.observe
    said = ((later.rule or {}).get("decision"), (first.rule or {}).get("decision"))
    return said == ("block", "ask")
