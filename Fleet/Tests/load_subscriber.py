"""Receives the messages of the kiosks of a load run: load_subscriber.py PORT keep|lose [CA_FILE].

Its session lasts over restarts of the broker. The answer to a line of standard input is a line of
JSON: the number of gestures of each kiosk, the number received twice or out of order, and the
latencies since the last answer. With `lose` it ignores one gesture.
"""

import json
import sys
import threading
import time

import paho.mqtt.client as mqtt


class Counts:
    """The received messages."""

    def __init__(self, is_losing):
        self._is_losing = is_losing
        self._lock = threading.Lock()
        self._ids = {}
        self._last = {}
        self._latencies_us = []
        self._twice = 0
        self._backwards = 0
        self._bytes = 0
        self._messages = 0
        self._online = set()

    def message(self, message):
        """Counts a message of any topic of the kiosks."""
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        _, name, kind = message.topic.split("/")[:3]
        with self._lock:
            self._messages += 1
            self._bytes += len(message.payload) + len(message.topic)
            if kind == "availability":
                (self._online.add if message.payload == b"online" else self._online.discard)(name)
            elif kind == "lines":
                self._line(name, json.loads(message.payload), now)

    def _line(self, name, line, now):
        if line["type"] != "gesture":
            return
        if self._is_losing:
            self._is_losing = False
            return
        ids = self._ids.setdefault(name, set())
        if line["id"] in ids:
            self._twice += 1
            return
        if line["id"] < self._last.get(name, 0):
            self._backwards += 1
        ids.add(line["id"])
        self._last[name] = line["id"]
        self._latencies_us.append(now - line["time_us"])

    def pop(self):
        """The counts so far, and the latencies in microseconds since the last call."""
        with self._lock:
            latencies, self._latencies_us = self._latencies_us, []
            return {"received": {name: len(ids) for name, ids in self._ids.items()}, "twice": self._twice,
                    "backwards": self._backwards, "bytes": self._bytes, "messages": self._messages,
                    "online": sorted(self._online), "latencies_us": latencies, "missing": self._missing()}

    def _missing(self):
        """Kiosk and id of at most ten gestures that were not received although later ones were."""
        return [f"{name} {identity}" for name, ids in self._ids.items() if len(ids) < max(ids)
                for identity in set(range(1, max(ids))) - ids][:10]


def main(port, mode, ca_file=None):
    """Serves until standard input ends."""
    counts = Counts(mode == "lose")
    arguments = {"client_id": "load-subscriber", "clean_session": False}
    if hasattr(mqtt, "CallbackAPIVersion"):
        arguments["callback_api_version"] = mqtt.CallbackAPIVersion.VERSION2
    client = mqtt.Client(**arguments)
    if ca_file:
        client.tls_set(ca_file)
    subscribed = threading.Event()
    client.on_connect = lambda *_: client.subscribe([("gestured/+/lines", 1), ("gestured/+/availability", 1)])
    client.on_subscribe = lambda *_: subscribed.set()
    client.on_message = lambda _client, _data, message: counts.message(message)
    client.reconnect_delay_set(1, 1)
    client.connect("127.0.0.1", int(port), 30)
    client.loop_start()
    subscribed.wait(30)
    print("subscribed", flush=True)
    for _ in sys.stdin:
        print(json.dumps(counts.pop()), flush=True)
    client.disconnect()
    client.loop_stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
