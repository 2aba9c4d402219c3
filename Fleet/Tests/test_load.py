"""A small fleet on a real broker: the run of `make fleet-load`, made short."""

import subprocess

import scene as stage
from scene import ROOT, expect, test


@test("20 kiosks and an outage of the broker: no line is lost or out of order, and they come back spread")
def small_fleet(_):
    run = subprocess.run(
        [ROOT / "Scripts/fleet-load", f"{stage.PROGRAMS}/gestured", "--kiosks", "20", "--workers", "1", "--rate", "2",
         "--steady", "5", "--outage", "4", "--base", "2", "--most", "5"],
        capture_output=True, text=True, timeout=150, check=False)
    last = (run.stdout.splitlines() or [run.stderr])[-1]
    expect(run.returncode == 0 and last == "ok", f"{last}\n{run.stdout}{run.stderr[-2000:]}")


@test("a line that is lost on the way is found out")
def one_lost(_):
    run = subprocess.run(
        [ROOT / "Scripts/fleet-load", f"{stage.PROGRAMS}/gestured", "--kiosks", "3", "--workers", "1", "--rate", "5",
         "--steady", "1", "--outage", "1", "--base", "0.5", "--most", "1", "--patience", "2", "--lose-one"],
        capture_output=True, text=True, timeout=150, check=False)
    expect(run.returncode == 1 and "lines were lost" in run.stdout and ", 1, " in run.stdout,
           run.stdout + run.stderr[-2000:])
