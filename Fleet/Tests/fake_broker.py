"""Brokers for tests, with behaviour that a real one does not show."""

import socket
import threading

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, PINGREQ, PINGRESP = 1, 2, 3, 4, 8, 9, 12, 13


def header(kind, length, flags=0):
    """The fixed header of a control packet of MQTT: its type, and the number of bytes that follow."""
    encoded = b""
    while True:
        length, digit = divmod(length, 128)
        encoded += bytes([digit | (128 if length else 0)])
        if not length:
            return bytes([kind << 4 | flags]) + encoded


def packet(kind, body=b"", flags=0):
    """A control packet of MQTT."""
    return header(kind, len(body), flags) + body


# The protocol levels of MQTT 3.1.1 and MQTT 5.
MQTT_3, MQTT_5 = 4, 5


def level_of(connect):
    """The protocol level in a CONNECT, which is after the name of the protocol."""
    return connect[connect.index(b"MQTT") + 4]


def connack(connect, properties=b""):
    """The CONNACK that accepts a CONNECT; it has `properties` only in MQTT 5."""
    encoded = bytes([len(properties)]) + properties if level_of(connect) == MQTT_5 else b""
    return packet(CONNACK, b"\0\0" + encoded)


class FakeBroker:
    """Serves a port; calls `play(connection, number)` for each connection, from 0, on a thread of
    its own."""

    def __init__(self, play, port=0):
        self._listener = socket.create_server(("127.0.0.1", port))
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
    """Type, flags and body of each packet that a client sends."""
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


def parse_publish(body, level):
    """Topic, id and payload of a PUBLISH with QoS 1, without properties."""
    length = int.from_bytes(body[:2], "big")
    payload = body[4 + length:]
    # MQTT 5 has the length of the properties first, which is 0.
    return body[2:2 + length].decode(), body[2 + length:4 + length], payload[1:] if level == MQTT_5 else payload


class AnsweringBroker(FakeBroker):
    """A broker that answers every packet, but PUBLISH only after `acknowledges` is set. `seen` has the published
    topics and payloads, `levels` the protocol level of each CONNECT. `properties` are those of CONNACK. If it
    `refuses_mqtt_5`, it accepts only MQTT 3.1.1."""

    def __init__(self, properties=b"", refuses_mqtt_5=False, port=0):
        self.acknowledges = False
        self.levels = []
        self.seen = []
        self._properties = properties
        self._refuses_mqtt_5 = refuses_mqtt_5
        super().__init__(self._answer, port)

    @property
    def connects(self):
        """The number of CONNECT packets."""
        return len(self.levels)

    def _answer(self, connection, _):
        unacknowledged, level = [], MQTT_3
        for kind, _, body in packets(connection):
            if kind == CONNECT:
                level = level_of(body)
                self.levels.append(level)
                if level == MQTT_5 and self._refuses_mqtt_5:
                    connection.sendall(packet(CONNACK, b"\0\1"))
                    connection.close()
                    return
                connection.sendall(connack(body, self._properties))
            elif kind == SUBSCRIBE:
                connection.sendall(packet(SUBACK, body[:2] + (b"\0\1" if level == MQTT_5 else b"\1")))
            elif kind == PINGREQ:
                connection.sendall(packet(PINGRESP))
            elif kind == PUBLISH:
                topic, identity, payload = parse_publish(body, level)
                self.seen.append((topic, payload))
                unacknowledged.append(identity)
            if self.acknowledges and unacknowledged:
                connection.sendall(b"".join(packet(PUBACK, each) for each in unacknowledged))
                unacknowledged.clear()
