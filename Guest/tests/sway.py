"""Sway without a screen, and gestured-session. Sway reads the panels; the window below, wev, records its touches."""

import grp
import os
import re
import shutil
import subprocess
from pathlib import Path

from below import Screens, Window
from client import PATIENCE, expect
from service import run, systemctl, wait_until
from touchscreen import HEIGHT_MM, UNITS_PER_MM, WIDTH_MM, Finger

RUNTIME = Path("/run/session-test")
UNIT = "gestured-session-test.service"
UNIT_FILE = Path(f"/run/systemd/system/{UNIT}")
PACKAGED = Path("/share/gestured-session.service")
PROGRAM = "/usr/bin/gestured-session"
# Pixels of a millimetre.
SCALE = 5
# Emulated, sway takes several seconds to start.
START = 60
# A position that no test touches. The window receives a touch here after those of the test.
MARK = (0.5, 0.5)
CONFIGURATION = f"""
output * resolution {WIDTH_MM * SCALE}x{HEIGHT_MM * SCALE}
default_border none
exec stdbuf -oL wev >{RUNTIME}/wev 2>&1
"""


class Sway(Screens):
    """A compositor of a user, until it is closed."""

    def __init__(self, user):
        shutil.rmtree(RUNTIME, ignore_errors=True)
        RUNTIME.mkdir(mode=0o700)
        (RUNTIME / "config").write_text(CONFIGURATION)
        shutil.chown(RUNTIME, user.name, user.name)
        self.environment = {
            "PATH": "/usr/sbin:/usr/bin:/bin", "XDG_RUNTIME_DIR": str(RUNTIME), "WLR_BACKENDS": "headless,libinput",
            "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "LIBSEAT_BACKEND": "seatd",
            "SEATD_VTBOUND": "0", "SWAYSOCK": f"{RUNTIME}/sway.sock", "HOME": str(RUNTIME)}
        self.user, self._processes = user, []
        self.window = Window(RUNTIME / "wev", expected(*MARK), lambda texts: [float(each) / SCALE for each in texts])
        self.received = self.window.received
        self._start("seatd", "-u", user.name)
        wait_until(Path("/run/seatd.sock").exists, "seatd", START)
        self.compositor = self._start("sway", "--config", f"{RUNTIME}/config", user=user.name, group=user.name)
        wait_until(lambda: "wev" in self.message("-t", "get_tree"), "sway", START)
        display = next(each.name for each in RUNTIME.glob("wayland-*") if each.suffix != ".lock")
        self.environment["WAYLAND_DISPLAY"] = display
        super().__init__(RUNTIME, display)

    def _start(self, *command, **options):
        with open(RUNTIME / "log", "ab") as log:
            process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, **options)
        self._processes.append(process)
        return process

    def message(self, *words):
        """The answer of sway to a command; empty before it serves."""
        return subprocess.run(["swaymsg", "--raw", *words], env=self.environment, capture_output=True, text=True,
                              check=False).stdout

    def expect_screen(self, screen):
        """Waits until sway has a panel, and the window below has received a touch of it."""
        wait_until(lambda: screen.name in self.message("-t", "get_inputs"), "the panel in sway", START)
        self.touches(screen)

    def touches(self, screen):
        """The touches that the window received since the last call, up to one of the panel at MARK."""
        def touch_mark():
            screen.hold(0.03, Finger(*MARK))
            screen.lift()
        return self.window.touches(touch_mark, 3 * PATIENCE)

    def screenshot(self, name):
        """Writes a screenshot to the folder of the run."""
        run("env", *(f"{key}={value}" for key, value in self.environment.items()), "grim", f"/job/{name}.png")

    def close(self):
        for process in reversed(self._processes):
            process.terminate()
            process.wait()
        Path("/run/seatd.sock").unlink(missing_ok=True)


def expected(x, y):
    """The position of a touch at a position in millimetres, after libinput has scaled the panel's units."""
    return tuple(round(value * UNITS_PER_MM) * side / (side * UNITS_PER_MM + 1)
                 for value, side in ((x, WIDTH_MM), (y, HEIGHT_MM)))


def verdict(touches, positions=None):
    """The faults of the touches that a window received, as sentences; `positions` are the positions of the landings."""
    wrong, down, landings = [], set(), []
    for kind, slot, x, y in touches:
        if kind == "cancel":
            wrong.append("cancelled")
        elif kind == "down":
            wrong += [f"{slot} landed twice"] if slot in down else []
            down.add(slot)
            landings.append((x, y))
        elif kind == "up":
            wrong += [] if slot in down else [f"{slot} lifted and had not landed"]
            down.discard(slot)
    wrong += [f"{slot} has not lifted" for slot in down]
    if positions is None:
        return wrong
    if len(landings) != len(positions):
        wrong.append(f"{len(landings)} landed of {len(positions)}")
    for found, position in zip(landings, positions):
        if any(abs(a - b) > 0.01 for a, b in zip(found, expected(*position))):
            wrong.append(f"{found} instead of {expected(*position)}")
    return wrong


class Session(Screens):
    """gestured-session, started by the packaged unit, but as a unit of the system's manager with the user of sway.

    `more` are lines of the section [Service]; `command` is the program that it runs instead.
    """

    def __init__(self, sway, *options, more=(), command=None):
        super().__init__(RUNTIME, sway.display)
        unit = PACKAGED.read_text().replace("@BINDIR@", "/usr/bin")
        environment = sway.environment | {"GESTURED_SESSION_OPTIONS": " ".join(options)}
        lines = [f"User={sway.user.name}", "SupplementaryGroups=gestured-clients", "StandardError=journal"]
        lines += [f'Environment="{key}={value}"' for key, value in environment.items()]
        # The last one of a setting counts.
        unit = unit.replace("\n[Install]", "\n".join(["", *more, "", "[Install]"]))
        unit = unit.replace("PartOf=graphical-session.target\nAfter=graphical-session.target\n", "")
        if command:
            unit = re.sub("ExecStart=.*", f"ExecStart={command}", unit)
        UNIT_FILE.write_text(unit.replace("\n[Service]\n", "\n[Service]\n" + "\n".join(lines) + "\n"))
        systemctl("daemon-reload")
        systemctl("start", UNIT)
        if not command:
            self.starts()

    def starts(self):
        """Waits until it runs."""
        wait_until(lambda: self.pid and self.ask(type="status"), "gestured-session", START)

    @property
    def pid(self):
        """The process id; 0 if it does not run."""
        return int(systemctl("show", UNIT, "--value", "-p", "MainPID"))

    def kill(self, name="KILL"):
        """Sends it a signal."""
        systemctl("kill", "-s", name, UNIT)

    def is_gone(self, pid):
        """Whether a process of it has ended, and the compositor has noticed."""
        if os.path.exists(f"/proc/{pid}"):
            return False
        self.settle()
        return True

    def close(self):
        if UNIT_FILE.exists():
            systemctl("stop", UNIT)
            UNIT_FILE.unlink()
            systemctl("daemon-reload")


def is_possible():
    """Whether this guest has what the tests need."""
    return all(map(shutil.which, ["sway", "seatd", "wev", "grim"])) and os.path.exists("/share/session")


def install():
    """Installs the program."""
    shutil.copy("/share/gestured-session", PROGRAM)
    expect(grp.getgrnam("gestured-clients"), "no group gestured-clients")
