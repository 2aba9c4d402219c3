"""Saving live touches as a recording, opening recordings, and scrubbing."""

import json
from random import Random

from scene import DEMO, PERMISSIVE, expect, expect_equal
from test_live import open_recording, state

# Members of gesture lines, and how much they may differ, in mm.
TOLERANCES = [("x_mm", 0.1), ("y_mm", 0.1), ("dx_mm", 0.1), ("dy_mm", 0.1)]


async def download(scene, page):
    """Saves the recording of the page; returns the file."""
    before = set(scene.chromium.downloads.iterdir())
    await page.press("s", "KeyS")

    def new_files():
        return [file for file in scene.chromium.downloads.iterdir()
                if file not in before and file.suffix == ".evemu" and file.stat().st_size > 0]
    await scene.wait_for(new_files, lambda: "no file was saved")
    [file] = new_files()
    moved = scene.folder / file.name
    file.rename(moved)
    return moved


def expect_same(found, expected):
    """Compares lines: gestures, names and phases exactly, lengths to 0.1 mm, times to 1 ms.

    Ids may differ: gestures are numbered in the order of their first lines.
    """
    numbers = {}

    def key(line):
        return numbers.setdefault(line["id"], len(numbers)), line["gesture"], line["name"], line["phase"], line["fingers"]
    keys = [key(line) for line in expected]
    numbers.clear()
    expect_equal([key(line) for line in found], keys, "gestures, names and phases")
    for line, other in zip(found, expected):
        expect(abs(line["time_us"] - other["time_us"]) <= 1000, f"{line} is not at the time of {other}")
        for member, tolerance in TOLERANCES:
            expect((member in line) == (member in other), f"{member} of {line}")
            if member in line:
                expect(abs(line[member] - other[member]) <= tolerance, f"{member} of {line}, not {other[member]}")


async def test_a_recording_of_live_touches_replays_to_the_same_gestures(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await page.wait_for("livePage.player.live.newestUs >= 10826878", "ten seconds of the demo")
    # The saved seconds begin before the first tap, even if the pause is late.
    seen = await page.run("""JSON.stringify(
        (livePage.controls.toggle(), livePage.player.fromUs = 9e5, livePage.player.view.gestures)
        .filter((it) => it.endedUs < Infinity && it.landedUs >= livePage.player.fromUs)
        .flatMap((it) => it.lines).sort((a, b) => a.seq - b.seq))""")
    expected = json.loads(seen)
    expect(len({line["id"] for line in expected}) >= 8, f"only {len(expected)} lines before the pause")
    file = await download(scene, page)
    found = scene.replay(file)
    ends = {line["id"] for line in found if line.get("reason") == "device_removed"}
    expect_same([line for line in found if line["id"] not in ends], expected)


async def test_a_saved_recording_opens_with_its_touches_gestures_and_reasons_and_saves_to_the_same(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, scene.lines())
    shape = """JSON.stringify([livePage.player.view.tracks.map((it) => [it.beganUs, it.endedUs, it.count]),
        livePage.player.view.gestures.map((it) => [it.kind, it.beganUs, it.endedUs, it.lines.length]),
        livePage.player.view.explanations.length])"""
    opened = await page.run(shape)
    saved = await download(scene, page)
    await page.run("livePage.controls.resume()")
    await open_recording(page, saved)
    expect_equal(await page.run(shape), opened, "the contents of the saved recording")
    expect_same(scene.replay(saved), scene.replay(DEMO))
    again = await download(scene, page)
    expect_equal(again.read_text(), saved.read_text(), "the recording that is saved again")


async def test_a_recording_of_a_turned_panel_replays_without_rotation_to_the_same_gestures(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    turned = PERMISSIVE + "devices: [{ match: { name: '*' }, rotation: 90 }]\n"
    file = scene.lines(config=turned)
    expected = [line for line in map(json.loads, file.read_text().splitlines()) if line["type"] == "gesture"]
    expect_equal([line["direction"] for line in expected if line["gesture"] == "swipe"], ["down"], "the swipe")
    await open_recording(page, file)
    saved = await download(scene, page)
    expect_same(scene.replay(saved), expected)
    expect("without rotation" in saved.read_text(), "the recording does not say how to replay it")


async def test_saved_seconds_that_begin_within_a_touch_include_its_beginning(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, scene.lines())
    await page.run("livePage.player.fromUs = 5.4e6, livePage.player.toUs = 6.5e6, livePage.controls.seek(6e6)")
    found = scene.replay(await download(scene, page))
    expect_equal([line["gesture"] for line in found if line["phase"] == "ended"], ["drag"], "gestures")
    expect_equal(round(found[-1]["dx_mm"]), 80, "the travel of the whole drag, in mm")


async def test_the_lines_of_gestured_json_open_without_contacts(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    lines = scene.folder / "lines.jsonl"
    device = '{"type":"device","seq":1,"change":"present","device":{"id":1,"name":"A","path":null,"bus":24,' \
        '"vendor":1,"product":1,"width_mm":344,"height_mm":194,"size":"kernel","slots":10,"force":"none","state":"open"}}'
    lines.write_text("\n".join([device, *(json.dumps(line) for line in scene.replay(DEMO))]) + "\n{\"type\":\"ges")
    await open_recording(page, lines)
    expect_equal(await page.run("livePage.player.view.gestures.length"), 11, "gestures")
    expect_equal(await page.run("livePage.player.view.tracks.length"), 0, "contacts")


async def test_a_recording_of_evemu_opens_with_its_touches(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, DEMO)
    tracks = json.loads(await page.run(
        "JSON.stringify(livePage.player.view.tracks.map((it) => [it.beganUs, it.xs[0], it.ys[0]]))"))
    expect_equal(len(tracks), 11, "contacts")
    expect(abs(tracks[0][1] - 60) < 0.01 and tracks[0][0] == 1002878, f"the first is {tracks[0]}")
    # It has neither gestures nor reasons.
    text = await state(page, "recording")
    expect("Touches alone" in text and "gestured --replay FILE --json" in text, f"the state is {text!r}")
    await page.wait_for("document.getElementById('reasons').innerText === 'The recording has no reasons.'", "the hint")


async def test_a_file_that_is_not_a_recording_is_refused_with_the_fault_and_its_location(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    cases = [("hello\n", "axis 35"), ('{"type":"gesture","time_us":1,"device":1}\n', "gesture is wrong"),
             ('{"type":"device","change":"present"}\n', "device is wrong"), ("{\n", "line 1"), ('{"type":"bye"}\n{"x":1}\n', "line 2"), ('{"type":"bye"}\n', "neither"),
             (DEMO.read_text().replace("E: 1.010878", "E: 1,010878", 1), "line 47"), ("", "axis 35"),
             ("# libinput record\nversion: 1\nndevices: 1\n", "libinput record"),
             ("Input driver version is 1.0.1\n", "evtest"),
             ("A: 35 0 9600 0 0\nA: 36 0 7200 0 0\nE: 1.000000 0003 0035 1588\nE: 1.000000 0000 0002 0\n"
              "E: 1.000000 0000 0000 0\n", "names no contacts"), ("\0" * 100, "axis 35")]
    for text, fault in cases:
        file = scene.folder / "broken.evemu"
        file.write_text(text)
        await page.run("livePage.setMessage(undefined)")
        await page.choose_file("#file", file)
        await page.wait_for("livePage.message !== undefined", "a message")
        advice = await page.run("livePage.message.title + ' ' + livePage.message.advice")
        expect("Cannot open broken.evemu" in advice and fault in advice, f"of {text[:20]!r}: {advice!r}")
        expect_equal(await page.run("livePage.player.mode"), "live", "what is shown")


async def test_lines_with_wrong_members_neither_stop_the_page_nor_add_markup_to_it(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    lines = [json.loads(row) for row in scene.lines().read_text().splitlines()]
    odd = [None, "", "x", -1, 1e300, 0.5, [], {}, True, "\u202e<b>"]
    random = Random(20)
    for line in lines:
        if random.random() < 0.5:
            members = line["device"] if line["type"] == "device" else line
            name = random.choice(sorted(members))
            if random.random() < 0.3:
                del members[name]
            else:
                members[name] = random.choice(odd)
    drawn = await page.run("""(async (lines) => {
        const { Timeline } = await import('./model.js');
        const timeline = new Timeline(Infinity);
        const device = { type: 'device', change: 'present', device: { id: 1, name: 'A', path: null, bus: 1, vendor: 1,
            product: 1, width_mm: 344, height_mm: 194, size: 'kernel', slots: 10, force: 'none', state: 'open' } };
        timeline.apply(device);
        for (const line of lines) timeline.apply(line);
        livePage.player.open(timeline, 'odd');
        livePage.controls.changed();
        let count = 0;
        for (let us = 0.9e6; us < 13e6; us += 5e4) {
            livePage.controls.seek(us);
            livePage.draw(performance.now());
            count += 1;
        }
        return count;
    })(%s)""" % json.dumps(lines))
    expect_equal(drawn, 242, "instants that were drawn")
    expect_equal(await page.run("document.querySelectorAll('b b').length"), 0, "markup in names")


async def test_a_contact_whose_beginning_was_not_received_is_not_saved(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    file = scene.lines()
    rows = file.read_text().splitlines()
    half = [row for row in rows if not ('"contact"' in row and '"phase":"began"' in row and '"time_us":1002878' in row)]
    expect_equal(len(half), len(rows) - 1, "lines without that beginning")
    file.write_text("\n".join(half) + "\n")
    await open_recording(page, file)
    found = scene.replay(await download(scene, page))
    expect_equal(sum(line["gesture"] == "tap" for line in found), 2, "taps of the saved recording")


async def test_arrow_keys_commas_and_the_strip_scrub_a_recording(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    await open_recording(page, scene.lines())
    await page.run("livePage.controls.seek(8e6)")
    for key, code, modifiers, moved in [
            ("ArrowRight", "", 0, 1e5), ("ArrowLeft", "", 0, -1e5), ("ArrowRight", "", 8, 1e6),
            (",", "Comma", 0, -8000), (".", "Period", 0, 8000)]:
        before = await page.run("livePage.player.atUs")
        await page.press(key, code, modifiers)
        expect_equal(await page.run("livePage.player.atUs") - before, moved, f"the step of {key}, in us")
    await page.press("End")
    expect_equal(await page.run("livePage.player.atUs === livePage.player.endUs"), True, "End")
    await page.press("Home")
    expect_equal(await page.run("livePage.player.atUs === livePage.player.firstUs"), True, "Home")
    box = json.loads(await page.run("JSON.stringify(document.getElementById('strip').getBoundingClientRect())"))
    middle = await page.run("(livePage.player.fromUs + livePage.player.toUs) / 2")
    at = {"x": box["x"] + await page.run(f"livePage.strip.toX({middle})"), "y": box["y"] + box["height"] / 2, "button": "left", "clickCount": 1}
    await page.call("Input.dispatchMouseEvent", type="mousePressed", buttons=1, **at)
    await page.call("Input.dispatchMouseEvent", type="mouseReleased", **at)
    expect(abs(await page.run("livePage.player.atUs") - middle) < 20000, "a press on the strip seeks another instant")
    await page.run("livePage.controls.seek(8.6e6)")
    await page.wait_for("document.getElementById('gesture').textContent === 'Magnify'", "the gesture of that instant")
    await page.wait_for("/×2\\.\\d\\d/.test(document.getElementById('values').textContent)", "its value")
    await page.press(" ", "Space")
    await page.wait_for("livePage.player.atUs > 8.7e6", "a recording that plays")


async def test_live_touches_are_scrubbed_and_escape_returns_to_the_present(scene):
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


async def test_minutes_of_ten_fingers_take_bounded_memory(scene):
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
    expect(peak < 250_000, f"{peak} samples are kept")
    expect(lines < 10_000, f"{lines} lines of one gesture")


async def test_a_truncated_recording_opens_up_to_its_end(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    saved = scene.lines().read_text()
    file = scene.folder / "cut.evemu"
    for text, tracks in [(DEMO.read_text()[:3600], 2), (saved[:len(saved) // 2], 6), (saved.rstrip(), 11)]:
        file.write_text(text)
        await page.run("livePage.controls.resume()")
        await open_recording(page, file)
        found = await page.run("livePage.player.view.tracks.length")
        expect(found >= tracks, f"{found} contacts, not {tracks}")
    expect_equal(await page.run("livePage.player.view.gestures.length"), 11, "gestures, the last without an end of its line")


async def test_a_recording_whose_clock_restarts_continues_and_all_of_it_can_be_shown(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    demo = DEMO.read_text()
    events = demo[demo.index("E: "):]
    lines = scene.lines().read_text()
    for name, text, gestures in [("twice.evemu", demo + events, 0), ("twice.jsonl", lines + lines, 22)]:
        file = scene.folder / name
        file.write_text(text)
        await page.run("livePage.controls.resume()")
        await open_recording(page, file)
        tracks = json.loads(await page.run(
            "JSON.stringify(livePage.player.view.tracks.map((it) => [it.beganUs, it.endedUs]))"))
        expect_equal(len(tracks), 22, f"contacts of {name}")
        expect(all(one[0] <= other[0] for one, other in zip(tracks, tracks[1:])), f"contacts of {name} are not in order")
        expect_equal([round(one[1] - one[0]) for one in tracks[11:]], [round(one[1] - one[0]) for one in tracks[:11]],
                     f"durations of the contacts of {name}")
        expect_equal(await page.run("livePage.player.view.gestures.length"), gestures, f"gestures of {name}")
        begin = await page.run("livePage.player.atUs")
        await page.press("PageUp")
        page_us = await page.run("livePage.player.toUs - livePage.player.fromUs")
        expect(abs(await page.run("livePage.player.atUs") - begin - min(page_us, 27e6)) < 1e6, "the step of PageUp")


async def test_a_resting_finger_does_not_keep_an_hour_of_gestures_in_memory(scene):
    await scene.serve_web("--own-page")
    page = await scene.live_page()
    found = json.loads(await page.run("""(async () => {
        const { Timeline } = await import('./model.js');
        const timeline = new Timeline();
        const contact = (us, phase) => timeline.apply(
            { type: 'contact', time_us: us, device: 1, slot: 0, phase, x_mm: 1, y_mm: 2 });
        contact(1e6, 'began');
        for (let us = 2e6, id = 1; us < 3600e6; us += 1e6, id += 1) {
            contact(us, 'changed');
            for (const phase of ['began', 'ended']) {
                timeline.apply({ type: 'gesture', time_us: us, device: 1, id, gesture: 'drag', name: 'drag', phase,
                    fingers: 1, x_mm: 1, y_mm: 2 });
            }
        }
        return JSON.stringify([timeline.tracks[0].gestures.length, timeline.gestures.length, timeline.tracks[0].count]);
    })()"""))
    expect(max(found) < 70, f"kept after an hour: {found}")
