"""gestured-web and gestured-mqtt from their packages: installed, enabled, upgraded and removed."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

# The module `stage` of gestured-web's tests, whose pages need only Python.
sys.path.append("/share/Web/Tests/Server")

import service
import stage
from client import PATIENCE, expect

WEB, WEB_SOCKET, MQTT = "gestured-web.service", "gestured-web.socket", "gestured-mqtt.service"
PACKAGES = ("gestured-web", "gestured-mqtt")
MANUAL = [Path(f"/usr/share/man/man1/{name}.1.gz") for name in PACKAGES]
WEB_DROP_IN = Path(f"/etc/systemd/system/{WEB}.d/guest-test.conf")
# The page with the line that lets the service show the live page, and the file that the line writes.
LIVE_PAGE = Path("/usr/share/doc/gestured/docs/live-page.md")
LIVE_PAGE_DROP_IN = WEB_DROP_IN.with_name("live-page.conf")
MQTT_CONFIGURATION = Path("/etc/gestured-mqtt.yaml")
# The maximum exposure by systemd-analyze, on its scale to 10.
EXPOSURE = {WEB: 1.5, MQTT: 1.5}


class Served(stage.Web):
    """The gestured-web that systemd starts."""

    def __init__(self):
        self.port = 8765

    def listens(self):
        with contextlib.suppress(OSError):
            stage.socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        return False


def state(unit, query):
    """The answer of systemctl to the query is-active or is-enabled."""
    return subprocess.run(["systemctl", query, unit], capture_output=True, text=True).stdout.strip()


def journal(unit):
    return service.run("journalctl", "--no-pager", "-o", "cat", "-u", unit)


def since(unit):
    """The time at which a unit became active, as text."""
    return service.run("systemctl", "show", unit, "--value", "-p", "ActiveEnterTimestampMonotonic")


def process_of(unit):
    return int(service.run("systemctl", "show", unit, "--value", "-p", "MainPID"))


def expect_confined(unit):
    """Checks by values of the kernel and of systemd that a unit has few privileges; returns its exposure."""
    pid = process_of(unit)
    expect(pid != 0, f"{unit} does not run")
    for field, value in {"NoNewPrivs": "1", "Seccomp": "2", "CapEff": "0" * 16}.items():
        expect(service.status(field, pid) == value, f"{field} is {service.status(field, pid)}")
    user = int(service.status("Uid", pid).split()[0])
    if unit == WEB:
        # The package of the daemon makes this user, whose connections have a separate limit.
        account = int(service.run("id", "--user", "gestured-web"))
        expect(0 < user == account, f"it runs as {user}, and gestured-web is {account}")
    else:
        expect(61184 <= user <= 65519, f"it runs as {user}, which is not a dynamic user")
    report = service.run("systemd-analyze", "--no-pager", "security", unit)
    exposure = float(re.search(rf"exposure level for {re.escape(unit)}: ([0-9.]+)", report)[1])
    expect(exposure <= EXPOSURE[unit], f"systemd-analyze gives {exposure}")
    return exposure


def are_off():
    """Checks that both are installed and inactive."""
    for unit, enabled in ((WEB, "indirect"), (WEB_SOCKET, "disabled"), (MQTT, "disabled")):
        expect(state(unit, "is-enabled") == enabled, f"{unit} is {state(unit, 'is-enabled')}")
        expect(state(unit, "is-active") == "inactive", f"{unit} is {state(unit, 'is-active')}")
    expect(not Served().listens(), "a program listens on the port")
    report = subprocess.run(["dpkg", "--verify", *PACKAGES], capture_output=True, text=True).stdout
    expect(report == "", f"dpkg --verify printed {report}")
    for page in MANUAL:
        expect(page.exists(), f"there is no {page}")


def shows_the_live_page():
    """Runs the line of the page as it is written there, once with the service off, and once with other options; the
    page that the service serves may connect afterwards. Leaves the service off."""
    # The guest's root has no sudo.
    line, = re.findall(r"(?m)^    (printf .*GESTURED_WEB_OPTIONS.*)$", LIVE_PAGE.read_text())
    line = line.replace("sudo ", "")
    web = Served()
    origin = f"http://127.0.0.1:{web.port}"
    service.run("sh", "-ec", line)
    expect(state(WEB_SOCKET, "is-enabled") == "enabled", "the socket is not enabled")
    expect("<title>gestured: live</title>" in web.get("/")[2], "it serves another page")
    web.page(origin=origin).greeting()
    # Without the file it runs on, and refuses the page.
    LIVE_PAGE_DROP_IN.unlink()
    service.systemctl("daemon-reload")
    service.systemctl("restart", WEB)
    code, reason = web.page(origin=origin).closing()
    expect(code == 1008 and "--own-page" in reason, f"the page is closed with {code} {reason}")
    before = process_of(WEB)
    service.run("sh", "-ec", line)
    expect(process_of(WEB) not in (0, before), "it was not restarted")
    page = web.page(origin=origin)
    page.greeting()
    expect(page.reply(type="subscribe", id=1)["ok"], "the page may not subscribe")
    service.systemctl("disable", "--now", WEB, WEB_SOCKET)
    LIVE_PAGE_DROP_IN.unlink()
    LIVE_PAGE_DROP_IN.parent.rmdir()
    service.systemctl("daemon-reload")


def serves_pages(screen):
    """Checks that a request receives files, a permitted page a tap, and other pages nothing; returns the page and
    the exposure."""
    WEB_DROP_IN.parent.mkdir(parents=True, exist_ok=True)
    WEB_DROP_IN.write_text(
        f'[Service]\nEnvironment="GESTURED_WEB_OPTIONS=--origin {stage.ORIGIN}"\n')
    service.systemctl("daemon-reload")
    service.systemctl("enable", "--now", WEB_SOCKET)
    expect(state(WEB, "is-active") == "inactive", "it runs before the first request")
    web = Served()
    status, headers, body = web.get("/")
    expect(status == 200 and "<title>" in body, f"the page is {status} {body[:80]}")
    expect("default-src" in headers.get("content-security-policy", ""), f"its headers are {headers}")
    status, _, body = web.get("/healthz")
    expect((status, body.strip()) == (200, "ok"), f"/healthz is {status} {body}")
    expect(web.metric("gestured_up") == 1 and web.metric("gestured_devices") == 1,
           "the metrics differ")
    for path in ("/", "/metrics", "/healthz"):
        status = web.get(path, host="evil.example:8765")[0]
        expect(status == 421, f"another Host gets {status} for {path}")
    code, reason = web.page(origin="http://evil.example").closing()
    expect(code == 1008 and "is not allowed" in reason, f"another origin gets {code} {reason}")
    page = web.page()
    page.greeting()
    expect(page.reply(type="subscribe", id=1, phases=["ended"])["ok"], "no page may subscribe")
    screen.tap()
    tap = page.until(lambda line: line.get("gesture") == "tap")[-1]
    expect(tap["device"] >= 1 and tap["phase"] == "ended", f"the page has {tap}")
    return page, expect_confined(WEB)


def restarts_with_an_upgrade(page, package):
    """Upgrades: the page must receive a close frame, the socket must stay, and another page must be served;
    returns that page."""
    before, socket_before = process_of(WEB), since(WEB_SOCKET)
    service.run("dpkg", "--install", package)
    code, reason = page.closing() or (None, None)
    expect(code == 1001, f"the page was closed with {code} {reason}")
    next_page = Served().page()
    next_page.greeting()
    expect(process_of(WEB) not in (0, before), "it was not restarted")
    expect(since(WEB_SOCKET) == socket_before, "the socket was closed during the upgrade")
    return next_page


class Subscriber:
    """mosquitto_sub, and the messages that it has received: topic, whether it was retained, and text."""

    def __init__(self, *topics):
        filters = [word for topic in topics for word in ("-t", topic)]
        self._process = subprocess.Popen(
            ["mosquitto_sub", "-F", "%t %r %p", *filters], stdout=subprocess.PIPE)
        os.set_blocking(self._process.stdout.fileno(), False)
        self._partial = b""
        self.messages = []

    def expect_message(self, what, holds):
        """Waits for a message for which `holds(topic, is_retained, text)` is true; returns it."""
        end = time.monotonic() + 3 * PATIENCE
        while True:
            for message in self.messages:
                if holds(*message):
                    return message
            expect(time.monotonic() < end, f"no message for {what}; got {self.messages[-8:]}")
            data = self._process.stdout.read()
            if data:
                *lines, self._partial = (self._partial + data).split(b"\n")
                fields = (line.decode().split(" ", 2) for line in lines)
                self.messages += [(topic, retained == "1", text) for topic, retained, text in fields]
            else:
                time.sleep(0.05)

    def close(self):
        self._process.kill()
        self._process.communicate()


def publishes(screen):
    """Checks that gestured-mqtt without a broker runs and logs that, and with one publishes a tap and retained
    messages; returns the exposure."""
    # The image has no such file: Debian's installer writes it.
    Path("/etc/hosts").write_text("127.0.0.1 localhost\n")
    service.systemctl("stop", "mosquitto.service")
    MQTT_CONFIGURATION.write_text(
        "name: guest\nbroker: { host: localhost, reconnect: { base: 1s, most: 2s } }\n")
    service.run("gestured-mqtt", "--check")
    service.systemctl("enable", "--now", MQTT)
    service.wait_until(lambda: "cannot connect to the broker localhost:1883" in journal(MQTT),
                       "the warning about the broker", 3 * PATIENCE)
    expect(state(MQTT, "is-active") == "active", "it ended without a broker")
    before = process_of(MQTT)
    service.systemctl("start", "mosquitto.service")
    early = Subscriber("gestured/guest/lines", "gestured/guest/availability")
    try:
        early.expect_message("online", lambda topic, _, text: text == "online")
        screen.tap()
        early.expect_message("the tap", lambda topic, _, text: topic.endswith("/lines")
                             and json.loads(text).get("gesture") == "tap")
    finally:
        early.close()
    late = Subscriber("gestured/guest/#")
    try:
        late.expect_message("the availability", lambda topic, is_retained, text: is_retained
                            and topic == "gestured/guest/availability" and text == "online")
        late.expect_message("the panel", lambda topic, is_retained, text: is_retained and "/devices/" in topic
                            and json.loads(text)["name"] == screen.name)
    finally:
        late.close()
    expect(process_of(MQTT) == before, "it was restarted")
    return expect_confined(MQTT)


def are_gone(page):
    """Checks after the removal that the page received a close frame, and that neither program listens, runs or
    has left files."""
    code, reason = page.closing() or (None, None)
    expect(code == 1001, f"the page was closed with {code} {reason}")
    expect(not Served().listens(), "a program listens on the port")
    for unit in (WEB, WEB_SOCKET, MQTT):
        expect(state(unit, "is-active") == "inactive", f"{unit} is {state(unit, 'is-active')}")
    left = [path for path in (*MANUAL, "/usr/bin/gestured-web", "/usr/bin/gestured-mqtt",
                              "/usr/share/gestured-web", "/usr/share/gestured-mqtt")
            if os.path.lexists(path)]
    expect(not left, f"left behind: {left}")
    # Packages do not remove files of the administrator, which this test wrote.
    WEB_DROP_IN.unlink()
    WEB_DROP_IN.parent.rmdir()
    MQTT_CONFIGURATION.unlink()
