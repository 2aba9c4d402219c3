"""Plays a daemon to COMMAND in each scenario, and judges the gestures that it prints.

COMMAND finds the socket in GESTURED_SOCKET, or as {socket} among its words. It waits for the daemon, connects again
when a connection ends, and prints each gesture as a line of JSON, or with --text each gesture that ended as NAME and
its direction or count. Manual: gestured-judge(1).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
import fnmatch
import os
import signal
import sys
import threading
from types import FrameType

from . import lives  # noqa: F401 (adds scenarios)
from .framing import SCENARIOS
from .runner import CannotStart, Result, Terms, judge


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Parses the command line; exits if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="gestured-judge", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False, usage="gestured-judge [OPTION ...] -- COMMAND [ARGUMENT ...]")
    parser.add_argument("--text", action="store_true",
                        help="the command prints NAME WORD for each gesture that ended, in place of JSON")
    parser.add_argument("--only", metavar="PATTERN", action="append",
                        help="only scenarios whose names match, as in restart/*; repeat for several")
    parser.add_argument("--jobs", metavar="N", type=int, default=8, help="scenarios at a time; left out: 8")
    parser.add_argument("--patience", metavar="SECONDS", type=float, default=10,
                        help="seconds for the command to connect, and to print the last gesture; left out: 10")
    parser.add_argument("--list", action="store_true", help="print the scenarios, and exit")
    parser.add_argument("command", nargs="*", metavar="COMMAND", help="the client, and its arguments")
    options = parser.parse_args(arguments)
    if not options.command and not options.list:
        parser.error("no COMMAND is given")
    if options.jobs < 1:
        parser.error("--jobs takes a number from 1")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    names = [name for name in SCENARIOS
             if not options.only or any(fnmatch.fnmatchcase(name, pattern) for pattern in options.only)]
    if options.list or not names:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # As in: gestured-judge --list | head
        print("\n".join(f"{name:32}{SCENARIOS[name][0]}" for name in names) or "no scenario has such a name")
        return 0 if names else os.EX_USAGE
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:  # A shell lets background programs ignore SIGINT.
            signal.signal(number, interrupt)
    try:
        results = run(names, options)
    except CannotStart as error:
        print(f"cannot start {options.command[0]}: {error}", file=sys.stderr)
        return os.EX_NOINPUT
    except KeyboardInterrupt as error:
        return 128 + int(error.args[0] if error.args else signal.SIGINT)
    passed = sum(not result.problem for result in results)
    print(f"{passed} of {len(results)} scenarios passed")
    return 0 if passed == len(results) else 1


def interrupt(number: int, _: FrameType | None) -> None:
    """Ends the run. A second signal would end the judge before the commands are ended."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt(number)


def run(names: list[str], options: argparse.Namespace) -> list[Result]:
    """Judges the scenarios, prints a row for each in their order, and returns the results."""
    results: list[Result] = []
    terms = Terms(options.command, options.text, options.patience, threading.Event())
    with ThreadPoolExecutor(options.jobs) as pool:
        try:
            # The first scenario finds out whether the command subscribes, so that no later one waits for that in vain.
            first = pool.submit(judge, SCENARIOS["cut/first-byte"][1], terms, None).result()
            pending = [pool.submit(judge, SCENARIOS[name][1], terms, bool(first.subscribes)) for name in names]
            for name, each in zip(names, pending):
                result = each.result()
                results.append(result)
                problem = f"\n      {result.problem}" if result.problem else ""
                print(f"{'FAIL' if problem else 'pass'}  {name:32}{SCENARIOS[name][0]}{problem}", flush=True)
        except BaseException:
            # The threads end their commands.
            terms.stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return results


if __name__ == "__main__":
    sys.exit(main())
