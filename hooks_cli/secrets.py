"""Recognise credentials in text by the shapes that their issuers gave them (design section 5).

Each shape is looked for where one of its markers stands, and nowhere else. What has a checksum
must pass it, what has none must look random. All of it is linear in the length of the text: at
each marker one match with bounded repeats.
"""

from __future__ import annotations

import re

from hooks_cli._record import Record

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


class Shape(Record):
    """One kind of credential: its pattern is tried where a marker begins, `check` has the say."""

    name: str
    markers: tuple[str, ...]
    pattern: str
    check: Callable[[re.Match[str]], bool]


class Found(Record):
    """A credential in a text: which kind, and where."""

    name: str
    start: int
    end: int


def find(text: str) -> Iterator[Found]:
    """Yield the credentials in a text, kind by kind."""
    for shape in SHAPES:
        for marker in shape.markers:
            at = text.find(marker)
            while at >= 0:
                match = _compiled(shape.pattern).match(text, at)
                if match and shape.check(match):
                    yield Found(shape.name, match.start(), match.end())
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


def _random(bits: float) -> Callable[[re.Match[str]], bool]:
    """Return a check of the group `key`: not made up, and at least so many bits a character."""

    def check(match: re.Match[str]) -> bool:
        key = match["key"]
        low = key.lower()
        return not any(word in low for word in _STAND_INS) and entropy(key) >= bits

    return check


def _mixed(match: re.Match[str]) -> bool:
    """Accept a key that looks random and has digits and letters of both cases."""
    key = match["key"]
    kinds = (any(map(str.isdigit, key)), any(map(str.islower, key)), any(map(str.isupper, key)))
    return all(kinds) and _random(3.5)(match)


def _github(match: re.Match[str]) -> bool:
    """Accept a token of GitHub: by its checksum, or if it is of a longer, newer kind."""
    body = match["key"]
    if len(body) == _CLASSIC:
        return has_github_checksum(match.group())
    return len(body) > _CLASSIC and _random(3.5)(match)


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


_START = r"(?<![A-Za-z0-9_-])"
_END = r"(?![A-Za-z0-9_-])"


def _shape(name: str, markers: str, pattern: str, check: Callable[[re.Match[str]], bool]) -> Shape:
    """Return a shape; the markers are separated by blanks."""
    return Shape(name, tuple(markers.split()), pattern, check)


SHAPES: tuple[Shape, ...] = (
    _shape(
        "GitHub token",
        "ghp_ gho_ ghu_ ghs_ ghr_",
        _START + r"gh[pousr]_(?P<key>[A-Za-z0-9]{36,255})(?![A-Za-z0-9])",
        _github,
    ),
    _shape(
        "GitHub token",
        "github_pat_",
        _START + r"github_pat_(?P<key>[A-Za-z0-9]{22}_[A-Za-z0-9]{59})" + _END,
        _random(4.0),
    ),
    _shape(
        "GitLab token",
        "glpat- gldt- glrt- glptt- glcbt- gloas- glft- glsoat- glagent- glimt-",
        _START + r"gl(?:pat|dt|rt|ptt|cbt|oas|ft|soat|agent|imt)-(?P<key>[\w.-]{20,300})",
        _random(3.0),
    ),
    _shape(
        "AWS access key",
        "AKIA ASIA ABIA ACCA",
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)(?P<key>[A-Z2-7]{16})(?![A-Za-z0-9])",
        _random(2.5),
    ),
    _shape(
        "AWS secret key",
        "aws_secret_access_key AWS_SECRET_ACCESS_KEY SecretAccessKey secretAccessKey",
        r"(?i)(?:aws_secret_access_key|secretaccesskey|aws_secret_key|secret_access_key)[\"']?"
        r"[ \t]{0,8}[:=][ \t]{0,8}[\"']?(?P<key>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
        _mixed,
    ),
    _shape(
        "Anthropic key",
        "sk-ant-",
        _START + r"sk-ant-[a-z]{2,8}\d{2}-(?P<key>[\w-]{32,200})",
        _random(3.5),
    ),
    _shape(
        "OpenAI key",
        "sk-",
        _START + r"sk-(?:[a-z]{2,10}-)?(?P<key>[\w-]{16,120}?T3BlbkFJ[\w-]{16,120})",
        _any,
    ),
    _shape(
        "OpenAI key",
        "sk-proj- sk-svcacct- sk-admin-",
        _START + r"sk-(?:proj|svcacct|admin)-(?P<key>[\w-]{32,200})",
        _random(3.5),
    ),
    _shape("API key", "sk-", _START + r"sk-(?:or-v1-)?(?P<key>[A-Za-z0-9]{32,100})" + _END, _mixed),
    _shape(
        "OpenRouter key",
        "sk-or-v1-",
        _START + r"sk-or-v1-(?P<key>[a-f0-9]{64})" + _END,
        _random(3.0),
    ),
    _shape("Google API key", "AIza", _START + r"AIza(?P<key>[\w-]{35})" + _END, _random(3.5)),
    _shape(
        "Google secret",
        "GOCSPX- ya29.",
        _START + r"(?:GOCSPX-(?P<key>[\w-]{28})|ya29\.[\w-]{40,400})" + _END,
        _any,
    ),
    _shape(
        "Slack token",
        "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe xapp- xoxc- xoxd- xoxo-",
        _START + r"(?:xox[abceoprsd](?:\.xox[bp])?|xapp)-(?P<key>[\w%/+=-]{16,300})",
        _random(3.0),
    ),
    _shape(
        "Slack webhook",
        "hooks.slack.com",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<key>T[A-Z0-9]{6,12}/[\w/-]{20,80})",
        _random(3.0),
    ),
    _shape(
        "Stripe key",
        "sk_live_ rk_live_",
        _START + r"[sr]k_live_(?P<key>[A-Za-z0-9]{20,250})" + _END,
        _random(3.0),
    ),
    _shape(
        "Stripe secret", "whsec_", _START + r"whsec_(?P<key>[A-Za-z0-9+/=]{32,100})", _random(3.5)
    ),
    _shape("npm token", "npm_", _START + r"npm_(?P<key>[A-Za-z0-9]{36})" + _END, _npm),
    _shape("PyPI token", "pypi-AgE", _START + r"pypi-(?P<key>AgE[\w-]{50,300})", _random(3.5)),
    _shape("Hugging Face token", "hf_", _START + r"hf_(?P<key>[A-Za-z]{34})" + _END, _random(4.0)),
    _shape(
        "Docker token", "dckr_", _START + r"dckr_[po]at_(?P<key>[\w-]{24,64})" + _END, _random(3.5)
    ),
    _shape("Vault token", "hvs. hvb.", _START + r"hv[sb]\.(?P<key>[\w-]{60,300})", _random(4.0)),
    _shape(
        "SendGrid key",
        "SG.",
        _START + r"SG\.(?P<key>[\w-]{20,24}\.[\w-]{39,50})" + _END,
        _random(4.0),
    ),
    _shape("Groq key", "gsk_", _START + r"gsk_(?P<key>[A-Za-z0-9]{48,60})" + _END, _mixed),
    _shape("xAI key", "xai-", _START + r"xai-(?P<key>[A-Za-z0-9]{70,90})" + _END, _mixed),
    _shape(
        "DigitalOcean token",
        "dop_v1_ doo_v1_",
        _START + r"do[po]_v1_(?P<key>[a-f0-9]{64})" + _END,
        _random(3.0),
    ),
    _shape(
        "Shopify token",
        "shpat_ shpca_ shppa_ shpss_",
        _START + r"shp(?:at|ca|pa|ss)_(?P<key>[a-fA-F0-9]{32})" + _END,
        _random(3.0),
    ),
    _shape("Linear key", "lin_api_", _START + r"lin_api_(?P<key>[A-Za-z0-9]{40})" + _END, _mixed),
    _shape("Telegram token", ":AA", r"(?<=\d{8}):(?P<key>AA[\w-]{33})" + _END, _mixed),
    _shape(
        "Azure storage key", "AccountKey=", r"AccountKey=(?P<key>[A-Za-z0-9+/]{86}==)", _random(4.0)
    ),
    _shape("age key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1(?P<key>[0-9A-Z]{58})", _random(3.5)),
    _shape(
        "JSON web token",
        "eyJ",
        r"(?<![\w-])(?P<head>eyJ[\w-]{10,400})\.eyJ[\w-]{10,8000}\.(?P<key>[\w-]{16,2000})",
        _web_token,
    ),
    _shape(
        "private key",
        "-----BEGIN",
        r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----",
        _private_key,
    ),
    _shape(
        "password in a URL",
        "://",
        r"(?<=[A-Za-z0-9])://(?P<user>[^\s:@/\"'<>?#]{0,64}):(?P<key>[^\s@/:]{4,200})@[\w\[]",
        _url_password,
    ),
)

_patterns: dict[str, re.Pattern[str]] = {}


def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile once, and only what is needed."""
    if pattern not in _patterns:
        _patterns[pattern] = re.compile(pattern)
    return _patterns[pattern]
