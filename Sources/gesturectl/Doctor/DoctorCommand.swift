import ArgumentParser
import GestureClient
import Glibc
import LinuxIO

/// `gesturectl doctor`
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "doctor",
        abstract: "Find out why gestures do not come.",
        discussion: """
            Prints a line for each thing that can be wrong, from the daemon to the glass, with \
            what to do. On a terminal it asks for a touch, of a cross if gestured-session runs and \
            a screen is turned. Exit status: 0 if nothing is wrong, else that of the first fault: \
            65 another program serves the socket, 66 the socket cannot be opened, 69 no daemon, no \
            touchscreen or no touch, 77 no permission, 78 a wrong configuration.
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
            let output = OutputFile.standard
            var subscription = GestureSubscription()
            subscription.events = [.device, .health]
            let client = socket.client(subscription)
            var observations = await Self.observe(client)
            let seconds = touch ?? (output.isTerminal ? 10 : 0)
            if seconds > 0, case .served = observations.connection, !observations.devices.isEmpty {
                observations.showCross(seconds: seconds)
                // Once the cross has disappeared, a touch would reach the program below it.
                let seconds = observations.hasCross ? min(seconds, SessionCross.longest) : seconds
                let place = observations.hasCross ? "the cross on the screen" : "the screen"
                CommandProcess.report(
                    observations.isReplay
                        ? "waiting for a touch of the recording (\(seconds) s)"
                        : "touch \(place) now (\(seconds) s)")
                await observations.waitForTouch(client, seconds: seconds)
                if observations.hasCross { observations.readCross(seconds: seconds) }
            }
            let findings = observations.findings
            try output.write(findings.map(\.line).joined())
            if let first = findings.first(where: { $0.verdict == .wrong }) {
                throw CommandError(first.status, "")
            }
        }
    }

    /// Makes all observations except of a touch.
    private static func observe(_ client: GestureClient) async -> Observations {
        var observations: Observations
        do throws(GestureClientError) {
            observations = try await ask(client)
        } catch {
            observations = Observations(connection: .failed(error))
        }
        observations.readInputs()
        observations.readSession()
        return observations
    }

    private static func ask(
        _ client: GestureClient
    ) async throws(GestureClientError) -> Observations {
        var connection: Observations.Connection?
        var devices: [TouchDevice] = []
        for try await event in client.events {
            if case .hello(let hello) = event { connection = .init(client, hello) }
            if case .device(let update) = event { devices.append(update.device) }
            if case .snapshotEnd = event { break }
        }
        guard let connection else { throw .notConnected }
        var observations = Observations(
            connection: connection, report: try await client.status(), devices: devices)
        let conditions = try await client.conditions()
        observations.configurationError = conditions.configurationError
        observations.adaptations = conditions.adaptations
        return observations
    }
}

extension Observations {
    /// Shows a cross if a screen is turned and not locked.
    fileprivate mutating func showCross(seconds: Int) {
        guard let session, session.isTurned, session.isLocked == false, !isReplay else { return }
        hasCross = SessionCross.show(
            at: SessionStatus.Touch.cross, message: "Touch the cross",
            seconds: min(seconds, SessionCross.longest))
    }

    /// Whether the daemon has received a touch.
    var isTouched: Bool {
        guard case .success(let touch) = touch else { return false }
        return touch.frames > 0
    }

    /// Finds out where the touch of the cross arrived, and removes the cross.
    fileprivate mutating func readCross(seconds: Int) {
        // A compositor that is busy may report the touch later than the daemon.
        let end = SystemClock.monotonicUs &+ Int64(min(seconds, 20)) * 1_000_000
        while isTouched, cross == nil, SystemClock.monotonicUs < end {
            usleep(200_000)
            // A session that does not answer has reported no touch.
            guard let status = SessionStatus.ask() else { break }
            cross = status.touch
        }
        SessionCross.remove()
    }

    /// Waits for a touch. If none arrives, finds out which devices other programs have grabbed.
    fileprivate mutating func waitForTouch(_ client: GestureClient, seconds: Int) async {
        do throws(GestureClientError) {
            let touch = try await Self.touch(client, seconds: seconds)
            self.touch = .success(touch)
            if touch.frames == 0 { testGrabs() }
        } catch {
            touch = .failure(error)
        }
    }

    /// Counts frames and gestures until a gesture arrives, or the time is over.
    private static func touch(
        _ client: GestureClient, seconds: Int
    ) async throws(GestureClientError) -> Touch {
        let before = try await client.status()
        let end = SystemClock.monotonicUs &+ Int64(seconds) * 1_000_000
        while true {
            let now = try await client.status()
            let isOver = SystemClock.monotonicUs >= end || now.gestures > before.gestures
            if isOver {
                return Touch(
                    seconds: seconds, frames: now.frames &- before.frames,
                    gestures: now.gestures &- before.gestures)
            }
            usleep(200_000)
        }
    }
}
