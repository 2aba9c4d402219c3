"""The dashboard and the alerts: every query with a real Prometheus, every alert with promtool's unit tests."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import json
import math
import os
from pathlib import Path
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

from kiosk import accepts, free_port
from scene import DEMO, ROOT, Failure, expect, wait_for

pytestmark = pytest.mark.needs("prometheus")

DASHBOARD = ROOT / "share/grafana/gestured.json"
RULES = ROOT / "share/prometheus/gestured.rules.yml"
RULES_TEST = Path(__file__).with_name("gestured.rules.test.yml")
# The metrics of gestured-web with which the dashboard and the alerts are tested.
METRICS = Path(__file__).with_name("metrics.txt")
# Types of Grafana's panels that need no plugin.
PANELS = {"row", "stat", "table", "timeseries", "heatmap"}
SAMPLE = re.compile(r"^(\w+)(\{.*\})? (\S+)$")
NAME = re.compile(r"\b(gestured_\w+)")
# The beginning of an event of a recording, with its time in s.
STAMP = re.compile(r"^E: (\d+\.\d+)", re.M)
# A built gestured-web, whose output is compared with METRICS.
GESTURED_WEB = Path(os.environ.get("GESTURED_WEB", ROOT / "Web/.build/release/gestured-web"))


def dashboard():
    return json.loads(DASHBOARD.read_text())


def queries():
    """Title and query of each target of a panel, and of each annotation."""
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]
    for each in dashboard()["annotations"]["list"]:
        yield each["name"], each["expr"]


def shapes(text):
    """The name and the labels of each sample, and the values of labels whose values are a fixed set."""
    found = set()
    for line in text.splitlines():
        if match := SAMPLE.match(line):
            labels = re.findall(r'(\w+)="([^"]*)"', match[2] or "")
            found.add((match[1], *(f"{name}={value}" if name in ("le", "reason") else name for name, value in labels)))
    return found


def names(text):
    """The names of the samples in metrics."""
    return {match[1] for line in text.splitlines() if (match := SAMPLE.match(line))}


class Exposition(BaseHTTPRequestHandler):
    """Serves METRICS; counters increase with each scrape."""

    scrapes = 0

    def do_GET(self):
        """Answers a scrape."""
        type(self).scrapes += 1
        text = "\n".join(self._advanced(line) for line in METRICS.read_text().splitlines()) + "\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4")
        self.end_headers()
        self.wfile.write(text.encode())

    def _advanced(self, line):
        match = SAMPLE.match(line)
        if match and re.search(r"_(total|bucket|sum|count)$", match[1]):
            return f"{match[1]}{match[2] or ''} {float(match[3]) * (1 + self.scrapes / 100)}"
        return line

    def log_message(self, *_):
        """Logs nothing."""


class Prometheus:
    """Prometheus, which scrapes the given ports each second."""

    def __init__(self, scene, targets, *options):
        self.port = free_port()
        file = scene.folder / "prometheus.yml"
        ports = ", ".join(f"'127.0.0.1:{port}'" for port in targets)
        file.write_text(f"global: {{ scrape_interval: 1s, evaluation_interval: 1s }}\nrule_files: [{RULES}]\n"
                        f"scrape_configs:\n  - job_name: gestured\n    static_configs: [{{ targets: [{ports}] }}]\n")
        self.program = scene.start("prometheus", f"--config.file={file}", f"--storage.tsdb.path={scene.folder}/tsdb",
                                   f"--web.listen-address=127.0.0.1:{self.port}", *options)
        wait_for(self._is_ready, lambda: self.program.errors)

    def _is_ready(self):
        """Whether it answers queries, which it does later than it listens."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/-/ready", timeout=10) as answer:
                return answer.status == 200
        except OSError:
            return False

    def get(self, path, **parameters):
        """The answer of its API to a request. Raises Failure if it refuses."""
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise Failure(f"{parameters}: {error.read().decode()}") from None

    def values(self, expression):
        """The current result of a query of the dashboard, with its variables as Grafana sets them."""
        expression = expression.replace("$__rate_interval", "10s").replace("$instance", ".*")
        result = self.get("query", query=expression)["result"]
        return [float(each["value"][1]) for each in result]


def test_the_dashboard_has_the_form_that_grafana_imports():
    board = dashboard()
    expect(board["title"] and board["uid"] and board["schemaVersion"] >= 36, "no title, uid or version")
    variables = {each["name"] for each in board["templating"]["list"]}
    expect(variables == {"datasource", "instance"}, f"{variables}")
    ids, taken = set(), set()
    for panel in board["panels"]:
        title, grid = panel["title"], panel["gridPos"]
        expect(panel["type"] in PANELS, f"{title} is a {panel['type']}")
        expect(panel["id"] not in ids, f"{title} has another's id")
        ids.add(panel["id"])
        cells = {(x, y) for x in range(grid["x"], grid["x"] + grid["w"])
                 for y in range(grid["y"], grid["y"] + grid["h"])}
        expect(not cells & taken and grid["x"] + grid["w"] <= 24, f"{title} lies over another")
        taken |= cells
        if panel["type"] == "row":
            continue
        expect(panel["description"] and panel["targets"], f"{title} has no description or no query")
        letters = [each["refId"] for each in panel["targets"]]
        expect(len(letters) == len(set(letters)), f"{title}: {letters}")
        for target in (panel, *panel["targets"]):
            expect(target["datasource"] == {"type": "prometheus", "uid": "${datasource}"}, f"{title}: data source")
    used = set(re.findall(r"\$\{?(\w+)", json.dumps([text for _, text in queries()])))
    expect(used <= variables | {"__rate_interval"}, f"{used}")


def test_every_query_of_the_dashboard_returns_values_from_a_real_prometheus(scene):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Exposition)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        prometheus = Prometheus(scene, [server.server_port])
        start = Exposition.scrapes
        wait_for(lambda: Exposition.scrapes >= start + 5, "five scrapes")
        count = 0
        for title, expression in queries():
            found = prometheus.values(expression)
            # An annotation marks an event, which may not have happened.
            wanted = title not in ("Restarts of gestured",)
            expect(found or not wanted, f"{title}: {expression} gives nothing")
            expect(all(math.isfinite(value) for value in found), f"{title}: {expression} gives {found}")
            count += 1
        expect(count >= 25, f"only {count} queries")
        expect(sum(prometheus.values('rate(gestured_frames_total{instance=~"$instance"}[$__rate_interval])')) > 0,
               "a counter does not increase")
        groups = prometheus.get("rules")["groups"]
        wrong = [each["name"] for group in groups for each in group["rules"] if each["health"] == "err"]
        expect(groups and not wrong, f"alerts that cannot be evaluated: {wrong}")
    finally:
        server.shutdown()


def test_dashboard_and_alerts_name_every_existing_metric_and_no_others():
    known = names(METRICS.read_text())
    text = " ".join(expression for _, expression in queries()) + RULES.read_text()
    used = set(NAME.findall(text))
    expect(used <= known, f"these metrics do not exist: {used - known}")
    unused = known - used - {"gestured_event_latency_seconds_sum", "gestured_event_latency_seconds_count"}
    expect(not unused, f"neither the dashboard nor an alert uses {unused}")


def promtool(*words, folder=None, text=None):
    run = subprocess.run(["promtool", *map(str, words)], cwd=folder, input=text, capture_output=True, text=True,
                         timeout=120, check=False)
    expect(run.returncode == 0, run.stdout + run.stderr)


def test_promtool_accepts_the_alerts_and_the_metrics_and_each_alert_fires_at_its_time(scene):
    promtool("check", "rules", RULES)
    promtool("check", "metrics", text=METRICS.read_text())
    for path in (RULES, RULES_TEST):
        shutil.copy(path, scene.folder)
    promtool("test", "rules", RULES_TEST.name, folder=scene.folder)
    tested = set(re.findall(r"alertname: (\w+)", RULES_TEST.read_text()))
    alerts = set(re.findall(r"- alert: (\w+)", RULES.read_text()))
    expect(tested == alerts, f"alerts without a test, or tests without an alert: {tested ^ alerts}")


class MeteredKiosk:
    """gestured, which plays the demonstration, and gestured-web, which serves its metrics."""

    def __init__(self, scene):
        recording = scene.folder / "long.evemu"
        # The daemon ends with the recording: a late empty frame keeps it running. The recording has times of this
        # boot's clock, because the metrics omit a last touch from before the daemon started.
        began = time.monotonic()
        recording.write_text(STAMP.sub(
            lambda stamp: f"E: {began + float(stamp[1]):.6f}",
            Path(DEMO).read_text() + "E: 90.000000 0000 0000 0000\n"))
        scene.serve("--realtime", "--await-subscription", recording=str(recording))
        self.port = free_port()
        self._web = scene.start(GESTURED_WEB, "--socket", scene.socket, "--port", self.port)
        wait_for(lambda: accepts(self.port), lambda: self._web.errors)
        self._client = socket.socket(socket.AF_UNIX)
        self._client.connect(scene.socket)

    def play(self):
        """Begins the recording, which waits for a client that subscribes to gestures."""
        self._client.sendall(b'{"type":"subscribe"}\n')

    def metrics(self):
        """The current metrics."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=5) as answer:
            return answer.read().decode()

    def touched(self):
        """The current metrics if there was a touch; None before."""
        found = self.metrics()
        return found if "gestured_last_touch_timestamp_seconds " in found else None


needs_web = pytest.mark.skipif(not ("GESTURED_WEB" in os.environ or GESTURED_WEB.exists()),
                               reason="gestured-web is not built")


@needs_web
def test_gestured_web_serves_the_metrics_that_the_tests_of_dashboard_and_alerts_use_and_no_others(scene):
    kiosk = MeteredKiosk(scene)
    kiosk.play()
    text = wait_for(kiosk.touched, lambda: f"no touch: {kiosk.metrics()}")
    promtool("check", "metrics", text=text)
    found, wanted = shapes(text), shapes(METRICS.read_text())
    # A recording has no latency.
    latency = {each for each in wanted if each[0].startswith("gestured_event_latency_seconds")}
    expect(found | latency == wanted, f"it has no {wanted - latency - found}; METRICS lacks {found - wanted}")


@needs_web
def test_every_query_of_the_dashboard_returns_values_from_the_metrics_of_gestured_web(scene):
    kiosk = MeteredKiosk(scene)
    prometheus = Prometheus(scene, [kiosk.port])
    wait_for(lambda: prometheus.values("gestured_up == 1"), "a scrape")
    kiosk.play()
    wait_for(lambda: prometheus.values("gestured_last_touch_timestamp_seconds"), "a touch")
    wait_for(lambda: any(prometheus.values("increase(gestured_gestures_total[10s]) > 0")), "gestures")
    for title, expression in queries():
        wanted = title not in ("Restarts of gestured",) and "latency" not in expression
        # While a finger of a recording is down there is no time of the last touch.
        wait_for(lambda: not wanted or prometheus.values(expression), f"{title}: a value of {expression}")
