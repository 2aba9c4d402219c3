"""The contents of /healthz and /metrics."""

import re
import shutil
import subprocess
import threading
import time

from stage import CONTINUE, STOP, expect, until
from test_lines import PERMISSIVE

OPEN_METRICS = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2"
# How long gestured-web caches the daemon's answer, or its absence (StatusCache), by the real clock.
CACHE_SECONDS = 1


def test_health_is_ok_while_the_daemon_answers_and_has_a_panel(scene):
    daemon = scene.daemon()
    web = scene.web(daemon)
    status, headers, body = web.get("/healthz")
    expect((status, body) == (200, "ok\n"), status, body)
    daemon.signal(STOP)
    began = time.monotonic()
    until(lambda: web.get("/healthz")[0] == 503, "a hung daemon is noticed")
    expect(time.monotonic() - began < 5, "a hung daemon is noticed too late")
    daemon.signal(CONTINUE)
    until(lambda: web.get("/healthz")[0] == 200, "a daemon that continues is noticed")


def test_health_names_the_fault(scene):
    status, _, body = scene.web(str(scene.path / "nothing.sock")).get("/healthz")
    expect(status == 503 and "gestured is unreachable: cannot connect" in body, status, body)
    daemon = scene.fake(devices=0)
    web = scene.web(daemon)
    answer = threading.Thread(target=lambda: daemon.accept() and daemon.write(
        {"type": "reply", "id": daemon.request()["id"], "ok": True, "status": {"devices": 0}}))
    answer.start()
    status, _, body = web.get("/healthz")
    answer.join()
    expect(status == 503 and body == "gestured answers, and no touchscreen is open\n", status, body)


def test_promtool_accepts_the_metrics(scene):
    promtool = shutil.which("promtool")
    expect(promtool, "promtool is missing: install prometheus")
    web = scene.web(scene.daemon(configuration=PERMISSIVE))
    page = web.page()
    page.greeting()
    page.ask(type="subscribe", id=0)
    page.until(lambda line: line["type"] == "gesture" and line["phase"] == "ended")
    body = until(lambda: metrics_with_gestures(web), "a gesture is counted")
    run = subprocess.run(
        [promtool, "check", "metrics"], input=body, text=True, capture_output=True, timeout=20)
    expect(run.returncode == 0 and not run.stdout + run.stderr, run.stdout, run.stderr)
    expect('gestured_web_pages 1\n' in body and "gestured_up 1\n" in body, body)


def metrics_with_gestures(web):
    """The metrics, once a gesture is counted; None before."""
    status, headers, body = web.get("/metrics")
    expect(status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4"), headers)
    return body if re.search(r'gestured_gestures_total\{gesture="\w+",zone="\w*"\} [1-9]', body) else None


def test_open_metrics_are_sent_to_a_client_that_accepts_them(scene):
    web = scene.web(scene.daemon())
    status, headers, body = web.get("/metrics", Accept=OPEN_METRICS)
    expect(headers["content-type"].startswith("application/openmetrics-text; version=1.0.0"), headers)
    expect(body.endswith("# EOF\n") and "# TYPE gestured_build info\n" in body, body[-200:])
    expect("# TYPE gestured_frames counter\n" in body and "gestured_frames_total 0\n" in body)
    families = re.findall(r"^# TYPE (\S+)", body, re.M)
    expect(len(families) == len(set(families)), families)


def test_metrics_are_served_without_a_daemon(scene):
    body = scene.web(str(scene.path / "nothing.sock")).get("/metrics")[2]
    expect("gestured_up 0\n" in body and "gestured_web_pages 0\n" in body, body)
    expect("gestured_devices" not in body, body)


STATUS = {
    "uptime_us": 5_400_000_001, "clients": 2, "devices": 1, "frames": 9, "gestures": 3, "dropped": 4,
    "gestures_by_kind": {"tap": 3}, "last_touch_us": 81_234_701_230, "contacts": 12, "palms": 1,
    "ghosts": 2, "jumps": 3, "clamped": 4, "stuck": 5, "stitches": 6, "resynchronisations": 7,
    "gestures_by_zone": [{"zone": "screen", "gestures": {"tap": 2}},
                         {"zone": None, "gestures": {"tap": 1}}],
    "latency": {"bounds_us": [50, 100, 10_000], "counts": [1, 2, 3, 4], "sum_us": 1_234_567},
    "version": "0.1.0 (\"a\\b\")"}


def test_every_member_of_status_becomes_its_metric(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    body = metrics_of(daemon, web, STATUS)
    for line in (
            'gestured_build_info{version="0.1.0 (\\"a\\\\b\\")",protocol="1"} 1',
            "gestured_uptime_seconds 5400.000001", "gestured_clients 2", "gestured_contacts_total 12",
            'gestured_gestures_total{gesture="tap",zone="screen"} 2',
            'gestured_gestures_total{gesture="tap",zone="client"} 1',
            'gestured_contacts_refused_total{reason="palm"} 1',
            'gestured_contacts_refused_total{reason="stuck"} 5', "gestured_ghosts_total 2",
            "gestured_stitches_total 6", "gestured_resynchronisations_total 7",
            "gestured_lines_dropped_total 4",
            'gestured_event_latency_seconds_bucket{le="0.00005"} 1',
            'gestured_event_latency_seconds_bucket{le="0.01"} 6',
            'gestured_event_latency_seconds_bucket{le="+Inf"} 10',
            "gestured_event_latency_seconds_sum 1.234567", "gestured_event_latency_seconds_count 10"):
        expect(line + "\n" in body, line, body)
    expect("gestured_last_touch_timestamp_seconds" not in body, body)


def metrics_of(daemon, web, status):
    """The metrics of a daemon that answers one request with a status."""
    answer = threading.Thread(target=lambda: daemon.accept() and daemon.write(
        {"type": "reply", "id": daemon.request()["id"], "ok": True, "status": status}))
    answer.start()
    body = web.get("/metrics")[2]
    answer.join()
    return body


def test_the_last_touch_is_omitted_if_it_is_on_the_clock_of_a_recording(scene):
    # Seconds before now, while the daemon has run for a minute.
    for age, is_shown in ((5, True), (59, True), (90, False), (-30, False)):
        daemon = scene.fake()
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        status = STATUS | {"uptime_us": 60_000_000, "last_touch_us": now - age * 1_000_000}
        body = metrics_of(daemon, scene.web(daemon), status)
        found = re.search(r"^gestured_last_touch_timestamp_seconds (\S+)$", body, re.M)
        expect(bool(found) == is_shown, age, found)
        expect(not found or abs(time.time() - age - float(found[1])) < 10, age, found)


def test_a_zone_that_is_called_client_is_counted_with_those_of_clients(scene):
    zones = [{"zone": "client", "gestures": {"tap": 2, "drag": 1}}, {"zone": None, "gestures": {"tap": 3}}]
    daemon = scene.fake()
    web = scene.web(daemon)
    answer = threading.Thread(target=lambda: daemon.accept() and daemon.write(
        {"type": "reply", "id": daemon.request()["id"], "ok": True,
         "status": STATUS | {"gestures_by_zone": zones}}))
    answer.start()
    body = web.get("/metrics")[2]
    answer.join()
    samples = [line for line in body.splitlines() if line.startswith("gestured_gestures_total{")]
    expect(samples == ['gestured_gestures_total{gesture="tap",zone="client"} 5',
                       'gestured_gestures_total{gesture="drag",zone="client"} 1'], samples)


def test_a_daemon_that_hangs_is_queried_once_until_it_answers(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    answer = threading.Thread(target=daemon.accept)
    answer.start()
    for _ in range(3):
        expect(web.get("/healthz")[0] == 503)
        time.sleep(CACHE_SECONDS)
    answer.join()
    request = daemon.request()
    daemon.write({"type": "reply", "id": request["id"], "ok": True, "status": STATUS})
    time.sleep(CACHE_SECONDS)
    answer = threading.Thread(target=lambda: daemon.accept() and daemon.write(
        {"type": "reply", "id": daemon.request()["id"], "ok": True, "status": STATUS}))
    answer.start()
    expect(web.get("/healthz")[0] == 200)
    answer.join()
    daemon.connection.settimeout(0.2)
    try:
        expect(not daemon.connection.recv(1), "gestured-web asked again")
    except TimeoutError:
        pass
