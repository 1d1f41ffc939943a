"""Any caller that speaks hookctl's own protocol (design sections 6 and 7)."""

from __future__ import annotations

from hooks_cli.hosts import base

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.model import EventSpec


def carries(spec: EventSpec) -> frozenset[str]:
    """Return what the catalogue says."""
    return frozenset(spec.carries)


HOST = base.Host(
    name="generic",
    title="hookctl's own protocol",
    event_of=base.canonical_native,
    carries=carries,
    converse=base.converse_canonical,
    refuse=base.refuse_canonical,
)
