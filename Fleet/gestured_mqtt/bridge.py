"""One kiosk: converts the daemon's lines to messages for the broker."""

from __future__ import annotations

import asyncio
from collections import Counter
import json
import logging
import random
from types import ModuleType
from typing import Any, cast

from gestured import Backoff, Touchscreen

from . import VERSION, clocks, discovery
from .broker import OFFLINE, ONLINE, BrokerLink, Topics
from .configuration import Configuration
from .daemon import DaemonLink
from .devicelist import DeviceList
from .echo import Echo
from .outbox import Entry, Outbox
from .panels import MAXIMUM_PANELS, Panels
from .presence import Presence
from .pump import Pump
from .retained import Retained

log = logging.getLogger("gestured-mqtt")

# Changes of state wait while this many messages are unacknowledged. State has fewer topics, so all of it can be
# sent at once on a new connection.
STATE_WINDOW = 64
# Seconds between two checks of the age of messages, of the wall clock and of the number of drops.
CHECK_INTERVAL = 30
# Seconds from the start until the discovery message is sent even if the daemon has not listed its panels.
DISCOVERY_TIMEOUT = 10
# The wall clock was set if its offset to the boot clock has changed by this much; slewing changes it by less.
CLOCK_STEP_US = 1_000_000
# Seconds for the last messages, after the program was asked to stop.
STOP_TIMEOUT = 3
# The maximum memory of waiting triggers, in bytes.
TRIGGER_BYTES = 64 * 1024


def encode(value: Any) -> bytes:
    """JSON in the form of the protocol."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


class Bridge:
    """Handles the events of both connections."""

    def __init__(self, configuration: Configuration, rng: random.Random | ModuleType = random) -> None:
        self.configuration = configuration
        settings = configuration.queue
        self._rng = rng
        self._base = configuration.topic
        self.outbox = Outbox(settings.maximum_bytes, settings.age * 1_000_000, self._overflow_line)
        self._triggers = Outbox(TRIGGER_BYTES, configuration.home_assistant.trigger_age * 1_000_000)
        self.retained = Retained(self._send_state)
        self.presence = Presence()
        self._panels = Panels()
        self._hello: dict[str, Any] | None = None
        self._presence_since_us = 0
        self._clock_offset_us = clocks.offset_us()
        self._published_presence: tuple[str, str] | None = None
        # `source` and `sha256`, and whether a later file was refused; None while no daemon has reported them.
        self._daemon_configuration: dict[str, Any] | None = None
        self._is_configuration_refused: bool | None = None
        self._health_counts: Counter[str] = Counter()
        self._last_touch: dict[str, Any] | None = None
        self._touch_timer: asyncio.TimerHandle | None = None
        # The keys of panels that discovery messages remove, the oldest first.
        self._removed_panels: dict[str, bool] = {}
        self._unsent_hello: tuple[bytes, int] | None = None
        self._reported_drops = 0
        reconnect = Backoff(configuration.broker.reconnect_base, configuration.broker.reconnect_maximum, rng)
        self.broker = BrokerLink(configuration.broker, self._topics(), self, reconnect)
        self.daemon = DaemonLink(configuration.daemon, self)
        self._pump = Pump(self.broker, ((self._triggers, lambda entry: entry.payload), (self.outbox, self._dated)),
                          settings.rate)
        availability = f"{self._base}/availability"
        self._echo = Echo(configuration, lambda: self.retained.payloads.get(availability),
                          lambda: self.retained.publish_again(availability))
        self._device_list = DeviceList(configuration.daemon, self._devices_listed)

    def _topics(self) -> Topics:
        availability = f"{self._base}/availability"
        home_assistant = self.configuration.home_assistant
        status = [home_assistant.status_topic] if home_assistant.discovery else []
        return Topics(availability, (availability, f"{self._base}/devices/+", *status))

    async def run(self) -> None:
        """Runs until it is cancelled; then publishes that the kiosk is offline."""
        self._publish_presence()
        # By then a running daemon has listed its panels.
        asyncio.get_running_loop().call_later(DISCOVERY_TIMEOUT, self._publish_discovery)
        tasks = [asyncio.ensure_future(each) for each in
                 (self.broker.run(), self.daemon.run(), self._check_periodically())]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks[1:]:
                task.cancel()
            # The ends of active gestures are published first.
            await asyncio.gather(*tasks[1:], return_exceptions=True)
            await self._go_offline()
            tasks[0].cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _go_offline(self) -> None:
        """Publishes `offline`, with the reason, before the connection ends."""
        self.presence.lost("stopped")
        self._publish_presence()
        if self.broker.is_connected:
            loop = asyncio.get_running_loop()
            end = loop.time() + STOP_TIMEOUT
            while loop.time() < end and self.broker.is_connected and (len(self.outbox) or self.broker.unacknowledged):
                await asyncio.sleep(0.02)
        self.broker.stop()

    async def _check_periodically(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            self._pump.expire()
            self.daemon.request_status()
            if self._clock_was_set() or self.outbox.dropped != self._reported_drops:
                self._publish_presence()

    def _clock_was_set(self) -> bool:
        """Whether the wall clock was set since the last call. If so, publishes the date of the last touch again."""
        offset_us = clocks.offset_us()
        if abs(offset_us - self._clock_offset_us) < CLOCK_STEP_US:
            return False
        self._clock_offset_us = offset_us
        if self._last_touch is not None:
            self._publish_touch()
        return True

    # Events of the daemon.

    def greeted(self, hello: dict[str, Any]) -> None:
        """A connection to the daemon has begun."""
        self._hello = hello
        self._unsent_hello = None
        self._device_list.cancel()
        self.presence.greeted()
        self._panels.snapshot_begins()

    def line_received(self, line: dict[str, Any], text: bytes) -> None:
        """Handles every line except replies."""
        kind = line["type"]
        now = clocks.boot_us()
        if kind == "hello":
            # `hello` is published with the next line, unless that is `bye`: a daemon that has no room for another
            # client sends both at each attempt.
            self._unsent_hello = (text, now)
            return
        if self._unsent_hello is not None:
            hello, self._unsent_hello = self._unsent_hello, None
            if kind == "bye":
                return
            self.outbox.append(f"{self._base}/lines", *hello)
        if kind == "snapshot_end":
            self._snapshot_ended()
            self._pump.schedule()
            return
        self.outbox.append(f"{self._base}/lines", text, now)
        if kind == "device":
            self._device_changed(line)
        elif kind == "overflow":
            self._device_list.invalidate()
        elif kind == "gesture":
            self._gesture_received(line, now)
        elif kind == "activity":
            self._activity_changed(line.get("state"))
        elif kind == "health":
            self._health_reported(line)
        self._pump.schedule()

    def line_made(self, text: bytes) -> None:
        """Publishes the end of a gesture that the daemon did not send. Nothing was touched: no trigger fires."""
        self.outbox.append(f"{self._base}/lines", text, clocks.boot_us())
        self._pump.schedule()

    def replied(self) -> None:
        """The daemon has replied to a request."""
        self.presence.replied()
        self._publish_presence()

    def fell_silent(self) -> None:
        """The daemon has not answered in time."""
        self.presence.fell_silent()
        self._publish_presence()

    def bye_received(self, reason: Any) -> None:
        """The daemon has announced that it ends the connection."""
        self.presence.bye_received(reason)
        self._publish_presence()

    def lost(self, reason: str, detail: str = "") -> None:
        """The connection to the daemon has ended, or cannot be made."""
        self._device_list.cancel()
        self._daemon_configuration = self._is_configuration_refused = None
        self.presence.lost(reason, detail)
        self._publish_presence()

    def status_received(self, status: dict[str, Any]) -> None:
        """Handles the state that the daemon reports only on request."""
        self._activity_changed(status.get("activity"))
        configuration = {"source": status.get("configuration"), "sha256": status.get("configuration_sha256")}
        is_refused = status.get("configuration_refused")
        if (configuration, is_refused) != (self._daemon_configuration, self._is_configuration_refused):
            self._daemon_configuration, self._is_configuration_refused = configuration, is_refused
            self._publish_presence()
        time_us = status.get("last_touch_us")
        if self._last_touch is None and isinstance(time_us, int):
            age = clocks.monotonic_age_us(time_us)
            # The timestamps of a recording are from another machine's clock.
            if 0 <= age <= clocks.boot_us():
                self._record_touch({"at": clocks.boot_us() - age})

    def _snapshot_ended(self) -> None:
        self.presence.snapshot_ended()
        self._publish_missing_panels()
        self._publish_discovery()
        self._publish_presence()

    def _device_changed(self, line: dict[str, Any]) -> None:
        self._update_device(line["device"], line.get("change") == "removed")
        self._publish_discovery()
        if self.presence.knows_devices:
            self._publish_presence()

    def _update_device(self, device: dict[str, Any], is_removed: bool) -> None:
        key = self._panels.update(device, is_removed, clocks.iso(clocks.wall_us()))
        self.presence.device_changed(device.get("id"), None if is_removed else device.get("state"))
        for evicted in self._panels.pop_evicted():
            self.retained.clear(f"{self._base}/devices/{evicted}")
            self._remove_from_home_assistant(evicted)
        if key is None:
            log.warning("there are more touchscreens than are published: %s is not", device.get("name"))
        else:
            self._publish_panel(key)

    def _devices_listed(self, devices: list[Touchscreen]) -> None:
        """Replaces the list of devices, because lines about them may have been lost."""
        self._panels.snapshot_begins()
        self.presence.devices_invalidated()
        for device in devices:
            self._update_device(cast(dict[str, Any], device), False)
        self._publish_missing_panels()
        self._publish_discovery()
        self._publish_presence()

    def _gesture_received(self, line: dict[str, Any], now: int) -> None:
        self._record_touch({"at": now, **{name: line[name] for name in ("gesture", "name", "zone", "fingers")
                                          if name in line}})
        for trigger in self.configuration.home_assistant.triggers:
            if trigger.matches(line):
                self._triggers.append(f"{self._base}/trigger", trigger.id.encode(), now)

    def _activity_changed(self, state: Any) -> None:
        if state in ("active", "idle"):
            self.retained.set(f"{self._base}/activity", state.encode())
            if state == "active" and self._last_touch is not None:
                self._record_touch({**self._last_touch, "at": clocks.boot_us()})

    def _health_reported(self, line: dict[str, Any]) -> None:
        self._health_counts[str(line.get("problem"))] += 1
        members = {name: value for name, value in line.items() if name not in ("type", "seq", "time_us")}
        self._set("health", {**members, "time": clocks.iso(clocks.wall_us()), "counts": dict(self._health_counts)})

    # Publishing state.

    def _set(self, name: str, value: Any) -> None:
        self.retained.set(f"{self._base}/{name}", encode(value))

    def _publish_panel(self, key: str) -> None:
        self._removed_panels.pop(key, None)
        self._set(f"devices/{key}", self._panels.payloads[key])

    def _publish_missing_panels(self) -> None:
        """Publishes panels as gone that the daemon has not listed."""
        for key in self._panels.snapshot_ends(clocks.iso(clocks.wall_us())):
            self._publish_panel(key)

    def _remove_from_home_assistant(self, key: str) -> None:
        """Removes a panel by the next discovery message and later ones, as Home Assistant may not run now."""
        self._removed_panels[key] = True
        while len(self._removed_panels) > MAXIMUM_PANELS:
            del self._removed_panels[next(iter(self._removed_panels))]

    def _publish_discovery(self) -> None:
        if self.configuration.home_assistant.discovery:
            server = self._hello.get("server") if self._hello else None
            self.retained.set(discovery.topic(self.configuration), encode(
                discovery.payload(self.configuration, self._panels.payloads, server, self._removed_panels)))

    def _publish_presence(self) -> None:
        """Publishes `state` before `availability`: a reader of the new availability already finds its reason."""
        reason, text = self.presence.reason, self.presence.text
        if (reason, text) != self._published_presence:
            if self._published_presence is None or reason != self._published_presence[0]:
                self._presence_since_us = clocks.boot_us()
                log.info("%s: %s", "online" if self.presence.is_online else "offline", self.presence.text)
            self._published_presence = (reason, text)
        self._reported_drops = self.outbox.dropped
        hello = self._hello or {}
        self._set("state", {
            "availability": "online" if self.presence.is_online else "offline", "reason": reason, "text": text,
            "since": clocks.iso(self._presence_since_us + self._clock_offset_us), "program": f"gestured-mqtt/{VERSION}",
            "server": hello.get("server"), "boot_id": hello.get("boot_id"), "configuration": self._daemon_configuration,
            "configuration_refused": self._is_configuration_refused,
            "dropped": {"age": self.outbox.dropped_for_age, "room": self.outbox.dropped_for_room}})
        self.retained.set(f"{self._base}/availability", ONLINE if self.presence.is_online else OFFLINE)

    def _record_touch(self, touch: dict[str, Any]) -> None:
        """Records the last touch, and publishes it at most once in `last_touch_interval`: the touches of a fleet
        would otherwise dominate the load of the broker."""
        self._last_touch = touch
        if self._touch_timer is None:
            self._publish_touch()
            self._touch_timer = asyncio.get_running_loop().call_later(
                self.configuration.last_touch_interval, self._touch_interval_ended, touch)

    def _touch_interval_ended(self, published: dict[str, Any]) -> None:
        self._touch_timer = None
        if self._last_touch is not None and self._last_touch is not published:
            self._record_touch(self._last_touch)

    def _publish_touch(self) -> None:
        touch = dict(self._last_touch or {})
        self._set("last_touch", {"time": clocks.iso(clocks.wall_of(touch.pop("at"))), **touch})

    def _send_state(self, topic: str, payload: bytes) -> bool:
        """Sends a message of state; returns whether it was sent. While the broker acknowledges nothing, changes
        wait, and only the last one of each topic is sent."""
        return self.broker.unacknowledged < STATE_WINDOW and \
            self.broker.publish(topic, payload, retain=True) is not None

    # Events of the broker.

    def connected(self) -> None:
        """A connection to the broker has begun."""
        self.retained.connection_made()
        self._echo.connected()
        self._pump.schedule()

    def disconnected(self) -> None:
        """The connection to the broker has ended: messages in flight wait again."""
        self._pump.connection_lost()
        self._echo.disconnected()

    def acknowledged(self, message_id: int) -> None:
        """The broker has acknowledged a message, so another may be sent: state first, then lines."""
        self._pump.acknowledged(message_id)
        self.retained.flush()
        self._pump.schedule()

    def message_received(self, topic: str, payload: bytes, is_retained: bool) -> None:
        """Handles a message of a subscribed topic."""
        if topic == f"{self._base}/availability":
            self._echo.published(payload)
        elif topic.startswith(f"{self._base}/devices/"):
            self._panel_published(topic, payload, is_retained)
        elif payload == b"online" and not is_retained:
            # Home Assistant has started. All kiosks receive this at once, and spread their answers.
            asyncio.get_running_loop().call_later(
                self._rng.uniform(0, self.configuration.home_assistant.spread),
                self.retained.publish_again, discovery.topic(self.configuration))

    def _panel_published(self, topic: str, payload: bytes, is_retained: bool) -> None:
        """Handles a retained message of an earlier run, or an empty message, with which another client removes a
        panel that is gone."""
        key = topic.rpartition("/")[2]
        if is_retained and payload and self._panels.recall(key, payload):
            if self.presence.knows_devices:
                self._publish_missing_panels()
        elif not payload and self._panels.forget(key):
            self.retained.forget(topic)
            self._remove_from_home_assistant(key)
        else:
            return
        if discovery.topic(self.configuration) in self.retained.payloads:
            self._publish_discovery()

    # Lines in the outbox.

    def _overflow_line(self, count: int) -> tuple[str, bytes]:
        """Topic and payload of a line that replaces dropped ones, in the form of the daemon's `overflow`."""
        return f"{self._base}/lines", encode({"type": "overflow", "dropped": count, "by": "gestured-mqtt"})

    @staticmethod
    def _dated(entry: Entry) -> bytes:
        """The payload of a line, with its time of arrival added, by the current wall clock."""
        return b"%b,\"received_us\":%d}" % (entry.payload.rstrip()[:-1], clocks.wall_of(entry.received_us))
