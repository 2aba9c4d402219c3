"""A broker, and kiosks that publish to it, for tests."""

import json
import os
import socket
import subprocess

import scene as stage
from scene import ROOT, wait_for

SBIN = "/usr/sbin:/usr/bin:/bin"
PROGRAM = ROOT / "Fleet/gestured-mqtt"


def free_port():
    """An unused port of the loopback."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def accepts(port):
    """Whether a program accepts connections to a port of the loopback."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


class Broker:
    """mosquitto on a port of the loopback; its state persists over a restart."""

    def __init__(self, scene, settings="allow_anonymous true\n", options=()):
        """`settings` are lines of mosquitto.conf, `options` are options of mosquitto's clients for this broker."""
        self._scene = scene
        self.port = free_port()
        self.options = options
        self._file = scene.folder / "mosquitto.conf"
        self._file.write_text(
            f"listener {self.port} 127.0.0.1\nuser root\npersistence true\npersistence_location {scene.folder}/\n"
            f"max_queued_messages 100000\n{settings}")
        self.start()

    @property
    def address(self):
        """The options with which mosquitto's clients connect to this broker."""
        return ["-h", "127.0.0.1", "-p", str(self.port), *map(str, self.options)]

    def start(self):
        """Starts it, and waits until it accepts connections."""
        self.program = self._scene.start("mosquitto", "-c", self._file, PATH=SBIN)
        wait_for(lambda: accepts(self.port), lambda: f"no broker: {self.program.errors!r}")

    def stop(self):
        """Ends it with SIGTERM."""
        self.program.end()
        self.program.process.wait(stage.PATIENCE)

    def subscriber(self, *topics):
        """A subscriber of the given topics, or of all. Its session lasts over restarts of the broker."""
        client_id = f"sub{free_port()}"
        return Subscriber(self, lambda: self._scene.start(
            "mosquitto_sub", *self.address, "-q", "1", "-c", "-i", client_id, "-F", "%r %t %p",
            *(word for topic in topics or ("#",) for word in ("-t", topic))))

    def retained(self, topic):
        """The messages that a new subscriber receives at once: topic to text."""
        run = subprocess.run(
            ["mosquitto_sub", *self.address, "-t", topic, "--retained-only", "-W", "2", "-F", "%t %p"],
            capture_output=True, text=True, timeout=30, check=False)
        return dict(line.split(" ", 1) for line in run.stdout.splitlines())

    def publish(self, topic, payload, *words):
        """Publishes as another client."""
        subprocess.run(["mosquitto_pub", *self.address, "-q", "1", "-t", topic, "-m", payload, *words],
                       timeout=30, check=True)

    def publish_file(self, topic, path, *words):
        """Publishes the contents of a file."""
        subprocess.run(["mosquitto_pub", *self.address, "-q", "1", "-t", topic, "-f", path, *words],
                       timeout=30, check=True)


class Subscriber:
    """The messages that mosquitto_sub has received. It must be subscribed to MARK."""

    # A topic on which every ACL of the tests allows to publish.
    MARK = "homeassistant/status"

    def __init__(self, broker, start):
        self._start = start
        self._programs = [start()]
        wait_for(lambda: self._is_subscribed(broker), lambda: f"no subscription: {self._programs[-1].errors!r}")

    def _is_subscribed(self, broker):
        broker.publish(self.MARK, "1")
        return self.MARK in self._output()

    def _output(self):
        """The output so far. mosquitto_sub ends if its TLS connection breaks: another one continues the session."""
        if self._programs[-1].process.poll() is not None:
            self._programs.append(self._start())
        return "".join(program.output for program in self._programs)

    @property
    def state(self):
        """The number of programs so far and the last one's errors, for messages."""
        return f"{len(self._programs)} subscribers, {self._programs[-1].errors!r}"

    def messages(self, topic):
        """The texts that were published on a topic, in order."""
        found = []
        for line in self._output().splitlines():
            _, published_on, text = [*line.split(" ", 2), ""][:3]
            if published_on == topic:
                found.append(text)
        return found

    def lines(self, name="kiosk-1"):
        """The lines of a kiosk, parsed."""
        return [json.loads(text) for text in self.messages(f"gestured/{name}/lines")]

    def availability(self, name="kiosk-1"):
        """Every availability so far."""
        return self.messages(f"gestured/{name}/availability")

    def reasons(self, name="kiosk-1"):
        """Every reason so far."""
        return [json.loads(text)["reason"] for text in self.messages(f"gestured/{name}/state")]


# Short times, so that tests are fast.
SETTINGS = """\
name: {name}
broker: {{ host: 127.0.0.1, port: {port}, keepalive: {keepalive}, reconnect: {{ base: 100ms, most: 1s }}{connection} }}
daemon: {{ socket: {socket}, ping_interval: 1s, ping_timeout: 1s }}
{more}
"""


def kiosk(scene, broker, name="kiosk-1", **options):
    """Starts gestured-mqtt. Options: `connection`, `keepalive`, `more` and `socket` for SETTINGS, and `environment`.
    The program inherits PYTHONPATH, which may name another paho-mqtt."""
    path = scene.folder / f"{name}.yaml"
    path.write_text(SETTINGS.format(
        name=name, port=broker.port, socket=options.get("socket", scene.socket),
        connection=options.get("connection", ""),
        keepalive=options.get("keepalive", "5s"), more=options.get("more", "")))
    inherited = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    return scene.start(PROGRAM, "--config", path, **inherited, **options.get("environment", {}))


def phases(lines):
    """Id and phase of each gesture, which are the same in every replay of a recording."""
    return [(line["id"], line["phase"]) for line in lines if line["type"] == "gesture"]


def demo_phases(scene):
    """Id and phase of each gesture of the demonstration, without `changed`."""
    return [each for each in phases(scene.demo_lines()) if each[1] != "changed"]
