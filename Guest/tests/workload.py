"""The workloads of measurements: ten fingers that circle, and swipes of one finger; and what they cost a process."""

import math
import os
import select
import time
from pathlib import Path

from client import Failure, expect
from touchscreen import SLOTS, Finger
from tracing import tracing

RATE_HZ, SWIPES = 120, 40
# The maximum number of seconds in which a program starts; the clock continues while it reads its files.
START_SECONDS = 120


def circles(screen):
    """Puts ten fingers down, two in each fifth of the panel; returns the frames of a second in which they circle.

    All fingers move in each frame. The frames can be played repeatedly.
    """
    def frame(index):
        angle = math.tau * index / RATE_HZ
        return {slot: Finger(15 + 30 * slot + 8 * math.cos(angle + slot),
                             90 + 40 * math.sin(angle + slot), 40 + (7 * index + slot) % 120)
                for slot in range(SLOTS)}

    screen.write(screen.packed(frame(0)))
    return [screen.packed(frame(index)) for index in range(1, RATE_HZ + 1)]


def paced(frames):
    """Yields each frame when it is due."""
    start = time.monotonic()
    for index, frame in enumerate(frames):
        pause = start + index / RATE_HZ - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        yield frame


def processor_seconds(process):
    """The processor time of a process so far, by the scheduler."""
    with open(f"/proc/{process}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


def disk_waits(process):
    """Reads the files of a process into memory; returns the number of its waits for the disk so far.

    A process that waits runs no instructions while the clock continues, and so misses touches.
    """
    for path in {line.split()[-1] for line in Path(f"/proc/{process}/maps").open()}:
        if path.startswith(("/usr/", "/lib")):
            Path(path).read_bytes()
    return int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[9])


def settle(screen, process, second):
    """Plays the frames of a second repeatedly, until their cost for the process is constant."""
    last = 0
    for _ in range(START_SECONDS):
        before = processor_seconds(process)
        for frame in paced(second):
            screen.write(frame)
        cost = processor_seconds(process) - before
        if 0 < cost and abs(cost - last) < cost / 20:
            return
        last = cost
    raise Failure("the cost of a second does not settle")


def stream(screen, process, seconds):
    """The processor seconds that a process needs for the circles, once it has started and settled."""
    waits = disk_waits(process)
    second = circles(screen)
    settle(screen, process, second)
    before = processor_seconds(process)
    for frame in paced(second * seconds):
        screen.write(frame)
    time.sleep(0.2)
    cost = processor_seconds(process) - before
    screen.lift()
    expect(disk_waits(process) == waits, "the process waited for the disk, so its time means nothing")
    return cost


def system_calls(screen, process, seconds):
    """For each frame, the number of system calls of a process, and its time outside of them in seconds.

    The time includes the work of the tracer. (The kernel counts the user time of a process in ticks, which are
    synchronous with the frames.)
    """
    second = circles(screen)
    settle(screen, process, second)
    with tracing(process, "raw_syscalls") as calls:
        for frame in paced(second * seconds):
            screen.write(frame)
        traced = [(line.split()[4], at) for line, at in zip(calls.events(), calls.times())]
    screen.lift()
    frames = RATE_HZ * seconds
    outside = sum(at - before[1] for before, (event, at) in zip(traced, traced[1:])
                  if event == "sys_enter:" and before[0] == "sys_exit:")
    return len(traced) / 2 / frames, outside / frames


def swipes(screen, descriptor):
    """For each swipe, the times at which its lift was written and output of a program could be read."""
    pairs = []
    for _ in range(SWIPES):
        screen.move(lambda share: [Finger(50 + 120 * share, 90)], 0.3)
        time.sleep(0.02)
        drain(descriptor)
        began = time.monotonic()
        screen.lift()
        if select.select([descriptor], [], [], 5)[0]:
            pairs.append((began, time.monotonic()))
        time.sleep(0.5)
    return pairs


def drain(descriptor):
    """Reads available output."""
    while select.select([descriptor], [], [], 0)[0]:
        os.read(descriptor, 65536)


def percentiles(pairs):
    """The median and the 95th percentile of the durations of pairs, in milliseconds, as text."""
    durations = sorted((end - began) * 1000 for began, end in pairs)
    if not durations:
        return "never"
    middle, high = (durations[len(durations) * share // 100] for share in (50, 95))
    missed = f", {SWIPES - len(durations)} missed" if len(durations) < SWIPES else ""
    return f"{middle:.3f}, {high:.3f}{missed}"
