"""The clients of examples/clients: each prints the gestures that ended, and continues."""

import pytest

from fake_daemon import FakeDaemon, gesture, line
from scene import EXAMPLES, expect

CLIENTS = ("gestures.py", "gestures.js", "gestures.sh")


def printed(lines):
    """The output of a client for these lines."""
    ended = [each for each in lines if each["type"] == "gesture" and each["phase"] == "ended"]
    return "".join(
        f"{each['name']} {each.get('direction', each.get('count', ''))}\n" for each in ended)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_gets_every_gesture_and_goes_on_with_the_next_daemon(scene, client):
    """A client that waits for the daemon receives the demo, and again from the next daemon."""
    wanted = printed(scene.demo_lines())
    expect(wanted.count("\n") > 5, f"the demo has {wanted!r} only")
    program = scene.start(EXAMPLES / "clients" / client, scene.socket)
    # At its own pace: a replay at full speed has ended when the request arrives, whose write then
    # fails, and the lines sent before are lost. No daemon on a kiosk ends that soon.
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


def pieces(connection, number):
    """Sends difficult lines, a byte at a time; the second connection has one line more."""
    if number == 0:
        # A client that splits lines at Unicode's other line ends fails, too.
        hostile = '\u2028"}\\n{"type":"gesture","phase":"ended","name":"no \U0001f590'
        text = b"".join([
            line(type="hello", protocol=1, later=[1, {"phase": "ended"}]),
            line(type="device", seq=1, change="present", device={"id": 1, "name": hostile}),
            line(type="horoscope", seq=2, phase="ended", name="no"),
            gesture("began"), gesture("changed", later={"direction": "no"}),
            gesture("ended", direction="left", later="ü"),
            gesture("ended", name="cut", direction="right")[:-9]])
    elif number == 1:
        text = gesture("ended", gesture="tap", name="knock", count=2)
    else:
        text = b""
    asked = connection.recv(4096)
    expect(asked == b'{"type":"subscribe","phases":["ended"]}\n', f"it asks for {asked!r}")
    for index in range(len(text)):
        connection.sendall(text[index:index + 1])
    while number > 1 and connection.recv(4096):
        pass


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_bears_pieces_of_lines_and_what_it_does_not_know(scene, client):
    """Pieces, unknown members, and half a line at the end."""
    with FakeDaemon(scene.socket, pieces):
        program = scene.start(EXAMPLES / "clients" / client, GESTURED_SOCKET=scene.socket)
        program.expect_output("swipe left\nknock 2\n")


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_states_that_the_daemon_has_too_many_clients_and_ends(scene, client):
    """A daemon that has no room for it."""
    bye = line(type="bye", reason="too_many_clients")
    with FakeDaemon(scene.socket, lambda connection, _: connection.sendall(bye)):
        program = scene.start(EXAMPLES / "clients" / client, scene.socket)
        expect(program.wait() != 0, "it ended with 0")
        expect("too many clients" in program.errors, f"it printed {program.errors!r}")
