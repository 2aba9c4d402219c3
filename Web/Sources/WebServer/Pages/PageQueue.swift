import GestureWire

/// The lines that wait for one page, in order, and how much they take.
///
/// Lines are numbered when they leave, so that what is dropped leaves no gap.
struct PageQueue {
    /// What may become of a line that waits.
    enum Kind {
        case began, changed, ended
        /// The only line of its gesture: a tap, a swipe or a stroke.
        case discrete
        /// Replaces an end that was dropped.
        case syntheticCancel
        case contact, explanation, overflow, reply
        /// Every other line; dropped last.
        case other
    }

    /// One line that waits.
    struct Entry {
        /// What it is.
        let kind: Kind
        /// The gesture that it is of; of `overflow` how many lines it reports.
        let id: Int64
        /// What stands before the number; empty where the line has none.
        private(set) var head: [UInt8]
        /// What follows the number.
        private(set) var body: [UInt8]
        /// Where the `changed` before it of the same gesture waits; -1: nowhere.
        fileprivate var previous: Int
        fileprivate private(set) var isDropped = false

        fileprivate var cost: Int { head.count + body.count + Self.overhead }
        /// Of a number, a frame of WebSocket and the entry itself, in bytes.
        private static let overhead = 64

        /// Keeps its place in the queue, and nothing of its bytes.
        fileprivate mutating func drop() {
            isDropped = true
            (head, body) = ([], [])
        }
    }

    /// From so many dropped entries on they are removed, where they are more than those that wait.
    private static let mostDropped = 256

    /// The most that may wait, in bytes.
    let capacity: Int
    /// What waits, in bytes.
    private(set) var byteCount = 0
    private var entries: [Entry] = []
    /// Of `entries` from `first` on, those that are dropped.
    private var droppedCount = 0
    /// The first entry that has not left.
    private var first = 0
    /// Entries that were forgotten before the array's first.
    private var base = 0
    /// Where the newest `changed` of each gesture waits.
    private var changes: [Int64: Int] = [:]
    private var lastSeq: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether nothing waits.
    var isEmpty: Bool { byteCount == 0 }

    /// Whether a line of so many bytes fits.
    func hasRoom(for count: Int) -> Bool { byteCount + count + 256 <= capacity }

    /// Appends a line; whether there was room is for the caller to know.
    mutating func append(_ kind: Kind, id: Int64 = 0, head: [UInt8] = [], body: [UInt8]) {
        let previous = kind == .changed ? changes[id] ?? -1 : -1
        let entry = Entry(kind: kind, id: id, head: head, body: body, previous: previous)
        if kind == .changed { changes[id] = base + entries.count }
        byteCount += entry.cost
        entries.append(entry)
    }

    /// Drops the waiting `changed` of a gesture.
    mutating func dropChanges(of id: Int64) {
        var place = changes.removeValue(forKey: id) ?? -1
        while place >= base + first {
            let index = place - base
            place = entries[index].previous
            drop(index)
        }
        compact()
    }

    /// Drops what waits and `isDispensable`, which sees each line in order: how many lines those were,
    /// and how many others dropped `overflow` lines would have reported.
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

    /// Removes dropped entries, which would stay as long as the page reads nothing.
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

    /// Entries that take memory, dropped ones among them.
    var entryCount: Int { entries.count }

    /// Takes lines out, each with its number, until `limit` bytes are out or nothing waits.
    ///
    /// - Parameter take: gets each line in three parts, of which the first two may be empty.
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

    /// Gives back what entries that left have taken.
    private mutating func forget() {
        if first == entries.count {
            base += first
            first = 0
            // A burst is not to be kept for.
            entries.removeAll(keepingCapacity: entries.capacity <= 256)
        } else if first > 512, first > entries.count / 2 {
            entries.removeFirst(first)
            base += first
            first = 0
        }
    }
}
