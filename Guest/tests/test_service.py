"""The daemon as its unit: hardened, and open to its intended users."""

import os
import select
import stat
import subprocess
import time
from pathlib import Path

import service
from client import PATIENCE, SOCKET, Client, expect
from scene import KIOSK, OUTSIDER, test
from service import SERVICE, SOCKET_UNIT


@test("systemd runs the daemon hardened, and is notified when it is ready")
def hardened(scene):
    daemon = service.process()
    expect(service.show("ActiveState") == "active" and service.show("Type") == "notify",
           "the unit is not active, or its type is another")
    expect(service.show("User") == "gestured", f"it runs as {service.show('User')!r}")
    uid = int(service.status("Uid", daemon).split()[0])
    expect(uid != 0 and os.stat(f"/proc/{daemon}").st_uid == uid, "it runs as root")
    for field, wanted in (("CapEff", 0), ("CapBnd", 0), ("NoNewPrivs", 1), ("Seccomp", 2)):
        value = int(service.status(field, daemon), 16)
        expect(value == wanted, f"{field} is {value:#x}, not {wanted}")


@test("the daemon cannot write to the disk, nor inject touches")
def no_writing(scene):
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


@test("the socket is for the members of gestured-clients")
def socket_mode(scene):
    described = os.stat(SOCKET)
    mode = stat.S_IMODE(described.st_mode)
    expect(mode == 0o660, f"its mode is {mode:o}")
    group = service.run("stat", "--format=%G", SOCKET)
    expect(group == "gestured-clients", f"its group is {group}")


@test("a user outside gestured-clients is refused with EACCES")
def outsider(scene):
    with Client(OUTSIDER) as client:
        expect("Permission denied" in client.refusal(), "socat failed for another reason")


@test("gesturectl asks the daemon for a member, and explains to others what to do")
def command(scene):
    screen = scene.plug(scene.client())
    answer = gesturectl(KIOSK, "devices", "--json")
    expect(answer.returncode == 0, f"it exits {answer.returncode}: {answer.stderr}")
    expect(screen.name in answer.stdout, f"it lists {answer.stdout}")
    refused = gesturectl(OUTSIDER, "status")
    expect(refused.returncode == 77, f"it exits {refused.returncode}")
    expect("gestured-clients" in refused.stderr, f"it prints {refused.stderr}")


@test("gesturectl run takes the daemon behind systemd's socket, and runs commands for a member")
def bindings(scene):
    screen = scene.plug(scene.client())
    path = Path("/run/bindings.yaml")
    path.write_text("bindings: [{ gesture: tap, run: [echo, tapped] }]\n")
    path.chmod(0o644)
    with subprocess.Popen(
            ["/usr/bin/gesturectl", "run", path], stdout=subprocess.PIPE, text=True,
            user=KIOSK.name, group=KIOSK.name, extra_groups=KIOSK.groups) as program:
        try:
            # It does not report when it is ready: touches are repeated until it runs a command.
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
    """The output of the command for a user."""
    return subprocess.run(
        ["/usr/bin/gesturectl", *words], capture_output=True, text=True, timeout=PATIENCE,
        user=user.name, group=user.name, extra_groups=user.groups)


@test("stopping the service leaves the socket, whose next client starts it", restarts=True)
def started_by_client(scene):
    service.systemctl("stop", SERVICE)
    expect(os.path.exists(SOCKET), "the socket is gone")
    expect(service.systemctl("show", SOCKET_UNIT, "--value", "-p", "ActiveState") == "active",
           "the socket unit is not active")
    client = scene.client()
    expect(client.lines[0]["type"] == "hello" and service.process() != 0, "nobody serves")
    screen = scene.plug(client)
    screen.tap()
    client.expect_line("tap", gesture="tap", phase="ended")


@test("a service that stops sends bye, and cancels what is alive", restarts=True)
def bye(scene):
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


@test("a service that is restarted says so, and its clients find the next one", restarts=True)
def restarted(scene):
    client = scene.client()
    service.systemctl("restart", SERVICE)
    line = client.expect_line("bye", type="bye")
    expect(line["reason"] == "restarting", f"the reason is {line['reason']}")
    client.expect_end()
    expect(scene.client().lines[0]["type"] == "hello", "nobody serves")
