"""Scenarios about the life of connections: overflows, restarts, stalls and farewells."""

from __future__ import annotations

import time

from . import lines
from .framing import scenario
from .lines import drag, gesture, swipe, tap
from .stage import Stage, encode
from .verdict import Wrong

# Connections within a second by a client that pauses between them.
MAXIMUM_ATTEMPTS = 100


def cancelled(identity: int, reason: str) -> lines.Line:
    """The end of a drag that did not end by itself."""
    return gesture("drag", identity, "cancelled", reason=reason, dx_mm=1, dy_mm=1, vx_mm_s=1, vy_mm_s=1,
                   predicted_dx_mm=1, predicted_dy_mm=1)


@scenario("overflow/between", "lines were dropped between two gestures")
def _overflow(stage: Stage) -> None:
    stage.begin().send(tap(1), lines.overflow(37), tap(2))


@scenario("overflow/active", "lines were dropped, and the active gestures are cancelled")
def _overflow_active(stage: Stage) -> None:
    stage.begin().send(*drag(1, end=None), *drag(2, end=None), cancelled(1, "overflow"), cancelled(2, "overflow"),
                       lines.overflow(400), *drag(3))


@scenario("overflow/changes", "only changes were dropped, and the gesture continues")
def _overflow_changes(stage: Stage) -> None:
    began, *changes, ended = drag(1, changes=4)
    stage.begin().send(began, changes[0], lines.overflow(2), changes[3], ended, tap(2))


@scenario("overflow/repeated", "several overflows, of large numbers")
def _overflow_repeated(stage: Stage) -> None:
    stage.begin().send(lines.overflow(1), lines.overflow(2**53), tap(1), lines.overflow(1), swipe(2))


@scenario("overflow/too-slow", "the daemon disconnects a client that was too slow")
def _overflow_bye(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(*drag(1, end=None), cancelled(1, "overflow"), lines.overflow(99), lines.bye("too_slow"))
    peer.close()
    stage.begin().send(tap(2))


@scenario("restart/restarting", "the daemon restarts, as it announces")
def _restarting(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1), *drag(2, end=None), cancelled(2, "shutdown"), lines.bye("restarting"))
    peer.close()
    stage.begin().send(tap(1), swipe(2))


@scenario("restart/shutdown", "the daemon ends; another runs after a time without a socket")
def _shutdown(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1), lines.bye("shutdown"))
    peer.close()
    stage.remove()
    stage.wait(0.3)
    stage.begin().send(swipe(1))


@scenario("restart/killed", "the daemon ends without a farewell")
def _killed(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1))
    peer.close()
    stage.begin().send(tap(2))


@scenario("restart/active", "the connection ends during two gestures, whose ids the next daemon uses again")
def _active(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(*drag(1, end=None), *drag(2, changes=0, end=None))
    peer.settle()
    peer.close()
    stage.begin().send(*drag(1), *drag(2))


@scenario("restart/half-a-line", "the connection ends within a line, which is dropped")
def _half(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1))
    peer.close(last=encode(swipe(2, name="cut"))[:-9])
    stage.begin().send(tap(3))


@scenario("restart/line-without-its-end", "the connection ends before the line end, and the line is dropped")
def _no_end(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1))
    peer.close(last=b'{"type":"gesture","seq":9')
    stage.begin().send(tap(3))


@scenario("restart/half-a-greeting", "the connection ends within hello")
def _half_greeting(stage: Stage) -> None:
    stage.accept().close(last=encode(lines.HELLO)[:40])
    stage.begin().send(tap(1))


@scenario("restart/without-a-greeting", "the connection ends before hello")
def _no_greeting(stage: Stage) -> None:
    stage.accept().close()
    stage.begin().send(tap(1))


@scenario("restart/before-the-list-ends", "the connection ends within the list of touchscreens")
def _half_list(stage: Stage) -> None:
    peer = stage.accept()
    peer.send(lines.HELLO, lines.device())
    peer.close()
    stage.begin().send(tap(1))


@scenario("restart/requests-unread", "the daemon ends without reading the requests: the connection is reset")
def _reset(stage: Stage) -> None:
    peer = stage.accept()
    peer.greet()
    peer.settle()
    time.sleep(0.2)
    peer.is_open = False
    peer.close()
    stage.begin().send(tap(1))


@scenario("restart/twice", "the daemon restarts twice")
def _twice(stage: Stage) -> None:
    for index in (1, 2):
        peer = stage.begin()
        peer.send(tap(index))
        peer.close()
    stage.begin().send(tap(3))


@scenario("restart/ends-at-once", "the daemon ends each connection after the greeting, for a second")
def _ends_at_once(stage: Stage) -> None:
    end, count = time.monotonic() + 1, 0
    while time.monotonic() < end and count <= MAXIMUM_ATTEMPTS:
        peer = stage.accept()
        peer.greet()
        peer.close()
        count += 1
    if count > MAXIMUM_ATTEMPTS:
        raise Wrong(f"connected {count} times within {1 - max(end - time.monotonic(), 0):.2f} s, without a pause")
    stage.begin().send(tap(1))


@scenario("restart/late-daemon", "the command starts before the daemon")
def _late(stage: Stage) -> None:
    stage.run()
    stage.wait(0.4)
    stage.begin().send(tap(1))


@scenario("restart/unserved", "a socket exists that no daemon serves")
def _refused(stage: Stage) -> None:
    stage.listen()
    stage.refuse()
    stage.run()
    stage.wait(0.4)
    stage.remove()
    stage.begin().send(tap(1))


@scenario("restart/another-boot", "the next daemon has another clock, and other touchscreens")
def _boot(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1))
    peer.close()
    peer = stage.accept()
    peer.greet(devices=[lines.device(id=1, name="Other")], boot_id="other", monotonic_us=5)
    peer.await_requests()
    peer.send(swipe(1, device=1, time_us=10))


@scenario("stall/greeting", "hello comes after a second and a half")
def _stalled_greeting(stage: Stage) -> None:
    peer = stage.accept()
    time.sleep(1.5)
    peer.greet()
    peer.await_requests()
    peer.send(tap(1))


@scenario("stall/list", "the list of touchscreens ends after a second and a half")
def _stalled_list(stage: Stage) -> None:
    peer = stage.accept()
    peer.send(lines.HELLO, lines.device())
    stage.wait(1.5)
    peer.send({"type": "snapshot_end", "seq": 0, "devices": 1})
    peer.await_requests()
    peer.send(tap(1))


@scenario("stall/reply", "replies come after a second and a half")
def _stalled_reply(stage: Stage) -> None:
    peer = stage.accept()
    peer.greet()
    peer.answers = False
    peer.await_requests()
    stage.wait(1.5)
    peer.release()
    peer.send(tap(1))


@scenario("stall/gesture", "two seconds pass within a drag")
def _stalled_gesture(stage: Stage) -> None:
    began, *rest = drag(1)
    peer = stage.begin()
    peer.send(began)
    stage.wait(2)
    peer.send(*rest)


@scenario("bye/room", "the daemon has no room at first; a command may end with a message instead")
def _room(stage: Stage) -> None:
    stage.may_end = True
    peer = stage.accept()
    peer.send(lines.HELLO, lines.bye("too_many_clients"))
    peer.close()
    stage.begin().send(tap(1))


@scenario("bye/descriptors", "the daemon says why it disconnects, and accepts the next connection")
def _descriptors(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1), lines.bye("descriptors"))
    peer.close()
    stage.begin().send(tap(2))


@scenario("bye/later-reason", "a farewell for a reason that is not known")
def _later_bye(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(tap(1), {**lines.bye("migrating"), "to": "/run/other.sock"})
    peer.close()
    stage.begin().send(tap(2))


@scenario("bye/active", "a farewell during a gesture, without its end")
def _bye_active(stage: Stage) -> None:
    peer = stage.begin()
    peer.send(*drag(1, end=None), lines.bye("shutdown"))
    peer.settle()
    peer.close()
    stage.begin().send(tap(2))
