"""Starting a program: each reason why it cannot be started is told with its remedy."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from hooks_cli.spawn import DEFAULT_PATH, CannotRun, clean_path, resolve_program, spawn

ROOT = Path(__file__).resolve().parent.parent

Refused = Callable[..., str]
Script = Callable[..., str]


@pytest.fixture
def null() -> Iterator[int]:
    """Open the null device for the streams of a program."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    yield descriptor
    os.close(descriptor)


@pytest.fixture
def refused(null: int) -> Refused:
    """Return the message for a program that must not start, having checked that we are back."""

    def call(argv: Sequence[str], env: Mapping[str, str] | None = None, cwd: str = "/") -> str:
        before = Path.cwd()
        with pytest.raises(CannotRun) as caught:
            spawn(argv, env or {}, cwd, (null, null, null))
        assert Path.cwd() == before
        assert caught.value.detail == str(caught.value)
        assert caught.value.detail.isprintable()
        return caught.value.detail

    return call


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Write an executable script and return its path."""

    def write(content: bytes, mode: int = 0o755, name: str = "guard.sh") -> str:
        path = tmp_path / name
        path.write_bytes(content)
        path.chmod(mode)
        return str(path)

    return write


def test_program_starts_in_its_directory_and_we_come_back(null: int, tmp_path: Path) -> None:
    """The child has argument, environment and directory; our own directory is as before."""
    before = Path.cwd()
    argv = ["/bin/sh", "-c", 'echo "$1 $V" >here; exit 7', "sh", "one"]
    pid = spawn(argv, {"V": "two"}, str(tmp_path), (null, null, null))
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
    assert (tmp_path / "here").read_text() == "one two\n"
    assert Path.cwd() == before


def test_h23_missing_program(refused: Refused, tmp_path: Path) -> None:
    """The program itself is named."""
    path = str(tmp_path / "guard")
    assert refused([path]) == (
        f"{path}: the program does not exist (ENOENT); correct the path or install it"
    )


def test_missing_interpreter(refused: Refused, script: Script) -> None:
    """Not the script is missing but its interpreter, whatever the system says."""
    path = script(b"#!/opt/none/python3 -I\nexit\n")
    message = refused([path])
    assert message.startswith(f"{path}: its interpreter /opt/none/python3 does not exist (ENOENT)")
    assert "install" in message


@pytest.mark.parametrize("line", [b"#! \t/opt/none/x\t-e\n", b"#!/opt/none/x"])
def test_missing_interpreter_in_odd_first_lines(
    refused: Refused, script: Script, line: bytes
) -> None:
    """Blanks around it, or no end of line, do not hide the interpreter."""
    assert "its interpreter /opt/none/x does not exist" in refused([script(line)])


def test_relative_interpreter(refused: Refused, script: Script, tmp_path: Path) -> None:
    """A relative interpreter is looked up in the working directory, as the system does."""
    path = script(b"#!tool\n")
    assert "its interpreter tool does not exist" in refused([path], cwd=str(tmp_path))


def test_interpreter_that_is_not_executable(
    refused: Refused, script: Script, tmp_path: Path
) -> None:
    """The exec bit that lacks is that of the interpreter."""
    inner = script(b"", 0o644, "inner")
    message = refused([script(f"#!{inner}\n".encode())])
    assert f"its interpreter {inner} is not executable (EACCES)" in message
    message = refused([script(f"#!{tmp_path}\n".encode())])
    assert f"its interpreter {tmp_path} is not executable" in message


def test_m09_crlf_in_the_first_line(refused: Refused, script: Script) -> None:
    """Windows line endings are recognised, with the command that converts them."""
    path = script(b"#!/bin/sh\r\nexit 2\r\n")
    assert refused([path]) == (
        f"{path}: its first line ends in CRLF, a Windows line ending (ENOENT); "
        f"convert it with sed -i 's/\\r$//' {path}"
    )


def test_h23_no_exec_bit(refused: Refused, script: Script) -> None:
    """The message holds the command to copy, quoted where it must be."""
    path = script(b"#!/bin/sh\n", 0o644)
    assert refused([path]) == f"{path}: it is not executable (EACCES); run chmod +x {path}"
    path = script(b"#!/bin/sh\n", 0o644, "a b'c.sh")
    message = refused([path])
    command = message.partition("; run ")[2]
    subprocess.run(["/bin/sh", "-c", command], check=True)
    assert os.access(path, os.X_OK)


def test_no_shebang(refused: Refused, script: Script) -> None:
    """A text without a first line for the system is not run by a shell on a guess."""
    message = refused([script(b"exit 0\n")])
    assert (
        'it does not start with "#!" (ENOEXEC); begin it with a line such as #!/bin/sh' in message
    )


def test_blank_line_before_the_shebang(refused: Refused, script: Script) -> None:
    """The mark counts only at the very start."""
    assert 'it does not start with "#!"' in refused([script(b"\n#!/bin/sh\n")])


def test_shebang_without_interpreter(refused: Refused, script: Script) -> None:
    """A mark with nothing behind it is told apart."""
    assert 'nothing follows the "#!" (ENOEXEC)' in refused([script(b"#!\nexit 0\n")])


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])
def test_byte_order_mark(refused: Refused, script: Script, mark: bytes) -> None:
    """A byte order mark before the first line is named."""
    message = refused([script(mark + b"#!/bin/sh\nexit 2\n")])
    assert "byte order mark (BOM)" in message
    assert "save it as UTF-8 without BOM" in message


def test_empty_script(refused: Refused, script: Script) -> None:
    """An empty guard cannot run; a shell would take it for an allow."""
    assert "it is empty (ENOEXEC)" in refused([script(b"")])


def test_binary_of_another_system(refused: Refused, script: Script) -> None:
    """A program that is no text is not blamed for a missing first line."""
    message = refused([script(b"\xfe\xed\xfa\xcf\0\0\0\0" * 20)])
    assert "it was not built for this system (ENOEXEC)" in message


def test_directory(refused: Refused, tmp_path: Path) -> None:
    """A directory is no program."""
    assert f"{tmp_path}: it is a directory (EACCES)" in refused([str(tmp_path)])


def test_pipe_as_a_program(refused: Refused, tmp_path: Path) -> None:
    """A named pipe is refused without waiting for it."""
    os.mkfifo(tmp_path / "pipe", 0o755)
    assert "it is not a regular file (EACCES)" in refused([str(tmp_path / "pipe")])


def test_file_as_a_directory(refused: Refused, script: Script) -> None:
    """A path through a file is explained."""
    assert "Not a directory (ENOTDIR)" in refused([script(b"") + "/guard"])


def test_program_open_for_writing(refused: Refused, script: Script) -> None:
    """A program that is being written cannot run."""
    path = script(b"#!/bin/sh\n")
    with open(path, "ab"):
        assert "it is open for writing (ETXTBSY)" in refused([path])


def test_symlinks(refused: Refused, tmp_path: Path) -> None:
    """A loop and a dangling link are told apart from a missing file."""
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert "its symlinks form a loop (ELOOP)" in refused([str(tmp_path / "a")])
    (tmp_path / "c").symlink_to("nothing here")
    assert "links to nothing here, which does not exist (ENOENT)" in refused([str(tmp_path / "c")])


def test_h22_working_directory(refused: Refused, script: Script, tmp_path: Path) -> None:
    """A missing directory, a file in its place and a name that cannot be are named."""
    gone = str(tmp_path / "gone")
    message = refused(["/bin/true"], cwd=gone)
    assert message.startswith(f"working directory {gone}: No such file or directory (ENOENT)")
    file = script(b"")
    assert f"{file}: Not a directory (ENOTDIR)" in refused(["/bin/true"], cwd=file)
    assert "not a valid path" in refused(["/bin/true"], cwd="/a\0b")


def test_arguments_and_environment_that_are_too_big(refused: Refused) -> None:
    """The one that is too big is named, but not shown."""
    big = "secret" * 30000
    message = refused(["/bin/true", "a", big])
    assert message == "/bin/true: argument 2 is too big (E2BIG); pass data on standard input"
    message = refused(["/bin/true"], {"NAME": big})
    assert "environment variable NAME is too big (E2BIG)" in message
    message = refused(["/bin/true", *["x" * 131000] * 40])
    assert "arguments and environment together are too big (E2BIG)" in message


@pytest.mark.parametrize(
    ("argv", "env", "expected"),
    [
        (["/bin/true", "a\0b"], {}, "argument 1 contains a NUL character; remove it"),
        (["/bin/true", "\ud800"], {}, "argument 1 contains a lone surrogate"),
        (["/bin/true", 1], {}, "argument 1 is not text"),
        (["/bin/true"], {"A=B": "c"}, "environment name 'A=B' is empty or contains \"=\""),
        (["/bin/true"], {"": "c"}, "environment name '' is empty"),
        (["/bin/true"], {"A\0": "c"}, "environment name 'A\\x00' contains a NUL character"),
        (["/bin/true"], {"A": "se\0cret"}, "environment variable A contains a NUL character"),
        (["/bin/true"], {"A": "\ud800"}, "environment variable A contains a lone surrogate"),
        (["/bin/true"], {"A": 1}, "environment variable A is not text"),
        ([], {}, "the command is empty; name a program"),
        ([""], {}, "the command is empty; name a program"),
    ],
)
def test_text_that_no_program_can_get(
    refused: Refused, argv: Sequence[str], env: Mapping[str, str] | None, expected: str
) -> None:
    """The place is named; the value is not repeated, since it may be a secret."""
    message = refused(argv, env)
    assert expected in message
    assert "cret" not in message


def test_path_with_control_characters(refused: Refused, tmp_path: Path) -> None:
    """A message stays one line of encodable text, whatever the file is called."""
    message = refused([f"{tmp_path}/a\nb\x1b[31m\udcff"])
    assert "\\n" in message
    message.encode()


def test_system_without_processes_left() -> None:
    """A limit of the system is named as such."""
    code = """
import os, resource, sys
from hooks_cli.spawn import spawn, CannotRun
resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
os.geteuid() or os.setuid(65534)
try:
    spawn(["/bin/true"], {}, "/", (0, 1, 2))
except CannotRun as error:
    print(error.detail)
"""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, timeout=30, check=True
    )
    expected = f"/bin/true: {os.strerror(errno.EAGAIN)} (EAGAIN); end other processes"
    assert result.stdout.decode().startswith(expected)


def test_streams_that_would_overwrite_each_other(null: int) -> None:
    """Descriptors below their target are refused instead of being mixed up."""
    with pytest.raises(CannotRun, match="standard streams are closed"):
        spawn(["/bin/true"], {}, "/", (null, 0, null))


def test_failed_starts_leave_no_descriptor(refused: Refused, script: Script) -> None:
    """Explaining a failure closes what it has opened."""
    path = script(b"exit 0\n")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        refused([path])
    assert len(os.listdir("/proc/self/fd")) == before


# Finding programs.


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (None, DEFAULT_PATH),
        ("", DEFAULT_PATH),
        (":", DEFAULT_PATH),
        (".:bin:./x", DEFAULT_PATH),
        ("/usr/bin:/bin", "/usr/bin:/bin"),
        (":/usr/bin::.:/bin:node_modules/.bin:", "/usr/bin:/bin"),
    ],
)
def test_clean_path(path: str | None, expected: str) -> None:
    """Empty and relative entries go; something usable is always left."""
    assert clean_path(path) == expected


def test_program_named_by_a_path() -> None:
    """A relative path belongs to the base, an absolute one stays as it is."""
    assert resolve_program("./guard.sh", "/conf/dir", "") == "/conf/dir/guard.sh"
    assert resolve_program("hooks/../a b", "/conf", "") == "/conf/a b"
    assert resolve_program("/usr/../bin/sh", "/conf", "") == "/usr/../bin/sh"


def test_symlinks_are_not_followed(tmp_path: Path) -> None:
    """What is trusted is the path as configured."""
    (tmp_path / "link").symlink_to("/bin/sh")
    assert resolve_program("./link", str(tmp_path), "") == str(tmp_path / "link")
    assert resolve_program("link", "/", str(tmp_path)) == str(tmp_path / "link")


def test_bare_name_is_searched_in_order(script: Script, tmp_path: Path) -> None:
    """The first executable file wins; files without exec bit and directories are passed over."""
    first, second = tmp_path / "one", tmp_path / "two"
    for folder in (first, second):
        folder.mkdir()
    script(b"", 0o644, "one/tool")
    found = script(b"", 0o755, "two/tool")
    assert resolve_program("tool", "/", f"{first}:{second}") == found
    (first / "tool").unlink()
    (first / "tool").mkdir()
    assert resolve_program("tool", "/", f"{first}:{second}") == found


def test_bare_name_is_never_found_in_the_project(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Empty and relative entries do not count, and neither does the base."""
    script(b"", 0o755, "tool")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannotRun, match="tool: command not found in /usr/bin"):
        resolve_program("tool", str(tmp_path), ":.:/usr/bin")
    with pytest.raises(CannotRun, match="command not found in an empty PATH"):
        resolve_program("tool", str(tmp_path), "::.")


def test_bare_name_without_exec_bit(script: Script, tmp_path: Path) -> None:
    """A file that only lacks the exec bit is named, with the remedy."""
    path = script(b"#!/bin/sh\n", 0o644, "tool")
    with pytest.raises(CannotRun) as caught:
        resolve_program("tool", "/", str(tmp_path))
    assert caught.value.detail == f"{path}: it is not executable (EACCES); run chmod +x {path}"


@pytest.mark.parametrize("name", ["", "a\0b", "\ud800", "..", "x" * 5000])
def test_names_that_no_program_has(name: str) -> None:
    """Nonsense is not found, rather than an error of another kind."""
    with pytest.raises(CannotRun) as caught:
        resolve_program(name, "/", "/usr/bin")
    caught.value.detail.encode()
