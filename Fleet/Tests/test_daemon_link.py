"""gestured-mqtt with daemons that answer nothing, and gestures whose ends it makes up."""

import asyncio
import json
import time

import pytest

from daemons import HELLO, PRESENT, SNAPSHOT_END, Events, answering
from fake_broker import AnsweringBroker
from fake_daemon import FakeDaemon, line
from gestured_mqtt import configuration
from gestured_mqtt.daemon import DaemonLink
from kiosk import kiosk
from scene import expect, wait_for


def press(identity, phase):
    return line(type="gesture", seq=3, time_us=1, device=1, zone="screen", gesture="press", name="press", id=identity,
                phase=phase, fingers=1)


def published(broker, topic):
    """The payloads of a topic of the kiosk, parsed."""
    return [json.loads(payload) for name, payload in list(broker.seen) if name == f"gestured/kiosk-1/{topic}"]


def ends(broker):
    """The id and phase of each gesture line, without those that began."""
    return [(each["id"], each["phase"], each.get("by")) for each in published(broker, "lines")
            if each["type"] == "gesture" and each["phase"] != "began"]


def begins(count):
    """Sends gestures that begin, once the status is requested."""
    def handle(connection, request):
        if request["type"] == "status":
            connection.sendall(b"".join(press(each + 1, "began") for each in range(count)))
    return handle


def test_a_daemon_that_sends_lines_and_answers_nothing_makes_the_kiosk_offline(scene):
    def play(connection, _):
        connection.sendall(HELLO + PRESENT + SNAPSHOT_END)
        for each in range(400):
            connection.sendall(press(each, "ended"))
            time.sleep(0.05)

    with FakeDaemon(scene.socket, play), AnsweringBroker() as broker:
        broker.acknowledges = True
        program = kiosk(scene, broker)
        wait_for(lambda: [each["reason"] for each in published(broker, "state")][-1:] == ["daemon_not_answering"],
                 lambda: f"{published(broker, 'state')} {program.errors}")


def test_a_gesture_that_is_active_when_the_program_stops_is_published_as_cancelled(scene):
    with FakeDaemon(scene.socket, answering(begins(1))), AnsweringBroker() as broker:
        broker.acknowledges = True
        program = kiosk(scene, broker)
        wait_for(lambda: any(each.get("phase") == "began" for each in published(broker, "lines")),
                 lambda: program.errors)
        program.end()
        program.wait()
        expect(ends(broker) == [(1, "cancelled", "gestured-mqtt")], f"{ends(broker)}")
        expect(published(broker, "state")[-1]["reason"] == "stopped", f"{published(broker, 'state')}")


def test_a_warning_about_the_subscription_is_logged_and_no_line_is_made_of_it(scene):
    def play(connection, _):
        connection.sendall(HELLO + PRESENT + SNAPSHOT_END)
        for text in connection.makefile("rb"):
            request = json.loads(text)
            warned = {"warning": "no zone is named scren"} if request["type"] == "subscribe" else {"status": {}}
            connection.sendall(line(type="reply", id=request["id"], ok=True, **warned) + press(1, "ended"))

    with FakeDaemon(scene.socket, play), AnsweringBroker() as broker:
        broker.acknowledges = True
        program = kiosk(scene, broker, more="subscribe: { zones: [scren] }\n")
        wait_for(lambda: "gestured warns of the subscription: no zone is named scren" in program.errors
                 and published(broker, "lines"), lambda: f"{published(broker, 'lines')} {program.errors}")
        kinds = {each["type"] for each in published(broker, "lines")}
        expect(kinds <= {"hello", "device", "gesture"}, f"{kinds}")


@pytest.mark.parametrize("phases, wanted", [("[began, ended]", []),
                                            ("[began, ended, cancelled]", [(1, "cancelled", "gestured-mqtt")])])
def test_ends_are_generated_only_for_subscriptions_that_pass_them_and_fire_no_trigger(scene, phases, wanted):
    def play(connection, number):
        if number == 0:
            connection.settimeout(0.5)
            answering(begins(1))(connection, number)
        else:
            answering(lambda *_: None)(connection, number)

    more = f"subscribe: {{ phases: {phases} }}\n"
    if wanted:
        more += "homeassistant: { triggers: [{ gesture: press, phase: cancelled }] }\n"
    with FakeDaemon(scene.socket, play), AnsweringBroker() as broker:
        broker.acknowledges = True
        program = kiosk(scene, broker, more=more)
        wait_for(lambda: [each["type"] for each in published(broker, "lines")].count("hello") == 2,
                 lambda: f"{published(broker, 'lines')} {program.errors}")
        expect(ends(broker) == wanted, f"{ends(broker)}")
        expect(not any(name.endswith("/trigger") for name, _ in broker.seen), "a trigger fired")


def test_the_status_is_not_requested_again_while_a_reply_is_due(scene):
    seen, events = [], Events()

    def play(connection, _):
        connection.sendall(HELLO + PRESENT + SNAPSHOT_END)
        for text in connection.makefile("rb"):
            seen.append(json.loads(text)["type"])

    async def use():
        link = DaemonLink(configuration.Daemon(scene.socket, 1, 1, (("phases", ["ended"]),)), events)
        running = asyncio.ensure_future(link.run())
        await asyncio.sleep(0.3)
        for _ in range(5):
            link.request_status()
        await asyncio.sleep(0.2)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    with FakeDaemon(scene.socket, play):
        asyncio.run(use())
    expect(seen.count("status") == 1, f"{seen}")
