"""Text on the wire: bounded, decoded without ever failing."""

from __future__ import annotations

_MARK = " [...]"


def cut(text: str, size: int) -> str:
    """Return the text in at most `size` bytes of UTF-8; a mark shows that some is missing."""
    data = text.encode("utf-8", "replace")
    if len(data) <= size:
        return text
    return data[: size - len(_MARK)].decode("utf-8", "ignore") + _MARK


def readable(data: bytes) -> str:
    """Return bytes as text without the white space around it."""
    return data.decode("utf-8", "replace").strip()
