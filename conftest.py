"""Code that all tests in Python share: in CI, a skipped test fails the run."""

import os

import pytest


def pytest_sessionfinish(session):
    """CI has everything that a test may lack."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
