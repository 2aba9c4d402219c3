"""gestured-mqtt.yaml: its members and their defaults (docs/fleet.md has a table of them)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
import ipaddress
import os
from pathlib import Path
import re
import socket
import stat
from typing import Any

from .triggers import DAEMON_NAME, DEFAULT_TRIGGERS, KINDS, PHASES, Trigger, read_triggers
from .yamlfile import Reader, Section

DEFAULT_PATH = "/etc/gestured-mqtt.yaml"
# The form of a kiosk's name: an id of Home Assistant, and one level of a topic.
KIOSK_NAME = r"[A-Za-z0-9_-]{1,64}"
# Characters that a string of MQTT may not contain, or for which a broker may close the connection
# (MQTT 3.1.1, 1.5.3): surrogates, controls, and the noncharacters of each plane of Unicode.
FORBIDDEN = r"\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef" + "".join(
    f"{chr(plane << 16 | 0xfffe)}{chr(plane << 16 | 0xffff)}" for plane in range(17))
CHARACTER = f"[^{FORBIDDEN}]"
# Long enough for every site; mosquitto accepts 200 levels.
TOPIC = rf"(?=.{{1,256}}\Z)[^+#$/{FORBIDDEN}]+(?:/[^+#$/{FORBIDDEN}]+)*"
DEVICE_PATTERN = r"[^\x00-\x1f]{1,256}"
# Credentials of the unit, from /etc/credstore (systemd.exec(5), LoadCredential=).
PASSWORD_CREDENTIAL = "gestured-mqtt.password"
KEY_CREDENTIAL = "gestured-mqtt.key"


@dataclass(frozen=True)
class TLS:
    """Paths of the authorities that may sign the broker's certificate (None: those of the system), and of this
    kiosk's certificate and its key (None: it has no certificate)."""

    ca_file: str | None = None
    certificate_file: str | None = None
    key_file: str | None = None


@dataclass(frozen=True)
class Broker:
    """The broker's address and the kiosk's account; times in seconds."""

    host: str
    port: int
    client_id: str
    username: str | None = None
    password_file: str | None = None
    tls: TLS | None = None
    keepalive: int = 30
    reconnect_base: float = 5
    reconnect_maximum: float = 60


@dataclass(frozen=True)
class Daemon:
    """The socket of gestured, the times of pings in seconds, and the members of the subscription."""

    socket: str
    ping_interval: float = 10
    ping_timeout: float = 5
    subscription: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Queue:
    """Limits of messages that wait for the broker: their bytes, their age in seconds, and the number sent in a
    second after a reconnection."""

    maximum_bytes: int = 8 * 1024 ** 2
    age: float = 24 * 3600
    rate: int = 100


@dataclass(frozen=True)
class HomeAssistant:
    """Discovery and triggers; times in seconds. A kiosk answers a restart of Home Assistant at a random time
    within `spread`."""

    discovery: bool = True
    prefix: str = "homeassistant"
    status_topic: str = "homeassistant/status"
    spread: float = 10
    triggers: tuple[Trigger, ...] = DEFAULT_TRIGGERS
    trigger_age: float = 5


@dataclass(frozen=True)
class Configuration:
    """The whole configuration. All topics of the kiosk are below `topic`, which does not end in a slash."""

    name: str
    title: str
    topic: str
    broker: Broker
    daemon: Daemon
    queue: Queue
    home_assistant: HomeAssistant
    last_touch_interval: float = 10
    state_folder: str | None = None
    # The locations at which the configuration names files, by the member.
    places: Mapping[str, str] = field(default_factory=dict, compare=False)


def host_name() -> str:
    """The machine's name up to its first dot."""
    return socket.gethostname().partition(".")[0]


def read(path: str | Path, environment: Mapping[str, str] = os.environ) -> Configuration:
    """Reads the configuration in a file. Raises ConfigurationError."""
    reader = Reader(path)
    root = reader.root()
    name = root.text("name", None, KIOSK_NAME, "a name of letters, digits, _ and -")
    if name is None:
        name = host_name()
        if not re.fullmatch(KIOSK_NAME, name):
            root.problem(None, f"name is missing, and the host's name {name!r} is none; write name: kiosk-1")
            name = "unnamed"
    title = root.text("title", name, CHARACTER + "{1,128}", "a text of one line")
    prefix = root.text("topic_prefix", "gestured", TOPIC, "a topic without + and #, such as site/gestured")
    last_touch = root.duration("last_touch_interval", 1, 3600, 10)
    configuration = Configuration(
        name=name, title=title, topic=f"{prefix}/{name}", broker=_broker(root.section("broker"), name, environment),
        daemon=_daemon(root.section("daemon"), root.section("subscribe"), environment),
        queue=_queue(root.section("queue")), home_assistant=_home_assistant(root.section("homeassistant")),
        last_touch_interval=last_touch, state_folder=environment.get("RUNTIME_DIRECTORY"),
        places=reader.places)
    phases = dict(configuration.daemon.subscription)["phases"]
    for trigger in configuration.home_assistant.triggers:
        if trigger.phase not in phases:
            root.problem(None, f"homeassistant.triggers: {trigger.id} waits for {trigger.phase}, which "
                         "subscribe.phases leaves out")
    root.finish()
    reader.finish()
    return configuration


def _broker(section: Section, name: str, environment: Mapping[str, str]) -> Broker:
    host = section.text("host", None, r"[A-Za-z0-9._:-]{1,253}", "the name or the address of a machine")
    if host is None and not (section.is_given and section.has("host")):
        section.problem(None, "host is missing; write broker: { host: broker.example }", None)
    tls = _tls(section, host, environment)
    username = section.text("username", None, CHARACTER + "{1,256}", "a name")
    if section.has("password"):
        section.problem(section.consume("password"), "a password does not belong in this file: "
                        "write it into a file of its own, readable by its owner alone, and name that "
                        "with password_file", "password")
    password_file = _path(section, "password_file", environment)
    if password_file and not username:
        section.problem(None, "password_file is of no use without username")
    if username and not password_file:
        password_file = _credential(PASSWORD_CREDENTIAL, environment)
    reconnect = section.section("reconnect")
    broker = Broker(
        host=host or "", port=section.integer("port", 1, 65535, 8883 if tls else 1883), tls=tls,
        client_id=section.text("client_id", f"gestured-{name}", CHARACTER + "{1,128}", "a text"),
        username=username, password_file=password_file,
        keepalive=int(section.duration("keepalive", 5, 1800, 30)),
        reconnect_base=reconnect.duration("base", 0.1, 600, 5),
        reconnect_maximum=reconnect.duration("most", 1, 3600, 60))
    if broker.reconnect_maximum < broker.reconnect_base:
        reconnect.problem(None, "most is less than base")
    reconnect.finish()
    section.finish()
    return broker


def _tls(section: Section, host: str | None, environment: Mapping[str, str]) -> TLS | None:
    """The settings of TLS, or None without it. The member may be missing only if the broker is on this machine."""
    if not section.has("tls"):
        if host and not _is_loopback(host):
            section.problem(None, f"tls is missing: without it every machine on the way to {host} can read touches and "
                            "the password. Write tls: { ca_file: FILE }, tls: system for the system's authorities, or "
                            "tls: none")
        return None
    node = section.consume("tls")
    if node is None or isinstance(node.value, str):
        keyword = section.choice("tls", ("system", "none"), "nothing")
        if node is None:
            section.problem(None, "takes none, system or { ca_file: FILE }", "tls")
        return TLS() if keyword == "system" else None
    members = section.section("tls")
    tls = TLS(*(_path(members, f"{kind}_file", environment) for kind in ("ca", "certificate", "key")))
    if tls.certificate_file and not tls.key_file:
        tls = TLS(tls.ca_file, tls.certificate_file, _credential(KEY_CREDENTIAL, environment))
        if not tls.key_file:
            members.problem(None, "certificate_file needs key_file, or the credential " + KEY_CREDENTIAL)
    if tls.key_file and not tls.certificate_file:
        members.problem(None, "key_file is of no use without certificate_file")
    members.finish()
    return tls


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _credential(name: str, environment: Mapping[str, str]) -> str | None:
    """The path of a credential that systemd provides to this unit; None if it provides none."""
    folder = environment.get("CREDENTIALS_DIRECTORY")
    path = Path(folder, name) if folder else None
    return str(path) if path and path.is_file() else None


def _path(section: Section, member: str, environment: Mapping[str, str]) -> str | None:
    """An absolute path. If it begins with $CREDENTIALS_DIRECTORY, that is replaced with systemd's folder."""
    value: str | None = section.text(member, None, r"[^\x00-\x1f]{1,4096}", "a path")
    if value is None:
        return None
    if value.startswith("$CREDENTIALS_DIRECTORY/"):
        value = value.replace("$CREDENTIALS_DIRECTORY", environment.get("CREDENTIALS_DIRECTORY", "/run/credentials"), 1)
    if not value.startswith("/"):
        section.problem(None, f"{value!r} is not an absolute path", member)
    section.remember(member)
    return value


def _daemon(section: Section, subscribe: Section, environment: Mapping[str, str]) -> Daemon:
    default = environment.get("GESTURED_SOCKET", "/run/gestured/gestured.sock")
    daemon = Daemon(
        socket=section.text("socket", default, r"/[^\x00-\x1f]{1,106}", "an absolute path of at most 107 bytes"),
        ping_interval=section.duration("ping_interval", 1, 3600, 10),
        ping_timeout=section.duration("ping_timeout", 1, 60, 5), subscription=tuple(_subscription(subscribe).items()))
    section.finish()
    return daemon


def _subscription(section: Section) -> dict[str, Any]:
    """Members of the daemon's `subscribe`, which validates them again (docs/protocol.md)."""
    members = {"phases": section.keywords("phases", PHASES) or ["began", "ended", "cancelled"],
               "gestures": section.keywords("gestures", KINDS),
               "names": section.texts("names", DAEMON_NAME), "zones": section.texts("zones", DAEMON_NAME),
               "devices": section.texts("devices", DEVICE_PATTERN, "a pattern of 1 to 256 characters"),
               "fingers": section.numbers("fingers", 1, 64),
               "max_rate_hz": section.integer("max_rate_hz", 1, 240)}
    if not section.boolean("positions", True):
        members["positions"] = False
    if "changed" in members["phases"] and members["max_rate_hz"] is None:
        # A drag has a `changed` line for each frame, which is too much for the broker of a fleet.
        members["max_rate_hz"] = 5
    section.finish()
    return {name: list(value) if isinstance(value, tuple) else value
            for name, value in members.items() if value is not None}


def _queue(section: Section) -> Queue:
    queue = Queue(
        maximum_bytes=section.size("size", 64 * 1024, 128 * 1024 ** 2, 8 * 1024 ** 2),
        age=section.duration("age", 1, 30 * 24 * 3600, 24 * 3600), rate=section.integer("rate", 1, 10_000, 100))
    section.finish()
    return queue


def _home_assistant(section: Section) -> HomeAssistant:
    prefix = section.text("prefix", "homeassistant", TOPIC, "a topic without + and #")
    result = HomeAssistant(
        discovery=section.boolean("discovery", True), prefix=prefix,
        status_topic=section.text("status_topic", f"{prefix}/status", TOPIC, "a topic without + and #"),
        spread=section.duration("spread", 0, 3600, 10), triggers=read_triggers(section),
        trigger_age=section.duration("trigger_age", 1, 600, 5))
    section.finish()
    return result


def read_secret(path: str) -> str:
    """The first line of a file that other users may not read. Raises OSError, or ValueError whose text is a
    sentence for the user."""
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_mode & stat.S_IROTH:
            raise ValueError(f"other users may read {path}; run: chmod 0600 {path}")
        content = file.read(4096)
    try:
        secret = content.split(b"\n", 1)[0].removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8; write the password into its first line") from None
    if not secret:
        raise ValueError(f"{path} is empty; write the password into its first line")
    return secret
