#!/usr/bin/python3
"""Prints each gesture that gestured-mqtt publishes to a broker."""

import json
import os
from pathlib import Path
import subprocess
import sys
import tempfile

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Fleet/Tests"))

from fake_broker import AnsweringBroker  # noqa: E402 (the path comes first)


class Printer(list):
    """Prints the gestures among the published messages."""

    def append(self, message):
        topic, payload = message
        if topic.endswith("/lines"):
            line = json.loads(payload)
            if line["type"] == "gesture":
                print(json.dumps(line), flush=True)


with AnsweringBroker() as broker, tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
    broker.acknowledges = True
    broker.seen = Printer()
    file.write(f"name: judged\n"
               f"broker: {{ host: 127.0.0.1, port: {broker.port}, reconnect: {{ base: 100ms, most: 1s }} }}\n"
               f"queue: {{ rate: 10000 }}\ndaemon: {{ socket: {os.environ['GESTURED_SOCKET']} }}\n")
    file.flush()
    subprocess.run([ROOT / "Fleet/gestured-mqtt", "--config", file.name], check=False)
