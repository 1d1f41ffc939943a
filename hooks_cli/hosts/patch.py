"""Read the patch format of `apply_patch`: several files in one text."""

from __future__ import annotations

import re

from hooks_cli._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BEGIN, END = "*** Begin Patch", "*** End Patch"
_HEADER = re.compile(r"\*\*\* (Add File|Update File|Delete File|Move to): (.+)")
_OPERATIONS = {
    "Add File": "create",
    "Update File": "edit",
    "Delete File": "delete",
    "Move to": "create",
}


class Change(Record):
    """What a patch does to one file.

    `operation` is create, edit or delete; `content` the whole text of a new file, `fragments`
    the replacements in an old one.
    """

    path: str
    operation: str
    content: str | None = None
    fragments: tuple[dict[str, str], ...] = ()


def changes(text: str) -> tuple[Change, ...]:
    """Return the files that a patch touches, in order; nothing if it is not a patch."""
    found: list[Change] = []
    body: list[str] = []
    for line in [*text.splitlines(), END]:
        header = _HEADER.fullmatch(line.strip())
        if header is None and not line.startswith(END):
            body.append(line)
            continue
        if found:
            found[-1] = _with_body(found[-1], body)
        body = []
        if header:
            found.append(Change(header[2].strip(), _OPERATIONS[header[1]]))
        elif found and line.startswith(END):
            break
    return tuple(found)


def in_command(command: str) -> tuple[Change, ...]:
    """Return the files of a patch that a shell command feeds to `apply_patch`."""
    if BEGIN not in command or "apply_patch" not in command:
        return ()
    return changes(command.partition(BEGIN)[2])


def rewrite(text: str, before: Change, values: dict[str, Any]) -> str | None:
    """Return the text of a patch of one file with another path or content; None if impossible.

    The content of a new file can be replaced, that of an old one cannot.
    """
    if not set(values) <= {"file_path", "content"}:
        return None
    path = values.get("file_path", before.path)
    if not isinstance(path, str) or not path.strip() or "\n" in path:
        return None
    if "content" in values:
        content = values["content"]
        if before.operation != "create" or not isinstance(content, str):
            return None
        lines = "".join(f"+{line}\n" for line in content.splitlines())
        return f"{BEGIN}\n*** Add File: {path}\n{lines}{END}\n"
    return re.sub(
        r"(?m)^(\*\*\* (?:Add|Update|Delete) File: ).*$",
        lambda match: match[1] + path,
        text,
        count=1,
    )


def _with_body(change: Change, body: list[str]) -> Change:
    """Return a change with what the lines under its header say."""
    if change.operation == "create":
        if not body:
            return change
        lines = [line[1:] for line in body if line.startswith("+")]
        return change.replace(content="".join(f"{line}\n" for line in lines))
    if change.operation == "delete":
        return change
    fragments: list[dict[str, str]] = []
    old: list[str] = []
    new: list[str] = []
    for line in [*body, "@@"]:
        if line.startswith("@@"):
            if old or new:
                fragments.append({"old_value": "\n".join(old), "new_value": "\n".join(new)})
            old, new = [], []
            continue
        if not line.startswith("+"):
            old.append(line[1:])
        if not line.startswith("-"):
            new.append(line[1:])
    return change.replace(fragments=tuple(fragments))
