"""gesturectl performs and plays on a touchscreen of the kernel, and the daemon recognises it."""

import json
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

import service
from client import Failure, expect
from scene import OUTSIDER
from service import configuration, run
from test_service import gesturectl

SENTENCES = [
    "tap at 100,80", "pause 1 s", "double tap", "pause 1 s", "long press", "pause 1 s",
    "drag right 120 mm", "pause 1 s", "swipe left 3 fingers", "pause 1 s", "pinch out",
    "pause 1 s", "rotate 60 degrees clockwise", "pause 1 s", "scroll down", "pause 1 s", "deep press 1.5 s"]
# Gestures that no list has without a configuration.
OTHERS = ["swipe up and hold 1.5 s", "pause 1 s", "draw an arrow 60 mm slowly"]
OTHER_GESTURES = """
gestures:
  - swipe_hold: {}
  - stroke: { templates: [arrow_right], rotation: any, score: 0.6 }
"""
DEMO = "/usr/share/gestured/demo.evemu"
PLAY = ["--uinput", "--yes", "--wait", "1s"]
# How late frames of one gesture may be: the kernel stamps them as they are written, and an emulated
# machine on a busy host is slow.
LATE_US = 500_000
# The maximum number of runs of a command until its lines are those of the replay.
RUNS = 4
# The members that are specific to one run of the daemon, and those that are computed from the times of frames.
OWN = {"seq", "time_us", "device", "id"}
TIMED = re.compile("v[xy]?_|predicted_|.*velocity")


def ends(lines):
    """The beginnings and ends of gestures; `changed` lines depend on the times of frames."""
    return [line for line in lines if line["type"] == "gesture" and line["phase"] != "changed"]


def replayed(recording, *words):
    """The beginnings and ends of gestures of a replay by the daemon's configuration."""
    output = run("gestured", "--replay", str(recording), "--json", *words)
    return ends(map(json.loads, output.splitlines()))


def performed(scene, *words):
    """The beginnings and ends of gestures on a panel of the kernel on which gesturectl plays."""
    client = scene.client()
    with subprocess.Popen(["gesturectl", *words, *PLAY, "--for-daemon"]) as player:
        client.expect_line("the panel's removal", within=90, type="device", change="removed")
        expect(player.wait(10) == 0, "it failed")
    return ends(client.quiet())


def differences(line, wanted):
    """The members of a line that differ from those of another by more than the times of frames explain."""
    # Values at a beginning by time depend on the last frame before it.
    names = {"zone", "name", "fingers", "direction"} if line["phase"] == "began" else line.keys() | wanted.keys()
    for name in names - OWN:
        value, target = line.get(name), wanted.get(name)
        if name == "duration_us":
            differs = abs(value - target) > LATE_US
        else:
            differs = value != target and not TIMED.match(name)
        if differs:
            yield f"{line['gesture']} {line['phase']}: {name} is {value}, not {target}"


def expect_equal(lines, wanted):
    """Fails if lines are not those of a replay."""
    # A gesture that begins by time may precede another one, or follow it.
    lines, wanted = (sorted(each, key=lambda line: line["gesture"]) for each in (lines, wanted))
    kinds = [[(line["gesture"], line["phase"]) for line in each] for each in (lines, wanted)]
    expect(kinds[0] == kinds[1], f"gestures {kinds[0]}, not {kinds[1]}")
    found = [text for pair in zip(lines, wanted) for text in differences(*pair)]
    expect(not found, "; ".join(found))


def expect_one_equal(scene, wanted, *words):
    """Fails if no run of a command gives the lines of a replay.

    An emulated machine on a busy host writes frames up to a few hundred milliseconds late, and the
    kernel stamps them then: a tap may become a long press. It does not so each time."""
    for run_number in range(RUNS):
        try:
            return expect_equal(performed(scene, *words), wanted)
        except Failure:
            if run_number == RUNS - 1:
                raise
    return None


def test_sentences_through_the_kernel_give_the_lines_of_their_replay(scene):
    recording = Path("/tmp/performed.evemu")
    run("gesturectl", "perform", *SENTENCES, "-o", str(recording))
    wanted = replayed(recording)
    expect({"tap", "long_press", "drag", "swipe", "magnify", "rotate", "deep_press"}
           <= {line["gesture"] for line in wanted}, f"the replay has {len(wanted)} lines")
    expect_one_equal(scene, wanted, "perform", *SENTENCES)


def test_sentences_of_configured_gestures_give_the_lines_of_their_replay(scene):
    recording = Path("/tmp/configured.evemu")
    run("gesturectl", "perform", *OTHERS, "-o", str(recording))
    with configuration(OTHER_GESTURES):
        wanted = replayed(recording)
        expect({"swipe_hold", "stroke"} <= {line["gesture"] for line in wanted},
               f"the replay has {wanted}")
        expect_one_equal(scene, wanted, "perform", *OTHERS)


def test_a_recording_is_played_at_its_pace_and_gives_the_lines_of_its_replay(scene):
    expect_one_equal(scene, replayed(DEMO), "play", DEMO)


def test_the_daemon_ignores_a_panel_that_is_not_for_it(scene):
    client = scene.client()
    player = subprocess.Popen(["gesturectl", "perform", "tap", *PLAY], stdout=subprocess.PIPE, text=True)
    node, name = player.stdout.readline().strip().split("  ")
    expect(name == "gesturectl performer", f"the panel is called {name}")
    run("udevadm", "settle")
    rows = [row for row in run("gestured", "--list-devices").splitlines() if row.startswith(f"{node} ")]
    expect(len(rows) == 1 and "ignored: of gesturectl" in rows[0], f"the list says {rows}")
    doctor = subprocess.run(["gesturectl", "doctor"], capture_output=True, text=True, check=False)
    expect("--for-daemon includes gestured" in doctor.stdout, doctor.stdout)
    expect(player.wait(30) == 0, "it failed")
    expect(all(line["type"] != "device" and line["type"] != "gesture" for line in client.quiet()),
           "the daemon read it")


def test_a_signal_lifts_the_fingers_before_the_panel_is_unplugged(scene):
    client = scene.client()
    player = subprocess.Popen(
        ["gesturectl", "perform", "drag right 200 mm 8 s", *PLAY, "--for-daemon"])
    drag = client.expect_line("drag began", gesture="drag", phase="began", within=30)
    player.send_signal(signal.SIGTERM)
    expect(player.wait(10) == -signal.SIGTERM, "it did not end by the signal")
    line = client.expect_line("the drag's end", id=drag["id"], phase="ended")
    client.expect_line("removal", after=client.lines.index(line), type="device", change="removed")


def test_a_report_with_touches_has_what_the_panel_reported(scene):
    screen = scene.plug(scene.client())
    archive = Path("/tmp/touches.tar")
    archive.unlink(missing_ok=True)
    with subprocess.Popen(["gesturectl", "bug-report", "--touches", "10s", "-o", str(archive)],
                          stderr=subprocess.PIPE, text=True) as report:
        expect("show the fault" in report.stderr.readline(), "it asked for nothing")
        # The report's recorder opens the panel at a time of its own.
        while report.poll() is None:
            screen.tap(100, 80)
            time.sleep(0.5)
        expect(report.returncode == 0, report.stderr.read())
    recording = Path("/tmp/hardware.yml")
    recording.write_text(run("tar", "-xOf", str(archive), "gestured-report/hardware.yml"), encoding="utf-8")
    taps = [line for line in replayed(recording) if line["gesture"] == "tap"]
    expect(taps and taps[0]["x_mm"] == pytest.approx(100, abs=0.1) and taps[0]["y_mm"] == pytest.approx(80, abs=0.1),
           f"the recording has {taps}")


@pytest.mark.restarts
def test_without_a_daemon_nothing_is_performed_for_it(scene):
    client = scene.client()
    service.systemctl("stop", service.SERVICE, service.SOCKET_UNIT)
    client.expect_end()
    try:
        refused = subprocess.run(
            ["gesturectl", "perform", "tap", *PLAY, "--for-daemon"], capture_output=True, text=True, check=False)
    finally:
        service.systemctl("start", service.SOCKET_UNIT, service.SERVICE)
    expect(refused.returncode == 69 and "gestured has not opened /dev/input/event" in refused.stderr,
           refused.stderr)


def test_only_root_may_press_what_is_on_the_screen():
    refused = gesturectl(OUTSIDER, "perform", "tap", *PLAY)
    expect(refused.returncode == 77 and "Run it as root" in refused.stderr, refused.stderr)
