"""The daemon on simulated devices, and its clients, for the measurements of Scripts/bench."""

import contextlib
import fcntl
import functools
import itertools
import json
import os
import re
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
COMPILE = ["cc", "-O2", "-Wall", "-Wextra", "-Werror"]
# Scales of the workloads, for callgrind and for counting allocations.
SHORT, LONG = 0.01, 0.1
# Each workload: its touches in Accuracy/, and the panel's frames per second.
WORKLOADS = {"one": ("W1.touches", 120), "two": ("W2.touches", 120), "ten": ("W3.touches", 250)}
# A panel whose pressure is never quite the same, and which has a clock.
PANEL = "good, noise 0.04 mm, flutter 0.6 %, clock 0.001 ms"
TIMEOUT = 60  # seconds; under callgrind a start takes several seconds
SIOCOUTQ = 0x5411
HOUR_US, PAUSE_US, FRAME_US = 3_600_000_000, 1_000_000, 8_333
ROOM = "socket: { max_clients: 1000, max_clients_per_uid: 1000 }\n"


class Rig:
    """The tools of measurements: the daemon, the compiled programs of Benchmarks, and the workloads."""

    def __init__(self, gestured, folder):
        self.gestured, self.folder = gestured.resolve(), folder
        # Without debug information, because valgrind 3.19 cannot read it.
        self.stripped = folder / "gestured-stripped"
        run(["strip", "--strip-debug", "-o", self.stripped, gestured])
        self.node = self.compile("event-node.c", "-shared", "-fPIC")
        self.allocating_node = self.compile("event-node.c", "-shared", "-fPIC", "-DDELIBERATE_MALLOC")
        self.counter = folder / "libMallocCounter.so"
        run([SOURCES.parent / "Scripts/preloaded-library", "MallocCounter", self.counter])
        self.performer = gestured.resolve().with_name("gesturectl")
        self.socket_numbers = itertools.count()
        self.roomy = self.configuration("roomy", ROOM)

    def compile(self, source, *options):
        """Compiles a program or a library of Benchmarks; returns its path."""
        output = self.folder / ("-".join([Path(source).stem, *(o for o in map(str, options) if o.startswith("-D"))]))
        run([*COMPILE, *options, "-o", output, SOURCES / source])
        return output

    def configuration(self, name, text):
        """Writes a configuration; returns its path."""
        file = self.folder / f"{name}.yaml"
        file.write_text(text)
        return file

    @functools.cache
    def frames(self, workload, scale=SHORT):
        """Frames of a share of a workload: [(µs, [an event without its timestamp …]) …]."""
        script, rate = WORKLOADS[workload]
        text = (SOURCES.parent / "Accuracy" / script).read_text()
        file = self.folder / f"{workload}-{scale}.touches"
        text = re.sub(r"\b(\d+) times", lambda match: f"{max(round(int(match[1]) * scale), 1)} times", text)
        file.write_text(text.replace(" 60 s ", f" {60 * scale:g} s "))
        recording = run([self.performer, "perform", "--script", file, "--panel", f"{PANEL}, {rate} Hz"])
        frames, events = [], []
        for stamp, kind, code, value in re.findall(r"^E: (\S+) (\S+) (\S+) (\S+)$", recording, re.M):
            events.append(struct.pack("<HHi", int(kind, 16), int(code, 16), int(value)))
            if (kind, code) == ("0000", "0000"):
                seconds, us = stamp.split(".")
                frames.append((int(seconds) * 1_000_000 + int(us), events))
                events = []
        return frames


def run(command, **options):
    """Runs a program; returns its output. Exits if the program fails."""
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}:\n{result.stdout}{result.stderr}")
    return result.stdout


def poll(question, what):
    """Calls `question` until it returns another value than None."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        answer = question()
        if answer is not None:
            return answer
        time.sleep(0.002)
    sys.exit(f"bench: {what} did not arrive in time")


class Client:
    """A client that has its snapshot."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        poll(lambda: self.connect(path), "the socket")
        self.socket.setblocking(False)
        self.read_until(b'"snapshot_end"')

    def connect(self, path):
        with contextlib.suppress(OSError):
            self.socket.connect(str(path))
            return True

    def drain(self):
        """The available bytes, which may end within a line."""
        with contextlib.suppress(BlockingIOError):
            return self.socket.recv(1 << 18)
        return b""

    def read_until(self, mark):
        """Whole lines up to one that contains the mark."""
        text = b""
        while mark not in text or not text.endswith(b"\n"):
            if not select.select([self.socket], [], [], TIMEOUT)[0]:
                sys.exit(f"bench: {mark} did not arrive in time")
            more = self.drain()
            text += more or sys.exit("bench: the daemon ended a connection")
        return text

    def ask(self, **request):
        """The reply to a request."""
        self.socket.sendall(json.dumps({"id": 1, **request}).encode() + b"\n")
        reply = json.loads(self.read_until(b'"type":"reply"').splitlines()[-1])
        return reply if reply["ok"] else sys.exit(f"bench: {reply}")


class Daemon:
    """The daemon on simulated devices, with clients that read every line."""

    def __init__(self, rig, *options, devices=1, clients=1, under=(), node=None, environment=()):
        self.path = path = rig.folder / f"{next(rig.socket_numbers)}.sock"
        pairs = [socket.socketpair() for _ in range(devices)]
        self.devices = [ours for ours, _ in pairs]
        given = [fcntl.fcntl(theirs, fcntl.F_DUPFD, 64) for _, theirs in pairs]
        for (_, theirs) in pairs:
            theirs.setblocking(False)  # As for event nodes.
        numbers = " ".join(f"{3 + at}<&{number} {number}<&-" for at, number in enumerate(given))
        nodes = [word for at in range(devices) for word in ("--device", f"/dev/input/bench{at}")]
        command = ["env", f"LD_PRELOAD={node or rig.node}", "SWIFT_DETERMINISTIC_HASHING=1", *environment,
                   *under, rig.stripped if under else rig.gestured, *nodes, *options, "--socket", path]
        self.clients = []
        self.log = tempfile.TemporaryFile("w+", dir=rig.folder)
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" {numbers}', "bash", *map(str, command)],
            pass_fds=given, stderr=self.log, stdout=subprocess.DEVNULL)
        for number in given:
            os.close(number)
        try:
            for _ in range(clients):
                self.clients.append(self.connect())
        except SystemExit:
            self.__exit__()
            sys.exit(f"bench: gestured does not serve:\n{self.printed}")
        self.next_us = time.monotonic_ns() // 1000 + HOUR_US

    def connect(self):
        """A client that has its snapshot."""
        poll(lambda: self.path.exists() or self.process.poll() is not None or None, "the socket")
        return Client(self.path) if self.process.poll() is None else sys.exit("bench: gestured ended")

    def play(self, frames, pause=PAUSE_US):
        """Plays frames to each device, each frame once the previous one is read; returns the number of
        lines of gestures that a client received. Timestamps of the next playback begin `pause`
        microseconds later.

        Timestamps are an hour ahead, so that the speed of callgrind changes nothing.
        """
        shift, lines = self.next_us - frames[0][0], 0
        for time_us, events in frames:
            stamp = struct.pack("<qq", *divmod(time_us + shift, 1_000_000))
            report = stamp + stamp.join(events)
            for device in self.devices:
                device.sendall(report)
                self.await_read(device)
                lines += self.read_clients()
        self.next_us = frames[-1][0] + shift + (pause or FRAME_US)
        time.sleep(0.2)  # The last turn may still run.
        return lines + self.read_clients()

    @staticmethod
    def await_read(device):
        unread = bytearray(4)
        end = time.monotonic() + TIMEOUT
        while fcntl.ioctl(device, SIOCOUTQ, unread) == 0 and any(unread):
            if time.monotonic() > end:
                sys.exit("bench: a frame is not read")
            time.sleep(0.00005)

    def read_clients(self):
        first, *_ = [client.drain() for client in self.clients] or [b""]
        return first.count(b'{"type":"gesture"')

    def memory(self, name="VmRSS"):
        """One of the kernel's figures of the process, in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+)", status)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for client in self.clients:
            client.socket.close()
        self.process.terminate()
        self.process.wait(TIMEOUT)
        for device in self.devices:
            device.close()
        self.log.seek(0)
        self.printed = self.log.read()


def start(rig, command):
    """The wall time and the processor time from the start to READY=1, in ms. The daemon is started as
    its unit starts it, without options; here there are no devices."""
    address = tempfile.mkdtemp(dir=rig.folder) + "/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.bind(address)
        notify.settimeout(TIMEOUT)
        begin = time.monotonic()
        process = subprocess.Popen(list(map(str, command)), stderr=subprocess.DEVNULL, env=os.environ | {
            "NOTIFY_SOCKET": address, "GESTURED_SOCKET": f"{address}.sock", "SWIFT_DETERMINISTIC_HASHING": "1"})
        while b"READY=1" not in notify.recv(4096):
            pass
        elapsed = time.monotonic() - begin
        processor = int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0])
        process.terminate()
        process.wait(TIMEOUT)
    return elapsed * 1000, processor / 1e6
