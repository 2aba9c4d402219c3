"""The unit of gestured-session, started and ended with sway by the user's manager, as docs/session.md says."""

import os
import pwd
import re
import signal
import subprocess
from pathlib import Path

import pytest
import sway
from below import Screens
from client import expect
from scene import KIOSK
from service import systemctl, wait_until

PAGE = Path("/share/source/docs/session.md")
UNIT = Path("/usr/lib/systemd/user/gestured-session.service")


def documented(part):
    """The block of the page that has a text."""
    blocks = re.findall(r"```\w*\n(.*?)```", PAGE.read_text(), re.DOTALL)
    found = [block for block in blocks if part in block]
    expect(len(found) == 1, f"{len(found)} blocks of the page have “{part}”")
    return found[0]


class UserSession:
    """The manager of a user, and sway with the configuration of the page."""

    def __init__(self, user):
        account = pwd.getpwnam(user.name)
        self.user, self.manager = user, f"user@{account.pw_uid}.service"
        self.runtime, home = Path(f"/run/user/{account.pw_uid}"), Path(account.pw_dir)
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(home), "XDG_RUNTIME_DIR": str(self.runtime),
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        for name, text in {"sway/config": documented("exec systemctl --user import-environment"),
                           "systemd/user/sway-session.target": documented("BindsTo=graphical-session.target")}.items():
            file = home / ".config" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        subprocess.run(["chown", "-R", user.name, str(home)], check=True)
        UNIT.write_text(sway.PACKAGED.read_text().replace("@BINDIR@", "/usr/bin"))
        systemctl("start", self.manager)
        self.compositor = None

    def run(self, *words):
        """The output of a program of the user."""
        return subprocess.run(words, env=self.environment, user=self.user.name, group=self.user.name,
                              capture_output=True, text=True, check=False).stdout.strip()

    def states(self):
        """The states of the target and of the unit."""
        return self.run("systemctl", "--user", "is-active", "sway-session.target", "gestured-session").split()

    def start(self):
        """Starts sway, and waits for the unit."""
        with open("/run/sway-of-user.log", "wb") as log:
            self.compositor = subprocess.Popen(
                ["sway"], env=self.environment, stdout=log, stderr=log, user=self.user.name, group=self.user.name,
                extra_groups=self.user.groups)
        wait_until(lambda: self.states() == ["active", "active"], lambda: f"the unit ({self.states()})", 2 * sway.START)

    def close(self):
        if self.compositor and self.compositor.poll() is None:
            self.compositor.kill()
            self.compositor.wait()
        systemctl("stop", self.manager)
        UNIT.unlink()


@pytest.fixture(name="session")
def user_session():
    """A user who has enabled the unit."""
    sway.install()
    session = UserSession(KIOSK)
    session.run("systemctl", "--user", "enable", "gestured-session")
    yield session
    session.close()


def test_the_unit_of_the_user_starts_and_ends_with_sway(session):
    def leave():
        socket = next(session.runtime.glob("sway-ipc.*.sock"))
        session.run("env", f"SWAYSOCK={socket}", "swaymsg", "exit")
    for end in (leave, lambda: os.kill(session.compositor.pid, signal.SIGKILL)):
        session.start()
        display = next(each.name for each in session.runtime.glob("wayland-*") if each.suffix != ".lock")
        screens = Screens(session.runtime, display)
        expect(screens.ask(type="lock", seconds=60) == {"ok": True}, "the door does not answer")
        screens.rises()
        end()
        session.compositor.wait(timeout=60)
        wait_until(lambda: session.states() == ["inactive", "inactive"], lambda: f"its end ({session.states()})", 30)
        # A killed sway leaves its socket.
        for each in session.runtime.glob("sway-ipc.*.sock"):
            each.unlink()
