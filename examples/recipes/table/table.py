#!/usr/bin/env python3
"""Prints the gestures of each side of a table: table.py [SOCKET]. Two people may act at the same time."""

import sys

from gestured import Client  # of the Debian package python3-gestured

with Client(*sys.argv[1:2], filters={"phases": ["began", "ended", "cancelled"]}) as client:
    for event in client:
        if event["type"] == "gesture":
            # The lines of a gesture have the same id; two drags on one side have different ids.
            print(event["zone"], event["gesture"], event["phase"], flush=True)
