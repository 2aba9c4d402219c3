"""gestured-web against the daemon. PROGRAMS names the folder of gestured, and GESTURED_WEB the server."""

import pytest

from stage import Stage


@pytest.fixture(name="scene")
def new_scene():
    """Programs and pages that end with the test."""
    with Stage() as scene:
        yield scene
