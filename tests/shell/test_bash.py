"""bash is the judge: its syntax check, and what it really starts from a PATH of recorders.

The commands that run are generated from harmless words. PATH holds nothing but recorders, the
working directory is a scratch directory, and no command holds a path or a redirect to a file.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hooks_cli.shell import Run, Word, analyse

BASH = shutil.which("bash") or ""
pytestmark = pytest.mark.skipif(not BASH, reason="bash is the oracle of these tests")

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "corpus.jsonl").read_text("utf-8").splitlines()
]
Jail = Callable[[str], list[list[str]]]
NAMES = ["rm", "curl", "alpha", "beta", "git", "my-tool", "x1"]
WORDS = [
    "-rf", "build", "a b", "it's", 'say "hi"', "", "$HOME", "*", "x;y", "a|b", "#x", "a#b", "~",
    "{a,b}", "\\", "!", "é", "--opt=v", "(x)", "`", "a\nb", "if", "}", "[", "&", "<", "\t",
]  # fmt: skip
RECORDER = """#!{bash}
printf '%s\\0' "${{0##*/}}" "$@" $'\\1' >> "$RECORD"
{after}
"""


def syntax_is_valid(command: str) -> bool:
    done = subprocess.run(
        [BASH, "--norc", "-n", "-c", "--", command],
        capture_output=True,
        timeout=10,
        check=False,
        env={"LC_ALL": "C.UTF-8"},
    )
    return done.returncode == 0 and b"syntax error" not in done.stderr


@pytest.mark.parametrize("chunk", range(4))
def test_bash_and_the_parser_agree_on_what_is_valid(chunk: int) -> None:
    rows = [row for row in ROWS if row["shell"] == "bash" and "\0" not in row["command"]]
    for row in rows[chunk::4]:
        if "extglob" in row["command"]:
            continue  # a syntax check does not run the line that turns the option on
        ours = "unparsable" not in analyse(row["command"]).kind_names
        assert ours == syntax_is_valid(row["command"]), row["id"]


class Generator:
    """Makes commands whose every part runs, with the argv that each starts."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def spell(self, word: str) -> str:
        """Write a word in one of the ways that mean the same."""
        pick = self.random.randrange(6)
        if pick == 0 and word and word.isascii() and word.isprintable():
            return "$'" + "".join(f"\\x{ord(c):02x}" for c in word) + "'"
        if pick == 1 and word and "\n" not in word:
            return "".join("\\" + c for c in word)
        if pick == 2 and word.isalnum() and len(word) > 1:
            at = self.random.randrange(1, len(word))
            middle = self.random.choice(["''", '""', "\\\n", "$''"])
            return word[:at] + middle + word[at:]
        if pick == 3:
            special = set('$`"\\')
            return '"' + "".join("\\" + c if c in special else c for c in word) + '"'
        return shlex.quote(word)

    def simple(self) -> str:
        """Make a simple command."""
        argv = [self.random.choice(NAMES)]
        argv += self.random.choices(WORDS, k=self.random.randrange(4))
        text = self.spell(argv[0])
        for word in argv[1:]:
            text += self.random.choice([" ", "  ", "\t", " \\\n"]) + self.spell(word)
        return self.random.choice(["", "", "V=1 ", "V+=x "]) + text

    def command(self, depth: int) -> str:
        """Make a command of some depth."""
        if depth <= 0:
            return self.simple()
        inner = self.command(depth - 1)
        other = self.simple()
        quoted = shlex.quote(inner)
        # bash 5.2 loses here-documents in arithmetic, and knows no `time` right behind `$(`.
        arithmetic = other if "<<" in inner else inner
        return self.random.choice([
            f"{{ {inner}\n}}",
            f"( {inner} )",
            f"{inner}; {other}",
            f"{inner} && {other}",
            f"{inner}\n{other}",
            f"{inner} | {other}",
            f"{inner} |& {other}",
            f"{inner} & wait",
            f"! ! {inner}",
            f"{other}; time {inner}",
            f"if {inner}; then {other}; fi",
            f"while {inner}; do {other}; break; done",
            f"for i in 1 2; do {inner}; break; done",
            f"for ((i=0;i<1;i++)) {{ {inner}; }}",
            f"case a in (b) ;; a|c) {inner};; esac",
            f"f() {{ {inner}; }}; f",
            f"function g {{ {inner}; }}; g",
            f": $( {inner})",
            f': "$( {inner}\n)"',
            f": ${{u:-$( {inner})}}",
            f"[[ -z $( {inner}) ]]",
            f"x=$( {inner})",
            f"a=( $( {inner}) z )",
            f": $(( $( {arithmetic}; builtin echo 1) + 1 ))",
            f"bash -c {quoted}",
            f"sh -c {quoted}" if "V+=" not in inner else f"bash -c {quoted}",
            f"bash -eu -o pipefail -c {quoted} zero one",
            f"env bash -c {quoted}",
            f"eval {quoted}",
            f"builtin eval {quoted}",
            f"{{ bash <<'END{depth}'\n{inner}\nEND{depth}\n}}",
            f"bash -s <<< {quoted}",
            f"{{ : <<END{depth}\n$( {inner}\n)\nEND{depth}\n}}",
            f"coproc {{ {inner}; }}; wait",
            f"xargs -n1 bash -c {quoted} <<< word",
            f"# comment rm -rf build; ls \\\n{inner}",
        ])  # fmt: skip


@pytest.fixture(scope="module")
def jail(tmp_path_factory: pytest.TempPathFactory) -> Jail:
    """Give a function that runs a command among recorders and returns what was started."""
    root = tmp_path_factory.mktemp("jail")
    stubs = root / "bin"
    stubs.mkdir()
    real = {name: shutil.which(name) for name in ("bash", "env", "xargs")}
    real["sh"] = real["bash"]
    for name in {*NAMES, "ls", "pwd", "npm", "pip", "mvn", "unlink", *real}:
        after = f'exec {real[name]} "$@"' if real.get(name) else ":"
        stub = stubs / name
        stub.write_text(RECORDER.format(bash=BASH, after=after))
        stub.chmod(0o755)

    def run(command: str) -> list[list[str]]:
        work = root / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        record = root / "record"
        record.write_bytes(b"")
        subprocess.run(
            [BASH, "--norc", "-c", "--", command],
            cwd=work,
            env={
                "PATH": str(stubs), "RECORD": str(record), "LC_ALL": "C.UTF-8", "HOME": str(work),
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=20,
            check=False,
        )  # fmt: skip
        runs = record.read_bytes().split(b"\1\0")[:-1]
        return [[os.fsdecode(w) for w in run.split(b"\0")[:-1]] for run in runs]

    return run


def stands_for(argv: tuple[Word, ...], seen: list[str]) -> bool:
    """Tell whether words that may be unknown can be the ones that were seen."""
    if not argv:
        return not seen
    if argv[0].kind != "literal":
        return any(stands_for(argv[1:], seen[i:]) for i in range(len(seen) + 1))
    return bool(seen) and argv[0].text == seen[0] and stands_for(argv[1:], seen[1:])


def compare(command: str, seen: list[list[str]]) -> list[Run]:
    """Every program that was started must be among the runs, and every run must be started."""
    analysis = analyse(command)
    programs = [run for run in analysis.runs if run.argv[0].text not in BUILTINS]
    left = list(programs)
    for argv in seen:
        match = next((run for run in left if stands_for(run.argv, argv)), None)
        again = next((run for run in programs if stands_for(run.argv, argv)), None)
        assert again, f"not foreseen: {argv} in {command!r}"
        if match:
            left.remove(match)
    return left


BUILTINS = {":", "true", "false", "echo", "printf", "eval", "builtin", "wait", "break", "test"}
BUILTINS |= {"[", "export", "cd", "command"}


def test_generated_commands_run_what_the_analysis_says(jail: Jail) -> None:
    for seed in range(int(os.environ.get("HOOKCTL_FUZZ", "150"))):
        generator = Generator(seed)
        command = generator.command(seed % 4)
        assert syntax_is_valid(command), (seed, command)
        analysis = analyse(command)
        assert analysis.kinds == (), (seed, command, analysis.kinds)
        left = compare(command, jail(command))
        assert not left, f"foreseen, but not started: {left} in {command!r} (seed {seed})"


# Corpus commands may run among the recorders if nothing in them reaches past PATH.
PAST_PATH = ("/", ">", "<(", "command -p", "exec", "env", "PATH", "~", "hash", "trap", "kill", "$@")
HARMLESS = {"rm", "ls", "pwd", "curl", "npm", "pip", "mvn", "git", "unlink"} | BUILTINS


def test_corpus_commands_start_nothing_that_the_analysis_misses(jail: Jail) -> None:
    count = 0
    for row in ROWS:
        command = row["command"]
        if row["shell"] != "bash" or "\0" in command or any(p in command for p in PAST_PATH):
            continue
        analysis = analyse(command)
        if analysis.kinds or any(run.base not in HARMLESS for run in analysis.runs):
            continue
        compare(command, jail(command))
        count += 1
    assert count > 100
