#!/usr/bin/env python3
"""Prints gestures until the daemon ends: first.py. The shortest client; gestures.py connects again."""
import json
import os
import socket

with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(os.environ["GESTURED_SOCKET"])
    connection.sendall(b'{"type":"subscribe","phases":["ended"]}\n')
    for line in connection.makefile("rb"):
        message = json.loads(line)
        if message["type"] == "gesture" and message["phase"] == "ended":
            print(message["name"], message.get("direction", message.get("count", "")), flush=True)
