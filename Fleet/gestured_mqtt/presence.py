"""Whether a kiosk can be touched: a state machine without a clock or a socket.

    starting ─▶ absent ◀──────────────┐
                  │ hello             │ the connection ends
                  ▼                   │
               greeted ─ snapshot ─▶ answering ◀─▶ hung      (a ping without a reply in time; a reply)

`online` means `answering` with an open touchscreen, and nothing else.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

# The meaning of each reason, for users.
REASONS = {
    "ok": "a touchscreen is connected, and gestured answers",
    "starting": "gestured-mqtt has just started",
    "daemon_absent": "gestured does not run: nothing accepts connections to its socket",
    "not_permitted": "gestured-mqtt may not connect to gestured: its user is not in gestured-clients",
    "daemon_stopped": "gestured was stopped",
    "daemon_restarting": "gestured restarts",
    "too_many_clients": "gestured has as many clients as it accepts",
    "too_slow": "gestured has closed the connection, as it was read too slowly",
    "connection_closed": "gestured has closed the connection",
    "protocol_error": "the program at the socket does not speak the protocol of gestured",
    "subscription_refused": "gestured refuses the subscription of the configuration",
    "daemon_not_answering": "gestured does not answer",
    "no_touchscreen": "gestured answers, and no touchscreen is connected",
    "touchscreen_error": "gestured answers, and cannot read the touchscreen",
    "stopped": "gestured-mqtt was stopped",
}
# The reason that each reason of a `bye` line becomes.
BYE_REASONS = {"shutdown": "daemon_stopped", "restarting": "daemon_restarting",
               "too_many_clients": "too_many_clients", "too_slow": "too_slow"}


class Link(Enum):
    """The state of the connection to the daemon."""

    ABSENT = "absent"
    GREETED = "greeted"
    ANSWERING = "answering"
    HUNG = "hung"


class Presence:
    """The known state of the daemon and its touchscreens; the reason and `online` follow from it."""

    def __init__(self) -> None:
        self._link = Link.ABSENT
        self._absence_reason = "starting"
        self._detail = ""
        self._devices: dict[Any, Any] = {}

    @property
    def is_online(self) -> bool:
        """Whether the daemon would notice a touch."""
        return self.reason == "ok"

    @property
    def reason(self) -> str:
        """One of REASONS."""
        if self._link is Link.ABSENT:
            return self._absence_reason
        if self._link is Link.HUNG:
            return "daemon_not_answering"
        if self._link is Link.GREETED:
            return self._absence_reason
        if "open" in self._devices.values():
            return "ok"
        return "touchscreen_error" if self._devices else "no_touchscreen"

    @property
    def text(self) -> str:
        """The reason in words, with its detail if there is one."""
        return REASONS[self.reason] + (f": {self._detail}" if self._detail else "")

    @property
    def knows_devices(self) -> bool:
        """Whether the list of touchscreens is complete."""
        return self._link in (Link.ANSWERING, Link.HUNG)

    def greeted(self) -> None:
        """`hello` has arrived; the list follows."""
        self._link = Link.GREETED
        self._devices = {}

    def device_changed(self, device_id: Any, state: Any) -> None:
        """Records a touchscreen's `state`: `open`, `error`, or None if it is gone."""
        if state is None:
            self._devices.pop(device_id, None)
        else:
            self._devices[device_id] = state

    def devices_invalidated(self) -> None:
        """Lines about touchscreens may be missing; a complete list follows."""
        self._devices = {}

    def snapshot_ended(self) -> None:
        """All touchscreens are known."""
        if self._link is Link.GREETED:
            self._answering()

    def replied(self) -> None:
        """The daemon has replied to a ping."""
        if self._link is Link.HUNG:
            self._answering()

    def _answering(self) -> None:
        self._link = Link.ANSWERING
        self._detail = ""

    def fell_silent(self) -> None:
        """A reply or `hello` has not arrived in time."""
        if self._link in (Link.ANSWERING, Link.HUNG):
            self._link = Link.HUNG
        elif self._link is Link.GREETED:
            # The end of the daemon's list may still arrive.
            self._absence_reason, self._detail = "daemon_not_answering", ""
        else:
            self.lost("daemon_not_answering")

    def lost(self, reason: str, detail: str = "") -> None:
        """The connection has ended, or cannot be made. The reason of an earlier `bye` takes precedence."""
        if self._link is Link.ABSENT:
            if reason == "connection_closed" and self._absence_reason != "starting":
                return
            if reason == "daemon_absent" and self._absence_reason == "daemon_stopped":
                return
        self._link = Link.ABSENT
        self._absence_reason = reason
        self._detail = detail
        self._devices = {}

    def bye_received(self, bye_reason: Any) -> None:
        """The daemon closes the connection for the given reason."""
        self.lost(BYE_REASONS.get(bye_reason, "connection_closed"))
