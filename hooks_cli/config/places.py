"""The line at which a part of a configuration file stands, for reports. Never for a dispatch."""

from __future__ import annotations

from hooks_cli.config import files, positions
from hooks_cli.errors import ConfigError

_known: dict[str, dict[str, int]] = {}


def line(path: str, pointer: str) -> int:
    """Return the line of a JSON pointer, or of the nearest part around it that has one.

    0 if the file cannot be read. Each file is read once in the life of the process.
    """
    if path not in _known:
        _known[path] = _lines(path)
    lines = _known[path]
    while pointer and pointer not in lines:
        pointer = pointer.rpartition("/")[0]
    return lines.get(pointer, 0)


def _lines(path: str) -> dict[str, int]:
    try:
        data = files.read_bytes(path)
    except ConfigError:
        return {}
    if not path.endswith(files.YAML_SUFFIXES):
        return positions.lines(data)
    from hooks_cli.config import yamlfile  # noqa: PLC0415 - yaml is slow to import

    try:
        yamlfile.load(path, data)
    except ConfigError:
        return {}
    return yamlfile.lines(data)
