/// Palms recognised by their size, where the configuration asks for it.
///
/// Panels differ too much for a rule that holds without being asked: those that report sizes report
/// many an ordinary contact to be larger than a finger.
struct PalmSize: Sendable {
    /// Sizes on a coarser axis mean nothing (units/mm).
    static let minimumResolution: Int32 = 5

    /// From this size on, in device units.
    private let limit: Double
    /// Slots whose contact was as large in the last sample.
    private var large: UInt64 = 0

    /// `nil` where no size is configured, or the panel's own are no lengths.
    init?(panel: Panel, settings: DeviceSettings) {
        guard let major = settings.palmMajor, major > 0, let axis = panel.touchMajor,
            axis.resolution >= Self.minimumResolution
        else { return nil }
        limit = major * Double(axis.resolution)
    }

    /// Takes the first sample of a contact.
    mutating func start(_ report: TouchReport) {
        large = isLarge(report) ? large | report.bit : large & ~report.bit
    }

    /// Takes another sample; whether it is the second in a row that is as large as a palm.
    mutating func isPalm(_ report: TouchReport) -> Bool {
        let wasLarge = large & report.bit != 0
        start(report)
        return wasLarge && isLarge(report)
    }

    private func isLarge(_ report: TouchReport) -> Bool { Double(report.touchMajor) >= limit }
}

/// Steps that no finger makes: its slot was given to another.
///
/// It is a jump only where the finger was much slower: distance and speed alone tear every flick of a
/// 40 Hz panel in two. A whole finger is not handed on for that: it would be copied.
enum JumpDetector {
    /// A step that could be a jump (mm).
    private static let distance = 20.0
    /// The speed that a jump asks for (mm/s).
    private static let leastSpeed = 5_000.0
    /// The multiple of the finger's own speed that a jump asks for; a little more, for four times as
    /// fast is none, and a speed that was worked out has been rounded.
    static let ratio = 4.0 * (1 + 1e-12)
    /// A silence counts as this long at most, a repeated stamp as this long (µs).
    private static let intervalUs: ClosedRange<Int64> = 1_000...40_000

    /// The speed (mm/s) of a step that is far and fast enough for a jump; `nil` for any other.
    ///
    /// - Parameter raw: the sample's place at `time`; the one before was at `place`, at `then`.
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

/// When a contact has been still for so long that it is no finger but, for example, a drop of
/// water.
///
/// A still finger is silent in evdev: only time shows.
struct StuckRule: Sendable {
    /// A contact that has come so far from where it rested is not stuck (mm).
    static let distance = 3.0

    private let limitUs: Int64

    /// `nil` where the configuration lets contacts rest for ever.
    init?(_ settings: DeviceSettings) {
        limitUs = settings.stuckAfter.microseconds
        guard limitUs > 0 else { return nil }
    }

    /// When a contact that has rested since `start` is stuck.
    func deadline(restingSince start: Timestamp) -> Timestamp {
        start.advanced(byMicroseconds: limitUs)
    }
}

/// An ellipse that the finger inside of it drags along: the position is the ellipse's centre.
struct JitterEllipse: Sendable {
    /// Half the width and half the height (mm).
    private let margin: Point
    /// Whether it has a width and a height.
    private let isThere: Bool

    /// Half of the panel's own noise, at least what is configured.
    init(_ surface: Surface, settings: DeviceSettings) {
        let fuzz = surface.fuzz
        margin = Point(
            x: max(fuzz.x / 2, settings.jitter), y: max(fuzz.y / 2, settings.jitter))
        isThere = margin.x > 0 && margin.y > 0
    }

    /// Where the centre is, once the finger is at `raw`.
    func held(_ raw: Point, behind centre: Point) -> Point {
        guard isThere else { return raw }
        let step = raw - centre
        let across = step.x / margin.x
        let down = step.y / margin.y
        let distance = (across * across + down * down).squareRoot()
        // A finger that stays where it dragged the ellipse lies on its rim, give or take rounding.
        guard distance > 1 + 1e-9 else { return centre }
        return raw - step / distance
    }
}
