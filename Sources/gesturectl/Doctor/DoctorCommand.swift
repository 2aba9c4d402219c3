import ArgumentParser
import CLinux
import GestureClient
import Glibc
import LinuxIO
import SystemPackage

/// `gesturectl doctor`
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "See what is wrong where gestures do not come.",
        discussion: """
            A line for each thing that can be wrong, from the daemon to the glass, with what to do. \
            On a terminal it asks for a touch. Exit status: 0 where nothing is wrong, else that of \
            the first fault: 69 no daemon, no touchscreen or no touch, 77 no permission, 78 a wrong \
            configuration.
            """)

    @OptionGroup var socket: SocketOption

    @Option(
        help: ArgumentHelp(
            "How many seconds to wait for a touch; 0 asks for none.",
            discussion: "Defaults to 10 on a terminal, else to 0.", valueName: "seconds"))
    var touch: Int?

    func validate() throws {
        guard (0...600).contains(touch ?? 0) else {
            throw ValidationError("--touch takes 0 to 600 seconds.")
        }
    }

    func run() async throws {
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            let output = OutputFile.standard
            var observations = await Self.observe(socket)
            let seconds = touch ?? (output.isTerminal ? 10 : 0)
            if seconds > 0, case .served = observations.connection, !observations.devices.isEmpty {
                CommandProcess.report("touch the screen now (\(seconds) s)")
                let touch = try await waitForTouch(seconds)
                observations.touch = touch
                if touch.frames == 0 {
                    observations.lookForGrabs()
                }
            }
            let findings = observations.findings
            try output.write(findings.map(\.line).joined())
            if let first = findings.first(where: { $0.verdict == .wrong }) {
                throw CommandError(first.status, "")
            }
        }
    }

    /// Everything but the touch.
    static func observe(_ socket: SocketOption) async -> Observations {
        var observations: Observations
        do throws(GestureClientError) {
            observations = try await ask(socket)
        } catch {
            observations = Observations(connection: .failed(error))
        }
        observations.lookAtInputs()
        return observations
    }

    private static func ask(
        _ socket: SocketOption
    ) async throws(GestureClientError) -> Observations {
        var subscription = GestureSubscription()
        subscription.events = [.device]
        let client = socket.client(subscription)
        try await client.connect()
        var connection = Observations.Connection.served(
            path: "", userID: client.daemonUserID, server: "")
        var devices: [TouchDevice] = []
        let path = path(of: client)
        for try await event in client.events {
            if case .hello(let hello) = event {
                connection = .served(
                    path: path, userID: client.daemonUserID, server: hello.server)
            }
            if case .device(let update) = event { devices.append(update.device) }
            if case .snapshotEnd = event { break }
        }
        return Observations(
            connection: connection, report: try await client.status(), devices: devices)
    }

    /// The socket of a client that is connected: the first that exists.
    private static func path(of client: GestureClient) -> String {
        let candidates = client.options.location.candidates
        return candidates.first { access($0, F_OK) == 0 } ?? candidates.first ?? ""
    }

    /// Counts what comes until a gesture has, or the time is over.
    private func waitForTouch(_ seconds: Int) async throws -> Observations.Touch {
        let client = socket.client()
        try await client.connect()
        let before = try await client.status()
        let end = SystemClock.monotonicUs &+ Int64(seconds) * 1_000_000
        while true {
            let now = try await client.status()
            let isOver = SystemClock.monotonicUs >= end || now.gestures > before.gestures
            if isOver {
                return .init(
                    seconds: seconds, frames: now.frames &- before.frames,
                    gestures: now.gestures &- before.gestures)
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }
}
