"""A client that blocks: for scripts, and for threads of their own."""

from __future__ import annotations

from collections.abc import Iterator
import select
import socket
import time
from types import TracebackType
from typing import Any, cast

from .connecting import connect, socket_path
from .core import READ_SIZE, Core, Event, Options
from .errors import Disconnected, GesturedError, NotAnswering
from .protocol import Status, ZonePlace
from .requests import Filters, Rect
from .session import Received, answer


class Client:
    """The daemon's events, over all connections. One thread at a time may use it.

    `path` is the socket (docs/clients.md), `filters` the subscription; without one all gestures and touchscreens
    are received.
    """

    def __init__(self, path: str | None = None, filters: Filters | None = None,
                 options: Options | None = None) -> None:
        self._path = path
        self._core = Core(filters, options or Options())
        self._socket: socket.socket | None = None
        self._retry_at = 0.0

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection and the events."""
        self._core.is_over = True
        self._close_socket()

    def __iter__(self) -> Iterator[Event]:
        """The events of known types."""
        for received in self.lines():
            if received.is_known and received.line["type"] != "reply":
                yield cast(Event, received.line)

    def lines(self) -> Iterator[Received]:
        """All lines with their texts, also those of types that this package does not know."""
        while True:
            while (received := self._core.pop()) is not None:
                yield received
            if self._core.is_over:
                self._core.raise_failure()
                return
            self._step()

    def connect(self) -> None:
        """Waits until the daemon has listed its touchscreens and has accepted the subscription."""
        while not (self._core.is_open and self._core.session.is_ready):
            if self._core.is_over:
                self._core.raise_failure()
                raise Disconnected("the connection has ended")
            self._step()

    def status(self) -> Status:
        """The state of the daemon."""
        return cast(Status, answer(self.request("status"), "status"))

    def zones(self) -> list[ZonePlace]:
        """The zones of the configuration."""
        return cast(list[ZonePlace], answer(self.request("zones"), "zones"))

    def ping(self) -> None:
        """Waits for an answer of the daemon."""
        self.request("ping")

    def subscribe(self, filters: Filters) -> None:
        """Replaces the subscription, also that of later connections."""
        self.request("subscribe", **filters)

    def add_zone(self, name: str, rect: Rect, gestures: Any = "default", **members: Any) -> None:
        """Adds a zone whose gestures only this client receives; it is added again on later connections."""
        self.request("add_zone", name=name, rect=rect, gestures=gestures, **members)

    def move_zone(self, name: str, rect: Rect) -> None:
        """Moves a zone of this client."""
        self.request("move_zone", name=name, rect=rect)

    def remove_zone(self, name: str) -> None:
        """Removes a zone of this client."""
        self.request("remove_zone", name=name)

    def request(self, kind: str, **members: Any) -> dict[str, Any]:
        """The reply to a request; raises Refused if the daemon refuses it. Events that arrive meanwhile are kept."""
        self.connect()
        identity, data = self._core.session.request(kind, members, is_awaited=True)
        self._send(data)
        while (reply := self._core.reply(identity)) is None:
            self._step()
        self._core.applied(kind, members)
        return reply

    def _step(self) -> None:
        """Connects, or reads once."""
        if self._socket is None:
            time.sleep(max(self._retry_at - time.monotonic(), 0))
            try:
                self._socket = connect(socket_path(self._path))
            except GesturedError as failure:
                self._lose(failure)
            else:
                self._send(self._core.opened())
        elif (error := self._read(self._socket)) is not None:
            self._lose(error)

    def _read(self, connection: socket.socket) -> GesturedError | None:
        """Handles the next bytes; returns the error that ends the connection."""
        try:
            data = self._receive(connection)
        except OSError as error:
            return Disconnected(f"the connection has ended: {error.strerror or error}")
        except NotAnswering as error:
            return error
        return self._core.received(data) if data else Disconnected("the connection has ended")

    def _receive(self, connection: socket.socket) -> bytes:
        """Waits for bytes; raises if an answer is due and none arrives in time."""
        patience = self._core.options.patience if self._core.session.is_awaited else None
        if not wait(connection, select.POLLIN, patience):
            raise NotAnswering(f"the daemon has not answered for {patience} s")
        return connection.recv(READ_SIZE)

    def _send(self, data: bytes) -> None:
        """Sends requests. A failure is no end: lines that the daemon sent before it closed are still read."""
        while data and self._socket is not None:
            try:
                data = data[self._socket.send(data):]
            except BlockingIOError:
                if not wait(self._socket, select.POLLOUT, self._core.options.patience):
                    return
            except OSError:
                return

    def _lose(self, error: GesturedError) -> None:
        self._close_socket()
        self._core.lost(error)
        self._retry_at = time.monotonic() + self._core.options.backoff.next_wait()

    def _close_socket(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def wait(connection: socket.socket, events: int, seconds: float | None) -> bool:
    """Waits until the socket is ready; returns false if it is not in time."""
    poll = select.poll()  # select(2) accepts no descriptor above 1023.
    poll.register(connection, events)
    return bool(poll.poll(None if seconds is None else seconds * 1000))
