"""Turn the words of a command into paths to be judged, as far as the text tells."""

from __future__ import annotations

import os

from hooks_cli import paths
from hooks_cli.paths import HOLE, Target
from hooks_cli.patterns import wild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks_cli.paths import Places
    from hooks_cli.shell.model import Analysis, Run, Word

_WILD = frozenset("*?[")
_MOST_FILES = 200  # results of one pattern on disk
_MOST_BASES = 8
_MOVES = frozenset(("cd", "chdir", "pushd", "Set-Location", "sl"))
_REMOTE = frozenset(("ssh", "remote", "container"))
# Substitutions that say where they lead.
_HERE = ("$(pwd)", "`pwd`", "$(pwd -P)")
_TOP = ("$(git rev-parse --show-toplevel)", "`git rev-parse --show-toplevel`")


def targets(
    word: Word, bases: tuple[str, ...], places: Places, *, remote: bool = False
) -> Iterator[Target]:
    """Yield the paths that a word may stand for; a HOLE is in what is not known."""
    bases = () if remote else bases
    if word.kind in ("literal", "tilde"):
        yield Target(word.text, bases, tilde=word.kind == "tilde", resolve=not remote)
        return
    if word.kind == "glob":
        rooted = word.text.startswith(("/", "~"))  # a pattern finds nothing above where it starts
        yield Target(_holes(word.text if rooted else f"./{word.text}"), bases, resolve=not remote)
        if not remote:
            for base in bases:
                yield from (Target(path, bases) for path in on_disk(word.text, base, places))
        return
    for base in bases or ("",):
        known = {
            "HOME": places.home,
            "PWD": base,
            "TMPDIR": places.temporary[0] if places.temporary else "",
            "TMP": "",
        }
        text = filled(word.text, known, base, places.workspace)
        yield Target(text, (base,) if base else (), resolve=not remote)


def filled(source: str, known: Mapping[str, str], here: str, top: str) -> str:
    """Return the source of a word with quotes removed, known values filled in, HOLEs elsewhere."""
    for text in _HERE:
        source = source.replace(text, here or HOLE)
    for text in _TOP:
        source = source.replace(text, top or HOLE)
    out: list[str] = []
    plain = True
    quote = ""
    at = 0
    while at < len(source):
        char = source[at]
        if char == HOLE:
            plain = False
        if quote == "'" or (char == "'" and quote != '"'):
            quote = "" if char == "'" and quote else "'" if char == "'" else quote
            out.append("" if char == "'" else char)
            at += 1
        elif char == '"':
            quote = "" if quote else '"'
            at += 1
        elif char == "\\" and at + 1 < len(source):
            out.append(source[at + 1])
            at += 2
        elif char in "$`":
            value, at = _expansion(source, at, known)
            out.append(value)
            plain = False
        else:
            out.append(HOLE if char in _WILD and not quote else char)
            at += 1
    # A word without an expansion that is unknown all the same: nothing of it can be trusted.
    changed = (here and here in source) or (top and top in source)
    return HOLE if plain and not changed else "".join(out)


def _expansion(source: str, at: int, known: Mapping[str, str]) -> tuple[str, int]:
    """Return the value of an expansion, or a HOLE, and where it ends."""
    if source[at] == "`":
        end = source.find("`", at + 1)
        return HOLE, end + 1 if end > 0 else len(source)
    following = source[at + 1 : at + 2]
    if following in ("(", "{"):
        end = _closing(source, at + 1)
        inside = source[at + 2 : end - 1]
        name = inside.partition(":")[0].partition("-")[0]
        value = known.get(name, "") if following == "{" and name.isidentifier() else ""
        if following == "{" and inside != name and not inside.startswith((f"{name}:-", f"{name}-")):
            value = ""
        return value or HOLE, end
    end = at + 1
    while end < len(source) and (source[end].isalnum() or source[end] == "_"):
        end += 1
    if end == at + 1:
        return HOLE, min(at + 2, len(source))
    if source[at + 1].isdigit():
        return HOLE, at + 2
    return known.get(source[at + 1 : end], "") or HOLE, end


def _closing(source: str, at: int) -> int:
    """Return the place behind the bracket that closes the one at `at`."""
    left = source[at]
    right = ")" if left == "(" else "}"
    depth = 0
    for place in range(at, len(source)):
        depth += (source[place] == left) - (source[place] == right)
        if depth == 0:
            return place + 1
    return len(source)


def _holes(text: str) -> str:
    """Return a pattern with a HOLE for each wildcard."""
    for char in "*?[]":
        text = text.replace(char, HOLE)
    return text


def on_disk(pattern: str, base: str, places: Places) -> list[str]:
    """Return the files that a pattern stands for now; not more than a few hundred."""
    if pattern.startswith("~/"):
        pattern = places.home + pattern[1:]
    full = pattern if pattern.startswith("/") else f"{base}/{pattern}"
    found = ["/"]
    for part in paths.split(full):
        if not _WILD & set(part):
            found = [os.path.join(path, part) for path in found]
            continue
        fits: list[str] = []
        for path in found:
            try:
                names = sorted(os.listdir(path))
            except (OSError, ValueError):
                continue
            fits += [
                os.path.join(path, name)
                for name in names
                if (name[0] != "." or part[0] == ".") and wild(part, name)
            ]
            if len(fits) > _MOST_FILES:
                break
        found = fits[:_MOST_FILES]
    return found if _WILD & set(full) else []


def is_remote(run: Run) -> bool:
    """Tell whether a run is on another machine or in a container: its files are not ours."""
    return any(step.kind in _REMOTE for step in run.via)


def directories(
    analysis: Analysis, command: str, base: str, places: Places
) -> tuple[tuple[str, ...], ...]:
    """Return, for each run, the directories in which it may be; none if that is not known.

    A literal `cd` is followed. Where the text has a subshell, a pipe or a background command, it
    may not hold for what comes later, and the directory before counts as well.
    """
    certain = not any(char in command.replace("&&", "").replace("||", "") for char in "(|&{")
    states: list[tuple[tuple[str, ...], tuple[str, ...]]] = [((), (base,) if base else ())]
    found: list[tuple[str, ...]] = []
    for run in analysis.runs:
        way = tuple(f"{step.kind} {step.text}" for step in run.via)
        at = max(
            (index for index, (prefix, _) in enumerate(states) if way[: len(prefix)] == prefix),
            key=lambda index: (len(states[index][0]), index),
        )
        now = states[at][1]
        found.append(now)
        if run.base in _MOVES:
            moved = _moved(run, now, places)
            after = moved if certain or moved == () else tuple(dict.fromkeys((*moved, *now)))
            states.append((way, after[:_MOST_BASES]))
    return tuple(found)


def _moved(run: Run, now: tuple[str, ...], places: Places) -> tuple[str, ...]:
    """Return the directories that a `cd` leads to."""
    words = [word for word in run.resolved[1:] if word.kind != "literal" or word.text[:1] != "-"]
    if not words:
        return (places.home,) if places.home else ()
    moved = []
    for target in targets(words[0], now, places):
        text = target.text
        if HOLE in text:
            return ()
        if target.tilde and text.startswith("~"):
            text = places.home + text[1:] if text[1:2] in ("", "/") else os.path.expanduser(text)
        moved += [text] if text.startswith("/") else [f"{each}/{text}" for each in now]
    return tuple(os.path.normpath(path) for path in moved)
