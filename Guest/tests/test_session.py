"""gestured-session under sway, with a window below that records its touches."""

import contextlib
import ctypes
import os
import random
import signal
import time

import pytest
import sway
from below import logged_landings, tap_near_changes
from client import expect
from glass import IDLE, POSITIONS, rounds
from service import SERVICE, process, show, stopped, systemctl, wait_until
from touchscreen import Finger


def test_a_touch_that_wakes_presses_nothing_and_the_next_one_lands_at_its_position(glass):
    each, dice = glass("--wake"), random.Random(17)
    for _ in range(rounds(20, 200)):
        each.session.rises()
        first, second = dice.sample(POSITIONS, 2)
        each.tap(*first, reaches=False)
        each.session.falls()
        each.tap(*second)
    each.verify()


def test_a_touch_that_wakes_behind_a_stopped_compositor_presses_nothing(glass):
    # Longer than the compositor is stopped: otherwise the shield rises again.
    each, dice = glass("--wake", settings="activity: { idle_after: 4s }\n"), random.Random(5)
    for _ in range(rounds(4, 200)):
        each.session.rises()
        with stopped(each.below.compositor.pid):
            each.tap(*dice.choice(POSITIONS), reaches=False)
            time.sleep(1)
        each.session.falls()
        each.tap(*dice.choice(POSITIONS))
    each.verify()


def test_a_tap_near_a_change_is_received_entirely_by_one_side(glass):
    # libwayland prints the touches that the program receives.
    log = sway.RUNTIME / "touches"
    log.unlink(missing_ok=True)
    each, dice = glass(more=[f"StandardError=append:{log}", "Environment=WAYLAND_DEBUG=client"]), random.Random(11)
    positions = [(5 + index % 140 * 2, 10 + index // 140 * 10) for index in range(rounds(60, 1000))]
    tap_near_changes(each.session, positions, each.tap, dice)
    found = each.below.touches(each.screen)
    inside = [tuple(float(number) / sway.SCALE for number in numbers) for numbers in logged_landings(log)]
    outside = [touch[2:] for touch in found if touch[0] == "down"]
    # Each position is far from the others, so a touch that is lost or doubled is found. The logs of both sides round
    # differently: so the order is that of whole millimetres.
    both, sent = [sorted(each, key=lambda touch: [round(value) for value in touch])
                  for each in (inside + outside, [sway.expected(*position) for position in positions])]
    expect(len(both) == len(positions), f"{len(inside)} and {len(outside)} landed of {len(positions)}")
    for touch, position in zip(both, sent):
        expect(all(abs(a - b) <= 0.01 for a, b in zip(touch, position)), f"{touch} instead of {position}")
    wrong = sway.verdict(found)
    expect(not wrong, "; ".join(wrong[:5]))
    print(f"{len(inside)} taps went to the lock, {len(outside)} to the window")
    expect(min(len(inside), len(outside)) > len(positions) / 10, "the taps are not near the changes")


def test_wiping_with_ten_fingers_under_the_lock_presses_nothing(glass):
    each, dice = glass(), random.Random(3)
    seconds = rounds(4, 60)
    expect(each.session.ask(type="lock", seconds=seconds + 10, message="Cleaning") == {"ok": True}, "no lock")
    each.session.rises()
    each.below.screenshot("lock")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        x, y = dice.uniform(60, 240), dice.uniform(20, 60)

        def path(share, x=x, y=y):
            return [Finger(x + 40 * share + 4 * finger, y + 8 * finger) for finger in range(10)]
        each.screen.move(path, 0.3)
        each.screen.lift()
    each.session.falls()
    each.tap(40, 30)
    each.verify()


def test_the_watchdog_ends_the_lock_of_a_stopped_program_within_four_seconds(glass):
    each = glass()
    each.session.ask(type="lock", seconds=60)
    each.session.rises()
    before = each.session.pid
    os.kill(before, signal.SIGSTOP)
    wait_until(lambda: each.session.is_gone(before), "the end of the program", 4)
    each.tap(40, 30)
    each.verify()
    wait_until(lambda: each.session.pid not in (0, before), "another start")


def test_a_lock_ends_although_the_daemon_is_stopped(glass):
    each = glass()
    each.session.ask(type="lock", seconds=2)
    each.session.rises()
    with stopped(process()):
        each.session.falls(6)
    each.tap(40, 30)
    each.verify()


@pytest.mark.restarts
def test_a_lock_ends_although_the_daemon_is_killed(glass):
    each = glass()
    each.session.ask(type="lock", seconds=2)
    each.session.rises()
    before = process()
    systemctl("kill", "-s", "KILL", SERVICE)
    each.session.falls(6)
    each.tap(40, 30)
    each.verify()
    wait_until(lambda: process() not in (0, before) and show("ActiveState") == "active", "another start", 60)


def test_a_kept_zone_receives_its_touches_and_the_window_all_others(glass):
    each, dice = glass("--keep", "dock"), random.Random(8)
    each.session.rises(what="strips")
    for _ in range(rounds(30, 300)):
        x, y = dice.uniform(1, 299), dice.uniform(1, 179)
        in_zone = 75 <= x < 225 and 135 <= y
        # A position at the rim may be on either side.
        if min(abs(x - 75), abs(x - 225), abs(y - 135)) < 1:
            continue
        each.tap(x, y, reaches=not in_zone)
    each.verify()


def test_a_killed_program_leaves_nothing_behind(glass):
    each, dice = glass("--wake"), random.Random(9)
    for _ in range(rounds(10, 200)):
        time.sleep(dice.uniform(0, 2))
        before = each.session.pid
        systemctl("kill", "-s", "KILL", sway.UNIT)
        wait_until(lambda pid=before: each.session.is_gone(pid), "its end")
        systemctl("stop", sway.UNIT)
        each.below.settle()
        each.tap(40, 30)
        each.verify()
        systemctl("start", sway.UNIT)


# The attempts of a program that an attacker has taken over, as a module of Python.
ATTEMPTS = """
import socket
def attempt(name, call):
    try: call(); print(name, "done", flush=True)
    except OSError as error: print(name, "refused", error.strerror, flush=True)
for name in ("AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET"):
    attempt(name, lambda: socket.socket(getattr(socket, name), socket.SOCK_RAW if name == "AF_PACKET" else
                                        socket.SOCK_DGRAM))
attempt("AF_UNIX", lambda: socket.socket(socket.AF_UNIX).connect("/run/gestured/gestured.sock"))
"""


def test_confined_by_its_unit_a_program_can_open_only_unix_sockets(below, scene):
    script, log = sway.RUNTIME / "attempts.py", sway.RUNTIME / "attempts"
    script.write_text(ATTEMPTS)
    log.unlink(missing_ok=True)
    more = [f"StandardOutput=append:{log}", "Type=exec", "WatchdogSec=0"]
    scene.keep(sway.Session(below, more=more, command=f"/usr/bin/python3 {script}"))
    wait_until(lambda: log.exists() and "AF_UNIX" in log.read_text(), "the attempts", 30)
    done = [line.split()[0] for line in log.read_text().splitlines() if line.split()[1] == "done"]
    expect(done == ["AF_UNIX"], log.read_text())


def test_confined_by_itself_it_writes_nowhere_else_and_opens_no_device(glass, scene):
    screen = scene.screen()
    wait_until(lambda: os.path.exists(screen.node), "the node")
    # Permissions do not refuse it.
    os.chmod(screen.node, 0o666)
    outside, included, settings = (sway.RUNTIME.with_name("session-other"), sway.RUNTIME / "more.conf",
                                   sway.RUNTIME / "fonts.conf")
    outside.mkdir(exist_ok=True)
    outside.chmod(0o777)
    # fontconfig reads each included file, and writes a cache.
    head = "<?xml version='1.0'?><fontconfig>"
    included.write_text(f"{head}<dir>/usr/share/fonts</dir><cachedir>{outside}</cachedir></fontconfig>")
    settings.write_text(f"{head}<include ignore_missing='yes'>{screen.node}</include>"
                        f"<include>{included}</include></fontconfig>")
    with opened(screen.node) as nodes, opened(included) as files:
        each = glass(more=[f"Environment=FONTCONFIG_FILE={settings}"])
        # The daemon and sway have opened the node.
        nodes()
        each.session.ask(type="lock", seconds=60)
        each.session.rises()
        expect(files() and not nodes(), "it has opened the device, or not read its fonts")
    expect(not any(outside.iterdir()), "it has written elsewhere")


@contextlib.contextmanager
def opened(path):
    """A function that returns whether a file has been opened since its last call (inotify(7))."""
    libc = ctypes.CDLL(None)
    watch = libc.inotify_init1(os.O_NONBLOCK)
    expect(libc.inotify_add_watch(watch, os.fsencode(path), 0x20) >= 0, "no inotify")

    def was_opened():
        try:
            return len(os.read(watch, 65536)) > 0
        except BlockingIOError:
            return False
    yield was_opened
    os.close(watch)


def test_it_is_confined_and_has_opened_no_device(glass):
    each = glass("--wake")
    status = open(f"/proc/{each.session.pid}/status", encoding="utf-8").read()
    expect("NoNewPrivs:\t1" in status and "Seccomp:\t2" in status, "it is not confined")
    opened = [os.readlink(f"/proc/{each.session.pid}/fd/{name}") for name in os.listdir(f"/proc/{each.session.pid}/fd")]
    expect(not any("/dev/input" in name for name in opened), f"it has opened {opened}")


def test_while_idle_it_does_not_wake(glass):
    each = glass("--keep", "dock", settings=IDLE.replace("2s", "60s"))
    each.session.rises(what="strips")

    def switches():
        with open(f"/proc/{each.session.pid}/status", encoding="utf-8") as lines:
            return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)
    # The daemon has answered its first requests.
    wait_until(lambda: switches() == (time.sleep(1) or switches()), "rest")
    before = switches()
    time.sleep(5)
    expect(switches() - before <= 1, "it wakes")
    expect(systemctl("is-active", SERVICE) == "active", "the daemon ended")
