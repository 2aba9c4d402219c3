"""Stands in for a broker where a test asks for what a real one would not do."""

import socket
import threading

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, PINGREQ, PINGRESP = 1, 2, 3, 4, 8, 9, 12, 13


def packet(kind, body=b"", flags=0):
    """A control packet of MQTT 3.1.1."""
    length, number = b"", len(body)
    while True:
        number, rest = divmod(number, 128)
        length += bytes([rest | (128 if number else 0)])
        if not number:
            return bytes([kind << 4 | flags]) + length + body


ACCEPTED = packet(CONNACK, b"\0\0")


class FakeBroker:
    """Serves a port; `play(connection, number)` has each connection, from 0, on a thread of its own."""

    def __init__(self, play):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._play = play
        self._connections = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def connections(self):
        """How many there were."""
        return len(self._connections)

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection, self.connections), daemon=True).start()
            self._connections.append(connection)

    def _serve(self, connection, number):
        try:
            self._play(connection, number)
        except OSError:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self._connections:
            connection.close()


def packets(connection):
    """Kind, flags and body of each packet that a client sends."""
    with connection.makefile("rb") as file:
        while first := file.read(1):
            length, shift = 0, 0
            while True:
                byte = file.read(1)[0]
                length |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            yield first[0] >> 4, first[0] & 15, file.read(length)


def published(body):
    """Topic, id and payload of a PUBLISH with QoS 1."""
    length = int.from_bytes(body[:2], "big")
    return body[2:2 + length].decode(), body[2 + length:4 + length], body[4 + length:]


class AnsweringBroker(FakeBroker):
    """One that answers all but PUBLISH, and that once `acknowledges` is set; `seen` has topics and payloads."""

    def __init__(self):
        self.acknowledges = False
        self.hellos = 0
        self.seen = []
        super().__init__(self._answer)

    def _answer(self, connection, _):
        waiting = []
        for kind, _, body in packets(connection):
            if kind == CONNECT:
                self.hellos += 1
                connection.sendall(ACCEPTED)
            elif kind == SUBSCRIBE:
                connection.sendall(packet(SUBACK, body[:2] + b"\1"))
            elif kind == PINGREQ:
                connection.sendall(packet(PINGRESP))
            elif kind == PUBLISH:
                topic, identity, payload = published(body)
                self.seen.append((topic, payload))
                waiting.append(identity)
            if self.acknowledges and waiting:
                connection.sendall(b"".join(packet(PUBACK, each) for each in waiting))
                waiting.clear()
