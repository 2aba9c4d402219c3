import GestureWire
import LinuxIO
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

    /// The socket has no room: wait until it is writable, or until `writesAgain`.
    var isBlocked = false
    /// When writing is tried again, in microseconds: the kernel had no memory for what was written.
    var writesAgain: Int64?
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
    /// Until when it stands behind other connections of its user (`RequestBudget`), in microseconds.
    var rank: Int64
    /// What it wants to hear.
    var hearing: ClientHearing
    /// `changed` lines that wait for their time.
    var held: LineQueue
    /// How many those are.
    var heldCount = 0

    /// The newest stamps of lines that are no gesture's.
    private var stamps = DeviceStamps()

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

    /// Takes a connection over, and the memory that was made for it.
    init(
        serial: UInt64, descriptor: consuming Descriptor, peer: Peer,
        memory: consuming ClientMemory, softMark: Int, hearing: ClientHearing, now: Int64
    ) {
        self.serial = serial
        self.descriptor = descriptor
        self.peer = peer
        self.hearing = hearing
        self.softMark = softMark
        lastTaken = now
        rank = now
        queue = memory.queue
        held = memory.held
        heard = memory.heard
    }

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
    ///
    /// A socket that the kernel has no memory for may count as writable all the while.
    var wantedInterest: Readiness {
        let isFull = isBlocked && writesAgain == nil
        return (isReading && !isHeldUp && !isWaiting ? Readiness.readable : [])
            .union(isFull ? .writable : [])
    }

    /// The least stamp that a line of the device may still have.
    func leastStamp(of device: Int) -> Timestamp {
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
        hearing.adopt(devices)
        // One that went may still have an end to be told.
        stamps.adopt(devices.map(\.id)) { heard.hasGesture(of: $0) }
    }

    /// Has another subscription hold for gestures that begin from here on.
    mutating func adopt(_ hearing: ClientHearing) {
        self.hearing = hearing
    }
}
