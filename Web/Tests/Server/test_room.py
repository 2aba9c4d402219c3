"""Connections without a page: their number, their duration, and which are closed to make room."""

import socket
import time

from stage import expect, until


def connect(web, **options):
    connection = socket.socket()
    for name, value in options.items():
        connection.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
    connection.settimeout(10)
    connection.connect(("127.0.0.1", web.port))
    return connection


def is_closed(connection):
    """Whether the other side has closed the connection; reads pending bytes first."""
    connection.setblocking(False)
    try:
        while connection.recv(1 << 16):
            pass
        return True
    except ConnectionResetError:
        return True
    except BlockingIOError:
        return False


def test_idle_connections_and_refused_websockets_leave_room_for_others_and_are_closed_soon(scene):
    daemon = scene.fake(devices=0)
    web = scene.web(daemon)
    before, began = web.memory(), time.monotonic()
    idle = [connect(web) for _ in range(108)]
    # None of these pages answers its close frame.
    refused = [web.page(origin="https://x.example") for _ in range(128)]
    idle += [connect(web) for _ in range(20)]
    page = web.page()
    daemon.accept()
    page.greeting()
    expect(web.get("/healthz")[0] == 503, "/healthz")
    expect(web.metric("gestured_web_pages") == 1)
    expect(web.memory() < before + 32 * 1024, before, web.memory())
    until(lambda: is_closed(idle[0]), "the oldest made room")
    until(lambda: all(map(is_closed, idle)), "the last idle one is closed")
    until(lambda: all(is_closed(each.socket) for each in refused), "the last refused one is closed")
    expect(time.monotonic() < began + 30, time.monotonic() - began)
    daemon.gesture(1, "began")
    expect(page.until(lambda line: line["type"] == "gesture"))


class Reader:
    """A client that asks for more bytes than the kernel buffers, and reads them only in `has_all`."""

    ANSWERS, BYTES = 8, 2_000_000  # of each answer

    def __init__(self, scene):
        pages = scene.path / "pages"
        pages.mkdir(exist_ok=True)
        (pages / "index.html").write_text("x" * self.BYTES)
        self.web = scene.web(scene.fake(), "--pages", str(pages))

    def ask(self):
        """Sends all requests on a new connection, and reads the first bytes of the answers."""
        self.connection = connect(self.web, SO_RCVBUF=4096)
        head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.web.port}\r\n"
        self.connection.sendall((f"{head}\r\n" * (self.ANSWERS - 1) + f"{head}Connection: close\r\n\r\n").encode())
        self.count = len(self.connection.recv(100))

    def has_all(self):
        """Reads up to the end of the connection. Whether all answers arrived."""
        try:
            while chunk := self.connection.recv(1 << 18):
                self.count += len(chunk)
        except ConnectionResetError:
            pass
        return self.count > self.ANSWERS * self.BYTES

    def open_idle(self):
        """Opens more connections without requests than there is room for; the oldest of them is closed."""
        idle = []
        # 100 at once would exceed the backlog of the socket, and some would wait a second.
        for _ in range(4):
            idle += [connect(self.web) for _ in range(25)]
            self.web.get("/none")
        until(lambda: is_closed(idle[0]), "the oldest made room")
        return idle


def test_a_client_that_reads_its_answers_is_not_closed_for_idle_connections(scene):
    reader, end = Reader(scene), time.monotonic() + 20
    while True:
        began = time.monotonic()
        reader.ask()
        idle = reader.open_idle()
        took, has_all = time.monotonic() - began, reader.has_all()
        # A client that reads nothing for a second, as on a busy machine, may be closed.
        if took < 1:
            break
        expect(began < end, "100 connections took a second, again and again")
        [each.close() for each in idle]
    expect(has_all, reader.count)


def test_a_client_that_reads_nothing_for_a_second_is_closed_for_idle_connections(scene):
    reader = Reader(scene)
    reader.ask()
    began = time.monotonic()
    until(lambda: time.monotonic() > began + 1.1, "a second")
    idle = reader.open_idle()
    expect(not reader.has_all(), reader.count, len(idle))
