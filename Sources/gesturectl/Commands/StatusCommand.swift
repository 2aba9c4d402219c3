import ArgumentParser
import GestureClient
import GestureSettings
import GestureWire
import LinuxIO

/// `gesturectl status`
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "status",
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
            try output.write(isText ? StatusText.text(of: report) : StatusText.json(of: report))
        }
    }
}

/// `gesturectl devices`
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "devices",
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
