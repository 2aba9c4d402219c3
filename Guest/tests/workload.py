"""What programs are measured with: ten fingers that circle, and swipes of one; and what they take."""

import math
import os
import select
import time
from pathlib import Path

from client import Failure, expect
from touchscreen import SLOTS, Finger
from tracing import tracing

RATE_HZ, SWIPES = 120, 40
# In which a program has to have started; the clock runs on while it reads its files.
MOST_SECONDS = 120


def circles(screen):
    """A second of ten fingers that circle, two in each fifth of the panel, packed.

    All move in each frame. It can be played again and again.
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
    """What the scheduler gave a process so far."""
    with open(f"/proc/{process}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


def files_read(process):
    """How often a process waited for the disk so far, once its files are in memory.

    While it waits nothing counts instructions: the clock runs on, and touches pass it by.
    """
    for path in {line.split()[-1] for line in Path(f"/proc/{process}/maps").open()}:
        if path.startswith(("/usr/", "/lib")):
            Path(path).read_bytes()
    return int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[9])


def settle(screen, process, second):
    """Plays a second again and again until it costs the process what it did before."""
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
    """Processor seconds that a process takes for the circles, once it has started and settled."""
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
    """How often a process calls the kernel in a frame, and how long it is at work between calls.

    The latter in seconds, the tracer's own work with it. (What the kernel itself takes for a
    process's own time is counted in ticks, which keep step with the frames.)
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
    """Pairs of moments: a lift was written, and something could be read."""
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
    """Reads what is there."""
    while select.select([descriptor], [], [], 0)[0]:
        os.read(descriptor, 65536)


def percentiles(pairs):
    """The median and the 95th percentile of how long they lasted, in milliseconds, as text."""
    lasted = sorted((end - began) * 1000 for began, end in pairs)
    if not lasted:
        return "never"
    middle, high = (lasted[len(lasted) * share // 100] for share in (50, 95))
    missed = f", {SWIPES - len(lasted)} missed" if len(lasted) < SWIPES else ""
    return f"{middle:.3f}, {high:.3f}{missed}"
