"""The system calls of the daemon for a frame."""

import collections

import service
from client import expect
from tracing import tracing

FRAMES = 200
# The number on x86-64. With the clock of a real processor it is not a system call.
CLOCK_GETTIME = "228"
# The maximum number of calls that belong to no frame: for deadlines of the touch, and messages to systemd.
OTHER_CALLS = 40


def test_a_frame_with_a_line_for_a_client_costs_three_system_calls_at_most(scene):
    client = scene.client()
    screen = scene.plug(client)
    with tracing(service.process(), "raw_syscalls/sys_enter") as traced:
        screen.drag(seconds=FRAMES / 100)
        client.quiet()
        numbers = collections.Counter(line.split("NR ")[1].split()[0] for line in traced.events())
    del numbers[CLOCK_GETTIME]
    count = numbers.total()
    changes = len(client.gestures(gesture="drag", phase="changed"))
    # A delayed daemon reads several frames at once: fewer calls, and fewer lines.
    expect(changes > FRAMES // 10 and count > changes, f"{changes} lines, {count} calls")
    expect(count <= 3 * FRAMES + OTHER_CALLS, f"for {FRAMES} frames it calls {numbers}")
    screen.lift()
    client.expect_line("the end", gesture="drag", phase="ended")
