"""gestured-web in unusual surroundings, such as a daemon that sends wrong lines, no /proc, or a full log."""

import concurrent.futures
import resource
import signal
import socket
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[3] / "Tests" / "ExampleTests"))

import empty_proc
import lingering_socket
import lying_daemon
from stage import PROGRAMS, TERMINATE, FakeDaemon, expect, until


def test_the_sum_of_impossible_losses_stops_at_the_maximum(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    for _ in range(3):
        daemon.write_numbered({"type": "overflow", "dropped": 2**63 - 1})
    daemon.gesture(1, "began")
    lines = page.until(lambda line: line["type"] == "gesture")
    lost = [line["dropped"] for line in lines if line["type"] == "overflow"]
    expect(lost and all(2**63 - 1 <= each < 2**64 for each in lost), lost)
    expect(web.metric("gestured_web_lines_dropped_total") == float(2**64 - 1))


def test_extreme_numbers_end_neither_the_program_nor_the_page(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    # Lines in which one of these members is extreme are left out: they may end the connection.
    needed = ("time_us", "device", "id", "fingers")
    # The page reads meanwhile: gestured-web reads no more from the daemon than its pages take.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        begun = pool.submit(page.until, lambda line: line["type"] == "gesture" and line.get("id") == 1000)
        for lines in lying_daemon.unasked():
            if lines[0]["type"] not in ("device", "overflow"):
                daemon.write_numbered(*(line for line in lines
                                        if all(abs(line.get(name, 0)) < 10**18 for name in needed)))
        expect(web.process.poll() is None, web.log_text())
        daemon.gesture(1000, "began")
        begun.result()
    expect(web.get("/metrics")[0] == 200)


def test_a_descriptor_whose_close_lingers_costs_no_line_and_does_not_delay_the_end(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    daemon.gesture(1, "began")
    with lingering_socket.stopped(web.process.pid):
        lingering_socket.send(daemon.connection, b'{"type":"later"}\n', 1)
        daemon.gesture(2, "began")
    lines = page.until(lambda line: line.get("id") == 2)
    expect([line["id"] for line in lines if line["type"] == "gesture"] == [1, 2], lines)
    with lingering_socket.stopped(web.process.pid):
        lingering_socket.send(daemon.connection, b'{"type":"later"}\n', 3600)
    until(lambda: lingering_socket.is_read(daemon.connection), "a close that lingers")
    web.process.send_signal(TERMINATE)
    lines = page.lines()
    expect(lines[-1:] == [{"type": "bye", "reason": "shutdown"}], lines)
    expect(page.close_frame[0] == 1001, page.close_frame)
    expect(web.process.wait(5) == 0, web.log_text())


def test_names_of_files_and_of_the_socket_need_not_be_utf_8(scene):
    folder = scene.path / "f\udcff"
    folder.mkdir()
    (folder / "index.html").write_text("here")
    (folder / "b\udcff é%.html").write_text("there")
    daemon = FakeDaemon(folder)
    web = scene.web(daemon, "--pages", str(folder))
    page = web.page()
    daemon.accept()
    page.greeting()
    expect(web.get("/")[2] == "here", web.log_text())
    expect(web.get("/b%ff%20%C3%A9%25.html")[2] == "there", web.log_text())
    for path in ("/b%fe%20%C3%A9%25.html", "/b%ff", "/%", "/%f", "/%+f.html", "/%2e%2e/index.html", "/%00"):
        expect(web.get(path)[0] == 404, path)


def test_options_are_read_without_proc():
    version = empty_proc.run(PROGRAMS["web"], "--version")
    if version is None:
        return
    expect(version.returncode == 0 and version.stdout.startswith("gestured-web "), version)
    wrong = empty_proc.run(PROGRAMS["web"], "--no-such-option")
    expect(wrong.returncode == 64 and "--no-such-option" in wrong.stderr, wrong)


def test_a_log_that_reaches_the_maximum_size_of_a_file_does_not_end_gestured_web(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    daemon.accept()
    page.greeting()
    resource.prlimit(web.process.pid, resource.RLIMIT_FSIZE, (0, 0))
    written = web.log_text()
    daemon.write({"type": "bye", "reason": "shutdown"})
    daemon.connection.shutdown(socket.SHUT_RDWR)
    page.closing()
    page = web.page()
    daemon.accept()
    page.greeting()
    expect(web.process.poll() is None and web.log_text() == written, web.log_text())


def test_an_interrupt_that_was_ignored_at_the_start_does_not_end_gestured_web(scene):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        web = scene.web(scene.fake())
    finally:
        signal.signal(signal.SIGINT, before)
    web.process.send_signal(signal.SIGINT)
    # A blocked signal would stay pending instead of being ignored.
    status = Path(f"/proc/{web.process.pid}/status").read_text()
    masks = dict(line.split(":\t") for line in status.splitlines() if line.startswith("Sig"))
    bit = 1 << (signal.SIGINT - 1)
    expect(int(masks["SigIgn"], 16) & bit and not int(masks["SigBlk"], 16) & bit, masks)
    expect(web.get("/none")[0] == 404)
    web.process.terminate()
    expect(web.process.wait(10) == 0, web.log_text())
