"""Times. Everything that waits is stamped by the clock of this boot, and dated when it is sent.

A kiosk without a battery for its clock starts with a wrong wall clock, and mends it once the network is
back, which is when the queue is sent as well. CLOCK_BOOTTIME does not jump then, and goes on while the
machine sleeps.
"""

import time
from datetime import datetime, timezone


def boot_us():
    """Microseconds since this boot, sleep included."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


def wall_us():
    """Microseconds since 1970 by the wall clock, as it is set now."""
    return time.time_ns() // 1000


def offset_us():
    """What the wall clock is ahead of `boot_us`, as it is set now."""
    return wall_us() - boot_us()


def wall_of(boot_stamp_us, now_boot_us=None, now_wall_us=None):
    """The wall clock's time, as it is set now, of a stamp of `boot_us`."""
    now_boot = boot_us() if now_boot_us is None else now_boot_us
    now_wall = wall_us() if now_wall_us is None else now_wall_us
    return now_wall - (now_boot - boot_stamp_us)


def monotonic_age_us(time_us):
    """How long ago a stamp of the kernel's monotonic clock was; negative where it is none of this boot."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000 - time_us


def iso(microseconds):
    """A wall clock's time as ISO 8601 with milliseconds and its zone, UTC: what Home Assistant takes."""
    moment = datetime.fromtimestamp(microseconds / 1e6, timezone.utc)
    return moment.isoformat(timespec="milliseconds")
