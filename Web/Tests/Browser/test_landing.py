"""gestures.js: on which element a gesture began, which handlers it reaches, and which calls throw. Lines are
injected."""

import json

from scene import expect_equal
from test_gestures import RECORD

PAGE = """<!doctype html><meta charset="utf-8"><title>page</title>
<style>body { margin: 0 } div { position: absolute; width: 40vw; height: 40vh }</style>
<div id="left" style="left: 0"></div><div id="right" style="left: 50vw"><div id="inner" style="width: 20vw"></div></div>"""
# A panel of 400 by 200 mm. `inject` takes lines whose position and displacement are in millimetres.
SCRIPT = """import('./gestures.js').then((it) => {
    globalThis.gestures = it;
    globalThis.calls = [];
    globalThis.add = (id, kind, more, options) => it.on(document.getElementById(id), kind, (line) => {
        calls.push([id, kind, line.phase, line.reason ?? '', line.target.id].join(' '));
        more?.(line);
    }, options);
    globalThis.inject = (gesture, id, phase, x, dx, members) => it.inject({
        type: 'gesture', time_us: 1e6, device: 1, zone: 'screen', gesture, name: gesture, id, phase, fingers: 1,
        x: x / 400, y: 0.1, x_mm: x, y_mm: 20, dx_mm: dx, dy_mm: 0, ...(phase !== 'began' && { duration_us: 1e5 }),
        ...members });
    it.listen(() => {});
})"""
DEVICE = "gestures.inject({ type: 'device', device: { id: 1, width_mm: 400, height_mm: 200 } })"


async def page_without_a_daemon(scene):
    file = scene.folder / "page.html"
    file.write_text(PAGE)
    page = await scene.open_page(f"{scene.serve_copy(file)}/page.html")
    page.expected_errors = ["WebSocket connection"]
    await page.run(RECORD)
    await page.run(SCRIPT)
    return page


async def calls_of(page):
    return json.loads(await page.run("JSON.stringify(calls)"))


async def test_a_swipe_that_ends_at_the_edge_of_the_surface_reaches_the_element_where_it_began(scene):
    page = await page_without_a_daemon(scene)
    await page.run("add('left', 'swipe'), add('right', 'swipe')")
    # The device is known once `on` was called.
    await page.run(DEVICE)
    await page.run("inject('swipe', 1, 'ended', 0, -300), inject('swipe', 2, 'ended', 0, -300, { x: 1e-5, time_us: 9e6 }),"
                   " inject('swipe', 3, 'ended', 400, 400, { time_us: 10e6 }), inject('swipe', 4, 'ended', 0, -399, { time_us: 11e6 })")
    expect_equal(await calls_of(page), ["right swipe ended  right"] * 2 + ["left swipe ended  left"], "calls")
    await page.run("inject('swipe', 5, 'ended', 0, 0, { time_us: 12e6 })")
    expect_equal((await calls_of(page))[-1], "left swipe ended  left", "a gesture at the edge that has not moved")


async def test_a_gesture_at_an_unknown_position_is_ignored_without_an_exception(scene):
    page = await page_without_a_daemon(scene)
    # Without a `device` line the width is x_mm / x, which is unknown at x = 0.
    await page.run("add('left', 'swipe'), add('right', 'swipe'), inject('swipe', 1, 'ended', 0, -300),"
                   " inject('swipe', 2, 'ended', 0, -300, { x: 1e-5, time_us: 9e6 }), inject('swipe', 3, 'ended', 50, 0, { time_us: 12e6 })")
    expect_equal(await calls_of(page), ["left swipe ended  left"], "calls")


async def test_a_swipe_reaches_the_element_that_its_drag_has_moved_or_removed(scene):
    page = await page_without_a_daemon(scene)
    await page.run(f"""add('inner', 'drag', ({{ phase, currentTarget }}) => {{
        if (phase === 'ended') currentTarget.remove();
        else currentTarget.style.left = '-30vw';
    }}), add('inner', 'swipe', (line) => line.stopPropagation()), add('right', 'swipe'), {DEVICE}""")
    touch = """inject('drag', 1, 'began', 215, 5), inject('drag', 1, 'changed', 250, 40, { time_us: 95e4, duration_us: 5e4 }),
        inject('drag', 1, 'ended', 300, 90), inject('swipe', 2, 'ended', 300, 90)"""
    await page.run(touch)
    expect_equal(await calls_of(page), [
        "inner drag began  inner", "inner drag changed  inner", "inner drag ended  inner", "inner swipe ended  inner"], "calls")
    await page.run("inject('swipe', 3, 'ended', 300, 90, { time_us: 2e6 })")
    expect_equal((await calls_of(page))[4:], ["right swipe ended  right"], "a swipe of another touch")


async def test_a_call_that_is_wrong_throws_and_has_no_effect(scene):
    page = await page_without_a_daemon(scene)
    before = await page.run("opened.length")
    for element in ("null", "document", "window", "undefined", "'left'"):
        text = await page.run(f"(() => {{ try {{ gestures.on({element}, 'tap', () => {{}}) }} catch (it) {{ return `${{it}}` }} }})()")
        expect_equal(str(text)[:32], "TypeError: on: expected an eleme", f"on({element})")
    for options, shown in (("{ gestures: 'buttons' }", "TypeError: on: gestures"), ("{ url: 'mailto:x' }", "SyntaxError")):
        text = await page.run(f"(() => {{ try {{ add('left', 'tap', null, {options}) }} catch (it) {{ return `${{it}}` }} }})()")
        expect_equal(str(text)[:len(shown)], shown, options)
    await page.run("add('left', 'tap'), inject('tap', 1, 'ended', 50)")
    expect_equal(await calls_of(page), ["left tap ended  left"], "calls of the handler that was added then")
    # The WebSocket with the wrong URL was recorded, too, before it threw.
    expect_equal(await page.run("opened.length"), before + 2, "connections")


async def test_outer_handlers_that_are_cancelled_cannot_stop_the_cancellation_of_others(scene):
    page = await page_without_a_daemon(scene)
    await page.run("document.body.id = 'body', add('body', 'drag'), add('right', 'drag', (it) => it.phase === 'cancelled' && it.stopPropagation()),"
                   " add('inner', 'drag', (it) => it.phase === 'changed' && it.stopPropagation()),"
                   " ['began', 'changed', 'ended'].forEach((phase) => inject('drag', 1, phase, 210, 0))")
    expect_equal([call for call in await calls_of(page) if "inner drag" not in call], [
        "right drag began  inner", "body drag began  inner", "right drag cancelled stopped inner",
        "body drag cancelled stopped inner"], "calls of outer handlers")


async def test_gestures_travel_up_through_slots(scene):
    page = await page_without_a_daemon(scene)
    await page.run("""{
        const root = document.getElementById('right').attachShadow({ mode: 'open' });
        root.innerHTML = '<section id="frame"><slot></slot></section>';
        gestures.on(root.firstChild, 'tap', () => calls.push('frame'));
        add('right', 'tap'), add('inner', 'tap'), inject('tap', 1, 'ended', 210);
    }""")
    expect_equal(await calls_of(page), ["inner tap ended  inner", "frame", "right tap ended  inner"], "calls")


async def test_a_hidden_page_handles_no_gesture_of_its_zones(scene):
    page = await page_without_a_daemon(scene)
    await page.run("add('left', 'drag'), inject('drag', 1, 'began', 50, 0, { zone: 'element-1' }),"
                   " Object.defineProperty(document, 'hidden', { get: () => true }),"
                   " inject('drag', 1, 'ended', 50, 0, { zone: 'element-1' }),"
                   " inject('drag', 2, 'began', 50, 0, { zone: 'element-1' })")
    expect_equal(await calls_of(page), ["left drag began  left", "left drag ended  left"], "calls")


async def test_a_subscription_without_the_ends_of_gestures_cancels_none_that_has_ended(scene):
    page = await page_without_a_daemon(scene)
    await page.run("""globalThis.lines = [];
        globalThis.url = 'ws://127.0.0.1:8765/gestures'.replace('8765', '%d');
        gestures.listen((line) => lines.push(line.phase), { url, subscription: { phases: ['began', 'cancelled'] } });
        add('left', 'drag', null, { url, subscription: { phases: ['began'] } });
        ['began', 'changed', 'ended'].forEach((phase) => inject('drag', 1, phase, 50, 0));""" % scene.port)
    origin = await page.run("location.origin")
    await scene.serve_web("--origin", origin)
    await scene.serve_daemon(scene.perform("tap at 500,290", "pause 9 s", "tap at 500,290"))
    await page.wait_for("!gestures.inject({})", "a connection")
    await page.run("sockets.forEach((it) => it.close())")
    await page.run("new Promise((done) => setTimeout(done, 300))")
    expect_equal(json.loads(await page.run("JSON.stringify(lines)")), ["began"], "phases for listen")
    expect_equal(await calls_of(page), ["left drag began  left"], "calls")


async def test_injected_lines_have_no_positions_if_the_subscription_has_none(scene):
    page = await page_without_a_daemon(scene)
    await page.run("globalThis.lines = [], gestures.listen((it) => lines.push(it.x ?? it.x_mm ?? it.y ?? it.y_mm ?? 'none'),"
                   " { subscription: { positions: false } }), inject('tap', 1, 'ended', 50)")
    expect_equal(await page.run("lines.join()"), "none", "positions")
