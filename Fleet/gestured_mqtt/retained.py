"""State at the broker: a retained message for each topic, which is published if it changes."""

from __future__ import annotations

from collections.abc import Callable


class Retained:
    """The payload of each topic. All are published on a new connection: the broker may have lost retained messages."""

    def __init__(self, publish: Callable[[str, bytes], bool]) -> None:
        """`publish(topic, payload)` returns whether it was sent."""
        self._publish = publish
        self._payloads: dict[str, bytes] = {}
        self._pending: dict[str, bool] = {}

    @property
    def payloads(self) -> dict[str, bytes]:
        """The payloads that the broker has, or must receive."""
        return self._payloads

    def set(self, topic: str, payload: bytes) -> None:
        """Publishes a payload if it differs from the topic's present one."""
        if self._payloads.get(topic) == payload:
            return
        self._payloads[topic] = payload
        self._pending[topic] = True
        self.flush()

    def publish_again(self, topic: str) -> None:
        """Publishes the topic's payload again."""
        if topic in self._payloads:
            self._pending[topic] = True
            self.flush()

    def clear(self, topic: str) -> None:
        """Removes the topic's payload, from the broker as well."""
        self.set(topic, b"")

    def forget(self, topic: str) -> None:
        """Stops publishing a topic whose payload another client has removed."""
        self._payloads.pop(topic, None)
        self._pending.pop(topic, None)

    def connection_made(self) -> None:
        """Publishes everything, in the order in which topics were first set."""
        self._pending = dict.fromkeys(self._payloads, True)
        self.flush()

    def flush(self) -> None:
        """Publishes pending payloads until one cannot be sent."""
        for topic in list(self._pending):
            if not self._publish(topic, self._payloads[topic]):
                return
            del self._pending[topic]
            if not self._payloads[topic]:
                del self._payloads[topic]
