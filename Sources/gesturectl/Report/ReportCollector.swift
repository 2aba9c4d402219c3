import GestureClient
import GestureWire
import LinuxIO

/// The lines that the daemon sends while a report is made.
struct ReportCollector {
    /// Whether positions and contacts are collected.
    let includesPositions: Bool
    /// The content that the report lacks, with the reason: one line each.
    private(set) var notes: [String] = []
    /// Touchscreens that exist, or existed.
    private(set) var devices: [TouchDevice] = []
    private(set) var status: DaemonReport?
    /// The error in the configuration that the daemon read last; `nil` if it has no error.
    private(set) var configurationError: String?
    /// `nil` before `hello`.
    private(set) var connection: Observations.Connection?
    /// The daemon's lines.
    private(set) var lines: [String] = []
    private(set) var contacts: [ContactUpdate] = []
    /// The maximum number of lines: two minutes of ten fingers. Further ones are omitted.
    private static let lineLimit = 150_000

    /// Why the daemon could not be queried; `nil` if it was.
    private(set) var failure: GestureClientError?
    /// Why the requested recording of the hardware is missing; `nil` if it is not.
    private(set) var missingRecording: String?
    /// Whether a line contains the position of a finger.
    private(set) var hasPositions = false

    init(includesPositions: Bool) {
        self.includesPositions = includesPositions
    }

    /// Records that the daemon could not be queried.
    mutating func fail(_ error: GestureClientError) {
        failure = error
        addNote("everything that the daemon knows: missing", error)
    }

    /// Adds a note of missing content, with the reason.
    mutating func addNote(_ content: String, _ error: GestureClientError) {
        addNote(content, ReadableName.lines(of: "\(error)").joined(separator: "\n  "))
    }

    /// Adds a note of missing content, with the reason in readable lines.
    mutating func addNote(_ content: String, _ reason: String) {
        notes.append("- \(content), \(reason)")
    }

    /// Waits for the end of a recording of the hardware, and returns its bytes, if it has any.
    mutating func finish(_ recording: HardwareRecording) -> [UInt8]? {
        let (bytes, problem) = recording.finish()
        guard !bytes.isEmpty else {
            missRecording(problem ?? "gestured recorded nothing")
            return nil
        }
        if let problem { addNote("hardware.yml: incomplete", problem) }
        hasPositions = true
        return bytes
    }

    /// Records that the requested recording of the hardware is missing.
    mutating func missRecording(_ reason: String) {
        missingRecording = reason
        addNote("hardware.yml: missing", reason)
    }

    /// The subscription with which a client connects.
    ///
    /// Has no gestures: the daemon would send the first ones with positions, before it has read
    /// that these are not wanted.
    var firstSubscription: GestureSubscription {
        var subscription = GestureSubscription()
        subscription.includesPositions = includesPositions
        subscription.events = [.device, .health]
        return subscription
    }

    /// Connects, and subscribes to as much as the daemon permits.
    ///
    /// - Parameter client: a client with `firstSubscription`.
    mutating func connect(_ client: GestureClient) async throws(GestureClientError) {
        try await client.connect()
        while true {
            guard case .line(let line) = try await client.read(until: nil) else {
                throw .notConnected
            }
            receive(line)
            if case .hello(let hello) = line.event { connection = .init(client, hello) }
            if case .snapshotEnd = line.event { break }
        }
        status = try await client.status()
        // The lines sent before the reply, such as an error in the configuration.
        try await collect(client, until: SystemClock.monotonicUs)
        var events: Set<GestureSubscription.Topic> = [.gesture, .device, .health]
        if includesPositions {
            try await ask(client, for: .contact, "contacts, recording and picture", &events)
        } else {
            notes.append("- contacts, recording and picture: left out, as asked (--no-positions)")
        }
        try await ask(client, for: .explanation, "explanations", &events)
    }

    /// Subscribes to one more topic, if the daemon permits it.
    private mutating func ask(
        _ client: GestureClient, for topic: GestureSubscription.Topic, _ name: String,
        _ events: inout Set<GestureSubscription.Topic>
    ) async throws(GestureClientError) {
        var subscription = GestureSubscription()
        subscription.includesPositions = includesPositions
        subscription.events = events.union([topic])
        do throws(GestureClientError) {
            try await client.subscribe(to: subscription)
            events.insert(topic)
        } catch {
            guard case .refused = error else { throw error }
            addNote("\(name): missing", error)
            subscription.events = events
            try await client.subscribe(to: subscription)
        }
    }

    /// Processes lines until a time, in microseconds of CLOCK_MONOTONIC.
    mutating func collect(
        _ client: GestureClient, until end: Int64
    ) async throws(GestureClientError) {
        while true {
            switch try await client.read(until: end) {
            case .line(let line): receive(line)
            case .timedOut: return
            case .disconnected, .ended:
                notes.append("- the daemon ended while touches were collected")
                return
            }
        }
    }

    /// The text of a line that has no `x` and `y`, without other members that show where a finger
    /// landed: its distance from an edge, or from the rectangle of a gesture.
    private static func withoutPositions(_ line: GestureClientLine) -> String {
        guard case .explanation(let explanation) = line.event,
            [ExplanationReason.edge, .place].map(\.rawValue).contains(explanation.reason.rawValue)
        else { return line.text }
        return line.text.replacing(#/[0-9.]+ mm from/#, with: "… mm from")
    }

    private mutating func receive(_ line: GestureClientLine) {
        guard lines.count < Self.lineLimit else { return }
        lines.append(includesPositions ? line.text : Self.withoutPositions(line))
        hasPositions = hasPositions || line.text.contains(#""x_mm""#)
        switch line.event {
        case .device(let update):
            // The touches of a removed device are kept.
            guard update.change != .removed else { break }
            devices.removeAll { $0.id == update.device.id }
            devices.append(update.device)
        case .contact(let contact): contacts.append(contact)
        default: configurationError = line.configurationError ?? configurationError
        }
    }
}
