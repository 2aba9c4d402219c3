"""The daemon of one scenario: a socket, its connections, and what a client must print."""

from __future__ import annotations

from collections.abc import Callable, Iterable
import contextlib
import fcntl
import json
import os
import select
import socket
import struct
import threading
import time
from typing import Any

from . import lines, requests
from .lines import Line
from .verdict import Expectation

SIOCOUTQ = 0x5411
# Seconds for the command to read bytes before the next ones are sent.
READ_TIMEOUT = 0.5
# Seconds for the subscription of a command which has subscribed before, and for one that is not known yet.
KNOWN_TIMEOUT, UNKNOWN_TIMEOUT = 5, 4
# Seconds of a scenario beyond three times the command's patience.
SCENARIO_TIMEOUT = 20
# Seconds between two checks whether the run ends.
LOOK_INTERVAL = 0.2


class Silence(Exception):
    """The command does not connect, or does not read."""


def encode(line: Line) -> bytes:
    """A line as the daemon writes it."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


class Stage:
    """Serves the socket of one run of the command."""

    def __init__(self, folder: str, subscribes: bool | None, patience: float, stop: threading.Event) -> None:
        self.path = os.path.join(folder, "s")
        self.expected = Expectation()
        # Whether the command sends requests; None if that is not known yet.
        self.subscribes = subscribes
        # Seconds for the command to connect.
        self.patience = patience
        self._stop = stop
        self._deadline = time.monotonic() + 3 * patience + SCENARIO_TIMEOUT
        # What is wrong with the first request that the daemon refuses.
        self.fault = ""
        self.start: Callable[[], None] = lambda: None
        # Whether the command may end with a status and a message in place of printing.
        self.may_end = False
        self._listener: socket.socket | None = None
        self._peers: list[Peer] = []
        self._others: list[Peer] = []
        self._is_started = False

    @property
    def peer(self) -> Peer:
        """The present connection."""
        return self._peers[-1]

    def listen(self) -> None:
        """Makes the socket; it exists only once a connection can be made."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path + "~")
        self._listener.listen(16)
        os.rename(self.path + "~", self.path)

    def refuse(self) -> None:
        """Leaves the socket, without a daemon that serves it."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def remove(self) -> None:
        """Removes the socket: no daemon runs."""
        self.refuse()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)

    def run(self) -> None:
        """Starts the command, once."""
        if not self._is_started:
            self._is_started = True
            self.start()

    def accept(self) -> Peer:
        """The next connection of the command, before anything is sent."""
        if self._listener is None:
            self.remove()
            self.listen()
        self.run()
        assert self._listener is not None
        end = time.monotonic() + self.patience
        while not select.select([self._listener], [], [], LOOK_INTERVAL)[0]:
            self.check()
            if time.monotonic() > end:
                raise Silence(f"no connection within {self.patience:g} s")
        self._peers.append(Peer(self._listener.accept()[0], self))
        return self.peer

    def check(self) -> None:
        """Raises Silence if the run ends, or the scenario has taken too long."""
        if self._stop.is_set():
            raise Silence("the run was interrupted")
        if time.monotonic() > self._deadline:
            raise Silence("the scenario takes too long: the command does not read")

    def serve_others(self, timeout: float, present: Peer | None = None) -> bool:
        """Waits for a time, or until the present connection has requests: then returns true. Meanwhile greets further
        connections, which programs make that missed lines about touchscreens, and answers their requests."""
        end = time.monotonic() + timeout
        while True:
            self.check()
            others: dict[socket.socket, Peer | None] = {each.socket: each for each in self._others if each.is_open}
            if self._listener is not None:
                others[self._listener] = None
            waited = [*others, *([present.socket] if present is not None else [])]
            ready = select.select(waited, [], [], max(min(end - time.monotonic(), LOOK_INTERVAL), 0))[0]
            for each in ready:
                other = others.get(each)
                if other is not None:
                    other.receive()
                elif each is self._listener:
                    self._others.append(Peer(each.accept()[0], self))
                    self._others[-1].greet()
            if present is not None and present.socket in ready:
                return True
            if time.monotonic() >= end and not ready:
                return False

    def begin(self, **hello: Any) -> Peer:
        """A connection that is greeted, and whose first requests are answered."""
        peer = self.accept()
        peer.greet(**hello)
        peer.await_requests()
        return peer

    def wait(self, seconds: float) -> None:
        """Lets the command act for a time, while requests are answered."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._peers and self.peer.is_open:
                self.peer.answer(left)
            else:
                time.sleep(left)

    def close(self) -> None:
        """Ends everything."""
        for peer in self._peers + self._others:
            peer.socket.close()
        self.remove()


class Peer:
    """One connection. Sends lines, and answers requests between them."""

    def __init__(self, connection: socket.socket, stage: Stage) -> None:
        self.socket = connection
        # A command that reads nothing would hold the judge for ever.
        self.socket.settimeout(stage.patience)
        self._stage = stage
        self._seq = 0
        self._partial = b""
        self._phases: list[str] | None = None
        self.is_open = True
        self._has_requests = True
        # Requests are answered between lines, after the greeting.
        self._is_between_lines = False
        self.answers = True
        self.held: list[Line] = []

    def greet(self, devices: Iterable[Line] = (lines.device(),), **hello: Any) -> None:
        """The first lines of a connection."""
        listed = list(devices)
        self.send({**lines.HELLO, **hello}, *listed, {"type": "snapshot_end", "seq": 0, "devices": len(listed)})
        self._is_between_lines = True

    def send(self, *sent: Line, cut: Callable[[bytes], list[bytes]] | None = None, is_optional: bool = False) -> None:
        """Sends lines, whose gestures the client must print. `cut` divides their bytes; the client reads each piece
        before the next is sent."""
        self.answer(0)
        wanted = [line for line in sent if self._is_subscribed(line)]
        data = b"".join(encode(self._numbered(line)) for line in wanted)
        for line in wanted:
            self._stage.expected.add(line, is_optional)
        self.send_bytes(*(cut(data) if cut else [data]), settles=cut is not None)

    def send_bytes(self, *pieces: bytes, settles: bool = True) -> None:
        """Sends bytes as they are."""
        self._is_between_lines &= not pieces or pieces[-1].endswith(b"\n")
        for piece in pieces:
            if not self.is_open:
                return
            try:
                self.socket.sendall(piece)
            except TimeoutError:
                raise Silence(f"read nothing for {self._stage.patience:g} s") from None
            except OSError:
                self.is_open = False
            if settles:
                self.settle()

    def resume(self) -> None:
        """Answers requests again, after a line in pieces."""
        self._is_between_lines = True

    def settle(self) -> None:
        """Waits until the client has read all bytes."""
        end = time.monotonic() + READ_TIMEOUT
        while self.is_open and time.monotonic() < end:
            self._stage.check()
            unread = struct.unpack("i", fcntl.ioctl(self.socket, SIOCOUTQ, bytes(4)))[0]
            if not unread:
                return
            time.sleep(0.0002)

    def await_requests(self) -> None:
        """Waits for the subscription of a command that subscribes, and answers it."""
        self.resume()
        known = self._stage.subscribes
        timeout = UNKNOWN_TIMEOUT if known is None else KNOWN_TIMEOUT if known else 0
        has_asked = self.answer(timeout)
        if known is None:
            self._stage.subscribes = has_asked
        while has_asked and self.answer(0.02):
            pass

    def answer(self, timeout: float) -> bool:
        """Answers the requests that arrive within a time; returns whether there were any."""
        if self is not self._stage.peer:
            return False
        is_answering = self._is_between_lines and self._has_requests and self.is_open
        return self._stage.serve_others(timeout, self if is_answering else None) and self.receive()

    def receive(self) -> bool:
        """Answers the requests that have arrived; returns whether there were any."""
        try:
            data = self.socket.recv(65536)
        except OSError:
            data = b""
        if not data:
            self._has_requests = False  # The command may continue to read.
            self.is_open &= self is self._stage.peer
            return False
        *texts, self._partial = (self._partial + data).split(b"\n")
        for text in texts:
            self._reply(text)
        return True

    def release(self, **members: Any) -> None:
        """Sends the replies that were held while `answers` was false."""
        self.answers = True
        for reply in self.held:
            self.send_bytes(encode({**reply, **members}))
        self.held = []

    def close(self, last: bytes = b"") -> None:
        """Ends the connection after some bytes: the client must report each active gesture as cancelled."""
        if self.is_open:
            self.answer(0)
            self.send_bytes(*([last] if last else []))
        if self.is_open or last:
            self._stage.expected.connection_ended()
        self.is_open = False
        self.socket.close()

    def _reply(self, text: bytes) -> None:
        try:
            request = requests.read(text)
            reply = requests.reply(request)
        except requests.Fault as fault:
            self._stage.fault = self._stage.fault or f"sent what the daemon refuses, {fault}"
            reply = requests.refusal(text, fault)
        else:
            if request["type"] == "subscribe":
                self._phases = request.get("phases")
        if self.answers:
            self.send_bytes(encode(reply), settles=False)
        else:
            self.held.append(reply)

    def _is_subscribed(self, line: Line) -> bool:
        return line["type"] != "gesture" or self._phases is None or line["phase"] in self._phases

    def _numbered(self, line: Line) -> Line:
        if "seq" not in line:
            return line
        self._seq += 1
        return {**line, "seq": self._seq}
