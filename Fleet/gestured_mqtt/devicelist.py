"""Lists the touchscreens again after lines about them may have been lost
(docs/protocol.md#slow-readers)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gestured import AsyncClient, GesturedError, Options, Touchscreen

from .configuration import Daemon

# Seconds from an `overflow` to the attempt, since several follow each other; and seconds from a failed attempt to
# the next one.
PAUSE, RETRY = 0.5, 5


async def read_list(settings: Daemon) -> list[Touchscreen] | None:
    """The devices that the daemon lists at the start of a connection; None if the list does not end. No request
    returns them, and to end the present connection would lose its pending lines."""
    devices: list[Touchscreen] = []
    async with AsyncClient(settings.socket, options=Options(waits=False, reconnects=False)) as client:
        async for event in client:
            if event["type"] == "snapshot_end":
                return devices
            if event["type"] == "device":
                devices.append(event["device"])
    return None


class DeviceList:
    """Reads the list until an attempt succeeds, and passes it to `receive(devices)`."""

    def __init__(self, settings: Daemon, receive: Callable[[list[Touchscreen]], None]) -> None:
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
            except (OSError, GesturedError, asyncio.TimeoutError):
                devices = None
            self._is_stale |= devices is None
            wait = PAUSE if devices is not None else RETRY
        self._task = None
