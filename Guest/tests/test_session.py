"""gestured-session under sway, with a window below that records its touches.

/share/rounds multiplies the number of rounds (Guest/session).
"""

import os
import random
import signal
import time
from pathlib import Path

import pytest

import sway
from client import expect
from scene import KIOSK
from service import SERVICE, configuration, process, stopped, systemctl
from touchscreen import Finger

ROUNDS = int(Path("/share/rounds").read_text())
IDLE = """
activity: { idle_after: 1s }
zones:
  - { name: dock, rect: { x: 0.25, y: 0.75, width: 0.5, height: 0.25 }, gestures: [{ tap: {} }] }
"""
PLACES = [(x, y) for x in (40, 150, 260) for y in (30, 75, 120)]


@pytest.fixture(name="below", scope="module")
def compositor():
    """Sway with its window."""
    sway.install()
    below = sway.Sway(KIOSK)
    yield below
    below.close()


class Glass:
    """A panel in front of the window, and what the window must have received."""

    def __init__(self, scene, below, *options, idle=IDLE):
        self.below, self.places = below, []
        self.settings = configuration(idle)
        self.settings.__enter__()
        self.screen = scene.screen()
        below.expect_screen(self.screen)
        self.session = scene.keep(sway.Session(below, *options))

    def tap(self, x, y, reaches=True):
        """A short tap."""
        self.screen.show(Finger(x, y))
        time.sleep(0.03)
        self.screen.lift()
        time.sleep(0.02)
        if reaches:
            self.places.append((x, y))

    def verify(self):
        """Compares what the window received with what it should have."""
        wrong = sway.verdict(self.below.touches(), self.places)
        self.places = []
        expect(not wrong, "; ".join(wrong[:5]))

    def close(self):
        self.settings.__exit__()


@pytest.fixture(name="glass")
def new_glass(scene, below):
    """A function that makes the glass of a test."""
    made = []

    def make(*options, **more):
        made.append(Glass(scene, below, *options, **more))
        return made[-1]
    yield make
    for each in made:
        each.close()


def test_a_touch_that_wakes_presses_nothing_and_the_next_one_lands_where_it_is(glass):
    each, dice = glass("--wake"), random.Random(17)
    for _ in range(20 * ROUNDS):
        each.session.rises()
        first, second = dice.sample(PLACES, 2)
        each.tap(*first, reaches=False)
        each.session.falls(2)
        each.tap(*second)
    each.verify()


def test_a_touch_that_wakes_behind_a_stopped_compositor_presses_nothing(glass):
    # Longer than the compositor is stopped: otherwise the shield rises again.
    each, dice = glass("--wake", idle="activity: { idle_after: 4s }\n"), random.Random(5)
    for _ in range(4 * ROUNDS):
        each.session.rises()
        with stopped(each.below.compositor.pid):
            each.tap(*dice.choice(PLACES), reaches=False)
            time.sleep(1)
        each.session.falls(4)
        each.tap(*dice.choice(PLACES))
    each.verify()


def test_wiping_with_ten_fingers_under_the_lock_presses_nothing(glass):
    each, dice = glass(), random.Random(3)
    expect(each.session.ask(type="lock", seconds=6 * ROUNDS, message="Cleaning") == {"ok": True}, "no lock")
    each.session.rises()
    each.below.screenshot("lock")
    end = time.monotonic() + 4 * ROUNDS
    while time.monotonic() < end:
        x, y = dice.uniform(60, 240), dice.uniform(20, 60)

        def path(share, x=x, y=y):
            return [Finger(x + 40 * share + 4 * finger, y + 8 * finger) for finger in range(10)]
        each.screen.move(path, 0.3)
        each.screen.lift()
    each.session.falls(6)
    each.tap(40, 30)
    each.verify()


def test_the_watchdog_ends_the_lock_of_a_stopped_program_within_four_seconds(glass):
    each = glass()
    each.session.ask(type="lock", seconds=60)
    each.session.rises()
    before = each.session.pid
    os.kill(before, signal.SIGSTOP)
    time.sleep(4)
    each.tap(40, 30)
    expect(each.session.pid not in (0, before), "it was not restarted")
    each.verify()


def test_a_lock_ends_although_the_daemon_is_stopped(glass):
    each = glass()
    each.session.ask(type="lock", seconds=2)
    each.session.rises()
    with stopped(process()):
        each.session.falls(6)
    each.tap(40, 30)
    each.verify()


def test_a_zone_that_is_kept_gets_its_touches_and_the_window_all_others(glass):
    each, dice = glass("--keep", "dock"), random.Random(8)
    time.sleep(1)
    for _ in range(30 * ROUNDS):
        x, y = dice.uniform(1, 299), dice.uniform(1, 179)
        in_zone = 75 <= x < 225 and 135 <= y
        # A place at the rim may be on either side.
        if min(abs(x - 75), abs(x - 225), abs(y - 135)) < 1:
            continue
        each.tap(x, y, reaches=not in_zone)
    each.verify()


def test_a_killed_program_leaves_nothing_behind(glass):
    each, dice = glass("--wake"), random.Random(9)
    for _ in range(10 * ROUNDS):
        time.sleep(dice.uniform(0, 2))
        each.session.kill()
        time.sleep(0.2)
        systemctl("stop", sway.UNIT)
        each.below.touches(0.1)
        each.tap(40, 30)
        each.verify()
        systemctl("start", sway.UNIT)


def test_it_is_confined_and_has_opened_no_device(glass):
    each = glass("--wake")
    status = open(f"/proc/{each.session.pid}/status", encoding="utf-8").read()
    expect("NoNewPrivs:\t1" in status and "Seccomp:\t2" in status, "it is not confined")
    opened = [os.readlink(f"/proc/{each.session.pid}/fd/{name}") for name in os.listdir(f"/proc/{each.session.pid}/fd")]
    expect(not any("/dev/input" in name for name in opened), f"it has opened {opened}")


def test_idle_it_wakes_for_nothing(glass):
    each = glass("--keep", "dock", idle="activity: { idle_after: 60s }\n")
    time.sleep(2)

    def switches():
        with open(f"/proc/{each.session.pid}/status", encoding="utf-8") as lines:
            return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)
    before = switches()
    time.sleep(5)
    expect(switches() - before <= 1, "it wakes")
    expect(systemctl("is-active", SERVICE) == "active", "the daemon ended")
