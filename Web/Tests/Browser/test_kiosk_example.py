"""The browser of examples/kiosk-test, without a kernel that makes touchscreens: a replay repeats its touches."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

from scene import PAGES, ROOT

EXAMPLES = ROOT / "examples"
sys.path.insert(0, str(EXAMPLES / "kiosk-test"))

from browser import Browser


async def test_the_browser_of_the_example_shows_the_effect_of_swipes_and_pinches_on_a_page(scene):
    folder = scene.folder / "pages"
    folder.mkdir()
    shutil.copy(EXAMPLES / "recipes/chromium/page.html", folder)
    shutil.copy(PAGES / "gestures.js", folder)
    origin = scene.serve_folder(folder, replace=("8765", str(scene.port)))
    recording = scene.folder / "touches.evemu"
    subprocess.run([Path(scene.gestured).with_name("gesturectl"), "perform", "swipe left", "pinch out",
                    "-o", recording], check=True)
    scene.start(scene.gestured, "--replay", recording, "--loop", "--realtime", "--socket", scene.socket)
    await scene.wait_for(scene.socket.exists, lambda: "gestured does not serve")
    await scene.serve_web("--origin", origin)
    await asyncio.to_thread(watch, f"{origin}/page.html")


def watch(page):
    """Fails unless the page turns and zooms; each gesture is made every few seconds."""
    with Browser(page) as browser:
        browser.expect("#page", lambda text: text.isdigit() and int(text) > 1)
        browser.expect("#zoom", lambda text: int(text.split()[0]) > 150)
