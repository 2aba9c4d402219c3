"""The daemon with events that came while it did not run."""

import math
import time

import pytest

import service
from client import expect
from service import SERVICE
from touchscreen import SLOTS, Finger

FRAMES = 2000


def circling(index):
    """Ten fingers that circle: their positions in the frame of this index."""
    angle = math.tau * index / 90
    return [Finger(20 + 28 * slot + 8 * math.cos(angle + slot),
                   90 + 40 * math.sin(angle + slot), 40 + (index + slot) % 90)
            for slot in range(SLOTS)]


def test_a_daemon_stopped_for_2_000_ten_finger_frames_resynchronises_once_and_continues(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.drag()
    drag = client.expect_line("drag began", gesture="drag", phase="began")
    client.quiet()
    mark = len(client.lines)
    with service.stopped(service.process()):
        for index in range(FRAMES):
            screen.show(*circling(index))
        screen.lift()
        three = [Finger(60, 40), Finger(100, 40), Finger(140, 40)]
        screen.show(*three)
    end = client.expect_line("drag cancelled", after=mark, id=drag["id"], phase="cancelled")
    expect(end["reason"] == "resynchronised", f"the reason is {end['reason']}")

    # The three are ignored: they move, press and lift, and no gesture is emitted.
    screen.move(lambda share: [finger.moved(30 * share, 20 * share) for finger in three], 0.4)
    screen.hold(0.8, *[finger.moved(30, 20) for finger in three])
    screen.lift()
    client.quiet(1)
    lines = client.gestures(after=mark)
    expect(lines == [end], f"ghosts: {[(line['gesture'], line['phase']) for line in lines]}")

    screen.tap()
    client.expect_line("tap", after=mark, gesture="tap", phase="ended", fingers=1)


def test_an_unread_lift_is_processed_before_a_deadline_that_it_meets(scene):
    client = scene.client()
    screen = scene.plug(client)
    # Before the touch, since the query may take longer than a tap.
    process = service.process()
    screen.hold(0.15, Finger(150, 90))
    with service.stopped(process):
        screen.lift()
        # Past the time at which a long press would begin.
        time.sleep(0.7)
    client.expect_line("tap", gesture="tap", phase="ended")
    client.quiet()
    expect(not client.gestures(gesture="long_press"), "a stalled reader invents a long press")


@pytest.mark.restarts
def test_a_finger_on_the_glass_at_the_start_is_ignored_until_it_lifts(scene):
    service.systemctl("stop", SERVICE)
    screen = scene.screen()
    resting = Finger(60, 60)
    screen.show(resting)
    service.run("udevadm", "settle")
    client = scene.client()
    screen.id = scene.expect_device(client, screen, change="present")["id"]
    screen.move(lambda share: [resting.moved(40 * share, 0)], 0.4)
    screen.hold(0.8, resting.moved(40, 0))
    client.quiet()
    expect(not client.gestures(), f"the finger made {client.gestures()[:1]}")

    # A finger beside it makes a tap of one finger.
    screen.hold(0.06, resting.moved(40, 0), Finger(220, 120))
    screen.show(resting.moved(40, 0))
    client.expect_line("tap beside it", gesture="tap", phase="ended", fingers=1)
    screen.lift()
    client.quiet()
    mark = len(client.lines)
    screen.tap()
    client.expect_line("tap after it", after=mark, gesture="tap", phase="ended", fingers=1)
