"""What systemd does for a daemon that is in trouble."""

import os
import signal

import service
from client import expect
from scene import test


@test("a daemon that is stopped past the watchdog is restarted", restarts=True)
def watchdog(scene):
    with service.drop_in("WatchdogSec=4"):
        hung = service.process()
        restarts = int(service.show("NRestarts"))
        os.kill(hung, signal.SIGSTOP)
        service.wait_until(
            lambda: int(service.show("NRestarts")) > restarts and service.process() not in (0, hung),
            "a restart", within=40)
        works(scene)


@test("a client that connects while a killed daemon is down is served", restarts=True)
def killed(scene):
    dead = service.process()
    os.kill(dead, signal.SIGKILL)
    service.wait_until(lambda: service.process() != dead, "its end")
    works(scene)
    expect(service.process() not in (0, dead), "who served it?")


@test("a healthy daemon is not restarted by a short watchdog", restarts=True)
def healthy(scene):
    with service.drop_in("WatchdogSec=4"):
        daemon = service.process()
        client = scene.client()
        client.quiet(10)
        expect(service.process() == daemon, "the watchdog took it for hung")
        works(scene)


def works(scene):
    """A new client hears of a tap on a new panel."""
    client = scene.client()
    screen = scene.plug(client)
    screen.tap()
    client.expect_line("tap", gesture="tap", phase="ended", device=screen.id)
