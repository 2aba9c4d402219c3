"""Captures of hid-recorder: their parser, and the captures given to the run."""

import collections
from pathlib import Path

import pytest

import service
import uhid
from capture import Capture
from client import expect
from hid_panel import CONTACT_REPORT, DESCRIPTOR, Touch
from probe import Probe

GIVEN = Path("/share/capture.hid")
HEAD = "R: 5 05 0d 09 04 a1\nN: A  Panel: 2\nP: usb-0000:00/input0\nI: 18 04f3 00c0\n"
REPORT = bytes([1, 0x2a])


def read(text):
    """The parsed capture: name, identity, length of the descriptor, and reports."""
    device = Capture(text).device
    return device.name, device.identity, len(device.descriptor), device.reports


def test_captures_are_read_in_each_form_that_recorders_write():
    expected = ("A Panel: 2", [0x18, 0x04F3, 0xC0], 5, [(0.0, REPORT), (1.5, REPORT)])
    events = "E: 000000.000000 2 01 2a\nE: 000001.500000 2 01 2a\n"
    for text in (
            HEAD + events,
            # With comments.
            "# D: no device\n#  0x05, 0x0d, // Usage Page (Digitizers)  0\n" + HEAD
            + "# Report ID: 1 /\n#   X:  42 | Y:  7\n" + events.replace("E:", "# E: 9 1 00\n  E:"),
            # With the input of a BPF program.
            HEAD + events.replace("E:", "B: 000000.000000 2 ff ff\nE:"),
            # Truncated.
            HEAD + events + "E: 000002.000000 2 01",
            HEAD + events + "E: 00000",
            # The descriptor without its length, and CR LF at the end of lines.
            HEAD.replace("R: 5 ", "R: ").replace("\n", "\r\n") + events):
        expect(read(text) == expected, f"read {read(text)} of {text!r}")


def test_of_a_capture_with_several_devices_the_one_with_the_most_reports_is_played():
    mouse = "D:0\nR: 2 05 01\nN: Mouse\nI: 3 046d c52b\n"
    reports = read(mouse + "D: 1\n" + HEAD + "D: 1\nE: 0.1 2 01 2a\nD: 0\nE: 0.2 1 00\n"
                   "D: 1\nE: 0.3 2 01 2a\nE: 0.4 2 01 2a\n")
    expect(reports[0] == "A Panel: 2" and len(reports[3]) == 3, f"read {reports}")
    try:
        read(mouse + "N: Untouched")
    except ValueError:
        return
    expect(False, "a capture without reports is read")


class Verdict:
    """The result of a played capture: why it was left out, or comparisons and gestures."""

    def __init__(self, scene, text):
        """Plays a capture through the kernel's driver; fails if the daemon's contacts are not the kernel's."""
        self.gestures, self.compared = collections.Counter(), 0
        service.run("modprobe", "uhid")
        client = scene.client()
        self.left_out = None
        try:
            recording = Capture(text)
            panel = scene.keep(recording.plug())
        except (ValueError, uhid.NoTouchscreen) as error:
            self.left_out = str(error)
            return
        service.run("udevadm", "settle")
        device = self._published_device(client, panel)
        if device:
            self._play(recording, panel, client, device)
            panel.close()
            scene.expect_device(client, panel, change="removed")

    def _published_device(self, client, panel):
        """The device that clients receive for the panel; None if the daemon does not read it."""
        client.quiet(1)
        for line in client.lines:
            if line["type"] == "device" and line["device"]["path"] == panel.node:
                return line["device"]
        logged = [line for line in service.journal(0).splitlines() if "no touchscreen" in line]
        tags = service.run("udevadm", "info", "-q", "property", panel.node)
        kinds = [tag for tag in tags.splitlines() if tag.startswith("ID_INPUT_")]
        self.left_out = (logged[-1].partition(": ")[2] if logged
                         else f"udev's tags are {', '.join(kinds)}")
        return None

    def _play(self, recording, panel, client, device):
        with Probe(panel.node) as probe:
            def compare():
                probe.compare(f"after {self.compared} comparisons")
                self.compared += 1
            recording.play(panel, compare)
        client.quiet(1)
        # Gestures that are still active are cancelled later, when the panel is removed: they do not count.
        for line in client.gestures(device=device["id"]):
            if line["phase"] in ("ended", "cancelled"):
                self.gestures[f"{line['gesture']} {line['phase']}"] += 1

    def __str__(self):
        if self.left_out is not None:
            return f"left out: {self.left_out}"
        gestures = ", ".join(f"{count} x {name}" for name, count in sorted(self.gestures.items()))
        return (f"taken; its contacts are the kernel's in {self.compared} comparisons; "
                f"gestures: {gestures or 'none'}")


def panel_capture():
    """A capture of two taps and a drag on a HID panel, in the form of hid-recorder."""
    lines, seconds = [], 0.0
    strokes = [[(100, 60)] * 3, [(200, 90)] * 3, [(60 + 4 * step, 120) for step in range(30)]]
    for stroke in strokes:
        for is_lift, (x, y) in [(False, position) for position in stroke] + [(True, stroke[-1])]:
            touch = Touch(1, x, y, tip=not is_lift)
            report = (bytes([CONTACT_REPORT]) + touch.packed() + bytes(len(touch.packed()))
                      + bytes([1]))
            lines.append(f"E: {seconds:013.6f} {len(report)} {report.hex(' ')}")
            seconds += 0.02
        seconds += 0.6
    head = f"R: {len(DESCRIPTOR)} {DESCRIPTOR.hex(' ')}\nN: Captured Panel\nI: 3 1209 0011\n"
    return head + "\n".join(lines) + "\n"


MOUSE = ("R: 52 05 01 09 02 a1 01 09 01 a1 00 05 09 19 01 29 03 15 00 25 01 95 03 75 01 81 02 95 01"
         " 75 05 81 03 05 01 09 30 09 31 09 38 15 81 25 7f 75 08 95 03 81 06 c0 c0\n"
         "N: Captured Mouse\nI: 3 046d c00c\nE: 0.0 4 00 01 01 00\nE: 0.1 4 00 01 01 00\n")


def test_each_capture_of_a_folder_has_a_verdict(scene):
    panel = Verdict(scene, panel_capture())
    expect(panel.left_out is None and panel.compared >= 2, f"the panel is {panel}")
    expect(panel.gestures["tap ended"] == 2 and panel.gestures["drag ended"] == 1, f"{panel}")
    expect("no driver makes" in str(Verdict(scene, MOUSE)), "a mouse is taken for a touchscreen")
    expect("lacks R:" in str(Verdict(scene, "no capture")), "a text is taken for a capture")


CAPTURES = sorted(GIVEN.iterdir()) if GIVEN.is_dir() else [GIVEN] if GIVEN.is_file() else []


if CAPTURES:
    @pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.name)
    def test_a_given_capture_of_hid_recorder_is_played_through_the_kernels_driver(scene, path):
        verdict = Verdict(scene, path.read_text(errors="replace"))
        print(f"      {path.name}: {verdict}", flush=True)
        expect(verdict.gestures or path != GIVEN, "its reports made no gesture")
