"""The connection to the broker: paho-mqtt's client in this program's own loop.

Both connections deliberately share one loop: if this program hangs, its pings stop, and the broker
publishes the last will. Each attempt makes a new client, so that renewed certificates and passwords
are read. Only features common to paho-mqtt 1.6 (Debian 12) and 2.1 (Debian 13) are used.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
import logging
import ssl
import threading
from typing import Any, NamedTuple, NoReturn

from gestured import Backoff
import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from .configuration import Broker, read_secret
from .repeats import Repeats

log = logging.getLogger("gestured-mqtt")

# Seconds in which CONNACK must follow an accepted connection.
CONNACK_TIMEOUT = 10
# Seconds for name lookup, TCP and TLS; then the attempt has failed.
CONNECT_TIMEOUT = 30
# The part of them for TLS.
HANDSHAKE_TIMEOUT = 10
# The maximum size of a packet that is read, in bytes. Messages of subscribed topics are a word or the description
# of a panel.
LONGEST_PACKET = 256 * 1024
# A connection of this many seconds resets the backoff. A shorter one does not: two kiosks with one client id end
# each other's connections, and would reconnect at a high rate.
LASTING_CONNECTION = 30
OFFLINE, ONLINE = b"offline", b"online"
# The codes with which a broker refuses MQTT 5: that of MQTT 5, and that of MQTT 3.1.1.
UNKNOWN_VERSION = (132, 1)
# The maximum number of unacknowledged messages if the broker states none (MQTT 5, 3.2.2.3.3).
RECEIVE_MAXIMUM = 65_535


class TimedSocket(ssl.SSLSocket):
    """Limits the time of a handshake. The limit of paho-mqtt is `keepalive`, up to half an hour."""

    def do_handshake(self, block: bool = False) -> None:
        """As in SSLSocket, within HANDSHAKE_TIMEOUT."""
        self.settimeout(HANDSHAKE_TIMEOUT)
        super().do_handshake(block)


class PacketTooLong(ValueError):
    """The broker announces a packet that is longer than any valid one."""


class BoundedClient(mqtt.Client):  # type: ignore[misc]  # paho-mqtt 1.6 has no types.
    """Limits the length of packets: paho-mqtt reads whole packets into memory, up to 256 MiB."""

    def _sock_recv(self, bufsize: int) -> Any:
        """Reads at most `bufsize` bytes; paho-mqtt requests all missing bytes of a packet at once."""
        if bufsize > LONGEST_PACKET:
            raise PacketTooLong(f"a packet of {bufsize} bytes")
        return super()._sock_recv(bufsize)


def make_client(settings: Broker, will_topic: str, version: Any = mqtt.MQTTv5) -> BoundedClient:
    """Makes a client with its last will; reads TLS files and secrets. Raises OSError, ssl.SSLError,
    ValueError."""
    arguments = {"client_id": settings.client_id, "protocol": version}
    if version != mqtt.MQTTv5:
        arguments["clean_session"] = True
    if hasattr(mqtt, "CallbackAPIVersion"):
        arguments["callback_api_version"] = mqtt.CallbackAPIVersion.VERSION2
    client = BoundedClient(**arguments)
    # Unlimited here: Pump and BrokerLink.publish limit the number in flight.
    client.max_inflight_messages_set(0)
    client.will_set(will_topic, OFFLINE, qos=1, retain=True)
    if settings.username:
        password = read_secret(settings.password_file) if settings.password_file else None
        client.username_pw_set(settings.username, password)
    if settings.tls:
        context = ssl.create_default_context(cafile=settings.tls.ca_file)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.sslsocket_class = TimedSocket
        if settings.tls.certificate_file:
            context.load_cert_chain(settings.tls.certificate_file, settings.tls.key_file)
        client.tls_set_context(context)
    return client


def connect(client: BoundedClient, settings: Broker, version: Any) -> None:
    """Connects and sends CONNECT. It asks a broker of MQTT 5 to withhold packets that are longer than this program
    reads, so that a long retained message does not end the connection."""
    limits = None
    if version == mqtt.MQTTv5:
        limits = Properties(PacketTypes.CONNECT)
        limits.MaximumPacketSize = LONGEST_PACKET
    client.connect(settings.host, settings.port, settings.keepalive, properties=limits)


def in_thread(function: Callable[[], Any]) -> asyncio.Future[Any]:
    """Calls a function that may block, such as a name lookup, on a thread; returns a future of its result. The
    program can end while the function blocks."""
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    # Reads the error even if no caller awaits the future any more: asyncio logs errors that are not read.
    future.add_done_callback(lambda done: done.cancelled() or done.exception())

    def settle(result: Any, error: Exception | None) -> None:
        if future.cancelled():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def work() -> None:
        outcome: tuple[Any, Exception | None]
        try:
            outcome = (function(), None)
        except Exception as error:  # The caller handles any error.
            outcome = (None, error)
        try:
            loop.call_soon_threadsafe(settle, *outcome)
        except RuntimeError:
            pass  # The loop has ended.

    threading.Thread(target=work, daemon=True).start()
    return future


class Topics(NamedTuple):
    """The topic of the last will, and the subscribed topics."""

    will: str
    subscriptions: tuple[str, ...]


class BrokerLink:
    """Connects, and reconnects. `events` has `connected()`, `disconnected()`, `acknowledged(message_id)` and
    `message_received(topic, payload, is_retained)`. Messages can be published while `is_connected`."""

    def __init__(self, settings: Broker, topics: Topics, events: Any, backoff: Backoff) -> None:
        self._settings = settings
        self._topics = topics
        self._events = events
        self._backoff = backoff
        self._client: BoundedClient | None = None
        # Each attempt makes both futures: the end of the connection, and the code and text of CONNACK.
        self._closed: asyncio.Future[None]
        self._connack: asyncio.Future[tuple[Any, str]]
        self._opening: asyncio.Future[Any] | None = None
        self._loop: asyncio.AbstractEventLoop
        self._unacknowledged: set[int] = set()
        self._receive_maximum = RECEIVE_MAXIMUM
        self._version = mqtt.MQTTv5
        self._repeats = Repeats()
        # Whether the next connection is logged: the loss of the last one was, or an attempt has failed since.
        self._logs_connection = True
        self.is_connected = False
        self.attempts = 0

    async def run(self) -> NoReturn:
        """Never returns; cancel it, after `stop`."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._backoff.next_wait())
            self.attempts += 1
            try:
                await self._connect()
            except (OSError, ValueError, asyncio.TimeoutError) as error:
                self._logs_connection = True
                self._warn(f"cannot connect to the broker {self._settings.host}:{self._settings.port}: "
                           f"{_reason(error)}")
                self._discard_client()
                continue
            began = self._loop.time()
            lasting = self._loop.call_later(LASTING_CONNECTION, self._has_lasted)
            await self._keep_alive()
            lasting.cancel()
            hint = "" if self._loop.time() - began >= LASTING_CONNECTION else \
                f" soon after it began (does another client use the id {self._settings.client_id}, or an ACL refuse?)"
            self._logs_connection = self._warn(f"the connection to the broker ended{hint}")

    def _has_lasted(self) -> None:
        """Called for a connection that lasts: the next failure is the first one again."""
        self._backoff.reset()
        self._repeats.reset()

    def _warn(self, text: str) -> bool:
        """Logs a failed attempt or a lost connection, at once and then once an hour; returns whether it did."""
        added = self._repeats.admit(text)
        if added is None:
            return False
        log.warning("%s%s; tried again within %.1f s, and logged again within an hour", text, added,
                    self._backoff.ceiling)
        return True

    async def _connect(self) -> None:
        """Makes one attempt. Raises OSError, ValueError or TimeoutError if it fails."""
        settings, self._closed, self._connack = self._settings, self._loop.create_future(), self._loop.create_future()
        client = await self._make_connected_client()
        self._attach(client)
        awaited: set[asyncio.Future[Any]] = {self._connack, self._closed}
        done, _ = await asyncio.wait(awaited, timeout=CONNACK_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)
        if self._connack not in done:
            self._change_version()
            raise ConnectionError("it closed the connection" if done else "it accepts connections, and does not answer")
        code, text = self._connack.result()
        if code in UNKNOWN_VERSION:
            self._change_version()
        if code:
            raise ConnectionError(f"it refuses: {text}")
        for topic in self._topics.subscriptions:
            client.subscribe(topic, 1)
        if self._logs_connection:
            log.info("connected to the broker %s:%d as %s", settings.host, settings.port, settings.client_id)
        self.is_connected = True
        self._events.connected()

    def _change_version(self) -> None:
        """Uses the other version of MQTT for the next attempt: brokers that do not know the version of a CONNECT may
        close the connection, or not answer."""
        self._version = mqtt.MQTTv311 if self._version == mqtt.MQTTv5 else mqtt.MQTTv5

    async def _make_connected_client(self) -> BoundedClient:
        """Makes a client that is connected, and whose CONNECT is being sent, on a thread. There is one thread at a
        time: if it hangs, later attempts wait for it. Raises as `make_client`, and TimeoutError."""
        if self._opening is not None:
            await asyncio.wait({self._opening}, timeout=CONNECT_TIMEOUT)
            if not self._opening.done():
                raise TimeoutError
        settings, version, is_awaited = self._settings, self._version, threading.Event()
        is_awaited.set()

        def check(*_: object) -> None:
            # A late CONNECT would end the connection of the next attempt, which has the same client id.
            if not is_awaited.is_set():
                raise TimeoutError

        def open_connection() -> BoundedClient:
            client = make_client(settings, self._topics.will, version)
            client.on_socket_open = check
            connect(client, settings, version)
            return client

        self._opening = in_thread(open_connection)
        try:
            client: BoundedClient = await asyncio.wait_for(asyncio.shield(self._opening), CONNECT_TIMEOUT)
            return client
        finally:
            is_awaited.clear()

    def _attach(self, client: BoundedClient) -> None:
        """Registers the socket of a client with the loop, and handles the client's events."""
        self._client = client
        client.on_connect = lambda _client, _data, _flags, code, properties=None: \
            self._connack_received(code, properties)
        client.on_disconnect = lambda *_: self._ended()
        client.on_publish = lambda _client, _data, message_id, *_: self._puback_received(message_id)
        client.on_message = lambda _client, _data, message: self._message_received(message)
        client.on_subscribe = lambda _client, _data, _id, codes, *_: self._suback_received(codes)
        client.on_socket_close = lambda _client, _data, socket: self._unwatch(socket)
        client.on_socket_register_write = lambda _client, _data, socket: self._loop.add_writer(
            socket, self._call, client.loop_write)
        client.on_socket_unregister_write = lambda _client, _data, socket: self._loop.remove_writer(socket)
        socket = client.socket()
        if socket is None:
            raise ConnectionError("it closed the connection")
        self._loop.add_reader(socket, self._call, self._read)
        if client.want_write():
            self._loop.add_writer(socket, self._call, client.loop_write)

    def _call(self, function: Callable[[], object]) -> None:
        """Calls a function of paho-mqtt's loop; an error ends the connection. paho-mqtt raises TLS errors of a broken
        connection, and errors of its parser, which would repeat at each call."""
        try:
            function()
        except PacketTooLong as error:
            log.warning("the broker sends %s, more than %d KiB: does it retain what another client left?", error,
                        LONGEST_PACKET // 1024)
            # With MQTT 5 the broker withholds such packets. It may know that version, and have closed an earlier
            # connection for another reason.
            self._version = mqtt.MQTTv5
            self._ended()
        except (OSError, ValueError) as error:
            log.debug("the connection to the broker broke: %s", error)
            self._ended()
        except Exception as error:
            log.warning("the broker sends invalid MQTT: %s: %s", type(error).__name__, error)
            self._ended()

    def _read(self) -> None:
        client = self._client
        if client is None:
            return
        client.loop_read()
        # TLS may have buffered more than the socket reports.
        while (socket := client.socket()) is not None and getattr(socket, "pending", lambda: 0)():
            client.loop_read()

    def _unwatch(self, socket: Any) -> None:
        self._loop.remove_reader(socket)
        self._loop.remove_writer(socket)

    def _connack_received(self, code: Any, properties: Any) -> None:
        if not self._connack.done():
            value = getattr(code, "value", code)
            self._receive_maximum = getattr(properties, "ReceiveMaximum", RECEIVE_MAXIMUM)
            text = "it does not know this version of MQTT" if value in UNKNOWN_VERSION else \
                mqtt.connack_string(code) if isinstance(code, int) else str(code)
            self._connack.set_result((value, text))

    def _suback_received(self, codes: Any) -> None:
        """Warns of refused subscriptions: codes from 128 are refusals (MQTT 3.1.1, 3.9.3)."""
        if any(getattr(code, "value", code) >= 128 for code in codes):
            log.warning("the broker does not let %s subscribe to one of: %s",
                        self._settings.username or "a client without a name", ", ".join(self._topics.subscriptions))

    def _message_received(self, message: Any) -> None:
        """Passes a message on. An error does not end the connection, since any client may have published the
        message."""
        try:
            self._events.message_received(message.topic, message.payload, message.retain)
        except Exception as error:
            log.error("cannot handle a message of the broker: %s: %s", type(error).__name__, error)

    def _ended(self) -> None:
        """Records the end of the connection, and stops reading, so that no message arrives before the client is
        discarded."""
        if not self._closed.done():
            self._closed.set_result(None)
        if self._client is not None and (socket := self._client.socket()) is not None:
            self._unwatch(socket)

    async def _keep_alive(self) -> None:
        """Serves until the connection has ended."""
        while not self._closed.done():
            await asyncio.wait({self._closed}, timeout=1)
            if self._client is not None:
                self._call(self._client.loop_misc)
        self._discard_client()
        self._events.disconnected()

    def _discard_client(self) -> None:
        client, self._client = self._client, None
        self.is_connected = False
        self._unacknowledged.clear()
        if client is None:
            return
        # Without callbacks, because the client closes its socket again when it is deallocated.
        client.on_disconnect = client.on_socket_close = None
        client.on_socket_register_write = client.on_socket_unregister_write = None
        if (socket := client.socket()) is not None:
            self._unwatch(socket)
            socket.close()

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> int | None:
        """Sends a message with QoS 1; returns its id, or None if there is no connection or the broker first has to
        acknowledge earlier messages."""
        if self._client is None or not self.is_connected or len(self._unacknowledged) >= self._receive_maximum:
            return None
        result = self._client.publish(topic, payload, qos=1, retain=retain)
        if result.rc != mqtt.MQTT_ERR_SUCCESS:
            return None
        message_id: int = result.mid
        self._unacknowledged.add(message_id)
        return message_id

    @property
    def unacknowledged(self) -> int:
        """The number of published messages that the broker has not acknowledged."""
        return len(self._unacknowledged)

    def _puback_received(self, message_id: int) -> None:
        self._unacknowledged.discard(message_id)
        self._events.acknowledged(message_id)

    def stop(self) -> None:
        """Sends DISCONNECT, so that the broker publishes no last will."""
        if self._client is not None:
            self._client.disconnect()
            self._call(self._client.loop_write)


def _reason(error: Exception) -> str:
    if isinstance(error, (asyncio.TimeoutError, TimeoutError)):
        return "it does not answer"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not accepted: {error.verify_message}"
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    name = getattr(error, "filename", None)
    return f"{name}: {text}" if name else text
