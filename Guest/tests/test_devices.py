"""Panels are added and removed while the daemon runs."""

import time

import service
import uinput
from client import Client, expect
from scene import KIOSK
from touchscreen import Finger

CYCLES = 100
KEY_A = 30


def test_a_panel_unplugged_during_a_drag_cancels_it_then_is_removed(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.drag()
    drag = client.expect_line("drag began", gesture="drag", phase="began")
    screen.close()
    scene.expect_device(client, screen, change="removed")
    end = client.expect_line("drag cancelled", id=drag["id"], phase="cancelled")
    expect(end["reason"] == "device_removed", f"the reason is {end['reason']}")
    kinds = [line.get("phase", line.get("change")) for line in client.lines]
    expect(kinds.index("cancelled") < kinds.index("removed"), "removed before it is cancelled")


def test_a_panel_plugged_in_again_works_under_a_new_id(scene):
    client = scene.client()
    first = scene.plug(client)
    first.close()
    scene.expect_device(client, first, change="removed")
    second = scene.plug(client)
    expect(second.id > first.id, f"id {second.id} after {first.id}")
    second.tap()
    client.expect_line("tap", gesture="tap", phase="ended", device=second.id)


def test_a_client_that_connects_later_receives_the_present_panel(scene):
    early = scene.client()
    screen = scene.plug(early)
    late = scene.client()
    device = scene.expect_device(late, screen, change="present")
    expect(device["id"] == screen.id and device["path"] == screen.node, f"the device is {device}")
    expect((device["width_mm"], device["height_mm"]) == (300, 180), f"its size is {device}")
    expect(device["state"] == "open" and device["slots"] == 10, f"the device is {device}")


def test_panels_unplugged_with_a_finger_down_leave_no_descriptor_open(scene):
    client = scene.client()
    daemon = service.process()
    before = service.descriptor_count(daemon)
    for cycle in range(CYCLES):
        screen = scene.plug(client)
        screen.move(lambda share: [Finger(100 + 20 * share, 60)], 0.1)
        client.expect_line("drag", gesture="drag", phase="began", device=screen.id)
        # A client connects during the removal.
        if cycle % 20 == 0:
            with Client(KIOSK) as late:
                late.ready()
                screen.close()
        screen.close()
        scene.expect_device(client, screen, change="removed")
    service.wait_until(
        lambda: service.descriptor_count(daemon) <= before,
        f"{before} descriptors open again, as before {CYCLES} panels")
    expect(len(client.gestures(reason="device_removed")) >= CYCLES, "a drag was not cancelled")


def test_two_panels_are_two_surfaces(scene):
    client = scene.client()
    left, right = scene.plug(client), scene.plug(client)
    for share in range(41):
        left.show(Finger(100 + share, 60))
        right.show(Finger(200 - 2 * share, 60))
        time.sleep(0.01)
    left.lift()
    right.lift()
    for screen, travel in ((left, 40), (right, -80)):
        line = client.expect_line("drag", gesture="drag", phase="ended", device=screen.id)
        expect(line["fingers"] == 1, "fingers of two panels make one hand")
        expect(abs(line["dx_mm"] - travel) < 2, f"panel {screen.id} moved {line['dx_mm']} mm")


def test_the_keys_of_a_panel_with_keys_are_never_read(scene):
    client = scene.client()
    screen = scene.plug(client, keys=range(KEY_A, KEY_A + 9))
    client.quiet(1)
    daemon = service.process()
    before = wake_ups(daemon)
    for stroke in range(100):
        for value in (1, 0):
            screen.write(uinput.event(uinput.EV_KEY, KEY_A + stroke % 9, value) + uinput.REPORT)
        time.sleep(0.01)
    by_keys = wake_ups(daemon) - before
    # The daemon may wake for other reasons: the watchdog, or a query of the kernel.
    expect(by_keys <= 2, f"200 changes of keys woke the daemon {by_keys} times")
    screen.drag()
    screen.lift()
    client.expect_line("drag", gesture="drag", phase="ended")
    expect(wake_ups(daemon) - before - by_keys > 10, "the count does not grow by touches either")


def wake_ups(pid):
    """The number of voluntary context switches of a process, each of which a wake-up ends."""
    return int(service.status("voluntary_ctxt_switches", pid))


def test_a_device_that_is_not_a_touchscreen_is_not_used(scene):
    client = scene.client()
    before = service.descriptor_count(service.process())
    with uinput.Device("Guest Keyboard", axes={}, keys=range(1, 120)) as board:
        screen = scene.plug(client)
        named = [line["device"]["name"] for line in client.lines if line["type"] == "device"]
        expect(board.name not in named, "a keyboard is published")
        screen.close()
        scene.expect_device(client, screen, change="removed")
        service.wait_until(
            lambda: service.descriptor_count(service.process()) <= before, "the keyboard is not open")
