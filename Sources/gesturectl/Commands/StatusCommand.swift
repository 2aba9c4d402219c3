import ArgumentParser
import GestureClient
import GestureSettings
import GestureWire
import LinuxIO

/// `gesturectl status`
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "status",
        abstract: "Show the state of the daemon.",
        discussion: "Prints text on a terminal, and one JSON object into a pipe.")

    @OptionGroup var socket: SocketOption

    @Flag(help: "Print JSON, even on a terminal.")
    var json = false

    @Flag(help: "Print text, even into a pipe.")
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
            subscription.events = [.health]
            let client = socket.client(subscription)
            try await client.connect()
            let report = try await client.status()
            let error = try await client.conditions().configurationError
            try output.write(
                isText
                    ? StatusText.text(of: report, error) : StatusText.json(of: report, error))
        }
    }
}

/// The conditions that `health` lines report while they last.
struct HealthConditions {
    /// The error in the configuration that the daemon read last; `nil` if it has no error.
    var configurationError: String?
    /// The settings by which the daemon has adapted to devices, by the device's id.
    var adaptations: [Int: String] = [:]
}

extension GestureClient {
    /// The present conditions.
    ///
    /// For a client that subscribes to `health` and has received a reply: the daemon sends the lines
    /// before its replies.
    func conditions() async throws(GestureClientError) -> HealthConditions {
        var conditions = HealthConditions()
        // More lines than the daemon sends before the reply.
        for _ in 0..<1_000 {
            guard case .line(let line) = try await read(until: SystemClock.monotonicUs) else {
                break
            }
            conditions.configurationError = line.configurationError ?? conditions.configurationError
            guard case .health(let update) = line.event, update.problem == .adapted else {
                continue
            }
            if let device = update.device { conditions.adaptations[device] = update.message }
        }
        return conditions
    }
}

extension GestureClientLine {
    /// The error in a configuration; `nil` if the line reports none.
    var configurationError: String? {
        guard case .health(let update) = event, update.problem == .configurationError else {
            return nil
        }
        return update.message ?? "see the daemon's log for the error"
    }
}

/// `gesturectl devices`
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "devices",
        abstract: "List the touchscreens that the daemon reads.",
        discussion: """
            Prints text on a terminal, and the daemon's JSON lines into a pipe. gestured \
            --list-devices lists every touch device of this machine, read or not.
            """)

    @OptionGroup var socket: SocketOption

    @Flag(help: "Print JSON lines, even on a terminal.")
    var json = false

    @Flag(help: "Print text, even into a pipe.")
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
            if isText, count == 0 { try output.write("no touchscreen is connected\n") }
        }
    }

    private static func text(of device: TouchDevice) -> String {
        func hex(_ number: Int) -> String { hexadecimal(UInt16(truncatingIfNeeded: number)) }
        let path = device.path.map(ReadableName.of) ?? "a recording"
        return """
            \(device.id)  \(DeviceText(device).line)
               \(path), \(hex(device.vendor)):\(hex(device.product))
            """
    }
}
