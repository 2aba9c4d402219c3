import GestureWire
import TouchCore

/// Gestures that began, or were all at once, by kind and zone.
struct GestureCounters {
    /// All of them.
    private(set) var total: UInt64 = 0
    /// The same by kind, in the order of all kinds.
    private var kinds = ContiguousArray<UInt64>(repeating: 0, count: GestureKind.allCases.count)
    /// The same by zone and kind: a row a zone of the configuration, and one for those of clients.
    private var rows: ContiguousArray<UInt64>
    /// The names of the rows but the last.
    private var zones: [String]

    /// Nothing counted, on devices with zones of these names.
    init(zones: [String] = []) {
        self.zones = zones
        rows = ContiguousArray(repeating: 0, count: (zones.count + 1) * kinds.count)
    }

    /// Counts a gesture of a kind.
    ///
    /// - Parameter zone: as its event has it: an index of the configuration, or a zone of a client.
    @inline(never)
    mutating func count(_ kind: GestureKind, zone: Int) {
        total &+= 1
        guard let column = GestureKind.allCases.firstIndex(of: kind) else { return }
        kinds[column] &+= 1
        // The handle of an added zone is beyond every index of the configuration.
        rows[min(max(zone, 0), zones.count) * kinds.count + column] &+= 1
    }

    /// Has the zones of these names be the configuration's from here on: those that have their name
    /// still keep their numbers, and others begin anew.
    mutating func adopt(zones next: [String]) {
        guard next != zones else { return }
        var adopted = GestureCounters(zones: next)
        (adopted.total, adopted.kinds) = (total, kinds)
        let before = Dictionary(zones.enumerated().map { ($1, $0) }) { first, _ in first }
        for row in 0...next.count {
            guard let old = row == next.count ? zones.count : before[next[row]] else { continue }
            for column in kinds.indices {
                adopted.rows[row * kinds.count + column] = rows[old * kinds.count + column]
            }
        }
        self = adopted
    }

    /// How many of each kind there were; of kinds with none nothing.
    var byKind: [DaemonStatus.KindCount] { Self.named(kinds[...]) }

    /// The same by zone; of zones with none nothing. Those of clients are last, under no name.
    var byZone: [DaemonStatus.ZoneGestures] {
        (0...zones.count).compactMap { row in
            let counts = Self.named(rows[row * kinds.count..<(row + 1) * kinds.count])
            guard !counts.isEmpty else { return nil }
            return DaemonStatus.ZoneGestures(
                zone: row < zones.count ? zones[row] : nil, byKind: counts)
        }
    }

    private static func named(_ counts: ArraySlice<UInt64>) -> [DaemonStatus.KindCount] {
        zip(GestureKind.allCases, counts).filter { $1 > 0 }.map { ($0.rawValue, $1) }
    }
}

/// How long frames with lines took, counted in fixed buckets, as metrics want them: nothing allocates.
struct LatencyHistogram {
    /// The greatest of each bucket but the last, in microseconds.
    private let bounds = ContiguousArray(DaemonStatus.LatencyHistogram.boundsUs)
    private var counts = ContiguousArray<UInt64>(
        repeating: 0, count: DaemonStatus.LatencyHistogram.boundsUs.count + 1)
    private var sumUs: Int64 = 0

    /// Counts a frame that took so many microseconds; less than none counts as none.
    mutating func add(_ us: Int64) {
        let us = max(us, 0)
        var bucket = 0
        while bucket < bounds.count, us > bounds[bucket] { bucket += 1 }
        counts[bucket] &+= 1
        let (sum, overflow) = sumUs.addingReportingOverflow(us)
        sumUs = overflow ? .max : sum
    }

    /// What `status` has of it.
    var summary: DaemonStatus.LatencyHistogram {
        DaemonStatus.LatencyHistogram(counts: Array(counts), sumUs: sumUs)
    }
}
