"""The guest's tests: each has a scene, and the report of a failure has the unit's journal."""

import inspect
import shutil

import pytest

import service
import sway
from client import expect
from glass import Glass
from scene import KIOSK, Scene

# A page in Chromium is tested only in an image that has it: GUEST_PACKAGES=chromium Guest/test kiosk_page.
collect_ignore = [] if shutil.which("chromium") else ["test_kiosk_page.py"]
# gestured-session needs a compositor, and the programs of its tests (Guest/session).
collect_ignore_glob = [] if sway.is_possible() else ["test_session*.py"]


@pytest.fixture(name="scene", autouse=True)
def new_scene():
    """Clients and panels that end with the test."""
    scene = Scene()
    yield scene
    scene.close()


@pytest.fixture(name="below", scope="session")
def compositor():
    """Sway with its window."""
    sway.install()
    below = sway.Sway(KIOSK)
    yield below
    below.close()


@pytest.fixture(name="glass")
def new_glass(scene, below):
    """A function that makes the glass of a test."""
    made = []

    def make(*options, **more):
        made.append(Glass(scene, below, *options, **more))
        return made[-1]
    yield make
    for each in made:
        each.close()


def pytest_collection_modifyitems(items):
    """Marks all tests as needing the guest. test_sleep.py is last: it unmounts the folders while the guest sleeps."""
    items.sort(key=lambda item: item.path.name == "test_sleep.py")
    for item in items:
        item.add_marker("guest")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Runs a test; checks the promises to its clients, and that the daemon is still the same process."""
    before = service.process()
    pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters})
    pyfuncitem.funcargs["scene"].finish()
    expect(pyfuncitem.get_closest_marker("restarts") or service.process() == before,
           "the daemon ended, and was started again")
    return True


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(call):
    """Adds the journal since the test began."""
    report = (yield).get_result()
    if report.failed:
        report.sections.append(("journal", service.journal(int(call.start * 1_000_000))))
