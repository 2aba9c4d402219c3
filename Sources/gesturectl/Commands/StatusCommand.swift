import ArgumentParser
import GestureClient
import GestureSettings
import GestureWire
import LinuxIO

/// `gesturectl status`
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Ask the daemon how it does.",
        discussion: "As text on a terminal, as one JSON object into a pipe.")

    @OptionGroup var socket: SocketOption

    @Flag(help: "JSON, also on a terminal.")
    var json = false

    @Flag(help: "Text for people, also into a pipe.")
    var text = false

    func validate() throws {
        guard !(json && text) else {
            throw ValidationError("--json and --text exclude each other: choose one.")
        }
    }

    func run() async throws {
        try await CommandProcess.run {
            let output = OutputFile.standard
            let isText = text || (output.isTerminal && !json)
            let client = socket.client()
            try await client.connect()
            let report = try await client.status()
            try output.write(isText ? Self.text(of: report) : Self.json(of: report))
        }
    }

    /// One line per number, for people.
    static func text(of report: DaemonReport) -> String {
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
        if !report.gesturesByKind.isEmpty {
            let kinds = report.gesturesByKind.sorted {
                ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
            }
            let parts = kinds.map { "\($0.value) \(ReadableName.of($0.key.rawValue))" }
            rows.append(("of these", parts.joined(separator: ", ")))
        }
        if let us = report.lastTouchUs {
            let ago = max(0, SystemClock.monotonicUs &- us)
            rows.append(("last touch", "\(NumberText.duration(us: ago)) ago"))
        }
        if let origin = report.configuration {
            rows.append(("settings", words(of: origin, report)))
        }
        if let digest = report.configurationDigest {
            rows.append(("SHA-256", ReadableName.of(digest)))
        }
        if let version = report.version { rows.append(("version", ReadableName.of(version))) }
        return rows.map { "\(NumberText.padded($0, to: 12))  \($1)\n" }.joined()
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

    /// The members of the reply, in its order.
    static func json(of report: DaemonReport) -> String {
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
        let kinds = report.gesturesByKind.sorted { $0.key.rawValue < $1.key.rawValue }
        let counts = kinds.map { "\(quoted($0.key.rawValue)):\($0.value)" }
        members.append(#""gestures_by_kind":{\#(counts.joined(separator: ","))}"#)
        for (name, text) in [
            ("configuration_path", report.configurationPath),
            ("configuration_sha256", report.configurationDigest), ("version", report.version),
        ] {
            if let text { members.append("\"\(name)\":\(quoted(text))") }
        }
        return members
    }
}

/// `gesturectl devices`
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the touchscreens that the daemon reads.",
        discussion: """
            As text on a terminal, as the daemon's JSON lines into a pipe. Every touch device of \
            this machine, whether read or not: gestured --list-devices.
            """)

    @OptionGroup var socket: SocketOption

    @Flag(help: "JSON lines, also on a terminal.")
    var json = false

    @Flag(help: "Text for people, also into a pipe.")
    var text = false

    func validate() throws {
        guard !(json && text) else {
            throw ValidationError("--json and --text exclude each other: choose one.")
        }
    }

    func run() async throws {
        try await CommandProcess.run {
            let output = OutputFile.standard
            let isText = text || (output.isTerminal && !json)
            var subscription = GestureSubscription()
            subscription.events = [.device]
            var count = 0
            for try await line in socket.client(subscription).lines {
                if case .snapshotEnd = line.event { break }
                guard case .device(let update) = line.event else { continue }
                count += 1
                if isText {
                    try output.write(Self.text(of: update.device) + "\n")
                } else {
                    try output.write(json: line.text)
                }
            }
            if isText, count == 0 { try output.write("no touchscreen is there\n") }
        }
    }

    private static func text(of device: TouchDevice) -> String {
        func hex(_ number: Int) -> String {
            let digits = String(UInt16(truncatingIfNeeded: number), radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        let path = device.path.map(ReadableName.of) ?? "a recording"
        return """
            \(device.id)  \(DeviceText(device).line)
               \(path), \(hex(device.vendor)):\(hex(device.product))
            """
    }
}
