"""Touch panels that report themselves as mice with absolute positions."""

import time

import service
import uinput
from client import expect
from service import configuration

RANGE = 4095
BTN_LEFT, BTN_RIGHT = 0x110, 0x111


class Mouse(uinput.Device):
    """A mouse with absolute positions, which udev tags as a mouse."""

    def __init__(self, name, properties=()):
        axes = {uinput.ABS_X: uinput.Axis(RANGE), uinput.ABS_Y: uinput.Axis(RANGE)}
        super().__init__(name, axes, keys=(BTN_LEFT, BTN_RIGHT), properties=properties)

    def show(self, x, y, pressed):
        """One frame."""
        self.write(uinput.event(uinput.EV_ABS, uinput.ABS_X, x)
                   + uinput.event(uinput.EV_ABS, uinput.ABS_Y, y)
                   + uinput.event(uinput.EV_KEY, BTN_LEFT, pressed) + uinput.REPORT)

    def tap(self):
        self.show(2000, 2000, 1)
        time.sleep(0.06)
        self.show(2000, 2001, 0)


def test_a_panel_that_reports_itself_as_a_mouse_is_a_touchscreen_if_a_rule_names_it(scene):
    client = scene.client()
    panel = scene.keep(Mouse("POS Panel 1"))
    mouse = scene.keep(Mouse("Guest Mouse"))
    service.run("udevadm", "settle")
    tags = service.run("udevadm", "info", "-q", "property", panel.node)
    expect("ID_INPUT_MOUSE=1" in tags and "TOUCHSCREEN" not in tags, f"udev's tags are {tags}")
    expect(not is_open(panel) and not is_open(mouse), "a mouse is open without a rule")
    with configuration('devices:\n  - match: { name: "POS*" }\n    as: touchscreen\n'):
        scene.expect_device(client, panel)
        # A panel that is plugged in after the reload, with INPUT_PROP_DIRECT.
        second = scene.keep(Mouse("POS Panel 2", properties=(uinput.INPUT_PROP_DIRECT,)))
        device = scene.expect_device(client, second)
        expect(not is_open(mouse), "another mouse is open")
        for index in range(20):
            second.show(100 * index, 300, 0)
        second.tap()
        tap = client.expect_line("tap", gesture="tap", phase="ended", device=device["id"])
        expect(tap["fingers"] == 1, f"{tap['fingers']} fingers tap")
        panel.tap()
        client.expect_line("tap of the first panel", after=client.lines.index(tap) + 1, gesture="tap", phase="ended")
        expect(len(client.gestures(phase="began")) == 0, "a pointer that moves is not a finger")
    scene.expect_device(client, panel, change="removed")


def is_open(device):
    """Whether the daemon has the device open."""
    return device.node in service.open_files(service.process())
