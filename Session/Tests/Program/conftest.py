"""The program, between a compositor and a daemon of the test."""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from compositor import Compositor, wait
from daemon import Daemon

PROGRAM = os.environ["GESTURED_SESSION"]


class Stage:
    """One test: a folder, a compositor, a daemon, and the program."""

    def __init__(self, folder):
        self.folder = folder
        self.compositor = self.daemon = self.program = None
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind(str(folder / "notify"))
        self.notices.setblocking(False)

    def start(self, *words, without=(), has_daemon=True, waits=True, device=None, variables=(),
              versions=()):
        """Starts the program, and waits until it is ready."""
        self.compositor = Compositor(self.folder, without, versions)
        if has_daemon:
            self.daemon = Daemon(self.folder)
            self.daemon.device = device or self.daemon.device
        environment = {
            "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(self.folder), "WAYLAND_DISPLAY": "wayland-0",
            "GESTURED_SOCKET": str(self.folder / "gestured.sock"), "NOTIFY_SOCKET": str(self.folder / "notify"),
            **dict(variables)}
        self.program = subprocess.Popen([PROGRAM, *words], env=environment, stderr=subprocess.PIPE, text=True)
        if waits:
            self.wait(self.is_ready, "ready")
        if waits and has_daemon:
            self.wait(lambda: any(each["type"] == "zones" for each in self.daemon.requests), "zones")
            self.pause(0.05)

    def is_ready(self):
        return "READY=1" in self.messages() or self.program.poll() is not None

    def messages(self):
        """The program's messages to systemd since the last call."""
        found = []
        while True:
            try:
                found.append(self.notices.recv(4096).decode())
            except BlockingIOError:
                return "\n".join(found)

    def pumps(self):
        return [each for each in (self.compositor, self.daemon) if each]

    def wait(self, condition, what="it", seconds=10):
        """Serves everything until a condition is true."""
        return wait(condition, *self.pumps(), seconds=seconds, what=what)

    def pause(self, seconds):
        """Serves everything for a time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for each in self.pumps():
                each.pump(0.002)

    def is_covered(self, x=700, y=400):
        return self.compositor.who(x, y) is not None

    def rises(self, seconds=10):
        self.wait(self.is_covered, "shield", seconds)

    def falls(self, seconds=10):
        self.wait(lambda: not self.is_covered(), "end of the shield", seconds)

    def ask(self, **request):
        """Sends a request to its socket; returns the reply."""
        guest = socket.socket(socket.AF_UNIX)
        guest.connect(str(self.folder / "gestured-session.sock"))
        guest.sendall(json.dumps(request).encode() + b"\n")
        guest.setblocking(False)
        answer = []

        def has_answered():
            try:
                answer.append(guest.recv(4096))
            except BlockingIOError:
                return False
            return True
        self.wait(has_answered, "reply")
        guest.close()
        return json.loads(answer[0])

    def cpu(self):
        """The processor time of the program, in seconds."""
        fields = Path(f"/proc/{self.program.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self):
        """Its resident memory, in MiB."""
        pages = int(Path(f"/proc/{self.program.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20

    def ends(self, seconds=10):
        """Waits until the program ends; returns its status and its output."""
        self.wait(lambda: self.program.poll() is not None, "end", seconds)
        return self.program.returncode, self.program.stderr.read()

    def close(self):
        if self.program and self.program.poll() is None:
            self.program.send_signal(signal.SIGCONT)
            self.program.kill()
            self.program.wait()
        for each in (*self.pumps(), self.notices):
            each.close()


@pytest.fixture
def stage(tmp_path):
    """A stage, closed after the test."""
    each = Stage(tmp_path)
    yield each
    each.close()
