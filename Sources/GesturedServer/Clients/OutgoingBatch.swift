import GestureWire
import LinuxIO
import SystemPackage

/// The lines of one write to one client, put together from heads and bodies.
///
/// One serves every client in turn; it is used again and allocates nothing in steady state.
struct OutgoingBatch: ~Copyable {
    /// A batch takes no further line once it holds so many bytes or lines.
    ///
    /// The kernel counts a batch as taken once all of it is: a client that takes this much in its
    /// patience is not taken for one that has stopped.
    private static let enoughBytes = 16 * 1024
    private static let enoughLines = 512

    /// The bytes as they go to the socket.
    private var bytes = LineBuffer(capacity: enoughBytes + 4096)
    /// Where each line ends in `bytes`.
    private(set) var ends: ContiguousArray<Int> = []
    /// Lines that the `overflow` lines which were written told of, to all clients.
    var droppedCount: UInt64 = 0

    /// An empty batch, all of its memory made.
    init() {
        ends.reserveCapacity(Self.enoughLines)
    }

    /// Bytes in the batch.
    var count: Int { bytes.count }

    /// Whether another line may be added.
    var hasRoom: Bool { bytes.count < Self.enoughBytes && ends.count < Self.enoughLines }

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
