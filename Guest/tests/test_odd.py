"""Panels with unusual reports, through the kernel's input core."""

import os
import time

import kernel_calls
import service
import uinput
from client import expect
from touchscreen import HEIGHT_MM, UNITS_PER_MM, WIDTH_MM, Finger
from uinput import END_OF_CONTACT, EV_ABS, EV_KEY, REPORT, Axis, event

WIDTH, HEIGHT = Axis(WIDTH_MM * UNITS_PER_MM, UNITS_PER_MM), Axis(HEIGHT_MM * UNITS_PER_MM, UNITS_PER_MM)
RATE_HZ = 100
# The physical path of a touchscreen with a pen on another node.
SCREEN_PHYS = "guest-1/input0"


class AnonymousPanel(uinput.Device):
    """A panel of protocol A: all contacts in each frame, in arbitrary order."""

    def __init__(self, name):
        axes = {uinput.ABS_MT_POSITION_X: WIDTH, uinput.ABS_MT_POSITION_Y: HEIGHT}
        super().__init__(name, axes, properties=(uinput.INPUT_PROP_DIRECT,))

    def show(self, *fingers):
        """Writes one frame of these fingers; without fingers, a report without contacts."""
        contacts = [event(EV_ABS, uinput.ABS_MT_POSITION_X, round(finger.x * UNITS_PER_MM))
                    + event(EV_ABS, uinput.ABS_MT_POSITION_Y, round(finger.y * UNITS_PER_MM))
                    + END_OF_CONTACT for finger in fingers]
        self.write(b"".join(contacts or [END_OF_CONTACT]) + REPORT)

    def move(self, path, seconds):
        """Shows `path(share)` for shares from 0 to 1; the order of contacts alternates."""
        frames = round(seconds * RATE_HZ)
        for index in range(frames + 1):
            fingers = path(index / frames)
            self.show(*(fingers if index % 2 else reversed(fingers)))
            time.sleep(1 / RATE_HZ)


class PressedPanel(uinput.Device):
    """A resistive panel that reports pressure, and no BTN_TOUCH."""

    def __init__(self, name):
        axes = {uinput.ABS_X: WIDTH, uinput.ABS_Y: HEIGHT, uinput.ABS_PRESSURE: Axis(255)}
        super().__init__(name, axes, properties=(uinput.INPUT_PROP_DIRECT,))

    def press(self, x, y, pressure):
        """Writes one frame; positions are in mm."""
        self.write(event(EV_ABS, uinput.ABS_X, round(x * UNITS_PER_MM))
                   + event(EV_ABS, uinput.ABS_Y, round(y * UNITS_PER_MM))
                   + event(EV_ABS, uinput.ABS_PRESSURE, pressure) + REPORT)


class Pen(uinput.Device):
    """A pen on a node of its own."""

    def __init__(self, name, phys):
        axes = {uinput.ABS_X: WIDTH, uinput.ABS_Y: HEIGHT, uinput.ABS_PRESSURE: Axis(255)}
        super().__init__(name, axes, keys=(uinput.BTN_TOOL_PEN, uinput.BTN_TOUCH),
                         properties=(uinput.INPUT_PROP_DIRECT,), phys=phys)

    def show(self, is_near, x=10):
        """Writes one frame; the position is in mm."""
        self.write(event(EV_ABS, uinput.ABS_X, round(x * UNITS_PER_MM))
                   + event(EV_KEY, uinput.BTN_TOOL_PEN, int(is_near)) + REPORT)


def plug_pen(scene, began):
    """Plugs in a pen of the hardware of `SCREEN_PHYS`; returns it once the daemon has opened it."""
    pen = scene.keep(Pen(f"Guest Pen {scene.next_number()}", "guest-1/input1"))
    service.wait_until(lambda: f'the pen "{pen.name}"' in service.journal(began), "opening the pen")
    return pen


def plug(scene, client, kind):
    """Plugs in a panel of the class `kind`; returns it once the client has its line."""
    panel = scene.keep(kind(f"Guest Odd Panel {scene.next_number()}"))
    panel.id = scene.expect_device(client, panel)["id"]
    return panel


def test_contacts_of_protocol_a_are_fingers_that_continue_from_frame_to_frame(scene):
    client = scene.client()
    panel = plug(scene, client, AnonymousPanel)
    panel.move(lambda share: [Finger(140 - 40 * share, 90), Finger(160 + 40 * share, 90)], 0.4)
    panel.show()
    end = client.expect_line("magnify", gesture="magnify", phase="ended")
    expect(abs(end["scale"] - 5) < 0.3, f"the scale is {end['scale']}")
    time.sleep(0.3)
    panel.show(Finger(60, 60), Finger(100, 60))
    time.sleep(0.06)
    panel.show()
    tap = client.expect_line("tap", gesture="tap", phase="ended")
    expect(tap["fingers"] == 2, f"{tap['fingers']} fingers tap")


def test_a_daemon_stopped_for_2_000_frames_of_protocol_a_resynchronises_and_continues(scene):
    client = scene.client()
    panel = plug(scene, client, AnonymousPanel)
    panel.move(lambda share: [Finger(60 + 40 * share, 60)], 0.3)
    drag = client.expect_line("drag", gesture="drag", phase="began")
    with service.stopped(service.process()):
        for index in range(2000):
            panel.show(Finger(100 + index % 50, 60), Finger(100, 120))
    end = client.expect_line("drag cancelled", id=drag["id"], phase="cancelled")
    expect(end["reason"] == "resynchronised", f"the reason is {end['reason']}")
    panel.show()
    client.quiet()
    mark = len(client.lines)
    panel.show(Finger(60, 60))
    time.sleep(0.06)
    panel.show()
    client.expect_line("tap", after=mark, gesture="tap", phase="ended", fingers=1)


def test_a_panel_without_btn_touch_is_touched_while_it_is_pressed(scene):
    client = scene.client()
    panel = plug(scene, client, PressedPanel)
    panel.press(100, 60, 90)
    time.sleep(0.06)
    panel.press(100, 60, 0)
    tap = client.expect_line("tap", gesture="tap", phase="ended")
    expect(abs(tap["x_mm"] - 100) < 1 and abs(tap["y_mm"] - 60) < 1, f"it is at {tap}")
    for step in range(30):
        panel.press(100 + 2 * step, 60, 90 + step % 7)
        time.sleep(0.01)
    panel.press(158, 60, 0)
    client.expect_line("drag", gesture="drag", phase="ended")


def test_a_pen_on_the_node_of_a_touchscreen_silences_hands_and_90_ms_after_they_count_again(scene):
    rule = 'KERNEL=="event*", ATTRS{name}=="Guest Panel *", ENV{ID_INPUT_TOUCHSCREEN}="1"'
    client = scene.client()
    with service.udev_rule(rule):
        screen = scene.plug(client, keys=(uinput.BTN_TOOL_PEN,))
        screen.drag()
        drag = client.expect_line("drag", gesture="drag", phase="began")
        screen.write(event(EV_KEY, uinput.BTN_TOOL_PEN, 1) + REPORT)
        end = client.expect_line("drag cancelled", id=drag["id"], phase="cancelled")
        expect(end["reason"] == "palm", f"the reason is {end['reason']}")
        screen.lift()
        mark = len(client.lines)
        screen.tap()
        screen.write(event(EV_KEY, uinput.BTN_TOOL_PEN, 0) + REPORT)
        screen.hold(0.03, Finger(200, 60))
        screen.lift()
        client.quiet(0.5)
        expect(not client.gestures(after=mark), "a hand was recognised beside the pen")
        screen.tap()
        client.expect_line("tap", after=mark, gesture="tap", phase="ended")


def test_a_pen_on_another_node_of_the_hardware_silences_hands_including_resting_ones(scene):
    client, began = scene.client(), time.time_ns() // 1000
    screen = scene.plug(client, phys=SCREEN_PHYS)
    pen = plug_pen(scene, began)
    screen.drag()
    drag = client.expect_line("drag", gesture="drag", phase="began")
    pen.show(True)
    end = client.expect_line("drag cancelled", id=drag["id"], phase="cancelled")
    expect(end["reason"] == "palm", f"the reason is {end['reason']}")
    screen.lift()
    mark = len(client.lines)
    screen.tap()
    pen.show(False)
    screen.hold(0.03, Finger(200, 60))
    screen.lift()
    time.sleep(0.2)
    screen.hold(0.2, Finger(200, 60))
    pen.show(True)
    client.quiet(1)
    screen.lift()
    expect(not client.gestures(after=mark), "a hand was recognised beside the pen")
    pen.close()
    service.wait_until(lambda: f"the pen {pen.node} is no longer read" in service.journal(began), "closing the pen")
    time.sleep(0.2)
    screen.tap()
    client.expect_line("tap", after=mark, gesture="tap", phase="ended")


def test_a_daemon_stopped_while_a_pen_is_near_counts_hands_by_their_time_and_reads_no_position(scene):
    client, began = scene.client(), time.time_ns() // 1000
    screen = scene.plug(client, phys=SCREEN_PHYS)
    pen = plug_pen(scene, began)
    queue = kernel_calls.descriptor_of(service.process(), pen.node)
    mark = len(client.lines)
    with service.stopped(service.process()):
        screen.tap()
        time.sleep(0.5)
        # More positions than the queue of a node has room for.
        for step in range(2000):
            pen.show(True, 10 + step % 50)
        screen.tap()
        pen.show(False)
        time.sleep(0.5)
        screen.tap()
    client.quiet(1)
    taps = [line for line in client.gestures(after=mark) if line["gesture"] == "tap"]
    expect(len(taps) == 2, f"{len(taps)} taps were recognised")
    with service.stopped(service.process()):
        for step in range(100):
            pen.show(step < 99, 10 + step % 50)
        events = [each[2:] for each in uinput.EVENT.iter_unpack(os.read(queue, 1 << 16))]
    os.close(queue)
    tool = (EV_KEY, uinput.BTN_TOOL_PEN)
    expect(events == [(*tool, 1), (0, 0, 0), (*tool, 0), (0, 0, 0)], f"the daemon's queue has {events}")
