"""gestured-mqtt and a broker that is faulty, slow, or has messages that no kiosk published."""

import asyncio
import json
import logging
import os
from pathlib import Path
import resource
import socket
import threading
import time

from daemons import Events, answering
from fake_broker import (
    NEW, OLD, PUBACK, PUBLISH, SUBACK, SUBSCRIBE, AnsweringBroker, FakeBroker, accepted, announced, packet, version)
from fake_daemon import FakeDaemon, gesture, line
from gestured_mqtt import broker as broker_module
from gestured_mqtt import configuration
from gestured_mqtt.backoff import Backoff
from gestured_mqtt.broker import BrokerLink, Topics
from kiosk import Broker, kiosk, phases
from scene import expect, test, wait_for

# Bytes after CONNACK that no broker sends.
JUNK = {
    "a packet of no type": b"\0\0",
    "zeros": b"\xff" * 100,
    "PUBLISH without a topic": packet(PUBLISH),
    "PUBLISH with half a topic": packet(PUBLISH, b"a", 2),
    "PUBLISH with a topic longer than it": packet(PUBLISH, b"\0\xffab"),
    "PUBLISH to the empty topic": packet(PUBLISH, b"\0\0x"),
    "SUBACK without an id": packet(SUBACK),
    "PUBACK without an id": packet(PUBACK),
    "a length without an end": b"\x30\xff\xff\xff\xff\x7f",
    "SUBSCRIBE, which is a client's": packet(SUBSCRIBE, b"\0\1\0\1a\1", 2),
}


@test("a broker that sends what is no MQTT is left and tried again; it costs no more than that")
def junk(scene):
    def play(connection, number):
        connection.sendall(accepted(connection.recv(4096)) + list(JUNK.values())[number % len(JUNK)])
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


@test("a log that has reached its largest size (SIGXFSZ) ends no kiosk: it reconnects, and ends in order")
def full_log(scene):
    is_full = threading.Event()

    def play(connection, number):
        connection.sendall(accepted(connection.recv(4096)))
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


# Messages that another program may have published among the panels of the kiosk.
STRANGE_PANELS = [
    b"[" * 50_000 + b"]" * 50_000, b'{"state":"open","name":{}}', b'{"state":"open","name":["a"],"output":7}',
    b'{"state":[]}', b'{"state":"open","name":null}', b"\xff\xfe", b"null", b"7", b'{"state":"gone","id":{}}',
    b'{"state":"open","name":"' + b"x" * 100_000 + b'"}', b'{"state":"gone","width_mm":1' + b"0" * 400 + b"}",
    b'{"state":"gone","slots":1' + b"0" * 400 + b"}", b'{"state":"gone","height_mm":Infinity}']


@test("whatever is retained where its panels are, a kiosk is online and its lines go on")
def strange_panels(scene):
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
    expect("cannot take a message" not in program.errors, program.errors[:2000])
    expect("the connection to the broker ended" not in program.errors, program.errors[:2000])


DISCOVERY = "homeassistant/device/kiosk-1/gestured/config"


def memory(program):
    """The maximum memory of a program so far, in KiB."""
    status = Path(f"/proc/{program.process.pid}/status").read_text()
    return next(int(each.split()[1]) for each in status.splitlines() if each.startswith("VmHWM"))


@test("a connection ends where the broker announces a packet of more than 256 KiB; none of it is kept")
def long_packet(scene):
    head = b"\0\x1agestured/kiosk-1/devices/a\0"
    most, large, part = 256 * 1024, 250_000_000, b"x" * 1_000_000
    small = packet(PUBLISH, head + b"x" * (most - len(head)))
    poured = []

    def play(connection, number):
        connection.sendall(accepted(connection.recv(4096)))
        if number == 0:
            connection.sendall(small)
        else:
            connection.sendall(announced(PUBLISH, large) + head)
            for _ in range(large // len(part)):
                connection.sendall(part)
        poured.append(number)
        while connection.recv(4096):
            if number == 0:
                connection.close()
                return

    with FakeBroker(play) as broker, FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: broker.connections > 4, lambda: program.errors)
        used = memory(program)
        expect(0 in poured and f"a packet of {most} bytes" not in program.errors, "what is not too long is not read")
        expect(used < 64 * 1024, f"{used} KiB for packets of {large} bytes")
        expect(f"a packet of {large} bytes, more than 256 KiB" in program.errors, program.errors[:2000])
    expect("Traceback" not in program.errors and "Exception" not in program.errors, program.errors[:2000])


@test("a message of more than 256 KiB that is retained ends no connection, for the broker keeps it back")
def long_retained(scene):
    broker = Broker(scene)
    path = scene.folder / "payload"
    path.write_bytes(b"x" * 1_000_000)
    for topic in ("gestured/kiosk-1/devices/a", "homeassistant/status"):
        broker.publish_file(topic, path, "-r")
    subscriber = broker.subscriber("gestured/kiosk-1/availability", "gestured/kiosk-1/lines", "homeassistant/#")
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors[-2000:])
        # It reads its own messages after the retained ones.
        wait_for(lambda: subscriber.lines(), lambda: program.errors[-2000:])
        broker.publish_file("gestured/kiosk-1/availability", path)
        broker.publish("gestured/kiosk-1/availability", "offline")
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors[-2000:])
    expect("the connection to the broker ended" not in program.errors, program.errors[:2000])


@test("a broker that knows MQTT 3.1.1 alone is spoken to with that, whether it says so or not")
def old_broker(scene):
    def close(connection, number):
        """Closes the first connection, like a broker that cannot read it."""
        hello = connection.recv(4096)
        levels.append(version(hello))
        if levels[-1] == OLD:
            connection.sendall(accepted(hello))
            while connection.recv(4096):
                pass
        connection.close()

    levels = []
    with FakeDaemon(scene.socket, answering()):
        with AnsweringBroker(refuses_new=True) as broker:
            broker.acknowledges = True
            program = kiosk(scene, broker)
            wait_for(lambda: ("gestured/kiosk-1/availability", b"online") in broker.seen, lambda: program.errors)
            expect(broker.levels == [NEW, OLD], f"{broker.levels}")
            expect("it does not know this version of MQTT" in program.errors, program.errors)
        with FakeBroker(close) as broker:
            program = kiosk(scene, broker, "kiosk-2")
            wait_for(lambda: "connected to the broker" in program.errors, lambda: program.errors)
            expect(levels == [NEW, OLD], f"{levels}")


@test("a broker that sends a packet that is too long is spoken to with MQTT 5 again, to keep such back")
def old_by_mistake(scene):
    def play(connection, number):
        hello = connection.recv(4096)
        levels.append(version(hello))
        # The first one is closed, as by a proxy whose broker is being restarted.
        if number > 0:
            connection.sendall(accepted(hello) + (packet(PUBLISH, bytes(300_000)) if levels[-1] == OLD else b""))
            while connection.recv(4096):
                pass
        connection.close()

    levels = []
    with FakeBroker(play) as broker, FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: len(levels) > 2, lambda: f"{levels}: {program.errors}")
        expect(levels == [NEW, OLD, NEW], f"{levels}")


@test("a broker that answers MQTT 5 with nothing is spoken to with MQTT 3.1.1")
def mute_about_new(_):
    def play(connection, _):
        hello = connection.recv(4096)
        levels.append(version(hello))
        if levels[-1] == OLD:
            connection.sendall(accepted(hello))
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
    expect(events.names == ["connected"] and levels == [NEW, OLD], f"{events.names} with {levels}")


@test("a broker is sent no more messages than it takes without an acknowledgement, and all of them in the end")
def receive_maximum(scene):
    many, most = 60, 3

    def play(connection, request):
        if request["type"] == "subscribe":
            connection.sendall(b"".join(gesture("ended", id=number) for number in range(many)))

    def lines():
        return [json.loads(payload) for topic, payload in broker.seen if topic == "gestured/kiosk-1/lines"]

    # Receive Maximum (MQTT 5, 3.2.2.3.3).
    with AnsweringBroker(b"\x21" + most.to_bytes(2, "big")) as broker, FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker)
        wait_for(lambda: len(broker.seen) >= most, lambda: program.errors)
        began = time.monotonic()
        wait_for(lambda: time.monotonic() > began + 1, "what is sent in a second")
        expect(len(broker.seen) == most, f"{len(broker.seen)} messages were sent, and none acknowledged")
        broker.acknowledges = True
        wait_for(lambda: (many - 1, "ended") in phases(lines()), lambda: f"{len(broker.seen)} messages")
        wait_for(lambda: ("gestured/kiosk-1/availability", b"online") in broker.seen, lambda: f"{broker.seen[:9]}")


@test("what was retained where its panels are is not taken, nor sent on, where no run would have left it")
def large_panels(scene):
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


@test("a broker that acknowledges nothing is sent no more than some messages; the last state comes after that")
def no_acknowledgements(scene):
    many, step = 500, [True]

    def play(connection, request):
        if request["type"] == "ping" and len(broker.seen) >= 5 and step:
            for number in range(many):
                connection.sendall(line(
                    type="health", seq=4, time_us=2, problem="late", device=1, late_us=number))
                # One by one: each is a turn of the program's loop.
                time.sleep(0.002)
            step.clear()

    def last_health():
        found = [json.loads(payload) for topic, payload in broker.seen if topic == "gestured/kiosk-1/health"]
        return found and found[-1]["late_us"] == many - 1

    with AnsweringBroker() as broker, FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker)
        wait_for(lambda: not step, lambda: program.errors)
        began = time.monotonic()
        wait_for(lambda: time.monotonic() > began + 1, "what is sent in a second")
        expect(len(broker.seen) < 100, f"{len(broker.seen)} messages were sent, and none acknowledged")
        broker.acknowledges = True
        wait_for(last_health, lambda: f"{len(broker.seen)} messages, {broker.seen[-1]}")


@test("TLS: a broker that accepts connections and does not speak is left soon, whatever keepalive is")
def silent_handshake(scene):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        class Deaf:
            port = deaf.getsockname()[1]
        with FakeDaemon(scene.socket, answering()):
            program = kiosk(scene, Deaf, connection=", tls: system", keepalive="30min")
            wait_for(lambda: "it does not answer" in program.errors, lambda: program.errors, 20)


@test("an attempt that nobody waits for any more sends no CONNECT, which would end the connection after it")
def late_attempt(_):
    delays, events = [1.5], Events()
    real, before = socket.getaddrinfo, broker_module.CONNECT_TIMEOUT

    def slow(*words, **members):
        time.sleep(delays.pop() if delays else 0)
        return real(*words, **members)

    async def play(port):
        settings = configuration.Broker("localhost", port, "id", keepalive=5)
        link = BrokerLink(settings, Topics("t", ()), events, Backoff(0.1, 0.1))
        running = asyncio.ensure_future(link.run())
        most = 0
        for _ in range(300):
            await asyncio.sleep(0.01)
            most = max(most, sum(each.name.startswith("Thread-") and "work" in each.name
                                 for each in threading.enumerate()))
        running.cancel()
        return most, link.attempts

    with AnsweringBroker() as broker:
        try:
            logging.disable(logging.WARNING)
            socket.getaddrinfo, broker_module.CONNECT_TIMEOUT = slow, 0.2
            most, attempts = asyncio.run(play(broker.port))
        finally:
            logging.disable(logging.NOTSET)
            socket.getaddrinfo, broker_module.CONNECT_TIMEOUT = real, before
    expect(events.names == ["connected"], f"{events.names}")
    expect(broker.hellos == 1 and attempts > 2, f"{broker.hellos} CONNECT in {attempts} attempts")
    expect(most == 1, f"{most} threads at once")


@test("a password that is gone when the broker is tried again is named in the log")
def password_gone(scene):
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
