"""What systemd sees of the service: notifications (sd_notify(3)), and the queue saved over a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
import logging
import os
from pathlib import Path
import socket

from . import clocks
from .outbox import Outbox

log = logging.getLogger("gestured-mqtt")

# In the unit's RuntimeDirectory=, which is in memory. A new boot has no such file, so the timestamps in it are
# always of this boot.
QUEUE_FILE = "queue"


def notify(text: str, environment: Mapping[str, str] = os.environ) -> None:
    """Sends systemd a state; does nothing without systemd."""
    address = environment.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as channel:
            channel.sendto(text.encode(), address)
    except OSError:
        pass


async def watchdog(environment: Mapping[str, str] = os.environ) -> None:
    """Notifies systemd's watchdog twice in its interval, if it is enabled; stops if the loop hangs."""
    interval = int(environment.get("WATCHDOG_USEC", "0")) / 2_000_000
    while interval:
        notify("WATCHDOG=1", environment)
        await asyncio.sleep(interval)


def restore(outbox: Outbox, folder: str | None) -> None:
    """Loads the messages that an earlier run had not sent, and removes the file."""
    if folder is None:
        return
    path = Path(folder, QUEUE_FILE)
    try:
        with path.open(encoding="utf-8") as file:
            outbox.load(file, clocks.boot_us())
        path.unlink()
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        log.warning("cannot read %s: %s; what was in it is lost", path, error)
        return
    if len(outbox):
        log.info("%d messages of the last run wait for the broker", len(outbox))


def save(outbox: Outbox, folder: str | None) -> None:
    """Saves unsent messages; without a folder they are lost, and the log reports their number."""
    if not len(outbox):
        return
    if folder is None:
        log.warning("%d messages were not sent, and are lost", len(outbox))
        return
    path = Path(folder, QUEUE_FILE)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            outbox.save(file)
    except OSError as error:
        log.warning("cannot write %s: %s; %d messages are lost", path, error.strerror, len(outbox))
