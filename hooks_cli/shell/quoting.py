"""Turn quoted source text into the characters it stands for."""

from __future__ import annotations

_SIMPLE = {
    "a": 7,
    "b": 8,
    "e": 27,
    "E": 27,
    "f": 12,
    "n": 10,
    "r": 13,
    "t": 9,
    "v": 11,
    "\\": 92,
    "'": 39,
    '"': 34,
    "?": 63,
}
_HEX = "0123456789abcdefABCDEF"
_OCTAL = "01234567"
_HEX_LENGTH = {"x": 2, "u": 4, "U": 8}
_LAST_CHARACTER = 0x10FFFF


def decode_ansi_c(source: str) -> str:
    r"""Return the value of the inside of `$'..'`.

    `\x` and octal escapes give bytes, which may form UTF-8 together. A NUL ends the text, as in
    bash.
    """
    if "\\" not in source:
        return source
    out = bytearray()
    at, end = 0, len(source)
    while at < end:
        stop = source.find("\\", at)
        if stop < 0 or stop == end - 1:
            out += source[at:].encode("utf-8", "surrogatepass")
            break
        out += source[at:stop].encode("utf-8", "surrogatepass")
        value, at = _escape(source, stop + 1)
        if value == b"\0":
            break
        out += value
    return out.decode("utf-8", "replace")


def _escape(source: str, at: int) -> tuple[bytes, int]:
    """Return the bytes of the escape whose letter is at `at`, and where it ends."""
    letter = source[at]
    if letter in _SIMPLE:
        return bytes((_SIMPLE[letter],)), at + 1
    if letter in _OCTAL:
        stop = _span(source, at, _OCTAL, 3)
        return bytes((int(source[at:stop], 8) & 255,)), stop
    if letter in _HEX_LENGTH:
        stop = _span(source, at + 1, _HEX, _HEX_LENGTH[letter])
        if stop > at + 1:
            number = int(source[at + 1 : stop], 16)
            if letter == "x":
                return bytes((number,)), stop
            number = number if number <= _LAST_CHARACTER else 0xFFFD
            return chr(number).encode("utf-8", "replace"), stop
    if letter == "c" and at + 1 < len(source):
        return bytes((ord(source[at + 1]) & 31,)), at + 2
    return ("\\" + letter).encode("utf-8", "replace"), at + 1


def _span(source: str, at: int, allowed: str, most: int) -> int:
    """Return where the run of allowed characters ends that starts at `at`."""
    stop = at
    while stop < len(source) and stop - at < most and source[stop] in allowed:
        stop += 1
    return stop


def unescape_backquoted(source: str, *, quoted: bool) -> str:
    """Return the script between backquotes: one level of backslashes is gone."""
    if "\\" not in source:
        return source
    special = '`\\$"' if quoted else "`\\$"
    out = []
    at = 0
    while True:
        stop = source.find("\\", at)
        if stop < 0 or stop + 1 >= len(source):
            out.append(source[at:])
            return "".join(out)
        out.append(source[at:stop])
        following = source[stop + 1]
        out.append(following if following in special else "\\" + following)
        at = stop + 2
