/// The reports about outputs for the daemon: `set_output` for each panel that the compositor maps.
struct OutputReports: Sendable, Equatable {
    /// The pause between two sets of requests, in microseconds, so that a compositor that changes
    /// its outputs all the time exceeds no limit of the daemon.
    private static let pauseUs: Int64 = 250_000

    /// The output that was reported for each panel.
    private var sent: [Int64: Output] = [:]
    /// When the next requests may be sent, at the earliest.
    private var earliestUs: Int64 = 0
    private var isDue = false
    private var areRefused = false

    /// Handles a new connection.
    mutating func reset() { sent = [:] }

    /// Handles a refusal: at the next change each report is sent again.
    mutating func refused() { areRefused = true }

    /// When `next` has to be called; `nil` if nothing is due.
    var deadline: Int64? { isDue ? earliestUs : nil }

    /// Handles a change of panels or outputs.
    mutating func changed() { isDue = true }

    /// The panel of a `device` line, with the output that the configuration names: if the line has
    /// the reported one, the panel keeps the output that it had.
    ///
    /// - Parameter known: the same panel before the line.
    mutating func received(_ panel: Panel, known: Panel?) -> Panel {
        var panel = panel
        guard panel.follows else {
            // The daemon does not follow a report, or not yet. The report is sent once more, which
            // does no harm.
            sent[panel.id] = nil
            return panel
        }
        if let name = sent[panel.id]?.name, name == panel.output { panel.output = known?.output }
        return panel
    }

    /// The reports that are due at `now`; one without an output withdraws an earlier report.
    mutating func next(
        for layout: StripLayout, now: Int64
    ) -> [(device: Int64, output: Output?)] {
        guard isDue, now >= earliestUs else { return [] }
        isDue = false
        sent = sent.filter { id, _ in layout.panels.contains { $0.id == id } }
        var reports: [(device: Int64, output: Output?)] = []
        for panel in layout.panels where panel.isMapped {
            let output = layout.output(of: panel).0
            let isDue = sent[panel.id] != output || areRefused && output != nil
            guard isDue, output?.name != "" else { continue }
            sent[panel.id] = output
            reports.append((panel.id, output))
        }
        areRefused = false
        if !reports.isEmpty { earliestUs = now + Self.pauseUs }
        return reports
    }
}

extension Output {
    /// The names of the values of wl_output.transform.
    private static let transforms = [
        "normal", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270",
    ]

    /// The name of the transform in `set_output`.
    var transformName: String { Self.transforms[Int(transform & 7)] }
}
