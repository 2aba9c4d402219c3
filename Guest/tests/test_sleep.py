"""Panels on which a finger lifts while the machine sleeps."""

import time

import service
from client import expect
from touchscreen import Finger

# Seconds until the alarm. It must not come before the machine sleeps: nothing would wake the machine later.
ASLEEP_S = 5


def suspend():
    """Puts the machine to sleep (S3) until its clock wakes it."""
    service.run("shared-folders", "unmount")
    try:
        before = time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()
        service.run("rtcwake", "-m", "mem", "-s", str(ASLEEP_S))
        slept = time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic() - before
    finally:
        service.run("shared-folders", "mount")
    expect(slept > 0.5, f"the machine slept for {slept} s")


def lose_lift(screen):
    """Loses the lift of a finger, as a driver that forgets it; then taps with a finger in another slot."""
    screen.forget()
    screen.write(screen.packed({1: Finger(200, 120)}))
    time.sleep(0.06)
    screen.lift()


def test_a_lift_that_was_lost_while_the_machine_slept_leaves_no_finger_behind(scene):
    client = scene.client()
    touched_at_once, touched_later = scene.plug(client), scene.plug(client)
    drags = {}
    for screen in (touched_at_once, touched_later):
        screen.drag()
        drags[screen.id] = client.expect_line(
            "drag began", gesture="drag", phase="began", device=screen.id)
    client.quiet()
    mark = len(client.lines)
    suspend()
    lose_lift(touched_at_once)
    for screen in (touched_at_once, touched_later):
        end = client.expect_line(
            "drag cancelled", after=mark, id=drags[screen.id]["id"], phase="cancelled")
        expect(end["reason"] == "stuck", f"the reason is {end['reason']}")
    lose_lift(touched_later)
    for screen in (touched_at_once, touched_later):
        tap = client.expect_line(
            "tap", after=mark, gesture="tap", phase="ended", device=screen.id)
        expect(tap["fingers"] == 1, f"{tap['fingers']} fingers tap")
    removed = [line for line in client.lines[mark:] if line["type"] == "device"]
    expect(not removed, f"panels were removed: {removed}")
