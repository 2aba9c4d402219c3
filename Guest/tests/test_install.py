"""The files that `make install` installs in a running system, and `make uninstall` removes."""

from pathlib import Path

import service
from client import expect
from scene import test
from test_supervision import works

SOURCE = "/share/source"
INSTALLED = [
    Path("/usr/bin/gestured"),
    Path("/usr/bin/gesturectl"),
    Path("/usr/lib/systemd/system/gestured.service"),
    Path("/usr/lib/systemd/system/gestured.socket"),
    Path("/usr/lib/sysusers.d/gestured.conf"),
    Path("/usr/share/gestured/demo.evemu"),
]


def make(target, *variables):
    service.run("make", "-C", SOURCE, target, "PREFIX=/usr", f"BINARY={SOURCE}/gestured",
                *variables)


@test("make uninstall ends the service and takes its files away; make install brings them back",
      restarts=True)
def reinstall(scene):
    expect(all(path.exists() for path in INSTALLED), "it was not installed")
    make("uninstall")
    left = [str(path) for path in INSTALLED if path.exists()]
    expect(not left, f"left behind: {' '.join(left)}")
    expect(service.process() == 0, "the service still runs")
    expect(not Path("/run/gestured/gestured.sock").exists(), "the socket is still there")
    make("install")
    service.systemctl("start", service.SOCKET_UNIT, service.SERVICE)
    works(scene)


@test("make install TOUCHSCREEN_GROUP= gives touchscreens a group, and the daemon no other device",
      restarts=True)
def own_group(scene):
    make("install", "TOUCHSCREEN_GROUP=touchscreens")
    try:
        service.systemctl("restart", service.SERVICE)
        client = scene.client()
        screen = scene.plug(client)
        described = service.run("stat", "--format=%G %a", screen.node)
        expect(described == "touchscreens 640", f"the node is {described}")
        groups = service.status("Groups", service.process()).split()
        keyboards = service.run("getent", "group", "input").split(":")[2]
        expect(keyboards not in groups, "the daemon may read keyboards all the same")
        screen.tap()
        client.expect_line("tap", gesture="tap", phase="ended", device=screen.id)
    finally:
        make("uninstall")
        make("install")
        service.run("udevadm", "control", "--reload")
        service.systemctl("start", service.SOCKET_UNIT, service.SERVICE)
