"""The members of lines, for checks: those of the types in `protocol`."""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from .protocol import Line, Touchscreen

Shape = tuple[tuple[str, ...], dict[str, tuple[type, ...]]]


def classes(hint: Any) -> tuple[type, ...]:
    """The classes that a value of a type may have in JSON."""
    origin = get_origin(hint)
    if origin is NotRequired:
        return classes(get_args(hint)[0])
    if origin in (Union, UnionType):
        return tuple(dict.fromkeys(each for part in get_args(hint) for each in classes(part)))
    if origin is Literal:
        return (str,)
    if is_typeddict(hint):
        return (dict,)
    return (int, float) if hint is float else (origin or hint,)


def shape(kind: Any) -> Shape:
    """The required members of an object, and the classes of all of its members."""
    hints = get_type_hints(kind, include_extras=True)
    required = tuple(name for name, hint in hints.items() if get_origin(hint) is not NotRequired)
    return required, {name: classes(hint) for name, hint in hints.items()}


# The shape of each type of a line, and of the `device` of one.
SHAPES: dict[str, Shape] = {
    **{get_args(get_type_hints(line)["type"])[0]: shape(line) for line in get_args(Line)},
    "device.device": shape(Touchscreen)}
