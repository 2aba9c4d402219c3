"""`gesturectl doctor` on machines with one fault each."""

import contextlib
import os
import socket
import subprocess
import threading
import time
from pathlib import Path

import service
from client import PATIENCE, SOCKET, expect
from scene import KIOSK, OUTSIDER, Scene
from touchscreen import Finger

# The output for each fault, which is kept after the run.
REPORT = Path("/job/doctor.txt")
EMPTY_SOCKET = "/run/guest-test.sock"


def examine(user, *words):
    """The exit status and the output of `gesturectl doctor`; `user` is None for root."""
    account = {} if user is None else dict(user=user.name, group=user.name, extra_groups=user.groups)
    process = subprocess.run(["gesturectl", "doctor", *words], capture_output=True, text=True,
                             timeout=3 * PATIENCE, stdin=subprocess.DEVNULL, **account)
    return process.returncode, process.stdout


@contextlib.contextmanager
def stopped_units():
    """A machine on which neither the daemon nor its socket is active."""
    service.systemctl("stop", service.SERVICE, service.SOCKET_UNIT)
    try:
        yield
    finally:
        service.systemctl("start", service.SOCKET_UNIT, service.SERVICE)


@contextlib.contextmanager
def deserted_socket():
    """A socket file whose creator has ended."""
    with socket.socket(socket.AF_UNIX) as creator:
        creator.bind(EMPTY_SOCKET)
    os.chmod(EMPTY_SOCKET, 0o666)
    try:
        yield
    finally:
        os.unlink(EMPTY_SOCKET)


@contextlib.contextmanager
def wrong_configuration():
    """A daemon that was started with a mistake in its configuration."""
    before = service.CONFIGURATION.read_text()
    start_with(before + "log_levle: info\n")
    try:
        yield
    finally:
        start_with(before)


def start_with(configuration):
    """Restarts the daemon with another configuration."""
    service.CONFIGURATION.write_text(configuration)
    service.systemctl("reset-failed", service.SERVICE)
    service.systemctl("restart", service.SERVICE)


@contextlib.contextmanager
def plugged():
    """A panel that the daemon reads."""
    scene = Scene()
    try:
        yield scene.plug(scene.client())
    finally:
        scene.finish()


@contextlib.contextmanager
def forbidden():
    """A panel whose node only root may open."""
    with service.udev_rule('KERNEL=="event*", ATTRS{name}=="Guest Panel *", GROUP="root", MODE="0600"'):
        scene, began = Scene(), time.time_ns() // 1000
        try:
            scene.screen()
            service.wait_until(lambda: "is left out" in service.journal(began), "the last try", 30)
            yield
        finally:
            scene.finish()


@contextlib.contextmanager
def touched(screen):
    """Taps repeatedly during the block."""
    is_over = threading.Event()

    def tap():
        while not is_over.wait(0.2):
            screen.show(Finger(100, 100))
            is_over.wait(0.06)
            screen.lift()

    hand = threading.Thread(target=tap)
    hand.start()
    try:
        yield
    finally:
        is_over.set()
        hand.join()


@contextlib.contextmanager
def faultless():
    """A touched panel that the daemon reads."""
    with plugged() as screen, touched(screen):
        yield


@contextlib.contextmanager
def grabbed():
    """A touched panel that another program has grabbed."""
    with plugged() as screen, service.grab(screen.node), touched(screen):
        yield


# The fault, the context that makes it, the user and the arguments, the exit status, and phrases of the output.
SET_UPS = [
    ("nothing", faultless, KIOSK, ["--touch", "10"], 0, ["ok    touches come: "]),
    ("the user is in no group", plugged, OUTSIDER, [], 77,
     [f"FAIL  you may not connect to {SOCKET}\n      Join its group",
      "sudo adduser $USER gestured-clients"]),
    ("the daemon does not run", stopped_units, KIOSK, [], 69,
     ["FAIL  there is no socket: ", "systemctl enable --now gestured.socket"]),
    ("another socket is named", deserted_socket, KIOSK, ["--socket", EMPTY_SOCKET], 69,
     [f"FAIL  no process serves {EMPTY_SOCKET}\n      "]),
    ("the configuration is wrong", wrong_configuration, KIOSK, [], 78,
     ["FAIL  the configuration is wrong", "log_levle"]),
    ("there is no touchscreen", contextlib.nullcontext, KIOSK, [], 69,
     ["FAIL  the daemon reads no touchscreen\n      This machine shows none"]),
    ("the daemon may not read the panel", forbidden, KIOSK, [], 69,
     ["is a touchscreen, and the daemon does not read it\n      The daemon's log has the reason"]),
    ("another program has grabbed the panel", grabbed, None, ["--touch", "2"], 69,
     ["FAIL  no touch arrived in 2 seconds", "is held by one program alone"]),
    ("nothing comes of the panel", plugged, KIOSK, ["--touch", "2"], 69,
     ["ok    touchscreen ", "FAIL  no touch arrived in 2 seconds"]),
]


def examine_all():
    """Makes each fault in turn; fails if doctor does not report it."""
    for name, fault, user, words, status, phrases in SET_UPS:
        with fault():
            code, output = examine(user, *words)
        with REPORT.open("a") as report:
            report.write(f"# {name}: gesturectl doctor {' '.join(words)}".rstrip()
                         + f"\n{output}exit status {code}\n\n")
        expect(code == status, f"broken: {name}; the status is {code}: {output}")
        # If the user may not connect to the daemon, doctor reports no other fault.
        expect(not output.startswith("FAIL") or output.count("FAIL  ") == 1,
               f"broken: {name}; more than that is wrong: {output}")
        for phrase in phrases:
            expect(phrase in output, f"broken: {name}; no {phrase!r} in: {output}")
    return f"{len(SET_UPS)} set-ups"
