import GestureWire

/// Whether somebody touches something, or has of late: what `activity` tells.
struct TouchWatch {
    private(set) var state = ActivityState.idle
    /// Since when nobody touches anything, in microseconds; `nil` while somebody does.
    private var quietSince: Int64?

    /// Takes note of whether contacts are on any glass at `us`; whether that makes it active.
    mutating func note(isTouched: Bool, at us: Int64) -> Bool {
        guard isTouched else {
            quietSince = quietSince ?? us
            return false
        }
        quietSince = nil
        defer { state = .active }
        return state == .idle
    }

    /// When it is idle, if nobody touches anything until then; `nil`: it is, or somebody does.
    func idleTime(after us: Int64) -> Int64? {
        guard state == .active, let quietSince else { return nil }
        let (time, overflow) = quietSince.addingReportingOverflow(us)
        return overflow ? nil : time
    }

    /// The time of `idleTime` has come.
    mutating func rest() {
        state = .idle
    }
}
