"""Methods to withhold a touch from the readers of a panel. Each runs in a process of its own, so
that it can be killed: `Way(kind, node)`, then `on` and `off`."""

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
    """Grabs and releases at once, on request."""

    flags = os.O_RDONLY

    def __init__(self, node):
        self._input = Path("/sys/class/input", Path(node).name, "device").resolve()
        self._descriptor = os.open(node, self.flags | os.O_NONBLOCK)

    def _grab(self, holds):
        fcntl.ioctl(self._descriptor, EVIOCGRAB, int(holds))

    def _slots(self, code):
        """The kernel's values of an axis, slot by slot."""
        size = 4 * (SLOTS + 1)
        request = 0x80000000 | size << 16 | 0x450A
        answer = fcntl.ioctl(self._descriptor, request, struct.pack("I", code).ljust(size, b"\0"))
        return struct.unpack_from(f"{SLOTS}i", answer, 4)

    def _axis(self, code):
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
    """Grabs only an empty glass, and checks again afterwards; releases only an empty glass."""

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
    """Before the release it writes the readers' last values back into the kernel: needs write access."""

    flags = os.O_RDWR

    def on(self):
        if not super().on():
            return False
        self._slot = self._axis(uinput.ABS_MT_SLOT)
        self._values = {code: self._slots(code) for code in AXES}
        return True

    def off(self):
        self._wait_until_empty()
        # The readers' last slot, so that its events are the last to be sent.
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
    """After the release it writes every value to every reader, changed and back: needs write access."""

    flags = os.O_RDWR

    def off(self):
        super().off()
        current = self._axis(uinput.ABS_MT_SLOT)
        # A slot that differs is sent; afterwards readers have the kernel's slot.
        order = [slot for slot in range(SLOTS) if slot != current] + [current]
        values = {code: self._slots(code) for code in AXES}
        for slot in order:
            frame = event(EV_ABS, uinput.ABS_MT_SLOT, slot)
            for code in AXES:
                value = values[code][slot]
                frame += event(EV_ABS, code, value + 1) + event(EV_ABS, code, value)
            os.write(self._descriptor, frame + REPORT)


class Replug(Careful):
    """After the release it has udev report the node as removed and added: needs root."""

    def off(self):
        super().off()
        node = self._input / Path(os.readlink(f"/proc/self/fd/{self._descriptor}")).name / "uevent"
        node.write_text("remove")
        node.write_text("add")
        # udev and the readers that follow it need some tenths of a second.
        time.sleep(REPLUG_S)


class Inhibit(Plain):
    """Makes the kernel inhibit the device, by its file in sysfs: needs root, and reads nothing
    meanwhile."""

    def on(self):
        (self._input / "inhibited").write_text("1")
        return True

    def off(self):
        (self._input / "inhibited").write_text("0")


class InhibitHID(Inhibit):
    """The same, for a panel of hid-multitouch, whose raw reports can still be read."""


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
    """Revokes its own opening, by EVIOCREVOKE: the only one that it has."""

    def on(self):
        fcntl.ioctl(self._descriptor, EVIOCREVOKE, 0)
        return True

    def off(self):
        pass


def contacts(node):
    """The slots in which the kernel has a contact."""
    way = Plain(node)
    identities = way._slots(uinput.ABS_MT_TRACKING_ID)
    os.close(way._descriptor)
    return {slot for slot, identity in enumerate(identities) if identity >= 0}


class Way:
    """A method running in another process, which `kill` ends with SIGKILL."""

    def __init__(self, kind, node):
        self._ours, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("fork").Process(
            target=self._serve, args=(kind, node, theirs), daemon=True)
        self._process.start()
        theirs.close()

    @staticmethod
    def _serve(kind, node, requests):
        way = kind(node)
        while request := requests.recv():
            requests.send(getattr(way, request)())

    def start(self, request):
        self._ours.send(request)

    def finish(self):
        """The result of the request that was started."""
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
