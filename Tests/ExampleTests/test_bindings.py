"""examples/bindings: gesturectl runs the commands of the file, and no text of a gesture as a command."""

import json
import subprocess

import scene as stage
from scene import DEMO, EXAMPLES, expect, wait_for

KIOSK = EXAMPLES / "bindings/kiosk.yaml"
PACKAGED = EXAMPLES.parent / "packaging/gestured.yaml"
STANDS_IN_FOR = ("xdotool", "notify-send", "pactl", "systemctl")
# No two lines of the demo are equal; a file that exists is complete.
WRITE = 'env | grep ^GESTURE_ > "$GESTURE_ID.part"; mv "$GESTURE_ID.part" "written.$GESTURE_ID"'
STAND_IN = '#!/bin/sh\necho "$(basename "$0") $*" >> "$HOME/ran"\n'


def written(scene, name):
    """The lines of a file that commands write."""
    path = scene.folder / name
    return path.read_text().splitlines() if path.exists() else []


def test_the_bindings_of_the_documents_run_their_commands_on_the_demo_at_its_own_pace(scene):
    programs = scene.folder / "bin"
    programs.mkdir()
    for name in STANDS_IN_FOR:
        (programs / name).write_text(STAND_IN)
        (programs / name).chmod(0o755)
    run = scene.start(
        f"{stage.PROGRAMS}/gesturectl", "run", "--wait", "--socket", scene.socket, KIOSK,
        PATH=f"{programs}:/usr/bin:/bin")
    # The packaged configuration, with the members that the bindings need.
    configuration = scene.folder / "gestured.yaml"
    configuration.write_text(PACKAGED.read_text().replace("#step: 15deg", "step: 15deg"))
    expect(scene.serve("--realtime", "--config", configuration).wait() == 0, "gestured failed")
    expect(run.wait() == 0, f"gesturectl failed: {run.errors!r}")
    wait_for(lambda: len(written(scene, "presses")) == 2, "the second long press")
    ran = written(scene, "ran")
    twice = next(line for line in scene.demo_lines() if line.get("count") == 2)
    volume = [line for line in ran if line.startswith("pactl")]
    rest = [line for line in ran if line not in volume]
    place = f"{twice['x_mm']} mm, {twice['y_mm']} mm"
    expect(sorted(rest) == [f"notify-send Here {place}", "xdotool key alt+Left"], f"it ran {rest}")
    # In total the commands have each step of the demo's turn, whatever their number.
    turned = [line for line in scene.demo_lines() if line.get("gesture") == "rotate"][-1]
    raised = sum(int(line.rpartition(" ")[2].rstrip("%")) for line in volume)
    expect(volume and raised == 2 * int(turned["rotation_deg"] // 15), f"{volume} of {turned}")
    expect(all(line.endswith(" screen") for line in written(scene, "presses")), "no zone")


def test_the_click_of_the_documents_is_played_once_for_each_deep_press(scene):
    programs = scene.folder / "bin"
    programs.mkdir()
    (programs / "aplay").write_text(STAND_IN)
    (programs / "aplay").chmod(0o755)
    run = scene.start(
        f"{stage.PROGRAMS}/gesturectl", "run", "--wait", "--socket", scene.socket,
        EXAMPLES / "bindings/click.yaml", PATH=f"{programs}:/usr/bin:/bin")
    expect(scene.serve("--realtime").wait() == 0, "gestured failed")
    expect(run.wait() == 0, f"gesturectl failed: {run.errors!r}")
    pressed = [line for line in scene.demo_lines()
               if line.get("gesture") == "deep_press" and line["phase"] == "began"]
    wanted = ["aplay -q /usr/local/share/sounds/click.wav"] * len(pressed)
    wait_for(lambda: len(written(scene, "ran")) >= len(wanted), "a click")
    expect(pressed and written(scene, "ran") == wanted, f"it ran {written(scene, 'ran')}")


def variables(text):
    """The environment of a command for a line: each value as written in the line."""
    line = json.loads(text, parse_int=str, parse_float=str)
    if line["type"] != "gesture" or line["phase"] != "ended":
        return None
    members = {"device_name": "Demo Panel", "kind": line.pop("gesture"), **line}
    return sorted(f"GESTURE_{name.upper()}={value}" for name, value in members.items()
                  if name not in ("type", "seq"))


def test_a_command_receives_the_exact_values_of_the_line(scene):
    printed = subprocess.run([f"{stage.PROGRAMS}/gestured", "--replay", DEMO, "--json"],
                             capture_output=True, check=True, text=True).stdout
    wanted = [it for it in map(variables, printed.splitlines()) if it]
    kinds = sorted({it.split("=")[1] for each in wanted for it in each if "_KIND=" in it})
    bindings = scene.folder / "bindings.yaml"
    bindings.write_text(json.dumps({"bindings": [
        {"gesture": kind, "shell": WRITE, "directory": str(scene.folder), "at_most": 16}
        for kind in kinds]}))
    run = scene.start(
        f"{stage.PROGRAMS}/gesturectl", "run", "--wait", "--socket", scene.socket, bindings,
        GESTURE_STALE="yes")
    expect(scene.serve("--realtime").wait() == 0, "gestured failed")
    expect(run.wait() == 0, f"gesturectl failed: {run.errors!r}")
    wait_for(lambda: len(list(scene.folder.glob("written.*"))) >= len(wanted), "the last command")
    got = [sorted(path.read_text().splitlines()) for path in scene.folder.glob("written.*")]
    expect(sorted(got) == sorted(wanted), f"got {got}, not {wanted}")


def test_gesturectl_check_finds_nothing_wrong_with_the_bindings_of_the_documents(scene):
    output = scene.run(f"{stage.PROGRAMS}/gesturectl", "check", KIOSK)
    expect(output == f"{KIOSK}: no problem found", f"it printed {output!r}")
