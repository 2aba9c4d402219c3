"""The waits between attempts to connect."""

from __future__ import annotations

import random
from types import ModuleType


class Backoff:
    """Exponential backoff with full jitter: a random time from 0 to min(maximum, base * 2^failures), in
    seconds.

    The first attempt waits as well: programs that lose one daemon or one broker together reconnect spread
    over `base` seconds, not at once. (Exponential Backoff And Jitter, AWS Architecture Blog, 2015.)
    """

    def __init__(self, base: float, maximum: float, rng: random.Random | ModuleType = random) -> None:
        self._base = base
        self._maximum = maximum
        self._rng = rng
        self._failures = 0

    @property
    def ceiling(self) -> float:
        """The maximum of the next wait, in seconds."""
        # 2^31 s is beyond every maximum; a large exponent would overflow.
        return min(self._maximum, self._base * 2.0 ** min(self._failures, 31))

    def next_wait(self) -> float:
        """Seconds to wait before the next attempt, which counts as failed until `reset`."""
        wait: float = self._rng.uniform(0, self.ceiling)
        self._failures += 1
        return wait

    def reset(self) -> None:
        """Forgets the failures, after a connection that lasted."""
        self._failures = 0
