"""JSON pointers (RFC 6901)."""

from __future__ import annotations


def escape(key: str) -> str:
    """Return a key as a token of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")
