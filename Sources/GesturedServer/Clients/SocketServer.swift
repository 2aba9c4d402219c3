import GestureWire
import Glibc
import Logging
import SystemPackage
import TouchCore

/// Serves gestures to the clients of one socket.
///
/// The owner waits on the poller, hands over what is ready, tells what happens and flushes. Time is
/// what the owner says it is, in microseconds of the monotonic clock.
final class SocketServer {
    /// What the poller calls the listening socket; clients are named by their serial numbers.
    static let listenerToken: UInt64 = 0
    /// The first client's serial number; tokens below belong to others.
    static let firstSerial: UInt64 = 16

    /// Has the listening socket and every client in its set.
    let poller: EpollPoller
    /// What clients may cost.
    private(set) var limits: ClientLimits
    /// Hears of clients that come, go and are refused.
    let logger: Logger
    /// The time of the turn that is being taken.
    var now: Int64
    /// In no order that means anything.
    var clients: OwnedTable<Client>
    /// Makes the lines for clients that lost some.
    var losses: LossLines
    /// Serves each client in turn.
    var batch = OutgoingBatch()
    /// A body on its way to every client.
    var body = LineBuffer(capacity: 8192)
    /// A client has taken its snapshot: a replay has somebody to play to.
    private(set) var hasAudience = false
    /// The devices that a new client is told of.
    private(set) var devices: [DeviceRecord] = []

    /// What `hello` says.
    let identity: ServerIdentity
    private var encoder: GestureLineEncoder
    /// `nil` once no more clients are taken.
    var listener: ListeningSocket?
    /// The number of the next client.
    var nextSerial = firstSerial
    /// No client is accepted before this time: the process has run out of descriptors.
    var acceptsAgain: Int64?
    /// What clients send ends here: requests are not read yet.
    let discarded = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    /// Takes connections from `listener` on.
    init(
        listener: consuming ListeningSocket, poller: EpollPoller,
        encoder: GestureLineEncoder, limits: ClientLimits, identity: ServerIdentity, logger: Logger,
        now: Int64
    ) throws(Errno) {
        try poller.add(listener.descriptor, .readable, token: Self.listenerToken)
        self.listener = consume listener
        self.poller = poller
        self.limits = limits
        self.identity = identity
        self.logger = logger
        self.now = now
        self.encoder = encoder
        clients = OwnedTable(capacity: limits.clients)
        losses = LossLines(encoder: encoder)
    }

    deinit {
        discarded.deallocate()
    }

    /// Serves at `address`, as ourselves and within the usual limits.
    ///
    /// - Throws: as `ListeningSocket` does.
    convenience init(
        at address: SocketAddress, poller: EpollPoller, configuration: DaemonConfiguration,
        logger: Logger
    ) throws(DaemonError) {
        let listener = try ListeningSocket(address)
        logger.notice("serving \(escapedText(listener.name))")
        do throws(Errno) {
            try self.init(
                listener: listener, poller: poller, encoder: GestureLineEncoder(configuration),
                limits: ClientLimits(configuration.socket),
                identity: ServerIdentity(environment: environmentVariable),
                logger: logger, now: SystemClock.monotonicUs)
        } catch {
            throw DaemonError(.software, "cannot set up the event loop", error)
        }
    }

    /// Writes what waits, and parts with clients that are done, gone, or take nothing.
    func flush() {
        resumeAccepting()
        clients.forEach { client in
            write(to: &client)
            if isTooSlow(client) {
                sendAway(&client)
            }
            follow(&client)
        }
        clients.remove { client in
            let isDone = client.isGone || (client.isEnding && client.hasTakenAll)
            if isDone {
                logger.debug("client \(client.serial) leaves (\(client.peer))")
                client.descriptor.shutGently(through: discarded)
            }
            return isDone
        }
    }

    /// When a client's patience, or the pause in accepting, is over.
    var nextWake: Int64? {
        let patience = limits.patienceUs
        let slowest = clients.least { $0.hasTakenAll ? nil : $0.lastTaken &+ patience }
        return SystemClock.earlier(slowest, acceptsAgain)
    }

    /// Whether everybody has taken everything.
    var isDrained: Bool { clients.isEmpty }

    /// Until when a fast replay waits for clients that read.
    var holdsReplayUntil: Int64? {
        let (mark, patience, now) = (limits.replayMark, limits.replayPatienceUs, now)
        return clients.least { client in
            let end = client.lastTaken &+ patience
            return client.queuedBytes > mark && now < end ? end : nil
        }
    }

    /// Says goodbye to everybody; what is told afterwards, nobody hears.
    func end(_ reason: ByeReason) {
        listener = nil
        acceptsAgain = nil
        body.removeAll()
        body.appendBye(reason)
        body.withUnsafeBytes { bytes in
            clients.forEach { $0.end(with: bytes, &losses, now: now) }
        }
    }

    private func write(to client: inout Client) {
        guard !client.isBlocked, !client.isGone, !client.hasTakenAll else { return }
        do throws(Errno) {
            try client.flush(through: &batch, now: now)
            hasAudience = hasAudience || client.hasTakenAll
        } catch {
            client.isGone = true
        }
    }

    private func isTooSlow(_ client: borrowing Client) -> Bool {
        !client.isGone && !client.hasTakenAll && now &- client.lastTaken >= limits.patienceUs
    }

    private func sendAway(_ client: inout Client) {
        logger.notice(
            "client \(client.serial) took nothing for \(limits.patienceUs / 1_000_000) s and is sent away (\(client.peer))"
        )
        body.removeAll()
        body.appendBye(.tooSlow)
        client.sendDirectly(body)
        client.isGone = true
    }

    /// Has the poller wait for what the client needs now.
    private func follow(_ client: inout Client) {
        let wanted = client.wantedInterest
        guard wanted != client.interest, !client.isGone else { return }
        client.interest = wanted
        do throws(Errno) {
            try poller.modify(client.descriptor, wanted, token: client.serial)
        } catch {
            client.isGone = true
        }
    }
}

// MARK: - Telling

extension SocketServer: GestureSink {
    static var wantsFrames: Bool { false }

    func begin(with devices: [DeviceRecord]) {
        self.devices = devices
        devices.forEach { losses.add(device: $0.id) }
    }

    func adopt(_ configuration: DaemonConfiguration) {
        // Who is connected keeps the queue that it has.
        limits = ClientLimits(configuration.socket)
        encoder = GestureLineEncoder(configuration)
        losses.adopt(encoder, keepingFrom: clients.least { $0.heard.oldestConfiguration })
    }

    func tell(_ change: DeviceChange, _ device: DeviceRecord) {
        devices.removeAll { $0.id == device.id }
        if change != .removed {
            devices.append(device)
            devices.sort { $0.id < $1.id }
            losses.add(device: device.id)
        }
        body.removeAll()
        body.appendDeviceBody(change: change, device)
        body.withUnsafeBytes { bytes in
            clients.forEach { $0.tell(.device, bytes, &losses, now: now) }
        }
    }

    func tell(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        losses.note(event)
        body.removeAll()
        encoder.appendBody(event, parts: parts, to: &body)
        body.withUnsafeBytes { bytes in
            clients.forEach { $0.tell(event, bytes, &losses, now: now) }
        }
    }
}
