"""The dispatch side of `hookctl doctor`: block once, in the host's form, and run nothing.

Imported by a dispatch only if HOOKCTL_PROBE is set, so it may use what a dispatch has loaded.
"""

from __future__ import annotations

from hooks_cli.model import EventSpec, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.hosts.base import Host, Native
    from hooks_cli.model import Reply

VARIABLE = "HOOKCTL_PROBE"
_UNKNOWN = EventSpec("", "", True, "", (), (), carries=("block",))


def reply(host: Host, native: Native | None, token: str, dispatch_id: str) -> Reply:
    """Return the block of a probe as the host wants it; the reason repeats the token."""
    return host.refuse(native, verdict(native, token), dispatch_id)


def verdict(native: Native | None, token: str) -> Verdict:
    """Return the block of a probe."""
    spec = native.spec if native else _UNKNOWN
    return Verdict(spec, "block", {}, hook="hookctl", reason=reason(token))


def reason(token: str) -> str:
    """Return the reason of a probe's block; a token is letters and digits."""
    return f"hookctl probe {''.join(char for char in token if char.isalnum())[:64]}"
