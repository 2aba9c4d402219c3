#!/usr/bin/python3
"""Prints each gesture that gestured-web sends to a page: through_web.py GESTURED_WEB [GESTURES_JS [on]].

With gestures.js the page is page.mjs, run by Node: with `on`, it prints the gestures that reach an element. Without
gestures.js the page is a WebSocket that connects again when it is closed.
"""

import asyncio
import json
import os
from pathlib import Path
import socket
import subprocess
import sys

ORIGIN = "http://kiosk.example:8080"


def free_port():
    """An unused port of the loopback."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


async def read(port):
    """One connection of the page."""
    import websockets  # Imported only here, because the import is slow and a page in Node needs none.
    async with websockets.connect(f"ws://127.0.0.1:{port}/gestures", origin=ORIGIN, max_size=1 << 20,
                                  compression=None) as page:
        await page.send('{"type":"subscribe"}')
        active = {}
        try:
            async for text in page:
                line = json.loads(text)
                if line["type"] == "gesture":
                    active[line["id"]] = line
                    if line["phase"] in ("ended", "cancelled"):
                        del active[line["id"]]
                    print(text, flush=True)
        finally:
            # A page without gestures.js must cancel these itself.
            for line in active.values():
                print(json.dumps({**line, "phase": "cancelled", "reason": "disconnected"}), flush=True)


async def watch(port):
    """Reads until the program is ended."""
    while True:
        try:
            await read(port)
        except Exception:  # The server does not accept yet, or has closed the page.
            pass
        await asyncio.sleep(0.1)


def main(program, library=None, *page_options):
    """Starts the server and the page."""
    port = free_port()
    subprocess.Popen([program, "--port", str(port), "--origin", ORIGIN, "--socket", os.environ["GESTURED_SOCKET"]],
                     stderr=subprocess.DEVNULL)
    if library is None:
        asyncio.run(watch(port))
    # NODE_OPTIONS has the option for WebSocket, if Node needs one.
    os.execvp("node", ["node", "--no-warnings", str(Path(__file__).with_name("page.mjs")), library,
                       f"ws://127.0.0.1:{port}/gestures", ORIGIN, *page_options])


main(*sys.argv[1:])
