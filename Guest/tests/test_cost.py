"""What the daemon asks of the kernel for a frame."""

import collections

import service
from client import expect
from scene import test
from tracing import tracing

FRAMES = 200
# On x86-64. No call with the clocks of real processors, which can be read without the kernel.
CLOCK_GETTIME = "228"
# Deadlines of the touch, and what a service sends to its manager, are no frame's.
OTHERS = 40


@test("a frame with a line for a client costs three system calls at most")
def calls(scene):
    client = scene.client()
    screen = scene.plug(client)
    with tracing(service.process(), "raw_syscalls/sys_enter") as traced:
        screen.drag(seconds=FRAMES / 100)
        client.quiet()
        numbers = collections.Counter(line.split("NR ")[1].split()[0] for line in traced.events())
    del numbers[CLOCK_GETTIME]
    count = numbers.total()
    changes = len(client.gestures(gesture="drag", phase="changed"))
    # A daemon that was held up takes several frames at once: fewer calls, and fewer lines.
    expect(changes > FRAMES // 10 and count > changes, f"{changes} lines, {count} calls")
    expect(count <= 3 * FRAMES + OTHERS, f"for {FRAMES} frames it calls {numbers}")
    screen.lift()
    client.expect_line("the end", gesture="drag", phase="ended")
