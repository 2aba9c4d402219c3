"""The programs of a browser test: a daemon that plays a recording, gestured-web, and a web server of
another origin."""

import asyncio
import functools
import http.server
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from chromium import PATIENCE, Failure

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "Web/Pages"
DEMO = ROOT / "share/demo.evemu"
FIXTURES = Path(__file__).with_name("Pictures")
PERMISSIVE = "privacy: { contacts: true }\nclients: { zones: true, explain: true }\n"


def expect(condition, message):
    if not condition:
        raise Failure(message)


def expect_equal(found, expected, what):
    expect(found == expected, f"{what}: expected {shortened(expected)}, found {shortened(found)}")


def shortened(value):
    text = repr(value)
    return text if len(text) <= 500 else f"{text[:250]} … {text[-250:]}"


class Scene:
    """A folder, ports and programs of one test; all end with it."""

    # PROGRAMS is the folder of gestured, GESTURED_WEB the path of gestured-web.
    gestured = os.path.join(os.environ.get("PROGRAMS", ROOT / ".build/release"), "gestured")
    gestured_web = os.environ.get("GESTURED_WEB", ROOT / "Web/.build/release/gestured-web")

    def __init__(self, chromium):
        self.chromium = chromium
        self.folder = Path(tempfile.mkdtemp(prefix="gestured-scene-"))
        self.socket = self.folder / "socket"
        self.programs = []
        self.servers = []
        self.listeners = []
        self.pages = []
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"

    def start(self, *arguments):
        """Starts a program whose output is in its `errors` file."""
        errors = self.folder / f"errors-{len(self.programs)}"
        with errors.open("w") as stream:
            process = subprocess.Popen([str(each) for each in arguments], stdout=stream, stderr=stream)
        process.errors = errors
        self.programs.append(process)
        return process

    async def serve_web(self, *options):
        """Starts gestured-web on this scene's port."""
        web = self.start(self.gestured_web, "--socket", self.socket, "--port", self.port, "--pages", PAGES, *options)
        await self.wait_for(lambda: listens(self.port), lambda: f"gestured-web: {web.errors.read_text()}")
        return web

    async def serve_daemon(self, recording=DEMO, config=PERMISSIVE, realtime=True):
        """Starts a daemon that plays a recording once a client has subscribed."""
        file = self.folder / f"gestured-{len(self.programs)}.yaml"
        file.write_text(config)
        daemon = self.start(
            self.gestured, "--config", file, "--replay", recording, "--await-subscription",
            *(["--realtime"] if realtime else []), "--socket", self.socket)
        await self.wait_for(self.socket.exists, lambda: f"gestured: {daemon.errors.read_text()}")
        return daemon

    def perform(self, *sentences):
        """A recording of touches on a panel of 528 by 297 mm, as sentences describe them (docs/gesturectl.md)."""
        recording = self.folder / f"touches-{len(self.programs)}.evemu"
        gesturectl = Path(self.gestured).with_name("gesturectl")
        subprocess.run([gesturectl, "perform", *sentences, "-o", recording], check=True, timeout=PATIENCE)
        return recording

    async def stop(self, process):
        process.terminate()
        await self.wait_for(lambda: process.poll() is not None, lambda: "a program does not end")

    async def wait_for(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise Failure(what())
            await asyncio.sleep(0.02)

    async def open_page(self, path="", **size):
        """Opens a tab with a page: a URL, or a path of gestured-web."""
        page = await self.chromium.page(**size)
        self.pages.append(page)
        await page.navigate(path if path.startswith(("http", "file")) else self.url + path)
        return page

    async def live_page(self, **size):
        """Opens a tab with the live page, and waits for its script."""
        page = await self.open_page(**size)
        await page.wait_for("globalThis.livePage !== undefined", "the page's script")
        return page

    async def page_in_one_file(self, name="live.html", **size):
        """Opens a tab with the page that needs no server, which plays the demo."""
        file = self.folder / name
        subprocess.run([ROOT / "Scripts/make-live-page", file], check=True)
        page = await self.open_page(file.as_uri(), **size)
        await page.wait_for("globalThis.livePage?.player.mode === 'recording'", "the demo")
        return page

    def serve_folder(self, folder, replace=("", "")):
        """Serves the files of a folder, as a kiosk's own server does, with one text replaced; returns the origin."""
        handler = functools.partial(Files, replace, directory=str(folder))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    def serve_copy(self, *files, change=lambda text: text):
        """Serves copies of files and of the modules beside a page, as docs/gestures-js.md recommends; returns the
        origin. `change` is applied to the text of each HTML file."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        for file in (*files, *PAGES.glob("gestures*.js"), PAGES / "shield.js"):
            text = file.read_text()
            (folder / file.name).write_text(change(text) if file.suffix == ".html" else text)
        return self.serve_folder(folder, ("127.0.0.1:8765", f"127.0.0.1:{self.port}"))

    def serve_fake_daemon(self, lines=(), members=lambda request: {}):
        """A daemon without a touchscreen, or with the devices of `lines`. It accepts every request;
        `members(request)` are added to its reply."""
        listener = socket.socket(socket.AF_UNIX)
        # The socket listens before its path exists, so that no connection to the path is refused.
        listener.bind(f"{self.socket}~")
        listener.listen()
        os.rename(f"{self.socket}~", self.socket)
        self.listeners.append(listener)

        def answer(connection):
            hello = {"type": "hello", "protocol": 1, "server": "gestured/0.1.0",
                     "boot_id": "6c7c1a5e-96f4-4b0e-8a52-6f0a3c1d2e4b", "monotonic_us": 1, "realtime_us": 1}
            greeting = [hello, *lines, {"type": "snapshot_end", "seq": len(lines) + 1, "devices": len(lines)}]
            text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in greeting)
            try:
                connection.sendall(text.encode())
                for line in connection.makefile():
                    request = json.loads(line)
                    reply = {"type": "reply", "id": request.get("id"), "ok": True, **members(request)}
                    connection.sendall(json.dumps(reply, separators=(",", ":")).encode() + b"\n")
            except OSError:
                return

        def accept():
            while True:
                try:
                    threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()
                except OSError:
                    return
        threading.Thread(target=accept, daemon=True).start()

    def lines(self, recording=DEMO, config=PERMISSIVE):
        """A file with the lines that the daemon sends for a recording, including contacts and explanations."""
        daemon = self.start_fast_replay(recording, config)
        end = time.monotonic() + PATIENCE
        while not self.socket.exists() and time.monotonic() < end:
            time.sleep(0.02)
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE)
        connection.connect(str(self.socket))
        events = ["gesture", "device", "contact", "explanation"]
        connection.sendall(json.dumps({"type": "subscribe", "id": 1, "events": events}).encode() + b"\n")
        text = b""
        while block := connection.recv(1 << 16):
            text += block
        daemon.wait(PATIENCE)
        kept = [row for row in text.decode().splitlines() if json.loads(row)["type"] not in ("bye", "reply")]
        file = self.folder / f"{Path(recording).stem}.jsonl"
        file.write_text("\n".join(kept) + "\n")
        return file

    def start_fast_replay(self, recording, config):
        file = self.folder / "quick.yaml"
        file.write_text(config)
        return self.start(self.gestured, "--config", file, "--replay", recording, "--await-subscription",
                          "--socket", self.socket)

    def replay(self, recording):
        """The gesture lines of `gestured --replay FILE --json`."""
        done = subprocess.run([self.gestured, "--replay", str(recording), "--json"],
                              capture_output=True, text=True, timeout=PATIENCE)
        expect(done.returncode == 0, f"gestured --replay: {done.stderr}")
        return [line for line in map(json.loads, done.stdout.splitlines()) if line["type"] == "gesture"]

    async def close(self):
        for page in self.pages:
            await self.chromium.close(page)
        for process in self.programs:
            if process.poll() is None:
                process.terminate()
        for process in self.programs:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for listener in self.listeners:
            listener.close()
        for server in self.servers:
            server.shutdown()
        shutil.rmtree(self.folder, ignore_errors=True)


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves the files of a folder, with one text replaced, such as the default port by the test's."""

    def __init__(self, replace, *arguments, **options):
        self.replace = replace
        super().__init__(*arguments, **options)

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if path.name == "favicon.ico":
            return self.send_response_only(204) or self.end_headers()
        if not path.is_file():
            return self.send_error(404)
        content = path.read_bytes()
        if self.replace[0]:
            content = content.replace(self.replace[0].encode(), self.replace[1].encode())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
