"""A panel that buzzes: records the effects that are uploaded to its driver, and those that are played."""

import os
import select
import struct
import threading
import time

import uinput
from touchscreen import Touchscreen

# struct uinput_ff_upload: request_id, retval, then two struct ff_effect of 48 bytes on 64 bits.
UPLOAD = struct.Struct("Ii48s48s")
ERASE = struct.Struct("IiI")
# struct ff_effect: type, id, direction, trigger, replay; then, aligned, the rumble's magnitudes.
EFFECT = struct.Struct("HhHHHHH2xHH28x")


class FeedbackPanel(Touchscreen):
    """A touchscreen with an actuator. `effects` maps ids to type, length in ms, and both magnitudes; `played` has
    the time, id and count of each play."""

    def __init__(self, name):
        self.effects, self.played = {}, []
        self._is_closing = threading.Event()
        super().__init__(name, effects=4)
        self._thread = threading.Thread(target=self._drive, daemon=True)
        self._thread.start()

    def _drive(self):
        while not self._is_closing.is_set():
            if not select.select([self.descriptor], [], [], 0.05)[0]:
                continue
            kind, code, value = uinput.EVENT.unpack(os.read(self.descriptor, uinput.EVENT.size))[2:]
            if kind == uinput.EV_UINPUT and code == uinput.UI_FF_UPLOAD:
                self._upload(value)
            elif kind == uinput.EV_UINPUT and code == uinput.UI_FF_ERASE:
                request = ERASE.pack(value, 0, 0)
                request = self._control(uinput.UI_BEGIN_FF_ERASE, request)
                self.effects.pop(ERASE.unpack(request)[2], None)
                self._control(uinput.UI_END_FF_ERASE, request)
            elif kind == uinput.EV_FF:
                self.played.append((time.monotonic(), code, value))

    def close(self):
        # The thread ends first: after the close, another file may have the number of its descriptor.
        self._is_closing.set()
        self._thread.join()
        super().close()

    def _upload(self, number):
        request = UPLOAD.pack(number, 0, bytes(48), bytes(48))
        request = self._control(uinput.UI_BEGIN_FF_UPLOAD, request)
        kind, effect, _, _, _, length, _, strong, weak = EFFECT.unpack(UPLOAD.unpack(request)[2])
        self.effects[effect] = (kind, length, strong, weak)
        self._control(uinput.UI_END_FF_UPLOAD, request)
