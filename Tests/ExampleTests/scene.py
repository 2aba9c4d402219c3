"""The surroundings of a test: a folder of its own, and programs that end with it."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
DEMO = str(ROOT / "share/demo.evemu")
# The package for Python, which programs import.
PACKAGE = str(ROOT / "Clients/python")
# The time limit of each wait, in seconds.
PATIENCE = 30
# The folder of gestured and gesturectl.
PROGRAMS = os.environ.get("PROGRAMS", ROOT / ".build/release")

# Programs that tests start end at an interrupt, even where a shell ignores it for programs in the background.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Failure(Exception):
    """A fault that a test found, as a sentence."""


def expect(condition, sentence):
    """Fails with the sentence if the condition is false."""
    if not condition:
        raise Failure(sentence)


def wait_for(question, what, seconds=PATIENCE):
    """Polls until there is an answer, and returns it; fails if there is none in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := question():
            return answer
        time.sleep(0.02)
    raise Failure(what() if callable(what) else f"{what} did not happen within {seconds} s")


_ignored = []


@contextlib.contextmanager
def ignoring(*numbers):
    """Starts programs with these signals ignored, by env: signal() works only in the main thread, and some workers of
    pytest run tests in another thread."""
    _ignored[:] = [f"--ignore-signal={number.value}" for number in numbers]
    try:
        yield
    finally:
        _ignored.clear()


class Program:
    """A running program, in a process group of its own, and its output."""

    def __init__(self, folder, command, environment=None):
        self.name = Path(command[0]).name
        self._paths = [Path(folder, f"{id(self)}.{stream}") for stream in ("out", "err")]
        out, err = (open(path, "wb") for path in self._paths)
        self.process = subprocess.Popen(
            ["env", *_ignored, *command] if _ignored else command,
            stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
            env={"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": PACKAGE, **(environment or {})})
        out.close()
        err.close()

    @property
    def output(self):
        return self._paths[0].read_text(errors="replace")

    @property
    def errors(self):
        return self._paths[1].read_text(errors="replace")

    def wait(self):
        """The exit status, once it has ended; fails if it does not end."""
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure(f"{self.name} did not end; it printed {self.errors[-500:]!r}") from None

    def expect_output(self, wanted):
        """Waits until the output is exactly `wanted`; fails if it differs."""
        wait_for(lambda: self.output == wanted or not wanted.startswith(self.output), lambda: (
            f"{self.name} wrote {self.output[-500:]!r}, {self.errors[-500:]!r}; "
            f"not {wanted[-500:]!r}"))
        expect(self.output == wanted, f"{self.name} wrote {self.output!r}, not {wanted!r}")

    def end(self, number=signal.SIGTERM):
        """Sends a signal to it and to its children."""
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass


class Scene:
    """The folder and the programs of one test; all are removed after it."""

    def __enter__(self):
        # Short: a socket's path may have 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="gestured-", dir="/tmp"))
        self.socket = str(self.folder / "s")
        self._programs = []
        return self

    def __exit__(self, *_):
        for program in self._programs:
            program.end(signal.SIGKILL)
            program.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *command, **environment):
        """Starts a program."""
        program = Program(self.folder, [str(word) for word in command], environment)
        self._programs.append(program)
        return program

    def run(self, *command):
        """The output of a program, without the line end."""
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()

    def serve(self, *options, recording=DEMO):
        """Starts gestured on a recording, and waits until its socket exists."""
        daemon = self.start(
            f"{PROGRAMS}/gestured", "--replay", recording, "--socket", self.socket, *options)
        wait_for(lambda: "serving" in daemon.errors,
                 lambda: f"gestured does not serve: {daemon.errors!r}")
        return daemon

    def demo_lines(self, *options):
        """The lines that gestured prints for the demo, parsed."""
        command = [f"{PROGRAMS}/gestured", "--replay", DEMO, "--json", *options]
        printed = subprocess.run(command, capture_output=True, check=True).stdout
        return [json.loads(line) for line in printed.splitlines()]
