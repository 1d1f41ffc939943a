"""Oxygen AI Positron: a veto on the ten blocking events, and nothing else (design section 3)."""

from __future__ import annotations

from hooks_cli.hosts import base

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.model import EventSpec


def carries(spec: EventSpec) -> frozenset[str]:
    """Return the veto for the blocking events."""
    return frozenset(("block",) if spec.blocking else ())


HOST = base.Host(
    name="positron",
    title="Oxygen AI Positron",
    event_of=base.canonical_native,
    carries=carries,
    converse=base.converse_canonical,
    refuse=base.refuse_canonical,
)
