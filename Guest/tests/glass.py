"""A panel in front of the window that records touches, with gestured-session between; and how often tests repeat."""

import time
from pathlib import Path

import sway
from client import expect
from service import CONFIGURATION, configuration, run
from touchscreen import Finger

IS_FULL = Path("/share/session").read_text().strip() == "full" if sway.is_possible() else False
IDLE = """
activity: { idle_after: 2s }
zones:
  - { name: dock, rect: { x: 0.25, y: 0.75, width: 0.5, height: 0.25 }, gestures: [{ tap: {} }] }
"""
POSITIONS = [(x, y) for x in (40, 150, 260) for y in (30, 75, 120)]


def rounds(usual, full):
    """The number of repetitions of a test: in CI, and nightly (Guest/session)."""
    return full if IS_FULL else usual


class Glass:
    """A panel in front of the window, and the touches that the window must have received."""

    def __init__(self, scene, below, *options, settings=IDLE, **more):
        self.below, self.positions = below, []
        self.settings = configuration(settings)
        self.settings.__enter__()
        run("/usr/bin/gestured", "--config", str(CONFIGURATION), "--check")
        self.screen = scene.screen()
        below.expect_screen(self.screen)
        self.session = scene.keep(sway.Session(below, *options, **more))

    def tap(self, x, y, reaches=True):
        """A short tap, and a short pause."""
        self.screen.show(Finger(x, y))
        time.sleep(0.03)
        self.screen.lift()
        time.sleep(0.02)
        if reaches:
            self.positions.append((x, y))

    def verify(self):
        """Compares the touches that the window received with the expected ones."""
        wrong = sway.verdict(self.below.touches(self.screen), self.positions)
        self.positions = []
        expect(not wrong, "; ".join(wrong[:5]))

    def close(self):
        self.settings.__exit__()
