"""gestured-mqtt with the daemon and a real broker: published messages, and that none is lost."""

import json
import os
import re
import signal
import socket
import time
from itertools import pairwise

import pytest

import scene as stage
from daemons import answering
from fake_daemon import FakeDaemon, gesture, line
from kiosk import Broker, accepts, demo_phases, kiosk, phases
from scene import ROOT, expect, wait_for

pytestmark = pytest.mark.needs("mosquitto")


def test_gestures_of_a_kiosk_are_published_in_order_dated_without_changed_and_its_state_retained(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    program = kiosk(scene, broker)
    wait_for(lambda: "connected to the broker" in program.errors, lambda: program.errors)
    before = time.time()
    expect(scene.serve("--realtime", "--await-subscription").wait() == 0, "gestured failed")
    wait_for(lambda: any(each["type"] == "bye" for each in subscriber.lines()), "bye")
    wait_for(lambda: subscriber.reasons()[-1] == "daemon_stopped", lambda: f"{subscriber.reasons()}")
    found = subscriber.lines()
    expect(phases(found) == demo_phases(scene), f"published {phases(found)}")
    expect(found[0]["type"] == "hello", "hello is not the first")
    stamps = [each["received_us"] / 1e6 for each in found]
    # Each is converted with two clocks, which are read one after the other.
    in_order = all(later - earlier > -1e-3 for earlier, later in pairwise(stamps))
    expect(in_order and before <= stamps[0] and stamps[-1] <= time.time(), f"dated {stamps}")
    retained = broker.retained("gestured/kiosk-1/#")
    expect(set(retained) == {f"gestured/kiosk-1/{each}" for each in (
        "availability", "state", "devices/demo_panel", "activity", "last_touch")}, f"retained: {set(retained)}")
    touch = json.loads(retained["gestured/kiosk-1/last_touch"])
    expect(touch["time"].endswith("+00:00") and touch["fingers"] >= 1, f"{touch}")
    expect(json.loads(retained["gestured/kiosk-1/devices/demo_panel"])["state"] == "gone", "the panel is not gone")
    seen = subscriber.messages("gestured/kiosk-1/trigger")
    expect("swipe_right" in seen and seen.count("tap") == 3 and "deep_press" in seen, f"triggers: {seen}")
    made = [json.loads(text) for text in subscriber.messages("homeassistant/device/kiosk-1/gestured/config")]
    expect(len(made) == 1 and "gestured_kiosk-1_panel_demo_panel" in made[0]["components"],
           f"discovered {len(made)} times, or without its panel")
    expect("homeassistant/device/kiosk-1/gestured/config" in broker.retained("homeassistant/#"), "not retained")


def test_no_gesture_is_lost_or_out_of_order_over_a_restart_of_the_broker_in_the_middle_of_gestures(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    program = kiosk(scene, broker)
    wait_for(lambda: "connected to the broker" in program.errors, lambda: program.errors)
    daemon = scene.serve("--realtime", "--await-subscription")
    for count in (3, 8):
        wait_for(lambda: len(phases(subscriber.lines())) >= count, "gestures")
        broker.stop()
        broker.start()
    daemon.wait()
    wait_for(lambda: any(each["type"] == "bye" for each in subscriber.lines()), lambda: program.errors)
    found = phases(subscriber.lines())
    # With QoS 1, messages that were in flight may arrive twice.
    once = [each for index, each in enumerate(found) if each not in found[:index]]
    expect(once == demo_phases(scene), f"published {found}")


def test_a_broker_that_hangs_is_noticed_and_unacknowledged_messages_are_sent_to_the_next_one(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    send = []
    with FakeDaemon(scene.socket, answering(lambda connection, _: send and connection.sendall(send.pop()))):
        program = kiosk(scene, broker)
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        broker.program.end(signal.SIGSTOP)
        send.append(gesture("ended", id=77))
        wait_for(lambda: "the connection to the broker ended" in program.errors, lambda: program.errors)
        broker.program.end(signal.SIGCONT)
        wait_for(lambda: (77, "ended") in phases(subscriber.lines()), lambda: program.errors)
        wait_for(lambda: subscriber.availability()[-1] == "online", "online")


def test_hours_offline_are_queued_within_bounds_in_order_and_with_the_number_of_dropped_messages(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    broker.stop()
    many = 400
    sent = []

    def burst(connection, request):
        if request["type"] == "subscribe" and not sent:
            connection.sendall(b"".join(gesture("ended", id=number, x=0.5) for number in range(many)))
            sent.append(time.time())

    with FakeDaemon(scene.socket, answering(burst)):
        program = kiosk(scene, broker, more="queue: { size: 64KiB, rate: 1000 }")
        wait_for(lambda: "cannot connect to the broker" in program.errors and sent, lambda: program.errors)
        later = time.time()
        wait_for(lambda: time.time() > later + 0.5, "half a second")
        broker.start()
        wait_for(lambda: (many - 1, "ended") in phases(subscriber.lines()), lambda: program.errors)
    found = subscriber.lines()
    numbers = [each["id"] for each in found if each["type"] == "gesture"]
    expect(numbers == list(range(many - len(numbers), many)), f"{numbers[:5]} … {numbers[-5:]}")
    lost = [each["dropped"] for each in found if each["type"] == "overflow"]
    # The oldest lines, before the gestures, are hello and the device's line.
    expect(len(lost) == 1 and lost[0] == many + 2 - len(numbers) > 100, f"{lost} are missing of {len(numbers)}")
    expect(found[0]["type"] == "overflow", "the report is not where the drops were")
    stamp = next(each["received_us"] for each in found if each["type"] == "gesture") / 1e6
    expect(abs(stamp - sent[0]) < 0.4 < time.time() - stamp, "dated when it was sent")
    wait_for(lambda: json.loads(broker.retained("gestured/kiosk-1/state")["gestured/kiosk-1/state"])["dropped"]["room"]
             == lost[0], "the count in the state")


def test_late_gestures_fire_no_trigger_because_triggers_wait_only_seconds(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    broker.stop()
    sent = []

    def play(connection, request):
        if request["type"] == "subscribe":
            connection.sendall(gesture("ended", id=5, direction="left"))
            sent.append(time.monotonic())
        elif request["type"] == "ping" and len(sent) == 2:
            connection.sendall(gesture("ended", id=6, direction="right"))

    with FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker, more="homeassistant: { trigger_age: 1s }")
        wait_for(lambda: sent and time.monotonic() > sent[0] + 1.2, lambda: program.errors)
        broker.start()
        wait_for(lambda: (5, "ended") in phases(subscriber.lines()), "the line")
        sent.append(0)
        wait_for(lambda: "swipe_right" in subscriber.messages("gestured/kiosk-1/trigger"), "the trigger of now")
        expect("swipe_left" not in subscriber.messages("gestured/kiosk-1/trigger"), "an old trigger was published")


def test_queued_messages_survive_a_restart_of_gestured_mqtt_in_a_file_that_only_it_can_read(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    broker.stop()
    state = scene.folder / "run"
    state.mkdir()
    environment = {"RUNTIME_DIRECTORY": str(state)}

    def play(connection, request):
        if request["type"] == "subscribe":
            connection.sendall(gesture("ended", id=9))

    with FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker, environment=environment)
        wait_for(lambda: "online" in program.errors, lambda: program.errors)
        wait_for(lambda: "cannot connect" in program.errors, lambda: program.errors)
        program.end()
        expect(program.wait() == 0, "it failed")
    expect(os.stat(state / "queue").st_mode & 0o777 == 0o600, "others may read it")
    broker.start()
    program = kiosk(scene, broker, environment=environment)
    wait_for(lambda: (9, "ended") in phases(subscriber.lines()), lambda: program.errors)
    expect(not (state / "queue").exists(), "it is still there")


def test_health_and_activity_are_published_and_the_last_of_each_is_retained(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()

    def play(connection, request):
        if request["type"] == "status":
            connection.sendall(
                line(type="activity", seq=3, time_us=1, state="active")
                + line(type="health", seq=4, time_us=2, problem="late", device=1, late_us=30_000)
                + line(type="health", seq=5, time_us=2, problem="stuck", device=1, x=0.5, y=0.5))

    with FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker)
        wait_for(lambda: [each["problem"] for each in subscriber.lines() if each["type"] == "health"]
                 == ["late", "stuck"], lambda: program.errors)
        retained = broker.retained("gestured/kiosk-1/#")
        known = json.loads(retained["gestured/kiosk-1/health"])
        expect(known["problem"] == "stuck" and known["counts"] == {"late": 1, "stuck": 1}, f"{known}")
        expect(retained["gestured/kiosk-1/activity"] == "active", "not active")


def test_the_birth_message_of_home_assistant_is_answered_later_and_a_retained_one_is_not(scene):
    broker = Broker(scene)
    broker.publish("homeassistant/status", "online", "-r")
    subscriber = broker.subscriber()
    topic = "homeassistant/device/kiosk-1/gestured/config"
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker, more="homeassistant: { spread: 500ms }")
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        shown = time.monotonic()
        wait_for(lambda: time.monotonic() > shown + 0.7, "the time in which it would be answered")
        expect(len(set(subscriber.messages(topic))) == len(subscriber.messages(topic)), "published the same twice")
        count = len(subscriber.messages(topic))
        broker.publish("homeassistant/status", "online")
        wait_for(lambda: len(subscriber.messages(topic)) == count + 1, "the discovery message")
        expect(subscriber.messages(topic)[-1] == subscriber.messages(topic)[-2], "it differs")


def test_a_broker_that_accepts_connections_and_does_not_answer_is_disconnected_and_the_daemon_is_read_meanwhile(scene):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        class Deaf:
            port = deaf.getsockname()[1]
        with FakeDaemon(scene.socket, answering()):
            program = kiosk(scene, Deaf)
            wait_for(lambda: "it accepts connections, and does not answer" in program.errors, lambda: program.errors)
            expect("online: a touchscreen is connected" in program.errors, program.errors)
            program.end()
            expect(program.wait() == 0, "it failed")
    expect(not accepts(Deaf.port), "the port is still open")


def test_the_two_line_example_of_docs_fleet_md_publishes_the_gestures_of_a_recording(scene):
    broker = Broker(scene)
    subscriber = broker.subscriber()
    command = re.search(r"^    (gesturectl watch .*mosquitto_pub .*)$", (ROOT / "docs/fleet.md").read_text(), re.M)[1]
    command = command.replace("gesturectl watch", "gesturectl watch --wait") \
        .replace("mosquitto_pub", f"mosquitto_pub -h 127.0.0.1 -p {broker.port}")
    scene.start("bash", "-c", command, GESTURED_SOCKET=scene.socket, PATH=f"{stage.PROGRAMS}:/usr/bin:/bin")
    scene.serve("--await-subscription")
    wait_for(lambda: len(phases(subscriber.lines())) == len(demo_phases(scene)),
             lambda: f"{phases(subscriber.lines())}")
    expect(phases(subscriber.lines()) == demo_phases(scene), f"{phases(subscriber.lines())}")


def test_home_assistant_receives_the_messages_that_the_automations_of_the_recipes_wait_for(scene):
    text = (ROOT / "examples/recipes/home-assistant/automation.yaml").read_text()
    topic, payload = (re.search(rf"{name}: (\S+)", text)[1] for name in ("topic", "payload"))
    broker = Broker(scene)
    subscriber = broker.subscriber()

    def play(connection, request):
        if request["type"] == "subscribe":
            connection.sendall(gesture("ended", id=1, direction="left") + gesture("ended", id=2, direction="right"))

    with FakeDaemon(scene.socket, answering(play)):
        program = kiosk(scene, broker)
        wait_for(lambda: len(subscriber.messages(topic)) == 2, lambda: program.errors)
        expect(subscriber.messages(topic).count(payload) == 1, f"{subscriber.messages(topic)}")
    made = json.loads(broker.retained("homeassistant/device/#")["homeassistant/device/kiosk-1/gestured/config"])
    ids = {each["default_entity_id"] for each in made["components"].values() if "name" in each}
    used = set(re.findall(r"\b(?:binary_sensor|sensor|event)\.\w+", text))
    expect(used <= ids, f"the recipe names {used - ids}")
