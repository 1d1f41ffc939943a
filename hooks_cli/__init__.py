"""hookctl: the one hook dispatcher for AI agents and editors."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name):  # noqa: ANN001, ANN202 - the types are above
        """Look the version up when it is asked for: the look-up is slow, a dispatch needs none."""
        if name == "__version__":
            from importlib.metadata import version  # noqa: PLC0415 - see above

            return version("hookctl")
        raise AttributeError(name)
