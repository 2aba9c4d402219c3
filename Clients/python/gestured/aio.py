"""A client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
import contextlib
import socket
from types import TracebackType
from typing import Any, cast

from .connecting import connect, socket_path
from .core import ENOUGH_UNREAD, READ_SIZE, Core, Event, Options
from .errors import Disconnected, GesturedError, NotAnswering
from .protocol import Status, ZonePlace
from .requests import Filters, Rect
from .session import Received, answer


class AsyncClient:
    """The daemon's events, over all connections. Use it as a context: a task reads the socket meanwhile.

    It reads only as fast as the program reads events, except that a request reads ahead to its reply.
    """

    def __init__(self, path: str | None = None, filters: Filters | None = None,
                 options: Options | None = None) -> None:
        self._path = path
        self._core = Core(filters, options or Options())
        self._socket: socket.socket | None = None
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self._requests = 0
        self._dropped_for: GesturedError | None = None
        self.awaited_since: float | None = None
        """The loop's time since which an answer of the daemon is due; None if none is."""

    async def __aenter__(self) -> AsyncClient:
        self._task = asyncio.ensure_future(self._run())
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection and the events."""
        self._core.is_over = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._notify()

    async def __aiter__(self) -> AsyncIterator[Event]:
        """The events of known types."""
        async for received in self.lines():
            if received.is_known and received.line["type"] != "reply":
                yield cast(Event, received.line)

    async def lines(self) -> AsyncIterator[Received]:
        """All lines with their texts, also those of types that this package does not know, and replies to `send`."""
        while True:
            while (received := self._core.pop()) is not None:
                if not self._core.unread:
                    await self._notify()
                yield received
            if self._core.is_over:
                self._core.raise_failure()
                return
            await self._wait(lambda: self._core.unread > 0 or self._core.is_over)

    def drain(self) -> list[Received]:
        """The lines that are received and not read yet, also after the end."""
        return list(iter(self._core.pop, None))

    async def connect(self) -> None:
        """Waits until the daemon has listed its touchscreens and has accepted the subscription."""
        await self._wait(lambda: self._core.is_over or self._core.is_open and self._core.session.is_ready)
        if self._core.is_over:
            self._core.raise_failure()
            raise Disconnected("the connection has ended")

    async def status(self) -> Status:
        """The state of the daemon."""
        return cast(Status, answer(await self.request("status"), "status"))

    async def zones(self) -> list[ZonePlace]:
        """The zones of the configuration."""
        return cast(list[ZonePlace], answer(await self.request("zones"), "zones"))

    async def ping(self) -> None:
        """Waits for an answer of the daemon."""
        await self.request("ping")

    async def subscribe(self, filters: Filters) -> None:
        """Replaces the subscription, also that of later connections."""
        await self.request("subscribe", **filters)

    async def add_zone(self, name: str, rect: Rect, gestures: Any = "default", **members: Any) -> None:
        """Adds a zone whose gestures only this client receives; it is added again on later connections."""
        await self.request("add_zone", name=name, rect=rect, gestures=gestures, **members)

    async def move_zone(self, name: str, rect: Rect) -> None:
        """Moves a zone of this client."""
        await self.request("move_zone", name=name, rect=rect)

    async def remove_zone(self, name: str) -> None:
        """Removes a zone of this client."""
        await self.request("remove_zone", name=name)

    async def request(self, kind: str, **members: Any) -> dict[str, Any]:
        """The reply to a request; raises Refused if the daemon refuses it. Events that arrive meanwhile are kept."""
        self._requests += 1
        await self._notify()
        try:
            await self.connect()
            session = self._core.session
            identity, data = session.request(kind, members, is_awaited=True)
            self._answer_due()
            await self._send_all(data)
            replied = (lambda: self._core.session is not session or not self._core.is_open
                       or identity not in session.pending)
            await self._wait(replied)
            reply = self._core.reply(identity) if self._core.session is session else None
            if reply is None:
                raise Disconnected("the connection ended before the reply")
        finally:
            self._requests -= 1
        self._core.applied(kind, members)
        return reply

    def send(self, kind: str, **members: Any) -> int | None:
        """Sends a request without waiting: the reply is one of `lines`. Returns its id; None if there is no
        connection."""
        if self._socket is None:
            return None
        identity, data = self._core.session.request(kind, members)
        self._answer_due()
        with contextlib.suppress(OSError):
            self._socket.send(data)
        return identity

    def drop(self, error: GesturedError) -> None:
        """Ends the present connection, for this reason; another follows if the client is persistent."""
        if self._socket is not None:
            self._dropped_for = error
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    async def _run(self) -> None:
        """Connects and reads until the events end."""
        while not self._core.is_over:
            try:
                self._socket = connect(socket_path(self._path))
                error = await self._serve(self._socket)
            except GesturedError as failure:
                error = failure
            except OSError as failure:
                error = Disconnected(f"the connection has ended: {failure.strerror or failure}")
            finally:
                self._close_socket()
            self._core.lost(error)
            await self._notify()
            if not self._core.is_over:
                await asyncio.sleep(self._core.options.backoff.next_wait())

    async def _serve(self, connection: socket.socket) -> GesturedError:
        """Reads until the connection ends. Uses no asyncio stream: that drops lines received before a write that
        failed."""
        loop = asyncio.get_running_loop()
        # The daemon sends `hello` without a request.
        self._answer_due()
        with contextlib.suppress(OSError):
            connection.send(self._core.opened())
        while True:
            data = await self._receive(connection)
            if self._dropped_for is not None:
                return self._dropped_for
            if not data:
                return Disconnected("the connection has ended")
            error = self._core.received(data)
            if error is not None:
                return error
            self.awaited_since = loop.time() if self._core.session.is_awaited else None
            # While data is available, sock_recv does not yield: a flood of lines would starve the program.
            await asyncio.sleep(0)
            await self._notify()
            if self._core.unread > ENOUGH_UNREAD:
                await self._wait(lambda: not self._core.unread or self._requests > 0)
                self.awaited_since = loop.time() if self._core.session.is_awaited else None

    async def _receive(self, connection: socket.socket) -> bytes:
        """Waits for bytes; raises if an answer is due and none arrives in time."""
        loop, patience = asyncio.get_running_loop(), self._core.options.patience
        if patience is None:
            return await loop.sock_recv(connection, READ_SIZE)
        reading = asyncio.ensure_future(loop.sock_recv(connection, READ_SIZE))
        try:
            while not (await asyncio.wait({reading}, timeout=patience / 5))[0]:
                if self.awaited_since is not None and loop.time() - self.awaited_since > patience:
                    raise NotAnswering(f"the daemon has not answered for {patience} s")
            return reading.result()
        finally:
            reading.cancel()

    async def _send_all(self, data: bytes) -> None:
        """Sends a request. A failure is no end: lines that the daemon sent before it closed are still read."""
        if self._socket is not None:
            sending = asyncio.get_running_loop().sock_sendall(self._socket, data)
            with contextlib.suppress(OSError, asyncio.TimeoutError):
                await asyncio.wait_for(sending, self._core.options.patience)

    def _answer_due(self) -> None:
        if self.awaited_since is None:
            self.awaited_since = asyncio.get_running_loop().time()

    async def _wait(self, condition: Any) -> None:
        async with self._changed:
            await self._changed.wait_for(condition)

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _close_socket(self) -> None:
        self.awaited_since = self._dropped_for = None
        if self._socket is not None:
            self._socket.close()
            self._socket = None
