#!/usr/bin/env python3
"""Opens the menu when two fingers swipe up: menu.py [SOCKET]. Continues when gestured restarts."""

import sys

from gestured import Client  # of the Debian package python3-gestured


def open_menu(gesture):
    """The action of the program; this example prints."""
    print("menu", gesture["fingers"], flush=True)


with Client(*sys.argv[1:2], filters={"names": ["open_menu"], "phases": ["ended"]}) as client:
    for event in client:
        if event["type"] == "gesture":
            open_menu(event)
