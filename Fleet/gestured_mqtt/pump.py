"""Sends queued messages to the broker, within a window and a rate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from . import clocks
from .broker import BrokerLink
from .outbox import Entry, Outbox

# The maximum of unacknowledged messages: mosquitto's own default for a client.
WINDOW = 20


class Pump:
    """Sends messages of `queues`, which are pairs of an Outbox and a function that returns the payload of an entry;
    the first queue has precedence. `rate` is in messages a second."""

    def __init__(self, broker: BrokerLink, queues: Sequence[tuple[Outbox, Callable[[Entry], bytes]]],
                 rate: float) -> None:
        self._broker = broker
        self._queues = queues
        self._rate = rate
        self._timer: asyncio.Handle | None = None
        # The number of messages that may be sent now (a token bucket), and when it was computed.
        self._allowance: float = WINDOW
        self._allowance_at = 0.0

    def schedule(self) -> None:
        """Sends in the next turn of the loop, as messages were added or the broker may accept more."""
        if self._timer is None and self._broker.is_connected:
            self._timer = asyncio.get_running_loop().call_soon(self._run)

    def expire(self) -> None:
        """Drops messages that are now too old."""
        for outbox, _ in self._queues:
            outbox.expire(clocks.boot_us())

    def connection_lost(self) -> None:
        """Messages in flight wait again."""
        for outbox, _ in self._queues:
            outbox.connection_lost()

    def acknowledged(self, message_id: int) -> None:
        """The broker has acknowledged a message, which may be of one of the queues."""
        any(outbox.acknowledge(message_id) for outbox, _ in self._queues)

    def _run(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._allowance = min(max(WINDOW, self._rate), self._allowance + (now - self._allowance_at) * self._rate)
        self._allowance_at = now
        while self._broker.is_connected and sum(outbox.in_flight for outbox, _ in self._queues) < WINDOW:
            if self._allowance < 1:
                self._timer = loop.call_later((1 - self._allowance) / self._rate, self._run)
                return
            if not any(self._send(outbox, render) for outbox, render in self._queues):
                return
            self._allowance -= 1

    def _send(self, outbox: Outbox, render: Callable[[Entry], bytes]) -> bool:
        """Sends the next message of a queue; returns whether one was sent."""
        entry = outbox.next_entry(clocks.boot_us())
        if entry is None:
            return False
        message_id = self._broker.publish(entry.topic, render(entry))
        if message_id is None:
            outbox.put_back(entry)
            return False
        outbox.sent(entry, message_id)
        return True
