"""Readers of a guarded panel: libevdev, compared with the kernel, and a client of a compositor."""

import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from touchscreen import HEIGHT_MM, UNITS_PER_MM, WIDTH_MM

# The resolution of the compositor's output.
PIXELS_PER_MM = 5
RUNTIME = Path("/run/guard")
# Seconds without output after which a client has received all touches.
SETTLED_S = 0.25
# Seconds to wait for expected touches, and for programs.
LATE_S = 10
PATIENCE_S = 60
# sway does not run as root.
USER = "nobody"
SWAY = f"""
output * resolution {WIDTH_MM * PIXELS_PER_MM}x{HEIGHT_MM * PIXELS_PER_MM}
default_border none
exec stdbuf -oL wev -f wl_touch >{RUNTIME}/wev 2>&1
"""


class Reader:
    """The program of reader.c on a node."""

    def __init__(self, node):
        self._process = subprocess.Popen(
            ["/share/reader", node], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self._process.stdout.readline()

    def ask(self, _=0):
        """The touches since the last query, as ("down" or "up", slot, x, y) in millimetres, and the differences from
        the kernel."""
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        touches, differences = [], []
        for line in iter(self._process.stdout.readline, "done\n"):
            words = line.split()
            if not words or words[0] == "gone":
                return touches, ["gone"]
            if words[0] in ("down", "up"):
                slot, x, y = map(int, words[1:])
                touches.append((words[0], slot, x / UNITS_PER_MM, y / UNITS_PER_MM))
            else:
                differences.append(" ".join(words[1:]) or words[0])
        return touches, differences

    def close(self):
        self._process.terminate()
        self._process.communicate()


class Compositor:
    """sway, which reads panels by libinput and whose output is in memory; its only window is that of wev."""

    TOUCH = re.compile(r"wl_touch\] (down|up|motion|cancel)(.*)")
    POSITION = re.compile(r"x, y: ([-\d.]+), ([-\d.]+)")

    def __init__(self):
        shutil.rmtree(RUNTIME, ignore_errors=True)
        RUNTIME.mkdir(mode=0o700)
        (RUNTIME / "config").write_text(SWAY)
        shutil.chown(RUNTIME, USER)
        self._environment = os.environ | {
            "XDG_RUNTIME_DIR": str(RUNTIME), "WLR_BACKENDS": "headless,libinput",
            "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "LIBSEAT_BACKEND": "seatd",
            "SEATD_VTBOUND": "0", "SWAYSOCK": str(RUNTIME / "sway.sock")}
        log = open(RUNTIME / "log", "w")
        self._processes = [subprocess.Popen(
            ["seatd", "-u", USER], env=self._environment, stdout=log, stderr=log)]
        wait_for(lambda: Path("/run/seatd.sock").exists(), "seatd")
        self._processes.append(subprocess.Popen(
            ["sway", "--config", str(RUNTIME / "config")], env=self._environment, stdout=log,
            stderr=log, user=USER, group="nogroup", extra_groups=[]))
        self._read = 0
        wait_for(lambda: '"focused": true' in self._sway("get_tree") and "wev" in self._sway("get_tree"),
                 "sway and wev")

    def _sway(self, query):
        return subprocess.run(
            ["swaymsg", "--raw", "--type", query], env=self._environment, capture_output=True,
            text=True).stdout

    def wait_for_panel(self, name, present=True):
        """Waits until libinput has the panel, or has removed it."""
        wait_for(lambda: (name in self._names()) == present, f"sway and the panel {name}")
        time.sleep(SETTLED_S)

    def _names(self):
        return [each["name"] for each in json.loads(self._sway("get_inputs") or "[]")]

    def ask(self, expected=0):
        """The touches of the client since the last query, as in `Reader.ask`, without motion and differences. Waits
        up to LATE_S if they are fewer than expected."""
        end = time.monotonic() + LATE_S
        touches = self._settled()
        while len(touches) < expected and time.monotonic() < end:
            touches += self._settled()
        return touches, []

    def _settled(self):
        size = -1
        while size != (size := (RUNTIME / "wev").stat().st_size):
            time.sleep(SETTLED_S)
        with open(RUNTIME / "wev") as lines:
            lines.seek(self._read)
            text = lines.read()
            self._read = lines.tell()
        touches = []
        for kind, details in self.TOUCH.findall(text):
            identity = re.search(r"id: (\d+)", details)
            position = self.POSITION.search(details)
            x, y = (float(each) / PIXELS_PER_MM for each in position.groups()) if position else (0, 0)
            if kind != "motion":
                touches.append((kind, int(identity[1]) if identity else -1, x, y))
        return touches

    def complaints(self):
        """The distinct messages of libinput about bugs of the panels."""
        messages = re.findall(r"BUG: (?:Device \".*?\" )?(.*)", (RUNTIME / "log").read_text())
        return sorted({re.sub(r"(ID|slot) \d+", r"\1 N", each) for each in messages})

    def close(self):
        for process in reversed(self._processes):
            process.terminate()
            process.wait()
        Path("/run/seatd.sock").unlink(missing_ok=True)


def wait_for(condition, what):
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > end:
            log = RUNTIME / "log"
            tail = log.read_text()[-3000:] if log.exists() else ""
            raise TimeoutError(f"{what}: not within {PATIENCE_S} s\n{tail}")
        time.sleep(0.05)
