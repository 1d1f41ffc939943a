"""Say how test cases went: lines for people, an object for programs, JUnit XML for CI."""

from __future__ import annotations

import difflib
import json
import os
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from hooks_cli import console
from hooks_cli.text import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hooks_cli.caserun import Miss, Result, Run
    from hooks_cli.coverage import Covered

# What an exit status of a hook means; many authors expect 1 to block (see the README).
EXIT_RULE = (
    "a hook's exit status: 0 takes the answer on stdout, 2 blocks, any other is a failure, "
    "which on_failure decides (exit_codes can say otherwise)"
)
_SHOWN_BYTES = 2000
_TEXTS = ("reason", "context", "message", "warnings", "unenforced", "stderr")
# Characters that XML 1.0 cannot hold, even as references.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def miss_lines(result: Result) -> list[str]:
    """Return a case that missed, with what was expected and found at each place."""
    case = result.case
    lines = [f"MISS  {case.path}: {case.about}"]
    shown: set[int] = set()
    for miss in result.misses:
        lines.append(f"  {case.path}:{miss.line}: {_what(miss, len(case.steps))}")
        lines += [f"    {line}" for line in difference(miss)]
        if miss.step not in shown:
            shown.add(miss.step)
    for step in sorted(shown):
        number = f" to step {step + 1}" if len(case.steps) > 1 else ""
        lines.append(f"  the answer{number}:")
        lines += [f"    {line}" for line in answer_lines(result.runs[step])]
    failures = [failure for run in result.runs for failure in run.object.get("failures", ())]
    if any(failure["kind"] == "exit" for failure in failures):
        lines.append(f"  {EXIT_RULE}")
    return lines


def _what(miss: Miss, steps: int) -> str:
    return f"step {miss.step + 1}: {miss.key}" if steps > 1 else miss.key


def difference(miss: Miss) -> list[str]:
    """Return what was expected and what was found, as a diff where that is easier to read."""
    expected, found = miss.expected, miss.found
    if miss.key == "absent":
        return [f"expected no {', '.join(expected)}", f"found    {', '.join(found)}"]
    if miss.key == "payload" and isinstance(found, dict):
        found = _only(found, expected)
    if miss.key in _TEXTS:
        return _texts(miss.expected, found)
    if found is None:
        return [f"expected {_short(expected)}", "found    nothing"]
    left, right = _pretty(expected), _pretty(found)
    if len(left) == len(right) == 1:
        return [f"expected {left[0]}", f"found    {right[0]}"]
    diff = difflib.unified_diff(left, right, "expected", "found", n=3, lineterm="")
    return list(diff)


def _texts(expected: Any, found: Any) -> list[str]:
    """Return expected parts of texts, and the texts."""
    wanted = [expected] if isinstance(expected, str) else expected
    texts = [found] if isinstance(found, str) else found or []
    lines = [f"expected a text with {_short(text)}" for text in wanted] or ["expected none"]
    return [*lines, *(f"found    {_short(text)}" for text in texts if text)] + (
        [] if any(texts) else ["found    nothing"]
    )


def _only(found: Any, expected: Any) -> Any:
    """Return the part of an object that the expectation is about."""
    if isinstance(found, dict) and isinstance(expected, dict):
        return {key: _only(found[key], item) for key, item in expected.items() if key in found}
    return found


def _pretty(value: Any) -> list[str]:
    if isinstance(value, str):
        return value.splitlines() or [""]
    return json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True).splitlines()


def _short(value: Any) -> str:
    return cut(json.dumps(value, ensure_ascii=False), _SHOWN_BYTES)


def answer_lines(run: Run) -> list[str]:
    """Return exit status, answer and failures of one dispatch."""
    text = cut(run.stdout.decode("utf-8", "replace").strip(), _SHOWN_BYTES)
    lines = [f"exit {run.status}  {text}"]
    lines += [
        f"{failure['hook']} failed ({failure['kind']}): {failure['detail']}; "
        f"its failure policy: {failure['policy']}"
        for failure in run.object.get("failures", ())
    ]
    if run.answer is None or "failures" not in run.object:
        lines += [f"stderr: {line}" for line in run.stderr.decode("utf-8", "replace").splitlines()]
    return lines


def note_lines(result: Result) -> list[str]:
    """Return the remarks on a case that passed for another reason than its author may think."""
    case = result.case
    found = []
    for step, text in result.notes:
        number = f"step {step + 1}: " if len(case.steps) > 1 else ""
        line = case.lines.get(f"{case.steps[step].pointer}/expect", 1)
        found.append(f"note  {case.path}:{line}: {number}{text}")
        if "(exit)" in text:
            found.append(f"      {EXIT_RULE}")
    return found


def coverage_lines(hooks: Sequence[Covered]) -> list[str]:
    """Return a summary of the coverage, and a line for each hook that lacks some."""
    counted = [hook for hook in hooks if hook.reached != "disabled"]
    if not counted:
        return []
    reached = sum(hook.reached != "never" for hook in counted)
    lines = [f"coverage: {reached} of {len(counted)} hooks were reached by a case"]
    words = {
        "never": "no case has matched it",
        "matched": "matched, but no case has made it decide anything",
        "not run": "not run: it has side effects",
    }
    for hook in counted:
        if not hook.enough:
            place = f"{os.path.relpath(hook.file)}:{hook.line}"
            lines.append(
                f"  {place}: {hook.kind} {hook.name} at {hook.event}: {words[hook.reached]}"
            )
    return lines


def describe(result: Result) -> dict[str, Any]:
    """Return a result as an object for programs."""
    return {
        "file": result.case.path,
        "about": result.case.about,
        "passed": not result.misses,
        "seconds": round(result.seconds, 3),
        "misses": [
            {
                "step": miss.step + 1,
                "key": miss.key,
                "line": miss.line,
                "expected": miss.expected,
                "found": miss.found,
            }
            for miss in result.misses
        ],
        "notes": [{"step": step + 1, "text": text} for step, text in result.notes],
        "answers": [
            {"exit": run.status, "answer": run.answer, **_streams(run)} for run in result.runs
        ],
    }


def _streams(run: Run) -> Mapping[str, str]:
    """Return the output of a dispatch that gave no answer."""
    if run.answer is not None:
        return {}
    return {
        "stdout": cut(run.stdout.decode("utf-8", "replace"), _SHOWN_BYTES),
        "stderr": cut(run.stderr.decode("utf-8", "replace"), _SHOWN_BYTES),
    }


def describe_hook(hook: Covered) -> dict[str, Any]:
    """Return a covered hook as an object for programs."""
    names = ("name", "kind", "event", "file", "line", "reached")
    return {name: getattr(hook, name) for name in names}


def junit(results: Sequence[Result], unusable: Sequence[tuple[str, str]], seconds: float) -> bytes:
    """Return a JUnit report; a case file that cannot be used is an error in it."""
    missed = sum(bool(result.misses) for result in results)
    counts = {
        "name": "hookctl",
        "tests": str(len(results) + len(unusable)),
        "failures": str(missed),
        "errors": str(len(unusable)),
        "skipped": "0",
        "time": f"{seconds:.3f}",
    }
    root = ET.Element("testsuites", counts)
    suite = ET.SubElement(root, "testsuite", counts)
    for result in results:
        case = result.case
        item = _testcase(suite, case.path, case.about, result.seconds)
        if result.misses:
            first = result.misses[0]
            summary = f"{_what(first, len(case.steps))} is not as expected (line {first.line})"
            failure = ET.SubElement(item, "failure", {"message": _xml(summary)})
            failure.text = _xml("\n".join(miss_lines(result)))
        elif result.notes:
            ET.SubElement(item, "system-out").text = _xml("\n".join(note_lines(result)))
    for path, message in unusable:
        item = _testcase(suite, path, "the case can be used", 0.0)
        error = ET.SubElement(item, "error", {"message": _xml(message.splitlines()[0])})
        error.text = _xml(message)
    ET.indent(root)
    data: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return data + b"\n"


def _testcase(suite: ET.Element, path: str, about: str, seconds: float) -> ET.Element:
    attributes = {
        "classname": _xml(os.path.splitext(path)[0].strip("./").replace("/", ".")),
        "name": _xml(about),
        "file": _xml(path),
        "time": f"{seconds:.3f}",
    }
    return ET.SubElement(suite, "testcase", attributes)


def _xml(text: str) -> str:
    """Return text that XML can hold; what it cannot is spelled out."""
    return _NOT_XML.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def printed(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines as they may go to a terminal."""
    for line in lines:
        yield console.visible(line)
