"""Replaces gestured where a test needs behaviour that it rarely shows."""

import json
import os
import socket
import threading


class FakeDaemon:
    """Serves a socket; each connection receives what `play` sends, and is then closed.

    Calls `play` with the connection and its number, from 0, on a thread of its own.
    """

    def __init__(self, path, play):
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{path}~")
        self._listener.listen(16)
        # Once the path exists, clients can connect.
        os.rename(f"{path}~", path)
        self._play = play
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        number = 0
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection, number), daemon=True).start()
            number += 1

    def _serve(self, connection, number):
        with connection:
            try:
                self._play(connection, number)
            except OSError:
                pass

    def close(self):
        """Accepts no more connections."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def line(**members):
    """A line of the protocol, in the daemon's format."""
    return json.dumps(members, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def gesture(phase, **members):
    """A line of a gesture whose values are irrelevant."""
    return line(**{
        "type": "gesture", "seq": 9, "time_us": 1, "device": 1, "zone": "screen", "gesture": "swipe",
        "name": "swipe", "id": 1, "phase": phase, "fingers": 1, **members})
