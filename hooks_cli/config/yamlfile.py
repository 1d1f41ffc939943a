"""YAML with the meaning of JSON: the only import of yaml outside the test cases."""

from __future__ import annotations

import math

import yaml

from hooks_cli import limits, strictjson
from hooks_cli.config.pointers import escape
from hooks_cli.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Aliases may repeat a part, but not so often that a small file becomes a huge object.
_NODES = 100_000


class _Loader(yaml.SafeLoader):
    """Plain scalars as in JSON, duplicate keys refused."""


# YAML 1.1 reads `on`, `no` and dates as something else than text, which surprises everybody.
_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:null")
        or (tag == "tag:yaml.org,2002:bool" and first in "tTfF")
        or tag == "tag:yaml.org,2002:merge"
    ]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[str, Any]:
    loader.flatten_mapping(node)
    value: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        line = key_node.start_mark.line + 1
        if not isinstance(key, str):
            raise ConfigError(f"line {line}: key {key!r} is not a string", "put it in quotes")
        if key in value:
            raise ConfigError(f'line {line}: duplicate key "{key}"', "keep one of them")
        value[key] = loader.construct_object(value_node, deep=True)
    return value


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def load(path: str, data: bytes) -> Any:
    """Return the one document in a YAML file, made of JSON values only.

    ConfigError names file and line of what is wrong.
    """
    try:
        text = strictjson.without_bom(data).decode("utf-8")
        value = yaml.load(text, _Loader)  # noqa: S506 - a SafeLoader
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 at offset {error.start}") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise ConfigError(f"{path}:{line}: {error.problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: {error}") from None
    except ConfigError as error:
        raise ConfigError(f"{path}: {error.message}", error.hint) from None
    try:
        _check(value, limits.JSON_DEPTH, [_NODES])
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None
    return value


def load_object(path: str, data: bytes) -> dict[str, Any]:
    """Return the one mapping in a YAML file. ConfigError for anything else."""
    value = load(path, data)
    if not isinstance(value, dict):
        raise ConfigError(f"{path}: {strictjson.type_name(value)} found, expected an object")
    return value


def lines(data: bytes) -> dict[str, int]:
    """Return the line, from 1, of every JSON pointer in a valid document."""
    root = yaml.compose(strictjson.without_bom(data).decode("utf-8"), _Loader)
    places: dict[str, int] = {}

    def visit(node: yaml.Node, pointer: str) -> None:
        places.setdefault(pointer, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                visit(value, f"{pointer}/{escape(str(key.value))}")
        elif isinstance(node, yaml.SequenceNode):
            for index, value in enumerate(node.value):
                visit(value, f"{pointer}/{index}")

    if root is not None:
        visit(root, "")
    return places


def _check(value: Any, depth: int, left: list[int]) -> None:
    """Refuse what JSON cannot hold, and documents that aliases blow up."""
    left[0] -= 1
    if depth < 0 or left[0] < 0:
        raise ValueError("too deep or too large")
    if isinstance(value, dict):
        for item in value.values():
            _check(item, depth - 1, left)
    elif isinstance(value, list):
        for item in value:
            _check(item, depth - 1, left)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError("NaN and infinity are not JSON")
    elif not isinstance(value, str | int | float | None):
        raise ValueError(f"{type(value).__name__} is not a JSON value")
