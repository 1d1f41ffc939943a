"""Brace expansion, which is static: `{a,b}` and `{1..9}` make words from the text alone."""

from __future__ import annotations

import re

from hooks_cli.shell.budget import MAX_BRACE_RESULTS, MAX_DEPTH, Exceeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.tree import Part

_MARK = re.compile(r"([{},])")
_RANGE = re.compile(r"(-?[0-9]+|[A-Za-z])\.\.(-?[0-9]+|[A-Za-z])(?:\.\.(-?[0-9]+))?")


def expand_braces(parts: list[Part]) -> list[list[Part]]:
    """Return the words that the parts of one word stand for.

    Braces are paired in one pass; a pair without a comma or a range in it is ordinary text.
    """
    atoms = _atoms(parts)
    pairs = _pairs(atoms)
    if not pairs:
        return [parts]
    return _expand(atoms, pairs, 0, len(atoms), 0)


def _atoms(parts: list[Part]) -> list[Part]:
    atoms: list[Part] = []
    for part in parts:
        if part[0] != "u":
            atoms.append(part)
            continue
        atoms += [
            ("{" if piece in "{}," else "u", piece, "") for piece in _MARK.split(part[1]) if piece
        ]
    return atoms


def _pairs(atoms: list[Part]) -> dict[int, tuple[int, list[int]]]:
    """Return for each opening brace that expands: its end and its commas."""
    pairs: dict[int, tuple[int, list[int]]] = {}
    stack: list[tuple[int, list[int]]] = []
    for index, (mode, text, _) in enumerate(atoms):
        if mode != "{":
            continue
        if text == "{":
            stack.append((index, []))
        elif text == "," and stack:
            stack[-1][1].append(index)
        elif text == "}" and stack:
            start, commas = stack.pop()
            inside = atoms[start + 1] if index == start + 2 else ("", "", "")
            if commas or (inside[0] == "u" and _RANGE.fullmatch(inside[1])):
                pairs[start] = (index, commas)
    return pairs


def _expand(
    atoms: list[Part], pairs: dict[int, tuple[int, list[int]]], at: int, end: int, depth: int
) -> list[list[Part]]:
    if depth > MAX_DEPTH:
        raise Exceeded("too-deep")
    results: list[list[Part]] = [[]]
    while at < end:
        if at not in pairs:
            mode, text, name = atoms[at]
            for result in results:
                _append(result, ("u" if mode == "{" else mode, text, name))
            at += 1
            continue
        stop, commas = pairs[at]
        choices: list[list[Part]] = []
        if commas:
            edges = [at, *commas, stop]
            for left, right in zip(edges[:-1], edges[1:], strict=True):  # noqa: RUF007 - no import
                choices += _expand(atoms, pairs, left + 1, right, depth + 1)
        else:
            choices = [[("u", value, "")] for value in _range(atoms[at + 1][1])]
        if len(results) * len(choices) > MAX_BRACE_RESULTS:
            raise Exceeded("too-long")
        joined = []
        for result in results:
            for choice in choices:
                word = list(result)
                for part in choice:
                    _append(word, part)
                joined.append(word)
        results = joined
        at = stop + 1
    return results


def _append(word: list[Part], part: Part) -> None:
    if word and part[0] == "u" and word[-1][0] == "u":
        part = ("u", word.pop()[1] + part[1], "")
    word.append(part)


def _range(text: str) -> list[str]:
    match = _RANGE.fullmatch(text)
    assert match
    first, last, step = match[1], match[2], match[3]
    letters = first.isalpha() and last.isalpha()
    if not letters and (first.isalpha() or last.isalpha()):
        return ["{" + text + "}"]
    if max(len(first), len(last), len(step or "")) > len(str(MAX_BRACE_RESULTS)) + 15:
        raise Exceeded("too-long")
    low = ord(first) if letters else int(first)
    high = ord(last) if letters else int(last)
    stride = abs(int(step or 1)) or 1
    if abs(high - low) // stride >= MAX_BRACE_RESULTS:
        raise Exceeded("too-long")
    numbers = range(low, high + 1, stride) if low <= high else range(low, high - 1, -stride)
    if letters:
        return [chr(number) for number in numbers]
    padded = any(side.lstrip("-").startswith("0") and len(side) > 1 for side in (first, last))
    width = max(len(first), len(last)) if padded else 0
    return [f"{number:0{width}d}" if width else str(number) for number in numbers]
