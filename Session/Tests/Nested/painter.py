"""A window of a compositor that paints all of itself again at each frame, over the whole screen."""

import array
import mmap
import os
import socket
import struct
import threading

COMPOSITOR, SHM, SHELL, SURFACE, WINDOW, TOPLEVEL, POOL, BUFFER = range(3, 11)
# The globals, in the order of their ids, with versions.
NEEDED = {"wl_compositor": 4, "wl_shm": 1, "xdg_wm_base": 1}


class Painter:
    """Paints until it is closed; `frames` is the number of frames that the compositor requested."""

    def __init__(self, display, width, height):
        self.size, self.globals, self.frames, self.callback, self.is_mapped = (width, height), {}, 0, 0, False
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(display))
        self.request(1, 1, "=I", 2)
        threading.Thread(target=self.serve, daemon=True).start()

    def request(self, target, opcode, form="=", *values, files=()):
        """Sends a request with arguments of a form of `struct`."""
        body = struct.pack(form, *values)
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else []
        self.socket.sendmsg([struct.pack("=II", target, (8 + len(body)) << 16 | opcode) + body], rights)

    def serve(self):
        """Handles events until the connection ends."""
        data = b""
        try:
            while received := self.socket.recv(65536):
                data += received
                while len(data) >= 8 and len(data) >= (size := struct.unpack_from("=II", data)[1] >> 16):
                    target, word = struct.unpack_from("=II", data)
                    self.handle(target, word & 0xFFFF, data[8:size])
                    data = data[size:]
        except OSError:
            pass

    def handle(self, target, opcode, body):
        """Handles an event."""
        if target == 2 and opcode == 0:
            self.announced(body)
        elif target == SHELL:
            self.request(SHELL, 3, "=4s", body)
        elif target == WINDOW:
            self.request(WINDOW, 4, "=4s", body)
            if not self.is_mapped:
                self.is_mapped = True
                self.paint()
        elif target == self.callback and target > BUFFER:
            self.frames += 1
            self.paint()

    def announced(self, body):
        """Records a global; once all that are needed are known, binds them by id, and makes the window."""
        number, length = struct.unpack_from("=II", body)
        self.globals.setdefault(body[8:7 + length].decode(), number)
        if self.callback != 0 or not set(NEEDED) <= set(self.globals):
            return
        self.callback = BUFFER
        for identifier, (name, version) in enumerate(NEEDED.items(), COMPOSITOR):
            text = name.encode() + b"\0"
            text += bytes(-len(text) % 4)
            self.request(2, 0, f"=II{len(text)}sII", self.globals[name], len(name) + 1, text, version, identifier)
        self.make_window()

    def make_window(self):
        """Makes the window, and the one buffer that it shows."""
        width, height = self.size
        file = os.memfd_create("painter")
        os.ftruncate(file, width * height * 4)
        with mmap.mmap(file, width * height * 4) as memory:
            memory[:] = b"\x40\x80\xc0\xff" * (width * height)
        self.request(COMPOSITOR, 0, "=I", SURFACE)
        self.request(SHELL, 2, "=II", WINDOW, SURFACE)
        self.request(WINDOW, 1, "=I", TOPLEVEL)
        self.request(SHM, 0, "=Ii", POOL, width * height * 4, files=[file])
        self.request(POOL, 0, "=IiiiiI", BUFFER, 0, width, height, width * 4, 1)
        os.close(file)
        self.request(TOPLEVEL, 11, "=I", 0)
        self.request(SURFACE, 6)

    def paint(self):
        """Shows the buffer again, all of it changed."""
        self.callback += 1
        self.request(SURFACE, 3, "=I", self.callback)
        self.request(SURFACE, 1, "=Iii", BUFFER, 0, 0)
        self.request(SURFACE, 9, "=iiii", 0, 0, *self.size)
        self.request(SURFACE, 6)

    def close(self):
        """Closes the window."""
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
