"""`match.shell`: rules about what a command would run, not about how it is written."""

from __future__ import annotations

from typing import Any

import pytest

from hooks_cli import events, match


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/u")


def holds(rule: Any, command: Any, event: str = "beforeShellExecution", **payload: Any) -> bool:
    """Tell whether `{"shell": rule}` holds for a command in /ws/p, which is not there."""
    values = {"workspace_root": "/ws/p", "command": command, **payload}
    assert list(match.mistakes({"shell": rule})) == []
    return match.holds({"shell": rule}, match.subject(events.get(event), values))


RM = {"program": "rm"}
CURL = {"program": "curl"}
FORCE = {
    "program": "git",
    "sub": ["push"],
    "flags": {"any": ["-f|--force"]},
    "not": {"flags": {"any": ["--force-with-lease"]}},
}
OUTSIDE = {"program": "@delete", "path": {"outside": ["$WORKSPACE/build", "$TMP"]}}

# What people have reported of other guards: rule, command, whether it is hit.
REPORTS: list[tuple[Any, str, bool]] = [
    ({"program": "git", "sub": ["clean"]}, "git fetch && git clean -fd", True),
    (RM, "ls | xargs rm", True),
    (RM, "find . -name x -exec rm {} \\;", True),
    ({"writes": "f"}, "{ cat f; }", False),
    ({"writes": "f"}, "echo x >> f", True),
    ({"path": "f"}, "{ cat f; }", True),
    ({"path": "f"}, "cat <(ls) f", True),
    ({"program": "git", "sub": ["add"]}, "caffeinate -i git add -A", True),
    ({"program": "id"}, "git log; id", True),
    ({"program": "grep", "path": {"under": "/etc"}}, "grep root /etc/passwd", True),
    ({"program": "tool", "flags": {"any": ["-v"]}}, 'tool "-v"', True),
    ({"program": "npm", "sub": ["run", "test"]}, "npm run test 2>&1", True),
    ({"writes": {"glob": "*"}}, "npm run test 2>&1", False),
    ({"program": "gh", "sub": ["api"]}, "GH_TOKEN=x gh api y", True),
    ({"program": "gh", "sub": ["api"]}, "zsh -lc 'GH_TOKEN=x gh api y'", True),
    ({"program": "gh", "sub": ["run", "view"]}, "zsh -lc 'gh run view 1 > log'", True),
    ({"writes": "log"}, "zsh -lc 'gh run view 1 > log'", True),
    ({"program": "git"}, "/tmp/git push", True),
    ({"program": "/usr/bin/git"}, "/tmp/git push", False),
    ({"program": "/usr/bin/git"}, "/usr/lib/../bin/git push", True),
    (RM, "find . -e\\xec rm {} +", True),
    (RM, "$'\\x72m' -rf x", True),
    (RM, "FOO=1 rm -rf x", True),
    ({**RM, "flags": {"any": ["-f"]}}, "F=-rf; rm $F x", True),
    ({"program": "python3"}, 'sudo python3 -c "1"', True),
    ({"program": "git", "sub": ["restore"]}, "true <<'E'\ngit x restore\nE", False),
    ({"program": "git", "sub": ["restore"]}, "git commit -F - <<E\nrows restore\nE", False),
    ({"program": "git", "sub": ["branch"]}, "[ -f x ]", False),
    ({"writes": {"glob": "*"}}, "if true; then printf 'a -> b'; fi", False),
    (RM, "true && rm x", True),
    ({"writes": "d/f"}, "echo x > d/f", True),
    ({"kinds": "shell-string"}, 'eval "$X"', True),
    ({"program": "date"}, "echo $(date)", True),
    ({"writes": "~/.zshrc"}, "cargo check > ~/.zshrc", True),
    (RM, "ls & rm x", True),
    (RM, "(rm x)", True),
    (RM, "echo x > $(rm a)", True),
    (RM, "cat <<E\n$(rm a)\nE", True),
    (RM, "cat > f <<'E'\nrm x\nE", False),
    (RM, "env -S 'rm x'", True),
    ({"program": "shutdown"}, "aws x --instance-initiated-shutdown-behavior stop", False),
    (RM, "grep 'rm -rf' f", False),
    (RM, "echo 'rm -rf'", False),
    ({"program": "@shells", "stdin_from": CURL}, "git log && curl u | sh", True),
    ({"program": "@delete"}, "find . | xargs -I% unlink %", True),
    (RM, "timeout 60 rm x", True),
    ({"kinds": "dynamic-name"}, 'command "${V:-rm}" x', True),
    (RM, "bash -c 'rm x'", True),
    ({"program": "sudo"}, "$'su\\x64o' id", True),
    ({"kinds": "other-language"}, "python3 -c 'shutil.rmtree(1)'", True),
]


@pytest.mark.parametrize(("rule", "command", "wanted"), REPORTS)
def test_what_was_reported_of_other_guards_is_judged_rightly(
    rule: Any, command: str, wanted: bool
) -> None:
    assert holds(rule, command) is wanted


KEYS: list[tuple[Any, str, bool]] = [
    # program
    ({"program": ["rm", "mv"]}, "mv a b", True),
    ({"program": "python3*"}, "python3.12 x.py", True),
    ({"program": "python3*"}, "python2 x.py", False),
    ({"program": "~/bin/x"}, "~/bin/x", True),
    ({"program": "./x"}, "./x", True),
    ({"program": "@package-install"}, "npm i", True),
    ({"program": "@package-install"}, "npm run i", False),
    ({"program": "@package-install"}, "python3 -m pip install x", True),
    ({"program": "@package-install"}, "python3 -mpip install x", True),
    ({"program": "@package-install"}, "python3 -m pytest install", False),
    ({"program": "@network"}, "rsync -a x h:y", True),
    ({"program": "@network"}, "rsync -a x y", False),
    ({"program": "@delete"}, "find . -name x -delete", True),
    ({"program": "@delete"}, "find . -name -delete", False),
    ({"program": "rm"}, "charm x; helm rm; rmdir x; ./rm.sh", False),
    ({"program": "rm"}, "r\u00adm x", False),
    # sub
    ({"program": "git", "sub": "push"}, "git -C x --no-pager push", True),
    ({"program": "git", "sub": "push"}, "git log push", False),
    ({"program": "docker", "sub": ["compose", "down"]}, "docker compose -f x down -v", True),
    ({"program": "git", "sub": ["stash", "drop|clear"]}, "git stash clear", True),
    ({"program": "aws", "sub": ["*", "delete-*"]}, "aws --region x ec2 delete-vpc", True),
    ({"program": "git", "sub": ["push"]}, "git $x", False),
    # flags
    (FORCE, "git push -f", True),
    (FORCE, "git push --force-with-lease", False),
    (FORCE, "git push origin main", False),
    (FORCE, "git commit -m --force", False),
    ({**RM, "flags": {"all": ["-r", "-f"]}}, "rm -rf x", True),
    ({**RM, "flags": {"all": ["-r", "-f"]}}, "rm -r x; ls -f", False),  # the same run
    ({**RM, "flags": {"none": ["-i"]}}, "rm -i x", False),
    ({"flags": {"any": ["--no-verify"]}}, "git commit -n", True),
    # args
    ({"program": "git", "sub": ["push"], "args": {"any": ["+*"]}}, "git push origin +main", True),
    ({"program": "git", "sub": ["push"], "args": {"any": ["push"]}}, "git push origin", False),
    ({"program": "echo", "args": {"any": ["a b"]}}, "echo a b", False),  # one word, not two
    ({"program": "echo", "args": {"any": ["a b"]}}, "echo 'a b'", True),
    ({"program": "echo", "args": {"all": ["a*", "b"]}}, "echo b ax", True),
    ({"program": "echo", "args": {"none": ["a*"]}}, "echo b", True),
    ({"program": "echo", "args": {"regex": "^x+$"}}, "echo a xxx", True),
    ({"program": "echo", "args": {"any": ["x"]}}, "echo $x", False),
    # path
    (OUTSIDE, "rm -rf src", True),
    (OUTSIDE, "rm -rf build/x", False),
    (OUTSIDE, "rm -rf build/../src", True),
    (OUTSIDE, "rm -rf /tmp/x build", False),
    (OUTSIDE, "rm -rf /tmp/x src", True),
    (OUTSIDE, "rm -rf $DIR", True),
    (OUTSIDE, 'rm -rf "$TMPDIR/x" build/$x', False),
    (OUTSIDE, "rm -rf $PWD/build $(pwd)/build", False),
    (OUTSIDE, "rm -rf $PWD/src", True),
    (OUTSIDE, "ls | xargs rm", True),
    (OUTSIDE, "cd build && rm -rf x", False),
    (OUTSIDE, "cd build; cd ..; rm -rf x", True),
    (OUTSIDE, "cd /srv && rm -rf build", True),
    (OUTSIDE, "cd $X && rm -rf build", True),
    (OUTSIDE, "(cd build && make); rm -rf x", True),
    (OUTSIDE, "bash -c 'cd build'; rm -rf x", True),
    (OUTSIDE, "bash -c 'cd build && rm -rf x'", False),
    (OUTSIDE, "rm -rf build/*", False),
    (OUTSIDE, "rm -rf *", True),
    (OUTSIDE, "rm -rf {build/a,src}", True),
    (OUTSIDE, "rm -rf ~/build", True),
    (OUTSIDE, "rm --recursive -- build", False),
    (OUTSIDE, "ssh h 'rm -rf build'", True),  # nobody knows where that is
    (OUTSIDE, "rm", False),
    ({"program": "rm", "path": {"outside": "build", "unsure": "skip"}}, "rm $x", False),
    # writes and reads
    ({"writes": ["~/.bashrc"]}, "echo x >> ~/.bashrc", True),
    ({"writes": ["~/.bashrc"]}, "cat ~/.bashrc", False),
    ({"writes": ["~/.bashrc"]}, 'tee -a "$HOME/.bashrc"', True),
    ({"writes": ["~/.bashrc"]}, "cp x/.bashrc ~/", True),
    ({"writes": ["~/.bashrc"]}, "cp -t ~ .bashrc", True),
    ({"writes": ["~/.bashrc"]}, "{ echo a; echo b; } > ~/.bashrc", True),
    ({"writes": ["*.c"]}, "sed -i s/a/b/ x.c", True),
    ({"writes": ["*.c"]}, "sed s/a/b/ x.c", False),
    ({"writes": ["/dev/sd*"]}, "dd if=x of=/dev/sda", True),
    ({"writes": ["out"]}, "curl -Lo out u", True),
    ({"writes": {"outside": "$WORKSPACE"}}, "make > /dev/null 2>&1", False),
    ({"writes": {"outside": "$WORKSPACE"}}, "make > ../x", True),
    ({"program": "tee", "writes": "x"}, "tee y; cat > x", False),
    ({"reads": ["~/.ssh/*"]}, "cat < ~/.ssh/id_rsa", True),
    ({"reads": ["~/.ssh/*"]}, "cat ~/.ssh/id_rsa", False),
    # env
    ({"env": {"LD_PRELOAD": "*"}}, "LD_PRELOAD=x.so ls", True),
    ({"env": {"LD_*": "*"}}, "env LD_LIBRARY_PATH=. ls", True),
    ({"env": {"X": "1"}}, "X=2 ls", False),
    ({"env": {"X": "*"}}, "X=$y ls", True),
    ({"env": {"X": "1"}}, "ls X=1", False),
    # stdin_from, args_from
    ({"program": "@shells", "stdin_from": "@network"}, "curl u | tee f | sudo sh", True),
    ({"program": "@shells", "stdin_from": "@network"}, "curl u; ls | sh", False),
    ({"program": "@shells", "stdin_from": "@network"}, "sh x | curl u", False),
    ({"program": "@shells", "args_from": "curl"}, "bash <(curl u)", True),
    ({"program": "@shells", "args_from": "curl"}, 'sh -c "$(curl u)"', True),
    # via, nested
    ({**RM, "via": ["xargs"]}, "ls | xargs rm", True),
    ({**RM, "via": ["xargs"]}, "rm x", False),
    ({**RM, "via": "direct"}, "rm x", True),
    ({**RM, "nested": False}, "bash -c 'rm x'", False),
    ({**RM, "nested": True}, "bash -c 'rm x'", True),
    # kinds
    ({"kinds": ["dynamic-name", "shell-string"]}, "$X y", True),
    ({"kinds": ["dynamic-name"]}, "ls $X", False),
    ({**RM, "kinds": ["dynamic-name"]}, "rm x; $X", True),
    ({"kinds": ["unparsable"]}, "echo 'x", True),
    # not
    ({"program": "npm", "not": {"sub": ["run|test"]}}, "npm install", True),
    ({"program": "npm", "not": {"sub": ["run|test"]}}, "npm test", False),
    ({"program": "npm", "not": {"sub": ["run|test"]}}, "npm test; npm install", True),
]


@pytest.mark.parametrize(("rule", "command", "wanted"), KEYS)
def test_each_key_means_what_it_says(rule: Any, command: str, wanted: bool) -> None:
    assert holds(rule, command) is wanted


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("echo " + "x " * 40_000, "too long"),
        ("$(" * 500 + "rm x" + ")" * 500, "too long or too deep"),
        ("ls\0", ""),
    ],
    ids=["too long", "too deep", "NUL"],
)
def test_a_command_that_is_not_taken_apart_to_its_end_is_unsure(command: str, says: str) -> None:
    """It is never "runs nothing": every rule that blocks applies, unless it says skip."""
    assert holds(RM, command)
    assert not holds({**RM, "unsure": "skip"}, command)
    subject = match.subject(events.get("beforeShellExecution"), {"command": command})
    assert says in match.hit({"shell": RM}, subject)


def test_several_alternatives_are_several_rules() -> None:
    rules = [RM, {"program": "git", "sub": ["push"]}]
    assert holds(rules, "git push")
    assert not holds(rules, "git rm x")


TOOLS = ["bash", "Bash", "invoke_cmd_line", "run_shell_command", "run_in_terminal", "sh"]
TOOLS += ["mcp__x__bash", "plugin__x__run_command", "functions.shell", "local_shell", "my-terminal"]


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("key", ["command", "cmd", "CommandLine"])
def test_the_command_of_a_shell_tool_is_looked_at_in_preToolUse(tool: str, key: str) -> None:  # noqa: N802 - the event's name
    payload = {"tool_id": tool, "tool_input": {key: "ls; rm x"}}
    assert holds(RM, None, "preToolUse", **payload)
    named = {"tool_name": tool, "tool_input": {key: "ls; rm x"}}
    assert holds(RM, None, "preToolUse", **named)


@pytest.mark.parametrize("tool", ["write_file", "search", "commander", "ask_bashful"])
def test_the_text_of_another_tool_is_no_command(tool: str) -> None:
    payload = {"tool_id": tool, "tool_input": {"command": "rm x"}}
    assert not holds(RM, None, "preToolUse", **payload)
    assert holds({**RM, "in": "tool_input.command"}, None, "preToolUse", **payload)


def test_a_command_that_is_a_list_of_words_is_one_command() -> None:
    payload = {"tool_id": "shell", "tool_input": {"command": ["bash", "-lc", "ls; rm x"]}}
    assert holds(RM, None, "preToolUse", **payload)
    payload = {"tool_id": "shell", "tool_input": {"command": ["echo", "x; rm x"]}}
    assert not holds(RM, None, "preToolUse", **payload)


def test_a_command_that_is_no_text_is_unsure() -> None:
    payload = {"tool_id": "shell", "tool_input": {"command": {"a": 1}}}
    assert holds(RM, None, "preToolUse", **payload)
    assert not holds({**RM, "unsure": "skip"}, None, "preToolUse", **payload)
    assert not holds(RM, None, "preToolUse", tool_id="shell", tool_input={})
    assert not holds(RM, None)


@pytest.mark.parametrize(
    ("language", "command", "rule", "wanted"),
    [
        ("powershell", "Remove-Item -Recurse -Force x", {"program": "@delete"}, True),
        ("powershell", "remove-item x", {"program": "Remove-Item"}, True),
        ("powershell", "Get-ChildItem | Remove-Item", {"program": "@delete"}, True),
        ("powershell", "Write-Output 'Remove-Item'", {"program": "@delete"}, False),
        ("cmd", "DEL x", {"program": "@delete"}, True),
        ("cmd", "dir & rd /s /q x", {"program": "@delete", "flags": {"all": ["/s", "/q"]}}, True),
        ("cmd", "echo del", {"program": "@delete"}, False),
    ],
)
def test_the_language_may_be_said_by_the_rule_the_payload_or_the_tool(
    language: str, command: str, rule: dict[str, Any], wanted: bool
) -> None:
    assert holds({**rule, "language": language}, command) is wanted
    assert holds(rule, command, shell=language) is wanted
    payload = {"tool_id": language, "tool_input": {"command": command}}
    assert holds(rule, None, "preToolUse", **payload) is wanted


def test_the_directory_of_a_command_is_that_of_the_tool_or_the_payload() -> None:
    rule = {"program": "rm", "path": {"outside": "build"}}
    assert holds(rule, "rm x")
    assert not holds(rule, "rm x", cwd="/ws/p/build")
    payload = {"tool_id": "bash", "tool_input": {"command": "rm x", "workdir": "build"}}
    assert not holds(rule, None, "preToolUse", **payload)


def test_a_not_around_a_shell_matcher_is_on_the_safe_side() -> None:
    """`only these` written as `not`: what cannot be known is not one of these."""
    only = {"not": {"shell": {"program": "rm", "path": {"under": "build"}}}}
    for command, wanted in {"rm build/x": False, "rm src": True, "rm $x": True}.items():
        payload = {"command": command, "workspace_root": "/ws/p"}
        subject = match.subject(events.get("beforeShellExecution"), payload)
        assert match.holds(only, subject) is wanted


@pytest.mark.parametrize(
    ("command", "hit"),
    [
        ("rm -rf build", "`rm -rf build`"),
        ("ls | xargs bash -c 'rm -rf \"a b\"'", "`rm -rf 'a b'`, inside bash -c, inside xargs"),
        ("echo `rm x`", "`rm x`, inside $(..)"),
        ("sudo rm x", "`rm x`, inside sudo"),
        ("rm 'a\nb\x1b[2J'", "`rm 'a\\nb\\x1b[2J'`"),
    ],
)
def test_a_hit_names_the_command_and_the_way_to_it(command: str, hit: str) -> None:
    subject = match.subject(events.get("beforeShellExecution"), {"command": command})
    assert match.hit({"shell": RM}, subject) == hit


def test_a_hit_names_what_feeds_a_shell_and_what_is_not_known() -> None:
    event = events.get("beforeShellExecution")
    fed = match.subject(event, {"command": "curl u | sh"})
    rule = {"shell": {"program": "@shells", "stdin_from": "@network"}}
    assert match.hit(rule, fed) == "`sh`, fed by `curl u`"
    unsure = match.subject(event, {"command": "rm $x", "workspace_root": "/ws/p"})
    assert match.hit({"shell": OUTSIDE}, unsure) == "`rm $x` (not all of it can be known)"
