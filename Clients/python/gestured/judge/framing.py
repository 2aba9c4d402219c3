"""Scenarios about the bytes of lines, and about lines of a later protocol."""

from __future__ import annotations

from collections.abc import Callable
import json

from . import lines
from .lines import composition, drag, gesture, magnify, swipe, tap
from .stage import Stage, encode

Scenario = Callable[[Stage], None]
SCENARIOS: dict[str, tuple[str, Scenario]] = {}
HOSTILE = '\u2028"}\\n{"type":"gesture","phase":"ended","name":"no \U0001f590'


def scenario(name: str, sentence: str) -> Callable[[Scenario], Scenario]:
    """Adds a scenario by its name."""
    def add(function: Scenario) -> Scenario:
        assert name not in SCENARIOS
        SCENARIOS[name] = (sentence, function)
        return function
    return add


def every(size: int, first: int | None = None) -> Callable[[bytes], list[bytes]]:
    """Pieces of a size; the first may have another."""
    def cut(data: bytes) -> list[bytes]:
        begin = size if first is None else first
        return [data[:begin], *(data[at:at + size] for at in range(begin, len(data), size))]
    return cut


def around(mark: bytes, offset: int) -> Callable[[bytes], list[bytes]]:
    """Two pieces: the cut is beside the first `mark`."""
    def cut(data: bytes) -> list[bytes]:
        at = data.index(mark) + offset
        return [data[:at], data[at:]]
    return cut


def at_each_line_end(offset: int) -> Callable[[bytes], list[bytes]]:
    """Pieces that end beside each line end."""
    def cut(data: bytes) -> list[bytes]:
        ends = [index + offset for index, byte in enumerate(data) if byte == 10]
        return [data[begin:end] for begin, end in zip([0, *ends], [*ends, len(data)]) if begin != end]
    return cut


def add_cut(name: str, sentence: str, cut: Callable[[bytes], list[bytes]], *sent: lines.Line) -> None:
    """A scenario whose lines arrive in pieces."""
    @scenario(f"cut/{name}", sentence)
    def play(stage: Stage) -> None:
        peer = stage.begin()
        peer.send(*sent or (tap(1), *drag(2), swipe(3)), cut=cut)


def add_later(name: str, sentence: str, *sent: lines.Line, is_optional: bool = False) -> None:
    """A scenario with something of a later protocol between two gestures."""
    @scenario(f"later/{name}", sentence)
    def play(stage: Stage) -> None:
        peer = stage.begin()
        peer.send(tap(1))
        peer.send(*sent, is_optional=is_optional)
        peer.send(swipe(90))


UMLAUT = lines.device("changed", name="Gerät ü")
EMOJI = lines.device("changed", name="Panel \U0001f590")

add_cut("every-byte", "each byte arrives alone", every(1))
add_cut("two-bytes", "two bytes at a time", every(2))
add_cut("seven-bytes", "seven bytes at a time", every(7))
add_cut("first-byte", "the first byte arrives alone", every(1 << 20, first=1))
add_cut("before-line-ends", "each line end arrives with the next line", at_each_line_end(0))
add_cut("behind-line-ends", "each line arrives alone", at_each_line_end(1))
add_cut("first-byte-of-the-next", "each line arrives with the first byte of the next", at_each_line_end(2))
add_cut("two-byte-character", "a cut within a character of two bytes", around("ü".encode(), 1), UMLAUT, tap(1))
add_cut("four-byte-character", "a cut within a character of four bytes", around("\U0001f590".encode(), 2), EMOJI,
        tap(1))
add_cut("character-of-a-gesture", "a cut within a character of a gesture's member, which is not known",
        around("é".encode(), 1), tap(1, label="café"))
add_cut("escape", "a cut within an escape", around(b"\\u001b", 3), lines.device("changed", name="a\x1bb"), tap(1))
add_cut("number", "a cut within a number", around(b"110.9", 2), tap(1))
add_cut("member-name", "a cut within the name of a member", around(b'"phase"', 3), tap(1))


@scenario("cut/greeting", "hello and the touchscreens arrive byte by byte")
def _cut_greeting(stage: Stage) -> None:
    peer = stage.accept()
    for line in (lines.HELLO, {**lines.device(), "seq": 1}, {"type": "snapshot_end", "seq": 2, "devices": 1}):
        peer.send_bytes(*every(1)(encode(line)))
    peer.await_requests()
    peer.send(tap(1))


@scenario("cut/burst", "two thousand lines arrive in one write")
def _burst(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(*(tap(index) for index in range(1, 501)), *drag(600, changes=1500))


@scenario("cut/page-of-memory", "pieces of 4096 bytes")
def _page(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(*(swipe(index) for index in range(1, 101)), cut=every(4096))


@scenario("cut/long-line", "a line of 200 KiB, most of it an unknown member")
def _long(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1, later="x" * 200_000), swipe(2))


@scenario("cut/long-line-in-pieces", "a line of 100 KiB in pieces of 1000 bytes")
def _long_pieces(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1, later="y" * 100_000), swipe(2), cut=every(1000))


@scenario("cut/pause-within-a-line", "a second passes within a line")
def _pause(stage: Stage) -> None:
    peer = stage.begin()
    data = encode({**tap(1), "seq": 3})
    stage.expected.add(tap(1))
    peer.send_bytes(data[:50])
    stage.wait(1)
    peer.send_bytes(data[50:])
    peer.resume()


NEW = {"type": "horoscope", "seq": 0, "phase": "ended", "name": "no", "gesture": "tap", "id": 7, "count": 1}
add_later("type", "a type that is not known, with the members of a gesture", NEW)
add_later("type-without-seq", "a type that is not known, and has no seq", {"type": "notice", "text": "no"})
add_later("type-of-values", "a type that is not known, with each kind of value",
          {"type": "values", "seq": 0, "a": None, "b": True, "c": [1, [2, {}]], "d": {"type": "gesture"}, "e": -1e300})
add_later("member", "a gesture has a member that is not known", swipe(2, pressure_kpa=1.5))
add_later("member-object", "a gesture has an object that is not known",
          swipe(2, origin={"type": "gesture", "phase": "began", "id": 2, "name": "no", "direction": "up"}))
add_later("member-array", "a gesture has an array that is not known",
          swipe(2, fingers_at=[[0.1, 0.2], {"phase": "no"}]))
add_later("member-null", "a gesture has a member that is null", swipe(2, hand=None))
add_later("member-deep", "a member is nested twenty levels deep", swipe(2, deep=json.loads("[" * 20 + "]" * 20)))
add_later("member-unicode", "the name of a member is not ASCII", swipe(2, **{"größe": 1, "\U0001f590": 2}))
add_later("member-escaped", "the name of a member has quotes and a line end", swipe(2, **{'a"b\n\\': 1}))
add_later("large-integer", "an integer of 64 bits, which a double rounds", swipe(2, serial=2**63 - 1))
add_later("every-phase", "each phase of a drag has members that are not known",
          *drag(2, changes=5, wobble_mm=0.25, hints=["a"]))
add_later("kind", "a kind of gesture that is not known", gesture("wave", 2, "began", sway=1),
          gesture("wave", 2, "changed", sway=2), gesture("wave", 2, "ended", sway=3), is_optional=True)
add_later("phase", "a phase that is not known", gesture("press", 2, "paused"), is_optional=True)
add_later("reason", "a gesture is cancelled for a reason that is not known", *drag(2, end=None),
          gesture("drag", 2, "cancelled", reason="solar_flare", dx_mm=1, dy_mm=1, vx_mm_s=1, vy_mm_s=1,
                  predicted_dx_mm=1, predicted_dy_mm=1))
add_later("direction", "a direction that is not known", swipe(2, direction="inwards"), is_optional=True)
add_later("edge", "an edge that is not known", swipe(2, edge="corner"))
add_later("change", "a touchscreen changes in a way that is not known", lines.device("calibrated"))
add_later("device-members", "a touchscreen has members that are not known",
          lines.device("changed", firmware="1.2", modes=["a", {"b": None}]))
add_later("device-words", "words of a touchscreen that are not known",
          lines.device("changed", force="capacitance", state="asleep", size="guessed"))
add_later("problem", "a problem that is not known",
          {"type": "health", "seq": 0, "time_us": 1, "problem": "melted", "device": 3})
add_later("composition", "parts of a composition that are not known",
          *[{**line, "parts": [*line["parts"], {"gesture": "wave", "name": "wave", "sway": 1}]}
            for line in composition(2)])
add_later("overflow-members", "an overflow has members that are not known", {**lines.overflow(3), "by_type": {"a": 1}})


@scenario("later/hello", "hello has members that are not known, and the server another name")
def _later_hello(stage: Stage) -> None:
    peer = stage.begin(server="gestured/9.0.0 (later)", features=["a", "b"], limits={"zones": 8}, boot_id="")
    peer.send(tap(1))


@scenario("later/before-the-list", "a type that is not known before the touchscreens")
def _later_list(stage: Stage) -> None:
    peer = stage.accept()
    peer.greet(devices=[{"type": "seats", "seq": 0, "seats": ["left"]}, lines.device()])
    peer.await_requests()
    peer.send(tap(1))


@scenario("later/reply", "replies have members that are not known")
def _later_reply(stage: Stage) -> None:
    peer = stage.accept()
    peer.greet()
    peer.answers = False
    peer.await_requests()
    peer.release(applied={"at_seq": 2}, warnings=[])
    peer.send(tap(1), swipe(2))


@scenario("values/order", "the members of a gesture are in another order")
def _order(stage: Stage) -> None:
    peer = stage.begin()
    for line in (tap(1), *drag(2), swipe(3)):
        begin = {name: line[name] for name in ("type", "seq")}
        peer.send({**begin, **dict(sorted(line.items(), reverse=True)), **begin})


@scenario("values/private", "gestures have no positions")
def _private(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(*({name: value for name, value in line.items() if name not in lines.PLACE}
                for line in (tap(1), *drag(2), swipe(3))))


@scenario("values/kinds", "gestures of many kinds, with parts and names of the configuration")
def _kinds(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(*magnify(1), *composition(2), swipe(3, name="next.page-2", direction="up_right", edge="left"),
              gesture("stroke", 4, "ended", stroke="circle", score=0.93, runner_up="triangle", runner_up_score=0.41),
              tap(5, count=3, fingers=2, zone="left_bar", force=0.41, force_source="area"))


@scenario("values/extremes", "numbers at their limits")
def _extremes(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(2**53, x=0, y=1, x_mm=0, y_mm=100000), tap(2, count=2**31 - 1),
              swipe(3, vx_mm_s=-99999999.99, vy_mm_s=0, dx_mm=0.01))


@scenario("values/device-names", "a touchscreen's name has line separators, escapes and JSON")
def _device_names(stage: Stage) -> None:
    peer = stage.accept()
    peer.greet(devices=[lines.device(name=HOSTILE), lines.device(id=4, name="\r\x0b\x0c\x1c\x85\u2029\ufeff"),
                        lines.device(id=5, name="", path=None, state="error", error="no such \"device\"\n")])
    peer.await_requests()
    peer.send(tap(1))


@scenario("values/no-touchscreen", "no touchscreen is connected; one is added later")
def _no_device(stage: Stage) -> None:
    peer = stage.accept()
    peer.greet(devices=[])
    peer.await_requests()
    peer.send(lines.device("added"), tap(1), lines.device("removed"), lines.device("added", id=4), swipe(2, device=4))


@scenario("values/interleaved", "gestures of several fingers and touchscreens alternate")
def _interleaved(stage: Stage) -> None:
    peer = stage.begin()
    first, second = drag(1, changes=4), drag(2, changes=4, device=4)
    peer.send(*(line for pair in zip(first, second) for line in pair), tap(3))
