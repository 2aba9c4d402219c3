"""The touchscreens as retained messages, one each. A touchscreen keeps its key over a replug and a restart."""

from __future__ import annotations

import json
import re
from typing import Any

# The members of a `device` line that are published.
MEMBERS = ("id", "name", "path", "bus", "vendor", "product", "width_mm", "height_mm", "size", "slots", "force",
           "output", "state", "error")
# More touchscreens than a machine has. Each name that a device reports becomes a retained message, so their number
# is limited.
MAXIMUM_PANELS = 16
STATES = ("open", "error", "gone")
# Limits of a message of an earlier run: its bytes, the characters of a text in it, and the form of its key, as
# `_new_key` makes it.
RECALLED_BYTES, RECALLED_TEXT = 4096, 512
RECALLED_KEY = re.compile(r"[a-z0-9_]{1,64}")
LONGEST_MM = 1_000_000
INTEGERS, LENGTHS = ("id", "bus", "vendor", "product", "slots"), ("width_mm", "height_mm")


class Panels:
    """The connected touchscreens, and those that are gone."""

    def __init__(self) -> None:
        self._keys: dict[tuple[Any, ...], str] = {}
        self._payloads: dict[str, dict[str, Any]] = {}
        self._present: dict[Any, str] = {}
        self._evicted: list[str] = []

    @property
    def payloads(self) -> dict[str, dict[str, Any]]:
        """The description of each panel, by key."""
        return self._payloads

    def snapshot_begins(self) -> None:
        """Begins the daemon's list; `snapshot_ends` marks the panels that it lacks as gone."""
        self._present = {}

    def update(self, device: dict[str, Any], is_removed: bool, stamp: str) -> str | None:
        """Handles the `device` of a line; returns the key of the panel, or None if there are too many."""
        key = self._key_of(device)
        if key is None:
            return None
        description = {name: device[name] for name in MEMBERS if name in device}
        if is_removed:
            description["state"] = "gone"
            self._present.pop(device.get("id"), None)
        else:
            self._present[device.get("id")] = key
        self._set(key, description, stamp)
        return key

    def snapshot_ends(self, stamp: str) -> list[str]:
        """Marks panels that were not listed as gone; returns their keys."""
        missing = [key for key, description in self._payloads.items()
                   if key not in self._present.values() and description["state"] != "gone"]
        for key in missing:
            self._set(key, {**self._payloads[key], "state": "gone"}, stamp)
        return missing

    def recall(self, key: str, payload: bytes) -> bool:
        """Adds a panel from a message of an earlier run, unchanged; returns whether it was added. If the daemon does
        not list the panel, it is gone at the end of the list."""
        if key in self._payloads or len(self._payloads) >= MAXIMUM_PANELS or not RECALLED_KEY.fullmatch(key):
            return False
        description = _parse_recalled(payload)
        if description is None:
            return False
        identity = (description.get("name"), description.get("output"))
        self._payloads[key] = description
        # Touchscreens with the same name and output have consecutive numbers from 0.
        number = next(number for number in range(MAXIMUM_PANELS) if (*identity, number) not in self._keys)
        self._keys[(*identity, number)] = key
        return True

    def forget(self, key: str) -> bool:
        """Removes a panel that is gone; returns whether `key` was such a panel."""
        if self._payloads.get(key, {}).get("state") != "gone":
            return False
        del self._payloads[key]
        # Higher numbers decrease by one, since `_key_of` searches only up to the first number without a key.
        identity, removed = next(((name, output), number) for (name, output, number), value in self._keys.items()
                                 if value == key)
        del self._keys[(*identity, removed)]
        while (next_key := self._keys.pop((*identity, removed + 1), None)) is not None:
            self._keys[(*identity, removed)] = next_key
            removed += 1
        return True

    def pop_evicted(self) -> list[str]:
        """The keys of panels that were removed to make room since the last call."""
        evicted, self._evicted = self._evicted, []
        return evicted

    def _make_room(self) -> bool:
        """If the maximum is reached, removes the panel that has been gone the longest; returns whether there is
        room."""
        if len(self._payloads) < MAXIMUM_PANELS:
            return True
        gone = [key for key, description in self._payloads.items() if description["state"] == "gone"]
        if not gone:
            return False
        key = min(gone, key=lambda each: self._payloads[each].get("since") or "")
        self.forget(key)
        self._evicted.append(key)
        return True

    def _set(self, key: str, description: dict[str, Any], stamp: str) -> None:
        before = self._payloads.get(key)
        if before is not None and before.get("state") == description.get("state"):
            description["since"] = before.get("since", stamp)
        else:
            description["since"] = stamp
        self._payloads[key] = description

    def _key_of(self, device: dict[str, Any]) -> str | None:
        """The key of a device, which depends on its name, its output, and a number if several have the same; None if
        there are too many."""
        if device.get("id") in self._present:
            return self._present[device["id"]]
        identity = (device.get("name"), device.get("output"))
        for number in range(MAXIMUM_PANELS):
            key = self._keys.get((*identity, number))
            if key is None:
                return self._new_key((*identity, number)) if self._make_room() else None
            if key not in self._present.values():
                return key
        return None

    def _new_key(self, identity: tuple[Any, ...]) -> str:
        name, output, _ = identity
        title = f"{name or ''} {output or ''}".lower()
        slug = re.sub(r"[^a-z0-9]+", "_", title).strip("_")[:48] or "touchscreen"
        key, number = slug, 2
        while key in self._payloads or key in self._keys.values():
            key, number = f"{slug}_{number}", number + 1
        self._keys[identity] = key
        return key


def _parse_recalled(payload: bytes) -> dict[str, Any] | None:
    """The description in a payload of an earlier run; None if no run can have published the payload."""
    if len(payload) > RECALLED_BYTES:
        return None
    try:
        members = json.loads(payload)
        description = {name: members[name] for name in (*MEMBERS, "since") if name in members}
    except (ValueError, TypeError, RecursionError):
        return None
    is_valid = all(_is_valid(name, value) for name, value in description.items()) \
        and description.get("state") in STATES
    return description if is_valid else None


def _is_valid(name: str, value: Any) -> bool:
    """Whether a run can have published a member with this value."""
    if value is None:
        return True
    if name in INTEGERS:
        return type(value) is int and 0 <= value < 1 << 32
    if name in LENGTHS:
        return type(value) in (int, float) and 0 <= value < LONGEST_MM
    return isinstance(value, str) and len(value) <= RECALLED_TEXT
