import GestureClient
import GestureWire
import LinuxIO

/// The reply to `status`, as `gesturectl status` prints it.
enum StatusText {
    /// One line per number, for people.
    ///
    /// - Parameter error: the error in the configuration that was read last.
    static func text(of report: DaemonReport, _ error: String?) -> String {
        var rows = [
            ("up for", NumberText.duration(us: report.uptimeUs)),
            ("clients", "\(report.clients)"), ("touchscreens", "\(report.devices)"),
            ("frames", "\(report.frames)"), ("gestures", "\(report.gestures)"),
            ("lines lost", "\(report.dropped)"), ("wake-ups", "\(report.wakeups)"),
        ]
        if let latency = report.latency {
            let parts = [("half", latency.p50), ("99 %", latency.p99), ("all", latency.max)].map {
                "\($0) within \(NumberText.duration(us: $1))"
            }
            rows.append(("frames took", parts.joined(separator: ", ")))
        }
        if let text = report.lineLatency.flatMap(share) { rows.append(("lines took", text)) }
        if !report.gesturesByKind.isEmpty {
            rows.append(("of these", kinds(report.gesturesByKind)))
        }
        for zone in report.gesturesByZone {
            let name = zone.zone.map(ReadableName.of) ?? "zones of clients"
            rows.append(("in", "\(name): \(kinds(zone.byKind))"))
        }
        if let contacts = report.contacts { rows.append(("contacts", text(of: contacts))) }
        if let ago = sinceLastTouchUs(report, now: SystemClock.monotonicUs) {
            rows.append(("last touch", "\(NumberText.duration(us: ago)) ago"))
        }
        if let origin = report.configuration {
            rows.append(("settings", words(of: origin, report)))
        }
        if let digest = report.configurationDigest {
            rows.append(("SHA-256", ReadableName.of(digest)))
        }
        if let error {
            let lines = ReadableName.lines(of: error)
            rows.append(("read last", "refused: " + lines.joined(separator: "\n              ")))
        }
        if let version = report.version { rows.append(("version", ReadableName.of(version))) }
        return rows.map { "\(NumberText.padded($0, to: 12))  \($1)\n" }.joined()
    }

    /// The maximum time between the reply and its reading, in microseconds.
    private static let delayUs: Int64 = 2_000_000

    /// The time since the last touch in microseconds, at `now` of CLOCK_MONOTONIC; `nil` if there
    /// was not a touch, or if it has the time of a recording, whose clock may be of another
    /// machine: one at which the daemon did not run.
    private static func sinceLastTouchUs(_ report: DaemonReport, now: Int64) -> Int64? {
        let startUs = now.addingClamped(-max(report.uptimeUs, 0)).addingClamped(-delayUs)
        guard let us = report.lastTouchUs, us <= now, us >= startUs else { return nil }
        return now - us
    }

    /// Kinds of gestures, the most frequent first: `12 tap, 3 swipe`.
    private static func kinds(_ counts: [GestureUpdate.Kind: Int]) -> String {
        counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .map { "\($0.value) \(ReadableName.of($0.key.rawValue))" }.joined(separator: ", ")
    }

    /// `40 landed; refused: 2 palms, 1 jump; 3 broke and were joined`, without zero counts.
    private static func text(of contacts: DaemonReport.Contacts) -> String {
        func counted(_ count: Int, _ one: String, _ more: String) -> String? {
            count == 0 ? nil : "\(count) \(count == 1 ? one : more)"
        }
        let refused = [
            counted(contacts.palms, "palm", "palms"), counted(contacts.ghosts, "ghost", "ghosts"),
            counted(contacts.jumps, "jump", "jumps"),
            counted(contacts.clamped, "place beyond the axes", "places beyond the axes"),
            counted(contacts.stuck, "stuck", "stuck"),
            counted(contacts.spikes, "spike", "spikes"),
            counted(contacts.splits, "split", "splits"),
        ].compactMap(\.self)
        return [
            "\(contacts.landed) landed",
            refused.isEmpty ? nil : "refused: \(refused.joined(separator: ", "))",
            counted(contacts.stitches, "broke and was joined", "broke and were joined"),
            counted(contacts.resynchronisations, "loss of events", "losses of events"),
        ].compactMap(\.self).joined(separator: "; ")
    }

    /// The fraction of frames with lines that took at most a millisecond, and at most ten; `nil`
    /// before the first.
    private static func share(of latency: DaemonReport.LatencyHistogram) -> String? {
        let total = latency.counts.reduce(0, &+)
        guard total > 0, latency.counts.count == latency.boundsUs.count + 1 else { return nil }
        let parts = [Int64(1_000), 10_000].compactMap { bound -> String? in
            guard let index = latency.boundsUs.firstIndex(of: bound) else { return nil }
            let within = latency.counts[...index].reduce(0, &+)
            let percent = Double(within) / Double(total) * 100
            return "\(NumberText.decimal(percent)) % within \(NumberText.duration(us: bound))"
        }
        let mean = NumberText.duration(us: latency.sumUs / total)
        return (parts + ["\(mean) on average"]).joined(separator: ", ")
    }

    private static func words(
        of origin: DaemonReport.ConfigurationOrigin, _ report: DaemonReport
    ) -> String {
        switch origin {
        case .file: "from \(report.configurationPath.map { ReadableName.of($0) } ?? "the file")"
        case .builtIn: "built in, as there is no file"
        case .fallback: "built in and without places, as the file is wrong: see the daemon's log"
        }
    }

    /// The members of the reply, in its order, and the error in the configuration that was read
    /// last.
    static func json(of report: DaemonReport, _ error: String?) -> String {
        var members = [
            ("uptime_us", report.uptimeUs), ("clients", Int64(report.clients)),
            ("devices", Int64(report.devices)), ("frames", Int64(report.frames)),
            ("gestures", Int64(report.gestures)), ("dropped", Int64(report.dropped)),
            ("wakeups", Int64(report.wakeups)),
        ].map { "\"\($0)\":\($1)" }
        if let latency = report.latency {
            members.append(
                #""latency_us":{"p50":\#(latency.p50),"p99":\#(latency.p99),"max":\#(latency.max)}"#
            )
        }
        if let origin = report.configuration {
            members.append(#""configuration":"\#(origin.rawValue)""#)
        }
        members += details(of: report)
        if let error { members.append(#""configuration_error":\#(quoted(error))"#) }
        return "{\(members.joined(separator: ","))}\n"
    }

    private static func quoted(_ text: String) -> String {
        var buffer = LineBuffer(capacity: text.utf8.count + 16)
        buffer.append(string: text)
        return buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func details(of report: DaemonReport) -> [String] {
        var members: [String] = []
        if let isIdle = report.isIdle {
            members.append(#""activity":"\#(isIdle ? "idle" : "active")""#)
        }
        if let us = report.lastTouchUs { members.append(#""last_touch_us":\#(us)"#) }
        members.append(#""gestures_by_kind":\#(object(report.gesturesByKind))"#)
        let zones = report.gesturesByZone.map {
            #"{"zone":\#($0.zone.map(quoted) ?? "null"),"gestures":\#(object($0.byKind))}"#
        }
        members.append(#""gestures_by_zone":[\#(zones.joined(separator: ","))]"#)
        if let latency = report.lineLatency {
            members.append(
                #""latency":{"bounds_us":\#(list(latency.boundsUs)),"#
                    + #""counts":\#(list(latency.counts)),"sum_us":\#(latency.sumUs)}"#)
        }
        if let contacts = report.contacts { members += counts(of: contacts) }
        func append(_ name: String, _ text: String?) {
            if let text { members.append("\"\(name)\":\(quoted(text))") }
        }
        append("configuration_path", report.configurationPath)
        append("configuration_sha256", report.configurationDigest)
        if let isRefused = report.isConfigurationRefused {
            members.append(#""configuration_refused":\#(isRefused)"#)
        }
        append("version", report.version)
        return members
    }

    private static func object(_ counts: [GestureUpdate.Kind: Int]) -> String {
        let members = counts.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\(quoted($0.key.rawValue)):\($0.value)" }
        return "{\(members.joined(separator: ","))}"
    }

    private static func list(_ numbers: [Int64]) -> String {
        "[\(numbers.map { "\($0)" }.joined(separator: ","))]"
    }

    private static func counts(of contacts: DaemonReport.Contacts) -> [String] {
        [
            ("contacts", contacts.landed), ("palms", contacts.palms), ("ghosts", contacts.ghosts),
            ("jumps", contacts.jumps), ("clamped", contacts.clamped), ("stuck", contacts.stuck),
            ("spikes", contacts.spikes), ("splits", contacts.splits),
            ("stitches", contacts.stitches),
            ("resynchronisations", contacts.resynchronisations),
        ].map { "\"\($0)\":\($1)" }
    }
}
