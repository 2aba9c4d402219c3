"""Methods that withhold touches from the readers of a panel, from `on` to `off`. A MethodProcess runs one in a
separate process, which can be killed."""

import ctypes
import fcntl
import multiprocessing
import os
import struct
import time
from pathlib import Path

import uinput
from uinput import EV_ABS, REPORT, event

EVIOCGRAB, EVIOCSMASK, EVIOCREVOKE = 0x40044590, 0x40104593, 0x40044591
SLOTS = 10
AXES = (uinput.ABS_MT_POSITION_X, uinput.ABS_MT_POSITION_Y, uinput.ABS_MT_PRESSURE)
PATIENCE_S = 3
REPLUG_S = 1.5
HAMMERED = 200


class Plain:
    """Grabs and releases the node at once. `on` returns whether touches are withheld."""

    flags = os.O_RDONLY

    def __init__(self, node):
        self._input = Path("/sys/class/input", Path(node).name, "device").resolve()
        self._descriptor = os.open(node, self.flags | os.O_NONBLOCK)

    def _grab(self, is_grabbed):
        fcntl.ioctl(self._descriptor, EVIOCGRAB, int(is_grabbed))

    def _slots(self, code):
        """The kernel's value of an axis in each slot (EVIOCGMTSLOTS)."""
        size = 4 * (SLOTS + 1)
        request = 0x80000000 | size << 16 | 0x450A
        answer = fcntl.ioctl(self._descriptor, request, struct.pack("I", code).ljust(size, b"\0"))
        return struct.unpack_from(f"{SLOTS}i", answer, 4)

    def _axis(self, code):
        """The kernel's value of an axis (EVIOCGABS)."""
        return struct.unpack("6i", fcntl.ioctl(self._descriptor, 0x80184540 + code, bytes(24)))[0]

    def _is_empty(self):
        return all(identity < 0 for identity in self._slots(uinput.ABS_MT_TRACKING_ID))

    def _wait_until_empty(self):
        end = time.monotonic() + PATIENCE_S
        while not self._is_empty() and time.monotonic() < end:
            time.sleep(0.001)

    def on(self):
        self._grab(True)
        return True

    def off(self):
        self._grab(False)

    def hammer(self):
        for _ in range(HAMMERED):
            if self.on():
                time.sleep(0.001)
                self.off()


class Careful(Plain):
    """Grabs only while the glass is empty, which it checks again afterwards; releases once the glass is empty."""

    def on(self):
        if not self._is_empty():
            return False
        self._grab(True)
        if not self._is_empty():
            self._grab(False)
            return False
        return True

    def off(self):
        self._wait_until_empty()
        self._grab(False)


class Rewind(Careful):
    """Before the release writes the last values that readers received back into the kernel: needs write access."""

    flags = os.O_RDWR

    def on(self):
        if not super().on():
            return False
        self._slot = self._axis(uinput.ABS_MT_SLOT)
        self._values = {code: self._slots(code) for code in AXES}
        return True

    def off(self):
        self._wait_until_empty()
        # The readers' slot comes last, so that the kernel ends in it.
        order = [slot for slot in range(SLOTS) if slot != self._slot] + [self._slot]
        frame = b""
        for slot in order:
            frame += event(EV_ABS, uinput.ABS_MT_SLOT, slot)
            for code in AXES:
                value = self._values[code][slot]
                frame += event(EV_ABS, code, value + 1) + event(EV_ABS, code, value)
        os.write(self._descriptor, frame + REPORT)
        self._grab(False)


class Resend(Careful):
    """After the release changes every value and back, so that every reader receives all: needs write access."""

    flags = os.O_RDWR

    def off(self):
        super().off()
        current = self._axis(uinput.ABS_MT_SLOT)
        # The kernel sends only a slot that differs. Its present slot comes last: readers then have the same.
        order = [slot for slot in range(SLOTS) if slot != current] + [current]
        values = {code: self._slots(code) for code in AXES}
        for slot in order:
            frame = event(EV_ABS, uinput.ABS_MT_SLOT, slot)
            for code in AXES:
                value = values[code][slot]
                frame += event(EV_ABS, code, value + 1) + event(EV_ABS, code, value)
            os.write(self._descriptor, frame + REPORT)


class Replug(Careful):
    """After the release makes udev report the node as removed and added: needs root."""

    def off(self):
        super().off()
        node = self._input / Path(os.readlink(f"/proc/self/fd/{self._descriptor}")).name / "uevent"
        node.write_text("remove")
        node.write_text("add")
        # udev and the readers that follow it need a few tenths of a second.
        time.sleep(REPLUG_S)


class Inhibit(Plain):
    """Makes the kernel inhibit the device, by its file in sysfs: needs root, and receives no events meanwhile."""

    def on(self):
        (self._input / "inhibited").write_text("1")
        return True

    def off(self):
        (self._input / "inhibited").write_text("0")


class InhibitHID(Inhibit):
    """Inhibits a panel of hid-multitouch, whose raw reports can still be read."""


class Mask(Plain):
    """Masks the events of the panel's axes, by EVIOCSMASK."""

    def _mask(self, allowed):
        buffer = bytearray([0xFF if allowed else 0] * 8)
        memory = (ctypes.c_char * len(buffer)).from_buffer(buffer)
        fcntl.ioctl(self._descriptor, EVIOCSMASK,
                    struct.pack("IIQ", EV_ABS, len(buffer), ctypes.addressof(memory)))

    def on(self):
        self._mask(False)
        return True

    def off(self):
        self._mask(True)


class Revoke(Plain):
    """Revokes its own descriptor by EVIOCREVOKE; it has no other."""

    def on(self):
        fcntl.ioctl(self._descriptor, EVIOCREVOKE, 0)
        return True

    def off(self):
        pass


def contacts(node):
    """The slots in which the kernel has a contact."""
    method = Plain(node)
    identities = method._slots(uinput.ABS_MT_TRACKING_ID)
    os.close(method._descriptor)
    return {slot for slot, identity in enumerate(identities) if identity >= 0}


class MethodProcess:
    """A method in another process, which `kill` ends with SIGKILL."""

    def __init__(self, kind, node):
        self._ours, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("fork").Process(
            target=self._serve, args=(kind, node, theirs), daemon=True)
        self._process.start()
        theirs.close()

    @staticmethod
    def _serve(kind, node, requests):
        method = kind(node)
        while request := requests.recv():
            requests.send(getattr(method, request)())

    def start(self, request):
        """Starts a request: "on", "off" or "hammer"."""
        self._ours.send(request)

    def finish(self):
        """Waits for the result of the started request."""
        return self._ours.recv()

    def has_answer(self):
        return self._ours.poll()

    def on(self):
        self.start("on")
        return self.finish()

    def off(self):
        self.start("off")
        self.finish()

    def kill(self):
        self._process.kill()
        self._process.join()
