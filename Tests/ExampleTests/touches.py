"""Recordings of touches, described in milliseconds and millimetres."""

from scene import DEMO

# Units per millimetre of the panel of the demonstration.
PER_MM = 20
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, BTN_TOUCH = 0, 0x14A
SLOT, TRACKING_ID, X, Y = 0x2F, 0x39, 0x35, 0x36


class Touches:
    """Frames of fingers on the panel of the demonstration, 344 × 194 mm."""

    def __init__(self):
        self._frames = []
        self._down = {}
        self._last_id = 0

    def frame(self, ms, *fingers):
        """A frame: each finger as (slot, x, y), or (slot,) if it lifts."""
        events = []
        for slot, *place in fingers:
            events.append((EV_ABS, SLOT, slot))
            if not place:
                del self._down[slot]
                events.append((EV_ABS, TRACKING_ID, -1))
                continue
            if slot not in self._down:
                self._last_id += 1
                self._down[slot] = self._last_id
                events.append((EV_ABS, TRACKING_ID, self._last_id))
            events += [(EV_ABS, X, round(place[0] * PER_MM)), (EV_ABS, Y, round(place[1] * PER_MM))]
        events += [(EV_KEY, BTN_TOUCH, 1 if self._down else 0), (EV_SYN, SYN_REPORT, 0)]
        self._frames.append((ms, events))

    def tap(self, ms, x, y, slot=0):
        """A tap of 60 ms."""
        self.frame(ms, (slot, x, y))
        self.frame(ms + 60, (slot,))

    def stroke(self, ms, start, end, slots=(0,), duration=100, apart=20):
        """Fingers side by side that move from one position to another."""
        steps = max(2, duration // 8)
        for step in range(steps + 1):
            share = step / steps
            x, y = (a + (b - a) * share for a, b in zip(start, end))
            fingers = [(slot, x + apart * index, y) for index, slot in enumerate(slots)]
            self.frame(ms + duration * step // steps, *fingers)
        self.frame(ms + duration + 8, *((slot,) for slot in slots))

    def write(self, path):
        """Writes them in the format of evemu-record."""
        with open(DEMO, encoding="utf-8") as demo:
            head = [line for line in demo if not line.startswith(("E:", "# "))]
        with open(path, "w", encoding="utf-8") as file:
            file.write("# EVEMU 1.3\n" + "".join(head))
            for ms, events in self._frames:
                for kind, code, value in events:
                    file.write(f"E: {1 + ms / 1000:.6f} {kind:04x} {code:04x} {value:04d}\n")
        return path
