"""The shield for the touch that wakes the screen, for locks, and for strips; the test is compositor and daemon."""

import os
import select
import socket
import stat
import time

import pytest
from daemon import DEVICE


def wake(stage):
    """A touch that wakes; returns whether the session received it."""
    stage.daemon.active()
    received = stage.compositor.tap()
    stage.daemon.wake()
    return received


def test_there_is_no_surface_before_it_is_needed(stage):
    stage.start("--wake")
    assert stage.compositor.layers() == []


def test_the_touch_that_wakes_reaches_no_program_and_the_next_one_does(stage):
    stage.start("--wake")
    for _ in range(20):
        stage.daemon.idle()
        stage.rises()
        assert wake(stage)
        stage.falls(0.9)
        assert not stage.compositor.tap()


def test_a_daemon_without_users_raises_the_shield_at_the_start(stage):
    stage.start("--wake", waits=False)
    stage.daemon.activity = "idle"
    stage.rises()


def test_without_the_option_nothing_rises(stage):
    stage.start()
    stage.daemon.idle()
    stage.pause(0.3)
    assert not stage.is_covered()


def test_a_touch_that_a_stalled_compositor_delivers_late_presses_nothing(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    # The compositor does not answer, while the daemon reports the whole touch.
    stage.compositor.held_syncs = []
    stage.daemon.active()
    stage.daemon.wake()
    stage.pause(2)
    assert stage.compositor.tap()
    stage.falls()
    for callback in stage.compositor.held_syncs:
        stage.compositor.answer(callback)


def test_a_shield_that_receives_no_touch_falls_a_second_after_wake(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    stage.daemon.wake()
    stage.pause(0.8)
    assert stage.is_covered()
    stage.falls(2)


def test_a_touchscreen_that_disappears_counts_as_lifted(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    stage.compositor.down()
    stage.daemon.wake()
    stage.pause(0.2)
    assert stage.is_covered()
    stage.compositor.event(stage.compositor.seat, 0, "u", 0)
    stage.falls(1)


def test_a_pointer_lowers_the_shield_once_it_moves(stage):
    stage.start("--wake")
    compositor = stage.compositor
    compositor.event(compositor.seat, 0, "u", 5)
    stage.wait(lambda: compositor.pointer, "pointer")
    stage.daemon.idle()
    stage.rises()
    # The compositor sends `enter` for the surface that appeared below a still pointer.
    place = (100 * 256, 100 * 256)
    compositor.event(compositor.pointer, 0, "uuii", 1, compositor.who(100, 100), *place)
    compositor.event(compositor.pointer, 2, "uii", 1, *place)
    stage.pause(0.5)
    assert stage.is_covered()
    compositor.event(compositor.pointer, 2, "uii", 2, 101 * 256, 100 * 256)
    stage.falls(1)
    # The daemon has reported that no user is present: the program is ready again for the touch that wakes.
    stage.pause(4)
    assert not stage.is_covered()
    stage.rises(3)
    compositor.event(compositor.pointer, 3, "uuuu", 2, 3, 272, 1)
    stage.falls(1)
    compositor.event(compositor.seat, 0, "u", 4)
    stage.wait(lambda: compositor.pointer is None, "release of the pointer")


def test_a_contact_that_never_lifts_keeps_the_shield_for_two_seconds_after_wake(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    stage.compositor.down(100, 100, touch=7)
    assert wake(stage)
    stage.falls(3)
    stage.daemon.idle()
    stage.rises()
    assert wake(stage)
    stage.falls(0.9)


def test_a_touch_that_the_daemon_does_not_count_does_not_disarm_the_shield(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    assert stage.compositor.tap()
    stage.falls(2)
    stage.rises(7)
    assert wake(stage)
    stage.falls(0.9)


def test_a_user_whose_touches_the_daemon_does_not_count_passes_by_tapping_fast(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    lost, end = 0, time.monotonic() + 4
    while time.monotonic() < end:
        lost += stage.compositor.tap()
        stage.pause(0.4)
    assert 1 <= lost <= 3


def test_the_lock_gesture_does_not_extend_a_lock(stage):
    stage.start("--lock-gesture", "clean=3s")
    for _ in range(4):
        stage.daemon.line(type="gesture", seq=4, gesture="swipe", name="clean", phase="ended")
        stage.pause(0.5)
        assert stage.is_covered()
    stage.falls(2)


def test_a_side_without_edge_gestures_is_reported(stage):
    stage.start("--keep", "screen/right")
    stage.pause(0.3)
    stage.program.terminate()
    assert "no gesture of the zone screen has edge: right" in stage.ends()[1]


def test_zones_that_a_reload_moved_are_queried_at_a_touch(stage):
    stage.start("--keep", "dock")
    stage.wait(lambda: stage.is_covered(750, 700), "strip")
    stage.daemon.zones = [{"device": 3, "name": "dock", "x": 0, "y": 0, "width": 1, "height": 0.25}]
    stage.pause(2)
    assert stage.compositor.tap(750, 700)
    stage.wait(lambda: stage.is_covered(750, 100) and not stage.is_covered(750, 700), "moved strip")


def test_a_second_tap_presses_nothing_with_double_tap(stage):
    stage.start("--wake", "--double-tap")
    stage.daemon.idle()
    stage.rises()
    wake(stage)
    stage.pause(0.15)
    assert stage.compositor.tap()
    stage.falls(1)


def test_the_shield_covers_an_output_that_turns_and_one_that_is_added(stage):
    stage.start("--wake")
    stage.daemon.idle()
    stage.rises()
    compositor = stage.compositor
    compositor.turn_output(5, 1)
    # Before the client has reacted: 899 × 1499.
    assert compositor.who(880, 1450) is not None
    stage.pause(0.1)
    assert compositor.who(880, 1450) is not None
    compositor.add_output(9, 800, 480)
    stage.wait(lambda: compositor.who(700, 400, 9) is not None, "surface of the second output")
    compositor.remove_output(9)
    compositor.remove_output(5)
    stage.wait(lambda: compositor.layers() == [], "end of the surfaces")
    compositor.add_output(11, 800, 480)
    stage.wait(lambda: compositor.who(700, 400, 11) is not None, "surface of the output added last")


def test_strips_receive_their_touches_and_the_program_all_others(stage):
    stage.start("--keep", "screen/left", "--keep", "dock")
    stage.wait(lambda: stage.is_covered(10, 400), "strip")
    assert stage.ask(type="status") == {"ok": True, "locked": False, "shield": False, "strips": True, "turned": False}
    assert [stage.is_covered(*place) for place in ((74, 400), (76, 400), (750, 700), (750, 600), (1499, 899))] == [
        True, False, True, False, False]


def test_strips_change_only_on_an_empty_glass(stage):
    stage.start("--keep", "dock")
    stage.wait(lambda: stage.is_covered(750, 700), "strip")
    stage.daemon.is_touched = True
    stage.daemon.zones = []
    stage.daemon.line(type="device", seq=4, change="changed", device={
        "id": 3, "name": "Panel", "width_mm": 300, "height_mm": 180})
    stage.pause(0.4)
    assert stage.compositor.layers() != []
    stage.daemon.is_touched = False
    stage.wait(lambda: stage.compositor.layers() == [], "end of the strip")


def test_strips_of_a_mapped_panel_turn_with_the_output(stage):
    stage.start("--keep", "screen/left", device={**DEVICE, "mapped": True})
    stage.wait(lambda: stage.is_covered(10, 400), "strip")
    stage.compositor.turn_output(5, 1)
    # The strip of the left side is now at the top, 45 units high of 900.
    stage.wait(lambda: stage.is_covered(880, 10) and not stage.is_covered(10, 400), "turned strip")


def test_a_lock_waits_at_most_a_second_for_an_empty_glass(stage):
    stage.start()
    stage.daemon.is_touched = True
    stage.ask(type="lock", seconds=10)
    stage.pause(0.5)
    assert not stage.is_covered()
    stage.rises(1)
    stage.ask(type="unlock")
    stage.falls(1)


def test_a_lock_works_without_a_daemon(stage):
    stage.start(has_daemon=False)
    stage.ask(type="lock", seconds=1)
    stage.rises(1)
    stage.falls(3)


def test_three_resting_fingers_end_a_lock(stage):
    stage.start("--dark")
    stage.ask(type="lock", seconds=60)
    stage.rises()
    for touch in range(3):
        stage.compositor.down(400 + 200 * touch, 400, touch)
    stage.pause(3.3)
    for touch in range(3):
        stage.compositor.up(touch)
    stage.falls(1)


def test_status_has_the_position_of_the_touch_since_the_last_lock_on_a_turned_output(stage):
    stage.start()
    stage.ask(type="lock", seconds=60)
    stage.rises()
    assert stage.compositor.tap(750, 90)
    status = {"ok": True, "locked": True, "shield": True, "strips": False, "turned": False}
    assert stage.ask(type="status") == status
    stage.compositor.turn_output(5, 1)
    stage.wait(lambda: stage.is_covered(450, 1400), "turned shield")
    assert stage.compositor.tap(450, 150)
    touch = {"output": "DSI-5", "x": 0.5, "y": 0.1}
    stage.wait(lambda: stage.ask(type="status") == status | {"turned": True, "touch": touch}, "touch")
    stage.ask(type="lock", seconds=60)
    assert stage.ask(type="status") == status | {"turned": True}


@pytest.mark.parametrize("kind", ["swipe", "screen_reader"])
def test_gestures_lock_and_unlock(stage, kind):
    stage.start("--lock-gesture", "clean=30s", "--unlock-gesture", "open")
    request = next(each for each in stage.daemon.requests if each["type"] == "subscribe")
    assert request["names"] == ["clean", "open"]
    stage.daemon.line(type="gesture", seq=4, gesture=kind, name="clean", phase="ended")
    stage.rises()
    stage.daemon.line(type="gesture", seq=5, gesture="long_press", name="open", phase="began")
    stage.falls(1)


def test_the_watchdog_runs_only_while_a_shield_is_up(stage):
    stage.start("--wake")
    stage.messages()
    stage.pause(1.5)
    assert stage.messages() == ""
    stage.daemon.idle()
    stage.rises()
    stage.pause(2.2)
    messages = stage.messages()
    assert "WATCHDOG_USEC=2000000" in messages and messages.count("WATCHDOG=1") >= 3
    wake(stage)
    stage.falls()
    stage.pause(0.1)
    assert stage.messages() == "WATCHDOG_USEC=0"


def test_an_abstract_notify_socket_receives_the_messages(stage):
    name = f"gestured-session-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.bind("\0" + name)
        notices.setblocking(False)
        stage.start(waits=False, variables={"NOTIFY_SOCKET": "@" + name})
        stage.wait(lambda: select.select([notices], [], [], 0)[0], "message")
        assert "READY=1" in notices.recv(4096).decode()


def test_the_door_accepts_only_this_user_and_known_requests(stage):
    stage.start()
    mode = (stage.folder / "gestured-session.sock").stat().st_mode
    assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600
    assert stage.ask(type="set_output") == {"ok": False, "error": "there is no request set_output"}
    assert stage.ask(type="status") == {"ok": True, "locked": False, "shield": False, "strips": False, "turned": False}


def test_sigterm_ends_it_and_removes_its_socket(stage):
    stage.start()
    stage.program.terminate()
    assert stage.ends() == (0, "")
    assert not (stage.folder / "gestured-session.sock").exists()
