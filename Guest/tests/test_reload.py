"""A configuration that is changed while the daemon runs, and its effect on devices."""

import json
import os
import select
import time

import pytest

import service
from client import Client, expect
from scene import KIOSK
from service import CONFIGURATION, SERVICE, SOCKET_UNIT, configuration
from test_service import gesturectl

STROKES = """\
gestures:
  - drag: {}
    name: stroke
  - tap: {}
"""
WRONG = """\
gestures:
  - drag: { minimum_distance: 4 }
  - wave: {}
"""


def rule_for(screen, *members):
    """A configuration in which only this panel has a rule, with the given members."""
    lines = [f"devices:\n  - match: {{ name: \"{screen.name}\" }}", *members]
    return "\n    ".join(lines) + "\n"


def test_systemctl_reload_applies_a_valid_configuration_during_a_drag(scene):
    client = scene.client()
    screen = scene.plug(client)
    daemon = service.process()
    screen.drag()
    drag = client.expect_line("drag began", gesture="drag", phase="began")
    with configuration(STROKES):
        end = client.expect_line("drag cancelled", id=drag["id"], phase="cancelled")
        expect(end["reason"] == "reloaded", f"the reason is {end['reason']}")
        # A finger that is down is ignored after the reload: it moves, and nothing is emitted.
        mark = len(client.lines)
        screen.drag(x=160, y=90, dx=-60)
        screen.lift()
        client.quiet()
        expect(not client.gestures(after=mark), "the spent finger made a gesture")
        screen.drag()
        stroke = client.expect_line("stroke", after=mark, name="stroke", phase="began")
        expect(stroke["gesture"] == "drag" and stroke["id"] > drag["id"], f"it is {stroke}")
        screen.lift()
        expect(service.process() == daemon, "the daemon was started again")
        expect(service.show("ActiveState") == "active", f"it is {service.show('ActiveState')}")
    screen.tap()
    client.expect_line("tap", gesture="tap", name="tap", phase="ended")


def test_systemctl_reload_of_an_invalid_configuration_changes_nothing_and_the_journal_has_the_reason(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.drag()
    drag = client.expect_line("drag began", gesture="drag", phase="began")
    began = time.time_ns() // 1000
    with configuration(WRONG):
        journal = service.journal(began)
        for line in (2, 3):
            expect(f"gestured.yaml:{line}:" in journal, f"the fault in line {line} is not logged")
        screen.drag(x=160, y=90, dx=-60)
        screen.lift()
        end = client.expect_line("drag ended", id=drag["id"], phase="ended")
        expect(end["name"] == "drag", f"its name is {end['name']}")
        expect(service.show("ActiveState") == "active", f"it is {service.show('ActiveState')}")


def write_wrong_file():
    """Writes a configuration with mistakes."""
    CONFIGURATION.write_text(WRONG)


def write_unreadable_file():
    """Writes a valid configuration that the daemon may not read."""
    CONFIGURATION.write_text(STROKES)
    CONFIGURATION.chmod(0o600)


@pytest.mark.restarts
def test_a_service_with_an_invalid_or_unreadable_file_serves_without_positions_until_a_reload(scene):
    for fault in (write_wrong_file, write_unreadable_file):
        try:
            fault()
            began = time.time_ns() // 1000
            service.systemctl("reset-failed", SERVICE, SOCKET_UNIT)
            service.systemctl("restart", SERVICE)
            service.wait_until(lambda: "gestured.yaml" in service.journal(began), "the reason")
            serves_without_positions(scene)
        finally:
            CONFIGURATION.unlink(missing_ok=True)
            service.systemctl("reset-failed", SERVICE, SOCKET_UNIT)
            service.systemctl("restart", SERVICE)


def serves_without_positions(scene):
    """Checks that the daemon serves clients without positions, and with them once its file is corrected."""
    daemon = service.process()
    for _ in range(12):
        with Client(KIOSK) as client:
            client.ready()
    for unit in (SERVICE, SOCKET_UNIT):
        state = service.systemctl("show", unit, "--value", "-p", "ActiveState")
        expect(state == "active", f"{unit} is {state}")
    expect(configuration_in_use() == "fallback", f"status shows {configuration_in_use()}")
    with Client(KIOSK) as client:
        client.ready()
        screen = scene.plug(client)
        screen.tap()
        tap = client.expect_line("tap", gesture="tap", phase="ended")
        expect(not {"x", "y", "x_mm", "y_mm"} & tap.keys(), f"a position is published: {tap}")
        CONFIGURATION.unlink()
        CONFIGURATION.write_text(STROKES)
        service.reload()
        mark = len(client.lines)
        time.sleep(0.4)
        screen.tap()
        tap = client.expect_line("tap", after=mark, gesture="tap", phase="ended")
        expect("x_mm" in tap, f"no position is published: {tap}")
        expect(configuration_in_use() == "file", f"status shows {configuration_in_use()}")
        client.check_promises()
    expect(service.process() == daemon, "the daemon was restarted")


def configuration_in_use():
    """The keyword for the configuration in use in the daemon's status: "file" or "fallback"."""
    answer = gesturectl(KIOSK, "status", "--json")
    expect(answer.returncode == 0, f"status exits {answer.returncode}: {answer.stderr}")
    return json.loads(answer.stdout)["configuration"]


def test_a_panel_that_a_reload_ignores_is_removed_and_returns_with_the_next_reload(scene):
    client = scene.client()
    screen = scene.plug(client)
    with configuration(rule_for(screen, "ignore: true")):
        scene.expect_device(client, screen, change="removed")
    back = client.expect_line(
        "added again", after=len(client.lines), type="device", change="added")["device"]
    expect(back["name"] == screen.name and back["id"] > screen.id, f"the device is {back}")
    screen.tap()
    client.expect_line("tap", gesture="tap", phase="ended", device=back["id"])


def test_a_panel_that_is_grabbed_is_read_by_no_other_program(scene):
    client = scene.client()
    screen = scene.plug(client)
    node = os.open(screen.node, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with configuration(rule_for(screen, "grab: true", "output: HDMI-1")):
            changed = scene.expect_device(client, screen, change="changed")
            expect(changed["output"] == "HDMI-1", f"the device is {changed}")
            screen.tap()
            client.expect_line("tap", gesture="tap", phase="ended")
            expect(not select.select([node], [], [], 0.2)[0], "another reader got the tap")
        mark = len(client.lines)
        screen.tap()
        client.expect_line("tap", after=mark, gesture="tap", phase="ended")
        expect(select.select([node], [], [], 0.2)[0], "the panel is still grabbed")
    finally:
        os.close(node)


# udev turns the panel by 180°; the configuration mirrors it.
UDEV_MATRIX = 'KERNEL=="event*", ENV{LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 -1 1"'
MATRIX = "calibration: [-1, 0, 1, 0, 1, 0]"


def test_the_calibration_of_udev_is_applied_first_then_that_of_the_configuration_then_each_rotation(scene):
    client = scene.client()
    with service.udev_rule(UDEV_MATRIX):
        screen = scene.plug(client)
        tap_reported_at(client, screen, 200, 120)
        for degrees, x, y in ((0, 100, 120), (90, 60, 100), (180, 200, 60), (270, 120, 200)):
            with configuration(rule_for(screen, MATRIX, f"rotation: {degrees}")):
                tap_reported_at(client, screen, x, y)
        # A panel that is plugged in again has both from its first touch.
        with configuration(rule_for(screen, MATRIX, "rotation: 90")):
            name = screen.name
            screen.close()
            scene.expect_device(client, screen, change="removed")
            again = scene.screen(name=name)
            again.id = client.expect_line(
                "added again", after=len(client.lines), type="device",
                change="added")["device"]["id"]
            tap_reported_at(client, again, 60, 100)


def tap_reported_at(client, screen, x, y):
    """Taps 100 mm from the left and 60 mm from the top of the panel; the line must have x, y in mm."""
    mark = len(client.lines)
    screen.tap(x=100, y=60)
    tap = client.expect_line("tap", after=mark, gesture="tap", phase="ended")
    expect(abs(tap["x_mm"] - x) < 1 and abs(tap["y_mm"] - y) < 1,
           f"not at {x}, {y}: it is at {tap['x_mm']}, {tap['y_mm']}")
    time.sleep(0.4)
