"""What the glass and the list beside it say of a touch."""

import json

from scene import PERMISSIVE, expect, expect_equal
from test_live import TEXT, open_recording, state

# The texts that the glass shows at an instant, each with its box.
TEXTS = """((us) => {
    livePage.controls.seek(us);
    const context = document.getElementById('figure').getContext('2d');
    const { fillText } = context;
    const texts = [];
    context.fillText = function (text, x, y) {
        const { width } = this.measureText(text);
        texts.push({ text, left: x - width / 2, right: x + width / 2, top: y, bottom: y + parseFloat(this.font.match(/([\\d.]+)px/)[1]) });
    };
    livePage.glass.draw(livePage.player.view, us);
    context.fillText = fillText;
    return JSON.stringify(texts);
})"""
SWIPES_ONLY = PERMISSIVE + "gestures: [swipe: {}]\n"


async def texts_at(page, seconds):
    found = json.loads(await page.run(f"{TEXTS}({seconds * 1e6})"))
    for one in found:
        for other in found:
            apart = (one is other or one["right"] <= other["left"] or other["right"] <= one["left"]
                     or one["bottom"] <= other["top"] or other["bottom"] <= one["top"])
            expect(apart, f"{one} and {other} overlap at {seconds} s")
    return [text["text"] for text in found]


async def page_with(scene, lines):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, lines)
    return page


async def test_the_glass_gives_reasons_only_of_a_touch_in_which_nothing_was_recognised(scene):
    page = await page_with(scene, scene.lines())
    expect_equal(await texts_at(page, 6.5), ["Drag", "79.8 mm right"], "texts after a drag")
    listed = await page.run("document.getElementById('reasons').innerText")
    expect("tap: lasted" in listed and "more" in listed, f"the list has {listed!r}")
    scene.socket.unlink(missing_ok=True)
    await page.press("Escape")
    await open_recording(page, scene.lines(config=SWIPES_ONLY))
    expect_equal(await texts_at(page, 6.5), ["no swipe: lasted 1.06 s, at most 0.80 (maximum_duration)"],
                 "texts after a touch without a gesture")
    hero = "document.getElementById('gesture').textContent + ' | ' + document.getElementById('values').textContent"
    await page.wait_for(f"{hero} === 'No gesture | swipe: lasted 1.06 s, at most 0.80'", "the hero")
    expect_equal(await texts_at(page, 7.2), ["Swipe", "right"], "texts after a swipe")


async def test_an_ended_gesture_loses_its_label_to_a_later_one_of_its_fingers_or_at_its_place(scene):
    page = await page_with(scene, scene.lines())
    expect_equal(await texts_at(page, 7.2), ["Swipe", "right"], "texts after a drag that was a swipe")
    expect_equal(await texts_at(page, 2.35), ["Tap ×2", "at 121, 61 mm"], "texts after a double tap")
    both = await texts_at(page, 12.3)
    expect({"Deep press", "Long press"} <= set(both), f"the texts of two active gestures are {both}")


async def test_a_tap_says_what_and_where_with_its_zone_and_not_how_long(scene):
    zone = "zones: [{ name: left_bar, rect: { x: 0, width: 86mm }, gestures: default }]\n"
    page = await page_with(scene, scene.lines(config=PERMISSIVE + zone))
    hero = "['gesture', 'values', 'phase'].map((id) => document.getElementById(id).textContent).join(' | ')"
    for seconds, expected in [(1.2, "Tap | in left bar · at 60, 50 mm | recognised · 0.09 s"),
                              (2.15, "Tap | at 120, 60 mm | recognised · 0.09 s")]:
        await page.run(f"livePage.controls.seek({seconds * 1e6})")
        await page.wait_for(f"{hero} === {json.dumps(expected)}", expected)


async def test_reasons_that_do_not_fit_are_counted(scene):
    page = await page_with(scene, scene.lines())
    rows = "JSON.stringify([...document.querySelectorAll('#reasons li')].map((it) => it.textContent))"
    for width, height in ((1920, 1080), (1280, 720), (1080, 1920)):
        await page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        await page.run("livePage.controls.seek(1.2e6), new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        await page.wait_for(f"({rows}).includes('long press')", "reasons")
        shown = json.loads(await page.run(rows))
        omitted = int(shown.pop().removeprefix("+").removesuffix(" more")) if shown[-1].startswith("+") else 0
        expect_equal(len(shown) + omitted, 6, f"reasons at {width} × {height}")
        expect(omitted > 0 or height != 720, f"all reasons fit at {width} × {height}")


async def test_a_pause_says_how_to_continue(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await state(page, "live")
    await page.press(" ", "Space")
    await page.wait_for(f"{TEXT}.replace('\\n', '. ') === 'Paused. Press Space to continue.'", "the advice")
