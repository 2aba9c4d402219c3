"""A real compositor that is a client of the tests' compositor, with a window that records its touches, and
gestured-session.

NESTED_ROOT is the root of a Debian with the compositor, wev and gestured-session, NESTED_COMPOSITOR sway, labwc or
kwin. Root starts them in that root, as user 1000.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

from below import PATIENCE, Screens, Window, until
from compositor import HEIGHT, WIDTH
from daemon import DEVICE, Daemon
from parent import Parent

ROOT = Path(os.environ["NESTED_ROOT"])
COMPOSITOR = os.environ.get("NESTED_COMPOSITOR", "sway")
INSIDE = "/run/gestured-nested"
FOLDER = ROOT / INSIDE.lstrip("/")
USER = 1000
MARK = (3, 3)
# Tests give positions on 1500 × 900 pixels. labwc has the default size of wlroots.
STRETCH = (1280 / WIDTH, 720 / HEIGHT) if COMPOSITOR == "labwc" else (1, 1)
SWAY = f"output * resolution {WIDTH}x{HEIGHT}\ndefault_border none\ninput type:touch map_to_output WL-1\n"
LABWC = """<labwc_config><windowRules><windowRule identifier="*" serverDecoration="no">
<action name="ToggleFullscreen"/></windowRule></windowRules></labwc_config>"""
# 2: whatever the window requests.
KWIN = "[General]\ncount=1\nrules=1\n\n[1]\nfullscreen=true\nfullscreenrule=2\n"


class Nested(Screens):
    """The compositor, its window, the daemon of the tests, and the program."""

    def __init__(self):
        shutil.rmtree(FOLDER, ignore_errors=True)
        (FOLDER / "parent").mkdir(parents=True)
        self.parent, self.daemon, self.session = Parent(FOLDER / "parent"), None, None
        self.window = Window(FOLDER / "wev", MARK, unstretched)
        self.received = self.window.received
        window = FOLDER / "window"
        window.write_text(f"#!/bin/sh\necho $$ >{INSIDE}/window.pid\nexec stdbuf -oL wev >{INSIDE}/wev 2>&1\n")
        window.chmod(0o755)
        (FOLDER / "config").write_text(f"{SWAY}exec {INSIDE}/window\n")
        (FOLDER / "rc.xml").write_text(LABWC)
        (FOLDER / "kwinrulesrc").write_text(KWIN)
        for each in (FOLDER, *FOLDER.rglob("*")):
            os.chown(each, USER, USER)
        FOLDER.chmod(0o700)
        self.environment = {
            "PATH": "/usr/sbin:/usr/bin:/bin", "HOME": INSIDE, "XDG_RUNTIME_DIR": INSIDE, "WLR_BACKENDS": "wayland",
            "WLR_RENDERER": "pixman", "SWAYSOCK": f"{INSIDE}/sway.sock", "LABWC_DEBUG": "0",
            "KWIN_COMPOSE": "Q", "XDG_CONFIG_HOME": INSIDE}
        display = f"{INSIDE}/parent/wayland-0"
        command = {"sway": ["sway", "-c", f"{INSIDE}/config"],
                   "labwc": ["labwc", "-C", INSIDE, "-s", f"{INSIDE}/window"],
                   "kwin": ["kwin_wayland", "--no-lockscreen", "--wayland-display", display, f"--width={WIDTH}",
                            f"--height={HEIGHT}", f"{INSIDE}/window"]}[COMPOSITOR]
        self.compositor = self.start(*command, WAYLAND_DISPLAY=display)
        found = until(lambda: [each for each in FOLDER.glob("wayland-*") if each.suffix != ".lock"], "a display", 60)
        self.environment["WAYLAND_DISPLAY"] = found[0].name
        super().__init__(FOLDER, found[0].name)
        until(lambda: (FOLDER / "wev").exists() and b"configure: serial" in (FOLDER / "wev").read_bytes(), "wev", 60)
        until(lambda: self.parent.touch, "a touchscreen")
        self.touches(60)

    def start(self, *command, **variables):
        """Starts a program in the root."""
        with open(FOLDER / f"{command[0]}.log", "ab") as log:
            return subprocess.Popen(["chroot", f"--userspec={USER}:{USER}", str(ROOT), *command],
                                    env=self.environment | variables, stdout=log, stderr=log)

    def message(self, *words):
        """A command of sway."""
        found = subprocess.run(["chroot", str(ROOT), "swaymsg", "--raw", *words], env=self.environment,
                               capture_output=True, text=True, check=False).stdout
        assert '"success": true' in found, f"sway refuses {words}: {found}"

    # The program.

    def run(self, *options, device=None, **variables):
        """Starts the program, and waits until it is ready."""
        self.daemon = Daemon(FOLDER)
        os.chmod(FOLDER / "gestured.sock", 0o666)
        self.daemon.device = device or DEVICE
        threading.Thread(target=self.serve, args=(self.daemon,), daemon=True).start()
        self.options, self.variables = options, variables
        self.start_session()

    def start_session(self):
        """Starts the program with the options of `run`; again if the compositor is too slow."""
        for _ in range(5):
            self.session = self.start("gestured-session", *self.options, "--socket", f"{INSIDE}/gestured.sock",
                                      **self.variables)
            until(lambda: self.session.poll() is not None or self.ask(type="status"), "the program")
            if self.session.poll() is None:
                break
        until(lambda: "zones" in [each["type"] for each in self.daemon.requests], "zones")

    def serve(self, daemon):
        """Answers for the daemon until it is closed."""
        with contextlib.suppress(OSError, ValueError):
            while self.daemon is daemon:
                daemon.pump(0.05)

    def stop(self, how=signal.SIGTERM):
        """Ends the program."""
        if self.session:
            self.session.send_signal(how)
            self.session.wait()
            self.session = None
            self.settle()

    def end(self):
        """Ends the program and the daemon."""
        self.stop()
        daemon, self.daemon = self.daemon, None
        if daemon:
            daemon.close()

    # Touches.

    def down(self, positions):
        """Lands fingers: positions by their ids."""
        self.parent.touch_down({touch: stretched(position) for touch, position in positions.items()})

    def move(self, positions):
        """Moves fingers."""
        self.parent.touch_move({touch: stretched(position) for touch, position in positions.items()})

    def tap(self, x, y, hold=0.01):
        """A short tap."""
        self.down({0: (x, y)})
        time.sleep(hold)
        self.parent.touch_up()

    def touches(self, seconds=PATIENCE):
        """What the window received since the last call, which ends with a tap at MARK."""
        return self.window.touches(lambda: self.tap(*MARK), seconds)

    def verify(self, positions):
        """Compares the touches of the window with taps, in pixels."""
        touches = self.touches()
        landed = [each[2:] for each in touches if each[0] == "down"]
        assert [each[0] for each in touches if each[0] != "motion"] == ["down", "up"] * len(positions), touches[-8:]
        for found, position in zip(landed, positions):
            assert abs(found[0] - position[0]) <= 0.05 and abs(found[1] - position[1]) <= 0.05, (found, position)

    def close(self):
        """Ends everything."""
        self.end()
        # The window does not end with its compositor.
        os.kill(int((FOLDER / "window.pid").read_text()), signal.SIGKILL)
        self.compositor.kill()
        self.compositor.wait()
        self.parent.close()


def stretched(position):
    """A position of a test, in pixels of the compositor."""
    return tuple(value * factor for value, factor in zip(position, STRETCH))


def unstretched(position):
    """A position of the compositor, as texts, in the form that tests use."""
    return tuple(float(value) / factor for value, factor in zip(position, STRETCH))
