"""A daemon, a gestured-web and pages for a test: the programs are real, and a page is a socket."""

import base64
import copy
import json
import os
import signal
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DEMO = ROOT / "share" / "demo.evemu"
ORIGIN = "http://kiosk.example:8080"
PATIENCE = 20  # the time limit of each wait, in seconds
# The environment variable PROGRAMS is the folder of gestured.
PROGRAMS = {"gestured": os.path.join(os.environ.get("PROGRAMS", ROOT / ".build/release"), "gestured"),
            "web": os.environ.get("GESTURED_WEB", str(ROOT / "Web/.build/release/gestured-web"))}


class Failure(Exception):
    """A test detected a fault."""


def expect(is_true, *found):
    if not is_true:
        raise Failure(" ".join(str(each)[:600] for each in found) or "an expectation does not hold")


def until(condition, what):
    """Polls `condition` until its result is true, and returns that. A single call must not block."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.01)
    raise Failure(f"not in {PATIENCE} s: {what}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Page:
    """The WebSocket of a page; it reads only when a method asks for something."""

    def __init__(self, port, origin=ORIGIN, host=None, receive_buffer=None, method="GET", version="1.1"):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        head = [f"{method} /gestures HTTP/{version}", f"Host: {host or f'127.0.0.1:{port}'}",
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
        head += [f"Origin: {origin}"] if origin else []
        self.socket.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        self.data = b""
        self.close_frame = None
        while b"\r\n\r\n" not in self.data:
            chunk = self.socket.recv(1 << 16)
            if not chunk:
                raise Failure(f"no complete response: {self.data}")
            self.data += chunk
        response, _, self.data = self.data.partition(b"\r\n\r\n")
        self.offset = 0
        self.status = int(response.split()[1])
        self.response = response.decode()

    def send(self, text, opcode=1, fin=True):
        payload = text if isinstance(text, bytes) else text.encode()
        length = len(payload)
        head = bytes([(0x80 if fin else 0) | opcode])
        head += bytes([0x80 | length]) if length < 126 else bytes([0xFE]) + struct.pack(">H", length)
        # The key is all zeros: masked bytes are the bytes themselves.
        self.socket.sendall(head + bytes(4) + payload)

    def ask(self, **request):
        self.send(json.dumps(request))

    def frame(self):
        """The next frame: opcode and payload; None once the connection has ended."""
        while not (frame := self.parse_frame()):
            chunk = self.socket.recv(1 << 16)
            if not chunk:
                return None
            self.data = self.data[self.offset:] + chunk
            self.offset = 0
        return frame

    def parse_frame(self):
        """The next frame of the bytes read so far; None if they do not have all of it."""
        data, at = self.data, self.offset
        if len(data) < at + 2:
            return None
        length, start = data[at + 1], at + 2
        for marker, form, size in ((126, ">H", 2), (127, ">Q", 8)):
            if length == marker and len(data) >= start + size:
                length, start = struct.unpack(form, data[start:start + size])[0], start + size
                break
            if length == marker:
                return None
        if len(data) < start + length:
            return None
        self.offset = start + length
        return data[at] & 15, bytes(data[start:start + length])

    def line(self):
        """The next line, as text; None once the page is closed."""
        while (frame := self.frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                return payload.decode()
            if opcode == 8:
                self.close_frame = (struct.unpack(">H", payload[:2])[0], payload[2:].decode())
                return None
        return None

    def lines(self):
        """Every line until the page is closed."""
        found = []
        while (line := self.line()) is not None:
            found.append(json.loads(line))
        return found

    def until(self, condition):
        """The lines up to and including the first for which the condition is true."""
        found = []
        while (line := self.line()) is not None:
            found.append(json.loads(line))
            if condition(found[-1]):
                return found
        raise Failure(f"closed with {self.close_frame} after {found[-3:]}")

    def reply(self, **request):
        """Sends a request; returns its reply."""
        self.ask(**request)
        return self.until(lambda line: line["type"] == "reply")[-1]

    def greeting(self):
        """The lines up to the end of the snapshot."""
        return self.until(lambda line: line["type"] == "snapshot_end")

    def closing(self):
        """Code and reason of the close frame, which ends the lines."""
        self.lines()
        return self.close_frame


class Web:
    """A gestured-web process."""

    def __init__(self, socket_path, *options, port=None):
        self.port = port or free_port()
        self.log = tempfile.TemporaryFile("w+")
        arguments = [PROGRAMS["web"], "--socket", socket_path, "--port", str(self.port)]
        arguments += options if "--origin" in options else ["--origin", ORIGIN, *options]
        self.process = subprocess.Popen(arguments, stderr=self.log)
        until(self.is_listening, "gestured-web listens")

    def is_listening(self):
        expect(self.process.poll() is None, "gestured-web has ended:", self.log_text())
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def log_text(self):
        self.log.seek(0)
        return self.log.read()

    def page(self, **options):
        return Page(self.port, **options)

    def get(self, path, host=None, method="GET", **headers):
        """Sends a request; returns status, headers and body of the response."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection:
            fields = {"Host": host or f"127.0.0.1:{self.port}", "Connection": "close", **headers}
            head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
            connection.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
            data = b""
            while chunk := connection.recv(1 << 16):
                data += chunk
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        names = dict(line.split(": ", 1) for line in lines[1:])
        status = int(lines[0].split()[1]) if lines[0] else 0
        return status, {name.lower(): value for name, value in names.items()}, body.decode()

    def memory(self):
        """The maximum memory of the process so far, in KiB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))

    def metric(self, name):
        """A sample of /metrics, which may be a second old."""
        for line in self.get("/metrics")[2].splitlines():
            if line.startswith(name + " "):
                return float(line.split()[-1])
        raise Failure(f"no {name} among the metrics")


class Daemon:
    """A gestured that plays a recording once a client has subscribed; at once if `awaits` is false."""

    def __init__(self, folder, recording=DEMO, configuration="", awaits=True, name="gestured"):
        self.path = str(folder / f"{name}.sock")
        file = folder / f"{name}.yaml"
        # The test's user, who also runs gestured-web, may have the clients that the user gestured-web may.
        limits = "" if "socket:" in configuration else f"socket: {{ max_clients_of: {{ {os.getuid()}: 72 }} }}\n"
        file.write_text(limits + configuration)
        arguments = [PROGRAMS["gestured"], "--replay", str(recording), "--realtime", "--config",
                     str(file), "--socket", self.path]
        self.process = subprocess.Popen(
            arguments + (["--await-subscription"] if awaits else []), stderr=subprocess.DEVNULL)
        until(lambda: os.path.exists(self.path), "gestured serves")

    def signal(self, number):
        self.process.send_signal(number)


class FakeDaemon:
    """Replaces the daemon: the test writes every line."""

    HELLO = {"type": "hello", "protocol": 1, "server": "gestured/0", "boot_id": "b",
             "monotonic_us": 1, "realtime_us": 2}
    DEVICE = {"type": "device", "seq": 1, "change": "present", "device": {
        "id": 1, "name": "Panel", "path": None, "bus": 3, "vendor": 1, "product": 1,
        "width_mm": 300, "height_mm": 200, "size": "kernel", "slots": 10, "force": "none",
        "state": "open"}}

    def __init__(self, folder, devices=1):
        self.path = str(folder / "fake.sock")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path + "~")
        self.listener.listen()
        os.rename(self.path + "~", self.path)
        self.listener.settimeout(PATIENCE)
        self.devices = devices
        self.seq = 0

    def accept(self):
        """Accepts and greets the next connection; returns a copy of this daemon that keeps it."""
        self.connection = self.listener.accept()[0]
        self.connection.settimeout(PATIENCE)
        self.reader = self.connection.makefile("r")
        self.seq = 0
        self.write(self.HELLO)
        for _ in range(self.devices):
            self.write_numbered(self.DEVICE)
        self.write_numbered({"type": "snapshot_end", "devices": self.devices})
        return copy.copy(self)

    def write(self, *lines):
        self.connection.sendall(
            "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode())

    def write_numbered(self, *lines):
        """Writes lines with the next values of `seq`."""
        for line in lines:
            self.seq += 1
            self.write({"type": line["type"], "seq": self.seq}
                       | {key: value for key, value in line.items() if key not in ("type", "seq")})

    def gesture(self, id, phase, us=1000, **members):
        self.write_numbered({
            "type": "gesture", "time_us": us, "device": 1, "zone": "screen", "gesture": "drag",
            "name": "drag", "id": id, "phase": phase, "fingers": 1, "x": 0.5, "y": 0.25,
            "x_mm": 150, "y_mm": 50, "dx_mm": 1, "dy_mm": 2} | members)

    def fill(self):
        """Writes lines until the receiver accepts nothing for half a second; returns how many it accepted
        entirely. `unsent` is the rest of the last one."""
        self.connection.settimeout(0.5)
        count, line = 0, b""
        try:
            while True:
                self.seq += 1
                line = b'{"type":"wake","seq":%d,"time_us":1,"text":"%s"}\n' % (self.seq, b"x" * 200)
                while line:
                    line = line[self.connection.send(line):]
                count += 1
        except TimeoutError:
            self.connection.settimeout(PATIENCE)
            self.unsent = line
            return count

    def request(self):
        return json.loads(self.reader.readline())

    def grant(self):
        """Reads a request and accepts it."""
        request = self.request()
        self.write({"type": "reply", "id": request["id"], "ok": True})
        return request


class Stage:
    """Programs that a test starts, and that end with it."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.programs = []
        return self

    def __exit__(self, *_):
        for program in reversed(self.programs):
            program.process.kill()
            program.process.wait()
        self.folder.cleanup()

    def daemon(self, **options):
        self.programs.append(Daemon(self.path, **options))
        return self.programs[-1]

    def web(self, daemon, *options, **more):
        self.programs.append(Web(getattr(daemon, "path", daemon), *options, **more))
        return self.programs[-1]

    def fake(self, **options):
        return FakeDaemon(self.path, **options)


STOP, CONTINUE, TERMINATE = signal.SIGSTOP, signal.SIGCONT, signal.SIGTERM
