"""Gestures of gestured for programs in Python: docs/python.md.

`Client` blocks, `AsyncClient` is for asyncio. `Session` is a connection without I/O, for other loops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .backoff import Backoff
from .client import Client
from .connecting import socket_path
from .core import ConnectionLost, Event, Options, RequestWarning
from .errors import (DaemonAbsent, Disconnected, GesturedError, NotAnswering, NotPermitted, ProtocolError, Refused,
                     TooMuchUnread)
from .protocol import (Activity, Bye, Contact, Device, Explanation, Gesture, Health, Hello, Kind, Overflow, Phase,
                       SnapshotEnd, Status, Touchscreen, Wake, ZonePlace)
from .requests import Filters, Rect
from .session import Received, Session

if TYPE_CHECKING:
    from .aio import AsyncClient

# The version of gestured; a test compares them.
__version__ = "0.1.0"

__all__ = [
    "Activity", "AsyncClient", "Backoff", "Bye", "Client", "ConnectionLost", "Contact", "DaemonAbsent", "Device",
    "Disconnected", "Event", "Explanation", "Filters", "Gesture", "GesturedError", "Health", "Hello", "Kind",
    "NotAnswering", "NotPermitted", "Options", "Overflow", "Phase", "ProtocolError", "Received", "Rect", "Refused",
    "RequestWarning", "Session", "SnapshotEnd", "Status", "TooMuchUnread", "Touchscreen", "Wake", "ZonePlace",
    "socket_path"]


def __getattr__(name: str) -> Any:
    """Imports asyncio only for programs that use it, as it takes longer than everything else."""
    if name == "AsyncClient":
        from .aio import AsyncClient as found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
