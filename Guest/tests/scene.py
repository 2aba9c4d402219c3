"""The surroundings of a test: the daemon, its clients, and the panels."""

import itertools

from client import Client
from service import SERVICE, SOCKET_UNIT, User, systemctl
from touchscreen import Touchscreen

KIOSK = User("kiosk", groups=["gestured-clients"])
OUTSIDER = User("outsider")

_numbers = itertools.count(1)


class Scene:
    """The clients and panels of one test; all are closed after it, and promises checked."""

    def __init__(self):
        # Resets the count of earlier starts, too, of which systemd allows five in ten seconds.
        systemctl("reset-failed", SERVICE, SOCKET_UNIT)
        systemctl("start", SOCKET_UNIT, SERVICE)
        self._clients, self._screens = [], []

    def client(self, user=KIOSK):
        """A client that has received its snapshot."""
        client = Client(user)
        self._clients.append(client)
        return client.ready()

    def screen(self, name=None, **described):
        """A new panel that no client knows yet; its name is its own, unless given."""
        screen = Touchscreen(name or f"Guest Panel {next(_numbers)}", **described)
        self._screens.append(screen)
        return screen

    def keep(self, panel):
        """Keeps a panel made elsewhere, to be closed with the others."""
        self._screens.append(panel)
        return panel

    @staticmethod
    def next_number():
        """A number that no other panel has."""
        return next(_numbers)

    def plug(self, client, **described):
        """A new panel, once the client has its line."""
        screen = self.screen(**described)
        screen.id = self.expect_device(client, screen)["id"]
        return screen

    def expect_device(self, client, screen, change="added"):
        """The device that a client receives under the panel's name."""
        end = 0
        while True:
            line = client.expect_line(
                f"{screen.name} {change}", after=end, type="device", change=change)
            if line["device"]["name"] == screen.name:
                return line["device"]
            end = client.lines.index(line) + 1

    def finish(self):
        """Unplugs everything, lets the clients receive that, and checks the daemon's promises."""
        for screen in self._screens:
            screen.close()
        try:
            for client in self._clients:
                client.quiet(0.5)
                client.check_promises()
        finally:
            self.put_away()

    def put_away(self):
        """Closes everything that is open, after a failure, too."""
        for each in self._screens + self._clients:
            each.close()
