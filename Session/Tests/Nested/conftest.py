"""The fixtures of the tests under real compositors."""

import sys
from pathlib import Path

import pytest

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "Program")]

from nested import Nested


@pytest.fixture(name="below", scope="session")
def compositor():
    """A compositor with its window."""
    below = Nested()
    yield below
    below.close()


@pytest.fixture(name="stage")
def one_test(below):
    """The compositor, without the program of another test."""
    below.touches()
    yield below
    below.end()
