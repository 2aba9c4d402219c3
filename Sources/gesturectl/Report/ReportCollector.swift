import GestureClient
import LinuxIO

/// What the daemon sends while a report is made.
struct ReportCollector {
    /// What is in the report, and what is not, and why: a line each.
    private(set) var notes: [String] = []
    /// Touchscreens that are there, or were.
    private(set) var devices: [TouchDevice] = []
    private(set) var status: DaemonReport?
    /// What is wrong with the configuration that the daemon read last; `nil` if nothing is.
    private(set) var configurationError: String?
    /// `nil` before `hello`.
    private(set) var connection: Observations.Connection?
    /// The daemon's lines.
    private(set) var lines: [String] = []
    private(set) var contacts: [ContactUpdate] = []
    /// More lines are left out: two minutes of ten fingers.
    private static let lineLimit = 150_000

    /// Why the daemon could not be asked; `nil` if it was.
    private(set) var failure: GestureClientError?
    /// Whether a line has where a finger was.
    private(set) var hasPlaces = false

    /// Records that the daemon could not be asked.
    mutating func fail(_ error: GestureClientError) {
        failure = error
        note("everything that the daemon knows: missing", error)
    }

    /// Takes note of what is missing, and why.
    mutating func note(_ what: String, _ error: GestureClientError) {
        notes.append("- \(what), " + ReadableName.lines(of: "\(error)").joined(separator: "\n  "))
    }

    /// What a client asks for as it connects.
    ///
    /// No gestures: the first are sent before the daemon has read that no place is wanted, and those that
    /// have begun by then keep theirs.
    static func firstSubscription(includesPositions: Bool) -> GestureSubscription {
        var subscription = GestureSubscription()
        subscription.includesPositions = includesPositions
        subscription.events = [.device, .health]
        return subscription
    }

    /// Connects, and asks for as much as the daemon permits.
    ///
    /// - Parameters:
    ///   - client: with `firstSubscription`.
    ///   - includesPositions: whether for places, and for contacts.
    mutating func connect(
        _ client: GestureClient, includesPositions: Bool
    ) async throws(GestureClientError) {
        try await client.connect()
        while true {
            guard case .line(let line) = try await client.read(until: nil) else {
                throw .notConnected
            }
            take(line)
            if case .hello(let hello) = line.event { connection = .init(client, hello) }
            if case .snapshotEnd = line.event { break }
        }
        status = try await client.status()
        // What was sent before the reply, such as what is wrong with the configuration.
        try await collect(client, until: SystemClock.monotonicUs)
        var events: Set<GestureSubscription.Topic> = [.gesture, .device, .health]
        if includesPositions {
            try await ask(client, for: .contact, "contacts, recording and picture", &events, true)
        } else {
            notes.append("- contacts, recording and picture: left out, as asked (--no-positions)")
        }
        try await ask(client, for: .explanation, "explanations", &events, includesPositions)
    }

    /// Asks for one topic more, where the daemon permits it.
    private mutating func ask(
        _ client: GestureClient, for topic: GestureSubscription.Topic, _ name: String,
        _ events: inout Set<GestureSubscription.Topic>, _ includesPositions: Bool
    ) async throws(GestureClientError) {
        var subscription = GestureSubscription()
        subscription.includesPositions = includesPositions
        subscription.events = events.union([topic])
        do throws(GestureClientError) {
            try await client.subscribe(to: subscription)
            events.insert(topic)
        } catch {
            guard case .refused = error else { throw error }
            note("\(name): missing", error)
            subscription.events = events
            try await client.subscribe(to: subscription)
        }
    }

    /// Takes lines until a time, in microseconds of CLOCK_MONOTONIC.
    mutating func collect(
        _ client: GestureClient, until end: Int64
    ) async throws(GestureClientError) {
        while true {
            switch try await client.read(until: end) {
            case .line(let line): take(line)
            case .timedOut: return
            case .disconnected, .ended:
                notes.append("- the daemon ended while touches were collected")
                return
            }
        }
    }

    private mutating func take(_ line: GestureClientLine) {
        guard lines.count < Self.lineLimit else { return }
        lines.append(line.text)
        hasPlaces = hasPlaces || line.text.contains(#""x_mm""#)
        switch line.event {
        case .device(let update):
            // Of one that goes the touches stay.
            guard update.change != .removed else { break }
            devices.removeAll { $0.id == update.device.id }
            devices.append(update.device)
        case .contact(let contact): contacts.append(contact)
        default: configurationError = line.configurationError ?? configurationError
        }
    }
}
