"""A client of the daemon's socket, run by a given user, and the lines that it has received."""

import json
import os
import select
import subprocess
import time

SOCKET = "/run/gestured/gestured.sock"
# In seconds of the guest's clock; on a slow host the guest is slow, too.
PATIENCE = 10


class Failure(Exception):
    """A fault that a test found."""


def expect(holds, text):
    """Fails the test if `holds` is false."""
    if not holds:
        raise Failure(text)


class Client:
    """socat on the daemon's socket; keeps every line that it receives."""

    def __init__(self, user):
        self.lines = []
        self.closed = False
        self._partial = b""
        self._process = subprocess.Popen(
            ["socat", "-", f"UNIX-CONNECT:{SOCKET}"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, user=user.name, group=user.name,
            extra_groups=user.groups)

    def ready(self):
        """Waits until the client has received its snapshot; returns the client."""
        self.expect_line("snapshot_end", type="snapshot_end")
        return self

    def send(self, **request):
        """Sends a request."""
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()

    def refusal(self):
        """The errors of socat, once it has ended; fails if the daemon sent a line."""
        output, errors = self._process.communicate(timeout=PATIENCE)
        expect(not output, f"the daemon answered: {output[:200]!r}")
        return errors.decode(errors="replace")

    def _receive(self, seconds):
        """Reads available bytes, waiting at most `seconds` for them; returns whether
        there were any, or the connection ended."""
        output = self._process.stdout
        if self.closed or not select.select([output], [], [], max(0, seconds))[0]:
            return False
        data = os.read(output.fileno(), 65536)
        self.closed = not data
        *lines, self._partial = (self._partial + data).split(b"\n")
        self.lines += map(json.loads, lines)
        return True

    def expect_line(self, what, after=0, within=PATIENCE, **members):
        """Waits for a line from index `after` on that has these members, at most `within` seconds; returns it."""
        end = time.monotonic() + within
        checked = after
        while True:
            for line in self.lines[checked:]:
                if all(line.get(key) == value for key, value in members.items()):
                    return line
            checked = max(after, len(self.lines))
            remaining = end - time.monotonic()
            if remaining <= 0 or not self._receive(remaining):
                ending = "before the connection ended" if self.closed else f"within {within} s"
                raise Failure(f"no line for {what} {ending}; got {self._tail(after)}")

    def expect_end(self, within=PATIENCE):
        """Waits until the daemon closes the connection."""
        end = time.monotonic() + within
        while not self.closed:
            expect(time.monotonic() < end, f"still connected after {within} s")
            self._receive(0.5)

    def quiet(self, seconds=0.5):
        """Waits until no line has arrived for `seconds`; returns all lines."""
        while self._receive(seconds):
            pass
        return self.lines

    def gestures(self, after=0, **members):
        """Gesture lines from index `after` on that have these members."""
        return [line for line in self.lines[after:] if line["type"] == "gesture"
                and all(line.get(key) == value for key, value in members.items())]

    def _tail(self, after):
        """The last received lines in short, for messages."""
        received = [f"{line.get('gesture', line['type'])} "
                    f"{line.get('phase', line.get('change', ''))}".strip()
                    for line in self.lines[after:] if line.get("phase") != "changed"]
        return ", ".join(received[-12:]) or "nothing"

    def check_promises(self):
        """Checks the protocol's promises to every connection: numbers, ids, phases, fingers, times, and the end."""
        expect(not self.closed or self.lines and self.lines[-1]["type"] == "bye",
               "the connection ended without a bye")
        # The fingers of open gestures by id, the ids so far, and the last time of each device.
        open_fingers, seen, stamps = {}, set(), {}
        numbers = [line["seq"] for line in self.lines if "seq" in line]
        expect(numbers == list(range(1, len(numbers) + 1)), "seq has a gap or runs back")
        for line in self.lines:
            if line["type"] != "gesture":
                continue
            name, identity = f"{line['gesture']} {line['id']}", line["id"]
            stamp = stamps.get(line["device"], 0)
            expect(line["time_us"] >= stamp, f"time runs back at {name}")
            stamps[line["device"]] = line["time_us"]
            if line["phase"] == "began":
                expect(identity not in seen, f"{name} begins twice")
                open_fingers[identity] = line["fingers"]
            elif line["phase"] == "changed" or identity in open_fingers:
                expect(identity in open_fingers, f"{name} changes and has not begun")
                expect(open_fingers[identity] == line["fingers"], f"{name} changes its fingers")
            else:
                expect(identity not in seen, f"{name} ends twice")
            seen.add(identity)
            if line["phase"] in ("ended", "cancelled"):
                open_fingers.pop(identity, None)
        expect(not open_fingers, f"{len(open_fingers)} gestures never ended")

    def close(self):
        """Ends the client."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
