"""The location of the daemon's socket, and connecting to it."""

from __future__ import annotations

import os
import socket

from .errors import DaemonAbsent, Disconnected, NotAnswering, NotPermitted

SYSTEM_SOCKET = "/run/gestured/gestured.sock"


def socket_path(given: str | os.PathLike[str] | None = None) -> str:
    """The given path, else $GESTURED_SOCKET, else the first that exists of the system's and the user's socket."""
    named = os.fspath(given or "") or os.environ.get("GESTURED_SOCKET")
    if named:
        return named
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    user_socket = f"{runtime}/gestured.sock" if runtime else SYSTEM_SOCKET
    return next(filter(os.path.exists, (SYSTEM_SOCKET, user_socket)), SYSTEM_SOCKET)


def connect(path: str) -> socket.socket:
    """Connects without blocking: if the socket's queue is full, that is an error."""
    try:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    except OSError as error:
        raise Disconnected(f"no socket can be made: {error.strerror or error}") from error
    connection.setblocking(False)
    try:
        connection.connect(path)
    except OSError as error:
        connection.close()
        if isinstance(error, PermissionError):
            raise NotPermitted(
                f"no permission to connect to {path}: join the group gestured-clients, and log in again") from error
        if isinstance(error, BlockingIOError):
            raise NotAnswering(f"too many programs wait for {path}") from error
        raise DaemonAbsent(f"no daemon serves {path}: {error.strerror or error}") from error
    except BaseException:
        connection.close()
        raise
    return connection


def send_some(connection: socket.socket, data: bytearray) -> None:
    """Sends what the socket takes, and removes it from `data`.

    A failure is not an end: lines that the daemon sent before it closed are still read.
    """
    try:
        while data:
            del data[:connection.send(data)]
    except BlockingIOError:
        pass
    except OSError:
        data.clear()
