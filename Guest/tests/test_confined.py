"""The daemon confined by its AppArmor profile, if AppArmor is on in the guest."""

import subprocess
from pathlib import Path

import service
from client import expect

ENABLED = Path("/sys/module/apparmor/parameters/enabled")
PROFILE = Path("/etc/apparmor.d/gestured")


# Whether the guest was booted for AppArmor (GUEST_LSM).
IS_WANTED = "security=apparmor" in Path("/proc/cmdline").read_text().split()


def is_on():
    """Whether AppArmor is on, and the profile exists."""
    return ENABLED.exists() and ENABLED.read_text().strip() == "Y" and PROFILE.exists()


def confinement(pid):
    return Path(f"/proc/{pid}/attr/current").read_text().strip("\0\n ")


def denials():
    """The lines of the kernel's log about actions that the profile denied since the boot."""
    log = subprocess.run(["journalctl", "-k", "-b", "--no-pager"], capture_output=True, text=True)
    return [line for line in log.stdout.splitlines()
            if 'apparmor="DENIED"' in line and 'profile="gestured"' in line]


if IS_WANTED:
    def test_apparmor_is_on_and_the_profile_exists(scene):
        expect(is_on(), "the guest was booted for AppArmor, and it is off or has no profile")


if is_on():
    def test_the_profile_confines_the_daemon_and_has_denied_it_nothing_so_far(scene):
        found = confinement(service.process())
        expect(found == "gestured (enforce)", f"it is confined by {found!r}")
        found = denials()
        expect(not found, "it was denied:\n" + "\n".join(found[:20]))

    def test_the_profile_prevents_the_daemon_from_reading_a_file_of_root(scene):
        process = subprocess.run(
            ["aa-exec", "-p", "gestured", "--", "/usr/bin/gestured", "--config", "/root/.bashrc",
             "--check"], capture_output=True, text=True)
        expect(process.returncode != 0 and "ermission denied" in process.stderr,
               f"it prints {process.stderr!r}")
