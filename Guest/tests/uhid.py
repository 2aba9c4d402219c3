"""HID devices made through /dev/uhid: the kernel's own HID drivers make their event nodes."""

import os
import select
import struct
import threading
import time
from pathlib import Path

BUS_USB = 3

# <linux/uhid.h>: the type of an event, and the packed data after it.
DESTROY, START, GET_REPORT, GET_REPORT_REPLY = 1, 2, 9, 10
CREATE2, INPUT2, SET_REPORT, SET_REPORT_REPLY = 11, 12, 13, 14
EVENT_BYTES = 4 + 128 + 64 + 64 + 2 + 2 + 4 * 4 + 4096
EIO = 5
# ABS_MT_POSITION_X, in the set of axes.
POSITION_X = 0x35


class NoTouchscreen(OSError):
    """No driver of the kernel makes a touchscreen of a device."""


class Device:
    """A HID device; closing it unplugs it."""

    def __init__(self, name, descriptor, vendor=0x1209, product=0x0010, bus=BUS_USB,
                 features=None, patience=10):
        """Raises NoTouchscreen if no driver has made a touchscreen of it within `patience` seconds. `features` are the
        answers to GET_REPORT, by report id."""
        self.name, self._features = name, features or {}
        self.descriptor = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
        self._answers = threading.Thread(target=self._answer, daemon=True)
        self._answers.start()
        before = set(self._nodes())
        self._send(CREATE2, struct.pack(
            "<128s64s64sHHIIII", name.encode(), b"", b"", len(descriptor), bus, vendor, product,
            1, 0) + descriptor)
        try:
            self.node = self._find_node(before, patience)
        except NoTouchscreen:
            self.close()
            raise

    def _send(self, kind, body):
        os.write(self.descriptor, struct.pack("<I", kind) + body)

    def _answer(self):
        """Answers requests of drivers, which they send while they initialise the device, until it is closed."""
        while True:
            descriptor = self.descriptor
            if descriptor is None:
                return
            try:
                if not select.select([descriptor], [], [], 0.2)[0]:
                    continue
                event = os.read(descriptor, EVENT_BYTES)
            except (OSError, ValueError):
                return
            kind, number = struct.unpack_from("<II", event)
            if kind == GET_REPORT:
                report = self._features.get(event[8], b"")
                error = 0 if report else EIO
                self._send(GET_REPORT_REPLY,
                           struct.pack("<IHH", number, error, len(report)) + report)
            elif kind == SET_REPORT:
                self._send(SET_REPORT_REPLY, struct.pack("<IH", number, 0))

    @staticmethod
    def _nodes():
        return Path("/dev/input").glob("event*")

    @staticmethod
    def _axes(node):
        """The absolute axes of a node as bits; 0 if the node is not complete, or already removed."""
        try:
            return int(Path(f"/sys/class/input/{node.name}/device/capabilities/abs").read_text(), 16)
        except OSError:
            return 0

    def _find_node(self, before, patience):
        """The event node of the touchscreen, which its driver makes asynchronously."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            for node in sorted(set(self._nodes()) - before):
                if self._axes(node) >> POSITION_X & 1:
                    return str(node)
            time.sleep(0.02)
        raise NoTouchscreen(f"no driver makes a touchscreen of {self.name}")

    def report(self, data):
        """Sends one input report, its number first."""
        self._send(INPUT2, struct.pack("<H", len(data)) + data)

    def close(self):
        """Unplugs the device; a second time does nothing."""
        if self.descriptor is None:
            return
        self._send(DESTROY, b"")
        descriptor, self.descriptor = self.descriptor, None
        self._answers.join()
        os.close(descriptor)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
