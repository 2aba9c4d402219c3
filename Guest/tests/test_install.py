"""`make install` and `make uninstall` in a running system."""

from pathlib import Path

import pytest

import service
from client import expect
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


@pytest.mark.restarts
def test_make_uninstall_ends_the_service_and_removes_its_files_and_make_install_restores_them(scene):
    expect(all(path.exists() for path in INSTALLED), "it was not installed")
    make("uninstall")
    left = [str(path) for path in INSTALLED if path.exists()]
    expect(not left, f"left behind: {' '.join(left)}")
    expect(service.process() == 0, "the service still runs")
    expect(not Path("/run/gestured/gestured.sock").exists(), "the socket is still there")
    make("install")
    service.systemctl("start", service.SOCKET_UNIT, service.SERVICE)
    works(scene)


@pytest.mark.restarts
def test_make_install_touchscreen_group_gives_touchscreens_a_group_and_the_daemon_no_other_device(scene):
    make("install", "TOUCHSCREEN_GROUP=touchscreens")
    try:
        service.systemctl("restart", service.SERVICE)
        client = scene.client()
        screen = scene.plug(client)
        described = service.run("stat", "--format=%G %a", screen.node)
        expect(described == "touchscreens 640", f"the node is {described}")
        groups = service.status("Groups", service.process()).split()
        keyboards = service.run("getent", "group", "input").split(":")[2]
        expect(keyboards not in groups, "the daemon may still read keyboards")
        screen.tap()
        client.expect_line("tap", gesture="tap", phase="ended", device=screen.id)
    finally:
        make("uninstall")
        make("install")
        service.run("udevadm", "control", "--reload")
        service.systemctl("start", service.SOCKET_UNIT, service.SERVICE)
