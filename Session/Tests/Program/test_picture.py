"""The picture of a lock, and gesturectl, which sets its message and its duration."""

import os
import subprocess
import time

import pytest


def ink(pixels, width, begin, end):
    """The rows and columns of a light picture, between two rows, that have dark pixels."""
    rows = [pixels[row * width * 4:(row + 1) * width * 4:4] for row in range(begin, end)]
    return ([begin + index for index, row in enumerate(rows) if min(row) < 0x80],
            [index for index, column in enumerate(zip(*rows)) if min(column) < 0x80])


def runs(numbers):
    """How many runs of consecutive numbers there are."""
    return sum(number - 1 not in numbers for number in numbers)


def gesturectl(stage, *words):
    """Runs a command."""
    done = subprocess.Popen(
        [f"{os.environ['PROGRAMS']}/gesturectl", *words], env={"XDG_RUNTIME_DIR": str(stage.folder)})
    stage.wait(lambda: done.poll() is not None, "gesturectl")
    assert done.returncode == 0


def test_a_lock_shows_a_picture_that_counts_down_and_ends(stage):
    stage.start()
    begin = time.monotonic()
    assert stage.ask(type="lock", seconds=2, message="Cleaning") == {"ok": True}
    stage.rises()
    first = stage.wait(stage.compositor.picture, "picture")
    assert first[:2] == (1500, 900)
    # The picture is light, with some dark pixels.
    assert first[2][:3] == b"\xf8\xf8\xf8" and 0.02 < first[2][::4].count(0x14) / (1500 * 900) < 0.5
    stage.wait(lambda: stage.compositor.picture() not in (None, first), "next picture")
    assert stage.compositor.tap()
    stage.falls(4)
    assert 2 <= time.monotonic() - begin < 4
    assert stage.compositor.layers() == []


def test_a_dark_lock_is_light_on_dark(stage):
    stage.start("--dark")
    stage.ask(type="lock", seconds=60)
    pixels = stage.wait(stage.compositor.picture, "picture")[2]
    assert pixels[:3] == b"\x0f\x0f\x0f" and 0.02 < sum(value > 0xe0 for value in pixels[::4]) / (1500 * 900) < 0.5


def test_a_long_message_is_drawn_at_the_maximum_size_that_fits(stage):
    stage.start()
    stage.ask(type="lock", seconds=60, message="Please do not touch: " + "this screen is being cleaned. " * 5)
    pixels = stage.wait(stage.compositor.picture, "picture")[2]
    band = pixels[:1500 * 4 * 340]
    assert band[::4].count(0x14) / (1500 * 340) > 0.04


def test_a_word_that_is_too_long_for_the_screen_is_split(stage):
    stage.start()
    stage.ask(type="lock", seconds=60, message="W" * 200)
    pixels = stage.wait(stage.compositor.picture, "picture")[2]
    _, columns = ink(pixels, 1500, 0, 340)
    assert 75 <= columns[0] and columns[-1] < 1425


@pytest.mark.parametrize("seconds, characters", [(59, 2), (90, 4), (5000, 7), (86399, 8)])
def test_the_time_has_minutes_from_60_seconds_and_hours_from_60_minutes(stage, seconds, characters):
    stage.start()
    stage.ask(type="lock", seconds=seconds, message=" ")
    pixels = stage.wait(stage.compositor.picture, "picture")[2]
    assert runs(ink(pixels, 1500, 350, 850)[1]) == characters


def test_the_letters_of_a_lock_have_a_tenth_of_the_height_and_its_digits_a_third(stage):
    stage.start(waits=False)
    stage.compositor.size[5] = (800, 480)
    stage.wait(stage.is_ready, "ready")
    stage.ask(type="lock", seconds=30, message="Cleaning")
    width, height, pixels = stage.wait(stage.compositor.picture, "picture")
    assert (width, height) == (800, 480)
    message, digits = ink(pixels, width, 0, 182)[0], ink(pixels, width, 183, 480)[0]
    # docs/session.md gives these heights in millimetres.
    print(len(message), len(digits))
    assert len(message) > 0.1 * height and len(digits) > 0.25 * height


@pytest.mark.parametrize("x, y", [(0.125, 0.875), (0.5, 0.175), (1, 0)])
def test_a_cross_is_drawn_at_the_given_position_and_no_text_covers_it(stage, x, y):
    stage.start()
    stage.ask(type="lock", seconds=60, message="Touch the cross", cross={"x": x, "y": y})
    pixels = stage.wait(stage.compositor.picture, "picture")[2]
    assert ink(pixels, 1500, 315, 585)[0], "no message"
    above, below = ink(pixels, 1500, 0, 315), ink(pixels, 1500, 585, 900)
    rows, columns = above if y < 0.5 else below
    assert (below if y < 0.5 else above) == ([], [])
    # A cross at a corner is cut.
    for numbers, place, size in ((rows, y, 900), (columns, x, 1500)):
        ends = max(place * size - 60, 0), min(place * size + 60, size)
        assert abs(numbers[0] - ends[0]) <= 1 and abs(numbers[-1] + 1 - ends[1]) <= 1, (numbers, ends)
        assert runs(numbers) == 1
    stage.ask(type="lock", seconds=60, message=" ")
    stage.wait(lambda: ink(stage.compositor.picture()[2], 1500, 0, 315) == ([], []), "no cross")


def test_a_cross_neither_replaces_nor_ends_another_lock(stage):
    cross = {"type": "lock", "seconds": 60, "message": "Touch", "cross": {"x": 0.5, "y": 0.5}}
    stage.start()
    stage.ask(type="lock", seconds=600)
    assert stage.ask(**cross) == {"ok": False, "error": "the screen is locked"}
    stage.rises()
    assert stage.ask(type="unlock", cross=True) == {"ok": True}
    assert stage.ask(type="status")["locked"]
    stage.ask(type="unlock")
    stage.falls()
    assert stage.ask(**cross) == {"ok": True}
    assert stage.ask(**cross) == {"ok": True}
    assert stage.ask(type="unlock", cross=True) == {"ok": True}
    stage.falls()


def test_gesturectl_locks_and_unlocks(stage):
    stage.start()
    gesturectl(stage, "lock", "30s", "--message", 'The "screen" \\ is wiped')
    stage.rises()
    gesturectl(stage, "unlock")
    stage.falls()


def test_gesturectl_sends_the_lines_of_a_message(stage):
    stage.start()
    gesturectl(stage, "lock", "60s", "--message", "One\nTwo")
    pixels = stage.wait(stage.compositor.picture, "picture")[2]
    assert runs(ink(pixels, 1500, 0, 340)[0]) == 2
