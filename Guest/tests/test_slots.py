"""The daemon's slots are the kernel's (EVIOCGMTSLOTS) after any events of a device."""

import contextlib
import random

import service
import uinput
from client import expect
from probe import Probe
from touchscreen import HEIGHT_MM, PRESSURE_MAX, SLOTS, UNITS_PER_MM, WIDTH_MM
from uinput import EV_ABS, EV_KEY, REPORT, event

STREAMS, FRAMES = 400, 12
# More events than the kernel queues for a reader.
FLOOD_STREAMS, FLOOD_FRAMES = 20, 600


def random_event(dice):
    """A random event, which in a few cases no correct driver sends."""
    kind = dice.random()
    if kind < 0.3:
        return event(EV_ABS, uinput.ABS_MT_SLOT, dice.randint(0, SLOTS - 1))
    if kind < 0.33:
        return event(EV_ABS, uinput.ABS_MT_SLOT, dice.choice((-1, SLOTS, 64, 1 << 30)))
    if kind < 0.45:
        return event(EV_ABS, uinput.ABS_MT_TRACKING_ID, dice.randint(0, 65535))
    if kind < 0.55:
        return event(EV_ABS, uinput.ABS_MT_TRACKING_ID, -1)
    if kind < 0.7:
        return event(EV_ABS, uinput.ABS_MT_POSITION_X, dice.randint(0, WIDTH_MM * UNITS_PER_MM))
    if kind < 0.85:
        return event(EV_ABS, uinput.ABS_MT_POSITION_Y, dice.randint(0, HEIGHT_MM * UNITS_PER_MM))
    if kind < 0.97:
        return event(EV_ABS, uinput.ABS_MT_PRESSURE, dice.randint(0, PRESSURE_MAX))
    return event(EV_KEY, uinput.BTN_TOUCH, dice.randint(0, 1))


def random_frame(dice):
    return b"".join(random_event(dice) for _ in range(dice.randint(0, 20))) + REPORT


def test_after_each_of_many_random_streams_the_slots_are_the_kernels(scene):
    compare(scene, STREAMS, FRAMES)


def test_after_each_of_many_streams_too_long_for_the_queue_the_slots_are_the_kernels(scene):
    compare(scene, FLOOD_STREAMS, FLOOD_FRAMES, is_stopped=True)


def compare(scene, streams, frames, is_stopped=False):
    """Plays random streams, and compares after each. If `is_stopped`, the probe cannot read during a stream."""
    screen = scene.screen()
    service.run("udevadm", "settle")
    with Probe(screen.node) as probe:
        before = probe.compare("none")
        for seed in range(streams):
            dice = random.Random(seed)
            with service.stopped(probe.pid) if is_stopped else contextlib.nullcontext():
                for _ in range(frames):
                    screen.write(random_frame(dice))
            after = probe.compare(seed)
        lost = after - before
        expect(lost == (streams if is_stopped else 0), f"the kernel lost events {lost} times")
    screen.lift()
