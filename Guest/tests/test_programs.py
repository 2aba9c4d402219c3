"""Separate Swift programs (examples/Panels): one reads panels with TouchDevices, one gets contacts from the daemon."""

import os
import pwd
import subprocess
import threading

from client import expect
from scene import KIOSK
from service import User, configuration, wait_until

READER = User("panel-reader", groups=["input"])


class Program:
    """An example, run by a user with only the user's own groups."""

    def __init__(self, name, user):
        account = pwd.getpwnam(user.name)
        self._process = subprocess.Popen(
            ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--init-groups",
             f"/share/{name}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            self.lines.append(line.strip())

    def expect_line(self, *words):
        """Waits for a line that has all of the words; returns it."""
        def found():
            return [line for line in self.lines if all(word in line for word in words)]
        wait_until(found, lambda: f"{words} of {self.lines}")
        return found()[0]

    def open_devices(self):
        """The event nodes that it has open."""
        folder = f"/proc/{self._process.pid}/fd"
        paths = [os.readlink(f"{folder}/{each}") for each in os.listdir(folder)]
        return [path for path in paths if path.startswith("/dev/input")]

    def close(self):
        self._process.kill()
        self._process.communicate()


def test_a_separate_swift_program_reads_a_panel_and_the_one_that_replaces_it(scene):
    screen = scene.screen()
    program = scene.keep(Program("Panels", READER))
    program.expect_line("1 is there", "300.0 x 180.0 mm")
    screen.tap(150, 90)
    program.expect_line("1 tap at 150, 90")
    screen.drag(dx=60, dy=0)
    screen.lift()
    program.expect_line("1 drag by 60, 0")
    program.expect_line("1 drag ended")
    screen.close()
    program.expect_line("1 went")
    other = scene.screen()
    program.expect_line("2 is there")
    other.tap(100, 50)
    program.expect_line("2 tap at 100, 50")
    expect(not any("1 tap at 100" in line for line in program.lines), "the tap counts as the first panel's")


def test_views_of_a_user_without_rights_for_devices_receive_their_fingers_from_the_daemon(scene):
    with configuration("privacy: { contacts: true }\n"):
        screen = scene.screen()
        refused = subprocess.run(
            ["head", "-c", "0", screen.node], user=KIOSK.name, group=KIOSK.name, extra_groups=KIOSK.groups,
            capture_output=True)
        expect(refused.returncode != 0, "the user may read the panel itself")
        program = scene.keep(Program("Kiosk", KIOSK))
        # 300 mm are 1000 points.
        program.expect_line(f"{screen.name} is there: 1000, 600")
        screen.tap(150, 150)
        program.expect_line(f"{screen.name} tap at 500, 500")
        # From the card, 60 mm to the right: 200 points, less the tremor that the daemon filters out of each contact.
        screen.drag(x=150, y=90, dx=60, dy=0)
        screen.lift()
        place = program.expect_line(f"{screen.name} card at ").split(" at ")[1]
        expect(abs(int(place.split(", ")[0]) - 600) <= 2 and place.endswith(", 200"), f"the card is at {place}")
        expect(program.open_devices() == [], f"it has {program.open_devices()} open")
        screen.close()
        program.expect_line(f"{screen.name} went")
        other = scene.screen()
        program.expect_line(f"{other.name} is there: 1000, 600")
        other.tap(150, 150)
        program.expect_line(f"{other.name} tap at 500, 500")
