#!/usr/bin/env python3
"""Prints the gestures of each side of a table: table.py [SOCKET]. Two people may act at the same time."""

import json
import os
import socket
import sys

SOCKET = (sys.argv[1:] or [os.environ.get("GESTURED_SOCKET", "/run/gestured/gestured.sock")])[0]

with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(SOCKET)
    connection.sendall(b'{"type":"subscribe","phases":["began","ended","cancelled"]}\n')
    for line in connection.makefile("rb"):
        message = json.loads(line)
        if message["type"] == "gesture":
            # The lines of a gesture have the same id; two drags on one side have different ids.
            print(message["zone"], message["gesture"], message["phase"], flush=True)
