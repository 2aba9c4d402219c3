"""The log lines of gestured-mqtt about a broker that is away for long."""

import asyncio
import logging

from daemons import Events
from fake_broker import AnsweringBroker
from gestured_mqtt import configuration
from gestured import Backoff
from gestured_mqtt.broker import BrokerLink, Topics
from gestured_mqtt.repeats import Repeats
from kiosk import free_port
from scene import expect


def test_a_warning_that_repeats_is_admitted_at_once_and_then_once_an_hour_with_its_count():
    now = [0.0]
    repeats = Repeats(3600, lambda: now[0])
    admitted = []
    # A day without a broker, with an attempt every 30 s.
    for now[0] in range(0, 86_400, 30):
        admitted += [text] if (text := repeats.admit("refused")) is not None else []
    expect(admitted == [""] + 23 * [" (120 times in 60 minutes)"], f"{admitted}")
    expect(repeats.admit("another reason") == "", "another reason waits")
    repeats.reset()
    expect(repeats.admit("refused") == "", "the first one after a connection waits")
    for number in range(1000):
        repeats.admit(f"reason {number}")
    expect(sum(repeats.admit(f"later {number}") is not None for number in range(1000)) == 0, "kinds have no limit")


def test_an_absent_broker_is_logged_once_for_any_number_of_attempts_and_so_is_the_next_connection(caplog):
    async def play(port):
        settings = configuration.Broker("127.0.0.1", port, "id", keepalive=5)
        link = BrokerLink(settings, Topics("t", ()), events, Backoff(0.01, 0.01))
        running = asyncio.ensure_future(link.run())
        while link.attempts < 20:
            await asyncio.sleep(0.01)
        with AnsweringBroker(port=port):
            for _ in range(1000):
                if not events.names:
                    await asyncio.sleep(0.01)
        running.cancel()

    events = Events()
    caplog.set_level(logging.INFO)
    asyncio.run(asyncio.wait_for(play(free_port()), 30))
    texts = [each.getMessage() for each in caplog.records if each.name == "gestured-mqtt"]
    expect(events.names[:1] == ["connected"], f"{events.names}")
    expect(len(texts) >= 2 and "cannot connect to the broker 127.0.0.1" in texts[0], f"{texts}")
    expect(sum("cannot connect" in text for text in texts) == 1 and "connected to" in texts[1], f"{texts}")
