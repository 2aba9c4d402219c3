"""Directions, edges and zones on turned outputs, compared with the positions of the same touches in a window."""

import os
import random
import subprocess
import time

import pytest
import sway
from client import expect
from glass import rounds
from service import wait_until
from touchscreen import HEIGHT_MM, WIDTH_MM, Finger

# The names of transforms in sway's commands, and in the protocol.
TRANSFORMS = {"normal": "normal", "90": "270", "180": "180", "270": "90", "flipped": "flipped",
              "flipped-90": "flipped-270", "flipped-180": "flipped-180", "flipped-270": "flipped-90"}
SETTINGS = """
clients: { outputs: [kiosk] }
devices: [{ match: { name: "Guest Panel *" }, mapped: true }]
gestures: [{ tap: {} }, { swipe: {} }, { swipe: { edge: left }, name: from_left }]
zones:
  - { name: dock, rect: { x: 0.25, y: 0.75, width: 0.5, height: 0.25 }, gestures: [{ tap: {} }] }
"""
FIRST = "HEADLESS-1"


def panel_mapping(transform):
    """A function from a position on the screen to one on the panel, as fractions, for a transform of the protocol."""
    def position(x, y):
        # wl_output.transform reflects first, then turns.
        x = 1 - x if transform.startswith("flipped") else x
        return {"90": (y, 1 - x), "180": (1 - x, 1 - y), "270": (1 - y, x)}.get(transform.rpartition("-")[2], (x, y))
    return position


class Layout:
    """The panel and the outputs of a test."""

    def __init__(self, scene, glass):
        # With a second output, a panel without `output` is assigned by its size, which these panels do not report.
        self.glass = glass(settings=SETTINGS.replace("mapped: true", f"mapped: true, output: {FIRST}"))
        self.below, self.screen = self.glass.below, self.glass.screen
        self.client = scene.client()
        self.position = panel_mapping("normal")

    def command(self, text):
        """A command of sway."""
        answer = self.below.message(text)
        # On a busy host the answer may come after the limit of swaymsg, which then prints none. The command is sent
        # again, except for the one that would make another output.
        for _ in range(5):
            if not answer and text != "create_output":
                answer = self.below.message(text)
        expect('"success": true' in answer, f"sway refuses {text}")

    def device(self):
        """The last device line of the panel."""
        self.client.quiet(0.05)
        return [line["device"] for line in self.client.lines if line["type"] == "device"][-1]

    def change(self, transform, scale, is_touched):
        """Turns and scales the output, with a finger down if `is_touched`."""
        before = self.device().get("transform")
        if is_touched:
            self.screen.show(Finger(150, 90))
        self.command(f"output {FIRST} transform {transform} scale {scale}")
        if is_touched:
            self.below.settle()
            time.sleep(0.3)
            expect(self.device().get("transform") == before, "the axes turned under a finger")
            self.screen.lift()
        self.position = panel_mapping(TRANSFORMS[transform])
        wait_until(lambda: self.device().get("transform") == TRANSFORMS[transform], f"transform {transform}")
        self.below.settle()

    def touch(self, *seen):
        """Shows one finger at positions on the screen, as fractions."""
        for x, y in (self.position(*each) for each in seen):
            self.screen.show(Finger(x * WIDTH_MM, y * HEIGHT_MM))
            time.sleep(0.03)
        self.screen.lift()

    def move(self, *seen):
        """Shows one finger at positions on the screen, as fractions; returns the lines of the daemon, and the window's
        touches."""
        self.client.quiet(0.05)
        after = len(self.client.lines)
        self.below.received()
        self.touch(*seen)
        line = self.client.expect_line("the gesture", after, type="gesture", phase="ended")
        found = []

        def has_lifted():
            found.extend(self.below.received())
            # The lift of an earlier finger may arrive now.
            while found and found[0][0] != "down":
                del found[0]
            return found and found[-1][0] == "up"
        wait_until(has_lifted, "the lift")
        return line, [each[2:] for each in found if each[0] != "up"]

    def verify(self, size):
        """Compares a swipe in each direction, one from the left edge, and a tap in a zone, with the touches on the
        screen."""
        def has_followed():
            # Until the window has resized, sway shows it in its former size: sway 1.7 in the middle of the output,
            # sway 1.10 in a corner.
            self.below.received()
            self.touch((0.5, 0.5))
            found, end = [], time.monotonic() + 1
            while time.monotonic() < end and not (found and found[-1][0] == "up"):
                time.sleep(0.05)
                found += self.below.received()
            return any(all(abs(value / side - 0.5) < 0.01 for value, side in zip(each[2:], size))
                       for each in found if each[0] == "down")
        wait_until(has_followed, "the size of the window")
        for name, (dx, dy) in {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}.items():
            path = [(0.5 + dx * step / 25, 0.5 + dy * step / 25) for step in range(8)]
            line, seen = self.move(*path)
            expect((line["gesture"], line["direction"]) == ("swipe", name), f"{line} instead of {name}")
            self.verify_places(path, seen, size)
        line, _ = self.move(*[(0.002 + step / 25, 0.5) for step in range(8)])
        expect((line["name"], line["direction"]) == ("from_left", "right"), f"{line} instead of the edge")
        line, seen = self.move((0.5, 0.9), (0.5, 0.9))
        expect((line["gesture"], line["zone"]) == ("tap", "dock"), f"{line} instead of the zone")
        self.verify_places([(0.5, 0.9)], seen[:1], size)

    @staticmethod
    def verify_places(path, seen, size):
        """Compares positions as fractions with those of the window, in millimetres of a screen that is not scaled."""
        for (x, y), found in zip((path[0], path[-1]), (seen[0], seen[-1])):
            position = (found[0] / size[0], found[1] / size[1])
            expect(abs(position[0] - x) < 0.01 and abs(position[1] - y) < 0.01, f"{position} instead of {x, y}")


# The position of doctor's cross, as fractions.
CROSS = (0.5, 0.175)


@pytest.mark.parametrize("turns, found", [
    (False, f"note  {FIRST} is turned, and touches are not"), (True, f"ok    touches are turned with {FIRST}")])
def test_doctor_shows_a_cross_whose_touch_shows_whether_touches_turn_with_the_screen(scene, glass, turns, found):
    layout = Layout(scene, glass)
    try:
        if turns:
            layout.command(f"input type:touch map_to_output {FIRST}")
        layout.change("90", 1, is_touched=False)
        user = layout.below.user
        doctor = subprocess.Popen(
            ["gesturectl", "doctor", "--touch", "60"], env=os.environ | {"XDG_RUNTIME_DIR": str(sway.RUNTIME)},
            stdout=subprocess.PIPE, text=True, user=user.name, group=user.name, extra_groups=user.groups)
        layout.glass.session.rises(seconds=30)
        layout.below.screenshot(f"cross-{turns}")
        x, y = layout.position(*CROSS)
        layout.screen.show(Finger(x * WIDTH_MM, y * HEIGHT_MM))
        time.sleep(0.1)
        layout.screen.lift()
        text, _ = doctor.communicate(timeout=60)
        expect(f"\n{found}" in text, text)
        layout.glass.session.falls()
    finally:
        layout.command(f"output {FIRST} transform normal")


def test_layouts_directions_edges_and_zones_are_those_of_the_screen(scene, glass):
    layout, dice = Layout(scene, glass), random.Random(4)
    layout.command(f"input type:touch map_to_output {FIRST}")
    has_second = False
    try:
        for number in range(rounds(8, 100)):
            if not has_second and dice.random() < 0.2:
                layout.command("create_output")
                has_second = True
            if has_second:
                layout.command(f"output HEADLESS-2 transform {dice.choice(list(TRANSFORMS))} "
                               f"position {dice.choice(['-3000 0', '3000 0', '0 3000'])}")
            if dice.random() < 0.2:
                layout.command(f"output {FIRST} dpms off")
                layout.command(f"output {FIRST} dpms on")
            transform, scale = dice.choice(list(TRANSFORMS)), dice.choice([1, 1, 1.5, 2])
            layout.change(transform, scale, is_touched=dice.random() < 0.3)
            size = (WIDTH_MM / scale, HEIGHT_MM / scale)
            layout.verify(size[::-1] if transform.endswith("90") or transform.endswith("270") else size)
            print(f"layout {number + 1}: {transform}, scale {scale}{', two outputs' if has_second else ''}")
    finally:
        layout.command(f"output {FIRST} transform normal scale 1")
        layout.command("input type:touch map_to_output *")
