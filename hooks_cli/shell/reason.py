"""Say which run a rule has hit, and how it is reached."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hooks_cli.shell.model import Analysis, Run, Word
    from hooks_cli.shell.rules import Hit
    from hooks_cli.shell.touched import Scene

_LONGEST = 160
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:@%,^~")


def of_hit(hit: Hit, scene: Scene) -> str:
    """Return what was hit: "`rm -rf build`, inside bash -c, inside xargs"."""
    if hit.run < 0:
        if scene.cut:
            return "the command is too long or too deep to be taken apart"
        names = ", ".join(scene.analysis.kind_names)
        return f"the command: {names}" if names else "the command"
    run = scene.analysis.runs[hit.run]
    text = of_run(run, "" if hit.sure else " (not all of it can be known)")
    sources = [run.stdin.runs, run.feeds] if hit.fed else []
    fed = [argv(scene.analysis.runs[index].resolved) for runs in sources for index in runs]
    return f"{text}, fed by `{fed[0]}`" if fed else text


def of_run(run: Run, remark: str = "") -> str:
    """Return a run and the way to it, from the inside out."""
    way = "".join(f", inside {step.text or step.kind}" for step in reversed(run.via))
    return f"`{argv(run.resolved or run.argv)}`{remark}{shown(way)}"


def argv(words: Sequence[Word]) -> str:
    """Return words as one line that could be typed again, cut if it is long."""
    return _cut(shown(" ".join(_quoted(word) for word in words)))


def way(run: Run) -> str:
    """Return the way to a run, from the outside in."""
    return shown(" > ".join(step.text or step.kind for step in run.via))


def kinds(analysis: Analysis) -> list[tuple[str, str]]:
    """Return each kind with the places that asked for it."""
    places: dict[str, list[str]] = {}
    for kind in analysis.kinds:
        places.setdefault(kind.name, []).append(_cut(shown(kind.text)))
    return [(name, "; ".join(dict.fromkeys(filter(None, found)))) for name, found in places.items()]


def shown(text: str) -> str:
    """Return text with what is not printable spelled out, so that it stays one line."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "replace").decode("ascii")
        for char in text
    )


def _quoted(word: Word) -> str:
    text = word.text
    if word.kind != "literal" or (text and _PLAIN.issuperset(text)):
        return text
    return "'" + text.replace("'", "'\\''") + "'"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
