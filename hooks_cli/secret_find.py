"""Recognise credentials in text by the shapes that their issuers gave them (design section 5).

Each shape is looked for where one of its markers stands, and nowhere else. What has a checksum
must pass it, what has none must look random. All of it is linear in the length of the text: at
each marker one match with bounded repeats.
"""

from __future__ import annotations

import re

from hooks_cli._record import Record
from hooks_cli.secrets import STRICT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CHECKSUM = 6  # characters of the checksum at the end of a token of GitHub
_CLASSIC = 36  # characters of such a token behind its prefix
_KEY_CHARS = 16  # of a private key, below its first line
_KEY_LINES = re.compile(r"[A-Za-z0-9+/]{16}")
_HEADER = re.compile(r"(?:[A-Za-z-]{1,30}: [^\n\\]{0,100})?(?:\s|\\[nrt])*")
# A value with one of these in it was written by hand to stand for a secret.
_STAND_INS = (
    "xxxx",
    "your",
    "placeholder",
    "redacted",
    "changeme",
    "....",
    "****",
    "0000000",
    "dummy",
)
_PASSWORDS = frozenset(
    (  # noqa: SIM905 - words, read as words
        "password passwd pass pwd secret token user username example xxx *** hunter2 changeme test "
        "admin root postgres guest key"
    ).split()
)


class Found(Record):
    """A credential in a text: which kind, and where."""

    name: str
    start: int
    end: int


def find(text: str) -> Iterator[Found]:
    """Yield the credentials in a text, kind by kind."""
    for name, markers, pattern, check in STRICT:
        for marker in markers.split():
            at = text.find(marker)
            while at >= 0:
                match = _compiled(pattern).match(text, at)
                if match and _passes(check, match):
                    yield Found(name, match.start(), match.end())
                at = text.find(marker, at + len(marker))


def has(text: str) -> bool:
    """Tell whether there is a credential in a text."""
    return next(find(text), None) is not None


def has_github_checksum(token: str) -> bool:
    """Tell whether a token ends in the checksum of what is between its prefix and the end.

    It is the CRC-32 of that part, written in base 62 with six digits.
    """
    from binascii import crc32  # noqa: PLC0415 - only where a token was found

    body = token.partition("_")[2]
    number = crc32(body[:-_CHECKSUM].encode("ascii"))
    digits = ""
    for _ in range(_CHECKSUM):
        number, digit = divmod(number, 62)
        digits = _BASE62[digit] + digits
    return digits == body[-_CHECKSUM:]


def entropy(text: str) -> float:
    """Return the bits per character by how often each occurs, 0 for nothing."""
    from math import log2  # noqa: PLC0415 - only where a candidate was found

    size = len(text)
    counts = [text.count(char) for char in set(text)]
    return -sum(count / size * log2(count / size) for count in counts)


def _any(_match: re.Match[str]) -> bool:
    return True


def _passes(check: str, match: re.Match[str]) -> bool:
    """Apply a check by its name; `random 3.5` asks for so many bits a character."""
    name, _, bits = check.partition(" ")
    return _is_random(match, float(bits)) if bits else _CHECKS[name](match)


def _is_random(match: re.Match[str], bits: float = 3.5) -> bool:
    """Accept a key that was not made up, and has at least so many bits a character."""
    key = match["key"]
    low = key.lower()
    return not any(word in low for word in _STAND_INS) and entropy(key) >= bits


def _mixed(match: re.Match[str]) -> bool:
    """Accept a key that looks random and has digits and letters of both cases."""
    key = match["key"]
    kinds = (any(map(str.isdigit, key)), any(map(str.islower, key)), any(map(str.isupper, key)))
    return all(kinds) and _is_random(match)


def _github(match: re.Match[str]) -> bool:
    """Accept a token of GitHub: by its checksum, or if it is of a longer, newer kind."""
    body = match["key"]
    if len(body) == _CLASSIC:
        return has_github_checksum(match.group())
    return len(body) > _CLASSIC and _is_random(match)


def _npm(match: re.Match[str]) -> bool:
    return has_github_checksum(match.group()) or _mixed(match)


def _private_key(match: re.Match[str]) -> bool:
    """Accept the first line of a key that is followed by a key."""
    rest = match.string[match.end() : match.end() + 400]
    for _ in range(6):
        rest = rest[_compiled_header(rest) :]
        if _KEY_LINES.match(rest):
            return True
    return False


def _compiled_header(rest: str) -> int:
    found = _HEADER.match(rest)
    return found.end() if found else 0


def _web_token(match: re.Match[str]) -> bool:
    """Accept a JSON web token: its first part is an object with an algorithm."""
    from binascii import Error, a2b_base64  # noqa: PLC0415 - only where a token was found

    part = match["head"]
    try:
        data = a2b_base64(part.replace("-", "+").replace("_", "/") + "=" * (-len(part) % 4))
    except (Error, ValueError):
        return False
    return data.startswith(b"{") and b'"alg"' in data and not data.startswith(b'{"alg":"none"')


def _url_password(match: re.Match[str]) -> bool:
    """Accept a password in a URL that is not a stand-in for one."""
    user, password = match["user"], match["key"]
    low = password.lower()
    if low in _PASSWORDS or low == user.lower() or any(word in low for word in _STAND_INS):
        return False
    return not any(char in password for char in "<>{}$%*[]()|\\,;\"'`") and len(set(low)) > 2  # noqa: PLR2004


_CHECKS: dict[str, Callable[[re.Match[str]], bool]] = {
    "any": _any,
    "github": _github,
    "mixed": _mixed,
    "npm": _npm,
    "private_key": _private_key,
    "url_password": _url_password,
    "web_token": _web_token,
}
_patterns: dict[str, re.Pattern[str]] = {}


def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile once, and only what is needed."""
    if pattern not in _patterns:
        _patterns[pattern] = re.compile(pattern)
    return _patterns[pattern]
