"""Runs the command in a scenario, and compares what it prints."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from typing import IO, NamedTuple

from . import lines
from .framing import Scenario
from .stage import Silence, Stage
from .verdict import Wrong

# Seconds for a command to end after SIGTERM.
END_TIMEOUT = 3
# Seconds in which a command prints nothing after the last gesture.
QUIET = 0.1
# Lines of a message; a trace of an error that was not handled has more.
MESSAGE_LINES = 2


class CannotStart(Exception):
    """The command cannot be started."""


class Result(NamedTuple):
    """The outcome of a scenario: what is wrong, or empty."""

    problem: str
    seconds: float
    subscribes: bool | None


class Command:
    """The command under judgement, in a process group of its own."""

    def __init__(self, words: list[str], stage: Stage, folder: str) -> None:
        self._words = [word.replace("{socket}", stage.path) for word in words]
        self._environment = {**os.environ, "GESTURED_SOCKET": stage.path}
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.printed: list[str] = []
        self._reader: threading.Thread | None = None

    def start(self) -> None:
        """Starts it."""
        with open(os.path.join(self._folder, "errors"), "wb") as errors:
            try:
                self._process = subprocess.Popen(
                    self._words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                    env=self._environment, start_new_session=True)
            except OSError as error:
                raise CannotStart(error.strerror or str(error)) from error
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _read(self, output: IO[bytes]) -> None:
        for text in output:
            self.printed.append(text.decode(errors="replace").rstrip("\n"))

    @property
    def status(self) -> int | None:
        """Its exit status; None while it runs."""
        status = None if self._process is None else self._process.poll()
        if status is not None and self._reader is not None:
            self._reader.join(1)
        return status

    @property
    def errors(self) -> str:
        """Its standard error."""
        with open(os.path.join(self._folder, "errors"), encoding="utf-8", errors="replace") as file:
            return file.read().strip()

    def end(self) -> bool:
        """Ends it and its children; returns whether SIGTERM was enough."""
        if self._process is None:
            return True
        has_ended = True
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self._process.pid, number)
                self._process.wait(END_TIMEOUT)
            except ProcessLookupError:
                continue
            except subprocess.TimeoutExpired:
                has_ended = False
        self._process.wait()
        return has_ended


class Terms(NamedTuple):
    """What holds in all scenarios of a run."""

    words: list[str]
    is_text: bool
    # Seconds for the command to connect, and to print the last gesture after it was sent.
    patience: float
    # Set when the run is interrupted.
    stop: threading.Event


def judge(play: Scenario, terms: Terms, subscribes: bool | None) -> Result:
    """Plays a scenario to the command; `subscribes` is None if it is not known whether it does."""
    begin, problem = time.monotonic(), ""
    # Short: a socket's path may have 107 bytes.
    folder = tempfile.mkdtemp(prefix="judge-", dir="/tmp")
    stage = Stage(folder, subscribes, terms.patience, terms.stop)
    command = Command(terms.words, stage, folder)
    stage.start = command.start
    try:
        problem = compare(play, stage, command, terms) or stage.fault
    except OSError as error:
        problem = f"the judge has failed: {error}"
    finally:
        if not command.end():
            problem = problem or f"did not end within {END_TIMEOUT} s after SIGTERM"
        stage.close()
        shutil.rmtree(folder, ignore_errors=True)
    return Result(problem, time.monotonic() - begin, stage.subscribes)


def compare(play: Scenario, stage: Stage, command: Command, terms: Terms) -> str:
    """What is wrong with the output; empty if nothing is."""
    try:
        try:
            play(stage)
            stage.peer.send(lines.tap(2**31 - 1, name=lines.LAST))
        except Silence as silence:
            return ended(stage, command) if command.status is not None else str(silence)
        end = time.monotonic() + terms.patience
        while not stage.expected.check(list(command.printed), terms.is_text):
            if command.status is not None:
                return "" if stage.expected.check(list(command.printed), terms.is_text) else ended(stage, command)
            if time.monotonic() > end:
                printed = command.printed[-1][:160] if command.printed else "nothing"
                return f"printed {printed} last, not all gestures within {terms.patience:g} s"
            stage.wait(0.01)
        stage.wait(QUIET)
        stage.expected.check(list(command.printed), terms.is_text)
        return "" if command.status is None else ended(stage, command)
    except (Wrong, Silence) as wrong:
        return str(wrong)


def ended(stage: Stage, command: Command) -> str:
    """What is wrong with a command that ended."""
    message = command.errors
    if stage.may_end and command.status and command.status > 0 and 0 < len(message.splitlines()) <= MESSAGE_LINES:
        return ""
    return f"ended with status {command.status}: {message[-300:] or 'without a message'}"
