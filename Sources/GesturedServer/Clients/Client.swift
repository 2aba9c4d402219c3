import GestureSettings
import GestureWire
import LinuxIO
import SystemPackage
import TouchCore

/// One connection: its queue, what it has been sent, and how fast it reads.
struct Client: ~Copyable {
    /// Names the connection in the poller and in the log; never used again.
    let serial: UInt64
    /// The connection; closed with this value.
    var descriptor: Descriptor
    /// Who connected.
    var peer: Peer

    /// The socket has no room: wait until it is writable, or until `writesAgain`.
    var isBlocked = false
    /// The client may still send; false once it has shut down its write side.
    var isReading = true
    /// Nothing more is sent; the connection closes once its queue is empty.
    var isEnding = false
    /// The connection failed or is done with: to be closed by the table's owner.
    var isGone = false
    /// It has asked for something, and its turn is to come: its user's requests cost too much.
    var isWaiting = false
    /// What the poller waits for on its behalf.
    var interest: Readiness = .readable
    /// When writing is tried again, in microseconds: the kernel had no memory for what was written.
    var writesAgain: Int64?
    /// When it last took a byte, or had nothing to take: microseconds of the monotonic clock.
    var lastTaken: Int64
    /// When it was last seen to read what its socket holds, in microseconds.
    private var lastRead: Int64
    /// What its socket held then, or at the last look after.
    private var unreadBytes: Int32 = 0

    /// What it has sent and nobody has answered yet.
    var input = RequestInput()
    /// Until when it stands behind other connections of its user (`RequestBudget`), in microseconds.
    var rank: Int64
    /// Which lines it gets.
    var activeSubscription: ActiveSubscription
    /// It has asked for a subscription, and has not what everybody gets at first.
    var hasSubscribed = false
    /// `changed` lines that wait for their time.
    var held: LineQueue
    /// How many those are.
    var heldCount = 0

    /// The newest stamps of lines that are no gesture's.
    private var stamps = DeviceTimestamps()

    /// What waits to be written.
    var queue: LineQueue
    /// Which gestures the client waits for the end of.
    var openGestures: OpenGestures
    /// See `ClientLimits`, in bytes.
    let softLimit: Int
    /// Lost lines that no `overflow` has reported.
    var unreportedDrops: UInt64 = 0

    /// Takes a connection over, and the memory that was made for it.
    init(
        serial: UInt64, descriptor: consuming Descriptor, peer: Peer,
        memory: consuming ClientMemory, softLimit: Int, activeSubscription: ActiveSubscription,
        now: Int64
    ) {
        self.serial = serial
        self.descriptor = descriptor
        self.peer = peer
        self.activeSubscription = activeSubscription
        self.softLimit = softLimit
        lastTaken = now
        lastRead = now
        rank = now
        queue = memory.queue
        held = memory.held
        openGestures = memory.openGestures
    }

    /// Bytes that wait.
    var queuedBytes: Int { queue.byteCount }

    /// Whether everything has been written.
    var hasTakenAll: Bool { queue.isEmpty }

    /// It is to be parted with: it failed, or it has taken its last line.
    var isOver: Bool { isGone || isEnding && hasTakenAll }

    /// So much waits that more of it would be at the cost of lines.
    var isAboveSoftLimit: Bool { queue.byteCount > softLimit || queue.isHalfFull }

    /// Its requests wait: it does not read what it has been sent, and replies are not to fill its
    /// queue.
    var isBackpressured: Bool { isAboveSoftLimit || isEnding }

    /// What waits should be written now, rather than at the end of the turn.
    var shouldFlush: Bool { (isAboveSoftLimit || !openGestures.hasRoom) && !isBlocked }

    /// What the poller has to wait for now.
    ///
    /// A socket that the kernel has no memory for may count as writable all the while.
    var wantedInterest: Readiness {
        let isFull = isBlocked && writesAgain == nil
        return (isReading && !isBackpressured && !isWaiting ? Readiness.readable : [])
            .union(isFull ? .writable : [])
    }

    /// The least stamp that a line of the device may still have.
    func earliestTimestamp(of device: Int) -> Timestamp {
        Timestamp(microseconds: stamps[device])
    }

    /// Takes note that a line of the device's was stamped `us`, a gesture's not among them.
    mutating func note(_ us: Int64, of device: Int) {
        stamps.note(us, of: device)
    }

    /// How many devices it has stamps of.
    var stampCount: Int { stamps.count }

    /// Takes in which devices there are.
    mutating func adopt(_ devices: [DeviceRecord]) {
        activeSubscription.adopt(devices)
        // One that went may still have an end to be sent.
        stamps.adopt(devices.map(\.id)) { openGestures.hasGesture(of: $0) }
    }

    /// Adopts another subscription, for gestures that begin from here on.
    mutating func adopt(_ activeSubscription: ActiveSubscription) {
        self.activeSubscription = activeSubscription
    }
}

extension Client {
    /// Written at once, in bytes: no further line once there are so many.
    ///
    /// The kernel counts a write as taken once all of it is: a client that takes this much in its
    /// patience is not taken for one that has stopped.
    private static let writeBytes = 16 * 1024

    /// Writes what waits, until nothing does or the socket has no more room.
    ///
    /// - Parameter dropped: rises by the lines that written `overflow` lines report.
    mutating func flush(now: Int64, dropped: inout UInt64) throws(Errno) {
        while !queue.isEmpty, !isBlocked {
            let bytes = queue.unwritten(limit: Self.writeBytes)
            guard let taken = try descriptor.send(bytes) else {
                isBlocked = true
                return
            }
            lastTaken = now
            isBlocked = taken < bytes.count
            queue.removeWritten(taken) { entry in
                openGestures.noteWritten(entry.kind, id: entry.id)
                if entry.kind == .overflow { dropped &+= entry.id }
            }
        }
    }
}

extension Client {
    /// Until when a fast replay waits for the client; `nil` if it need not.
    ///
    /// To the poller a socket is writable only once most of it has been read. So a client that reads
    /// is known by what is left in its socket, which shrinks.
    mutating func holdsReplay(_ limits: ClientLimits, now: Int64) -> Int64? {
        guard queue.byteCount > limits.replayLimit else { return nil }
        if isBlocked, let unread = descriptor.unreadBytes {
            if unread < unreadBytes { lastRead = now }
            unreadBytes = unread
        }
        let end = max(lastTaken, lastRead) &+ limits.replayTimeoutUs
        return now < end ? end : nil
    }
}

/// What clients may cost.
public struct ClientLimits: Sendable {
    /// Clients at once.
    public var clients = 64
    /// Clients of one user at once.
    public var clientsPerUser = 16
    /// Memory of one client's queue, everything that belongs to it included.
    public var queueBytes = 256 * 1024
    /// From so many queued bytes on a newer `changed` takes the queued ones of its id out.
    public var softLimit = 32 * 1024
    /// A fast replay waits while a client that reads has more than this queued.
    public var replayLimit = 16 * 1024
    /// A client that read nothing for so long no longer holds up a fast replay, in microseconds.
    public var replayTimeoutUs: Int64 = 2_000_000
    /// A client that takes nothing for so long is sent away, in microseconds.
    public var timeoutUs: Int64 = 5_000_000
    /// Bytes of one request, its line feed included.
    public var requestBytes = 4096
    /// Requests of one client in a second.
    public var requestsPerSecond = 50
    /// A client that does not end a request for so long is sent away, in microseconds.
    public var requestTimeoutUs: Int64 = 10_000_000

    /// The limits where nothing else is configured.
    public init() {}

    /// The configured limits; the marks keep their share of the queue.
    init(_ settings: SocketSettings) {
        clients = settings.maxClients
        clientsPerUser = settings.maxClientsPerUID
        queueBytes = settings.queueKiB * 1024
        softLimit = queueBytes / 8
        replayLimit = queueBytes / 16
        requestBytes = settings.maxRequestBytes
        requestsPerSecond = settings.maxRequestsPerSecond
    }
}
