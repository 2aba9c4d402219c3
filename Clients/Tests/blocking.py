#!/usr/bin/python3
"""Prints each gesture that a Client receives, as JSON."""

import json

from gestured import Client

with Client() as client:
    for event in client:
        if event["type"] == "gesture":
            print(json.dumps(event), flush=True)
