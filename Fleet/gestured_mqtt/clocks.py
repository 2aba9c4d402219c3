"""Times. Waiting messages are stamped by the clock of this boot, and dated when they are sent.

A kiosk without a battery for its clock starts with a wrong wall clock, and corrects it once the
network is back, which is also when the queue is sent. CLOCK_BOOTTIME does not jump then, and
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
    """The difference of the current wall clock and `boot_us`."""
    return wall_us() - boot_us()


def wall_of(boot_stamp_us: int, now_boot_us: int | None = None, now_wall_us: int | None = None) -> int:
    """The time by the current wall clock of a timestamp of `boot_us`."""
    now_boot = boot_us() if now_boot_us is None else now_boot_us
    now_wall = wall_us() if now_wall_us is None else now_wall_us
    return now_wall - (now_boot - boot_stamp_us)


def monotonic_age_us(time_us: int) -> int:
    """The age of a timestamp of the kernel's monotonic clock; negative if it is from another boot."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000 - time_us


def iso(microseconds: int) -> str:
    """A wall clock's time as ISO 8601 with milliseconds and its zone, UTC, as Home Assistant requires."""
    moment = datetime.fromtimestamp(microseconds / 1e6, timezone.utc)
    return moment.isoformat(timespec="milliseconds")
