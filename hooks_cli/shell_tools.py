"""Which tools run a shell command, where it stands in their input, and in which language."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks_cli.match import Subject
    from hooks_cli.model import JsonObject

# Name of a tool, without case and separators: language of its command.
TOOLS: dict[str, str] = {
    **dict.fromkeys(
        (
            *("bash", "shell", "sh", "bashtool", "shelltool", "localshell", "shellcommand"),
            *("invokecmdline", "runshellcommand", "runinterminal", "runterminalcmd"),
            *("runterminalcommand", "executecommand", "runcommand", "runcommands", "execcommand"),
            *("terminal", "unifiedexec", "containerexec", "execute", "exec", "executebash"),
            *("executeshellcommand", "runbash", "runshell", "console", "executeshell"),
        ),
        "bash",
    ),
    "zsh": "zsh",
    "powershell": "powershell",
    "pwsh": "powershell",
    "runpowershell": "powershell",
    "cmd": "cmd",
}
# A name with one of these among its words is a shell's too.
_WORDS = {
    "shell": "bash",
    "bash": "bash",
    "terminal": "bash",
    "zsh": "zsh",
    "powershell": "powershell",
}
# Keys of a tool's input that hold the command.
KEYS = ("command", "cmd", "command_line", "commandLine", "CommandLine", "script", "commands")
_EVENTS = ("beforeShellExecution", "afterShellExecution")
_LANGUAGES = {
    **dict.fromkeys(("bash", "sh", "ksh"), "bash"),
    **dict.fromkeys(("dash", "ash"), "dash"),
    "zsh": "zsh",
    **dict.fromkeys(("powershell", "pwsh", "powershell.exe", "pwsh.exe"), "powershell"),
    **dict.fromkeys(("cmd", "cmd.exe"), "cmd"),
}


def commands(
    subject: Subject, place: str = "", language: str = ""
) -> Iterator[tuple[str | None, str]]:
    """Yield (command, language) for each shell command of an event, None if it is no text.

    `place` is a dotted path that names another field of the payload.
    """
    payload = subject.payload
    if place:
        from hooks_cli.matchers import values_at  # noqa: PLC0415 - its neighbour is loaded anyway

        found = [value for value in values_at(payload, place) if value is not None]
        spoken = language or _hinted(payload) or "bash"
    else:
        found, spoken = _own(subject)
        spoken = language or spoken
    for value in found:
        yield _text(value), spoken


def language_of(payload: JsonObject) -> str:
    """Return the language of a tool's command by the tool's name, "" if it is no shell."""
    for key in ("tool_id", "tool_name"):
        name = payload.get(key)
        if not isinstance(name, str):
            continue
        last = name.replace("/", "__").replace(".", "__").rpartition("__")[2]
        for each in (name, last):
            plain = "".join(char for char in each.lower() if char.isalnum())
            if plain in TOOLS:
                return TOOLS[plain]
        for word in _words(last):
            if word in _WORDS:
                return _WORDS[word]
    return ""


def _own(subject: Subject) -> tuple[list[Any], str]:
    """Return the commands of an event in the fields where its kind has them."""
    payload = subject.payload
    if subject.spec.name in _EVENTS:
        command = payload.get("command")
        return ([] if command is None else [command]), _hinted(payload) or "bash"
    tool_input = payload.get("tool_input")
    if isinstance(tool_input, dict) and "server_name" not in payload:
        language = language_of(payload)
        if language:
            found = [tool_input[key] for key in KEYS if tool_input.get(key) is not None]
            return found, _hinted(tool_input) or _hinted(payload) or language
    return [], "bash"


def _hinted(values: JsonObject) -> str:
    """Return the language that a `shell` key names."""
    shell = values.get("shell")
    name = shell.replace("\\", "/").rpartition("/")[2].lower() if isinstance(shell, str) else ""
    return _LANGUAGES.get(name, "")


def _text(value: Any) -> str | None:
    """Return a command as text; a list of strings is one command, word by word."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return " ".join("'" + item.replace("'", "'\\''") + "'" for item in value)
    return None


def _words(name: str) -> list[str]:
    spaced = "".join(f"_{char}" if char.isupper() else char for char in name)
    return [word for word in spaced.replace("-", "_").lower().split("_") if word]
