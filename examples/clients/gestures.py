#!/usr/bin/env python3
"""Prints each completed gesture: gestures.py [SOCKET]. Continues when gestured is restarted."""
import json
import os
import socket
import sys
import time


def place():
    """The given socket, or the first that exists."""
    named = (sys.argv + [os.environ.get("GESTURED_SOCKET")])[1]
    own = os.environ.get("XDG_RUNTIME_DIR", "") + "/gestured.sock"
    places = ["/run/gestured/gestured.sock", own]
    return named or next(filter(os.path.exists, places), places[0])


def gestures():
    """Every gesture that ended regularly, for ever; reconnects after a loss."""
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(place())
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
