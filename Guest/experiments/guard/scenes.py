"""Touches before, during and after a guard, and those that readers should receive."""

import random
import time

import methods
from observers import Reader
from touchscreen import Finger
from uinput import EVENT

FRAME_S = 0.02
A, B, C, D = (40, 30), (200, 120), (250, 60), (90, 150)
CORNER = (5, 5)
PLACES = [(x, y) for x in (40, 150, 260) for y in (30, 90, 150)]


class Stage:
    """A panel, its readers, and the method that guards it. `plan` has the positions in mm of the touches that readers
    should receive."""

    def __init__(self, screen, observers, guard):
        self.screen, self.observers, self.guard = screen, observers, guard
        self._fingers = {}
        self.plan = []
        self.notes = []
        # Whether the libevdev reader opened the node during the scene.
        self.is_late = False

    def _show(self):
        self.screen.write(self.screen.packed({
            slot: Finger(*place) for slot, place in self._fingers.items()}))
        time.sleep(FRAME_S)

    def land(self, slot, place, planned=True):
        self._fingers[slot] = place
        self._show()
        if planned:
            self.plan.append(place)

    def move(self, slot, dx, dy):
        x, y = self._fingers[slot]
        self._fingers[slot] = (x + dx, y + dy)
        self._show()

    def lift(self, slot):
        del self._fingers[slot]
        self._show()

    def tap(self, place, slot=0, planned=True):
        self.land(slot, place, planned)
        self.lift(slot)

    def swallow(self, place, slot=0):
        self.tap(place, slot, planned=False)


def different_place(stage):
    """One finger swallowed, then a tap elsewhere"""
    stage.tap(A)
    stage.guard.on()
    stage.swallow(B)
    stage.guard.off()
    stage.tap(D)


def same_place(stage):
    """One finger swallowed, then a tap in the same place"""
    stage.tap(A)
    stage.guard.on()
    stage.swallow(B)
    stage.guard.off()
    stage.tap(B)


def same_column(stage):
    """One finger swallowed, then a tap above it: x repeats"""
    stage.tap(A)
    stage.guard.on()
    stage.swallow(B)
    stage.guard.off()
    stage.tap((B[0], A[1] + 30))


def two_fingers(stage):
    """Two fingers swallowed, then the same two"""
    stage.tap(A)
    stage.guard.on()
    stage.land(0, B, planned=False)
    stage.land(1, C, planned=False)
    stage.lift(1)
    stage.lift(0)
    stage.guard.off()
    stage.land(0, B)
    stage.land(1, C)
    stage.lift(1)
    stage.lift(0)


def slot_change(stage):
    """Two fingers swallowed, slot 1 last; then fingers elsewhere in slots 1 and 0"""
    stage.tap(A)
    stage.guard.on()
    stage.land(0, B, planned=False)
    stage.land(1, C, planned=False)
    stage.lift(0)
    stage.lift(1)
    stage.guard.off()
    stage.land(1, (110, 45))
    stage.land(0, D)
    stage.lift(0)
    stage.lift(1)


def landing_before(stage):
    """A finger lands just before the guard, and lifts under it; then a tap elsewhere"""
    stage.tap(A)
    stage.land(0, B)
    is_guarded = stage.guard.on()
    stage.move(0, 2, 2)
    stage.lift(0)
    time.sleep(0.4)
    if is_guarded:
        stage.guard.off()
    else:
        stage.notes.append("refused")
    stage.tap(D)


def let_go_touched(stage):
    """The release is requested while a finger is down; it lifts, then a tap in the same place"""
    stage.tap(A)
    stage.guard.on()
    stage.land(0, B, planned=False)
    stage.guard.start("off")
    time.sleep(0.2)
    stage.move(0, 3, 0)
    stage.lift(0)
    stage.guard.finish()
    stage.tap((B[0] + 3, B[1]))


def twenty_wakes(stage):
    """Twenty guards: one or two fingers swallowed, then one or two, at nine places"""
    dice = random.Random(17)
    for _ in range(20):
        stage.guard.on()
        for planned in (False, True):
            first, second = dice.sample(PLACES, 2)
            stage.land(0, first, planned)
            if dice.random() < 0.5:
                stage.land(1, second, planned)
                stage.lift(dice.choice((0, 1)))
            for slot in list(stage._fingers):
                stage.lift(slot)
            if not planned:
                stage.guard.off()


def killed_empty(stage):
    """One finger swallowed, kill -9 with nothing down, then a tap in the same place"""
    stage.tap(A)
    stage.guard.on()
    stage.swallow(B)
    stage.guard.kill()
    stage.tap(B)


def killed_touched(stage):
    """kill -9 while a swallowed finger is down; it lifts, then a tap in the same place"""
    stage.tap(A)
    stage.guard.on()
    stage.land(0, B, planned=False)
    stage.guard.kill()
    stage.lift(0)
    stage.tap(B)


def opened_meanwhile(stage):
    """One finger swallowed, libevdev opens the node, then a tap in the place of the first tap"""
    stage.tap(A)
    stage.guard.on()
    stage.swallow(B)
    stage.observers["libevdev"].close()
    stage.observers["libevdev"] = Reader(stage.screen.node)
    stage.is_late = True
    stage.guard.off()
    stage.tap(A)


def torn_frame(stage):
    """At the release the driver has sent slot 1, and not yet the contact that lands in it"""
    stage.tap(A)
    stage.guard.on()
    stage.swallow(B)
    frame = stage.screen.packed({1: Finger(*D)})
    stage.screen.write(frame[:EVENT.size])
    stage.guard.off()
    stage.screen.write(frame[EVENT.size:])
    stage.plan.append(D)
    time.sleep(FRAME_S)
    stage.screen.lift()
    time.sleep(FRAME_S)
    left = methods.contacts(stage.screen.node)
    if left:
        stage.notes.append(f"{len(left)} left in the kernel")


def landing_race(stage, rounds=150):
    """A tap that begins within 3 ms after the guard, 150 times: counts fingers left down"""
    return race(stage, rounds, "on")


def release_race(stage, rounds=150):
    """A tap that begins within 3 ms after the release, 150 times: counts readers that differ from the kernel"""
    return race(stage, rounds, "off")


def race(stage, rounds, request):
    """Counts the rounds after which the reader, or the kernel (ghosts), has contacts on an empty glass."""
    dice = random.Random(17)
    wrong = ghosts = 0
    for _ in range(rounds):
        if request == "off":
            stage.guard.on()
            stage.swallow(dice.choice(PLACES))
        stage.guard.start(request)
        time.sleep(dice.random() * 0.003)
        stage.tap(dice.choice(PLACES), planned=False)
        if stage.guard.finish() and request == "on":
            stage.guard.off()
        _, differences = stage.observers["libevdev"].ask()
        wrong += any(each.startswith("id[") for each in differences)
        left = methods.contacts(stage.screen.node)
        ghosts += bool(left)
        # Removes contacts that the round left, so that they do not count in the next.
        for slot in left | {int(each[3]) for each in differences if each.startswith("id[")}:
            stage.screen.write(stage.screen.packed({slot: Finger(1, 1)}))
            stage.screen.lift()
        stage.observers["libevdev"].ask()
    return f"{wrong} of {rounds} wrong, {ghosts} ghosts" if wrong or ghosts else "right"


def hammered(stage):
    """Two hundred guards, one after the other, with taps meanwhile; the glass is empty at the end"""
    dice = random.Random(17)
    stage.guard.start("hammer")
    while not stage.guard.has_answer():
        stage.screen.write(stage.screen.packed({0: Finger(*dice.choice(PLACES))}))
        time.sleep(dice.random() * 0.002)
        stage.screen.lift()
        time.sleep(dice.random() * 0.002)
    stage.guard.finish()
    _, differences = stage.observers["libevdev"].ask()
    ghosts = methods.contacts(stage.screen.node)
    values = len([each for each in differences if not each.startswith("slot")])
    return f"{len(ghosts)} ghosts; {values} values differ" if ghosts or values else "right"


ALL = [different_place, same_place, same_column, two_fingers, slot_change, landing_before, let_go_touched,
       twenty_wakes, killed_empty, killed_touched, opened_meanwhile]
# For panels whose frames this program writes event by event.
TORN = [torn_frame]
RACES = [landing_race, release_race, hammered]
