"""`hookctl test`: run policy test cases, several at a time, and say what was missed."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from hooks_cli import casefile, casereport, caserun, console, coverage
from hooks_cli._record import Record
from hooks_cli.casefile import CaseError
from hooks_cli.config import files
from hooks_cli.errors import HookctlError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hooks_cli.casefile import Case
    from hooks_cli.caserun import Result

DEFAULT_PLACES = (os.path.join(".hookctl", "tests"), "tests")
_PER_CORE = 2
_USAGE = 2
_SHOW_AFTER = 1.0  # seconds before progress is worth a line


class Options(Record):
    """What the command line asks for; `text` is a part of the path or of the sentence."""

    text: str = ""
    fail_fast: bool = False
    junit: str | None = None
    as_json: bool = False


class _Read(Record):
    """The cases that can be used, and (path, message) of the others."""

    cases: tuple[Case, ...]
    unusable: tuple[tuple[str, str], ...]


def run(paths: Sequence[str], options: Options) -> int:
    """Run the cases below `paths`. Return 0 if all passed, 1 if not, 2 if nothing could run."""
    start = time.monotonic()
    read = _read(paths or default_paths(), options.text)
    results = _run_all(read.cases, options)
    seconds = time.monotonic() - start
    if options.junit:
        _write(options.junit, casereport.junit(results, read.unusable, seconds))
    if options.as_json:
        _print_json(read, results, seconds)
    else:
        _print(read, results, seconds)
    if not results:
        if not read.unusable:
            console.note(_nothing(paths, options.text))
        return _USAGE
    return 1 if read.unusable or any(result.misses for result in results) else 0


def default_paths() -> list[str]:
    """Return the usual places that exist and hold a case, else the current directory."""
    places = [place for place in DEFAULT_PLACES if os.path.isdir(place)]
    return places if places and casefile.discover(places) else ["."]


def _read(paths: Sequence[str], text: str) -> _Read:
    """Read every case; a bad one does not keep the others from running."""
    found: list[str] = []
    cases: list[Case] = []
    unusable: list[tuple[str, str]] = []
    for path in paths:
        try:
            found += casefile.discover([path])
        except CaseError as error:
            unusable.append((path, _message(error)))
    for path in dict.fromkeys(found):
        try:
            case = casefile.read(path)
        except CaseError as error:
            if _mentioned(text, path):
                unusable.append((path, _message(error)))
            continue
        if text.lower() in path.lower() or text.lower() in case.about.lower():
            cases.append(case)
    return _Read(tuple(cases), tuple(unusable))


def _mentioned(text: str, path: str) -> bool:
    """Tell whether a case that cannot be used is one of those asked for."""
    try:
        content = files.read_bytes(path).decode("utf-8", "replace")
    except HookctlError:
        return True
    return text.lower() in path.lower() or text.lower() in content.lower()


def _message(error: CaseError) -> str:
    return f"{error.message} ({error.hint})" if error.hint else error.message


def _run_all(cases: Sequence[Case], options: Options) -> list[Result]:
    """Run cases side by side and return the results in the order of the cases.

    With `fail_fast` no further case is begun after the first miss.
    """
    live = caserun.Live()
    done: dict[int, Result] = {}
    progress = _Progress(len(cases))
    workers = _PER_CORE * (os.cpu_count() or 1)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        waiting: dict[Future[Result], int] = {
            pool.submit(caserun.run, case, live): index for index, case in enumerate(cases)
        }
        try:
            while waiting:
                ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in ready:
                    index = waiting.pop(future)
                    done[index] = future.result()
                progress.show(list(done.values()))
                if options.fail_fast and any(result.misses for result in done.values()):
                    waiting = {item: index for item, index in waiting.items() if not item.cancel()}
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            live.stop()
            raise
        finally:
            progress.clear()
    return [done[index] for index in sorted(done)]


class _Progress:
    """One line on a terminal that says how far the cases are."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.start = time.monotonic()
        dumb = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self.wanted = sys.stderr.isatty() and not dumb
        self.shown = False

    def show(self, results: Sequence[Result]) -> None:
        """Write the line anew."""
        if not self.wanted or time.monotonic() - self.start < _SHOW_AFTER:
            return
        missed = sum(bool(result.misses) for result in results)
        text = f"{len(results)} of {self.total} cases" + (f", {missed} missed" if missed else "")
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
        self.shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _print(read: _Read, results: Sequence[Result], seconds: float) -> None:
    """Print what is worth a look: misses, unusable files, remarks, coverage, and the sum."""
    lines: list[str] = []
    for result in results:
        if result.misses:
            lines += [*casereport.miss_lines(result), ""]
    for _, message in read.unusable:
        lines += [f"ERROR {line}" for line in message.splitlines()]
    for result in results:
        if not result.misses:
            lines += casereport.note_lines(result)
    lines += casereport.coverage_lines(coverage.of(results))
    for line in casereport.printed(lines):
        print(line)
    print(_sum(read, results, seconds))


def _sum(read: _Read, results: Sequence[Result], seconds: float) -> str:
    missed = sum(bool(result.misses) for result in results)
    parts = [f"{len(results) - missed} passed", f"{missed} missed" if missed else ""]
    if read.unusable:
        parts.append(f"{len(read.unusable)} could not be used")
    if len(results) < len(read.cases):
        parts.append(f"{len(read.cases) - len(results)} not run")
    return f"{', '.join(part for part in parts if part)} in {seconds:.1f} s"


def _print_json(read: _Read, results: Sequence[Result], seconds: float) -> None:
    console.emit_json(
        {
            "passed": sum(not result.misses for result in results),
            "missed": sum(bool(result.misses) for result in results),
            "not_run": len(read.cases) - len(results),
            "seconds": round(seconds, 3),
            "cases": [casereport.describe(result) for result in results],
            "unusable": [{"file": path, "message": text} for path, text in read.unusable],
            "coverage": [casereport.describe_hook(hook) for hook in coverage.of(results)],
        }
    )


def _write(path: str, data: bytes) -> None:
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise HookctlError(f"{path}: cannot be written: {error.strerror}") from None


def _nothing(paths: Sequence[str], text: str) -> str:
    """Say that there was nothing to run, and what would be found."""
    where = ", ".join(paths or default_paths())
    if text:
        return f"no case in {where} has {text!r} in its path or its sentence"
    return f"no case was found in {where}: `hookctl init` or `hookctl new` makes one"
