"""Subscribes to the kiosk's own availability: checks that the broker publishes it, and corrects a wrong one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
import logging

from .broker import OFFLINE
from .configuration import Configuration

log = logging.getLogger("gestured-mqtt")

# Seconds in which the broker must publish the availability that it was sent. If it does not, an ACL drops it.
TIMEOUT = 10
# The minimum number of seconds between two corrections of an `offline` that this connection did not publish.
CORRECTION_INTERVAL = 5


class Echo:
    """`expected()` returns the payload that the topic should have, `publish_again()` publishes it."""

    def __init__(self, configuration: Configuration, expected: Callable[[], bytes | None],
                 publish_again: Callable[[], None]) -> None:
        self._configuration = configuration
        self._expected = expected
        self._publish_again = publish_again
        self._timeout: asyncio.TimerHandle | None = None
        self._correction: asyncio.TimerHandle | None = None
        self._corrected_at: float = -CORRECTION_INTERVAL

    def connected(self) -> None:
        """The availability was published on a new connection, and should arrive within TIMEOUT."""
        self._timeout = asyncio.get_running_loop().call_later(TIMEOUT, self._timed_out)

    def disconnected(self) -> None:
        """The connection has ended: no message is expected."""
        self._timeout = self._cancel(self._timeout)

    def published(self, payload: bytes) -> None:
        """The broker has published an availability. The last will of an earlier connection may arrive late: it is
        corrected."""
        if payload == self._expected():
            self._timeout = self._cancel(self._timeout)
            self._correction = self._cancel(self._correction)
        elif payload == OFFLINE and self._correction is None:
            loop = asyncio.get_running_loop()
            self._correction = loop.call_at(max(loop.time(), self._corrected_at + CORRECTION_INTERVAL), self._correct)

    def _correct(self) -> None:
        self._correction = None
        self._corrected_at = asyncio.get_running_loop().time()
        self._publish_again()

    def _timed_out(self) -> None:
        self._timeout = None
        log.warning("the broker accepts messages and does not publish them: may %s write to %s/# and read it?",
                    self._configuration.broker.username or "a client without a name", self._configuration.topic)

    @staticmethod
    def _cancel(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()
