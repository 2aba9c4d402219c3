"""gestures.js, which gives elements gestures, in a page of another origin; shield.js; and examples/web."""

import json
import os
import socket

import pytest
from scene import DEMO, PAGES, ROOT, expect, expect_equal

PAGE = """<!doctype html><meta charset="utf-8"><title>page</title>
<style>body { margin: 0 } div { position: absolute; top: 0; height: 100% }
#left { left: 0; width: 50% } #right { left: 50%; width: 50% }</style>
<div id="left"></div><div id="right"></div>"""
# Records each sent request with the number of its frame. Runs before gestures.js is loaded.
RECORD = """globalThis.sent = []; globalThis.opened = []; globalThis.sockets = [];
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
        sent.push({ ...JSON.parse(text), frame: globalThis.frame, ms: Math.round(performance.now()) });
        return send.call(this, text);
    };
    globalThis.WebSocket = new Proxy(WebSocket, { construct(type, parameters) {
        opened.push(performance.now());
        const socket = new type(...parameters);
        sockets.push(socket);
        return socket;
    } });"""
ADDED = "JSON.stringify(sent.filter((it) => it.type === 'add_zone').map((it) => it.name))"
ZONES = "privacy: { contacts: true }\nclients: { zones: true }\n"


async def page_with_elements(scene, config=ZONES, daemon=True, recording=DEMO):
    """A page of another origin that has loaded gestures.js from gestured-web, and a daemon that plays a
    recording."""
    folder = scene.folder / "page"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    origin = scene.serve_folder(folder)
    await scene.serve_web("--origin", origin)
    if daemon:
        await scene.serve_daemon(recording, config=config)
    page = await scene.open_page(f"{origin}/index.html")
    await page.run(RECORD)
    await page.run(f"""import('{scene.url}gestures.js').then((it) => {{
        globalThis.url = '{scene.url.replace("http", "ws")}gestures';
        globalThis.gestures = it;
        globalThis.lines = [];
        globalThis.add = (element, kind) => it.on(element, kind, (line) => lines.push(
            {{ id: element.id, kind: line.gesture, phase: line.phase, reason: line.reason, zone: line.zone,
               number: line.id, isTarget: line.target === element }}), {{ url }});
    }})""")
    return page


async def test_any_page_of_an_allowed_origin_may_load_gestures_js_and_its_types_name_what_it_exports(scene):
    page = await page_with_elements(scene, daemon=False)
    exports = json.loads(await page.run("JSON.stringify(Object.keys(gestures).sort())"))
    expect_equal(exports, ["inject", "listen", "on", "surface"], "its exports")
    text = (PAGES / "gestures.d.ts").read_text()
    for name in exports:
        expect(f"export function {name}(" in text, f"gestures.d.ts has no {name}")


async def test_gestures_on_an_element_reach_its_handlers_through_its_zone_and_no_others(scene):
    page = await page_with_elements(scene)
    await page.run("for (const kind of ['tap', 'swipe', 'drag', 'deep_press']) {"
                   " add(document.getElementById('left'), kind); add(document.getElementById('right'), kind); }")
    await page.wait_for("lines.some((it) => it.kind === 'deep_press' && it.phase === 'ended')", "a deep press")
    lines = json.loads(await page.run("JSON.stringify(lines)"))
    expect_equal({line["id"] for line in lines if line["kind"] == "swipe"}, {"left"}, "elements with the swipe")
    expect_equal({line["id"] for line in lines if line["kind"] == "deep_press"}, {"right"}, "elements with the press")
    expect(all(line["isTarget"] for line in lines), "a line has another target")
    zones = {line["zone"] for line in lines if line["kind"] in ("swipe", "deep_press")}
    expect(len(zones) == 2 and "screen" not in zones, f"zones are {zones}")
    sent = json.loads(await page.run("JSON.stringify(sent)"))
    expect_equal([it["type"] for it in sent], ["subscribe", "add_zone", "add_zone"], "requests")
    expect_equal(sent[1]["rect"], {"x": 0, "y": 0, "right": 0.5, "bottom": 0}, "the zone of the left element")


async def test_a_zone_follows_its_element_at_most_once_a_frame_and_stops_with_it(scene):
    page = await page_with_elements(scene)
    await page.run("add(document.getElementById('left'), 'tap'), add(document.getElementById('right'), 'tap')")
    await page.wait_for("sent.filter((it) => it.type === 'add_zone').length === 2", "zones")
    # Frames have numbers: the time of a frame may be earlier than that of a callback which ran before it.
    await page.run("""new Promise((done) => {
        globalThis.frame = 0;
        (function next() {
            if (frame === 60) return done();
            frame += 1;
            document.getElementById('left').style.left = `${(60 - frame) * 4 + 4}px`;
            requestAnimationFrame(next);
        })();
    })""")
    await page.wait_for("sent.at(-1).rect?.x === 4 / 1920 || +sent.at(-1).rect?.x.toFixed(4) === +(4 / 1920).toFixed(4)",
                        "the last position")
    moves = json.loads(await page.run("JSON.stringify(sent.filter((it) => it.type === 'move_zone'))"))
    expect(3 < len(moves) <= 60, f"{len(moves)} moves in 60 frames")
    names = json.loads(await page.run(ADDED))
    expect_equal({it["name"] for it in moves}, {names[0]}, "zones that moved")
    frames = [it["frame"] for it in moves]
    expect_equal(frames, sorted(set(frames)), "frames with a move")
    for before, after in zip(moves, moves[1:]):
        expect(before["rect"] != after["rect"], "a move to the same position")
    count = await page.run("sent.length")
    await page.run("new Promise((done) => setTimeout(done, 300))")
    expect_equal(await page.run("sent.length"), count, "requests while no element moves")


async def test_a_finger_that_has_landed_stays_with_the_element_that_moves_away(scene):
    page = await page_with_elements(scene)
    await page.run("add(document.getElementById('left'), 'drag')")
    await page.wait_for("lines.some((it) => it.kind === 'drag' && it.phase === 'changed')", "a drag")
    await page.run("document.getElementById('left').style.left = '60%'")
    await page.wait_for("lines.some((it) => it.kind === 'drag' && it.phase === 'ended')", "its end")
    expect_equal(await page.run("lines.filter((it) => it.phase === 'cancelled').length"), 0, "drags that were cancelled")
    expect(await page.run("sent.some((it) => it.type === 'move_zone')"), "the zone did not move")


async def test_the_zone_of_an_element_that_is_removed_or_loses_its_handler_is_removed(scene):
    page = await page_with_elements(scene)
    await page.run("""add(document.getElementById('left'), 'tap'), globalThis.off = add(document.getElementById('right'), 'tap')""")
    await page.wait_for("sent.filter((it) => it.type === 'add_zone').length === 2", "zones")
    names = json.loads(await page.run(ADDED))
    await page.run("document.getElementById('left').remove(), off()")
    await page.wait_for("sent.filter((it) => it.type === 'remove_zone').length === 2", "both removed")
    removed = json.loads(await page.run("JSON.stringify(sent.filter((it) => it.type === 'remove_zone').map((it) => it.name))"))
    expect_equal(sorted(removed), sorted(names), "removed zones")


async def test_elements_beyond_the_eighth_have_no_zone_and_receive_gestures_that_begin_on_them(scene):
    page = await page_with_elements(scene)
    await page.run("""document.body.replaceChildren(...Array.from({ length: 10 }, (_, number) => {
            const box = document.createElement('div');
            box.id = number;
            // Eight at the top, then the left and the right half below.
            box.style.cssText = number < 8 ? `left:${number * 12.5}%;width:12.5%;height:2%`
                : `top:2%;height:98%;width:50%;left:${(number - 8) * 50}%`;
            return box;
        })), [...document.body.children].forEach((it) => ['swipe', 'deep_press', 'drag'].forEach((kind) => add(it, kind)))""")
    await page.wait_for("lines.some((it) => it.kind === 'deep_press' && it.phase === 'ended')", "a deep press")
    expect_equal(await page.run("sent.filter((it) => it.type === 'add_zone').length"), 8, "zones")
    found = json.loads(await page.run("JSON.stringify(lines.map((it) => [it.kind, it.id, it.zone]))"))
    expect_equal({tuple(it) for it in found if it[0] != "drag"},
                 {("swipe", "8", "screen"), ("deep_press", "9", "screen")}, "gestures and their elements")
    drags = {it[1] for it in found if it[0] == "drag"}
    expect_equal(drags, {"8"}, "elements with the drags, which end outside of it")


async def test_a_copy_of_an_element_has_a_zone_of_its_own(scene):
    page = await page_with_elements(scene)
    await page.run("""add(document.getElementById('left'), 'swipe');
        const copy = document.getElementById('left').cloneNode(true);
        copy.id = 'right';
        document.getElementById('right').replaceWith(copy);
        add(copy, 'swipe');
        add(copy, 'deep_press')""")
    await page.wait_for("lines.some((it) => it.kind === 'deep_press' && it.phase === 'ended')", "a deep press")
    lines = json.loads(await page.run("JSON.stringify(lines)"))
    expect_equal({(line["kind"], line["id"], line["isTarget"]) for line in lines},
                 {("swipe", "left", True), ("deep_press", "right", True)}, "gestures and their elements")


async def test_a_zone_follows_scrolling_and_scaling_and_is_removed_while_its_element_has_no_size_on_the_screen(scene):
    page = await page_with_elements(scene)
    await page.run("""document.body.innerHTML = `<section style="position:absolute;top:25%;left:0;width:50%;height:50%;overflow:auto">
            <p id="inner" style="height:100%;margin:0">one</p><p style="height:300%">others</p></section>`,
        add(document.getElementById('inner'), 'tap')""")
    rect = "JSON.stringify(sent.findLast((it) => it.rect)?.rect)"
    await page.wait_for(f"{rect} === '{{\"x\":0,\"y\":0.25,\"right\":0.5,\"bottom\":0.25}}'", "the zone")
    await page.run("document.querySelector('section').scrollTop = innerHeight / 4")
    await page.wait_for(f"{rect} === '{{\"x\":0,\"y\":0,\"right\":0.5,\"bottom\":0.5}}'", "the zone that has scrolled")
    await page.run("document.querySelector('section').style.transform = 'translateX(100%) scaleX(0.5)'")
    await page.wait_for(f"{rect} === '{{\"x\":0.625,\"y\":0,\"right\":0.125,\"bottom\":0.5}}'", "the zone that is scaled")
    await page.run("document.getElementById('inner').style.height = 0")
    await page.wait_for("sent.at(-1).type === 'remove_zone'", "the removal of the zone without a size")
    await page.run("document.getElementById('inner').style.height = '10%'")
    await page.wait_for("sent.at(-1).type === 'remove_zone'", "no zone while the element is above the visible part")
    await page.run("document.querySelector('section').scrollTop = 0")
    await page.wait_for("sent.at(-1).type === 'add_zone'", "the zone again")
    await page.run("document.querySelector('section').hidden = true")
    await page.wait_for("sent.at(-1).type === 'remove_zone'", "the removal of the zone of a hidden element")


async def test_a_handler_that_throws_or_changes_handlers_costs_the_others_no_line(scene):
    page = await page_with_elements(scene)
    page.expected_errors = ["a handler that throws"]
    await page.run("""{
        const left = document.getElementById('left');
        globalThis.calls = [];
        const call = (name, more) => gestures.on(left, 'drag', (line) => { calls.push([name, line.phase]); more?.(); }, { url });
        call('throws', () => { throw new Error('a handler that throws'); });
        call('ends', () => ended());
        const ended = call('ended');
        let again = call('again', function replace() { again(); again = call('again', replace); });
        call('last');
    }""")
    await page.wait_for("calls.filter(([name, phase]) => name === 'last' && phase === 'ended').length === 2", "two drags")
    calls = json.loads(await page.run("JSON.stringify(calls)"))
    phases = {name: [phase for one, phase in calls if one == name] for name in ("throws", "ends", "ended", "again", "last")}
    expect_equal(phases["ended"], [], "calls of a handler that an earlier one removed")
    for name in ("throws", "ends", "again"):
        expect_equal(phases[name][:len(phases["last"])], phases["last"], f"calls of the handler that {name}")
    page.errors = [error for error in page.errors if "a handler that throws" not in error]


async def test_elements_of_a_hidden_page_receive_no_gestures_even_without_zones(scene):
    page = await page_with_elements(scene, config="clients: { zones: false }\n")
    await page.run("""Object.defineProperty(document, 'hidden', { get: () => true }),
        add(document.getElementById('left'), 'drag'), gestures.listen((it) => lines.push({ all: it.phase }), { url })""")
    await page.wait_for("lines.filter((it) => it.all === 'ended').length >= 7", "gestures of listen")
    expect_equal(await page.run("lines.filter((it) => it.kind).length"), 0, "gestures of elements")


async def test_elements_without_handlers_are_not_kept_in_memory(scene):
    page = await page_with_elements(scene)
    await page.run("""(() => {
        globalThis.kept = [];
        for (let number = 0; number < 6; number += 1) {
            const box = document.body.appendChild(document.createElement('div'));
            box.style.cssText = `left:${number * 10}%;width:10%`;
            kept.push([new WeakRef(box), gestures.on(box, 'tap', () => {}, { url })]);
        }
    })()""")
    await page.wait_for("sent.filter((it) => it.type === 'add_zone').length === 6", "zones")
    await page.run("kept.forEach((it) => (it.pop()(), it[0].deref().remove()))")
    await page.wait_for("sent.filter((it) => it.type === 'remove_zone').length === 6", "the removal of the zones")
    for _ in range(20):
        await page.run("new Promise((done) => setTimeout(done, 100))")
        await page.call("HeapProfiler.collectGarbage")
        # The browser itself may keep the element that it measured last.
        if await page.run("kept.filter(([it]) => it.deref()).length <= 1"):
            return
    expect(False, "the elements are kept")


async def test_a_subscription_has_the_devices_of_the_handler_and_a_refusal_is_in_the_console(scene):
    page = await page_with_elements(scene, daemon=False)
    page.expected_errors = ["WebSocket"]
    await page.run("globalThis.warned = [], console.warn = (text) => warned.push(text),"
                   " gestures.on(document.getElementById('left'), 'tap', () => {}, { url, devices: ['HDMI-A-1'] })")
    await page.wait_for("warned.length > 0", "a warning")
    expect("gestured is unreachable" in await page.run("warned[0]"), "the warning does not give the reason")
    expect_equal(json.loads(await page.run("JSON.stringify(sent[0]?.devices ?? null)")) or ["HDMI-A-1"], ["HDMI-A-1"],
                 "devices")
    await scene.serve_daemon()
    await page.wait_for("sent.some((it) => it.type === 'subscribe' && it.devices?.[0] === 'HDMI-A-1')", "a subscription")


async def test_zones_move_at_most_fifty_times_a_second_and_eight_of_them_stay_within_the_limit_of_requests(scene):
    page = await page_with_elements(scene)
    await page.run("""document.body.replaceChildren(...Array.from({ length: 8 }, (_, number) => {
            const box = document.createElement('div');
            box.style.cssText = `left:${number * 12}%;width:12%;height:50%`;
            return box;
        })), [...document.body.children].forEach((it) => add(it, 'tap'))""")
    await page.wait_for("sent.filter((it) => it.type === 'add_zone').length === 8", "zones")
    await page.run("new Promise((done) => setTimeout(done, 1500))")
    shift = """((count, ms) => new Promise((done) => {
        const beganMs = performance.now(), sentBefore = sent.length;
        let frames = 0;
        (function next() {
            frames += 1;
            [...document.body.children].slice(0, count).forEach((it) => it.style.top = `${frames % 200}px`);
            performance.now() - beganMs < ms ? requestAnimationFrame(next) : done([frames, sent.length - sentBefore]);
        })();
    }))"""
    frames, moves = await page.run(f"{shift}(1, 1000)")
    print(f"      one zone: {moves} moves in {frames} frames", flush=True)
    expect(15 <= moves <= 51, f"one zone moved {moves} times in a second")
    frames, moves = await page.run(f"{shift}(8, 2000)")
    print(f"      eight zones: {moves} moves in {frames} frames", flush=True)
    expect(80 <= moves / 2 <= 410, f"eight zones moved {moves} times in 2 s")
    expect_equal(await page.run("opened.length"), 1, "connections")


async def test_without_the_permission_for_zones_elements_receive_gestures_that_begin_on_them(scene):
    page = await page_with_elements(scene, config="clients: { zones: false }\n")
    await page.run("for (const kind of ['swipe', 'deep_press']) {"
                   " add(document.getElementById('left'), kind); add(document.getElementById('right'), kind); }")
    await page.wait_for("lines.some((it) => it.kind === 'deep_press' && it.phase === 'ended')", "a deep press")
    found = json.loads(await page.run("JSON.stringify(lines.map((it) => [it.kind, it.id, it.zone]))"))
    expect_equal({tuple(it) for it in found}, {("swipe", "left", "screen"), ("deep_press", "right", "screen")}, "gestures and their elements")
    times = json.loads(await page.run("JSON.stringify(sent.filter((it) => it.type === 'add_zone').map((it) => it.ms))"))
    for before, after in zip(times, times[2:]):
        expect(after - before >= 4900, f"refused zones are requested at {times}")


async def test_a_lost_connection_cancels_active_gestures_and_the_next_one_adds_the_zones_again(scene):
    page = await page_with_elements(scene)
    await page.run("add(document.getElementById('left'), 'drag')")
    await page.wait_for("lines.some((it) => it.kind === 'drag' && it.phase === 'changed')", "a drag")
    await page.run("sockets.forEach((it) => it.close())")
    await page.wait_for("lines.some((it) => it.phase === 'cancelled' && it.reason === 'disconnected' && it.isTarget)",
                        "a cancelled drag")
    await page.wait_for("sent.filter((it) => it.type === 'add_zone').length === 2", "the zone of the next connection")
    ends = json.loads(await page.run(
        "JSON.stringify(lines.filter((it) => ['ended', 'cancelled'].includes(it.phase)).map((it) => it.number))"))
    expect_equal(len(ends), len(set(ends)), "ends of a gesture")


async def test_listen_passes_every_line_cancels_active_gestures_at_a_loss_and_reconnects(scene):
    page = await page_with_elements(scene)
    await page.run("""globalThis.all = [],
        gestures.listen((it) => all.push([it.gesture, it.id, it.phase, it.reason]), { url, subscription: { gestures: ['drag', 'swipe'] } })""")
    await page.wait_for("all.some((it) => it[2] === 'changed')", "a drag")
    await page.run("sockets.forEach((it) => it.close())")
    await page.wait_for("all.at(-1)[2] === 'cancelled' && all.at(-1)[3] === 'disconnected'", "a cancelled drag")
    await page.wait_for("all.some((it) => it[0] === 'swipe')", "a swipe over the next connection")
    expect_equal(await page.run("[...new Set(all.map((it) => it[0]))].sort().join()"), "drag,swipe", "the kinds of the subscription")
    expect_equal(await page.run("opened.length"), 2, "connections")


async def test_pauses_between_attempts_to_connect_grow_while_none_succeeds(scene):
    page = await page_with_elements(scene, daemon=False)
    page.expected_errors = ["WebSocket"]
    await page.run("gestures.listen(() => {}, { url: 'ws://127.0.0.1:9/gestures' })")
    page.expected_errors += ["Content Security", "ERR_CONNECTION"]
    await page.wait_for("opened.length >= 4", "four attempts")
    times = json.loads(await page.run("JSON.stringify(opened)"))
    pauses = [round(after - before) for before, after in zip(times, times[1:])]
    for pause, minimum in zip(pauses, (500, 1000, 2000)):
        expect(minimum - 20 <= pause < minimum + 1000, f"pauses are {pauses}")


def two_taps(scene):
    """A recording of the demo's first tap, and of the same tap three seconds later."""
    lines = DEMO.read_text().splitlines(keepends=True)
    head = "".join(line for line in lines if not line.startswith("E: "))
    tap = "".join(line for line in lines if line.startswith("E: 1."))
    recording = scene.folder / "two-taps.evemu"
    recording.write_text(head + tap + tap.replace("E: 1.", "E: 4.").replace("0039 1\n", "0039 2\n"))
    return recording


async def test_a_shield_is_shown_while_idle_until_the_touch_that_wakes_has_lifted(scene):
    page = await page_with_elements(scene, config=ZONES + "activity: { idle_after: 1s }\n", recording=two_taps(scene))
    await page.run(f"""import('{scene.url}shield.js').then((it) => {{
        const shield = document.getElementById('left');
        globalThis.states = [];
        shield.hidden = true;
        new MutationObserver(() => states.push(!shield.hidden)).observe(shield, {{ attributeFilter: ['hidden'] }});
        it.shieldWhileIdle(shield, {{ url }});
    }})""")
    # Shown within a second after the first touch, and hidden after the second touch.
    await page.wait_for("/true,false/.test(states.join())", "shown, and hidden after a touch")


async def test_the_examples_cards_are_pinched_and_dragged(scene):
    origin = scene.serve_copy(*(ROOT / "examples/web").iterdir())
    await scene.serve_web("--origin", origin)
    await scene.serve_daemon(DEMO, config=ZONES)
    page = await scene.open_page(f"{origin}/index.html")
    await page.wait_for("document.getElementById('feedback').textContent.startsWith('drag ended')", "a drag")
    moved = await page.run("document.querySelector('article').style.transform")
    expect(moved.startswith("translate(") and "translate(0px" not in moved, f"the first card is at {moved!r}")
    await page.wait_for("document.getElementById('feedback').textContent === 'magnify ended: Hills'", "a pinch")
    expect("scale(2)" in await page.run("document.querySelectorAll('article')[1].style.transform"), "it did not grow")


@pytest.mark.parametrize("transform, direction, side", [
    ("90", "down", "right"), ("180", "left", "left"), ("270", "up", "left")])
async def test_directions_and_elements_are_those_of_the_screen_on_an_output_that_is_turned(
        scene, transform, direction, side):
    # The panel has 528 by 297 mm: if the output were not turned, the swipe would be on the right element.
    recording = scene.perform("swipe right at 320,30")
    mapped = f"clients: {{ zones: true, outputs: [{os.geteuid()}] }}\ndevices: [{{ match: {{ name: \"*\" }}, mapped: true }}]\n"
    page = await page_with_elements(scene, daemon=False)
    await scene.serve_daemon(recording, config="privacy: { contacts: true }\n" + mapped)
    with socket.socket(socket.AF_UNIX) as session:
        session.connect(str(scene.socket))
        session.sendall(json.dumps({"type": "set_output", "id": 1, "device": 1, "output": "DSI-1",
                                    "transform": transform}).encode() + b"\n")
        replies = session.makefile()
        expect(next(json.loads(line) for line in replies if '"reply"' in line)["ok"], "set_output is refused")
        await page.run("""for (const id of ['left', 'right']) gestures.on(document.getElementById(id), 'swipe',
            (line) => lines.push({ id, direction: line.direction }), { url })""")
        await page.wait_for("lines.length > 0", "the swipe")
        expect_equal(json.loads(await page.run("JSON.stringify(lines)")), [{"id": side, "direction": direction}], "swipes")
