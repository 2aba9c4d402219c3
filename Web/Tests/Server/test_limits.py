"""The limits of a page, and the end of a page that exceeds them."""

import socket
import struct
import time

from stage import expect, until
from test_lines import is_numbered


def test_a_page_beyond_the_maximum_is_closed_with_that_number(scene):
    daemon = scene.fake()
    web = scene.web(daemon, "--max-pages", "2")
    pages = [web.page(), web.page()]
    for page in pages:
        daemon.accept()
        page.greeting()
    code, reason = web.page().closing()
    expect(code == 1013 and reason == "2 pages are connected, the maximum", code, reason)
    pages[0].socket.close()
    until(lambda: web.metric("gestured_web_pages") == 1, "the page is disconnected")
    daemon.accept()  # The connection that asked for the metrics.
    page = web.page()
    daemon.accept()
    expect(page.greeting()[0]["type"] == "hello")


def test_more_requests_than_one_read_may_have_end_the_page(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    page.socket.settimeout(0.5)
    unsent = b""
    try:
        while True:
            unsent = unsent or b"\x81\x82\0\0\0\0{}" * 1000
            try:
                unsent = unsent[page.socket.send(unsent):]
            except TimeoutError:
                # The last read had few requests. The next one has all that have arrived meanwhile.
                daemon.connection.recv(1 << 16)
    except OSError:
        page.socket.close()
    # Without pages gestured-web takes 8 MiB.
    until(lambda: web.metric("gestured_web_pages") == 0, "the page is disconnected")
    expect(web.metric('gestured_web_refused_total{reason="too_many_requests"}') == 1)
    expect(web.memory() < 16 * 1024, web.memory())


def test_a_page_waits_while_the_backlog_of_the_daemon_is_full(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    daemon.listener.listen(0)
    with socket.socket(socket.AF_UNIX) as first:
        first.connect(daemon.path)
        page = web.page()
        time.sleep(0.2)
        daemon.listener.accept()[0].close()
    daemon.accept()
    expect(page.greeting()[0]["type"] == "hello")


def test_sixty_four_pages_have_a_connection_each(scene):
    daemon = scene.daemon()
    web = scene.web(daemon)
    pages = [web.page() for _ in range(64)]
    for page in pages:
        page.greeting()
    expect(pages[63].reply(type="status")["status"]["clients"] == 64)
    expect(web.page().closing()[0] == 1013)


def test_a_message_that_is_too_long_is_answered_and_ends_the_page(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    for length in (4096, 8000, 9000, 60_000):
        page = web.page()
        daemon.accept()
        page.greeting()
        page.send(" " * length)
        lines = page.lines()
        expect(lines[-1]["error"]["code"] == "line_too_long", length, lines)
        expect(page.close_frame[0] == 1009, page.close_frame)
    page = web.page()
    daemon.accept()
    page.greeting()
    for _ in range(5):
        page.send(" " * 1000, opcode=1 if _ == 0 else 0, fin=False)
    page.send(" " * 1000, opcode=0)
    expect(page.lines()[-1]["error"]["code"] == "line_too_long")


def test_a_request_may_have_fragments_and_line_feeds(scene):
    daemon = scene.daemon()
    page = scene.web(daemon).page()
    page.greeting()
    page.send('{"type":\n', fin=False)
    page.send("", opcode=9)
    page.send('"ping","id":"fragments"}', opcode=0)
    expect(page.until(lambda line: line["type"] == "reply")[-1]["id"] == "fragments")


def test_a_message_that_is_not_text_ends_the_page(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    page.send(b"\x01\x02", opcode=2)
    expect(page.closing()[0] == 1003, page.close_frame)
    page = web.page()
    daemon.accept()
    page.greeting()
    page.socket.sendall(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")
    page.lines()
    expect(page.close_frame is None or page.close_frame[0] in (1002, 1009), page.close_frame)


def test_too_many_requests_end_the_page_and_no_other(scene):
    daemon = scene.daemon()
    web = scene.web(daemon)
    page, other = web.page(), web.page()
    [each.greeting() for each in (page, other)]
    for number in range(60):
        page.ask(type="ping", id=number)
    lines = page.lines()
    expect(lines[-1]["error"]["code"] == "too_many_requests", lines[-1])
    expect(page.close_frame[0] == 1008, page.close_frame)
    expect(other.reply(type="ping")["ok"])


def test_requests_of_64_pages_do_not_make_the_daemon_disconnect_them(scene):
    daemon = scene.daemon()
    web = scene.web(daemon)
    pages = [web.page() for _ in range(64)]
    for page in pages:
        page.greeting()
    for number in range(20):
        for page in pages:
            page.ask(type=("ping", "status", "ping", "status")[number % 4], id=number)
    for page in pages:
        found = [page.until(lambda line: line["type"] == "reply")[-1] for _ in range(20)]
        expect([(each["id"], each["ok"]) for each in found] == [(n, True) for n in range(20)], found)


def pour(connection, data, maximum):
    """Writes data repeatedly until `maximum` bytes are written, or the receiver accepts none for a second."""
    connection.settimeout(1)
    written = 0
    try:
        while written < maximum:
            written += connection.send(data)
    except OSError:
        pass
    return written


def test_messages_of_a_page_that_is_being_closed_are_not_stored(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page(receive_buffer=4096)
    daemon.accept()
    page.greeting()
    # The close frame waits behind the queued lines.
    daemon.fill()
    page.send(" " * 8000, fin=False)
    before = web.memory()
    fragment = b"\x00\xfe" + struct.pack(">H", 8000) + bytes(4) + b" " * 8000
    written = pour(page.socket, fragment, 40_000_000)
    expect(web.memory() < before + 8192, written, before, web.memory())


def test_pings_of_a_page_that_reads_nothing_are_not_stored_and_the_last_is_answered(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page(receive_buffer=4096)
    daemon.accept()
    page.greeting()
    before = web.memory()
    ping = b"\x89\xfd" + bytes(4) + b"x" * 125
    # All frames are sent entirely, so that the last ping follows them.
    page.socket.settimeout(20)
    for _ in range(100):
        page.socket.sendall(ping * 1000)
    expect(web.memory() < before + 8192, before, web.memory())
    page.send("last", opcode=9)
    while (frame := page.frame()) != (10, b"last"):
        expect(frame, "the last ping is not answered")


def test_answers_wait_until_the_client_reads_them(scene):
    pages = scene.path / "pages"
    pages.mkdir()
    (pages / "index.html").write_text("x" * 100_000)
    web = scene.web(scene.fake(), "--pages", str(pages))
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\n\r\n".encode()
    before = web.memory()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", web.port))
        written = pour(connection, request * 20, 4_000_000)
        expect(web.memory() < before + 8192, written, before, web.memory())
    with socket.create_connection(("127.0.0.1", web.port), 20) as connection:
        connection.sendall(request * 50)
        data = b""
        while data.count(b"HTTP/1.1 200 OK") < 50 or not data.endswith(b"x" * 100_000):
            chunk = connection.recv(1 << 18)
            expect(chunk, "the connection was closed after", data.count(b"HTTP/1.1"))
            data += chunk


INVALID_FRAMES = {
    "not masked": b"\x81\x02{}", "with a reserved bit": b"\xc1\x82\0\0\0\0{}",
    "a continuation without a first frame": b"\x80\x82\0\0\0\0{}",
    "text within a message": b"\x01\x81\0\0\0\0{\x81\x81\0\0\0\0}",
    "a ping in fragments": b"\x09\x81\0\0\0\0a", "a long ping": b"\x89\xfe\0\x80\0\0\0\0" + b"a" * 128,
}


def test_invalid_frames_end_the_page_and_its_gestures(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    for number, (what, frames) in enumerate(INVALID_FRAMES.items()):
        page = web.page()
        daemon.accept()
        page.greeting()
        daemon.gesture(number, "began", us=1000 + number)
        page.until(lambda line: line["type"] == "gesture")
        page.socket.sendall(frames)
        lines = page.lines()
        expect([line.get("phase") for line in lines] == ["cancelled"], what, lines)
        expect(page.close_frame and page.close_frame[0] == 1002, what, page.close_frame)


def test_a_request_head_that_is_too_long_is_not_read_to_its_end(scene):
    web = scene.web(scene.fake())
    with socket.create_connection(("127.0.0.1", web.port), 10) as connection:
        try:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
            for _ in range(4000):
                connection.sendall(b"X: " + b"y" * 100 + b"\r\n")
            expect(connection.recv(1) == b"", "gestured-web reads on")
        except (BrokenPipeError, ConnectionResetError):
            pass


def test_nothing_is_stored_for_a_page_that_reads_nothing_and_later_it_receives_every_line(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page(receive_buffer=4096)
    daemon.accept()
    page.greeting()
    before = web.memory()
    count = daemon.fill()
    expect(web.memory() < before + 1024, count, before, web.memory())
    lines = page.until(lambda line: line["seq"] == 2 + count)
    expect(is_numbered([{"seq": 1}, {"seq": 2}] + lines), count, len(lines))


def test_a_page_that_is_disconnected_as_too_slow_can_read_the_reason(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page(receive_buffer=4096)
    daemon.accept()
    page.greeting()
    count = daemon.fill()
    # Like the daemon: enlarges the send buffer for the last lines, and ends the connection.
    daemon.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    daemon.connection.sendall(daemon.unsent)
    daemon.write({"type": "bye", "reason": "too_slow"})
    daemon.connection.close()
    daemon.reader.close()
    until(lambda: web.metric('gestured_web_refused_total{reason="too_slow"}') == 1, "the page is disconnected")
    lines = page.lines()
    expect(lines[-1] == {"type": "bye", "reason": "too_slow"}, lines[-1])
    expect(is_numbered([{"seq": 1}, {"seq": 2}] + lines) and len(lines) == count + 2, count, len(lines))
    expect(page.close_frame[0] == 1008 and "read nothing" in page.close_frame[1], page.close_frame)
