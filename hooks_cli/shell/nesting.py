"""Go into a command or a script that another command runs."""

from __future__ import annotations

from hooks_cli.shell.words import FIRST_TEMPLATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.shell.expand import Arg
    from hooks_cli.shell.model import Via, Word
    from hooks_cli.shell.walk import Context, Walker

_MAX_TEMPLATES = 1000


def base_of(arg: Arg) -> str:
    """Return the program name of a word without its directory, "" if it is not known."""
    if arg.values[0].kind == "glob":
        return ""
    return (arg.text or "").rpartition("/")[2]


def nested(
    walker: Walker,
    args: list[Arg],
    context: Context,
    via: Via,
    *,
    env: tuple[tuple[str, Word], ...] = (),
    program: Word | None = None,
) -> None:
    """Record a command that another one starts directly, without a shell between."""
    walker.run(args, context.copy(apart=True, via=via), env=env, program=program, path=False)


def joined(args: list[Arg]) -> tuple[str, tuple[str, ...]]:
    """Join words to a script; characters from U+F0000 on stand for what is not known."""
    templates: list[str] = []
    pieces = []
    for arg in args:
        if arg.text is not None:
            pieces.append(arg.text)
            continue
        piece = ""
        for mode, text, _ in arg.parts or [("x", arg.word.text, "")]:
            if mode in "uq":
                piece += text
            elif len(templates) < _MAX_TEMPLATES:
                piece += chr(ord(FIRST_TEMPLATE) + len(templates))
                templates.append(text)
        pieces.append(piece)
    return " ".join(pieces), tuple(templates)


def nested_text(walker: Walker, args: list[Arg], context: Context, kind: str) -> None:
    """Walk the script that the words come to; `kind` is reported if not all of it is known."""
    unknown = next((arg for arg in args if arg.word.kind == "unknown"), None)
    if unknown is not None and kind:
        walker.kind(kind, unknown.word.text)
    if unknown is not None and unknown.parts is None and unknown.text is None and kind:
        return  # the text of another program's input: nothing of it is to be trusted
    text, templates = joined(args)
    walker.text(text, context, templates)
