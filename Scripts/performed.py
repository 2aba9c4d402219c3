"""Touches that gesturectl perform made, with their labels, and how what was recognised is judged. Used by accuracy."""

import math

LOOSE = (3, 0.1, 6)  # mm, of a scale, degrees
# Gestures beside which a drag is not an error: the specification makes them simultaneous.
BESIDE_DRAG = {"long_press", "deep_press", "swipe", "swipe_hold", "magnify", "rotate"}


class Touch:
    """A label of a recording, and the gestures that began in its time."""

    def __init__(self, line):
        # "# touch 1.000-1.080 tap fingers=1 count=1"
        _, _, times, self.gesture, *values = line.split()
        self.start, self.end = map(float, times.split("-"))
        self.values = dict(value.split("=", 1) for value in values)
        self.gestures = []  # the lines of each
        self.is_for_reader = False

    def number(self, name):
        return float(self.values[name])

    def reader_name(self):
        """The name that screen readers have for it."""
        fingers, values = int(self.number("fingers")), self.values
        start = f"{fingers}_finger_" if fingers > 1 else ""
        if self.gesture == "tap":
            count = ("single", "double", "triple")[int(self.number("count")) - 1]
            return f"{start}{count}_tap" + ("_and_hold" if "hold" in values else "")
        second = values.get("second_direction")
        return f"{start}{self.gesture}_{values['direction']}" + (f"_and_{second}" if second else "")

    def wanted(self, near):
        """What must be recognised. A double tap is two taps, counted."""
        if self.is_for_reader:
            return [lambda end: end.get("screen_reader") == self.reader_name()]
        if self.gesture == "tap":
            return [self.is_tap(count) for count in range(1, int(self.number("count")) + 1)]
        if self.gesture in ("magnify", "rotate"):
            return [match for name, match in (("scale", self.is_magnify), ("rotation", self.is_rotate))
                    if name in self.values for match in [lambda end, match=match: match(end, near)]]
        return [lambda end: end["gesture"] == self.gesture and self.matches(end, near)]

    def is_tap(self, count):
        return lambda end: end["gesture"] == "tap" and end["count"] == count and self.has_fingers(end) and \
            ("direction" not in end or self.values.get("direction") in (None, end["direction"]))

    def has_fingers(self, end):
        return end["fingers"] == self.number("fingers")

    def is_magnify(self, end, near):
        return end["gesture"] == "magnify" and abs(end["scale"] / self.number("scale") - 1) <= near[1]

    def is_rotate(self, end, near):
        return end["gesture"] == "rotate" and abs(end["rotation_deg"] - self.number("rotation")) <= near[2]

    def matches(self, end, near):
        if self.gesture in ("swipe", "swipe_hold"):
            return self.has_fingers(end) and self.values.get("direction") in (None, end["direction"]) and \
                self.values.get("edge") in (None, end.get("edge", "none"))
        if self.gesture == "drag":
            x, y = map(float, self.values["travel"].split(","))
            if near != LOOSE:
                return self.has_fingers(end) and math.dist((x, y), (end["dx_mm"], end["dy_mm"])) <= near[0]
            # Noise and slow scans cost some of the length.
            length = math.hypot(x, y)
            return self.has_fingers(end) and \
                abs(math.hypot(end["dx_mm"], end["dy_mm"]) - length) < max(near[0], 0.25 * length)
        return True

    def judge(self, near):
        """Whether all of it was recognised, and what was emitted in error."""
        wanted, false = self.wanted(near), []
        for lines in self.gestures:
            end = lines[-1]
            match = next((want for want in wanted if end["phase"] == "ended" and want(end)), None)
            if match:
                wanted.remove(match)
            elif not self.accompanies(end):
                false.append(end.get("screen_reader", end["gesture"]))
        return not wanted, false

    def accompanies(self, end):
        """Whether a gesture beside the performed one is not an error."""
        if end["gesture"] == "drag":
            # A finger joined: the contract's way to report it.
            return self.gesture in BESIDE_DRAG or end.get("reason") == "finger_added"
        # The finger that rests beside a tap with a direction makes a long press.
        return (self.gesture == "tap" and "direction" in self.values
                and end["gesture"] == "long_press" and end["phase"] == "ended")

    def velocity(self, time):
        """That of the hand, in mm/s."""
        begin, end = map(float, self.values["moves"].split("-"))
        share = (time - begin) / (end - begin)
        if not 0 <= share <= 1:
            return 0, 0
        pace = {"minimum_jerk": 30 * share ** 2 * (1 - share) ** 2, "flick": 1.3 * share ** 0.3, "steady": 1}
        return tuple(float(length) * pace[self.values["course"]] / (end - begin)
                     for length in self.values["travel"].split(","))

    def __str__(self):
        keys = ("reason", "count", "direction", "scale", "rotation_deg", "dx_mm", "dy_mm")
        text = "; ".join(" ".join([
            lines[-1]["gesture"], *(line["phase"] for line in lines if line["phase"] != "changed"),
            *(f"{key}={lines[-1][key]}" for key in keys if key in lines[-1])]) for lines in self.gestures)
        return f"{self.gesture} at {self.start} s, {self.values}: {text or 'nothing'}"
