"""examples/mqtt, with a real broker: what a fleet's subscribers get."""

import json
import shutil
import signal
import socket

import scene as stage
from scene import EXAMPLES, expect, test, wait_for


class Broker:
    """mosquitto on a port that is free, and a subscriber to all of it."""

    def __init__(self, scene):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        settings = scene.folder / "broker"
        settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nuser root\n")
        for tool in ("pub", "sub"):
            (scene.folder / f"mosquitto_{tool}").write_text(f"-p {port}\n")
        self._scene = scene
        scene.start("mosquitto", "-c", settings, PATH="/usr/sbin:/usr/bin")
        wait_for(lambda: self._reaches(port), "the broker")
        self._ears = self._listen("gestured/#")

    @staticmethod
    def _reaches(port):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            return False
        return True

    def _listen(self, topic, *options):
        return self._scene.start(
            "mosquitto_sub", "-t", topic, "-F", "%r %t %p", *options,
            XDG_CONFIG_HOME=str(self._scene.folder))

    def messages(self):
        """Topic and text of every message so far."""
        return [line.split(" ", 2)[1:] for line in self._ears.output.splitlines()]

    def availability(self):
        """What a new subscriber gets."""
        retained = self._listen("gestured/+/availability", "-C", "1", "-W", "10")
        retained.wait()
        return retained.output

    def publish(self):
        """Starts the example."""
        return self._scene.start(
            EXAMPLES / "mqtt/gestures-to-mqtt", "kiosk-1", GESTURED_SOCKET=self._scene.socket,
            PATH=f"{stage.PROGRAMS}:/usr/bin:/bin", XDG_CONFIG_HOME=str(self._scene.folder))


def publishes(scene):
    broker = Broker(scene)
    bridge = broker.publish()
    expect(scene.serve("--realtime").wait() == 0, "gestured failed")
    expect(bridge.wait() == 0, f"the example failed: {bridge.errors!r}")
    wait_for(lambda: broker.messages()[-1][1] == "offline", "the word that it is offline")
    messages = broker.messages()
    expect(["gestured/kiosk-1/availability", "online"] in messages, "it was never online")
    lines = [json.loads(text) for topic, text in messages if topic == "gestured/kiosk-1/lines"]
    steps = [(it["id"], it["phase"]) for it in lines if it["type"] == "gesture"]
    wanted = [(it["id"], it["phase"]) for it in scene.demo_lines()
              if it["type"] == "gesture" and it["phase"] != "changed"]
    expect(steps == wanted, f"published {steps}, not {wanted}")
    expect(lines[0]["type"] == "hello" and lines[-1]["type"] == "bye", "hello or bye is missing")
    expect(broker.availability() == "1 gestured/kiosk-1/availability offline\n", "not retained")


def dies(scene):
    broker = Broker(scene)
    bridge = broker.publish()
    daemon = scene.serve("--realtime")
    wait_for(lambda: ["gestured/kiosk-1/availability", "online"] in broker.messages(), "online")
    # All of it at once, as when the machine loses its power: only the broker can report it.
    bridge.end(signal.SIGKILL)
    wait_for(lambda: broker.messages()[-1][1] == "offline", "the last will")
    expect(broker.availability() == "1 gestured/kiosk-1/availability offline\n", "not retained")
    daemon.end()


if shutil.which("mosquitto", path="/usr/sbin:/usr/bin"):
    test("gestures of a kiosk are published, with its availability retained")(publishes)
    test("a kiosk that loses its power is offline by its last will")(dies)
else:
    print("examples/mqtt is not tried: mosquitto is not installed", flush=True)
