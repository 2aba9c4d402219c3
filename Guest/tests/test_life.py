"""Panels that are replaced, are revoked, cannot be read, or lose a lift."""

import os
import time

import kernel_calls
import service
from client import expect
from service import configuration
from touchscreen import Finger

SILENCE_S, STUCK_S = 30, 120
EVENT_BYTES = 24


def test_a_node_that_is_replaced_during_a_drag_as_after_suspend_is_read_under_a_new_id(scene):
    client = scene.client()
    old = scene.plug(client)
    old.drag()
    drag = client.expect_line("drag began", gesture="drag", phase="began")
    old.close()
    new = scene.screen()
    end = client.expect_line("drag cancelled", id=drag["id"], phase="cancelled")
    expect(end["reason"] == "device_removed", f"the reason is {end['reason']}")
    scene.expect_device(client, old, change="removed")
    new.id = scene.expect_device(client, new)["id"]
    new.tap()
    client.expect_line("tap", gesture="tap", phase="ended", device=new.id)


def test_a_node_that_is_revoked_is_closed_and_read_again_when_udev_reports_it(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.drag()
    drag = client.expect_line("drag began", gesture="drag", phase="began")
    copy = kernel_calls.descriptor_of(service.process(), screen.node)
    try:
        kernel_calls.revoke(copy)
    finally:
        os.close(copy)
    end = client.expect_line("drag cancelled", id=drag["id"], phase="cancelled")
    expect(end["reason"] == "device_removed", f"the reason is {end['reason']}")
    scene.expect_device(client, screen, change="removed")
    screen.lift()
    mark = len(client.lines)
    service.run("udevadm", "trigger", "--action=change", f"--name-match={screen.node}")
    back = client.expect_line("added again", after=mark, type="device", change="added")["device"]
    expect(back["name"] == screen.name and back["id"] > screen.id, f"the device is {back}")
    screen.tap()
    client.expect_line("tap", gesture="tap", phase="ended", device=back["id"])


def test_a_node_without_permission_is_logged_with_advice_and_read_once_it_is_permitted(scene):
    client = scene.client()
    began = time.time_ns() // 1000
    rule = 'KERNEL=="event*", ATTRS{name}=="Guest Panel *", GROUP="root", MODE="0600"'
    with service.udev_rule(rule):
        screen = scene.screen()
        service.wait_until(lambda: "is left out" in service.journal(began), "the last try", 30)
        journal = service.journal(began)
        expect("permission denied" in journal and "group" in journal, f"the journal has {journal}")
        expect(journal.count("is left out") == 1, "it is logged more than once")
    mark = len(client.lines)
    service.run("chgrp", "input", screen.node)
    service.run("chmod", "660", screen.node)
    service.run("udevadm", "trigger", "--action=change", f"--name-match={screen.node}")
    client.expect_line("added", after=mark, type="device", change="added")
    screen.tap()
    client.expect_line("tap", after=mark, gesture="tap", phase="ended")


def test_a_panel_that_another_program_has_grabbed_is_logged_and_read_again_afterwards(scene):
    client = scene.client()
    screen = scene.plug(client)
    with service.grab(screen.node):
        began = time.time_ns() // 1000
        with configuration(f'devices:\n  - match: {{ name: "{screen.name}" }}\n    grab: true\n'):
            journal = service.journal(began)
            expect("another program has grabbed it" in journal, f"the journal has {journal}")
    mark = len(client.lines)
    screen.tap()
    client.expect_line("tap", after=mark, gesture="tap", phase="ended")


def test_a_lost_lift_ends_its_contact_after_a_silence_and_a_stuck_contact_ends_later(scene):
    client = scene.client()
    lossy, wet = scene.plug(client), scene.plug(client)
    wet.show(Finger(40, 40))
    lossy.drag()
    drag = client.expect_line("drag began", gesture="drag", phase="began", device=lossy.id)
    steal_lift(lossy)
    end = client.expect_line(
        "drag cancelled", within=SILENCE_S + 10, id=drag["id"], phase="cancelled")
    expect(end["reason"] == "stuck", f"the reason is {end['reason']}")
    mark = len(client.lines)
    lossy.tap()
    client.expect_line("tap", after=mark, gesture="tap", phase="ended", device=lossy.id)

    client.expect_line("long press cancelled", within=STUCK_S + 10, gesture="long_press",
                       phase="cancelled", reason="stuck", device=wet.id)
    mark = len(client.lines)
    wet.hold(0.06, Finger(40, 40), Finger(100, 100))
    wet.show(Finger(40, 40))
    tap = client.expect_line("tap", after=mark, gesture="tap", phase="ended", device=wet.id)
    expect(tap["fingers"] == 1, f"{tap['fingers']} fingers tap")
    wet.lift()


def steal_lift(screen):
    """Lifts the finger, and reads the lift from the daemon's queue before the daemon does."""
    daemon = service.process()
    copy = kernel_calls.descriptor_of(daemon, screen.node)
    try:
        # In this time the daemon reads the events so far.
        time.sleep(0.3)
        with service.stopped(daemon):
            screen.lift()
            os.read(copy, 64 * EVENT_BYTES)
    finally:
        os.close(copy)
