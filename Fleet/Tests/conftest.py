"""Tests of gestured-mqtt with the daemon and a real broker, and of the dashboard with a real Prometheus.

PROGRAMS is the folder of gestured and gesturectl, and GESTURED_WEB the path of gestured-web.
"""

from pathlib import Path
import shutil
import sys

import pytest

FLEET = Path(__file__).resolve().parents[1]
# The modules of the tests of examples are used here, too.
sys.path[:0] = [str(FLEET), str(FLEET.parent / "Clients/python"), str(FLEET.parent / "Tests/ExampleTests")]

from scene import Scene


def pytest_runtest_setup(item):
    """Skips a test if this machine lacks a program that it needs."""
    for marker in item.iter_markers("needs"):
        if shutil.which(marker.args[0], path="/usr/sbin:/usr/bin") is None:
            pytest.skip(f"{marker.args[0]} is not installed")


@pytest.fixture(name="scene")
def new_scene():
    """A folder, and programs that end with the test."""
    with Scene() as scene:
        yield scene
