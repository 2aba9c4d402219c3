#!/usr/bin/python3
"""A client with a fault: faulty.py FAULT. Without a fault it passes the judge."""

import json
import os
import signal
import socket
import sys
import time

FAULT = sys.argv[1]
# Requests that the daemon refuses.
REQUESTS = {"sends no JSON": b"hello", "sends an array": b"[]", "asks for the unknown": b'{"type":"teleport"}',
            "subscribes to the unknown": b'{"type":"subscribe","phases":["over"]}'}


def lines(connection):
    """The lines of a connection, divided with or without a fault."""
    rest = b""
    while data := connection.recv(65536):
        if FAULT == "a read is a line":
            yield from data.split(b"\n")
            continue
        if FAULT == "divides at each line end of Unicode":
            *parts, text = (rest.decode(errors="ignore") + data.decode(errors="ignore")).splitlines(keepends=True)
            yield from (part.encode() for part in parts)
            rest = text.encode()
            if text.endswith("\n"):
                yield rest
                rest = b""
            continue
        if FAULT == "decodes each read":
            data = data.decode(errors="replace").encode()
        *texts, rest = (rest + data).split(b"\n")
        yield from texts
    if FAULT == "reads a line without its end" and rest:
        yield rest


def show(line, active):
    """Prints a gesture."""
    active[line["id"]] = line
    if line["phase"] not in ("began", "changed"):
        active.pop(line["id"])
    if FAULT == "drops changes" and line["phase"] == "changed":
        return
    if FAULT == "knows the order of members":
        line["name"] = list(line.values())[6]
    if FAULT == "expects positions":
        line["x"] = line["x"] + 0
    print(json.dumps(line), flush=True)
    if FAULT == "ends a gesture twice" and line["name"] == "judge_last":
        print(json.dumps({**line, "phase": "cancelled"}), flush=True)


def handle(text, active):
    """Handles a line."""
    if not text:
        return
    line = json.loads(text)
    kinds = ("hello", "device", "snapshot_end", "gesture", "overflow", "reply", "bye", "health")
    if FAULT == "knows all types" and line["type"] not in kinds:
        sys.exit("an unknown type")
    if FAULT == "knows all members" and len(line) > 6 and line.keys() & {"pressure_kpa", "hints"}:
        sys.exit("an unknown member")
    if FAULT == "dies of a bye" and line["type"] == "bye":
        raise RuntimeError("the end")
    if FAULT == "ends at bye" and line["type"] == "bye" or FAULT == "ends at overflow" and line["type"] == "overflow":
        sys.exit("the end")
    if line["type"] == "gesture" or FAULT == "ignores the type" and "phase" in line:
        show({**line, "type": "gesture"}, active)


def run(path):
    """One connection."""
    active = {}
    with socket.socket(socket.AF_UNIX) as connection:
        if FAULT == "is impatient":
            connection.settimeout(1)
        connection.connect(path)
        if FAULT != "dies of a bye":  # A connection that ends with unread requests may lose the bye.
            connection.sendall(REQUESTS.get(FAULT, b'{"type":"subscribe"}') + b"\n")
        if FAULT == "reads nothing":
            time.sleep(100)
        if FAULT == "asks on another connection":
            ask(path)
        try:
            for text in lines(connection):
                handle(text, active)
        finally:
            for line in () if FAULT == "leaves gestures active" else active.values():
                print(json.dumps({**line, "phase": "cancelled"}), flush=True)


def ask(path):
    """Asks for the status on a connection of its own, which is not a fault, and waits for the reply."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        connection.sendall(b'{"type":"status","id":1}\n')
        for text in lines(connection):
            if json.loads(text)["type"] == "reply":
                return


if FAULT == "ignores SIGTERM":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    try:
        run(os.environ["GESTURED_SOCKET"])
    except ConnectionError:
        if FAULT == "expects a daemon that serves its socket":
            raise
    except FileNotFoundError:
        if FAULT == "expects a socket":
            raise
    if FAULT == "connects once":
        sys.exit("the end")
    if FAULT != "pauses never":
        time.sleep(0.05)
