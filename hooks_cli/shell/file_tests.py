"""Judge the files that a run touches: the tests `path`, `writes` and `reads` of a rule."""

from __future__ import annotations

from hooks_cli.globs import any_of
from hooks_cli.shell import touched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from hooks_cli.globs import Sure
    from hooks_cli.paths import Target
    from hooks_cli.shell.touched import Scene


def writes_hold(value: Any, index: int, scene: Scene) -> Sure:
    """Tell whether a file that a run writes passes a test; -1 is a group."""
    return targets_hold(value, list(touched.written_targets(index, scene)), scene)


def reads_hold(value: Any, index: int, scene: Scene) -> Sure:
    """Tell whether a file that a run reads by a redirect passes a test; -1 is a group."""
    return targets_hold(value, list(touched.read_targets(index, scene)), scene)


def targets_hold(value: Any, found: Sequence[Target], scene: Scene) -> Sure:
    """Tell whether one of some paths passes a test, which may settle what unsure means."""
    if not found:
        return False
    sure = any_of(touched.passes(value, item, scene) for item in found)
    settled = value.get("unsure") if isinstance(value, dict) else None
    return settled == "match" if sure is None and settled else sure
