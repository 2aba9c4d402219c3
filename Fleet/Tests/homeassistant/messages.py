"""Prints messages for validate.py, one a line: discovery messages, each with the other retained messages."""

import asyncio
import copy
import json
from pathlib import Path
import sys
import tempfile

sys.dont_write_bytecode = True
TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent), str(TESTS.parents[1] / "Clients/python"),
                str(TESTS.parents[1] / "Tests/ExampleTests")]

from daemons import HELLO, PANEL  # noqa: E402 (the path comes first)
from fake_daemon import gesture, line  # noqa: E402
from gestured_mqtt import configuration, discovery  # noqa: E402
from gestured_mqtt.bridge import Bridge  # noqa: E402

TRIGGERS = """
homeassistant:
  triggers:
    - { gesture: tap, fingers: 2, count: [2, 3] }
    - { zone: service_corner, name: admin_exit, title: "Raus \u2013 \u51fa\u53e3 'x' {{ y }}" }
    - { gesture: drag, edge: left, phase: began }
    - { stroke: circle, id: round }
    - { screen_reader: 2_finger_double_tap }
"""
BLUEPRINT = TESTS.parents[1] / "share/home-assistant/gesture.yaml"
INPUTS = {"kiosk": "event.kiosk_1_gesture", "gesture": "swipe_left",
          "actions": [{"action": "light.turn_off", "target": {"area_id": "hall"}}]}
# The lines of a daemon.
PANELS = [PANEL, {**PANEL, "id": 2, "name": "\u89e6\u6478\u5c4f"}, {**PANEL, "id": 3, "name": "a/b+#\"'{{ c }}"},
          {**PANEL, "id": 4, "state": "error"}, {**PANEL, "id": 5, "name": None, "output": "HDMI-1"},
          {**PANEL, "id": 6, "name": "x" * 255}]
FULL = [*(line(type="device", seq=1, change="present", device=panel) for panel in PANELS),
        line(type="snapshot_end", seq=2, devices=len(PANELS)),
        line(type="device", seq=3, change="removed", device=PANELS[1]),
        gesture("ended", id=1, fingers=3), line(type="activity", seq=4, time_us=1, state="active"),
        line(type="health", seq=5, time_us=2, problem="late", device=1, late_us=30_000)]
# A kiosk whose last touch was before the program started: its gesture is not known.
TOUCHED = [line(type="snapshot_end", seq=2, devices=0)]
# A sentence, the configuration except for name and broker, and the daemon's lines.
CASES = [
    ("a kiosk with everything", "", FULL), ("one without a daemon", "", []),
    ("one that was touched before", "", TOUCHED),
    ("triggers of all kinds", TRIGGERS, FULL),
    ("a title and a prefix with other signs",
     "title: \u0391\u03af\u03b8\u03bf\u03c5\u03c3\u03b1 {{ 1 }}\ntopic_prefix: a b/\u00fc\n", FULL),
    ("names as long as they may be", f"topic_prefix: {'p' * 128}\n", FULL)]


def message(extra, lines, name="kiosk-1"):
    """Topic and payload of the discovery message, and the other retained messages by topic."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(f"name: {name}\nbroker: {{ host: 127.0.0.1 }}\n{extra}")
        file.flush()
        settings = configuration.read(file.name, {})
    bridge = Bridge(settings)
    bridge._publish_presence()
    if lines:
        bridge.greeted(json.loads(HELLO))
        for text in lines:
            bridge.line_received(json.loads(text), text)
        if lines is TOUCHED:
            bridge.status_received({"activity": "idle", "last_touch_us": 1})
    else:
        bridge._publish_discovery()
    state = {topic: payload.decode() for topic, payload in bridge.retained.payloads.items()}
    topic = discovery.topic(settings)
    return topic, json.loads(state.pop(topic)), state


def changed(made, change):
    """A changed copy of a payload."""
    made = copy.deepcopy(made)
    change(made)
    return made


async def main():
    """Prints valid messages, then messages that must be refused."""
    for sentence, extra, lines in CASES:
        print(json.dumps([sentence, *message(extra, lines), True]))
    print(json.dumps(["a name as long as it may be", *message("", FULL, "k" * 64), True]))
    topic, made, state = message("", FULL)
    key = "gestured_kiosk-1_"
    for sentence, change in [
            ("no origin", lambda it: it.pop("origin")), ("no identifiers", lambda it: it["device"].pop("identifiers")),
            ("a sensor without an id", lambda it: it["components"][f"{key}state"].pop("unique_id")),
            ("an unknown member", lambda it: it["components"][f"{key}state"].update(colour="red")),
            ("a class that is none", lambda it: it["components"][f"{key}activity"].update(device_class="touch")),
            ("a template that is none", lambda it: it["components"][f"{key}health"].update(value_template="{{ a")),
            ("a topic with a wildcard", lambda it: it["components"][f"{key}state"].update(state_topic="a/#/b")),
            ("a trigger without a subtype", lambda it: it["components"][f"{key}trigger_tap"].pop("subtype")),
            ("options of what is not an enum", lambda it: it["components"][f"{key}panel_panel"].pop("device_class")),
            ("options that lack a state", lambda it: it["components"][f"{key}panel_panel"].update(options=["gone"])),
            ("an event without types", lambda it: it["components"][f"{key}gesture"].pop("event_types")),
            ("an event that lacks a type", lambda it: it["components"][f"{key}gesture"].update(event_types=["tap"])),
            ("an event whose template is not an object", lambda it: it["components"][f"{key}gesture"].update(
                value_template='{"event_type": "x{{ value }}"}')),
            ("two entities with an id", lambda it: it["components"][f"{key}health"].update(
                default_entity_id="sensor.kiosk_1_state")),
            ("another member in a template", lambda it: it["components"][f"{key}last_touch"].update(
                value_template="{{ value_json.fingers }}"))]:
        print(json.dumps([f"refused: {sentence}", topic, changed(made, change), state, False]))
    text = BLUEPRINT.read_text(encoding="utf-8")
    for sentence, blueprint, inputs in [
            ("the blueprint", text, INPUTS),
            ("refused: the blueprint without a kiosk", text, {"gesture": "tap"}),
            ("refused: a blueprint of another domain", text.replace("domain: automation", "domain: script"), INPUTS),
            ("refused: a blueprint with an unknown member", text.replace("not_from", "never_from"), INPUTS)]:
        print(json.dumps([sentence, "blueprint", blueprint, inputs, not sentence.startswith("refused")]))
    print(json.dumps(["refused: a topic with other signs", topic.replace("kiosk-1", "kiosk 1"), made, state, False]))


asyncio.run(main())
