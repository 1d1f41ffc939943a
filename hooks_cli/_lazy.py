"""Modules that most dispatches never need, imported when something of them is first used."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Lazy:
    """Stands for a module of ours; each import that a dispatch can do without saves time."""

    def __init__(self, name: str) -> None:
        """Keep the name; nothing is imported yet."""
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        """Import the module now, and return what was asked for."""
        return getattr(__import__(self._name, fromlist=("_",)), attribute)
