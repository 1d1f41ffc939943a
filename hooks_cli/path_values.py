"""Find the paths in a payload: what `match.path` looks at, except for shell commands."""

from __future__ import annotations

from hooks_cli import paths
from hooks_cli._record import Record
from hooks_cli.paths import Target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.match import Subject
    from hooks_cli.model import JsonObject

# Fields of events that hold a path, a URL, or a list of them.
FIELDS = ("file_path", "skill_url", "document_url", "documents", "editor_location")
LISTS = ("attachments", "input_attachments")
# Fields that hold the input of a tool, with paths at any depth.
INPUTS = ("tool_input", "action_expand_parameters")
# A key is called like a path if its last word is one of these.
_PATH_WORDS = frozenset(
    (  # noqa: SIM905 - words, read as words
        "path paths file files filename filenames filepath filepaths dir dirs directory "
        "directories folder folders uri uris url urls root roots cwd workdir source sources src "
        "destination dest dst target targets location locations document documents "
        "attachment attachments output input from to notebook"
    ).split()
)
# Keys whose text is content or a question, whatever it looks like.
_TEXT_WORDS = frozenset(
    (  # noqa: SIM905 - as above
        "content contents text texts string strings value prompt query question description "
        "message messages title body comment code snippet reason thought explanation "
        "instruction instructions regex search sql html markdown data"
    ).split()
)
_PATCH_HEADS = ("*** Add File", "*** Update File", "*** Delete File", "*** Move to")
_PATTERN_TOOLS = ("glob", "find", "list", "search_files")
_LONGEST = 1024


class Found(Record):
    """A path in a payload; `guessed` says that only its look makes it one."""

    text: str
    guessed: bool = False


class Paths(Record):
    """All paths of a payload; `sure` is false if a field that must hold one does not."""

    found: tuple[Found, ...]
    sure: bool = True


def of(subject: Subject) -> Paths:
    """Return the paths that an event is about."""
    payload = subject.payload
    found: list[Found] = []
    sure = True
    for field in subject.spec.fields:
        value = payload.get(field.name)
        if field.name in FIELDS:
            texts = _texts(value)
            wrong = value is not None or (
                field.presence == "unconditional" and field.name in FIELDS[:1]
            )
            sure = sure and (bool(texts) or not wrong or value == [])
            found += [Found(text) for text in texts if text]
        elif field.name in LISTS:
            found += [Found(text, not _is_path(text)) for text in _texts(value) if _one_line(text)]
        elif field.name in INPUTS and isinstance(value, dict):
            found += _inside(value, "", _tool(payload))
    return Paths(tuple(dict.fromkeys(found)), sure)


def target(found: Found, base: str) -> Target:
    """Return what is to be judged for a path that was found."""
    return Target(found.text, (base,) if base else ())


def base_of(payload: JsonObject, workspace: str) -> str:
    """Return the directory that relative paths of a payload are below, "" if it is not known."""
    tool_input = payload.get("tool_input")
    inner = tool_input if isinstance(tool_input, dict) else {}
    for value in (
        *(inner.get(key) for key in ("cwd", "workdir", "working_directory")),
        payload.get("cwd"),
    ):
        if isinstance(value, str) and value:
            path = paths.plain(value)
            return path if paths.is_absolute(path) else f"{workspace}/{path}"
    return workspace


def counts_outside(found: Found) -> bool:
    """Tell whether a guessed path is one for sure enough to be called outside of something.

    A route such as `/users/7` looks like a path too: its first directory must exist.
    """
    if not found.guessed:
        return True
    from os.path import isdir  # noqa: PLC0415 - posixpath is loaded anyway; keeps the name near

    text = found.text
    if text.startswith("~") or ".." in text.split("/"):
        return True
    first = text.split("/")[1] if text.startswith("/") else ""
    return (bool(first) and isdir(f"/{first}")) or paths.has_drive(text)


def _inside(value: Any, key: str, tool: str) -> Iterator[Found]:
    """Yield the paths in the input of a tool, at any depth."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _inside(item, name, tool)
    elif isinstance(value, list):
        for item in value:
            yield from _inside(item, key, tool)
    elif isinstance(value, str) and "\n*** " in f"\n{value}":
        yield from _patched(value)
    elif isinstance(value, str) and value and _one_line(value):
        word = _last_word(key)
        named = word in _PATH_WORDS or (
            word in ("pattern", "patterns", "glob") and any(part in tool for part in _PATTERN_TOOLS)
        )
        if named and not paths.is_url(value):
            yield Found(value)
        elif word not in _TEXT_WORDS and word not in ("pattern", "command") and _is_path(value):
            yield Found(value, guessed=True)


def _patched(text: str) -> Iterator[Found]:
    """Yield the files that a patch in the form of the tool `apply_patch` names."""
    for line in text.splitlines():
        head, colon, path = line.partition(": ")
        if colon and head in _PATCH_HEADS and path.strip():
            yield Found(path.strip())


def _is_path(text: str) -> bool:
    """Tell whether a text looks like a path."""
    if paths.is_url(text):
        return False
    low = text[:5].lower()
    if low.startswith(("/", "~", "./", "../", "file:")) or paths.has_drive(text):
        return True
    if " " in text.strip():
        return "/" in text and "." in text.rpartition("/")[2]
    return "/" in text or "\\" in text or text.startswith(".") or "." in text[1:-1]


def _last_word(key: str) -> str:
    """Return the last word of a key in camelCase, snake_case or kebab-case, in lower case."""
    spaced = "".join(f"_{char}" if char.isupper() and key != key.upper() else char for char in key)
    words = [word for word in spaced.replace("-", "_").lower().split("_") if word.isalnum()]
    if words and words[-1] in ("name", "id") and len(words) > 1:
        return words[-2]
    return words[-1] if words else ""


def _one_line(text: str) -> bool:
    return len(text) <= _LONGEST and "\n" not in text and "\r" not in text


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _tool(payload: JsonObject) -> str:
    names = (payload.get("tool_id"), payload.get("tool_name"))
    return " ".join(name for name in names if isinstance(name, str)).lower()
