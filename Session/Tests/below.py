"""The observers of the tests under real compositors, here and in the guest: the window below gestured-session, which
records its touches, and the answers of the compositor and of the program."""

import contextlib
import json
import re
import socket
import struct
import threading
import time

PATIENCE = 20


def until(condition, what, seconds=PATIENCE):
    """Polls until a condition is true."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"{what}: not within {seconds} s"
        time.sleep(0.01)
    return found


class Window:
    """The touches that wev prints into a file, as (kind, id, x, y); `position` converts two texts to x and y.

    `mark` is a position that no test touches.
    """

    def __init__(self, path, mark, position):
        self.path, self.mark, self.position, self.read = path, mark, position, 0

    def received(self):
        """The touches that the window has received since the last call."""
        with open(self.path, "rb") as file:
            file.seek(self.read)
            text = file.read()
        # wev may be about to write the rest of a line.
        text = text[:text.rfind(b"\n") + 1]
        self.read += len(text)
        found = []
        for kind, rest in re.findall(r"wl_touch\] (down|up|motion|cancel)(.*)", text.decode(errors="replace")):
            number = re.search(r"id: (\d+)", rest)
            texts = re.search(r"x, y: ([-\d.]+), ([-\d.]+)", rest)
            position = self.position(texts.groups()) if texts else (0, 0)
            found.append((kind, int(number[1]) if number else -1, *position))
        return found

    def touches(self, touch_mark, seconds):
        """The touches that it received since the last call, up to one at the mark, which `touch_mark` makes."""
        found, end = [], time.monotonic() + seconds
        while not self.ends_with_mark(found):
            assert time.monotonic() < end, "the window receives no touch"
            touch_mark()
            again = time.monotonic() + 1
            while time.monotonic() < again and not self.ends_with_mark(found):
                time.sleep(0.01)
                found += self.received()
        return self.without_marks(found)

    def is_mark(self, touch):
        """Whether a touch landed at the mark."""
        return touch[0] == "down" and all(abs(a - b) < 0.1 for a, b in zip(touch[2:], self.mark))

    def ends_with_mark(self, touches):
        """Whether a touch at the mark has landed and lifted."""
        return any(map(self.is_mark, touches)) and touches[-1][0] == "up"

    def without_marks(self, touches):
        """Touches without those at the mark."""
        kept, marked = [], set()
        for each in touches:
            if self.is_mark(each):
                marked.add(each[1])
            elif each[1] not in marked:
                kept.append(each)
            elif each[0] == "up":
                marked.remove(each[1])
        return kept


class Screens:
    """The state of a compositor and of gestured-session, by the sockets in the runtime folder."""

    def __init__(self, folder, display):
        self.folder, self.display = folder, display

    def ask(self, **request):
        """The reply of gestured-session on its socket; None if it does not answer."""
        with contextlib.suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as guest:
            guest.settimeout(PATIENCE)
            guest.connect(f"{self.folder}/gestured-session.sock")
            guest.sendall(json.dumps(request).encode() + b"\n")
            return json.loads(guest.recv(4096))
        return None

    def settle(self):
        """Waits until the compositor has handled what its clients sent before: an answer to wl_display.sync."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            client.connect(f"{self.folder}/{self.display}")
            client.sendall(struct.pack("=III", 1, 12 << 16, 2))
            assert client.recv(12), "the compositor does not answer"

    def has(self, what):
        """Whether gestured-session shows its "shield" or its "strips"."""
        return (self.ask(type="status") or {}).get(what, False)

    def rises(self, what="shield", seconds=PATIENCE):
        """Waits until the shield (or the strips, by `what`) is up, and the compositor has it."""
        until(lambda: self.has(what), f"the {what}", seconds)
        # The compositor requests the content of a new surface; the program has sent it once it sends its next reply.
        self.settle()
        self.has(what)
        self.settle()

    def falls(self, seconds=PATIENCE):
        """Waits until the shield is down, and the compositor has removed it."""
        until(lambda: not self.has("shield"), "the end of the shield", seconds)
        self.settle()


def tap_near_changes(screens, positions, tap, dice):
    """Taps each position within 6 ms of the request for a lock, or for its end, or of the time at which the request is
    expected to have taken effect."""
    # The recent duration of each change, in seconds.
    durations = {"lock": 0.01, "unlock": 0.01}
    for index, position in enumerate(positions):
        kind = "unlock" if index % 2 else "lock"
        tapping = threading.Timer(dice.choice((0, durations[kind])) + dice.uniform(0, 0.012), tap, position)
        tapping.start()
        time.sleep(0.006)
        begin = time.monotonic()
        screens.ask(type=kind, seconds=600)
        (screens.falls if index % 2 else screens.rises)()
        durations[kind] = 0.8 * durations[kind] + 0.2 * min(time.monotonic() - begin, 0.3)
        tapping.join()
    screens.ask(type="unlock")
    screens.falls()


def logged_landings(path):
    """The positions, as texts, of the touches that a program of libwayland received, by its log
    (WAYLAND_DEBUG=client)."""
    return re.findall(r"wl_touch[@#]\d+\.down\(.*, ([-\d.]+), ([-\d.]+)\)", path.read_text(errors="replace"))
