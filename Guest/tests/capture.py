"""What hid-recorder writes: a HID device's descriptor, and its reports with their times."""

import time

import uhid

# A report is not waited for longer than this, seconds: who records goes for coffee.
LONGEST_PAUSE = 3


class Capture:
    """The first device of a capture that has a descriptor and reports."""

    def __init__(self, path):
        self.name, self.identity, self.descriptor, self.reports = "HID capture", None, None, []
        chosen, current = None, 0
        for line in path.read_text(errors="replace").splitlines():
            kind, _, rest = line.partition(":")
            words = rest.split()
            if kind == "D":
                current = int(words[0])
            elif kind == "R" and chosen is None:
                chosen, self.descriptor = current, self._bytes(words[0], words[1:])
            if current != (0 if chosen is None else chosen):
                continue
            if kind == "N":
                self.name = rest.strip()
            elif kind == "I":
                self.identity = [int(word, 16) for word in words]
            elif kind == "E" and len(words) > 2:
                self.reports.append((float(words[0]), self._bytes(words[1], words[2:])))
        if not (self.descriptor and self.identity and self.reports):
            raise ValueError(f"{path} is no capture of hid-recorder: it lacks R:, I: or E: lines")

    @staticmethod
    def _bytes(count, words):
        return bytes(int(word, 16) for word in words)[:int(count)]

    def plug(self):
        """The device, plugged in."""
        bus, vendor, product = self.identity[:3]
        return uhid.Device(self.name, self.descriptor, vendor, product, bus)

    def play(self, device):
        """Sends its reports at the times that they have."""
        last = self.reports[0][0]
        for moment, report in self.reports:
            time.sleep(min(max(moment - last, 0), LONGEST_PAUSE))
            device.report(report)
            last = moment
