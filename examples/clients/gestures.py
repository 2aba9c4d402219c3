#!/usr/bin/env python3
"""Prints each completed gesture: gestures.py [SOCKET]. Continues when gestured is restarted. Needs python3-gestured."""
import sys

from gestured import Client, GesturedError


def gestures(path):
    """Yields every gesture that ended and was not cancelled; the client reconnects after a loss."""
    with Client(path, {"phases": ["ended"]}) as client:
        for event in client:
            if event["type"] == "gesture":
                yield event
            if event["type"] == "bye" and event["reason"] == "too_many_clients":
                sys.exit("gestured has too many clients: end one, or raise its max_clients")


try:
    for gesture in gestures(sys.argv[1] if len(sys.argv) > 1 else None):
        print(gesture["name"], gesture.get("direction", gesture.get("count", "")), flush=True)
except GesturedError as error:
    sys.exit(str(error))
