"""Captures of hid-recorder: how they are read, and the one that whoever runs the tests brought."""

from pathlib import Path

import service
from capture import Capture
from client import expect
from scene import test

BROUGHT = Path("/share/capture.hid")
HEAD = "R: 5 05 0d 09 04 a1\nN: A  Panel: 2\nP: usb-0000:00/input0\nI: 18 04f3 00c0\n"
REPORT = bytes([1, 0x2a])


def read(text):
    """What is read of a capture: name, identity, length of the descriptor, and reports."""
    device = Capture(text).device
    return device.name, device.identity, len(device.descriptor), device.reports


@test("captures are read in each form that recorders write")
def forms(_):
    one = ("A Panel: 2", [0x18, 0x04F3, 0xC0], 5, [(0.0, REPORT), (1.5, REPORT)])
    events = "E: 000000.000000 2 01 2a\nE: 000001.500000 2 01 2a\n"
    for text in (
            HEAD + events,
            # With what is for people.
            "# D: no device\n#  0x05, 0x0d, // Usage Page (Digitizers)  0\n" + HEAD
            + "# Report ID: 1 /\n#   X:  42 | Y:  7\n" + events.replace("E:", "# E: 9 1 00\n  E:"),
            # With what a BPF program was given.
            HEAD + events.replace("E:", "B: 000000.000000 2 ff ff\nE:"),
            # Broken off.
            HEAD + events + "E: 000002.000000 2 01",
            HEAD + events + "E: 00000",
            # The descriptor without its length; ends of lines from elsewhere.
            HEAD.replace("R: 5 ", "R: ").replace("\n", "\r\n") + events):
        expect(read(text) == one, f"read {read(text)} of {text!r}")


@test("of a capture with several devices that with the most reports is taken")
def devices(_):
    mouse = "D:0\nR: 2 05 01\nN: Mouse\nI: 3 046d c52b\n"
    told = read(mouse + "D: 1\n" + HEAD + "D: 1\nE: 0.1 2 01 2a\nD: 0\nE: 0.2 1 00\n"
                "D: 1\nE: 0.3 2 01 2a\nE: 0.4 2 01 2a\n")
    expect(told[0] == "A Panel: 2" and len(told[3]) == 3, f"read {told}")
    try:
        read(mouse + "N: nobody touched it")
    except ValueError:
        return
    expect(False, "a capture without reports is read")


if BROUGHT.exists():
    @test("a capture of hid-recorder is played through the kernel's driver")
    def captured(scene):
        client = scene.client()
        service.run("modprobe", "uhid")
        recording = Capture(BROUGHT.read_text(errors="replace"))
        panel = scene.keep(recording.plug())
        panel.id = scene.heard(client, panel)["id"]
        recording.play(panel)
        client.quiet(2)
        told = client.gestures()
        for line in told:
            if line["phase"] != "changed":
                print(f"      {line['gesture']} {line['phase']}, fingers: {line['fingers']}")
        expect(told, "its reports made no gesture")
