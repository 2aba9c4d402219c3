"""One kiosk: converts the daemon's lines to messages for the broker."""

from __future__ import annotations

import asyncio
from collections import Counter
import json
import logging
import random
from types import ModuleType
from typing import Any

from . import VERSION, clocks, discovery
from .backoff import Backoff
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

# State waits while this many messages are unacknowledged. It has fewer topics, so all of it can be sent at once.
STATE_WINDOW = 64
# Seconds between two checks of ages.
EXPIRY_INTERVAL = 30
# Seconds from the start until the discovery message is sent even if the daemon has not listed its panels.
PANELS_PATIENCE = 10
# The wall clock was set if its offset has changed by this much; slewing changes it by less.
CLOCK_STEP_US = 1_000_000
# Seconds in which the last messages must be sent when the program ends in order.
FAREWELL = 3
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
        self.outbox = Outbox(settings.most_bytes, settings.age * 1_000_000, self._overflow_line)
        self._triggers = Outbox(TRIGGER_BYTES, configuration.home_assistant.trigger_age * 1_000_000)
        self.retained = Retained(self._publish_state)
        self.presence = Presence()
        self._panels = Panels()
        self._hello: dict[str, Any] | None = None
        self._since_us = 0
        self._clock_offset_us = clocks.offset_us()
        self._shown: tuple[str, str] | None = None
        self._health_counts: Counter[str] = Counter()
        self._last_touch: dict[str, Any] | None = None
        self._touch_timer: asyncio.TimerHandle | None = None
        self._forgotten: dict[str, bool] = {}
        self._greeting: tuple[bytes, int] | None = None
        self._reported_drops = 0
        reconnect = Backoff(configuration.broker.reconnect_base, configuration.broker.reconnect_most, rng)
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
        """Runs until it is cancelled; then the kiosk goes offline in order."""
        self._show_presence()
        # By then a daemon that runs has listed its panels.
        asyncio.get_running_loop().call_later(PANELS_PATIENCE, self._show_discovery)
        tasks = [asyncio.ensure_future(each) for each in
                 (self.broker.run(), self.daemon.run(), self._expire())]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks[1:]:
                task.cancel()
            await self._leave()
            tasks[0].cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _leave(self) -> None:
        """Publishes `offline`, with the reason, before the connection ends."""
        self.presence.lost("stopped")
        self._show_presence()
        if self.broker.is_connected:
            loop = asyncio.get_running_loop()
            end = loop.time() + FAREWELL
            while loop.time() < end and self.broker.is_connected and (len(self.outbox) or self.broker.unacknowledged):
                await asyncio.sleep(0.02)
        self.broker.stop()

    async def _expire(self) -> None:
        while True:
            await asyncio.sleep(EXPIRY_INTERVAL)
            self._pump.expire()
            self.daemon.request_status()
            if self._clock_was_set() or self.outbox.dropped != self._reported_drops:
                self._show_presence()

    def _clock_was_set(self) -> bool:
        """Whether the wall clock was set since the start or the last call; dates that depend on it
        are then published again."""
        offset_us = clocks.offset_us()
        if abs(offset_us - self._clock_offset_us) < CLOCK_STEP_US:
            return False
        self._clock_offset_us = offset_us
        if self._last_touch is not None:
            self._show_touch()
        return True

    # Events of the daemon.

    def greeted(self, hello: dict[str, Any]) -> None:
        """A connection to the daemon has begun."""
        self._hello = hello
        self._greeting = None
        self._device_list.cancel()
        self.presence.greeted()
        self._panels.snapshot_begins()

    def line_received(self, line: dict[str, Any], text: bytes) -> None:
        """Handles every line except replies."""
        kind = line["type"]
        now = clocks.boot_us()
        if kind == "hello":
            # Published with the next line, unless that is a `bye`: a daemon that has no room for another
            # client answers each try with both.
            self._greeting = (text, now)
            return
        if self._greeting is not None:
            greeting, self._greeting = self._greeting, None
            if kind == "bye":
                return
            self.outbox.append(f"{self._base}/lines", *greeting)
        if kind == "snapshot_end":
            self._snapshot_ended()
            self._pump.soon()
            return
        self.outbox.append(f"{self._base}/lines", text, now)
        if kind == "device":
            self._device_changed(line)
        elif kind == "overflow":
            self._device_list.doubt()
        elif kind == "gesture":
            self._gesture(line, now)
        elif kind == "activity":
            self._activity(line.get("state"))
        elif kind == "health":
            self._health(line)
        self._pump.soon()

    def replied(self) -> None:
        """The daemon answers."""
        self.presence.replied()
        self._show_presence()

    def fell_silent(self) -> None:
        """The daemon does not answer."""
        self.presence.fell_silent()
        self._show_presence()

    def bye_received(self, reason: Any) -> None:
        """The daemon ends the connection."""
        self.presence.bye_received(reason)
        self._show_presence()

    def lost(self, reason: str, detail: str = "") -> None:
        """There is no connection to the daemon."""
        self._device_list.cancel()
        self.presence.lost(reason, detail)
        self._show_presence()

    def status_received(self, status: dict[str, Any]) -> None:
        """Publishes the state that the daemon reports only on request."""
        self._activity(status.get("activity"))
        time_us = status.get("last_touch_us")
        if self._last_touch is None and isinstance(time_us, int):
            age = clocks.monotonic_age_us(time_us)
            # A recording has timestamps of another machine's clock.
            if 0 <= age <= clocks.boot_us():
                self._touched({"at": clocks.boot_us() - age})

    def _snapshot_ended(self) -> None:
        self.presence.snapshot_ended()
        self._show_missing()
        self._show_discovery()
        self._show_presence()

    def _device_changed(self, line: dict[str, Any]) -> None:
        self._take_device(line["device"], line.get("change") == "removed")
        self._show_discovery()
        if self.presence.knows_devices:
            self._show_presence()

    def _take_device(self, device: dict[str, Any], is_removed: bool) -> None:
        key = self._panels.update(device, is_removed, clocks.iso(clocks.wall_us()))
        self.presence.device_changed(device.get("id"), None if is_removed else device.get("state"))
        for forgotten in self._panels.take_forgotten():
            self.retained.clear(f"{self._base}/devices/{forgotten}")
            self._forget(forgotten)
        if key is None:
            log.warning("there are more touchscreens than are published: %s is not", device.get("name"))
        else:
            self._show_panel(key)

    def _devices_listed(self, devices: list[dict[str, Any]]) -> None:
        """Replaces the list of devices, after lines about them may have been lost."""
        self._panels.snapshot_begins()
        self.presence.devices_doubted()
        for device in devices:
            self._take_device(device, False)
        self._show_missing()
        self._show_discovery()
        self._show_presence()

    def _gesture(self, line: dict[str, Any], now: int) -> None:
        self._touched({"at": now, **{name: line[name] for name in ("gesture", "name", "zone", "fingers")
                                     if name in line}})
        for trigger in self.configuration.home_assistant.triggers:
            if trigger.matches(line):
                self._triggers.append(f"{self._base}/trigger", trigger.id.encode(), now)

    def _activity(self, state: Any) -> None:
        if state in ("active", "idle"):
            self.retained.set(f"{self._base}/activity", state.encode())
            if state == "active" and self._last_touch is not None:
                self._touched({**self._last_touch, "at": clocks.boot_us()})

    def _health(self, line: dict[str, Any]) -> None:
        self._health_counts[str(line.get("problem"))] += 1
        known = {name: value for name, value in line.items() if name not in ("type", "seq", "time_us")}
        self._set("health", {**known, "time": clocks.iso(clocks.wall_us()), "counts": dict(self._health_counts)})

    # Publishing state.

    def _set(self, name: str, value: Any) -> None:
        self.retained.set(f"{self._base}/{name}", encode(value))

    def _show_panel(self, key: str) -> None:
        self._forgotten.pop(key, None)
        self._set(f"devices/{key}", self._panels.payloads[key])

    def _show_missing(self) -> None:
        """Marks the devices that the daemon has not listed as gone."""
        for key in self._panels.snapshot_ends(clocks.iso(clocks.wall_us())):
            self._show_panel(key)

    def _forget(self, key: str) -> None:
        """Makes Home Assistant remove a panel; later messages repeat that, as it may not run now."""
        self._forgotten[key] = True
        while len(self._forgotten) > MAXIMUM_PANELS:
            del self._forgotten[next(iter(self._forgotten))]

    def _show_discovery(self) -> None:
        if self.configuration.home_assistant.discovery:
            server = self._hello.get("server") if self._hello else None
            self.retained.set(discovery.topic(self.configuration), encode(
                discovery.payload(self.configuration, self._panels.payloads, server, self._forgotten)))

    def _show_presence(self) -> None:
        """Publishes `state` first: a reader that sees `availability` change finds the reason there."""
        shown = (self.presence.reason, self.presence.text)
        if shown != self._shown:
            if self._shown is None or shown[0] != self._shown[0]:
                self._since_us = clocks.boot_us()
                log.info("%s: %s", "online" if self.presence.is_online else "offline", self.presence.text)
            self._shown = shown
        self._reported_drops = self.outbox.dropped
        hello = self._hello or {}
        self._set("state", {
            "availability": "online" if self.presence.is_online else "offline", "reason": shown[0], "text": shown[1],
            "since": clocks.iso(self._since_us + self._clock_offset_us), "program": f"gestured-mqtt/{VERSION}",
            "server": hello.get("server"), "boot_id": hello.get("boot_id"),
            "dropped": {"age": self.outbox.dropped_for_age, "room": self.outbox.dropped_for_room}})
        self.retained.set(f"{self._base}/availability", ONLINE if self.presence.is_online else OFFLINE)

    def _touched(self, touch: dict[str, Any]) -> None:
        """Publishes at most once an interval: the touches of a fleet would otherwise dominate a
        broker's load."""
        self._last_touch = touch
        if self._touch_timer is None:
            self._show_touch()
            self._touch_timer = asyncio.get_running_loop().call_later(
                self.configuration.last_touch_interval, self._touch_due, touch)

    def _touch_due(self, shown: dict[str, Any]) -> None:
        self._touch_timer = None
        if self._last_touch is not None and self._last_touch is not shown:
            self._touched(self._last_touch)

    def _show_touch(self) -> None:
        touch = dict(self._last_touch or {})
        self._set("last_touch", {"time": clocks.iso(clocks.wall_of(touch.pop("at"))), **touch})

    def _publish_state(self, topic: str, payload: bytes) -> bool:
        """Returns whether it was sent. A broker that acknowledges nothing is not sent every change:
        the last one suffices."""
        return self.broker.unacknowledged < STATE_WINDOW and \
            self.broker.publish(topic, payload, retain=True) is not None

    # Events of the broker.

    def connected(self) -> None:
        """A connection to the broker has begun."""
        self.retained.connection_made()
        self._echo.connected()
        self._pump.soon()

    def disconnected(self) -> None:
        """It has ended; messages in flight are sent again."""
        self._pump.connection_lost()
        self._echo.disconnected()

    def acknowledged(self, message_id: int) -> None:
        """The broker has received a message, so another may be sent: state first, then lines."""
        self._pump.acknowledged(message_id)
        self.retained.flush()
        self._pump.soon()

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
        """Handles a retained message of an earlier run, or an empty one: a client sends that to
        forget a panel that is gone."""
        key = topic.rpartition("/")[2]
        if is_retained and payload and self._panels.recall(key, payload):
            if self.presence.knows_devices:
                self._show_missing()
        elif not payload and self._panels.forget(key):
            self.retained.forget(topic)
            self._forget(key)
        else:
            return
        if discovery.topic(self.configuration) in self.retained.payloads:
            self._show_discovery()

    # Waiting lines.

    def _overflow_line(self, count: int) -> tuple[str, bytes]:
        """A line that replaces dropped ones, in the daemon's own form."""
        return f"{self._base}/lines", encode({"type": "overflow", "dropped": count, "by": "gestured-mqtt"})

    @staticmethod
    def _dated(entry: Entry) -> bytes:
        """The line, with its time of arrival by the current wall clock."""
        return b"%b,\"received_us\":%d}" % (entry.payload.rstrip()[:-1], clocks.wall_of(entry.received_us))
