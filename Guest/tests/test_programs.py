"""A separate Swift program, which reads panels with the library TouchDevices (examples/Panels)."""

import pwd
import subprocess
import threading

from client import expect
from service import User, wait_until

PROGRAM = "/share/Panels"


class Program:
    """The example, run by a user whose only group is that of input devices."""

    def __init__(self):
        account = pwd.getpwnam(User("panel-reader", groups=["input"]).name)
        self._process = subprocess.Popen(
            ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--init-groups",
             PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            self.lines.append(line.strip())

    def expect_line(self, *words):
        """Waits for a line that has all of the words."""
        wait_until(lambda: any(all(word in line for word in words) for line in self.lines),
                   f"{words} of {self.lines}")

    def close(self):
        self._process.kill()
        self._process.communicate()


def test_a_swift_program_of_its_own_reads_a_panel_and_the_next_one_in_its_place(scene):
    screen = scene.screen()
    program = scene.keep(Program())
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
