"""A compositor that sends wrong messages, and bad clients of the program's socket: memory and CPU are bounded, and the
program ends with a clear message."""

import json
import os
import resource
import signal
import socket
import struct
import subprocess
import time

import pytest
from compositor import Compositor, wait


@pytest.mark.parametrize("missing", ["wl_compositor", "wl_subcompositor", "zwlr_layer_shell_v1", "wp_viewporter"])
def test_it_reports_the_protocol_that_the_compositor_lacks(stage, missing):
    stage.start(without=[missing], waits=False)
    status, text = stage.ends()
    # The unit does not start it again with this status.
    assert status == 78 and f"it lacks {missing}" in text


@pytest.mark.parametrize("name, needed", [("wl_output", 3), ("wl_seat", 5)])
def test_it_reports_an_output_or_seat_that_is_too_old(stage, name, needed):
    stage.start(versions={name: needed - 1}, waits=False)
    status, text = stage.ends()
    assert status == 78 and f"it lacks {name} {needed}" in text


@pytest.mark.parametrize("name, needed", [("wl_output", 3), ("wl_seat", 5)])
def test_the_oldest_output_and_seat_that_it_needs_are_enough(stage, name, needed):
    stage.start(versions={name: needed})
    stage.ask(type="lock", seconds=60)
    stage.rises()
    assert stage.compositor.tap()
    assert stage.compositor.touch is not None


def test_an_added_output_that_is_too_old_ends_it_so_that_no_lock_leaves_it_open(stage):
    stage.start()
    assert stage.ask(type="lock", seconds=60) == {"ok": True}
    stage.rises()
    stage.compositor.event(stage.compositor.registry, 0, "usu", 9, "wl_output", 2)
    status, text = stage.ends()
    assert status == 69 and "lost the compositor: it lacks wl_output 3" in text
    assert not (stage.folder / "gestured-session.sock").exists()


def test_a_compositor_that_does_not_answer_ends_it(stage):
    stage.start(waits=False)
    stage.compositor.is_silent = True
    status, text = stage.ends()
    assert status == 69 and "it does not answer" in text


@pytest.mark.parametrize("variables, path", [
    ({}, "wayland-0: No such file or directory, and WAYLAND_DISPLAY is not set"),
    ({"WAYLAND_DISPLAY": "wayland-7"}, "wayland-7: No such file or directory"),
    ({"WAYLAND_DISPLAY": "/" + "x" * 200}, ": File name too long")])
def test_it_names_the_display_that_it_cannot_reach(tmp_path, variables, path):
    done = subprocess.run([os.environ["GESTURED_SESSION"]], env={"XDG_RUNTIME_DIR": str(tmp_path), **variables},
                          capture_output=True, text=True, timeout=10, check=False)
    assert done.returncode == 69 and path in done.stderr


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
    assert "lost the compositor" in stage.program.stderr.read()


@pytest.mark.parametrize("message", [
    (1, 0, "uus", 1, 3, "no reason"), (2, 7, "u", 1)], ids=["an error", "an unknown event"])
def test_a_protocol_error_ends_it(stage, message):
    stage.start()
    stage.compositor.event(*message)
    status, text = stage.ends()
    assert status == 69 and "lost the compositor" in text


def test_the_end_of_an_unknown_object_changes_nothing(stage):
    stage.start()
    stage.compositor.event(1, 1, "u", 0xFFFFFFFF)
    stage.pause(0.5)
    assert stage.ask(type="status")["ok"]


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


def test_it_reports_that_a_ninth_output_is_not_covered(stage):
    stage.start()
    for number in range(10, 20):
        stage.compositor.add_output(number, 800, 480)
    stage.ask(type="lock", seconds=60)
    stage.wait(lambda: len(stage.compositor.layers()) == 8, "surfaces")
    stage.program.terminate()
    status, text = stage.ends()
    assert status == 0 and text.count("touches of the ninth output and of further ones reach programs") == 1


def test_a_closed_surface_is_made_again_only_a_limited_number_of_times(stage):
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


def test_motions_of_ten_fingers_that_wait_for_a_stopped_program_do_not_end_it(stage):
    stage.start("--keep", "dock")
    stage.wait(lambda: stage.is_covered(750, 700), "strip")
    for touch in range(10):
        assert stage.compositor.down(750, 700, touch)
    stage.pause(0.2)
    stage.program.send_signal(signal.SIGSTOP)
    peer = stage.compositor.peer
    peer.setblocking(False)
    sent = 0
    motions = b"".join(struct.pack("=IIIiii", stage.compositor.touch, 24 << 16 | 2, 0, touch, 700 * 256, 700 * 256)
                       for touch in range(10)) * 6
    try:
        while peer.send(motions) == len(motions):
            sent += 60
    except BlockingIOError:
        pass
    peer.setblocking(True)
    stage.program.send_signal(signal.SIGCONT)
    stage.pause(1)
    assert sent > 4096 and stage.ask(type="status")["ok"]


def test_guests_at_the_door_that_send_nothing_do_not_block_others(stage):
    stage.start()
    silent = socket.socket(socket.AF_UNIX)
    silent.connect(str(stage.folder / "gestured-session.sock"))
    stage.pause(0.1)
    begin = time.monotonic()
    assert stage.ask(type="status")["ok"]
    assert time.monotonic() - begin < 3
    silent.close()


def second(stage):
    """Starts another program, for the same compositor; returns it once it has ended."""
    # The compositor of the tests has one client.
    folder = stage.folder / "second"
    folder.mkdir()
    other = Compositor(folder)
    program = subprocess.Popen(
        [stage.program.args[0]], stderr=subprocess.PIPE, text=True,
        env={"XDG_RUNTIME_DIR": str(stage.folder), "WAYLAND_DISPLAY": str(folder / "wayland-0")})
    wait(lambda: program.poll() is not None, other, stage.compositor, what="end of the second")
    other.close()
    return program.returncode, program.communicate()[1]


def test_a_second_session_ends_and_the_first_keeps_its_door(stage):
    stage.start()
    status, text = second(stage)
    assert status == 73 and "another gestured-session runs" in text
    assert stage.ask(type="status")["ok"]


def test_a_file_in_place_of_the_door_is_not_removed(stage):
    (stage.folder / "gestured-session.sock").write_text("mine")
    stage.start(waits=False)
    status, text = stage.ends()
    assert status == 73 and "cannot listen" in text
    assert (stage.folder / "gestured-session.sock").read_text() == "mine"


def test_a_door_of_another_session_is_not_removed_at_the_end(stage):
    stage.start()
    path = stage.folder / "gestured-session.sock"
    path.unlink()
    path.write_text("another's")
    stage.program.terminate()
    assert stage.ends()[0] == 0 and path.exists()


def test_guests_wait_for_half_a_second_at_most(stage):
    stage.start()
    silent = [socket.socket(socket.AF_UNIX) for _ in range(3)]
    for each in silent:
        each.connect(str(stage.folder / "gestured-session.sock"))
    begin = time.monotonic()
    assert stage.ask(type="unlock")["ok"]
    assert time.monotonic() - begin < 3
    for each in silent:
        each.close()


def test_a_compositor_that_does_not_read_costs_no_time_and_loses_no_surface(stage):
    stage.start()
    door = str(stage.folder / "gestured-session.sock")

    def ask(number):
        guest = socket.socket(socket.AF_UNIX)
        guest.settimeout(5)
        guest.connect(door)
        guest.sendall(json.dumps({"type": "lock", "seconds": 60, "message": str(number)}).encode() + b"\n")
        assert guest.recv(999)
        guest.close()
    ask(0)
    stage.rises()
    for number in range(1500):
        ask(number)
    before = stage.cpu()
    time.sleep(2)
    assert stage.cpu() - before < 0.3
    stage.pause(2)
    before = stage.cpu()
    stage.pause(2)
    assert stage.program.poll() is None and stage.cpu() - before < 0.5
    stage.ask(type="unlock")
    stage.falls()


def test_a_compositor_that_accepts_no_connection_ends_it_after_five_seconds(stage):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(stage.folder / "full"))
    listener.listen(0)
    others = []
    try:
        while len(others) < 9:
            others.append(socket.socket(socket.AF_UNIX))
            others[-1].setblocking(False)
            others[-1].connect(str(stage.folder / "full"))
    except BlockingIOError:
        pass
    stage.start(waits=False)
    stage.program.kill()
    environment = {"XDG_RUNTIME_DIR": str(stage.folder), "WAYLAND_DISPLAY": "full"}
    program = subprocess.Popen([stage.program.args[0]], env=environment, stderr=subprocess.PIPE, text=True)
    assert program.wait(9) == 69 and "cannot use the compositor" in program.communicate()[1]
    program = subprocess.Popen([stage.program.args[0]], env=environment)
    time.sleep(1)
    program.terminate()
    assert program.wait(2) == -signal.SIGTERM
    for each in (listener, *others):
        each.close()


def test_events_without_end_during_the_connection_are_bounded(stage):
    stage.start(waits=False)
    compositor = stage.compositor
    compositor.is_silent = True
    stage.wait(lambda: 5 in compositor.outputs, "outputs")
    done, largest = struct.pack("=II", compositor.outputs[5], 8 << 16 | 2) * 8192, 0
    compositor.peer.settimeout(1)
    end = time.monotonic() + 4
    while time.monotonic() < end:
        compositor.send(done)
        largest = max(largest, stage.resident())
    assert largest < 40
    assert stage.ends()[0] == 69


def test_a_picture_cannot_be_truncated(stage):
    stage.start()
    stage.ask(type="lock", seconds=60)
    stage.wait(stage.compositor.picture, "picture")
    for file, *_ in stage.compositor.buffers.values():
        with pytest.raises(PermissionError):
            os.ftruncate(file, 0)


def test_a_door_that_cannot_accept_waits(stage):
    stage.start()
    # Fewer than are open.
    resource.prlimit(stage.program.pid, resource.RLIMIT_NOFILE, (5, 5))
    guest = socket.socket(socket.AF_UNIX)
    guest.connect(str(stage.folder / "gestured-session.sock"))
    before = stage.cpu()
    stage.pause(2)
    assert stage.cpu() - before < 0.3
    guest.close()


def switches(stage):
    """How often the program has begun and ended to wait."""
    with open(f"/proc/{stage.program.pid}/status", encoding="utf-8") as lines:
        return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)


@pytest.mark.parametrize("is_idle", [False, True])
def test_without_a_watchdog_it_does_not_wake_whether_a_user_is_present_or_not(stage, is_idle):
    stage.start("--wake", "--keep", "dock", waits=False, variables={"NOTIFY_SOCKET": ""})
    stage.wait(lambda: stage.is_covered(750, 700), "strip")
    if is_idle:
        stage.daemon.idle()
        stage.rises()
    stage.pause(1)
    before = switches(stage)
    time.sleep(4)
    assert switches(stage) - before <= 1
