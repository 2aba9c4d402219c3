import GestureSettings
import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore

/// One connection: its queue, its open gestures, and how fast it reads.
struct Client: ~Copyable {
    /// Identifies the connection in the poller and in the log; never reused.
    let serial: UInt64
    /// The connection; closed with this value.
    var descriptor: Descriptor
    /// The process that connected.
    var peer: Peer
    /// The budget of its requests, in addition to that of its user; `nil` unless `max_clients_of`
    /// names the user.
    var ownBudget: RequestBudget?

    /// The socket is full: nothing is written until it is writable, or until `writeRetry`.
    var isBlocked = false
    /// The client may still send; false once it has shut down its write side.
    var isReading = true
    /// No further line is queued; the connection is closed once its queue is empty.
    var isEnding = false
    /// The connection failed or is finished: the server removes it.
    var isGone = false
    /// Whether it has sent a request and waits for its turn, because its user's requests cost too
    /// much.
    var isWaiting = false
    /// The readiness that the poller waits for.
    var interest: Readiness = .readable
    /// When to write again, in microseconds, if the kernel had no memory for the last write.
    var writeRetry: Int64?
    /// When bytes were last written, or a line was queued while none waited: microseconds of the
    /// monotonic clock.
    var lastProgress: Int64
    /// When the client was last seen to read from its socket, in microseconds.
    private var lastRead: Int64
    /// The unread bytes of its socket at the last query.
    private var unreadBytes: Int32 = 0

    /// Input that has not been answered yet.
    var input = RequestInput()
    /// Until when other connections of its user have precedence (`RequestBudget`), in microseconds.
    var throttledUntil: Int64
    /// The filter of the lines that it receives.
    var activeSubscription: ActiveSubscription
    /// Whether it has requested a subscription, which replaced the default one.
    var hasSubscribed = false
    /// `changed` lines that are held back.
    var held: LineQueue
    /// The number of held lines.
    var heldCount = 0

    /// The newest timestamps of lines that belong to no gesture.
    private var stamps = DeviceTimestamps()

    /// Lines that wait to be written.
    var queue: LineQueue
    /// The gestures whose ends the client has not received.
    var openGestures: OpenGestures
    /// `ClientLimits.softLimit`, in bytes.
    let softLimit: Int
    /// Dropped lines that no `overflow` has reported.
    var unreportedDrops: UInt64 = 0

    /// Takes ownership of a connection, and of the memory that was allocated for it.
    init(
        serial: UInt64, descriptor: consuming Descriptor, peer: Peer, ownBudget: RequestBudget?,
        memory: consuming ClientMemory, softLimit: Int, activeSubscription: ActiveSubscription,
        now: Int64
    ) {
        self.serial = serial
        self.descriptor = descriptor
        self.peer = peer
        self.ownBudget = ownBudget
        self.activeSubscription = activeSubscription
        self.softLimit = softLimit
        lastProgress = now
        lastRead = now
        throttledUntil = now
        queue = memory.queue
        held = memory.held
        openGestures = memory.openGestures
    }

    /// Whether it waits for the budget of its user only.
    func isNext(at now: Int64) -> Bool { isWaiting && ownBudget?.opensAt ?? .min <= now }

    /// Bytes that wait to be written.
    var queuedBytes: Int { queue.byteCount }

    /// Whether everything has been written.
    var hasWrittenAll: Bool { queue.isEmpty }

    /// Whether to remove it: it failed, or it has received its last line.
    var isOver: Bool { isGone || isEnding && hasWrittenAll }

    /// Whether no work is due for it until it sends something or a line is queued.
    ///
    /// With this check an idle client costs 54 instructions a turn instead of 121.
    var isIdle: Bool {
        hasWrittenAll && heldCount == 0 && writeRetry == nil && input.isEmpty && isReading
            && !isWaiting && !isEnding && !isGone && interest == .readable
    }

    /// Whether further queued lines would cause others to be dropped.
    var isAboveSoftLimit: Bool { queue.byteCount > softLimit || queue.isHalfFull }

    /// Whether its requests wait, so that replies do not fill the queue of a client that does not
    /// read.
    var isBackpressured: Bool { isAboveSoftLimit || isEnding }

    /// Whether the queue should be written now, rather than at the end of the turn.
    var shouldFlush: Bool { (isAboveSoftLimit || !openGestures.hasRoom) && !isBlocked }

    /// The readiness that the poller has to wait for now.
    ///
    /// While the kernel lacks memory (`writeRetry`), its socket may be writable all the time: it is
    /// not polled for that.
    var wantedInterest: Readiness {
        let isFull = isBlocked && writeRetry == nil
        return (isReading && !isBackpressured && !isWaiting ? Readiness.readable : [])
            .union(isFull ? .writable : [])
    }

    /// The minimum timestamp that a line of the device may still have.
    func earliestTimestamp(of device: Int) -> Timestamp {
        Timestamp(microseconds: stamps[device])
    }

    /// Records the timestamp `us` of a line of the device that belongs to no gesture.
    mutating func recordTimestamp(_ us: Int64, of device: Int) {
        stamps.record(us, of: device)
    }

    /// The number of devices with timestamps.
    var stampCount: Int { stamps.count }

    /// Sets the present devices.
    mutating func update(devices: [DeviceRecord]) {
        activeSubscription.selectDevices(among: devices)
        // The client may not have received the ends of gestures on removed devices yet.
        stamps.update(to: devices.map(\.id)) { openGestures.hasGesture(of: $0) }
    }

    /// Applies another subscription to gestures that begin from now on.
    mutating func activate(_ activeSubscription: ActiveSubscription) {
        self.activeSubscription = activeSubscription
    }
}

extension Client {
    /// Once a write has this number of bytes, no further line is added to it.
    ///
    /// The kernel frees the room of a write only once all of it has been read: a client that reads
    /// this much within its timeout is not disconnected.
    private static let writeBytes = 16 * 1024

    /// Writes queued lines until none are left or the socket is full.
    ///
    /// - Parameter dropped: increased by the number of dropped lines that written `overflow` lines
    ///   report.
    mutating func flush(now: Int64, dropped: inout UInt64) throws(Errno) {
        while !queue.isEmpty, !isBlocked {
            let bytes = queue.unwritten(limit: Self.writeBytes)
            guard let written = try descriptor.send(bytes) else {
                isBlocked = true
                return
            }
            lastProgress = now
            isBlocked = written < bytes.count
            queue.removeWritten(written) { entry in
                openGestures.recordWritten(entry.kind, id: entry.id)
                if entry.kind == .overflow { dropped &+= entry.id }
            }
        }
    }
}

extension Client {
    /// Until when a fast replay waits for the client; `nil` if it does not wait.
    ///
    /// The poller reports a socket as writable only once the client has read most of it. Decreasing
    /// unread bytes show earlier that the client reads.
    mutating func holdsReplay(_ limits: ClientLimits, now: Int64) -> Int64? {
        guard queue.byteCount > limits.replayLimit else { return nil }
        if isBlocked, let unread = descriptor.unreadBytes {
            if unread < unreadBytes { lastRead = now }
            unreadBytes = unread
        }
        let end = max(lastProgress, lastRead) &+ limits.replayTimeoutUs
        return now < end ? end : nil
    }
}

/// The limits on the resources of clients.
public struct ClientLimits: Sendable {
    /// The maximum number of clients.
    public var clients = 64
    /// The maximum number of clients of one user.
    public var clientsPerUser = 16
    /// The maximum numbers of clients of certain users, which do not count towards `clients`.
    public var clientsOfUsers: [UInt32: Int] = [:]
    /// The numbers of the configured users, by their names.
    private(set) var userNumbers: [String: UInt32] = [:]
    /// The name whose maximum applies to a user.
    private var firstNames: [UInt32: String] = [:]
    /// Problems of the configured users, for the log.
    private(set) var userWarnings: [String] = []
    /// Memory of one client's queue, with everything that belongs to it.
    public var queueBytes = 256 * 1024
    /// Above this number of queued bytes, a newer `changed` replaces the queued ones of its id.
    public var softLimit = 32 * 1024
    /// A fast replay waits while a client that reads has more than this queued.
    public var replayLimit = 16 * 1024
    /// A client that has read nothing for this time no longer delays a fast replay, in
    /// microseconds.
    public var replayTimeoutUs: Int64 = 2_000_000
    /// A client that receives nothing for this time is disconnected, in microseconds.
    public var timeoutUs: Int64 = 5_000_000
    /// The maximum number of bytes of a request, including its line feed.
    public var requestBytes = 4096
    /// The maximum number of requests of one client in a second.
    public var requestsPerSecond = 50
    /// A client that does not end a request within this time is disconnected, in microseconds.
    public var requestTimeoutUs: Int64 = 10_000_000

    /// The default limits.
    public init() {}

    /// The configured limits; soft limit and replay limit keep their share of the queue.
    ///
    /// - Parameters:
    ///   - old: the previous limits; their numbers apply to users that cannot be looked up now.
    ///   - find: looks a user up.
    init(
        _ settings: SocketSettings, replacing old: ClientLimits? = nil,
        find: (String) -> AccountNumber = AccountNumber.ofUser
    ) {
        clients = settings.maxClients
        clientsPerUser = settings.maxClientsPerUID
        for entry in settings.maxClientsOf {
            add(entry, find(entry.user), known: old?.userNumbers[entry.user])
        }
        queueBytes = settings.queueKiB * 1024
        softLimit = queueBytes / 8
        replayLimit = queueBytes / 16
        requestBytes = settings.maxRequestBytes
        requestsPerSecond = settings.maxRequestsPerSecond
    }
}

extension ClientLimits {
    /// How many connections of a user are accepted in a second: proportional to the number of
    /// clients that the user may have.
    func pace(of uid: UInt32) -> Int64 {
        let maximum = max(clientsOfUsers[uid] ?? 0, AcceptBudget.pacedClients)
        return AcceptBudget.perSecond * Int64(maximum) / Int64(AcceptBudget.pacedClients)
    }

    /// Logs the problems of the configured users.
    func warnOfUsers(_ logger: Logger) {
        for warning in userWarnings { logger.warning("max_clients_of: \(warning)") }
    }

    /// Adds the maximum of a user.
    ///
    /// - Parameter known: the last known number of the name.
    private mutating func add(_ entry: UserClients, _ number: AccountNumber, known: UInt32?) {
        let user = entry.user
        // The account of gestured-web exists only if gestured-web is installed.
        let isOptional = DaemonConfiguration.standard.socket.maxClientsOf.contains {
            $0.user == user
        }
        switch (number, known) {
        case (.found(let uid), _): set(entry, uid)
        case (.unknown, _):
            if !isOptional { userWarnings.append("there is no user named \(user)") }
        case (.failed(let error), let uid?):
            userWarnings.append(
                """
                cannot look up the user \(user), whose number stays \(uid): \(error.sentence); \
                send SIGHUP once \"getent passwd \(user)\" succeeds
                """)
            set(entry, uid)
        case (.failed(let error), nil):
            if isOptional { return }
            userWarnings.append(
                """
                cannot look up the user \(user), to whom max_clients_per_uid applies: \
                \(error.sentence); send SIGHUP once \"getent passwd \(user)\" succeeds
                """)
        }
    }

    private mutating func set(_ entry: UserClients, _ uid: UInt32) {
        if clientsOfUsers[uid] != nil {
            let other = firstNames[uid] ?? "\(uid)"
            userWarnings.append(
                """
                \(other) and \(entry.user) are one user, the number \(uid): the maximum of \
                \(other) applies; remove one of them
                """)
        } else {
            clientsOfUsers[uid] = entry.maximum
            firstNames[uid] = entry.user
        }
        userNumbers[entry.user] = uid
    }
}
