"""gestured-judge: it refuses faulty clients, and the clients of this repository pass it."""

import json
import os
from pathlib import Path
import signal
import subprocess
import sys
import time

import pytest

from gestured.judge import requests
from gestured.judge.lines import swipe, tap
from gestured.judge.verdict import Expectation, Wrong
import scene as stage
from scene import ROOT, expect

HERE = Path(__file__).parent
CLIENTS = ROOT / "examples/clients"
WEB = os.environ.get("GESTURED_WEB", str(ROOT / "Web/.build/release/gestured-web"))
# Each fault, and a scenario that finds it.
FAULTS = {
    "a read is a line": "cut/seven-bytes", "divides at each line end of Unicode": "values/device-names",
    "decodes each read": "cut/character-of-a-gesture", "reads a line without its end": "restart/half-a-line",
    "drops changes": "values/interleaved", "knows the order of members": "values/order",
    "expects positions": "values/private", "knows all types": "later/type", "knows all members": "later/member",
    "ends at bye": "bye/later-reason", "ends at overflow": "overflow/between", "ignores the type": "later/type",
    "is impatient": "stall/gesture", "leaves gestures active": "restart/active",
    "expects a daemon that serves its socket": "restart/unserved", "expects a socket": "restart/late-daemon",
    "connects once": "restart/killed", "sends no JSON": "cut/number", "sends an array": "cut/number",
    "asks for the unknown": "cut/number", "subscribes to the unknown": "cut/number", "reads nothing": "cut/burst",
    "ends a gesture twice": "cut/number", "pauses never": "restart/ends-at-once", "ignores SIGTERM": "cut/number",
    "dies of a bye": "bye/room"}
JSON_CLIENTS = {
    "GestureClient, by gesturectl": [f"{stage.PROGRAMS}/gesturectl", "watch", "--json", "--wait", "--reconnect"],
    "GestureClient's values": [HERE / "typed.py", f"{stage.PROGRAMS}/gesturectl"],
    "Client": [HERE / "blocking.py"], "AsyncClient": [HERE / "asynchronous.py"],
    "gestured-web": [HERE / "through_web.py", WEB],
    "gestures.js": [HERE / "through_web.py", WEB, ROOT / "Web/Pages/gestures.js"],
    "gestured-mqtt": [HERE / "through_mqtt.py"]}


def judge(*words):
    """Runs the judge; returns its status and what it printed."""
    run = subprocess.run([sys.executable, "-m", "gestured.judge", *map(str, words)], capture_output=True, text=True,
                         check=False, timeout=100)
    return run.returncode, run.stdout + run.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_the_judge_refuses_a_client_that(fault):
    status, printed = judge("--patience", "2", "--only", FAULTS[fault], "--", HERE / "faulty.py", fault)
    expect(status == 1 and "FAIL" in printed, printed)
    expect("0 of 1 scenarios passed" in printed, printed)


def test_the_judge_accepts_a_client_without_a_fault_and_prints_a_row_for_each_scenario():
    status, printed = judge("--", HERE / "faulty.py", "")
    rows = [row for row in printed.splitlines() if row.startswith("pass  ")]
    expect(status == 0 and len(rows) >= 60, printed)
    expect(f"{len(rows)} of {len(rows)} scenarios passed" in printed, printed)
    expect(f"It has {len(rows)} scenarios" in (ROOT / "docs/judge.md").read_text(), "the page has another number")


def test_the_judge_answers_a_second_connection():
    status, printed = judge("--only", "values/*", "--", HERE / "faulty.py", "asks on another connection")
    expect(status == 0, printed)


@pytest.mark.parametrize("printed, sentence", [
    (json.dumps({**tap(1), "x": 0.5}), "tap ended (id 1): x is 0.5, not 0.3222"),
    (json.dumps(swipe(2)), "expected tap ended (id 1), printed swipe ended (id 2)"),
    ('{"type":"gest', "printed a line that is not JSON")])
def test_the_judge_names_what_differs(printed, sentence):
    expected = Expectation()
    expected.add(tap(1))
    with pytest.raises(Wrong) as wrong:
        expected.check([json.dumps({"type": "hello"}), printed], is_text=False)
    expect(sentence in str(wrong.value), f"{wrong.value}")


def test_the_judge_names_a_command_that_it_cannot_start():
    status, printed = judge("--", "/no/such/program")
    expect(status == os.EX_NOINPUT and "cannot start /no/such/program" in printed, printed)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_interrupted_ends_its_commands(number):
    mark = f"marked {os.getpid()}"
    command = [sys.executable, "-m", "gestured.judge", "--", HERE / "faulty.py", "reads nothing", mark]
    # A shell may have started the tests with SIGINT ignored.
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=lambda:
                          signal.signal(signal.SIGINT, signal.default_int_handler)) as run:
        time.sleep(1)
        for _ in range(2):
            run.send_signal(number)
            time.sleep(0.05)
        printed = run.communicate(timeout=30)[0].decode()
    expect(run.returncode == 128 + number and "Traceback" not in printed, f"{run.returncode}: {printed}")
    left = [each for each in Path("/proc").glob("[0-9]*/cmdline") if mark in words(each)]
    expect(not left, f"{left}")


def words(path):
    """The command line of a process; empty if it has ended."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


@pytest.mark.parametrize("text, code, member", [
    ('{"type":"subscribe","id":1,"phases":["ended"],"fingers":[1,2],"devices":[3,"ELAN*"],"max_rate_hz":30}', "", ""),
    ('{"type":"add_zone","name":"a","rect":{"x":0,"right":0},"gestures":[{"tap":{}}]}', "", ""),
    ('{"type":"ping","id":"a"}', "", ""), ("{", "bad_json", ""), ("7", "bad_json", ""),
    ('{"type":"subscribe","gesture":"tap"}', "unknown_member", "gesture"),
    ('{"type":"subscribe","phases":"ended"}', "invalid_value", "phases"),
    ('{"type":"subscribe","phases":["over"]}', "invalid_value", "phases[0]"),
    ('{"type":"subscribe","max_rate_hz":-5}', "invalid_value", "max_rate_hz"),
    ('{"type":"subscribe","fingers":[1.5,2]}', "invalid_value", "fingers[0]"),
    ('{"type":"add_zone","name":"a","gestures":[]}', "invalid_value", "rect"),
    ('{"type":"move_zone","name":"a","rect":{"left":1}}', "unknown_member", "rect.left"),
    ('{"type":"ping","id":true}', "invalid_value", "id"), ('{"type":"teleport"}', "unknown_type", "teleport")])
def test_the_judge_refuses_the_requests_that_the_daemon_refuses(text, code, member):
    try:
        requests.read(text.encode())
        found = ("", "")
    except requests.Fault as fault:
        found = (fault.code, fault.member)
    expect(found == (code, member), f"{found}")


@pytest.fixture(name="node", scope="module")
def websocket_of_node():
    """Sets the option with which Node has WebSocket, if it needs one."""
    kind = subprocess.run(["node", "-p", "typeof WebSocket"], capture_output=True, text=True, check=True).stdout
    with pytest.MonkeyPatch.context() as patch:
        if kind.strip() == "undefined":
            patch.setenv("NODE_OPTIONS", "--experimental-websocket")
        yield


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize("client", JSON_CLIENTS)
def test_the_judge_accepts(client):
    status, printed = judge("--", *JSON_CLIENTS[client])
    expect(status == 0, "\n".join(row for row in printed.splitlines() if not row.startswith("pass")))


@pytest.mark.usefixtures("node")
def test_on_an_element_gestures_js_fails_only_for_gestures_without_a_position_or_of_a_further_zone():
    status, printed = judge("--", *JSON_CLIENTS["gestures.js"], "on")
    failed = [row.split()[1] for row in printed.splitlines() if row.startswith("FAIL")]
    # An element receives gestures by their position, and those of a further zone of the configuration only by name.
    expect((status, failed) == (1, ["values/private", "values/kinds"]), "\n".join(
        row for row in printed.splitlines() if not row.startswith("pass")))


@pytest.mark.parametrize("client", ["gestures.py", "gestures.js", "gestures.sh"])
def test_the_judge_accepts_the_example(client):
    status, printed = judge("--text", "--", CLIENTS / client)
    expect(status == 0, "\n".join(row for row in printed.splitlines() if not row.startswith("pass")))
