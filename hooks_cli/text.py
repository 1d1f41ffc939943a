"""Text on the wire: bounded, decoded without ever failing."""

from __future__ import annotations

_MARK = " [...]"
LINES = "\n\t"  # what a text of several lines keeps


def cut(text: str, size: int) -> str:
    """Return the text in at most `size` bytes of UTF-8; a mark shows that some is missing."""
    data = text.encode("utf-8", "replace")
    if len(data) <= size:
        return text
    return data[: size - len(_MARK)].decode("utf-8", "ignore") + _MARK


def visible(text: str, keep: str = "") -> str:
    """Return a text with control characters spelled out: a terminal may be reading along.

    The characters in `keep`, such as line ends, stay as they are.
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )


def readable(data: bytes) -> str:
    """Return bytes as text without the white space around it."""
    return data.decode("utf-8", "replace").strip()
