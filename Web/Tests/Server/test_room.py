"""Connections without a page: their number, their duration, and which is closed for another."""

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
    """Whether the other side has closed it; reads pending bytes first."""
    connection.setblocking(False)
    try:
        while connection.recv(1 << 16):
            pass
        return True
    except ConnectionResetError:
        return True
    except BlockingIOError:
        return False


def test_idle_connections_and_refused_websockets_keep_no_page_and_no_answer_out_and_end_soon(scene):
    daemon = scene.fake(devices=0)
    web = scene.web(daemon)
    before, began = web.memory(), time.monotonic()
    idle = [connect(web) for _ in range(108)]
    # None of them answers its close frame.
    refused = [web.page(origin="https://x.example") for _ in range(128)]
    idle += [connect(web) for _ in range(20)]
    page = web.page()
    daemon.accept()
    page.greeting()
    expect(web.get("/healthz")[0] == 503, "no answer")
    expect(web.metric("gestured_web_pages") == 1)
    expect(web.memory() < before + 32 * 1024, before, web.memory())
    until(lambda: is_closed(idle[0]), "the oldest made room")
    until(lambda: all(map(is_closed, idle)), "the last idle one is closed")
    until(lambda: all(is_closed(each.socket) for each in refused), "the last refused one is closed")
    expect(time.monotonic() < began + 30, time.monotonic() - began)
    daemon.gesture(1, "began")
    expect(page.until(lambda line: line["type"] == "gesture"))


class Reader:
    """A client of more answers than the kernel accepts, which reads on request."""

    ANSWERS, BYTES = 8, 2_000_000

    def __init__(self, scene):
        pages = scene.path / "pages"
        pages.mkdir(exist_ok=True)
        (pages / "index.html").write_text("x" * self.BYTES)
        self.web = scene.web(scene.fake(), "--pages", str(pages))

    def ask(self):
        """Sends requests on a connection of its own, until the answers begin."""
        self.connection = connect(self.web, SO_RCVBUF=4096)
        head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.web.port}\r\n"
        self.connection.sendall((f"{head}\r\n" * (self.ANSWERS - 1) + f"{head}Connection: close\r\n\r\n").encode())
        self.count = len(self.connection.recv(100))

    def has_all(self):
        """Whether all answers arrive; reads them to their end."""
        try:
            while chunk := self.connection.recv(1 << 18):
                self.count += len(chunk)
        except ConnectionResetError:
            pass
        return self.count > self.ANSWERS * self.BYTES

    def outsiders(self):
        """Connections without requests, more than there is room for; the oldest of them is closed."""
        idle = []
        # All at once they would not fit into the kernel's queue, and wait a second.
        for _ in range(4):
            idle += [connect(self.web) for _ in range(25)]
            self.web.get("/none")
        until(lambda: is_closed(idle[0]), "the oldest made room")
        return idle


def test_a_client_that_reads_its_answer_loses_its_place_to_no_idle_connection(scene):
    reader, ends = Reader(scene), time.monotonic() + 20
    while True:
        began = time.monotonic()
        reader.ask()
        idle = reader.outsiders()
        took, has_all = time.monotonic() - began, reader.has_all()
        # Later, and so on a busy machine, it may be closed for another.
        if took < 1:
            break
        expect(began < ends, "100 connections took a second, again and again")
        [each.close() for each in idle]
    expect(has_all, reader.count)


def test_a_client_that_reads_nothing_loses_its_place_after_a_second(scene):
    reader = Reader(scene)
    reader.ask()
    began = time.monotonic()
    until(lambda: time.monotonic() > began + 1.1, "a second")
    idle = reader.outsiders()
    expect(not reader.has_all(), reader.count, len(idle))
