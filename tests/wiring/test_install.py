"""`hookctl install` and `uninstall`: real files of hosts, edited and restored to the byte."""

from __future__ import annotations

import json
import shlex
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import hosts
from hooks_cli.wiring import command, table

Commands = Callable[[Any], list[str]]

CLAUDE = b"""{
\t"permissions": {"allow": ["Bash(ls:*)"],   "deny": []},
\t"hooks": {
\t\t"PreToolUse": [
\t\t\t{"matcher": "Bash",  "hooks": [ {"type":"command", "command":"/usr/bin/true"} ]}
\t\t],
\t\t"ConfigChange": []
\t},
\t"model" : "opus"

}"""
CURSOR = b"""{ "version": 1,
    "hooks": {
        "stop": [ { "command": "./notify.sh", "loop_limit": 2 } ],
        "preToolUse": [
        ]
    }
}
"""
CODEX = (
    b'{"description": "mine", "hooks": {"Stop": [{"hooks": '
    b'[{"type": "command", "command": "x"}]}]}}'
)
CRLF = b'{\r\n    "hooks": {\r\n        "PreToolUse": []\r\n    }\r\n}\r\n'
GEMINI = b"""{
  // the theme
  "theme": "dark", /* not light */
  "hooks": {
    "BeforeTool": [
      // guard the shell
      {"hooks": [{"type": "command", "command": "guard"}]} // last
    ]
  }
}
"""
BEFORE = {
    "claude-code": [CLAUDE, CRLF, b"{}", b"{ }\n", b'{"a": 1}', b"{\n}\n", b"\xef\xbb\xbf{}"],
    "cursor": [CURSOR, b"{}", b'{"version": 1, "hooks": {}}', b'{"hooks": {"stop": []}}'],
    "codex": [CODEX, b'{\n  "hooks": {\n  }\n}\n', b'{"hooks":{"PreToolUse":[ ]}}\n'],
    "gemini-cli": [GEMINI, b"{/* empty */}", b"{\n  // empty\n}\n"],
    "qwen-code": [GEMINI.replace(b"BeforeTool", b"PreToolUse")],
    "copilot": [b'{"version":1,"hooks":{"PreToolUse":[{"bash":"x"}]}}'],
    "windsurf": [b'{\n  "hooks": {"pre_run_command": [{"command": "x"}]}\n}'],
    "devin": [b'{"PreToolUse": [{"hooks": [{"type": "command", "command": "x"}]}]}'],
    "ai4j": [b'{"name": "w", "hooks": {"preToolUse": [{"command": "x", "match": "bash"}]}}'],
}
CASES = [(host, data) for host, files in BEFORE.items() for data in files]


@pytest.mark.parametrize(("host", "data"), CASES)
def test_undo_is_exact_to_the_byte(wires: Any, host: str, data: bytes) -> None:
    """Whatever stood in the file, and however, stands there again; the backup is gone."""
    wires.put(host, data)
    before = wires.tree()
    wires.run("install", host)
    assert wires.file(host).read_bytes() != data
    backup = Path(f"{wires.file(host)}.hookctl-backup")
    assert backup.read_bytes() == data
    wires.run("uninstall", host)
    assert wires.tree() == before


@pytest.mark.parametrize(("host", "data"), CASES)
def test_what_others_wrote_stays_when_the_file_lives_on(wires: Any, host: str, data: bytes) -> None:
    """Without the backup too, only our entries go, and each foreign line is as it was."""
    path = wires.put(host, data)
    wires.run("install", host)
    lines = set(data.decode("utf-8-sig").splitlines())
    wired = set(path.read_text("utf-8-sig").splitlines())
    kept = [line for line in lines - wired if line.strip(" \t{}[],")]
    assert len(kept) <= 2  # the lines that were opened, or got a comma
    Path(f"{path}.hookctl-backup").unlink()
    wires.run("uninstall", host)
    after = path.read_bytes()
    assert b"dispatch" not in after
    for word in (b"/usr/bin/true", b"./notify.sh", b"guard", b"// the theme", b"/* not light */"):
        assert (word in data) == (word in after)


def test_a_host_without_a_file_gets_one_and_loses_it(
    wires: Any, host: str, registered: list[str], commands: Commands
) -> None:
    """One entry for each native event; a second run changes nothing; undoing leaves no trace."""
    before = wires.tree()
    wires.run("install", host)
    path = wires.file(host)
    found = [command.recognise(text) for text in commands(json.loads(path.read_bytes()))]
    assert [wired.event for wired in found if wired] == registered
    assert all(wired and wired.host == host and wired.plain for wired in found)
    assert {wired.path for wired in found if wired} == {command.own_program()[0]}
    after = wires.tree()
    again = wires.run("install", host)
    assert b"nothing to change" in again.stdout
    assert wires.tree() == after
    wires.run("uninstall", host)
    left = {name for name in wires.tree() if name not in before}
    assert left <= {"home/.local", "home/.local/state"}


def test_dry_run_writes_nothing_and_shows_the_difference(wires: Any, host: str) -> None:
    """Neither the file, nor a directory, nor a backup."""
    before = wires.tree()
    done = wires.run("install", host, "--dry-run")
    assert wires.tree() == before
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "--- /dev/null"
    assert lines[1] == f"+++ {wires.file(host)}"
    assert all(line.startswith(("+", "@@")) for line in lines[2:])
    wires.run("install", host)
    wired = wires.tree()
    done = wires.run("uninstall", host, "--dry-run")
    assert wires.tree() == wired
    assert done.stdout.decode().count("\n-") > len(lines) - 5


def test_only_the_new_lines_differ(wires: Any) -> None:
    """The diff of a file in foreign formatting touches no line but the neighbours."""
    wires.put("claude-code", CLAUDE)
    done = wires.run("install", "claude-code", "--dry-run", "--json")
    diff = done.answer["diff"]
    gone = [line for line in diff if line.startswith("-") and not line.startswith("---")]
    assert gone == [
        '-\t\t\t{"matcher": "Bash",  "hooks": [ {"type":"command", "command":"/usr/bin/true"} ]}',
        '-\t\t"ConfigChange": []',
    ]
    assert '+\t\t\t\t\t\t"type": "command",' in diff


BROKEN = [
    (b'{\n  "hooks": {\n    "PreToolUse": [\n  }\n}', ":4: "),
    (b'{\n "a": 1,\n}', ":2: a comma before the closing bracket"),
    (b'{\n // no\n "a": 1}', ":2: a comment"),
    (b'{"hooks": []}', ":1: an object was expected, array found"),
    (b'{"hooks": {\n"PreToolUse": {}}}', ":2: a list was expected, object found"),
    (b'{"hooks": {},\n "hooks": {}}', ":2: /hooks is there twice"),
    (b"[]", ":1: an object was expected, array found"),
    (b"", ":1: empty"),
    (b'{"a": "\xff"}', ":1: not UTF-8"),
    (b'{"a": 1} {}', ":1: text after the end"),
    (b'{"a": 01}', ":1: "),
    (b'{"a": tru}', ":1: a value was expected"),
    (b'{"a": "open}', ":1: a string that does not end"),
    (b"[" * 300, "nested deeper than 128"),
]


@pytest.mark.parametrize(("data", "message"), BROKEN)
@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_a_malformed_file_is_left_alone(wires: Any, data: bytes, message: str, verb: str) -> None:
    """File, line and remedy are named; nothing is written, not even a backup."""
    path = wires.put("claude-code", data)
    before = wires.tree()
    done = wires.run(verb, "claude-code", status=1)
    assert f"{path}" in done.stderr
    assert message in done.stderr
    assert "hint: " in done.stderr
    assert wires.tree() == before


def test_a_comma_too_many_is_refused_even_where_comments_are_not(wires: Any) -> None:
    """Gemini takes comments away before it reads, not commas."""
    wires.put("gemini-cli", b'{\n  // fine\n  "a": 1,\n}')
    done = wires.run("install", "gemini-cli", status=1)
    assert ":3: a comma before the closing bracket" in done.stderr


@pytest.mark.parametrize(
    ("host", "event", "key", "value"),
    [
        ("claude-code", "PreToolUse", "timeout", 600),
        ("claude-code", "SessionEnd", "timeout", 60),
        ("codex", "SessionEnd", "timeout", 3),
        ("gemini-cli", "BeforeTool", "timeout", 60000),
        ("qwen-code", "PreToolUse", "timeout", 60),
        ("copilot", "PreToolUse", "timeoutSec", 30),
        ("cursor", "preToolUse", "timeout", 60),
        ("claude-code", "PreToolUse", "onFailure", "block"),
        ("claude-code", "PostToolUse", "onFailure", None),
        ("claude-code", "Stop", "onFailure", None),
        ("cursor", "beforeShellExecution", "failClosed", True),
        ("cursor", "afterShellExecution", "failClosed", None),
        ("windsurf", "pre_run_command", "timeout", None),
        ("gemini-cli", "BeforeTool", "name", "hookctl"),
        ("copilot", "PreToolUse", "matcher", None),
    ],
)
def test_units_and_switches_of_the_host(
    wires: Any, host: str, event: str, key: str, value: object
) -> None:
    """The timeout is the host's own, in its unit; its fail-closed switch is set at gates only."""
    wires.run("install", host)
    content = json.loads(wires.file(host).read_bytes())
    entry = content["hooks"][event][0]
    handler = entry["hooks"][0] if "hooks" in entry else entry
    assert handler.get(key) == value


@pytest.mark.parametrize(
    ("host", "gate", "other"),
    [
        ("codex", "PreToolUse", "Stop"),
        ("gemini-cli", "BeforeTool", "AfterTool"),
        ("windsurf", "pre_run_command", "post_run_command"),
        ("qwen-code", "PreToolUse", "PostToolUse"),
        ("ai4j", "preToolUse", "stop"),
        ("vscode", "PreToolUse", "PreCompact"),
    ],
)
def test_a_hookctl_that_is_gone_blocks_at_gates(
    wires: Any, host: str, gate: str, other: str
) -> None:
    """Status 2 with a text where the host would allow otherwise; not on events like stop."""
    import subprocess  # noqa: PLC0415 - only here

    row = next(row for row, _ in table.registered(table.find(host)) if row.native == gate)
    wired = entries_wanted(host, row, "/opt/none/hookctl")
    for shell in ("/bin/sh", "bash"):
        done = subprocess.run(
            [shell, "-c", wired.text], input=b"{}", capture_output=True, check=False
        )
        assert done.returncode == 2
        assert b"hookctl could not do its work (status 127)" in done.stderr
        assert not done.stdout
    row = next(row for row, _ in table.registered(table.find(host)) if row.native == other)
    assert not entries_wanted(host, row, "/opt/none/hookctl").guarded


def entries_wanted(host: str, row: Any, program: str) -> command.Wired:
    """Return the command of an event."""
    from hooks_cli.wiring import entries  # noqa: PLC0415 - only here

    return entries.wanted(table.find(host), row, (program,))


def test_the_guard_hands_on_answers_only(tmp_path: Path) -> None:
    """0 and 2 are answers; a broken interpreter's 1, any other status and signals are none."""
    import subprocess  # noqa: PLC0415 - only here

    script = tmp_path / 'it\'s a "path"' / "hookctl"
    script.parent.mkdir()
    for action, status in (
        *(("exit 0", 0), ("exit 2", 2)),
        *(("exit 1", 2), ("exit 70", 2), ("kill -9 $$", 2)),
    ):
        script.write_text(f"#!/bin/sh\n{action}\n")
        script.chmod(0o755)
        wired = command.Wired((str(script),), "PreToolUse", "codex", guarded=True)
        done = subprocess.run(["/bin/sh", "-c", wired.text], capture_output=True, check=False)
        assert done.returncode == status, action
    script.write_text("#!/opt/none/python\n")
    done = subprocess.run(["/bin/sh", "-c", wired.text], capture_output=True, check=False)
    assert done.returncode == 2
    script.chmod(0o644)
    done = subprocess.run(["/bin/sh", "-c", wired.text], capture_output=True, check=False)
    assert done.returncode == 2


@pytest.mark.parametrize(
    "name", ["plain", "with space", "it's", 'say "x"', "a$HOME`id`;b", "ünï\\n"]
)
def test_odd_paths_are_quoted_and_found_again(tmp_path: Path, name: str) -> None:
    """A shell gets exactly the words back, and so do we."""
    import subprocess  # noqa: PLC0415 - only here

    script = tmp_path / name / "hookctl"
    script.parent.mkdir()
    script.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    script.chmod(0o755)
    for guarded in (False, True):
        wired = command.Wired((str(script),), "PreToolUse", "codex", name, guarded, plain=True)
        assert command.recognise(wired.text) == wired
        done = subprocess.run(
            ["/bin/sh", "-c", wired.text], capture_output=True, text=True, check=False
        )
        assert done.stdout.splitlines()[:2] == ["dispatch", "PreToolUse"]
        assert done.stdout.endswith(f"--workspace\n{name}\n")


def test_an_odd_workspace_is_wired_with_its_path(wires: Any) -> None:
    """VS Code does not tell the workspace, so the command names it."""
    odd = wires.workspace / 'it\'s "here"'
    odd.mkdir()
    wires.run("install", "vscode", "--workspace", odd)
    content = json.loads((odd / ".github/hooks/hookctl-vscode.json").read_bytes())
    found = command.recognise(content["hooks"]["PreToolUse"][0]["command"])
    assert found
    assert found.workspace == str(odd)
    wires.run("install", "vscode", "--workspace", odd)
    wires.run("uninstall", "vscode", "--workspace", odd)
    assert not list(odd.iterdir())


@pytest.mark.parametrize(
    "text",
    [
        "echo hookctl dispatch PreToolUse --host codex",
        "hookctl dispatch PreToolUse --host codex; rm x",
        "hookctl dispatch PreToolUse --host codex --strict",
        "hookctl dispatch PreToolUse",
        "hookctl check",
        "python -m hooks_cli dispatch PreToolUse --host codex",
        "/bin/sh -c 'exec \"$@\"' hookctl hookctl dispatch PreToolUse --host codex",
        "myhookctl dispatch PreToolUse --host codex",
        "hookctl dispatch 'PreToolUse --host codex",
        "",
    ],
)
def test_another_command_is_not_ours(text: str) -> None:
    """Only the exact words are; a similar command belongs to somebody else."""
    assert command.recognise(text) is None


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("hookctl dispatch PreToolUse --host codex", True),
        ("/a/hookctl dispatch PreToolUse --host codex --workspace /w", True),
        ("/a/python3 -P -m hooks_cli dispatch PreToolUse --host codex", True),
        ('"/a/hookctl" dispatch "PreToolUse" --host codex', False),
        ('/a/hookctl dispatch PreToolUse --host codex --workspace "$(id)"', False),
    ],
)
def test_our_command_is_recognised(text: str, plain: bool) -> None:
    """Other quoting does not hide it, but then a shell might find something to expand."""
    found = command.recognise(text)
    assert found
    assert (found.event, found.host, found.plain) == ("PreToolUse", "codex", plain)


def test_an_outdated_entry_is_corrected_in_its_place(wires: Any) -> None:
    """Codex trusts a hook by its index: ours must not move, and doubles go."""
    old = {"type": "command", "command": "/old/hookctl dispatch PreToolUse --host codex"}
    theirs = {"type": "command", "command": "theirs"}
    lists = {
        "PreToolUse": [{"hooks": [old]}, {"hooks": [theirs]}, {"hooks": [old]}],
        "Stop": [
            {"hooks": [theirs, {**old, "command": old["command"].replace("PreToolUse", "Stop")}]}
        ],
        "PostCompact": [{"hooks": [{**old, "command": old["command"]}]}],
    }
    wires.put("codex", {"hooks": lists})
    wires.run("install", "codex")
    after = json.loads(wires.file("codex").read_bytes())["hooks"]
    assert [group["hooks"][0]["command"] == "theirs" for group in after["PreToolUse"]] == [
        False,
        True,
    ]
    assert after["PreToolUse"][0]["hooks"][0]["command"].endswith(
        f"{command.own_program()[0]} dispatch PreToolUse --host codex"
    )
    assert after["Stop"][0]["hooks"][0] == theirs
    assert after["Stop"][0]["hooks"][1]["timeout"] == 600
    assert "PostCompact" not in after


def test_the_program_is_absolute_and_no_shim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script beside the interpreter; without one the interpreter, closed to the directory."""
    found = command.own_program()
    assert Path(found[0]).is_absolute()
    assert "shims" not in Path(found[0]).parts
    monkeypatch.setattr(command.sysconfig, "get_path", lambda _: str(tmp_path))
    assert command.own_program("/x/__main__.py") == (sys.executable, "-P", "-m", "hooks_cli")
    shim = tmp_path / "shims" / "hookctl"
    shim.parent.mkdir()
    shim.write_text("#!/bin/sh\n")
    shim.chmod(0o755)
    assert command.own_program(str(shim))[0] == sys.executable
    real = tmp_path / "real" / "hookctl"
    real.parent.mkdir()
    real.write_text("#!/bin/sh\n")
    real.chmod(0o755)
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "hookctl").symlink_to(real)
    assert command.own_program(str(tmp_path / "link" / "hookctl")) == (str(real),)


def test_mode_and_symlink_of_a_file_stay(wires: Any) -> None:
    """A settings file that is kept elsewhere is changed there."""
    real = wires.workspace / "dotfiles.json"
    real.write_bytes(CLAUDE)
    real.chmod(0o600)
    path = wires.file("claude-code")
    path.parent.mkdir()
    path.symlink_to(real)
    wires.run("install", "claude-code")
    assert path.is_symlink()
    assert b"dispatch" in real.read_bytes()
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    assert Path(f"{real}.hookctl-backup").read_bytes() == CLAUDE
    wires.run("uninstall", "claude-code")
    assert real.read_bytes() == CLAUDE
    assert sorted(path.parent.iterdir()) == [path]


def test_a_later_change_of_the_user_survives_the_undoing(wires: Any) -> None:
    """Then the backup is not put back, but kept and named."""
    path = wires.put("cursor", CURSOR)
    wires.run("install", "cursor")
    path.write_text(path.read_text().replace("./notify.sh", "./shout.sh"))
    done = wires.run("uninstall", "cursor")
    assert path.read_bytes().count(b"./shout.sh") == 1
    assert b"dispatch" not in path.read_bytes()
    assert "has been changed since" in done.stderr
    assert Path(f"{path}.hookctl-backup").read_bytes() == CURSOR


def test_directories_that_were_there_stay(wires: Any) -> None:
    """Only what hookctl made is taken away."""
    wires.file("cursor").parent.mkdir()
    before = wires.tree()
    wires.run("install", "cursor")
    wires.run("uninstall", "cursor")
    assert before.items() <= wires.tree().items()


def test_scopes_are_separate(wires: Any) -> None:
    """Uninstalling without a scope takes both."""
    wires.run("install", "codex", "--scope", "user")
    wires.run("install", "codex", "--scope", "project")
    assert wires.file("codex", "user").exists()
    assert wires.file("codex", "project").exists()
    wires.run("uninstall", "codex", "--scope", "user")
    assert not wires.file("codex", "user").exists()
    wires.run("uninstall", "codex")
    assert not wires.file("codex", "project").exists()
    done = wires.run("uninstall", "codex")
    assert "hookctl is not wired here" in done.stderr


def test_a_moved_configuration_directory_is_followed(wires: Any) -> None:
    """CODEX_HOME says where Codex looks."""
    moved = wires.place.root / "moved"
    wires.place.environ["CODEX_HOME"] = str(moved)
    wires.run("install", "codex")
    assert (moved / "hooks.json").exists()
    assert not (wires.home / ".codex").exists()


def test_what_the_user_has_to_know_is_said(wires: Any) -> None:
    """Trust in Codex, double registration, and that nothing is configured."""
    done = wires.run("install", "codex")
    assert "/hooks" in done.stderr
    assert "nothing is guarded" in done.stderr
    wires.run("install", "claude-code", "--scope", "project")
    done = wires.run("install", "cursor")
    assert "Cursor also reads" in done.stderr
    assert str(wires.file("claude-code", "project")) in done.stderr
    done = wires.run("install", "claude-code", "--scope", "project")
    assert "hookctl uninstall cursor" in done.stderr


@pytest.mark.parametrize(
    "host", ["positron", "kiro", "goose", "cline", "junie", "amazon-q", "augment"]
)
def test_a_host_that_is_wired_by_hand_gets_a_command(wires: Any, host: str) -> None:
    """The lines name the absolute program; nothing is written."""
    before = wires.tree()
    done = wires.run("install", host)
    text = shlex.join(command.own_program())
    assert f"{text} dispatch EVENT --host {host}" in done.stdout.decode()
    assert wires.tree() == before


def test_wrong_words_are_usage_errors(wires: Any) -> None:
    """An unknown host gets the nearest name."""
    done = wires.place.run(["install", "claud-code"])
    assert done.status == 2
    assert "claude-code" in done.stderr
    done = wires.place.run(["install", "ai4j", "--scope", "user"])
    assert done.status == 2
    assert "no user scope" in done.stderr
    assert wires.place.run(["install", "codex", "--scope", "system"]).status == 2


def test_every_host_can_be_wired_or_says_how() -> None:
    """The table knows every host that has an adapter, and its events are the adapter's."""
    known = {wiring.host: wiring for wiring in table.every()}
    assert set(known) == set(hosts.NAMES) - {"generic"}
    for wiring in known.values():
        assert wiring.places or wiring.manual
        for row, gate in table.registered(wiring):
            native = hosts.load(wiring.host).event_of(row.native)
            assert native
            assert native.blocking == gate, (wiring.host, row.native)
