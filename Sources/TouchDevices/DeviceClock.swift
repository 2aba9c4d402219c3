import TouchCore

/// When a panel looked, on the kernel's clock, from the panel's own (`MSC_TIMESTAMP`).
///
/// The kernel stamps a frame when it arrives: late by chance, and on some buses several at once. The
/// panel's clock counts evenly from one look to the next, from an origin that means nothing, and starts
/// anew after a silence. So each look is put as far behind the one before as the panel says, and never
/// after it arrived: the frames that were least late hold the place of the others. Until a tenth of a
/// second has shown how late frames of the panel are, the first is taken to be late by 25 ms. What the two clocks go
/// apart by, each half second, is made good by a fiftieth of each step at most.
///
/// A panel whose clock says something else than the kernel's, by more than `greatestLag`, is believed
/// no more the third time.
struct DeviceClock {
    /// The longest step from one look to the next: more is a clock that started anew (µs).
    static var longestStep: Int64 { 1_000_000 }
    /// A look is no longer before its arrival (µs).
    static var greatestLag: Int64 { TouchFrame.greatestSampleLagUs }
    /// How often the least lag is taken for what the clocks have gone apart by (µs).
    private static var driftPeriod: Int64 { 500_000 }
    /// How long a period shows at least how late frames are: several bunches (µs).
    private static var shortestPeriod: Int64 { 100_000 }
    /// The share of a step by which that is made good.
    private static let slew: Int64 = 50
    /// So many doubts end it.
    private static let maximumDoubts = 3

    private var stamp: UInt32?
    /// When the frame before arrived (µs).
    private var arrival: Int64 = 0
    /// When the panel looked for it (µs).
    private var look: Int64 = 0
    /// The least lag since `periodBegin` (µs).
    private var leastLag = Int64.max
    private var periodBegin: Int64 = 0
    /// What is still to be made good (µs).
    private var drift: Int64 = 0
    /// The greatest lag since `periodBegin` (µs).
    private var mostLag: Int64 = 0
    /// How much later one frame of a period is than another, at most so far: how far apart frames are that
    /// arrive together. Not known at first, when the first frame of all may be one of many (µs).
    private var spread: Int64?
    private var doubts = 0

    /// When the panel looked for a frame that was stamped `stamp` by it and `arrival` by the kernel, in
    /// microseconds on the kernel's clock; never after `arrival`, nor longer before than `greatestLag`.
    mutating func look(_ stamp: UInt32, arrival: Int64) -> Int64 {
        guard doubts < Self.maximumDoubts else { return arrival }
        defer {
            self.stamp = stamp
            self.arrival = arrival
        }
        guard let last = self.stamp else { return restart(at: arrival) }
        let step = Int64(stamp &- last)
        let silence = arrival.subtractingReportingOverflow(self.arrival)
        guard step <= Self.longestStep, !silence.overflow,
            (0...Self.longestStep).contains(silence.partialValue)
        else { return restart(at: arrival) }
        let correction = min(drift, step / Self.slew)
        drift -= correction
        // What is made good was no lateness.
        mostLag = max(mostLag - correction, 0)
        let next = look.addingReportingOverflow(step + correction)
        guard !next.overflow else { return restart(at: arrival) }
        look = next.partialValue
        var lag = arrival - look
        if lag > Self.greatestLag, leastLag != .max {
            // It started too early.
            look += leastLag
            lag -= leastLag
            mostLag = max(mostLag - leastLag, 0)
            leastLag = 0
        }
        guard lag <= Self.greatestLag else {
            doubts += 1
            return restart(at: arrival)
        }
        follow(lag, at: arrival)
        look = min(look, arrival)
        return look
    }

    /// The first of some frames that arrive together may be what it starts with; no look is before another.
    private mutating func restart(at arrival: Int64) -> Int64 {
        startPeriod(at: arrival)
        let lag = min(spread ?? .max, Self.greatestLag / 2)
        let start = Timestamp(microseconds: arrival).advanced(byMicroseconds: -lag).microseconds
        look = stamp != nil && (start...arrival).contains(look) ? look : start
        drift = 0
        return look
    }

    private mutating func startPeriod(at arrival: Int64) {
        if leastLag != .max, self.arrival - periodBegin >= Self.shortestPeriod {
            spread = max(spread ?? 0, mostLag - leastLag)
        }
        leastLag = .max
        mostLag = 0
        periodBegin = arrival
    }

    private mutating func follow(_ lag: Int64, at arrival: Int64) {
        leastLag = min(leastLag, max(lag, 0))
        mostLag = max(mostLag, lag)
        guard arrival - periodBegin >= Self.driftPeriod else { return }
        drift = leastLag
        startPeriod(at: arrival)
    }
}
