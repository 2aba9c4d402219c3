"""SlotProbe, a program that reads a node as the daemon does, and compares its slots with the kernel's."""

import select
import subprocess

from client import PATIENCE, Failure, expect

PROBE = "/share/SlotProbe"


class Probe:
    """SlotProbe on one node."""

    def __init__(self, node):
        self._process = subprocess.Popen(
            [PROBE, node], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.pid = self._process.pid
        expect(self._answer() == "ready", "the probe does not open the panel")

    def _answer(self):
        if not select.select([self._process.stdout], [], [], PATIENCE)[0]:
            raise Failure("the probe does not answer")
        return self._process.stdout.readline().decode().strip()

    def compare(self, stream):
        """Compares the slots after all events so far; returns the number of resynchronisations. `stream` names the
        events in messages."""
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        answer = self._answer()
        if not answer.startswith("equal "):
            self._process.kill()
            raise Failure(f"stream {stream}: {answer}\n{self._process.stderr.read().decode()}")
        return int(answer.rpartition("resynchronised=")[2])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.communicate()
