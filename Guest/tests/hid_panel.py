"""A HID touchscreen of 300 × 180 mm in the form that Windows requires: two contacts a report, at
most ten."""

import struct
import time

import uhid

UNITS_PER_MM = 20
CONTACTS, PER_REPORT = 10, 2
WIDTH, HEIGHT = 300 * UNITS_PER_MM, 180 * UNITS_PER_MM
CONTACT_REPORT, MAXIMUM_REPORT, CERTIFICATE_REPORT = 1, 2, 3


def uint16(value):
    """A number as two bytes, little-endian."""
    return struct.pack("<H", value)


def position(usage, units, millimetres):
    """The items of one axis of a contact: 16 bits, whose physical length is in tenths of a millimetre."""
    return (b"\x05\x01\x09" + bytes([usage]) + b"\x26" + uint16(units) + b"\x46"
            + uint16(millimetres * 10) + b"\x55\x0e\x65\x11\x75\x10\x95\x01\x81\x02\x05\x0d")


FINGER = (
    b"\x09\x22\xa1\x02\x15\x00\x25\x01\x75\x01\x95\x01"  # a finger; bits of 0 or 1
    b"\x09\x42\x81\x02\x09\x47\x81\x02\x09\x32\x81\x02"  # tip switch, confidence, in range
    b"\x75\x05\x81\x03"  # padding
    b"\x09\x51\x25\x7f\x75\x08\x81\x02"  # contact identifier
    + position(0x30, WIDTH, 300) + position(0x31, HEIGHT, 180) + b"\xc0")
DESCRIPTOR = (
    b"\x05\x0d\x09\x04\xa1\x01\x85" + bytes([CONTACT_REPORT]) + FINGER * PER_REPORT
    + b"\x35\x00\x45\x00\x65\x00\x55\x00"
    + b"\x09\x54\x15\x00\x25\x7f\x75\x08\x95\x01\x81\x02"  # contact count
    + b"\x85" + bytes([MAXIMUM_REPORT]) + b"\x09\x55\x25" + bytes([CONTACTS])
    + b"\x75\x08\x95\x01\xb1\x02"  # contact count maximum
    # The blob by which a driver recognises a panel that is certified for Windows.
    + b"\x06\x00\xff\x09\xc5\x85" + bytes([CERTIFICATE_REPORT])
    + b"\x15\x00\x26\xff\x00\x75\x08\x96\x00\x01\xb1\x02\xc0")


class Touch:
    """One contact of a frame: its position in millimetres, and whether it touches (`tip`), is a finger (`confident`)
    and is in range (`near`), as the panel reports."""

    def __init__(self, identity, x, y, tip=True, confident=True, near=True):
        self.identity, self.x, self.y = identity, x, y
        self.flags = tip | confident << 1 | near << 2

    def packed(self):
        return struct.pack("<BBHH", self.flags, self.identity, round(self.x * UNITS_PER_MM),
                           round(self.y * UNITS_PER_MM))


class HIDPanel(uhid.Device):
    """The panel. It reports a frame in several reports if that has more than two contacts."""

    def __init__(self, name):
        super().__init__(name, DESCRIPTOR, features={
            MAXIMUM_REPORT: bytes([MAXIMUM_REPORT, CONTACTS]),
            CERTIFICATE_REPORT: bytes([CERTIFICATE_REPORT]) + bytes(256)})

    def show(self, *touches):
        """Sends one frame. The first report has the number of contacts, the others have 0."""
        count = len(touches)
        for first in range(0, max(count, 1), PER_REPORT):
            reported = touches[first:first + PER_REPORT]
            body = b"".join(touch.packed() for touch in reported).ljust(6 * PER_REPORT, b"\0")
            self.report(bytes([CONTACT_REPORT]) + body + bytes([0 if first else count]))

    def lift(self, *touches):
        """Reports contacts as lifted, at their positions."""
        for touch in touches:
            touch.flags = 0b010
        self.show(*touches)

    def stroke(self, path, seconds=0.4, rate=100):
        """Shows `path(share)`, a list of touches, for shares from 0 to 1; returns the last list."""
        frames = round(seconds * rate)
        start = time.monotonic()
        for index in range(frames + 1):
            pause = start + index / rate - time.monotonic()
            if pause > 0:
                time.sleep(pause)
            touches = path(index / frames)
            self.show(*touches)
        return touches

    def tap(self, *touches):
        """Shows the touches for a short time."""
        self.show(*touches)
        time.sleep(0.06)
        self.lift(*touches)
