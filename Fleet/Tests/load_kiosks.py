"""Some kiosks of a load run, in one process: load_kiosks.py SETTINGS. Scripts/fleet-load starts several.

Each kiosk is a whole Bridge, with connections of its own, and a daemon of its own that emits the
lines of a recording at random times. A line of standard input is a command; the answer is a line of
JSON with the results so far. The command `stop` ends the emission.
"""

import asyncio
import json
import logging
from pathlib import Path
import random
import resource
import sys
import time

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2] / "Clients/python")]

from gestured_mqtt import bridge, configuration  # noqa: E402 (the path comes first)


def monotonic_us():
    """The clock of the daemon's timestamps."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


class Source:
    """A daemon with a panel. Its lines have the time of their emission; their ids count from 1."""

    def __init__(self, gestures, rate, rng):
        self._gestures = gestures
        self._rate = rate
        self._rng = rng
        self._is_open = True
        self.emitted = 0

    async def serve(self, reader, writer):
        """One connection."""
        hello = {"type": "hello", "protocol": 1, "server": "gestured/0.1.0", "boot_id": "load",
                 "monotonic_us": monotonic_us(), "realtime_us": time.time_ns() // 1000}
        panel = {"id": 1, "name": "Load Panel", "path": None, "bus": 3, "vendor": 1, "product": 2, "width_mm": 344.2,
                 "height_mm": 193.6, "size": "kernel", "slots": 10, "force": "none", "state": "open"}
        for line in (hello, {"type": "device", "seq": 1, "change": "present", "device": panel},
                     {"type": "snapshot_end", "seq": 2, "devices": 1}):
            writer.write(bridge.encode(line) + b"\n")
        emitting = None
        try:
            async for text in reader:
                request = json.loads(text)
                # Before its subscription, a kiosk ignores gestures.
                if request["type"] == "subscribe":
                    emitting = asyncio.ensure_future(self._emit(writer))
                reply = {"type": "reply", "id": request["id"], "ok": True}
                if request["type"] == "status":
                    reply["status"] = {"activity": "active"}
                writer.write(bridge.encode(reply) + b"\n")
        except ConnectionError:
            pass  # The kiosk has ended.
        finally:
            if emitting is not None:
                emitting.cancel()
            writer.close()

    async def _emit(self, writer):
        while self._is_open:
            await asyncio.sleep(self._rng.expovariate(self._rate))
            if not self._is_open:
                return
            line = dict(self._gestures[self.emitted % len(self._gestures)])
            self.emitted += 1
            line.update(id=self.emitted, seq=self.emitted + 2, time_us=monotonic_us())
            writer.write(bridge.encode(line) + b"\n")

    def stop(self):
        """Emits nothing more."""
        self._is_open = False


class TimedBridge(bridge.Bridge):
    """A Bridge that records when it was connected to the broker, in seconds of CLOCK_MONOTONIC."""

    def __init__(self, settings, rng):
        super().__init__(settings, rng)
        self.connections = []

    def connected(self):
        """As in Bridge."""
        self.connections.append(time.clock_gettime(time.CLOCK_MONOTONIC))
        super().connected()


def make_configuration(name, folder, settings):
    """The configuration of one kiosk."""
    tls = configuration.TLS(settings["ca_file"]) if settings["ca_file"] else None
    broker = configuration.Broker(
        "127.0.0.1", settings["port"], f"gestured-{name}", tls=tls, reconnect_base=settings["base"],
        reconnect_maximum=settings["most"])
    daemon = configuration.Daemon(str(folder / name), subscription=(("phases", ["began", "ended", "cancelled"]),))
    return configuration.Configuration(name, name, f"gestured/{name}", broker, daemon, configuration.Queue(),
                                       configuration.HomeAssistant())


class Kiosks:
    """All kiosks of this process; `settings` are made by Scripts/fleet-load."""

    def __init__(self, settings):
        self._settings = settings
        self._bridges = {}
        self._sources = {}
        self._tasks = []
        self._memory = self._resident()

    @staticmethod
    def _resident():
        """Bytes of this process in memory."""
        fields = Path("/proc/self/statm").read_text().split()
        return int(fields[1]) * resource.getpagesize()

    async def start(self):
        """Starts all daemons and bridges at once, as after a power failure. The setting `daemons` names daemons of
        kiosks in other processes."""
        folder = Path(self._settings["folder"])
        for name in (*self._settings["names"], *self._settings["daemons"]):
            source = self._sources[name] = Source(
                self._settings["gestures"], self._settings["rate"], random.Random(name))
            await asyncio.start_unix_server(source.serve, folder / name)
        for name in self._settings["names"]:
            kiosk = self._bridges[name] = TimedBridge(
                make_configuration(name, folder, self._settings), random.Random(f"{name}!"))
            self._tasks.append(asyncio.ensure_future(kiosk.run()))

    def report(self):
        """The results so far."""
        usage = resource.getrusage(resource.RUSAGE_SELF)
        return {
            "emitted": {name: source.emitted for name, source in self._sources.items()},
            "waiting": sum(len(kiosk.outbox) for kiosk in self._bridges.values()),
            "dropped": sum(kiosk.outbox.dropped for kiosk in self._bridges.values()),
            "connected": sum(kiosk.broker.is_connected for kiosk in self._bridges.values()),
            "attempts": sum(kiosk.broker.attempts for kiosk in self._bridges.values()),
            "connections": sorted(at for kiosk in self._bridges.values() for at in kiosk.connections),
            "retained": sum(len(kiosk.retained.payloads) for kiosk in self._bridges.values()),
            "memory": self._resident() - self._memory, "cpu": usage.ru_utime + usage.ru_stime}

    async def serve_commands(self):
        """Starts everything, and answers commands until standard input ends."""
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        await self.start()
        async for command in reader:
            if command.strip() == b"stop":
                for source in self._sources.values():
                    source.stop()
            print(json.dumps(self.report()), flush=True)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


if __name__ == "__main__":
    # Without warnings: hundreds of kiosks report the same loss of the broker.
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(Kiosks(json.loads(Path(sys.argv[1]).read_text())).serve_commands())
