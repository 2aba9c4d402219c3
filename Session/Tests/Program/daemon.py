"""A fake daemon of one client: the lines that a test chooses, and replies to `status` and `zones`."""

import json
import select
import socket
import time

DEVICE = {"id": 3, "name": "Panel", "path": None, "bus": 3, "vendor": 1, "product": 2, "width_mm": 300,
          "height_mm": 180, "size": "kernel", "slots": 10, "force": "none", "state": "open"}
ZONES = [{"device": 3, "name": "screen", "x": 0, "y": 0, "width": 1, "height": 1, "edges": {"left": 15}},
         {"device": 3, "name": "dock", "x": 0.25, "y": 0.75, "width": 0.5, "height": 0.25}]


class Daemon:
    """Listens in `folder` as gestured.sock."""

    def __init__(self, folder):
        self.path = folder / "gestured.sock"
        self.path.unlink(missing_ok=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        self.peer, self.input, self.requests = None, b"", []
        self.activity, self.is_touched, self.zones, self.device = "active", False, ZONES, DEVICE
        self.connections, self.permits_reports = 0, True

    def pump(self, seconds):
        """Handles the requests that arrive within a time."""
        if not select.select([self.peer or self.listener], [], [], seconds)[0]:
            return
        if self.peer is None:
            self.peer, _ = self.listener.accept()
            self.connections += 1
            self.greet()
            return
        try:
            data = self.peer.recv(65536)
        except OSError:
            data = b""
        if not data:
            self.peer = None
        self.input += data
        *lines, self.input = self.input.split(b"\n")
        for line in lines if self.peer else []:
            self.handle(json.loads(line))

    def greet(self):
        self.line(type="hello", protocol=1, server="gestured/0.1.0", boot_id="", monotonic_us=0, realtime_us=0)
        self.line(type="device", seq=1, change="present", device=self.device)
        self.line(type="snapshot_end", seq=2, devices=1)

    def handle(self, request):
        self.requests.append(request)
        reply = {"type": "reply", "id": request["id"], "ok": True}
        if request["type"] == "status":
            now = time.monotonic_ns() // 1000
            reply["status"] = {"activity": self.activity, "last_touch_us": now if self.is_touched else 1}
        elif request["type"] == "zones":
            reply["zones"] = self.zones
        elif request["type"] == "set_output" and not self.permits_reports:
            reply |= {"ok": False, "error": {"code": "not_permitted", "message": "clients.outputs"}}
        self.line(**reply)

    def line(self, **members):
        """Sends a line."""
        self.send(json.dumps(members).encode() + b"\n")

    def send(self, data):
        """Sends bytes, unless the client has ended."""
        try:
            if self.peer:
                self.peer.sendall(data)
        except OSError:
            self.peer = None

    def idle(self):
        """Reports that no user is present."""
        self.activity = "idle"
        self.line(type="activity", seq=3, time_us=1, state="idle")

    def active(self):
        """Reports that a finger landed."""
        self.activity = "active"
        self.line(type="activity", seq=3, time_us=1, state="active")

    def wake(self):
        """Reports that the waking touch has lifted."""
        self.activity = "active"
        self.line(type="wake", seq=3, time_us=1, began_us=1)

    def close(self):
        """Ends everything."""
        for each in (self.peer, self.listener):
            if each:
                each.close()
        self.path.unlink(missing_ok=True)
