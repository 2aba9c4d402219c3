"""Saving what the page remembers, opening recordings, and scrubbing."""

import json
from pathlib import Path

from scene import DEMO, expect, expect_equal, test
from test_live import open_lines, state

LENGTHS = [("x_mm", 0.1), ("y_mm", 0.1), ("dx_mm", 0.1), ("dy_mm", 0.1)]


async def download(scene, page):
    """The file that the page saves."""
    there = set(scene.chromium.downloads.iterdir())
    await page.press("s", "KeyS")

    def arrived():
        return [file for file in scene.chromium.downloads.iterdir()
                if file not in there and file.suffix == ".evemu" and file.stat().st_size > 0]
    await scene.wait_for(arrived, lambda: "no file was saved")
    [file] = arrived()
    kept = scene.folder / file.name
    file.rename(kept)
    return kept


def expect_same(found, expected):
    """Gestures, names and phases alike, lengths to 0.1 mm, times to 1 ms."""
    order = {}
    def key(line):
        return order.setdefault(line["id"], len(order)), line["gesture"], line["name"], line["phase"], line["fingers"]
    names = [key(line) for line in expected]
    order.clear()
    expect_equal([key(line) for line in found], names, "gestures, names and phases")
    for line, like in zip(found, expected):
        expect(abs(line["time_us"] - like["time_us"]) <= 1000, f"{line} is not at the time of {like}")
        for member, most in LENGTHS:
            expect((member in line) == (member in like), f"{member} of {line}")
            if member in line:
                expect(abs(line[member] - like[member]) <= most, f"{member} of {line}, not {like[member]}")


@test("what is saved of live touches replays to the same gestures")
async def saves(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await page.wait_for("livePage.player.live.newestUs >= 10824287", "ten seconds of the demo")
    seen = await page.run("""JSON.stringify((livePage.controls.toggle(), livePage.player.view.gestures)
        .filter((it) => it.endedUs < Infinity && it.landedUs >= livePage.player.fromUs)
        .flatMap((it) => it.lines).sort((a, b) => a.seq - b.seq))""")
    expected = json.loads(seen)
    expect(len({line["id"] for line in expected}) >= 8, f"only {len(expected)} lines before the pause")
    file = await download(scene, page)
    found = scene.replay(file)
    ends = {line["id"] for line in found if line.get("reason") == "device_removed"}
    expect_same([line for line in found if line["id"] not in ends], expected)


@test("a saved recording opens with its touches, gestures and reasons, and saves to the same")
async def saves_again(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_lines(page, scene.lines())
    shape = """JSON.stringify([livePage.player.view.tracks.map((it) => [it.beganUs, it.endedUs, it.count]),
        livePage.player.view.gestures.map((it) => [it.kind, it.beganUs, it.endedUs, it.lines.length]),
        livePage.player.view.explanations.length])"""
    opened = await page.run(shape)
    saved = await download(scene, page)
    await page.run("livePage.controls.resume()")
    await open_lines(page, saved)
    expect_equal(await page.run(shape), opened, "what the saved recording has")
    expect_same(scene.replay(saved), scene.replay(DEMO))
    again = await download(scene, page)
    expect_equal(again.read_text(), saved.read_text(), "what is saved of what was saved")


@test("seconds that cut a touch are saved from where it began")
async def saves_whole(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_lines(page, scene.lines())
    await page.run("livePage.player.fromUs = 5.4e6, livePage.player.toUs = 6.5e6, livePage.controls.seek(6e6)")
    found = scene.replay(await download(scene, page))
    expect_equal([line["gesture"] for line in found if line["phase"] == "ended"], ["drag"], "gestures")
    expect_equal(round(found[-1]["dx_mm"]), 80, "the way of the whole drag")


@test("the lines of gestured --json open, without contacts")
async def opens_lines(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    lines = scene.folder / "lines.jsonl"
    device = '{"type":"device","seq":1,"change":"present","device":{"id":1,"name":"A","path":null,"bus":24,' \
        '"vendor":1,"product":1,"width_mm":344,"height_mm":194,"size":"kernel","slots":10,"force":"none","state":"open"}}'
    lines.write_text("\n".join([device, *(json.dumps(line) for line in scene.replay(DEMO))]) + "\n{\"type\":\"ges")
    await open_lines(page, lines)
    expect_equal(await page.run("livePage.player.view.gestures.length"), 11, "gestures")
    expect_equal(await page.run("livePage.player.view.tracks.length"), 0, "contacts")


@test("a recording of evemu opens with its touches")
async def opens_evemu(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_lines(page, DEMO)
    tracks = json.loads(await page.run(
        "JSON.stringify(livePage.player.view.tracks.map((it) => [it.beganUs, it.xs[0], it.ys[0]]))"))
    expect_equal(len(tracks), 11, "contacts")
    expect(abs(tracks[0][1] - 59.95) < 0.01 and tracks[0][0] == 1000130, f"the first is {tracks[0]}")


@test("a file that is no recording is refused with what is wrong, and where")
async def refuses(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    cases = [("hello\n", "axis 35"), ('{"type":"gesture"}\n{"x":1}\n', "line 2"), ('{"type":"bye"}\n', "neither"),
             (DEMO.read_text().replace("E: 1.008194", "E: 1,008194", 1), "line 39"), ("", "axis 35")]
    for text, part in cases:
        file = scene.folder / "broken.evemu"
        file.write_text(text)
        await page.run("livePage.takeMessage(undefined)")
        await page.choose_file("#file", file)
        await page.wait_for("livePage.message !== undefined", "a message")
        advice = await page.run("livePage.message.title + ' ' + livePage.message.advice")
        expect("Cannot open broken.evemu" in advice and part in advice, f"of {text[:20]!r}: {advice!r}")
        expect_equal(await page.run("livePage.player.mode"), "live", "what is shown")


@test("arrow keys, commas and the strip scrub a recording")
async def scrubs(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_lines(page, scene.lines())
    await page.run("livePage.controls.seek(8e6)")
    for key, code, modifiers, moved in [
            ("ArrowRight", "", 0, 1e5), ("ArrowLeft", "", 0, -1e5), ("ArrowRight", "", 8, 1e6),
            (",", "Comma", 0, -8000), (".", "Period", 0, 8000)]:
        before = await page.run("livePage.player.atUs")
        await page.press(key, code, modifiers)
        expect_equal(await page.run("livePage.player.atUs") - before, moved, f"what {key} moves")
    await page.press("End")
    expect_equal(await page.run("livePage.player.atUs === livePage.player.endUs"), True, "End")
    await page.press("Home")
    expect_equal(await page.run("livePage.player.atUs === livePage.player.firstUs"), True, "Home")
    box = json.loads(await page.run("JSON.stringify(document.getElementById('strip').getBoundingClientRect())"))
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "button": "left", "clickCount": 1}
    await page.call("Input.dispatchMouseEvent", type="mousePressed", buttons=1, **at)
    await page.call("Input.dispatchMouseEvent", type="mouseReleased", **at)
    middle = await page.run("(livePage.player.fromUs + livePage.player.toUs) / 2")
    expect(abs(await page.run("livePage.player.atUs") - middle) < 20000, "a press on the strip goes elsewhere")
    await page.run("livePage.controls.seek(8.6e6)")
    await page.wait_for("document.getElementById('gesture').textContent === 'Magnify'", "the gesture of that instant")
    await page.wait_for("/×2\\.\\d\\d/.test(document.getElementById('values').textContent)", "its value")
    await page.press(" ", "Space")
    await page.wait_for("livePage.player.atUs > 8.7e6", "a recording that plays")


@test("live touches are scrubbed, and Escape goes back to the present")
async def scrubs_live(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await page.wait_for("livePage.player.live.newestUs >= 3.4e6", "a long press")
    await page.press("ArrowLeft", modifiers=8)
    await state(page, "paused")
    await page.press("ArrowLeft", modifiers=8)
    await page.wait_for("document.getElementById('gesture').textContent === 'Tap'", "the tap before")
    await page.press("Escape")
    await state(page, "live")


@test("a minute and more of ten fingers takes no more memory")
async def bounded(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    counts = json.loads(await page.run("""(async () => {
        const { Timeline } = await import('./model.js');
        const timeline = new Timeline();
        let peak = 0;
        for (let us = 1e6; us < 200e6; us += 8333) {
            for (let slot = 0; slot < 10; slot += 1) {
                const phase = us === 1e6 || us % 7 === slot ? 'began' : 'changed';
                timeline.apply({ type: 'contact', time_us: us, device: 1, slot, phase, x_mm: 1, y_mm: 2 });
            }
            timeline.apply({ type: 'gesture', time_us: us, device: 1, id: 1, gesture: 'drag', name: 'drag',
                phase: us === 1e6 ? 'began' : 'changed', fingers: 5, x_mm: 1, y_mm: 2 });
            peak = Math.max(peak, timeline.tracks.reduce((sum, it) => sum + it.times.length, 0));
        }
        return JSON.stringify([peak, timeline.gestures[0].lines.length, timeline.tracks.length]);
    })()"""))
    peak, lines, _ = counts
    expect(peak < 250_000, f"room for {peak} samples")
    expect(lines < 10_000, f"{lines} lines of one gesture")
