import GestureWire
import LinuxIO

/// The lines that wait to be written to one client, in order and within a fixed bound.
///
/// Bodies lie one after the other in one block, and each has an entry with its kind, so
/// that a line can be taken out of the middle: its bytes stay until the block is compacted. All
/// storage is allocated once; nothing here allocates afterwards.
///
/// A body that is lent (`SharedTurnBuffer`) has its room here from the start, and lies elsewhere until
/// `copyBorrowed()`, which the owner calls before what was lent is taken back: `SocketServer.flush()` does
/// both, for every client, and nobody else takes anything back.
struct LineQueue: ~Copyable {
    /// One line.
    struct Entry {
        /// The gesture's id; see `Kind` for `overflow`; else 0.
        var id: UInt64
        /// Where its body lies: at `offset`, or where it was lent.
        fileprivate var start: UnsafeRawPointer
        /// Where the queue has room for it.
        fileprivate var offset: UInt32
        fileprivate(set) var length: UInt32
        var kind: Kind
        /// Taken out: its bytes are waste.
        fileprivate var isGone = false

        /// Its body; good until the queue is changed.
        fileprivate var body: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: start, count: Int(length))
        }
    }

    /// Room for `byteCapacity` bytes of bodies and `lineCapacity` lines; `nil`: there is no memory.
    init?(byteCapacity: Int, lineCapacity: Int) {
        let byteCapacity = min(byteCapacity, Int(UInt32.max))
        guard let bytesBlock = OwnedBlock(byteCount: byteCapacity),
            let entriesBlock = OwnedBlock(of: Entry.self, capacity: lineCapacity)
        else { return nil }
        self.byteCapacity = byteCapacity
        self.lineCapacity = lineCapacity
        bytes = bytesBlock.start
        entries = entriesBlock.bound(to: Entry.self)
        self.bytesBlock = bytesBlock
        self.entriesBlock = entriesBlock
    }

    /// Bytes of the bodies in the queue.
    private(set) var byteCount = 0
    /// Lines in the queue.
    private(set) var count = 0
    /// Part of the first line has been written already: it can no longer be taken out.
    var isFrontFixed = false

    // Both blocks belong to this value alone. Entries [first, end) are initialised and name bytes
    // below `bytesEnd`, which never exceeds `byteCapacity`, as `end` never does `lineCapacity`; every
    // unsafe access rests on that. An entry is trivial: nothing need be deinitialised.
    private let byteCapacity: Int
    private let lineCapacity: Int
    private let bytes: UnsafeMutableRawPointer
    private let entries: UnsafeMutablePointer<Entry>
    private let bytesBlock: OwnedBlock
    private let entriesBlock: OwnedBlock
    private var first = 0
    private var end = 0
    private var bytesEnd = 0
    private var hasBorrowed = false

    /// Whether nothing waits.
    var isEmpty: Bool { count == 0 }

    /// Whether more than half of the lines that there is room for wait, however short they are.
    var isHalfFull: Bool { count > lineCapacity &>> 1 }

    /// The first line where part of it has been written, which makes it stay.
    var fixedFront: Entry? {
        var cursor = 0
        return isFrontFixed ? next(&cursor)?.entry : nil
    }

    /// Whether a line of `length` bytes fits, and a short one (`overflow`) beside it.
    @inline(__always)
    func hasRoom(for length: Int) -> Bool {
        byteCount &+ length &+ 64 <= byteCapacity && count &+ 2 <= lineCapacity
    }

    /// Puts a line at the end; `false` where there is no room.
    mutating func append(_ kind: Kind, id: UInt64 = 0, _ body: UnsafeRawBufferPointer) -> Bool {
        append(kind, id: id, EncodedLine(bytes: body))
    }

    /// Puts a line at the end; `false` where there is no room.
    @inline(__always)
    mutating func append(_ kind: Kind, id: UInt64, _ body: EncodedLine) -> Bool {
        let length = body.bytes.count
        if bytesEnd &+ length > byteCapacity || end == lineCapacity {
            guard byteCount &+ length <= byteCapacity, count < lineCapacity else { return false }
            compact()
        }
        put(kind, id, body)
        return true
    }

    /// Puts a line at the end where that costs nothing else; `false`: ask what it costs.
    ///
    /// - Parameter mark: bytes that may wait already.
    @inline(__always)
    mutating func appendWithoutEviction(
        _ kind: Kind, id: UInt64, _ body: EncodedLine, upTo mark: Int
    ) -> Bool {
        // What waits is never more than what was put in: where its end has room, the queue has.
        guard byteCount <= mark, bytesEnd &+ body.bytes.count &+ 64 <= byteCapacity,
            end &+ 2 <= lineCapacity
        else { return false }
        put(kind, id, body)
        return true
    }

    /// Puts a line at the end, where there is room.
    @inline(__always)
    private mutating func put(_ kind: Kind, _ id: UInt64, _ body: EncodedLine) {
        let (room, length) = (bytes + bytesEnd, body.bytes.count)
        let source = body.bytes.baseAddress ?? UnsafeRawPointer(room)
        if body.isShared {
            hasBorrowed = true
        } else {
            room.copyMemory(from: source, byteCount: length)
        }
        let entry = Entry(
            id: id, start: body.isShared ? source : UnsafeRawPointer(room),
            offset: UInt32(truncatingIfNeeded: bytesEnd),
            length: UInt32(truncatingIfNeeded: length), kind: kind)
        (entries + end).initialize(to: entry)
        end &+= 1
        bytesEnd &+= length
        byteCount &+= length
        count &+= 1
    }

    /// Copies what was lent, which may go away then.
    @inline(__always)
    mutating func copyBorrowed() {
        if hasBorrowed {
            copyAllBorrowed()
        }
    }

    @inline(never)
    private mutating func copyAllBorrowed() {
        for index in first..<end where !entries[index].isGone {
            let (entry, room) = (entries[index], bytes + Int(entries[index].offset))
            guard entry.start != UnsafeRawPointer(room) else { continue }
            room.copyMemory(from: entry.start, byteCount: Int(entry.length))
            entries[index].start = UnsafeRawPointer(room)
        }
        hasBorrowed = false
    }

    /// The line at `cursor`, which is moved behind it; `nil` at the end. A cursor starts at 0.
    ///
    /// The bytes are good until the queue is changed.
    func next(_ cursor: inout Int) -> (entry: Entry, body: UnsafeRawBufferPointer)? {
        while first &+ cursor < end {
            let entry = entries[first &+ cursor]
            cursor &+= 1
            if !entry.isGone { return (entry, entry.body) }
        }
        return nil
    }

    /// The body of the first line of the gesture `id`; `nil` where there is none.
    ///
    /// The bytes are good until the queue is changed.
    func body(of id: UInt64) -> UnsafeRawBufferPointer? {
        var cursor = 0
        while let (entry, body) = next(&cursor) {
            if entry.id == id { return body }
        }
        return nil
    }

    /// Takes the first line out, which has been written whole.
    @inline(__always)
    mutating func removeFirst() -> Entry? {
        while first < end {
            let entry = entries[first]
            first &+= 1
            guard !entry.isGone else { continue }
            isFrontFixed = false
            byteCount &-= Int(entry.length)
            count &-= 1
            if count == 0 {
                removeAll()
            }
            return entry
        }
        return nil
    }

    /// Takes all lines out, which have been written whole, and calls `use` with each.
    @inline(__always)
    mutating func removeAll(_ use: (Entry) -> Void = { _ in }) {
        for index in first..<end where !entries[index].isGone {
            use(entries[index])
        }
        (first, end, bytesEnd, byteCount, count) = (0, 0, 0, 0, 0)
        (isFrontFixed, hasBorrowed) = (false, false)
    }

    /// Takes out the lines that `isUnwanted`; how many lines that leaves untold.
    ///
    /// An `overflow` taken out counts for the lines that it reported, a `syntheticCancel` for none.
    /// The first line stays where part of it has been written.
    mutating func remove(where isUnwanted: (Entry) -> Bool) -> UInt64 {
        var unreportedDrops: UInt64 = 0
        var isFirst = true
        for index in first..<end where !entries[index].isGone {
            defer { isFirst = false }
            guard !(isFirst && isFrontFixed), isUnwanted(entries[index]) else { continue }
            unreportedDrops &+= takeOut(index)
        }
        return unreportedDrops
    }

    private mutating func takeOut(_ index: Int) -> UInt64 {
        entries[index].isGone = true
        byteCount &-= Int(entries[index].length)
        count &-= 1
        switch entries[index].kind {
        case .overflow: return entries[index].id
        case .syntheticCancel: return 0
        default: return 1
        }
    }

    /// Moves what is left to the front of both blocks.
    @inline(never)
    private mutating func compact() {
        var line = 0
        var byte = 0
        for index in first..<end where !entries[index].isGone {
            var entry = entries[index]
            (bytes + byte).copyMemory(from: entry.start, byteCount: Int(entry.length))
            entry.start = UnsafeRawPointer(bytes + byte)
            entry.offset = UInt32(truncatingIfNeeded: byte)
            byte &+= Int(entry.length)
            entries[line] = entry
            line &+= 1
        }
        (first, end, bytesEnd) = (0, line, byte)
        hasBorrowed = false
    }
}

extension LineQueue {
    /// What a line is: what head it gets, and whether it can be done without. Those of gestures last.
    enum Kind: UInt8 {
        /// A line without `seq`: hello or bye.
        case complete
        /// The answer to a request, which is never dropped; without `seq`.
        case reply
        case device
        case snapshotEnd
        case activity
        /// Dropped where there is no room, as `changed` is.
        case contact
        case health
        /// `id` is the number of lines that it reports.
        case overflow
        case began
        /// Dropped where there is no room.
        case changed
        /// Ended or cancelled.
        case ended
        /// The `cancelled` that stands for lines which this queue lost.
        case syntheticCancel
    }
}

extension LineQueue.Kind {
    /// Whether a line of this kind has a `seq`.
    var isNumbered: Bool { self != .complete && self != .reply }

    /// Whether it is a step of a gesture.
    var isOfGesture: Bool { rawValue >= Self.began.rawValue }

    /// The head that a line of this kind gets; `nil` where it has no `seq`.
    var lineType: LineType? {
        switch self {
        case .complete, .reply: nil
        case .device: .device
        case .snapshotEnd: .snapshotEnd
        case .activity: .activity
        case .contact: .contact
        case .health: .health
        case .overflow: .overflow
        case .began, .changed, .ended, .syntheticCancel: .gesture
        }
    }
}
