"""Zones of pages: each page has names of its own."""

import json
import subprocess
import time

from stage import DEMO, PROGRAMS, expect, until

ZONES = "clients: { zones: true }\n"
RECT = {"x": 0, "y": 0, "width": 1, "height": 1}


def add(page, name, **more):
    return page.reply(
        type="add_zone", id=name, name=name, rect=more.pop("rect", RECT),
        gestures=more.pop("gestures", [{"tap": {}}]), **more)


def with_beginning(lines):
    """The gesture lines whose `began` is among them: others began before the zone existed."""
    ids = {line["id"] for line in lines if line.get("phase") == "began"}
    return [line for line in lines if line["type"] == "gesture" and line["id"] in ids]


def test_pages_use_the_same_name_and_each_receives_its_own(scene):
    web = scene.web(scene.daemon(configuration=ZONES))
    older, newer = web.page(), web.page()
    [page.greeting() for page in (older, newer)]
    expect(add(older, "card", gestures="default")["ok"] and add(newer, "card", gestures="default")["ok"])
    expect(older.reply(type="subscribe", id=0)["ok"] and newer.reply(type="subscribe", id=0)["ok"])
    lines = with_beginning(newer.lines())
    expect(len(lines) > 5 and {line["zone"] for line in lines} == {"card"}, lines)
    # The newer zone has every finger: none is left for that of the older page.
    expect(not with_beginning(older.lines()))


def test_a_page_filters_zones_by_its_own_names(scene):
    web = scene.web(scene.daemon(configuration=ZONES))
    page = web.page()
    page.greeting()
    expect(add(page, "card", gestures="default")["ok"])
    expect(page.reply(type="subscribe", id=0, zones=["card"], gestures=["tap"])["ok"])
    lines = [line for line in page.lines() if line["type"] == "gesture"]
    expect(lines and {(line["zone"], line["gesture"]) for line in lines} == {("card", "tap")},
           {(line["zone"], line["gesture"]) for line in lines})


def test_errors_name_what_the_page_wrote(scene):
    web = scene.web(scene.daemon(configuration=ZONES))
    page = web.page()
    page.greeting()
    expect(add(page, "a")["ok"])
    for reply, code, member in (
            (add(page, "a"), "invalid_value", "name"), (add(page, "a b"), "invalid_value", "name"),
            (add(page, "screen"), "invalid_value", "name"),
            (add(page, "b", gestures=[{"tapp": {}}]), "unknown_gesture", "gestures[0].tapp"),
            (add(page, "b", rect={"x": 3}), "invalid_value", None),
            (add(page, "b", extra=1), "unknown_member", "extra"),
            (page.reply(type="remove_zone", name="b"), "unknown_zone", "name"),
            (page.reply(type="move_zone", name="b", rect=RECT), "unknown_zone", "name")):
        error = reply["error"]
        expect(error["code"] == code and "web-" not in error["message"], reply)
        expect(member is None or error["member"] == member, reply)


def test_a_zone_is_moved_by_the_name_that_its_page_gave_it(scene):
    web = scene.web(scene.daemon(configuration=ZONES))
    page = web.page()
    page.greeting()
    # Far from the first finger of the recording, and then around it.
    corner = {"x": 0.9, "y": 0.9, "width": 0.1, "height": 0.1}
    expect(add(page, "card", rect=corner, gestures="default")["ok"])
    moved = page.reply(type="move_zone", id="m", name="card", rect=RECT)
    expect(moved == {"type": "reply", "id": "m", "ok": True}, moved)
    refused = page.reply(type="move_zone", id=2, name="card", rect={"x": 3})
    expect(refused["error"]["code"] == "invalid_value" and "web-" not in refused["error"]["message"])
    expect(page.reply(type="subscribe", id=0)["ok"])
    lines = with_beginning(page.lines()) or [{"zone": "none"}]
    expect({line["zone"] for line in lines} <= {"card"}, lines[0])


def test_eight_zones_are_moved_with_each_frame(scene):
    web = scene.web(scene.daemon(configuration=ZONES))
    page = web.page()
    page.greeting()
    for number in range(8):
        expect(add(page, f"z{number}")["ok"])
    # The requests that added the zones count for a second.
    time.sleep(1)
    began = time.monotonic()
    for frame in range(60):
        time.sleep(max(0, began + frame / 60 - time.monotonic()))
        for number in range(8):
            page.ask(type="move_zone", id=frame * 8 + number, name=f"z{number}",
                     rect={"x": frame / 100, "y": 0, "width": 0.1, "height": 1})
        page.until(lambda line: line.get("id") == frame * 8 + 7 and "ok" in line)
    # This takes a second, and some more on a busy machine.
    expect(time.monotonic() - began < 4, time.monotonic() - began)
    expect(page.reply(type="ping", id="p")["ok"])


def test_a_request_that_only_has_the_id_move_zone_counts_as_usual(scene):
    page = scene.web(scene.daemon()).page()
    page.greeting()
    for _ in range(60):
        page.ask(type="ping", id="move_zone")
    lines = page.lines()
    expect(lines[-1]["error"]["code"] == "too_many_requests", lines[-1])


def test_zones_need_the_permission_of_the_configuration(scene):
    page = scene.web(scene.daemon()).page()
    page.greeting()
    expect(add(page, "a")["error"]["code"] == "not_permitted")


def test_each_page_may_have_eight_zones_whatever_others_have(scene):
    web = scene.web(scene.daemon(configuration=ZONES))
    pages = [web.page() for _ in range(20)]
    for page in pages:
        page.greeting()
        for number in range(8):
            page.ask(type="add_zone", id=number, name=f"z{number}", rect=RECT, gestures=[{"tap": {}}])
    for page in pages:
        replies = [page.until(lambda line: line["type"] == "reply")[-1] for _ in range(8)]
        expect(all(reply["ok"] for reply in replies), replies)
    expect(add(pages[0], "ninth")["error"]["code"] == "too_many_zones")
    expect(pages[0].reply(type="status")["status"]["clients"] == 20)
    for page in pages[1:]:
        page.socket.close()
    until(lambda: web.metric("gestured_web_upstream_connections") == 1, "the connections of closed pages end")
    expect(pages[0].reply(type="ping")["ok"])


def test_the_last_gesture_before_the_daemon_ends_reaches_pages_with_zones(scene):
    expected = subprocess.run(
        [PROGRAMS["gestured"], "--replay", str(DEMO), "--json"], check=True, capture_output=True,
        text=True).stdout.splitlines()
    ends = [line for line in map(json.loads, expected) if line.get("phase") in ("ended", "cancelled")]
    web = scene.web(scene.daemon(configuration=ZONES))
    page = web.page()
    page.greeting()
    expect(add(page, "card", gestures="default")["ok"])
    expect(page.reply(type="subscribe", id=0)["ok"])
    lines = page.lines()
    last = [line for line in lines if line["type"] == "gesture"][-1]
    expect((last["zone"], last["time_us"]) == ("card", ends[-1]["time_us"]), last, ends[-1])
    expect(lines[-1] == {"type": "bye", "reason": "shutdown"}, lines[-1])
