"""examples/recipes: each file is run as its page describes, with the touches that it is for."""

import json
import re
import subprocess
from pathlib import Path

import pytest

import scene as stage
from scene import EXAMPLES, ROOT, expect, wait_for
from test_bindings import written
from test_bridge import ORIGIN, bridge
from touches import Touches

RECIPES = EXAMPLES / "recipes"
STAND_IN = '#!/bin/sh\necho "$(basename "$0") $*" >> "$HOME/ran"\n'


def programs(scene, *names):
    """A PATH on which these programs only write that they ran."""
    folder = scene.folder / "bin"
    folder.mkdir()
    for name in names:
        (folder / name).write_text(STAND_IN)
        (folder / name).chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


def play(scene, touches, recipe=None, *options):
    """Starts gestured on touches, as a recipe configures it."""
    recording = touches.write(scene.folder / "touches.evemu")
    if recipe and (RECIPES / recipe / "gestured.yaml").exists():
        options += ("--config", RECIPES / recipe / "gestured.yaml")
    return scene.serve("--await-subscription", *options, recording=recording)


def run_bindings(scene, recipe, touches, *names, patience=0, before=None):
    """The commands that the bindings of a recipe run, with programs that replace `names`, and those of a folder."""
    path = programs(scene, *names)
    if before:
        path = f"{before}:{path}"
    run = scene.start(
        f"{stage.PROGRAMS}/gesturectl", "run", "--wait", "--socket", scene.socket,
        RECIPES / recipe / "bindings.yaml", PATH=path)
    daemon = play(scene, touches, recipe)
    expect(daemon.wait() == 0, f"gestured failed: {daemon.errors!r}")
    expect(run.wait() == 0, f"gesturectl failed: {run.errors!r}")
    # Commands continue when gesturectl has ended.
    wait_for(lambda: len(written(scene, "ran")) >= patience, f"{patience} commands")
    return written(scene, "ran")


def printed(scene, recipe, program, touches):
    """The output of a program of a recipe."""
    reader = scene.start(RECIPES / recipe / program, scene.socket)
    daemon = play(scene, touches, recipe)
    expect(daemon.wait() == 0, f"gestured failed: {daemon.errors!r}")
    return reader


# The gesture that the line of each recipe performs, as zone, name and direction; others may end beside it.
PERFORMED = {
    "bottom-swipe": ["screen open_menu up"],
    "chromium": ["screen swipe left", "screen magnify None"],
    "edge-volume": ["volume drag None", "volume drag None"],
    "home-assistant": ["screen swipe left"],
    "rotated-panel": ["screen swipe down"],
    "secret-exit": ["corner admin_exit None"],
    "tablet": ["screen tap None", "screen tap None", "screen tap None"],
    "table": ["near magnify None", "far drag None"],
    "wayland": ["screen swipe left", "screen swipe right"],
}
# The recipes whose bindings and pages react to a pause.
PAUSES = {"start-page": ["idle", "active"], "wake": ["idle", "active"]}


@pytest.fixture(name="recordings", scope="module")
def made_recordings(tmp_path_factory):
    """The recordings that the page's lines make, and that `make install` installs."""
    folder = tmp_path_factory.mktemp("recordings")
    subprocess.run(
        [stage.ROOT / "Scripts/recipe-recordings", folder, f"{stage.PROGRAMS}/gesturectl"], check=True)
    return folder


def configured(recipe):
    """The options that name the configuration of a recipe, if it has one."""
    file = RECIPES / recipe / "gestured.yaml"
    return ["--config", file] if file.exists() else []


def test_each_recipe_shows_a_line_that_makes_its_recording(recordings):
    made = {file.stem for file in recordings.iterdir()}
    expect(made == {folder.name for folder in RECIPES.iterdir()}, f"the lines make {sorted(made)}")
    expect(made == PERFORMED.keys() | PAUSES.keys(), "not all of them are tested")


@pytest.mark.parametrize("recipe", PERFORMED)
def test_the_line_of_a_recipe_performs_its_gesture(scene, recordings, recipe):
    output = scene.run(
        f"{stage.PROGRAMS}/gestured", "--replay", recordings / f"{recipe}.evemu", "--json",
        *configured(recipe))
    ended = [" ".join(str(line.get(name)) for name in ("zone", "name", "direction"))
             for line in map(json.loads, output.splitlines()) if line.get("phase") == "ended"]
    wanted = PERFORMED[recipe]
    expect([line for line in ended if line in wanted] == wanted, f"it ended {ended}")


@pytest.mark.parametrize("recipe", PAUSES)
def test_the_line_of_a_recipe_performs_its_pause(scene, recordings, recipe):
    watch = scene.start(
        f"{stage.PROGRAMS}/gesturectl", "watch", "--wait", "--socket", scene.socket, "--events", "activity")
    daemon = scene.serve(
        "--await-subscription", *configured(recipe), recording=recordings / f"{recipe}.evemu")
    expect(daemon.wait() == 0 and watch.wait() == 0, f"{daemon.errors!r} {watch.errors!r}")
    states = [line["state"] for line in map(json.loads, watch.output.splitlines())
              if line["type"] == "activity"]
    expect(states[-2:] == PAUSES[recipe], f"the states are {states}")


def test_no_configuration_or_binding_of_a_recipe_has_a_problem(scene):
    files = [*RECIPES.glob("*/gestured.yaml"), *RECIPES.glob("*/bindings.yaml")]
    expect(len(files) >= 10, f"there are {len(files)}")
    for file in files:
        program, option = (
            ("gesturectl", "check") if file.name == "bindings.yaml"
            else ("gestured", "--check"))
        words = [option, file] if option == "check" else [option, "--config", file]
        output = scene.run(f"{stage.PROGRAMS}/{program}", *words)
        expect(output.endswith("no problem found"), f"{file}: {output!r}")


def test_two_fingers_from_the_bottom_open_the_menu_in_python_and_one_does_not(scene):
    touches = Touches()
    touches.stroke(0, (150, 193), (150, 120), slots=(0,))
    touches.stroke(1_000, (150, 193), (150, 120), slots=(0, 1))
    touches.stroke(2_000, (150, 150), (150, 80), slots=(0, 1))
    reader = printed(scene, "bottom-swipe", "menu.py", touches)
    reader.expect_output("menu 2\n")


def test_five_taps_and_a_hold_end_the_kiosk_only_in_the_corner(scene):
    touches = Touches()
    for start, x in ((0, 100), (10_000, 330)):
        for index in range(5):
            touches.tap(start + index * 200, x, 10)
        touches.frame(start + 1_200, (0, x, 10))
        touches.frame(start + 3_000, (0,))
    # Five taps without the hold.
    for index in range(5):
        touches.tap(20_000 + index * 200, 330, 10)
    ran = run_bindings(scene, "secret-exit", touches, "systemctl", patience=1)
    expect(ran == ["systemctl --user stop kiosk.service"], f"it ran {ran}")


def test_the_volume_follows_a_finger_along_the_edge_in_both_directions(scene):
    touches = Touches()
    touches.stroke(0, (338, 150), (338, 100), duration=400)
    touches.stroke(2_000, (338, 100), (338, 130), duration=400)
    touches.stroke(4_000, (200, 150), (200, 100), duration=400)
    run_bindings(scene, "edge-volume", touches, "pactl")

    def changes():
        changes = [int(line.rpartition(" ")[2].rstrip("%")) for line in written(scene, "ran")]
        return sum(filter(lambda change: change > 0, changes)), sum(
            filter(lambda change: change < 0, changes))

    # Regardless of the number of commands; the last of them may still be running.
    wait_for(
        lambda: changes()[0] in (25, 30) and changes()[1] in (-10, -15),
        lambda: f"it ran {written(scene, 'ran')}")


def page(scene, recipe, url):
    """Starts the page of a recipe, without a browser."""
    node = ["node"]
    if scene.run("node", "-p", "typeof WebSocket") == "undefined":
        node.append("--experimental-websocket")
    return scene.start(
        *node, "--no-warnings", Path(stage.__file__).with_name("recipe_page.mjs"),
        RECIPES / recipe / "page.html", ROOT / "Web/Pages", url, ORIGIN)


def test_the_shield_of_the_page_is_up_until_the_touch_that_wakes_has_lifted(scene):
    _, url = bridge(scene)
    shown = page(scene, "wake", url)
    touches = Touches()
    touches.tap(1_000, 100, 100)
    touches.tap(70_000, 100, 100)
    touches.tap(71_000, 100, 100)
    daemon = play(scene, touches, "wake")
    expect(daemon.wait() == 0, f"gestured failed: {daemon.errors!r}")
    # The first touch has lifted, the daemon is idle after 55 s, the touch that wakes has lifted.
    # The third changes nothing.
    wanted = "".join(f"shield hidden {state}\n" for state in ("true", "false", "true"))
    wait_for(lambda: wanted in shown.output, lambda: f"{shown.output!r} {shown.errors!r}")
    expect(shown.output.count("false") <= 2, f"{shown.output!r}")


def test_two_people_at_a_table_do_two_things_at_the_same_time(scene):
    touches = Touches()
    touches.frame(0, (0, 80, 30))
    touches.frame(20, (1, 250, 170))
    for step in range(1, 11):
        touches.frame(20 + step * 10, (0, 80 + 3 * step, 30), (1, 250 - 3 * step, 170))
    touches.frame(140, (0,))
    touches.frame(200, (1,))
    touches.tap(1_000, 250, 170)
    reader = printed(scene, "table", "table.py", touches)
    wanted = ["far drag began", "far drag ended", "near drag began", "near drag ended", "near tap ended"]
    wait_for(lambda: len(reader.output.splitlines()) == len(wanted), lambda: f"it printed {reader.output!r}")
    expect(sorted(reader.output.splitlines()) == wanted, f"it printed {reader.output!r}")


def test_a_rotated_panel_has_the_directions_of_the_screen(scene):
    touches = Touches()
    touches.stroke(0, (100, 100), (220, 100))
    touches.tap(1_000, 0, 0)
    watch = scene.start(
        f"{stage.PROGRAMS}/gesturectl", "watch", "--wait", "--socket", scene.socket,
        "--phases", "ended")
    daemon = play(scene, touches, "rotated-panel")
    expect(daemon.wait() == 0 and watch.wait() == 0, f"{daemon.errors!r} {watch.errors!r}")
    swipe = [line for line in watch.output.splitlines() if '"gesture":"swipe"' in line]
    # A movement to the right on the panel is a movement down on a panel that is turned by 90 degrees clockwise.
    expect(len(swipe) == 1 and '"direction":"down"' in swipe[0], f"{swipe}")
    tap = [line for line in watch.output.splitlines() if '"gesture":"tap"' in line]
    expect(len(tap) == 1 and re.search(r'"x":(1|0\.99)', tap[0]), f"{tap}")
    expect('"output":"HDMI-1"' in watch.output, "the device has no output")


def test_two_fingers_click_between_them_and_two_taps_wake_a_tablet(scene):
    touches = Touches()
    # The middle of a panel of 344 × 194 mm.
    touches.frame(0, (0, 162, 97), (1, 182, 97))
    touches.frame(60, (0,), (1,))
    touches.tap(2_000, 100, 100)
    touches.tap(2_150, 100, 100)
    folder = scene.folder / "sizes"
    folder.mkdir()
    (folder / "awk").write_text('#!/bin/sh\necho 1000 500 | exec /usr/bin/awk "$@"\n')
    (folder / "awk").chmod(0o755)
    ran = run_bindings(scene, "tablet", touches, "swaymsg", "xdotool", patience=3, before=folder)
    click = r"xdotool mousemove (499|500) (249|250) click 3"
    expect(sum(bool(re.fullmatch(click, line)) for line in ran) == 1, f"{ran}")
    expect(ran.count("swaymsg output * dpms on") == 1 and len(ran) == 3, f"{ran}")


def test_swipes_are_commands_under_a_wayland_compositor(scene):
    touches = Touches()
    touches.stroke(0, (220, 100), (100, 100))
    touches.stroke(1_000, (100, 100), (220, 100))
    ran = run_bindings(scene, "wayland", touches, "swaymsg", "wtype", patience=2)
    expect(sorted(ran) == ["swaymsg workspace next", "wtype -M alt -k Left -m alt"], f"{ran}")


def test_while_idle_the_start_page_is_shown_and_a_removed_panel_is_reported(scene):
    touches = Touches()
    touches.tap(0, 100, 100)
    touches.tap(119_000, 100, 100)
    touches.tap(300_000, 100, 100)
    ran = run_bindings(scene, "start-page", touches, "wtype", "logger", patience=2)
    wanted = ["logger -t kiosk no touchscreen Demo Panel", "wtype -M alt -k Home -m alt"]
    expect(sorted(ran) == wanted, f"it ran {ran}")


def test_a_page_turns_its_pictures_at_swipes(scene):
    _, url = bridge(scene)
    shown = page(scene, "chromium", url)
    touches = Touches()
    touches.stroke(0, (220, 100), (100, 100))
    touches.stroke(1_000, (220, 100), (100, 100))
    touches.stroke(2_000, (100, 100), (220, 100))
    for step in range(21):
        touches.frame(4_000 + 10 * step, (0, 160 - 2 * step, 100), (1, 180 + 2 * step, 100))
    touches.frame(4_400, (0,), (1,))
    daemon = play(scene, touches)
    expect(daemon.wait() == 0, f"gestured failed: {daemon.errors!r}")
    wait_for(lambda: "zoom" in shown.output, lambda: f"{shown.output!r} {shown.errors!r}")
    lines = shown.output.splitlines()
    expect(lines[:3] == [f"page textContent {number}" for number in (2, 3, 2)], f"{lines}")
    expect(re.fullmatch(r"zoom textContent (4[5-9]\d|500) %", lines[3]), f"{lines}")
