"""The queue and the backoff, without a broker."""

import io
import random
import tracemalloc

from gestured import Backoff
from gestured_mqtt.outbox import ENTRY_OVERHEAD, Outbox
from scene import expect

SECOND = 1_000_000


def report(count):
    return "t", f"lost {count}".encode()


def drain(outbox, now=0):
    """Every payload that is due, as the broker receives them."""
    payloads = []
    while (entry := outbox.next_entry(now)) is not None:
        payloads.append(entry.payload)
        outbox.sent(entry, len(payloads))
        outbox.acknowledge(len(payloads))
    return payloads


def test_the_queue_keeps_the_order_and_messages_in_flight_are_first_after_a_lost_connection():
    outbox = Outbox(1 << 20, 60 * SECOND, report)
    for number in range(5):
        outbox.append("t", b"%d" % number, 0)
    for message_id in (1, 2, 3):
        outbox.sent(outbox.next_entry(0), message_id)
    outbox.acknowledge(2)
    outbox.connection_lost()
    found = drain(outbox)
    expect(found == [b"0", b"2", b"3", b"4"], f"sent {found}")
    expect(outbox.bytes == 0 and len(outbox) == 0, f"{outbox.bytes} bytes are left of nothing")


def test_the_queue_drops_the_oldest_for_room_and_reports_their_number_at_their_position():
    outbox = Outbox(10 * (ENTRY_OVERHEAD + 1), 60 * SECOND, report)
    for number in range(15):
        outbox.append("t", b"%x" % number, 0)
    expect(outbox.dropped_for_room == 5 and outbox.dropped_for_age == 0, f"dropped {outbox.dropped_for_room}")
    found = drain(outbox)
    expect(found == [b"lost 5", *(b"%x" % number for number in range(5, 15))], f"sent {found}")


def test_the_queue_drops_a_message_just_after_its_maximum_age_and_not_just_before():
    outbox = Outbox(1 << 20, 60 * SECOND, report)
    outbox.append("t", b"old", 0)
    outbox.append("t", b"new", 1)
    outbox.expire(60 * SECOND)
    expect(outbox.dropped == 0, "dropped at its age")
    found = drain(outbox, 60 * SECOND + 1)
    expect(found == [b"lost 1", b"new"] and outbox.dropped_for_age == 1, f"sent {found}")


def test_a_report_of_drops_follows_the_messages_in_flight_before_them_even_if_these_are_sent_again():
    outbox = Outbox(4 * (ENTRY_OVERHEAD + 8), 60 * SECOND, report)
    for number in range(4):
        outbox.append("t", b"%08x" % number, number)
    for message_id in (1, 2):
        outbox.sent(outbox.next_entry(4), message_id)
    outbox.append("t", b"%08x" % 4, 4)
    outbox.acknowledge(1)
    outbox.connection_lost()
    entries = [outbox.next_entry(5) for _ in range(4)]
    found = [(each.payload, each.received_us) for each in entries]
    expect(found == [(b"00000001", 1), (b"lost 1", 2), (b"00000003", 3), (b"00000004", 4)], f"sent {found}")


def test_a_report_of_drops_that_is_dropped_itself_is_counted_in_the_next_one():
    outbox = Outbox(2 * (ENTRY_OVERHEAD + 20), 60 * SECOND, report)
    for _ in range(5):
        outbox.append("t", b"x" * 20, 0)
    entry = outbox.next_entry(0)
    expect(entry.payload == b"lost 3", f"reported {entry.payload}")
    outbox.put_back(entry)
    for _ in range(2):
        outbox.append("t", b"y" * 20, 0)
    expect(outbox.dropped == 5, f"counted {outbox.dropped}, not messages alone")
    expect(drain(outbox) == [b"lost 5", b"y" * 20, b"y" * 20], "a report was lost")


def test_messages_after_a_report_of_drops_age_as_without_it():
    outbox = Outbox(1 << 20, 60 * SECOND, report)
    outbox.append("t", b"1", 0)
    outbox.append("t", b"2", 20 * SECOND)
    outbox.sent(outbox.next_entry(61 * SECOND), 1)
    outbox.connection_lost()
    outbox.expire(81 * SECOND)
    expect(outbox.dropped_for_age == 2, f"{outbox.dropped_for_age} were dropped")
    expect(drain(outbox, 81 * SECOND) == [b"lost 2"], "another report")


def test_only_a_message_that_is_larger_than_the_queue_is_dropped_and_counted():
    outbox = Outbox(ENTRY_OVERHEAD + 100, 60 * SECOND, report)
    outbox.append("t", b"x" * 1000, 0)
    expect(len(outbox) == 0 and outbox.dropped == 1 and outbox.bytes == 0, "it stayed")


def test_messages_in_flight_are_not_dropped_for_room_or_for_age():
    outbox = Outbox(3 * (ENTRY_OVERHEAD + 8), 60 * SECOND, report)
    for number in range(3):
        outbox.append("t", b"%08d" % number, 0)
    outbox.sent(outbox.next_entry(0), 1)
    for number in range(3, 7):
        outbox.append("t", b"%08d" % number, 61 * SECOND)
    outbox.expire(61 * SECOND)
    expect(outbox.dropped == 4, f"dropped {outbox.dropped}")
    outbox.connection_lost()
    # The report needs room, too; it uses that of the entries after it.
    found = [outbox.next_entry(0).payload for _ in range(3)]
    expect(found == [b"00000000", b"lost 5", b"00000006"] and outbox.dropped == 5, f"found {found}")
    expect(outbox.bytes <= 3 * (ENTRY_OVERHEAD + 8), f"{outbox.bytes} bytes")


def test_the_queue_takes_no_more_memory_than_it_counts():
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    outbox = Outbox(4 << 20, 60 * SECOND, report)
    # As in the bridge: the topic is a separate string each time.
    for number in range(20_000):
        outbox.append(f"gestured/kiosk-{number % 7}/lines", b"x" * (300 + number % 50), number + (1 << 40))
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    expect(outbox.bytes <= 4 << 20, f"{outbox.bytes} bytes are counted")
    expect(used <= outbox.bytes, f"{used} bytes are used, {outbox.bytes} counted")


def test_random_appends_sends_breaks_and_drops_lose_only_counted_messages_and_keep_the_order():
    rng = random.Random(20)
    outbox = Outbox(40 * (ENTRY_OVERHEAD + 8), 1000, lambda count: ("t", b"lost %d" % count))
    now, added, message_id, received = 0, 0, 0, []
    in_flight = {}
    for _ in range(20_000):
        now += rng.randrange(20)
        action = rng.random()
        if action < 0.4:
            outbox.append("t", b"%d" % added, now)
            added += 1
        elif action < 0.75 and (entry := outbox.next_entry(now)) is not None:
            message_id += 1
            outbox.sent(entry, message_id)
            in_flight[message_id] = entry
        elif action < 0.97 and in_flight:
            first = min(in_flight)
            outbox.acknowledge(first)
            received.append(in_flight.pop(first))
        elif action > 0.995:
            outbox.connection_lost()
            in_flight.clear()
        # Only entries in flight, and a report of drops, may exceed the limit.
        excess = sum(entry.cost for entry in in_flight.values()) + ENTRY_OVERHEAD + 20
        expect(outbox.bytes <= 40 * (ENTRY_OVERHEAD + 8) + excess, f"{outbox.bytes} bytes at {now}")
    outbox.connection_lost()
    while (entry := outbox.next_entry(now)) is not None:
        outbox.sent(entry, 0)
        outbox.acknowledge(0)
        received.append(entry)
    # Each report counts exactly the messages that are missing at its position.
    expected = 0
    for entry in received:
        expect(entry.lost or int(entry.payload) == expected, f"{entry.payload} came for {expected}")
        expected += entry.lost or 1
    numbers = [int(entry.payload) for entry in received if not entry.lost]
    reported = sum(entry.lost for entry in received)
    expect(numbers == sorted(set(numbers)), "out of order, or twice")
    expect(len(numbers) + reported == added and reported == outbox.dropped,
           f"{added} were added, {len(numbers)} came, {reported} were reported, {outbox.dropped} counted")


def test_the_queue_is_the_same_after_it_was_saved_and_loaded_without_foreign_lines():
    outbox = Outbox(10 * (ENTRY_OVERHEAD + 1), 60 * SECOND, report)
    for number in range(12):
        outbox.append("t", b"%x" % number, 5)
    outbox.sent(outbox.next_entry(5), 1)
    file = io.StringIO()
    outbox.save(file)
    # A timestamp in the future, so from another boot; no JSON; too few members.
    damaged = f'["t","of another boot",{90 * SECOND},0]\nx\n["t"]\n{{}}\n' + file.getvalue()
    other = Outbox(10 * (ENTRY_OVERHEAD + 1), 60 * SECOND, report)
    other.load(io.StringIO(damaged), 6)
    found = drain(other, 6)
    expect(found == [b"lost 2", *(b"%x" % number for number in range(2, 12))], f"loaded {found}")


def test_the_wait_before_an_attempt_is_random_from_0_to_a_limit_that_doubles_up_to_the_maximum():
    for failures, ceiling in enumerate((5, 10, 20, 40, 80, 120, 120)):
        waits = []
        for seed in range(4000):
            backoff = Backoff(5, 120, random.Random(seed))
            for _ in range(failures):
                backoff.next_wait()
            waits.append(backoff.next_wait())
        expect(0 <= min(waits) and max(waits) <= ceiling, f"{min(waits)} to {max(waits)} after {failures} failures")
        counts = [0] * 10
        for wait in waits:
            counts[min(9, int(wait / ceiling * 10))] += 1
        expect(min(counts) > 320 and max(counts) < 480, f"uneven after {failures} failures: {counts}")
    backoff = Backoff(5, 120)
    for _ in range(5000):
        backoff.next_wait()
    expect(backoff.ceiling == 120, "it overflows")
    backoff.reset()
    expect(backoff.ceiling == 5, "it does not begin again")
