"""The lines that pages receive, beside other pages and when a connection ends."""

import json
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor

from stage import CONTINUE, DEMO, PROGRAMS, STOP, TERMINATE, Page, expect, until

PERMISSIVE = "privacy: { contacts: true }\nclients: { zones: true, explain: true }\n"


def is_numbered(lines):
    """Whether the values of `seq` are 1, 2, 3 …"""
    numbers = [line["seq"] for line in lines if "seq" in line]
    return numbers == list(range(1, len(numbers) + 1))


def test_a_page_receives_the_bytes_that_the_daemon_sends_its_clients(scene):
    expected = subprocess.run(
        [PROGRAMS["gestured"], "--replay", str(DEMO), "--json"], check=True, capture_output=True,
        text=True).stdout.splitlines()
    web = scene.web(scene.daemon())
    pages = [web.page() for _ in range(3)]
    heads = [page.line() for page in pages]
    expect(all(json.loads(head)["type"] == "hello" for head in heads), heads)
    greeting = [page.line() for page in pages for _ in range(2)]
    expect(greeting == expected[:2] * 3, greeting)
    pages[0].ask(type="subscribe", id="a")
    expect(json.loads(pages[0].line()) == {"type": "reply", "id": "a", "ok": True})
    for page in pages:
        lines = [page.line() for _ in expected[2:]]
        expect(lines == expected[2:], next((p for p in zip(lines, expected[2:]) if p[0] != p[1]), ""))
        expect(json.loads(page.line()) == {"type": "bye", "reason": "shutdown"})
        expect(page.line() is None and page.close_frame[0] == 1013, page.close_frame)


FILTERS = [
    {"gestures": ["tap", "drag"]}, {"phases": ["ended"]}, {"phases": ["began", "cancelled"]},
    {"names": ["swipe"]}, {"zones": ["screen"]}, {"zones": ["other"]}, {"fingers": [2, 3]},
    {"devices": ["Demo*"]}, {"devices": ["demo*"]}, {"devices": [1]}, {"devices": [7]},
    {"positions": False}, {"events": ["activity", "wake", "device"]},
    {"events": []}, {"events": ["gesture"], "gestures": []},
    {"events": ["gesture", "contact", "explanation", "health"]},
]


def test_each_page_receives_the_lines_that_a_client_with_its_subscription_receives(scene):
    many = "socket: { max_clients_per_uid: 64 }\n"
    daemons = [scene.daemon(configuration=PERMISSIVE + many, name=name) for name in ("pages", "clients")]
    web = scene.web(daemons[0])
    for daemon in daemons:
        daemon.signal(STOP)
        until(lambda: is_suspended(daemon), "the daemon is suspended")
    # A page that waits while the daemon is suspended receives every line from the first.
    pages = [web.page() for _ in FILTERS]
    for page, wanted in zip(pages, FILTERS):
        page.ask(type="subscribe", id=1, **wanted)
    # The first subscription that the daemon reads starts the recording: all must have arrived by then.
    until(lambda: connections(daemons[0]) == len(pages), "gestured-web has connected for each page")
    for page in pages:
        page.send("sent", opcode=9)
        expect(page.frame() == (10, b"sent"), "the ping is not answered")
    clients = [client(daemons[1], wanted) for wanted in FILTERS]
    for daemon in daemons:
        daemon.signal(CONTINUE)
    with ThreadPoolExecutor(2 * len(FILTERS)) as pool:
        lines, files = pool.map(Page.lines, pages), pool.map(lambda file: file.read(), clients)
        received, texts = list(lines), list(files)
    for got, text, wanted in zip(received, texts, FILTERS):
        got, expected = after_reply(got), after_reply(map(json.loads, text.splitlines()))
        expect(without_seq(got) == without_seq(expected), wanted, first_difference(got, expected))


def client(daemon, wanted):
    """A client of the daemon's socket with the given subscription, as a file."""
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(20)
    connection.connect(daemon.path)
    connection.sendall(json.dumps({"type": "subscribe", "id": 1} | wanted).encode() + b"\n")
    return connection.makefile("rb")


def is_suspended(daemon):
    with open(f"/proc/{daemon.process.pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] == "T"


def connections(daemon):
    """The number of clients that have connected to the daemon, accepted or not."""
    with open("/proc/net/unix") as file:
        # The kernel shows the name that the socket was bound to before its rename; one of them listens.
        return sum(line.rstrip().endswith(f" {daemon.path}~") for line in file) - 1


def after_reply(lines):
    """The lines from the first reply on."""
    lines = list(lines)
    index = next(n for n, line in enumerate(lines) if line["type"] == "reply")
    return lines[index:]


def without_seq(lines):
    """The lines without `seq`, which also counts the lines before the reply."""
    return [{key: value for key, value in line.items() if key != "seq"} for line in lines]


def first_difference(a, b):
    a, b = without_seq(a), without_seq(b)
    return next((pair for pair in zip(a, b) if pair[0] != pair[1]), (len(a), len(b)))


def test_when_the_daemon_is_killed_every_gesture_ends_and_pages_can_connect_again(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    daemon.gesture(7, "began")
    daemon.gesture(7, "changed", us=3000, duration_us=2500)
    page.until(lambda line: line.get("phase") == "changed")
    daemon.connection.close()
    daemon.reader.close()
    lines = page.lines()
    expect([line["type"] for line in lines] == ["gesture", "bye"], lines)
    expect((lines[0]["phase"], lines[0]["reason"], lines[0]["seq"]) == ("cancelled", "shutdown", 5))
    expect(page.close_frame[0] == 1013, page.close_frame)
    page = web.page()
    daemon.accept()
    expect(is_numbered(page.greeting()))


def test_a_page_without_a_daemon_is_closed_with_the_reason(scene):
    web = scene.web(str(scene.path / "nothing.sock"))
    code, reason = web.page().closing()
    expect(code == 1013 and reason.startswith("gestured is unreachable:"), code, reason)


def test_pages_that_reconnect_without_a_daemon_are_logged_once(scene):
    web = scene.web(str(scene.path / "nothing.sock"))
    for _ in range(10):
        web.page().closing()
    expect(web.log_text().count("pages are disconnected: gestured is unreachable: cannot connect") == 1, web.log_text())
    expect(web.metric('gestured_web_refused_total{reason="daemon"}') == 10)


def test_a_topic_is_refused_only_to_the_page_that_requests_it(scene):
    web = scene.web(scene.daemon(configuration="clients: { zones: true }\n"))
    page, other = web.page(), web.page()
    refused = page.reply(type="subscribe", id="c", events=["contact"])
    expect(refused["error"]["code"] == "not_permitted" and refused["id"] == "c", refused)
    expect(other.reply(type="subscribe", id="d", events=["gesture"])["ok"])
    refused = page.reply(type="subscribe", id="e", events=["contact"], positions=False)
    expect(refused["error"]["code"] == "not_permitted", refused)


def test_replies_have_the_order_of_the_requests_and_their_ids(scene):
    web = scene.web(scene.daemon(configuration=PERMISSIVE))
    page = web.page()
    page.greeting()
    rect = {"x": 0, "y": 0, "width": 0.1, "height": 0.1}
    page.ask(type="ping", id=1)
    page.ask(type="add_zone", id="zone", name="a", rect=rect, gestures=[{"tap": {}}])
    page.send("nonsense")
    page.ask(type="status", id=2)
    page.ask(type="subscribe", id=3, phases=["ended"])
    page.ask(type="pong", id=4)
    page.ask(type="remove_zone", id=5, name="a")
    page.ask(type="ping", id=6)
    replies = [line for line in page.until(lambda line: line.get("id") == 6 and "ok" in line)
               if line["type"] == "reply"]
    expect([(reply.get("id"), reply["ok"]) for reply in replies] == [
        (1, True), ("zone", True), (None, False), (2, True), (3, True), (4, False), (5, True),
        (6, True)], replies)
    expect("uptime_us" in replies[3]["status"], replies[3])


def test_at_its_end_gestured_web_cancels_gestures_and_closes_its_pages(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    daemon.gesture(7, "began")
    page.until(lambda line: line.get("phase") == "began")
    web.process.send_signal(TERMINATE)
    lines = page.lines()
    expect([line.get("phase", line["type"]) for line in lines] == ["cancelled", "bye"], lines)
    expect(page.close_frame[0] == 1001 and web.process.wait(5) == 0, page.close_frame)


def test_lines_of_unknown_types_are_passed(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    daemon.write_numbered({"type": "news", "text": "a \"quoted\" } word", "list": [1, {"a": "]"}]})
    line = json.loads(page.line())
    expect((line["type"], line["seq"], line["list"]) == ("news", 3, [1, {"a": "]"}]), line)


def test_a_page_that_filters_out_cancelled_receives_none_at_the_end(scene):
    daemon = scene.fake()
    page = scene.web(daemon).page()
    daemon.accept()
    page.ask(type="subscribe", id=1, phases=["began", "ended"])
    daemon.grant()
    daemon.gesture(7, "began")
    page.until(lambda line: line.get("phase") == "began")
    daemon.connection.close()
    daemon.reader.close()
    expect([line["type"] for line in page.lines()] == ["bye"])


def test_a_refusal_that_ends_the_connection_closes_the_page_with_its_code(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    for code, closing in (("too_many_requests", 1008), ("line_too_long", 1009)):
        page = web.page()
        daemon.accept()
        page.greeting()
        page.ask(type="ping")
        daemon.request()
        daemon.write({"type": "reply", "ok": False, "error": {"code": code, "message": "no"}})
        daemon.connection.close()
        daemon.reader.close()
        lines = page.lines()
        expect([line["type"] for line in lines] == ["reply"], lines)
        expect(page.close_frame[0] == closing, page.close_frame)


def test_lines_that_the_daemon_lost_are_reported_and_counted(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    daemon.write_numbered({"type": "overflow", "dropped": 5})
    lines = page.until(lambda line: line["type"] == "overflow")
    expect(lines[0]["dropped"] == 5 and web.metric("gestured_web_lines_dropped_total") == 5, lines)


def test_a_server_that_is_not_a_daemon_ends_the_page(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    for line in ({"type": "wake"}, daemon.HELLO | {"protocol": 2}):
        page = web.page()
        connection = daemon.listener.accept()[0]
        connection.sendall(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        code, reason = page.closing()
        expect(code == 1013 and "protocol" in reason, code, reason)


def test_only_requests_that_gestured_web_knows_are_passed(scene):
    daemon = scene.fake()
    page = scene.web(daemon).page()
    daemon.accept()
    page.greeting()
    page.ask(type="record", id=5, file="x")
    expect(daemon.request() == {"type": "unknown_to_gestured-web", "id": 5})
    for request in ({"type": "ping", "id": "a"}, {"type": "zones"}, {"type": "remove_zone", "name": "b"}):
        page.ask(**request)
        expect(daemon.request() == request, request)
