"""The daemon in its unit: what it may do, and who may connect."""

import os
import select
import stat
import subprocess
import time
from pathlib import Path

import pytest

import service
from client import PATIENCE, SOCKET, Client, expect
from scene import KIOSK, OUTSIDER
from service import SERVICE, SOCKET_UNIT


def test_systemd_runs_the_daemon_hardened_and_is_notified_when_it_is_ready(scene):
    daemon = service.process()
    expect(service.show("ActiveState") == "active" and service.show("Type") == "notify",
           "the unit is not active, or its type differs")
    expect(service.show("User") == "gestured", f"it runs as {service.show('User')!r}")
    uid = int(service.status("Uid", daemon).split()[0])
    expect(uid != 0 and os.stat(f"/proc/{daemon}").st_uid == uid, "it runs as root")
    for field, wanted in (("CapEff", 0), ("CapBnd", 0), ("NoNewPrivs", 1), ("Seccomp", 2)):
        value = int(service.status(field, daemon), 16)
        expect(value == wanted, f"{field} is {value:#x}, not {wanted}")


def test_the_daemon_cannot_write_to_the_disk_nor_inject_touches(scene):
    daemon = service.process()
    screen = scene.plug(scene.client())
    for link in Path(f"/proc/{daemon}/fd").iterdir():
        if os.readlink(link).startswith("/dev/input/"):
            flags = Path(f"/proc/{daemon}/fdinfo/{link.name}").read_text()
            mode = int(flags.split("flags:")[1].split()[0], 8)
            expect(mode & os.O_ACCMODE == os.O_RDONLY, f"{os.readlink(link)} is open for writing")
            break
    else:
        expect(False, f"{screen.node} is not open")
    mounts = Path(f"/proc/{daemon}/mounts").read_text().splitlines()
    options = {line.split()[1]: line.split()[3].split(",") for line in mounts}
    expect("ro" in options["/"], "the root file system is writable")


def test_the_socket_is_for_the_members_of_gestured_clients(scene):
    described = os.stat(SOCKET)
    mode = stat.S_IMODE(described.st_mode)
    expect(mode == 0o660, f"its mode is {mode:o}")
    group = service.run("stat", "--format=%G", SOCKET)
    expect(group == "gestured-clients", f"its group is {group}")


def test_a_user_outside_gestured_clients_is_refused_with_eacces(scene):
    with Client(OUTSIDER) as client:
        expect("Permission denied" in client.refusal(), "socat failed for another reason")


def test_gesturectl_asks_the_daemon_for_a_member_and_explains_to_others_what_to_do(scene):
    screen = scene.plug(scene.client())
    answer = gesturectl(KIOSK, "devices", "--json")
    expect(answer.returncode == 0, f"it exits {answer.returncode}: {answer.stderr}")
    expect(screen.name in answer.stdout, f"it lists {answer.stdout}")
    refused = gesturectl(OUTSIDER, "status")
    expect(refused.returncode == 77, f"it exits {refused.returncode}")
    expect("gestured-clients" in refused.stderr, f"it prints {refused.stderr}")


def test_gesturectl_run_accepts_the_daemon_behind_the_socket_of_systemd_and_runs_commands_for_a_member(scene):
    screen = scene.plug(scene.client())
    path = Path("/run/bindings.yaml")
    path.write_text("bindings: [{ gesture: tap, run: [echo, tapped] }]\n")
    path.chmod(0o644)
    with subprocess.Popen(
            ["/usr/bin/gesturectl", "run", path], stdout=subprocess.PIPE, text=True,
            user=KIOSK.name, group=KIOSK.name, extra_groups=KIOSK.groups) as program:
        try:
            # The program does not report when it is ready: taps are repeated until it runs a command.
            deadline = time.monotonic() + PATIENCE
            while time.monotonic() < deadline and program.poll() is None:
                screen.tap()
                if select.select([program.stdout], [], [], 1)[0]:
                    break
            expect(program.poll() is None, f"it ended with {program.poll()}")
            expect(program.stdout.readline() == "tapped\n", "it ran another command")
        finally:
            program.kill()
            path.unlink()


def gesturectl(user, *words):
    """Runs gesturectl as a user; returns the finished process."""
    return subprocess.run(
        ["/usr/bin/gesturectl", *words], capture_output=True, text=True, timeout=PATIENCE,
        user=user.name, group=user.name, extra_groups=user.groups)


@pytest.mark.restarts
def test_stopping_the_service_leaves_the_socket_whose_next_client_starts_it(scene):
    service.systemctl("stop", SERVICE)
    expect(os.path.exists(SOCKET), "the socket is gone")
    expect(service.systemctl("show", SOCKET_UNIT, "--value", "-p", "ActiveState") == "active",
           "the socket unit is not active")
    client = scene.client()
    expect(client.lines[0]["type"] == "hello" and service.process() != 0, "no daemon serves")
    screen = scene.plug(client)
    screen.tap()
    client.expect_line("tap", gesture="tap", phase="ended")


@pytest.mark.restarts
def test_a_service_that_stops_sends_bye_and_cancels_active_gestures(scene):
    client = scene.client()
    screen = scene.plug(client)
    screen.drag()
    drag = client.expect_line("drag began", gesture="drag", phase="began")
    service.systemctl("stop", SERVICE)
    end = client.expect_line("cancelled", id=drag["id"], phase="cancelled")
    expect(end["reason"] == "shutdown", f"the reason is {end['reason']}")
    line = client.expect_line("bye", type="bye")
    expect(line["reason"] == "shutdown", f"the reason is {line['reason']}")
    client.expect_end()


@pytest.mark.restarts
def test_a_service_that_is_restarted_reports_that_and_its_clients_find_the_next_one(scene):
    client = scene.client()
    service.systemctl("restart", SERVICE)
    line = client.expect_line("bye", type="bye")
    expect(line["reason"] == "restarting", f"the reason is {line['reason']}")
    client.expect_end()
    expect(scene.client().lines[0]["type"] == "hello", "no daemon serves")
