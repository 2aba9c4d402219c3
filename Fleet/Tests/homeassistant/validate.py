"""Checks discovery messages of gestured-mqtt with Home Assistant's own schemas: validate.py FOLDER...

FOLDERs have Home Assistant and its dependencies. Each line of standard input is a JSON array: a
sentence, a topic, a payload, the other retained messages by topic, and whether Home Assistant must
accept the message. If the topic is "blueprint", the payload is the text of a blueprint, and the state its
inputs. The last line is "N passed, N failed".
"""

import asyncio
import copy
import importlib.abc
import importlib.machinery
import json
import sys
import tempfile
from unittest import mock

PREFIX = "homeassistant"


class Absent(mock.MagicMock):
    """Replaces a module that is imported and not used."""

    __path__ = []


class AbsentModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of ABSENT: Home Assistant imports them, but not for MQTT."""

    def find_spec(self, name, path=None, target=None):
        """As importlib requires."""
        if name.partition(".")[0] not in ABSENT:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        """As importlib requires."""
        return Absent(name=spec.name)

    def exec_module(self, module):
        """Does nothing."""


ABSENT = {"hass_nabucasa", "aiohttp_asyncmdnsresolver", "astral", "zeroconf", "cronsim", "securetar", "requests"}
sys.path[:0] = sys.argv[1:]
sys.meta_path.append(AbsentModules())

import voluptuous as vol  # noqa: E402 (the path comes first)
from homeassistant import core, exceptions  # noqa: E402
from homeassistant.components.automation import config as automation  # noqa: E402
from homeassistant.components.blueprint import models as blueprint  # noqa: E402
from homeassistant.components.homeassistant.triggers import state as state_trigger  # noqa: E402
from homeassistant.components.mqtt import (  # noqa: E402
    binary_sensor, device_trigger, discovery, event, models, sensor)
from homeassistant.components.mqtt.schemas import DEVICE_DISCOVERY_SCHEMA  # noqa: E402
from homeassistant.util import dt, yaml  # noqa: E402

SCHEMAS = {"sensor": sensor.DISCOVERY_SCHEMA, "binary_sensor": binary_sensor.DISCOVERY_SCHEMA,
           "device_automation": device_trigger.TRIGGER_DISCOVERY_SCHEMA, "event": event.DISCOVERY_SCHEMA}


def state_fault(component, state):
    """Why an entity refuses the message that is retained on its topic; None if it accepts the message, or if there
    is none."""
    if (attributes := state.get(component.get("json_attributes_topic"))) is not None \
            and not isinstance(json.loads(attributes), dict):
        return "its attributes are not an object"
    if (text := state.get(component.get("state_topic"))) is None:
        return None
    template = models.MqttValueTemplate(component.get("value_template"))
    value = template.async_render_with_possible_json_value(text, "?")
    if "payload_on" in component and value not in (component["payload_on"], component["payload_off"]):
        return f"{value!r} is neither on nor off"
    # As in MqttSensor. The text "None" means that there is no value.
    if value == "?" or value == "" or len(value) > 255:
        return f"{value!r} is not a state"
    if "state_class" in component and value != "None" and not value.isdigit():
        return f"{value!r} is not a number"
    if component.get("device_class") == "timestamp" and dt.parse_datetime(value) is None:
        return f"{value!r} is not a time"
    if "options" in component and value not in component["options"]:
        return f"{value!r} is none of {component['options']}"
    return None


def event_fault(component, triggers):
    """Why an event entity does not report a trigger; None if it reports all."""
    template = models.MqttValueTemplate(component.get("value_template"))
    for trigger in triggers:
        made = json.loads(template.async_render_with_possible_json_value(trigger, "?"))
        if made != {"event_type": trigger} or trigger not in component["event_types"]:
            return f"the trigger {trigger} becomes {made}"
    return None


def discovery_fault(topic, payload, state):
    """Why Home Assistant refuses a message, or changes it; None if it accepts the message. The steps are those of
    async_discovery_message_received."""
    match = discovery.TOPIC_MATCHER.fullmatch(topic.removeprefix(f"{PREFIX}/"))
    if not topic.startswith(f"{PREFIX}/") or not match or match["component"] != "device":
        return f"{topic} is not a topic of a device"
    message = discovery.MQTTDiscoveryPayload(copy.deepcopy(payload))
    discovery._replace_all_abbreviations(message)
    try:
        DEVICE_DISCOVERY_SCHEMA(message)
    except vol.Invalid as error:
        return f"the message: {error}"
    seen, entity_ids = set(), set()
    triggers = [each["payload"] for each in message["components"].values() if "payload" in each]
    for key, component in message["components"].items():
        platform = component.pop("platform")
        if not component:
            continue  # The message removes this component.
        given = set(component)
        single = discovery.MQTTDiscoveryPayload(component)
        single.update(device=message["device"], origin=message["origin"])
        discovery._merge_common_device_options(single, message)
        try:
            accepted = SCHEMAS[platform](single)
        except vol.Invalid as error:
            return f"{key}: {error}"
        # The schema omits members that it does not know. A trigger needs no id.
        unknown = given - set(accepted) - ({"unique_id"} if platform == "device_automation" else set())
        if unknown:
            return f"{key}: it does not know {', '.join(sorted(unknown))}"
        if (reason := state_fault(accepted, state)) is not None:
            return f"{key}: {reason}"
        if platform == "event" and (reason := event_fault(accepted, triggers)) is not None:
            return f"{key}: {reason}"
        if (entity_id := component.get("default_entity_id")) is not None:
            if not core.valid_entity_id(entity_id) or entity_id in entity_ids:
                return f"{key}: {entity_id} is not an id, or that of another entity"
            entity_ids.add(entity_id)
        identity = (platform, component.get("unique_id"), component.get("type"), component.get("subtype"))
        if identity in seen:
            return f"{key} is a duplicate: {identity}"
        seen.add(identity)
    return None


def blueprint_fault(text, inputs):
    """Why Home Assistant makes no automation of a blueprint and these inputs; None if it makes one."""
    try:
        made = blueprint.Blueprint(yaml.parse_yaml(text), expected_domain="automation", path="a.yaml",
                                   schema=automation.AUTOMATION_BLUEPRINT_SCHEMA)
        chosen = blueprint.BlueprintInputs(made, {"use_blueprint": {"path": "a.yaml", "input": inputs}})
        chosen.validate()
        for trigger in automation.PLATFORM_SCHEMA(chosen.async_substitute())["triggers"]:
            state_trigger.TRIGGER_STATE_SCHEMA(trigger)
    except (vol.Invalid, exceptions.HomeAssistantError) as error:
        return str(error)
    return None


async def main():
    """Prints a line for each message; returns the exit status."""
    # Templates require an instance of HomeAssistant, which need not run.
    core.HomeAssistant(tempfile.mkdtemp())
    failed = passed = 0
    for line in sys.stdin:
        sentence, topic, payload, state, wanted = json.loads(line)
        reason = blueprint_fault(payload, state) if topic == "blueprint" else discovery_fault(topic, payload, state)
        is_right = (reason is None) == wanted
        passed, failed = passed + is_right, failed + (not is_right)
        print(f"{'ok   ' if is_right else 'FAIL '} {sentence}: {reason or 'accepted'}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


sys.exit(asyncio.run(main()))
