"""Clients that pass descriptors whose close lingers; run by some user.

lingering.py SOCKET CLIENTS SECONDS: first prints how long the close of a socket takes that lingers for 1 s.
At each line of input CLIENTS clients connect, and each passes a TCP socket that lingers for SECONDS
and whose peer reads nothing; prints the reason of each client's `bye`, and the seconds until the
last. At the line "hold" prints "passed" instead, and keeps the connections until its input ends.
"""

import json
import socket
import struct
import sys
import time

PING = b'{"type":"ping"}\n'


def lingering(seconds):
    """A socket whose last close lingers for `seconds`, and its peer."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        sender = socket.create_connection(server.getsockname())
        peer, _ = server.accept()
    sender.setblocking(False)
    try:
        while True:
            sender.send(bytes(65536))
    except BlockingIOError:
        pass
    sender.setblocking(True)
    sender.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, seconds))
    return sender, peer


def connect(path):
    """A connection to the daemon."""
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    client.settimeout(60)
    return client


def hand_over(clients, pairs):
    """Makes each client pass a socket, and closes its own copy."""
    for client, (sender, _) in zip(clients, pairs):
        socket.send_fds(client, [PING], [sender.fileno()])
        sender.close()


def reason(client):
    """The reason why the daemon ended the connection."""
    data = b""
    while received := client.recv(65536):
        data += received
    return json.loads(data.splitlines()[-1]).get("reason")


def main(path, count, seconds):
    """Runs the clients."""
    sender, peer = lingering(1)
    began = time.monotonic()
    sender.close()
    print(json.dumps({"lingered": time.monotonic() - began}), flush=True)
    peers = [peer]
    for line in iter(sys.stdin.readline, ""):
        pairs = [lingering(seconds) for _ in range(count)]
        peers += [peer for _, peer in pairs]
        clients = [connect(path) for _ in range(count)]
        began = time.monotonic()
        hand_over(clients, pairs)
        if line.strip() == "hold":
            print("passed", flush=True)
            sys.stdin.read()
            return
        reasons = [reason(client) for client in clients]
        print(json.dumps({"reasons": reasons, "waited": time.monotonic() - began}), flush=True)
        for client in clients:
            client.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
