"""The requests of clients. Made by Scripts/python-types from docs/protocol.schema.json."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from .protocol import EventType, Kind, OutputTransform, Phase, Priority


class Subscribe(TypedDict):
    """Replaces the subscription of the connection."""

    type: Literal["subscribe"]
    id: NotRequired[str | int]
    events: NotRequired[list[EventType]]
    gestures: NotRequired[list[Kind]]
    names: NotRequired[list[str]]
    zones: NotRequired[list[str]]
    phases: NotRequired[list[Phase]]
    devices: NotRequired[list[int | str]]
    fingers: NotRequired[list[int]]
    max_rate_hz: NotRequired[float]
    positions: NotRequired[bool]


class Rect(TypedDict):
    """A part of the surface, as shares of it."""

    x: NotRequired[float]
    y: NotRequired[float]
    width: NotRequired[float]
    height: NotRequired[float]
    right: NotRequired[float]
    bottom: NotRequired[float]


class AddZone(TypedDict):
    """Adds a zone of this connection."""

    type: Literal["add_zone"]
    id: NotRequired[str | int]
    name: str
    rect: Rect
    devices: NotRequired[list[str]]
    gestures: list[dict[str, Any]] | str | dict[str, Any]
    priority: NotRequired[Priority]


class MoveZone(TypedDict):
    """Moves a zone of this connection."""

    type: Literal["move_zone"]
    id: NotRequired[str | int]
    name: str
    rect: Rect


class RemoveZone(TypedDict):
    """Removes a zone of this connection."""

    type: Literal["remove_zone"]
    id: NotRequired[str | int]
    name: str


class ZonesRequest(TypedDict):
    """Requests the zones of the configuration."""

    type: Literal["zones"]
    id: NotRequired[str | int]


class SetOutput(TypedDict):
    """Reports the output of a touchscreen, or withdraws that report."""

    type: Literal["set_output"]
    id: NotRequired[str | int]
    device: int
    output: NotRequired[str]
    transform: NotRequired[OutputTransform]
    width_mm: NotRequired[float]
    height_mm: NotRequired[float]


class StatusRequest(TypedDict):
    """Requests the state of the daemon."""

    type: Literal["status"]
    id: NotRequired[str | int]


class Ping(TypedDict):
    """Requests a reply."""

    type: Literal["ping"]
    id: NotRequired[str | int]


class Filters(TypedDict):
    """The filters of a subscription."""

    events: NotRequired[list[EventType]]
    gestures: NotRequired[list[Kind]]
    names: NotRequired[list[str]]
    zones: NotRequired[list[str]]
    phases: NotRequired[list[Phase]]
    devices: NotRequired[list[int | str]]
    fingers: NotRequired[list[int]]
    max_rate_hz: NotRequired[float]
    positions: NotRequired[bool]
