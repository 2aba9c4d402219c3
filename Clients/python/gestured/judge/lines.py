"""Lines of a daemon that match the schema, for the scenarios."""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]

HELLO: Line = {"type": "hello", "protocol": 1, "server": "gestured/0.1.0",
               "boot_id": "6c7c1a5e-96f4-4b0e-8a52-6f0a3c1d2e4b", "monotonic_us": 81234001120,
               "realtime_us": 1795247587000112}
PANEL: Line = {"id": 3, "name": "ELAN Touchscreen", "path": "/dev/input/event7", "bus": 3, "vendor": 1267,
               "product": 8756, "width_mm": 344.2, "height_mm": 193.6, "size": "kernel", "slots": 10, "force": "none",
               "state": "open"}
PLACE: Line = {"x": 0.3222, "y": 0.31663, "x_mm": 110.9, "y_mm": 61.3}
STATUS: Line = {"uptime_us": 1200000, "clients": 1, "devices": 1, "frames": 10, "gestures": 2, "dropped": 0,
                "wakeups": 12, "configuration": "built_in", "activity": "idle", "gestures_by_kind": {"tap": 2},
                "gestures_by_zone": [], "version": "0.1.0"}
ZONES: list[Line] = [{"device": 3, "name": "screen", "x": 0, "y": 0, "width": 1, "height": 1}]


def device(change: str = "present", **members: Any) -> Line:
    """A line about the touchscreen."""
    return {"type": "device", "seq": 0, "change": change, "device": {**PANEL, **members}}


def gesture(kind: str, identity: int, phase: str, **members: Any) -> Line:
    """A line of a gesture; `seq` is set when it is sent."""
    line = {"type": "gesture", "seq": 0, "time_us": 81234567890 + identity, "device": 3, "zone": "screen",
            "gesture": kind, "name": kind, "id": identity, "phase": phase}
    if phase == "cancelled":
        line["reason"] = members.pop("reason", "lost")
    line.update({"fingers": 1, **PLACE, **members})
    if phase != "began":
        line["duration_us"] = 86210
    return line


def tap(identity: int, **members: Any) -> Line:
    """A tap."""
    return gesture("tap", identity, "ended", **{"count": 1, **members})


def swipe(identity: int, **members: Any) -> Line:
    """A swipe to the left."""
    return gesture("swipe", identity, "ended", **{
        "dx_mm": -42.5, "dy_mm": 0.31, "vx_mm_s": -412, "vy_mm_s": 9.1, "direction": "left", **members})


def drag(identity: int, changes: int = 2, end: str | None = "ended", **members: Any) -> list[Line]:
    """A drag: `began`, some `changed`, and the end; `end` None leaves it active."""
    phases = ["began", *["changed"] * changes, *([end] if end else [])]
    return [gesture("drag", identity, phase, **{
        "dx_mm": 8.5 * index, "dy_mm": 0.31, "vx_mm_s": 412, "vy_mm_s": 9.1, "predicted_dx_mm": 111.5,
        "predicted_dy_mm": 2.58, **members}) for index, phase in enumerate(phases)]


def magnify(identity: int) -> list[Line]:
    """A pinch of two fingers."""
    return [gesture("magnify", identity, phase, fingers=2, dx_mm=-1.25, dy_mm=0, scale=scale, scale_velocity=-2)
            for phase, scale in (("began", 1), ("changed", 0.8), ("ended", 0.6543))]


def composition(identity: int) -> list[Line]:
    """A sequence of a tap and a drag."""
    parts = [{"gesture": "tap", "name": "tap", "count": 1}]
    inner = {"gesture": "simultaneous", "name": "both", "parts": [
        {"gesture": "magnify", "name": "zoom", "dx_mm": 0, "dy_mm": 0, "scale": 1.5, "scale_velocity": 0}]}
    return [gesture("sequence", identity, "began", name="tap_then_zoom", parts=parts),
            gesture("sequence", identity, "changed", name="tap_then_zoom", parts=[*parts, inner]),
            gesture("sequence", identity, "ended", name="tap_then_zoom", parts=[*parts, inner])]


def overflow(dropped: int) -> Line:
    """The client read too slowly."""
    return {"type": "overflow", "seq": 0, "dropped": dropped}


def bye(reason: str) -> Line:
    """The end of a connection."""
    return {"type": "bye", "reason": reason}


# The gesture that ends each scenario.
LAST = "judge_last"
