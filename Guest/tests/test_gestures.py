"""Touches through the kernel arrive as the lines of their gestures."""

from client import expect


def near(value, wanted, share=0.1):
    return abs(value - wanted) <= abs(wanted) * share


def expect_gesture(client, screen, kind, phase, **members):
    """Waits for the line of a gesture on a panel; returns it."""
    return client.expect_line(
        f"{kind} {phase}", type="gesture", device=screen.id, gesture=kind, phase=phase, **members)


def test_a_tap_arrives_with_its_position_and_count(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.tap(x=75, y=135)
    line = expect_gesture(client, screen, "tap", "ended", fingers=1, count=1)
    expect(near(line["x"], 0.25) and near(line["y"], 0.75), f"the tap is at {line}")
    expect(40_000 < line["duration_us"] < 500_000, f"the tap took {line['duration_us']} us")


def test_a_tap_of_three_fingers_is_one_tap(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.tap(fingers=3)
    expect_gesture(client, screen, "tap", "ended", fingers=3)
    expect(len([line for line in client.quiet() if line.get("gesture") == "tap"]) == 1,
           "one tap of three fingers is emitted more than once")


def test_a_swipe_arrives_with_its_direction_beside_its_drag(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.swipe(dx=80, dy=0)
    line = expect_gesture(client, screen, "swipe", "ended", fingers=1, direction="right")
    expect(near(line["dx_mm"], 80) and line["vx_mm_s"] > 80, f"the swipe is {line}")
    expect_gesture(client, screen, "drag", "began", fingers=1)
    expect_gesture(client, screen, "drag", "ended", fingers=1)


def test_a_magnify_of_two_fingers_has_their_scale(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.pinch(start=20, end=60)
    expect_gesture(client, screen, "magnify", "began", fingers=2)
    line = expect_gesture(client, screen, "magnify", "ended", fingers=2)
    expect(near(line["scale"], 3), f"the scale is {line['scale']}, not 3")


def test_a_rotate_of_two_fingers_has_its_angle_clockwise_positive(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.turn(degrees=60)
    expect_gesture(client, screen, "rotate", "began", fingers=2)
    line = expect_gesture(client, screen, "rotate", "ended", fingers=2)
    expect(near(line["rotation_deg"], 60), f"the angle is {line['rotation_deg']}, not 60")


def test_a_long_press_begins_while_the_finger_rests_and_ends_when_it_lifts(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.long_press()
    began = expect_gesture(client, screen, "long_press", "began", fingers=1)
    ended = expect_gesture(client, screen, "long_press", "ended", id=began["id"])
    threshold_us = ended["duration_us"] - (ended["time_us"] - began["time_us"])
    expect(490_000 <= threshold_us <= 600_000, f"it began {threshold_us} us after the landing")
    expect(not client.gestures(gesture="tap"), "a long press is not a tap")


def test_a_deep_press_has_its_force_once_the_panel_has_shown_some(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.deep_press()
    scene.expect_device(client, screen, change="changed")
    screen.deep_press()
    expect_gesture(client, screen, "deep_press", "began", fingers=1)
    line = expect_gesture(client, screen, "deep_press", "ended", fingers=1)
    expect(line["max_force"] > 0.8, f"the maximum force is {line['max_force']}")
