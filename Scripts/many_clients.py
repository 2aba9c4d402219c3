"""What both programs of fan-out share: ten fingers on five zones, and the lines of a client that has stopped."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMN = """  - name: column_{number}
    rect: {{ x: {left}, y: 0, width: 0.2, height: 1 }}
    gestures:
      - {{ drag: {{}}, simultaneous: all }}
      - {{ magnify: {{}}, simultaneous: all }}
      - {{ rotate: {{}}, simultaneous: all }}
"""
ZONES = "zones:\n" + "".join(
    COLUMN.format(number=number, left=number / 5) for number in range(5))


def workload(gestured, directory):
    """Makes the recording with the gesturectl beside gestured; returns its path."""
    recording = str(Path(directory) / "W3.evemu")
    subprocess.run([Path(gestured).with_name("gesturectl"), "perform", "--script", ROOT / "Accuracy/W3.touches",
                    "-o", recording], check=True)
    return recording


def cost(process):
    """The CPU seconds and the maximum memory in KiB so far; None once the process has ended."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        status = Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return None
    memory = next((line for line in status.splitlines() if line.startswith("VmHWM")), None)
    return memory and ((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(memory.split()[1]))


def stopped_problem(lines, first=None):
    """The fault in the lines of a client that did not read, or None. `first` is the `seq` of the first line."""
    if not lines or lines[-1] != {"type": "bye", "reason": "too_slow"}:
        return f"received last {lines[-1:]}"
    numbers = [line["seq"] for line in lines if "seq" in line]
    if numbers and numbers != list(range(first or numbers[0], (first or numbers[0]) + len(numbers))):
        return "has a gap in seq"
    active = set()
    for line in lines:
        if line["type"] == "gesture":
            (active.add if line["phase"] in ("began", "changed") else active.discard)(line["id"])
    return f"never received the end of {active}" if active else None
