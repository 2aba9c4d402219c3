#!/usr/bin/env python3
"""Opens the menu when two fingers swipe up: menu.py [SOCKET]. Continues when gestured restarts."""

import json
import os
import socket
import sys
import time

SOCKET = (sys.argv[1:] or [os.environ.get("GESTURED_SOCKET", "/run/gestured/gestured.sock")])[0]


def open_menu(gesture):
    """The action of the program; this example prints."""
    print("menu", gesture["fingers"], flush=True)


def listen():
    """Reads gestures until the connection ends."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(SOCKET)
        connection.sendall(b'{"type":"subscribe","names":["open_menu"],"phases":["ended"]}\n')
        for line in connection.makefile("rb"):
            message = json.loads(line)
            if message["type"] == "gesture":
                open_menu(message)


while True:
    try:
        listen()
    except (FileNotFoundError, ConnectionError):
        pass
    time.sleep(1)
