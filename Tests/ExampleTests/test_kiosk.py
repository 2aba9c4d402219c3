"""The program of examples/Panels whose touches come from the daemon."""

from scene import EXAMPLES, expect, wait_for

KIOSK = EXAMPLES / "Panels/.build/release/Kiosk"


def test_views_receive_their_touches_from_the_daemon_and_from_the_next_one(scene):
    """The demo, twice: each daemon has a panel, on which fingers tap and drag the card, and which is removed
    with it."""
    configuration = scene.folder / "gestured.yaml"
    configuration.write_text("privacy: { contacts: true }\n")
    program = scene.start(KIOSK, GESTURED_SOCKET=scene.socket)
    for times in (1, 2):
        daemon = scene.serve("--await-subscription", "--config", configuration)
        expect(daemon.wait() == 0, f"gestured failed: {daemon.errors!r}")
        wait_for(lambda times=times: program.output.count(" went\n") == times,
                 lambda: f"the panel did not go: {program.output!r} {program.errors!r}")
        lines = program.output.splitlines()
        arrivals = [line for line in lines if " is there: 1000, " in line]
        expect(len(arrivals) == times, f"{len(arrivals)} panels in {lines}")
        present = lines[len(lines) - lines[::-1].index(arrivals[-1]):]
        expect(any(" tap at " in line for line in present), f"no tap in {lines}")
        # The first finger of the pinch drags the card, then that of the rotation, from where the card is.
        places = [line.split(" card at ")[1] for line in present if " card at " in line]
        expect(places == ["494, 164", "480, 306"], f"the card was at {places} in {lines}")


def test_a_daemon_that_sends_no_contacts_ends_the_program(scene):
    """Without `privacy.contacts` the daemon refuses, and the program states why."""
    program = scene.start(KIOSK, GESTURED_SOCKET=scene.socket)
    scene.serve("--await-subscription")
    expect(program.wait() != 0, "it ended with 0")
    expect("set privacy: { contacts: true }" in program.errors, f"it printed {program.errors!r}")
