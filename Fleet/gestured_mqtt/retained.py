"""State at the broker: of each topic the last message, published where it differs from what is there."""


class Retained:
    """Topic to payload. A new connection gets all of it: the broker may have lost what it retained."""

    def __init__(self, publish):
        """`publish(topic, payload)` gives whether it was sent."""
        self._publish = publish
        self._payloads = {}
        self._pending = {}

    @property
    def payloads(self):
        """What is, or is to be, at the broker."""
        return self._payloads

    def set(self, topic, payload):
        """Publishes a payload (bytes) where the topic has another one."""
        if self._payloads.get(topic) == payload:
            return
        self._payloads[topic] = payload
        self._pending[topic] = True
        self.flush()

    def publish_again(self, topic):
        """Publishes what the topic has, though the broker was sent it before."""
        if topic in self._payloads:
            self._pending[topic] = True
            self.flush()

    def clear(self, topic):
        """Removes what the topic has, from the broker as well."""
        self.set(topic, b"")

    def forget(self, topic):
        """Publishes a topic no longer: somebody else has removed what it had."""
        self._payloads.pop(topic, None)
        self._pending.pop(topic, None)

    def connection_made(self):
        """Publishes everything, in the order in which topics were first set."""
        self._pending = dict.fromkeys(self._payloads, True)
        self.flush()

    def flush(self):
        """Publishes what was not."""
        for topic in list(self._pending):
            if not self._publish(topic, self._payloads[topic]):
                return
            del self._pending[topic]
            if not self._payloads[topic]:
                del self._payloads[topic]
