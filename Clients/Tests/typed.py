#!/usr/bin/python3
"""Prints each gesture of `gesturectl watch --text`, which GestureClient has parsed, as JSON: typed.py GESTURECTL."""

import json
import re
import subprocess
import sys

LINE = re.compile(r"\S+(?: s)?  (\S+) +(?:\(\S+\) +)?(began|changed|ended|cancelled) .*?(\d+) fingers?\b.* #(\d+)$")

with subprocess.Popen([sys.argv[1], "watch", "--text", "--wait", "--reconnect"], stdout=subprocess.PIPE,
                      text=True) as watch:
    for text in watch.stdout:
        if found := LINE.match(text.strip()):
            name, phase, fingers, identity = found.groups()
            print(json.dumps({"type": "gesture", "name": name, "phase": phase, "fingers": int(fingers),
                              "id": int(identity)}), flush=True)
