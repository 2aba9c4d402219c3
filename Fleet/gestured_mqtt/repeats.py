"""Warnings that repeat, such as those of a broker that is away for days."""

from __future__ import annotations

from collections.abc import Callable
import time


class Repeats:
    """Admits the first warning of each kind at once, and then one of that kind in a period, in seconds."""

    # The maximum number of kinds: further ones count as one kind. A broker chooses some of the texts.
    LIMIT = 16

    def __init__(self, period: float = 3600, clock: Callable[[], float] = time.monotonic) -> None:
        self._period = period
        self._clock = clock
        # The time of the last admitted warning of each kind, and the number since.
        self._kinds: dict[str, tuple[float, int]] = {}

    def admit(self, kind: str) -> str | None:
        """The text to add to the warning, with the number of those that were not admitted; None if this one is not."""
        if kind not in self._kinds and len(self._kinds) >= self.LIMIT:
            kind = ""
        now = self._clock()
        if kind not in self._kinds:
            self._kinds[kind] = (now, 0)
            return ""
        admitted, count = self._kinds[kind]
        if now - admitted < self._period:
            self._kinds[kind] = (admitted, count + 1)
            return None
        self._kinds[kind] = (now, 0)
        return f" ({count + 1} times in {self._in_words(now - admitted)})"

    def reset(self) -> None:
        """Forgets all kinds: the next warning of each is admitted at once."""
        self._kinds.clear()

    @staticmethod
    def _in_words(seconds: float) -> str:
        return f"{seconds / 60:.0f} minutes"
