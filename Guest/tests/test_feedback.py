"""A panel buzzes at gestures, through a service that may only write to it."""

import os
from pathlib import Path

import service
import uinput
from client import expect
from feedback_panel import FeedbackPanel

# The defaults of gesturectl feedback: of the kernel's maximum, 65535; and in milliseconds.
STRENGTH, LENGTH = 32768, 30


def test_a_deep_press_is_answered_by_a_panel_that_buzzes(scene):
    client = scene.client()
    panel = scene.keep(FeedbackPanel(f"Guest Panel {scene.next_number()}"))
    device = scene.expect_device(client, panel)
    unit = f"gesturectl-feedback@{os.path.basename(panel.node)}.service"
    service.systemctl("start", unit)
    try:
        service.wait_until(lambda: panel.effects, "the upload of an effect")
        expect(list(panel.effects.values()) == [(uinput.FF_RUMBLE, LENGTH, STRENGTH, STRENGTH)],
               f"the effects are {panel.effects}")
        pid = int(service.systemctl("show", unit, "--value", "-p", "MainPID"))
        expect(opens_only_to_write(pid, panel.node), "the service can read touches")
        panel.tap()
        client.expect_line("tap", gesture="tap", phase="ended", device=device["id"])
        panel.deep_press()
        client.expect_line("deep_press", gesture="deep_press", phase="began", device=device["id"])
        service.wait_until(lambda: panel.played, "the effect")
        client.expect_line("its end", gesture="deep_press", phase="ended", device=device["id"])
        expect([(code, value) for _, code, value in panel.played] == [(min(panel.effects), 1)],
               f"played is {panel.played}")
    finally:
        service.systemctl("stop", unit)
    service.wait_until(lambda: not panel.effects, "the removal of the effect")


def opens_only_to_write(pid, node):
    """Whether a process has a node open with O_WRONLY."""
    for each in Path(f"/proc/{pid}/fd").iterdir():
        if os.readlink(each) == node:
            flags = Path(f"/proc/{pid}/fdinfo/{each.name}").read_text().split("flags:")[1].split()[0]
            return int(flags, 8) & os.O_ACCMODE == os.O_WRONLY
    return False
