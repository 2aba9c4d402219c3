#!/usr/bin/python3
"""A daemon that sends extreme numbers: lying_daemon.py SOCKET PROGRAM [ARGUMENT ...].

Sends each number of a daemon's lines once as large and once as small as possible. Starts the program
with the socket again whenever it ends, until all have been sent or the program crashes. Prints the exit
statuses of all runs and the standard error of the last.
"""

import copy
import json
import select
import socket
import subprocess
import sys
from pathlib import Path

WIRE = Path(__file__).resolve().parents[1] / "Fixtures" / "wire"
# In this order a value falls from the maximum to the minimum, and rises again.
WHOLE_EXTREMES = [2**63 - 1, -(2**63), 2**63 - 1]
DECIMAL_EXTREMES = [1e308, -1e308, 1e308]
# The types of lines that begin or end a connection, or answer a request.
NEVER_UNASKED = ("hello", "snapshot_end", "bye", "reply")
# The lines that a command reads. Other commands read only those that are sent unasked.
LINES_READ = {"status": ("answers",), "doctor": ("openings", "answers"),
              "bug-report": ("openings", "answers", "unasked")}


def samples():
    """One line of the wire fixtures for each type, kind, phase and set of members."""
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


def number_paths(value, path=()):
    """The paths of numbers in a value."""
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield path
    elif isinstance(value, (dict, list)):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in pairs:
            yield from number_paths(each, (*path, key))


def replaced(line, path, index):
    """The line with an extreme of the same type in place of the number at `path`."""
    line = copy.deepcopy(line)
    *parents, last = path
    inner = line
    for key in parents:
        inner = inner[key]
    inner[last] = (DECIMAL_EXTREMES if isinstance(inner[last], float) else WHOLE_EXTREMES)[index]
    return line


def lies(line):
    """The line with each extreme in place of one number, for each number, and at last in place of all."""
    for path in number_paths(line):
        for index in range(len(WHOLE_EXTREMES)):
            yield replaced(line, path, index)
    yield from lies_at_once(line)


def lies_at_once(line, kept=()):
    """The line with each extreme in place of all numbers at once, except in the members `kept`."""
    for index in range(len(WHOLE_EXTREMES)):
        lie = line
        for path in number_paths(line):
            if path[0] not in kept:
                lie = replaced(lie, path, index)
        yield lie


def unasked():
    """Lists of the false versions of each line that a daemon sends without a request. If the line continues a gesture,
    the list begins with the true `began`."""
    lines = samples()
    began = {line["gesture"]: line for line in lines
             if line["type"] == "gesture" and line["phase"] == "began"}
    for line in lines:
        if line["type"] in NEVER_UNASKED:
            continue
        before = []
        if line["type"] == "gesture" and line["phase"] != "began" and line["gesture"] in began:
            before = [dict(began[line["gesture"]], id=line["id"])]
        # All lies of a change continue one gesture, so a client compares each with the one before.
        yield [*before, *lies(line)]


def answers(lies_of=lies):
    """Replies with extreme numbers."""
    for line in samples():
        if line["type"] == "reply" and line.get("ok"):
            yield from lies_of(line)


def openings():
    """Pairs of `hello` and `device` that begin a connection, with extreme numbers."""
    hello, device = greeting()[:2]
    return zip(lies_at_once(hello, ("protocol",)), lies_at_once(device))


def greeting():
    """The first lines of a connection, with true numbers."""
    lines = samples()
    hello = next(line for line in lines if line["type"] == "hello")
    device = next(line for line in lines if line["type"] == "device" and line["change"] == "present")
    return [hello, device, {"type": "snapshot_end", "seq": 1, "devices": 1}]


class Liar:
    """Serves a socket, one connection at a time, and answers requests with the extremes in turn.

    `lines_read` names the lists that the program reads. If it reads openings, an answer has all numbers
    wrong at once.
    """

    TIMEOUT_S = 20  # for a program to connect, and to end

    def __init__(self, path, lines_read):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.unasked = list(unasked())
        self.openings = list(openings()) if "openings" in lines_read else []
        self.answers = list(answers(lies_at_once if self.openings else lies))

    def serve(self):
        """Accepts one connection, and sends lies until all are sent or the program closes it."""
        if not select.select([self.listener], [], [], self.TIMEOUT_S)[0]:
            return
        peer = self.listener.accept()[0]
        peer.settimeout(0.2)
        try:
            opening = self.openings.pop(0) if self.openings else ()
            self.send(peer, [*opening, *greeting()[len(opening):]])
            self.answer(peer)
            while self.unasked:
                lines = self.unasked.pop(0)
                self.send(peer, lines)
            peer.shutdown(socket.SHUT_WR)
            peer.settimeout(self.TIMEOUT_S)
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
            is_lie = request["type"] != "subscribe" and bool(self.answers)
            reply = self.answers.pop(0) if is_lie else {"type": "reply", "ok": True}
            if "id" in request:
                reply["id"] = request["id"]
            self.send(peer, [reply])

    @staticmethod
    def send(peer, lines):
        peer.sendall("".join(json.dumps(line) + "\n" for line in lines).encode())


def main(path, command):
    lines_read = next((LINES_READ[word] for word in command if word in LINES_READ), ("unasked",))
    liar = Liar(path, lines_read)
    statuses, errors = [], ""
    while any(getattr(liar, name) for name in lines_read) and len(statuses) < 400:
        program = subprocess.Popen([*command, "--socket", path], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        liar.serve()
        errors = program.communicate(timeout=Liar.TIMEOUT_S)[1].decode()
        statuses.append(program.returncode)
        if program.returncode < 0:
            break
    print(json.dumps({"statuses": sorted(set(statuses)), "runs": len(statuses), "errors": errors}))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
