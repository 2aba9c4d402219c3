"""The package for Python: both clients against the daemon, and against daemons with faults."""

import asyncio
import json
import os
from pathlib import Path
import random
import resource
import subprocess
import sys
import zipfile

import pytest

from fake_daemon import FakeDaemon, line
import gestured
from gestured import AsyncClient, Backoff, Client, Options
from gestured.judge.lines import HELLO, device, drag, swipe, tap
from gestured.session import LONGEST_LINE, Session, parse
from scene import ROOT, expect

WIRE = ROOT / "Tests/Fixtures/wire"
GREETING = line(**HELLO) + line(**{**device(), "seq": 1}) + line(type="snapshot_end", seq=2, devices=1)
QUICK = {"backoff": Backoff(0.01, 0.05)}


class Blocking:
    """A Client, with the names of an AsyncClient."""

    def __init__(self, *words):
        self._client = Client(*words)

    async def __aenter__(self):
        self._events = iter(self._client)
        return self

    async def __aexit__(self, *_):
        self._client.close()

    def __aiter__(self):
        return self

    async def __anext__(self):
        for event in self._events:
            return event
        raise StopAsyncIteration

    def __getattr__(self, name):
        async def call(*words, **members):
            return getattr(self._client, name)(*words, **members)
        return call


@pytest.fixture(name="client", params=[Blocking, AsyncClient])
def each_client(request):
    """Each of both clients in turn."""
    return request.param


def run(client, use, *words, **options):
    """What `use` returns, given a client."""
    async def main():
        async with client(*words, Options(**{**QUICK, **options})) as opened:
            return await asyncio.wait_for(use(opened), 20)
    return asyncio.run(main())


async def collect(client, last="bye"):
    """The events up to a type, and that one."""
    events = []
    async for event in client:
        events.append(event)
        if event["type"] == last:
            return events
    return events


def kinds(events):
    return [event["type"] for event in events]


def serve(connection, replies=None, seen=None, last=None):
    """Greets, and answers requests; says bye behind the answer to a request of the type `last`."""
    connection.sendall(GREETING)
    for text in connection.makefile("rb"):
        request = json.loads(text)
        if seen is not None:
            seen.append(request)
        reply = {"type": "reply", "id": request["id"], "ok": True, **(replies or {}).get(request["type"], {})}
        connection.sendall(line(**reply) + (line(type="bye", reason="shutdown") if request["type"] == last else b""))


def test_the_version_is_that_of_the_daemon():
    version = subprocess.run([ROOT / "Scripts/version"], capture_output=True, text=True, check=True).stdout.strip()
    expect(gestured.__version__ == version, f"{gestured.__version__} is not {version}")


def test_a_client_receives_what_the_daemon_recognises_and_answers(scene, client):
    wanted = [each for each in scene.demo_lines() if each["type"] == "gesture" and each["phase"] == "ended"]

    async def use(opened):
        await opened.connect()
        status, zones = await opened.status(), await opened.zones()
        await opened.ping()
        await opened.subscribe({"phases": ["ended"]})  # The daemon begins with the recording.
        return status, zones, await collect(opened)

    scene.serve("--await-subscription")
    status, zones, events = run(client, use, scene.socket, None)
    found = [event for event in events if event["type"] == "gesture"]
    expect([(each["name"], each["id"]) for each in found] == [(each["name"], each["id"]) for each in wanted],
           f"{found}")
    expect(status["clients"] == 1 and zones[0]["name"] == "screen", f"{status} {zones}")


def test_asyncio_is_imported_only_for_its_client():
    code = "import sys, gestured; gestured.Client; assert 'asyncio' not in sys.modules; gestured.AsyncClient"
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'Clinet'"):
        gestured.Clinet


def test_every_line_of_the_wire_fixtures_is_of_the_generated_types():
    count = 0
    for file in sorted(WIRE.glob("*.jsonl")):
        for text in file.read_bytes().splitlines() if file.name != "request.jsonl" else ():
            parse(text)
            count += 1
    expect(count > 50, f"only {count} lines")


@pytest.mark.parametrize("text", [
    b"[]", b"{}", b"7", b"{", b'{"type":7}', b"\xff", b'{"type":"overflow","seq":1}', b"[" * 90_000,
    b'{"type":"overflow","seq":1,"dropped":"7"}', b'{"type":"overflow","seq":true,"dropped":7}',
    b'{"type":"later","a":NaN}', b'{"type":"device","seq":1,"change":"added","device":{"id":3}}', b""])
def test_a_line_that_is_not_of_the_protocol_is_an_error(text):
    with pytest.raises(gestured.ProtocolError):
        parse(text)


@pytest.mark.parametrize("seed", range(20))
def test_a_session_reads_changed_lines_or_refuses_them_and_ends_every_gesture_once(seed):
    rng = random.Random(seed)
    wire = [text for file in sorted(WIRE.glob("*.jsonl")) if file.name != "request.jsonl"
            for text in file.read_bytes().splitlines()]
    for _ in range(50):
        data = bytearray(GREETING + b"\n".join(rng.sample(wire, 20)) + b"\n")
        for _ in range(rng.randrange(4)):
            data[rng.randrange(len(GREETING), len(data))] = rng.choice(b'0"{}[]:,\\\n\xff e-')
        session, active = Session(), set()
        try:
            at = 0
            while at < len(data):
                size = rng.randrange(1, 400)
                follow(session.feed(bytes(data[at:at + size])), active)
                at += size
        except gestured.ProtocolError:
            pass
        follow(session.end(), active)
        expect(not active, f"seed {seed}: {active} did not end")


def follow(received, active):
    """Adds gestures that began to `active`, and removes those that ended."""
    for each, _ in received:
        if each["type"] == "gesture":
            if each["phase"] == "began":
                active.add(each["id"])
            elif each["phase"] in ("ended", "cancelled"):
                active.discard(each["id"])


def test_a_session_refuses_a_long_line_another_protocol_and_a_line_before_hello():
    for data in (b"x" * (LONGEST_LINE + 1), line(**{**HELLO, "protocol": 2}), line(**tap(1))):
        with pytest.raises(gestured.ProtocolError):
            list(Session().feed(data))


def test_a_later_connection_repeats_the_subscription_and_the_zones(scene, client):
    seen = []

    def play(connection, number):
        if number == 0:
            serve(Ending(connection, 5), seen=seen)
        else:
            seen.append("again")
            serve(connection, seen=seen, last="add_zone")

    async def use(opened):
        await opened.add_zone("left", {"right": 0.5, "y": 0}, [{"tap": {}}])
        await opened.add_zone("gone", {"right": 0.5, "y": 0})
        await opened.move_zone("left", {"right": 0.25, "y": 0})
        await opened.remove_zone("gone")
        await collect(opened)

    with FakeDaemon(scene.socket, play):
        run(client, use, scene.socket, {"phases": ["ended"]})
    again = seen[seen.index("again") + 1:]
    zones = [each for each in again if each["type"] == "add_zone"]
    expect(again[0]["type"] == "subscribe" and again[0]["phases"] == ["ended"], f"{again}")
    expect([(each["name"], each["rect"]) for each in zones] == [("left", {"right": 0.25, "y": 0})], f"{again}")


class Ending:
    """A connection that ends after some requests."""

    def __init__(self, connection, requests):
        self.sendall, self._connection, self._requests = connection.sendall, connection, requests

    def makefile(self, mode):
        file = self._connection.makefile(mode)
        return (file.readline() for _ in range(self._requests))


def test_gestures_that_began_before_the_reply_to_the_subscription_are_dropped_to_their_end(scene, client):
    early = b"".join(line(**each) for each in drag(1, end=None) + [swipe(2)])
    late = b"".join(line(**each) for each in [*drag(1)[1:], tap(3)]) + line(type="bye", reason="shutdown")

    def play(connection, _):
        connection.sendall(GREETING + early)
        request = json.loads(connection.recv(4096))
        connection.sendall(line(type="reply", id=request["id"], ok=True) + late)

    with FakeDaemon(scene.socket, play):
        events = run(client, collect, scene.socket, {"gestures": ["tap"]})
    expect([event["id"] for event in events if event["type"] == "gesture"] == [3], f"{events}")


def test_a_refusal_is_raised_with_its_code_and_the_client_continues(scene, client):
    error = {"code": "not_permitted", "message": "zones are off", "member": "name"}

    async def use(opened):
        with pytest.raises(gestured.Refused, match=r"zones are off \(name\)") as refused:
            await opened.add_zone("a", {"x": 0, "right": 0})
        await opened.ping()
        return refused.value.code

    with FakeDaemon(scene.socket, lambda connection, _: serve(connection, {"add_zone": {"ok": False, "error": error}})):
        expect(run(client, use, scene.socket, None) == "not_permitted", "another code")


def test_a_warning_of_the_daemon_reaches_the_program(scene, client):
    async def use(opened):
        events = await collect(opened, "request_warning")
        return events[-1], await opened.subscribe({"zones": ["scren", "screen"]}), await opened.set_output(1)

    warnings = {"subscribe": {"warning": "no zone is called scren"}}
    with FakeDaemon(scene.socket, lambda connection, _: serve(connection, warnings)):
        found = run(client, use, scene.socket, {"zones": ["scren"]})
    event = {"type": "request_warning", "request": "subscribe", "message": "no zone is called scren"}
    expect(found == (event, "no zone is called scren", None), f"{found}")


def test_a_reply_without_its_answer_is_an_error(scene, client):
    with FakeDaemon(scene.socket, lambda connection, _: serve(connection)):
        for ask in ("status", "zones"):
            with pytest.raises(gestured.ProtocolError, match=f"no {ask}"):
                run(client, lambda opened, ask=ask: getattr(opened, ask)(), scene.socket, None)


def test_a_refused_subscription_ends_the_events(scene, client):
    refusal = {"subscribe": {"ok": False, "error": {"code": "not_permitted", "message": "no contacts"}}}
    with FakeDaemon(scene.socket, lambda connection, _: serve(connection, refusal)):
        with pytest.raises(gestured.Refused, match="no contacts"):
            run(client, collect, scene.socket, {"events": ["contact"]})


def test_a_persistent_client_reports_a_server_that_is_not_a_daemon_and_tries_again(scene, client):
    def play(connection, number):
        if number == 0:
            connection.sendall(b"HTTP/1.1 400 Bad Request\n")
        else:
            connection.sendall(GREETING + line(type="bye", reason="shutdown"))

    with FakeDaemon(scene.socket, play):
        events = run(client, collect, scene.socket, None, persistent=True)
    expect(kinds(events) == ["connection_lost", "hello", "device", "snapshot_end", "bye"], f"{events}")
    expect(events[0]["reason"] == "protocol_error", f"{events[0]}")


def test_a_client_that_does_not_wait_raises_if_no_daemon_runs(scene, client):
    with pytest.raises(gestured.DaemonAbsent, match="No such file"):
        run(client, collect, scene.socket, None, waits=False)


def test_a_client_that_does_not_reconnect_ends_with_the_connection_and_the_gestures_active_then(scene, client):
    data = GREETING + b"".join(line(**each) for each in drag(1, end=None))
    with FakeDaemon(scene.socket, lambda connection, _: connection.sendall(data)):
        events = run(client, collect, scene.socket, None, reconnects=False)
    expect(kinds(events)[-2:] == ["gesture", "connection_lost"], f"{events}")
    expect(events[-2]["phase"] == "cancelled" and events[-2]["reason"] == "connection_lost", f"{events[-2]}")


def test_a_daemon_that_does_not_answer_in_time_is_disconnected_and_tried_again(scene, client):
    def play(connection, number):
        if number:
            connection.sendall(GREETING + line(type="bye", reason="shutdown"))
        while connection.recv(4096):
            pass

    with FakeDaemon(scene.socket, play):
        events = run(client, collect, scene.socket, None, patience=0.3)
    expect(events[0]["reason"] == "not_answering" and events[-1]["type"] == "bye", f"{events}")


def test_a_client_works_in_a_program_with_more_than_a_thousand_descriptors(scene, client):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(2048, hard), hard))
    opened = [os.open("/dev/null", os.O_RDONLY) for _ in range(1100)]
    try:
        data = GREETING + line(type="bye", reason="shutdown")
        with FakeDaemon(scene.socket, lambda connection, _: connection.sendall(data)):
            expect(kinds(run(client, collect, scene.socket, None))[-1] == "bye", "another end")
    finally:
        for each in opened:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_flood_while_a_reply_is_awaited_is_bounded_and_raised(scene, client):
    def play(connection, _):
        connection.sendall(GREETING)
        connection.recv(4096)
        while True:
            connection.sendall(line(**swipe(1, later="x" * 50_000)))

    with FakeDaemon(scene.socket, play):
        with pytest.raises(gestured.TooMuchUnread):
            run(client, lambda opened: opened.ping(), scene.socket, None)


def test_a_slow_reader_of_an_asynchronous_client_delays_the_daemon_and_loses_nothing(scene):
    sent = 3000

    def play(connection, _):
        connection.sendall(GREETING + b"".join(line(**tap(each + 1)) for each in range(sent)))
        connection.sendall(line(type="bye", reason="shutdown"))

    async def use(opened):
        await asyncio.sleep(0.3)
        kept = opened._core.unread
        return kept, await collect(opened)

    with FakeDaemon(scene.socket, play):
        kept, events = run(AsyncClient, use, scene.socket, None)
    expect(kept < 256 * 1024, f"{kept} bytes are kept")
    expect(kinds(events).count("gesture") == sent, f"{len(events)} events")


def test_the_wheel_holds_the_package_its_types_and_the_judge_and_needs_nothing(tmp_path):
    wheels = sorted((ROOT / ".build/clients").glob("gestured-*.whl"))
    if not wheels:
        pytest.skip("make clients has not run")
    zipfile.ZipFile(wheels[-1]).extractall(tmp_path)
    metadata = next(tmp_path.glob("gestured-*.dist-info/METADATA")).read_text()
    expect("Requires-Dist" not in metadata, metadata)
    expect((tmp_path / "gestured/py.typed").exists(), "no types")
    expect("gestured-judge" in next(tmp_path.glob("*.dist-info/entry_points.txt")).read_text(), "no judge")
    run_judge = [sys.executable, "-m", "gestured.judge", "--list"]
    listed = subprocess.run(run_judge, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True,
                            check=True).stdout
    expect("cut/every-byte" in listed and Path(tmp_path, "gestured/judge").is_dir(), listed)
