"""Sway without a screen, with the kernel's panels, and wev below, which records its touches; and gestured-session."""

import contextlib
import grp
import json
import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

from client import PATIENCE, Failure, expect
from service import run, systemctl, wait_until
from touchscreen import HEIGHT_MM, UNITS_PER_MM, WIDTH_MM

RUNTIME = Path("/run/session-test")
UNIT = "gestured-session-test.service"
UNIT_FILE = Path(f"/run/systemd/system/{UNIT}")
PACKAGED = Path("/share/gestured-session.service")
PROGRAM = "/usr/bin/gestured-session"
# Pixels of a millimetre.
SCALE = 5
# Emulated, sway takes some seconds to start.
START = 60
CONFIGURATION = f"""
output * resolution {WIDTH_MM * SCALE}x{HEIGHT_MM * SCALE}
default_border none
exec stdbuf -oL wev >{RUNTIME}/wev 2>&1
"""


class Sway:
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
        self.user, self._read, self._processes = user, 0, []
        self._start("seatd", "-u", user.name)
        wait_until(Path("/run/seatd.sock").exists, "seatd", START)
        self.compositor = self._start("sway", "--config", f"{RUNTIME}/config", user=user.name, group=user.name)
        wait_until(lambda: "wev" in self.message("-t", "get_tree"), "sway", START)
        self.environment["WAYLAND_DISPLAY"] = next(
            each.name for each in RUNTIME.glob("wayland-*") if each.suffix != ".lock")

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
        for _ in range(50):
            screen.tap(150, 5)
            if self.touches(0.2):
                self.touches(0.5)
                return
        raise Failure("the window receives no touch")

    def touches(self, settle=0.3):
        """What the window received since the last call: (kind, slot, x in mm, y in mm); waits until it has settled."""
        lines = Path(RUNTIME / "wev")
        size = -1
        while size != (size := lines.stat().st_size):
            time.sleep(settle)
        with open(lines, encoding="utf-8", errors="replace") as file:
            file.seek(self._read)
            text = file.read()
            self._read = file.tell()
        found = []
        for kind, rest in re.findall(r"wl_touch\] (down|up|motion|cancel)(.*)", text):
            slot = re.search(r"id: (\d+)", rest)
            place = re.search(r"x, y: ([-\d.]+), ([-\d.]+)", rest)
            found.append((kind, int(slot[1]) if slot else -1,
                          *((float(each) / SCALE for each in place.groups()) if place else (0, 0))))
        return found

    def screenshot(self, name):
        """Writes what is seen to the folder of the run."""
        run("env", *(f"{key}={value}" for key, value in self.environment.items()), "grim", f"/job/{name}.png")

    def close(self):
        for process in reversed(self._processes):
            process.terminate()
            process.wait()
        Path("/run/seatd.sock").unlink(missing_ok=True)


def expected(x, y):
    """Where a touch at a place in millimetres is, after libinput has scaled the panel's units."""
    return tuple(round(value * UNITS_PER_MM) * side / (side * UNITS_PER_MM + 1)
                 for value, side in ((x, WIDTH_MM), (y, HEIGHT_MM)))


def verdict(touches, places):
    """What is wrong with the touches that a window received, as sentences; `places` are those of its landings."""
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
    if len(landings) != len(places):
        wrong.append(f"{len(landings)} landed of {len(places)}")
    for found, place in zip(landings, places):
        if any(abs(a - b) > 0.01 for a, b in zip(found, expected(*place))):
            wrong.append(f"{found} instead of {expected(*place)}")
    return wrong


class Session:
    """gestured-session as the packaged unit starts it, for the system's manager, with a user."""

    def __init__(self, sway, *options):
        self.sway = sway
        unit = PACKAGED.read_text().replace("@BINDIR@", "/usr/bin")
        environment = sway.environment | {"GESTURED_SESSION_OPTIONS": " ".join(options)}
        lines = [f"User={sway.user.name}", "SupplementaryGroups=gestured-clients", "StandardError=journal"]
        lines += [f'Environment="{key}={value}"' for key, value in environment.items()]
        UNIT_FILE.write_text(unit.replace("[Service]\n", "[Service]\n" + "\n".join(lines) + "\n").replace(
            "PartOf=graphical-session.target\nAfter=graphical-session.target\n", ""))
        systemctl("daemon-reload")
        systemctl("start", UNIT)
        wait_until(lambda: self.pid and self.ask(type="status"), "gestured-session", START)

    @property
    def pid(self):
        """The process id; 0 if it does not run."""
        return int(systemctl("show", UNIT, "--value", "-p", "MainPID"))

    def ask(self, **request):
        """The reply of its door; None if it does not answer."""
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as guest:
            guest.settimeout(PATIENCE)
            guest.connect(f"{RUNTIME}/gestured-session.sock")
            guest.sendall(json.dumps(request).encode() + b"\n")
            return json.loads(guest.recv(4096))
        return None

    @property
    def is_up(self):
        """Whether its shield is up."""
        return (self.ask(type="status") or {}).get("shield", False)

    def rises(self, within=PATIENCE):
        """Waits until the shield is up, and the compositor has it."""
        wait_until(lambda: self.is_up, "the shield", within)
        time.sleep(0.05)

    def falls(self, within=PATIENCE):
        """Waits until the shield is down."""
        wait_until(lambda: not self.is_up, "the end of the shield", within)
        time.sleep(0.05)

    def kill(self, name="KILL"):
        """Sends it a signal."""
        systemctl("kill", "-s", name, UNIT)

    def journal(self):
        """What it has written."""
        return run("journalctl", "-u", UNIT, "-o", "cat", "--no-pager")

    def close(self):
        if UNIT_FILE.exists():
            systemctl("stop", UNIT)
            UNIT_FILE.unlink()
            systemctl("daemon-reload")


def is_possible():
    """Whether this guest has what the tests need."""
    return all(map(shutil.which, ["sway", "seatd", "wev", "grim"])) and os.path.exists("/share/rounds")


def install():
    """Installs the program."""
    shutil.copy("/share/gestured-session", PROGRAM)
    expect(grp.getgrnam("gestured-clients"), "no group gestured-clients")
