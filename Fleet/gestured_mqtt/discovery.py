"""The discovery message for Home Assistant about this kiosk: a device with all of its entities.

The form is that of device discovery
(https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload), which Home Assistant
2024.12 and later accept. Triggers: https://www.home-assistant.io/integrations/device_trigger.mqtt/
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
import re
from typing import Any

from . import VERSION
from .configuration import Configuration
from .triggers import Trigger

# Entities that remain available while the kiosk is offline, because they report that.
ALWAYS_AVAILABLE = ("connectivity", "state")


def topic(configuration: Configuration) -> str:
    """The topic of the message. The kiosk's name is a whole level, so that an ACL can contain it."""
    return f"{configuration.home_assistant.prefix}/device/{configuration.name}/gestured/config"


def payload(configuration: Configuration, panels: Mapping[str, dict[str, Any]], server: Any,
            removed: Iterable[str] = ()) -> dict[str, Any]:
    """The message as an object. `panels` maps keys to descriptions, `server` is the member of that name in `hello`, or
    None. `removed` are keys of panels that Home Assistant must remove: it removes a component whose only member is
    its platform."""
    base = configuration.topic
    prefix = f"gestured_{configuration.name}"
    return {
        "device": _device(configuration, server),
        "origin": {"name": "gestured-mqtt", "sw_version": VERSION},
        "components": {f"{prefix}_panel_{key}": {"platform": "sensor"} for key in removed} | {
            f"{prefix}_{key}": {**component, "unique_id": f"{prefix}_{key}",
                                "default_entity_id": _entity_id(configuration.name, key, component)}
            for key, component in _entities(base, panels, configuration.home_assistant.triggers).items()
        } | {f"{prefix}_trigger_{each.id}": _trigger(base, each) for each in configuration.home_assistant.triggers},
    }


def _device(configuration: Configuration, server: Any) -> dict[str, Any]:
    version = server.partition("/")[2] if isinstance(server, str) else ""
    return {
        "identifiers": [f"gestured_{configuration.name}"],
        "name": configuration.title,
        "manufacturer": "gestured",
        "model": "Touchscreen",
        "sw_version": f"gestured {version or '?'}, gestured-mqtt {VERSION}",
    }


def _entity_id(name: str, key: str, component: Mapping[str, Any]) -> str:
    """The id by which automations refer to an entity, made from the kiosk's name, so that it does not change
    with the title. Home Assistant before 2025.10 ignores it, and derives an id from the title."""
    # Panels may have the same name.
    entity = key if key.startswith("panel_") else _slug(component["name"])
    return f"{component['platform']}.{_slug(name)}_{entity}"


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "kiosk"


def _entities(base: str, panels: Mapping[str, dict[str, Any]],
              triggers: Iterable[Trigger]) -> dict[str, dict[str, Any]]:
    """Key to entity, without its unique id."""
    entities: dict[str, dict[str, Any]] = {
        "connectivity": {
            "platform": "binary_sensor", "name": "Connectivity", "device_class": "connectivity",
            "entity_category": "diagnostic", "state_topic": f"{base}/availability", "payload_on": "online",
            "payload_off": "offline", "json_attributes_topic": f"{base}/state"},
        "state": {
            "platform": "sensor", "name": "State", "entity_category": "diagnostic", "state_topic": f"{base}/state",
            "value_template": "{{ value_json.reason }}", "json_attributes_topic": f"{base}/state",
            "icon": "mdi:gesture-tap"},
        "last_touch": {
            "platform": "sensor", "name": "Last touch", "device_class": "timestamp",
            "state_topic": f"{base}/last_touch", "value_template": "{{ value_json.time }}"},
        "fingers": {
            "platform": "sensor", "name": "Fingers of the last gesture", "state_topic": f"{base}/last_touch",
            "value_template": "{{ value_json.fingers | default(None) }}", "state_class": "measurement",
            "icon": "mdi:hand-pointing-up"},
        "activity": {
            "platform": "binary_sensor", "name": "Activity", "device_class": "occupancy",
            "state_topic": f"{base}/activity", "payload_on": "active", "payload_off": "idle"},
        "health": {
            "platform": "sensor", "name": "Health", "entity_category": "diagnostic",
            "state_topic": f"{base}/health", "value_template": "{{ value_json.problem }}",
            "json_attributes_topic": f"{base}/health", "icon": "mdi:stethoscope"},
    }
    entities |= _event(base, [each.id for each in triggers])
    for key, panel in panels.items():
        entities[f"panel_{key}"] = {
            "platform": "sensor", "name": f"Panel {panel.get('name') or key}", "entity_category": "diagnostic",
            "state_topic": f"{base}/devices/{key}", "value_template": "{{ value_json.state }}",
            "json_attributes_topic": f"{base}/devices/{key}", "device_class": "enum",
            "options": ["open", "error", "gone"]}
    for key, entity in entities.items():
        # Home Assistant ignores a `qos` of the whole message.
        entity["qos"] = 1
        if key not in ALWAYS_AVAILABLE:
            entity["availability_topic"] = f"{base}/availability"
    return entities


def _event(base: str, types: list[str]) -> dict[str, dict[str, Any]]:
    """The entity whose events are triggers, by its key; empty without triggers. The types of events are
    the ids of triggers, which do not change with titles."""
    return {"gesture": {
        "platform": "event", "name": "Gesture", "state_topic": f"{base}/trigger", "event_types": types,
        "value_template": '{"event_type": "{{ value }}"}', "icon": "mdi:gesture-tap"}} if types else {}


def _trigger(base: str, trigger: Trigger) -> dict[str, Any]:
    return {
        "platform": "device_automation", "automation_type": "trigger", "topic": f"{base}/trigger",
        "payload": trigger.id, "type": trigger.action, "subtype": trigger.subtype,
        "qos": 1,
    }
