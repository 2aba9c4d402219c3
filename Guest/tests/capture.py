"""Captures of hid-recorder: HID devices' descriptors, and their reports with their times."""

import time

import uhid

# The longest wait for a report, seconds: captures contain long pauses.
LONGEST_PAUSE = 3
# The number of reports of a played capture from one check to the next.
REPORTS_BETWEEN = 25


class Recorded:
    """One device of a capture, as far as it has been read."""

    def __init__(self):
        self.name, self.identity, self.descriptor, self.reports = "HID capture", None, None, []

    def take(self, kind, words):
        """Handles the text after `kind` on a line; other kinds contain nothing relevant.

        B: is a report before a BPF program changed it: E: is the report that the driver saw.
        """
        if kind == "R":
            self.descriptor = _counted(words) or _bytes(words)
        elif kind == "N":
            self.name = " ".join(words)
        elif kind == "I":
            self.identity = [int(word, 16) for word in words]
        elif kind == "E":
            report = _counted(words[1:])
            # The last line of an interrupted recording may be truncated.
            if report:
                self.reports.append((float(words[0]), report))

    def is_whole(self):
        return self.descriptor and self.identity and self.reports


class Capture:
    """The device of a capture that was touched: the one with the most reports."""

    def __init__(self, text):
        devices, current = {}, "0"
        for line in text.splitlines():
            kind, colon, rest = line.partition(":")
            words = rest.split()
            # The text after # is a comment, and may contain colons.
            if not colon or not words:
                continue
            if kind.strip() == "D":
                current = words[0]
            devices.setdefault(current, Recorded()).take(kind.strip(), words)
        whole = [device for device in devices.values() if device.is_whole()]
        if not whole:
            raise ValueError("no capture of hid-recorder: it lacks R:, I: or E: lines")
        self.device = max(whole, key=lambda device: len(device.reports))

    def plug(self):
        """The device, plugged in."""
        bus, vendor, product = self.device.identity[:3]
        return uhid.Device(
            self.device.name, self.device.descriptor, vendor, product, bus, patience=4)

    def play(self, panel, often=lambda: None):
        """Sends its reports at their recorded times; calls `often` after some of them, and after
        the last."""
        last = self.device.reports[0][0]
        for index, (moment, report) in enumerate(self.device.reports):
            time.sleep(min(max(moment - last, 0), LONGEST_PAUSE))
            panel.report(report)
            last = moment
            if index % REPORTS_BETWEEN == REPORTS_BETWEEN - 1:
                often()
        # The driver may release contacts that are no longer reported.
        time.sleep(0.3)
        often()


def _bytes(words):
    return bytes(int(word, 16) for word in words)


def _counted(words):
    """The bytes after their number, which is decimal; `None` if the number is wrong."""
    if len(words) < 2 or not words[0].isdecimal() or int(words[0]) != len(words) - 1:
        return None
    return _bytes(words[1:])
