"""The demo of the live page: offered where there is no panel, and in a file that needs no server."""

import json
import os

from scene import DEMO, PAGES, expect, expect_equal
from test_live import GESTURES, STATE, TEXT, listed, state

RECORD = "RECORD_PICTURES" in os.environ
FILE = PAGES / "demo.js"
BEGINNING = "// The lines of share/demo.evemu, for the live page. Made by Web/Tests/Browser with RECORD_PICTURES=1.\n"
# The members that the page draws with, or names in words.
MEMBERS = (
    "type", "time_us", "began_us", "device", "slot", "phase", "change", "zone", "gesture", "name", "id", "fingers",
    "x_mm", "y_mm", "dx_mm", "dy_mm", "vx_mm_s", "vy_mm_s", "scale", "rotation_deg", "force", "max_force", "count",
    "direction", "edge", "duration_us", "reason", "text")
FRAME_US = 16_000  # at least between changes that are kept, of 8 ms each: no screen shows more


def demo(lines):
    """The text of the module, of the lines of the daemon."""
    rows, last = [], {}
    for line in lines:
        kept = {name: line[name] for name in MEMBERS if name in line}
        if line["type"] not in ("device", "contact", "gesture", "explanation") or line.get("change") == "removed":
            continue
        source = (line["type"], line.get("slot"), line.get("id"))
        if line.get("phase") == "changed" and line["time_us"] - last.get(source, 0) < FRAME_US - 1000:
            continue
        last[source] = line.get("time_us")
        if isinstance(line["device"], dict):
            kept["device"] = line["device"] | {"path": None}
        rows.append(json.dumps(kept, separators=(",", ":")))
    text = "\n".join(rows)
    expect("`" not in text and "${" not in text and "\\" not in text, "a line cannot be in a template")
    return f"{BEGINNING}export default String.raw`{text}\n`;\n"


async def test_the_demo_of_the_page_has_the_lines_of_the_daemon(scene):
    text = demo(json.loads(row) for row in scene.lines().read_text().splitlines())
    if RECORD:
        FILE.write_text(text)
    expect_equal(FILE.read_text(), text, "Web/Pages/demo.js (RECORD_PICTURES=1 rewrites it)")


async def playing(page):
    await page.wait_for(f"{STATE} === 'recording'", "the demo")
    await listed(page, "Tap")
    await page.run("livePage.controls.seek(Infinity)")
    kinds = [row[0] for row in json.loads(await page.run(GESTURES.replace("player.live", "player.view")))]
    expect_equal(sorted(set(kinds)), ["deep_press", "drag", "long_press", "magnify", "rotate", "swipe", "tap"], "kinds")


async def refuses_keys(page):
    """Checks that the keys of a picture do nothing where there is none, and that S shows the reason."""
    for key in (" ", "ArrowLeft", ",", "Home", "End", "PageUp"):
        await page.press(key, "Space" if key == " " else "")
        expect_equal(await page.run("livePage.player.mode"), "live", f"the mode after {key!r}")
    expect(await page.run("document.getElementById('demo').checkVisibility()"), "the offer is gone")
    await page.press("s")
    await page.wait_for(f"{TEXT}.replace('\\n', '. ') === 'Nothing to save. The page shows no touchscreen.'", "the reason")


async def test_without_a_daemon_one_sentence_gives_the_reason_and_the_demo_plays(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    text = await state(page, "gone")
    expect("gestured does not answer" in text, f"the state is {text!r}")
    await page.wait_for("document.getElementById('demo').checkVisibility()", "the offer")
    body = await page.run("document.body.innerText")
    expect_equal(body.count("gestured does not answer"), 1, f"mentions of the missing daemon in {body!r}")
    expect("No connection" not in body and "Touch the screen" not in body, f"the page says {body!r}")
    for name in ("pause", "save"):
        expect_equal(await page.run(f"document.getElementById('{name}').ariaDisabled"), "true", name)
    await refuses_keys(page)
    await page.run("document.getElementById('demo').click()")
    await playing(page)
    expect(not await page.run("document.getElementById('demo').checkVisibility()"), "the offer remains")
    expect_equal(await page.run("document.getElementById('save').ariaDisabled"), "false", "save")
    await page.press("Escape")
    await page.wait_for("document.getElementById('demo').checkVisibility()", "the offer again")


async def test_without_a_touchscreen_the_demo_is_offered_and_with_one_it_is_not(scene):
    scene.serve_fake_daemon()
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await state(page, "nopanel")
    await page.wait_for("document.getElementById('demo').checkVisibility()", "the offer")
    for name in ("pause", "save"):
        expect_equal(await page.run(f"document.getElementById('{name}').ariaDisabled"), "true", name)
    await refuses_keys(page)
    scene.socket.unlink()
    await scene.serve_daemon()
    other = await scene.live_page()
    await state(other, "live")
    await listed(other, "Tap")
    expect(not await other.run("document.getElementById('demo').checkVisibility()"), "the demo is offered")
    for name in ("pause", "save"):
        expect_equal(await other.run(f"document.getElementById('{name}').ariaDisabled"), "false", name)


async def test_the_page_in_one_file_plays_the_demo_without_a_server_and_makes_no_request(scene):
    page = await scene.page_in_one_file("live page.html")
    size = (scene.folder / "live page.html").stat().st_size
    expect(size < 400_000, f"it has {size} bytes")
    await playing(page)
    names = json.loads(await page.run("JSON.stringify(performance.getEntriesByType('resource').map((it) => it.name))"))
    expect_equal([name[:40] for name in names if not name.startswith("data:")], [], "requests")
    await page.press("Escape")
    expect_equal(await page.run("livePage.player.mode"), "recording", "the mode after Escape")
    expect(not await page.run("document.getElementById('live').checkVisibility()"), "a way back to live")
    await page.press(" ", "Space")
    await page.wait_for("livePage.player.isPlaying", "the demo again")
    text = await page.run(TEXT)
    expect("The demo" in text and "Esc" not in text, f"the state is {text!r}")


async def test_the_page_in_one_file_returns_from_a_recording_to_the_demo(scene):
    page = await scene.page_in_one_file()
    back = "document.getElementById('live')"
    for action in ("press", "click"):
        await page.wait_for("globalThis.livePage?.player.fileName === 'The demo'", "the demo")
        expect(not await page.run(f"{back}.checkVisibility()"), "a way back from the demo")
        await page.choose_file("#file", DEMO)
        await page.wait_for(f"livePage.player.fileName === '{DEMO.name}'", "the recording")
        expect_equal(await page.run(f"{back}.checkVisibility() && {back}.textContent"), "Back to the demo", "the button")
        await (page.press("Escape") if action == "press" else page.run(f"{back}.click()"))
    await page.wait_for("livePage.player.fileName === 'The demo'", "the demo")
    expect_equal(await page.run("document.getElementById('live-key').textContent"), "back to the demo", "what Esc does")


async def test_the_demo_has_the_duration_that_the_page_names(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    offer = await page.run("document.getElementById('offer').textContent")
    await page.run("document.getElementById('demo').click()")
    await playing(page)
    kinds = await page.run("new Set(livePage.player.view.gestures.map((it) => it.kind)).size")
    seconds = await page.run("Math.round((livePage.player.endUs - livePage.player.beginUs) / 1e6)")
    expect_equal((kinds, seconds), (7, 12), "kinds and seconds")
    expect("seven kinds" in offer and "twelve seconds" in offer, f"the offer is {offer!r}")
    expect_equal(await page.run("document.getElementById('save').textContent"), "Save these 12 s", "the button")
