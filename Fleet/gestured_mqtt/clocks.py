"""Clocks. A message has a timestamp of the clock of this boot while it waits, and gets a date when it is sent.

A kiosk without a battery for its clock starts with a wrong wall clock, and corrects it once the
network works, which is also when the queue is sent. CLOCK_BOOTTIME does not jump then, and
continues while the machine sleeps.
"""

import time
from datetime import datetime, timezone


def boot_us() -> int:
    """Microseconds since this boot, sleep included."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


def wall_us() -> int:
    """Microseconds since 1970 by the current wall clock."""
    return time.time_ns() // 1000


def offset_us() -> int:
    """The current wall clock minus `boot_us`, in microseconds."""
    return wall_us() - boot_us()


def wall_of(boot_stamp_us: int, now_boot_us: int | None = None, now_wall_us: int | None = None) -> int:
    """Converts a timestamp of `boot_us` to microseconds since 1970, by the current wall clock."""
    now_boot = boot_us() if now_boot_us is None else now_boot_us
    now_wall = wall_us() if now_wall_us is None else now_wall_us
    return now_wall - (now_boot - boot_stamp_us)


def monotonic_age_us(time_us: int) -> int:
    """The age in microseconds of a timestamp of CLOCK_MONOTONIC; it may be negative if that is from another boot."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000 - time_us


def iso(microseconds: int) -> str:
    """Microseconds since 1970 as ISO 8601 in UTC, with milliseconds and the zone, as Home Assistant requires."""
    moment = datetime.fromtimestamp(microseconds / 1e6, timezone.utc)
    return moment.isoformat(timespec="milliseconds")
