"""Run the real agent CLIs with hookctl as their hook, and print what came of each case.

They talk to a model of ours on loopback and have no other network. Exit status: 0 all as
expected, 1 something was not, or nothing could be run.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Sequence

from e2e_lib import isolate, packages, report, run, scenes
from e2e_lib.programs import PROGRAMS, Program, chosen

PREFIX = "HOOKCTL_E2E_PREFIX"
NO_WAY = (
    "unshare cannot make a network of its own here;"
    " --open-network runs with proxies that lead nowhere instead"
)


def main() -> int:
    """Install, go inside, run, print."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is killed
    programs = chosen(options.hosts)
    if options.list:
        print(json.dumps({program.host: _why_not(program, options) for program in programs}))
        return 0
    if isolate.inside():
        isolate.loopback_up()
        return _run(programs, options)
    if not options.no_install:
        for program in programs:
            problem = packages.install(program, options.prefix)
            if problem:
                print(f"!! {program.host}: {problem}", file=sys.stderr)
    way = isolate.way()
    if way:
        with tempfile.TemporaryDirectory(prefix=run.PLACE) as scratch:
            return isolate.again(way, sys.argv[1:], os.path.realpath(scratch))
    if not options.open_network:
        print(f"!! SKIPPED, nothing was run: {NO_WAY}", file=sys.stderr)
        return 1
    return _run(programs, options)


def _why_not(program: Program, options: argparse.Namespace) -> str:
    """Return why a program cannot be run here, "" if it can."""
    if packages.located(program, options.prefix) is None:
        return f"not installed below {options.prefix}"
    if not options.open_network and isolate.way() is None:
        return NO_WAY
    return ""


def _options() -> argparse.Namespace:
    default = os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "hookctl-e2e"
    )
    parser = argparse.ArgumentParser(prog="scripts/dev/e2e", description=__doc__)
    parser.add_argument("hosts", nargs="*", metavar="HOST", help=", ".join(PROGRAMS))
    parser.add_argument(
        "--prefix",
        default=os.environ.get(PREFIX) or default,
        help=f"where the CLIs are installed (default: ${PREFIX}, or {default})",
    )
    parser.add_argument("--list", action="store_true", help="only say what can be run here")
    parser.add_argument("--no-install", action="store_true", help="run only what is there")
    parser.add_argument("--case", action="append", default=[], help="only this case; repeatable")
    parser.add_argument(
        "--scene", default="", choices=["", *(scene.name for scene in scenes.SCENES)]
    )
    parser.add_argument("--quick", action="store_true", help="only the short round")
    parser.add_argument(
        "--hookctl",
        default="",
        metavar="COMMAND",
        help="register this instead of hookctl; `true` shows that the cases can fail",
    )
    parser.add_argument(
        "--by-hand", action="store_true", help="write the hosts' files here, not by hookctl install"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a case")
    parser.add_argument("--keep", default="", metavar="DIR", help="leave every run's files there")
    parser.add_argument(
        "--open-network", action="store_true", help="run even where no own network can be made"
    )
    options = parser.parse_args()
    unknown = [name for name in options.hosts if name not in PROGRAMS]
    if unknown:
        parser.error(f"unknown host {unknown[0]!r}; known: {', '.join(PROGRAMS)}")
    names = [case.name for scene in scenes.SCENES for case in scene.cases]
    strange = [name for name in options.case if name not in names]
    if strange:
        parser.error(f"unknown case {strange[0]!r}; known: {', '.join(names)}")
    options.prefix = os.path.abspath(options.prefix)
    return options


def _run(programs: Sequence[Program], options: argparse.Namespace) -> int:
    """Run the cases and print them. Return the exit status."""
    began = time.monotonic()
    words = tuple(shlex.split(options.hookctl))
    asked = run.Options(tuple(options.case), options.keep, words, options.by_hand)
    results: list[run.Result] = []
    skipped = []
    for program in programs:
        if packages.located(program, options.prefix) is None:
            skipped.append(program.host)
            continue
        for scene in scenes.SCENES:
            if (options.quick and not scene.quick) or options.scene not in ("", scene.name):
                continue
            found = run.play(program, options.prefix, scene, asked)
            results += found
            report.scene(scene.name, found, as_json=options.json)
    if not options.json:
        report.table(results)
        report.total(results, time.monotonic() - began)
    for host in skipped:
        print(f"!! SKIPPED {host}: not installed below {options.prefix}", file=sys.stderr)
    bad = any(result.problem for result in results)
    return 1 if bad or skipped or not results else 0


if __name__ == "__main__":
    sys.exit(main())
