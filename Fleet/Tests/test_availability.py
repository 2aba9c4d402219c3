"""gestured-mqtt with the daemon and a real broker: when a kiosk is online, and why it is not."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import time

import pytest

from daemons import Events, HELLO, PANEL, PRESENT, SNAPSHOT_END, answering, serve
from fake_daemon import FakeDaemon, gesture, line
from gestured_mqtt import configuration
from gestured_mqtt.daemon import DaemonLink
from kiosk import Broker, kiosk, phases
import lingering_socket
from scene import expect, ignoring, wait_for

pytestmark = pytest.mark.needs("mosquitto")


def test_the_last_will_reports_a_kiosk_without_power_and_a_stopped_kiosk_reports_the_reason(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        program.end(signal.SIGKILL)
        wait_for(lambda: subscriber.availability()[-1] == "offline", "the last will")
        expect(subscriber.reasons()[-1] == "ok", "another client gave a reason")
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1] == "online", lambda: program.errors)
        program.end()
        expect(program.wait() == 0, "it failed")
        expect(subscriber.availability()[-1] == "offline" and subscriber.reasons()[-1] == "stopped", "no reason")


def test_a_daemon_that_hangs_makes_the_kiosk_offline_until_it_continues(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    program = kiosk(scene, broker)
    daemon = scene.serve("--realtime", "--await-subscription")
    wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
    daemon.end(signal.SIGSTOP)
    wait_for(lambda: subscriber.availability()[-1] == "offline", lambda: program.errors)
    expect(subscriber.reasons()[-1] == "daemon_not_answering", f"{subscriber.reasons()}")
    daemon.end(signal.SIGCONT)
    wait_for(lambda: subscriber.availability()[-1] == "online", lambda: program.errors)
    daemon.end()


def test_a_daemon_whose_replies_are_still_unread_does_not_count_as_hung(scene):
    events = Events()

    def serve(connection, _):
        subscribe = json.loads(connection.recv(4096))
        connection.sendall(HELLO + PRESENT + SNAPSHOT_END + line(type="reply", id=subscribe["id"], ok=True))
        status = json.loads(connection.recv(4096))
        connection.sendall(line(type="reply", id=status["id"], ok=True, status={}))
        while connection.recv(4096):
            pass

    async def play():
        link = DaemonLink(configuration.Daemon(scene.socket, 1, 1, (("phases", ["ended"]),)), events)
        running = asyncio.ensure_future(link.run())
        # Longer than a reply may take, and shorter than the time until the reply to the first ping is due.
        await asyncio.wait({running}, timeout=1.6)
        running.cancel()

    with FakeDaemon(scene.socket, serve):
        asyncio.run(play())
    expect("status_received" in events.names and "fell_silent" not in events.names, f"{events.names}")


def test_a_daemon_that_restarts_makes_the_kiosk_offline_with_that_reason_and_online_again(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    program = kiosk(scene, broker)
    daemon = scene.serve("--realtime", "--await-subscription")
    wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
    daemon.end(signal.SIGUSR1)
    daemon.wait()
    wait_for(lambda: "daemon_restarting" in subscriber.reasons(), lambda: f"{subscriber.reasons()}")
    scene.serve("--realtime", "--await-subscription")
    wait_for(lambda: subscriber.availability()[-1] == "online", lambda: program.errors)


def test_a_killed_daemon_makes_the_kiosk_offline_and_no_other_server_ends_the_program(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    program = kiosk(scene, broker)
    daemon = scene.serve("--realtime", "--await-subscription")
    wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
    daemon.end(signal.SIGKILL)
    wait_for(lambda: subscriber.availability()[-1] == "offline", lambda: program.errors)
    daemon.process.wait()
    os.unlink(scene.socket)
    junk = [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"{}\n", b'{"type":"hello"}\n', HELLO + b'{"type":"device","seq":1}\n',
            HELLO + b'{"type":"reply","id":"status","ok":true}\n', b"x" * 300_000, b"\xff\n",
            HELLO + b"[" * 9000 + b"\n",
            HELLO + b'{"type":"device","seq":1,"change":"present","device":7}\n']
    tried = []

    def play(connection, number):
        connection.sendall(junk[number % len(junk)])
        tried.append(number)

    with FakeDaemon(scene.socket, play):
        wait_for(lambda: len(tried) > len(junk) or program.process.poll() is not None, lambda: f"{tried}")
        wait_for(lambda: "protocol_error" in subscriber.reasons(), lambda: f"{subscriber.reasons()}")
    expect(program.process.poll() is None and "Traceback" not in program.errors, program.errors)


def test_a_passed_descriptor_whose_close_lingers_costs_no_line_and_does_not_delay_the_end(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    connections = []
    with FakeDaemon(scene.socket, answering(lambda connection, _: connections.append(connection))):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        with lingering_socket.stopped(program.process.pid):
            lingering_socket.send(connections[0], gesture("began"), 1)
            connections[0].sendall(gesture("changed"))
        wait_for(lambda: len(phases(subscriber.lines())) == 2, lambda: program.errors)
        with lingering_socket.stopped(program.process.pid):
            lingering_socket.send(connections[0], gesture("ended"), 3600)
        wait_for(lambda: lingering_socket.is_read(connections[0]), "a close that lingers")
        program.end()
        expect(program.wait() == 0, program.errors)
    expected = [(1, "began"), (1, "changed"), (1, "ended")]
    wait_for(lambda: phases(subscriber.lines()) == expected, lambda: f"{subscriber.lines()}")


def test_a_panel_that_is_unplugged_or_missing_after_a_restart_is_gone_and_makes_the_kiosk_offline(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    broker.publish("gestured/kiosk-1/devices/old_panel", json.dumps({**PANEL, "name": "Old"}), "-r")
    lines = []

    def play(connection, request):
        if request["type"] == "ping" and lines:
            connection.sendall(lines.pop())

    with FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        lines.append(line(type="device", seq=3, change="removed", device=PANEL))
        wait_for(lambda: subscriber.reasons()[-1] == "no_touchscreen", lambda: program.errors)
        wait_for(lambda: subscriber.availability()[-1] == "offline", "offline")
        lines.append(line(type="device", seq=4, change="added", device={**PANEL, "id": 2, "state": "error"}))
        wait_for(lambda: subscriber.reasons()[-1] == "touchscreen_error", lambda: f"{subscriber.reasons()}")
        lines.append(line(type="device", seq=5, change="changed", device={**PANEL, "id": 2}))
        wait_for(lambda: subscriber.availability()[-1] == "online", "online")

    def states():
        retained = broker.retained("gestured/kiosk-1/devices/+").items()
        return {topic.rpartition("/")[2]: json.loads(text)["state"] for topic, text in retained}

    wait_for(lambda: states() == {"panel": "open", "old_panel": "gone"}, lambda: f"{states()}")


def test_after_an_overflow_only_the_touchscreens_are_listed_again(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    devices, overflows, subscriptions, listings = [PRESENT], [], [], []

    def play(connection, number):
        if number == 1:
            return  # As if the daemon had no room for it.
        listings.append(number)
        connection.sendall(HELLO + b"".join(devices) + SNAPSHOT_END)
        for text in connection.makefile("rb"):
            request = json.loads(text)
            if request["type"] == "subscribe":
                subscriptions.append(number)
            reply = {"type": "reply", "id": request["id"], "ok": True}
            if request["type"] == "status":
                reply["status"] = {"activity": "idle"}
            connection.sendall(line(**reply) + (overflows.pop() if overflows else b""))

    with FakeDaemon(scene.socket, play):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        devices.clear()
        overflows.append(line(type="overflow", seq=8, dropped=3) * 3)
        wait_for(lambda: subscriber.reasons()[-1] == "no_touchscreen", lambda: program.errors)
        wait_for(lambda: "gone" in subscriber.messages("gestured/kiosk-1/devices/panel")[-1], "the panel is not gone")
        # These messages may arrive in any order.
        wait_for(lambda: subscriber.availability()[-1] == "offline", lambda: program.errors)
        devices.append(PRESENT)
        overflows.append(line(type="overflow", seq=9, dropped=3) + gesture("ended", id=7))
        wait_for(lambda: subscriber.availability()[-1] == "online", lambda: program.errors)
        wait_for(lambda: (7, "ended") in phases(subscriber.lines()), "the line after it")
        wait_for(lambda: subscriber.reasons()[-1] == "ok", lambda: program.errors)
        expect(subscriptions == [0] and len(listings) == 3, f"{subscriptions}, {listings}")
        expect(subscriber.reasons()[-2:] == ["no_touchscreen", "ok"], f"{subscriber.reasons()}")


def test_a_panel_that_is_gone_is_forgotten_once_its_topic_is_emptied_and_does_not_return_at_the_next_connection(scene):
    broker = Broker(scene)
    topic = "gestured/kiosk-1/devices/old_panel"
    broker.publish(topic, json.dumps({**PANEL, "name": "Old"}), "-r")
    subscriber = broker.subscriber()
    discovered = "homeassistant/device/kiosk-1/gestured/config"
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: '"gone"' in "".join(subscriber.messages(topic)[-1:]), lambda: program.errors)
        wait_for(lambda: "old_panel" in subscriber.messages(discovered)[-1], "discovery of it")
        # As in docs/fleet.md.
        subprocess.run(
            ["mosquitto_sub", *broker.address, "-t", topic, "--remove-retained", "--retained-only", "-W", "5"],
            capture_output=True, timeout=30, check=False)
        wait_for(lambda: '_old_panel":{"platform":"sensor"}' in subscriber.messages(discovered)[-1],
                 lambda: subscriber.messages(discovered)[-1])
        count = len(subscriber.messages(topic))
        broker.stop()
        broker.start()
        wait_for(lambda: program.errors.count("connected to the broker") == 2, lambda: program.errors)
        wait_for(lambda: "gestured/kiosk-1/devices/panel" in broker.retained("gestured/kiosk-1/devices/+"), "the other")
        expect(topic not in broker.retained("gestured/kiosk-1/devices/+"), "it came back")
        expect(len(subscriber.messages(topic)) == count, f"{subscriber.messages(topic)}")


def test_a_panel_of_an_earlier_run_is_retained_as_gone_even_if_the_broker_is_reached_before_the_daemon(scene):
    broker = Broker(scene)
    topic = "gestured/kiosk-1/devices/old_panel"
    broker.publish(topic, json.dumps({**PANEL, "name": "Old"}), "-r")
    subscriber = broker.subscriber()
    program = kiosk(scene, broker)
    wait_for(lambda: "connected to the broker" in program.errors, lambda: program.errors)
    # Its own availability has returned, and so have the earlier retained messages.
    wait_for(lambda: subscriber.availability(), "availability")
    with FakeDaemon(scene.socket, answering()):
        wait_for(lambda: subscriber.availability()[-1] == "online", lambda: program.errors)
        wait_for(lambda: json.loads(subscriber.messages(topic)[-1])["state"] == "gone", lambda: program.errors)
        discovered = subscriber.messages("homeassistant/device/kiosk-1/gestured/config")[-1]
        expect("old_panel" in discovered, "it is not in the discovery")


def test_hello_is_published_without_a_touchscreen_and_a_server_whose_name_is_not_text_is_refused(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()

    def play(connection, number):
        if number == 0:
            connection.sendall(HELLO + SNAPSHOT_END)
            serve(connection, lambda *_: bool(subscriber.lines()))
            return
        hello = {**json.loads(HELLO), "server": 7} if number == 1 else json.loads(HELLO)
        connection.sendall(line(**hello) + PRESENT + SNAPSHOT_END)
        serve(connection, lambda *_: None)

    with FakeDaemon(scene.socket, play):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        wait_for(lambda: subscriber.messages("homeassistant/device/kiosk-1/gestured/config"), lambda: program.errors)
    expect("protocol_error" in subscriber.reasons(), f"{subscriber.reasons()}")


def test_systemd_is_notified_of_the_start_of_the_watchdog_interval_and_of_the_stop(scene):
    broker = Broker(scene)
    path, seen = str(scene.folder / "notify"), []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel, FakeDaemon(scene.socket, answering()):
        channel.bind(path)
        channel.setblocking(False)

        def count(text):
            try:
                while True:
                    seen.append((channel.recv(100), time.monotonic()))
            except BlockingIOError:
                return [each for each, _ in seen].count(text)

        program = kiosk(scene, broker, environment={"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "400000"})
        wait_for(lambda: count(b"WATCHDOG=1") >= 5, lambda: f"{seen}; {program.errors}")
        times = [at for text, at in seen if text == b"WATCHDOG=1"]
        expect(count(b"READY=1") == 1 and times[-1] - times[0] < 0.4 * (len(times) - 1), f"{seen}")
        program.end(signal.SIGINT)
        expect(program.wait() == 0 and count(b"STOPPING=1") == 1 and seen[-1][0] == b"STOPPING=1", f"{seen[-3:]}")


def test_an_interrupt_that_was_ignored_at_the_start_does_not_end_it_and_sigterm_does(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    with FakeDaemon(scene.socket, answering()):
        with ignoring(signal.SIGINT, signal.SIGTERM):
            program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        program.end(signal.SIGINT)
        broker.publish("gestured/kiosk-1/availability", "offline")
        wait_for(lambda: subscriber.availability()[-2:] == ["offline", "online"], lambda: program.errors)
        program.end()
        expect(program.wait() == 0, program.errors)


def test_two_kiosks_of_one_name_end_each_others_connection_and_the_log_mentions_the_name(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    with FakeDaemon(scene.socket, answering()):
        first, second = kiosk(scene, broker), kiosk(scene, broker)
        for program in (first, second):
            wait_for(lambda: "does another client use the id gestured-kiosk-1" in program.errors,
                     lambda: program.errors)
        second.end()
        expect(second.wait() == 0, "it failed")
        count = first.errors.count("the connection to the broker ended")
        wait_for(lambda: subscriber.availability()[-1] == "online", lambda: first.errors)
        began = time.monotonic()
        wait_for(lambda: time.monotonic() > began + 6, "six seconds")
        expect(subscriber.availability()[-1] == "online", f"{subscriber.availability()[-5:]}")
        expect(first.errors.count("the connection to the broker ended") <= count + 1, "it does not last")


def test_a_daemon_that_has_no_room_is_tried_repeatedly_and_not_hundreds_of_times(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    bye = line(type="bye", reason="too_many_clients")
    times = []

    def play(connection, _):
        times.append(time.monotonic())
        connection.sendall(HELLO + bye)

    with FakeDaemon(scene.socket, play):
        program = kiosk(scene, broker)
        wait_for(lambda: "too_many_clients" in subscriber.reasons(), lambda: program.errors)
        wait_for(lambda: len(times) >= 3 and time.monotonic() > times[0] + 3, lambda: f"{times}")
    # The reason suffices for refused connections: their lines would use the room of gestures in the queue.
    expect(not subscriber.lines(), f"{subscriber.lines()}")
    expect(len(times) < 25, f"{len(times)} connections in {times[-1] - times[0]:.1f} s")


def test_a_refused_subscription_is_the_reason_and_gestures_before_it_are_omitted_entirely(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    requests = []

    def play(connection, number):
        connection.sendall(HELLO + PRESENT + SNAPSHOT_END + gesture("began", id=1))
        text = connection.makefile("rb").readline()
        requests.append(json.loads(text))
        if number == 0:
            error = {"code": "invalid_value", "message": "fingers: too many"}
            connection.sendall(line(type="reply", id=requests[-1]["id"], ok=False, error=error))
            return
        connection.sendall(
            line(type="reply", id=requests[-1]["id"], ok=True) + gesture("ended", id=1) + gesture("ended", id=2))
        serve(connection, lambda *_: None)

    with FakeDaemon(scene.socket, play):
        program = kiosk(scene, broker, more="subscribe: { gestures: [swipe], fingers: [1, 3], positions: false }")
        wait_for(lambda: "fingers: too many" in program.errors, lambda: program.errors)
        wait_for(lambda: phases(subscriber.lines()) == [(2, "ended")], lambda: f"{phases(subscriber.lines())}")
    wanted = {"type": "subscribe", "id": 1, "events": ["gesture", "device", "activity", "health"],
              "phases": ["began", "ended", "cancelled"], "gestures": ["swipe"], "fingers": [1, 3], "positions": False}
    expect(requests[0] == wanted, f"{requests[0]}")


def test_a_late_last_will_is_corrected_at_most_every_five_seconds(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        broker.publish("gestured/kiosk-1/availability", "offline", "-r")
        wait_for(lambda: subscriber.availability()[-2:] == ["offline", "online"],
                 lambda: f"{subscriber.availability()}")
        for _ in range(20):
            broker.publish("gestured/kiosk-1/availability", "offline", "-r")
        wait_for(lambda: subscriber.availability().count("offline") >= 21, "all of them")
        expect(subscriber.availability().count("online") <= 3, f"{subscriber.availability()}")
        # The last of them, too.
        wait_for(lambda: subscriber.availability()[-1] == "online", lambda: f"{subscriber.availability()}")
        expect(subscriber.availability().count("online") <= 4, f"{subscriber.availability()}")
