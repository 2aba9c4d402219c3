"""gestured-session under a real compositor whose touches the test makes."""

import os
import random
import signal
import statistics
import time
from pathlib import Path

import pytest
from below import PATIENCE, logged_landings, tap_near_changes, until
from compositor import HEIGHT, WIDTH
from daemon import DEVICE
from nested import COMPOSITOR, FOLDER, STRETCH, unstretched
from painter import Painter

# The fraction of the rounds of a night.
SHARE = float(os.environ.get("NESTED_SHARE", "0.1"))
POSITIONS = [(x, y) for x in (200, 750, 1300) for y in (150, 375, 600)]


def rounds(full):
    """How often a test repeats."""
    return max(2, round(full * SHARE))


def with_and_without_strips(stage, full):
    """Starts the program with strips and stops it in turns; yields whether it runs."""
    for index in range(max(rounds(full), 6)):
        runs = index % 2 == 0
        if not runs:
            stage.stop()
        elif stage.session is None:
            stage.start_session()
        if runs:
            stage.rises("strips")
        yield runs


def test_a_touch_that_wakes_presses_nothing_and_the_next_one_lands_at_its_position(stage):
    stage.run("--wake")
    dice, positions = random.Random(17), []
    for _ in range(rounds(200)):
        stage.daemon.idle()
        stage.rises()
        first, second = dice.sample(POSITIONS, 2)
        # The daemon may report the touch before the compositor has it, or after.
        if is_early := dice.random() < 0.5:
            stage.daemon.active()
            stage.daemon.wake()
        stage.tap(*first, hold=dice.uniform(0.005, 0.1))
        if not is_early:
            stage.daemon.active()
            stage.daemon.wake()
        stage.falls()
        stage.tap(*second)
        positions.append(second)
    stage.verify(positions)


def test_a_touch_that_wakes_behind_a_stopped_compositor_presses_nothing(stage):
    stage.run("--wake")
    dice, positions = random.Random(5), []
    for _ in range(rounds(200)):
        stage.daemon.idle()
        stage.rises()
        os.kill(stage.compositor.pid, signal.SIGSTOP)
        stage.daemon.active()
        stage.tap(*dice.choice(POSITIONS), hold=0.03)
        stage.daemon.wake()
        time.sleep(1)
        os.kill(stage.compositor.pid, signal.SIGCONT)
        stage.falls()
        positions.append(dice.choice(POSITIONS))
        stage.tap(*positions[-1])
    stage.verify(positions)


def test_a_tap_near_a_change_is_received_entirely_by_one_side(stage):
    # libwayland prints the touches that the program receives.
    log = FOLDER / "gestured-session.log"
    log.unlink(missing_ok=True)
    stage.run(WAYLAND_DEBUG="client")
    dice = random.Random(11)
    positions = [(10 + index % 140 * 10, 50 + index // 140 * 50) for index in range(rounds(1000))]
    tap_near_changes(stage, positions, stage.tap, dice)
    found = stage.touches()
    inside = [unstretched(position) for position in logged_landings(log)]
    outside = [touch[2:] for touch in found if touch[0] == "down"]
    print(f"{len(inside)} taps went to the lock, {len(outside)} to the window")
    # Positions are far from each other, so a touch that is lost or doubled is found.
    both = sorted((round(x), round(y)) for x, y in inside + outside)
    assert both == sorted(positions)
    assert [touch[0] for touch in found if touch[0] != "motion"] == ["down", "up"] * len(outside)
    assert min(len(inside), len(outside)) > len(positions) / 5


def test_wiping_with_ten_fingers_under_the_lock_presses_nothing(stage):
    stage.run()
    dice = random.Random(3)
    seconds = rounds(60)
    stage.ask(type="lock", seconds=seconds + 5)
    stage.rises()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        x, y = dice.uniform(100, 1000), dice.uniform(100, 500)
        for step in range(20):
            positions = {finger: (x + 10 * step + 20 * finger, y + 40 * finger) for finger in range(10)}
            (stage.move if step else stage.down)(positions)
            time.sleep(0.01)
        stage.parent.touch_up(range(10))
    stage.falls()
    stage.tap(200, 150)
    stage.verify([(200, 150)])


def test_a_killed_program_leaves_nothing_behind(stage):
    stage.run("--wake", "--keep", "dock")
    dice = random.Random(9)
    for number in range(rounds(200)):
        if number % 3 == 1:
            stage.daemon.idle()
        elif number % 3 == 2:
            stage.ask(type="lock", seconds=60)
        time.sleep(dice.uniform(0, 0.3))
        stage.stop(signal.SIGKILL)
        stage.tap(750, 800)
        stage.verify([(750, 800)])
        stage.daemon.activity = "active"
        stage.start_session()


def test_a_kept_zone_receives_its_touches_and_the_window_all_others(stage):
    stage.run("--keep", "dock")
    stage.rises("strips")
    dice, positions = random.Random(8), []
    for _ in range(rounds(500)):
        x, y = dice.randrange(10, WIDTH - 10), dice.randrange(10, HEIGHT - 10)
        stage.tap(x, y, hold=0.003)
        if not (375 <= x < 1125 and 675 <= y):
            positions.append((x, y))
    stage.verify(positions)


def test_a_touch_outside_of_strips_is_as_fast_as_without_the_program(stage):
    stage.run("--keep", "dock")
    # Interleaved, in blocks, of which each is compared with the next: the host may be busy with other programs.
    blocks = {True: [], False: []}
    for _ in range(4):
        for runs in with_and_without_strips(stage, 80):
            stage.touches()
            blocks[runs].append([1000 * delay(stage) for _ in range(25)])
        found = [compared(blocks, name, rank) for name, rank in (("median", 9), ("p95", 18))]
        # On a busy host more blocks are needed.
        if max(error for _, error in found) < 1:
            break
    assert max(difference for difference, _ in found) < 2


def compared(blocks, name, rank):
    """How much slower blocks with the program are, in milliseconds, and the error of that."""
    with_it, without = ([statistics.quantiles(block, n=20)[rank] for block in blocks[runs]] for runs in (True, False))
    differences = [a - b for a, b in zip(with_it, without)]
    difference = statistics.median(differences)
    # A median, because some blocks are slow if other programs of the host run.
    error = 1.86 * statistics.median(abs(each - difference) for each in differences) / len(differences) ** 0.5
    print(f"{name} with and without: {statistics.median(with_it):.2f} and {statistics.median(without):.2f} ms, "
          f"difference {difference:.2f}, error {error:.2f} ms")
    return difference, error


def test_a_strip_costs_little_of_each_frame_of_a_window_that_moves(stage):
    stage.run("--keep", "dock")
    painter = Painter(FOLDER / stage.display, round(WIDTH * STRETCH[0]), round(HEIGHT * STRETCH[1]))
    until(lambda: painter.frames > 10, "frames")
    costs = {True: [], False: []}
    try:
        for runs in with_and_without_strips(stage, 40):
            costs[runs].append(frame_cost(stage, painter))
    finally:
        painter.close()
    with_it, without = (statistics.median(costs[runs]) for runs in (True, False))
    print(f"the compositor computes {with_it:.2f} ms a frame with a strip, {without:.2f} ms without")
    assert with_it < without + 5


def frame_cost(stage, painter):
    """The time that the compositor computes for a frame, in milliseconds."""
    def computed():
        return int(Path(f"/proc/{stage.compositor.pid}/schedstat").read_text().split()[0]) / 1_000_000
    begin, frames = computed(), painter.frames
    time.sleep(1)
    return (computed() - begin) / max(painter.frames - frames, 1)


def delay(stage):
    """How long the window waits for a landing, in seconds."""
    stage.received()
    begin = time.monotonic()
    stage.down({0: (200, 150)})
    while not any(touch[0] == "down" for touch in stage.received()):
        assert time.monotonic() - begin < PATIENCE, "the window receives no touch"
    taken = time.monotonic() - begin
    stage.parent.touch_up()
    until(lambda: any(touch[0] == "up" for touch in stage.received()), "the lift")
    return taken


# The transforms of wl_output by sway's names, which turn in the other direction.
TRANSFORMS = {"normal": "normal", "90": "270", "180": "180", "270": "90", "flipped": "flipped",
              "flipped-90": "flipped-270", "flipped-180": "flipped-180", "flipped-270": "flipped-90"}


@pytest.mark.skipif(COMPOSITOR != "sway", reason="swaymsg turns outputs")
def test_strips_and_reports_follow_an_output_that_turns_and_is_scaled(stage):
    output = "WL-1"
    stage.run("--keep", "screen/left", device={**DEVICE, "mapped": True})
    stage.rises("strips")
    dice = random.Random(4)
    try:
        for _ in range(rounds(100)):
            turn, scale = dice.choice(list(TRANSFORMS)), dice.choice(["1", "1.5", "2"])
            is_touched = dice.random() < 0.3
            if is_touched:
                stage.down({5: (700, 450)})
            stage.message(f"output {output} transform {turn} scale {scale}")
            if is_touched:
                stage.parent.touch_up([5])
            until(lambda: last_report(stage) == TRANSFORMS[turn], f"report of {turn}")
            stage.settle()
            stage.rises("strips")
            # The band is 15 of 300 mm on the left of the panel, whatever the output shows there.
            until(lambda: not passes(stage, 30, 450), f"the strip with {turn}")
            assert passes(stage, 120, 450) and passes(stage, 1470, 450) and passes(stage, 750, 20)
    finally:
        stage.message(f"output {output} transform normal scale 1")


def last_report(stage):
    """The transform in the last report to the daemon."""
    return next((each["transform"] for each in reversed(stage.daemon.requests) if each["type"] == "set_output"), None)


def passes(stage, x, y):
    """Whether a tap at a position of the panel reaches the window. A later tap in the middle does."""
    stage.received()
    stage.tap(x, y)
    touches, again = [], 0

    def has_middle():
        nonlocal again
        # Until the window has followed the size of the output, the middle may be outside of it.
        if time.monotonic() >= again:
            stage.tap(750, 450)
            again = time.monotonic() + 1
        touches.extend(stage.received())
        return is_middle(touches)
    until(has_middle, "the tap in the middle")
    return any(touch[0] == "down" and not is_middle([touch, ("up",)]) for touch in touches)


def is_middle(touches):
    """Whether the last touch landed in the middle, which no transform or scale moves, and lifted."""
    downs = [touch for touch in touches if touch[0] == "down"]
    return bool(downs) and touches[-1][0] == "up" and min(
        abs(downs[-1][2] * scale - x) + abs(downs[-1][3] * scale - y)
        for scale in (1, 1.5, 2) for x, y in ((750, 450), (450, 750))) < 3
