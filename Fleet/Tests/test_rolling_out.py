"""The playbooks of examples/rolling-out, on kiosks that are folders of this machine."""

import hashlib
import json
import os
from pathlib import Path
import signal
import subprocess

import pytest

from scene import DEMO, PROGRAMS, ROOT, expect, wait_for

pytestmark = pytest.mark.needs("ansible-playbook")

PLAYBOOKS = ROOT / "examples/rolling-out"
OLD, NEW = "log_level: notice\n", "gestures: [tap: {}, swipe: {}]\n"


class Kiosk:
    """A daemon with a configuration and a socket in a folder of its own."""

    def __init__(self, scene, name):
        self.name, self.folder, self.more = name, scene.folder / name, ""
        self.folder.mkdir()
        self.file, self.socket = self.folder / "gestured.yaml", self.folder / "sock"
        self.file.write_text(OLD, encoding="utf-8")
        recording = self.folder / "long.evemu"
        # The daemon ends with the recording: a late empty frame keeps it running.
        recording.write_text(Path(DEMO).read_text(encoding="utf-8") + "E: 900.000000 0000 0000 0000\n",
                             encoding="utf-8")
        self.program = scene.start(
            f"{PROGRAMS}/gestured", "--replay", recording, "--realtime", "--config", self.file, "--socket", self.socket)
        wait_for(lambda: "serving" in self.program.errors, lambda: self.program.errors)

    def line(self, reload):
        """The kiosk's line of the inventory. Without a command to reload it, the kiosk is off: no host answers."""
        connection = "local" if reload else "ssh ansible_host=127.0.0.1 ansible_port=1"
        return (f"{self.name} ansible_connection={connection} gestured_file={self.file} gestured_socket={self.socket} "
                f"gestured_reload='{reload}' {self.more}")

    def status(self):
        """The status that the daemon reports."""
        printed = subprocess.run([f"{PROGRAMS}/gesturectl", "status", "--json", "--socket", str(self.socket)],
                                 capture_output=True, check=True).stdout
        return json.loads(printed)

    def digest(self):
        """The file in force, as the daemon reports it."""
        return self.status()["configuration_sha256"]


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture(name="kiosks")
def three_kiosks(scene):
    """Three kiosks."""
    return [Kiosk(scene, name) for name in ("a", "b", "c")]


@pytest.fixture(name="reloads")
def commands_that_reload(kiosks):
    """The command of each kiosk that reloads it; empty where it is off."""
    return {kiosk.name: f"kill -HUP {kiosk.program.process.pid}" for kiosk in kiosks}


@pytest.fixture(name="play")
def player(scene, kiosks, reloads):
    """A function that runs a playbook for the kiosks: it returns whether that succeeded, and the output."""
    def play(playbook, variables, *options):
        lines = ["[kiosks]", *(kiosk.line(reloads[kiosk.name]) for kiosk in kiosks)]
        inventory = scene.folder / "kiosks.ini"
        inventory.write_text("\n".join(lines) + "\n", encoding="utf-8")
        run = subprocess.run(
            ["ansible-playbook", "-i", inventory, PLAYBOOKS / playbook,
             "-e", f"ansible_become=false gestured_retries=3 {variables}", *options],
            capture_output=True, text=True, timeout=180, check=False,
            env={**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "HOME": str(scene.folder),
                 "ANSIBLE_NOCOWS": "1", "ANSIBLE_PYTHON_INTERPRETER": "/usr/bin/python3"})
        return run.returncode == 0, run.stdout + run.stderr
    return play


@pytest.fixture
def fleet(scene, kiosks, reloads, play):
    """The kiosks, and a function that rolls a configuration out to them."""
    def roll_out(text):
        file = scene.folder / "new.yaml"
        file.write_text(text, encoding="utf-8")
        # Where kiosks have files of their own, the command names none.
        return play("configuration.yml", "" if kiosks[0].more else f"configuration={file}")
    return kiosks, reloads, roll_out


def test_a_configuration_reaches_every_kiosk_and_the_one_before_can_be_rolled_out_again(fleet):
    kiosks, _, roll_out = fleet
    for text in (NEW, OLD):
        succeeded, printed = roll_out(text)
        expect(succeeded, printed)
        expect([kiosk.digest() for kiosk in kiosks] == [sha256(text)] * 3, "a kiosk has another configuration")


def test_a_kiosk_gets_the_configuration_that_the_inventory_names_for_it(fleet):
    kiosks, _, roll_out = fleet
    texts = [f"log_level: {level}\n" for level in ("info", "warning", "error")]
    for kiosk, text in zip(kiosks, texts):
        (kiosk.folder / "new.yaml").write_text(text, encoding="utf-8")
        kiosk.more = f"gestured_configuration={kiosk.folder}/new.yaml"
    succeeded, printed = roll_out(NEW)
    expect(succeeded and [kiosk.digest() for kiosk in kiosks] == [sha256(text) for text in texts], printed)


def test_a_wrong_configuration_stops_at_the_first_kiosk_which_keeps_its_own(fleet):
    kiosks, _, roll_out = fleet
    succeeded, printed = roll_out("gestures: [tapp: {}]\n")
    expect(not succeeded and "tapp" in printed, printed)
    expect("TASK [Reload gestured]" not in printed, "a kiosk was reloaded")
    expect([kiosk.file.read_text(encoding="utf-8") for kiosk in kiosks] == [OLD] * 3, "a file was changed")


def test_a_kiosk_that_does_not_use_the_configuration_gets_its_own_back_and_no_other_kiosk_the_new_one(fleet):
    kiosks, reloads, roll_out = fleet
    reloads["a"] = "true"
    succeeded, printed = roll_out(NEW)
    expect(not succeeded and "its previous configuration is in place again" in printed, printed)
    expect([kiosk.file.read_text(encoding="utf-8") for kiosk in kiosks] == [OLD] * 3, "a file was changed")
    expect([kiosk.digest() for kiosk in kiosks] == [sha256(OLD)] * 3, "a kiosk uses another configuration")


def test_a_kiosk_that_fails_stops_no_other_of_its_batch_half_way(fleet):
    kiosks, _, roll_out = fleet
    kiosks[2].file.unlink()
    kiosks[2].file.mkdir()
    succeeded, printed = roll_out(NEW)
    expect(not succeeded, printed)
    expect([kiosk.digest() for kiosk in kiosks[:2]] == [sha256(NEW)] * 2, "another kiosk does not use the file")


@pytest.mark.parametrize("is_off", ["b", "c"])
def test_a_kiosk_that_is_off_stops_no_other_and_gets_the_configuration_by_the_next_run(fleet, is_off):
    kiosks, reloads, roll_out = fleet
    reload = reloads.pop(is_off)
    reloads[is_off] = ""
    succeeded, printed = roll_out(NEW)
    expect(not succeeded and f"{is_off} is off" in printed, printed)
    expect([kiosk.digest() for kiosk in kiosks if kiosk.name != is_off] == [sha256(NEW)] * 2, printed)
    reloads[is_off] = reload
    succeeded, printed = roll_out(NEW)
    expect(succeeded and [kiosk.digest() for kiosk in kiosks] == [sha256(NEW)] * 3, printed)


def test_a_configuration_is_tried_by_no_further_kiosk_if_the_first_is_off(fleet):
    kiosks, reloads, roll_out = fleet
    reloads["a"] = ""
    succeeded, printed = roll_out(NEW)
    expect(not succeeded and [kiosk.digest() for kiosk in kiosks] == [sha256(OLD)] * 3, printed)


def test_a_file_that_was_copied_and_not_used_is_used_by_the_next_run(fleet):
    kiosks, _, roll_out = fleet
    kiosks[0].file.write_text(NEW, encoding="utf-8")
    succeeded, printed = roll_out(NEW)
    expect(succeeded and kiosks[0].digest() == sha256(NEW), printed)


def test_a_kiosk_that_refused_another_file_no_longer_reports_that(fleet):
    kiosks, _, roll_out = fleet
    kiosks[0].file.write_text("gestures: [tapp: {}]\n", encoding="utf-8")
    kiosks[0].program.process.send_signal(signal.SIGHUP)
    wait_for(lambda: kiosks[0].status()["configuration_refused"], lambda: kiosks[0].program.errors)
    succeeded, printed = roll_out(OLD)
    expect(succeeded and not kiosks[0].status()["configuration_refused"], printed)


def test_a_kiosk_without_a_file_has_none_again_if_it_does_not_use_the_new_one(fleet):
    kiosks, reloads, roll_out = fleet
    kiosks[0].file.unlink()
    reloads["a"] = "true"
    succeeded, printed = roll_out(NEW)
    expect(not succeeded and not kiosks[0].file.exists(), printed)


def test_a_kiosk_that_is_off_keeps_a_version_from_no_other_and_is_named(kiosks, reloads, play):
    version = kiosks[0].status()["version"].split(" ")[0]
    for is_off in ("b", ""):
        reload = reloads["b"]
        reloads["b"] = "" if is_off else reload
        succeeded, printed = play("packages.yml", f"version={version}-1", "--skip-tags", "install")
        reloads["b"] = reload
        expect(succeeded == (not is_off) and ("b is off" in printed) == bool(is_off), printed)
        answered = {name for part in printed.split("TASK [")[1:] if part.startswith("Wait until the daemon")
                    for name in "abc" if f"ok: [{name}]" in part}
        expect(answered == set("abc") - set(is_off), printed)


def test_a_kiosk_with_another_version_is_named(play):
    succeeded, printed = play("packages.yml", "version=0.0.7-1", "--skip-tags", "install")
    expect(not succeeded and "fatal: [a]: FAILED!" in printed.split("TASK [Wait until the daemon")[-1], printed)
