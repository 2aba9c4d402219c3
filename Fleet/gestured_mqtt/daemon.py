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
# Seconds between attempts; the socket is of this machine, and systemd keeps it over restarts.
SHORTEST_WAIT, LONGEST_WAIT = 0.2, 3
READ_SIZE = 64 * 1024
SUBSCRIBE, PING, STATUS = "subscribe", "ping", "status"


class ProtocolError(ValueError):
    """The received text is no line of the protocol."""


class DaemonLink:
    """Connects repeatedly, and passes lines on.

    `events` has `greeted(hello)`, `line_received(line, text)`, `replied()`,
    `status_received(status)`, `fell_silent()`, `bye_received(reason)` and `lost(reason, detail)`.
    """

    def __init__(self, settings: Daemon, events: Any, backoff: Backoff | None = None) -> None:
        self._settings = settings
        self._events = events
        self._backoff = backoff or Backoff(SHORTEST_WAIT, LONGEST_WAIT)
        self._socket: socket.socket
        self._awaited: float | None = None
        self._is_subscribed = False
        self._ignored: set[Any] = set()

    async def run(self) -> NoReturn:
        """Never returns; cancel it."""
        while True:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as self._socket:
                self._socket.setblocking(False)
                try:
                    # It does not block: if the socket's queue is full, this fails.
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
        self._ignored.clear()
        # `hello` arrives unrequested. Not set by the task: all lines may have arrived before that runs.
        self._awaited = asyncio.get_running_loop().time()
        pinger = asyncio.ensure_future(self._ping())
        try:
            await self._read()
            self._events.lost("connection_closed")
        except OSError as error:
            self._events.lost("connection_closed", error.strerror or "")
        except Exception as error:  # An error about a line ends its connection, and not the program.
            self._events.lost("protocol_error", f"{type(error).__name__}: {error}"[:200])
        finally:
            self._is_subscribed = False
            pinger.cancel()

    async def _read(self) -> None:
        """Reads until the end, or a refusal. Not asyncio's streams: they drop lines received before
        a write that failed."""
        loop, rest = asyncio.get_running_loop(), b""
        while data := await loop.sock_recv(self._socket, READ_SIZE):
            *texts, rest = (rest + data).split(b"\n")
            if len(rest) > LONGEST_LINE:
                raise ProtocolError(f"a line has more than {LONGEST_LINE // 1024} KiB")
            for text in texts:
                line = json.loads(text)
                if not isinstance(line, dict) or not isinstance(line.get("type"), str):
                    raise ProtocolError("a line is no object with a type")
                if not self._take(line, text):
                    return
            # A flood of available lines would be read in one go, and starve everything else.
            await asyncio.sleep(0)

    def _take(self, line: dict[str, Any], text: bytes) -> bool:
        """Passes a line on; returns whether to continue reading."""
        kind = line["type"]
        if kind == "hello":
            self._greet(line, text)
        elif kind == "reply":
            return self._reply(line)
        elif kind == "bye":
            self._events.line_received(line, text)
            self._events.bye_received(line.get("reason"))
        elif kind != "gesture" or self._is_wanted(line):
            self._events.line_received(line, text)
        return True

    def _greet(self, line: dict[str, Any], text: bytes) -> None:
        if line.get("protocol") != 1:
            raise ProtocolError(f"it speaks protocol {line.get('protocol')!r}, not 1")
        self._events.greeted(line)
        self._events.line_received(line, text)
        self._request(SUBSCRIBE, events=["gesture", "device", "activity", "health"],
                      **dict(self._settings.subscription))
        self._request(STATUS)

    def _reply(self, line: dict[str, Any]) -> bool:
        self._awaited = None
        self._events.replied()
        if line.get("id") == SUBSCRIBE:
            if line.get("ok") is not True:
                error = line.get("error") or {}
                self._events.lost("subscription_refused", str(error.get("message"))[:200])
                return False
            self._is_subscribed = True
            # Not before: a daemon that has no room for a client greets it, too.
            self._backoff.reset()
        elif line.get("id") == STATUS and line.get("ok") is True:
            self._events.status_received(line["status"])
        return True

    def _is_wanted(self, line: dict[str, Any]) -> bool:
        """Whether the subscription includes a gesture, from its beginning on. Until the daemon has
        the subscription, none."""
        identity = line.get("id")
        if not self._is_subscribed:
            if line.get("phase") in ("began", "changed"):
                self._ignored.add(identity)
            return False
        if identity not in self._ignored:
            return True
        if line.get("phase") in ("ended", "cancelled"):
            self._ignored.discard(identity)
        return False

    def _request(self, kind: str, **members: Any) -> None:
        request = json.dumps({"type": kind, "id": kind, **members}, separators=(",", ":"))
        try:
            self._socket.send(request.encode() + b"\n")
        except OSError:
            return  # The lines that the daemon sent before it closed the connection are read first.
        if self._awaited is None:
            self._awaited = asyncio.get_running_loop().time()

    def request_status(self) -> None:
        """Requests the state of the daemon, which `status_received` receives."""
        if self._is_subscribed:
            self._request(STATUS)

    async def _ping(self) -> None:
        """Sends pings, and reports if the daemon does not answer in time."""
        clock = asyncio.get_running_loop().time
        timeout, interval = self._settings.ping_timeout, self._settings.ping_interval
        asked = clock()
        while True:
            await asyncio.sleep(min(timeout, interval) / 5)
            if self._awaited is not None and clock() - self._awaited > timeout:
                self._events.fell_silent()
            elif self._awaited is None and clock() - asked >= interval:
                asked = clock()
                self._request(PING)
