"""Take secrets out of text before it is written anywhere (design section 10).

A rule runs only where one of its markers, plain words in lower case, occurs; most texts meet none,
and then nothing is compiled. Every pattern is linear in the length of the text: it has no loop
that can fail far behind the place where it began. A match that is too long rather than too short is
the right mistake here.
"""

from __future__ import annotations

import re
import time

from hooks_cli import secrets, timelimit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

MASK = "[masked]"
WITHHELD = "[withheld: a pattern of journal.mask did not come to an end in time]"
USER_SECONDS = 0.5  # for all patterns of the user on one record
_ENV_CHARS = 12  # a shorter value of a variable is too likely to be an ordinary word


# Names whose value is a secret: the end of a variable, an option, a key, an element, a header.
_NAME = (
    r"(?:token|secret|passw(?:or)?d|passphrase|passcode|credentials?|(?:(?<=[_-])|(?<=--))pass"
    r"|[_-]pwd|(?:api|access|account|auth|encryption|license|master|private|secret|shared|signing"
    r"|storage|sharedaccess)[_-]?key(?:[_-]?id)?|sharedaccesssignature|(?<=[?&;])sig"
    r"|(?<=[?&;])code|x-amz-(?:signature|credential))[_-]?\d{0,3}"
)
_NAME_MARKERS = (
    *("token", "secret", "passw", "passphrase", "passcode", "credential", "_pass", "-pass"),
    *("pwd", "key", "signature", "sig=", "code="),
)
# A quoted text as a whole, also with escaped quotes, else everything up to a blank.
_VALUE = (
    r"""(?P<value>\$\{\{[^{}\n]*\}\}|(?:"(?:[^"\\]|\\.)*"|'[^']*')(?=[\s,;:)\]}&|\\]|$)"""
    r"""|(?P<quote>\\{1,7}["'])(?s:.*?)(?<!\\)(?P=quote)"""
    r"""|(?:"(?:[^"\\]|\\.)*"?|'[^'\n]*'?|\\.|[^\s"'\\&;|<>`])+)"""
)
_QUOTES = r"\\*[\"']|"
_PLAIN = ("", "null", "none", "true", "false", "undefined")


def _all(_match: re.Match[str]) -> str:
    return MASK


def _value(match: re.Match[str]) -> str:
    """Mask the group `value`, leave its quotes, and what is only the name of a variable."""
    text, whole = match["value"], match.group()
    found = _pattern(_QUOTES).match(text)
    quote = found.group() if found else ""
    closed = bool(quote) and len(text) >= 2 * len(quote) and text.endswith(quote)
    inner = text[len(quote) : -len(quote)] if closed else text
    if inner.lower() in _PLAIN or MASK in inner or _pattern(_VARIABLE).fullmatch(inner):
        return whole
    start, end = (part - match.start() for part in match.span("value"))
    shown = f"{quote}{MASK}{quote}" if closed else MASK
    return whole[:start] + shown + whole[end:]


def _token_like(match: re.Match[str]) -> str:
    """Mask a run that begins like a JSON web token if it has at least two parts."""
    return MASK if len(match.group().split(".")) > 1 else match.group()


_VARIABLE = r"\$\{?[A-Z_][A-Z0-9_]*\}?|\$\{\{[^{}]*\}\}|<[\w -]+>"

# Markers, pattern, and what makes the new text of a match. Plain tuples: importing them is free.
RULES: tuple[tuple[tuple[str, ...], str, Callable[[re.Match[str]], str]], ...] = (
    # Blocks; the end may have been cut off, and so may the beginning.
    (
        ("private key",),
        (
            r"(?s)-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----.*?"
            r"(?:-----END [A-Z0-9 ]{0,60}-----|\Z)"
        ),
        _all,
    ),
    (("private key",), r"\A[A-Za-z0-9+/=\s\\]*-----END [A-Z0-9 ]{0,60}KEY[A-Z ]*-----", _all),
    # Headers.
    (
        ("authorization", "cookie"),
        r"""(?i)(?:authorization|cookie)\\*["']?[ \t]*[:=][ \t]*\\*["']?(?P<value>[^"'\\\r\n]+)""",
        _value,
    ),
    (("bearer",), r"(?i)bearer[ \t]+(?P<value>[\w.~+/=-]{6,})", _value),
    # Assignments, options, elements, URLs, command lines.
    (
        _NAME_MARKERS,
        rf"(?i){_NAME}(?:\\*[\"'])?\]?[ \t]*(?::?={{1,3}}>?|:)[ \t]*{_VALUE}",
        _value,
    ),
    (_NAME_MARKERS, rf"(?i)(?<![\w-])--?[\w-]{{0,40}}?{_NAME}[ \t]+(?!-){_VALUE}", _value),
    (
        _NAME_MARKERS,
        rf"(?i)<[\w:.-]{{0,40}}?{_NAME}(?:\s[^<>]{{0,200}})?>(?P<value>[^<]+)",
        _value,
    ),
    (("://",), r"""://[^/\s:@"'<>?#]*:(?P<value>[^\s"'/<>]+)@""", _value),
    (("://",), r"://(?P<value>[\w-]{20,})@", _value),
    (("curl", "wget"), r"(?<!\S)(?:-u|--user|--proxy-user)[ \t=]*[^\s:]+:(?P<value>\S+)", _value),
    (("sshpass",), rf"sshpass[ \t]+-p[ \t]*{_VALUE}", _value),
    (("eyj",), r"eyJ[\w.=-]{12,}", _token_like),
    # Key shapes of providers.
    *((words, form, _value if "(?P<value>" in form else _all) for words, form in secrets.LOOSE),
)
_compiled: dict[str, re.Pattern[str]] = {}


def text(value: str) -> str:
    """Return a text with every secret of a known shape masked."""
    low = value.lower()
    for markers, pattern, say in RULES:
        for marker in markers:
            if marker in low:
                value = _pattern(pattern).sub(say, value)
                break
    return value


def is_secret_name(name: str) -> bool:
    """Tell whether a key, a variable or an option is called like a secret."""
    low = name.lower()
    if low in ("authorization", "cookie", "set-cookie", "proxy-authorization"):
        return True
    if not any(marker in low for marker in _NAME_MARKERS):
        return False
    return _pattern(rf"(?i)(?:{_NAME}|^pass)\Z").search(name) is not None


def environment_secrets(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the values of variables that are called like a secret, the longest first."""
    found = {
        value
        for name, value in environ.items()
        if len(value) >= _ENV_CHARS and is_secret_name(name) and not value.startswith("/")
    }
    return tuple(sorted(found, key=lambda value: (-len(value), value)))


class Masker:
    """Masks the texts of one record: known shapes, secrets of the environment, the user's own.

    `patterns` are regular expressions; one that cannot be compiled is named in `problems`. When
    they have used up their time, `withheld` is true and every further text is withheld: nothing
    is written that they have not seen.
    """

    def __init__(
        self,
        patterns: Sequence[str] = (),
        secrets: Sequence[str] = (),
        seconds: float = USER_SECONDS,
    ) -> None:
        """Prepare for one record."""
        self.secrets = secrets
        self.problems: list[str] = []
        self.withheld = False
        self.changed = False
        self._seconds = seconds
        self._patterns = tuple(self._usable(patterns))

    def _usable(self, patterns: Sequence[str]) -> Iterator[re.Pattern[str]]:
        for index, pattern in enumerate(patterns):
            try:
                yield re.compile(pattern)
            except (re.error, RecursionError, OverflowError, TypeError) as error:
                self.problems.append(
                    f"journal.mask: /journal/mask/{index}: not a regular expression: {error}; "
                    "nothing was masked by it"
                )

    def text(self, value: str) -> str:
        """Return a text as it may be written."""
        masked = value
        for secret in self.secrets:
            if secret in masked:
                masked = masked.replace(secret, MASK)
        if self._patterns and masked:
            masked = self._by_user(masked)
        masked = text(masked)
        if masked != value:
            self.changed = True
        return masked

    def value(self, value: Any, *, secret: bool = False) -> Any:
        """Return any JSON value as it may be written; `secret` says that its name is one's."""
        if isinstance(value, str):
            if secret and value.lower() not in _PLAIN:
                self.changed = True
                return MASK
            return self.text(value)
        if isinstance(value, dict):
            return self._object(value, secret=secret)
        if isinstance(value, list | tuple):
            after = [False, *(isinstance(item, str) and _is_option(item) for item in value)]
            return [
                self.value(item, secret=secret or behind)
                for item, behind in zip(value, after, strict=False)
            ]
        if secret and value is not None and not isinstance(value, bool):
            self.changed = True
            return MASK
        return value

    def _object(self, value: Mapping[str, Any], *, secret: bool) -> dict[str, Any]:
        """Mask an object: its keys, its values by their keys, and `{"name": N, "value": V}`."""
        named = value.get("name", value.get("key"))
        pair = isinstance(named, str) and is_secret_name(named)
        result: dict[str, Any] = {}
        for key, item in value.items():
            shown = self.text(key)
            while shown in result:
                shown += "~"
            inside = secret or is_secret_name(key) or (pair and key == "value")
            result[shown] = self.value(item, secret=inside)
        return result

    def _by_user(self, value: str) -> str:
        """Apply the user's patterns within what is left of their time."""
        if self.withheld:
            return WITHHELD
        result = [value]

        def compute() -> bool:
            for pattern in self._patterns:
                result[0] = pattern.sub(lambda match: MASK if match.group() else "", result[0])
            return True

        start = time.monotonic()
        try:
            timelimit.limited(max(self._seconds, 0.001), compute)
        except timelimit.TooSlowError:
            self.withheld = True
            self.problems.append("journal.mask: too slow: texts of this record were withheld")
            return WITHHELD
        self._seconds -= time.monotonic() - start
        return result[0]


def _is_option(word: str) -> bool:
    return word.startswith("-") and "=" not in word and " " not in word and is_secret_name(word)


def _pattern(source: str) -> re.Pattern[str]:
    """Compile once, and only what is needed."""
    if source not in _compiled:
        _compiled[source] = re.compile(source)
    return _compiled[source]
