"""What hid-recorder writes: HID devices' descriptors, and their reports with their times."""

import time

import uhid

# A report is not waited for longer than this, seconds: who records goes for coffee.
LONGEST_PAUSE = 3
# Of a capture that is played: how many reports there are from one look at it to the next.
REPORTS_BETWEEN = 25


class Recorded:
    """One device of a capture, as far as it has been read."""

    def __init__(self):
        self.name, self.identity, self.descriptor, self.reports = "HID capture", None, None, []

    def take(self, kind, words):
        """Takes what stands behind `kind` on a line; other kinds hold nothing of use.

        B: is a report as it was before a BPF program changed it: what the driver saw is in E:.
        """
        if kind == "R":
            self.descriptor = _counted(words) or _bytes(words)
        elif kind == "N":
            self.name = " ".join(words)
        elif kind == "I":
            self.identity = [int(word, 16) for word in words]
        elif kind == "E":
            report = _counted(words[1:])
            # The last line of a recording that was broken off may be short.
            if report:
                self.reports.append((float(words[0]), report))

    def is_whole(self):
        return self.descriptor and self.identity and self.reports


class Capture:
    """Of the devices of a capture that with the most reports: the one that was touched."""

    def __init__(self, text):
        devices, current = {}, "0"
        for line in text.splitlines():
            kind, colon, rest = line.partition(":")
            words = rest.split()
            # What is behind # is for people, and may have colons of its own.
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
        """Sends its reports at the times that they have; calls `often` after some, and the last."""
        last = self.device.reports[0][0]
        for index, (moment, report) in enumerate(self.device.reports):
            time.sleep(min(max(moment - last, 0), LONGEST_PAUSE))
            panel.report(report)
            last = moment
            if index % REPORTS_BETWEEN == REPORTS_BETWEEN - 1:
                often()
        # The driver may let go of contacts that are reported no more.
        time.sleep(0.3)
        often()


def _bytes(words):
    return bytes(int(word, 16) for word in words)


def _counted(words):
    """The bytes behind their number, which is decimal; `None` where they are not so many."""
    if len(words) < 2 or not words[0].isdecimal() or int(words[0]) != len(words) - 1:
        return None
    return _bytes(words[1:])
