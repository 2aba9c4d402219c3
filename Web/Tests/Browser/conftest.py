"""Tests of the live page and of gestures.js in a headless Chromium.

PROGRAMS is the folder of gestured, GESTURED_WEB the path of gestured-web. RECORD_PICTURES=1 rewrites
the pictures that the tests compare with, and those of the README.
"""

import asyncio
import inspect
import os

import pytest

from chromium import Chromium
from scene import Scene, expect

TEST_LIMIT = 300 if "RECORD_PICTURES" in os.environ else 90  # seconds


@pytest.fixture(scope="session", name="runner")
def one_loop():
    """One event loop for all tests: the connections to the browser belong to it."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session", name="chromium")
def one_browser(runner):
    """One browser for all tests."""
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
    """Marks every test: all need the browser."""
    for item in items:
        item.add_marker("browser")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Runs a test, a coroutine of its scene; fails if a page reported an unexpected error."""
    scene = pyfuncitem.funcargs["scene"]
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    scene.runner.run(asyncio.wait_for(pyfuncitem.obj(**arguments), TEST_LIMIT))
    errors = [error for page in scene.pages for error in page.errors if not any(
        text in error for text in getattr(page, "expected_errors", ()))]
    expect(not errors, f"the page reports {errors}")
    return True
