"""The errors of a connection to gestured."""

from __future__ import annotations


class GesturedError(Exception):
    """Any error of this package. Its text can be shown to users unchanged."""

    # The `reason` of the `connection_lost` event, if the client retries.
    reason = "closed"


class DaemonAbsent(GesturedError):
    """No daemon serves the socket."""

    reason = "absent"


class NotPermitted(GesturedError):
    """This user may not connect to the socket."""

    reason = "not_permitted"


class NotAnswering(GesturedError):
    """The daemon accepts no connection, or has not answered in time."""

    reason = "not_answering"


class ProtocolError(GesturedError):
    """Received bytes are not a line of the protocol."""

    reason = "protocol_error"


class Refused(GesturedError):
    """The daemon refused a request."""

    reason = "refused"

    def __init__(self, code: str, message: str, member: str | None = None) -> None:
        super().__init__(f"{message} ({member})" if member else message)
        self.code = code
        self.member = member


class Disconnected(GesturedError):
    """The connection ended before the reply to a request."""


class TooMuchUnread(GesturedError):
    """The program reads no events while it waits for a reply, and too many have arrived."""
