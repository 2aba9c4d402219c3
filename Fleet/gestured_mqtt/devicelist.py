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

# Seconds from an `overflow` to the list, as several follow each other; and seconds after a list
# that failed.
PAUSE, RETRY = 0.5, 5


async def read_list(settings: Daemon) -> list[dict[str, Any]] | None:
    """The devices that a new connection is listed; None if it is not. The daemon has no request for
    that, and closing the present connection would lose its pending lines."""
    devices: list[dict[str, Any]] = []
    rest, loop = b"", asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.setblocking(False)
        connection.connect(settings.socket)
        while data := await loop.sock_recv(connection, READ_SIZE):
            *texts, rest = (rest + data).split(b"\n")
            if len(rest) > LONGEST_LINE:
                return None
            for text in texts:
                line = json.loads(text)
                if line["type"] == "snapshot_end":
                    return devices
                if line["type"] == "device":
                    devices.append(line["device"])
    return None


class DeviceList:
    """Requests the list until there is one, and passes it to `take(devices)`."""

    def __init__(self, settings: Daemon, take: Callable[[list[dict[str, Any]]], None]) -> None:
        self._settings = settings
        self._take = take
        self._task: asyncio.Task[None] | None = None
        self._is_doubtful = False

    def doubt(self) -> None:
        """Records that lines are missing."""
        self._is_doubtful = True
        if self._task is None:
            self._task = asyncio.ensure_future(self._settle())

    def cancel(self) -> None:
        """Stops: there is no connection whose devices are in doubt, or a new one lists them itself."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _settle(self) -> None:
        wait = PAUSE
        while self._is_doubtful:
            await asyncio.sleep(wait)
            self._is_doubtful = False
            try:
                devices = await asyncio.wait_for(read_list(self._settings), self._settings.ping_timeout)
                if devices is not None:
                    self._take(devices)
            except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError, asyncio.TimeoutError):
                devices = None
            self._is_doubtful |= devices is None
            wait = PAUSE if devices is not None else RETRY
        self._task = None
