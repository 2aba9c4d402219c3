"""A client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
import contextlib
import os
import socket
import time
from types import TracebackType
from typing import Any, cast

from .connecting import connect, send_some, socket_path
from .core import ENOUGH_UNREAD, READ_SIZE, Core, Event, Options
from .errors import Disconnected, GesturedError
from .protocol import Status, ZonePlace
from .requests import Filters, Rect
from .session import Received, answer, warning


# Seconds that a read may exceed its interval before the program counts as having kept the loop busy.
BUSY = 0.1


class AsyncClient:
    """The daemon's events, over all connections. Use it as a context: a task reads the socket meanwhile.

    It reads only as fast as the program reads events, except that a request reads ahead to its reply.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, filters: Filters | None = None,
                 options: Options | None = None) -> None:
        self._path = path
        self._core = Core(filters, options or Options())
        self._socket: socket.socket | None = None
        self._waiters: set[asyncio.Future[None]] = set()
        self._task: asyncio.Task[None] | None = None
        self._requests = 0
        self._dropped_for: GesturedError | None = None

    @property
    def awaited_since(self) -> float | None:
        """The loop's time from which the client has waited for the daemon to answer; None if it does not wait."""
        since = self._core.session.due_since if self._socket is not None else None
        return None if since is None else asyncio.get_running_loop().time() - (time.monotonic() - since)

    async def __aenter__(self) -> AsyncClient:
        self._task = asyncio.ensure_future(self._run())
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection and the events. The last events are the ends of active gestures."""
        self._core.closed()
        self._notify()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def __aiter__(self) -> AsyncIterator[Event]:
        """The events of known types."""
        return Events(self.lines())

    def lines(self) -> AsyncIterator[Received]:
        """All lines with their texts, including those of unknown types, and replies to `send`."""
        return Lines(self._next)

    async def _next(self) -> Received:
        await self._wait(lambda: self._core.unread > 0 or self._core.is_over)
        received = self._core.pop()
        if received is None:
            self._core.raise_failure()
            raise StopAsyncIteration
        if not self._core.unread:
            self._notify()
        return received

    def drain(self) -> list[Received]:
        """The lines received and not yet read. It may be called after the end."""
        lines = list(iter(self._core.pop, None))
        self._notify()
        return lines

    async def connect(self) -> None:
        """Waits until the daemon has listed its touchscreens and has accepted the subscription.

        Raises NotAnswering if it has too many clients.
        """
        core = self._core
        core.is_refused = False
        await self._wait(lambda: core.is_over or core.is_refused or core.is_open and core.session.is_ready)
        if core.is_over:
            core.raise_failure()
            raise Disconnected("the connection has ended")
        core.raise_refusal()

    async def status(self) -> Status:
        """The state of the daemon."""
        return cast(Status, answer(await self.request("status"), "status"))

    async def zones(self) -> list[ZonePlace]:
        """The zones of the configuration."""
        return cast(list[ZonePlace], answer(await self.request("zones"), "zones"))

    async def ping(self) -> None:
        """Waits for an answer of the daemon."""
        await self.request("ping")

    async def subscribe(self, filters: Filters) -> str | None:
        """Replaces the subscription, including that of later connections. Returns the daemon's warning: zones that do
        not exist."""
        return warning(await self.request("subscribe", **filters))

    async def add_zone(self, name: str, rect: Rect, gestures: Any = "default", **members: Any) -> None:
        """Adds a zone whose gestures only this client receives; it is added again on later connections."""
        await self.request("add_zone", name=name, rect=rect, gestures=gestures, **members)

    async def move_zone(self, name: str, rect: Rect) -> None:
        """Moves a zone of this client."""
        await self.request("move_zone", name=name, rect=rect)

    async def remove_zone(self, name: str) -> None:
        """Removes a zone of this client."""
        await self.request("remove_zone", name=name)

    async def set_output(self, device: int, **members: Any) -> str | None:
        """Reports the output of a touchscreen; with no members the report is withdrawn. A report ends with the
        connection. Returns the daemon's warning: why its axes do not turn."""
        return warning(await self.request("set_output", device=device, **members))

    async def request(self, kind: str, **members: Any) -> dict[str, Any]:
        """The reply to a request; raises Refused if the daemon refuses it. Events that arrive meanwhile are kept."""
        self._requests += 1
        self._notify()
        try:
            await self.connect()
            return await self._reply_to(kind, members)
        finally:
            self._requests -= 1

    async def _reply_to(self, kind: str, members: dict[str, Any]) -> dict[str, Any]:
        session = self._core.session
        identity, data = session.request(kind, members, is_awaited=True)
        self._write(data)
        try:
            await self._wait(lambda: self._core.session is not session or not self._core.is_open
                             or identity not in session.pending)
            reply = self._core.reply(identity) if self._core.session is session else None
            if reply is None:
                raise Disconnected("the connection ended before the reply")
            return reply
        finally:
            session.forget(identity)

    def send(self, kind: str, **members: Any) -> int | None:
        """Sends a request without waiting: the reply is one of `lines`. Returns its id; None if there is no
        connection."""
        if self._socket is None:
            return None
        identity, data = self._core.session.request(kind, members)
        self._write(data)
        return identity

    def drop(self, error: GesturedError) -> None:
        """Ends the present connection with this error; another follows if the client is persistent."""
        if self._socket is not None:
            self._dropped_for = error
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    async def _run(self) -> None:
        """Connects and reads until the events end."""
        try:
            while not self._core.is_over:
                self._core.lost(await self._connection())
                self._notify()
                if not self._core.is_over:
                    await asyncio.sleep(self._core.backoff.next_wait())
        except Exception as error:  # Whatever it is, the program receives it.
            self._core.failed(error)
            self._notify()

    async def _connection(self) -> GesturedError:
        """Connects and reads; returns why the connection ended."""
        try:
            self._socket = connect(socket_path(self._path))
            return await self._serve(self._socket)
        except GesturedError as error:
            return error
        except OSError as error:
            return Disconnected(f"the connection has ended: {error.strerror or error}")
        finally:
            self._close_socket()

    async def _serve(self, connection: socket.socket) -> GesturedError:
        """Reads until the connection ends. Uses no asyncio stream: that drops lines received before a write that
        failed."""
        core = self._core
        core.opened()
        self._write(b"")
        while True:
            begin, interval = time.monotonic(), core.interval
            data = await self._receive(connection)
            if interval is not None:
                # If this took longer, the program has kept the loop busy.
                core.session.postpone(max(time.monotonic() - begin - interval - BUSY, 0))
            if self._dropped_for is not None:
                return self._dropped_for
            if data is None:
                error: GesturedError | None = core.overdue()
            else:
                error = (core.received(data) or core.overdue()) if data else Disconnected("the connection has ended")
            if error is not None:
                return error
            self._write(core.session.more())
            # While data is available, reading does not yield: a flood of lines would starve the program.
            await asyncio.sleep(0)
            self._notify()
            if core.unread > ENOUGH_UNREAD:
                begin = time.monotonic()
                await self._wait(lambda: not core.unread or self._requests > 0)
                core.session.postpone(time.monotonic() - begin)

    async def _receive(self, connection: socket.socket) -> bytes | None:
        """Waits for bytes; None if none arrive within the core's interval."""
        with contextlib.suppress(BlockingIOError):
            return connection.recv(READ_SIZE)
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        loop.add_reader(connection, readable.set)
        try:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(readable.wait(), self._core.interval)
        finally:
            loop.remove_reader(connection)
        with contextlib.suppress(BlockingIOError):
            return connection.recv(READ_SIZE)
        return None

    def _write(self, data: bytes) -> None:
        """Sends requests. What the socket does not accept now is sent later, before any later request."""
        if self._socket is None:
            return
        loop, outgoing = asyncio.get_running_loop(), self._core.outgoing
        outgoing += data
        send_some(self._socket, outgoing)
        if outgoing:
            loop.add_writer(self._socket, self._write, b"")
        else:
            loop.remove_writer(self._socket)

    async def _wait(self, condition: Callable[[], bool]) -> None:
        while not condition():
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.add(waiter)
            try:
                await waiter
            finally:
                self._waiters.discard(waiter)

    def _notify(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _close_socket(self) -> None:
        self._dropped_for = None
        if self._socket is not None:
            asyncio.get_running_loop().remove_writer(self._socket)
            self._socket.close()
            self._socket = None


class Lines(AsyncIterator[Received]):
    """All lines. It remains usable after a time-out, which would end a generator."""

    def __init__(self, following: Callable[[], Awaitable[Received]]) -> None:
        self._following = following

    async def __anext__(self) -> Received:
        return await self._following()


class Events(AsyncIterator[Event]):
    """The events among the lines."""

    def __init__(self, lines: AsyncIterator[Received]) -> None:
        self._lines = lines

    async def __anext__(self) -> Event:
        while True:
            received = await anext(self._lines)
            if received.is_known and received.line["type"] != "reply":
                return cast(Event, received.line)
