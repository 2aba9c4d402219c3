"""Zones of pages: names of their own, on shared connections."""

import json
import time

from stage import expect, until

ALL = "clients: { zones: true }\n"
RECT = {"x": 0, "y": 0, "width": 1, "height": 1}


def add(page, name, **more):
    return page.reply(
        type="add_zone", id=name, name=name, rect=more.pop("rect", RECT),
        gestures=more.pop("gestures", [{"tap": {}}]), **more)


def begun(lines):
    """Lines of gestures that began now: a finger may have landed before the zone existed."""
    ids = {line["id"] for line in lines if line.get("phase") == "began"}
    return [line for line in lines if line["type"] == "gesture" and line["id"] in ids]


def test_pages_use_the_same_name_and_each_sees_its_own(scene):
    web = scene.web(scene.daemon(configuration=ALL))
    older, newer = web.page(), web.page()
    [page.greeting() for page in (older, newer)]
    expect(add(older, "card", gestures="default")["ok"] and add(newer, "card", gestures="default")["ok"])
    expect(older.reply(type="subscribe", id=0)["ok"] and newer.reply(type="subscribe", id=0)["ok"])
    lines = begun(newer.lines())
    expect(len(lines) > 5 and {line["zone"] for line in lines} == {"card"}, lines)
    # The newer zone has every finger: none is left for that of the older page.
    expect(not begun(older.lines()))


def test_a_page_filters_zones_by_its_own_names(scene):
    web = scene.web(scene.daemon(configuration=ALL))
    page = web.page()
    page.greeting()
    expect(add(page, "card", gestures="default")["ok"])
    expect(page.reply(type="subscribe", id=0, zones=["card"], gestures=["tap"])["ok"])
    lines = [line for line in page.lines() if line["type"] == "gesture"]
    expect(lines and {(line["zone"], line["gesture"]) for line in lines} == {("card", "tap")},
           {(line["zone"], line["gesture"]) for line in lines})


def test_errors_name_what_the_page_wrote(scene):
    web = scene.web(scene.daemon(configuration=ALL))
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


def test_a_zone_is_moved_by_the_name_of_its_page(scene):
    web = scene.web(scene.daemon(configuration=ALL))
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
    lines = begun(page.lines()) or [{"zone": "none"}]
    expect({line["zone"] for line in lines} <= {"card"}, lines[0])


def test_eight_zones_are_moved_with_each_frame(scene):
    web = scene.web(scene.daemon(configuration=ALL))
    page = web.page()
    page.greeting()
    for number in range(8):
        expect(add(page, f"z{number}")["ok"])
    began = time.monotonic()
    for frame in range(60):
        for number in range(8):
            page.ask(type="move_zone", id=frame * 8 + number, name=f"z{number}",
                     rect={"x": frame / 100, "y": 0, "width": 0.1, "height": 1})
        page.until(lambda line: line.get("id") == frame * 8 + 7 and "ok" in line)
    # A page may send 480 moves a second: this takes a second, and some more on a busy machine.
    expect(time.monotonic() - began < 4, time.monotonic() - began)
    expect(page.reply(type="ping", id="p")["ok"])


def test_a_request_that_only_names_move_zone_counts_as_one(scene):
    page = scene.web(scene.daemon()).page()
    page.greeting()
    for _ in range(60):
        page.ask(type="ping", id="move_zone")
    lines = page.lines()
    expect(lines[-1]["error"]["code"] == "too_many_requests", lines[-1])


def test_zones_are_not_permitted_where_the_configuration_has_none(scene):
    page = scene.web(scene.daemon()).page()
    page.greeting()
    expect(add(page, "a")["error"]["code"] == "not_permitted")


def test_a_page_has_eight_zones_and_all_pages_together_112_on_15_connections(scene):
    daemon = scene.daemon(configuration=ALL)
    web = scene.web(daemon)
    pages = [web.page() for _ in range(15)]
    for page in pages:
        page.greeting()
    for page in pages[:14]:
        for number in range(8):
            page.ask(type="add_zone", id=number, name=f"z{number}", rect=RECT, gestures=[{"tap": {}}])
    for page in pages[:14]:
        replies = [page.until(lambda line: line["type"] == "reply")[-1] for _ in range(8)]
        expect(all(reply["ok"] for reply in replies), replies)
    expect(add(pages[0], "ninth")["error"]["code"] == "too_many_zones")
    expect(add(pages[14], "one")["error"]["code"] == "too_many_zones")
    status = pages[14].reply(type="status")["status"]
    expect(status["clients"] == 15, status)
    until(lambda: web.metric("gestured_web_zones") == 112, "112 zones are counted")
    # A page that leaves removes its zones, and its place becomes free.
    pages[0].socket.close()
    until(lambda: add(pages[14], "one")["ok"], "a place is free")
    for page in pages[1:]:
        page.socket.close()
    until(lambda: web.metric("gestured_web_upstream_connections") == 1, "connections go, too")
    until(lambda: web.metric("gestured_web_zones") == 0, "no zones are left")


def test_a_lost_connection_of_zones_parts_with_their_pages_alone(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page, other = web.page(), web.page()
    shared = daemon.accept().connection
    [each.greeting() for each in (page, other)]
    page.ask(type="add_zone", id=1, name="card", rect=RECT, gestures=[{"drag": {}}])
    daemon.accept()
    names = daemon.grant()["zones"]
    added = daemon.grant()
    expect(added["name"] in names and added["gestures"] == [{"drag": {}}], added, names)
    page.until(lambda line: line["type"] == "reply")
    daemon.gesture(5, "began", zone=added["name"])
    line = page.until(lambda line: line["type"] == "gesture")[-1]
    expect(line["zone"] == "card", line)
    daemon.connection.close()
    daemon.reader.close()
    lines = page.lines()
    expect([line.get("phase", line["type"]) for line in lines] == ["cancelled", "bye"], lines)
    expect(lines[0]["zone"] == "card", lines)
    other.send("{")
    expect(not other.until(lambda line: line["type"] == "reply")[-1]["ok"])
    shared.close()


def to_length(request, length):
    """A request as text of a length."""
    text = json.dumps(request | {"devices": [""]})
    return json.dumps(request | {"devices": ["n" * (length - len(text))]})


def test_a_request_that_gestured_would_find_too_long_ends_nobody_and_keeps_no_connection(scene):
    web = scene.web(scene.daemon(configuration=ALL))
    page, other = web.page(), web.page()
    [each.greeting() for each in (page, other)]
    gestures = [{"tap": {}}]
    for number in range(20):
        page.send(to_length({"type": "add_zone", "id": number, "name": "a", "rect": RECT,
                             "gestures": gestures}, 4095))
        reply = page.until(lambda line: line["type"] == "reply")[-1]
        expect(reply["error"]["code"] == "invalid_value" and reply["id"] == number, reply)
        expect("no room" in reply["error"]["message"], reply)
    until(lambda: page.reply(type="status")["status"]["clients"] == 1, "one connection is left")
    expect(add(page, "a")["ok"] and add(other, "a")["ok"])
    page.send(to_length({"type": "move_zone", "name": "a", "rect": RECT}, 4095))
    reply = page.until(lambda line: line["type"] == "reply")[-1]
    expect("no room" in reply["error"]["message"], reply)
    for each in (page, other):
        expect(each.reply(type="move_zone", name="a", rect=RECT)["ok"])


def test_lines_that_were_lost_of_zones_are_reported_to_their_pages(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page, other = web.page(), web.page()
    shared = daemon.accept().connection
    [each.greeting() for each in (page, other)]
    page.ask(type="add_zone", id=1, name="card", rect=RECT, gestures=[{"drag": {}}])
    daemon.accept()
    daemon.grant()
    name = daemon.grant()["name"]
    page.until(lambda line: line["type"] == "reply")
    daemon.number({"type": "overflow", "dropped": 7})
    daemon.gesture(5, "began", zone=name)
    lines = page.until(lambda line: line["type"] == "gesture")
    expect([line.get("dropped") for line in lines] == [7, None], lines)
    other.send("{")
    lines = other.until(lambda line: line["type"] == "reply")
    expect(len(lines) == 1, lines)
    shared.close()


def test_a_place_is_free_once_gestured_has_answered_for_the_page_that_left(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page, other, third = web.page(), web.page(), web.page()
    shared = daemon.accept().connection
    [each.greeting() for each in (page, other, third)]
    # Keeps the connection, regardless of the others' zones.
    third.ask(type="add_zone", id=0, name="kept", rect=RECT, gestures=[{"drag": {}}])
    daemon.accept()
    daemon.grant()
    daemon.grant()
    third.until(lambda line: line["type"] == "reply")
    page.ask(type="add_zone", id=1, name="card", rect=RECT, gestures=[{"drag": {}}])
    first = daemon.request()
    page.socket.close()
    left = daemon.request()
    expect(left["type"] == "remove_zone" and left["name"] == first["name"], left)
    error = {"code": "invalid_value", "message": "no"}
    daemon.write({"type": "reply", "id": first["id"], "ok": False, "error": error})
    other.ask(type="add_zone", id=2, name="card", rect=RECT, gestures=[{"drag": {}}])
    second = daemon.request()
    expect(second["type"] == "add_zone", second)
    daemon.write({"type": "reply", "id": left["id"], "ok": False, "error": error},
                 {"type": "reply", "id": second["id"], "ok": True})
    expect(other.until(lambda line: line["type"] == "reply")[-1]["ok"])
    daemon.gesture(5, "began", zone=second["name"])
    line = other.until(lambda line: line["type"] == "gesture")[-1]
    expect(line["zone"] == "card", line)
    shared.close()


def test_a_page_whose_zone_is_lost_while_it_is_removed_has_the_ends_of_its_gestures(scene):
    daemon = scene.fake()
    page = scene.web(daemon).page()
    shared = daemon.accept().connection
    page.greeting()
    page.ask(type="add_zone", id=1, name="card", rect=RECT, gestures=[{"drag": {}}])
    daemon.accept()
    daemon.grant()
    name = daemon.grant()["name"]
    daemon.gesture(5, "began", zone=name)
    page.until(lambda line: line.get("phase") == "began")
    page.ask(type="remove_zone", id=2, name="card")
    daemon.request()
    daemon.connection.close()
    daemon.reader.close()
    lines = page.lines()
    expect([line.get("phase", line["type"]) for line in lines] == ["reply", "cancelled", "bye"], lines)
    expect(page.close_frame[0] == 1013, page.close_frame)
    shared.close()


def test_time_does_not_run_back_within_a_device(scene):
    daemon = scene.fake()
    web = scene.web(daemon)
    page = web.page()
    shared = daemon.accept().connection
    page.greeting()
    page.ask(type="add_zone", id=1, name="card", rect=RECT, gestures=[{"drag": {}}])
    zones = daemon.accept()
    zones.grant()
    name = zones.grant()["name"]
    page.until(lambda line: line["type"] == "reply")
    zones.gesture(5, "began", us=9000, zone=name)
    page.until(lambda line: line.get("id") == 5)
    zones.connection, connection = shared, zones.connection
    zones.gesture(6, "began", us=8000)
    line = page.until(lambda line: line.get("id") == 6)[-1]
    expect(line["time_us"] == 9000, line)
    connection.close()
