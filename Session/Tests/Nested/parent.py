"""A compositor around the compositor of a test: it shows nothing, and touches the window of the one inside.

wlroots runs as a client of another compositor (WLR_BACKENDS=wayland), and receives the touches of that one. So sway and
labwc receive touches without a device of the kernel. KWin does the same.
"""

import contextlib
import threading
import time

import compositor
from compositor import HEIGHT, WIDTH, Compositor

compositor.REQUESTS |= {
    "xdg_wm_base": ["destroy", "create_positioner n", "get_xdg_surface no", "pong u"],
    "xdg_surface": ["destroy", "get_toplevel n", "get_popup noo", "set_window_geometry iiii", "ack_configure u"],
    "xdg_toplevel": [
        "destroy", "set_parent o", "set_title s", "set_app_id s", "show_window_menu ouii", "move ou", "resize ouu",
        "set_max_size ii", "set_min_size ii", "set_maximized", "unset_maximized", "set_fullscreen o",
        "unset_fullscreen", "set_minimized"],
}
compositor.CREATED |= {"get_xdg_surface": "xdg_surface", "get_toplevel": "xdg_toplevel"}


class Parent(Compositor):
    """Serves one compositor, in a thread; any thread may touch."""

    def __init__(self, folder):
        super().__init__(folder)
        self.globals = {1: ("wl_compositor", 4), 3: ("wl_shm", 1), 4: ("wl_seat", 5), 8: ("xdg_wm_base", 1)}
        self.lock, self.frames, self.windows, self.shown = threading.RLock(), {}, {}, None
        self.is_closed = False
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        """Handles requests until it is closed."""
        with contextlib.suppress(OSError, ValueError):
            while not self.is_closed:
                self.pump(0.1)

    def send(self, data):
        with self.lock:
            super().send(data)

    def on_wl_registry_bind(self, _, number, interface, version, new):
        self.objects[new] = interface
        if interface == "wl_seat":
            self.seat = new
            self.event(new, 1, "s", "seat0")
        elif interface == "wl_shm":
            for form in (0, 1):
                self.event(new, 0, "u", form)

    def on_xdg_wm_base_get_xdg_surface(self, _, new, surface):
        self.windows[new] = surface

    def on_xdg_surface_get_toplevel(self, window, new):
        self.objects[new] = "xdg_toplevel"
        self.windows[self.windows[window]] = (window, new)

    def on_wl_surface_frame(self, surface, callback):
        self.frames.setdefault(surface, []).append(callback)

    def on_wl_surface_attach(self, surface, buffer, _x, _y):
        self.surfaces[surface].buffer = buffer

    def on_wl_surface_set_input_region(self, surface, region):
        pass

    def on_wl_surface_commit(self, number):
        surface = self.surfaces[number]
        if number in self.windows and not surface.is_configured:
            surface.is_configured = True
            window, toplevel = self.windows[number]
            self.event(toplevel, 0, "iiu", WIDTH, HEIGHT, 0)
            self.event(window, 0, "u", 1)
        if surface.buffer:
            if number in self.windows and self.shown is None:
                self.shown = number
                # wlroots 0.15 has touches only of a seat that offers them once it has started.
                self.event(self.seat, 0, "u", 4)
            self.event(surface.buffer, 0)
            surface.buffer = None
        for callback in self.frames.pop(number, []):
            self.event(callback, 0, "u", time.monotonic_ns() // 1_000_000 & 0xFFFFFFFF)
            self.event(1, 1, "u", callback)

    def on_wl_shm_pool_create_buffer(self, *_):
        pass

    def on_wl_buffer_destroy(self, _):
        pass

    def touch_down(self, positions):
        """Lands fingers: positions by their ids, in pixels."""
        with self.lock:
            for touch, (x, y) in positions.items():
                self.event(self.touch, 0, "uuuiii", 1, self.now(), self.shown, touch, round(x * 256), round(y * 256))
            self.event(self.touch, 3)

    def touch_move(self, positions):
        """Moves fingers."""
        with self.lock:
            for touch, (x, y) in positions.items():
                self.event(self.touch, 2, "uiii", self.now(), touch, round(x * 256), round(y * 256))
            self.event(self.touch, 3)

    def touch_up(self, touches=(0,)):
        """Lifts fingers."""
        with self.lock:
            for touch in touches:
                self.event(self.touch, 1, "uui", 1, self.now(), touch)
            self.event(self.touch, 3)

    @staticmethod
    def now():
        """The time of an event, in milliseconds."""
        return time.monotonic_ns() // 1_000_000 & 0xFFFFFFFF

    def close(self):
        self.is_closed = True
        super().close()
