"""The live page and gestures.js in a real browser: a headless Chromium, driven by its own protocol.

PROGRAMS names the folder of gestured, and GESTURED_WEB the server. RECORD_PICTURES=1 rewrites the
pictures that later runs are compared with, and those of the README.
"""

import asyncio

import pytest

from chromium import Chromium
from scene import Scene, expect

TEST_LIMIT = 90  # seconds


@pytest.fixture(scope="session", name="runner")
def one_loop():
    """Runs all tests in one loop: the browser's connections belong to it."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session", name="chromium")
def one_browser(runner):
    """The browser of all tests."""
    chromium = Chromium()
    runner.run(chromium.__aenter__())
    yield chromium
    runner.run(chromium.__aexit__())


@pytest.fixture(name="scene")
def new_scene(runner, chromium):
    """A folder, programs and tabs that end with the test."""
    scene = Scene(chromium)
    scene.runner = runner
    yield scene
    runner.run(scene.close())


def pytest_collection_modifyitems(items):
    """All of them need the browser."""
    for item in items:
        item.add_marker("browser")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Runs a coroutine of a scene; then its pages must have reported no error."""
    scene = pyfuncitem.funcargs["scene"]
    scene.runner.run(asyncio.wait_for(pyfuncitem.obj(scene), TEST_LIMIT))
    errors = [error for page in scene.pages for error in page.errors if not any(
        part in error for part in getattr(page, "expected_errors", ()))]
    expect(not errors, f"the page reports {errors}")
    return True
