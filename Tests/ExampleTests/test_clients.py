"""The clients of examples/clients: each prints the gestures that ended, and continues. Clients/Tests has more."""

import pytest

from fake_daemon import FakeDaemon, line
from scene import EXAMPLES, expect

CLIENTS = ("gestures.py", "gestures.js", "gestures.sh")


def printed(lines):
    """The output of a client for these lines."""
    ended = [each for each in lines if each["type"] == "gesture" and each["phase"] == "ended"]
    return "".join(
        f"{each['name']} {each.get('direction', each.get('count', ''))}\n" for each in ended)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_receives_every_gesture_and_continues_with_the_next_daemon(scene, client):
    """A client that waits for the daemon receives the demo, and again from the next daemon."""
    wanted = printed(scene.demo_lines())
    expect(wanted.count("\n") > 5, f"the demo has {wanted!r} only")
    program = scene.start(EXAMPLES / "clients" / client, scene.socket)
    # In real time: a replay at full speed may end before the client sends its request. The write of
    # the request then fails, and the client loses the lines before. No daemon on a kiosk ends that soon.
    for times in (1, 2):
        daemon = scene.serve("--realtime")
        expect(daemon.wait() == 0, f"gestured failed: {daemon.errors!r}")
        program.expect_output(wanted * times)


def test_the_shortest_client_prints_every_gesture_until_the_daemon_ends(scene):
    """The program of step 5 in docs/first-client.md."""
    daemon = scene.serve("--await-subscription")
    program = scene.start(EXAMPLES / "clients" / "first.py", GESTURED_SOCKET=scene.socket)
    expect(program.wait() == 0, f"it failed: {program.errors!r}")
    program.expect_output(printed(scene.demo_lines()))
    expect(daemon.wait() == 0, f"gestured failed: {daemon.errors!r}")


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_states_that_the_daemon_has_too_many_clients_and_ends(scene, client):
    """A daemon that has no room for it."""
    bye = line(type="bye", reason="too_many_clients")
    with FakeDaemon(scene.socket, lambda connection, _: connection.sendall(bye)):
        program = scene.start(EXAMPLES / "clients" / client, scene.socket)
        expect(program.wait() != 0, "it ended with 0")
        expect("too many clients" in program.errors, f"it printed {program.errors!r}")
