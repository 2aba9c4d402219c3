"""What a FakeDaemon plays in place of gestured: the first lines, and replies."""

import json

from fake_daemon import line

PANEL = {"id": 1, "name": "Panel", "path": None, "bus": 3, "vendor": 1, "product": 2, "width_mm": 344.2,
         "height_mm": 193.6, "size": "kernel", "slots": 10, "force": "none", "state": "open"}
HELLO = line(type="hello", protocol=1, server="gestured/0.1.0", boot_id="b", monotonic_us=1, realtime_us=1)
PRESENT = line(type="device", seq=1, change="present", device=PANEL)
SNAPSHOT_END = line(type="snapshot_end", seq=2, devices=1)


def answering(handle=lambda connection, request: None):
    """A daemon with a panel, which replies to every request until `handle` returns True."""
    def play(connection, _):
        connection.sendall(HELLO + PRESENT + SNAPSHOT_END)
        serve(connection, handle)
    return play


def serve(connection, handle):
    """Replies to the requests of a connection until `handle(connection, request)` returns True."""
    for text in connection.makefile("rb"):
        request = json.loads(text)
        reply = {"type": "reply", "id": request["id"], "ok": True}
        if request["type"] == "status":
            reply["status"] = {"activity": "idle"}
        connection.sendall(line(**reply))
        if handle(connection, request):
            return


class Events:
    """Records the events of a connection, by name."""

    def __init__(self):
        self.names = []

    def __getattr__(self, name):
        return lambda *_: self.names.append(name)
