#!/usr/bin/python3
"""A daemon that sends extreme numbers: lying_daemon.py SOCKET PROGRAM [ARGUMENT ...].

Each number in a daemon's lines is once as large and once as small as possible. The program is
started with the socket, and again if it gives up at one, until all have been sent; prints its exit
statuses and its output on standard error.
"""

import copy
import json
import select
import socket
import subprocess
import sys
from pathlib import Path

WIRE = Path(__file__).resolve().parents[1] / "Fixtures" / "wire"
WHOLE = [2**63 - 1, -(2**63), 2**63 - 1]
DECIMAL = [1e308, -1e308, 1e308]
# Lines that only begin or end a connection, or answer.
OPENING = ("hello", "snapshot_end", "bye", "reply")
# The kinds of extremes that a command reads; for other commands those that are sent unasked.
TAKEN = {"status": ("answers",), "doctor": ("openings", "answers"),
         "bug-report": ("openings", "answers", "unasked")}


def samples():
    """A line of each type, kind, phase and set of members from the lines that the tests know."""
    found = {}
    for file in sorted(WIRE.glob("*.jsonl")):
        if file.name == "request.jsonl":
            continue
        for text in file.read_text().splitlines():
            line = json.loads(text)
            kind = [str(line.get(each)) for each in ("type", "gesture", "phase", "change")]
            key = (*kind, *sorted(line))
            found.setdefault(key, line)
    return list(found.values())


def places(value, path=()):
    """The paths of numbers in a value."""
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield path
    elif isinstance(value, (dict, list)):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in pairs:
            yield from places(each, (*path, key))


def replaced(line, path, index):
    """The line with an extreme of its kind in place of a number."""
    line = copy.deepcopy(line)
    *way, last = path
    inner = line
    for key in way:
        inner = inner[key]
    inner[last] = (DECIMAL if isinstance(inner[last], float) else WHOLE)[index]
    return line


def lies(line):
    """The line with each of its numbers, and at last all of them, at one extreme after the other."""
    for path in places(line):
        for index in range(len(WHOLE)):
            yield replaced(line, path, index)
    yield from extremes(line)


def extremes(line, kept=()):
    """The line with all of its numbers, except some members, at one extreme after the other."""
    for index in range(len(WHOLE)):
        lie = line
        for path in places(line):
            if path[0] not in kept:
                lie = replaced(lie, path, index)
        yield lie


def unasked():
    """Lists of lines that a daemon sends unasked, with one extreme each: for a gesture from its
    beginning on."""
    lines = samples()
    began = {line["gesture"]: line for line in lines
             if line["type"] == "gesture" and line["phase"] == "began"}
    for line in lines:
        if line["type"] in OPENING:
            continue
        before = []
        if line["type"] == "gesture" and line["phase"] != "began" and line["gesture"] in began:
            before = [dict(began[line["gesture"]], id=line["id"])]
        # One recognition for all extremes of a change: the second is compared with the first.
        yield [*before, *lies(line)]


def answers(lies_of=lies):
    """Replies, each with another extreme."""
    for line in samples():
        if line["type"] == "reply" and line.get("ok"):
            yield from lies_of(line)


def openings():
    """The first lines of connections, each with another extreme."""
    hello, device = greeting()[:2]
    return zip(extremes(hello, ("protocol",)), extremes(device))


def greeting():
    """The first lines of a connection."""
    lines = samples()
    hello = next(line for line in lines if line["type"] == "hello")
    device = next(line for line in lines if line["type"] == "device" and line["change"] == "present")
    return [hello, device, {"type": "snapshot_end", "seq": 1, "devices": 1}]


class Liar:
    """Serves a socket, one connection at a time, and answers requests with the extremes in turn.

    `taken`: which kinds are sent; if connections begin with some, answers have all numbers wrong at once.
    """

    SECONDS = 20  # for a program to connect, and to end

    def __init__(self, path, taken):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.unasked = list(unasked())
        self.openings = list(openings()) if "openings" in taken else []
        self.answers = list(answers(extremes if self.openings else lies))

    def serve(self):
        """Sends one connection as much as it accepts."""
        if not select.select([self.listener], [], [], self.SECONDS)[0]:
            return
        peer = self.listener.accept()[0]
        peer.settimeout(0.2)
        try:
            lied = self.openings.pop(0) if self.openings else ()
            self.send(peer, [*lied, *greeting()[len(lied):]])
            self.answer(peer)
            while self.unasked:
                lines = self.unasked.pop(0)
                self.send(peer, lines)
            peer.shutdown(socket.SHUT_WR)
            peer.settimeout(self.SECONDS)
            while peer.recv(1 << 16):
                pass
        except OSError:
            pass
        peer.close()

    def answer(self, peer):
        """Answers requests until the program waits for something else."""
        reader = peer.makefile("rb")
        while True:
            try:
                request = json.loads(reader.readline() or b"null")
            except TimeoutError:
                return
            if request is None:
                return
            asks = request["type"] != "subscribe" and self.answers
            reply = self.answers.pop(0) if asks else {"type": "reply", "ok": True}
            if "id" in request:
                reply["id"] = request["id"]
            self.send(peer, [reply])

    @staticmethod
    def send(peer, lines):
        peer.sendall("".join(json.dumps(line) + "\n" for line in lines).encode())


def main(path, command):
    taken = next((TAKEN[word] for word in command if word in TAKEN), ("unasked",))
    liar = Liar(path, taken)
    statuses, errors = [], ""
    while any(getattr(liar, name) for name in taken) and len(statuses) < 400:
        program = subprocess.Popen([*command, "--socket", path], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        liar.serve()
        errors = program.communicate(timeout=Liar.SECONDS)[1].decode()
        statuses.append(program.returncode)
        if program.returncode < 0:
            break
    print(json.dumps({"statuses": sorted(set(statuses)), "runs": len(statuses), "errors": errors}))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
