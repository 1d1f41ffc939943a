"""Options made comparable, so that a rule does not have to know every spelling."""

from __future__ import annotations

import shlex

import pytest

from hooks_cli.shell import flag_table, flags
from hooks_cli.shell.model import Word


def parsed(command: str, shell: str = "bash") -> flags.Parsed:
    name, *words = shlex.split(command) if shell == "bash" else command.split()
    return flags.parse(name, [Word("literal", word) for word in words], shell)


@pytest.mark.parametrize(
    ("entry", "yes", "no"),
    [
        (
            "-r|-R|--recursive",
            "rm -r x, rm -rf x, rm -fr x, rm -Rf x, rm --recursive x, rm x -rf, rm --recurs x",
            "rm -f x, rm -- -rf, rm x, rm --recurse-not x",
        ),
        ("--force", "rm -f x, rm -rf x, rm --forc x, git push -fu origin main", "rm -r x"),
        (
            "-f",
            "git push --force, git push -uf, git -C d push -f",
            "git push -o f, git commit -m -f",
        ),
        ("-n", "git commit -nm x, git push --dry-run", "git commit -m -n, git commit -mn x"),
        ("--force", "git push --force", "git push --force-with-lease, git push --force-w"),
        (
            "--force-with-lease",
            "git push --force-w, git push --force-with-lease=main",
            "git push -f",
        ),
        (
            "-o|--output=*",
            "curl -o x u, curl -Lo x u, curl --output=x u, curl --output x u",
            "curl u",
        ),
        ("--output=out", "curl -o out u, curl -Loout u, curl --output out u", "curl -o in u"),
        ("-delete", "find . -delete, find . -name x -delete", "find . -name -delete"),
        ("-d", "docker compose up -d", "find . -delete"),
        (
            "-v",
            "docker compose down -v, docker compose -f a.yml down --volumes",
            "docker compose down",
        ),
        ("-auto-approve", "terraform apply -auto-approve", "terraform plan -out x"),
        (
            "-x",
            "tar xf a.tar, tar -xf a.tar, tar --extract -f a.tar",
            "tar cf a.tar x, tar tf a.tar",
        ),
        ("-C", "tar xf a.tar -C /", "tar xf a.tar"),
        ("-x", "unheard-of -x, unheard-of -ax", "unheard-of --max, unheard-of x, unheard-of -x1y"),
        (
            "--long",
            "unheard-of --long, unheard-of --long=1",
            "unheard-of --longer, unheard-of --lon",
        ),
        ("-c", "psql -c 'select 1', psql -h db -c x", "psql -f c"),
        (
            "-c=*DROP *",
            "psql -c 'DROP TABLE x', psql --command='DROP TABLE x'",
            "psql -c 'select 1'",
        ),
    ],
)
def test_an_option_is_found_in_every_spelling(entry: str, yes: str, no: str) -> None:
    for command in yes.split(", "):
        assert flags.has(parsed(command), entry), command
    for command in no.split(", "):
        assert not flags.has(parsed(command), entry), command


@pytest.mark.parametrize(
    ("command", "operands"),
    [
        ("rm -rf a b", "a b"),
        ("rm -- -rf", "-rf"),
        ("rm a -f b", "a b"),
        ("git -C d -c a.b=c push -u origin main", "push origin main"),
        ("git commit -m x -- y", "commit y"),
        ("npm --prefix web install", "install"),
        ("docker compose -f x.yml down -v", "compose down"),
        ("kubectl -n prod delete pod x", "delete pod x"),
        ("git push origin +main", "push origin +main"),
        ("sudo -u me ls -l", "ls -l"),
        ("cat -", "-"),
        ("tar xf a.tar b", "b"),
        ("python3 -m pip install x", "install x"),
        ("terraform -chdir=infra destroy", "destroy"),
    ],
)
def test_operands_are_what_is_left(command: str, operands: str) -> None:
    assert " ".join(word.text for word in parsed(command).operands) == operands


def test_a_word_that_is_not_known_is_an_operand_unless_its_beginning_tells() -> None:
    words = [Word("unknown", "$x"), Word("unknown", '"--file=$x"')]
    found = flags.parse("rm", words)
    assert [word.text for word in found.operands] == ["$x"]
    assert [flag.name for flag in found.flags] == ["--file"]


def test_letters_out_of_a_bundle_of_an_unknown_program_count_only_loosely() -> None:
    found = parsed("unheard-of -ax")
    assert flags.has(found, "-x")
    assert not flags.has(found, "-x", loosely=False)
    assert flags.has(found, "-ax", loosely=False)


@pytest.mark.parametrize(
    ("command", "shell", "entry", "wanted"),
    [
        ("Remove-Item -Recurse -Force x", "powershell", "-recurse", True),
        ("Remove-Item -Rec x", "powershell", "-Recurse", True),
        ("Remove-Item x", "powershell", "-Recurse", False),
        ("rd /S /q x", "cmd", "/s", True),
        ("rd x", "cmd", "/s", False),
    ],
)
def test_windows_has_options_of_its_own(command: str, shell: str, entry: str, wanted: bool) -> None:
    assert flags.has(parsed(command, shell), entry) is wanted


def test_every_row_can_be_read_and_names_no_option_twice() -> None:

    for name, (letters, _longs, same, marks) in flag_table.TABLE.items():
        assert len(set(letters)) == len(letters), name
        assert set(marks.split()) <= {"words", "first", "old", "short"}, name
        every = [option for options in same.split() for option in options.split("|")]
        assert len(set(every)) == len(every), name
    for name, other in flag_table.LIKE.items():
        assert name not in flag_table.TABLE, name
        assert other in flag_table.TABLE, name
