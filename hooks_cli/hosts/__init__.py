"""The hosts that hookctl speaks to: one module each, loaded by name."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.hosts.base import Host

# name of the host: its module in this package
MODULES = {
    "generic": "generic",
    "positron": "positron",
}
NAMES = tuple(MODULES)


def load(name: str) -> Host:
    """Return a host by its name; KeyError if there is none."""
    host: Host = import_module(f"hooks_cli.hosts.{MODULES[name]}").HOST
    return host
