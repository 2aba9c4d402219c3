/// The reports about outputs for the daemon: `set_output` for each panel that the compositor maps.
public struct OutputReports: Sendable, Equatable {
    /// A request, without its type and id.
    public struct Report: Sendable, Hashable {
        public var device: Int64
        /// `nil` withdraws an earlier report.
        public var output: Output?
    }

    /// The pause between two rounds of requests, in microseconds: a compositor that changes its
    /// outputs all the time exceeds no limit of the daemon.
    private static let pauseUs: Int64 = 250_000

    /// The output that was reported for each panel.
    private var sent: [Int64: Output] = [:]
    /// When the next round may be sent, once one was sent.
    private var opensAt: Int64 = 0
    private var isDue = false

    public init() {}

    /// Handles a new connection: the daemon has no reports yet.
    public mutating func reset() { sent = [:] }

    /// When `next` has to be called; `nil` if nothing is due.
    public var deadline: Int64? { isDue ? opensAt : nil }

    /// Handles a change of panels or outputs.
    public mutating func changed() { isDue = true }

    /// The panel of a `device` line, with the output of the configuration.
    ///
    /// - Parameter known: the same panel before the line.
    public mutating func received(_ panel: Panel, known: Panel?) -> Panel {
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

    /// A panel has disappeared.
    public mutating func removed(_ id: Int64) { sent[id] = nil }

    /// The requests that are due at `now`.
    public mutating func next(for layout: StripLayout, now: Int64) -> [Report] {
        guard isDue, now >= opensAt else { return [] }
        isDue = false
        var reports: [Report] = []
        for panel in layout.panels where panel.isMapped {
            let output = try? layout.output(of: panel).get()
            guard sent[panel.id] != output else { continue }
            sent[panel.id] = output
            reports.append(Report(device: panel.id, output: output))
        }
        if !reports.isEmpty { opensAt = now + Self.pauseUs }
        return reports
    }
}

extension Output {
    /// The names of the values of wl_output.transform.
    private static let transforms = [
        "normal", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270",
    ]

    /// The name of the transform in `set_output`.
    public var transformName: String { Self.transforms[Int(transform & 7)] }
}
