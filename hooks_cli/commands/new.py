"""`hookctl new`: a policy script and its test, added to the nearest configuration."""

from __future__ import annotations

import json
import os
from typing import Any

from hooks_cli import console, events, jsonedit, scaffold
from hooks_cli.config import files, load, rules
from hooks_cli.errors import HookctlError, UsageError
from hooks_cli.nearest import nearest

DIRECTORY = ".hookctl"
_CONFIG = "hooks.json"


def run(name: str, event: str, lang: str, kind: str | None) -> int:
    """Make the script and the test, and add the entry. Return 0, or 1 if it has to be pasted.

    UsageError for a name or an event that cannot be, HookctlError if one of the files exists.
    """
    expected = rules.name(name)
    if expected:
        raise UsageError(f"{name!r} is no name for a hook: expected {expected}")
    known = events.resolve(event)
    if known is None:
        near = nearest(event, (*events.NAMES, *events.ALIASES))
        hint = f'did you mean "{near}"?' if near else "see hookctl show events"
        raise UsageError(f"unknown event {event!r}", hint)
    item = scaffold.policy(name, events.get(known), kind)
    place = find() or os.path.join(os.getcwd(), DIRECTORY)
    config = _config(place)
    _refuse_duplicate(config, name, known)
    script = os.path.join(place, "policies", name + scaffold.SUFFIX[lang])
    case = os.path.join(place, "tests", f"{name}.yaml")
    for path in (script, case):
        if os.path.lexists(path):
            raise scaffold.exists(_near(path))
    entry = {
        "name": name,
        "kind": item.kind,
        "command": [f"{DIRECTORY}/policies/{os.path.basename(script)}"],
    }
    library = os.path.join(place, "lib", "hookctl.sh")
    if lang == "sh" and not os.path.lexists(library):
        scaffold.make(library, scaffold.library())
        _say(f"made {_near(library)}")
    scaffold.make(script, scaffold.script(item, lang), 0o755)
    _say(f"made {_near(script)}: {item.kind} at {known}")
    scaffold.make(case, scaffold.case(item, os.path.basename(config)))
    _say(f"made {_near(case)}")
    if not _add(config, known, entry):
        return 1
    _say(f"next: edit the script and its test, then hookctl test {_near(case)}")
    return 0


def find() -> str | None:
    """Return the nearest .hookctl directory, here or above; None if there is none."""
    here = os.getcwd()
    while True:
        place = os.path.join(here, DIRECTORY)
        if os.path.isdir(place):
            return place
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above


def _config(place: str) -> str:
    """Return the configuration file of a .hookctl directory, or where it is going to be."""
    paths = [os.path.join(place, name) for name in files.FILE_NAMES]
    return next((path for path in paths if os.path.lexists(path)), paths[0])


def _refuse_duplicate(config: str, name: str, event: str) -> None:
    """Raise HookctlError if the event has a hook of that name already."""
    if not os.path.lexists(config):
        return
    found = load.load(files.named([config]), events.get(event))
    if found.unusable:
        problem = next(problem for problem in found.problems if problem.whole)
        raise HookctlError(problem.message, problem.hint or "hookctl check shows every mistake")
    for hook in found.hooks:
        if hook.name == name:
            raise HookctlError(
                f"{_near(config)}: {hook.pointer}: {event} has a hook {name!r} already",
                "choose another name",
            )


def _add(config: str, event: str, entry: dict[str, Any]) -> bool:
    """Add an entry to a configuration, or print it for pasting and return False."""
    if not os.path.lexists(config):
        text = json.dumps({"version": 1, "hooks": {}}, indent=2)
        data = jsonedit.add_hook(f"{text}\n".encode(), event, entry)
        scaffold.make(config, (data or b"").decode())
        _say(f"made {_near(config)}")
        return True
    if not config.endswith(files.YAML_SUFFIXES):
        data = jsonedit.add_hook(files.read_bytes(config), event, entry)
        if data is not None:
            scaffold.replace_text(config, data)
            _say(f"changed {_near(config)}: one entry more at {event}")
            return True
    _say(f"{_near(config)} is left as it is: add this to the list at hooks, {event}:")
    print(f"  {json.dumps(entry)}")
    return False


def _near(path: str) -> str:
    near = os.path.relpath(path)
    return path if near.startswith(os.path.join("..", "..")) else near


def _say(text: str) -> None:
    print(console.visible(text))
