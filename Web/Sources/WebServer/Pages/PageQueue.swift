import GestureWire

/// The lines queued for one page, in order, and their size.
///
/// Lines are numbered when they leave, so that dropped ones leave no gap.
struct PageQueue {
    /// The type of a queued line, which determines whether it may be dropped.
    enum Kind {
        case began, changed, ended
        /// The only line of its gesture: a tap, a swipe or a stroke.
        case discrete
        /// Replaces a dropped end.
        case syntheticCancel
        case contact, explanation, overflow, reply
        /// Any other line; dropped last.
        case other
    }

    /// One queued line.
    struct Entry {
        /// Its type.
        let kind: Kind
        /// The id of its gesture; for `overflow` the number of lines that it reports.
        let id: Int64
        /// The bytes before the number; empty if the line has no number.
        private(set) var head: [UInt8]
        /// The bytes after the number.
        private(set) var body: [UInt8]
        /// The position of the previous `changed` of the same gesture; -1 if no such line is
        /// queued.
        fileprivate var previous: Int
        fileprivate private(set) var isDropped = false

        fileprivate var cost: Int { head.count + body.count + Self.overhead }
        /// The bytes of a number, a WebSocket frame header and the entry itself.
        private static let overhead = 64

        /// Keeps its position in the queue, but none of its bytes.
        fileprivate mutating func drop() {
            isDropped = true
            (head, body) = ([], [])
        }
    }

    /// The number of dropped entries from which they are removed, if they are more than the others.
    private static let mostDropped = 256

    /// The maximum number of queued bytes.
    let capacity: Int
    /// The number of queued bytes.
    private(set) var byteCount = 0
    private var entries: [Entry] = []
    /// The number of dropped entries in `entries` from `first` on.
    private var droppedCount = 0
    /// The first entry that has not left.
    private var first = 0
    /// The number of entries that were removed before the first of the array.
    private var base = 0
    /// The position of the newest queued `changed` of each gesture.
    private var changes: [Int64: Int] = [:]
    private var lastSeq: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether no line is queued.
    var isEmpty: Bool { byteCount == 0 }

    /// Whether a line of `count` bytes fits.
    func hasRoom(for count: Int) -> Bool { byteCount + count + 256 <= capacity }

    /// Appends a line; the caller checks whether there is room.
    mutating func append(_ kind: Kind, id: Int64 = 0, head: [UInt8] = [], body: [UInt8]) {
        let previous = kind == .changed ? changes[id] ?? -1 : -1
        let entry = Entry(kind: kind, id: id, head: head, body: body, previous: previous)
        if kind == .changed { changes[id] = base + entries.count }
        byteCount += entry.cost
        entries.append(entry)
    }

    /// Drops the queued `changed` of a gesture.
    mutating func dropChanges(of id: Int64) {
        var place = changes.removeValue(forKey: id) ?? -1
        while place >= base + first {
            let index = place - base
            place = entries[index].previous
            drop(index)
        }
        compact()
    }

    /// Drops queued lines for which `isDispensable`, which is called in order, is true. Returns
    /// their number, and the number of other dropped lines that dropped `overflow` lines would have
    /// reported.
    mutating func drop(where isDispensable: (Entry) -> Bool) -> (lines: UInt64, reported: UInt64) {
        var count: (lines: UInt64, reported: UInt64) = (0, 0)
        for index in first..<entries.count
        where !entries[index].isDropped && isDispensable(entries[index]) {
            let entry = entries[index]
            if entry.kind == .overflow {
                count.reported.addClamped(UInt64(clamping: entry.id))
            } else {
                count.lines += 1
            }
            drop(index)
        }
        changes = changes.filter { !entries[$0.value - base].isDropped }
        compact()
        return count
    }

    private mutating func drop(_ index: Int) {
        guard !entries[index].isDropped else { return }
        byteCount -= entries[index].cost
        entries[index].drop()
        droppedCount += 1
    }

    /// Removes dropped entries, which would stay as long as the page does not read.
    private mutating func compact() {
        guard droppedCount > Self.mostDropped, droppedCount > (entries.count - first) / 2 else {
            return
        }
        base += first
        let kept = entries[first...].filter { !$0.isDropped }
        (entries, first, droppedCount, changes) = ([], 0, 0, [:])
        for var entry in kept {
            if entry.kind == .changed {
                entry.previous = changes[entry.id] ?? -1
                changes[entry.id] = base + entries.count
            }
            entries.append(entry)
        }
    }

    /// The number of entries in memory, including dropped ones.
    var entryCount: Int { entries.count }

    /// Removes lines, each with its number, until `limit` bytes are removed or the queue is empty.
    ///
    /// - Parameter take: receives each line in three parts, of which the first two may be empty.
    mutating func drain(limit: Int, _ take: (Entry, _ seq: UInt64?) -> Void) {
        var out = 0
        while first < entries.count, out < limit {
            let entry = entries[first]
            let place = base + first
            first += 1
            guard !entry.isDropped else {
                droppedCount -= 1
                continue
            }
            if entry.kind == .changed, changes[entry.id] == place { changes[entry.id] = nil }
            byteCount -= entry.cost
            out += entry.cost
            if entry.head.isEmpty {
                take(entry, nil)
            } else {
                lastSeq += 1
                take(entry, lastSeq)
            }
        }
        forget()
    }

    /// Frees the memory of entries that have left.
    private mutating func forget() {
        if first == entries.count {
            base += first
            first = 0
            // The capacity for a burst is not kept.
            entries.removeAll(keepingCapacity: entries.capacity <= 256)
        } else if first > 512, first > entries.count / 2 {
            entries.removeFirst(first)
            base += first
            first = 0
        }
    }
}
