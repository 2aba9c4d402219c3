"""The reports to the daemon about the outputs of its panels."""

from daemon import DEVICE


def reports(stage):
    """The requests about outputs, without their ids."""
    return [{name: value for name, value in each.items() if name not in ("type", "id")}
            for each in stage.daemon.requests if each["type"] == "set_output"]


def report(transform="normal", number=5):
    """The report about an output of the tests."""
    return {"device": 3, "output": f"DSI-{number}", "transform": transform, "width_mm": 300, "height_mm": 180}


def start(stage, *words, **members):
    """Starts the program with a panel that the compositor maps."""
    stage.start(*words, device={**DEVICE, "mapped": True, **members})


def test_a_mapped_panel_has_the_only_output_and_turns_with_it(stage):
    start(stage)
    stage.wait(lambda: reports(stage) == [report()], "report")
    stage.compositor.turn_output(5, 5)
    stage.wait(lambda: reports(stage)[1:] == [report("flipped-90")], "turn")
    stage.daemon.line(type="device", seq=9, change="changed",
                      device={**DEVICE, "mapped": True, "output": "DSI-5", "transform": "flipped-90"})
    stage.pause(0.6)
    assert len(reports(stage)) == 2


def test_nothing_is_reported_about_a_panel_that_is_not_mapped(stage):
    stage.start()
    stage.compositor.turn_output(5, 1)
    stage.pause(0.5)
    assert reports(stage) == []


def test_the_report_is_withdrawn_if_two_outputs_fit(stage):
    start(stage)
    stage.wait(lambda: reports(stage), "report")
    stage.compositor.add_output(9, 1500, 900)
    stage.wait(lambda: reports(stage)[1:] == [{"device": 3}], "withdrawal")
    stage.program.terminate()
    assert ("more than one output fits Panel: gestured.yaml must name one of DSI-5 (ACME Panel), DSI-9 (ACME Panel)"
            in stage.ends()[1])


def test_the_configured_output_is_reported_if_two_fit(stage):
    start(stage, output="DSI-9")
    stage.compositor.add_output(9, 1500, 900)
    stage.wait(lambda: reports(stage) == [report(number=9)], "report")


def test_strips_of_a_panel_that_follows_are_not_turned_again(stage):
    start(stage, "--keep", "screen/left", output="DSI-5", transform="90")
    stage.compositor.turn_output(5, 1)
    stage.wait(lambda: stage.is_covered(10, 1400) and not stage.is_covered(880, 10), "strip")


def test_a_daemon_that_returns_receives_the_reports_again_and_a_refusal_is_logged(stage):
    start(stage)
    stage.wait(lambda: reports(stage), "report")
    stage.daemon.peer.close()
    stage.daemon.peer = None
    stage.wait(lambda: reports(stage) == [report()] * 2, "second report")
    stage.daemon.line(type="reply", id=9, ok=False, error={"code": "not_permitted", "message": "clients.outputs"})
    stage.pause(0.2)
    stage.program.terminate()
    assert "refused a request: clients.outputs" in stage.ends()[1]


def test_a_permission_that_a_reload_gives_is_used_when_the_daemon_is_next_idle(stage):
    stage.start(device={**DEVICE, "mapped": True}, waits=False)
    stage.daemon.permits_reports = False
    stage.wait(lambda: reports(stage), "report")
    stage.pause(2)
    refused = len(reports(stage))
    stage.daemon.permits_reports = True
    stage.pause(1)
    assert len(reports(stage)) == refused
    for _ in range(2):
        stage.daemon.idle()
        stage.pause(2.2)
    assert len(reports(stage)) == refused + 1


def test_an_output_that_another_session_reported_does_not_count_as_configured(stage):
    stage.start("--keep", "dock", device={**DEVICE, "mapped": True})
    stage.wait(lambda: stage.is_covered(750, 700), "strip")
    stage.daemon.line(type="device", seq=9, change="changed",
                      device={**DEVICE, "mapped": True, "output": "OTHER-1", "transform": "normal"})
    stage.pause(0.6)
    assert stage.is_covered(750, 700)
    stage.program.terminate()
    assert stage.ends()[1] == ""


def test_the_model_of_an_output_is_enough_if_no_other_has_it(stage):
    start(stage, output="ACME Panel")
    stage.wait(lambda: reports(stage) == [report()], "report")


def test_without_names_of_outputs_nothing_is_reported_and_a_warning_gives_the_reason(stage):
    stage.start(device={**DEVICE, "mapped": True}, versions={"wl_output": 3})
    stage.pause(0.5)
    assert reports(stage) == []
    stage.program.terminate()
    assert "the compositor names no output: Panel does not turn" in stage.ends()[1]
