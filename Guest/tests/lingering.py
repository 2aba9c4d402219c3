"""A client that passes descriptors whose close takes as long as it likes; run by some user.

lingering.py SOCKET CLIENTS SECONDS: connects so many clients, and prints how long a close of 1 s lingers. At a line of
input each of them passes a TCP socket that lingers for so long and whose peer reads nothing; prints the reason of
each client's `bye`, and how long the last took. At another line as many more pass one each; prints "passed", and
holds them until its input ends.
"""

import json
import socket
import struct
import sys
import time

PING = b'{"type":"ping"}\n'


def lingering(seconds):
    """A socket whose last close waits for so long, and its peer."""
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
    """A connection that has read what is there."""
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    client.settimeout(60)
    return client


def hand_over(clients, pairs):
    """Has each client pass a socket, of which no copy is left here."""
    for client, (sender, _) in zip(clients, pairs):
        socket.send_fds(client, [PING], [sender.fileno()])
        sender.close()


def reason(client):
    """Why the daemon ended the connection."""
    data = b""
    while part := client.recv(65536):
        data += part
    return json.loads(data.splitlines()[-1]).get("reason")


def main(path, count, seconds):
    """Plays both halves."""
    sender, peer = lingering(1)
    began = time.monotonic()
    sender.close()
    peer.close()
    lingered = time.monotonic() - began
    pairs = [lingering(seconds) for _ in range(2 * count)]
    clients = [connect(path) for _ in range(count)]
    print(json.dumps({"lingered": lingered}), flush=True)
    sys.stdin.readline()
    began = time.monotonic()
    hand_over(clients, pairs)
    reasons = [reason(client) for client in clients]
    print(json.dumps({"reasons": reasons, "waited": time.monotonic() - began}), flush=True)
    for client in clients:
        client.close()
    sys.stdin.readline()
    clients = [connect(path) for _ in range(count)]
    hand_over(clients, pairs[count:])
    print("passed", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
