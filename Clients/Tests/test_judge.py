"""gestured-judge: it refuses faulty clients, and the clients of this repository pass it."""

import json
import os
from pathlib import Path
import subprocess
import sys

import pytest

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
    "connects once": "restart/killed"}
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


@pytest.mark.parametrize("printed, sentence", [
    (json.dumps({**tap(1), "x": 0.5}), "tap ended (id 1): x is 0.5, not 0.3222"),
    (json.dumps(swipe(2)), "expected tap ended (id 1), printed swipe ended (id 2)"),
    ('{"type":"gest', "printed a line that is no JSON")])
def test_the_judge_names_what_differs(printed, sentence):
    expected = Expectation()
    expected.add(tap(1))
    with pytest.raises(Wrong) as wrong:
        expected.check([json.dumps({"type": "hello"}), printed], is_text=False)
    expect(sentence in str(wrong.value), f"{wrong.value}")


def test_the_judge_names_a_command_that_it_cannot_start():
    status, printed = judge("--", "/no/such/program")
    expect(status == os.EX_NOINPUT and "cannot start /no/such/program" in printed, printed)


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


@pytest.mark.parametrize("client", ["gestures.py", "gestures.js", "gestures.sh"])
def test_the_judge_accepts_the_example(client):
    status, printed = judge("--text", "--", CLIENTS / client)
    expect(status == 0, "\n".join(row for row in printed.splitlines() if not row.startswith("pass")))
