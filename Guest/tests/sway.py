"""Sway without a screen, with the kernel's panels, and wev below, which records its touches; and gestured-session."""

import contextlib
import grp
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import time
from pathlib import Path

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
# Emulated, sway takes some seconds to start.
START = 60
# A place where no test touches. The window receives a touch here after those of the test.
MARK = (0.5, 0.5)
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

    def settle(self):
        """Waits until sway has handled what its clients sent before."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            client.connect(self.environment["SWAYSOCK"])
            client.sendall(b"i3-ipc" + struct.pack("=II", 0, 7))
            expect(client.recv(14), "sway does not answer")

    def expect_screen(self, screen):
        """Waits until sway has a panel, and the window below has received a touch of it."""
        wait_until(lambda: screen.name in self.message("-t", "get_inputs"), "the panel in sway", START)
        self.touches(screen)

    def touches(self, screen):
        """What the window received since the last call, which ends with a touch of the panel at MARK."""
        found, end = [], time.monotonic() + 3 * PATIENCE
        while not ends_with_mark(found):
            expect(time.monotonic() < end, "the window receives no touch")
            screen.hold(0.03, Finger(*MARK))
            screen.lift()
            again = time.monotonic() + 1
            while time.monotonic() < again and not ends_with_mark(found):
                time.sleep(0.02)
                found += self.received()
        return without_marks(found)

    def received(self):
        """What the window has received since the last call: (kind, slot, x in mm, y in mm)."""
        with open(RUNTIME / "wev", "rb") as file:
            file.seek(self._read)
            text = file.read()
        # wev may be about to write the rest of a line.
        text = text[:text.rfind(b"\n") + 1]
        self._read += len(text)
        found = []
        for kind, rest in re.findall(r"wl_touch\] (down|up|motion|cancel)(.*)", text.decode(errors="replace")):
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


def is_mark(touch):
    """Whether a touch that a window received landed at MARK."""
    return touch[0] == "down" and all(abs(a - b) < 0.1 for a, b in zip(touch[2:], expected(*MARK)))


def ends_with_mark(touches):
    """Whether a touch at MARK has landed and lifted."""
    return any(map(is_mark, touches)) and touches[-1][0] == "up"


def without_marks(touches):
    """Touches without those at MARK."""
    kept, marked = [], set()
    for each in touches:
        if is_mark(each):
            marked.add(each[1])
        elif each[1] not in marked:
            kept.append(each)
        elif each[0] == "up":
            marked.remove(each[1])
    return kept


def expected(x, y):
    """Where a touch at a place in millimetres is, after libinput has scaled the panel's units."""
    return tuple(round(value * UNITS_PER_MM) * side / (side * UNITS_PER_MM + 1)
                 for value, side in ((x, WIDTH_MM), (y, HEIGHT_MM)))


def verdict(touches, places=None):
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
    if places is None:
        return wrong
    if len(landings) != len(places):
        wrong.append(f"{len(landings)} landed of {len(places)}")
    for found, place in zip(landings, places):
        if any(abs(a - b) > 0.01 for a, b in zip(found, expected(*place))):
            wrong.append(f"{found} instead of {expected(*place)}")
    return wrong


class Session:
    """gestured-session as the packaged unit starts it, for the system's manager, with a user.

    `more` are lines of the section [Service]; `command` is what it runs instead.
    """

    def __init__(self, sway, *options, more=(), command=None):
        self.sway = sway
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

    def ask(self, **request):
        """The reply of its door; None if it does not answer."""
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as guest:
            guest.settimeout(PATIENCE)
            guest.connect(f"{RUNTIME}/gestured-session.sock")
            guest.sendall(json.dumps(request).encode() + b"\n")
            return json.loads(guest.recv(4096))
        return None

    def has(self, what):
        """Whether it shows its "shield" or its "strips"."""
        return (self.ask(type="status") or {}).get(what, False)

    def rises(self, within=PATIENCE, what="shield"):
        """Waits until the shield is up, and the compositor has it."""
        wait_until(lambda: self.has(what), f"the {what}", within)
        # Sway asks for the content of a new surface: the program has sent it with its next reply.
        self.sway.settle()
        self.has(what)
        self.sway.settle()

    def falls(self, within=PATIENCE):
        """Waits until the shield is down, and the compositor has removed it."""
        wait_until(lambda: not self.has("shield"), "the end of the shield", within)
        self.sway.settle()

    def kill(self, name="KILL"):
        """Sends it a signal."""
        systemctl("kill", "-s", name, UNIT)

    def is_gone(self, pid):
        """Whether a process of it has ended, and the compositor has noticed."""
        if os.path.exists(f"/proc/{pid}"):
            return False
        self.sway.settle()
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
