"""The kernel's tracer: the actions of one process, event by event, with the time of each."""

import os
import re
import subprocess
from pathlib import Path

TRACER = Path("/sys/kernel/tracing")
STAMP = re.compile(r" (\d+\.\d{6}): ")


class tracing:
    """Records the events of `process` of one kind, such as "raw_syscalls/sys_enter", for a block."""

    def __init__(self, process, kind):
        self._process, self._event = process, TRACER / "events" / kind

    def __enter__(self):
        if not os.path.ismount(TRACER):
            subprocess.run(["mount", "-t", "tracefs", "tracefs", TRACER], check=True)
        # The clock of time.monotonic(), and no event of an earlier block.
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
        """A line of text for each, the oldest first."""
        return [line for line in (TRACER / "trace").read_text().splitlines()
                if not line.startswith("#")]

    def moments(self):
        """The time of each, in seconds of the monotonic clock."""
        return [float(STAMP.search(line)[1]) for line in self.events()]
