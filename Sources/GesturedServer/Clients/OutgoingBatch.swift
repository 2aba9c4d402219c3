import GestureWire
import LinuxIO
import SystemPackage
import TouchCore

/// The lines of one write to one client, put together from heads and bodies.
///
/// One serves every client in turn; it is used again and allocates nothing in steady state.
struct OutgoingBatch: ~Copyable {
    /// A batch takes no further line once it holds so many bytes or lines.
    ///
    /// The kernel counts a batch as taken once all of it is: a client that takes this much in its
    /// patience is not taken for one that has stopped.
    private static let flushBytes = 16 * 1024
    private static let flushLines = 512

    /// The bytes as they go to the socket.
    private var bytes = LineBuffer(capacity: flushBytes + 4096)
    /// Where each line ends in `bytes`.
    private(set) var ends: ContiguousArray<Int> = []
    /// Lines that the written `overflow` lines reported, to all clients.
    var droppedCount: UInt64 = 0

    /// An empty batch, all of its memory made.
    init() {
        ends.reserveCapacity(Self.flushLines)
    }

    /// Bytes in the batch.
    var count: Int { bytes.count }

    /// Whether another line may be added.
    var hasRoom: Bool { bytes.count < Self.flushBytes && ends.count < Self.flushLines }

    /// Makes it empty again.
    mutating func removeAll() {
        bytes.removeAll()
        ends.removeAll(keepingCapacity: true)
    }

    /// Adds a line: its head, numbered `seq` where it has one, and its body.
    mutating func add(_ kind: LineQueue.Kind, seq: UInt64, _ body: UnsafeRawBufferPointer) {
        if let type = kind.lineType {
            bytes.appendHead(type, seq: seq)
        }
        bytes.append(utf8: body)
        ends.append(bytes.count)
    }

    /// Calls `body` with the bytes of all lines; they are good until it returns.
    func withUnsafeBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        bytes.withUnsafeBytes(body)
    }

    /// Sends everything from the byte `offset` on: the bytes taken, `nil` where there is no room.
    func send(to descriptor: borrowing Descriptor, from offset: Int) throws(Errno) -> Int? {
        try bytes.withUnsafeBytes { all throws(Errno) in
            try descriptor.send(UnsafeRawBufferPointer(rebasing: all[offset...]))
        }
    }
}

/// The bodies of one event's lines, each made once for all clients that want the same bytes.
struct EncodedLineCache: ~Copyable {
    /// One of them.
    private struct Version: ~Copyable {
        let includesPositions: Bool
        var line = LineBuffer(capacity: 8192)
        /// Where the line lies for all clients; `nil`: it is copied to each.
        var shared: UnsafeRawBufferPointer?

        init(includesPositions: Bool) {
            self.includesPositions = includesPositions
        }

        mutating func removeAll() {
            line.removeAll()
            shared = nil
        }

        @inline(__always)
        mutating func with(
            _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
            _ encoder: GestureLineEncoder, _ turnBuffer: inout SharedTurnBuffer, isShared: Bool,
            _ use: (EncodedLine) -> Void
        ) {
            if line.isEmpty {
                encoder.appendBody(
                    event, parts: parts, includesPositions: includesPositions, to: &line)
                // Of a zone that is no more: whoever knows of its gestures was sent their ends.
                guard !line.isEmpty else { return }
                if isShared { shared = line.withUnsafeBytes { turnBuffer.store($0) } }
            }
            if let shared { return use(EncodedLine(bytes: shared, isShared: true)) }
            line.withUnsafeBytes { use(EncodedLine(bytes: $0)) }
        }
    }

    /// Knows every zone that an event can name.
    var encoder: GestureLineEncoder
    /// The version with positions.
    private var full = Version(includesPositions: true)
    /// Does not.
    private var bare = Version(includesPositions: false)
    private var turnBuffer = SharedTurnBuffer()

    init(_ encoder: GestureLineEncoder) {
        self.encoder = encoder
    }

    /// Forgets the last event.
    @inline(__always)
    mutating func removeAll() {
        full.removeAll()
        bare.removeAll()
    }

    /// Forgets what was lent: no client has need of it any more.
    mutating func reset() {
        turnBuffer.removeAll()
    }

    /// Calls `use` with the line of `event`, which is the same until `removeAll()`.
    ///
    /// - Parameter isShared: several clients may get it.
    @inline(__always)
    mutating func with(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>, includesPositions: Bool,
        isShared: Bool, _ use: (EncodedLine) -> Void
    ) {
        if includesPositions {
            full.with(event, parts, encoder, &turnBuffer, isShared: isShared, use)
        } else {
            bare.with(event, parts, encoder, &turnBuffer, isShared: isShared, use)
        }
    }
}

/// Bodies of lines that lie here once, for all the clients that get them in one turn.
///
/// Whoever is lent one reads it here until the turn is over, and then has taken it over or has no
/// more need of it. Fixed storage: what finds no room is copied to each client at once, as it would
/// be without.
struct SharedTurnBuffer: ~Copyable {
    private static let capacity = 64 * 1024

    // Belongs to this value alone, and is never moved or freed while there are clients: the server has
    // both. Whoever read here too late would read another line's bytes, and no other memory; that
    // nobody does, `SocketServer.flush()` answers for, which takes nothing back before each client has
    // taken over what it was lent (`LineQueue.copyBorrowed`).
    private let storage = UnsafeMutableRawPointer.allocate(
        byteCount: capacity, alignment: 16)
    private var count = 0

    deinit {
        storage.deallocate()
    }

    /// Keeps bytes until `removeAll()`; `nil` where there is no room.
    mutating func store(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let source = bytes.baseAddress, bytes.count <= Self.capacity &- count else {
            return nil
        }
        let start = storage + count
        start.copyMemory(from: source, byteCount: bytes.count)
        count &+= bytes.count
        return UnsafeRawBufferPointer(start: start, count: bytes.count)
    }

    /// Forgets what nobody reads here any more.
    mutating func removeAll() {
        count = 0
    }
}

/// All of a line that follows its `seq`.
struct EncodedLine {
    /// Valid until the next line is made; until the end of the turn where they are lent.
    var bytes: UnsafeRawBufferPointer
    /// They lie in `SharedTurnBuffer`, so that they need not be copied at once.
    var isShared = false
}
