"""gestured-mqtt: publishes the touchscreens and gestures of this machine with MQTT.

Connects to gestured as a client, and to the broker that the configuration names. It runs until SIGTERM or
SIGINT. Exit status: 64 the command line is wrong, 78 the configuration is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
import contextlib
import logging
import os
import signal
import sys
from typing import NoReturn

from . import VERSION, configuration, discovery, files, service
from .configuration import Configuration
from .yamlfile import ConfigurationError

EX_USAGE, EX_CONFIG = 64, 78
# Priorities of syslog, which the journal reads at the start of a line.
PRIORITIES = {logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}


class Parser(argparse.ArgumentParser):
    """A parser that exits with the documented status."""

    def error(self, message: str) -> NoReturn:
        """As argparse requires."""
        self.print_usage(sys.stderr)
        self.exit(EX_USAGE, f"{self.prog}: {message}\n")


class LineHandler(logging.Handler):
    """Writes each line to standard error at once, and drops a line that cannot be written. Python's own handler
    would keep it, try again at the end of the program, and make that exit with 120."""

    def emit(self, record: logging.LogRecord) -> None:
        """As logging requires."""
        try:
            line = self.format(record) + "\n"
        except Exception:  # Any error in a message, as in logging's own handlers.
            self.handleError(record)
            return
        if sys.stderr is not None:
            with contextlib.suppress(OSError, ValueError):
                os.write(sys.stderr.fileno(), line.encode(errors="replace"))


class LineFormatter(logging.Formatter):
    """Formats a message as one line, for the journal or for a terminal."""

    def __init__(self, for_journal: bool) -> None:
        super().__init__("%(message)s")
        self._for_journal = for_journal

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever characters the names in it contain."""
        text = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in super().format(record))
        if self._for_journal:
            return f"<{PRIORITIES.get(record.levelno, 6)}>{text}"
        return f"{record.levelname.lower()}: {text}"


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Parses the command line; exits if it is wrong."""
    parser = Parser(prog="gestured-mqtt", formatter_class=argparse.RawDescriptionHelpFormatter,
                    description=__doc__, epilog="Manual: gestured-mqtt(1).", allow_abbrev=False)
    parser.add_argument("--config", metavar="FILE", default=configuration.DEFAULT_PATH,
                        help=f"read FILE; left out: {configuration.DEFAULT_PATH}")
    parser.add_argument("--check", action="store_true",
                        help="check the configuration and the files that it names, and exit; connects to nothing")
    parser.add_argument("--discovery", action="store_true",
                        help="print what Home Assistant is sent, topic and message, and exit; connects to nothing")
    parser.add_argument("--version", action="version", version=VERSION)
    return parser.parse_args(arguments)


async def serve(settings: Configuration) -> None:
    """Runs until SIGTERM or SIGINT."""
    from .bridge import Bridge
    loop = asyncio.get_running_loop()
    bridge = Bridge(settings)
    service.restore(bridge.outbox, settings.state_folder)
    running = asyncio.ensure_future(bridge.run())
    watchdog = asyncio.ensure_future(service.watchdog())
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        # A shell without job control starts background programs with SIGINT ignored.
        if signal_number == signal.SIGTERM or signal.getsignal(signal_number) != signal.SIG_IGN:
            loop.add_signal_handler(signal_number, running.cancel)
    service.notify("READY=1")
    try:
        await running
    except asyncio.CancelledError:
        pass
    finally:
        watchdog.cancel()
        service.notify("STOPPING=1")
        service.save(bridge.outbox, settings.state_folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    handler = LineHandler()
    handler.setFormatter(LineFormatter("JOURNAL_STREAM" in os.environ))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    try:
        settings = configuration.read(options.config)
        # What Home Assistant is sent depends on no other file.
        problems = [] if options.discovery else files.faults(settings)
    except ConfigurationError as error:
        problems = error.problems
    if problems:
        print("\n".join(problems), file=sys.stderr)
        return EX_CONFIG
    if options.check:
        print(f"{options.config} is valid: {settings.topic} at {settings.broker.host}:{settings.broker.port}")
    elif options.discovery:
        import json
        print(discovery.topic(settings))
        print(json.dumps(discovery.payload(settings, {}, None), indent=2))
    else:
        asyncio.run(serve(settings))
    return 0


if __name__ == "__main__":
    sys.exit(main())
