"""The kiosk's own availability, as the broker publishes it: checks that it is published, and that
it is correct."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
import logging

from .broker import OFFLINE
from .configuration import Configuration

log = logging.getLogger("gestured-mqtt")

# Seconds within which the broker must publish a message that it was sent; if it does not, an ACL drops it.
TIMEOUT = 10
# Seconds between two corrections of another client's `offline`.
CORRECTION_INTERVAL = 5


class Echo:
    """`wanted()` is the payload that the topic should have, `publish_again()` publishes it."""

    def __init__(self, configuration: Configuration, wanted: Callable[[], bytes | None],
                 publish_again: Callable[[], None]) -> None:
        self._configuration = configuration
        self._wanted = wanted
        self._publish_again = publish_again
        self._missing: asyncio.TimerHandle | None = None
        self._correction: asyncio.TimerHandle | None = None
        self._corrected_at: float = -CORRECTION_INTERVAL

    def connected(self) -> None:
        """It was published, and should return."""
        self._missing = asyncio.get_running_loop().call_later(TIMEOUT, self._is_missing)

    def disconnected(self) -> None:
        """Expects no message any more."""
        self._missing = self._cancelled(self._missing)

    def published(self, payload: bytes) -> None:
        """The last will of an earlier connection may arrive late, and is then wrong."""
        if payload == self._wanted():
            self._missing = self._cancelled(self._missing)
            self._correction = self._cancelled(self._correction)
        elif payload == OFFLINE and self._correction is None:
            loop = asyncio.get_running_loop()
            self._correction = loop.call_at(max(loop.time(), self._corrected_at + CORRECTION_INTERVAL), self._correct)

    def _correct(self) -> None:
        self._correction = None
        self._corrected_at = asyncio.get_running_loop().time()
        self._publish_again()

    def _is_missing(self) -> None:
        self._missing = None
        log.warning("the broker accepts messages and does not publish them: may %s write to %s/# and read it?",
                    self._configuration.broker.username or "a client without a name", self._configuration.topic)

    @staticmethod
    def _cancelled(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()
