"""gestured-mqtt with a broker that is faulty or slow, or that has messages of other programs."""

import asyncio
import json
import logging
import os
from pathlib import Path
import resource
import socket
import threading
import time

import pytest

from daemons import Events, answering
from fake_broker import (
    MQTT_3, MQTT_5, PUBACK, PUBLISH, SUBACK, SUBSCRIBE, AnsweringBroker, FakeBroker, connack, header, level_of, packet)
from fake_daemon import FakeDaemon, gesture, line
from gestured import Backoff
from gestured_mqtt import broker as broker_module
from gestured_mqtt import configuration
from gestured_mqtt.broker import BrokerLink, Topics
from kiosk import Broker, kiosk, phases
from scene import expect, wait_for

pytestmark = pytest.mark.needs("mosquitto")

# Bytes that a broker may not send after CONNACK.
JUNK = {
    "a packet of no type": b"\0\0",
    "bytes of 0xff": b"\xff" * 100,
    "PUBLISH without a topic": packet(PUBLISH),
    "PUBLISH with half a topic": packet(PUBLISH, b"a", 2),
    "PUBLISH with a topic longer than it": packet(PUBLISH, b"\0\xffab"),
    "PUBLISH to the empty topic": packet(PUBLISH, b"\0\0x"),
    "SUBACK without an id": packet(SUBACK),
    "PUBACK without an id": packet(PUBACK),
    "a length without an end": b"\x30\xff\xff\xff\xff\x7f",
    "SUBSCRIBE, which is a client's": packet(SUBSCRIBE, b"\0\1\0\1a\1", 2),
}


def test_a_broker_that_does_not_send_mqtt_is_disconnected_and_tried_again_at_little_cost(scene):
    def play(connection, number):
        connection.sendall(connack(connection.recv(4096)) + list(JUNK.values())[number % len(JUNK)])
        while connection.recv(4096):
            pass

    with FakeBroker(play) as broker, FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: broker.connections > len(JUNK) or program.process.poll() is not None,
                 lambda: f"it stays with {list(JUNK)[broker.connections - 1]}: {program.errors[-1000:]}", 60)
        fields = Path(f"/proc/{program.process.pid}/stat").read_text().rpartition(")")[2].split()
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        expect(used < 2, f"it took {used} s of CPU time")
    expect("Traceback" not in program.errors and "Exception" not in program.errors, program.errors[:2000])


def test_a_log_that_reaches_the_maximum_size_of_a_file_does_not_end_a_kiosk(scene):
    is_full = threading.Event()

    def play(connection, number):
        connection.sendall(connack(connection.recv(4096)))
        is_full.wait()
        if number > 2:
            while connection.recv(4096):
                pass
        else:
            connection.close()

    with FakeBroker(play) as broker, FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: "connected to the broker" in program.errors, lambda: program.errors)
        size = len(program.errors)
        resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (size, size))
        is_full.set()
        wait_for(lambda: broker.connections > 3 or program.process.poll() is not None,
                 lambda: f"{broker.connections} connections")
        expect(program.process.poll() is None, f"it ended with {program.process.poll()}")
        expect(len(program.errors) == size, f"its log grew: {program.errors}")
        program.end()
        expect(program.wait() == 0, f"it ended with {program.process.poll()}")


# Payloads that another program may have published on topics of the kiosk's panels.
STRANGE_PANELS = [
    b"[" * 50_000 + b"]" * 50_000, b'{"state":"open","name":{}}', b'{"state":"open","name":["a"],"output":7}',
    b'{"state":[]}', b'{"state":"open","name":null}', b"\xff\xfe", b"null", b"7", b'{"state":"gone","id":{}}',
    b'{"state":"open","name":"' + b"x" * 100_000 + b'"}', b'{"state":"gone","width_mm":1' + b"0" * 400 + b"}",
    b'{"state":"gone","slots":1' + b"0" * 400 + b"}", b'{"state":"gone","height_mm":Infinity}']


def test_no_retained_message_on_topics_of_panels_makes_a_kiosk_offline_or_stops_its_lines(scene):
    broker = Broker(scene)
    for number, payload in enumerate(STRANGE_PANELS):
        path = scene.folder / f"payload{number}"
        path.write_bytes(payload)
        broker.publish_file(f"gestured/kiosk-1/devices/strange_{number}", path, "-r")
    broker.publish("gestured/kiosk-1/devices/\u89e6\u6478\u5c4f", '{"state":"open"}', "-r")
    subscriber = broker.subscriber("gestured/kiosk-1/availability", "gestured/kiosk-1/lines", "homeassistant/#")

    def play(connection, request):
        if request["type"] == "subscribe":
            connection.sendall(gesture("ended", id=9))

    with FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors[-2000:])
        wait_for(lambda: (9, "ended") in phases(subscriber.lines()), lambda: program.errors[-2000:])
        began = time.monotonic()
        wait_for(lambda: time.monotonic() > began + 1, "a second")
    expect("Traceback" not in program.errors and "Exception" not in program.errors, program.errors[:2000])
    expect("cannot handle a message" not in program.errors, program.errors[:2000])
    expect("the connection to the broker ended" not in program.errors, program.errors[:2000])


DISCOVERY = "homeassistant/device/kiosk-1/gestured/config"


def memory(program):
    """The maximum memory of a program so far, in KiB."""
    status = Path(f"/proc/{program.process.pid}/status").read_text()
    return next(int(each.split()[1]) for each in status.splitlines() if each.startswith("VmHWM"))


def test_a_connection_ends_if_the_broker_announces_a_packet_of_more_than_256_kib_which_is_not_stored(scene):
    head = b"\0\x1agestured/kiosk-1/devices/a\0"
    limit, length, chunk = 256 * 1024, 250_000_000, b"x" * 1_000_000
    longest = packet(PUBLISH, head + b"x" * (limit - len(head)))
    sent = []

    def play(connection, number):
        connection.sendall(connack(connection.recv(4096)))
        if number == 0:
            connection.sendall(longest)
        else:
            connection.sendall(header(PUBLISH, length) + head)
            for _ in range(length // len(chunk)):
                connection.sendall(chunk)
        sent.append(number)
        while connection.recv(4096):
            if number == 0:
                connection.close()
                return

    with FakeBroker(play) as broker, FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: broker.connections > 4, lambda: program.errors)
        used = memory(program)
        expect(0 in sent and f"a packet of {limit} bytes" not in program.errors, "a packet of 256 KiB is not read")
        expect(used < 64 * 1024, f"{used} KiB for packets of {length} bytes")
        expect(f"a packet of {length} bytes, more than 256 KiB" in program.errors, program.errors[:2000])
    expect("Traceback" not in program.errors and "Exception" not in program.errors, program.errors[:2000])


def test_a_retained_message_of_more_than_256_kib_ends_no_connection_because_the_broker_withholds_it(scene):
    broker = Broker(scene)
    path = scene.folder / "payload"
    path.write_bytes(b"x" * 1_000_000)
    for topic in ("gestured/kiosk-1/devices/a", "homeassistant/status"):
        broker.publish_file(topic, path, "-r")
    subscriber = broker.subscriber("gestured/kiosk-1/availability", "gestured/kiosk-1/lines", "homeassistant/#")
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors[-2000:])
        # The kiosk reads its own messages after the retained ones.
        wait_for(lambda: subscriber.lines(), lambda: program.errors[-2000:])
        broker.publish_file("gestured/kiosk-1/availability", path)
        broker.publish("gestured/kiosk-1/availability", "offline")
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors[-2000:])
    expect("the connection to the broker ended" not in program.errors, program.errors[:2000])


def test_a_broker_that_supports_only_mqtt_3_1_1_is_used_with_that_whether_it_reports_so_or_not(scene):
    def close(connection, number):
        """Closes the first connection, like a broker that cannot read it."""
        connect_packet = connection.recv(4096)
        levels.append(level_of(connect_packet))
        if levels[-1] == MQTT_3:
            connection.sendall(connack(connect_packet))
            while connection.recv(4096):
                pass
        connection.close()

    levels = []
    with FakeDaemon(scene.socket, answering()):
        with AnsweringBroker(refuses_mqtt_5=True) as broker:
            broker.acknowledges = True
            program = kiosk(scene, broker)
            wait_for(lambda: ("gestured/kiosk-1/availability", b"online") in broker.seen, lambda: program.errors)
            expect(broker.levels == [MQTT_5, MQTT_3], f"{broker.levels}")
            expect("it does not know this version of MQTT" in program.errors, program.errors)
        with FakeBroker(close) as broker:
            program = kiosk(scene, broker, "kiosk-2")
            wait_for(lambda: "connected to the broker" in program.errors, lambda: program.errors)
            expect(levels == [MQTT_5, MQTT_3], f"{levels}")


def test_a_broker_that_sends_a_packet_that_is_too_long_is_tried_with_mqtt_5_again(scene):
    def play(connection, number):
        connect_packet = connection.recv(4096)
        levels.append(level_of(connect_packet))
        # Closes the first connection, like a proxy whose broker is being restarted.
        if number > 0:
            long_packet = packet(PUBLISH, bytes(300_000)) if levels[-1] == MQTT_3 else b""
            connection.sendall(connack(connect_packet) + long_packet)
            while connection.recv(4096):
                pass
        connection.close()

    levels = []
    with FakeBroker(play) as broker, FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: len(levels) > 2, lambda: f"{levels}: {program.errors}")
        expect(levels == [MQTT_5, MQTT_3, MQTT_5], f"{levels}")


def test_a_broker_that_does_not_answer_mqtt_5_is_tried_with_mqtt_3_1_1():
    def play(connection, _):
        connect_packet = connection.recv(4096)
        levels.append(level_of(connect_packet))
        if levels[-1] == MQTT_3:
            connection.sendall(connack(connect_packet))
        while connection.recv(4096):
            pass

    async def connect(port):
        settings = configuration.Broker("localhost", port, "id", keepalive=5)
        running = asyncio.ensure_future(BrokerLink(settings, Topics("t", ()), events, Backoff(0.1, 0.1)).run())
        for _ in range(1000):
            if not events.names:
                await asyncio.sleep(0.01)
        running.cancel()

    levels, events, before = [], Events(), broker_module.CONNACK_TIMEOUT
    with FakeBroker(play) as broker:
        try:
            logging.disable(logging.WARNING)
            broker_module.CONNACK_TIMEOUT = 1
            asyncio.run(connect(broker.port))
        finally:
            logging.disable(logging.NOTSET)
            broker_module.CONNACK_TIMEOUT = before
    expect(events.names == ["connected"] and levels == [MQTT_5, MQTT_3], f"{events.names} with {levels}")


def test_a_broker_receives_no_more_unacknowledged_messages_than_it_accepts_and_finally_all(scene):
    many, receive_maximum = 60, 3

    def play(connection, request):
        if request["type"] == "subscribe":
            connection.sendall(b"".join(gesture("ended", id=number) for number in range(many)))

    def lines():
        return [json.loads(payload) for topic, payload in broker.seen if topic == "gestured/kiosk-1/lines"]

    # 33 is the property Receive Maximum (MQTT 5, 3.2.2.3.3).
    properties = b"\x21" + receive_maximum.to_bytes(2, "big")
    with AnsweringBroker(properties) as broker, FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker)
        wait_for(lambda: len(broker.seen) >= receive_maximum, lambda: program.errors)
        began = time.monotonic()
        wait_for(lambda: time.monotonic() > began + 1, "what is sent in a second")
        expect(len(broker.seen) == receive_maximum, f"{len(broker.seen)} messages were sent, and none acknowledged")
        broker.acknowledges = True
        wait_for(lambda: (many - 1, "ended") in phases(lines()), lambda: f"{len(broker.seen)} messages")
        wait_for(lambda: ("gestured/kiosk-1/availability", b"online") in broker.seen, lambda: f"{broker.seen[:9]}")


def test_retained_messages_that_no_run_can_have_published_are_neither_used_nor_published(scene):
    broker = Broker(scene)
    path = scene.folder / "payload"
    for number in range(30):
        name = (float("nan"), "x" * 200_000, "x" * 3_000_000)[number % 3]
        path.write_text(json.dumps({"state": "open", "name": name}))
        broker.publish_file(f"gestured/kiosk-1/devices/large_{number}", path, "-r")
    subscriber = broker.subscriber("gestured/kiosk-1/availability", "homeassistant/#")
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors[-2000:])
        wait_for(lambda: subscriber.messages(DISCOVERY), "discovery")
        began = time.monotonic()
        wait_for(lambda: time.monotonic() > began + 1, "a second")
        used = memory(program)
    expect(used < 64 * 1024, f"{used} KiB")
    sent = subscriber.messages(DISCOVERY)[-1]
    expect("large_" not in sent and "NaN" not in sent and len(sent) < 16 * 1024, f"{len(sent)} bytes: {sent[:200]}")


def test_a_broker_that_acknowledges_nothing_receives_a_bounded_number_of_messages_and_later_the_last_state(scene):
    many, is_waiting = 500, [True]

    def play(connection, request):
        if request["type"] == "ping" and len(broker.seen) >= 5 and is_waiting:
            for number in range(many):
                connection.sendall(line(
                    type="health", seq=4, time_us=2, problem="late", device=1, late_us=number))
                # Waits, so that the program handles each line in a turn of its own.
                time.sleep(0.002)
            is_waiting.clear()

    def last_health():
        found = [json.loads(payload) for topic, payload in broker.seen if topic == "gestured/kiosk-1/health"]
        return found and found[-1]["late_us"] == many - 1

    with AnsweringBroker() as broker, FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker)
        wait_for(lambda: not is_waiting, lambda: program.errors)
        began = time.monotonic()
        wait_for(lambda: time.monotonic() > began + 1, "what is sent in a second")
        expect(len(broker.seen) < 100, f"{len(broker.seen)} messages were sent, and none acknowledged")
        broker.acknowledges = True
        wait_for(last_health, lambda: f"{len(broker.seen)} messages, {broker.seen[-1]}")


def test_tls_a_broker_that_accepts_connections_and_sends_nothing_is_soon_disconnected_for_any_keepalive(scene):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        class Deaf:
            port = deaf.getsockname()[1]
        with FakeDaemon(scene.socket, answering()):
            program = kiosk(scene, Deaf, connection=", tls: system", keepalive="30min")
            wait_for(lambda: "it does not answer" in program.errors, lambda: program.errors, 20)


def test_an_attempt_that_was_given_up_sends_no_connect_which_would_end_the_next_connection():
    delays, events = [1.5], Events()
    real, before = socket.getaddrinfo, broker_module.CONNECT_TIMEOUT

    def slow(*arguments, **members):
        time.sleep(delays.pop() if delays else 0)
        return real(*arguments, **members)

    async def play(port):
        settings = configuration.Broker("localhost", port, "id", keepalive=5)
        link = BrokerLink(settings, Topics("t", ()), events, Backoff(0.1, 0.1))
        running = asyncio.ensure_future(link.run())
        threads = 0
        for _ in range(300):
            await asyncio.sleep(0.01)
            threads = max(threads, sum(each.name.startswith("Thread-") and "work" in each.name
                                       for each in threading.enumerate()))
        running.cancel()
        return threads, link.attempts

    with AnsweringBroker() as broker:
        try:
            logging.disable(logging.WARNING)
            socket.getaddrinfo, broker_module.CONNECT_TIMEOUT = slow, 0.2
            threads, attempts = asyncio.run(play(broker.port))
        finally:
            logging.disable(logging.NOTSET)
            socket.getaddrinfo, broker_module.CONNECT_TIMEOUT = real, before
    expect(events.names == ["connected"], f"{events.names}")
    expect(broker.connects == 1 and attempts > 2, f"{broker.connects} CONNECT in {attempts} attempts")
    expect(threads == 1, f"{threads} threads at once")


def test_a_password_file_that_is_missing_at_a_later_attempt_is_named_in_the_log(scene):
    broker = Broker(scene)
    broker.stop()
    path = scene.folder / "secret"
    path.write_text("hunter2\n")
    path.chmod(0o600)
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker, connection=f", username: kiosk-1, password_file: {path}")
        wait_for(lambda: "cannot connect to the broker" in program.errors, lambda: program.errors)
        path.unlink()
        wait_for(lambda: f"{path}: No such file" in program.errors, lambda: program.errors)
    expect("hunter2" not in program.errors, program.errors)
