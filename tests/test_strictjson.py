"""Strict JSON: what is refused, what is read, and that limits hold (design section 13)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from hooks_cli import limits, strictjson
from hooks_cli.strictjson import JsonError

BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"{}", {}),
        (BOM + b"{}", {}),
        (b" \t\r\n{}\n", {}),
        ('{"a": "漢字 😀"}'.encode(), {"a": "漢字 😀"}),
        (b'{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
        (b'{"a": "\\u0000"}', {"a": "\0"}),
        (b'{"a": "\\\\ud800"}', {"a": "\\ud800"}),
        (b"[1, 1.5, -0, 1E2, true, false, null]", [1, 1.5, 0, 100.0, True, False, None]),
        (b'"text"', "text"),
        (b'{"a": {"a": 1}, "b": {"a": 2}}', {"a": {"a": 1}, "b": {"a": 2}}),
        (b"1e308", 1e308),
        (b"1e-999", 0.0),
    ],
)
def test_what_is_read(data: bytes, value: Any) -> None:
    assert strictjson.loads(data) == value


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (BOM, "empty"),
        (BOM + BOM + b"{}", ""),
        (b"{}{}", "Extra data"),
        (b"{} x", "Extra data"),
        (b"x {}", ""),
        (b"{}\0", "Extra data"),
        (b'{"a": 1, "a": 2}', 'duplicate key "a"'),
        (b'{"a": 1, "\\u0061": 2}', 'duplicate key "a"'),
        (b'{"x": [{"a": 1, "a": 1}]}', 'duplicate key "a"'),
        (b"NaN", "NaN is not JSON"),
        (b"[Infinity]", "Infinity is not JSON"),
        (b"[-Infinity]", "-Infinity is not JSON"),
        (b"1e400", "out of range"),
        (b"-1e400", "out of range"),
        (b'"\\ud800"', "lone surrogate"),
        (b'{"\\udc00": 1}', "lone surrogate"),
        (b'"\\ude00\\ud83d"', "lone surrogate"),
        (b'"\xed\xa0\x80"', "not UTF-8"),
        (b'"\xff"', "not UTF-8: byte 0xff at offset 1"),
        (b'"\xc0\xaf"', "not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), ""),
        ('{"a": 1}'.encode("utf-32-le"), ""),
        (b"{'a': 1}", ""),
        (b'{"a": 1,}', ""),
        (b"// x\n{}", ""),
        (b'"a\tb"', "control character"),
        ("\u00a0{}".encode(), ""),
        (b"[1" + b"0" * limits.INTEGER_DIGITS + b"]", "digits"),
        (b"[" * 200_000, "nested deeper"),
        (b"01", "Extra data"),
        (b"+1", ""),
        (b".5", ""),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_refused(data: bytes, text: str) -> None:
    with pytest.raises(JsonError) as error:
        strictjson.loads(data)
    assert text in error.value.message


@pytest.mark.parametrize("digits", [limits.INTEGER_DIGITS, limits.INTEGER_DIGITS + 1])
def test_digits_of_an_integer_are_limited_but_those_of_a_string_are_not(digits: int) -> None:
    number = b"9" * digits
    assert strictjson.loads(b'["' + number + b'"]')
    assert strictjson.loads(b'["\\"' + number + b'"]')
    if digits > limits.INTEGER_DIGITS:
        with pytest.raises(JsonError, match="digits"):
            strictjson.loads(b"[" + number + b"]")
    else:
        assert strictjson.loads(b"[" + number + b"]") == [int(number)]


def nested(depth: int, shape: str) -> bytes:
    """Return a document of a depth, made of lists, objects, or both in turn."""
    text = "1"
    for level in range(depth):
        as_list = shape == "lists" or (shape == "mixed" and level % 2)
        text = f"[{text}]" if as_list else f'{{"a":{text}}}'
    return text.encode()


@pytest.mark.parametrize("shape", ["lists", "objects", "mixed"])
@pytest.mark.parametrize("extra", [b"", b' "[[[{{{"', b' "\\"[[[{{{"', b' "]]]}}}"'])
def test_depth_is_limited_and_brackets_in_strings_do_not_count(shape: str, extra: bytes) -> None:
    beside = b"[%s," + (extra or b"1") + b"]"
    for depth in (limits.JSON_DEPTH - 2, limits.JSON_DEPTH - 1):
        assert strictjson.loads(beside % nested(depth, shape))
    for depth in (limits.JSON_DEPTH, limits.JSON_DEPTH + 1, 2 * limits.JSON_DEPTH, 5000):
        with pytest.raises(JsonError, match="nested deeper than 128 levels"):
            strictjson.loads(beside % nested(depth, shape))


def test_a_wide_document_is_not_a_deep_one() -> None:
    data = b"[" + b",".join([b'{"a":[[]]}'] * 50_000) + b"]"
    assert len(strictjson.loads(data)) == 50_000


@pytest.mark.parametrize("data", [b"[]", b"7", b'"x"', b"null", b"true"])
def test_an_object_is_demanded_where_one_is_needed(data: bytes) -> None:
    with pytest.raises(JsonError, match="a JSON object was expected"):
        strictjson.load_object(data)


def test_nothing_but_json_is_written() -> None:
    assert strictjson.dumps({"a": "é\n", "b": [1.0, None, True]}) == (
        '{"a":"é\\n","b":[1.0,null,true]}'.encode()
    )
    for value in (float("nan"), float("inf"), "\ud800"):
        with pytest.raises(ValueError):  # noqa: PT011 - of two kinds
            strictjson.dumps(value)


@pytest.mark.parametrize(
    ("data", "key", "result"),
    [
        (b"{}", "d", {"d": 1}),
        (b" {\n} ", "d", {"d": 1}),
        (b'{"a": 2}', "d", {"d": 1, "a": 2}),
        (b'{"d": 2}', "d", {"d": 1}),
        (b'{"\\u0064": 2}', "d", {"d": 1}),
        (b'{"a": {"d": 2}}', "d", {"d": 1, "a": {"d": 2}}),
        (b'{"a": "\\"d\\""}', "d", {"d": 1, "a": '"d"'}),
    ],
)
def test_a_key_is_put_in_front_once(data: bytes, key: str, result: dict[str, Any]) -> None:
    assert strictjson.loads(strictjson.with_key(data, key, 1)) == result


def test_a_key_in_front_leaves_the_other_bytes_alone() -> None:
    assert strictjson.with_key(b'{ "n" : 1.10 }', "d", 1) == b'{"d":1, "n" : 1.10 }'


def test_whatever_python_accepts_is_read_alike_or_refused() -> None:
    """Random bytes made of the pieces of JSON: never another value than Python's, never a crash."""
    chance = random.Random(20260601)
    pieces = ["{", "}", "[", "]", ",", ":", '"a"', '"b"', "1", "1.5", "-", "e5", "null", "true"]
    pieces += ["NaN", " ", "\\", '"', "\\ud800", '"\\u00e9"', "0"]
    for _ in range(20_000):
        data = "".join(chance.choices(pieces, k=chance.randrange(1, 12))).encode()
        try:
            ours = strictjson.loads(data)
        except JsonError:
            continue
        assert ours == json.loads(data)
        assert json.dumps(ours) == json.dumps(json.loads(data))
