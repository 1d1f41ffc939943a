"""Print what a dispatch costs, as ratios of medians taken side by side in one run.

Usage: python scripts/dev/bench.py [--rounds N] [--json]

The figures of the design (section 14): a dispatch with one `sh` hook against a bare interpreter,
each further `sh` hook against `sh -c :`, and 1,000 hooks that do not match.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

PAYLOAD = b'{"command":"npm test","workspace_root":"/"}'
EVENT = "beforeShellExecution"
# An entry that is looked at and does not apply, with keys as people write them.
IDLE = {"kind": "guardrail", "command": ["scripts/none.sh"], "timeout_seconds": 5}

# A rule about what a command would run; it takes the command apart and does not apply.
IDLE_SHELL = {"match": {"shell": {"program": "rm"}}, "rule": {"decision": "block", "reason": "no"}}


def configuration(folder: str, name: str, hooks: list[dict[str, Any]], **top: Any) -> str:
    """Write a configuration and return its path."""
    path = os.path.join(folder, f"{name}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"version": 1, **top, "hooks": {EVENT: hooks}}, file)
    return path


def sh_hooks(count: int) -> list[dict[str, Any]]:
    """Return hooks that start a shell and have no opinion."""
    return [{"name": f"sh{i}", "command": ["/bin/sh", "-c", ":"]} for i in range(count)]


def variants(folder: str) -> dict[str, list[str]]:
    """Return what is measured: name and command line."""
    console = os.path.join(os.path.dirname(sys.executable), "hookctl")
    hookctl = [console] if os.path.exists(console) else [sys.executable, "-P", "-m", "hooks_cli"]

    def dispatch(name: str, hooks: list[dict[str, Any]], **top: Any) -> list[str]:
        path = configuration(folder, name, hooks, **top)
        return [*hookctl, "dispatch", EVENT, "--config", path]

    names = [{**IDLE, "name": f"idle{i}", "matcher": f"program{i} run"} for i in range(1000)]
    fields = [
        {**IDLE, "name": f"idle{i}", "match": {"field": {"path": "command", "equals": f"run {i}"}}}
        for i in range(1000)
    ]
    other = [{**IDLE, "name": f"idle{i}", "match": {"tool": f"tool{i}"}} for i in range(1000)]
    return {
        "python3 -I -c pass": [sys.executable, "-I", "-c", "pass"],
        "sh -c :": ["/bin/sh", "-c", ":"],
        "no hook": dispatch("none", []),
        "1 sh hook": dispatch("one", sh_hooks(1)),
        "11 sh hooks": dispatch("eleven", sh_hooks(11)),
        "1,000 idle, matcher": dispatch("idle", names),
        "1,000 idle, match.field": dispatch("fields", fields),
        "1,000 idle, match.tool": dispatch("tools", other),
        "1 idle, match.shell": dispatch("shell", [IDLE_SHELL]),
        "pack careful": dispatch("careful", [], rules=["hookctl:careful"]),
    }


def measure(commands: dict[str, list[str]], rounds: int) -> dict[str, float]:
    """Return the median seconds of each command, all taken in turn."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, input=PAYLOAD, stdout=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(values) for name, values in times.items()}


def claims(medians: dict[str, float]) -> list[tuple[str, float, float, str]]:
    """Return (claim, measured, limit, unit) for each promise of the design."""
    bare, shell = medians["python3 -I -c pass"], medians["sh -c :"]
    further = (medians["11 sh hooks"] - medians["1 sh hook"]) / 10
    rows = [
        ("dispatch with one sh hook / python3 -I -c pass", medians["1 sh hook"] / bare, 3.0, "x"),
        ("each further sh hook / sh -c :", further / shell, 3.0, "x"),
    ]
    for name, median in medians.items():
        if name.startswith("1,000"):
            cost = (median - medians["no hook"]) * 1000
            rows.append((f"{name}, more than none", cost, 10.0, "ms"))
    return rows


def imports() -> list[str]:
    """Return the modules that a dispatch has loaded beyond a bare interpreter."""
    report = "import sys; print('\\n'.join(sys.modules))"
    bare = subprocess.run(
        [sys.executable, "-I", "-c", report], capture_output=True, text=True, check=True
    )
    with tempfile.TemporaryDirectory() as folder:
        path = configuration(folder, "one", sh_hooks(1))
        code = (
            "import sys, os\n"
            f"sys.argv = ['hookctl', 'dispatch', {EVENT!r}, '--config', {path!r}]\n"
            "import hooks_cli.standard as standard\n"
            "def leave(status):\n"
            "    os.write(2, '\\n'.join(sys.modules).encode())\n"
            "    os._exit(status)\n"
            "standard.leave = leave\n"
            "from hooks_cli import __main__\n"
            "__main__.main()\n"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", code], input=PAYLOAD, capture_output=True, check=True
        )
    loaded = done.stderr.decode().split()
    return sorted(set(loaded) - set(bare.stdout.split()))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        medians = measure(variants(folder), options.rounds)
    rows, modules = claims(medians), imports()
    if options.json:
        print(json.dumps({"medians": medians, "claims": rows, "imports": modules}, indent=2))
        return
    for name, value in medians.items():
        print(f"{name:26} {value * 1000:8.2f} ms")
    print()
    for claim, value, limit, unit in rows:
        verdict = "ok" if value <= limit else "MISSED"
        print(f"{claim:50} {value:6.2f} {unit:2} (at most {limit:g} {unit}) {verdict}")
    ours = [name for name in modules if name.startswith("hooks_cli")]
    standard = [name for name in modules if not name.startswith("hooks_cli")]
    print(f"\n{len(ours)} modules of hookctl: {' '.join(ours)}")
    print(f"{len(standard)} of the standard library: {' '.join(standard)}")


if __name__ == "__main__":
    main()
