"""gestures.js on elements that contain each other: the order of handlers, stopping, names, zones."""

import json

import pytest

from scene import expect, expect_equal
from test_gestures import RECORD

# The picture fills the left half of the gallery, which leaves the bottom of the page free.
PAGE = """<!doctype html><meta charset="utf-8"><title>page</title>
<style>body { margin: 0 } section { height: 90vh } div { width: 50%; height: 100% }</style>
<section id="gallery"><div id="picture"></div></section>"""
ZONES = "clients: { zones: true }\n"
NO_ZONES = "clients: { zones: false }\n"
NAMED = """gestures:
  from: default
  with:
    - swipe: { fingers: 2 }
      name: next_view
      simultaneous: [drag, swipe]
zones:
  - name: corner
    rect: { x: 0, y: 0, width: 40mm, height: 40mm }
    gestures:
      - tap: { count: 2 }
        name: leave
      - drag: {}
"""
LIST = [{"tap": {}}, {"drag": {}}, {"swipe": {"fingers": 2}, "name": "next_view", "simultaneous": ["drag"]}]
# Fingers on the picture, and to the right of it.
ON_PICTURE, BESIDE = "at 130,150", "at 400,150"
# A touch elsewhere, and time in which the page adds its zones. The daemon ends with the last touch.
FIRST, LAST = ("tap at 264,290", "pause 2 s"), ("pause 3 s", "tap at 264,290")


async def nested_page(scene, *sentences, config=ZONES):
    """A page with a gallery and a picture in it, which has loaded gestures.js, and a daemon that plays touches."""
    folder = scene.folder / "page"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    origin = scene.serve_folder(folder)
    await scene.serve_web("--origin", origin)
    await scene.serve_daemon(scene.perform(*FIRST, *sentences, *LAST), config=config)
    page = await scene.open_page(f"{origin}/index.html")
    await page.run(RECORD)
    await page.run(f"""import('{scene.url}gestures.js').then((it) => {{
        globalThis.gestures = it;
        globalThis.calls = [];
        globalThis.url = '{scene.url.replace("http", "ws")}gestures';
        globalThis.add = (id, kind, more, options) => it.on(document.getElementById(id), kind, (line) => {{
            calls.push({{ id, kind, phase: line.phase, reason: line.reason, zone: line.zone, number: line.id,
                target: line.target.id, isCurrent: line.currentTarget.id === id }});
            more?.(line);
        }}, {{ url, ...options }});
    }})""")
    return page


async def calls_of(page):
    return json.loads(await page.run("JSON.stringify(calls)"))


async def requests_of(page):
    sent = json.loads(await page.run("JSON.stringify(sent)"))
    return [(each["type"], each["name"]) for each in sent if "name" in each]


async def settle(page, zones):
    """Waits until the zones of the page are in the order of the tree, and no request follows."""
    await page.wait_for(f"sent.filter((it) => it.type === 'add_zone').length >= {zones}", "zones")


@pytest.mark.parametrize("config", (ZONES, NO_ZONES), ids=("zones", "no zones"))
@pytest.mark.parametrize("order", (("gallery", "picture"), ("picture", "gallery")), ids=" before ".join)
async def test_inner_handlers_are_called_before_outer_ones_in_whatever_order_they_were_set(scene, order, config):
    page = await nested_page(
        scene, f"tap {ON_PICTURE}", f"swipe left {ON_PICTURE}", f"pinch out {ON_PICTURE}",
        f"tap {BESIDE}", config=config)
    kinds = {"picture": ("tap", "magnify"), "gallery": ("tap", "swipe", "magnify")}
    for name in order:
        await page.run("[%s].forEach((kind) => add('%s', kind))" % (str(kinds[name])[1:-1], name))
        # The second element is added when the first one has its zone.
        await page.run("new Promise((done) => setTimeout(done, 200))")
    await page.wait_for("calls.filter((it) => it.kind === 'tap').length === 3", "the tap beside the picture")
    calls = await calls_of(page)
    expect(all(call["isCurrent"] for call in calls), "a line has another current target")
    ends = [(call["kind"], call["id"], call["target"]) for call in calls if call["phase"] == "ended"]
    expect_equal(ends, [
        ("tap", "picture", "picture"), ("tap", "gallery", "picture"), ("swipe", "gallery", "picture"),
        ("magnify", "picture", "picture"), ("magnify", "gallery", "picture"), ("tap", "gallery", "gallery")], "ends")
    zones = {(call["target"], call["zone"]) for call in calls}
    expect_equal(len({zone for _, zone in zones}), 2 if config == ZONES else 1, f"zones: {zones}")
    expect_equal(page.console, [], "the console")


async def test_an_inner_element_without_a_zone_receives_gestures_that_begin_on_it_in_the_zone_of_an_outer_one(scene):
    page = await nested_page(scene, f"tap {ON_PICTURE}", f"tap {BESIDE}")
    await page.run("""for (let number = 0; number < 7; number += 1) {
        const box = document.body.appendChild(document.createElement('p'));
        box.id = `box${number}`;
        box.style.cssText = `position:fixed;bottom:0;left:${number * 5}vw;width:4vw;height:1vh;margin:0`;
        add(box.id, 'tap');
    }
    add('gallery', 'tap'), add('picture', 'tap')""")
    await page.wait_for("calls.length === 3", "taps")
    calls = await calls_of(page)
    expect_equal([(call["id"], call["target"]) for call in calls],
                 [("picture", "picture"), ("gallery", "picture"), ("gallery", "gallery")], "taps")
    expect_equal({call["zone"] for call in calls}, {"element-8"}, "zones")


@pytest.mark.parametrize("order", (("gallery", "picture"), ("picture", "gallery")), ids=" before ".join)
async def test_fingers_on_both_sides_of_an_inner_element_with_a_zone_belong_to_the_outer_one(scene, order):
    page = await nested_page(scene, "pinch in at 132,134")
    await page.run("document.getElementById('picture').style.cssText ="
                   " 'position:absolute;left:22.5vw;top:40vh;width:5vw;height:10vh'")
    for name in order:
        await page.run(f"add('{name}', 'magnify')")
    await page.wait_for("calls.some((it) => it.phase === 'ended')", "a pinch")
    expect_equal({(call["id"], call["target"]) for call in await calls_of(page)}, {("gallery", "gallery")}, "gestures")


@pytest.mark.parametrize("order", (("gallery", "picture"), ("picture", "gallery")), ids=" before ".join)
async def test_the_zone_of_an_inner_element_is_added_after_that_of_an_outer_one(scene, order):
    page = await nested_page(scene)
    for name in order:
        await page.run(f"add('{name}', 'tap')")
    await settle(page, 2)
    requests = await requests_of(page)
    names = {name: f"element-{number}" for number, name in enumerate(order, 1)}
    expect_equal(requests, [("add_zone", names["gallery"]), ("add_zone", names["picture"])], "requests")


async def test_an_inner_zone_is_added_again_above_that_of_a_newer_outer_handler_but_not_under_a_finger(scene):
    page = await nested_page(scene, f"drag right 60 mm 2 s {ON_PICTURE}")
    await page.run("add('picture', 'drag')")
    await page.wait_for("calls.some((it) => it.phase === 'changed')", "a drag")
    await page.run("add('gallery', 'drag')")
    await settle(page, 2)
    await page.wait_for("calls.some((it) => it.phase === 'ended')", "its end")
    expect_equal(len(await requests_of(page)), 2, "requests while a finger is in the zone")
    await settle(page, 3)
    expect_equal([kind for kind, _ in await requests_of(page)], ["add_zone", "add_zone", "remove_zone", "add_zone"],
                 "requests")
    requests = await requests_of(page)
    expect(requests[0] == requests[3] and requests[0][1] == requests[2][1] != requests[1][1], f"{requests}")
    phases = [call["phase"] for call in await calls_of(page) if call["id"] == "picture"]
    expect_equal((phases[0], phases[-1], "cancelled" in phases), ("began", "ended", False), "the drag")


async def test_a_finger_that_only_the_browser_knows_keeps_a_zone_from_being_added_again(scene):
    page = await nested_page(scene, "pause 5 s")
    await page.run("add('picture', 'drag')")
    await settle(page, 1)
    await page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 100, "y": 100}])
    await page.run("add('gallery', 'drag')")
    await settle(page, 2)
    await page.run("new Promise((done) => setTimeout(done, 800))")
    expect_equal(len(await requests_of(page)), 2, "requests while a finger is on the picture")
    await page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    await settle(page, 3)


async def test_a_gesture_that_an_inner_handler_stops_does_not_reach_outer_ones(scene):
    page = await nested_page(scene, f"tap {ON_PICTURE}", f"tap {BESIDE}")
    await page.run("add('gallery', 'tap'), add('picture', 'tap', (line) => line.stopPropagation()),"
                   " add('picture', 'tap')")
    await page.wait_for("calls.some((it) => it.id === 'gallery')", "the tap beside the picture")
    expect_equal([(call["id"], call["target"]) for call in await calls_of(page)],
                 [("picture", "picture"), ("picture", "picture"), ("gallery", "gallery")], "taps")


async def test_a_gesture_that_is_stopped_later_is_cancelled_for_the_outer_handlers_that_had_it(scene):
    page = await nested_page(scene, f"drag right 80 mm {ON_PICTURE}")
    await page.run("add('gallery', 'drag'),"
                   " add('picture', 'drag', (line) => line.phase === 'changed' && line.stopPropagation())")
    await page.wait_for("calls.some((it) => it.phase === 'ended')", "the end")
    calls = await calls_of(page)
    outer = [(call["phase"], call["reason"] if "reason" in call else None) for call in calls if call["id"] == "gallery"]
    expect_equal(outer, [("began", None), ("cancelled", "stopped")], "the outer element's lines")
    inner = [call["phase"] for call in calls if call["id"] == "picture"]
    expect(inner[0] == "began" and inner.count("changed") > 2 and inner[-1] == "ended", f"{inner}")


@pytest.mark.parametrize("order", (("gallery", "picture"), ("picture", "gallery")), ids=" before ".join)
async def test_names_of_the_configuration_work_while_zones_are_permitted(scene, order):
    page = await nested_page(
        scene, f"swipe left 2 fingers {ON_PICTURE}", f"pinch out {ON_PICTURE}", f"tap {BESIDE}",
        config=ZONES + NAMED)
    await page.run("document.body.insertAdjacentHTML('beforeend', '<p id=\"status\" style=\"margin:0\">status</p>'),"
                   "add('status', 'tap')")
    kinds = {"picture": "magnify", "gallery": "next_view"}
    for name in order:
        await page.run(f"add('{name}', '{kinds[name]}')")
    await page.run("add('gallery', 'tap')")
    await page.wait_for("calls.some((it) => it.kind === 'tap')", "the tap beside the picture")
    ends = [(call["id"], call["kind"], call["zone"]) for call in await calls_of(page) if call["phase"] == "ended"]
    expect_equal(ends, [("gallery", "next_view", "screen"), ("picture", "magnify", "screen"), ("gallery", "tap", "screen")],
                 "gestures")
    # The element that neither contains the gallery nor is inside it has its zone.
    expect_equal([(kind, name) for kind, name in await requests_of(page)][0], ("add_zone", "element-1"), "requests")
    expect_equal(page.console, [], "the console")


@pytest.mark.parametrize("name", ("gallery", "picture"))
async def test_a_name_that_is_set_later_removes_the_zones_of_the_elements_that_it_concerns(scene, name):
    page = await nested_page(scene, f"swipe left 2 fingers {ON_PICTURE}", config=ZONES + NAMED)
    await page.run("add('picture', 'tap'), add('gallery', 'tap')")
    await settle(page, 2)
    await page.run(f"globalThis.off = add('{name}', 'next_view')")
    await page.wait_for("calls.some((it) => it.kind === 'next_view' && it.target === 'picture')", "the gesture")
    await page.run("off()")
    await settle(page, 4)
    expect_equal([kind for kind, _ in await requests_of(page)],
                 ["add_zone", "add_zone", "remove_zone", "remove_zone", "add_zone", "add_zone"], "requests")


async def test_names_of_the_pages_own_list_are_recognised_in_zones(scene):
    page = await nested_page(scene, f"swipe left 2 fingers {ON_PICTURE}")
    await page.run(f"add('picture', 'tap', null, {{ gestures: {json.dumps(LIST)} }}), add('gallery', 'next_view')")
    await page.wait_for("calls.some((it) => it.kind === 'next_view')", "the gesture")
    call = (await calls_of(page))[-1]
    # The picture has no zone, because two fingers of which one is on it are for the gallery.
    expect_equal((call["target"], call["zone"]), ("picture", "element-2"), "its target and its zone")


async def test_gestures_of_further_zones_of_the_configuration_are_received_by_their_names_only(scene):
    page = await nested_page(scene, "drag right 60 mm at 20,20", "double tap at 20,20", config=ZONES + NAMED)
    await page.run("add('picture', 'drag'), add('gallery', 'leave')")
    await page.wait_for("calls.length > 0", "the gesture")
    call = (await calls_of(page))[0]
    expect_equal((call["id"], call["kind"], call["target"], call["zone"]), ("gallery", "leave", "picture", "corner"),
                 "the first gesture")


async def test_outer_and_inner_gestures_are_cancelled_when_the_daemon_ends_and_zones_are_in_order_when_it_returns(scene):
    page = await nested_page(scene, f"drag right 100 mm 20 s {ON_PICTURE}")
    page.expected_errors = ["WebSocket"]
    await page.run("add('picture', 'drag')")
    await page.wait_for("calls.some((it) => it.phase === 'changed')", "a drag")
    await page.run("add('gallery', 'drag')")
    daemon = scene.programs[-1]
    await scene.stop(daemon)
    await page.wait_for("calls.some((it) => it.phase === 'cancelled')", "a cancelled drag")
    before = len(await requests_of(page))
    await scene.serve_daemon(scene.perform(*FIRST, f"drag right 60 mm {ON_PICTURE}"), config=ZONES)
    await page.wait_for("calls.filter((it) => it.id === 'gallery' && it.phase === 'ended').length", "the next drag")
    expect_equal((await requests_of(page))[before:], [("add_zone", "element-2"), ("add_zone", "element-1")], "requests")
    calls = await calls_of(page)
    for name in ("picture", "gallery"):
        ends = [call["number"] for call in calls if call["id"] == name and call["phase"] in ("ended", "cancelled")]
        expect_equal(len(ends), len(set(ends)), f"ends of gestures for the {name}")


async def test_gestures_travel_up_from_elements_inside_a_shadow_root(scene):
    page = await nested_page(scene, f"tap {ON_PICTURE}", config=NO_ZONES)
    await page.run("""{
        const root = document.getElementById('picture').attachShadow({ mode: 'open' });
        root.innerHTML = '<button style="width:100%;height:100%"></button>';
        root.firstChild.id = 'button';
        gestures.on(root.firstChild, 'tap', (line) => calls.push({ id: line.target.id }), { url });
        add('gallery', 'tap');
    }""")
    await page.wait_for("calls.length === 2", "a tap")
    expect_equal([(call["id"]) for call in await calls_of(page)], ["button", "gallery"], "calls")
