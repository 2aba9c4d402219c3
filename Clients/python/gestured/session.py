"""One connection without I/O: bytes become lines, and requests become bytes (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
import json
from typing import Any, NamedTuple, NoReturn

from .errors import ProtocolError, Refused
from .requests import AddZone, Filters
from .shapes import SHAPES

PROTOCOL = 1
# A line fits into the queue of a client, 256 KiB (docs/protocol.md#lines).
LONGEST_LINE = 256 * 1024
# More gestures than fingers can make at a time: a program that is no daemon could send `began` without end.
MAXIMUM_ACTIVE = 4096


class Received(NamedTuple):
    """A line: its members, and its text without the line end."""

    line: dict[str, Any]
    text: bytes

    @property
    def is_known(self) -> bool:
        """Whether this version of the package knows the type."""
        return self.line["type"] in SHAPES or self.line["type"] == "connection_lost"


def encode(value: Mapping[str, Any]) -> bytes:
    """A line in the form of the protocol, without the line end."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


class Session:
    """The state of one connection, from `hello` to its end."""

    def __init__(self, filters: Filters | None = None, zones: Iterable[AddZone] = ()) -> None:
        self._filters = filters
        self._zones = list(zones)
        self._partial = b""
        self._last_id = 0
        # The requests of `opening`, by id: a refusal ends the connection.
        self._opening_ids: set[int] = set()
        self._subscribe_id: int | None = None
        self._active: dict[int, dict[str, Any]] = {}
        self._ignored: set[int] = set()
        self.pending: set[int] = set()
        # Requests of `request` with `is_awaited`, and the replies to them, which are not passed on.
        self._awaited: set[int] = set()
        self.replies: dict[int, dict[str, Any]] = {}
        self.has_greeted = False
        self.has_listed = False

    @property
    def is_awaited(self) -> bool:
        """Whether `hello`, the touchscreens, or a reply is due."""
        return not self.has_listed or bool(self.pending)

    @property
    def is_ready(self) -> bool:
        """Whether the touchscreens are listed, and the opening requests are done."""
        return self.has_listed and not self._opening_ids

    def opening(self) -> bytes:
        """The requests of each connection: the subscription and the zones."""
        data = b""
        if self._filters is not None:
            self._subscribe_id, data = self.request("subscribe", self._filters)
            self._opening_ids.add(self._subscribe_id)
        for zone in self._zones:
            identity, text = self.request("add_zone", {name: value for name, value in zone.items() if name != "type"})
            self._opening_ids.add(identity)
            data += text
        return data

    def request(self, kind: str, members: Mapping[str, Any], is_awaited: bool = False) -> tuple[int, bytes]:
        """A request: its id, and its bytes. An awaited reply is added to `replies`; others are lines like any."""
        self._last_id += 1
        self.pending.add(self._last_id)
        if is_awaited:
            self._awaited.add(self._last_id)
        return self._last_id, encode({"type": kind, "id": self._last_id, **members}) + b"\n"

    def feed(self, data: bytes) -> Iterator[Received]:
        """The lines that `data` completes. Raises ProtocolError after the lines before the fault."""
        *texts, self._partial = (self._partial + data).split(b"\n")
        for text in texts:
            if len(text) > LONGEST_LINE:
                raise ProtocolError(f"a line has more than {LONGEST_LINE // 1024} KiB")
            received = Received(parse(text), text)
            if self._handle(received.line):
                yield received
        if len(self._partial) > LONGEST_LINE:
            raise ProtocolError(f"a line has more than {LONGEST_LINE // 1024} KiB")

    def end(self) -> list[Received]:
        """The active gestures as cancelled, because the connection has ended."""
        lines = [{**began, "phase": "cancelled", "reason": "connection_lost"} for began in self._active.values()]
        self._active = {}
        return [Received(line, encode(line)) for line in lines]

    def _handle(self, line: dict[str, Any]) -> bool:
        """Follows a line; returns whether to pass it on."""
        kind = line["type"]
        if kind == "hello":
            if line["protocol"] != PROTOCOL:
                raise ProtocolError(f"the daemon's protocol is {line['protocol']}, not {PROTOCOL}")
            self.has_greeted = True
        elif kind == "bye":
            pass
        elif not self.has_greeted:
            raise ProtocolError(f"the first line is {kind}, not hello")
        elif kind == "snapshot_end":
            self.has_listed = True
        elif kind == "reply":
            return self._reply_received(line)
        elif kind == "gesture":
            return self._gesture_received(line)
        elif self._subscribe_id is not None and kind == "device":
            return kind in (self._filters or {}).get("events", ("device",))
        return True

    def _reply_received(self, line: dict[str, Any]) -> bool:
        identity = line.get("id")
        if type(identity) is not int or identity not in self.pending:
            return True  # To a line that was no request.
        self.pending.discard(identity)
        if identity in self._awaited:
            self._awaited.discard(identity)
            self.replies[identity] = line
            return False
        if identity in self._opening_ids:
            self._opening_ids.discard(identity)
            if not line["ok"]:
                refuse(line)
            if identity == self._subscribe_id:
                self._subscribe_id = None
        return True

    def _gesture_received(self, line: dict[str, Any]) -> bool:
        """The daemon does not filter lines before its reply to `subscribe`: a gesture that begins before the reply
        is ignored to its end."""
        identity, phase = line["id"], line["phase"]
        is_end = phase in ("ended", "cancelled")
        if self._subscribe_id is not None or identity in self._ignored:
            (self._ignored.discard if is_end else self._ignored.add)(identity)
            return False
        if is_end:
            self._active.pop(identity, None)
        else:
            self._active[identity] = line
        if len(self._active) + len(self._ignored) > MAXIMUM_ACTIVE:
            raise ProtocolError(f"more than {MAXIMUM_ACTIVE} gestures are active")
        return True


def parse(text: bytes) -> dict[str, Any]:
    """The members of a line, which are of the schema's types if the type of the line is known."""
    try:
        line = json.loads(text.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"a line is no JSON: {error}"[:200]) from error
    if not isinstance(line, dict) or not isinstance(line.get("type"), str):
        raise ProtocolError("a line is no object with a type")
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


def refuse_constant(word: str) -> NoReturn:
    """NaN and Infinity are no JSON."""
    raise ValueError(f"{word} is no number")


def refuse(reply: Mapping[str, Any]) -> NoReturn:
    """Raises the error of a reply."""
    error = reply.get("error")
    members = error if isinstance(error, dict) else {}
    member = members.get("member")
    raise Refused(str(members.get("code", "")), str(members.get("message", "the request was refused"))[:2048],
                  None if member is None else str(member))


def answer(reply: Mapping[str, Any], member: str) -> Any:
    """The member of a reply that has the answer; raises ProtocolError if it is missing."""
    if member not in reply:
        raise ProtocolError(f"a line lacks a member: reply has no {member}")
    return reply[member]
