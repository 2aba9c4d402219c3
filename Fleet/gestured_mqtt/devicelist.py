"""Lists the touchscreens again after lines about them may have been lost
(docs/protocol.md#slow-readers)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
import json
import socket
from typing import Any

from .configuration import Daemon
from .daemon import LONGEST_LINE, READ_SIZE

# Seconds from an `overflow` to the attempt, since several follow each other; and seconds from a failed attempt to
# the next one.
PAUSE, RETRY = 0.5, 5


async def read_list(settings: Daemon) -> list[dict[str, Any]] | None:
    """The devices that the daemon lists at the start of a connection; None if the list does not end. No request
    returns them, and to end the present connection would lose its pending lines."""
    devices: list[dict[str, Any]] = []
    partial, loop = b"", asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.setblocking(False)
        connection.connect(settings.socket)
        while data := await loop.sock_recv(connection, READ_SIZE):
            *texts, partial = (partial + data).split(b"\n")
            if len(partial) > LONGEST_LINE:
                return None
            for text in texts:
                line = json.loads(text)
                if line["type"] == "snapshot_end":
                    return devices
                if line["type"] == "device":
                    devices.append(line["device"])
    return None


class DeviceList:
    """Reads the list until an attempt succeeds, and passes it to `receive(devices)`."""

    def __init__(self, settings: Daemon, receive: Callable[[list[dict[str, Any]]], None]) -> None:
        self._settings = settings
        self._receive = receive
        self._task: asyncio.Task[None] | None = None
        self._is_stale = False

    def invalidate(self) -> None:
        """Lines about devices may have been lost: reads the list soon."""
        self._is_stale = True
        if self._task is None:
            self._task = asyncio.ensure_future(self._refresh())

    def cancel(self) -> None:
        """Stops, when the connection ends or a new one begins, which lists the devices itself."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _refresh(self) -> None:
        wait = PAUSE
        while self._is_stale:
            await asyncio.sleep(wait)
            self._is_stale = False
            try:
                devices = await asyncio.wait_for(read_list(self._settings), self._settings.ping_timeout)
                if devices is not None:
                    self._receive(devices)
            except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError, asyncio.TimeoutError):
                devices = None
            self._is_stale |= devices is None
            wait = PAUSE if devices is not None else RETRY
        self._task = None
