import GestureWire

/// How long frames took, counted in steps of an eighth: fixed storage, nothing allocates.
struct LatencyCount {
    private var steps = ContiguousArray<UInt64>(repeating: 0, count: 64 * 8)
    private var total: UInt64 = 0
    private var longest: Int64 = 0

    /// Counts a frame that took so many microseconds; less than none counts as none.
    mutating func add(_ us: Int64) {
        let us = max(us, 0)
        steps[Self.step(of: UInt64(us))] &+= 1
        total &+= 1
        longest = max(longest, us)
    }

    /// `nil` before the first frame.
    var summary: DaemonStatus.Latency? {
        guard total > 0 else { return nil }
        return DaemonStatus.Latency(p50: least(50), p99: least(99), max: longest)
    }

    /// What so many percent of the frames did not exceed, rounded up to a step.
    private func least(_ percent: UInt64) -> Int64 {
        let wanted = (total &* percent &+ 99) / 100
        var count: UInt64 = 0
        for step in steps.indices {
            count &+= steps[step]
            if count >= wanted { return min(Self.end(of: step), longest) }
        }
        return longest
    }

    /// Up to 7 each its own step, then eight to each doubling.
    private static func step(of us: UInt64) -> Int {
        guard us >= 8 else { return Int(us) }
        let exponent = 63 - us.leadingZeroBitCount
        return (exponent - 2) * 8 + Int(us >> UInt64(exponent - 3) & 7)
    }

    /// The greatest number of microseconds of a step.
    private static func end(of step: Int) -> Int64 {
        guard step >= 8 else { return Int64(step) }
        let shift = UInt64(step / 8 - 1)
        let end = (UInt64(step % 8) + 9) << shift &- 1
        return Int64(clamping: end)
    }
}
