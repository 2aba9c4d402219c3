"""A client that blocks: for scripts, and for threads of their own."""

from __future__ import annotations

from collections.abc import Iterator
import os
import select
import socket
import time
from types import TracebackType
from typing import Any, cast

from .connecting import connect, send_some, socket_path
from .core import READ_SIZE, Core, Event, Options
from .errors import Disconnected, GesturedError
from .protocol import Status, ZonePlace
from .requests import Filters, Rect
from .session import Received, answer, warning


class Client:
    """The daemon's events, over all connections. One thread at a time may use it.

    `path` is the socket (docs/clients.md), `filters` the subscription; without one all gestures and touchscreens
    are received.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, filters: Filters | None = None,
                 options: Options | None = None) -> None:
        self._path = path
        self._core = Core(filters, options or Options())
        self._socket: socket.socket | None = None
        self._retry_at = 0.0
        self._stepped_at = time.monotonic()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection and the events. The last events are the ends of active gestures."""
        self._core.closed()
        self._close_socket()

    def __iter__(self) -> Iterator[Event]:
        """The events of known types."""
        for received in self.lines():
            if received.is_known and received.line["type"] != "reply":
                yield cast(Event, received.line)

    def lines(self) -> Iterator[Received]:
        """All lines with their texts, including those of types that this package does not know."""
        while True:
            while (received := self._core.pop()) is not None:
                yield received
            if self._core.is_over:
                self._core.raise_failure()
                return
            self._step()

    def connect(self) -> None:
        """Waits until the daemon has listed its touchscreens and has accepted the subscription.

        Raises NotAnswering if it has too many clients.
        """
        self._core.is_refused = False
        while self._core.is_over or not (self._core.is_open and self._core.session.is_ready):
            if self._core.is_over:
                self._core.raise_failure()
                raise Disconnected("the connection has ended")
            self._core.raise_refusal()
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

    def subscribe(self, filters: Filters) -> str | None:
        """Replaces the subscription, including that of later connections. Returns the daemon's warning: zones that do
        not exist."""
        return warning(self.request("subscribe", **filters))

    def add_zone(self, name: str, rect: Rect, gestures: Any = "default", **members: Any) -> None:
        """Adds a zone whose gestures only this client receives; it is added again on later connections."""
        self.request("add_zone", name=name, rect=rect, gestures=gestures, **members)

    def move_zone(self, name: str, rect: Rect) -> None:
        """Moves a zone of this client."""
        self.request("move_zone", name=name, rect=rect)

    def remove_zone(self, name: str) -> None:
        """Removes a zone of this client."""
        self.request("remove_zone", name=name)

    def set_output(self, device: int, **members: Any) -> str | None:
        """Reports the output of a touchscreen; with no members the report is withdrawn. A report ends with the
        connection. Returns the daemon's warning: why its axes do not turn."""
        return warning(self.request("set_output", device=device, **members))

    def request(self, kind: str, **members: Any) -> dict[str, Any]:
        """The reply to a request; raises Refused if the daemon refuses it. Events that arrive meanwhile are kept."""
        self.connect()
        session = self._core.session
        identity, data = session.request(kind, members, is_awaited=True)
        self._core.outgoing += data
        try:
            while (reply := self._core.reply(identity)) is None:
                self._step()
        finally:
            session.forget(identity)
        return reply

    def _step(self) -> None:
        """Connects, or reads once."""
        # The program did not read meanwhile.
        self._core.session.postpone(time.monotonic() - self._stepped_at)
        try:
            if self._socket is None:
                self._connect()
            elif (error := self._read(self._socket)) is not None:
                self._lose(error)
        finally:
            self._stepped_at = time.monotonic()

    def _connect(self) -> None:
        time.sleep(max(self._retry_at - time.monotonic(), 0))
        if self._core.is_over:  # A handler of a signal has closed the client.
            return
        try:
            self._socket = connect(socket_path(self._path))
        except GesturedError as failure:
            self._lose(failure)
        else:
            self._core.opened()

    def _read(self, connection: socket.socket) -> GesturedError | None:
        """Sends what waits, and handles the next bytes; returns the error that ends the connection."""
        core = self._core
        core.outgoing += core.session.more()
        send_some(connection, core.outgoing)
        try:
            wait(connection, select.POLLIN | (select.POLLOUT if core.outgoing else 0), core.timeout)
            data = connection.recv(READ_SIZE)
        except BlockingIOError:
            return core.overdue()
        except (OSError, ValueError) as error:
            # A handler of a signal may have closed the socket: poll(2) then has no descriptor.
            return Disconnected(f"the connection has ended: {getattr(error, 'strerror', None) or error}")
        if not data:
            return Disconnected("the connection has ended")
        return core.received(data) or core.overdue()

    def _lose(self, error: GesturedError) -> None:
        self._close_socket()
        if not self._core.is_over:
            self._core.lost(error)
            self._retry_at = time.monotonic() + self._core.backoff.next_wait()

    def _close_socket(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def wait(connection: socket.socket, events: int, seconds: float | None) -> None:
    """Waits until the socket is ready, or for a time."""
    poll = select.poll()  # select(2) accepts no descriptor above 1023.
    poll.register(connection, events)
    poll.poll(None if seconds is None else seconds * 1000 + 1)
