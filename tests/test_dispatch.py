"""The real program in conditions that a case file cannot express (design sections 6, 7, 13)."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import limits

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
EVENT = "beforeShellExecution"
LS = {"command": "ls"}
VETO = {EVENT: [{"name": "veto", "command": "echo no >&2; exit 2"}]}
Place = Any  # conftest.Place; tests are no package


def start(place: Place, words: list[str], prefix: str = "exec", **options: Any) -> Any:
    """Start hookctl from a shell that first does `prefix` to what it inherits."""
    argv = ["/bin/bash", "-c", f'{prefix} "$@"', "bash", *place.argv(words)]
    given = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(argv, cwd=place.workspace, env=place.environ, **{**given, **options})


def without_id(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the part that is different each time."""
    return {key: value for key, value in answer.items() if key != "id"}


# What is inherited from the caller.


@pytest.mark.parametrize("ignored", ["CHLD", "PIPE", "CHLD PIPE ALRM USR1"])
def test_ignored_signals_do_not_turn_a_veto_into_an_allow(place: Place, ignored: str) -> None:
    place.config(VETO)
    process = start(
        place, ["dispatch", EVENT, "--config", "hooks.json"], f"trap '' {ignored}; exec"
    )
    stdout, _ = process.communicate(json.dumps(LS).encode(), timeout=PATIENCE)
    assert process.returncode == 2
    assert json.loads(stdout)["decision"] == "block"


@pytest.mark.parametrize(
    ("closed", "status"), [("<&-", 65), (">&-", 2), ("2>&-", 2), (">&- 2>&-", 2), ("<&- >&-", 65)]
)
def test_m10_closed_streams(place: Place, closed: str, status: int) -> None:
    """The status is as ever; a closed stdin is an empty payload; hooks get valid streams."""
    place.config({EVENT: [{"command": "cat >seen; echo no >&2; exit 2"}]})
    words = ["dispatch", EVENT, "--config", "hooks.json"]
    process = start(place, words, f"exec {closed}; exec")
    stdout, stderr = process.communicate(json.dumps(LS).encode(), timeout=PATIENCE)
    assert process.returncode == status
    assert b"Traceback" not in stderr
    if ">&-" not in closed:
        assert json.loads(stdout)["decision"] == "block"
    if status == 2:
        assert '"ls"' in (place.workspace / "seen").read_text()


def test_a_full_stdout_does_not_change_the_status(place: Place) -> None:
    place.config(VETO)
    with open("/dev/full", "wb") as full:
        process = start(place, ["dispatch", EVENT, "--config", "hooks.json"], stdout=full)
        _, stderr = process.communicate(json.dumps(LS).encode(), timeout=PATIENCE)
    assert process.returncode == 2
    assert b"could not be written" in stderr


def test_a_reader_that_has_gone_does_not_change_the_status(place: Place) -> None:
    place.config(VETO)
    reading, writing = os.pipe()
    process = start(place, ["dispatch", EVENT, "--config", "hooks.json"], stdout=writing)
    os.close(reading)
    os.close(writing)
    _, stderr = process.communicate(json.dumps(LS).encode(), timeout=PATIENCE)
    assert process.returncode == 2
    assert b"Traceback" not in stderr


def test_both_outputs_broken_leave_the_status(place: Place) -> None:
    place.config(VETO)
    with open("/dev/full", "wb") as full:
        words = ["dispatch", EVENT, "--config", "hooks.json"]
        process = start(place, words, stdout=full, stderr=full)
        process.communicate(json.dumps(LS).encode(), timeout=PATIENCE)
    assert process.returncode == 2


# Large payloads.


def feed(process: Any, data: bytes) -> tuple[bool, bytes]:
    """Write a payload from a thread; tell whether the writer saw an error, and return stdout."""
    failed = []

    def write() -> None:
        try:
            process.stdin.write(data)
            process.stdin.close()
        except OSError as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    stdout: bytes = process.stdout.read()
    writer.join(PATIENCE)
    process.wait(PATIENCE)
    process.stdout.close()
    process.stderr.close()
    return bool(failed), stdout


def payload_of(size: int) -> bytes:
    """Return a payload of exactly so many bytes."""
    frame = b'{"command": ""}'
    return frame[:-2] + b"x" * (size - len(frame)) + frame[-2:]


@pytest.mark.parametrize(
    ("top", "words", "status"),
    [
        ({"hooks": {EVENT: [{"matcher": "ls", "command": "exit 2"}]}}, [], 0),
        ({"hooks": {EVENT: [{"enabled": False, "command": "exit 2"}]}}, [], 0),
        ({"hooks": {}}, [], 0),
        ({"hooks": {EVENT: [{"command": "exit 2"}]}}, [], 2),
        ({"hooks": {EVENT: [{"command": "exit 0"}]}}, [], 0),
        ({"hooks": {EVENT: [{"timout": 1}]}}, [], 2),
        ({"version": 2}, [], 78),
        ({}, ["--config", "missing.json"], 78),
        ({}, ["--strict"], 65),
    ],
    ids=str,
)
def test_h05_an_8_mib_payload_is_read_to_its_end(
    place: Place, top: dict[str, Any], words: list[str], status: int
) -> None:
    place.write("hooks.json", {"version": 1, **top})
    process = start(place, ["dispatch", EVENT, "--config", "hooks.json", *words])
    failed, stdout = feed(process, payload_of(8 * limits.MIB))
    assert (failed, process.returncode) == (False, status)
    assert json.loads(stdout)["event"] == EVENT


@pytest.mark.parametrize("words", [["--nonsense"], ["--host", "nobody"], ["no-such-event"]])
def test_h05_the_payload_is_read_to_its_end_even_for_wrong_usage(
    place: Place, words: list[str]
) -> None:
    process = start(place, ["dispatch", *words])
    failed, stdout = feed(process, payload_of(limits.MIB))
    assert (failed, process.returncode, stdout) == (False, 64, b"")


@pytest.mark.parametrize(("code", "status"), [("exit 0", 0), ("exit 2", 2)])
def test_h04_a_hook_need_not_read_its_payload(place: Place, code: str, status: int) -> None:
    place.config({EVENT: [{"command": code}]})
    done = place.dispatch(EVENT, {"command": "x" * 2_000_000})
    assert done.status == status
    assert "warnings" not in done.answer
    assert "failures" not in done.answer


def test_h17_a_300_kb_payload_is_in_no_variable_and_no_argument(place: Place) -> None:
    place.config({EVENT: [{"command": "date >/dev/null || exit 9; env >env; exit 2"}]})
    assert place.dispatch(EVENT, {"command": "canary" * 50_000}).status == 2
    assert "canary" not in (place.workspace / "env").read_text()


def test_a_payload_of_16_mib_is_fine_and_one_byte_more_is_an_error_of_its_own(
    place: Place,
) -> None:
    """The failure policy does not swallow it: something large could hide from every guard."""
    place.config({EVENT: []}, defaults={"on_failure": "allow"})
    assert place.dispatch(EVENT, payload_of(limits.PAYLOAD_BYTES)).status == 0
    process = start(place, ["dispatch", EVENT, "--config", "hooks.json"])
    failed, stdout = feed(process, payload_of(limits.PAYLOAD_BYTES + 1))
    answer = json.loads(stdout)
    assert (failed, process.returncode, answer["decision"]) == (False, 65, "block")
    assert [(item["kind"], item["policy"]) for item in answer["failures"]] == [
        ("payload_too_large", "block")
    ]


def test_a_payload_that_is_too_large_is_a_block_for_positron_too(place: Place) -> None:
    place.config({EVENT: []}, defaults={"on_failure": "allow"})
    done = place.dispatch(
        EVENT, payload_of(limits.PAYLOAD_BYTES + 1), "hooks.json", "--host", "positron"
    )
    assert (done.status, done.answer["decision"]) == (2, "block")


def test_m08_a_reason_that_repeats_a_large_command_is_cut_on_both_channels(place: Place) -> None:
    place.config({EVENT: [{"command": "cat >&2; exit 2"}]})
    done = place.dispatch(EVENT, {"command": "x" * 50_000})
    assert done.status == 2
    assert len(done.answer["reason"].encode()) <= limits.REASON_BYTES
    assert len(done.stderr.encode()) <= limits.REASON_BYTES + 1


def test_a_failure_that_repeats_a_large_answer_is_cut(place: Place) -> None:
    """A megabyte of a key must not come back in the answer, nor in the warnings."""
    key = """printf '"'; head -c 400000 /dev/zero | tr '\\0' x; printf '":'"""
    for policy in ("block", "allow"):
        for code in (
            f"""printf '{{'; {key}; printf '1,'; {key}; printf '1}}'""",
            f"""printf '{{"decision":"modify","changes":{{'; {key}; printf '1}}}}'""",
            f"""printf '{{'; {key}; printf '1}}'; exit 1""",
        ):
            place.config({EVENT: [{"command": code, "on_failure": policy}]})
            done = place.dispatch(EVENT, LS)
            assert done.answer["decision"] == policy
            assert len(done.answer["failures"]) == 1
            assert len(done.stdout) < 20_000
            assert len(done.stderr) < 10_000


# Being stopped.


@pytest.mark.parametrize(
    ("number", "host", "status"),
    [
        (signal.SIGINT, "generic", 130),
        (signal.SIGTERM, "generic", 143),
        (signal.SIGTERM, "positron", 2),
    ],
)
def test_h06_a_signal_ends_the_hooks_and_is_answered(
    place: Place, number: signal.Signals, host: str, status: int
) -> None:
    place.config({EVENT: [{"command": "echo $$ >pid; sleep 60 & echo $! >>pid; wait"}]})
    words = ["dispatch", EVENT, "--config", "hooks.json", "--host", host]
    # A background job of a shell ignores SIGINT; here it is as in a terminal.
    process = start(place, words, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    process.stdin.write(json.dumps(LS).encode())
    process.stdin.close()
    pids = place.workspace / "pid"
    end = time.monotonic() + PATIENCE
    while not (pids.exists() and len(pids.read_text().split()) == 2) and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(number)
    stdout = process.stdout.read()
    assert process.wait(PATIENCE) == status
    answer = json.loads(stdout)
    assert answer["decision"] == "block"
    assert [item["kind"] for item in answer["failures"]] == ["interrupted"]
    for pid in pids.read_text().split():
        assert not is_running(int(pid))
    process.stdout.close()
    process.stderr.close()


def is_running(pid: int) -> bool:
    """Tell whether a process lives; one that nobody has reaped yet does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# Equal input, equal output.


def test_h24_a_hundred_equal_runs_have_one_answer(place: Place) -> None:
    place.script("a.sh", '#!/bin/sh\necho \'{"decision":"modify","changes":{"command":"x"}}\'\n')
    place.config(
        {
            EVENT: [
                {"name": "a", "command": ["./a.sh"]},
                {"name": "b", "rule": {"decision": "ask", "reason": "sure"}},
                {"name": "c", "on_failure": "allow", "command": "exit 3"},
            ]
        }
    )

    def once(number: int) -> tuple[int, str]:
        done = place.dispatch(EVENT, LS, env={"PYTHONHASHSEED": str(number)})
        return done.status, json.dumps(without_id(done.answer))

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(once, range(100)))
    assert len(set(answers)) == 1
    assert answers[0][0] == 5


def test_ids_are_all_different(place: Place) -> None:
    place.config({})
    ids = {place.dispatch(EVENT, LS).answer["id"] for _ in range(5)}
    assert len(ids) == 5
    assert all(re.fullmatch(r"[0-9a-f]{12}-[0-9a-f]{10}", text) for text in ids)


# Where configuration is found.


def test_without_any_configuration_the_answer_is_allow_with_a_warning(place: Place) -> None:
    done = place.run(["dispatch", EVENT], LS)
    assert (done.status, done.stderr) == (0, "")
    assert done.answer["decision"] == "allow"
    assert "no configuration file was found" in done.answer["warnings"][0]


@pytest.mark.parametrize("name", ["hooks.json", "hooks.yaml", "hooks.yml"])
def test_the_user_file_is_found_and_its_relative_programs_beside_it(
    place: Place, name: str
) -> None:
    folder = place.home / ".config" / "hookctl"
    folder.mkdir(parents=True)
    content = {"version": 1, "hooks": {EVENT: [{"name": "u", "command": ["./u.sh"]}]}}
    (folder / name).write_text(json.dumps(content))
    (folder / "u.sh").write_text("#!/bin/sh\necho $HOOKCTL_CONFIG_DIR; pwd; exit 2\n")
    (folder / "u.sh").chmod(0o755)
    done = place.run(["dispatch", EVENT], LS)
    assert (done.status, done.answer["reason"]) == (2, f"{folder}\n{place.workspace}")
    (folder).rename(place.home / ".config" / "gone")
    assert place.run(["dispatch", EVENT], LS).status == 0


def test_home_is_used_without_xdg_config_home(place: Place) -> None:
    folder = place.home / ".config" / "hookctl"
    folder.mkdir(parents=True)
    (folder / "hooks.json").write_text(json.dumps({"version": 1, "hooks": VETO}))
    for base in ("", "relative/path"):
        assert place.run(["dispatch", EVENT], LS, env={"XDG_CONFIG_HOME": base}).status == 2


def test_config_replaces_the_search_and_files_are_used_in_their_order(place: Place) -> None:
    folder = place.home / ".config" / "hookctl"
    folder.mkdir(parents=True)
    (folder / "hooks.json").write_text(json.dumps({"version": 1, "hooks": VETO}))
    for name in ("b", "a"):
        hooks = {EVENT: [{"name": name, "command": f"echo {name} >>ran"}]}
        place.write(f"{name}.json", {"version": 1, "hooks": hooks})
    words = ["dispatch", EVENT, "--config", "b.json", "--config=a.json", "--config", "./b.json"]
    done = place.run(words, LS)
    assert done.status == 0
    assert (place.workspace / "ran").read_text() == "b\na\n", "a file met twice counts once"


def test_a_yaml_configuration_is_dispatched_like_json(place: Place) -> None:
    place.write("h.yaml", f"version: 1\nhooks:\n  {EVENT}:\n    - {{name: y, command: exit 2}}\n")
    done = place.dispatch(EVENT, LS, "h.yaml")
    assert (done.status, done.answer["hook"]) == (2, "y")


def test_a_file_in_dot_hookctl_has_the_workspace_as_its_base(place: Place) -> None:
    place.script("tools/guard.sh", "#!/bin/sh\nexit 2\n")
    hooks = {EVENT: [{"command": ["tools/guard.sh"]}]}
    path = place.write(".hookctl/hooks.json", {"version": 1, "hooks": hooks})
    assert place.dispatch(EVENT, LS, path).status == 2


@pytest.mark.parametrize("bad", ["missing", "directory", "fifo", "unparsable", "loop"])
def test_a_configuration_that_cannot_be_read_is_named_and_blocks(place: Place, bad: str) -> None:
    path = place.workspace / "hooks.json"
    if bad == "directory":
        path.mkdir()
    elif bad == "fifo":
        os.mkfifo(path)
    elif bad == "unparsable":
        path.write_text('{\n "version": 1,\n oops\n}')
    elif bad == "loop":
        path.symlink_to(path)
    done = place.dispatch(EVENT, LS)
    assert (done.status, done.answer["decision"]) == (78, "block")
    assert [item["kind"] for item in done.answer["failures"]] == ["configuration"]
    assert str(path) in done.answer["reason"]
    assert str(path) in done.stderr
    if bad == "unparsable":
        assert f"{path}:3" in done.stderr


def test_a_configuration_path_that_is_not_utf_8_is_an_error_with_its_own_status(
    place: Place,
) -> None:
    done = place.dispatch(EVENT, LS, os.fsdecode(b"caf\xe9.json"))
    assert (done.status, done.answer["decision"]) == (78, "block")


def test_m07_a_byte_order_mark_before_a_configuration_is_tolerated(place: Place) -> None:
    place.write("hooks.json", "\ufeff" + json.dumps({"version": 1, "hooks": VETO}))
    assert place.dispatch(EVENT, LS).status == 2


# Directories.


def test_h21_spaces_quotes_and_letters_in_every_path(
    place: Place, make_place: Callable[[str], Place]
) -> None:
    place = make_place("a b'c")
    folder = place.workspace / 'é "$(x)'
    folder.mkdir()
    script = folder / "my guard.sh"
    script.write_text('#!/bin/sh\nprintf "%s|" "$@" "$PWD" "$HOOKCTL_WORKSPACE" >&2\nexit 2\n')
    script.chmod(0o755)
    hooks = {EVENT: [{"command": ["./my guard.sh", "one two", "*"]}]}
    (folder / "hooks.json").write_text(json.dumps({"version": 1, "hooks": hooks}))
    done = place.dispatch(EVENT, {**LS, "workspace_root": str(folder)}, folder / "hooks.json")
    assert (done.status, done.answer["reason"]) == (2, f"one two|*|{folder}|{folder}|")


def test_h22_a_deleted_working_directory_is_replaced_with_a_warning(place: Place) -> None:
    script = "#!/bin/sh\npwd >&2\nexit 2\n"
    (place.home / "guard.sh").write_text(script)
    (place.home / "guard.sh").chmod(0o755)
    config = place.home / "hooks.json"
    hooks = {EVENT: [{"name": "g", "command": ["./guard.sh"]}]}
    config.write_text(json.dumps({"version": 1, "hooks": hooks}))
    gone = place.workspace / "gone"
    gone.mkdir()
    process = start(
        place,
        ["dispatch", EVENT, "--config", str(config)],
        f"cd {gone} && rmdir {gone} && exec",
    )
    stdout, _ = process.communicate(json.dumps(LS).encode(), timeout=PATIENCE)
    answer = json.loads(stdout)
    assert (process.returncode, answer["reason"]) == (2, str(place.home))
    assert "does not exist any more" in answer["warnings"][0]


def test_h22_a_relative_configuration_in_a_deleted_directory_is_a_configuration_error(
    place: Place,
) -> None:
    gone = place.workspace / "gone"
    gone.mkdir()
    prefix = f"cd {gone} && rmdir {gone} && exec"
    process = start(place, ["dispatch", EVENT, "--config", "hooks.json"], prefix)
    stdout, _ = process.communicate(json.dumps(LS).encode(), timeout=PATIENCE)
    answer = json.loads(stdout)
    assert (process.returncode, answer["decision"]) == (78, "block")


def test_h22_a_workspace_that_does_not_exist_is_replaced_with_a_warning(place: Place) -> None:
    place.config({EVENT: [{"command": "pwd >&2; exit 2"}]})
    done = place.dispatch(EVENT, {**LS, "workspace_root": "/no/such/place"})
    assert (done.status, done.answer["reason"]) == (2, str(place.workspace))
    assert "/no/such/place" in done.answer["warnings"][0]


def test_the_workspace_of_the_payload_is_where_hooks_run_and_the_option_overrides_it(
    place: Place,
) -> None:
    place.config({EVENT: [{"command": "pwd >&2; exit 2"}]})
    one, two = place.workspace / "one", place.workspace / "two"
    one.mkdir()
    two.mkdir()
    payload = {**LS, "workspace_root": str(one)}
    assert place.dispatch(EVENT, payload).answer["reason"] == str(one)
    done = place.dispatch(EVENT, payload, "hooks.json", "--workspace", str(two))
    assert done.answer["reason"] == str(two)


# The environment of a hook.


def test_h29_the_environment_of_a_hook_is_a_short_list(place: Place) -> None:
    place.config({EVENT: [{"name": "f", "command": "exec /usr/bin/env >env"}]})
    secret = """
        AWS_SECRET_ACCESS_KEY GITHUB_TOKEN FAKE_API_KEY HTTP_PROXY SSH_AUTH_SOCK PYTHONSTARTUP
        PERL5OPT NODE_OPTIONS BASH_ENV ENV IFS CDPATH HOOKCTL_HOOK HOOKCTL_EXTRA XDG_STATE_HOME
        TERMCAP PS4 PYTHONINSPECT_X
    """.split()  # noqa: SIM905 - easier to read and to change
    passed = {"USER": "ada", "LOGNAME": "ada", "SHELL": "/bin/sh", "LANG": "C", "TZ": "UTC"}
    passed |= {"TMPDIR": "/tmp", "LC_ALL": "C", "LC_TIME": "C"}
    path = {"PATH": ":.:bin:/usr/bin:/bin:"}
    env = {**dict.fromkeys(secret, "canary"), **passed, "TERM": "xterm", **path}
    done = place.dispatch(EVENT, LS, env=env)
    assert done.status == 0, done.stdout
    lines = (place.workspace / "env").read_text().splitlines()
    found = dict(line.split("=", 1) for line in lines)
    for set_by_the_shell in ("PWD", "OLDPWD", "SHLVL", "_"):
        found.pop(set_by_the_shell, None)
    assert "canary" not in json.dumps(found)
    assert found == {
        **passed,
        "HOME": str(place.home),
        "PATH": "/usr/bin:/bin",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "HOOKCTL_EVENT": EVENT,
        "HOOKCTL_HOST": "generic",
        "HOOKCTL_HOOK": "f",
        "HOOKCTL_ID": done.answer["id"],
        "HOOKCTL_WORKSPACE": str(place.workspace),
        "HOOKCTL_CONFIG_DIR": str(place.workspace),
        "HOOKCTL_DEPTH": "1",
    }


def test_a_program_is_not_taken_from_the_workspace_by_way_of_the_path(place: Place) -> None:
    place.script("guard-tool", "#!/bin/sh\necho from the workspace >&2\nexit 2\n")
    place.config({EVENT: [{"command": ["guard-tool"]}]})
    for path in (f".:{os.environ['PATH']}", f":{os.environ['PATH']}", f"{os.environ['PATH']}:"):
        done = place.dispatch(EVENT, LS, env={"PATH": path})
        assert done.answer["failures"][0]["kind"] == "cannot_run"


def test_a_hook_with_side_effects_runs_unless_that_is_asked_for(place: Place) -> None:
    place.config({EVENT: [{"name": "d", "side_effects": True, "command": "echo x >ran; exit 2"}]})
    done = place.dispatch(EVENT, LS, "hooks.json", "--skip-side-effects")
    assert (done.status, (place.workspace / "ran").exists()) == (0, False)
    assert "d: not run" in done.answer["warnings"][0]
    assert place.dispatch(EVENT, LS).status == 2
    assert (place.workspace / "ran").exists()


# hookctl inside hookctl.


def test_h30_hookctl_inside_its_own_hooks_stops_at_the_third_level(place: Place) -> None:
    again = " ".join(place.argv(["dispatch", EVENT, "--config", "hooks.json"]))
    code = f"PYTHONPATH={ROOT} {again} >answer$HOOKCTL_DEPTH; echo $? >status$HOOKCTL_DEPTH; exit 0"
    place.config({EVENT: [{"command": code, "timeout_seconds": 40}]})
    assert place.dispatch(EVENT, LS).status == 0
    found = {path.name: path.read_text().strip() for path in place.workspace.glob("status*")}
    assert found == {"status1": "0", "status2": "0", "status3": "70"}
    answer = json.loads((place.workspace / "answer3").read_text())
    assert (answer["decision"], answer["failures"][0]["kind"]) == ("block", "depth")


@pytest.mark.parametrize("depth", ["3", "99", "-1", "x", "", "1000000", "²"])
def test_a_depth_that_is_too_large_or_makes_no_sense_stops(place: Place, depth: str) -> None:
    place.config({})
    done = place.dispatch(EVENT, LS, env={"HOOKCTL_DEPTH": depth})
    assert (done.status, done.answer["decision"]) == (70, "block")
    assert done.answer["failures"][0]["kind"] == "depth"


# The form of the answer.


def test_the_answer_is_one_line_and_the_bytes_for_the_hook_are_those_received(
    place: Place,
) -> None:
    place.config({EVENT: [{"command": "cat >seen; exit 2"}]})
    sent = b"""{ "hook_event_name" : "beforeShellExecution",
 "command": "1 \\u00e9", "n": 1.10, "n2": 1E2 }
"""
    done = place.dispatch(EVENT, sent)
    assert done.stdout.count(b"\n") == 1
    assert done.stdout.endswith(b"}\n")
    assert (place.workspace / "seen").read_bytes() == sent


def test_the_event_is_put_into_a_payload_that_lacks_it_and_the_rest_is_untouched(
    place: Place,
) -> None:
    place.config({EVENT: [{"command": "cat >seen"}]})
    assert place.dispatch(EVENT, b'{"command": "a", "n": 1.10}').status == 0
    assert (place.workspace / "seen").read_bytes() == (
        b'{"hook_event_name":"beforeShellExecution","command": "a", "n": 1.10}'
    )


def test_no_key_of_the_answer_is_empty(place: Place) -> None:
    place.config({EVENT: [{"command": 'echo \'{"context":"","message":" "}\''}]})
    answer = place.dispatch(EVENT, LS).answer
    assert set(answer) <= {"decision", "event", "id", "message"}


def test_an_own_error_speaks_for_every_blocking_event_and_host(place: Place) -> None:
    """Exit status and decision of each kind of own error, by policy, host and event."""
    for policy, decision in (("block", "block"), ("allow", "allow")):
        place.config({EVENT: []}, defaults={"on_failure": policy})
        for host, status in (("generic", 65), ("positron", 2 if decision == "block" else 0)):
            done = place.dispatch(EVENT, b"garbage", "hooks.json", "--host", host)
            assert (done.status, done.answer["decision"]) == (status, decision)
            assert done.answer["failures"][0]["policy"] == decision
            assert "payload" in done.stderr


def test_dispatches_at_once_do_not_disturb_each_other(place: Place) -> None:
    place.config({EVENT: [{"command": "cat >&2; exit 2"}]})

    def once(number: int) -> bool:
        done = place.dispatch(EVENT, {"command": f"command-{number}"})
        return done.status == 2 and f'command-{number}"' in done.answer["reason"]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(once, range(24)))


def test_python_settings_of_the_caller_do_not_change_the_answer(place: Place) -> None:
    place.config({EVENT: [{"command": "cat >&2; exit 2"}]})
    payload = {"command": "漢字 😀"}
    expected = without_id(place.dispatch(EVENT, payload).answer)
    for env in (
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
        {"PYTHONOPTIMIZE": "2"},
        {"PYTHONWARNINGS": "error", "PYTHONDEVMODE": "1"},
        {"PYTHONINTMAXSTRDIGITS": "640"},
    ):
        done = place.dispatch(EVENT, payload, env=env)
        assert without_id(done.answer) == expected
        assert "Traceback" not in done.stderr


def test_an_interpreter_that_allows_fewer_digits_refuses_the_payload(place: Place) -> None:
    place.config({})
    data = b'{"command": "ls", "n": ' + b"9" * 1000 + b"}"
    assert place.dispatch(EVENT, data).status == 0
    done = place.dispatch(EVENT, data, env={"PYTHONINTMAXSTRDIGITS": "640"})
    assert (done.status, done.answer["decision"]) == (65, "block")


def test_a_fault_in_hookctl_blocks_with_a_status_of_its_own(place: Place) -> None:
    """A module that is broken stands for a fault that nobody thought of."""
    (place.root / "hooks_cli").mkdir()
    for path in (ROOT / "hooks_cli").rglob("*.py"):
        copy = place.root / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    place.config({EVENT: []}, defaults={"on_failure": "allow"})
    environ = {"PYTHONPATH": str(place.root)}
    (place.root / "hooks_cli" / "chain.py").write_text(
        "def run_chain(*_): return 1 / 0\nSetting = dict\n"
    )
    done = place.dispatch(EVENT, LS, env=environ)
    assert (done.status, done.answer["decision"]) == (70, "allow")
    assert done.answer["failures"][0]["kind"] == "internal"
    assert "ZeroDivisionError" in done.stderr
    place.config({EVENT: []})
    assert place.dispatch(EVENT, LS, env=environ).answer["decision"] == "block"
