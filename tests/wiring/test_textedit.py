"""Edits of JSON texts: whatever the formatting, nothing but the edit changes."""

from __future__ import annotations

import json
import random

import pytest

from hooks_cli.wiring import jsontext, textedit

SPACES = ("", "", " ", "\n", "\n  ", "\n\t", "  \n    ", "\r\n  ")
COMMENTS = ("// one\n", "/* two */", "/* three\n */ ")


def random_text(dice: random.Random, depth: int, comments: bool) -> str:
    """Return a JSON value in wild formatting."""

    def gap() -> str:
        if comments and dice.random() < 0.15:
            return dice.choice(SPACES) + dice.choice(COMMENTS) + dice.choice(SPACES)
        return dice.choice(SPACES)

    kind = dice.choice(("object", "list", "scalar")) if depth else "scalar"
    if kind == "scalar":
        return dice.choice(("1", "-2.5e3", "true", "null", '"a, b"', '"{[\\"//"', '"\\u00e9é"'))
    inside = []
    for index in range(dice.randrange(4)):
        label = f'"k{index}"{gap()}:{gap()}' if kind == "object" else ""
        inside.append(f"{gap()}{label}{random_text(dice, depth - 1, comments)}{gap()}")
    left, right = ("{", "}") if kind == "object" else ("[", "]")
    return left + (",".join(inside) or gap()) + right


@pytest.mark.parametrize("seed", range(300))
def test_any_container_takes_one_more_and_gives_it_back(seed: int) -> None:
    """The new text is the old value and ours; taking ours out leaves the old tokens."""
    dice = random.Random(seed)
    text = random_text(dice, 3, comments=seed % 2 == 0)
    document = jsontext.parse(text)
    containers = [
        node for _, node in jsontext.pointers(document) if isinstance(node.value, dict | list)
    ]
    if not containers:
        return
    container = dice.choice(containers)
    key = "new" if isinstance(container.value, dict) else None
    before = json.loads(json.dumps(document.root.value))
    changed = jsontext.parse(textedit.append(document, container, {"x": [1, "y"]}, key))
    again = next(
        node
        for pointer, node in jsontext.pointers(changed)
        if pointer == next(p for p, n in jsontext.pointers(document) if n is container)
    )
    if key:
        assert again.value == {**container.value, "new": {"x": [1, "y"]}}
    else:
        assert again.value == [*container.value, {"x": [1, "y"]}]
    restored = textedit.remove(changed, again, len(again.children) - 1)
    assert jsontext.parse(restored).root.value == before
    assert jsontext.tokens(restored) == jsontext.tokens(text)


@pytest.mark.parametrize("seed", range(150))
def test_any_child_can_be_taken_out(seed: int) -> None:
    """The others stay in order, and so do all comments."""
    dice = random.Random(seed)
    text = random_text(dice, 3, comments=True)
    document = jsontext.parse(text)
    full = [node for _, node in jsontext.pointers(document) if node.children]
    if not full:
        return
    container = dice.choice(full)
    index = dice.randrange(len(container.children))
    start, end = container.children[index]
    outside = [c for c in document.comments if c[1] <= start or c[0] >= end]
    after = jsontext.parse(textedit.remove(document, container, index))
    assert len(after.comments) == len(outside)
    assert not after.trailing
    left = [text[a:b] for i, (a, b) in enumerate(container.children) if i != index]
    pointer = next(p for p, n in jsontext.pointers(document) if n is container)
    again = next(n for p, n in jsontext.pointers(after) if p == pointer)
    assert [after.text[a:b] for a, b in again.children] == left


def test_values_are_read_as_json_reads_them() -> None:
    """Numbers, escapes and nesting come out as Python's own reader has them."""
    text = '{"a": [1, -0.5, 1e3, true, false, null], "b\\n\\u00e9": {"c": "\\"//"}}'
    assert jsontext.parse(text).root.value == json.loads(text)


def test_lines_and_oddities_are_reported() -> None:
    """Comments, commas and doubles do not stop the reader, but are known."""
    document = jsontext.parse('{\n"a": 1, // x\n"a": [1,],\n}')
    assert [document.line(at) for at, _ in document.comments] == [2]
    assert [document.line(at) for at in document.trailing] == [3, 3]
    assert document.duplicates[0][0] == "/a"
