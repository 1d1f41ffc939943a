"""The forms of a path and the patterns that they are compared with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import globs, paths
from hooks_cli.paths import HOLE

WORKSPACE = "/ws/p"
PLACES = paths.Places(WORKSPACE, "/home/u", ("/tmp",))


def judged(
    test: Any, path: str, base: str = WORKSPACE, places: paths.Places = PLACES, **options: Any
) -> bool | None:
    """Return what a test says about a path."""
    target = paths.Target(path, (base,) if base else (), **options)
    return globs.holds(globs.compile_test(test, places), paths.forms(target, places.home))


PATTERNS = [
    # a name at any depth
    (".env", [".env", "a/.env", "/ws/p/a/b/.env", "/other/.env"], [".env.local", "a.env", "env"]),
    (".env*", [".env", "a/.env.local"], ["a.env"]),
    ("*.pem", ["k.pem", "a/b/k.pem"], ["k.pem.txt", "pem"]),
    ("build", ["build", "build/x/y", "a/build/x", "src/../build/x"], ["builds", "build/../src"]),
    ("build/", ["build/x", "a/build"], ["rebuild"]),
    # relative to the workspace
    ("src/*.py", ["src/a.py", "./src/a.py", "/ws/p/src/a.py"], ["lib/src/a.py", "src/x/a.py"]),
    ("src/**/*.py", ["src/a.py", "src/x/a.py", "src/x/y/a.py"], ["src/a.txt", "a.py"]),
    ("/etc", ["/etc/passwd", "../../etc/passwd", "/etc"], ["etc", "/etcetera"]),
    ("../q/x", ["/ws/q/x", "../q/x/y"], ["q/x"]),
    # any depth, with more than one part
    ("**/a/b", ["a/b", "x/a/b", "x/y/a/b/c"], ["a/x/b"]),
    ("**/secrets/**", ["secrets/x", "a/secrets/b/c"], ["secret/x"]),
    # places
    ("~/.ssh", ["~/.ssh/id", "/home/u/.ssh", "/home/u/.ssh/x"], ["/home/v/.ssh", ".ssh"]),
    ("$HOME/.ssh/**", ["~/.ssh/id", "~/.ssh"], ["/root/.ssh/id"]),
    ("$WORKSPACE/a", ["a", "a/b"], ["b/a"]),
    ("$TMP/x", ["/tmp/x"], ["x"]),
    # characters
    ("a?c", ["abc"], ["ac", "a/c"]),
    ("a[bc]d", ["abd", "acd"], ["aed"]),
    ("a[!b]d", ["acd"], ["abd"]),
    ("a[b-d]e", ["ace"], ["aee"]),
    ("a[b", ["a[b"], ["ab"]),
    ("*.{pem,key}", ["x.pem", "x.key"], ["x.crt"]),
    ("{a", ["{a"], ["a"]),
    # what was said later counts
    (["*.env", "!ok.env"], ["no.env"], ["ok.env"]),
    (["!a", "a"], ["a"], ["b"]),
    # URLs, Windows
    ("/etc/passwd", ["file:///etc/passwd", "file://localhost/etc/passwd", "file:/etc/passwd"], []),
    (".env", ["file:///ws/p/%2Eenv", "FILE:///ws/p/.env", "file:///a/%2e%65nv"], ["%2Eenv"]),
    (".env", ["zip:file:/a/b.zip!/.env"], []),
    (".env", ["src\\.env", "C:\\Users\\bob\\.env", "c:/x/.ENV", "file:///C:/x/.env"], ["C:\\env"]),
    (".env", ["C:\\x\\.env. ", "\\\\?\\C:\\x\\.env"], []),
    ("C:/Users/*/x", ["C:\\Users\\bob\\x", "c:/users/bob/x/y"], ["D:/Users/bob/x"]),
    # places, inside and outside
    ({"under": ["src"]}, ["src/a", "src"], ["src/../a", "srcx/a", "a/src"]),
    ({"under": ["$HOME", "/srv"]}, ["~/x", "/srv/x"], ["/srvx"]),
    ({"outside": ["$WORKSPACE"]}, ["/ws/p2/a", "../p2", "~", "/"], ["a", "/ws/p/a", "a/../b"]),
    ({"outside": ["$WORKSPACE/build", "$TMP"]}, ["src", "build/../src"], ["build/x", "/tmp/x"]),
    ({"outside": ["$WORKSPACE/**/dist"]}, ["src"], ["a/dist/x", "dist"]),
    ({"glob": "*.c", "under": "src"}, ["src/a.c"], ["a.c", "src/a.h"]),
]


@pytest.mark.parametrize(
    ("test", "path", "wanted"),
    [
        (test, path, wanted)
        for test, yes, no in PATTERNS
        for paths_, wanted in ((yes, True), (no, False))
        for path in paths_
    ],
)
def test_a_pattern_fits_these_paths_and_not_those(test: Any, path: str, wanted: bool) -> None:
    assert judged(test, path) is wanted


@pytest.mark.parametrize(
    ("test", "path", "base", "wanted"),
    [
        (".env", f"{HOLE}/.env", "", True),  # whatever the directory, the name is known
        (".env", HOLE, "", None),
        (".env", f"{HOLE}/x", "", None),
        ("~/.ssh", "x", "", None),  # relative to nobody knows what
        ("~/.ssh", f"/home/u/.ssh/{HOLE}", "", True),
        ("~/.ssh", f"/home/{HOLE}", "", None),
        ("~/.ssh", f"/srv/{HOLE}", "", False),  # it has gone another way already
        ("*.pem", f"{HOLE}.pem", "", True),
        ({"outside": "build"}, f"build/{HOLE}", WORKSPACE, False),
        ({"outside": "build"}, f"src/{HOLE}", WORKSPACE, True),
        ({"outside": "build"}, HOLE, WORKSPACE, None),
    ],
)
def test_a_path_of_which_a_part_is_not_known_is_unsure_where_that_matters(
    test: Any, path: str, base: str, wanted: bool | None
) -> None:
    assert judged(test, path, base) is wanted


def test_a_symbolic_link_is_judged_by_its_own_name_and_by_what_it_leads_to(tmp_path: Path) -> None:
    workspace = tmp_path / "ws"
    (workspace / "src").mkdir(parents=True)
    (tmp_path / "secret").mkdir()
    (workspace / "src" / "link").symlink_to(tmp_path / "secret")
    (workspace / "src" / "dead").symlink_to(tmp_path / "gone" / ".env")
    places = paths.Places(str(workspace), "/home/u", ("/nowhere",))

    def said(test: Any, path: str) -> bool | None:
        return judged(test, path, str(workspace), places)

    assert said({"outside": "$WORKSPACE"}, "src/link/file") is True
    assert said({"under": "$WORKSPACE"}, "src/link/file") is True  # any form will do
    assert said(str(tmp_path / "secret"), "src/link/new/file") is True
    assert said("src/link", "src/link/file") is True
    assert said(".env", "src/dead") is True
    # The kernel resolves the link before it goes up.
    assert said("x", "src/link/../x") is True
    assert said({"outside": "$WORKSPACE"}, "src/link/../x") is True
    assert said({"outside": "$WORKSPACE"}, "src/x") is False


def test_the_workspace_itself_may_be_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "short").symlink_to(tmp_path / "real")
    places = paths.Places(str(tmp_path / "short"), "/home/u", ("/nowhere",))
    for path in ("a", str(tmp_path / "short" / "a"), str(tmp_path / "real" / "a")):
        assert judged({"outside": "$WORKSPACE"}, path, places.workspace, places) is False
        assert judged("$WORKSPACE/a", path, places.workspace, places) is True


def test_inside_a_not_all_forms_must_fit(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "link").symlink_to("/etc")
    places = paths.Places(str(tmp_path), "/home/u", ("/nowhere",))
    found = paths.forms(paths.Target("docs/link", (str(tmp_path),)), places.home)
    test = globs.compile_test({"under": "docs"}, places)
    assert globs.holds(test, found) is True
    assert globs.holds(test, found, every=True) is False


def test_another_name_of_the_same_file_is_found_by_its_identity(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("x")
    os.link(tmp_path / "secret.txt", tmp_path / "innocent.txt")
    places = paths.Places(str(tmp_path), "/home/u", ("/nowhere",))
    assert judged("$WORKSPACE/secret.txt", "innocent.txt", str(tmp_path), places) is True


def test_a_loop_of_links_is_unsure(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    places = paths.Places(str(tmp_path), "/home/u", ("/nowhere",))
    assert judged("x", "a/y", str(tmp_path), places) is None
    assert judged("a", "a/y", str(tmp_path), places) is True


@pytest.mark.parametrize("path", ["a" * 5000, "x/" * 3000])
def test_a_path_that_is_too_long_for_the_system_is_unsure(path: str) -> None:
    assert judged("never", path) is None


def test_a_workspace_among_temporary_files_is_no_temporary_file() -> None:
    places = paths.Places("/tmp/ws", "/home/u", ("/tmp",))
    test = {"outside": ["$TMP", "$WORKSPACE/build"]}
    assert judged(test, "src", "/tmp/ws", places) is True
    assert judged(test, "build/x", "/tmp/ws", places) is False
    assert judged(test, "/tmp/other", "/tmp/ws", places) is False


def test_how_the_directories_above_the_workspace_are_called_does_not_count() -> None:
    places = paths.Places("/home/u/build/p", "/home/u", ("/tmp",))
    assert judged("build", "src/a", "/home/u/build/p", places) is False
    assert judged("build", "build/a", "/home/u/build/p", places) is True
    assert judged("build", "/home/u/build/q", "/home/u/build/p", places) is True


def test_a_quoted_tilde_is_a_name() -> None:
    assert judged("~/.ssh", "~/.ssh", tilde=False) is False
    assert judged("~/.ssh", "~/.ssh", tilde=True) is True


def test_the_file_system_is_asked_whether_case_counts(tmp_path: Path) -> None:
    """On a file system where it does, two names that differ in case are two files."""
    (tmp_path / "Name").write_text("")
    blind = (tmp_path / "nAME").exists()
    assert paths.case_blind(str(tmp_path / "Name")) is blind
    assert paths.case_blind(str(tmp_path / "Name" / "not" / "there")) is blind
    places = paths.Places(str(tmp_path), "/home/u", ("/nowhere",))
    assert judged("name", "Name", str(tmp_path), places) is blind


def test_a_pattern_takes_a_time_that_is_bounded_by_the_lengths() -> None:
    pattern = "*a" * 60 + "b"
    assert judged(pattern, "a" * 240) is False


@pytest.mark.parametrize(
    ("value", "pointer", "says"),
    [
        (7, "", "a pattern"),
        ([], "", "a pattern"),
        ("", "", "a pattern"),
        ("!", "", "a pattern"),
        ({}, "", "at least one"),
        ({"glob": "a", "undr": "b"}, "/undr", 'did you mean "under"'),
        ({"under": [1]}, "/under", "a pattern"),
        ({"glob": "a", "unsure": True}, "/unsure", "match"),
        ("$PWD/x", "", "unknown place"),
        ("a\0b", "", "NUL"),
    ],
)
def test_a_mistake_is_named_at_its_place(value: Any, pointer: str, says: str) -> None:
    found = list(globs.mistakes(value))
    assert [where for where, _ in found] == [pointer]
    assert says in found[0][1]


@pytest.mark.parametrize("value", [".env", ["a", "!b"], "/", {"outside": "/"}, {"glob": "~"}])
def test_these_are_tests_of_paths(value: Any) -> None:
    assert list(globs.mistakes(value)) == []
