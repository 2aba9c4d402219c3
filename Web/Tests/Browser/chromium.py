"""A headless Chromium, driven by its DevTools protocol (https://chromedevtools.github.io/devtools-protocol/)."""

import asyncio
import base64
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import websockets

PATIENCE = 20  # the time limit of each wait, in seconds
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--force-device-scale-factor=1", "--remote-debugging-port=0", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--mute-audio", "--font-render-hinting=none",
    "--force-color-profile=srgb", "--disable-dev-shm-usage")


class Failure(Exception):
    """An expectation of a test that failed."""


class Page:
    """A tab: calls methods of the protocol, and evaluates JavaScript in its page."""

    def __init__(self, socket):
        self.socket = socket
        self.pending = {}
        self.last_id = 0
        self.errors = []
        self.console = []
        self.traced = []
        self.trace_end = None
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        async for text in self.socket:
            message = json.loads(text)
            if "id" in message:
                self.pending.pop(message["id"]).set_result(message)
            elif message["method"] == "Runtime.exceptionThrown":
                details = message["params"]["exceptionDetails"]
                self.errors.append(details.get("exception", details).get("description", details["text"]))
            elif message["method"] == "Runtime.consoleAPICalled":
                self.console.append(" ".join(str(each.get("value")) for each in message["params"]["args"]))
            elif message["method"] == "Tracing.dataCollected":
                self.traced += message["params"]["value"]
            elif message["method"] == "Tracing.tracingComplete":
                self.trace_end.set_result(None)
            elif message["method"] == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.errors.append(message["params"]["entry"]["text"])

    async def call(self, method, **parameters):
        self.last_id += 1
        reply = self.pending[self.last_id] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": self.last_id, "method": method, "params": parameters}))
        message = await asyncio.wait_for(reply, PATIENCE)
        if "error" in message:
            raise Failure(f"{method}: {message['error']['message']}")
        return message["result"]

    async def run(self, script):
        """The value of an expression in the page; promises are awaited."""
        result = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failure(details.get("exception", details).get("description", str(details)))
        return result["result"].get("value")

    async def wait_for(self, script, what, patience=PATIENCE):
        """Polls until the expression is true; returns its value."""
        end = asyncio.get_running_loop().time() + patience
        while not (value := await self.run(script)):
            if asyncio.get_running_loop().time() > end:
                raise Failure(f"{what}: not within {patience} s")
            await asyncio.sleep(0.03)
        return value

    async def start_trace(self):
        await self.call("Tracing.start", transferMode="ReportEvents",
                        traceConfig={"includedCategories": ["devtools.timeline"]})

    async def frame_times(self):
        """Ends the trace; returns the processor time in ms of each call of the page for a frame."""
        self.trace_end = asyncio.get_running_loop().create_future()
        await self.call("Tracing.end")
        await asyncio.wait_for(self.trace_end, PATIENCE)
        # An event that the trace cut off has no duration.
        return [event["tdur"] / 1000 for event in self.traced
                if event["name"] == "FireAnimationFrame" and "tdur" in event]

    async def press(self, key, code="", modifiers=0):
        """Presses and releases a key. `modifiers`: 8 is Shift."""
        event = {"key": key, "code": code or key, "modifiers": modifiers}
        if len(key) == 1:
            event["text"] = key
        elif key == "Enter":
            event["text"] = "\r"
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "Home": 36, "End": 35, "ArrowLeft": 37, "ArrowRight": 39}
        event["windowsVirtualKeyCode"] = codes.get(key, ord(key[0].upper()))
        await self.call("Input.dispatchKeyEvent", type="keyDown", **event)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    async def touch(self, start, movement, steps=10):
        """Moves a finger of the browser from a point, and lifts it."""
        await self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": start[0], "y": start[1]}])
        for step in range(1, steps + 1):
            x, y = (at + step * length / steps for at, length in zip(start, movement))
            await self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y}])
            await asyncio.sleep(0.02)
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def navigate(self, url):
        await self.call("Page.navigate", url=url)
        await self.wait_for(f"document.readyState === 'complete' && location.href.startsWith({json.dumps(url)})", url)

    async def picture(self, clip=None):
        """A screenshot as PNG: of the page, or of the rectangle `clip` with x, y, width and height in pixels."""
        options = {"clip": {**clip, "scale": 1}} if clip else {}
        shot = await self.call("Page.captureScreenshot", format="png", **options)
        return base64.b64decode(shot["data"])

    async def choose_file(self, selector, path):
        """Chooses a file for an input element, as a user does in the dialog."""
        document = await self.call("DOM.getDocument")
        node = await self.call("DOM.querySelector", nodeId=document["root"]["nodeId"], selector=selector)
        await self.call("DOM.setFileInputFiles", files=[str(path)], nodeId=node["nodeId"])


class Chromium:
    """The browser, with a profile of its own, which is deleted at the end."""

    async def __aenter__(self):
        self.profile = Path(tempfile.mkdtemp(prefix="gestured-browser-"))
        self.process = subprocess.Popen(
            ["chromium", *FLAGS, f"--user-data-dir={self.profile}", "--window-size=1920,1080", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = self.profile / "DevToolsActivePort"
        for _ in range(PATIENCE * 20):
            if port_file.exists() and port_file.read_text().count("\n") >= 1:
                break
            await asyncio.sleep(0.05)
        else:
            raise Failure("chromium does not start")
        port, path = port_file.read_text().split("\n")[:2]
        self.url = f"ws://127.0.0.1:{port}"
        self.browser = Page(await websockets.connect(self.url + path, max_size=None, ping_interval=None))
        self.downloads = self.profile / "downloads"
        self.downloads.mkdir()
        await self.browser.call(
            "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads))
        return self

    async def page(self, width=1920, height=1080):
        """A new tab of the given size."""
        target = await self.browser.call("Target.createTarget", url="about:blank")
        socket = await websockets.connect(
            f"{self.url}/devtools/page/{target['targetId']}", max_size=None, ping_interval=None)
        page = Page(socket)
        page.target = target["targetId"]
        for domain in ("Page", "Runtime", "Log", "DOM"):
            await page.call(f"{domain}.enable")
        await page.call("Emulation.setDeviceMetricsOverride",
                        width=width, height=height, deviceScaleFactor=1, mobile=False)
        await page.call("Page.bringToFront")
        return page

    async def close(self, page):
        await self.browser.call("Target.closeTarget", targetId=page.target)
        page.reader.cancel()

    async def __aexit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
