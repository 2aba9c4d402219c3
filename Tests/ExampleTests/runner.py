"""Runs the tests that were added to scene.TESTS, a line each; the last line is "N passed, N failed"."""

import time
import traceback

import scene
from scene import TESTS, Failure, Scene


def verdict(function):
    """The fault that a test found, as text; None if it passed."""
    try:
        with Scene() as stage:
            function(stage)
    except Failure as failure:
        return str(failure)
    except Exception:
        return traceback.format_exc().rstrip()
    return None


def main(programs, words):
    """Runs those whose names contain one of the words, or all; returns the exit status."""
    scene.PROGRAMS = programs
    failed = 0
    chosen = [each for each in TESTS if not words or any(word in each[0] for word in words)]
    for sentence, function in chosen:
        began = time.monotonic()
        problem = verdict(function)
        seconds = time.monotonic() - began
        if problem is None:
            print(f"ok    {sentence} ({seconds:.1f} s)", flush=True)
        else:
            failed += 1
            print(f"FAIL  {sentence} ({seconds:.1f} s)\n      {problem}", flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed", flush=True)
    return 1 if failed or not chosen else 0
