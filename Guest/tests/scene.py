"""The surroundings of a test: the daemon, its clients, and the panels."""

import itertools

from client import Client
from service import SERVICE, SOCKET_UNIT, User, systemctl
from touchscreen import Touchscreen

KIOSK = User("kiosk", groups=["gestured-clients"])
OUTSIDER = User("outsider")

_numbers = itertools.count(1)


class Scene:
    """The clients and panels of one test. `finish` closes them and checks the promises of the protocol."""

    def __init__(self):
        # Also resets the count of starts: systemd allows five in ten seconds.
        systemctl("reset-failed", SERVICE, SOCKET_UNIT)
        systemctl("start", SOCKET_UNIT, SERVICE)
        self._clients, self._resources = [], []

    def client(self, user=KIOSK):
        """Connects a client of a user; returns it once it has received its snapshot."""
        client = Client(user)
        self._clients.append(client)
        return client.ready()

    def screen(self, name=None, **options):
        """Plugs in a panel, and does not wait for the daemon. Its name is unique unless it is given."""
        screen = Touchscreen(name or f"Guest Panel {next(_numbers)}", **options)
        self._resources.append(screen)
        return screen

    def keep(self, resource):
        """Closes a panel or a program of the test together with the others; returns it."""
        self._resources.append(resource)
        return resource

    @staticmethod
    def next_number():
        """A number that no other panel has."""
        return next(_numbers)

    def plug(self, client, **options):
        """Plugs in a panel; returns it with its id, once the client has its line."""
        screen = self.screen(**options)
        screen.id = self.expect_device(client, screen)["id"]
        return screen

    def expect_device(self, client, screen, change="added"):
        """Waits until a client has a line of this change of a panel; returns the device in the line."""
        checked = 0
        while True:
            line = client.expect_line(
                f"{screen.name} {change}", after=checked, type="device", change=change)
            if line["device"]["name"] == screen.name:
                return line["device"]
            checked = client.lines.index(line) + 1

    def finish(self):
        """Unplugs everything, waits until clients have received that, and checks the promises to them."""
        for resource in self._resources:
            resource.close()
        try:
            for client in self._clients:
                client.quiet(0.5)
                client.check_promises()
        finally:
            self.close()

    def close(self):
        """Closes everything that is open."""
        for each in self._resources + self._clients:
            each.close()
