import GestureWire
import TouchCore

/// Gestures that began, and discrete ones, by kind and zone.
struct GestureCounters {
    /// The number of all gestures.
    private(set) var total: UInt64 = 0
    /// The number of gestures by kind, in the order of all kinds.
    private var kinds = ContiguousArray<UInt64>(repeating: 0, count: GestureKind.allCases.count)
    /// The number by zone and kind: one row for each configured zone, and one for all zones of
    /// clients.
    private var rows: ContiguousArray<UInt64>
    /// The names of all rows except the last.
    private var zones: [String]

    /// All counters at 0, for zones of these names.
    init(zones: [String] = []) {
        self.zones = zones
        rows = ContiguousArray(repeating: 0, count: (zones.count + 1) * kinds.count)
    }

    /// Counts a gesture of a kind.
    ///
    /// - Parameter zone: the zone of its event: an index of the configuration, or a zone of a
    ///   client.
    @inline(never)
    mutating func count(_ kind: GestureKind, zone: Int) {
        total &+= 1
        guard let column = GestureKind.allCases.firstIndex(of: kind) else { return }
        kinds[column] &+= 1
        // The number of a client's zone is beyond every index of the configuration.
        rows[min(max(zone, 0), zones.count) * kinds.count + column] &+= 1
    }

    /// Sets the names of the configured zones: zones whose names stay keep their numbers, others
    /// start at 0.
    mutating func setZones(_ next: [String]) {
        guard next != zones else { return }
        var updated = GestureCounters(zones: next)
        (updated.total, updated.kinds) = (total, kinds)
        let before = Dictionary(zones.enumerated().map { ($1, $0) }) { first, _ in first }
        for row in 0...next.count {
            guard let old = row == next.count ? zones.count : before[next[row]] else { continue }
            for column in kinds.indices {
                updated.rows[row * kinds.count + column] = rows[old * kinds.count + column]
            }
        }
        self = updated
    }

    /// The number of gestures of each kind; kinds without any are omitted.
    var byKind: [DaemonStatus.KindCount] { Self.named(kinds[...]) }

    /// The number of gestures by zone and kind; zones without any are omitted. The zones of clients
    /// are last, as one without a name.
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

/// The latency of frames that caused lines, counted in fixed buckets, as metrics need them. Never
/// allocates.
struct LatencyHistogram {
    /// The upper bound of each bucket except the last, in microseconds.
    private let bounds = ContiguousArray(DaemonStatus.LatencyHistogram.boundsUs)
    private var counts = ContiguousArray<UInt64>(
        repeating: 0, count: DaemonStatus.LatencyHistogram.boundsUs.count + 1)
    private var sumUs: Int64 = 0

    /// Counts a frame that took `us` microseconds; negative values count as 0.
    mutating func add(_ us: Int64) {
        let us = max(us, 0)
        var bucket = 0
        while bucket < bounds.count, us > bounds[bucket] { bucket += 1 }
        counts[bucket] &+= 1
        let (sum, overflow) = sumUs.addingReportingOverflow(us)
        sumUs = overflow ? .max : sum
    }

    /// The members of `status` with the histogram.
    var summary: DaemonStatus.LatencyHistogram {
        DaemonStatus.LatencyHistogram(counts: Array(counts), sumUs: sumUs)
    }
}
