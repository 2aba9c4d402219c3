"""The lines of the wire protocol. Made by Scripts/python-types from docs/protocol.schema.json."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

# Later daemons may send words that are not listed here: members of lines are therefore also `str`.
DeviceChange = Literal["present", "added", "removed", "changed"]
SizeSource = Literal["kernel", "configured", "assumed"]
ForceSupport = Literal["pressure", "area", "none"]
OutputTransform = Literal["normal", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270"]
DeviceState = Literal["open", "error"]
Kind = Literal[
    "tap", "press", "long_press", "drag", "swipe", "swipe_hold", "magnify", "rotate", "deep_press", "force", "stroke",
    "screen_reader", "simultaneous", "sequence", "exclusive"]
Phase = Literal["began", "changed", "ended", "cancelled"]
CancelReason = Literal[
    "finger_added", "lost", "too_far", "palm", "failed", "stuck", "device_removed", "resynchronised", "reloaded",
    "overflow", "shutdown"]
ForceSource = Literal["pressure", "area"]
Direction = Literal["left", "right", "up", "down", "up_left", "up_right", "down_left", "down_right"]
Edge = Literal["left", "right", "top", "bottom"]
SecondDirection = Literal["left", "right", "up", "down"]
ScreenReaderGesture = Literal[
    "swipe_left", "swipe_right", "swipe_up", "swipe_down", "2_finger_swipe_left", "2_finger_swipe_right",
    "2_finger_swipe_up", "2_finger_swipe_down", "3_finger_swipe_left", "3_finger_swipe_right", "3_finger_swipe_up",
    "3_finger_swipe_down", "4_finger_swipe_left", "4_finger_swipe_right", "4_finger_swipe_up", "4_finger_swipe_down",
    "swipe_left_and_right", "swipe_left_and_up", "swipe_left_and_down", "swipe_right_and_left", "swipe_right_and_up",
    "swipe_right_and_down", "swipe_up_and_left", "swipe_up_and_right", "swipe_up_and_down", "swipe_down_and_left",
    "swipe_down_and_right", "swipe_down_and_up", "double_tap", "double_tap_and_hold", "2_finger_single_tap",
    "2_finger_double_tap", "2_finger_double_tap_and_hold", "2_finger_triple_tap", "2_finger_triple_tap_and_hold",
    "3_finger_single_tap", "3_finger_single_tap_and_hold", "3_finger_double_tap", "3_finger_double_tap_and_hold",
    "3_finger_triple_tap", "3_finger_triple_tap_and_hold", "4_finger_single_tap", "4_finger_double_tap",
    "4_finger_double_tap_and_hold", "4_finger_triple_tap"]
ActivityState = Literal["active", "idle"]
ContactPhase = Literal["began", "changed", "ended"]
Problem = Literal["stuck", "resynchronised", "rejected", "adapted", "late", "configuration_error"]
ExplanationReason = Literal[
    "fingers", "threshold", "count", "lost", "waits", "cooldown", "edge", "place", "spacing", "later_fingers",
    "landed_late", "lifted", "apart", "fingers_changed", "lift_quiet", "no_force", "rejected", "undecided",
    "incomplete"]
ConfigurationSource = Literal["file", "built_in", "fallback"]
ErrorCode = Literal[
    "bad_json", "line_too_long", "unknown_type", "unknown_member", "invalid_value", "unknown_gesture", "unknown_zone",
    "too_many_zones", "not_permitted", "too_many_requests"]
ByeReason = Literal["shutdown", "restarting", "too_slow", "too_many_clients", "descriptors"]
EventType = Literal["gesture", "device", "activity", "wake", "contact", "health", "explanation"]
Priority = Literal["narrow", "list"]


class Hello(TypedDict):
    """The first line of a connection."""

    type: Literal["hello"]
    protocol: int
    server: str
    boot_id: str
    monotonic_us: int
    realtime_us: int


class Touchscreen(TypedDict):
    """A touchscreen, as a `device` line describes it."""

    id: int
    name: str
    path: str | None
    bus: int
    vendor: int
    product: int
    width_mm: float
    height_mm: float
    size: SizeSource | str
    slots: int
    force: ForceSupport | str
    output: NotRequired[str]
    mapped: NotRequired[bool]
    transform: NotRequired[OutputTransform | str]
    state: DeviceState | str
    error: NotRequired[str]


class Device(TypedDict):
    """A touchscreen is listed, was added or removed, or has changed."""

    type: Literal["device"]
    seq: int
    change: DeviceChange | str
    device: Touchscreen


class SnapshotEnd(TypedDict):
    """The end of the list of devices."""

    type: Literal["snapshot_end"]
    seq: int
    devices: int


class Part(TypedDict):
    """A part of a composition."""

    gesture: Kind | str
    name: str
    dx_mm: NotRequired[float]
    dy_mm: NotRequired[float]
    vx_mm_s: NotRequired[float]
    vy_mm_s: NotRequired[float]
    predicted_dx_mm: NotRequired[float]
    predicted_dy_mm: NotRequired[float]
    scale: NotRequired[float]
    scale_velocity: NotRequired[float]
    rotation_deg: NotRequired[float]
    rotation_velocity: NotRequired[float]
    max_force: NotRequired[float]
    count: NotRequired[int]
    steps: NotRequired[int]
    direction: NotRequired[Direction | str]
    edge: NotRequired[Edge | str]
    second_direction: NotRequired[SecondDirection | str]
    screen_reader: NotRequired[ScreenReaderGesture | str]
    stroke: NotRequired[str]
    score: NotRequired[float]
    runner_up: NotRequired[str]
    runner_up_score: NotRequired[float]
    inside: NotRequired[bool]
    parts: NotRequired[list[Part]]


class Gesture(TypedDict):
    """One step in the life of one gesture."""

    type: Literal["gesture"]
    seq: int
    time_us: int
    device: int
    zone: str
    gesture: Kind | str
    name: str
    id: int
    phase: Phase | str
    reason: NotRequired[CancelReason | str]
    fingers: int
    x: NotRequired[float]
    y: NotRequired[float]
    x_mm: NotRequired[float]
    y_mm: NotRequired[float]
    force: NotRequired[float]
    force_source: NotRequired[ForceSource | str]
    duration_us: NotRequired[int]
    dx_mm: NotRequired[float]
    dy_mm: NotRequired[float]
    vx_mm_s: NotRequired[float]
    vy_mm_s: NotRequired[float]
    predicted_dx_mm: NotRequired[float]
    predicted_dy_mm: NotRequired[float]
    scale: NotRequired[float]
    scale_velocity: NotRequired[float]
    rotation_deg: NotRequired[float]
    rotation_velocity: NotRequired[float]
    max_force: NotRequired[float]
    count: NotRequired[int]
    steps: NotRequired[int]
    direction: NotRequired[Direction | str]
    edge: NotRequired[Edge | str]
    second_direction: NotRequired[SecondDirection | str]
    screen_reader: NotRequired[ScreenReaderGesture | str]
    stroke: NotRequired[str]
    score: NotRequired[float]
    runner_up: NotRequired[str]
    runner_up_score: NotRequired[float]
    inside: NotRequired[bool]
    parts: NotRequired[list[Part]]


class Activity(TypedDict):
    """Whether the touchscreens are used."""

    type: Literal["activity"]
    seq: int
    time_us: int
    state: ActivityState | str


class Wake(TypedDict):
    """The touch that woke the screen is over."""

    type: Literal["wake"]
    seq: int
    time_us: int
    began_us: int


class Contact(TypedDict):
    """What a frame reports of one contact."""

    type: Literal["contact"]
    seq: int
    time_us: int
    device: int
    slot: int
    tracking_id: int
    phase: ContactPhase | str
    x: float
    y: float
    x_mm: float
    y_mm: float
    force: NotRequired[float]
    force_source: NotRequired[ForceSource | str]
    major: NotRequired[int]
    minor: NotRequired[int]
    major_mm: NotRequired[float]
    minor_mm: NotRequired[float]
    palm: NotRequired[bool]
    resynchronised: NotRequired[bool]
    released: NotRequired[bool]
    frame_end: NotRequired[bool]


class Health(TypedDict):
    """Something that is not a gesture."""

    type: Literal["health"]
    seq: int
    time_us: int
    problem: Problem | str
    device: NotRequired[int]
    x: NotRequired[float]
    y: NotRequired[float]
    x_mm: NotRequired[float]
    y_mm: NotRequired[float]
    palms: NotRequired[int]
    ghosts: NotRequired[int]
    jumps: NotRequired[int]
    clamped: NotRequired[int]
    breaks: NotRequired[int]
    spikes: NotRequired[int]
    splits: NotRequired[int]
    late_us: NotRequired[int]
    message: NotRequired[str]


class Explanation(TypedDict):
    """Why a gesture was not recognised in one touch."""

    type: Literal["explanation"]
    seq: int
    time_us: int
    began_us: int
    device: int
    zone: str
    gesture: str
    name: str
    part: NotRequired[str]
    reason: ExplanationReason | str
    text: str


class Overflow(TypedDict):
    """The client read too slowly, and lines were dropped."""

    type: Literal["overflow"]
    seq: int
    dropped: int


class EdgeBands(TypedDict):
    """The widths of the bands at the edges of a zone."""

    left: NotRequired[float]
    right: NotRequired[float]
    top: NotRequired[float]
    bottom: NotRequired[float]


class ZonePlace(TypedDict):
    """A zone of the configuration."""

    device: int
    name: str
    x: float
    y: float
    width: float
    height: float
    edges: NotRequired[EdgeBands]


class LatencyPercentiles(TypedDict):
    """Latencies of frames, in microseconds."""

    p50: int
    p99: int
    max: int


class ZoneCount(TypedDict):
    """The gestures of a zone, by kind."""

    zone: str | None
    gestures: dict[str, int]


class LatencyHistogram(TypedDict):
    """A histogram of latencies."""

    bounds_us: list[int]
    counts: list[int]
    sum_us: int


class Status(TypedDict):
    """The state of the daemon."""

    uptime_us: int
    clients: int
    devices: int
    frames: int
    gestures: int
    dropped: int
    wakeups: int
    latency_us: NotRequired[LatencyPercentiles]
    configuration: NotRequired[ConfigurationSource | str]
    activity: NotRequired[ActivityState | str]
    last_touch_us: NotRequired[int]
    gestures_by_kind: NotRequired[dict[str, int]]
    gestures_by_zone: NotRequired[list[ZoneCount]]
    latency: NotRequired[LatencyHistogram]
    contacts: NotRequired[int]
    palms: NotRequired[int]
    ghosts: NotRequired[int]
    jumps: NotRequired[int]
    clamped: NotRequired[int]
    stuck: NotRequired[int]
    spikes: NotRequired[int]
    splits: NotRequired[int]
    stitches: NotRequired[int]
    resynchronisations: NotRequired[int]
    configuration_path: NotRequired[str]
    configuration_sha256: NotRequired[str]
    configuration_refused: NotRequired[bool]
    version: NotRequired[str]


class ReplyError(TypedDict):
    """Why a request was refused."""

    code: ErrorCode | str
    message: str
    member: NotRequired[str]


class Reply(TypedDict):
    """The answer to a request."""

    type: Literal["reply"]
    id: NotRequired[str | int]
    ok: bool
    warning: NotRequired[str]
    zones: NotRequired[list[ZonePlace]]
    status: NotRequired[Status]
    error: NotRequired[ReplyError]


class Bye(TypedDict):
    """The daemon closes the connection."""

    type: Literal["bye"]
    reason: ByeReason | str


Line = (
    Hello | Device | SnapshotEnd | Gesture | Activity | Wake | Contact | Health | Explanation | Overflow | Reply | Bye)
