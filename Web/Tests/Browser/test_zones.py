"""gestures.js: which elements have zones, in which order, and when zones are removed and added again."""

import json
import signal

import pytest

from scene import expect, expect_equal
from test_gestures import page_with_elements
from test_nested import BESIDE, NO_ZONES, ON_PICTURE, ZONES, calls_of, nested_page, requests_of, settle

# Nine elements, of which the last one has an inner element.
ELEMENTS = """document.body.innerHTML = Array.from({ length: 9 }, (_, number) =>
    `<div id="box${number}" style="left:${number * 10}%;width:9%">${number === 8 ? '<div id="inner" style="width:50%"></div>' : ''}</div>`).join('');
    globalThis.box = (id) => document.getElementById(id);"""
ADDED = "sent.filter((it) => it.type === 'add_zone')"


@pytest.mark.parametrize("change", ("off()", "document.getElementById('picture').style.display = 'none'"), ids=("off", "hidden"))
async def test_the_zone_of_an_element_that_disappears_under_a_finger_remains_until_the_lift(scene, change):
    page = await nested_page(scene, f"drag right 100 mm 2 s {ON_PICTURE}")
    await page.run(f"add('gallery', 'drag'), globalThis.off = add('picture', 'drag', () => {{ {change}; }})")
    await page.wait_for("calls.some((it) => it.id === 'gallery' && it.phase !== 'began' && it.phase !== 'changed')", "the end")
    expect_equal((await requests_of(page))[2:], [], "requests while a finger is in the zone")
    phases = [call["phase"] for call in await calls_of(page) if call["id"] == "gallery"]
    expect_equal((phases[0], phases[-1]), ("began", "ended"), "the drag for the gallery")
    await page.wait_for("sent.at(-1).type === 'remove_zone'", "the removal of the zone")


async def test_a_tap_on_a_hidden_element_whose_zone_remains_is_received_by_the_visible_element(scene):
    page = await nested_page(scene, f"tap {ON_PICTURE}", "pause 20 ms", f"tap {ON_PICTURE}")
    await page.run("add('gallery', 'tap'), add('picture', 'tap', ({ currentTarget }) => { currentTarget.style.display = 'none'; })")
    await page.wait_for("calls.length >= 3", "two taps")
    expect_equal([(call["id"], call["target"]) for call in await calls_of(page)],
                 [("picture", "picture"), ("gallery", "picture"), ("gallery", "gallery")], "taps")


async def test_one_finger_on_a_part_outside_the_rectangle_of_an_inner_element_is_on_it(scene):
    page = await nested_page(scene, f"tap {BESIDE}")
    await page.run("document.getElementById('picture').innerHTML ="
                   " '<p id=\"part\" style=\"position:absolute;left:60%;top:0;width:40%;height:100%;margin:0\"></p>';"
                   "add('gallery', 'tap'), add('picture', 'tap')")
    await page.wait_for("calls.some((it) => it.id === 'gallery')", "a tap")
    expect_equal([(call["id"], call["target"]) for call in await calls_of(page)],
                 [("picture", "part"), ("gallery", "part")], "taps")


@pytest.mark.parametrize("config", (ZONES, NO_ZONES), ids=("zones", "no zones"))
async def test_a_finger_on_a_marker_and_one_beside_it_pinch_the_map(scene, config):
    page = await nested_page(scene, "pinch out at 264,134", f"tap {ON_PICTURE}", config=config)
    await page.run("add('gallery', 'magnify'), add('picture', 'tap')")
    await page.wait_for("calls.some((it) => it.kind === 'tap')", "the tap")
    ends = [(call["id"], call["kind"]) for call in await calls_of(page) if call["phase"] == "ended"]
    expect_equal(ends, [("gallery", "magnify"), ("picture", "tap")], "gestures")
    expect_equal({name for _, name in await requests_of(page)} - {"element-1"} if config == ZONES else set(), set(), "zones of markers")
    if config == ZONES:
        await page.run("add('picture', 'magnify')")
        await page.wait_for(f"{ADDED}.some((it) => it.name === 'element-2')", "the zone of a marker that is pinched itself")


async def test_a_page_has_its_zones_soon_after_the_configuration_permits_them(scene):
    page = await nested_page(scene, "pause 14 s", config=NO_ZONES)
    await page.run("add('picture', 'tap')")
    await settle(page, 1)
    daemon = scene.programs[-1]
    next(scene.folder.glob("gestured-*.yaml")).write_text(ZONES)
    daemon.send_signal(signal.SIGHUP)
    await page.wait_for(f"{ADDED}.length === 2", "the zone is requested again")
    await page.run("document.getElementById('picture').style.width = '40%'")
    await page.wait_for("sent.at(-1).type === 'move_zone'", "the zone follows the element")


async def fake_page(scene, refusals=None):
    """A page whose daemon has no touchscreen. `refusals` has codes by type of request, for the first of each type."""
    left = dict(refusals or {})

    def members(request):
        code = left.pop(request["type"], None)
        return {"ok": False, "error": {"code": code, "message": "the message"}} if code else {}
    page = await page_with_elements(scene, daemon=False)
    scene.serve_fake_daemon(members=members)
    await page.run(ELEMENTS)
    return page


async def test_a_zone_that_the_daemon_no_longer_has_is_added_again_and_no_other_is_refused(scene):
    page = await fake_page(scene, {"move_zone": "unknown_zone"})
    await page.run("add(box('box0'), 'tap')")
    await page.wait_for(f"{ADDED}.length === 1", "the zone")
    await page.run("box('box0').style.left = '50%'")
    await page.wait_for(f"{ADDED}.length === 2", "the zone again")
    await page.run("add(box('box1'), 'tap')")
    await page.wait_for(f"{ADDED}.length === 3", "another zone")


async def test_a_wrong_list_of_gestures_is_in_the_console_and_is_not_sent_again(scene):
    page = await fake_page(scene, {"add_zone": "unknown_gesture"})
    await page.run("gestures.on(box('box0'), 'tap', () => {}, { url, gestures: [{ tapp: {} }, { tap: {} }] })")
    await page.run("new Promise((done) => setTimeout(done, 500))")
    await page.wait_for(f"{ADDED}.length === 1", "the request")
    expect_equal(page.console, ["gestures.js: no zones: the message"], "the console")


async def test_zones_of_the_next_connection_are_in_the_order_of_those_of_the_last(scene):
    page = await fake_page(scene)
    # The inner element is deeper than the others, and the second one is shown last.
    await page.run("box('box0').style.display = 'none', add(box('inner'), 'tap'), add(box('box0'), 'tap'), add(box('box1'), 'tap')")
    await page.wait_for(f"{ADDED}.length === 2", "zones")
    await page.run("box('box0').style.display = ''")
    await page.wait_for(f"{ADDED}.length === 3", "the third zone")
    await page.run("sockets.at(-1).close()")
    await page.wait_for(f"{ADDED}.length === 6", "the zones again")
    added = json.loads(await page.run(f"JSON.stringify({ADDED}.map((it) => it.name))"))
    expect_equal(added, ["element-1", "element-3", "element-2"] * 2, "zones")


async def test_a_zone_that_is_added_again_for_its_order_is_not_replaced_by_a_ninth_element(scene):
    page = await fake_page(scene)
    await page.run("for (let number = 0; number < 7; number += 1) add(box(`box${number}`), 'tap');"
                   " box('box7').style.display = 'none', add(box('box7'), 'tap'), add(box('inner'), 'tap')")
    await page.wait_for(f"{ADDED}.length === 8", "zones")
    await page.run("box('box6').style.display = 'none'")
    await page.wait_for("sent.at(-1).type === 'remove_zone'", "a free zone")
    # A ninth element is shown at the moment in which the zone of the inner one is removed.
    await page.run("""sent.push = function (request) {
        if (request.type === 'remove_zone') box('box7').style.display = '';
        return Array.prototype.push.call(this, request);
    }, add(box('box8'), 'tap')""")
    await page.wait_for(f"{ADDED}.length === 10", "the inner zone again")
    added = json.loads(await page.run(f"JSON.stringify({ADDED}.slice(8).map((it) => it.name))"))
    expect_equal(added, ["element-10", "element-9"], "zones")


async def test_a_handler_for_the_kind_of_a_composition_has_no_zone_if_the_list_only_has_members_of_that_name(scene):
    page = await fake_page(scene)
    await page.run("gestures.on(box('box0'), 'simultaneous', () => {}, { url, gestures:"
                   " [{ tap: {} }, { drag: {}, simultaneous: ['tap'], waits_for: ['tap'] }] }), add(box('box1'), 'drag')")
    await page.wait_for(f"{ADDED}.length === 1", "a zone")
    await page.run("new Promise((done) => setTimeout(done, 200))")
    expect_equal(await page.run(f"{ADDED}.map((it) => it.name).join()"), "element-2", "zones")
    expect(await page.run("sent.every((it) => it.name !== 'element-1')"), "the element has a zone")
