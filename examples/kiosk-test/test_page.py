"""The page of a kiosk, tested by touches: sudo python3 -m pytest

It presses what is on the screen, so run it on a kiosk of your own, or on its image in a virtual machine. gestured and
gestured-web must run. The page is that of docs/recipes.md ("A page in Chromium"), or another, which PAGE names.
"""

import os
import subprocess

import pytest

from browser import Browser

PAGE = os.environ.get("PAGE", "http://localhost:8080/page.html")
# Slow machines need more: PAUSE for a new touchscreen to be opened, START (seconds) until the browser shows a page.
PAUSE = os.environ.get("PAUSE", "1s")
START = float(os.environ.get("START", "60"))


@pytest.fixture(name="page", scope="module")
def opened_page():
    """The page in a browser, once its script runs."""
    with Browser(PAGE) as browser:
        browser.expect("#page", lambda text: text == "1", seconds=START)
        yield browser


def perform(sentence):
    """Makes touches, as docs/gesturectl.md describes them, on a touchscreen that gestured reads."""
    subprocess.run(
        ["gesturectl", "perform", sentence, "--uinput", "--yes", "--for-daemon", "--wait", PAUSE],
        check=True, timeout=60)


def test_a_swipe_to_the_left_shows_the_next_picture(page):
    perform("swipe left")
    page.expect("#page", lambda text: text == "2")


def test_two_fingers_that_spread_enlarge_it(page):
    perform("pinch out")
    page.expect("#zoom", lambda text: int(text.split()[0]) > 150)
