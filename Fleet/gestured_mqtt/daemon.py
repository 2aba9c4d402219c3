"""The connection to gestured: its lines, and the check that it answers (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any, NoReturn

from .backoff import Backoff
from .configuration import Daemon

# A line fits into the queue of a client, 256 KiB (docs/protocol.md#lines).
LONGEST_LINE = 256 * 1024
# The backoff of attempts, in seconds. It is short, since the socket is on this machine, and systemd keeps it over
# restarts of the daemon.
RECONNECT_BASE, RECONNECT_MAXIMUM = 0.2, 3
READ_SIZE = 64 * 1024
SUBSCRIBE, PING, STATUS = "subscribe", "ping", "status"


class ProtocolError(ValueError):
    """Received bytes are no line of the protocol."""


class DaemonLink:
    """Connects, reconnects, and passes lines on.

    `events` has `greeted(hello)`, `line_received(line, text)`, `replied()`,
    `status_received(status)`, `fell_silent()`, `bye_received(reason)` and `lost(reason, detail)`.
    """

    def __init__(self, settings: Daemon, events: Any, backoff: Backoff | None = None) -> None:
        self._settings = settings
        self._events = events
        self._backoff = backoff or Backoff(RECONNECT_BASE, RECONNECT_MAXIMUM)
        self._socket: socket.socket
        self._awaited_since: float | None = None
        self._is_subscribed = False
        self._ignored_ids: set[Any] = set()

    async def run(self) -> NoReturn:
        """Never returns; cancel it."""
        while True:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as self._socket:
                self._socket.setblocking(False)
                try:
                    # Does not block: if the socket's backlog is full, the call fails.
                    self._socket.connect(self._settings.socket)
                except PermissionError:
                    self._events.lost("not_permitted")
                except BlockingIOError:
                    self._events.lost("daemon_not_answering")
                except OSError as error:
                    self._events.lost("daemon_absent", error.strerror or "")
                else:
                    await self._serve()
            await asyncio.sleep(self._backoff.next_wait())

    async def _serve(self) -> None:
        self._is_subscribed = False
        self._ignored_ids.clear()
        # The daemon sends `hello` without a request. Not set by the ping task: all lines may be read before it runs.
        self._awaited_since = asyncio.get_running_loop().time()
        pinger = asyncio.ensure_future(self._ping())
        try:
            await self._read()
            self._events.lost("connection_closed")
        except OSError as error:
            self._events.lost("connection_closed", error.strerror or "")
        except Exception as error:  # An error in a line ends the connection, not the program.
            self._events.lost("protocol_error", f"{type(error).__name__}: {error}"[:200])
        finally:
            self._is_subscribed = False
            pinger.cancel()

    async def _read(self) -> None:
        """Reads until the connection ends, or the daemon refuses the subscription. Uses no asyncio stream: that drops
        lines received before a write that failed."""
        loop, partial = asyncio.get_running_loop(), b""
        while data := await loop.sock_recv(self._socket, READ_SIZE):
            *texts, partial = (partial + data).split(b"\n")
            if len(partial) > LONGEST_LINE:
                raise ProtocolError(f"a line has more than {LONGEST_LINE // 1024} KiB")
            for text in texts:
                line = json.loads(text)
                if not isinstance(line, dict) or not isinstance(line.get("type"), str):
                    raise ProtocolError("a line is no object with a type")
                if not self._handle(line, text):
                    return
            # While data is available, sock_recv does not yield: a flood of lines would starve the rest of the program.
            await asyncio.sleep(0)

    def _handle(self, line: dict[str, Any], text: bytes) -> bool:
        """Handles a line; returns whether to continue reading."""
        kind = line["type"]
        if kind == "hello":
            self._hello_received(line, text)
        elif kind == "reply":
            return self._reply_received(line)
        elif kind == "bye":
            self._events.line_received(line, text)
            self._events.bye_received(line.get("reason"))
        elif kind != "gesture" or self._is_wanted(line):
            self._events.line_received(line, text)
        return True

    def _hello_received(self, line: dict[str, Any], text: bytes) -> None:
        if line.get("protocol") != 1:
            raise ProtocolError(f"it speaks protocol {line.get('protocol')!r}, not 1")
        self._events.greeted(line)
        self._events.line_received(line, text)
        self._request(SUBSCRIBE, events=["gesture", "device", "activity", "health"],
                      **dict(self._settings.subscription))
        self._request(STATUS)

    def _reply_received(self, line: dict[str, Any]) -> bool:
        self._awaited_since = None
        self._events.replied()
        if line.get("id") == SUBSCRIBE:
            if line.get("ok") is not True:
                error = line.get("error") or {}
                self._events.lost("subscription_refused", str(error.get("message"))[:200])
                return False
            self._is_subscribed = True
            # Not at `hello`: a daemon that has no room for a client sends that as well.
            self._backoff.reset()
        elif line.get("id") == STATUS and line.get("ok") is True:
            self._events.status_received(line["status"])
        return True

    def _is_wanted(self, line: dict[str, Any]) -> bool:
        """Whether to pass on a gesture's line. The daemon does not filter lines before its reply to `subscribe`: a
        gesture that begins before the reply is ignored to its end."""
        identity = line.get("id")
        if not self._is_subscribed:
            if line.get("phase") in ("began", "changed"):
                self._ignored_ids.add(identity)
            return False
        if identity not in self._ignored_ids:
            return True
        if line.get("phase") in ("ended", "cancelled"):
            self._ignored_ids.discard(identity)
        return False

    def _request(self, kind: str, **members: Any) -> None:
        request = json.dumps({"type": kind, "id": kind, **members}, separators=(",", ":"))
        try:
            self._socket.send(request.encode() + b"\n")
        except OSError:
            return  # Not the end: lines that the daemon sent before it closed the connection are still read.
        if self._awaited_since is None:
            self._awaited_since = asyncio.get_running_loop().time()

    def request_status(self) -> None:
        """Requests the state of the daemon; the reply is passed to `status_received`."""
        if self._is_subscribed:
            self._request(STATUS)

    async def _ping(self) -> None:
        """Sends pings, and reports if the daemon has not answered in time."""
        clock = asyncio.get_running_loop().time
        timeout, interval = self._settings.ping_timeout, self._settings.ping_interval
        last_ping = clock()
        while True:
            await asyncio.sleep(min(timeout, interval) / 5)
            if self._awaited_since is not None and clock() - self._awaited_since > timeout:
                self._events.fell_silent()
            elif self._awaited_since is None and clock() - last_ping >= interval:
                last_ping = clock()
                self._request(PING)
