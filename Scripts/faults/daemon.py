"""The daemon whose calls fail, and its surroundings: its panel, a log, a client."""

import contextlib
import ctypes
import errno
import json
import mmap
import os
import socket
import struct
import subprocess
import time
from pathlib import Path

from promises import Stream

PATIENCE = 30  # The time limit of each wait, in seconds.
NAMES = 8192
CONTROL = 72 + 24 * NAMES
BOTH_KINDS = 3  # System calls, and allocations.
DROP_BOUNDING, DAC_OVERRIDE = 24, 1  # prctl(2), capabilities(7)


class Broken(Exception):
    pass


def wait(what, condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.002)
    raise Broken(f"{what} did not happen in time")


class Faults:
    # The file that the injector shares with this process.
    def __init__(self, folder):
        path = f"{folder}/faults"
        Path(path).write_bytes(bytes(CONTROL))
        self.page = mmap.mmap(os.open(path, os.O_RDWR), CONTROL)
        self.panels = f"{folder}/panels"
        os.mkdir(self.panels)
        self.variables = {"FAULT_CONTROL": path, "FAULT_PANELS": self.panels}

    def arm(self, name, first, error):
        """Makes call number `first` of this name fail; 0 for none."""
        self.page[8:48] = struct.pack("<QQQqQ", 0, first, 1, error, 0)
        self.page[48:72] = name.encode().ljust(24, b"\0")
        self.page[0:8] = struct.pack("<Q", BOTH_KINDS)

    def disarm(self):
        self.page[0:8] = bytes(8)

    @property
    def names(self):
        count, = struct.unpack_from("<Q", self.page, 8)
        fields = (self.page[72 + 24 * i:96 + 24 * i] for i in range(min(count, NAMES)))
        return [field.split(b"\0")[0].decode() for field in fields]


class Panel:
    # An event node, replaced with a FIFO.
    def __init__(self, faults, name):
        self.name, self.path = name, f"{faults.panels}/{name}"
        os.mkfifo(self.path)
        self.descriptor = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def report(self, *events):
        seconds, us = divmod(time.monotonic_ns() // 1000, 1_000_000)
        rows = (struct.pack("<qqHHi", seconds, us, *event) for event in [*events, (0, 0, 0)])
        with contextlib.suppress(BlockingIOError):
            os.write(self.descriptor, b"".join(rows))

    def stroke(self):
        """A finger that lands, moves, and lifts: a drag."""
        self.report((3, 57, 7), (3, 53, 500), (3, 54, 500), (1, 330, 1))
        for step in range(1, 8):
            time.sleep(0.002)
            self.report((3, 53, 500 + 40 * step))
        self.report((3, 57, -1), (1, 330, 0))

    def unplug(self):
        os.unlink(self.path)
        os.close(self.descriptor)  # The daemon reads the end of the FIFO.


class DeniedLog:
    """A pipe to a file. Like another user's, it can be inherited, but not opened again."""

    def __init__(self, path):
        out, self.input = os.pipe()
        os.fchmod(self.input, 0)
        with open(path, "ab") as log:
            self.copy = subprocess.Popen(["cat"], stdin=out, stdout=log)
        os.close(out)

    @staticmethod
    def obey():
        """In the child: makes permissions apply to root, too. For other users they do, and this call fails."""
        ctypes.CDLL(None).prctl(DROP_BOUNDING, DAC_OVERRIDE, 0, 0, 0)

    def close(self):
        """Waits until the file is complete, once the daemon has ended."""
        os.close(self.input)
        self.copy.wait(PATIENCE)


class Client:
    # The lines of one connection.
    def __init__(self, path):
        self.socket, self.lines, self.partial, self.ended = socket.socket(socket.AF_UNIX), [], b"", False
        self.stream, self.broken = Stream(), []
        self.socket.connect(path)
        self.socket.setblocking(False)

    def read(self):
        try:
            while not self.ended:
                chunk = self.socket.recv(1 << 16)
                self.ended = not chunk
                whole, _, self.partial = (self.partial + chunk).rpartition(b"\n")
                for line in whole.splitlines():
                    self.broken += self.stream.check(line)
                    self.lines.append(json.loads(line))
        except BlockingIOError:
            pass
        except ConnectionError:
            self.ended = True
        return self.lines

    def ask(self, text):
        """Sends a request; returns its reply, or None if the connection ended."""
        count = len(self.read())
        with contextlib.suppress(OSError):
            self.socket.send(text.encode() + b"\n")
        replies = wait(f"a reply to {text}", lambda: self.ended or [
            line for line in self.read()[count:] if line["type"] == "reply"])
        return None if replies is True else replies[0]

    def check(self, error):
        """Checks the promises. The connection may only end without bye if
        the failed call was one of its own."""
        self.read()
        if self.broken:
            raise Broken("; ".join(self.broken[:5]))
        if self.stream.alive and not self.ended:
            raise Broken(f"{sorted(self.stream.alive)} never ended")
        has_bye = any(line["type"] == "bye" for line in self.lines)
        if self.ended and not has_bye and error not in (errno.EPIPE, errno.EIO):
            raise Broken("the client was disconnected without bye")


class Daemon:
    # A daemon on a socket, with one panel.
    def __init__(self, program, injector, folder):
        self.folder, self.faults = folder, Faults(folder)
        self.panel = Panel(self.faults, "event0")
        self.socket, self.process, self.denied = f"{folder}/s", None, None
        self.program, self.injector, self.config = program, injector, f"{folder}/c.yaml"
        Path(self.config).write_text("clients: { zones: true }\n", encoding="utf-8")

    def start(self, *options):
        variables = dict(os.environ, LD_PRELOAD=self.injector, SWIFT_BACKTRACE="enable=no",
                         **self.faults.variables)
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "--socket", self.socket, "--config", self.config, *options],
                env=variables, stdout=log, stdin=subprocess.DEVNULL,
                stderr=self.denied.input if self.denied else log,
                preexec_fn=self.denied.obey if self.denied else None)
        # It does not wait for the line in the log, which may be lost by the failed call.
        wait("serving", lambda: not self.is_running or self.answers)

    @property
    def answers(self):
        # Reads a byte from the loop, because the kernel accepts connections before the start is complete.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(1)
            probe.connect(self.socket)
            return bool(probe.recv(1))
        return False

    @property
    def log(self):
        return Path(f"{self.folder}/log").read_text(encoding="utf-8", errors="replace")

    @property
    def is_running(self):
        return self.process.poll() is None

    def udev(self, message):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(message.encode(), f"{self.faults.panels}/udev")

    def client(self):
        """A client that has its snapshot; another one if the first was disconnected."""
        def attempt():
            try:
                client = Client(self.socket)
            except OSError:
                if not self.is_running:
                    raise Broken(f"the daemon ended with {self.process.returncode}") from None
                return None
            wait("a snapshot", lambda: client.ended or any(
                line["type"] == "snapshot_end" for line in client.read()))
            return None if client.ended else client
        return wait("a client", attempt)

    def check(self):
        """Checks that the daemon serves as before: a new client, and a touch of the panel."""
        client = self.client()
        # A panel that could not be read is read again once udev reports it.
        self.udev("change event0")

        def recognises():
            self.panel.stroke()
            return any(line["type"] == "gesture" for line in client.read())
        wait("a gesture", recognises)
        if client.ask('{"type":"ping"}') is None:
            raise Broken("a new client was disconnected")

    def stop(self):
        if self.is_running:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE)
        if self.is_running:
            raise Broken("the daemon does not end")
        if self.denied:
            self.denied.close()
            self.denied = None
