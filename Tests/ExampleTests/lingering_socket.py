"""Passes a program a descriptor whose last close lingers (SO_LINGER)."""

import contextlib
import fcntl
import os
import signal
import socket
import struct
import termios
import time
from pathlib import Path

# The other ends, which read nothing, so that there are always bytes to send to them.
PEERS = []


def lingering(seconds):
    """A connection of the loopback with bytes to send, whose close waits until they are sent."""
    own = socket.socket()
    own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        own.connect(listener.getsockname())
        PEERS.append(listener.accept()[0])
    own.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            own.send(bytes(65536))
    own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, seconds))
    return own


@contextlib.contextmanager
def stopped(pid):
    """Suspends a process meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    try:
        end = time.monotonic() + 20
        while not is_stopped(pid) and time.monotonic() < end:
            time.sleep(0.001)
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def is_stopped(pid):
    """Whether every thread of a process is stopped."""
    return all(" T " in path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/stat"))


def send(connection, data, seconds):
    """Sends bytes with such a descriptor. A receiver that is suspended meanwhile is the last to
    close it."""
    with lingering(seconds) as own:
        socket.send_fds(connection, [data], [own.fileno()])


def is_read(connection):
    """Whether the peer of a Unix socket has read everything: then it has begun to close the descriptors."""
    return fcntl.ioctl(connection, termios.TIOCOUTQ, bytes(4)) == bytes(4)
