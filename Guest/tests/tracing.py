"""The kernel's tracer: events of one process, with the time of each."""

import os
import re
import subprocess
from pathlib import Path

TRACER = Path("/sys/kernel/tracing")
STAMP = re.compile(r" (\d+\.\d{6}): ")


class tracing:
    """Records events of one kind, such as "raw_syscalls/sys_enter", of a process (its id) for a block."""

    def __init__(self, process, kind):
        self._process, self._event = process, TRACER / "events" / kind

    def __enter__(self):
        if not os.path.ismount(TRACER):
            subprocess.run(["mount", "-t", "tracefs", "tracefs", TRACER], check=True)
        # Uses the clock of time.monotonic(), and deletes the events of an earlier block.
        (TRACER / "trace_clock").write_text("mono")
        (TRACER / "trace").write_text("")
        (self._event / "filter").write_text(f"common_pid == {self._process}")
        (self._event / "enable").write_text("1")
        return self

    def __exit__(self, *_):
        (self._event / "enable").write_text("0")
        (self._event / "filter").write_text("0")

    @staticmethod
    def events():
        """The recorded events, a line of text each, the oldest first."""
        return [line for line in (TRACER / "trace").read_text().splitlines()
                if not line.startswith("#")]

    def times(self):
        """The times of the recorded events, in seconds of the monotonic clock."""
        return [float(STAMP.search(line)[1]) for line in self.events()]
