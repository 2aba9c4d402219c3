/// Palms told by their size, where the configuration asks for it.
///
/// Panels differ too much for a rule that holds without being asked: those that tell sizes tell
/// many an ordinary contact to be larger than a finger.
struct PalmSize: Sendable {
    /// Sizes on a coarser axis say nothing (units/mm).
    static let leastResolution: Int32 = 5

    /// From this size on, in device units.
    private let limit: Double
    /// Slots whose contact was as large in the last sample.
    private var large: UInt64 = 0

    /// `nil` where no size is configured, or the panel's own are no lengths.
    init?(panel: Panel, settings: DeviceSettings) {
        guard let major = settings.palmMajor, major > 0, let axis = panel.touchMajor,
            axis.resolution >= Self.leastResolution
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
