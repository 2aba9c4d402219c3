import GestureWire

/// Reports that are still true, for clients that subscribe to `health` later.
struct StandingReports {
    /// The problems of the configuration that was read last, and when they were found.
    var configuration: (report: HealthReport, us: Int64)?
    /// The adaptations to devices, by device, and since when they apply. The report is `nil` if none
    /// is left.
    var adaptations: [Int: (report: HealthReport?, us: Int64)] = [:]
}
