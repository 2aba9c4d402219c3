/// When a contact has been still for so long that it is no finger but, say, a drop of water.
///
/// A still finger is silent in evdev: only time tells.
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
