"""Replaces a broker where a test needs behaviour that a real one lacks."""

import socket
import threading

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, PINGREQ, PINGRESP = 1, 2, 3, 4, 8, 9, 12, 13


def announced(kind, number, flags=0):
    """The start of a control packet of MQTT: its type, and the number of bytes that follow."""
    length = b""
    while True:
        number, rest = divmod(number, 128)
        length += bytes([rest | (128 if number else 0)])
        if not number:
            return bytes([kind << 4 | flags]) + length


def packet(kind, body=b"", flags=0):
    """A control packet of MQTT."""
    return announced(kind, len(body), flags) + body


OLD, NEW = 4, 5  # MQTT 3.1.1 and 5


def version(hello):
    """The version of a CONNECT, which names the protocol and then its level."""
    return hello[hello.index(b"MQTT") + 4]


def accepted(hello, properties=b""):
    """The answer to a CONNECT; properties exist only in MQTT 5."""
    known = bytes([len(properties)]) + properties if version(hello) == NEW else b""
    return packet(CONNACK, b"\0\0" + known)


class FakeBroker:
    """Serves a port; calls `play(connection, number)` for each connection, from 0, on a thread of
    its own."""

    def __init__(self, play):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._play = play
        self._connections = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def connections(self):
        """The number of connections."""
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


def published(body, level):
    """Topic, id and payload of a PUBLISH with QoS 1, without properties."""
    length = int.from_bytes(body[:2], "big")
    rest = body[4 + length:]
    return body[2:2 + length].decode(), body[2 + length:4 + length], rest[1:] if level == NEW else rest


class AnsweringBroker(FakeBroker):
    """A broker that answers all but PUBLISH, and that once `acknowledges` is set; `seen` has topics
    and payloads, `levels` the version of each CONNECT. `properties` are those of its answer; if it
    `refuses_new`, it only knows MQTT 3.1.1."""

    def __init__(self, properties=b"", refuses_new=False):
        self.acknowledges = False
        self.levels = []
        self.seen = []
        self._properties = properties
        self._refuses_new = refuses_new
        super().__init__(self._answer)

    @property
    def hellos(self):
        """The number of CONNECT packets."""
        return len(self.levels)

    def _answer(self, connection, _):
        waiting, level = [], OLD
        for kind, _, body in packets(connection):
            if kind == CONNECT:
                level = version(body)
                self.levels.append(level)
                if level == NEW and self._refuses_new:
                    connection.sendall(packet(CONNACK, b"\0\1"))
                    connection.close()
                    return
                connection.sendall(accepted(body, self._properties))
            elif kind == SUBSCRIBE:
                connection.sendall(packet(SUBACK, body[:2] + (b"\0\1" if level == NEW else b"\1")))
            elif kind == PINGREQ:
                connection.sendall(packet(PINGRESP))
            elif kind == PUBLISH:
                topic, identity, payload = published(body, level)
                self.seen.append((topic, payload))
                waiting.append(identity)
            if self.acknowledges and waiting:
                connection.sendall(b"".join(packet(PUBACK, each) for each in waiting))
                waiting.clear()
