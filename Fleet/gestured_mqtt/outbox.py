"""Messages that wait for the broker: bounded in bytes and in age, in order, oldest dropped first,
drops counted.

They are in memory. On disk they would be a record of all touches, PINs among them, and would wear
out the flash of a kiosk; docs/fleet.md describes which losses follow. `save` and `load` keep them over
a restart of this program, in a folder whose contents a power failure deletes.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
import json
from typing import IO

# Python's memory for an entry besides its topic and payload; a test measures that it suffices.
ENTRY_OVERHEAD = 320


class Entry:
    """One message. `received_us` is of CLOCK_BOOTTIME; `lost` is the number of dropped messages
    that it reports."""

    __slots__ = ("topic", "payload", "received_us", "lost")

    def __init__(self, topic: str, payload: bytes, received_us: int, lost: int = 0) -> None:
        self.topic = topic
        self.payload = payload
        self.received_us = received_us
        self.lost = lost

    @property
    def cost(self) -> int:
        """The bytes of memory that count towards the limit."""
        return len(self.payload) + ENTRY_OVERHEAD


class Outbox:
    """Messages in the order of their arrival; those in flight are kept until the broker has them.

    An entry is dropped if it is older than `age_us`, or if room is needed for a newer one. Entries
    in flight are not dropped: the broker may already have them, and there are few.
    """

    def __init__(self, maximum_bytes: int, age_us: float,
                 make_report: Callable[[int], tuple[str, bytes]] | None = None) -> None:
        """`make_report(count)` returns topic and payload of a message that reports `count` drops."""
        self._maximum_bytes = maximum_bytes
        self._age_us = age_us
        self._make_report = make_report
        self._waiting: deque[Entry] = deque()
        self._in_flight: OrderedDict[int, Entry] = OrderedDict()
        self._unreported = 0
        self._last_drop_us = 0
        self.bytes = 0
        self.dropped_for_age = 0
        self.dropped_for_room = 0

    def __len__(self) -> int:
        return len(self._waiting) + len(self._in_flight)

    @property
    def in_flight(self) -> int:
        """The number of sent messages that are not acknowledged."""
        return len(self._in_flight)

    @property
    def dropped(self) -> int:
        """The number of messages that were dropped since the start."""
        return self.dropped_for_age + self.dropped_for_room

    def append(self, topic: str, payload: bytes, now_us: int) -> None:
        """Adds a message, and drops the oldest to make room. A message larger than the limit is itself dropped."""
        entry = Entry(topic, payload, now_us)
        self._waiting.append(entry)
        self.bytes += entry.cost
        self._make_room()

    def _make_room(self) -> None:
        while self.bytes > self._maximum_bytes and self._waiting:
            self.dropped_for_room += self._drop_oldest()

    def expire(self, now_us: int) -> None:
        """Drops entries that are now too old."""
        while self._waiting and now_us - self._waiting[0].received_us > self._age_us:
            self.dropped_for_age += self._drop_oldest()

    def _drop_oldest(self) -> int:
        """Drops the oldest entry; returns the number of dropped messages: 1, or 0 for a report, whose drops the next
        report counts."""
        entry = self._waiting.popleft()
        self.bytes -= entry.cost
        self._unreported += entry.lost or 1
        self._last_drop_us = entry.received_us
        return 0 if entry.lost else 1

    def next_entry(self, now_us: int) -> Entry | None:
        """Pops the message to send next, or None if none waits. If messages were dropped, it is a report of them."""
        self.expire(now_us)
        if self._unreported and self._make_report:
            return self._report(self._make_report)
        return self._waiting.popleft() if self._waiting else None

    def _report(self, make: Callable[[int], tuple[str, bytes]]) -> Entry:
        topic, payload = make(self._unreported)
        # The report has the time of the last message that it counts, so that times are in order.
        report = Entry(topic, payload, self._last_drop_us, self._unreported)
        self._unreported = 0
        self.bytes += report.cost
        return report

    def sent(self, entry: Entry, message_id: int) -> None:
        """Records that a message of `next_entry` is in flight under the broker's id."""
        self._in_flight[message_id] = entry

    def put_back(self, entry: Entry) -> None:
        """Puts back a message of `next_entry` that could not be sent."""
        self._waiting.appendleft(entry)

    def acknowledge(self, message_id: int) -> bool:
        """Removes a message that the broker has acknowledged; returns whether it belonged to this outbox."""
        entry = self._in_flight.pop(message_id, None)
        if entry is None:
            return False
        self.bytes -= entry.cost
        return True

    def connection_lost(self) -> None:
        """Puts messages in flight back, first and in order, and after them a report of messages dropped since they
        were sent."""
        if self._in_flight and self._unreported and self._make_report:
            report = self._report(self._make_report)
            # Makes room for the report by dropping messages after it, not those in flight.
            while self.bytes > self._maximum_bytes and self._waiting:
                self.dropped_for_room += self._drop_oldest()
                self.bytes -= report.cost
                self._unreported += report.lost
                report = self._report(self._make_report)
            self._waiting.appendleft(report)
        self._waiting.extendleft(reversed(self._in_flight.values()))
        self._in_flight.clear()
        self._make_room()

    def save(self, file: IO[str]) -> None:
        """Writes all messages as lines of JSON, first those in flight."""
        self.connection_lost()
        for entry in self._waiting:
            json.dump([entry.topic, entry.payload.decode("utf-8", "replace"), entry.received_us, entry.lost],
                      file, ensure_ascii=False)
            file.write("\n")
        if self._unreported:
            json.dump({"unreported": self._unreported, "last_us": self._last_drop_us}, file)
            file.write("\n")

    def load(self, file: IO[str], now_us: int) -> None:
        """Adds the messages that `save` wrote in this boot. Skips invalid lines and messages that are too old."""
        for line in file:
            try:
                item = json.loads(line)
                if isinstance(item, dict):
                    self._unreported += int(item["unreported"])
                    self._last_drop_us = int(item["last_us"])
                    continue
                topic, text, received_us, lost = item
                entry = Entry(str(topic), str(text).encode(), int(received_us), int(lost))
            except (ValueError, TypeError, KeyError):
                continue
            if entry.received_us <= now_us:
                self._waiting.append(entry)
                self.bytes += entry.cost
        self._make_room()
        self.expire(now_us)
