"""A daemon that lies, ends, is absent or returns."""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from compositor import Compositor
from daemon import DEVICE, Daemon


def log_of(stage):
    """Ends the program; returns its log."""
    stage.program.terminate()
    return stage.ends()[1]


def test_an_endless_line_ends_the_connection(stage):
    stage.start("--wake")
    before = stage.resident()
    for _ in range(64):
        if stage.daemon.peer:
            stage.daemon.send(b"x" * 16384)
            stage.daemon.pump(0.001)
    stage.wait(lambda: stage.daemon.connections > 1 or stage.daemon.peer is None, "end of the connection")
    assert stage.resident() < before + 5


def test_ten_thousand_gestures_per_second_end_the_connection(stage):
    stage.start("--lock-gesture", "clean=30s")
    line = json.dumps({"type": "gesture", "seq": 1, "gesture": "tap", "name": "x", "phase": "ended"}).encode() + b"\n"
    end, before = time.monotonic() + 3, stage.cpu()
    while time.monotonic() < end:
        if stage.daemon.peer:
            stage.daemon.send(line * 100)
        stage.pause(0.01)
    assert stage.cpu() - before < 1.5
    assert stage.daemon.connections > 1
    assert stage.program.poll() is None and stage.resident() < 40


def test_a_server_that_is_not_a_daemon_is_tried_again_at_growing_intervals(stage):
    stage.start("--wake", waits=False)
    stage.daemon.greet = lambda: stage.daemon.line(type="hello", protocol=2)
    stage.pause(3)
    assert 2 <= stage.daemon.connections <= 8


def test_a_daemon_that_returns_is_used(stage):
    stage.start("--wake")
    stage.daemon.peer.close()
    stage.daemon.peer = None
    stage.daemon.requests.clear()
    stage.wait(lambda: stage.daemon.connections == 2, "second connection")
    stage.wait(lambda: any(each["type"] == "status" for each in stage.daemon.requests), "status")
    stage.daemon.idle()
    stage.rises()


def test_a_touch_lowers_the_shield_for_good_if_the_daemon_has_ended(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    stage.daemon.close()
    stage.daemon = None
    assert stage.compositor.tap()
    stage.falls(2)
    stage.pause(6)
    assert not stage.is_covered()


def test_refusals_and_problems_without_end_are_bounded_in_the_log(stage):
    stage.start("--keep", "dock")
    panels = [{**DEVICE, "id": number, "width_mm": 30, "height_mm": 18} for number in range(100, 160)]
    zones = [{"device": each["id"], "name": "dock", "x": 0, "y": 0, "width": 1, "height": 1} for each in panels]
    for turn in range(20):
        for each in panels:
            stage.daemon.line(type="device", seq=1, change="present", device={**each, "name": f"{turn} {each['id']}"})
        stage.daemon.line(type="reply", id=9, ok=True, zones=zones)
        stage.daemon.line(type="reply", id=9, ok=False, error={"message": f"no {turn}"})
        stage.pause(0.1)
    stage.program.terminate()
    assert 10 <= len(stage.ends()[1].splitlines()) <= 31


def test_endless_replies_end_the_connection(stage):
    stage.start("--wake")
    line = json.dumps({"type": "reply", "id": 9, "ok": True, "zones": [{"name": "x" * 20000}]}).encode() + b"\n"
    end = time.monotonic() + 2
    while time.monotonic() < end:
        stage.daemon.send(line * 4)
        stage.pause(0.005)
    assert stage.daemon.connections > 1


def test_a_contact_that_stays_causes_fewer_and_fewer_requests(stage):
    stage.start("--keep", "dock")
    stage.wait(lambda: stage.is_covered(750, 700), "strip")
    stage.daemon.is_touched, stage.daemon.zones = True, []
    stage.daemon.line(type="device", seq=4, change="changed", device=DEVICE)
    stage.pause(4)
    before = len(stage.daemon.requests)
    stage.pause(6)
    assert 1 <= len(stage.daemon.requests) - before <= 4
    # A lock does not wait for these pauses.
    stage.daemon.is_touched = False
    stage.ask(type="lock", seconds=60)
    stage.rises(0.9)


def test_without_a_daemon_it_says_so_once_and_when_the_daemon_appears(stage):
    stage.start("--wake", has_daemon=False)
    stage.pause(3)
    stage.daemon = Daemon(stage.folder)
    stage.wait(lambda: any(each["type"] == "zones" for each in stage.daemon.requests), "zones")
    stage.pause(0.3)
    lines = log_of(stage).splitlines()
    assert len(lines) == 2 and lines[1] == "reached gestured"
    assert lines[0] == f"cannot reach gestured; {stage.folder}/gestured.sock: no such file or directory"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start it as another user")
def test_without_permission_it_says_what_the_user_lacks(stage):
    # Folders of the tests are only of root.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compositor = Compositor(folder)
        (folder / "daemon").mkdir(mode=0o700)
        for each in (folder, folder / "wayland-0"):
            os.chown(each, 65534, 65534)
        program = subprocess.Popen(
            [os.environ["GESTURED_SESSION"], "--socket", f"{folder}/daemon/gestured.sock"], stderr=subprocess.PIPE,
            env={"XDG_RUNTIME_DIR": name, "WAYLAND_DISPLAY": "wayland-0"}, text=True, user=65534, group=65534,
            extra_groups=[])
        end = time.monotonic() + 1
        while time.monotonic() < end:
            compositor.pump(0.01)
        program.terminate()
        assert "permission denied (is the user in gestured-clients?)" in program.communicate(timeout=10)[1]
        compositor.close()


def test_strips_end_five_seconds_after_the_daemon_and_return_with_it(stage):
    stage.start("--keep", "dock")
    stage.wait(lambda: stage.is_covered(750, 700), "strip")
    stage.daemon.close()
    stage.daemon = None
    stage.pause(3)
    assert stage.is_covered(750, 700)
    stage.wait(lambda: not stage.is_covered(750, 700), "end of the strip", 5)
    stage.daemon = Daemon(stage.folder)
    stage.wait(lambda: stage.is_covered(750, 700), "strip")


def test_lost_lines_end_the_connection_because_devices_may_be_among_them(stage):
    stage.start("--keep", "dock")
    stage.wait(lambda: stage.is_covered(750, 700), "strip")
    stage.daemon.zones = []
    stage.daemon.line(type="overflow", seq=9, dropped=3)
    stage.wait(lambda: stage.daemon.connections == 2 and not stage.is_covered(750, 700), "new connection")
    assert "lost gestured: lines were lost" in log_of(stage)


def test_it_reports_strips_beyond_the_maximum(stage):
    stage.start(*[word for index in range(65) for word in ("--keep", f"z{index}")], waits=False)
    stage.daemon.zones = [{"device": 3, "name": f"z{index}", "x": index / 65, "y": 0, "width": 0.01, "height": 0.1}
                          for index in range(65)]
    stage.wait(lambda: stage.compositor.layers(), "strips")
    assert "an output has 64 strips at most: others are not kept" in log_of(stage)
