"""The daemon as a service of systemd, its configuration, and users of the guest."""

import fcntl
import os
import pwd
import signal
import subprocess
import time
from pathlib import Path

from client import PATIENCE, Failure

SERVICE, SOCKET_UNIT = "gestured.service", "gestured.socket"
CONFIGURATION = Path("/etc/gestured/gestured.yaml")
UDEV_RULES = Path("/run/udev/rules.d/99-guest-test.rules")
EVIOCGRAB = 0x40044590
DROP_IN = Path(f"/run/systemd/system/{SERVICE}.d/guest-test.conf")


def run(*command):
    """The output of a command; fails the test if the command fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout.strip()


class User:
    """A user of the guest, in the given groups only; makes the account if it does not exist."""

    def __init__(self, name, groups=()):
        self.name, self.groups = name, list(groups)
        try:
            pwd.getpwnam(name)
        except KeyError:
            run("useradd", "--no-create-home", *(["-G", ",".join(groups)] if groups else []), name)


def systemctl(*words):
    return run("systemctl", *words)


def show(name):
    """One property of the service."""
    return systemctl("show", SERVICE, "--value", "-p", name)


def process():
    """The process id of the daemon; 0 if it does not run."""
    return int(show("MainPID"))


def status(field, pid):
    """One line of /proc/PID/status."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return line.split(":", 1)[1].strip()
    raise Failure(f"the kernel reports no {field}")


def descriptor_count(pid):
    """The number of open descriptors of a process."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def open_files(pid):
    """The paths of the files that a process has open."""
    return [os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir()]


def wait_until(holds, what, within=PATIENCE):
    """Polls until `holds()` is true; fails after `within` seconds with `what`, or with what it returns then."""
    end = time.monotonic() + within
    while not holds():
        if time.monotonic() >= end:
            raise Failure(f"{what() if callable(what) else what}: not within {within} s")
        time.sleep(0.05)


class stopped:
    """Suspends a process with SIGSTOP for the length of a block."""

    def __init__(self, pid):
        self.pid = pid

    def __enter__(self):
        os.kill(self.pid, signal.SIGSTOP)
        wait_until(lambda: status("State", self.pid).startswith("T"), "stopping it")

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGCONT)


class drop_in:
    """Changes the service's unit for the length of a block, and restarts the service at its begin and end."""

    def __init__(self, text):
        self.text = text

    def __enter__(self):
        DROP_IN.parent.mkdir(parents=True, exist_ok=True)
        DROP_IN.write_text(f"[Service]\n{self.text}\n")
        self._restart()

    def __exit__(self, *_):
        DROP_IN.unlink()
        systemctl("reset-failed", SERVICE)
        self._restart()

    @staticmethod
    def _restart():
        systemctl("daemon-reload")
        systemctl("restart", SERVICE)


def reload():
    """Makes the daemon read its configuration again, and waits until the log has the result."""
    began = time.time_ns() // 1000
    systemctl("reload", SERVICE)
    wait_until(lambda: "the configuration" in journal(began), "the reload")


class configuration:
    """Gives the daemon a configuration for the length of a block, and afterwards none."""

    def __init__(self, text):
        self.text = text

    def __enter__(self):
        CONFIGURATION.write_text(self.text)
        reload()

    def __exit__(self, *_):
        CONFIGURATION.unlink()
        reload()


class udev_rule:
    """Adds a rule to udev for the length of a block."""

    def __init__(self, text):
        self.text = text

    def __enter__(self):
        UDEV_RULES.parent.mkdir(parents=True, exist_ok=True)
        UDEV_RULES.write_text(self.text + "\n")
        run("udevadm", "control", "--reload")

    def __exit__(self, *_):
        UDEV_RULES.unlink()
        run("udevadm", "control", "--reload")


class grab:
    """Grabs a node, as another program might, for the length of a block."""

    def __init__(self, node):
        self.node = node

    def __enter__(self):
        self.descriptor = os.open(self.node, os.O_RDONLY)
        fcntl.ioctl(self.descriptor, EVIOCGRAB, 1)

    def __exit__(self, *_):
        os.close(self.descriptor)


def journal(since):
    """The log of the units, and of systemd about them, since a time in µs of the realtime clock."""
    return subprocess.run(
        ["journalctl", "--no-pager", "-o", "short-precise", f"--since=@{since / 1e6:.6f}",
         "-u", SERVICE, "-u", SOCKET_UNIT], capture_output=True, text=True).stdout
