"""The libraries for policy authors, in Python and in sh, held against Python's own json."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import scaffold

Place = Any  # conftest.Place; tests are no package
LIBRARY = Path(__file__).parents[2] / "scripts" / "lib" / "hookctl.sh"
SHELLS = [shell for shell in ("dash", "bash", "busybox") if shutil.which(shell)]
PIECES = [
    *('"', "\\", "/", "\n", "\t", "\r", "\b", "\f", "\x01", "\x1f", "\x7f", " ", "{", "}", "["),
    *("]", ":", ",", "é", "漢", "😀", "\u2028", "\ufeff", "u", "n", "$", "`", "'", "%s", "&", "*"),
    *('"command":"x"', "\\u0041", '\\"', "command", "null", "\\\\", "--force"),
]


def run_sh(shell: str, script: str, payload: Any = b"{}") -> Any:
    """Run a script with the library sourced, in an environment of its own."""
    words = [shell, "sh"] if shell == "busybox" else [shell]
    return subprocess.run(
        [*words, "-c", f'. "{LIBRARY}"\n{script}'],
        input=payload,
        capture_output=True,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin"},
        timeout=60,
        check=False,
    )


def texts(seed: int, count: int) -> list[str]:
    """Return random texts made of everything that is hard to quote."""
    chosen = random.Random(seed)
    return ["".join(chosen.choices(PIECES, k=chosen.randrange(25))) for _ in range(count)]


def value(chosen: random.Random, depth: int) -> Any:
    """Return a random JSON value."""
    kind = chosen.random()
    if depth == 0 or kind < 0.5:
        text = "".join(chosen.choices(PIECES, k=chosen.randrange(9)))
        return chosen.choice([text, chosen.randrange(-9, 10**6), 1.5e-07, True, False, None])
    if kind < 0.75:
        keys = {"".join(chosen.choices(PIECES, k=3)).replace(".", "") for _ in range(3)}
        return {key: value(chosen, depth - 1) for key in sorted(keys)}
    return [value(chosen, depth - 1) for _ in range(chosen.randrange(4))]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("seed", range(25))
def test_sh_get_reads_what_python_wrote(shell: str, seed: int) -> None:
    """Keys inside of texts, escapes, nesting, key order and layout do not fool it."""
    chosen = random.Random(seed)
    wanted, other = texts(seed, 2)
    tool_input = {"x": value(chosen, 2), "command": wanted, "y": value(chosen, 2)}
    payload = {
        "note": '{"tool_input": {"command": "not this"}}',
        **({"command": other} if seed % 2 else {}),
        "tool_input": tool_input,
        "list": [value(chosen, 1), {"k": wanted}, value(chosen, 2)],
        "object": value(chosen, 3),
    }
    text = json.dumps(payload, ensure_ascii=seed % 3 == 0, indent=2 if seed % 5 == 0 else None)
    if seed % 4 == 0:
        text = text.replace('"tool_input"', '"tool_\\u0069nput"')
    script = """hookctl_read
a=$(hookctl_get tool_input.command; echo x); b=$(hookctl_get list.1.k; echo x)
printf '%s\\0%s\\0' "${a%x}" "${b%x}"; hookctl_get object null"""
    done = run_sh(shell, script, text.encode())
    first, second, third = done.stdout.decode().split("\0")
    assert (first, second) == (wanted, wanted), text
    object_ = payload["object"]
    assert (third if isinstance(object_, str) else json.loads(third)) == object_


@pytest.mark.parametrize("shell", SHELLS)
def test_sh_quote_makes_what_python_reads(shell: str) -> None:
    """Every text comes back, newlines at its end included."""
    for text in [*texts(7, 30), "", "\n", "a\n\n", "x", "-n", "\\c"]:
        done = run_sh(shell, 'hookctl_quote "$(cat; echo x)"', text.encode())
        assert json.loads(done.stdout) == text + "x", text


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("escaped", "plain"),
    [
        (r"\ud83d\ude00", "😀"),
        (r"\uD83D\uDE00\u00e9", "😀é"),
        (r"\ud83d", "\ufffd"),
        (r"\ude00x", "\ufffdx"),
        (r"\ud83dx\ude00", "\ufffdx\ufffd"),
        (r"\ud83d\n", "\ufffd\n"),
        (r"a\u0000b", "a\ufffdb"),
        (r"\\u0041", r"\u0041"),
        (r"\\\"\\", '\\"\\'),
        (r"\/\b\f\n\r\t", "/\b\f\n\r\t"),
        (r"\u0022\u005c", '"\\'),
    ],
)
def test_sh_get_knows_every_escape(shell: str, escaped: str, plain: str) -> None:
    """Pairs of surrogates are one character; what no shell can hold is replaced, not dropped."""
    script = 'hookctl_read; x=$(hookctl_get a; echo x); printf %s "${x%x}"'
    done = run_sh(shell, script, f'{{"a":"{escaped}"}}'.encode())
    assert done.stdout.decode() == plain


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("path", ["b", "a.c", "a.b.c", "n", "l.2", "a.b.0", "l.x", "a.", ".a"])
def test_sh_get_of_a_missing_value_is_status_1_and_never_another_value(
    shell: str, path: str
) -> None:
    """A guard that asked for a field that is not there must not go on with nothing."""
    payload = b'{"a":{"b":"text"},"n":null,"l":[1,2]}'
    done = run_sh(shell, f"hookctl_read; hookctl_get '{path}'; echo \" $?\"", payload)
    assert done.stdout == b" 1\n"
    assert path.encode() in done.stderr
    done = run_sh(shell, f"hookctl_read; hookctl_get '{path}' other", payload)
    assert done.stdout == b"other"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("t", "true"),
        ("n", "-1.50e+3"),
        ("o.l.1", '{"x":[ ]}'),
        ("o", '{"l":[0, {"x":[ ]}]}'),
        ("o.l.0", "0"),
    ],
)
def test_sh_get_prints_other_values_as_they_stand(path: str, text: str) -> None:
    """Numbers and objects unchanged, so that nothing is lost by reading them."""
    payload = b'{"t":true,"n":-1.50e+3,"o":{"l":[0, {"x":[ ]}]}}'
    assert run_sh(SHELLS[0], f"hookctl_read; hookctl_get {path}", payload).stdout.decode() == text


ANSWERS = {
    'hookctl_ask "sure\\" ?"': {"decision": "ask", "reason": 'sure" ?'},
    'hookctl_modify "{\\"command\\":\\"ls\\"}"': {
        "decision": "modify",
        "changes": {"command": "ls"},
    },
    'hookctl_set tool_input.command "a\\"\nb"': {
        "decision": "modify",
        "changes": {"tool_input": {"command": 'a"\nb'}},
    },
    'hookctl_route box "ls -l" p why': {
        "decision": "route",
        "route": {"provider": "box", "command": "ls -l", "profile": "p"},
        "reason": "why",
    },
    'hookctl_context "note é"': {"context": "note é"},
}


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("call", ANSWERS)
def test_sh_answers_are_one_object_and_the_end(shell: str, call: str) -> None:
    """Nothing behind the answer is run."""
    done = run_sh(shell, f"set -eu\nhookctl_read\n{call}\necho behind")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == ANSWERS[call]


@pytest.mark.parametrize("shell", SHELLS)
def test_sh_block_is_exit_2_with_the_reason_on_stderr(shell: str) -> None:
    """The one veto that needs nothing but the shell itself."""
    done = run_sh(shell, 'hookctl_block "no % \\n $x"; echo behind')
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"no % \\n \n")


def test_sh_without_a_payload_or_awk_fails_and_does_not_allow() -> None:
    """Status 1 is a failure of the policy; 0 would be an allow."""
    assert run_sh("bash", "x=$(hookctl_get a) || exit 1").returncode == 1
    done = run_sh("bash", "hookctl_read; PATH=/nowhere; x=$(hookctl_get a) || exit 1", b'{"a":1}')
    assert done.returncode == 1
    done = run_sh("bash", "hookctl_read; PATH=/nowhere; hookctl_ask why", b'{"a":1}')
    assert (done.returncode, done.stdout) == (1, b"")


def test_sh_copes_with_a_large_payload() -> None:
    """Four megabytes of quotes and backslashes, in a few seconds at most."""
    content = 'line "a" \\ b\n' * 300_000
    payload = json.dumps({"content": content, "command": "rm"}).encode()
    assert run_sh(SHELLS[0], "hookctl_read; hookctl_get command", payload).stdout == b"rm"
    done = run_sh(SHELLS[0], "hookctl_read; hookctl_get content", payload)
    assert done.stdout.decode() == content


def test_the_library_is_the_one_that_new_copies() -> None:
    """A checkout and an installed hookctl find the same text."""
    assert scaffold.library() == LIBRARY.read_text()


PAYLOAD = b'{"command": "ls", "tool_input": {"list": [{"k": "v"}], "none": null}}'


def run_python(code: str, payload: Any = PAYLOAD) -> Any:
    """Run a policy that uses `hooks_cli.author`."""
    root = str(Path(__file__).parents[2])
    return subprocess.run(
        [sys.executable, "-c", f"from hooks_cli.author import *\n{code}\nprint('behind')"],
        input=payload,
        capture_output=True,
        env={"PYTHONPATH": root, "PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        timeout=30,
        check=False,
    )


@pytest.mark.parametrize(
    ("code", "status", "answer"),
    [
        ("allow()", 0, {"decision": "allow"}),
        ("allow(context='c')", 0, {"decision": "allow", "context": "c"}),
        ("block('no é')", 2, {"decision": "block", "reason": "no é"}),
        ("ask('why')", 0, {"decision": "ask", "reason": "why"}),
        ("modify({'command': 'x'})", 0, {"decision": "modify", "changes": {"command": "x"}}),
        (
            "change('tool_input.list', 1)",
            0,
            {"decision": "modify", "changes": {"tool_input": {"list": 1}}},
        ),
        ("replace({'command': 'x'})", 0, {"decision": "modify", "replace": {"command": "x"}}),
        (
            "route('box', get('command'), 'p', 'why')",
            0,
            {
                "decision": "route",
                "route": {"provider": "box", "command": "ls", "profile": "p"},
                "reason": "why",
            },
        ),
        ("context('text')", 0, {"context": "text"}),
        ("ask(get('tool_input.list.0.k'))", 0, {"decision": "ask", "reason": "v"}),
        ("ask(get('tool_input.none', 'd'))", 0, {"decision": "ask", "reason": "d"}),
        ("ask(get('a.b.c', 'd') + payload()['command'])", 0, {"decision": "ask", "reason": "dls"}),
    ],
)
def test_python_answers_are_one_object_and_the_end(code: str, status: int, answer: Any) -> None:
    """Under LC_ALL=C as well."""
    done = run_python(code)
    assert (done.returncode, done.stderr) == (status, b"")
    assert json.loads(done.stdout) == answer


@pytest.mark.parametrize("payload", [b"", b"[]", b"{", b"\xff"])
def test_python_without_a_proper_payload_fails_and_does_not_allow(payload: Any) -> None:
    """A traceback and status 1."""
    done = run_python("get('command')", payload)
    assert done.returncode == 1
    assert b"Error" in done.stderr


def test_python_imports_little() -> None:
    """A policy runs at every tool call: json and sys, no more."""
    code = (
        "import json, sys; before = set(sys.modules); import hooks_cli.author\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, timeout=30, check=True,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert set(json.loads(done.stdout)) <= {"hooks_cli", "hooks_cli.author", "__future__"}


def test_a_policy_of_five_lines_works_in_a_dispatch(place: Place) -> None:
    """As the module's own text shows it."""
    place.script(
        "policy.py",
        f"#!{sys.executable}\nfrom hooks_cli.author import block, get\n"
        'if "--force" in get("command", ""):\n    block("push without --force")\n',
    )
    root = str(Path(__file__).parents[2])
    place.config(
        {"beforeShellExecution": [{"command": ["./policy.py"], "env": {"PYTHONPATH": root}}]}
    )
    done = place.dispatch("beforeShellExecution", {"command": "git push --force"})
    assert (done.status, done.answer["reason"]) == (2, "push without --force")
    assert place.dispatch("beforeShellExecution", {"command": "git push"}).status == 0
