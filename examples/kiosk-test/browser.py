"""A headless Chromium with one page, driven through pipes (--remote-debugging-pipe), without a library."""

import fcntl
import json
import os
import subprocess
import tempfile
import time

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--remote-debugging-pipe")
# Chromium reads commands from this descriptor, and writes replies to the next one.
COMMANDS = 3


class Failure(Exception):
    """An expectation that failed."""


class Browser:
    """Opens a page; `with` closes it."""

    def __init__(self, address):
        self._address = address
        self._last = 0

    def __enter__(self):
        self._profile = tempfile.TemporaryDirectory(prefix="kiosk-test-", ignore_cleanup_errors=True)
        pipes = [_high(end) for end in (*os.pipe(), *os.pipe())]
        commands, self._commands, self._replies, replies = pipes
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" {COMMANDS}<&{commands} {COMMANDS + 1}>&{replies}', "bash",
             "chromium", *FLAGS, f"--user-data-dir={self._profile.name}", "about:blank"],
            pass_fds=(commands, replies), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(replies)
        self._stream = os.fdopen(self._replies, "rb")
        target = self._call("Target.createTarget", url=self._address)["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._stream.close()
        os.close(self._commands)
        self._profile.cleanup()

    def text(self, selector):
        """The text of an element; empty if the page does not have it."""
        script = f"document.querySelector({json.dumps(selector)})?.textContent ?? ''"
        reply = self._call("Runtime.evaluate", session=self._session, expression=script)
        return reply["result"].get("value", "")

    def expect(self, selector, wanted, seconds=10):
        """Waits until `wanted` is true of the text of an element."""
        end = time.monotonic() + seconds
        while not wanted(text := self.text(selector)):
            if time.monotonic() > end:
                raise Failure(f"{selector} is {text!r} after {seconds} s")
            time.sleep(0.05)

    def _call(self, method, session=None, **parameters):
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            reply = self._read()
            if reply.get("id") == self._last:
                if "error" in reply:
                    raise Failure(f"{method}: {reply['error']['message']}")
                return reply["result"]

    def _read(self):
        """The next message; each ends with a NUL."""
        text = b""
        while not text.endswith(b"\0"):
            byte = self._stream.read(1)
            if not byte:
                raise Failure("chromium has ended")
            text += byte
        return json.loads(text[:-1])


def _high(descriptor):
    """The same descriptor under a number that Chromium does not use."""
    copy = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return copy
