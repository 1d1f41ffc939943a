"""`hookctl import`: turn a host's own hooks file into a hookctl configuration."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from hooks_cli import console, hosts
from hooks_cli.config.files import read_bytes
from hooks_cli.errors import ConfigError, UsageError
from hooks_cli.wiring import convert, entries, jsontext, store, table

if TYPE_CHECKING:
    from hooks_cli.wiring.convert import Converted


def run(file: str, source: str | None, output: str | None, *, as_json: bool) -> int:
    """Print, or write, the configuration that a host's file comes to. Return 0."""
    result, host = convert_file(file, source)
    if output:
        if os.path.lexists(output):
            raise ConfigError(f"{output}: is there already", "name a file that is not")
        store.write(output, None, _text(result).encode())
    if as_json:
        console.emit_json(
            {
                "host": host,
                "config": result.config,
                "notes": [{"pointer": note.pointer, "text": note.text} for note in result.notes],
            }
        )
        return 0
    if not output:
        print(_text(result), end="")
    for note in result.notes:
        console.note(": ".join(part for part in ("note", note.pointer, note.text) if part))
    return 0


def convert_file(file: str, source: str | None) -> tuple[Converted, str]:
    """Return what a file comes to, and whose it is. ConfigError if that cannot be told."""
    path = os.path.abspath(file)
    data = read_bytes(path)
    try:
        document = jsontext.parse(jsontext.decode(data))  # comments are no harm here
    except jsontext.TextError as error:
        raise ConfigError(f"{file}:{error.line}: {error.message}", "correct it first") from None
    content = document.root.value
    if not isinstance(content, dict):
        raise ConfigError(f"{file}: a JSON object was expected")
    host = source or convert.guess(path, content)
    if not host:
        raise ConfigError(f"{file}: whose file this is cannot be told", "say so with --from HOST")
    table.find(host)
    if hosts.load(host).table is None:
        raise UsageError(f"{host} has no hooks file", "")
    container = ("hooks",) if "hooks" in content else ()
    found = list(entries.handlers(document, container))
    if not found:
        raise ConfigError(f"{file}: no hook was found in it", 'they stand under the key "hooks"')
    return convert.convert(host, found, "/hooks" if container else ""), host


def _text(result: Converted) -> str:
    return json.dumps(result.config, indent=2, ensure_ascii=False) + "\n"
