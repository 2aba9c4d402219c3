"""gestured-mqtt and a broker that is wrong, slow, or has what nobody should have published."""

import asyncio
import json
import logging
import os
from pathlib import Path
import socket
import threading
import time

from daemons import Events, answering
from fake_broker import ACCEPTED, PUBACK, PUBLISH, SUBACK, SUBSCRIBE, AnsweringBroker, FakeBroker, packet
from fake_daemon import FakeDaemon, gesture, line
from gestured_mqtt import broker as broker_module
from gestured_mqtt import configuration
from gestured_mqtt.backoff import Backoff
from gestured_mqtt.broker import BrokerLink, Topics
from kiosk import Broker, kiosk, phases
from scene import expect, test, wait_for

# What follows CONNACK, and is no MQTT of a broker.
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
        connection.recv(4096)
        connection.sendall(ACCEPTED + list(JUNK.values())[number % len(JUNK)])
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


# What another program may have published where the panels of the kiosk are.
STRANGE_PANELS = [
    b"[" * 50_000 + b"]" * 50_000, b'{"state":"open","name":{}}', b'{"state":"open","name":["a"],"output":7}',
    b'{"state":[]}', b'{"state":"open","name":null}', b"\xff\xfe", b"null", b"7", b'{"state":"gone","id":{}}',
    b'{"state":"open","name":"' + b"x" * 100_000 + b'"}']


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
    expect("the connection to the broker ended" not in program.errors, program.errors[:2000])


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
