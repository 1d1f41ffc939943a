"""hookctl: the one hook dispatcher for AI agents and editors."""

from __future__ import annotations


def __getattr__(name: str) -> str:
    """Look the version up when it is asked for: the look-up is slow, a dispatch needs none."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - see above

        return version("hookctl")
    raise AttributeError(name)
