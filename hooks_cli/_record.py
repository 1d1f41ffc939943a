"""Immutable value types that cost a tool call almost nothing to import.

`dataclasses` and `typing.NamedTuple` are the usual choice. Both are left out on purpose: they
cost more than the whole rest of a dispatch (`scripts/dev/bench.py` prints the figures), and
tuples compare by content, so that `Allow("x") == Block("x")` would be true.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self, dataclass_transform
else:

    def dataclass_transform(**_options):  # noqa: ANN003, ANN202 - that of `typing` has types
        """Stand in for the decorator of `typing`, which only type checkers need."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class Record:
    """Base of a frozen value: annotated class attributes are its fields, in order.

    Two records are equal if they are of the same class and all fields are equal.
    """

    __match_args__: tuple[str, ...] = ()
    _defaults: dict[str, Any] = {}  # noqa: RUF012 - a ClassVar would need `typing` at run time
    _names: frozenset[str] = frozenset()

    def __init_subclass__(cls) -> None:
        """Collect the fields of the new class behind those of its base."""
        # inspect.get_annotations would cost the import of inspect.
        annotations = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - see above
        own = [name for name in annotations if name[0] != "_"]
        defaults = dict(cls._defaults)
        defaults.update((name, cls.__dict__[name]) for name in own if name in cls.__dict__)
        cls._defaults = defaults
        for name in own:
            if name in cls.__dict__:
                delattr(cls, name)  # or it would hide the field of a record derived from
        cls.__match_args__ = (*cls.__match_args__, *own)  # type: ignore[misc]
        cls._names = frozenset(cls.__match_args__)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take the fields by position or by name; a missing or unknown one is a TypeError."""
        names = self.__match_args__
        values = self.__dict__
        values.update(self._defaults)
        values.update(zip(names, args, strict=False))
        values.update(kwargs)
        if len(values) != len(names) or len(args) > len(names) or not self._names >= kwargs.keys():
            wrong = values.keys() ^ self._names or {f"{len(args)} values"}
            message = f"{type(self).__name__}: fields do not fit: {', '.join(sorted(wrong))}"
            raise TypeError(message)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a record never changes."""
        message = f"{type(self).__name__}.{name} cannot be set: records are immutable"
        raise AttributeError(message)

    def __eq__(self, other: object) -> bool:
        """Compare class and fields."""
        return type(self) is type(other) and all(
            getattr(self, name) == getattr(other, name) for name in self.__match_args__
        )

    def __hash__(self) -> int:
        """Hash class and fields; a field that cannot be hashed is a TypeError."""
        return hash((type(self), *(getattr(self, name) for name in self.__match_args__)))

    def __repr__(self) -> str:
        """Show the constructor call that makes this value."""
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"

    def __getattr__(self, name: str) -> Any:
        """Look up a field that `derive` has left with the record it was derived from."""
        origin = self.__dict__.get("_origin")
        if origin is None or name not in self._names:
            message = f"{type(self).__name__} has no field {name}"
            raise AttributeError(message)
        return getattr(origin, name)

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields changed; an unknown field is a TypeError."""
        values = {name: getattr(self, name) for name in self.__match_args__}
        return type(self)(**{**values, **changes})

    def derive(self, changes: dict[str, Any]) -> Self:
        """Return a copy with some fields changed that shares all others with this record.

        For thousands of copies with few fields of their own. `changes` becomes part of the copy,
        and its keys are not checked.
        """
        copy = object.__new__(type(self))
        copy.__dict__.update(changes, _origin=self)
        return copy
