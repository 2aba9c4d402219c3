"""A compositor and a daemon that lie: memory and CPU stay bounded, and each end is clear."""

import json
import socket
import subprocess
import time

import pytest


@pytest.mark.parametrize("missing", ["wl_compositor", "wl_subcompositor", "zwlr_layer_shell_v1", "wp_viewporter"])
def test_it_says_what_the_compositor_lacks(stage, missing):
    stage.start(without=[missing], waits=False)
    status, text = stage.ends()
    assert status == 69 and f"it lacks {missing}" in text


def test_a_compositor_that_does_not_answer_ends_it(stage):
    stage.start(waits=False)
    stage.compositor.is_silent = True
    status, text = stage.ends()
    assert status == 69 and "it does not answer" in text


def test_without_a_compositor_it_ends(stage):
    stage.start(waits=False)
    stage.compositor.listener.close()
    assert stage.program.wait(10) == 69


def test_a_compositor_that_disconnects_ends_it(stage):
    stage.start()
    stage.compositor.peer.close()
    stage.compositor.peer = None
    stage.compositor.listener.close()
    assert stage.program.wait(10) == 69
    assert "the compositor is gone" in stage.program.stderr.read()


@pytest.mark.parametrize("message", [
    (1, 0, "uus", 1, 3, "no reason"), (3, 7, "u", 1), (1, 1, "u", 0xFFFFFFFF)],
    ids=["an error", "an unknown event", "an unknown id"])
def test_a_protocol_error_ends_it_or_changes_nothing(stage, message):
    stage.start()
    stage.compositor.event(*message)
    stage.pause(0.5)
    if stage.program.poll() is None:
        assert stage.ask(type="status")["ok"]
    else:
        status, text = stage.ends()
        assert status == 69 and "the compositor is gone" in text


@pytest.mark.parametrize("size", [(0, 0), (1, 0xFFFFFFFF), (0x7FFFFFFF, 0x7FFFFFFF), (30000, 30000)])
def test_absurd_sizes_do_not_cost_memory(stage, size):
    stage.start("--wake")
    stage.compositor.size[5] = size
    stage.ask(type="lock", seconds=60)
    stage.wait(lambda: stage.is_covered(0, 0), "shield")
    stage.pause(1)
    assert stage.program.poll() is None
    # Two pictures of 9.2 MB, and fonts.
    assert stage.resident() < 80


def test_outputs_and_touches_without_end_are_bounded(stage):
    stage.start("--wake")
    before = stage.resident()
    for number in range(100, 3100):
        stage.compositor.globals[number] = ("wl_output", 4)
        stage.compositor.size[number] = (800, 480)
        stage.compositor.event(stage.compositor.registry, 0, "usu", number, "wl_output", 4)
    stage.daemon.idle()
    stage.rises()
    stage.pause(0.5)
    assert len(stage.compositor.layers()) == 8
    for touch in range(5000):
        stage.compositor.down(touch=touch)
        stage.compositor.pump(0)
    stage.pause(0.5)
    assert stage.program.poll() is None and stage.resident() < before + 10


def test_a_closed_surface_is_not_made_again_without_end(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    for _ in range(5):
        for surface in stage.compositor.layers():
            stage.compositor.event(surface.layer_surface, 1)
        stage.pause(0.1)
    made = sum(name == "get_layer_surface" for _, name, *_ in stage.compositor.requests)
    assert made == 1
    stage.compositor.describe(5)
    stage.rises()


def test_a_line_without_an_end_ends_the_connection(stage):
    stage.start("--wake")
    before = stage.resident()
    for _ in range(64):
        if stage.daemon.peer:
            stage.daemon.send(b"x" * 16384)
            stage.daemon.pump(0.001)
    stage.wait(lambda: stage.daemon.connections > 1 or stage.daemon.peer is None, "end of the connection")
    assert stage.resident() < before + 5


def test_ten_thousand_gestures_a_second_are_cut_off(stage):
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


def test_what_is_no_daemon_is_left_and_tried_again_ever_more_slowly(stage):
    stage.start("--wake", waits=False)
    stage.daemon.greet = lambda: stage.daemon.line(type="hello", protocol=2)
    stage.pause(3)
    assert 2 <= stage.daemon.connections <= 8


def test_a_daemon_that_comes_back_is_served(stage):
    stage.start("--wake")
    stage.daemon.peer.close()
    stage.daemon.peer = None
    stage.daemon.requests.clear()
    stage.wait(lambda: stage.daemon.connections == 2, "second connection")
    stage.wait(lambda: any(each["type"] == "status" for each in stage.daemon.requests), "status")
    stage.daemon.idle()
    stage.rises()


def test_a_touch_lowers_the_shield_although_the_daemon_is_gone(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    stage.daemon.close()
    stage.daemon = None
    assert stage.compositor.tap()
    stage.falls(2)


def test_guests_at_the_door_that_say_nothing_do_not_keep_others_out(stage):
    stage.start()
    silent = socket.socket(socket.AF_UNIX)
    silent.connect(str(stage.folder / "gestured-session.sock"))
    stage.pause(0.1)
    begin = time.monotonic()
    assert stage.ask(type="status")["ok"]
    assert time.monotonic() - begin < 3
    silent.close()


def test_a_second_session_ends_and_the_first_keeps_its_door(stage):
    stage.start()
    environment = {"XDG_RUNTIME_DIR": str(stage.folder), "WAYLAND_DISPLAY": "absent"}
    other = subprocess.run([stage.program.args[0]], env=environment, capture_output=True, text=True, timeout=10,
                           check=False)
    assert other.returncode == 69
    assert stage.ask(type="status")["ok"]


def test_idle_it_wakes_for_nothing(stage):
    stage.start("--wake", "--keep", "dock")
    stage.pause(0.5)

    def switches():
        with open(f"/proc/{stage.program.pid}/status", encoding="utf-8") as lines:
            return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)
    before = switches()
    time.sleep(2)
    assert switches() - before <= 1
