#!/usr/bin/env python3
"""Prints each completed gesture: gestures.py [SOCKET]. Continues when gestured is restarted."""
import json
import os
import socket
import sys
import time


def socket_path():
    """The path of the given socket, or of the first that exists."""
    given = (sys.argv + [os.environ.get("GESTURED_SOCKET")])[1]
    user_path = os.environ.get("XDG_RUNTIME_DIR", "") + "/gestured.sock"
    paths = ["/run/gestured/gestured.sock", user_path]
    return given or next(filter(os.path.exists, paths), paths[0])


def gestures():
    """Yields every gesture that ended and was not cancelled; reconnects after a loss."""
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(socket_path())
                connection.sendall(b'{"type":"subscribe","phases":["ended"]}\n')
                for line in connection.makefile("rb"):
                    message = json.loads(line) if line.endswith(b"\n") else {}
                    # Later versions send more: unknown members are ignored.
                    if message.get("type") == "gesture" and message["phase"] == "ended":
                        yield message
                    if message.get("reason") == "too_many_clients":
                        sys.exit("gestured has too many clients: end one, or raise its max_clients")
        except PermissionError:
            sys.exit("no permission: join the group gestured-clients, and log in again")
        except (ConnectionError, FileNotFoundError):
            pass
        time.sleep(1)


if __name__ == "__main__":
    for gesture in gestures():
        print(gesture["name"], gesture.get("direction", gesture.get("count", "")), flush=True)
