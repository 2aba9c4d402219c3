"""Kiosks whose agents write to one Prometheus, as docs/metrics.md describes it; and a kiosk without power."""

from http.server import ThreadingHTTPServer
import re
import threading
import urllib.request

import pytest
import yaml

from kiosk import free_port
from scene import ROOT, expect, wait_for
from test_monitoring import RULES, Exposition, Prometheus

pytestmark = pytest.mark.needs("prometheus")

PAGE = ROOT / "docs/metrics.md"


class Receiver(Prometheus):
    """The central Prometheus: receives values, and knows a series for five seconds after its last one."""

    def __init__(self, scene):
        super().__init__(scene, [], "--web.enable-remote-write-receiver", "--query.lookback-delta=5s")


class Agent:
    """The agent of a kiosk, with the configuration of the page."""

    def __init__(self, scene, name, target, receiver):
        text = re.search(r"```yaml\n(.*?)```", PAGE.read_text(), re.S)[1]
        for old, new in {"127.0.0.1:8765": f"127.0.0.1:{target}", "KIOSK": name, "15s": "1s",
                         "https://metrics.example": f"http://127.0.0.1:{receiver.port}"}.items():
            expect(old in text, f"{PAGE.name} has no {old}")
            text = text.replace(old, new)
        file = scene.folder / f"{name}.yml"
        file.write_text(text)
        self.port = free_port()
        self.program = scene.start(
            "prometheus", "--enable-feature=agent", f"--config.file={file}",
            f"--storage.agent.path={scene.folder}/{name}", f"--web.listen-address=127.0.0.1:{self.port}")

    def failed(self):
        """The number of samples that the receiver has refused."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as answer:
            found = re.findall(r"^prometheus_remote_storage_samples_failed_total\{.*\} (\S+)$", answer.read().decode(),
                               re.M)
        return sum(map(float, found))


def test_each_kiosk_is_an_instance_and_the_absence_of_one_without_power_is_noticed(scene):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Exposition)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        receiver = Receiver(scene)
        agents = [Agent(scene, f"kiosk-{number}", server.server_port, receiver) for number in (1, 2)]

        def instances(expression):
            return {each["metric"]["instance"] for each in receiver.get("query", query=expression)["result"]}

        both = {"kiosk-1", "kiosk-2"}
        wait_for(lambda: instances('up{job="gestured"} == 1') == both, lambda: agents[1].program.errors, 60)
        wait_for(lambda: instances('rate(gestured_frames_total[10s]) > 0') == both, "counters of both", 60)
        expect([each.failed() for each in agents] == [0, 0], "the receiver refuses samples")
        rules = yaml.safe_load(RULES.read_text())["groups"][0]["rules"]
        alert, = (rule["expr"] for rule in rules if rule["alert"] == "KioskNotScraped")
        # As often as this test scrapes.
        alert = alert.replace("[3d:10m]", "[5m:1s]")
        expect(instances(alert) == set(), "the alert fires for a kiosk that is present")
        agents[1].program.process.kill()
        wait_for(lambda: instances(alert) == {"kiosk-2"}, "the alert for the kiosk without power", 60)
        expect(instances('up{job="gestured"} == 0') == set(), "up is 0 for a kiosk without power")
    finally:
        server.shutdown()
