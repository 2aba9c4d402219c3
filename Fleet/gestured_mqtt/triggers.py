"""Gestures that are device triggers of Home Assistant."""

from __future__ import annotations

from dataclasses import dataclass, field
import re
from typing import Any, get_args

from gestured.protocol import ScreenReaderGesture

from .yamlfile import Section

KINDS = ("tap", "press", "long_press", "drag", "swipe", "swipe_hold", "magnify", "rotate", "deep_press", "force",
         "stroke", "screen_reader", "simultaneous", "sequence", "exclusive")
PHASES = ("began", "changed", "ended", "cancelled")
DIRECTIONS = ("left", "right", "up", "down", "up_left", "up_right", "down_left", "down_right")
SCREEN_READER_GESTURES: tuple[str, ...] = get_args(ScreenReaderGesture)
EDGES = ("left", "right", "top", "bottom")
# The form of names of gestures, zones and shapes in gestured.yaml.
DAEMON_NAME = r"[A-Za-z0-9_.-]{1,64}"
# Members of a gesture line that must be equal, in the order in which they form an id.
EXACT_MEMBERS = ("zone", "name", "gesture", "direction", "edge", "stroke", "screen_reader")


@dataclass(frozen=True)
class Trigger:
    """The condition on a gesture line: members with their values, members with the range of their number, and
    the phase."""

    id: str
    members: tuple[tuple[str, str], ...]
    ranges: tuple[tuple[str, int, int], ...] = ()
    phase: str = "ended"
    title: str = field(default="", compare=False)

    def matches(self, line: dict[str, Any]) -> bool:
        """Whether a line of a gesture matches."""
        return line.get("phase") == self.phase \
            and all(line.get(name) == value for name, value in self.members) \
            and all(isinstance(line.get(name), int) and minimum <= line[name] <= maximum
                    for name, minimum, maximum in self.ranges)

    @property
    def action(self) -> str:
        """The value of Home Assistant's `type`."""
        return self.title or self.id.replace("_", " ")

    @property
    def subtype(self) -> str:
        """The value of Home Assistant's `subtype`: the zone, or the screen. The pair of `type` and `subtype` must be
        unique."""
        return dict(self.members).get("zone", "screen")


def _simple(gesture: str, **members: str) -> Trigger:
    values = {"gesture": gesture, **members}
    return Trigger("_".join(values.values()), tuple(values.items()))


DEFAULT_TRIGGERS = (
    _simple("tap"), _simple("long_press"), _simple("deep_press"),
    *(_simple("swipe", direction=direction) for direction in DIRECTIONS[:4]),
)


def read_triggers(section: Section) -> tuple[Trigger, ...]:
    """The triggers of the member `triggers`; the default ones if it is missing."""
    items = section.sections("triggers")
    if items is None:
        return DEFAULT_TRIGGERS
    triggers: list[Trigger] = []
    for item in items:
        trigger = _read_trigger(item)
        if trigger.id in (each.id for each in triggers):
            item.problem(None, f"another trigger has the id {trigger.id}; give one an id: of its own")
        elif (trigger.action, trigger.subtype) in ((each.action, each.subtype) for each in triggers):
            item.problem(None, f"another trigger of {trigger.subtype} has the title {trigger.action!r}")
        triggers.append(trigger)
    return tuple(triggers)


def _read_trigger(item: Section) -> Trigger:
    values = {
        "zone": item.text("zone", None, DAEMON_NAME, "a name of a zone"),
        "name": item.text("name", None, DAEMON_NAME, "a name of a gesture"),
        "gesture": item.choice("gesture", KINDS),
        "direction": item.choice("direction", DIRECTIONS),
        "edge": item.choice("edge", EDGES),
        "stroke": item.text("stroke", None, DAEMON_NAME, "a name of a shape"),
        "screen_reader": item.choice("screen_reader", SCREEN_READER_GESTURES),
    }
    members = tuple((name, values[name]) for name in EXACT_MEMBERS if values[name] is not None)
    ranges = tuple((name, *pair) for name in ("fingers", "count")
                   if (pair := item.numbers(name, 1, 64)) is not None)
    phase = item.choice("phase", PHASES, "ended")
    if not members:
        item.problem(None, "names no gesture; it takes gesture, name or zone")
    words = [value for _, value in members] \
        + [f"{low}_{name}" if low == high else f"{low}_to_{high}_{name}" for name, low, high in ranges] \
        + ([phase] if phase != "ended" else [])
    default_id = re.sub(r"[^A-Za-z0-9_]+", "_", "_".join(words))[:64]
    trigger_id = item.text("id", default_id, r"[A-Za-z0-9_-]{1,64}", "an id of letters, digits, _ and -")
    title = item.text("title", "", r"[^\x00-\x1f]{1,64}", "a text of one line")
    item.finish()
    return Trigger(trigger_id, members, ranges, phase, title)
