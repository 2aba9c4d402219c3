"""The touchscreens as retained messages: one each, under a key that outlives a replug and a restart."""

from __future__ import annotations

import json
import re
from typing import Any

# The members of a `device` line that are published.
MEMBERS = ("id", "name", "path", "bus", "vendor", "product", "width_mm", "height_mm", "size", "slots", "force",
           "output", "state", "error")
# More touchscreens than a machine has; devices report their names, and each becomes a retained message.
MAXIMUM_PANELS = 16
STATES = ("open", "error", "gone")
# Bounds of messages of an earlier run: bytes of a message, characters of a text, and keys as
# `_new_key` makes them.
RECALLED_BYTES, RECALLED_TEXT = 4096, 512
RECALLED_KEY = re.compile(r"[a-z0-9_]{1,64}")
LONGEST_MM = 1_000_000
COUNTS, LENGTHS = ("id", "bus", "vendor", "product", "slots"), ("width_mm", "height_mm")


class Panels:
    """The present touchscreens, and earlier ones."""

    def __init__(self) -> None:
        self._keys: dict[tuple[Any, ...], str] = {}
        self._payloads: dict[str, dict[str, Any]] = {}
        self._present: dict[Any, str] = {}
        self._forgotten: list[str] = []

    @property
    def payloads(self) -> dict[str, dict[str, Any]]:
        """Key to the known description."""
        return self._payloads

    def snapshot_begins(self) -> None:
        """Begins the daemon's list; panels that were present and are not listed are gone."""
        self._present = {}

    def update(self, device: dict[str, Any], is_removed: bool, stamp: str) -> str | None:
        """Handles the `device` of a line; returns the key that it concerns, or None if there are
        too many."""
        key = self._key_of(device)
        if key is None:
            return None
        known = {name: device[name] for name in MEMBERS if name in device}
        if is_removed:
            known["state"] = "gone"
            self._present.pop(device.get("id"), None)
        else:
            self._present[device.get("id")] = key
        self._set(key, known, stamp)
        return key

    def snapshot_ends(self, stamp: str) -> list[str]:
        """Marks those that are not listed as gone; returns their keys."""
        missing = [key for key, known in self._payloads.items()
                   if key not in self._present.values() and known["state"] != "gone"]
        for key in missing:
            self._set(key, {**self._payloads[key], "state": "gone"}, stamp)
        return missing

    def recall(self, key: str, payload: bytes) -> bool:
        """Adopts a message of an earlier run from the broker, unchanged; returns whether it does.
        Panels that the daemon does not list are gone with the end of its list."""
        if key in self._payloads or len(self._payloads) >= MAXIMUM_PANELS or not RECALLED_KEY.fullmatch(key):
            return False
        known = _recalled(payload)
        if known is None:
            return False
        identity = (known.get("name"), known.get("output"))
        self._payloads[key] = known
        # Identical touchscreens are numbered in order of arrival: each key of an earlier run has a number.
        number = next(number for number in range(MAXIMUM_PANELS) if (*identity, number) not in self._keys)
        self._keys[(*identity, number)] = key
        return True

    def forget(self, key: str) -> bool:
        """Forgets a touchscreen that is gone; returns whether it was one."""
        if self._payloads.get(key, {}).get("state") != "gone":
            return False
        del self._payloads[key]
        # Those with a higher number move up: the first number without a key ends a search for one.
        identity, removed = next(((name, output), number) for (name, output, number), its in self._keys.items()
                                 if its == key)
        del self._keys[(*identity, removed)]
        while (later := self._keys.pop((*identity, removed + 1), None)) is not None:
            self._keys[(*identity, removed)] = later
            removed += 1
        return True

    def take_forgotten(self) -> list[str]:
        """The keys that were removed to make room since the last call."""
        forgotten, self._forgotten = self._forgotten, []
        return forgotten

    def _make_room(self) -> bool:
        """If the maximum is published, forgets the one that is gone the longest; returns whether
        there is room."""
        if len(self._payloads) < MAXIMUM_PANELS:
            return True
        gone = [key for key, known in self._payloads.items() if known["state"] == "gone"]
        if not gone:
            return False
        key = min(gone, key=lambda each: self._payloads[each].get("since") or "")
        self.forget(key)
        self._forgotten.append(key)
        return True

    def _set(self, key: str, known: dict[str, Any], stamp: str) -> None:
        before = self._payloads.get(key)
        if before is not None and before.get("state") == known.get("state"):
            known["since"] = before.get("since", stamp)
        else:
            known["since"] = stamp
        self._payloads[key] = known

    def _key_of(self, device: dict[str, Any]) -> str | None:
        """The key of a device: its name and output, with a number if several are identical."""
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
        words = f"{name or ''} {output or ''}".lower()
        slug = re.sub(r"[^a-z0-9]+", "_", words).strip("_")[:48] or "touchscreen"
        key, number = slug, 2
        while key in self._payloads or key in self._keys.values():
            key, number = f"{slug}_{number}", number + 1
        self._keys[identity] = key
        return key


def _recalled(payload: bytes) -> dict[str, Any] | None:
    """The members of a panel, from a payload that an earlier run may have published; None if none has."""
    if len(payload) > RECALLED_BYTES:
        return None
    try:
        known = json.loads(payload)
        known = {name: known[name] for name in (*MEMBERS, "since") if name in known}
    except (ValueError, TypeError, RecursionError):
        return None
    is_sound = all(_is_sound(name, value) for name, value in known.items()) and known.get("state") in STATES
    return known if is_sound else None


def _is_sound(name: str, value: Any) -> bool:
    """Whether a run may have published a member with this value."""
    if value is None:
        return True
    if name in COUNTS:
        return type(value) is int and 0 <= value < 1 << 32
    if name in LENGTHS:
        return type(value) in (int, float) and 0 <= value < LONGEST_MM
    return isinstance(value, str) and len(value) <= RECALLED_TEXT
