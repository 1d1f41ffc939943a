"""Strict JSON for everything that hookctl reads: payload, configuration, hook output.

Python's own reader takes the last of two equal keys, NaN, lone surrogates and UTF-16, and each
of these has turned a veto into an allow somewhere. Here they are errors (design section 13 has
the limits on depth and digits).
"""

from __future__ import annotations

import json
import re

from hooks_cli import limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BOM = b"\xef\xbb\xbf"
# Texts, since compiling them costs, and few documents need them.
_STRING = rb'(?s)"[^"\\]*(?:\\.[^"\\]*)*"'
_SURROGATE = rb"\\u[dD][89a-fA-F]"
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_ALIKE = bytes.maketrans(b"{}", b"[]")
_NOT_SHAPE = bytes(set(range(256)) - set(b'[]{}"'))
_ONE_DIGIT = bytes(ord("0") if 48 <= byte <= 57 else byte for byte in range(256))  # noqa: PLR2004 - 0 to 9
_LONG_NUMBER = b"0" * (limits.INTEGER_DIGITS + 1)


class JsonError(ValueError):
    """A text is not exactly one acceptable JSON document.

    `position` is the offset in characters, 0 where it is not known; `key` the duplicate key.
    """

    def __init__(self, message: str, position: int = 0, key: str = "") -> None:
        """Keep what is wrong and where."""
        super().__init__(message)
        self.message = message
        self.position = position
        self.key = key


def loads(data: bytes) -> Any:
    """Return the one JSON document in `data`. JsonError says what is wrong with it.

    Exactly one UTF-8 byte-order mark is tolerated.
    """
    data = data.removeprefix(BOM)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}"
        raise JsonError(message) from None
    if not text.strip(" \t\r\n"):
        raise JsonError("empty, a JSON document was expected")
    _check_shape(data)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        cut_off = "Unterminated" in error.msg or error.pos >= len(text.rstrip())
        what = error.msg.removesuffix(" at") + (" (is it cut off?)" if cut_off else "")
        message = f"{what} at line {error.lineno} column {error.colno}"
        raise JsonError(message, error.pos) from None
    except RecursionError:
        raise JsonError(f"nested deeper than {limits.JSON_DEPTH} levels") from None
    except JsonError:
        raise
    except ValueError:  # the interpreter was told to allow fewer digits than we do
        raise JsonError("a number with too many digits") from None
    if b"\\u" in data and re.search(_SURROGATE, data):
        _check_surrogates(value)
    return value


def load_object(data: bytes) -> dict[str, Any]:
    """Return the one JSON object in `data`. JsonError for anything else."""
    value = loads(data)
    if not isinstance(value, dict):
        raise JsonError(f"{type_name(value)} found, a JSON object was expected")
    return value


def dumps(value: Any) -> bytes:
    """Write compact UTF-8. ValueError for what JSON cannot express (NaN, lone surrogates)."""
    return _ENCODER.encode(value).encode("utf-8")


def type_name(value: object) -> str:
    """Return the JSON name of a value's type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    names = {str: "string", dict: "object", list: "array"}
    return next((name for cls, name in names.items() if isinstance(value, cls)), "value")


def with_key(data: bytes, key: str, value: Any) -> bytes:
    """Return the bytes of a JSON object with a key put in front, the rest as it was."""
    # It may be there already, also in escapes, and must not be there twice.
    if b'"' + key.encode() in data or b"\\u" in data:
        content = loads(data)
        if key in content:
            return dumps({**content, key: value})
    head, _, rest = data.partition(b"{")
    member = dumps(key) + b":" + dumps(value)
    comma = b"" if rest.lstrip().startswith(b"}") else b","
    return head + b"{" + member + comma + rest


def without_bom(data: bytes) -> bytes:
    """Return the bytes without a leading byte-order mark."""
    return data.removeprefix(BOM)


def _check_shape(data: bytes) -> None:
    """Refuse too much depth or too long integers before the reader meets them.

    Small texts need no look: fewer brackets than levels cannot be too deep.
    """
    long = len(data) > limits.INTEGER_DIGITS and _LONG_NUMBER in data.translate(_ONE_DIGIT)
    # So many digits in a string are fine.
    if long and _LONG_NUMBER in re.sub(_STRING, b"", data).translate(_ONE_DIGIT):
        raise JsonError(f"a number with more than {limits.INTEGER_DIGITS} digits")
    if data.count(b"[") + data.count(b"{") <= limits.JSON_DEPTH:
        return
    brackets = _brackets(data).translate(_ALIKE)
    # Each round removes the innermost pairs, so the number of rounds is the depth.
    for _ in range(limits.JSON_DEPTH):
        brackets = brackets.replace(b"[]", b"")
        if not brackets:
            return
    if b"[" in brackets:
        raise JsonError(f"nested deeper than {limits.JSON_DEPTH} levels")


def _brackets(data: bytes) -> bytes:
    """Return the brackets of a text that do not stand in strings."""
    if b"\\" not in data:
        # Without escapes, strings that have no brackets inside shrink to two quotes.
        shape = data.translate(None, _NOT_SHAPE).replace(b'""', b"")
        if b'"' not in shape:
            return shape
    return re.sub(_STRING, b"", data).translate(None, _NOT_BRACKETS)


def _check_surrogates(value: Any) -> None:
    """Refuse half of a surrogate pair: it cannot be written as UTF-8 again."""
    try:
        dumps(value)
    except UnicodeEncodeError as error:
        half = ord(error.object[error.start])
        raise JsonError(f"lone surrogate \\u{half:04x} in a string") from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing a key that occurs twice."""
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise JsonError(f'duplicate key "{key}"', key=key)
    return value


def _float(literal: str) -> float:
    """Read a float, refusing one that overflows to infinity."""
    value = float(literal)
    if value in (_INFINITY, -_INFINITY):
        raise JsonError(f"number out of range: {literal[:40]}")
    return value


def _constant(literal: str) -> None:
    """Refuse NaN and the infinities."""
    raise JsonError(f"{literal} is not JSON")


_INFINITY = float("inf")
_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_float=_float, parse_constant=_constant)
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
