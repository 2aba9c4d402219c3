"""Tests of the package for Python, and of clients by the judge.

PROGRAMS is the folder of gestured and gesturectl, and GESTURED_WEB the path of gestured-web.
"""

import os
from pathlib import Path
import sys

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "Clients/python"
# The modules of the tests of examples are used here, too. Judged commands import the package.
sys.path[:0] = [str(PACKAGE), str(ROOT / "Tests/ExampleTests")]
os.environ["PYTHONPATH"] = os.pathsep.join([str(PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])])
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

from scene import Scene


@pytest.fixture(name="scene")
def new_scene():
    """A folder, and programs that end with the test."""
    with Scene() as scene:
        yield scene
