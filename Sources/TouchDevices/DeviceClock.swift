import TouchCore

/// Converts the times of scans from the panel's clock (`MSC_TIMESTAMP`) to the kernel's.
///
/// The kernel stamps a frame when it arrives: with a random delay, and on some buses several frames
/// at once. The panel's clock counts evenly from scan to scan, from an arbitrary origin, and
/// restarts after a silence. So the time of each scan is that of the previous one plus the panel's
/// step, but never later than the arrival: thus the frames with the smallest delay determine the
/// times of the others. The first frame is assumed to be delayed by 25 ms, until a tenth of a
/// second has shown the delays of the panel's frames. The drift between the two clocks in each half
/// second is corrected by at most a fiftieth of each step.
///
/// If a panel's clock differs from the kernel's by more than `maximumLag` for the third time, it is
/// ignored from then on.
struct DeviceClock {
    /// The maximum step from scan to scan: a longer one means that the clock restarted (µs).
    static var maximumStep: Int64 { 1_000_000 }
    /// The maximum time from a scan to its arrival (µs).
    static var maximumLag: Int64 { TouchFrame.maximumSampleLagUs }
    /// The period whose minimum lag is the drift of the clocks (µs).
    private static var driftPeriod: Int64 { 500_000 }
    /// The minimum length of a period that shows the spread of the lag: it has several bunches of
    /// frames (µs).
    private static var minimumPeriod: Int64 { 100_000 }
    /// The divisor of a step that gives its maximum correction of the drift.
    private static let slewDivisor: Int64 = 50
    /// The number of doubts after which the clock is ignored.
    private static let maximumDoubts = 3

    /// The panel's timestamp of the previous frame (µs, wraps).
    private var stamp: UInt32?
    /// When the previous frame arrived (µs).
    private var arrival: Int64 = 0
    /// The time of the scan of the previous frame (µs).
    private var scan: Int64 = 0
    /// The minimum lag since `periodBegin` (µs); `Int64.max` before the first.
    private var periodMinimumLag = Int64.max
    private var periodBegin: Int64 = 0
    /// The drift that is still to be corrected (µs).
    private var drift: Int64 = 0
    /// The maximum lag since `periodBegin` (µs).
    private var periodMaximumLag: Int64 = 0
    /// The maximum difference in lag between frames of any period so far: the time between the
    /// scans of frames that arrive together (µs). `nil` until a period has been long enough.
    private var spread: Int64?
    /// How often the lag exceeded `maximumLag`.
    private var doubts = 0

    /// The time of the scan for a frame with the panel's timestamp `stamp` and the kernel's
    /// `arrival`, in microseconds on the kernel's clock; never after `arrival`, nor more than
    /// `maximumLag` before it.
    mutating func scanTime(_ stamp: UInt32, arrival: Int64) -> Int64 {
        guard doubts < Self.maximumDoubts else { return arrival }
        defer {
            self.stamp = stamp
            self.arrival = arrival
        }
        guard let last = self.stamp else { return restart(at: arrival) }
        let step = Int64(stamp &- last)
        let silence = arrival.subtractingReportingOverflow(self.arrival)
        guard step <= Self.maximumStep, !silence.overflow,
            (0...Self.maximumStep).contains(silence.partialValue)
        else { return restart(at: arrival) }
        let correction = min(drift, step / Self.slewDivisor)
        drift -= correction
        // The correction reduces the lag of this frame and the following ones.
        periodMaximumLag = max(periodMaximumLag - correction, 0)
        let next = scan.addingReportingOverflow(step + correction)
        guard !next.overflow else { return restart(at: arrival) }
        scan = next.partialValue
        var lag = arrival - scan
        if lag > Self.maximumLag, periodMinimumLag != .max {
            // The first scan was assumed too early.
            scan += periodMinimumLag
            lag -= periodMinimumLag
            periodMaximumLag = max(periodMaximumLag - periodMinimumLag, 0)
            periodMinimumLag = 0
        }
        guard lag <= Self.maximumLag else {
            doubts += 1
            return restart(at: arrival)
        }
        updatePeriod(lag, at: arrival)
        scan = min(scan, arrival)
        return scan
    }

    /// Assumes a lag, because the frame may be the first of several that arrive together. Times of
    /// scans never decrease.
    private mutating func restart(at arrival: Int64) -> Int64 {
        startPeriod(at: arrival)
        let lag = min(spread ?? .max, Self.maximumLag / 2)
        let start = Timestamp(microseconds: arrival).advanced(byMicroseconds: -lag).microseconds
        scan = stamp != nil && (start...arrival).contains(scan) ? scan : start
        drift = 0
        return scan
    }

    private mutating func startPeriod(at arrival: Int64) {
        if periodMinimumLag != .max, self.arrival - periodBegin >= Self.minimumPeriod {
            spread = max(spread ?? 0, periodMaximumLag - periodMinimumLag)
        }
        periodMinimumLag = .max
        periodMaximumLag = 0
        periodBegin = arrival
    }

    private mutating func updatePeriod(_ lag: Int64, at arrival: Int64) {
        periodMinimumLag = min(periodMinimumLag, max(lag, 0))
        periodMaximumLag = max(periodMaximumLag, lag)
        guard arrival - periodBegin >= Self.driftPeriod else { return }
        drift = periodMinimumLag
        startPeriod(at: arrival)
    }
}
