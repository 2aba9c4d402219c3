"""TLS, users and the installed example of an ACL, with a real broker."""

import asyncio
import json
import re
import signal
import ssl
import subprocess

import pytest

from daemons import answering
from fake_daemon import FakeDaemon, gesture
from gestured import Backoff
from gestured_mqtt import configuration
from gestured_mqtt.broker import BrokerLink, Topics
from kiosk import Broker, kiosk, phases
from scene import ROOT, expect, wait_for

pytestmark = pytest.mark.needs("mosquitto")

ACL = ROOT / "Fleet/mosquitto/gestured.acl"


def openssl(scene, *words):
    """Runs openssl in the folder of the test."""
    run = subprocess.run(["openssl", *words], cwd=scene.folder, capture_output=True, text=True, timeout=60, check=False)
    expect(run.returncode == 0, run.stderr)


def authority(scene, name):
    """A certificate authority: NAME.crt and NAME.key."""
    openssl(scene, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.crt")


def certificate(scene, signer, name, alternative=None):
    """A certificate of an authority: NAME.crt and NAME.key."""
    openssl(scene, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={name}",
            "-keyout", f"{name}.key", "-out", f"{name}.csr")
    extra = []
    if alternative:
        (scene.folder / "extensions").write_text(f"subjectAltName={alternative}\n")
        extra = ["-extfile", "extensions"]
    openssl(scene, "x509", "-req", "-in", f"{name}.csr", "-CA", f"{signer}.crt", "-CAkey", f"{signer}.key",
            "-CAcreateserial", "-days", "2", "-out", f"{name}.crt", *extra)


def tls_broker(scene, settings=""):
    """A broker with a certificate for 127.0.0.1, of the authority `ca`."""
    authority(scene, "ca")
    certificate(scene, "ca", "broker", "IP:127.0.0.1")
    folder = scene.folder
    files = f"cafile {folder}/ca.crt\ncertfile {folder}/broker.crt\nkeyfile {folder}/broker.key\n"
    return Broker(scene, files + settings,
                  ("--cafile", folder / "ca.crt"))


def secret(scene, name, text="hunter2"):
    path = scene.folder / name
    path.write_text(f"{text}\n")
    path.chmod(0o600)
    return path


def passwords(scene, *names):
    """A password file of mosquitto in which every user has the password hunter2."""
    path = scene.folder / "passwords"
    path.touch()
    for name in names:
        subprocess.run(["mosquitto_passwd", "-b", path, name, "hunter2"], check=True, timeout=30)
    return path


def test_tls_only_a_broker_with_a_certificate_of_the_authority_and_for_its_name_is_accepted(scene):
    broker = tls_broker(scene, "allow_anonymous true\n")
    subscriber = broker.subscriber()
    authority(scene, "other")
    with FakeDaemon(scene.socket, answering()):
        wrong = kiosk(scene, broker, "wrong", connection=f", tls: {{ ca_file: {scene.folder}/other.crt }}")
        wait_for(lambda: "its certificate is not accepted" in wrong.errors, lambda: wrong.errors)
        program = kiosk(scene, broker, connection=f", tls: {{ ca_file: {scene.folder}/ca.crt }}")
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        path = scene.folder / "name.yaml"
        path.write_text((scene.folder / "kiosk-1.yaml").read_text().replace("host: 127.0.0.1", "host: localhost")
                        .replace("name: kiosk-1", "name: other"))
        named = scene.start(ROOT / "Fleet/gestured-mqtt", "--config", path)
        wait_for(lambda: "its certificate is not accepted" in named.errors, lambda: named.errors)
        system = kiosk(scene, broker, "system", connection=", tls: system")
        wait_for(lambda: "its certificate is not accepted" in system.errors, lambda: system.errors)
    expect(not subscriber.availability("wrong") and not subscriber.availability("other")
           and not subscriber.availability("system"), "something was published over a connection that was refused")


def test_tls_three_restarts_of_the_broker_under_load_lose_no_line(scene):
    broker = tls_broker(scene, "allow_anonymous true\n")
    subscriber = broker.subscriber()
    many, sent = 1000, []

    def flood(connection, request):
        if request["type"] == "subscribe":
            connection.sendall(b"".join(gesture("ended", id=number) for number in range(many)))
            sent.append(True)

    with FakeDaemon(scene.socket, answering(flood)):
        program = kiosk(scene, broker, connection=f", tls: {{ ca_file: {scene.folder}/ca.crt }}",
                        more="queue: { rate: 300 }")
        for count in (100, 250, 400):
            wait_for(lambda: len(phases(subscriber.lines())) > count,
                     lambda: f"{len(subscriber.lines())} lines have come; {subscriber.state}; {program.errors}")
            broker.stop()
            broker.start()
        wait_for(lambda: (many - 1, "ended") in phases(subscriber.lines()), lambda: program.errors)
    expect("Traceback" not in program.errors and "Exception" not in program.errors, program.errors)
    found = [identity for identity, _ in phases(subscriber.lines())]
    once = [each for index, each in enumerate(found) if each not in found[:index]]
    expect(once == list(range(many)), f"{len(once)} of {many}, in order: {once == sorted(once)}")


class BrokenClient:
    """Behaves like paho-mqtt when TLS reports a broken connection."""

    def loop_misc(self):
        """Raises the error of TLS."""
        raise ssl.SSLEOFError(8, "EOF occurred in violation of protocol")

    def socket(self):
        """There is no socket any more."""
        return None


def test_tls_an_error_that_paho_mqtt_raises_for_a_broken_connection_ends_only_that_connection():
    ended = []

    class Events:
        """The link calls only `disconnected`."""

        def disconnected(self):
            """Records the call."""
            ended.append(True)

    async def play():
        link = BrokerLink(configuration.Broker("127.0.0.1", 1, "id"), Topics("t", ()), Events(), Backoff(1, 1))
        link._loop = asyncio.get_running_loop()
        link._closed, link._client = link._loop.create_future(), BrokenClient()
        await asyncio.wait_for(link._keep_alive(), 10)

    asyncio.run(play())
    expect(ended == [True], "the connection was kept")


def test_tls_a_kiosk_without_its_client_certificate_is_refused_and_one_with_it_is_the_user_of_its_name(scene):
    folder = scene.folder
    broker = tls_broker(scene, f"require_certificate true\nuse_identity_as_username true\nacl_file {ACL}\n")
    certificate(scene, "ca", "homeassistant")
    certificate(scene, "ca", "kiosk-1")
    broker.options += ("--cert", folder / "homeassistant.crt", "--key", folder / "homeassistant.key")
    subscriber = broker.subscriber("gestured/#", "homeassistant/#")
    with FakeDaemon(scene.socket, answering()):
        bare = kiosk(scene, broker, "bare", connection=f", tls: {{ ca_file: {folder}/ca.crt }}")
        wait_for(lambda: "tried again within" in bare.errors, lambda: bare.errors)
        own = f"certificate_file: {folder}/kiosk-1.crt, key_file: {folder}/kiosk-1.key"
        program = kiosk(scene, broker, connection=f", tls: {{ ca_file: {folder}/ca.crt, {own} }}")
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
    expect(not subscriber.availability("bare"), "a kiosk without a certificate publishes")


def test_a_wrong_password_is_reported_and_the_file_is_read_again_for_each_attempt(scene):
    broker = Broker(scene, f"password_file {passwords(scene, 'kiosk-1', 'watcher')}\n",
                    ("-u", "watcher", "-P", "hunter2"))
    subscriber = broker.subscriber()
    path = secret(scene, "secret", "wrong")
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker, connection=f", username: kiosk-1, password_file: {path}")
        wait_for(lambda: "it refuses: " in program.errors, lambda: program.errors)
        path.write_text("hunter2\n")
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
    expect("hunter2" not in program.errors and "wrong" not in program.errors, "the log has a password")


def forge(scene, broker, subscriber):
    """Publishes on topics of other users: messages, empty retained messages, and last wills."""
    for user, topic in [("kiosk-2", "gestured/kiosk-1/availability"), ("kiosk-2", "gestured/kiosk-1/lines"),
                        ("kiosk-2", "homeassistant/device/kiosk-1/gestured/config"),
                        ("kiosk-2", "homeassistant/status"), ("kiosk-1", "gestured/kiosk-2/lines"),
                        ("kiosk-1", "gestured/kiosk-1"), ("kiosk-1", "gestured/kiosk-1/other"),
                        ("kiosk-1", "gestured/kiosk-1/lines/other"), ("homeassistant", "gestured/kiosk-1/lines"),
                        ("homeassistant", "homeassistant/sensor/other/config")]:
        broker.publish(topic, "forged", "-u", user)
    for topic in ("gestured/kiosk-1/state", "homeassistant/device/kiosk-1/gestured/config"):
        broker.publish(topic, "", "-u", "kiosk-2", "-r")
    # A kiosk may read and write its own availability: it corrects a late will.
    own = "gestured/kiosk-2/availability"
    for topic in ("gestured/kiosk-1/availability", own):
        broker.publish(own, "mark", "-u", "kiosk-2", "-r")
        leaving = scene.start("mosquitto_sub", *broker.address, "-u", "kiosk-2", "-t", own,
                              "--will-topic", topic, "--will-payload", "forged by will", "--will-retain")
        wait_for(lambda: "mark" in leaving.output, lambda: leaving.errors)
        leaving.end(signal.SIGKILL)
    wait_for(lambda: "forged by will" in subscriber.availability("kiosk-2"), "the will of one's own topic")


def test_with_the_acl_of_the_example_each_account_can_write_only_its_own_topics(scene):
    names = ("kiosk-1", "kiosk-2", "homeassistant")
    broker = Broker(scene, f"password_file {passwords(scene, *names)}\nacl_file {ACL}\n",
                    ("-u", "homeassistant", "-P", "hunter2"))
    subscriber = broker.subscriber("gestured/#", "homeassistant/#")
    path = secret(scene, "secret")
    broker.publish("homeassistant/status", "online")
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker, connection=f", username: kiosk-1, password_file: {path}")
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        wait_for(lambda: subscriber.messages("homeassistant/device/kiosk-1/gestured/config"), "discovery")
        expect("does not let" not in program.errors, program.errors)
        forge(scene, broker, subscriber)
        broker.publish("homeassistant/status", "done")
        wait_for(lambda: "done" in subscriber.messages("homeassistant/status"), "the last message")
        kept = {**broker.retained("gestured/#"), **broker.retained("homeassistant/#")}
        expect({"gestured/kiosk-1/state", "homeassistant/device/kiosk-1/gestured/config"} <= set(kept), f"{set(kept)}")
        seen = {text for topic in ("gestured/kiosk-1/availability", "gestured/kiosk-1/lines", "gestured/kiosk-2/lines",
                                   "homeassistant/status", "homeassistant/device/kiosk-1/gestured/config")
                for text in subscriber.messages(topic)}
        seen |= {text for topic in ("gestured/kiosk-1", "gestured/kiosk-1/other", "gestured/kiosk-1/lines/other",
                                    "homeassistant/sensor/other/config") for text in subscriber.messages(topic)}
        expect(not {"forged", "forged by will"} & seen, "a kiosk wrote to another's topic")
        topics = [word for topic in ("gestured/#", "#", "+/kiosk-1/+", "$SYS/#", "gestured/kiosk-1/devices/+",
                                     "homeassistant/device/#", "$share/all/gestured/#") for word in ("-t", topic)]
        run = subprocess.run(["mosquitto_sub", *broker.address, "-u", "kiosk-2", "-W", "1", "-F", "%t %p", *topics],
                             capture_output=True, text=True, timeout=30, check=False)
        others = [line for line in run.stdout.splitlines() if not line.startswith(
            ("gestured/kiosk-2/availability ", "gestured/kiosk-2/devices/", "homeassistant/status "))]
        expect(not others, f"a kiosk reads of another: {others[:3]}")


def test_mosquitto_starts_with_the_example_of_a_broker_and_the_paths_of_the_test(scene):
    authority(scene, "ca")
    certificate(scene, "ca", "broker", "IP:127.0.0.1")
    text = (ROOT / "Fleet/mosquitto/gestured.conf").read_text()
    text = text.replace("/etc/mosquitto/certs/", f"{scene.folder}/").replace("/etc/mosquitto/gestured.acl", str(ACL)) \
        .replace("/etc/mosquitto/passwords", str(passwords(scene, "kiosk-1", "homeassistant")))
    text = re.sub(r"^listener \d+$", "", text, flags=re.M)
    broker = Broker(scene, text, ("--cafile", scene.folder / "ca.crt", "-u", "homeassistant", "-P", "hunter2"))
    subscriber = broker.subscriber("gestured/#", "homeassistant/#")
    with FakeDaemon(scene.socket, answering()):
        path = secret(scene, "secret")
        program = kiosk(scene, broker, connection=f", username: kiosk-1, password_file: {path},"
                        f" tls: {{ ca_file: {scene.folder}/ca.crt }}")
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)
        state = json.loads(broker.retained("gestured/kiosk-1/state")["gestured/kiosk-1/state"])
    expect(state["reason"] == "ok", f"{state}")


def test_the_commands_of_the_page_make_certificates_and_users_of_a_broker_that_a_kiosk_accepts(scene):
    page = (ROOT / "docs/fleet.md").read_text()
    commands = next(block for block in re.findall(r"```sh\n(.*?)```", page, re.S) if "openssl" in block)
    run = subprocess.run(["sh", "-eu", "-c", commands.replace("DNS:broker.example", "IP:127.0.0.1")],
                         cwd=scene.folder, capture_output=True, text=True, timeout=60, check=False)
    expect(run.returncode == 0, run.stderr)
    folder, text = scene.folder, (ROOT / "Fleet/mosquitto/gestured.conf").read_text()
    text = text.replace("/etc/mosquitto/certs/", f"{folder}/").replace("/etc/mosquitto/gestured.acl", str(ACL)) \
        .replace("/etc/mosquitto/passwords", f"{folder}/passwords")
    secret_text = (folder / "homeassistant.password").read_text().strip()
    broker = Broker(scene, re.sub(r"^listener \d+$", "", text, flags=re.M),
                    ("--cafile", folder / "ca.crt", "-u", "homeassistant", "-P", secret_text))
    subscriber = broker.subscriber("gestured/#", "homeassistant/#")
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker, connection=f", username: kiosk-1, password_file: {folder}/kiosk-1.password,"
                        f" tls: {{ ca_file: {folder}/ca.crt }}")
        wait_for(lambda: subscriber.availability()[-1:] == ["online"], lambda: program.errors)


def test_a_user_who_may_write_nothing_by_the_acl_detects_that_although_the_broker_accepts_its_messages(scene):
    rules = scene.folder / "acl"
    rules.write_text("user watcher\ntopic readwrite #\n")
    broker = Broker(scene, f"password_file {passwords(scene, 'kiosk-1', 'watcher')}\nacl_file {rules}\n",
                    ("-u", "watcher", "-P", "hunter2"))
    path = secret(scene, "secret")
    with FakeDaemon(scene.socket, answering()):
        program = kiosk(scene, broker, connection=f", username: kiosk-1, password_file: {path}")
        wait_for(lambda: "may kiosk-1 write to gestured/kiosk-1/# and read it?" in program.errors,
                 lambda: program.errors)
