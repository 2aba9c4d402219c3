/// Palms recognised by their size, if the configuration enables it.
///
/// Panels differ too much for a default rule: those that report sizes report many ordinary contacts
/// to be larger than a finger.
struct PalmSize: Sendable {
    /// The minimum resolution of a usable axis of sizes (units/mm).
    static let minimumResolution: Int32 = 5

    /// The minimum size of a palm, in device units.
    private let limit: Double
    /// Slots whose contact was that large in the last sample.
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

    /// Handles another sample; returns whether it is the second in a row that is as large as a
    /// palm.
    mutating func isPalm(_ report: TouchReport) -> Bool {
        let wasLarge = large & report.bit != 0
        start(report)
        return wasLarge && isLarge(report)
    }

    private func isLarge(_ report: TouchReport) -> Bool { Double(report.touchMajor) >= limit }
}

/// Steps that no finger makes: the slot was given to another finger.
///
/// It is a jump only if the finger was much slower before: distance and speed alone would split
/// every flick on a 40 Hz panel. The `Finger` itself is not passed for that: it would be copied.
enum JumpDetector {
    /// The minimum distance of a jump (mm).
    private static let distance = 20.0
    /// The minimum speed of a jump (mm/s).
    private static let leastSpeed = 5_000.0
    /// The minimum ratio of the speed of a jump to the finger's own speed; slightly above 4,
    /// because exactly four times as fast is not a jump, and a computed speed has been rounded.
    static let ratio = 4.0 * (1 + 1e-12)
    /// Bounds of the time between samples: a silence is shortened, a repeated timestamp lengthened
    /// (µs).
    private static let intervalUs: ClosedRange<Int64> = 1_000...40_000

    /// The speed (mm/s) of a step that is long and fast enough for a jump; `nil` for any other.
    ///
    /// - Parameter raw: the sample's position at `time`; the previous one was at `place`, at
    ///   `then`.
    static func speed(
        from place: Point, _ then: Timestamp, to raw: Point, _ time: Timestamp
    ) -> Double? {
        let squared = raw.squaredDistance(to: place)
        guard squared > distance * distance else { return nil }
        let elapsed = min(
            max(time.microseconds(since: then), intervalUs.lowerBound), intervalUs.upperBound)
        let asked = squared.squareRoot() / (Double(elapsed) / 1e6)
        return asked > leastSpeed ? asked : nil
    }
}

/// When a contact has been still for too long to be a finger; it is, for example, a drop of water.
///
/// A still finger is silent in evdev: only the time tells them apart.
struct StuckRule: Sendable {
    /// A contact that has moved this far from where it rested is not stuck (mm).
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

/// An ellipse dragged by the finger inside it: the position is the ellipse's centre.
struct JitterEllipse: Sendable {
    /// Half the width and half the height (mm).
    private let margin: Point
    /// Whether its width and height are not 0.
    private let isThere: Bool

    /// Half the panel's own noise, but at least the configured jitter.
    init(_ surface: Surface, settings: DeviceSettings) {
        let fuzz = surface.fuzz
        margin = Point(
            x: max(fuzz.x / 2, settings.jitter), y: max(fuzz.y / 2, settings.jitter))
        isThere = margin.x > 0 && margin.y > 0
    }

    /// The centre once the finger is at `raw`.
    func held(_ raw: Point, behind centre: Point) -> Point {
        guard isThere else { return raw }
        let step = raw - centre
        let across = step.x / margin.x
        let down = step.y / margin.y
        let distance = (across * across + down * down).squareRoot()
        // A finger that stays after dragging the ellipse is on its rim, within rounding.
        guard distance > 1 + 1e-9 else { return centre }
        return raw - step / distance
    }
}
