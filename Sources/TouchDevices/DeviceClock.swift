import TouchCore

/// When a panel scanned, on the kernel's clock, derived from the panel's own (`MSC_TIMESTAMP`).
///
/// The kernel stamps a frame when it arrives: with a random delay, and on some buses several frames
/// at once. The panel's clock counts evenly from scan to scan, from an arbitrary origin, and
/// restarts after a silence. So the time of each scan is that of the previous one plus the panel's
/// step, but never after its arrival: thus the frames with the smallest delay determine the times
/// of the others. Until a tenth of a second has shown how delayed the panel's frames are, the first
/// is assumed to be delayed by 25 ms. The drift between the two clocks in each half second is
/// corrected by at most a fiftieth of each step.
///
/// If a panel's clock differs from the kernel's by more than `greatestLag` for the third time, it
/// is ignored from then on.
struct DeviceClock {
    /// The maximum step from scan to scan: more means that the clock restarted (µs).
    static var longestStep: Int64 { 1_000_000 }
    /// The maximum time from a scan to its arrival (µs).
    static var greatestLag: Int64 { TouchFrame.greatestSampleLagUs }
    /// The interval after which the minimum lag is taken as the drift of the clocks (µs).
    private static var driftPeriod: Int64 { 500_000 }
    /// The minimum length of a period from which the spread of the lag is known: several bunches
    /// (µs).
    private static var shortestPeriod: Int64 { 100_000 }
    /// The share of a step that is used to correct the drift.
    private static let slew: Int64 = 50
    /// The number of doubts after which the clock is ignored.
    private static let maximumDoubts = 3

    private var stamp: UInt32?
    /// When the previous frame arrived (µs).
    private var arrival: Int64 = 0
    /// When the panel scanned for it (µs).
    private var look: Int64 = 0
    /// The minimum lag since `periodBegin` (µs).
    private var leastLag = Int64.max
    private var periodBegin: Int64 = 0
    /// The drift that is still to be corrected (µs).
    private var drift: Int64 = 0
    /// The maximum lag since `periodBegin` (µs).
    private var mostLag: Int64 = 0
    /// The maximum difference in lag between frames of a period so far: the distance of frames that
    /// arrive together. Unknown at first, when the very first frame may be one of many (µs).
    private var spread: Int64?
    private var doubts = 0

    /// When the panel scanned for a frame with its timestamp `stamp` and the kernel's `arrival`, in
    /// microseconds on the kernel's clock; never after `arrival`, nor more than `greatestLag`
    /// before.
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
        // The correction was no delay.
        mostLag = max(mostLag - correction, 0)
        let next = look.addingReportingOverflow(step + correction)
        guard !next.overflow else { return restart(at: arrival) }
        look = next.partialValue
        var lag = arrival - look
        if lag > Self.greatestLag, leastLag != .max {
            // The start was assumed too early.
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

    /// The frame may be the first of several that arrive together; times of scans never decrease.
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
