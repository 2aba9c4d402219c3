"""gestures-pointer.js: gestures of a mouse, for a page on a machine without a touchscreen."""

import asyncio
import json

from scene import expect, expect_equal

PAGE = """<!doctype html><meta charset="utf-8"><title>page</title>
<style>body { margin: 0 } section { height: 100vh } div { width: 50%; height: 100% }</style>
<section id="gallery"><div id="picture"></div></section>
<script type="module">
import { on, listen } from "./gestures.js";
import "./gestures-pointer.js";
globalThis.calls = [];
globalThis.lines = [];
for (const id of ["gallery", "picture"]) {
  for (const kind of ["tap", "drag", "swipe"]) {
    on(document.getElementById(id), kind, (line) => calls.push([id, kind, line.phase, line.count ?? line.direction ?? line.reason ?? ""]));
  }
}
listen((line) => lines.push(line), { subscription: { gestures: ["drag", "swipe"], phases: ["began", "ended", "cancelled"] } });
</script>"""
PX_PER_MM = 96 / 25.4
WITHOUT = "gestures-pointer.js: the mouse makes taps, drags and swipes until gestured is connected"
CONNECTED = "gestures-pointer.js: gestured is connected, so the mouse makes no more gestures"


async def mouse(page, kind, x, y, button="left", buttons=None):
    """`buttons` is the sum of 1 for the left one and 2 for the right one, as they are after the event."""
    held = (0 if kind == "mouseReleased" else 1) if buttons is None else buttons
    await page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=held, clickCount=1)


async def stroke(page, start, end, lifts=True, seconds=0):
    """Presses the mouse at a point and moves it to another one."""
    await mouse(page, "mousePressed", *start)
    for step in range(1, 6):
        await asyncio.sleep(seconds / 5)
        await mouse(page, "mouseMoved", *(one + (other - one) * step / 5 for one, other in zip(start, end)))
    if lifts:
        await mouse(page, "mouseReleased", *end)


async def click(page, x, y):
    await mouse(page, "mousePressed", x, y)
    await mouse(page, "mouseReleased", x, y)


async def pointer_page(scene):
    file = scene.folder / "pointer.html"
    file.write_text(PAGE)
    origin = scene.serve_copy(file)
    page = await scene.open_page(f"{origin}/pointer.html")
    page.expected_errors = ["WebSocket connection"]
    await page.wait_for("Boolean(globalThis.lines)", "the script")
    return page, origin


async def test_a_mouse_makes_taps_drags_and_swipes_until_the_first_connection(scene):
    page, _ = await pointer_page(scene)
    await click(page, 300, 300)
    await click(page, 300, 300)
    await stroke(page, (300, 300), (100, 310))
    await click(page, 1500, 300)
    calls = json.loads(await page.run("JSON.stringify(calls)"))
    ends = [call for call in calls if call[2] == "ended"]
    expect_equal(ends, [
        ["picture", "tap", "ended", 1], ["gallery", "tap", "ended", 1],
        ["picture", "tap", "ended", 2], ["gallery", "tap", "ended", 2],
        ["picture", "drag", "ended", ""], ["gallery", "drag", "ended", ""],
        ["picture", "swipe", "ended", "left"], ["gallery", "swipe", "ended", "left"],
        ["gallery", "tap", "ended", 1]], "ends")
    expect_equal([call[2] for call in calls if call[:2] == ["picture", "drag"]][:2], ["began", "changed"], "a drag")
    expect_equal(page.console, [WITHOUT], "the console")


async def test_attempts_to_connect_that_fail_do_not_cancel_a_drag_of_the_mouse(scene):
    page, _ = await pointer_page(scene)
    attempts = len(page.errors)
    await stroke(page, (300, 300), (100, 300), lifts=False)
    await scene.wait_for(lambda: len(page.errors) >= attempts + 2, lambda: "no attempts to connect")
    await mouse(page, "mouseReleased", 100, 300)
    phases = json.loads(await page.run("JSON.stringify(lines.filter((it) => it.gesture === 'drag').map((it) => it.phase))"))
    expect_equal(phases, ["began", "ended"], "the drag")


async def test_lines_of_a_mouse_have_the_members_of_those_of_gestured_and_pass_the_filter_of_listen(scene):
    page, _ = await pointer_page(scene)
    await click(page, 300, 300)
    await stroke(page, (300, 300), (100, 300))
    lines = json.loads(await page.run("JSON.stringify(lines)"))
    expect_equal([(line["gesture"], line["phase"]) for line in lines],
                 [("drag", "began"), ("drag", "ended"), ("swipe", "ended")], "lines")
    real = next(line for line in scene.replay(scene.perform("drag left 50 mm")) if line["phase"] == "ended")
    expect_equal(set(real) - set(lines[1]) - {"seq", "force", "force_source"}, set(), "missing members")
    expect(lines[0]["id"] == lines[1]["id"] != lines[2]["id"], "ids")
    ended = lines[1]
    expect_equal((round(ended["x"], 3), round(ended["x_mm"], 1), round(ended["dx_mm"], 1)),
                 (round(100 / 1920, 3), round(100 / PX_PER_MM, 1), round(-200 / PX_PER_MM, 1)), "the place")


async def test_a_connection_cancels_the_gesture_of_the_mouse_and_ends_them_for_good(scene):
    page, origin = await pointer_page(scene)
    await stroke(page, (300, 300), (100, 300), lifts=False)
    await scene.serve_web("--origin", origin)
    daemon = await scene.serve_daemon(scene.perform("tap at 5,290", "pause 20 s", "tap at 5,290"))
    await page.wait_for("calls.some((it) => it[2] === 'cancelled')", "the drag is cancelled")
    await page.wait_for("lines.some((it) => it.reason === 'connected')", "also for listen")
    await mouse(page, "mouseReleased", 100, 300)
    count = await page.run("calls.length")
    await click(page, 300, 300)
    await scene.stop(daemon)
    await page.run("new Promise((done) => setTimeout(done, 300))")
    await stroke(page, (300, 300), (100, 300))
    expect_equal(await page.run("calls.slice(%d).filter((it) => it[0] === 'picture').length" % count), 0, "gestures")
    expect_equal((page.console[:2], page.console.count(CONNECTED)), ([WITHOUT, CONNECTED], 1), "the console")
    cancelled = await page.run("calls.filter((it) => it[2] === 'cancelled' && it[3] === 'connected').length")
    expect_equal(cancelled, 2, "handlers of the cancelled drag")


async def phases_of(page, kind):
    calls = json.loads(await page.run("JSON.stringify(calls)"))
    phases = [call[2] for call in calls if call[:2] == ["picture", kind]]
    # Repeated ones once.
    return [phase for index, phase in enumerate(phases) if phases[index - 1:index] != [phase]]


async def test_a_swipe_of_the_mouse_reaches_the_element_that_its_drag_has_moved_even_to_the_edge(scene):
    page, _ = await pointer_page(scene)
    await page.run("""import('./gestures.js').then(({ on }) => {
        const picture = document.getElementById('picture');
        on(picture, 'drag', (line) => { picture.style.translate = line.phase === 'ended' ? '' : '60vw'; });
    })""")
    await stroke(page, (300, 300), (0, 300))
    expect_equal((await phases_of(page, "drag"), await phases_of(page, "swipe")), (["began", "changed", "ended"], ["ended"]),
                 "gestures on the picture")
    # The drag begins at the edge.
    await mouse(page, "mousePressed", 300, 400)
    await mouse(page, "mouseMoved", 0, 400)
    await mouse(page, "mouseReleased", 0, 400)
    expect_equal(len(json.loads(await page.run("JSON.stringify(calls.filter((it) => it[0] === 'picture' && it[1] === 'swipe'))"))),
                 2, "swipes on the picture")


async def test_a_stroke_of_the_mouse_that_is_slow_or_oblique_is_not_a_swipe(scene):
    page, _ = await pointer_page(scene)
    await stroke(page, (100, 300), (900, 300), seconds=1)
    await stroke(page, (100, 300), (400, 500))
    expect_equal(await phases_of(page, "swipe"), [], "swipes")
    await stroke(page, (100, 300), (500, 400))
    expect_equal(await phases_of(page, "swipe"), ["ended"], "swipes of a stroke that is less oblique")


async def test_a_drag_of_the_mouse_ends_when_the_left_button_lifts_while_another_one_is_down(scene):
    page, _ = await pointer_page(scene)
    await stroke(page, (300, 300), (400, 300), lifts=False)
    await mouse(page, "mousePressed", 400, 300, button="right", buttons=3)
    await mouse(page, "mouseReleased", 400, 300, buttons=2)
    await mouse(page, "mouseMoved", 500, 300, button="none", buttons=2)
    expect_equal(await phases_of(page, "drag"), ["began", "changed", "ended"], "the drag")


async def test_a_drag_whose_lift_the_page_has_missed_is_cancelled(scene):
    page, _ = await pointer_page(scene)
    await stroke(page, (300, 300), (400, 300), lifts=False)
    await mouse(page, "mouseMoved", 420, 300, button="none", buttons=0)
    expect_equal(await phases_of(page, "drag"), ["began", "changed", "cancelled"], "the drag")
    await stroke(page, (300, 300), (400, 300), lifts=False)
    await page.run("dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'mouse', pointerId: 1, button: 0, buttons: 1 }))")
    expect_equal(await phases_of(page, "drag"), ["began", "changed", "cancelled"] * 2, "drags")


async def test_touches_and_pens_make_no_gestures_and_do_not_disturb_those_of_the_mouse(scene):
    page, _ = await pointer_page(scene)
    await stroke(page, (300, 300), (400, 300), lifts=False)
    await page.touch((600, 600), (-300, 0))
    await page.run("""for (const type of ['pointerdown', 'pointermove', 'pointerup']) dispatchEvent(new PointerEvent(type,
        { pointerType: 'pen', pointerId: 9, isPrimary: true, button: 0, buttons: 1, clientX: 10, clientY: 10 }))""")
    await mouse(page, "mouseMoved", 450, 300)
    await mouse(page, "mouseReleased", 450, 300)
    expect_equal((await phases_of(page, "drag"), await phases_of(page, "tap")), (["began", "changed", "ended"], []), "gestures")
