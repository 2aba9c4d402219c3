"""Panels of hid-multitouch, the kernel's HID driver."""

import time

import service
from client import expect
from hid_panel import HIDPanel, Touch


def plug(scene, client):
    """Plugs in a HID panel; returns it once the client has its line."""
    service.run("modprobe", "uhid")
    panel = scene.keep(HIDPanel(f"Guest HID Panel {scene.next_number()}"))
    panel.id = scene.expect_device(client, panel)["id"]
    return panel


def test_a_hid_panel_has_the_size_and_contacts_of_its_report_descriptor_and_gestures(scene):
    client = scene.client()
    panel = plug(scene, client)
    device = scene.expect_device(client, panel)
    expect((device["width_mm"], device["height_mm"]) == (300, 180), f"its size is {device}")
    expect(device["slots"] == 10, f"the device is {device}")
    panel.tap(Touch(1, 100, 60))
    tap = client.expect_line("tap", gesture="tap", phase="ended", device=panel.id)
    expect(abs(tap["x_mm"] - 100) < 1 and abs(tap["y_mm"] - 60) < 1, f"it is at {tap}")
    last = panel.stroke(lambda share: [
        Touch(1, 140 - 40 * share, 90), Touch(2, 160 + 40 * share, 90)])
    panel.lift(*last)
    end = client.expect_line("magnify", gesture="magnify", phase="ended")
    expect(abs(end["scale"] - 5) < 0.3, f"the scale is {end['scale']}")


def test_five_contacts_in_three_hid_reports_are_one_hand(scene):
    client = scene.client()
    panel = plug(scene, client)
    panel.tap(*[Touch(finger, 60 + 16 * finger, 90) for finger in range(5)])
    tap = client.expect_line("tap", gesture="tap", phase="ended")
    expect(tap["fingers"] == 5, f"{tap['fingers']} fingers tap")


def test_a_hid_contact_without_confidence_is_a_palm_and_its_drag_is_cancelled(scene):
    client = scene.client()
    panel = plug(scene, client)
    panel.stroke(lambda share: [Touch(1, 100 + 30 * share, 60)])
    drag = client.expect_line("drag", gesture="drag", phase="began")
    palm = Touch(1, 131, 60, confident=False)
    panel.show(palm)
    end = client.expect_line("drag cancelled", id=drag["id"], phase="cancelled")
    expect(end["reason"] == "palm", f"the reason is {end['reason']}")
    palm.flags = 0
    panel.show(palm)
    mark = len(client.lines)
    panel.tap(Touch(2, 200, 60))
    client.expect_line("tap", after=mark, gesture="tap", phase="ended")


def test_a_finger_above_a_hid_panel_is_not_a_contact_until_it_touches(scene):
    client = scene.client()
    panel = plug(scene, client)
    panel.stroke(lambda share: [Touch(1, 100 + 40 * share, 60, tip=False)])
    client.quiet()
    expect(not client.gestures(), f"hovering made {client.gestures()[:1]}")
    panel.show(Touch(1, 140, 60))
    time.sleep(0.06)
    panel.show(Touch(1, 140, 60, tip=False))
    client.expect_line("tap", gesture="tap", phase="ended")
    panel.lift(Touch(1, 140, 60))


def test_hid_contacts_that_are_no_longer_reported_have_lifted(scene):
    client = scene.client()
    panel = plug(scene, client)
    # The panel stops reporting, and the driver releases its contacts.
    panel.stroke(lambda share: [Touch(1, 100 + 30 * share, 60), Touch(2, 100 + 30 * share, 90)])
    client.expect_line("drag", gesture="drag", phase="ended", fingers=2)
    client.quiet(1)
    mark = len(client.lines)
    panel.tap(Touch(3, 200, 60))
    tap = client.expect_line("tap", after=mark, gesture="tap", phase="ended")
    expect(tap["fingers"] == 1, "a contact is stuck")
