/// The lines that wait to be written to one client, in order and within a fixed bound.
///
/// Bodies lie one after the other in one block, and each has an entry that tells what it is, so
/// that a line can be taken out of the middle: its bytes stay until the block is compacted. All
/// storage is allocated once; nothing here allocates afterwards.
struct LineQueue: ~Copyable {
    /// What a line is: what head it gets, and whether it can be done without.
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
        /// `id` is the number of lines that it tells of.
        case overflow
        case began
        /// Dropped where there is no room.
        case changed
        /// Ended or cancelled.
        case ended
        /// The `cancelled` that stands for lines which this queue lost.
        case brokenOff
    }

    /// One line.
    struct Entry {
        /// The gesture's id; see `Kind` for `overflow`; else 0.
        var id: UInt64
        var offset: UInt32
        var length: UInt32
        var kind: Kind
        /// Taken out: its bytes are waste.
        var isGone = false
    }

    /// Room for `byteCapacity` bytes of bodies and `lineCapacity` lines.
    init(byteCapacity: Int, lineCapacity: Int) {
        self.byteCapacity = min(byteCapacity, Int(UInt32.max))
        self.lineCapacity = lineCapacity
        bytes = .allocate(byteCount: self.byteCapacity, alignment: 16)
        entries = .allocate(capacity: lineCapacity)
    }

    deinit {
        bytes.deallocate()
        entries.deallocate()
    }

    /// Bytes of the bodies in the queue.
    private(set) var byteCount = 0
    /// Lines in the queue.
    private(set) var count = 0
    /// Part of the first line has been written already: it can no longer be taken out.
    var isFrontFixed = false

    // Both blocks belong to this value alone. Entries [first, end) are initialised and name bytes
    // below `bytesEnd`, which never exceeds `byteCapacity`; every unsafe access rests on that.
    private let byteCapacity: Int
    private let lineCapacity: Int
    private let bytes: UnsafeMutableRawPointer
    private let entries: UnsafeMutablePointer<Entry>
    private var first = 0
    private var end = 0
    private var bytesEnd = 0

    /// Whether nothing waits.
    var isEmpty: Bool { count == 0 }

    /// Whether more than half of the lines that there is room for wait, however short they are.
    var isHalfFull: Bool { count > lineCapacity / 2 }

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
    @inline(__always)
    mutating func append(_ kind: Kind, id: UInt64 = 0, _ body: UnsafeRawBufferPointer) -> Bool {
        guard byteCount &+ body.count <= byteCapacity, count < lineCapacity else { return false }
        if bytesEnd &+ body.count > byteCapacity || end == lineCapacity {
            compact()
        }
        if let source = body.baseAddress {
            (bytes + bytesEnd).copyMemory(from: source, byteCount: body.count)
        }
        let entry = Entry(
            id: id, offset: UInt32(bytesEnd), length: UInt32(body.count), kind: kind)
        (entries + end).initialize(to: entry)
        end &+= 1
        bytesEnd &+= body.count
        byteCount &+= body.count
        count &+= 1
        return true
    }

    /// The line at `cursor`, which is moved behind it; `nil` at the end. A cursor starts at 0.
    ///
    /// The bytes are good until the queue is changed.
    func next(_ cursor: inout Int) -> (entry: Entry, body: UnsafeRawBufferPointer)? {
        while first &+ cursor < end {
            let entry = entries[first &+ cursor]
            cursor &+= 1
            if !entry.isGone {
                let start = UnsafeRawPointer(bytes + Int(entry.offset))
                return (entry, UnsafeRawBufferPointer(start: start, count: Int(entry.length)))
            }
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
    mutating func removeFirst() -> Entry? {
        while first < end {
            let entry = entries[first]
            first &+= 1
            guard !entry.isGone else { continue }
            isFrontFixed = false
            byteCount &-= Int(entry.length)
            count &-= 1
            if count == 0 {
                (first, end, bytesEnd) = (0, 0, 0)
            }
            return entry
        }
        return nil
    }

    /// Takes out the lines that `isUnwanted`; how many lines that leaves untold.
    ///
    /// An `overflow` taken out counts for the lines that it told of, a `brokenOff` for none. The
    /// first line stays where part of it has been written.
    mutating func remove(where isUnwanted: (Entry) -> Bool) -> UInt64 {
        var untold: UInt64 = 0
        var isFirst = true
        for index in first..<end where !entries[index].isGone {
            defer { isFirst = false }
            guard !(isFirst && isFrontFixed), isUnwanted(entries[index]) else { continue }
            untold &+= takeOut(index)
        }
        return untold
    }

    private mutating func takeOut(_ index: Int) -> UInt64 {
        entries[index].isGone = true
        byteCount &-= Int(entries[index].length)
        count &-= 1
        switch entries[index].kind {
        case .overflow: return entries[index].id
        case .brokenOff: return 0
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
            (bytes + byte).copyMemory(
                from: bytes + Int(entry.offset), byteCount: Int(entry.length))
            entry.offset = UInt32(byte)
            byte &+= Int(entry.length)
            entries[line] = entry
            line &+= 1
        }
        (first, end, bytesEnd) = (0, line, byte)
    }
}
