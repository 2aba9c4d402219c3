"""The package for Python: gestures, requests and connections that end in unusual ways."""

import asyncio
import json
from pathlib import Path
import threading
import time

import pytest

from fake_daemon import FakeDaemon, line
import gestured
from gestured import AsyncClient, Backoff, Client, Options
from gestured.core import Core
from gestured.errors import Disconnected, NotAnswering
from gestured.judge.lines import HELLO, drag, gesture, swipe, tap
from gestured.session import MAXIMUM_ACTIVE_BYTES, Session, parse
from scene import expect
from test_package import GREETING, QUICK, collect, each_client, kinds, run, serve  # noqa: F401

BYE = line(type="bye", reason="shutdown")


def press(identity, phase, **members):
    return line(**gesture("press", identity, phase, **members))


def subscribed(phases):
    """A session whose subscription is accepted."""
    session = Session({"phases": phases})
    session.opening()
    list(session.feed(GREETING + line(type="reply", id=1, ok=True)))
    return session


@pytest.mark.parametrize("phases", [["began"], ["began", "changed", "ended"], ["began", "cancelled"], ["changed"]])
def test_a_subscription_without_both_ends_generates_no_ends_and_has_no_limit(phases):
    session = subscribed(phases)
    received = list(session.feed(b"".join(press(each, phases[0]) for each in range(1, 5001))))
    expect(len(received) == 5000 and not session.end(), "ends are made up")


def test_a_later_subscription_applies_to_gestures_that_begin_after_it():
    session = subscribed(["began", "ended", "cancelled"])
    list(session.feed(press(1, "began")))
    identity, _ = session.request("subscribe", {"phases": ["began"]})
    list(session.feed(line(type="reply", id=identity, ok=True) + press(2, "began")))
    expect([each.line["id"] for each in session.end()] == [1], "another end")


def test_the_memory_of_active_gestures_is_bounded():
    session = Session()
    list(session.feed(GREETING))
    with pytest.raises(gestured.ProtocolError, match="active"):
        for each in range(1, MAXIMUM_ACTIVE_BYTES // 200_000 + 2):
            list(session.feed(press(each, "began", later="x" * 200_000)))


def test_the_end_of_a_deeply_nested_gesture_is_generated():
    deep = press(1, "began")[:-2] + b',"later":' + b"[" * 900 + b"]" * 900 + b"}\n"
    session = Session()
    list(session.feed(GREETING + deep))

    def end(depth):
        return end(depth - 1) if depth else session.end()

    received = end(70)
    expect(received[0].line["phase"] == "cancelled" and received[0].is_made, f"{received}")


@pytest.mark.parametrize("number", [b"1e999", b"-1e999"])
def test_a_number_that_exceeds_a_double_is_refused_in_lines_and_requests(number):
    with pytest.raises(gestured.ProtocolError, match="not a double"):
        parse(b'{"type":"later","a":' + number + b"}")
    session = Session()
    with pytest.raises(ValueError):
        session.request("subscribe", {"max_rate_hz": float(number)})
    expect(not session.pending, "a request that was not made is pending")


def test_names_of_the_package_are_unknown_types_on_the_wire():
    session = Session()
    lines = b'{"type":"connection_lost"}\n{"type":"request_warning"}\n{"type":"device.device"}\n'
    found = list(session.feed(GREETING + lines))[-3:]
    expect(len(found) == 3 and not any(each.is_known or each.is_made for each in found), f"{found}")


def test_many_zones_are_repeated_in_portions():
    session = Session(None, [{"type": "add_zone", "name": f"z{each}", "rect": {}} for each in range(60)])
    first = session.opening().splitlines()
    list(session.feed(GREETING))
    expect(len(first) == 40 and session.more_in is None and not session.more(), "no portion")
    list(session.feed(b"".join(line(type="reply", id=json.loads(each)["id"], ok=True) for each in first)))
    expect(0 < session.more_in < 2 and not session.more() and not session.is_ready, f"{session.more_in}")
    session._portion_at -= 2
    expect(len(session.more().splitlines()) == 20 and session.more_in is None, "another portion")


def test_close_ends_requests_that_wait(scene):
    async def use(opened):
        waiting = asyncio.ensure_future(opened.status())
        await asyncio.sleep(0.2)
        await opened.close()
        with pytest.raises(Disconnected):
            await asyncio.wait_for(waiting, 5)

    with FakeDaemon(scene.socket, lambda connection, _: (connection.sendall(GREETING), connection.recv(4096),
                                                         connection.recv(4096))):
        run(AsyncClient, use, scene.socket, None)


def test_a_request_fails_while_the_daemon_has_too_many_clients_and_events_wait_until_others_leave(scene, client):
    greetings = [line(**HELLO) + line(type="bye", reason="too_many_clients")] * 3 + [GREETING + BYE]

    async def ask(opened):
        with pytest.raises(NotAnswering, match="too many clients"):
            await opened.status()
        return kinds(await collect(opened, "snapshot_end"))

    with FakeDaemon(scene.socket, lambda connection, count: connection.sendall(greetings[min(count, 3)])):
        found = run(client, ask, scene.socket, None)
    expect(found[-1] == "snapshot_end" and found.count("bye") == 3, f"events are {found}")


def test_close_ends_active_gestures_and_the_client_does_not_connect_again(scene, client):
    connections = []

    def play(connection, number):
        connections.append(number)
        connection.sendall(GREETING + b"".join(line(**each) for each in drag(1, changes=0, end=None)))
        connection.recv(4096)

    async def use(opened):
        events = []
        async for event in opened:
            events.append(event)
            if event.get("phase") == "began":
                await opened.close()
        with pytest.raises(Disconnected):
            await opened.ping()
        return events

    with FakeDaemon(scene.socket, play):
        events = run(client, use, scene.socket, None)
    expect(events[-1]["phase"] == "cancelled" and connections == [0], f"{events[-1]} {connections}")


def test_the_socket_may_be_given_as_a_path_and_filters_that_are_not_json_are_refused_at_once(scene, client):
    with FakeDaemon(scene.socket, lambda connection, _: connection.sendall(GREETING + BYE)):
        expect(kinds(run(client, collect, Path(scene.socket), None))[-1] == "bye", "another end")
    with pytest.raises(TypeError):
        client(scene.socket, {"gestures": {"tap"}})


def test_an_unexpected_error_of_the_task_reaches_the_reader(scene, monkeypatch):
    monkeypatch.setattr(Core, "received", lambda *_: 1 / 0)
    with FakeDaemon(scene.socket, lambda connection, _: connection.sendall(GREETING)):
        with pytest.raises(ZeroDivisionError):
            run(AsyncClient, collect, scene.socket, None)


def dribble(connection, data):
    """Sends bytes again and again, without an answer to anything."""
    while True:
        connection.sendall(data)
        time.sleep(0.05)


@pytest.mark.parametrize("first, data", [
    (b'{"type":"hel', b" "), (GREETING, line(**gesture("drag", 1, "changed")))], ids=["bytes", "lines"])
def test_bytes_without_a_reply_do_not_count_as_an_answer(scene, client, first, data):
    def play(connection, _):
        connection.sendall(first)
        dribble(connection, data)

    with FakeDaemon(scene.socket, play):
        with pytest.raises(gestured.GesturedError):
            run(client, lambda opened: opened.ping(), scene.socket, None, patience=0.3, reconnects=False)


def test_a_program_that_pauses_does_not_blame_the_daemon(scene, client):
    async def use(opened):
        events = opened.__aiter__()
        await anext(events)
        time.sleep(0.8)
        return [await anext(events), await anext(events), await anext(events)]

    def play(connection, _):
        connection.sendall(GREETING)
        request = json.loads(connection.recv(4096))
        connection.sendall(line(type="reply", id=request["id"], ok=True) + BYE)
        connection.recv(4096)

    with FakeDaemon(scene.socket, play):
        events = run(client, use, scene.socket, {"phases": ["ended"]}, patience=0.4)
    expect(kinds(events) == ["device", "snapshot_end", "bye"], f"{events}")


def test_any_patience_is_accepted(scene, client):
    with FakeDaemon(scene.socket, lambda connection, _: serve(connection)):
        for patience in (float("inf"), 3e6):
            run(client, lambda opened: opened.ping(), scene.socket, None, patience=patience)


def test_a_request_that_is_cancelled_leaves_nothing_and_its_zone_is_known(scene):
    is_answering = threading.Event()

    def play(connection, _):
        connection.sendall(GREETING)
        for text in connection.makefile("rb"):
            is_answering.wait(5)
            connection.sendall(line(type="reply", id=json.loads(text)["id"], ok=True))

    async def use(opened):
        await opened.connect()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(opened.add_zone("z", {}), 0.1)
        is_answering.set()
        await opened.ping()
        return opened._core

    with FakeDaemon(scene.socket, play):
        core = run(AsyncClient, use, scene.socket, None)
    expect(not core.session.replies and list(core.zones) == ["z"], f"{core.session.replies} {core.zones}")


def test_large_requests_at_the_same_time_arrive_whole(scene):
    seen = []

    def play(connection, _):
        time.sleep(0.3)
        serve(connection, seen=seen)

    async def use(opened):
        large = [{"tap": {}, "name": "x" * 50}] * 450
        await asyncio.gather(*(opened.add_zone(f"z{each}", {}, large) for each in range(24)))

    with FakeDaemon(scene.socket, play):
        run(AsyncClient, use, scene.socket, None)
    expect(sorted(each["name"] for each in seen) == sorted(f"z{each}" for each in range(24)), f"{len(seen)}")


def test_a_large_request_is_sent_in_parts_by_a_client_that_blocks(scene):
    def play(connection, _):
        connection.sendall(GREETING)
        time.sleep(0.3)
        request = json.loads(connection.makefile("rb").readline())
        connection.sendall(line(type="reply", id=request["id"], ok=True))

    with FakeDaemon(scene.socket, play), Client(scene.socket, options=Options(**QUICK)) as opened:
        opened.add_zone("z", {}, [{"tap": {}, "name": "x" * 50}] * 9000)


def test_a_daemon_that_ends_after_each_start_is_tried_at_growing_intervals():
    core = Core(None, Options(backoff=Backoff(1, 60)))
    for _ in range(5):
        core.opened()
        core.received(GREETING)
        core.lost(Disconnected("it has ended"))
        core.backoff.next_wait()
    expect(core.backoff.ceiling == 32, f"{core.backoff.ceiling}")
    core.opened()
    core.received(GREETING)
    core._ready_at -= 10
    core.lost(Disconnected("it has ended"))
    expect(core.backoff.ceiling == 1, f"{core.backoff.ceiling}")


def test_clients_with_the_same_options_count_their_own_failures():
    options = Options()
    Core(None, options).backoff.next_wait()
    expect(Core(None, options).backoff.ceiling == 0.05, "shared")


def test_a_lack_of_descriptors_is_an_error_of_the_package(monkeypatch):
    def fail(*_):
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("gestured.connecting.socket.socket", fail)
    with pytest.raises(Disconnected, match="Too many open files"):
        gestured.connecting.connect("/none")


def test_drain_lets_the_client_read_on(scene):
    def play(connection, _):
        connection.sendall(GREETING + b"".join(line(**tap(each + 1)) for each in range(3000)) + BYE)
        connection.recv(4096)

    async def use(opened):
        count = 0
        while count < 3004:
            count += len(opened.drain())
            await asyncio.sleep(0.01)

    with FakeDaemon(scene.socket, play):
        run(AsyncClient, use, scene.socket, None)


def test_a_time_out_does_not_end_the_events(scene):
    is_due = threading.Event()

    def play(connection, _):
        connection.sendall(GREETING)
        is_due.wait(5)
        connection.sendall(line(**swipe(1)))
        connection.recv(4096)

    async def use(opened):
        events = aiter(opened)
        for _ in range(3):
            await anext(events)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(anext(events), 0.1)
        is_due.set()
        return await anext(events)

    with FakeDaemon(scene.socket, play):
        expect(run(AsyncClient, use, scene.socket, None)["type"] == "gesture", "another event")
