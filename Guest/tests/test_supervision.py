"""systemd with a daemon that hangs, is killed, or cannot write its log."""

import os
import signal
import socket
import time

import pytest

import service
from client import SOCKET, expect
from kernel_calls import copy_descriptor


@pytest.mark.restarts
def test_a_daemon_that_is_stopped_past_the_watchdog_is_restarted(scene):
    with service.drop_in("WatchdogSec=4"):
        hung = service.process()
        restarts = int(service.show("NRestarts"))
        os.kill(hung, signal.SIGSTOP)
        service.wait_until(
            lambda: int(service.show("NRestarts")) > restarts and service.process() not in (0, hung),
            "a restart", within=40)
        works(scene)


@pytest.mark.restarts
def test_a_client_that_connects_while_a_killed_daemon_is_down_is_served(scene):
    dead = service.process()
    os.kill(dead, signal.SIGKILL)
    service.wait_until(lambda: service.process() != dead, "its end")
    works(scene)
    expect(service.process() not in (0, dead), "no new daemon serves")


@pytest.mark.restarts
def test_a_healthy_daemon_is_not_restarted_by_a_short_watchdog(scene):
    with service.drop_in("WatchdogSec=4"):
        daemon = service.process()
        client = scene.client()
        client.quiet(10)
        expect(service.process() == daemon, "the watchdog restarted a healthy daemon")
        works(scene)


# A configuration whose problems are more log lines than the daemon keeps, and more than the send buffer of the stream
# to the journal holds, once the test has made it small.
MISTAKES = "".join(f"mistake_{number}: 1\n" for number in range(600))
RELOADS = 3


@pytest.mark.restarts
def test_with_the_journal_stopped_gestures_continue_and_the_number_of_lost_lines_is_logged_later(scene):
    with service.drop_in("LogRateLimitIntervalSec=0\nWatchdogSec=10"):
        client, watcher = scene.client(), scene.client()
        screen = scene.plug(client)
        watcher.send(type="subscribe", events=["health"])
        daemon = service.process()
        began = time.time_ns() // 1000
        journald = int(service.systemctl(
            "show", "systemd-journald.service", "--value", "-p", "MainPID"))
        # The send buffer that systemd sets has several megabytes, and would take minutes to fill.
        with socket.socket(fileno=copy_descriptor(daemon, 2)) as stream:
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * 1024)
        service.CONFIGURATION.write_text(MISTAKES)
        try:
            with service.stopped(journald):
                for _ in range(RELOADS):
                    mark = len(watcher.lines)
                    os.kill(daemon, signal.SIGHUP)
                    watcher.expect_line(
                        "the reload", after=mark, type="health", problem="configuration_error")
                for _ in range(20):
                    send_long_request()
                expect_taps(client, screen, 12)
        finally:
            service.CONFIGURATION.unlink()
        service.wait_until(
            lambda: "log lines were dropped" in service.journal(began), "the count", within=60)
        expect(service.process() == daemon, "the daemon was restarted")


def expect_taps(client, screen, seconds):
    """Taps repeatedly; the client must receive each tap."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        mark = len(client.lines)
        screen.tap()
        client.expect_line("tap", after=mark, gesture="tap", phase="ended")
        time.sleep(0.5)


def send_long_request():
    """Sends a request that is too long, and reads until the daemon closes the connection for it."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(SOCKET)
        connection.sendall(b"x" * 5000)
        received = b""
        while data := connection.recv(65536):
            received += data
        expect(b"line_too_long" in received, f"received {received[-200:]!r}")


def works(scene):
    """Checks that a new client receives a tap on a new panel."""
    client = scene.client()
    screen = scene.plug(client)
    screen.tap()
    client.expect_line("tap", gesture="tap", phase="ended", device=screen.id)
