import GestureWire
import SystemPackage
import TouchCore

/// One connection: its queue, what it has been told, and how fast it reads.
struct Client: ~Copyable {
    /// Names the connection in the poller and in the log; never used again.
    let serial: UInt64
    /// The connection; closed with this value.
    let descriptor: Descriptor
    /// Who connected.
    var peer: Peer

    /// The socket has no room: wait until it is writable.
    var isBlocked = false
    /// The client may still send; false once it has shut down its write side.
    var isReading = true
    /// Nothing more is told; the connection closes once its queue is empty.
    var isEnding = false
    /// The connection failed or is done with: to be closed by the table's owner.
    var isGone = false
    /// What the poller waits for on its behalf.
    var interest: Readiness = .readable
    /// When it last took a byte, or had nothing to take: microseconds of the monotonic clock.
    var lastTaken: Int64

    /// What it has sent and nobody has answered yet.
    var input = RequestInput()
    /// It has asked for something, and its turn is to come: its user's requests cost too much.
    var isWaiting = false
    /// What its requests have cost (`RequestBudget`).
    var charged: Int64 = 0
    /// What it wants to hear.
    var hearing: ClientHearing
    /// `changed` lines that wait for their time; `nil` until the client limits their rate.
    var held: LineQueue?
    /// How many those are.
    var heldCount = 0

    /// The newest stamp of a device's lines that are no gesture's, in microseconds, by its number.
    private(set) var saidUs: ContiguousArray<Int64> = []

    /// What waits to be written.
    var queue: LineQueue
    /// Which gestures the client waits for the end of.
    var heard: HeardGestures
    /// See `ClientLimits`, in bytes.
    let softMark: Int
    /// What the next numbered line is numbered.
    var nextSeq: UInt64 = 1
    /// Bytes of the queue's first line that are written already.
    var frontWritten = 0
    /// Lines lost that no `overflow` has told of.
    var untold: UInt64 = 0

    /// Takes a connection over; what it may ever need is allocated here.
    init(
        serial: UInt64, descriptor: consuming Descriptor, peer: Peer, limits: ClientLimits,
        hearing: ClientHearing, now: Int64
    ) {
        self.serial = serial
        self.descriptor = descriptor
        self.peer = peer
        self.hearing = hearing
        softMark = limits.softMark
        lastTaken = now
        heard = HeardGestures(capacity: Self.gesturesHeard)
        let rest =
            limits.queueBytes - Self.heldBytes
            - HeardGestures.bytes(for: Self.gesturesHeard)
        // A gesture's body takes some 250 bytes, an entry 32: room for both to run out together.
        let lines = max(rest / 256, 64)
        queue = LineQueue(
            byteCapacity: max(rest - lines * MemoryLayout<LineQueue.Entry>.stride, 32 * 1024),
            lineCapacity: lines)
    }

    /// Gestures alive at once that one client can be told of.
    private static let gesturesHeard = 64
    /// Memory for `changed` lines that wait for their time.
    private static let heldBytes = 16 * 1024

    /// Bytes of bodies that wait.
    var queuedBytes: Int { queue.byteCount }

    /// Whether everything has been written.
    var hasTakenAll: Bool { queue.isEmpty }

    /// So much waits that more of it would be at the cost of lines.
    @inline(__always)
    var isLaden: Bool { queue.byteCount > softMark || queue.isHalfFull }

    /// Its requests wait: it does not take what it has been told, and replies are not to fill its
    /// queue.
    var isHeldUp: Bool { isLaden || isEnding }

    /// What waits should be written now, rather than at the end of the turn.
    var isCrowded: Bool { (isLaden || !heard.hasRoom) && !isBlocked }

    /// What the poller has to wait for now.
    var wantedInterest: Readiness {
        (isReading && !isHeldUp && !isWaiting ? Readiness.readable : []).union(
            isBlocked ? .writable : [])
    }

    /// The least stamp that a line of the device may still have.
    func leastStamp(of device: Int) -> Timestamp {
        Timestamp(microseconds: saidUs.indices.contains(device) ? saidUs[device] : .min)
    }

    /// Takes note that a line of the device's was stamped `us`, a gesture's not among them.
    mutating func note(_ us: Int64, of device: Int) {
        guard device >= 0 else { return }
        while saidUs.count <= device {
            saidUs.append(.min)
        }
        saidUs[device] = max(saidUs[device], us)
    }

    /// Has another subscription hold for gestures that begin from here on.
    mutating func adopt(_ hearing: ClientHearing) {
        self.hearing = hearing
        guard hearing.terms.periodUs > 0, held == nil else { return }
        let lines = Self.gesturesHeard
        held = LineQueue(
            byteCapacity: Self.heldBytes - lines * MemoryLayout<LineQueue.Entry>.stride,
            lineCapacity: lines)
    }
}
