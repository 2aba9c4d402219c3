"""Availability, panels, triggers and discovery, without a broker or a daemon."""

import asyncio
from dataclasses import replace
from datetime import datetime
import json

from fake_daemon import gesture
from gestured_mqtt import clocks, configuration, discovery
from gestured_mqtt.bridge import Bridge, encode
from gestured_mqtt.panels import MAXIMUM_PANELS, Panels
from gestured_mqtt.presence import REASONS, Presence
from gestured_mqtt.retained import Retained
from gestured_mqtt.triggers import DEFAULT_TRIGGERS, Trigger
import lying_daemon
from scene import expect


def settings(**members):
    """A configuration that is read from no file."""
    broker = configuration.Broker("127.0.0.1", 1883, "gestured-kiosk-1")
    values = {"name": "kiosk-1", "title": "Hall", "topic": "gestured/kiosk-1", "broker": broker,
              "daemon": configuration.Daemon("/s", subscription=(("phases", ["ended"]),)),
              "queue": configuration.Queue(), "home_assistant": configuration.HomeAssistant(), **members}
    return configuration.Configuration(**values)


# A name, the calls of Presence, and the resulting reason; the kiosk is online only if it is "ok".
STORIES = [
    ("a daemon without a touchscreen", [("greeted",), ("snapshot_ended",)], "no_touchscreen"),
    ("devices are listed, and the list is not complete", [("greeted",), ("device_changed", 1, "open")], "starting"),
    ("a touchscreen is connected", [("greeted",), ("device_changed", 1, "open"), ("snapshot_ended",)], "ok"),
    ("it cannot be read", [("greeted",), ("device_changed", 1, "error"), ("snapshot_ended",)], "touchscreen_error"),
    ("one of two can be read", [("greeted",), ("device_changed", 1, "error"), ("device_changed", 2, "open"),
                                ("snapshot_ended",)], "ok"),
    ("it is unplugged", [("greeted",), ("device_changed", 1, "open"), ("snapshot_ended",),
                         ("device_changed", 1, None)], "no_touchscreen"),
    ("it is plugged in again", [("greeted",), ("snapshot_ended",), ("device_changed", 2, "open")], "ok"),
    ("a ping without a reply", [("greeted",), ("device_changed", 1, "open"), ("snapshot_ended",),
                                ("fell_silent",), ("fell_silent",)], "daemon_not_answering"),
    ("the reply arrives late", [("greeted",), ("device_changed", 1, "open"), ("snapshot_ended",), ("fell_silent",),
                                ("replied",)], "ok"),
    ("unplugged while it hangs", [("greeted",), ("device_changed", 1, "open"), ("snapshot_ended",), ("fell_silent",),
                                  ("device_changed", 1, None), ("replied",)], "no_touchscreen"),
    ("it hangs between hello and its list, and continues",
     [("greeted",), ("fell_silent",), ("device_changed", 1, "open"), ("snapshot_ended",)], "ok"),
    ("it hangs between hello and its list", [("greeted",), ("device_changed", 1, "open"), ("fell_silent",)],
     "daemon_not_answering"),
    ("hello does not arrive", [("fell_silent",)], "daemon_not_answering"),
    ("a reply before hello does not make it online", [("replied",)], "starting"),
    ("the reason is that of the bye, not of the end after it",
     [("greeted",), ("device_changed", 1, "open"), ("snapshot_ended",), ("bye_received", "restarting"),
      ("lost", "connection_closed")], "daemon_restarting"),
    ("a stopped daemon stays stopped", [("greeted",), ("bye_received", "shutdown"), ("lost", "daemon_absent")],
     "daemon_stopped"),
    ("a restart that does not end", [("greeted",), ("bye_received", "restarting"), ("lost", "daemon_absent")],
     "daemon_absent"),
    ("a bye with an unknown reason", [("greeted",), ("bye_received", "tired")], "connection_closed"),
    ("an end without a bye", [("greeted",), ("device_changed", 1, "open"), ("snapshot_ended",),
                              ("lost", "connection_closed")], "connection_closed"),
    ("the devices of an earlier connection do not count",
     [("greeted",), ("device_changed", 1, "open"), ("snapshot_ended",), ("lost", "connection_closed"), ("greeted",),
      ("snapshot_ended",)], "no_touchscreen"),
    ("stopped in order", [("greeted",), ("device_changed", 1, "open"), ("snapshot_ended",), ("lost", "stopped")],
     "stopped"),
]


def test_a_kiosk_is_online_only_if_the_daemon_answers_and_a_touchscreen_is_open():
    for story, steps, reason in STORIES:
        presence = Presence()
        for name, *arguments in steps:
            getattr(presence, name)(*arguments)
        expect(presence.reason == reason, f"{story}: {presence.reason}, not {reason}")
        expect(presence.is_online == (reason == "ok"), f"{story}: online is {presence.is_online}")
        expect(presence.text.startswith(REASONS[reason]), f"{story}: {presence.text}")


def device(number, name="ELAN Touchscreen", **members):
    return {"id": number, "name": name, "width_mm": 344.2, "height_mm": 193.6, "state": "open", **members}


def test_a_touchscreen_that_is_plugged_in_again_has_the_same_topic_under_another_id():
    panels = Panels()
    key = panels.update(device(1), False, "t1")
    expect(key == "elan_touchscreen", f"its key is {key}")
    panels.update(device(1), True, "t2")
    expect(panels.payloads[key]["state"] == "gone" and panels.payloads[key]["since"] == "t2", "it is not gone")
    expect(panels.update(device(7), False, "t3") == key, "it has another key")
    expect(panels.payloads[key]["id"] == 7 and panels.payloads[key]["since"] == "t3", f"{panels.payloads}")


def test_each_touchscreen_has_its_own_topic_even_with_the_same_name_another_script_or_no_name():
    panels = Panels()
    keys = [panels.update(each, False, "t") for each in (
        device(1), device(2), device(3, output="HDMI-1"), device(4, name="触摸屏"), device(5, name=""),
        device(6, name="a/b+#c"))]
    expect(keys == ["elan_touchscreen", "elan_touchscreen_2", "elan_touchscreen_hdmi_1", "touchscreen",
                    "touchscreen_2", "a_b_c"], f"{keys}")


def test_a_panel_that_the_daemon_does_not_list_is_gone_even_if_an_earlier_run_published_it():
    panels = Panels()
    panels.update(device(1), False, "t1")
    panels.snapshot_begins()
    panels.update(device(4, name="Other"), False, "t2")
    expect(panels.snapshot_ends("t3") == ["elan_touchscreen"], "it is still listed")
    expect(panels.recall("old", json.dumps(device(9, name="Old", state="open")).encode()), "not recalled")
    expect(panels.payloads["old"] == device(9, name="Old", state="open"), f"{panels.payloads}")
    expect(panels.snapshot_ends("t4") == ["old"] and panels.payloads["old"]["state"] == "gone", "not gone")
    for junk in (b"", b"[]", b"{", b"\xff", b'{"name":1}', b'{"state":"open","name":[]}', b'{"state":[]}', b"7",
                 b'{"state":"open","output":{}}', b"[" * 100_000, b'{"state":"open"} ' + b" " * 4096,
                 b'{"state":"open","name":"' + b"x" * 513 + b'"}', b'{"state":"open","slots":1e3}',
                 b'{"state":"open","id":-1}', b'{"state":"open","slots":true}', b'{"state":"open","bus":9' + b"9" * 99
                 + b"}", b'{"state":"open","width_mm":NaN}', b'{"state":"open","width_mm":-Infinity}',
                 b'{"state":"open","height_mm":"1"}', b'{"state":"open","path":["x"]}', b'{"state":"open","since":1}'):
        expect(not panels.recall("junk", junk) and "junk" not in panels.payloads, f"accepted {junk[:80]}")
    for key in ("", "x" * 65, "Old", "\u89e6", "a b"):
        expect(not panels.recall(key, b'{"state":"open"}'), f"accepted the key {key}")
    expect(not panels.recall("other", json.dumps(device(1, name="Stale")).encode()), "an old state replaced a new one")


def test_panels_recalled_before_the_daemons_list_are_gone_unless_it_lists_them():
    panels = Panels()
    for key, name in (("old", "Old"), ("elan_touchscreen", "ELAN Touchscreen")):
        expect(panels.recall(key, json.dumps(device(9, name=name)).encode()), f"{key} is not recalled")
    panels.snapshot_begins()
    expect(panels.update(device(1), False, "t2") == "elan_touchscreen", "it has another key")
    expect(panels.snapshot_ends("t3") == ["old"], f"{panels.payloads}")


def test_touchscreens_of_one_name_keep_their_topics_over_restarts_in_any_order():
    first = Panels()
    for number in range(1, 4):
        first.update(device(number), False, "t1")
    for order in (list(first.payloads), list(first.payloads)[::-1]):
        again = Panels()
        for key in order:
            again.recall(key, json.dumps(first.payloads[key]).encode())
        again.snapshot_begins()
        keys = {again.update(device(number), False, "t2") for number in range(1, 4)}
        expect(keys == set(first.payloads) and len(again.payloads) == 3, f"{keys} of {order}")


def test_beyond_the_maximum_of_touchscreens_a_new_one_replaces_the_one_that_has_been_gone_longest():
    panels = Panels()
    for number in range(MAXIMUM_PANELS):
        panels.update(device(number, name=f"Panel {number}"), False, "t0")
    for number, stamp in ((5, "t1"), (3, "t2")):
        panels.update(device(number, name=f"Panel {number}"), True, stamp)
    expect(panels.update(device(90, name="New"), False, "t3") == "new" and panels.pop_evicted() == ["panel_5"],
           f"{set(panels.payloads)}")
    expect(panels.update(device(91, name="Newer"), False, "t3") == "newer" and panels.pop_evicted() == ["panel_3"],
           f"{set(panels.payloads)}")
    expect(panels.update(device(92, name="Newest"), False, "t3") is None and not panels.pop_evicted(),
           "a connected one was forgotten")
    expect(len(panels.payloads) == MAXIMUM_PANELS, f"{len(panels.payloads)}")


def test_only_a_touchscreen_that_is_gone_can_be_forgotten_and_returns_as_a_new_one():
    panels = Panels()
    panels.update(device(1), False, "t1")
    expect(not panels.forget("elan_touchscreen") and not panels.forget("other"), "forgot a connected one")
    panels.update(device(1), True, "t2")
    expect(panels.forget("elan_touchscreen") and not panels.payloads, f"{panels.payloads}")
    expect(panels.update(device(2), False, "t3") == "elan_touchscreen", "it has another key")
    made = discovery.payload(settings(), panels.payloads, None, ["elan_touchscreen", "old"])["components"]
    expect(made["gestured_kiosk-1_panel_old"] == {"platform": "sensor"}, "Home Assistant is not asked to remove it")
    expect("state_topic" in made["gestured_kiosk-1_panel_elan_touchscreen"], "a connected one is removed")


def test_the_number_of_topics_is_limited_for_a_thousand_touchscreens():
    panels = Panels()
    keys = {panels.update(device(number, name=f"Panel {number}"), False, "t") for number in range(1000)}
    topics = len(panels.payloads)
    expect(len(keys - {None}) == MAXIMUM_PANELS and topics == MAXIMUM_PANELS, f"{topics} topics")


LINE = {"gesture": "swipe", "name": "menu", "zone": "screen", "phase": "ended", "fingers": 3, "direction": "left"}


def test_a_trigger_matches_the_lines_that_it_names_and_no_others():
    for trigger, line, wanted in [
            (Trigger("a", (("gesture", "swipe"),)), LINE, True),
            (Trigger("a", (("gesture", "swipe"), ("direction", "left"))), LINE, True),
            (Trigger("a", (("direction", "right"),)), LINE, False),
            (Trigger("a", (("zone", "corner"),)), LINE, False),
            (Trigger("a", (("name", "menu"),), (("fingers", 2, 3),)), LINE, True),
            (Trigger("a", (("name", "menu"),), (("fingers", 4, 5),)), LINE, False),
            (Trigger("a", (("name", "menu"),), (("count", 1, 2),)), LINE, False),
            (Trigger("a", (("name", "menu"),), (), "began"), LINE, False),
            (Trigger("a", (("name", "menu"),), (("fingers", 2, 3),)), {**LINE, "fingers": "3"}, False)]:
        expect(trigger.matches(line) is wanted, f"{trigger} and {line}")
    matching = [each.id for each in DEFAULT_TRIGGERS if each.matches(LINE)]
    expect(matching == ["swipe_left"], f"{matching}")


# For each platform, the members besides `platform` that Home Assistant requires, and the others that gestured-mqtt
# uses (documentation of sensor.mqtt, binary_sensor.mqtt, event.mqtt and device_trigger.mqtt).
REQUIRED = {"sensor": {"state_topic", "unique_id"}, "binary_sensor": {"state_topic", "unique_id"},
            "event": {"state_topic", "unique_id", "event_types"},
            "device_automation": {"automation_type", "topic", "type", "subtype"}}
OPTIONAL = {
    "sensor": {"name", "entity_category", "value_template", "json_attributes_topic", "icon", "device_class",
               "state_class", "options", "availability_topic", "qos", "default_entity_id"},
    "event": {"name", "value_template", "icon", "availability_topic", "qos", "default_entity_id"},
    "binary_sensor": {"name", "entity_category", "device_class", "payload_on", "payload_off",
                      "json_attributes_topic", "availability_topic", "qos", "default_entity_id"},
    "device_automation": {"payload", "qos"}}


def test_the_discovery_message_has_the_form_that_home_assistants_documentation_gives():
    panels = {"elan": {"name": "ELAN", "state": "open"}}
    made = discovery.payload(settings(), panels, "gestured/0.1.0")
    expect(discovery.topic(settings()) == "homeassistant/device/kiosk-1/gestured/config", "another topic")
    expect(made["device"]["identifiers"] == ["gestured_kiosk-1"] and made["device"]["name"] == "Hall", "the device")
    expect("gestured 0.1.0" in made["device"]["sw_version"] and made["origin"]["name"], "versions")
    seen = set()
    for key, component in made["components"].items():
        platform = component["platform"]
        members = set(component) - {"platform", "unique_id"}
        required = REQUIRED[platform] - ({"unique_id"} if platform == "device_automation" else set())
        expect(required <= set(component), f"{key} lacks {required - set(component)}")
        expect(members <= required | OPTIONAL[platform], f"{key}: {members - required - OPTIONAL[platform]}")
        expect(platform == "device_automation" or component["unique_id"] == key, f"{key} has another id")
        # Home Assistant ignores a `qos` beside `components`, so each component has its own.
        expect(component["qos"] == 1 and "qos" not in made, f"{key} is subscribed to with QoS 0")
        if component.get("device_class") == "enum":
            expect(component["options"], f"{key} has no options")
        seen.add(key)
    pairs = [(each["type"], each["subtype"]) for each in made["components"].values()
             if each["platform"] == "device_automation"]
    expect(len(pairs) == len(set(pairs)) == len(DEFAULT_TRIGGERS), f"{pairs}")
    names = {key.removeprefix("gestured_kiosk-1_") for key in seen}
    expect({"connectivity", "last_touch", "fingers", "activity", "health", "panel_elan", "state"} <= names, f"{names}")


def test_ids_of_entities_and_types_of_events_do_not_change_with_titles():
    def made(title):
        chosen = Trigger("menu", (("name", "menu"),), title=title)
        changed = replace(settings(), title=title)
        changed = replace(changed, home_assistant=replace(changed.home_assistant, triggers=(chosen,)))
        return discovery.payload(changed, {"elan": {"name": "ELAN"}}, None)["components"]

    ids = [{each.get("default_entity_id") for each in made(title).values()} for title in ("Kiosk in the hall", "Foyer")]
    expect(ids[0] == ids[1] and {"event.kiosk_1_gesture", "sensor.kiosk_1_panel_elan"} <= ids[0], f"{ids}")
    types = [made(title)["gestured_kiosk-1_gesture"]["event_types"] for title in ("Way out", "Exit")]
    expect(types == [["menu"], ["menu"]], f"{types}")


def test_a_kiosk_without_triggers_has_no_entity_of_events():
    changed = replace(settings(), home_assistant=replace(settings().home_assistant, triggers=()))
    components = discovery.payload(changed, {}, None)["components"]
    expect("gestured_kiosk-1_gesture" not in components, "it has an event entity without types")


def test_only_entities_about_the_kiosks_absence_stay_available_while_it_is_offline():
    made = discovery.payload(settings(), {"elan": {"name": "ELAN"}}, None)["components"]
    without = {key.removeprefix("gestured_kiosk-1_") for key, each in made.items()
               if each["platform"] != "device_automation" and "availability_topic" not in each}
    expect(without == {"connectivity", "state"}, f"{without}")


def test_dates_are_published_again_if_the_wall_clock_is_set_and_not_for_a_smaller_change():
    async def play():
        bridge = Bridge(settings())
        bridge._publish_presence()
        bridge.line_received(json.loads(gesture("ended", id=1)), gesture("ended", id=1))
        return [dates(bridge)] + [await step(bridge, seconds) for seconds in (0, 0.5, 3600, 3600)]

    def dates(bridge):
        state, touch = (json.loads(bridge.retained.payloads[f"gestured/kiosk-1/{name}"])
                        for name in ("state", "last_touch"))
        return [datetime.fromisoformat(each).timestamp() for each in (state["since"], touch["time"])]

    async def step(bridge, seconds):
        real = clocks.wall_us
        clocks.wall_us = lambda: real() + int(seconds * 1_000_000)
        try:
            if bridge._clock_was_set():
                bridge._publish_presence()
        finally:
            clocks.wall_us = real
        return dates(bridge)

    first, same, little, later, again = asyncio.run(play())
    expect(first == same == little, f"{first}, {same}, {little}")
    expect(all(abs(one - other - 3600) < 0.1 for one, other in zip(later, first)), f"{later} after {first}")
    expect(later == again, f"{again}")


def test_retained_state_is_published_if_it_changed_and_entirely_on_a_new_connection():
    sent, is_up = [], False

    def publish(topic, payload):
        if is_up:
            sent.append((topic, payload))
        return is_up

    state = Retained(publish)
    state.set("a", b"1")
    state.set("a", b"2")
    state.set("b", b"1")
    is_up = True
    state.connection_made()
    expect(sent == [("a", b"2"), ("b", b"1")], f"{sent}")
    state.set("a", b"2")
    expect(len(sent) == 2, "published the same again")
    is_up = False
    state.set("b", b"2")
    is_up = True
    state.set("a", b"3")
    expect(sent[2:] == [("b", b"2"), ("a", b"3")], f"{sent[2:]}")
    state.publish_again("b")
    expect(sent[4:] == [("b", b"2")], f"{sent[4:]}")
    state.clear("b")
    expect(sent[5:] == [("b", b"")] and set(state.payloads) == {"a"}, f"{sent[5:]}")
    is_up = False
    state.clear("a")
    is_up = True
    state.connection_made()
    expect(sent[6:] == [("a", b"")] and not state.payloads, f"{sent[6:]}")
    state.connection_made()
    expect(len(sent) == 7, f"{sent[7:]}")


def test_extreme_numbers_in_any_line_or_reply_do_not_end_the_program():
    async def play():
        bridge = Bridge(settings())
        bridge._publish_presence()
        bridge.greeted({"boot_id": "b"})
        for line in [each for lines in lying_daemon.unasked() for each in lines]:
            bridge.line_received(line, encode(line))
        for reply in lying_daemon.answers():
            bridge.status_received(reply.get("status", {}))
        bridge.line_received({"type": "snapshot_end"}, b"{}")
        bridge.line_received(json.loads(gesture("ended", id=1)), gesture("ended", id=1))
        return list(bridge.retained.payloads)

    expect("gestured/kiosk-1/last_touch" in asyncio.run(play()), "no touch is shown")


def test_state_has_the_configuration_that_the_daemon_reports_and_none_without_a_daemon():
    async def play():
        bridge = Bridge(settings())

        def published():
            state = json.loads(bridge.retained.payloads["gestured/kiosk-1/state"])
            return state["configuration"], state["configuration_refused"]

        bridge.greeted({"boot_id": "b"})
        found = []
        for is_refused in (False, True):
            bridge.status_received({"configuration": "file", "configuration_sha256": "a1",
                                    "configuration_refused": is_refused})
            found.append(published())
        bridge.status_received({"configuration": "fallback"})
        found.append(published())
        bridge.lost("connection_closed")
        return [*found, published()]

    file = {"source": "file", "sha256": "a1"}
    wanted = [(file, False), (file, True), ({"source": "fallback", "sha256": None}, None), (None, None)]
    expect(asyncio.run(play()) == wanted, "the configuration is not that of the daemon")
