/// Palms recognised by their size, if the configuration enables it.
///
/// Panels differ too much for a default: those that report sizes report many fingertips as larger
/// than a finger.
struct PalmSize: Sendable {
    /// The minimum resolution of a usable axis of sizes (units/mm).
    static let minimumResolution: Int32 = 5

    /// The minimum size of a palm, in device units.
    private let limit: Double
    /// Slots whose contact was at least as large as `limit` in its last sample.
    private var large: UInt64 = 0

    /// `nil` if no size is configured, or the panel's sizes are not lengths.
    init?(panel: Panel, settings: DeviceSettings) {
        guard let major = settings.palmMajor, major > 0, let axis = panel.touchMajor,
            axis.resolution >= Self.minimumResolution
        else { return nil }
        limit = major * Double(axis.resolution)
    }

    /// Handles the first sample of a contact.
    mutating func start(_ report: TouchReport) {
        large = isLarge(report) ? large | report.bit : large & ~report.bit
    }

    /// Handles another sample; returns whether this sample and the previous one are both as large
    /// as a palm.
    mutating func isPalm(_ report: TouchReport) -> Bool {
        let wasLarge = large & report.bit != 0
        start(report)
        return wasLarge && isLarge(report)
    }

    private func isLarge(_ report: TouchReport) -> Bool { Double(report.touchMajor) >= limit }
}

/// Detects jumps: steps that no finger makes, because the panel gave the slot to another finger.
///
/// A step is a jump only if the finger was much slower before it: only by distance and speed, every
/// flick on a 40 Hz panel would be one. The caller compares these speeds, as a `Finger` that is
/// passed would be copied.
enum JumpDetector {
    /// The minimum distance of a jump (mm).
    private static let distance = 20.0
    /// `distance`, squared.
    static let squaredDistance = distance * distance
    /// The minimum speed of a jump (mm/s).
    private static let minimumSpeed = 5_000.0
    /// The minimum ratio of the speed of a jump to the finger's own speed. Slightly above 4: a step
    /// exactly four times as fast is not a jump, and computed speeds are rounded.
    static let ratio = 4.0 * (1 + 1e-12)
    /// The time between samples is clamped to this range (µs), for silences and repeated
    /// timestamps.
    private static let intervalUs: ClosedRange<Int64> = 1_000...40_000

    /// The speed (mm/s) of a step that is long and fast enough for a jump; `nil` for any other.
    ///
    /// - Parameters:
    ///   - last: the position of the previous sample, at `lastTime`.
    ///   - raw: the position of the sample, at `time`.
    static func speed(
        from last: Point, _ lastTime: Timestamp, to raw: Point, _ time: Timestamp
    ) -> Double? {
        let squared = raw.squaredDistance(to: last)
        guard squared > squaredDistance else { return nil }
        let elapsed = min(
            max(time.microseconds(since: lastTime), intervalUs.lowerBound), intervalUs.upperBound)
        let speed = squared.squareRoot() / (Double(elapsed) / 1e6)
        return speed > minimumSpeed ? speed : nil
    }
}

/// Decides when a contact has been still for too long to be a finger: it may be a drop of water.
///
/// The kernel sends no events of a still contact, so only time distinguishes the two.
struct StuckRule: Sendable {
    /// A contact that has moved this far from where it began to rest is not stuck (mm).
    static let distance = 3.0

    private let limitUs: Int64

    /// `nil` if the configuration lets contacts rest forever.
    init?(_ settings: DeviceSettings) {
        limitUs = settings.stuckAfter.microseconds
        guard limitUs > 0 else { return nil }
    }

    /// The time at which a contact that has rested since `start` is stuck.
    func deadline(restingSince start: Timestamp) -> Timestamp {
        start.advanced(byMicroseconds: limitUs)
    }
}

/// An ellipse that is dragged by the finger inside it; its centre is the filtered position.
struct JitterEllipse: Sendable {
    /// Half the width and half the height (mm).
    private let margin: Point
    /// Whether both are above 0.
    private let isEnabled: Bool

    /// Uses half the panel's noise, but at least the configured jitter.
    init(_ surface: Surface, settings: DeviceSettings) {
        let fuzz = surface.fuzz
        margin = Point(
            x: max(fuzz.x / 2, settings.jitter), y: max(fuzz.y / 2, settings.jitter))
        isEnabled = margin.x > 0 && margin.y > 0
    }

    /// The centre after the finger has moved to `raw`.
    func centre(draggedFrom centre: Point, to raw: Point) -> Point {
        guard isEnabled else { return raw }
        let step = raw - centre
        let across = step.x / margin.x
        let down = step.y / margin.y
        let distance = (across * across + down * down).squareRoot()
        // After it has dragged the ellipse, a finger is on the rim, except for rounding.
        guard distance > 1 + 1e-9 else { return centre }
        return raw - step / distance
    }
}
