"""The daemon with a udev that misses events, or repeats them."""

import time

import service
from client import expect
from service import configuration

UDEVD = ["systemd-udevd-kernel.socket", "systemd-udevd-control.socket", "systemd-udevd.service"]


class udevd_stopped:
    """Stops udevd for the length of a block, in which it reports no events."""

    def __enter__(self):
        # And its sockets, which would start it again.
        service.systemctl("stop", *UDEVD)

    def __exit__(self, *_):
        service.systemctl("start", *UDEVD)


def test_a_panel_whose_removal_udev_missed_does_not_hide_the_next_on_its_node(scene):
    client = scene.client()
    old = scene.plug(client)
    with udevd_stopped():
        old.close()
        scene.expect_device(client, old, change="removed")
        # udevd missed the removal and keeps its record of the node, whose number the next node gets.
        new = scene.screen()
        expect(new.node == old.node, f"the new node is {new.node}, not {old.node}")
    mark = len(client.lines)
    service.run("udevadm", "trigger", "-c", "add", f"--name-match={new.node}")
    scene.expect_device(client, new)
    new.tap()
    client.expect_line("tap", after=mark, gesture="tap", phase="ended")


def test_the_right_to_open_a_node_may_come_with_a_second_add_as_at_boot(scene):
    client = scene.client()
    began = time.time_ns() // 1000
    rule = 'KERNEL=="event*", ATTRS{name}=="Guest Panel *", GROUP="root", MODE="0600"'
    with service.udev_rule(rule):
        screen = scene.screen()
        service.wait_until(lambda: "is left out" in service.journal(began), "the last try", 30)
    mark = len(client.lines)
    service.run("udevadm", "trigger", "-c", "add", f"--name-match={screen.node}")
    scene.expect_device(client, screen)
    screen.tap()
    client.expect_line("tap", after=mark, gesture="tap", phase="ended")
    # A third `add`, for a panel that is open, changes nothing.
    mark = len(client.lines)
    service.run("udevadm", "trigger", "-c", "add", f"--name-match={screen.node}", "--settle")
    screen.tap()
    client.expect_line("tap again", after=mark, gesture="tap", phase="ended")
    expect(not [line for line in client.lines[mark:] if line["type"] == "device"],
           "a panel that is open is added again")


def test_without_udevd_a_rule_finds_the_panel_that_it_names(scene):
    client = scene.client()
    with udevd_stopped():
        screen = scene.screen()
        service.run("chgrp", "input", screen.node)
        service.run("chmod", "640", screen.node)
        rule = f'devices:\n  - match: {{ name: "{screen.name}" }}\n    as: touchscreen\n'
        with configuration(rule):
            scene.expect_device(client, screen)
            screen.tap()
            client.expect_line("tap", gesture="tap", phase="ended")
        screen.close()
        scene.expect_device(client, screen, change="removed")
