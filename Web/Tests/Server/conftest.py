"""gestured-web with a daemon. PROGRAMS is the folder of gestured, GESTURED_WEB the path of gestured-web."""

import pytest

from stage import Stage


@pytest.fixture(name="scene")
def new_scene():
    """Programs and pages that end with the test."""
    with Stage() as scene:
        yield scene
