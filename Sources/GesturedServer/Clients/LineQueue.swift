import GestureWire
import LinuxIO

/// The lines that wait to be written to one client, in order and within a fixed bound.
///
/// The bytes of all lines are in one block, in the order in which they are sent, so that one write
/// can send many lines. A line is numbered when it is appended, and has an entry with its kind, so
/// that it can be removed from the middle. Before the next write, later lines are moved and
/// renumbered, so that clients never see a gap. All storage is allocated once; nothing allocates
/// afterwards.
struct LineQueue: ~Copyable {
    /// One line.
    struct Entry {
        /// The gesture's id; for `overflow` the number of lines that it reports; otherwise 0.
        var id: UInt64
        /// The offset of its first byte.
        fileprivate var offset: UInt32
        /// The length of head and body.
        fileprivate var length: UInt32
        fileprivate var headLength: UInt8
        var kind: Kind
        /// Whether the line was removed: its bytes are unused.
        fileprivate var isRemoved = false
    }

    /// The longest head, in bytes: type and `seq`.
    private static var longestHead: Int { 49 }

    /// Room for `byteCapacity` bytes and `lineCapacity` lines; `nil` if memory is lacking.
    ///
    /// - Parameter numbersLines: whether lines get the heads of their kinds, if these have any.
    init?(byteCapacity: Int, lineCapacity: Int, numbersLines: Bool = true) {
        let byteCapacity = min(byteCapacity, Int(UInt32.max))
        let (size, overflow) = byteCapacity.addingReportingOverflow(LineType.headRoom)
        guard !overflow, let bytesBlock = OwnedBlock(byteCount: size),
            let entriesBlock = OwnedBlock(of: Entry.self, capacity: lineCapacity)
        else { return nil }
        self.byteCapacity = byteCapacity
        usualEnd = byteCapacity / 4
        self.lineCapacity = lineCapacity
        self.numbersLines = numbersLines
        bytes = bytesBlock.start
        entries = entriesBlock.bound(to: Entry.self)
        self.bytesBlock = bytesBlock
        self.entriesBlock = entriesBlock
    }

    /// Bytes of the lines in the queue, including heads.
    private(set) var byteCount = 0
    /// Lines in the queue.
    private(set) var count = 0
    /// Bytes of the first line that are written. If there are any, the line can no longer be
    /// removed.
    private(set) var frontWritten = 0

    // Both blocks belong only to this value. Entries [first, end) are initialised and refer to
    // bytes below `bytesEnd`, which never exceeds `byteCapacity`; `end` never exceeds
    // `lineCapacity`. Every unsafe access relies on that. The block has `LineType.headRoom` more
    // bytes, because writing a head may write digits beyond its end. Entries are trivial, so none
    // is deinitialised.
    private let byteCapacity: Int
    /// Beyond this offset, lines are moved to the front as soon as they are at most half of the
    /// bytes used. So a client that is always slightly behind uses only little of the block.
    private let usualEnd: Int
    private let lineCapacity: Int
    private let numbersLines: Bool
    private let bytes: UnsafeMutableRawPointer
    private let entries: UnsafeMutablePointer<Entry>
    private let bytesBlock: OwnedBlock
    private let entriesBlock: OwnedBlock
    private var first = 0
    private var end = 0
    /// The offset after the last byte that is used.
    private(set) var bytesEnd = 0
    /// The number of the first numbered line in the queue, or of the next one.
    private var frontSeq: UInt64 = 1
    /// The number of the next numbered line that is appended.
    private var nextSeq: UInt64 = 1
    /// Whether lines were removed from the middle: there are gaps in the block and in the numbers.
    private var hasGaps = false

    /// Whether no line waits.
    var isEmpty: Bool { count == 0 }

    /// Whether the queue has more than half of the maximum number of lines, however short.
    var isHalfFull: Bool { count > lineCapacity &>> 1 }

    /// The first line, if a part of it has been written and it cannot be removed.
    var fixedFront: Entry? {
        var cursor = 0
        return frontWritten > 0 ? next(&cursor) : nil
    }

    /// Whether there is room for a line with a body of `length` bytes, and a short one
    /// (`overflow`).
    func hasRoom(for length: Int) -> Bool {
        byteCount &+ length &+ 2 &* Self.longestHead &+ 64 <= byteCapacity
            && count &+ 2 <= lineCapacity
    }

    /// Appends a line; `false` if there is no room.
    mutating func append(_ kind: Kind, id: UInt64 = 0, _ body: UnsafeRawBufferPointer) -> Bool {
        let length = (numbersLines ? Self.longestHead : 0) &+ body.count
        if bytesEnd &+ length > byteCapacity || end == lineCapacity {
            guard byteCount &+ length <= byteCapacity, count < lineCapacity else { return false }
            compact()
        } else if bytesEnd &+ length > usualEnd, byteCount <= bytesEnd &>> 1 {
            compact()
        }
        appendUnchecked(kind, id, body)
        return true
    }

    /// Appends a line if there certainly is room for it, without exact checks; otherwise returns
    /// `false`.
    ///
    /// - Parameter mark: the maximum number of bytes in the queue before.
    mutating func appendWithoutEviction(
        _ kind: Kind, id: UInt64, _ body: UnsafeRawBufferPointer, upTo mark: Int
    ) -> Bool {
        // If there is room after the end, the queue has room, too. Beyond the usual end, `append`
        // decides whether to move lines.
        guard byteCount <= mark,
            bytesEnd &+ body.count &+ 2 &* Self.longestHead &+ 64 <= usualEnd,
            end &+ 2 <= lineCapacity
        else { return false }
        appendUnchecked(kind, id, body)
        return true
    }

    /// Appends a line; the caller has checked that there is room.
    private mutating func appendUnchecked(
        _ kind: Kind, _ id: UInt64, _ body: UnsafeRawBufferPointer
    ) {
        let line = bytes + bytesEnd
        var head = 0
        if numbersLines, let type = kind.lineType {
            head = type.writeHead(seq: nextSeq, to: line)
            nextSeq &+= 1
        }
        if let source = body.baseAddress {
            (line + head).copyMemory(from: source, byteCount: body.count)
        }
        let length = head &+ body.count
        (entries + end).initialize(
            to: Entry(
                id: id, offset: UInt32(truncatingIfNeeded: bytesEnd),
                length: UInt32(truncatingIfNeeded: length),
                headLength: UInt8(truncatingIfNeeded: head), kind: kind))
        end &+= 1
        bytesEnd &+= length
        byteCount &+= length
        count &+= 1
    }

    /// The line at `cursor`, which advances past it; `nil` at the end. A cursor starts at 0.
    func next(_ cursor: inout Int) -> Entry? {
        while first &+ cursor < end {
            let entry = entries[first &+ cursor]
            cursor &+= 1
            if !entry.isRemoved { return entry }
        }
        return nil
    }

    /// The bytes of a queued line, valid until the queue is changed.
    func line(of entry: Entry) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes + Int(entry.offset), count: Int(entry.length))
    }

    /// The bytes of a queued line after its head.
    func body(of entry: Entry) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: line(of: entry)[Int(entry.headLength)...])
    }

    /// The body of the first line of the gesture `id`; `nil` if no line of it is queued.
    ///
    /// The bytes are valid until the queue is changed.
    func body(ofGesture id: UInt64) -> UnsafeRawBufferPointer? {
        var cursor = 0
        while let entry = next(&cursor) {
            if entry.id == id { return body(of: entry) }
        }
        return nil
    }

    /// Removes the lines for which `isUnwanted` is true; returns how many dropped lines that leaves
    /// to report.
    ///
    /// A removed `overflow` counts for the lines that it reported, a `syntheticCancel` for none.
    /// The first line stays if a part of it has been written.
    mutating func remove(where isUnwanted: (Entry) -> Bool) -> UInt64 {
        var unreportedDrops: UInt64 = 0
        var isFirst = true
        for index in first..<end where !entries[index].isRemoved {
            defer { isFirst = false }
            guard !(isFirst && frontWritten > 0), isUnwanted(entries[index]) else { continue }
            unreportedDrops &+= markRemoved(index)
        }
        return unreportedDrops
    }

    private mutating func markRemoved(_ index: Int) -> UInt64 {
        entries[index].isRemoved = true
        hasGaps = true
        byteCount &-= Int(entries[index].length)
        count &-= 1
        switch entries[index].kind {
        case .overflow: return entries[index].id
        case .syntheticCancel: return 0
        default: return 1
        }
    }

    /// Moves the remaining lines to the front of both blocks, and numbers them without a gap.
    ///
    /// Numbers only decrease, so that no line becomes longer. The first line, of which a part may
    /// be written, keeps its number.
    @inline(never)
    private mutating func compact() {
        var line = 0
        var byte = 0
        var seq = frontSeq
        for index in first..<end where !entries[index].isRemoved {
            var entry = entries[index]
            let body = body(of: entry)
            let head = Self.head(of: entry.kind, seq: seq, isNumbered: numbersLines)
            if head.count > 0 { seq &+= 1 }
            entry.offset = UInt32(truncatingIfNeeded: byte)
            entry.headLength = UInt8(truncatingIfNeeded: head.count)
            entry.length = UInt32(truncatingIfNeeded: head.count &+ body.count)
            if let source = body.baseAddress {
                (bytes + byte + head.count).copyMemory(from: source, byteCount: body.count)
            }
            for index in 0..<head.count {
                (bytes + byte).storeBytes(
                    of: head.bytes[index], toByteOffset: index, as: UInt8.self)
            }
            byte &+= head.count &+ body.count
            entries[line] = entry
            line &+= 1
        }
        (first, end, bytesEnd, byteCount) = (0, line, byte, byte)
        nextSeq = seq
        hasGaps = false
    }

    /// A head in a buffer of its own, for a position where no byte after the head may be written.
    private static func head(
        of kind: Kind, seq: UInt64, isNumbered: Bool
    ) -> (bytes: InlineArray<128, UInt8>, count: Int) {
        var bytes = InlineArray<128, UInt8>(repeating: 0)
        guard isNumbered, let type = kind.lineType else { return (bytes, 0) }
        var span = bytes.mutableSpan
        let count = span.withUnsafeMutableBytes { room in
            room.baseAddress.map { type.writeHead(seq: seq, to: $0) } ?? 0
        }
        return (bytes, count)
    }
}

/// Writing.
extension LineQueue {
    /// The bytes that are written next, valid until the queue is changed.
    ///
    /// Whole lines, except that the first lacks the part that is written already. Once there are
    /// `limit` bytes, no further line is added.
    mutating func unwritten(limit: Int) -> UnsafeRawBufferPointer {
        if hasGaps { compact() }
        guard first < end else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let start = Int(entries[first].offset) &+ frontWritten
        var stop = bytesEnd
        if stop &- start > limit {
            var last = first
            while lineEnd(last) &- start < limit { last &+= 1 }
            stop = lineEnd(last)
        }
        return UnsafeRawBufferPointer(start: bytes + start, count: stop &- start)
    }

    private func lineEnd(_ index: Int) -> Int {
        Int(entries[index].offset) &+ Int(entries[index].length)
    }

    /// Records that `written` of the bytes of `unwritten(limit:)` were written, and calls `use`
    /// with each line that has thereby left the queue.
    mutating func removeWritten(_ written: Int, _ use: (Entry) -> Void) {
        assert(written == 0 || !hasGaps, "written is what `unwritten` returned")
        var remaining = frontWritten &+ written
        while first < end, Int(entries[first].length) <= remaining {
            let entry = entries[first]
            first &+= 1
            remaining &-= Int(entry.length)
            byteCount &-= Int(entry.length)
            count &-= 1
            if numbersLines, entry.kind.isNumbered { frontSeq &+= 1 }
            use(entry)
        }
        frontWritten = remaining
        if first == end { (first, end, bytesEnd) = (0, 0, 0) }
    }
}

extension LineQueue {
    /// The kind of a line, which determines its head and whether it may be dropped. Kinds of
    /// gesture lines are last (`isOfGesture`).
    enum Kind: UInt8 {
        /// `hello` or `bye`, without `seq`.
        case complete
        /// The reply to a request, without `seq`; never dropped.
        case reply
        case device
        case snapshotEnd
        case activity
        case wake
        /// Dropped if there is no room, as `changed` is.
        case contact
        case health
        /// Dropped if there is no room, as `changed` is.
        case explanation
        /// Reports dropped lines; their number is the entry's `id`.
        case overflow
        case began
        /// Dropped if there is no room.
        case changed
        /// Ended or cancelled.
        case ended
        /// The `cancelled` that replaces dropped lines of a gesture.
        case syntheticCancel
    }
}

extension LineQueue.Kind {
    /// Whether a line of this kind has a `seq`.
    var isNumbered: Bool { self != .complete && self != .reply }

    /// Whether it is a line of a gesture.
    var isOfGesture: Bool { rawValue >= Self.began.rawValue }

    /// The head of a line of this kind; `nil` if it has no `seq`.
    var lineType: LineType? {
        switch self {
        case .complete, .reply: nil
        case .device: .device
        case .snapshotEnd: .snapshotEnd
        case .activity: .activity
        case .wake: .wake
        case .contact: .contact
        case .health: .health
        case .explanation: .explanation
        case .overflow: .overflow
        case .began, .changed, .ended, .syntheticCancel: .gesture
        }
    }
}
