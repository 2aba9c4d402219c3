"""The members of lines, for checks. Made by Scripts/python-types from docs/protocol.schema.json."""

from __future__ import annotations

from types import NoneType

# For each type of a line, and for the `device` of one: the required members, and the classes of all.
SHAPES: dict[str, tuple[tuple[str, ...], dict[str, tuple[type, ...]]]] = {
    "hello": (("type", "protocol", "server", "boot_id", "monotonic_us", "realtime_us"), {
        "type": (str,), "protocol": (int,), "server": (str,), "boot_id": (str,), "monotonic_us": (int,),
        "realtime_us": (int,)}),
    "device": (("type", "seq", "change", "device"), {
        "type": (str,), "seq": (int,), "change": (str,), "device": (dict,)}),
    "snapshot_end": (("type", "seq", "devices"), {
        "type": (str,), "seq": (int,), "devices": (int,)}),
    "gesture": (("type", "seq", "time_us", "device", "zone", "gesture", "name", "id", "phase", "fingers"), {
        "type": (str,), "seq": (int,), "time_us": (int,), "device": (int,), "zone": (str,), "gesture": (str,),
        "name": (str,), "id": (int,), "phase": (str,), "reason": (str,), "fingers": (int,), "x": (int, float),
        "y": (int, float), "x_mm": (int, float), "y_mm": (int, float), "force": (int, float), "force_source": (str,),
        "duration_us": (int,), "dx_mm": (int, float), "dy_mm": (int, float), "vx_mm_s": (int, float),
        "vy_mm_s": (int, float), "predicted_dx_mm": (int, float), "predicted_dy_mm": (int, float),
        "scale": (int, float), "scale_velocity": (int, float), "rotation_deg": (int, float),
        "rotation_velocity": (int, float), "max_force": (int, float), "count": (int,), "steps": (int,),
        "direction": (str,), "edge": (str,), "second_direction": (str,), "screen_reader": (str,), "stroke": (str,),
        "score": (int, float), "runner_up": (str,), "runner_up_score": (int, float), "inside": (bool,),
        "parts": (list,)}),
    "activity": (("type", "seq", "time_us", "state"), {
        "type": (str,), "seq": (int,), "time_us": (int,), "state": (str,)}),
    "wake": (("type", "seq", "time_us", "began_us"), {
        "type": (str,), "seq": (int,), "time_us": (int,), "began_us": (int,)}),
    "contact": (("type", "seq", "time_us", "device", "slot", "tracking_id", "phase", "x", "y", "x_mm", "y_mm"), {
        "type": (str,), "seq": (int,), "time_us": (int,), "device": (int,), "slot": (int,), "tracking_id": (int,),
        "phase": (str,), "x": (int, float), "y": (int, float), "x_mm": (int, float), "y_mm": (int, float),
        "force": (int, float), "force_source": (str,), "major": (int,), "minor": (int,), "major_mm": (int, float),
        "minor_mm": (int, float), "palm": (bool,), "resynchronised": (bool,), "released": (bool,),
        "frame_end": (bool,)}),
    "health": (("type", "seq", "time_us", "problem"), {
        "type": (str,), "seq": (int,), "time_us": (int,), "problem": (str,), "device": (int,), "x": (int, float),
        "y": (int, float), "x_mm": (int, float), "y_mm": (int, float), "palms": (int,), "ghosts": (int,),
        "jumps": (int,), "clamped": (int,), "breaks": (int,), "spikes": (int,), "splits": (int,), "late_us": (int,),
        "message": (str,)}),
    "explanation": (("type", "seq", "time_us", "began_us", "device", "zone", "gesture", "name", "reason", "text"), {
        "type": (str,), "seq": (int,), "time_us": (int,), "began_us": (int,), "device": (int,), "zone": (str,),
        "gesture": (str,), "name": (str,), "part": (str,), "reason": (str,), "text": (str,)}),
    "overflow": (("type", "seq", "dropped"), {
        "type": (str,), "seq": (int,), "dropped": (int,)}),
    "reply": (("type", "ok"), {
        "type": (str,), "id": (str, int), "ok": (bool,), "warning": (str,), "zones": (list,), "status": (dict,),
        "error": (dict,)}),
    "bye": (("type", "reason"), {
        "type": (str,), "reason": (str,)}),
    "device.device": ((
        "id", "name", "path", "bus", "vendor", "product", "width_mm", "height_mm", "size", "slots", "force", "state"), {
        "id": (int,), "name": (str,), "path": (str, NoneType), "bus": (int,), "vendor": (int,), "product": (int,),
        "width_mm": (int, float), "height_mm": (int, float), "size": (str,), "slots": (int,), "force": (str,),
        "output": (str,), "mapped": (bool,), "transform": (str,), "state": (str,), "error": (str,)}),
}
