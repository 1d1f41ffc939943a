"""Every policy case below tests/cases holds: each is a file that `hookctl test` runs as well."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hooks_cli import casefile, caserun, schemas, strictjson

CASES = Path(__file__).resolve().parent / "cases"
PATHS = [os.path.relpath(path, CASES) for path in casefile.discover([str(CASES)])]


@pytest.mark.parametrize("path", PATHS)
def test_case(path: str) -> None:
    """The answer to each step of the case is as the case says, and fits the published schema."""
    case = casefile.read(str(CASES / path))
    result = caserun.run(case)
    for step, answer in zip(case.steps, result.answers, strict=True):
        if answer and step.host in (None, "generic", "positron"):
            assert schemas.validate("answer", answer) == []
    lines = [result.case.about]
    for miss in result.misses:
        lines.append(f"step {miss.step}, {miss.key}:")
        lines.append(f"  expected {miss.expected!r}")
        lines.append(f"  found    {miss.found!r}")
        lines.append(f"  answer   {strictjson.dumps(dict(result.answers[miss.step])).decode()}")
    if result.misses:
        pytest.fail("\n".join(lines), pytrace=False)


def test_every_yaml_file_below_cases_is_a_case() -> None:
    """Discovery passes none over, so that a case cannot be switched off by a slip."""
    files = {os.path.relpath(path, CASES) for path in CASES.rglob("*.y*ml")}
    assert files == set(PATHS)
    assert len(PATHS) > 100
