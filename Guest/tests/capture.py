"""Captures of hid-recorder: the descriptors of HID devices, and reports with their times."""

import time

import uhid

# The longest pause between two reports that are played, in seconds: longer ones of a capture are shortened to it.
LONGEST_PAUSE = 3
# The number of played reports from one check to the next.
REPORTS_BETWEEN_CHECKS = 25


class Recorded:
    """One device of a capture, as far as it has been read."""

    def __init__(self):
        self.name, self.identity, self.descriptor, self.reports = "HID capture", None, None, []

    def read_line(self, kind, words):
        """Reads a line of the device: its kind, and the words after the colon. Ignores other kinds.

        B: is a report before a BPF program changed it; E: is the report that the driver received.
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

    def is_complete(self):
        return self.descriptor and self.identity and self.reports


class Capture:
    """A capture, of which only the device with the most reports is played."""

    def __init__(self, text):
        devices, current = {}, "0"
        for line in text.splitlines():
            kind, colon, rest = line.partition(":")
            words = rest.split()
            # A comment, after #, may contain colons: its kind is unknown.
            if not colon or not words:
                continue
            if kind.strip() == "D":
                current = words[0]
            devices.setdefault(current, Recorded()).read_line(kind.strip(), words)
        complete = [device for device in devices.values() if device.is_complete()]
        if not complete:
            raise ValueError("no capture of hid-recorder: it lacks R:, I: or E: lines")
        self.device = max(complete, key=lambda device: len(device.reports))

    def plug(self):
        """Plugs the device in; returns it. Raises uhid.NoTouchscreen."""
        bus, vendor, product = self.device.identity[:3]
        return uhid.Device(
            self.device.name, self.device.descriptor, vendor, product, bus, patience=4)

    def play(self, panel, check=lambda: None):
        """Sends the reports at their recorded times; calls `check` between them and after the last."""
        last = self.device.reports[0][0]
        for index, (moment, report) in enumerate(self.device.reports):
            time.sleep(min(max(moment - last, 0), LONGEST_PAUSE))
            panel.report(report)
            last = moment
            if index % REPORTS_BETWEEN_CHECKS == REPORTS_BETWEEN_CHECKS - 1:
                check()
        # The driver may release contacts that are no longer reported.
        time.sleep(0.3)
        check()


def _bytes(words):
    return bytes(int(word, 16) for word in words)


def _counted(words):
    """The bytes that follow their number, which is decimal; None if the number is wrong."""
    if len(words) < 2 or not words[0].isdecimal() or int(words[0]) != len(words) - 1:
        return None
    return _bytes(words[1:])
