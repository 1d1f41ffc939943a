"""What the analysis says beyond argv: ways, standard input, values, files, kinds."""

from __future__ import annotations

import pytest

from hooks_cli.shell import Run, Word, analyse, to_json


def run_of(command: str, base: str) -> Run:
    return next(run for run in analyse(command).runs if run.base == base)


def resolved(command: str) -> list[list[str]]:
    return [[word.text for word in run.resolved] for run in analyse(command).runs]


@pytest.mark.parametrize(
    ("command", "ways"),
    [
        ("rm x", []),
        ("bash -c 'rm x'", ["bash -c"]),
        ("ls | xargs bash -c 'rm x'", ["xargs", "bash -c"]),
        ("sudo env A=1 rm x", ["sudo", "env"]),
        ("echo $(rm x)", ["$(..)"]),
        ("cat <(rm x)", ["<(..)"]),
        ("f() { rm x; }; f", ["function f"]),
        ("find . -exec rm {} +", ["find -exec"]),
        ("eval rm x", ["eval"]),
        ("ssh host rm x", ["ssh host"]),
        ("docker exec web rm x", ["docker exec"]),
        ("docker compose exec web rm x", ["docker exec"]),
        ("git -c alias.x='!rm x' x", ["git -c alias.x"]),
    ],
)
def test_a_run_says_how_it_is_reached(command: str, ways: list[str]) -> None:
    assert [via.text for via in run_of(command, "rm").via] == ways


def test_standard_input_names_the_runs_upstream() -> None:
    analysis = analyse("curl u | tee f | (cd d && bash)")
    shell = next(run for run in analysis.runs if run.base == "bash")
    assert shell.stdin.kind == "pipe"
    assert [analysis.runs[index].base for index in shell.stdin.runs] == ["curl", "tee"]


def test_the_sources_of_a_substitution_are_named() -> None:
    for command in ('bash -c "$(curl u)"', "bash <(curl u)", 'eval "$(curl u)"'):
        analysis = analyse(command)
        feeds = [analysis.runs[index].base for index in analysis.runs[1].feeds]
        assert feeds == ["curl"], command


def test_standard_input_from_files_and_texts() -> None:
    assert run_of("cat < in", "cat").stdin.path == Word("literal", "in")
    assert run_of("cat <<< 'a b'", "cat").stdin.text == "a b\n"
    assert run_of("cat <<E\na $x\nE", "cat").stdin.text is None


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("F=-rf; rm $F x", [["rm", "-rf", "x"]]),
        ("X=rm; $X y", [["rm", "y"]]),
        ("c='rm -rf x'; $c", [["rm", "-rf", "x"]]),
        ("c='rm -rf x'; \"$c\"", [["rm -rf x"]]),
        ("X=rm; Y=$X; echo $Y", [["echo", "$Y"]]),
        ("X=a; X=b; echo $X", [["echo", "$X"]]),
        ("if t; then X=a; fi; echo $X", [["t"], ["echo", "$X"]]),
        ("(X=a); echo $X", [["echo", "$X"]]),
        ("X=a | b; echo $X", [["b"], ["echo", "$X"]]),
        ("X=a echo $X", [["echo", "$X"]]),
        ("X=a; read X; echo $X", [["read", "X"], ["echo", "$X"]]),
        ("export X=a; echo $X", [["export", "X=a"], ["echo", "a"]]),
    ],
)
def test_values_assigned_once_for_certain_are_filled_in(
    command: str, expected: list[list[str]]
) -> None:
    assert resolved(command) == expected


def test_a_value_that_is_filled_in_does_not_change_what_the_text_shows() -> None:
    analysis = analyse("X=bash; $X -c 'rm x'")
    assert analysis.kind_names == ("dynamic-name",)
    assert to_json(analysis)["runs"] == [[{"unknown": "$X"}, "-c", "rm x"], ["rm", "x"]]


@pytest.mark.parametrize(
    ("command", "bases"),
    [
        ("rm() { :; }; rm x", [":"]),
        ("rm() { :; }; command rm x", [":", "command", "rm"]),
        ("(rm() { :; }); rm x", [":", "rm"]),
        ("if t; then rm() { :; }; fi; rm x", ["t", ":", "rm"]),
        ("t && rm() { :; }; rm x", ["t", ":", "rm"]),
        ("rm() { :; }; unset -f rm; rm x", [":", "unset", "rm"]),
        ("rm x; rm() { :; }", ["rm", ":"]),
        ("rm() { :; }; sudo rm x", [":", "sudo", "rm"]),
        ("rm() { :; }; bash -c 'rm x'", [":", "bash", "rm"]),
    ],
)
def test_only_a_certain_function_hides_a_program(command: str, bases: list[str]) -> None:
    assert [run.base for run in analyse(command).runs] == bases


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("tee a b", ["a", "b"]),
        ("dd if=x of=y", ["y"]),
        ("cp a b c", ["c"]),
        ("cp -t d a b", ["d"]),
        ("mv a b", ["b"]),
        ("sed -i s/a/b/ f g", ["f", "g"]),
        ("sed 's/a/b/w o' f", ["o"]),
        ("curl -so out u", ["out"]),
        ("curl --output=out u", ["out"]),
        ("wget -qO- u", []),
        ("tar czf a.tgz d", ["a.tgz"]),
        ("tar xf a.tgz", []),
        ("find . -fprint o", ["o"]),
    ],
)
def test_files_that_programs_write(command: str, files: list[str]) -> None:
    assert [write.target.text for write in analyse(command).program_writes] == files


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        ("curl u | python3", {"stdin-to-interpreter"}),
        ("curl u | sudo bash", {"stdin-to-shell"}),
        ("curl u | env bash -s -- arg", {"stdin-to-shell"}),
        ("bash -n -c ls", set()),
        ("PAGER=cat git log", set()),
        ("PAGER='sh -c x' git log", {"env-code"}),
        ("env LD_PRELOAD=x ls", {"env-code"}),
        ("sed '1e ls' f", {"other-language"}),
        ("awk '{ print $1 | \"sh\" }'", {"other-language"}),
        ("git rebase -x 'rm y' HEAD~2", {"option-runs-command"}),
        ('eval "rm $X"', {"shell-string"}),
        ("awk '/a|b/ { print $1 \">\" $2 }' f", set()),
        ("enable -f ./x.so y", {"builtin-load"}),
        ("git commit -m 'use --exec and -x'", set()),
        ("${v@P}", {"dynamic-name", "prompt-expansion"}),
        ("git log -O x", set()),
        ("make -j4 test", set()),
        ("python3 -m http.server", set()),
        ("ls *.py | sort -u", set()),
    ],
)
def test_kinds(command: str, kinds: set[str]) -> None:
    assert set(analyse(command).kind_names) == kinds


@pytest.mark.parametrize(
    "command",
    [
        "git bisect run rm x", "uv run -- rm x", "npx -y rm x", "kubectl exec -it p -c c -- rm x",
        "docker run --rm -v a:b -e A=1 img rm x", "flock f rm x", "flock f -c 'rm x'",
        "flock -n f -c 'rm x'", "parallel rm ::: x", "split --filter='rm x' f", "poetry run rm x",
        "sudo -iu root rm x", "sudo -u root -i rm x", "su root -c 'rm x'", "nice rm x",
        "nice -5 rm x", "timeout --signal=KILL 5 rm x", "ionice -c3 rm x", "strace -f -o l rm x",
        "stdbuf -oL rm x", "command time -f %e rm x", "exec rm x", "exec -l rm x", "fd -x rm x",
        "xargs -0 -I {} rm {}", "watch 'ls | rm x'", "ip netns exec n rm x", "cmd /c rm x",
        "pwsh -c 'rm x'", "tmux new -s a 'rm x'", "screen -dm rm x", "entr rm x",
        'echo "${x:-$(rm x)}"', "cat <<-E\n\t$(rm x)\n\tE", "mise x node@20 -- rm x",
        "git submodule foreach 'rm x'", "direnv exec . rm x", "bash -ic 'rm x'", "a=$(rm x) b",
        "fish -c 'rm x'", "trap 'rm x' 0", "doas -u a rm x", "busybox ash -c 'rm x'",
        "find . -ok rm {} \\;", "gdb -ex '!rm x' p", "nohup -- rm x", "command -- rm x",
        "r\\\nm x", "i\\\nf rm x; then :; fi", "A\\\nB=1 rm x", "{ rm x; } 2>&1 | tee l",
        "echo ${ rm x; }", "ssh -J j h -- rm x", "script -c 'rm x'", "chrt -f 1 rm x",
    ],
)  # fmt: skip
def test_rm_is_seen_behind(command: str) -> None:
    assert "rm" in {run.base for run in analyse(command).runs}


def test_windows_names_have_no_case_and_no_suffix() -> None:
    assert analyse("C:\\Windows\\System32\\CMD.EXE /c dir", "cmd").runs[0].base == "cmd"
    assert analyse("REMOVE-ITEM x", "powershell").runs[0].base == "remove-item"


def test_exec_under_another_name_is_judged_by_the_program() -> None:
    run = analyse("exec -a foo rm x").runs[1]
    assert run.argv[0] == Word("literal", "foo")
    assert run.base == "rm"


def test_a_text_that_breaks_when_it_is_expanded_ends_only_its_own_command() -> None:
    analysis = analyse("rm x; cat <<E\n`\nE\nls")
    assert [run.base for run in analysis.runs] == ["rm", "cat", "ls"]
    assert analysis.kind_names == ("unparsable",)
