"""Accessibility: contrast, the keyboard, motion and sizes; and no requests to other servers."""

import json

from scene import expect, expect_equal
from test_live import open_recording

# Each visible text, and its contrast with its background as WCAG computes it.
CONTRAST = """(() => {
    const channel = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const background = (element) => {
        for (let each = element; each; each = each.parentElement) {
            const colour = parse(getComputedStyle(each).backgroundColor);
            if (colour.length < 4 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.textContent.trim() || !element.checkVisibility()) continue;
        const [one, other] = [luminance(parse(getComputedStyle(element).color)), luminance(background(element))];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        found.push([walker.currentNode.textContent.trim().slice(0, 30), Math.round(ratio * 100) / 100]);
    }
    return JSON.stringify(found);
})()"""
# Each colour of texts on the canvases, and its contrasts with the glass and with the page.
CANVAS_CONTRAST = CONTRAST.split("const background")[0] + """
    const hex = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    const { theme } = livePage;
    const found = [];
    for (const [name, colour] of [...Object.entries(theme.kinds), ['soft', theme.soft], ['finger', theme.finger]]) {
        for (const ground of [theme.glass, theme.ground]) {
            const [one, other] = [luminance(hex(colour)), luminance(hex(ground))];
            found.push([name, (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)]);
        }
    }
    return JSON.stringify(found);
})()"""


async def test_every_text_has_a_contrast_of_at_least_4_5_light_and_dark(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, scene.lines())
    # Instants with a gesture in large letters, then every state, the dialog and the canvases.
    texts = 0
    for theme in ("light", "dark"):
        expect_equal(await page.run("document.documentElement.dataset.theme"), theme, "the theme")
        for us in (1.2e6, 4e6, 5.5e6, 7.1e6, 8.6e6, 10.5e6, 12.3e6):
            await page.run(f"livePage.controls.seek({us})")
            await page.run("new Promise(requestAnimationFrame)")
            texts += await expect_contrast(page, CONTRAST)
        for kind in ("live", "gone", "refused", "nopanel", "error", "message"):
            await page.run(f"livePage.setMessage({{kind: '{kind}', title: 'Title', advice: 'Advice'}})")
            await expect_contrast(page, CONTRAST)
        await page.run("livePage.setMessage(undefined), document.getElementById('keys').showModal()")
        await expect_contrast(page, CONTRAST)
        await page.run("document.getElementById('keys').close()")
        await expect_contrast(page, CANVAS_CONTRAST)
        await page.press("t", "KeyT")
    expect(texts > 200, f"only {texts} texts were measured")


async def expect_contrast(page, script):
    found = json.loads(await page.run(script))
    for text, ratio in found:
        expect(ratio >= 4.5, f"{text!r} has a contrast of {ratio}")
    return len(found)


async def test_the_theme_follows_the_system_until_a_user_switches_it(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    theme = "document.documentElement.dataset.theme"
    await page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    await page.wait_for(f"{theme} === 'dark'", "dark")
    await page.press("t", "KeyT")
    expect_equal(await page.run(theme), "light", "the theme after the switch")
    expect_equal(await page.run("livePage.theme.glass"), "#ffffff", "the glass of the canvas")


async def test_tab_reaches_every_control_with_a_visible_focus_and_keys_press_buttons(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, scene.lines())
    controls = json.loads(await page.run("""JSON.stringify([...document.querySelectorAll('button, [tabindex], a, select')]
        .filter((it) => it.checkVisibility() && !it.closest('dialog')).map((it) => it.id))"""))
    reached = []
    for _ in range(len(controls)):
        await page.press("Tab")
        reached.append(await page.run("document.activeElement.id"))
        outline = await page.run("getComputedStyle(document.activeElement).outlineStyle + ' '"
                                 " + parseFloat(getComputedStyle(document.activeElement).outlineWidth)")
        expect(outline == "solid 3", f"the focus of {reached[-1]} is {outline}")
    expect_equal(reached, controls, "controls that Tab reaches")
    expect(len(controls) >= 7 and "strip" in controls, f"controls are {controls}")
    await page.run("document.getElementById('pause').focus()")
    playing = await page.run("livePage.player.isPlaying")
    await page.press("Enter")
    expect_equal(await page.run("livePage.player.isPlaying"), not playing, "Enter on the button")
    await page.press(" ", "Space")
    await page.wait_for(f"livePage.player.isPlaying === {str(playing).lower()}", "Space on the button, once")
    await page.press("?", "Slash", 8)
    await page.wait_for("document.getElementById('keys').open", "the list of keys")
    await page.press("Escape")
    await page.wait_for("!document.getElementById('keys').open", "the end of the list")
    expect_equal(await page.run("livePage.player.mode"), "recording", "what is shown after the list")


async def test_every_control_has_a_name_and_the_strip_is_a_slider_with_a_value(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, scene.lines())
    await page.run("livePage.controls.seek(livePage.player.fromUs + 4e6)")
    await page.wait_for("document.getElementById('strip').getAttribute('aria-valuenow') === '4'", "the slider's value")
    await page.call("Accessibility.enable")
    tree = await page.call("Accessibility.getFullAXTree")
    roles = {}
    for node in tree["nodes"]:
        roles.setdefault(node.get("role", {}).get("value"), []).append(node.get("name", {}).get("value", ""))
    for role in ("button", "slider", "heading", "dialog", "toolbar", "status"):
        for name in roles.get(role, []):
            expect(name or role in ("status", "dialog"), f"a {role} without a name")
    expect_equal(roles["slider"], ["Time"], "sliders")


async def test_rings_do_not_grow_if_the_user_prefers_reduced_motion(scene):
    await scene.serve_web("--own-page")
    page = await scene.chromium.page()
    scene.pages.append(page)
    await page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    await page.navigate(scene.url)
    await page.wait_for("globalThis.livePage !== undefined", "the page's script")
    expect_equal(await page.run("livePage.glass.isCalm"), True, "calm")
    await open_recording(page, scene.lines())
    are_equal = await page.run("""(async () => {
        const { MarkPen, drawMark } = await import('./marks.js');
        const press = livePage.player.view.gestures.find((it) => it.kind === 'deep_press');
        const radiiAt = (share) => {
            const pen = new MarkPen({ context: document.createElement('canvas').getContext('2d'),
                theme: livePage.theme, surface: livePage.glass.surfaces[0], us: press.beganUs + share * 7e5,
                isCalm: true });
            const radii = [];
            pen.circle = (x, y, radius) => radii.push(radius);
            drawMark(pen, press);
            return radii.slice(2).join();
        };
        return radiiAt(0.3) === radiiAt(0.8) && radiiAt(0.3) !== '';
    })()""")
    expect(are_equal, "the rings grow")


async def test_the_gesture_is_legible_from_three_metres_and_nothing_exceeds_the_window(scene):
    await scene.serve_web("--own-page")
    for width, height in ((1920, 1080), (1280, 720)):
        page = await scene.live_page(width=width, height=height)
        await open_recording(page, scene.lines())
        await page.run("livePage.controls.seek(12.3e6)")
        await page.run("new Promise(requestAnimationFrame)")
        # Capital letters of 14 mm at 3 m, on a screen of 24 inches: 4.7 % of its height.
        size = await page.run("parseFloat(getComputedStyle(document.getElementById('gesture')).fontSize)")
        expect(size * 0.7 >= height * 0.04, f"the gesture has letters of {size} px")
        excess = json.loads(await page.run("""JSON.stringify([document.documentElement.scrollWidth - innerWidth,
            document.documentElement.scrollHeight - innerHeight,
            ...['recent', 'panel', 'reasons', 'controls', 'state'].map((id) => {
                const box = document.getElementById(id).getBoundingClientRect();
                return Math.max(box.right - innerWidth, box.bottom - innerHeight);
            })])"""))
        expect(max(excess) <= 0, f"at {width} × {height} something exceeds the window: {excess}")


SIZES = ((1920, 1080), (1280, 720), (900, 700), (800, 480), (1080, 1920), (600, 900), (400, 800))
LONG = {"kind": "refused", "title": "gestured-web refuses this page",
        "advice": "Check it: systemctl status gestured. This page connects again by itself. "
                  "(gestured is unreachable: cannot connect to /run/gestured/gestured.sock: no such file or directory)"}


async def test_the_state_is_readable_and_nothing_is_cut_off_in_windows_of_any_size(scene):
    await scene.serve_web("--own-page")
    lines = scene.lines()
    for width, height in SIZES:
        page = await scene.live_page(width=width, height=height)
        await open_recording(page, lines)
        await page.run("livePage.controls.seek(7.1e6)")
        await page.run(f"livePage.setMessage({json.dumps(LONG)})")
        await page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        problems = json.loads(await page.run("""JSON.stringify((() => {
            const found = [];
            const box = (id) => document.getElementById(id).getBoundingClientRect();
            const [outer, title, advice] = [box('state'), box('state-title'), box('state-advice')];
            if (title.top < outer.top - 1 || advice.bottom > outer.bottom + 1) found.push(['state', outer, title, advice]);
            if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than its window');
            for (const id of ['values', 'phase', 'gesture', 'state-title']) {
                const it = document.getElementById(id);
                if (it.scrollWidth > it.clientWidth + 1) found.push(`${id} is cut off: ${it.textContent}`);
            }
            for (const row of document.querySelectorAll('#reasons li')) {
                if (row.getBoundingClientRect().bottom > row.closest('section').getBoundingClientRect().bottom + 1) {
                    found.push(`a reason is cut off: ${row.textContent}`);
                }
            }
            const [glass] = livePage.glass.surfaces;
            if (glass.width < Math.min(innerWidth * 0.4, 400)) found.push(`the glass is ${glass.width} wide`);
            return found;
        })())"""))
        expect_equal(problems, [], f"at {width} × {height}")


def panels(count):
    """Lines of the given number of panels, wide and high, with two fingers on each."""
    lines = []
    for number in range(count):
        width, height = ((520, 293), (150, 90), (194, 344))[number % 3]
        device = {"id": number + 1, "name": "Panel of a Maker with a Long Name", "path": None, "bus": 24, "vendor": 1,
                  "product": 1, "width_mm": width, "height_mm": height, "size": "kernel", "slots": 10, "force": "none",
                  "state": "open", "output": f"HDMI-A-{number + 1}"}
        lines.append({"type": "device", "change": "present", "device": device})
        lines += [{"type": "contact", "time_us": 1000000 + at * 8000, "device": number + 1, "slot": slot,
                   "phase": "changed" if at else "began", "x_mm": width / 2 + 9 * slot, "y_mm": height / 2 + at}
                  for at in range(20) for slot in range(2)]
    return "\n".join(json.dumps(line) for line in lines) + "\n"


async def test_several_panels_are_drawn_to_one_scale_without_overlap_and_with_room_for_their_names(scene):
    await scene.serve_web("--own-page")
    for count, minimum_width in ((1, 800), (2, 600), (3, 450), (6, 330), (12, 200)):
        file = scene.folder / f"{count}.jsonl"
        file.write_text(panels(count))
        page = await scene.live_page()
        await open_recording(page, file)
        await page.run("livePage.controls.seek(1.1e6), new Promise(requestAnimationFrame)")
        await page.wait_for(f"livePage.glass.surfaces.length === {count}", f"{count} panels")
        surfaces = json.loads(await page.run("JSON.stringify(livePage.glass.surfaces)"))
        for one in surfaces:
            expect_equal(one["scale"], surfaces[0]["scale"], "the scale")
            expect(one["left"] >= 20 and one["top"] >= 20, f"{one} has no room for its rulers")
            expect(one["left"] + one["width"] <= await page.run("livePage.glass.width"), f"{one} is cut off")
            expect(one["top"] + one["height"] + 30 <= await page.run("livePage.glass.height"), f"{one} has no caption")
            for other in surfaces:
                if one is other:
                    continue
                apart = (one["left"] + one["width"] + 20 <= other["left"] or other["left"] + other["width"] + 20 <= one["left"]
                         or one["top"] + one["height"] + 50 <= other["top"]
                         or other["top"] + other["height"] + 50 <= one["top"])
                expect(apart, f"{one} and {other} overlap")
        widest = max(one["width"] for one in surfaces)
        expect(widest >= minimum_width, f"of {count} panels the widest has {widest} pixels")
        expect_equal(await page.run("livePage.player.view.tracks.length"), 2 * count, "fingers")
    names = await page.run("document.getElementById('panel').innerText")
    expect("HDMI-A-1" in names and "and 7 more" in names, f"panels are {names!r}")


async def test_the_page_reports_a_panel_without_a_size(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    file = scene.folder / "flat.jsonl"
    file.write_text(panels(1).replace('"width_mm": 520', '"width_mm": 0'))
    await open_recording(page, file)
    await page.wait_for("document.getElementById('notice').textContent === 'The panel has no size.'", "the notice")


async def test_names_on_the_strip_do_not_overlap(scene):
    await scene.serve_web("--own-page")
    lines = scene.lines()
    for width, height in ((1920, 1080), (900, 700), (1080, 1920), (390, 844)):
        page = await scene.live_page(width=width, height=height)
        await open_recording(page, lines)
        await page.run("livePage.controls.seek(7.1e6)")
        texts = json.loads(await page.run("""(() => {
            const { strip } = livePage;
            const texts = [];
            const { fillText } = strip.context;
            strip.context.fillText = function (text, x, y) {
                const wide = this.measureText(text).width;
                texts.push([text, this.textAlign === 'center' ? x - wide / 2 : x, wide, Math.round(y)]);
                return fillText.call(this, text, x, y);
            };
            strip.draw(livePage.player);
            return JSON.stringify(texts);
        })()"""))
        expect({"Swipe", "gestures", "fingers"} <= {text[0] for text in texts}, f"texts are {texts}")
        for one in texts:
            for other in texts:
                gap = max(other[1] - one[1] - one[2], one[1] - other[1] - other[2])
                expect(one is other or one[3] != other[3] or gap >= 3,
                       f"{one} and {other} overlap at {width} × {height}")


async def test_the_cursor_is_within_the_strip_even_at_its_end(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, scene.lines())
    await page.run("livePage.controls.seek(Infinity)")
    beyond = json.loads(await page.run("""(() => {
        const { strip } = livePage;
        const right = [];
        const { arc } = strip.context;
        strip.context.arc = function (x, y, radius, ...rest) {
            right.push(x + radius - strip.width);
            return arc.call(this, x, y, radius, ...rest);
        };
        strip.draw({ ...livePage.player, mode: 'paused', view: livePage.player.view, atUs: livePage.player.toUs,
            fromUs: livePage.player.fromUs, toUs: livePage.player.toUs, beginUs: livePage.player.beginUs });
        return JSON.stringify(right);
    })()"""))
    expect(len(beyond) == 1 and -8 < beyond[0] <= 0, f"the dot of the cursor is {beyond} beyond the strip")


async def test_a_phone_shows_texts_of_13_pixels_and_every_button_in_one_row(scene):
    page = await scene.page_in_one_file(width=360, height=740)
    size = float((await page.run("getComputedStyle(document.body).fontSize")).removesuffix("px"))
    expect(size >= 13, f"texts have {size} pixels")
    tops = json.loads(await page.run("""JSON.stringify([...document.querySelectorAll('#controls button')]
        .filter((button) => button.checkVisibility()).map((button) => button.getBoundingClientRect().top))"""))
    expect(len(tops) == 5 and len(set(tops)) == 1, f"the buttons are at {tops}")


async def test_the_page_sends_requests_only_to_its_own_server(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await page.wait_for("performance.getEntriesByType('resource').length > 10", "its modules")
    names = json.loads(await page.run("JSON.stringify(performance.getEntriesByType('resource').map((it) => it.name))"))
    foreign = [name for name in names if not name.startswith(scene.url)]
    expect_equal(foreign, [], "requests to other servers")
    blocked = await page.run("fetch('http://127.0.0.1:9/').then(() => false, () => true)")
    expect(blocked, "the page may fetch from other servers")
    page.expected_errors = ["127.0.0.1:9", "Content Security Policy"]
