/// A device's pressure (or touch size) as force, once the device has shown that it measures it.
///
/// Many panels announce a pressure axis and then send a constant; a real press has five different
/// values in its ramp, so force is proven by five.
struct ForceSensor: Sendable {
    /// Different non-zero values that prove a sensor.
    static let proof = 5

    let source: ForceSource
    /// Whether the configuration sets the range.
    let isCalibrated: Bool
    private let minimum: Double
    private let span: Double
    /// The first `shownCount` values have been reported.
    private var shown = InlineArray<5, Int32>(repeating: 0)
    private var shownCount = 0
    /// The last value that was compared with `shown`.
    private var lastWitnessed: Int32 = 0

    /// `nil` if the panel has no axis for it, or one without a range.
    init?(panel: Panel, calibration: ForceCalibration?) {
        source = calibration?.source ?? .pressure
        isCalibrated = calibration?.minimum != nil || calibration?.maximum != nil
        guard let axis = source == .area ? panel.touchMajor : panel.pressure else { return nil }
        let range = AxisRange(
            minimum: calibration?.minimum ?? axis.minimum,
            maximum: calibration?.maximum ?? axis.maximum)
        guard range.minimum < range.maximum else { return nil }
        minimum = Double(range.minimum)
        span = range.span
    }

    /// Whether the device has shown that it measures force.
    var isProven: Bool { shownCount == Self.proof }

    /// Inherits the proof of a sensor of the same source.
    mutating func adoptProof(of other: ForceSensor?) {
        guard let other, other.source == source else { return }
        shown = other.shown
        shownCount = other.shownCount
        lastWitnessed = other.lastWitnessed
    }

    /// Treats it as proven, for a caller that knows it is.
    mutating func assumeProof() { shownCount = Self.proof }

    /// The reading of a report, 0 to 1; counts it as evidence.
    @inline(__always)
    mutating func read(_ report: TouchReport) -> Double {
        let raw = source == .area ? report.touchMajor : report.pressure
        if !isProven, raw != lastWitnessed { witness(raw) }
        return share(of: raw)
    }

    /// The fraction of the range, 0 to 1; not counted as evidence.
    func share(pressure: Int32, touchMajor: Int32) -> Double {
        share(of: source == .area ? touchMajor : pressure)
    }

    private func share(of raw: Int32) -> Double {
        lesser(greater((Double(raw) - minimum) / span, 0), 1)
    }

    @inline(never)
    private mutating func witness(_ raw: Int32) {
        lastWitnessed = raw
        // Zero is not evidence.
        guard raw != 0 else { return }
        for index in 0..<shownCount where shown[index] == raw { return }
        shown[shownCount] = raw
        shownCount += 1
    }
}

/// Smooths the force of one contact: median of 3, then an exponential average with weight ½.
struct ForceFilter: Sendable {
    private var previous = 0.0
    private var beforePrevious = 0.0
    /// The smoothed force, 0 to 1.
    private(set) var value = 0.0

    /// Starts with the reading of the landing.
    mutating func start(_ reading: Double) {
        previous = reading
        beforePrevious = reading
        value = reading
    }

    /// Adds the reading of another sample.
    mutating func add(_ reading: Double) {
        let middle = greater(
            lesser(reading, previous), lesser(greater(reading, previous), beforePrevious))
        beforePrevious = previous
        previous = reading
        value += 0.5 * (middle - value)
    }
}

/// Force that a frame proves applies to the whole frame, whichever of its reports has proven it.
extension ContactFilter {
    /// Removes and returns the fingers of the frame whose force changed before it was proven: they
    /// are visible if a later report of the frame has proven it.
    mutating func takeUnprovenForce() -> UInt64 {
        defer { unprovenForce = 0 }
        return forceSource == nil ? 0 : unprovenForce
    }

    /// Counts the pressure of a landing as evidence in advance: what it proves applies to the whole
    /// frame, which is emitted after the device's `changed`.
    mutating func noteForce(of report: TouchReport) {
        if !report.isPalm { _ = sensor?.read(report) }
    }
}
