"""Shows that faults of a program are detected."""

import random
import sys
import tempfile
from pathlib import Path

from . import recordings

BEGAN = ('{"type":"gesture","seq":1,"time_us":5,"device":1,"zone":"screen","gesture":"long_press",'
         '"name":"long_press","id":1,"phase":"began","fingers":1}')
ENDED = BEGAN.replace('"seq":1', '"seq":2').replace(
    '"began","fingers":1', '"ended","fingers":1,"duration_us":9')

# A program in sh, and a part of its fault's text; None if it has no fault.
PROGRAMS = [
    (f"echo '{BEGAN}'; echo '{ENDED}'", None),
    ("echo file:1:2: wrong >&2; exit 65", None),
    ("exit 3", "exit status 3"),
    ("kill -SEGV $$", "exit status -11"),
    ("exit 65", "prints nothing"),
    ("printf '\\033[1m\\n' >&2; exit 65", "control characters"),
    ("exec sleep 20", "hangs"),
    (f"echo '{BEGAN}'", "never ends"),
    (f"echo '{ENDED}'", "seq is not 1"),
    (f"printf '%s' '{BEGAN}'", "does not end"),
    ("echo '{'", "no line"),
    (f"echo '{BEGAN}'; echo '{ENDED}' | sed 's/:5/:4/'", "time decreases"),
    (f"echo '{BEGAN}'; echo '{ENDED}' | sed 's/ers\":1/ers\":2/'", "other fingers"),
    (f"echo '{BEGAN}'; echo '{BEGAN}' | sed 's/q\":1/q\":2/'", "was used before"),
    (f"echo '{BEGAN}'; echo '{ENDED}' | sed 's/ended/cancelled/'", "with reason None"),
    (f"echo '{BEGAN}' | sed 's/screen/z'$$'/'; echo '{ENDED}'", "the second time"),
    (f"echo '{BEGAN}' | sed 's/zone/zne/'; echo '{ENDED}'", "'zone' is a required property"),
]


def run(fault_of):
    """Checks the fault of each program; `fault_of` returns it, given the program's path."""
    with tempfile.TemporaryDirectory() as folder:
        for number, (text, expected) in enumerate(PROGRAMS):
            path = Path(folder, f"program{number}")
            path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            path.chmod(0o755)
            found = fault_of(path)
            if found is not None if expected is None else expected not in (found or ""):
                sys.exit(f"self-test: {text}: expected {expected!r}, found {found!r}")


def check_recordings(demo):
    """Checks that a recording is written as it was read, and that a seed determines its changes."""
    events = [line for line in demo.splitlines() if line.startswith("E: ")]
    again = [line for line in recordings.Recording(demo).text().splitlines() if line[:3] == "E: "]
    if events != again:
        sys.exit("self-test: a recording is not written as it was read")
    first, again, other = (recordings.mutate(random.Random(seed), demo) for seed in (1, 1, 2))
    if first != again or first == other:
        sys.exit("self-test: a seed does not determine the changes")
