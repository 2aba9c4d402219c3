"""A small fleet on a real broker: the run of `make fleet-load`, made short."""

import subprocess

import pytest

import scene as stage
from scene import ROOT, expect

pytestmark = pytest.mark.needs("mosquitto")


def test_20_kiosks_lose_no_line_in_an_outage_of_the_broker_and_reconnect_spread_over_time():
    run = subprocess.run(
        [ROOT / "Scripts/fleet-load", f"{stage.PROGRAMS}/gestured", "--kiosks", "20", "--workers", "1", "--rate", "2",
         "--steady", "5", "--outage", "4", "--base", "2", "--most", "5"],
        capture_output=True, text=True, timeout=150, check=False)
    last = (run.stdout.splitlines() or [run.stderr])[-1]
    expect(run.returncode == 0 and last == "ok", f"{last}\n{run.stdout}{run.stderr[-2000:]}")


def test_a_line_that_is_lost_in_transit_is_detected():
    run = subprocess.run(
        [ROOT / "Scripts/fleet-load", f"{stage.PROGRAMS}/gestured", "--kiosks", "3", "--workers", "1", "--rate", "5",
         "--steady", "1", "--outage", "1", "--base", "0.5", "--most", "1", "--patience", "2", "--lose-one"],
        capture_output=True, text=True, timeout=150, check=False)
    expect(run.returncode == 1 and "lines were lost" in run.stdout and ", 1, " in run.stdout,
           run.stdout + run.stderr[-2000:])
