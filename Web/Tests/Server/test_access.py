"""Which pages are accepted, and which files are served."""

import re
import socket
import struct
import subprocess

from stage import ORIGIN, PROGRAMS, ROOT, Page, expect, free_port, until

PATHS = ("/", "/gestures", "/gestures.js", "/healthz", "/metrics", "/nothing")


def folder_of_pages(scene):
    pages = scene.path / "pages"
    pages.mkdir()
    (pages / "index.html").write_text("<!doctype html><title>Panel</title>")
    (pages / "gestures.js").write_text("export const listen = 1;")
    (pages / "app.js").write_text("1;")
    (pages / ".secret").write_text("no")
    (pages / "notes").write_text("no")
    return str(pages)


def test_a_page_of_another_origin_is_closed_with_a_sentence_that_it_can_show(scene):
    web = scene.web(scene.fake())
    page = web.page(origin="https://x.example")
    code, reason = page.closing()
    expect(page.status == 101 and code == 1008, page.status, code)
    expect(reason == "origin https://x.example is not allowed; start gestured-web with --origin "
           "https://x.example", reason)
    expect(reason in web.log_text(), web.log_text())
    for _ in range(5):
        web.page(origin="https://x.example").closing()
    expect(web.log_text().count("is not allowed") == 1, web.log_text())
    expect(web.metric('gestured_web_refused_total{reason="origin"}') == 6)


def test_an_origin_must_be_equal_to_the_letter(scene):
    web = scene.web(scene.fake())
    for origin in (ORIGIN + "/", ORIGIN[:-1], ORIGIN.replace("http", "https"), "null", ORIGIN.upper(),
                   "http://kiosk.example", ORIGIN + ".evil.example", "x" * 4000):
        code, reason = web.page(origin=origin).closing()
        expect(code == 1008 and len(reason.encode()) <= 123, origin, code, reason)


def test_a_client_without_an_origin_is_refused_with_403(scene):
    web = scene.web(scene.fake())
    page = web.page(origin=None)
    expect(page.status == 403, page.status)


def test_pages_that_gestured_web_serves_may_connect_only_with_own_page(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    code, reason = web.page(origin=f"http://127.0.0.1:{web.port}").closing()
    expect(code == 1008 and "--own-page" in reason, code, reason)
    web = scene.web(daemon, "--own-page")
    page = web.page(origin=f"http://localhost:{web.port}")
    daemon.accept()
    expect(page.greeting()[0]["type"] == "hello")


def test_another_host_is_refused_on_every_path(scene):
    web = scene.web(scene.fake())
    for host in ("evil.example", f"evil.example:{web.port}", f"127.0.0.1:{web.port + 1}",
                 "127.0.0.1", f"127.0.0.1:{web.port}.evil.example"):
        for path in PATHS:
            status, _, body = web.get(path, host=host)
            expect(status == 421 and "is not served here" in body, host, path, status, body)
        expect(web.page(host=host).status == 421, host)
    with socket.create_connection(("127.0.0.1", web.port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        answer = connection.recv(4096)
        expect(b" 421 " in answer or b" 400 " in answer, answer)


def test_a_host_that_an_option_names_is_served(scene):
    web = scene.web(scene.fake(), "--host", "kiosk.local", "--own-page")
    for host in ("kiosk.local", f"kiosk.local:{web.port}", f"localhost:{web.port}",
                 f"[::1]:{web.port}", f"LOCALHOST:{web.port}"):
        expect(web.get("/nothing", host=host)[0] == 404, host)


def test_blanks_around_host_and_origin_are_ignored(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    host = f"127.0.0.1:{web.port}"
    for blanks in (f"{host} ", f"{host}\t ", f" \t{host}"):
        expect(web.get("/nothing", host=blanks)[0] == 404, repr(blanks))
    expect(web.get("/nothing", host=f"{host} x")[0] == 421)
    page = web.page(host=f"{host} ", origin=f"{ORIGIN}\t ")
    daemon.accept()
    expect(page.status == 101 and page.greeting()[0]["type"] == "hello", page.response)


def test_a_websocket_needs_get_and_http_1_1(scene):
    web = scene.web(scene.fake())
    for method, version, status in (
            ("POST", "1.1", 405), ("PUT", "1.1", 405), ("HEAD", "1.1", 426), ("GET", "1.0", 426)):
        page = web.page(method=method, version=version)
        expect(page.status == status, method, version, page.response)
    expect(web.metric("gestured_web_pages") == 0)


def test_a_close_is_answered_with_its_code_if_an_endpoint_may_send_that_code(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    protocol_error = 1002
    for sent, answered in [(code, code) for code in (1000, 1001, 1003, 1007, 1014, 3000, 4999)] + [
            (code, protocol_error) for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535)]:
        page = web.page()
        daemon.accept()
        page.greeting()
        page.send(struct.pack(">H", sent), opcode=8)
        expect(page.closing() == (answered, ""), sent, page.close_frame)
    for payload, answered in ((b"", 1000), (b"\x03", protocol_error)):
        page = web.page()
        daemon.accept()
        page.greeting()
        page.send(payload, opcode=8)
        expect(page.closing() == (answered, ""), payload, page.close_frame)


def test_files_are_served_with_a_policy_that_confines_them(scene):
    web = scene.web(scene.fake(), "--pages", folder_of_pages(scene))
    status, headers, body = web.get("/")
    expect(status == 200 and body.startswith("<!doctype html>"), status, body)
    policy = headers["content-security-policy"]
    for directive in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'",
                      f"connect-src 'self' ws://127.0.0.1:{web.port};"):
        expect(directive in policy, directive, policy)
    expect(headers["x-content-type-options"] == "nosniff", headers)
    expect(web.get("/", **{"If-None-Match": headers["etag"]})[0] == 304)
    expect(web.get("/?a=/b")[0] == 200)
    expect("access-control-allow-origin" not in web.get("/app.js")[1])
    expect(web.get("/gestures.js")[1]["access-control-allow-origin"] == "*")
    for path in ("/.secret", "/notes", "/../pages/app.js", "//etc/passwd", "/%2e%2e/x", "/pages"):
        expect(web.get(path)[0] == 404, path)
    expect(web.get("/", method="HEAD")[2] == "")
    expect(web.get("/", method="POST")[0] == 405)


def test_a_half_closed_client_is_answered_and_a_half_closed_page_is_disconnected(scene):
    web = scene.web(scene.daemon(), "--pages", folder_of_pages(scene))
    for path in ("/", "/healthz", "/metrics"):
        with socket.create_connection(("127.0.0.1", web.port), 10) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\n\r\n".encode())
            connection.shutdown(socket.SHUT_WR)
            data = b""
            while chunk := connection.recv(1 << 16):
                data += chunk
            expect(data.startswith(b"HTTP/1.1 200 "), path, data[:100])
    with socket.create_connection(("127.0.0.1", web.port), 10) as connection:
        connection.sendall(b"GET / HT")
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1 << 16):
            pass
    page = web.page()
    page.greeting()
    page.socket.shutdown(socket.SHUT_WR)
    expect(page.frame() is None, "the half-closed page is kept")
    until(lambda: web.metric("gestured_web_pages") == 0, "the page is disconnected")


def test_a_wrong_command_line_ends_with_advice(scene):
    for arguments, sentence in (
            (["--origin", "http://a.example/"], "Write --origin http://a.example"),
            (["--origin", "http://a.example:80"], "Write --origin http://a.example"),
            (["--origin", "HTTP://A.example"], "http://"),
            (["--origin", "http://A.example"], "Write --origin http://a.example"),
            (["--origin", "a.example"], "an origin begins with http:// or https://"),
            (["--origin", "null"], "would let any page in"),
            (["--origin"], "--origin needs a value"),
            (["--orign", "x"], "Did you mean --origin?"),
            (["--address", "0.0.0.0"], "gestures are for this machine alone"),
            (["--port", "0"], "--port takes a number of 1 to 65535"),
            (["--max-pages", "many"], "--max-pages takes a number")):
        run = subprocess.run([PROGRAMS["web"], *arguments], capture_output=True, text=True, timeout=10)
        expect(run.returncode == 64 and sentence in run.stderr, arguments, run.returncode, run.stderr)


def test_a_port_that_is_taken_is_reported(scene):
    web = scene.web(scene.fake())
    run = subprocess.run(
        [PROGRAMS["web"], "--port", str(web.port)], capture_output=True, text=True, timeout=10)
    expect(run.returncode == 69 and "address already in use" in run.stderr, run)


def with_socket(address, *arguments):
    """Starts gestured-web with an inherited socket of an address, as systemd does; returns process and port."""
    listener = socket.socket()
    listener.bind((address, 0))
    listener.listen()
    descriptor = listener.fileno()
    script = f'exec 3<&{descriptor}; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'
    process = subprocess.Popen(
        ["bash", "-c", script, "bash", PROGRAMS["web"], *arguments], pass_fds=[descriptor],
        stderr=subprocess.PIPE, text=True)
    port = listener.getsockname()[1]
    listener.close()
    return process, port


def test_a_socket_of_systemd_is_served_and_hosts_have_its_port(scene):
    daemon = scene.fake()
    process, port = with_socket(
        "127.0.0.1", "--socket", daemon.path, "--origin", ORIGIN, "--port", str(free_port()))
    try:
        page = Page(port)
        daemon.accept()
        expect(page.greeting()[0]["type"] == "hello")
    finally:
        process.kill()
        process.communicate()


def test_the_log_names_the_address_and_the_allowed_origins(scene):
    listener = socket.socket(socket.AF_INET6)
    listener.bind(("::1", 0))
    port = listener.getsockname()[1]
    listener.close()
    web = subprocess.Popen(
        [PROGRAMS["web"], "--address", "::1", "--port", str(port), "--own-page", "--origin", ORIGIN],
        stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: is_served("::1", port), "gestured-web serves")
    finally:
        web.terminate()
        text = web.communicate(timeout=10)[1]
    expect(f"serves http://[::1]:{port}/; pages of {ORIGIN}, its own pages may connect" in text, text)


def test_a_port_that_is_in_use_is_an_error_and_the_log_does_not_report_serving():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        run = subprocess.run([PROGRAMS["web"], "--port", str(listener.getsockname()[1]), "--own-page"],
                             capture_output=True, text=True, timeout=20, check=False)
    expect(run.returncode == 69 and "cannot listen at" in run.stderr, run.stderr)
    expect("serves" not in run.stderr, run.stderr)


def is_served(address, port):
    try:
        socket.create_connection((address, port), 1).close()
        return True
    except OSError:
        return False


def test_a_socket_of_systemd_beyond_the_loopback_is_refused(scene):
    process, _ = with_socket("0.0.0.0")
    error = process.communicate(timeout=10)[1]
    expect(process.returncode == 64 and "not one of the loopback" in error, error)


def test_the_manual_has_the_options_of_the_help_and_no_others():
    run = subprocess.run([PROGRAMS["web"], "--help"], capture_output=True, text=True, timeout=10)
    offered = set(re.findall(r"^  (--[a-z-]+) ", run.stdout, re.MULTILINE))
    described = set(re.findall(
        r"^\.It Fl (-[a-z-]+)", (ROOT / "Web/gestured-web.1").read_text(), re.MULTILINE))
    expect(len(offered) == 10 and offered == {f"-{name}" for name in described}, offered, described)
