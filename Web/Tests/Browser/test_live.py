"""The live page: shows the daemon's lines, the state of the connection, and what a user can do."""

import json

from scene import DEMO, PERMISSIVE, expect, expect_equal

STATE = "document.getElementById('state').dataset.kind"
TEXT = "document.getElementById('state').innerText"
PANEL = {"id": 1, "name": "Panel", "path": None, "bus": 24, "vendor": 1, "product": 1, "width_mm": 344, "height_mm": 194,
         "size": "kernel", "slots": 10, "force": "none", "state": "open"}
GESTURES = """JSON.stringify(livePage.player.live.gestures.map(
    (it) => [it.kind, it.id, it.lines[0].phase, it.lines.at(-1).phase]))"""


async def state(page, kind):
    """Waits for a state of the connection; returns its text."""
    await page.wait_for(f"{STATE} === '{kind}'", f"the state {kind}")
    return await page.run(TEXT)


async def listed(page, title):
    """Waits for a gesture in the list of the newest five. The large letters may pass to the next one unseen."""
    await page.wait_for(
        f"[...document.querySelectorAll('#recent b')].some((it) => it.textContent === '{title}')", title)


async def test_the_demo_plays_and_every_gesture_of_it_appears(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    text = await state(page, "live")
    expect("Live" in text and "Demo Panel" in text, f"the state is {text!r}")
    expected = {}
    for line in scene.replay(DEMO):
        first = expected.setdefault(line["id"], [line["gesture"], line["id"], line["phase"], None])
        first[3] = line["phase"]
    await page.wait_for("livePage.player.live.newestUs >= 12650878", "the end of the demo", 60)
    found = json.loads(await page.run(GESTURES))
    expect_equal(found, list(expected.values()), "gestures of the page")
    counts = json.loads(await page.run(
        "JSON.stringify([livePage.player.live.tracks.length, livePage.player.live.tracks.every("
        "(it) => it.gestures.length > 0)])"))
    expect_equal(counts, [11, True], "contacts, each with its gesture")
    # The list at the beginning of each gesture.
    titles = json.loads(await page.run("""JSON.stringify(livePage.player.live.gestures.map((it) => {
        livePage.player.seek(it.beganUs, performance.now());
        livePage.draw(performance.now());
        return document.querySelector('#recent b').textContent;
    }))"""))
    expect_equal(titles, ["Tap", "Tap", "Tap ×2", "Long press", "Drag", "Drag", "Swipe", "Magnify", "Rotate", "Deep press",
                          "Long press"], "titles of the list")


async def test_a_deep_press_pulses_at_its_recognition(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, scene.lines())
    began = await page.run("livePage.player.view.gestures.find((it) => it.kind === 'deep_press').beganUs")
    # Counts coloured pixels 27 to 46 mm from the press, which only the pulse reaches.
    count = """(us) => {
        livePage.controls.seek(us);
        livePage.glass.draw(livePage.player.view, us);
        const line = livePage.player.view.gestures.find((it) => it.kind === 'deep_press').lines[0];
        const [surface] = livePage.glass.surfaces;
        const context = document.getElementById('figure').getContext('2d');
        let found = 0;
        for (let mm = 27; mm < 46; mm += 0.5) for (let at = 0; at < 64; at += 1) {
            const x = surface.left + (line.x_mm + mm * Math.cos(at / 64 * 2 * Math.PI)) * surface.scale;
            const y = surface.top + (line.y_mm + mm * Math.sin(at / 64 * 2 * Math.PI)) * surface.scale;
            const [red, green, blue, alpha] = context.getImageData(Math.round(x), Math.round(y), 1, 1).data;
            if (alpha > 40 && red > green + 40 && red > blue + 40) found += 1;
        }
        return found;
    }"""
    before = await page.run(f"({count})({began - 20000})")
    during = await page.run(f"({count})({began + 300000})")
    after = await page.run(f"({count})({began + 720000})")
    expect(during > before + 40 and during > after + 40, f"before {before}, during {during}, after {after}")


async def test_the_page_reconnects_when_the_daemon_restarts_and_ends_active_gestures(scene):
    await scene.serve_web("--own-page")
    daemon = await scene.serve_daemon()
    page = await scene.live_page()
    await page.wait_for("livePage.player.live.active.size > 0", "an active gesture")
    await scene.stop(daemon)
    text = await state(page, "gone")
    expect("gestured" in text and "systemctl" in text, f"no advice: {text!r}")
    expect_equal(await page.run("livePage.player.live.active.size"), 0, "active gestures")
    scene.socket.unlink(missing_ok=True)
    await scene.serve_daemon()
    await state(page, "live")
    await page.wait_for("livePage.player.live.gestures.length === 1", "the first gesture of the second daemon")


async def test_the_page_reconnects_when_gestured_web_restarts(scene):
    web = await scene.serve_web("--own-page")
    await scene.serve_daemon(realtime=True)
    page = await scene.live_page()
    page.expected_errors = ["ERR_CONNECTION", "WebSocket"]
    await state(page, "live")
    await scene.stop(web)
    await page.wait_for(f"{TEXT}.startsWith('gestured-web does not answer')", "the missing program")
    await scene.serve_web("--own-page")
    await page.wait_for(f"{STATE} !== 'gone'", "a connection")


async def test_the_page_explains_that_its_origin_is_not_allowed_and_what_to_do(scene):
    await scene.serve_web("--origin", "http://127.0.0.1:1")
    await scene.serve_daemon()
    page = await scene.live_page()
    page.expected_errors = ["WebSocket"]
    text = await state(page, "refused")
    expect("not allowed" in text and "--own-page" in text, f"the state is {text!r}")


async def test_without_contacts_the_page_names_the_missing_permission(scene):
    # A daemon that sends no gesture, because the first one replaces the notice.
    scene.serve_fake_daemon(
        [{"type": "device", "seq": 1, "change": "present", "device": PANEL}],
        lambda request: {"ok": False, "error": {"code": "not_permitted", "message": "no"}}
        if "contact" in request.get("events", []) else {})
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    text = await state(page, "live")
    expect("gestures only" in text and "privacy: { contacts: true }" in text, f"the state is {text!r}")
    await page.wait_for("document.getElementById('notice').textContent.includes('privacy')", "the notice")


async def test_without_contacts_the_page_shows_gestures_and_reasons(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon(scene.perform("tap"), "clients: { explain: true }\n")
    page = await scene.live_page()
    await listed(page, "Tap")
    await page.wait_for("livePage.player.live.explanations.length > 0", "explanations")
    expect_equal(await page.run("livePage.player.live.tracks.length"), 0, "contacts")


async def test_without_positions_the_page_shows_no_glass_and_states_why(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon(scene.perform("tap"), "privacy: { positions: false }\n")
    page = await scene.live_page()
    await listed(page, "Tap")
    await page.wait_for("document.getElementById('figure').hidden", "no glass")
    notice = await page.run("document.getElementById('notice').innerText")
    expect("positions" in notice, f"the notice is {notice!r}")


async def test_without_a_touchscreen_the_page_shows_that_and_the_state_is_announced(scene):
    scene.serve_fake_daemon()
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    text = await state(page, "nopanel")
    expect("No touchscreen" in text and "gesturectl doctor" in text, f"the state is {text!r}")
    live = await page.run("document.getElementById('state').getAttribute('aria-live')")
    expect_equal(live, "polite", "aria-live")


ZONED = PERMISSIVE + """
gestures:
  - drag: {}
  - swipe: { directions: [up], edge: bottom, edge_width: 20mm }
zones:
  - { name: left_bar, rect: { x: 0, width: 86mm }, gestures: default }
"""


async def test_zones_and_bands_of_edges_are_drawn_at_their_positions_on_the_panel(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon(config=ZONED)
    page = await scene.live_page()
    await page.wait_for("livePage.player.live.zones.length === 2", "zones")
    await page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    alike = """((one, other) => {
        const [surface] = livePage.glass.surfaces;
        const context = document.getElementById('ground').getContext('2d');
        const at = ([x, y]) => context.getImageData(
            Math.round(surface.left + x * surface.scale), Math.round(surface.top + y * surface.scale), 1, 1).data.join();
        return at(one) === at(other);
    })"""
    # Points in mm: the band differs from the middle, and its border is between 172 and 176.
    for one, other, expected in [((172, 100), (172, 190), False), ((172, 172), (172, 176), False),
                                 ((172, 120), (172, 172), True), ((172, 176), (250, 190), True)]:
        expect_equal(await page.run(f"{alike}({list(one)}, {list(other)})"), expected, f"{one} and {other} alike")
    border = await page.run("""(() => {
        const [surface] = livePage.glass.surfaces;
        const context = document.getElementById('ground').getContext('2d');
        const x = Math.round(surface.left + 86 * surface.scale) - 3;
        const row = context.getImageData(x, Math.round(surface.top + 100 * surface.scale), 6, 1).data;
        return new Set([0, 4, 8, 12, 16, 20].map((at) => row[at])).size;
    })()""")
    expect(border > 1, "the zone has no border")


async def test_a_pause_freezes_the_picture_keeps_later_gestures_and_ends_at_the_present(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await page.wait_for("livePage.player.live.gestures.length >= 2", "two gestures")
    await page.press(" ", "Space")
    await state(page, "paused")
    paused_us = await page.run("livePage.player.atUs")
    await page.wait_for("livePage.player.live.gestures.length >= 4", "gestures during the pause")
    expect_equal(await page.run("livePage.player.atUs"), paused_us, "the instant that is shown")
    shown = await page.run("livePage.player.view.gestures.length")
    expect(shown < 4, f"{shown} gestures are shown")
    await page.press(" ", "Space")
    await state(page, "live")
    await page.wait_for(f"livePage.player.atUs > {paused_us}", "the present")


async def test_a_paused_page_draws_nothing(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon(config=PERMISSIVE)
    page = await scene.live_page()
    await state(page, "live")
    await page.run("livePage.controls.toggle()")
    await page.wait_for("livePage.isAwake === false", "the end of drawing")
    await page.run("globalThis.frames = 0, livePage.glass.draw = ((draw) => function (...all) {"
                   " globalThis.frames += 1; return draw.apply(this, all); })(livePage.glass.draw)")
    await page.run("new Promise((done) => { let left = 30; (function next() {"
                   " (left -= 1) ? requestAnimationFrame(next) : done(); })(); })")
    expect_equal(await page.run("frames"), 0, "frames that were drawn")


async def open_recording(page, file):
    """Opens a recording in the page, paused at its beginning."""
    await page.choose_file("#file", file)
    await page.wait_for("livePage.player.mode === 'recording'", "the recording")
    await page.run("livePage.controls.seek(livePage.player.firstUs)")
    # The next frame lays the glass out for the panels of the recording.
    await page.wait_for("!livePage.needsGround", "the glass of the recording")


async def test_the_page_shows_zones_that_a_reload_moves_and_names_contacts_that_it_forbids(scene):
    zone = {"device": 1, "name": "dock", "x": 0, "y": 0, "width": 0.5, "height": 1}
    forbidden = []

    def answer(request):
        if request["type"] == "zones":
            return {"zones": [dict(zone)]}
        if set(request.get("events", [])) & set(forbidden):
            return {"ok": False, "error": {"code": "not_permitted", "message": "no"}}
        return {}
    scene.serve_fake_daemon([{"type": "device", "seq": 1, "change": "present", "device": PANEL}], answer)
    await scene.serve_web("--own-page")
    page = await scene.chromium.page()
    scene.pages.append(page)
    # Shortens the interval of the page's queries, 15 s, to a tenth.
    await page.call("Page.addScriptToEvaluateOnNewDocument", source="""{ const { setTimeout } = window;
        window.setTimeout = (call, ms, ...all) => setTimeout(call, ms === 15000 ? 1500 : ms, ...all); }""")
    await page.navigate(scene.url)
    await page.wait_for("globalThis.livePage?.player.live.zones[0]?.width === 0.5", "the zone")
    await state(page, "live")
    zone["width"] = 0.25
    forbidden += ["contact", "explanation"]
    await page.run("document.dispatchEvent(new Event('visibilitychange'))")
    await page.wait_for("livePage.player.live.zones[0]?.width === 0.25", "the moved zone")
    await page.wait_for(f"{TEXT}.includes('contacts: true')", "the missing permission")
    zone["width"] = 0.75
    forbidden.clear()
    # The page is not loaded again.
    await page.wait_for("livePage.player.live.zones[0]?.width === 0.75", "the zone of the third configuration")
    await page.wait_for(f"!{TEXT}.includes('contacts: true')", "a live page")


async def test_a_panel_that_is_turned_is_drawn_turned(scene):
    scene.serve_fake_daemon([{"type": "device", "seq": 1, "change": "present", "device": PANEL}])
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await page.wait_for("livePage.glass.surfaces[0]?.width > livePage.glass.surfaces[0]?.height", "a wide panel")
    turned = {**PANEL, "width_mm": PANEL["height_mm"], "height_mm": PANEL["width_mm"]}
    line = json.dumps({"type": "device", "seq": 9, "change": "changed", "device": turned})
    await page.run(f"livePage.connection.receive({json.dumps(line)})")
    await page.wait_for("livePage.glass.surfaces[0].width < livePage.glass.surfaces[0].height", "a high panel")
    await page.wait_for("document.getElementById('panel').innerText.includes('194 × 344 mm')", "its size in words")


async def test_lines_received_in_the_background_are_shown_once_the_page_is_visible(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await page.wait_for("livePage.player.live.gestures.length === 1", "a tap")
    # A browser gives a page in the background no frames.
    await page.run("globalThis.frames = [], globalThis.original = requestAnimationFrame,"
                   " globalThis.requestAnimationFrame = (call) => frames.push(call)")
    await page.wait_for("livePage.player.live.gestures.length >= 5", "gestures meanwhile")
    expect(await page.run("frames.length") <= 1, "more than one frame is requested")
    await page.run("globalThis.requestAnimationFrame = original, frames.forEach((it) => it(performance.now()))")
    await listed(page, "Magnify")


async def test_the_page_names_the_reason_why_its_connection_was_closed(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    cases = [({"bye": "too_slow", "code": 1008, "reason": "too slow: nothing was taken"}, "This page was too slow"),
             ({"bye": "too_many_requests", "code": 1008, "reason": "too many requests: 50"}, "This page sent too many requests"),
             ({"code": 1008, "reason": "origin http://a is not allowed"}, "gestured-web refuses this page"),
             ({"code": 1013, "reason": "64 pages are connected, the maximum"}, "Too many pages"),
             ({"code": 1013, "reason": "gestured is unreachable: x"}, "gestured does not answer"),
             ({"code": 1006, "reason": ""}, "gestured-web does not answer")]
    for case, title in cases:
        found = await page.run(f"""(({{ bye, code, reason }}) => {{
            const {{ connection }} = livePage;
            connection.open = () => {{}};
            connection.bye = bye;
            connection.close({{ code, reason }});
            return connection.state.title;
        }})({json.dumps(case)})""")
        expect_equal(found, title, f"the title of {case}")


async def test_home_and_end_seek_received_instants_even_in_a_page_that_was_not_paused(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await page.press("Home")
    expect_equal(await page.run("Number.isFinite(livePage.player.atUs)"), True, "Home before any touch")
    await page.press("Escape")
    await page.wait_for("livePage.player.live.newestUs >= 3.4e6", "a long press")
    await page.press("Home")
    expect_equal(await page.run("livePage.player.atUs === livePage.player.live.oldestUs"), True, "Home")
    await page.press("Escape")
    await page.wait_for("livePage.player.live.newestUs >= 4.6e6", "a drag")
    await page.press("End")
    expect(await page.run("livePage.player.atUs") >= 4.6e6, "End leads to an earlier pause")


async def test_the_page_continues_after_an_instant_that_cannot_be_drawn(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await page.run("""livePage.glass.draw = ((draw) => function (...all) {
        livePage.glass.draw = draw;
        globalThis.failed = true;
        throw new Error('one instant');
    })(livePage.glass.draw)""")
    await page.wait_for("globalThis.failed", "a failure")
    await listed(page, "Tap")
    page.errors = [error for error in page.errors if "one instant" not in error]


async def test_canvases_have_the_resolution_of_the_screen_even_after_a_move_to_another(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await state(page, "live")
    for ratio in (2, 1, 1.5):
        await page.call("Emulation.setDeviceMetricsOverride", width=1920, height=1080, deviceScaleFactor=ratio,
                        mobile=False)
        for name in ("figure", "ground", "strip"):
            await page.wait_for(f"((it) => Math.abs(it.width - it.clientWidth * {ratio}) <= 1)"
                                f"(document.getElementById('{name}'))", f"pixels of {name} at {ratio}")
