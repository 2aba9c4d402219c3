"""Virtual input devices, made by ioctls of /dev/uinput without a library."""

import fcntl
import os
import struct

EV_SYN, EV_KEY, EV_ABS, EV_FF = 0, 1, 3, 0x15
SYN_REPORT, SYN_MT_REPORT = 0, 2
BTN_TOOL_PEN, BTN_TOUCH = 0x140, 0x14A
ABS_X, ABS_Y, ABS_PRESSURE = 0x00, 0x01, 0x18
ABS_MT_SLOT, ABS_MT_TOUCH_MAJOR = 0x2F, 0x30
ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0x35, 0x36
ABS_MT_TRACKING_ID, ABS_MT_PRESSURE = 0x39, 0x3A
INPUT_PROP_DIRECT = 1
BUS_USB = 3

EVENT = struct.Struct("llHHi")

# _IO and _IOW of 'U', <linux/uinput.h>.
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT = 0x40045564, 0x40045565, 0x40045567
UI_SET_PROPBIT = 0x4004556E
UI_SET_FFBIT = 0x4004556B
UI_SET_PHYS = 0x4008556C
# Requests of uinput: the kernel waits until this program has uploaded, or erased, an effect.
EV_UINPUT, UI_FF_UPLOAD, UI_FF_ERASE = 0x0101, 1, 2
UI_BEGIN_FF_UPLOAD, UI_END_FF_UPLOAD = 0xC06855C8, 0x406855C9
UI_BEGIN_FF_ERASE, UI_END_FF_ERASE = 0xC00C55CA, 0x400C55CB
FF_RUMBLE = 0x50
SYSNAME_BYTES = 64
UI_GET_SYSNAME = 0x80000000 | SYSNAME_BYTES << 16 | 0x552C


def event(kind, code, value):
    """One input event; the kernel sets its time."""
    return EVENT.pack(0, 0, kind, code, value)


REPORT = event(EV_SYN, SYN_REPORT, 0)
END_OF_CONTACT = event(EV_SYN, SYN_MT_REPORT, 0)


class Axis:
    """The range of an axis, and its resolution in units per millimetre."""

    def __init__(self, maximum, resolution=0, minimum=0):
        self.minimum, self.maximum, self.resolution = minimum, maximum, resolution


class Device:
    """A device of the kernel; closing it unplugs it."""

    def __init__(self, name, axes, keys=(), properties=(), product=0x0001, effects=0, phys=None):
        self.name = name
        self.descriptor = os.open("/dev/uinput", os.O_RDWR | os.O_CLOEXEC)
        for kind in {EV_SYN} | ({EV_KEY} if keys else set()) | ({EV_ABS} if axes else set()):
            self._control(UI_SET_EVBIT, kind)
        for key in keys:
            self._control(UI_SET_KEYBIT, key)
        for code, axis in axes.items():
            self._control(UI_SET_ABSBIT, code)
            values = (0, axis.minimum, axis.maximum, 0, 0, axis.resolution)
            self._control(UI_ABS_SETUP, struct.pack("H2x6i", code, *values))
        for each in properties:
            self._control(UI_SET_PROPBIT, each)
        if phys:
            self._control(UI_SET_PHYS, phys.encode() + b"\0")
        if effects:
            self._control(UI_SET_EVBIT, EV_FF)
            self._control(UI_SET_FFBIT, FF_RUMBLE)
        identity = struct.pack(
            "4H80sI", BUS_USB, 0x1209, product, 1, name.encode(), effects)
        self._control(UI_DEV_SETUP, identity)
        self._control(UI_DEV_CREATE)
        self.node = self._find_node()

    def _control(self, request, argument=0):
        return fcntl.ioctl(self.descriptor, request, argument)

    def _find_node(self):
        sysname = self._control(UI_GET_SYSNAME, bytes(SYSNAME_BYTES)).rstrip(b"\0").decode()
        children = os.listdir(f"/sys/devices/virtual/input/{sysname}")
        return "/dev/input/" + next(child for child in children if child.startswith("event"))

    def write(self, events):
        """Passes the bytes of one or more frames to the readers of the node."""
        os.write(self.descriptor, events)

    def close(self):
        """Unplugs the device; a second time does nothing."""
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
