"""What is printed: progress on stderr, the table and what was wrong on stdout."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from e2e_lib.run import Result


def scene(name: str, results: Sequence[Result], *, as_json: bool) -> None:
    """Print what came of a scene: a line of progress, or one JSON object a case."""
    if not results:
        return
    for result in results if as_json else ():
        print(json.dumps(result._asdict()), flush=True)
    first = results[0]
    bad = sum(bool(result.problem) for result in results)
    text = f"{first.host} {first.version} {name}: {len(results)} cases, {bad} wrong"
    if not as_json:
        print(f"{text}, {first.seconds:.1f} s", file=sys.stderr, flush=True)


def table(results: Sequence[Result]) -> None:
    """Print case by host: what was expected if it came so, WRONG if not, "-" if not run."""
    hosts = list(dict.fromkeys((result.host, result.version) for result in results))
    cells = {(result.case, result.host): result for result in results}
    print(f"{'':18}" + "".join(f"{host:13}" for host, _ in hosts))
    print(f"{'':18}" + "".join(f"{version:13}" for _, version in hosts))
    for case in dict.fromkeys(result.case for result in results):
        row = [cells.get((case, host)) for host, _ in hosts]
        words = [
            "-" if cell is None else "WRONG" if cell.problem else cell.expected for cell in row
        ]
        print(f"{case:18}" + "".join(f"{word:13}" for word in words))


def total(results: Sequence[Result], seconds: float) -> None:
    """Print what was wrong, and how much there was."""
    bad: dict[tuple[str, str, str], list[str]] = {}
    for result in results:
        if result.problem:
            key = (result.host, result.version, result.problem)
            bad.setdefault(key, []).append(result.case)
    for (host, version, problem), cases in bad.items():
        print(f"WRONG {host} {version} {', '.join(cases)}: {problem}")
    wrong = sum(map(len, bad.values()))
    hosts = len({result.host for result in results})
    print(f"{len(results)} cases on {hosts} hosts, {wrong} wrong, {seconds:.0f} s")
