"""The workloads of measurements: ten fingers that circle, and swipes of one; and their cost."""

import math
import os
import select
import time
from pathlib import Path

from client import Failure, expect
from touchscreen import SLOTS, Finger
from tracing import tracing

RATE_HZ, SWIPES = 120, 40
# The time limit of a program's start; the clock continues while it reads its files.
MOST_SECONDS = 120


def circles(screen):
    """A second of ten fingers that circle, two in each fifth of the panel, packed.

    All move in each frame. It can be played repeatedly.
    """
    def frame(index):
        turned = math.tau * index / RATE_HZ
        return {slot: Finger(15 + 30 * slot + 8 * math.cos(turned + slot),
                             90 + 40 * math.sin(turned + slot), 40 + (7 * index + slot) % 120)
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


def files_read(process):
    """The number of waits of a process for the disk so far, with its files in memory.

    During a wait no instructions are counted: the clock continues, and the process misses touches.
    """
    for path in {line.split()[-1] for line in Path(f"/proc/{process}/maps").open()}:
        if path.startswith(("/usr/", "/lib")):
            Path(path).read_bytes()
    return int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[9])


def settle(screen, process, second):
    """Plays a second repeatedly until its cost for the process is constant."""
    last = 0
    for _ in range(MOST_SECONDS):
        before = processor_seconds(process)
        for frame in paced(second):
            screen.write(frame)
        taken = processor_seconds(process) - before
        if 0 < taken and abs(taken - last) < taken / 20:
            return
        last = taken
    raise Failure("it costs something else each second")


def stream(screen, process, seconds):
    """Processor seconds of a process for the circles, once it has started and settled."""
    reads = files_read(process)
    second = circles(screen)
    settle(screen, process, second)
    before = processor_seconds(process)
    for frame in paced(second * seconds):
        screen.write(frame)
    time.sleep(0.2)
    taken = processor_seconds(process) - before
    screen.lift()
    expect(files_read(process) == reads, "it waited for the disk, and its time means nothing")
    return taken


def system_calls(screen, process, seconds):
    """The number of system calls of a process in a frame, and its time between calls.

    The latter in seconds, including the tracer's own work. (The kernel's own account of a process's
    time is counted in ticks, which are synchronous with the frames.)
    """
    second = circles(screen)
    settle(screen, process, second)
    with tracing(process, "raw_syscalls") as calls:
        for frame in paced(second * seconds):
            screen.write(frame)
        traced = [(line.split()[4], moment)
                  for line, moment in zip(calls.events(), calls.moments())]
    screen.lift()
    frames = RATE_HZ * seconds
    at_work = sum(moment - before[1] for before, (event, moment) in zip(traced, traced[1:])
                  if event == "sys_enter:" and before[0] == "sys_exit:")
    return len(traced) / 2 / frames, at_work / frames


def swipes(screen, descriptor):
    """Pairs of moments: a lift was written, and output could be read."""
    found = []
    for _ in range(SWIPES):
        screen.move(lambda share: [Finger(50 + 120 * share, 90)], 0.3)
        time.sleep(0.02)
        drain(descriptor)
        began = time.monotonic()
        screen.lift()
        if select.select([descriptor], [], [], 5)[0]:
            found.append((began, time.monotonic()))
        time.sleep(0.5)
    return found


def drain(descriptor):
    """Reads available output."""
    while select.select([descriptor], [], [], 0)[0]:
        os.read(descriptor, 65536)


def percentiles(pairs):
    """The median and the 95th percentile of their durations, in milliseconds, as text."""
    lasted = sorted((end - began) * 1000 for began, end in pairs)
    if not lasted:
        return "never"
    middle, high = (lasted[len(lasted) * share // 100] for share in (50, 95))
    missed = f", {SWIPES - len(lasted)} missed" if len(lasted) < SWIPES else ""
    return f"{middle:.3f}, {high:.3f}{missed}"
