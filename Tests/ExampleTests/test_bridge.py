"""examples/websocket-bridge: pages of the right origin receive gestures, and no others do."""

import asyncio
import json
import signal
import socket
from pathlib import Path

import websockets

import scene as stage
from fake_daemon import FakeDaemon, gesture, line
from scene import EXAMPLES, Failure, expect, ignoring, wait_for

BRIDGE = EXAMPLES / "websocket-bridge"
ORIGIN = "http://localhost:8080"
# Far more than the sockets and the bridge buffer for a page that does not read.
FLOOD = 10_000


def bridge(scene):
    """Starts the bridge on a free port; returns its program and its URL."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    program = scene.start(
        BRIDGE / "gestured-websocket", "--origin", ORIGIN, "--port", port, "--socket", scene.socket)
    wait_for(lambda: reaches("127.0.0.1", port), lambda: f"no bridge: {program.errors!r}")
    return program, f"ws://127.0.0.1:{port}"


def reaches(address, port):
    """Whether a program listens there."""
    try:
        socket.create_connection((address, port), 1).close()
    except OSError:
        return False
    return True


async def messages(page):
    """Every message until the connection ends, parsed."""
    try:
        return [json.loads(message) async for message in page]
    except websockets.ConnectionClosedError:
        return []


def script(scene, url, *words):
    """Starts the page's script without a page."""
    node = ["node"]
    # Node has its own WebSocket from 22 on; 20 requires an option.
    if scene.run("node", "-p", "typeof WebSocket") == "undefined":
        node.append("--experimental-websocket")
    return scene.start(
        *node, "--no-warnings", Path(stage.__file__).with_name("page.mjs"), BRIDGE / "bridge.js",
        url, ORIGIN, *words)


def test_a_page_receives_every_line_that_clients_of_the_socket_receive(scene):
    program, url = bridge(scene)
    daemon = scene.serve()

    async def listen():
        async with websockets.connect(url, origin=ORIGIN, ping_interval=None) as page:
            return await messages(page)

    lines = asyncio.run(asyncio.wait_for(listen(), stage.PATIENCE))
    expect(daemon.wait() == 0, f"gestured failed: {daemon.errors!r}")
    expect(lines[0]["type"] == "hello" and lines[-1]["type"] == "bye", "hello or bye is missing")
    expect(lines[1:-1] == scene.demo_lines(), "the page got something else")
    program.end()
    expect(program.wait() == 0 and program.errors == "", f"it ended with {program.errors!r}")


def test_an_interrupt_that_was_ignored_at_the_start_stays_ignored_and_sigterm_ends_it(scene):
    with ignoring(signal.SIGINT, signal.SIGTERM):
        program, _ = bridge(scene)
    status = Path(f"/proc/{program.process.pid}/status").read_text()
    ignored = next(line for line in status.splitlines() if line.startswith("SigIgn"))
    expect(int(ignored.split()[1], 16) & 1 << signal.SIGINT - 1, ignored)
    program.end()
    expect(program.wait() == 0, f"it ended with {program.errors!r}")


def test_the_script_of_the_page_continues_with_the_next_daemon_and_ends_gestures_active_at_the_loss(scene):
    _, url = bridge(scene)
    page = script(scene, url)

    def play(connection, number):
        asked = json.loads(connection.recv(4096))
        expect(asked["phases"] == ["began", "ended", "cancelled"], f"it asks for {asked}")
        if number == 0:
            connection.sendall(gesture("ended", id=1, direction="left") + gesture("began", id=2))
        elif number == 1:
            connection.sendall(line(type="later") + gesture("ended", id=3, direction="up"))
            connection.recv(1)

    with FakeDaemon(scene.socket, play):
        page.expect_output(
            "swipe ended left\nswipe began \nswipe cancelled disconnected\nswipe ended up\n")


def test_the_shield_of_the_page_is_up_while_idle_until_the_touch_that_wakes_has_lifted(scene):
    _, url = bridge(scene)
    page = script(scene, url, "shield")

    def play(connection, number):
        asked = b""
        while asked.count(b"\n") < 2:
            asked += connection.recv(4096)
        expect([json.loads(text)["type"] for text in asked.splitlines()] == ["subscribe", "status"],
               f"it asks for {asked}")
        if number == 0:
            connection.sendall(
                line(type="reply", ok=True) + line(type="reply", ok=True, status={"activity": "idle"})
                + line(type="activity", state="active") + line(type="wake", time_us=2, began_us=1)
                + line(type="activity", state="idle") + line(type="overflow", dropped=1))
        elif number == 1:
            connection.sendall(line(type="reply", ok=True, status={"activity": "active"}))
            connection.recv(1)

    with FakeDaemon(scene.socket, play):
        page.expect_output("touchstart false, touchend false\nup\ndown\nup\ndown\ndown\n")


def test_pages_of_other_origins_and_clients_without_an_origin_are_refused(scene):
    _, url = bridge(scene)
    # The daemon sends, so that a page which is wrongly accepted receives a gesture.
    with FakeDaemon(scene.socket, lambda connection, _: connection.sendall(gesture("ended"))):
        async def ask(origin):
            try:
                async with websockets.connect(url, origin=origin) as page:
                    return await page.recv()
            except websockets.InvalidHandshake as error:
                expect("403" in str(error), f"{origin} is refused with {error}")

        for origin in (None, "null", "http://localhost", "https://localhost:8080",
                       "http://localhost:8080.example", "http://evil.example"):
            expect(asyncio.run(ask(origin)) is None, f"a page of {origin} gets gestures")
        expect(asyncio.run(ask(ORIGIN)) is not None, "the right one gets nothing")


def test_the_bridge_listens_only_on_127_0_0_1(scene):
    _, url = bridge(scene)
    port = int(url.rsplit(":", 1)[1])
    expect(not reaches("127.0.0.2", port), "it listens on 127.0.0.2, too")
    name = socket.gethostbyname(socket.gethostname())
    expect(name.startswith("127.0.0.1") or not reaches(name, port), f"it listens on {name}, too")


def test_a_message_of_a_page_is_one_request_and_is_answered_to_that_page(scene):
    _, url = bridge(scene)
    daemon = scene.serve("--realtime")

    async def ask():
        async with websockets.connect(url, origin=ORIGIN) as page:
            await page.send('{"type":"ping",\n"id":7}')
            await page.send('{"type":"pong","id":8}')
            replies = []
            async for message in page:
                replies += [it for it in [json.loads(message)] if it["type"] == "reply"]
                if len(replies) == 2:
                    return replies

    first, second = asyncio.run(asyncio.wait_for(ask(), stage.PATIENCE))
    expect(first == {"type": "reply", "id": 7, "ok": True}, f"ping is answered with {first}")
    expect(second["id"] == 8 and second["error"]["code"] == "unknown_type", f"got {second}")
    daemon.end()


def test_a_page_that_does_not_read_delays_no_other_page_and_costs_little(scene):
    program, url = bridge(scene)
    text = gesture("ended", later="x" * 300)
    stuck = []

    def play(connection, number):
        connection.settimeout(1)
        for _ in range(FLOOD // 100):
            try:
                connection.sendall(text * 100)
            except TimeoutError:
                stuck.append(number)
                raise

    def memory():
        status = Path(f"/proc/{program.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    async def read():
        still = socket.socket()
        still.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        still.connect(("127.0.0.1", int(url.rsplit(":", 1)[1])))
        # The library stops reading when its queue is full.
        async with websockets.connect(
                url, sock=still, origin=ORIGIN, ping_interval=None, max_queue=4, close_timeout=0.1):
            before = memory()
            async with websockets.connect(url, origin=ORIGIN, ping_interval=None) as page:
                count = len(await messages(page))
            while not stuck:
                await asyncio.sleep(0.05)
            return count, memory() - before

    with FakeDaemon(scene.socket, play):
        try:
            count, growth = asyncio.run(asyncio.wait_for(read(), stage.PATIENCE))
        except asyncio.TimeoutError:
            raise Failure("the page that reads was held up, or the still one was not") from None
    expect(count == FLOOD, f"the page that reads got {count} of {FLOOD} lines")
    expect(stuck == [0], f"connections that the bridge left unread: {stuck}; expected only the still page's, 0")
    expect(growth < 8 * 1024, f"the bridge has grown by {growth} KiB")


def test_without_a_daemon_a_page_is_asked_to_try_again_later(scene):
    _, url = bridge(scene)

    async def ask():
        async with websockets.connect(url, origin=ORIGIN) as page:
            await page.wait_closed()
            return page.close_code

    expect(asyncio.run(ask()) == 1013, "it gets something else")
