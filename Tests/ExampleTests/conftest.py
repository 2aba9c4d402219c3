"""The examples against the daemon. PROGRAMS names the folder of gestured and gesturectl."""

import pytest

from scene import Scene


@pytest.fixture(name="scene")
def new_scene():
    """A folder, and programs that end with the test."""
    with Scene() as scene:
        yield scene
