#!/usr/bin/env python3
"""Writes share/demo.evemu: seven kinds of gestures on a ten-point panel, as the kernel would report it.

Usage: make-demo-recording.py [FILE]    FILE defaults to share/demo.evemu; - is standard output.

The same bytes every time, so that the recording can be committed and checked against this script.
"""
import math
import pathlib
import random
import sys

WIDTH_MM, HEIGHT_MM = 344, 194
UNITS_PER_MM = 20
FUZZ = 2
SLOTS = 10
PRESSURE_MAX = 255
FRAME_US = 8000
REST_US = 900_000
NOISE_MM, NOISE_PRESSURE = 0.06, 0.006

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y, ABS_PRESSURE = 0x00, 0x01, 0x18
MT_SLOT, MT_X, MT_Y, MT_TRACKING_ID, MT_PRESSURE = 0x2F, 0x35, 0x36, 0x39, 0x3A

AXES = {
    ABS_X: (WIDTH_MM * UNITS_PER_MM, FUZZ, UNITS_PER_MM),
    ABS_Y: (HEIGHT_MM * UNITS_PER_MM, FUZZ, UNITS_PER_MM),
    ABS_PRESSURE: (PRESSURE_MAX, 0, 0),
    MT_SLOT: (SLOTS - 1, 0, 0),
    MT_X: (WIDTH_MM * UNITS_PER_MM, FUZZ, UNITS_PER_MM),
    MT_Y: (HEIGHT_MM * UNITS_PER_MM, FUZZ, UNITS_PER_MM),
    MT_TRACKING_ID: (65535, 0, 0),
    MT_PRESSURE: (PRESSURE_MAX, 0, 0),
}


def defuzz(value, old, fuzz):
    """Holds a value back while it changes by no more than the axis's noise, as the kernel does."""
    if fuzz:
        change = abs(value - old)
        if change < fuzz // 2:
            return old
        if change < fuzz:
            return (old * 3 + value) // 4
        if change < fuzz * 2:
            return (old + value) // 2
    return value


class Kernel:
    """Protocol B as output: unchanged values are omitted, slots are named when they change."""

    def __init__(self):
        self.lines = []
        self.values = {ABS_X: 0, ABS_Y: 0, ABS_PRESSURE: 0, BTN_TOUCH: 0}
        self.slots = [{MT_TRACKING_ID: -1, MT_X: 0, MT_Y: 0, MT_PRESSURE: 0} for _ in range(SLOTS)]
        self.slot = 0
        self.next_id = 1

    def frame(self, time_us, contacts):
        """One report of the panel. contacts: {slot: (x mm, y mm, pressure 0-1)}."""
        events = []
        for number in range(SLOTS):
            self.report_slot(number, contacts.get(number), events)
        self.emulate_pointer(events)
        if events:
            events.append((EV_SYN, 0, 0))
        self.lines += [
            f"E: {time_us // 1_000_000}.{time_us % 1_000_000:06d} {kind:04x} {code:04x} {value:04d}"
            for kind, code, value in events
        ]

    def report_slot(self, number, contact, events):
        was_down = self.slots[number][MT_TRACKING_ID] >= 0
        if contact is None:
            if was_down:
                self.set_mt(number, MT_TRACKING_ID, -1, events)
            return
        if not was_down:
            self.set_mt(number, MT_TRACKING_ID, self.next_id, events)
            self.next_id += 1
        x, y, pressure = contact
        self.set_mt(number, MT_X, round(x * UNITS_PER_MM), events)
        self.set_mt(number, MT_Y, round(y * UNITS_PER_MM), events)
        self.set_mt(number, MT_PRESSURE, max(1, round(pressure * PRESSURE_MAX)), events)

    def set_mt(self, number, code, value, events):
        old = self.slots[number][code]
        value = defuzz(value, old, AXES[code][1])
        if value == old:
            return
        if self.slot != number:
            self.slot = number
            events.append((EV_ABS, MT_SLOT, number))
        self.slots[number][code] = value
        events.append((EV_ABS, code, value))

    def emulate_pointer(self, events):
        """The oldest contact also moves the single-touch axes."""
        down = [slot for slot in self.slots if slot[MT_TRACKING_ID] >= 0]
        self.set(EV_KEY, BTN_TOUCH, int(bool(down)), events)
        if down:
            oldest = min(down, key=lambda slot: slot[MT_TRACKING_ID])
            self.set(EV_ABS, ABS_X, oldest[MT_X], events)
            self.set(EV_ABS, ABS_Y, oldest[MT_Y], events)
        pressure = oldest[MT_PRESSURE] if down else 0
        self.set(EV_ABS, ABS_PRESSURE, pressure, events)

    def set(self, kind, code, value, events):
        old = self.values[code]
        value = defuzz(value, old, AXES[code][1] if kind == EV_ABS else 0)
        if value != old:
            self.values[code] = value
            events.append((kind, code, value))


def smooth(share):
    """0 to 1 with rest at both ends."""
    share = min(1, max(0, share))
    return share * share * (3 - 2 * share)


def touch(length, peak):
    """The pressure of an ordinary touch: up in 40 ms, a slow swell, down in 30 ms."""

    def pressure(t):
        ramp = min(1, (t + 8) / 40, (length - t + 8) / 30)
        return peak * ramp * (0.93 + 0.07 * math.sin(t / 70))

    return pressure


class Finger:
    """A contact: when it exists (ms since the scene began), its position (mm), its force (0 to 1)."""

    def __init__(self, start, length, place, pressure, slot=0):
        self.start, self.length, self.place, self.pressure = start, length, place, pressure
        self.slot = slot

    def at(self, t):
        t -= self.start
        return (*self.place(t), self.pressure(t)) if 0 <= t < self.length else None


def still(x, y):
    """A resting finger: it rolls by a third of a millimetre."""
    return lambda t: (x + 0.3 * smooth(t / 600), y - 0.2 * smooth(t / 400))


def tap(x, y, start=0, length=88, peak=0.42):
    return Finger(start, length, still(x, y), touch(length, peak))


def drag():
    def place(t):
        way = smooth(t / 800)
        return 80 + 80 * way, 120 + 5 * way + 1.5 * math.sin(math.pi * way)

    return Finger(0, 1050, place, touch(1050, 0.38))


def flick():
    def place(t):
        # Slow for a moment, then faster to the very end: a flick does not stop before the lift.
        way = (t / 144) ** 1.5
        return 110 + 60 * way, 100 + 2 * way

    return Finger(0, 150, place, touch(150, 0.45))


def pair(length, spread, degrees):
    """Two fingers about the middle of the panel; spread in mm and angle as functions of time."""

    def place(side):
        def at(t):
            angle = math.radians(degrees(t))
            radius = side * spread(t) / 2
            return 172 + radius * math.cos(angle), 97 + radius * math.sin(angle)

        return at

    return [
        Finger(0, length, place(-1), touch(length, 0.36)),
        # Two fingers seldom land, or lift, in the same frame.
        Finger(16, length - 8, lambda t: place(1)(t + 16), touch(length - 8, 0.33), slot=1),
    ]


def deep_press():
    def pressure(t):
        light = 0.3 * min(1, (t + 8) / 32, (900 - t + 8) / 30)
        return light + 0.65 * smooth((t - 200) / 250) - 0.65 * smooth((t - 600) / 200)

    return Finger(0, 900, still(250, 110), pressure)


SCENES = [
    ("tap", [tap(60, 50)]),
    ("double tap", [tap(120, 60), tap(121, 60.6, start=224, length=80, peak=0.47)]),
    ("long press", [Finger(0, 800, still(170, 90), touch(800, 0.4))]),
    ("drag", [drag()]),
    ("swipe right", [flick()]),
    ("magnify, two fingers", pair(850, lambda t: 40 + 70 * smooth(t / 700), lambda t: 30)),
    ("rotate, two fingers", pair(1050, lambda t: 70, lambda t: 10 + 90 * smooth(t / 900))),
    ("deep press", [deep_press()]),
]


def play(kernel, noise):
    time_us = 1_000_000
    for name, fingers in SCENES:
        kernel.lines.append(f"# {name}")
        end = max(finger.start + finger.length for finger in fingers)
        # One more frame than the last finger has, for its lift.
        for t in range(0, end + 2 * FRAME_US // 1000, FRAME_US // 1000):
            contacts = {
                finger.slot: tuple(
                    value + noise.uniform(-spread, spread)
                    for value, spread in zip(finger.at(t), (NOISE_MM, NOISE_MM, NOISE_PRESSURE))
                )
                for finger in fingers
                if finger.at(t)
            }
            kernel.frame(time_us + noise.randrange(300), contacts)
            time_us += FRAME_US
        time_us += REST_US


def mask(kind, codes, length):
    """The B: lines of one event type, eight bytes each."""
    bits = [sum(1 << bit for bit in range(8) if 8 * byte + bit in codes) for byte in range(length)]
    return [
        f"B: {kind:02x} " + " ".join(f"{byte:02x}" for byte in bits[start:start + 8])
        for start in range(0, length, 8)
    ]


def description():
    return [
        "# EVEMU 1.3",
        "# Made by Scripts/make-demo-recording.py: nobody touched a screen for this.",
        f"# Size in mm: {WIDTH_MM}x{HEIGHT_MM}",
        "N: Demo Panel",
        "I: 0018 1209 0001 0100",
        "P: 02 00 00 00 00 00 00 00",
        *mask(EV_SYN, {EV_SYN, EV_KEY, EV_ABS}, 8),
        *mask(EV_KEY, {BTN_TOUCH}, 96),
        *mask(EV_ABS, set(AXES), 8),
        *(
            f"A: {code:02x} 0 {maximum} {fuzz} 0 {resolution}"
            for code, (maximum, fuzz, resolution) in AXES.items()
        ),
    ]


def main():
    default = pathlib.Path(__file__).resolve().parent.parent / "share" / "demo.evemu"
    path = sys.argv[1] if len(sys.argv) > 1 else default
    kernel = Kernel()
    play(kernel, random.Random(1))
    text = "\n".join(description() + kernel.lines) + "\n"
    if path == "-":
        sys.stdout.write(text)
    else:
        pathlib.Path(path).write_text(text)


if __name__ == "__main__":
    main()
