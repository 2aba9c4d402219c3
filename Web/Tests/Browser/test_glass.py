"""The texts of the glass and the list beside it about a touch."""

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
HERO = "['gesture', 'values', 'phase'].map((id) => document.getElementById(id).textContent).join(' | ')"
TAPS = ("tap at 100,80", "pause 2 s", "double tap at 300,80", "pause 2 s", "drag right at 60,100")
WAITING = PERMISSIVE + """gestures:
  - tap: { count: 2 }
    name: double_tap
  - tap: { count: 1 }
    waits_for: [double_tap]
"""
EITHER = PERMISSIVE + """gestures:
  - exclusive: [tap: { count: 2 }, tap: { count: 1 }]
    name: either
"""
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
    await page.wait_for("/^tap: lasted.*more$/s.test(document.getElementById('reasons').innerText)", "the list")
    scene.socket.unlink(missing_ok=True)
    await page.press("Escape")
    await open_recording(page, scene.lines(config=SWIPES_ONLY))
    expect_equal(await texts_at(page, 6.5), ["no swipe: lasted 1.05 s, at most 0.80 (maximum_duration)"],
                 "texts after a touch without a gesture")
    hero = "document.getElementById('gesture').textContent + ' | ' + document.getElementById('values').textContent"
    await page.wait_for(f"{hero} === 'No gesture | swipe: lasted 1.05 s, at most 0.80'", "the hero")
    expect_equal(await texts_at(page, 7.2), ["Swipe", "right"], "texts after a swipe")


async def test_an_ended_gesture_loses_its_label_to_a_later_one_of_its_fingers_or_at_its_position(scene):
    page = await page_with(scene, scene.lines())
    expect_equal(await texts_at(page, 7.2), ["Swipe", "right"], "texts after a drag that was a swipe")
    expect_equal(await texts_at(page, 2.35), ["Tap ×2", "at 120, 60 mm"], "texts after a double tap")
    both = await texts_at(page, 12.3)
    expect({"Deep press", "Long press"} <= set(both), f"the texts of two active gestures are {both}")


async def test_a_tap_shows_its_kind_position_and_zone_and_not_its_duration(scene):
    zone = "zones: [{ name: left_bar, rect: { x: 0, width: 86mm }, gestures: default }]\n"
    page = await page_with(scene, scene.lines(config=PERMISSIVE + zone))
    for seconds, expected in [(1.2, "Tap | in left bar · at 60, 50 mm | recognised · 0.09 s"),
                              (2.15, "Tap | at 120, 60 mm | recognised · 0.09 s")]:
        await page.run(f"livePage.controls.seek({seconds * 1e6})")
        await page.wait_for(f"{HERO} === {json.dumps(expected)}", expected)


async def test_the_values_of_a_drag_from_an_edge_fit_beside_the_glass(scene):
    page = await page_with(scene, scene.lines(scene.perform("drag right 2 fingers from the left edge")))
    await page.run("livePage.controls.seek(Infinity)")
    await page.wait_for(f"/^Drag [|] .* mm right . left edge [|] .* 2 fingers /.test({HERO})", "the hero")
    for width, height in ((1920, 1080), (1280, 720), (400, 800)):
        await page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                        mobile=False)
        cut = await page.run("['values', 'phase'].map((id) => document.getElementById(id))"
                             ".filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent)")
        expect_equal(cut, [], f"texts that are cut off at {width} pixels")


async def test_a_touch_that_can_still_become_a_gesture_is_not_shown_as_unrecognised(scene):
    cases = [
        # Before the tap is recognised, after it, between the two of a double tap, after them, after a slow drag.
        (WAITING, [(1.3, "… |  | ", []), (2, "Tap | at 100, 80 mm | recognised · 0.44 s", []),
                   (3.82, "Tap | at 100, 80 mm | recognised · 0.44 s", []),
                   (4.5, "double tap | at 300, 80 mm | recognised · 0.07 s", []),
                   (7.5, "No gesture | double tap: lasted 0.76 s, at most 0.50 | ",
                    ["no double tap: lasted 0.76 s, at most 0.50 (maximum_duration)",
                     "no tap: lasted 0.76 s, at most 0.50 (maximum_duration)"])]),
        (EITHER, [(1.3, "… |  | ", []), (2.9, "either | at 100, 80 mm | recognised · 0.44 s", [])]),
        # The second tap never comes.
        (PERMISSIVE + "gestures: [tap: { count: 2 }]\n",
         [(1.3, "… |  | ", []), (2.3, "No gesture | tap: tap 1 of 2 | ", ["no tap: tap 1 of 2 (count)"])])]
    recording = scene.perform(*TAPS)
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    for config, instants in cases:
        scene.socket.unlink(missing_ok=True)
        await page.press("Escape")
        await open_recording(page, scene.lines(recording, config))
        for seconds, hero, reasons in instants:
            texts = await texts_at(page, seconds)
            await page.wait_for(f"{HERO} === {json.dumps(hero)}", f"{hero!r} at {seconds} s of {config}")
            found = [text for text in texts if text.startswith("no ")]
            expect_equal(found, reasons, f"reasons at {seconds} s of {config}")


async def test_without_contacts_an_unrecognised_touch_does_not_hide_a_gesture_after_it(scene):
    recording = scene.perform("drag right", "pause 1 s", "tap at 100,80", "pause 2 s", "tap at 300,80")
    lines = scene.lines(recording, PERMISSIVE + "gestures: [tap: {}]\n")
    rows = [row for row in lines.read_text().splitlines() if '"type":"contact"' not in row]
    lines.write_text("\n".join(rows) + "\n")
    page = await page_with(scene, lines)
    gestures = [line for line in map(json.loads, rows) if line["type"] == "gesture"]
    [missed, *_] = [line for line in map(json.loads, rows) if line["type"] == "explanation"]
    await page.run(f"livePage.controls.seek({missed['time_us'] + 200_000})")
    await page.wait_for(f"{HERO}.startsWith('No gesture | tap: lasted')", "the missed touch")
    for gesture in gestures:
        await page.run(f"livePage.controls.seek({gesture['time_us'] + 200_000})")
        await page.wait_for(f"{HERO}.startsWith('Tap | at {round(gesture['x_mm'])}')", f"the tap {gesture['id']}")
        await page.wait_for("!document.getElementById('reasons').innerText.includes('lasted')", "the list")


async def test_fingers_on_the_glass_are_counted_until_a_gesture_begins(scene):
    recording = scene.perform("tap with 2 fingers at 200,100")
    page = await page_with(scene, scene.lines(recording))
    middle = await page.run("Math.max(...livePage.player.view.tracks.map((it) => it.beganUs)) + 30000")
    await page.run(f"livePage.controls.seek({middle})")
    await page.wait_for(f"{HERO} === '2 fingers |  | '", "the number of fingers")


async def test_a_composition_shows_the_values_of_its_parts(scene):
    config = PERMISSIVE + "gestures:\n  - exclusive: [drag: {}, tap: {}]\n    name: either\n"
    page = await page_with(scene, scene.lines(scene.perform("drag right 80 mm at 60,100"), config))
    await page.run("livePage.controls.seek(Infinity)")
    await page.wait_for(f"/^either \\| [0-9.]+ mm right \\| recognised/.test({HERO})", "the drag's values")


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


async def test_a_pause_shows_how_to_continue(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await state(page, "live")
    await page.press(" ", "Space")
    await page.wait_for(f"{TEXT}.replace('\\n', '. ') === 'Paused. Press Space to continue.'", "the advice")
