"""A compositor of one client, which speaks Wayland's wire protocol and shows nothing.

It knows which touches a layer surface receives, so a test can touch: `tap` returns whether the session received the
touch. A test can also send wrong events, by `event` with any numbers. It has no thread: `wait_for` handles the requests
that have arrived.
"""

import array
import os
import select
import socket
import struct
import time

# Requests by interface: names, and the types of their arguments in the protocol's letters (h: a descriptor).
REQUESTS = {
    "wl_display": ["sync n", "get_registry n"],
    "wl_registry": ["bind usun"],
    "wl_compositor": ["create_surface n", "create_region n"],
    "wl_subcompositor": ["destroy", "get_subsurface noo"],
    "wl_subsurface": ["destroy", "set_position ii", "place_above o", "place_below o", "set_sync", "set_desync"],
    "wl_shm": ["create_pool nhi"],
    "wl_shm_pool": ["create_buffer niiiiu", "destroy", "resize i"],
    "wl_buffer": ["destroy"],
    "wl_surface": [
        "destroy", "attach oii", "damage iiii", "frame n", "set_opaque_region o", "set_input_region o", "commit",
        "set_buffer_transform i", "set_buffer_scale i", "damage_buffer iiii"],
    "wl_region": ["destroy", "add iiii", "subtract iiii"],
    "wl_seat": ["get_pointer n", "get_keyboard n", "get_touch n", "release"],
    "wl_touch": ["release"],
    "wl_pointer": ["set_cursor uoii", "release"],
    "wl_output": ["release"],
    "zwlr_layer_shell_v1": ["get_layer_surface noous", "destroy"],
    "zwlr_layer_surface_v1": [
        "set_size uu", "set_anchor u", "set_exclusive_zone i", "set_margin iiii", "set_keyboard_interactivity u",
        "get_popup o", "ack_configure u", "destroy", "set_layer u"],
    "wp_viewporter": ["destroy", "get_viewport no"],
    "wp_viewport": ["destroy", "set_source iiii", "set_destination ii"],
}
# The interface of a created object, by the request.
CREATED = {
    "create_surface": "wl_surface", "create_region": "wl_region", "get_subsurface": "wl_subsurface",
    "create_pool": "wl_shm_pool", "create_buffer": "wl_buffer", "get_touch": "wl_touch", "get_pointer": "wl_pointer",
    "get_layer_surface": "zwlr_layer_surface_v1", "get_viewport": "wp_viewport", "sync": "wl_callback",
    "get_registry": "wl_registry", "frame": "wl_callback"}
GLOBALS = {
    1: ("wl_compositor", 4), 2: ("wl_subcompositor", 1), 3: ("wl_shm", 1), 4: ("wl_seat", 7), 5: ("wl_output", 4),
    6: ("zwlr_layer_shell_v1", 4), 7: ("wp_viewporter", 1)}
WIDTH, HEIGHT = 1500, 900


class Surface:
    """A surface: its committed state, and its pending state."""

    def __init__(self):
        self.pending = {"buffer": None, "region": None}
        self.buffer, self.region = None, None
        self.layer_surface = self.output = self.parent = self.destination = None
        self.is_acknowledged = self.is_configured = False

    def receives(self, x, y):
        """Whether it receives a touch at a position; a region of None is infinite."""
        if self.layer_surface is None or not self.buffer:
            return False
        if not (x < self.destination[0] and y < self.destination[1]):
            return False
        return self.region is None or any(
            left <= x < left + width and top <= y < top + height for left, top, width, height in self.region)


class Compositor:
    """Listens in `folder` as wayland-0."""

    def __init__(self, folder, without=(), versions=()):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / "wayland-0"))
        self.listener.listen()
        versions = dict(versions)
        self.globals = {number: (name, versions.get(name, version))
                        for number, (name, version) in GLOBALS.items() if name not in without}
        self.size = {5: (WIDTH, HEIGHT)}
        self.peer, self.input, self.files = None, b"", []
        self.objects, self.surfaces, self.regions, self.viewports = {1: "wl_display"}, {}, {}, {}
        self.touch = self.pointer = self.seat = self.registry = None
        self.outputs, self.pools, self.buffers = {}, {}, {}
        self.requests, self.serial, self.is_silent, self.held_syncs = [], 0, False, None
        self.log = []

    # The wire.

    def event(self, target, opcode, letters="", *values):
        """Sends an event with arguments of these types."""
        body = b""
        for letter, value in zip(letters, values):
            if letter == "s":
                text = value.encode() + b"\0"
                body += struct.pack("=I", len(text)) + text + bytes(-len(text) % 4)
            else:
                body += struct.pack("=i" if letter == "i" else "=I", value)
        self.send(struct.pack("=II", target, (8 + len(body)) << 16 | opcode) + body)

    def send(self, data):
        """Sends bytes, unless the client has ended."""
        try:
            if self.peer:
                self.peer.sendall(data)
        except OSError:
            self.peer = None

    def pump(self, seconds):
        """Handles the requests that arrive within a time."""
        ready, _, _ = select.select([self.peer or self.listener], [], [], seconds)
        if not ready:
            return
        if self.peer is None:
            self.peer, _ = self.listener.accept()
            return
        try:
            data, ancillary, _, _ = self.peer.recvmsg(65536, 4096)
        except OSError:
            data, ancillary = b"", []
        for _, _, files in ancillary:
            numbers = array.array("i")
            numbers.frombytes(files[:len(files) - len(files) % numbers.itemsize])
            self.files += numbers
        if not data:
            self.peer = None
            return
        self.input += data
        while len(self.input) >= 8:
            target, word = struct.unpack_from("=II", self.input)
            if len(self.input) < word >> 16:
                break
            self.handle(target, word & 0xFFFF, self.input[8:word >> 16])
            self.input = self.input[word >> 16:]

    def handle(self, target, opcode, body):
        interface = self.objects[target]
        name, *letters = REQUESTS[interface][opcode].split()
        values, at = [], 0
        for letter in "".join(letters):
            if letter == "h":
                values.append(self.files.pop(0))
            elif letter == "s":
                length, = struct.unpack_from("=I", body, at)
                values.append(body[at + 4:at + 3 + length].decode())
                at += 4 + length + -length % 4
            else:
                values += struct.unpack_from("=i" if letter == "i" else "=I", body, at)
                at += 4
        self.requests.append((interface, name, *values))
        if name in CREATED:
            self.objects[values[0]] = CREATED[name]
        if name in ("destroy", "release"):
            self.objects.pop(target)
            self.event(1, 1, "u", target)
        method = getattr(self, f"on_{interface}_{name}", None)
        if method:
            method(target, *values)

    # The globals.

    def on_wl_display_sync(self, _, callback):
        if self.is_silent:
            return
        if self.held_syncs is not None:
            self.held_syncs.append(callback)
        else:
            self.answer(callback)

    def answer(self, callback):
        self.event(callback, 0, "u", 1)
        self.event(1, 1, "u", callback)

    def on_wl_display_get_registry(self, _, registry):
        self.registry = registry
        for number, (interface, version) in self.globals.items():
            self.event(registry, 0, "usu", number, interface, version)

    def on_wl_registry_bind(self, _, number, interface, version, new):
        self.objects[new] = interface
        if interface == "wl_seat":
            self.seat = new
            self.event(new, 0, "u", 4)
        elif interface == "wl_output":
            self.outputs[number] = new
            self.describe(number)

    def describe(self, number, transform=0, scale=1):
        """Sends the events of an output."""
        width, height = self.size[number]
        output = self.outputs[number]
        self.event(output, 0, "iiiiissi", 0, 0, 300, 180, 0, "ACME", "Panel", transform)
        self.event(output, 1, "uiii", 1, width, height, 60000)
        self.event(output, 3, "i", scale)
        if self.globals[number][1] >= 4:
            self.event(output, 4, "s", f"DSI-{number}")
        self.event(output, 2)

    def add_output(self, number, width, height):
        """Connects an output."""
        self.globals[number] = ("wl_output", 4)
        self.size[number] = (width, height)
        self.event(self.registry, 0, "usu", number, "wl_output", 4)

    def remove_output(self, number):
        """Disconnects an output: its surfaces are closed."""
        for surface in self.layers(number):
            self.event(surface.layer_surface, 1)
        self.event(self.registry, 1, "u", number)

    def turn_output(self, number, transform):
        """Turns an output by a quarter: its surfaces get another size."""
        width, height = self.size[number]
        self.size[number] = (height, width)
        self.describe(number, transform)
        for surface in self.layers(number):
            self.configure(surface)

    def on_wl_seat_get_pointer(self, _, pointer):
        self.pointer = pointer

    def on_wl_pointer_release(self, _):
        self.pointer = None

    def on_wl_seat_get_touch(self, _, touch):
        self.touch = touch

    def on_wl_touch_release(self, _):
        self.touch = None

    def on_wl_output_release(self, output):
        self.outputs = {number: each for number, each in self.outputs.items() if each != output}

    # Surfaces.

    def layers(self, number=None):
        """The layer surfaces, of one output or of all."""
        return [each for each in self.surfaces.values() if each.layer_surface is not None and
                number in (None, each.output)]

    def on_wl_compositor_create_surface(self, _, new):
        self.surfaces[new] = Surface()

    def on_wl_compositor_create_region(self, _, new):
        self.regions[new] = []

    def on_wl_region_add(self, region, *rectangle):
        self.regions[region].append(rectangle)

    def on_wl_surface_destroy(self, surface):
        del self.surfaces[surface]

    def on_wl_surface_attach(self, surface, buffer, _x, _y):
        self.surfaces[surface].pending["buffer"] = buffer

    def on_wl_surface_set_input_region(self, surface, region):
        self.surfaces[surface].pending["region"] = list(self.regions[region]) if region else None

    def on_wl_surface_commit(self, number):
        surface = self.surfaces[number]
        if surface.layer_surface is not None and not surface.is_configured:
            assert not surface.pending["buffer"], "a buffer before the first configure"
            surface.is_configured = True
            self.configure(surface)
            return
        if surface.layer_surface is not None:
            assert surface.is_acknowledged, "a buffer before ack_configure"
        old, surface.buffer = surface.buffer, surface.pending["buffer"]
        surface.region = surface.pending["region"]
        if old and old != surface.buffer and self.objects.get(old) == "wl_buffer":
            self.event(old, 0)

    def configure(self, surface):
        self.serial += 1
        self.event(surface.layer_surface, 0, "uuu", self.serial, *self.size[surface.output])

    def on_zwlr_layer_shell_v1_get_layer_surface(self, _, new, surface, output, layer, name):
        assert (layer, name) == (3, "gestured-session")
        each = self.surfaces[surface]
        each.layer_surface = new
        each.output = next(number for number, proxy in self.outputs.items() if proxy == output)

    def on_zwlr_layer_surface_v1_ack_configure(self, number, _):
        for each in self.surfaces.values():
            if each.layer_surface == number:
                each.is_acknowledged = True

    def on_zwlr_layer_surface_v1_destroy(self, number):
        for each in self.surfaces.values():
            if each.layer_surface == number:
                each.layer_surface = None

    def on_wp_viewporter_get_viewport(self, _, new, surface):
        self.viewports[new] = surface

    def on_wp_viewport_set_destination(self, viewport, *size):
        assert min(size) > 0
        self.surfaces[self.viewports[viewport]].destination = size

    def on_wl_subcompositor_get_subsurface(self, _, new, surface, parent):
        self.surfaces[surface].parent = parent

    def on_wl_shm_create_pool(self, _, new, file, size):
        self.pools[new] = (file, size)

    def on_wl_shm_pool_create_buffer(self, pool, new, offset, width, height, stride, form):
        assert offset + height * stride <= self.pools[pool][1] and form == 0
        self.buffers[new] = (os.dup(self.pools[pool][0]), width, height)

    def on_wl_shm_pool_destroy(self, pool):
        os.close(self.pools.pop(pool)[0])

    def on_wl_buffer_destroy(self, buffer):
        os.close(self.buffers.pop(buffer)[0])

    def picture(self):
        """The picture that is shown: its width, height and pixels; None if there is none."""
        for surface in self.surfaces.values():
            if surface.parent and surface.buffer in self.buffers:
                file, width, height = self.buffers[surface.buffer]
                return width, height, os.pread(file, width * height * 4, 0)
        return None

    # Touches.

    def who(self, x, y, number=5):
        """The surface that would receive a touch; None if the program below would."""
        return next((key for key, each in self.surfaces.items()
                     if each.output == number and each.receives(x, y)), None)

    def down(self, x=700, y=400, touch=0, number=5):
        """Lands a finger; returns whether the session receives it."""
        surface = self.who(x, y, number)
        if surface is not None and self.touch is not None:
            self.event(self.touch, 0, "uuuiii", 1, 0, surface, touch, x * 256, y * 256)
            self.event(self.touch, 3)
        return surface is not None

    def move(self, x, y, touch=0):
        """Moves a finger of the session."""
        self.event(self.touch, 2, "uiii", 0, touch, x * 256, y * 256)

    def up(self, touch=0):
        """Lifts a finger of the session."""
        self.event(self.touch, 1, "uui", 1, 0, touch)
        self.event(self.touch, 3)

    def tap(self, x=700, y=400):
        """A tap; returns whether the session receives it."""
        received = self.down(x, y)
        if received:
            self.up()
        return received

    def close(self):
        """Ends the connection."""
        for each in (self.peer, self.listener):
            if each:
                each.close()
        for file, *_ in (*self.pools.values(), *self.buffers.values()):
            os.close(file)


def wait(condition, *pumps, seconds=10, what="it"):
    """Serves the others until a condition is true."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"{what} did not happen in {seconds} s"
        for each in pumps:
            each.pump(0.005)
    return found
