/// Converts a device's pressure or touch size to force, once the device has proven that it measures
/// force.
///
/// Many panels announce a pressure axis and then send a constant. The ramp of a real press has at
/// least five different values, so five prove force.
struct ForceSensor: Sendable {
    /// The number of different non-zero values that prove a sensor.
    static let proof = 5

    let source: ForceSource
    /// Whether the configuration sets the range.
    let isCalibrated: Bool
    private let minimum: Double
    private let span: Double
    /// The different non-zero values reported so far: the first `distinctCount` elements.
    private var distinctValues = InlineArray<5, Int32>(repeating: 0)
    private var distinctCount = 0
    /// The last value that was compared with `distinctValues`.
    private var lastCompared: Int32 = 0

    /// `nil` if the panel has no axis for the source, or its range is empty.
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

    /// Whether the device has proven that it measures force.
    var isProven: Bool { distinctCount == Self.proof }

    /// Inherits the proof of a sensor of the same source.
    mutating func inheritProof(of other: ForceSensor?) {
        guard let other, other.source == source else { return }
        distinctValues = other.distinctValues
        distinctCount = other.distinctCount
        lastCompared = other.lastCompared
    }

    /// Treats the sensor as proven, for a caller that knows that it is.
    mutating func assumeProof() { distinctCount = Self.proof }

    /// The force of a report, 0 to 1; its value counts as evidence.
    @inline(__always)
    mutating func read(_ report: TouchReport) -> Double {
        let raw = source == .area ? report.touchMajor : report.pressure
        if !isProven, raw != lastCompared { addEvidence(raw) }
        return fraction(of: raw)
    }

    /// The force of a raw pressure or size, whichever is the source, 0 to 1; the value does not
    /// count as evidence.
    func fraction(pressure: Int32, touchMajor: Int32) -> Double {
        fraction(of: source == .area ? touchMajor : pressure)
    }

    private func fraction(of raw: Int32) -> Double {
        lesser(greater((Double(raw) - minimum) / span, 0), 1)
    }

    @inline(never)
    private mutating func addEvidence(_ raw: Int32) {
        lastCompared = raw
        guard raw != 0 else { return }
        for index in 0..<distinctCount where distinctValues[index] == raw { return }
        distinctValues[distinctCount] = raw
        distinctCount += 1
    }
}

/// Smooths the force of one contact: the median of 3 readings, then an exponential average with
/// weight ½.
struct ForceFilter: Sendable {
    private var previous = 0.0
    private var beforePrevious = 0.0
    /// The smoothed force, 0 to 1.
    private(set) var value = 0.0

    /// Starts with the reading at the landing.
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

/// A sensor that one report of a frame proves counts as proven for all reports of the frame.
extension ContactFilter {
    /// Empties `unprovenForce`, the fingers whose force changed earlier in the frame than it was
    /// proven. Returns them if force is proven now, otherwise none.
    mutating func removeUnprovenForce() -> UInt64 {
        defer { unprovenForce = 0 }
        return forceSource == nil ? 0 : unprovenForce
    }

    /// Counts the force of a landing as evidence before the frame's movements are emitted.
    mutating func recordForce(of report: TouchReport) {
        if !report.isPalm { _ = sensor?.read(report) }
    }
}
