"""A touchscreen of the kernel, and fingers that move on it as real ones do."""

import math
import time

import uinput
from uinput import EV_ABS, EV_KEY, REPORT, Axis, event

WIDTH_MM, HEIGHT_MM = 300, 180
UNITS_PER_MM = 20
SLOTS = 10
PRESSURE_MAX = 255
MAJOR_MAX = 20 * UNITS_PER_MM
# The pressure of a finger that does not press.
LIGHT = 60
RATE_HZ = 100


class Finger:
    """The position of a finger in millimetres, and its pressure, up to PRESSURE_MAX."""

    def __init__(self, x, y, pressure=LIGHT):
        self.x, self.y, self.pressure = x, y, pressure

    def moved(self, dx, dy):
        return Finger(self.x + dx, self.y + dy, self.pressure)


class Touchscreen(uinput.Device):
    """A ten-finger panel of 300 × 180 mm that reports pressure (protocol B)."""

    def __init__(self, name="Guest Touchscreen", keys=(), product=0x0001, reports_size_and_pointer=False,
                 effects=0, phys=None):
        """If it `reports_size_and_pointer`, it also reports the size of contacts and the single-touch position.
        `effects` is the number of effects that it can play, `phys` its physical path."""
        width, height = WIDTH_MM * UNITS_PER_MM, HEIGHT_MM * UNITS_PER_MM
        axes = {
            uinput.ABS_X: Axis(width, UNITS_PER_MM),
            uinput.ABS_Y: Axis(height, UNITS_PER_MM),
            uinput.ABS_MT_SLOT: Axis(SLOTS - 1),
            uinput.ABS_MT_TRACKING_ID: Axis(65535),
            uinput.ABS_MT_POSITION_X: Axis(width, UNITS_PER_MM),
            uinput.ABS_MT_POSITION_Y: Axis(height, UNITS_PER_MM),
            uinput.ABS_MT_PRESSURE: Axis(PRESSURE_MAX),
        }
        if reports_size_and_pointer:
            axes[uinput.ABS_MT_TOUCH_MAJOR] = Axis(MAJOR_MAX, UNITS_PER_MM)
        super().__init__(
            name, axes, keys=(uinput.BTN_TOUCH, *keys), properties=(uinput.INPUT_PROP_DIRECT,),
            product=product, effects=effects, phys=phys)
        self._reports_size_and_pointer = reports_size_and_pointer
        self._down = set()
        self._next_tracking_id = 1

    def packed(self, fingers):
        """The bytes of one frame in which exactly these fingers, by slot, are on the glass."""
        events = []
        for slot in sorted(self._down - set(fingers)):
            events += [event(EV_ABS, uinput.ABS_MT_SLOT, slot),
                       event(EV_ABS, uinput.ABS_MT_TRACKING_ID, -1)]
        for slot, finger in sorted(fingers.items()):
            events.append(event(EV_ABS, uinput.ABS_MT_SLOT, slot))
            if slot not in self._down:
                events.append(event(EV_ABS, uinput.ABS_MT_TRACKING_ID, self._next_tracking_id))
                self._next_tracking_id = (self._next_tracking_id + 1) & 0xFFFF
            x, y = round(finger.x * UNITS_PER_MM), round(finger.y * UNITS_PER_MM)
            events += [event(EV_ABS, uinput.ABS_MT_POSITION_X, x),
                       event(EV_ABS, uinput.ABS_MT_POSITION_Y, y),
                       event(EV_ABS, uinput.ABS_MT_PRESSURE, round(finger.pressure))]
            if self._reports_size_and_pointer:
                # A finger that presses harder has a larger contact.
                major = UNITS_PER_MM * 8 + round(finger.pressure) % 32
                events.append(event(EV_ABS, uinput.ABS_MT_TOUCH_MAJOR, major))
        if self._reports_size_and_pointer and fingers:
            first = fingers[min(fingers)]
            events += [event(EV_ABS, uinput.ABS_X, round(first.x * UNITS_PER_MM)),
                       event(EV_ABS, uinput.ABS_Y, round(first.y * UNITS_PER_MM))]
        if bool(fingers) != bool(self._down):
            events.append(event(EV_KEY, uinput.BTN_TOUCH, int(bool(fingers))))
        self._down = set(fingers)
        return b"".join(events) + REPORT

    def show(self, *fingers):
        """Writes one frame: these fingers in slots 0, 1, …, and no others."""
        self.write(self.packed(dict(enumerate(fingers))))

    def lift(self):
        """Lifts every finger."""
        self.write(self.packed({}))

    def forget(self):
        """Forgets every finger without a lift, as a driver that loses it; later frames are of new contacts."""
        self._down = set()

    def hold(self, seconds, *fingers):
        """Keeps still fingers down: writes one frame and then none, as the kernel reports only changes."""
        self.show(*fingers)
        time.sleep(seconds)

    def move(self, path, seconds):
        """Writes `path(share)`, a list of fingers, for shares from 0 to 1 at the panel's rate."""
        frames = max(2, round(seconds * RATE_HZ))
        start = time.monotonic()
        for index in range(frames + 1):
            pause = start + index / RATE_HZ - time.monotonic()
            if pause > 0:
                time.sleep(pause)
            self.show(*path(index / frames))

    # Gestures on an empty glass; all except drag leave it empty.

    def tap(self, x=150, y=90, fingers=1):
        """A short still touch of one or more fingers, 20 mm apart."""
        self.hold(0.06, *[Finger(x + 20 * index, y) for index in range(fingers)])
        self.lift()

    def swipe(self, dx=80, dy=0, x=100, y=90):
        """A flick: a fast movement without a rest before the lift."""
        self.move(lambda share: [Finger(x + dx * share, y + dy * share)], 0.2)
        self.lift()

    def drag(self, dx=60, dy=30, x=100, y=60, seconds=0.6):
        """A finger that moves and stays down: lift it, or unplug the screen."""
        self.move(lambda share: [Finger(x + dx * share, y + dy * share)], seconds)

    def pinch(self, start=20, end=60, x=150, y=90):
        """Two fingers on a horizontal line, from one radius to another."""
        def path(share):
            radius = start + (end - start) * share
            return [Finger(x - radius, y), Finger(x + radius, y)]

        self.move(path, 0.5)
        self.lift()

    def turn(self, degrees=60, radius=30, x=150, y=90):
        """Two fingers turn around their centre; positive is clockwise."""
        def path(share):
            angle = math.radians(degrees * share)
            dx, dy = radius * math.cos(angle), radius * math.sin(angle)
            return [Finger(x + dx, y + dy), Finger(x - dx, y - dy)]

        self.move(path, 0.5)
        self.lift()

    def long_press(self, x=150, y=90):
        """A still finger for a second."""
        self.hold(1.0, Finger(x, y))
        self.lift()

    def deep_press(self, x=150, y=90):
        """A still finger that presses increasingly hard, then lifts."""
        self.move(lambda share: [Finger(x, y, LIGHT + 180 * share)], 0.6)
        self.move(lambda share: [Finger(x, y, 240 - 200 * share)], 0.2)
        self.lift()
