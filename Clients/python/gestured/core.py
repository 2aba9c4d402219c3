"""What the blocking and the asynchronous client share: the queue of events, and when to continue."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
import copy
from dataclasses import dataclass, field
import json
import time
from typing import Any, Literal, TypedDict

from .backoff import Backoff
from .errors import Disconnected, GesturedError, NotAnswering, NotPermitted, ProtocolError, Refused, TooMuchUnread
from .protocol import (Activity, Bye, Contact, Device, Explanation, Gesture, Health, Hello, Overflow, SnapshotEnd,
                       Wake)
from .requests import AddZone, Filters
from .session import Made, Received, Session, encode, refuse

READ_SIZE = 64 * 1024
# Seconds, as poll(2) takes no more than 24 days.
LONGEST_WAIT = 86_400
# Bytes of events that wait for a program which waits for a reply, and at other times.
MAXIMUM_UNREAD, ENOUGH_UNREAD = 1024 * 1024, 64 * 1024
# Seconds without permission until that is an error.
DENIED_FOR = 2
# Seconds that a connection lasts until attempts are no longer delayed for the failures before it.
LASTED = 5


class ConnectionLost(TypedDict):
    """An event of this package, not of the protocol: the connection has ended, or cannot be made.

    It comes once for each loss, and again when the reason changes.
    """

    type: Literal["connection_lost"]
    # absent, not_permitted, not_answering, closed, protocol_error, refused
    reason: str
    message: str


class RequestWarning(TypedDict):
    """An event of this package, not of the protocol: the daemon did what a connection begins with, and warns of it.

    A subscription names zones that do not exist, for example. Requests of the program return their warnings.
    """

    type: Literal["request_warning"]
    # The type of the request: subscribe.
    request: str
    message: str


Event = (Hello | Device | SnapshotEnd | Gesture | Activity | Wake | Contact | Health | Explanation | Overflow | Bye
         | ConnectionLost | RequestWarning)


@dataclass(frozen=True)
class Options:
    """How a client behaves when there is no daemon, or it does not answer."""

    # Waits for a daemon that does not run yet; otherwise that is an error.
    waits: bool = True
    # Makes another connection when one ends; otherwise the events end.
    reconnects: bool = True
    # Also tries again after an error that a retry seldom mends: no permission, another protocol, a refusal.
    persistent: bool = False
    # Seconds for an answer of the daemon; None for any.
    patience: float | None = 10
    # The backoff of attempts.
    backoff: Backoff = field(default_factory=lambda: Backoff(0.05, 2))


class Core:
    """The events of all connections, one after the other."""

    def __init__(self, filters: Filters | None, options: Options) -> None:
        self.options = options
        # Each client counts its own failures.
        self.backoff = copy.copy(options.backoff)
        # A copy, which raises now if the filters are not JSON.
        self.filters: Filters | None = None if filters is None else json.loads(encode(filters))
        self.zones: dict[str, AddZone] = {}
        self.session = Session()
        self.is_open = False
        self.is_over = False
        # Whether the last connection was refused because the daemon has too many clients.
        self.is_refused = False
        self.unread = 0
        self._queue: deque[Received] = deque()
        # Bytes that the socket has not taken yet.
        self.outgoing = bytearray()
        self._failure: Exception | None = None
        self._ready_at: float | None = None
        self._last_reason: str | None = None
        self._had_connection = False
        self._denied_since: float | None = None

    def opened(self) -> None:
        """A connection begins: the first requests must be sent."""
        self.session = Session(self.filters, self.zones.values())
        self.is_open = True
        self._had_connection = True
        self.outgoing = bytearray(self.session.opening())

    def closed(self) -> None:
        """The program ends the events: each active gesture is cancelled, and no connection follows."""
        self._end_session()
        self.is_over = True

    def failed(self, error: Exception) -> None:
        """A fault of this package or of its use ends the events: the program receives it."""
        self._end_session()
        self._failure, self.is_over = error, True

    @property
    def patience_left(self) -> float | None:
        """Seconds until an answer is too late; None if none is due or any time is accepted."""
        since, patience = self.session.due_since, self.options.patience
        return None if since is None or patience is None else max(since + patience - time.monotonic(), 0)

    @property
    def interval(self) -> float | None:
        """Like `timeout`, but also short enough to detect that the answer to a request made meanwhile is too late."""
        patience = self.options.patience
        times = [each for each in (self.timeout, None if patience is None else patience / 5) if each is not None]
        return min(*times, LONGEST_WAIT) if times else None

    def overdue(self) -> NotAnswering | None:
        """The error that ends the connection, if an answer is too late."""
        if self.patience_left != 0:
            return None
        return NotAnswering(f"the daemon has not answered for {self.options.patience} s")

    @property
    def timeout(self) -> float | None:
        """Seconds until something must be done without a byte of the daemon; None if nothing must."""
        times = [each for each in (self.patience_left, self.session.more_in) if each is not None]
        return min(*times, LONGEST_WAIT) if times else None

    def received(self, data: bytes) -> GesturedError | None:
        """Handles bytes; returns the error that ends the connection."""
        try:
            for each in self.session.feed(data):
                self._append(each)
                if self.unread > MAXIMUM_UNREAD + READ_SIZE:
                    return TooMuchUnread("the program has read no events for too long")
        except GesturedError as error:
            return error
        finally:
            for kind, members in self.session.done:
                self._applied(kind, members)
            self.session.done.clear()
        if self._ready_at is None and self.session.is_ready:
            # Not at `hello`: a daemon that has no room for a client sends that as well.
            self._ready_at = time.monotonic()
            self._last_reason = None
        return None

    def _end_session(self) -> None:
        for each in self.session.end() if self.is_open else ():
            self._append(each)
        self.is_open = False
        self.outgoing = bytearray()

    def lost(self, error: GesturedError) -> None:
        """The connection has ended, or could not be made: decides whether another follows."""
        self._end_session()
        self.is_refused = self.session.has_no_room
        if self._ready_at is not None and time.monotonic() - self._ready_at > LASTED:
            self.backoff.reset()
        self._ready_at = None
        if self._had_connection or error.reason != self._last_reason:
            line = {"type": "connection_lost", "reason": error.reason, "message": str(error)}
            self._append(Made(line, encode(line)))
        is_final = isinstance(error, (ProtocolError, Refused, TooMuchUnread)) or self._is_denied(error)
        if error.reason == "absent" and not self.options.waits and self._last_reason is None \
                and not self._had_connection or is_final and not self.options.persistent:
            self._failure, self.is_over = error, True
        elif not self.options.reconnects and self._had_connection:
            self.is_over = True
            self._failure = error if isinstance(error, NotAnswering) else None
        self._had_connection, self._last_reason = False, error.reason

    def _is_denied(self, error: GesturedError) -> bool:
        """Whether there was no permission for a time: a daemon that starts makes its socket for its own user first."""
        if not isinstance(error, NotPermitted):
            self._denied_since = None
            return False
        now = time.monotonic()
        self._denied_since = self._denied_since or now
        return not self.options.waits or now - self._denied_since > DENIED_FOR

    def pop(self) -> Received | None:
        """The next event; None if there is none yet."""
        if not self._queue:
            return None
        received = self._queue.popleft()
        self.unread -= len(received.text)
        return received

    def raise_refusal(self) -> None:
        """Raises an error if the daemon has too many clients: a request does not wait until others leave."""
        if self.is_refused:
            raise NotAnswering("gestured has too many clients: end one, or raise its max_clients")

    def raise_failure(self) -> None:
        """Raises the error that ended the events, if one did."""
        if self._failure is not None:
            raise self._failure

    def reply(self, identity: int) -> dict[str, Any] | None:
        """The reply to a request, once it has arrived. Raises if it is a refusal, or can no longer arrive."""
        reply = self.session.replies.pop(identity, None)
        if reply is not None:
            if not reply["ok"]:
                refuse(reply)
            return reply
        if not self.is_open or identity not in self.session.pending:
            self.raise_failure()
            raise Disconnected("the connection ended before the reply")
        return None

    def _applied(self, kind: str, members: Mapping[str, Any]) -> None:
        """A request was done: later connections repeat what lasts."""
        if kind == "subscribe":
            self.filters = members  # type: ignore[assignment]
        elif kind == "add_zone":
            self.zones[members["name"]] = {"type": "add_zone", **members}  # type: ignore[misc]
        elif kind == "move_zone" and members["name"] in self.zones:
            self.zones[members["name"]]["rect"] = members["rect"]
        elif kind == "remove_zone":
            self.zones.pop(members["name"], None)

    def _append(self, received: Received) -> None:
        self._queue.append(received)
        self.unread += len(received.text)
