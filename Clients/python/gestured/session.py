"""One connection without I/O: bytes become lines, and requests become bytes (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
import json
import math
import time
from typing import Any, NamedTuple, NoReturn

from .errors import ProtocolError, Refused
from .requests import AddZone, Filters
from .shapes import SHAPES

PROTOCOL = 1
# A line fits into the queue of a client, 256 KiB (docs/protocol.md#lines).
LONGEST_LINE = 256 * 1024
# More gestures than fingers can make at a time: a program that is not a daemon could send `began` without end.
MAXIMUM_ACTIVE, MAXIMUM_ACTIVE_BYTES = 4096, 4 * 1024 * 1024
# The daemon ends connections with more than 50 requests in a second (docs/protocol.md): zones at a time, and seconds
# between two portions.
PORTION, PORTION_INTERVAL = 40, 1.1
# SHAPES has an object of a line as well.
LINE_TYPES = frozenset(SHAPES) - {"device.device"}


class Received(NamedTuple):
    """A line: its members, and its text without the line end."""

    line: dict[str, Any]
    text: bytes

    @property
    def is_known(self) -> bool:
        """Whether this version of the package knows the type."""
        return self.line["type"] in LINE_TYPES

    @property
    def is_made(self) -> bool:
        """Whether the package made the line; the daemon did not send it."""
        return False


class Made(Received):
    """A line that the package made: `connection_lost`, `request_warning`, or the end of a gesture."""

    @property
    def is_known(self) -> bool:
        """As for a received line."""
        return True

    @property
    def is_made(self) -> bool:
        """As for a received line."""
        return True


@dataclass
class Pending:
    """A request whose reply is due."""

    kind: str
    members: Mapping[str, Any]
    # The time of time.monotonic() at which it was made.
    since: float
    # Whether its reply is added to `replies`, and whether it is one of `opening`: then a refusal ends the connection.
    is_awaited: bool = False
    is_opening: bool = False
    # Whether nothing waits for the reply any more: it is dropped.
    is_forgotten: bool = False


def encode(value: Mapping[str, Any]) -> bytes:
    """A line in the form of the protocol, without the line end. NaN and infinite numbers raise ValueError."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def passes_lives(filters: Mapping[str, Any] | None) -> bool:
    """Whether a subscription passes the beginning of each gesture and both ends."""
    phases = (filters or {}).get("phases")
    return phases is None or {"began", "ended", "cancelled"} <= set(phases)


def made_end(line: dict[str, Any]) -> Received:
    """The end of an active gesture, because the connection has ended."""
    end = {"phase": "cancelled", "reason": "connection_lost"}
    try:
        return Made({**line, **end}, encode({**line, **end}))
    except RecursionError:  # A member that is nested almost too deep to be read.
        line = {name: line[name] for name in SHAPES["gesture"][0]} | end
        return Made(line, encode(line))


class Session:
    """The state of one connection, from `hello` to its end."""

    def __init__(self, filters: Filters | None = None, zones: Iterable[AddZone] = ()) -> None:
        self._filters = filters
        self._zones = list(zones)
        self._partial = b""
        self._last_id = 0
        self._subscribe_id: int | None = None
        # Without a subscription the daemon sends all phases.
        self._is_tracking = True
        self._active: dict[int, tuple[dict[str, Any], int]] = {}
        self._active_bytes = 0
        self._ignored: set[int] = set()
        self.pending: dict[int, Pending] = {}
        # Requests of `request` that the daemon has done, for the owner to take.
        self.done: list[tuple[str, Mapping[str, Any]]] = []
        # Replies to requests with `is_awaited`, which are not passed on.
        self.replies: dict[int, dict[str, Any]] = {}
        # Warnings about the opening requests, whose replies nothing waits for.
        self._warnings: list[Received] = []
        self.has_greeted = False
        # Whether the daemon has refused the connection because it has too many clients.
        self.has_no_room = False
        self.has_listed = False
        # The times of the connection's begin or `hello`, and of the last portion of zones.
        self._began = self._portion_at = time.monotonic()

    @property
    def due_since(self) -> float | None:
        """The time of time.monotonic() since which `hello`, the touchscreens or the oldest reply is due."""
        times = [each.since for each in self.pending.values()]
        return min(times if self.has_listed else [*times, self._began], default=None)

    @property
    def is_ready(self) -> bool:
        """Whether the touchscreens are listed, and the opening requests are done."""
        return self.has_listed and not self._zones and not self._is_opening

    @property
    def _is_opening(self) -> bool:
        return any(each.is_opening for each in self.pending.values())

    def postpone(self, seconds: float) -> None:
        """Answers are due later, as the program did not read for a time."""
        self._began += seconds
        for each in self.pending.values():
            each.since += seconds

    def opening(self) -> bytes:
        """The first requests of each connection: the subscription, and a portion of the zones. `more` has others."""
        data = b""
        if self._filters is not None:
            self._subscribe_id, data = self.request("subscribe", self._filters)
            self.pending[self._subscribe_id].is_opening = True
        return data + self._portion()

    @property
    def more_in(self) -> float | None:
        """Seconds until `more` has requests, unless a reply is due first; None if there are none."""
        if not self._zones or self._is_opening:
            return None
        return max(self._portion_at + PORTION_INTERVAL - time.monotonic(), 0)

    def more(self) -> bytes:
        """The next portion of the zones, once it may be sent: the daemon ends connections that request too often."""
        return self._portion() if self.more_in == 0 else b""

    def _portion(self) -> bytes:
        portion, self._zones = self._zones[:PORTION], self._zones[PORTION:]
        self._portion_at = time.monotonic()
        data = b""
        for zone in portion:
            identity, text = self.request("add_zone", {name: value for name, value in zone.items() if name != "type"})
            self.pending[identity].is_opening = True
            data += text
        return data

    def request(self, kind: str, members: Mapping[str, Any], is_awaited: bool = False) -> tuple[int, bytes]:
        """A request: its id, and its bytes. An awaited reply is added to `replies`; others are lines like any."""
        data = encode({"type": kind, "id": self._last_id + 1, **members}) + b"\n"
        self._last_id += 1
        self.pending[self._last_id] = Pending(kind, members, time.monotonic(), is_awaited)
        return self._last_id, data

    def forget(self, identity: int) -> None:
        """The reply to an awaited request is dropped when it comes: nothing waits for it any more."""
        self.replies.pop(identity, None)
        if identity in self.pending:
            self.pending[identity].is_forgotten = True

    def feed(self, data: bytes) -> Iterator[Received]:
        """The lines that `data` completes. Raises ProtocolError after the lines before the fault."""
        *texts, self._partial = (self._partial + data).split(b"\n")
        for text in texts:
            if len(text) > LONGEST_LINE:
                raise ProtocolError(f"a line has more than {LONGEST_LINE // 1024} KiB")
            received = Received(parse(text), text)
            if self._handle(received):
                yield received
            yield from self._warnings
            self._warnings.clear()
        if len(self._partial) > LONGEST_LINE:
            raise ProtocolError(f"a line has more than {LONGEST_LINE // 1024} KiB")

    def end(self) -> list[Received]:
        """The active gestures as cancelled, because the connection has ended."""
        lines = [made_end(line) for line, _ in self._active.values()]
        self._active, self._active_bytes = {}, 0
        return lines

    def _handle(self, received: Received) -> bool:
        """Follows a line; returns whether to pass it on."""
        line = received.line
        kind = line["type"]
        if kind == "hello":
            if line["protocol"] != PROTOCOL:
                raise ProtocolError(f"the daemon's protocol is {line['protocol']}, not {PROTOCOL}")
            self.has_greeted = True
            self._began = time.monotonic()
        elif kind == "bye":
            self.has_no_room = line["reason"] == "too_many_clients"
        elif not self.has_greeted:
            raise ProtocolError(f"the first line is {kind}, not hello")
        elif kind == "snapshot_end":
            self.has_listed = True
        elif kind == "reply":
            return self._reply_received(line)
        elif kind == "gesture":
            return self._gesture_received(line, len(received.text))
        elif self._subscribe_id is not None and kind == "device":
            return kind in (self._filters or {}).get("events", ("device",))
        return True

    def _reply_received(self, line: dict[str, Any]) -> bool:
        identity = line.get("id")
        request = self.pending.pop(identity, None) if type(identity) is int else None
        if request is None or type(identity) is not int:
            return True  # To a line that was not a request.
        if line["ok"] and request.kind == "subscribe":
            # Gestures that began before keep the earlier subscription to their end.
            self._is_tracking = passes_lives(request.members)
        if request.is_opening:
            if not line["ok"]:
                refuse(line)
            if "warning" in line:
                made = {"type": "request_warning", "request": request.kind, "message": line["warning"]}
                self._warnings.append(Made(made, encode(made)))
            if identity == self._subscribe_id:
                self._subscribe_id = None
            return True
        if line["ok"]:
            self.done.append((request.kind, request.members))
        if request.is_awaited and not request.is_forgotten:
            self.replies[identity] = line
        return not request.is_awaited

    def _gesture_received(self, line: dict[str, Any], size: int) -> bool:
        """The daemon does not filter lines before its reply to `subscribe`: a gesture that begins before the reply
        is ignored to its end."""
        identity, phase = line["id"], line["phase"]
        is_end = phase in ("ended", "cancelled")
        if self._subscribe_id is not None or identity in self._ignored:
            (self._ignored.discard if is_end else self._ignored.add)(identity)
        else:
            _, earlier = self._active.pop(identity, (None, 0))
            self._active_bytes -= earlier
            if not is_end and (earlier or phase == "began" and self._is_tracking):
                self._active[identity] = line, size
                self._active_bytes += size
            self._check_active()
            return True
        self._check_active()
        return False

    def _check_active(self) -> None:
        if len(self._active) + len(self._ignored) > MAXIMUM_ACTIVE or self._active_bytes > MAXIMUM_ACTIVE_BYTES:
            raise ProtocolError(f"more than {MAXIMUM_ACTIVE} gestures, or "
                                f"{MAXIMUM_ACTIVE_BYTES // 1024 // 1024} MiB of them, are active")


def parse(text: bytes) -> dict[str, Any]:
    """The members of a line, which have the types of the schema if the type of the line is known."""
    try:
        line = json.loads(text.decode(), parse_constant=refuse_constant, parse_float=finite)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"a line is not JSON: {error}"[:200]) from error
    if not isinstance(line, dict) or not isinstance(line.get("type"), str):
        raise ProtocolError("a line is not an object with a type")
    if line["type"] in LINE_TYPES:
        check(line, line["type"])
    if line["type"] == "device":
        check(line["device"], "device.device")
    return line


def check(members: dict[str, Any], name: str) -> None:
    """Raises ProtocolError if a required member is missing, or a member has another type than in the schema."""
    required, classes = SHAPES.get(name, ((), {}))
    for member in required:
        if member not in members:
            raise ProtocolError(f"a line lacks a member: {name} has no {member}")
    for member, value in members.items():
        if member in classes and type(value) not in classes[member]:
            raise ProtocolError(f"a member has the wrong type: {member} of {name} is {str(value)[:40]!r}")


def finite(text: str) -> float:
    """A number, unless it is larger than a double can be."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:20]} is not a double")
    return value


def refuse_constant(word: str) -> NoReturn:
    """NaN and Infinity are not JSON."""
    raise ValueError(f"{word} is not a number")


def refuse(reply: Mapping[str, Any]) -> NoReturn:
    """Raises the error of a reply."""
    error = reply.get("error")
    members = error if isinstance(error, dict) else {}
    member = members.get("member")
    raise Refused(str(members.get("code", "")), str(members.get("message", "the request was refused"))[:2048],
                  None if member is None else str(member))


def warning(reply: Mapping[str, Any]) -> str | None:
    """The warning of a reply; None if it has none."""
    text = reply.get("warning")
    return text if isinstance(text, str) else None


def answer(reply: Mapping[str, Any], member: str) -> Any:
    """The member of a reply that has the answer; raises ProtocolError if it is missing."""
    if member not in reply:
        raise ProtocolError(f"a line lacks a member: reply has no {member}")
    return reply[member]
