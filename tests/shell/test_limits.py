"""Inputs made to hurt: each ends in an answer or in a named kind, within the step budget."""

import pytest

from hooks_cli.shell import analyse
from hooks_cli.shell.budget import FREE_STEPS, STEPS_PER_CHARACTER, Budget
from hooks_cli.shell.dialect import Dialect
from hooks_cli.shell.grammar import parse

SIZE = 65536
BUDGET_KINDS = {"too-long", "too-deep"}

DEEP = {
    "parentheses": "(" * SIZE,
    "groups": "{ " * (SIZE // 2),
    "substitutions": "$(" * (SIZE // 2),
    "a thousand substitutions": "$(" * 1000,
    "substitutions in quotes": '"$(' * (SIZE // 3),
    "parameters": "${a:-" * (SIZE // 5),
    "process substitutions": "<(" * (SIZE // 2),
    "arithmetic": "$((" * (SIZE // 3),
    "conditions": "if " * (SIZE // 3),
    "subscripts": "a[" * (SIZE // 2),
    "arrays": "a=(" * (SIZE // 3),
    "functions": "f()" * (SIZE // 3),
    "matched subshells": "( " * 100 + "rm x" + " )" * 100,
    "matched braces": "{a," * 200 + "b" + "}" * 200,
}
LONG = {
    "commands": "a;" * (SIZE // 2),
    "lines": "a\n" * (SIZE // 2),
    "pipes": "a|" * (SIZE // 2),
    "products of braces": "{a,b}" * (SIZE // 5),
    "a huge range": "echo {1..999999999}",
    "nested eval": "eval " * (SIZE // 5),
    "nested sudo": "sudo " * (SIZE // 5),
    "more than 64 KiB": "rm x;" + " " * SIZE,
    "find with many -exec": "find . " + "-exec rm x ';' " * (SIZE // 16),
}
KNOWN = {
    "open braces": "{" * SIZE,
    "words": "a " * (SIZE // 2),
    "one quoted string": '"' + "a" * (SIZE - 2) + '"',
    "backslashes": "\\a" * (SIZE // 2),
    "continuations": "a\\\n" * (SIZE // 3),
    "backquotes": "`" * SIZE,
    "stars": "echo " + "*" * (SIZE - 5),
    "brackets": "echo " + "[" * (SIZE - 5),
    "dollars": "$" * SIZE,
    "quotes": '"' * SIZE,
    "redirects": ">a " * (SIZE // 3),
    "a here-document": "cat <<E\n" + "\\\n" * (SIZE // 2 - 4),
    "an awk program": "awk '" + "print " * (SIZE // 6 - 2) + "'",
    "a sed program": "sed '" + "s|||" * (SIZE // 4 - 2) + "'",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_nesting_without_end_is_named(text: str) -> None:
    kinds = set(analyse(text).kind_names)
    assert kinds & (BUDGET_KINDS | {"unparsable"})


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_more_than_the_limits_allow_is_named(text: str) -> None:
    analysis = analyse(text)
    assert set(analysis.kind_names) & BUDGET_KINDS
    assert len(analysis.runs) <= 2000


@pytest.mark.parametrize("text", KNOWN.values(), ids=KNOWN.keys())
def test_long_but_flat_text_is_read_to_its_end(text: str) -> None:
    assert not set(analyse(text).kind_names) & BUDGET_KINDS


@pytest.mark.parametrize("text", KNOWN.values(), ids=KNOWN.keys())
def test_steps_grow_with_the_length_and_no_faster(text: str) -> None:
    def steps(length: int) -> int:
        budget = Budget(SIZE)
        parse(text[:length], Dialect("bash"), budget)
        return budget.steps

    small, large = steps(SIZE // 8), steps(SIZE)
    assert large <= 12 * max(small, SIZE // 8)
    assert large <= STEPS_PER_CHARACTER * SIZE + FREE_STEPS


def test_what_stands_before_a_limit_is_kept() -> None:
    analysis = analyse("rm -rf build\n" + "(" * 1000)
    assert [run.base for run in analysis.runs] == ["rm"]
    assert set(analysis.kind_names) & (BUDGET_KINDS | {"unparsable"})
    analysis = analyse("rm -rf build; " + "$(" * 1000)
    assert [run.base for run in analysis.runs] == ["rm"]
    assert analysis.kind_names == ("too-deep",)


def test_a_text_that_is_too_long_never_runs_nothing_silently() -> None:
    analysis = analyse("rm x\n" + "ls\n" * 100_000)
    assert analysis.runs[0].base == "rm"
    assert "too-long" in analysis.kind_names


@pytest.mark.parametrize("shell", ["zsh", "dash", "powershell", "cmd"])
def test_the_other_shells_end_too(shell: str) -> None:
    for text in [*DEEP.values(), *LONG.values(), *KNOWN.values()]:
        analysis = analyse(text[: SIZE // 16], shell)
        assert len(analysis.runs) <= 2000
