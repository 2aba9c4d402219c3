"""The daemon confined by its AppArmor profile, if the guest has AppArmor on."""

import subprocess
from pathlib import Path

import service
from client import expect
from scene import test

ENABLED = Path("/sys/module/apparmor/parameters/enabled")
PROFILE = Path("/etc/apparmor.d/gestured")


# Whether the guest was booted for it (GUEST_LSM).
IS_WANTED = "security=apparmor" in Path("/proc/cmdline").read_text().split()


def is_on():
    """Whether AppArmor is on, and the profile exists."""
    return ENABLED.exists() and ENABLED.read_text().strip() == "Y" and PROFILE.exists()


def confinement(pid):
    return Path(f"/proc/{pid}/attr/current").read_text().strip("\0\n ")


def denials():
    """The kernel's log about the profile since the boot of the guest."""
    log = subprocess.run(["journalctl", "-k", "-b", "--no-pager"], capture_output=True, text=True)
    return [line for line in log.stdout.splitlines()
            if 'apparmor="DENIED"' in line and 'profile="gestured"' in line]


if IS_WANTED:
    @test("AppArmor is on, and the profile is there")
    def on(scene):
        expect(is_on(), "the guest was booted for AppArmor, and it is off or has no profile")


if is_on():
    @test("the profile confines the daemon, and has denied it nothing so far")
    def confined(scene):
        found = confinement(service.process())
        expect(found == "gestured (enforce)", f"it is confined by {found!r}")
        found = denials()
        expect(not found, "it was denied:\n" + "\n".join(found[:20]))

    @test("the profile is enforced: the daemon may not read a file of root's")
    def is_enforced(scene):
        stopped = subprocess.run(
            ["aa-exec", "-p", "gestured", "--", "/usr/bin/gestured", "--config", "/root/.bashrc",
             "--check"], capture_output=True, text=True)
        expect(stopped.returncode != 0 and "ermission denied" in stopped.stderr,
               f"it prints {stopped.stderr!r}")
