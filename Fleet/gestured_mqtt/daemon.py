"""The connection to gestured, and the check that it answers (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, cast

from gestured import AsyncClient, Backoff, Filters, Options, ProtocolError, Received

from .configuration import Daemon

log = logging.getLogger("gestured-mqtt")
# The backoff of attempts, in seconds. It is short, since the socket is on this machine, and systemd keeps it over
# restarts of the daemon.
RECONNECT_BASE, RECONNECT_MAXIMUM = 0.2, 3
PING, STATUS = "ping", "status"
# The reasons of `connection_lost` events, and the reason of the presence for each.
LOSSES = {"absent": "daemon_absent", "not_permitted": "not_permitted", "not_answering": "daemon_not_answering",
          "closed": "connection_closed", "protocol_error": "protocol_error", "refused": "subscription_refused"}
# Reasons whose texts add something to those of the presence.
DETAILED = ("protocol_error", "refused")


class DaemonLink:
    """Passes the lines of all connections on.

    `events` has `greeted(hello)`, `line_received(line, text)`, `line_made(text)`, `replied()`,
    `status_received(status)`, `fell_silent()`, `bye_received(reason)` and `lost(reason, detail)`.
    """

    def __init__(self, settings: Daemon, events: Any, backoff: Backoff | None = None) -> None:
        self._settings = settings
        self._events = events
        filters = {"events": ["gesture", "device", "activity", "health"], **dict(settings.subscription)}
        # The presence reports a daemon that does not answer; the connection remains, since it may answer later.
        options = Options(persistent=True, patience=None,
                          backoff=backoff or Backoff(RECONNECT_BASE, RECONNECT_MAXIMUM))
        self._client = AsyncClient(settings.socket, cast(Filters, filters), options)
        self._status_id: int | None = None

    async def run(self) -> None:
        """Runs until it is cancelled."""
        pinger = asyncio.ensure_future(self._ping())
        try:
            async with self._client:
                async for received in self._client.lines():
                    self._try_to_handle(received)
        finally:
            pinger.cancel()
            for received in self._client.drain():
                self._try_to_handle(received)

    def _try_to_handle(self, received: Received) -> None:
        try:
            (self._handle_made if received.is_made else self._handle)(*received)
        except Exception as error:  # An error in a line ends the connection, not the program.
            self._client.drop(ProtocolError(f"{type(error).__name__}: {error}"[:200]))

    def _handle(self, line: dict[str, Any], text: bytes) -> None:
        kind = line["type"]
        if kind == "reply":
            self._events.replied()
            if self._status_id is not None and line.get("id") == self._status_id:
                self._status_id = None
                if line["ok"]:
                    self._events.status_received(line["status"])
        else:
            if kind == "hello":
                self._status_id = None
                self._events.greeted(line)
                self.request_status()
            self._events.line_received(line, text)
            if kind == "bye":
                self._events.bye_received(line["reason"])

    def _handle_made(self, line: dict[str, Any], _: bytes) -> None:
        """Handles a line of the package: a lost connection, a warning, or the end of a gesture in place of the
        daemon's."""
        if line["type"] == "connection_lost":
            reason = line["reason"]
            self._events.lost(LOSSES.get(reason, reason), line["message"] if reason in DETAILED else "")
        elif line["type"] == "request_warning":
            log.warning("gestured warns of the subscription: %s", line["message"])
        else:
            members = {name: value for name, value in line.items() if name != "seq"}
            made = json.dumps({**members, "by": "gestured-mqtt"}, separators=(",", ":"), ensure_ascii=False)
            self._events.line_made(made.encode("utf-8", "replace"))

    def request_status(self) -> None:
        """Requests the state of the daemon, unless a reply is due. `status_received` receives the reply."""
        if self._status_id is None:
            self._status_id = self._client.send(STATUS)

    async def _ping(self) -> None:
        """Sends pings, and reports if the daemon has not answered in time."""
        clock = asyncio.get_running_loop().time
        timeout, interval = self._settings.ping_timeout, self._settings.ping_interval
        last_ping = clock()
        while True:
            await asyncio.sleep(min(timeout, interval) / 5)
            awaited_since = self._client.awaited_since
            if awaited_since is not None and clock() - awaited_since > timeout:
                self._events.fell_silent()
            elif awaited_since is None and clock() - last_ping >= interval:
                last_ping = clock()
                self._client.send(PING)
