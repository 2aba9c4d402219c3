import ArgumentParser
import GestureClient
import LinuxIO
import TouchCore

/// `gesturectl feedback`
struct FeedbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "feedback",
        abstract: "Play a buzz on an input device at gestures.",
        discussion: """
            Plays an effect on one device at each gesture of a kind or a name, for example a buzz \
            at a deep press. The daemon only reads; this command writes to the named node and to \
            nothing else. docs/feedback.md has a service for it, and a sound for machines without \
            an actuator. Ends with Ctrl-C.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var reconnection: ReconnectOptions

    @Option(
        help: ArgumentHelp(
            "At this gesture: a kind, or a name of the configuration. Repeat for several.",
            discussion: "Defaults to deep_press.", valueName: "gesture"),
        completion: .words(of: GestureKind.self))
    var on: [String] = ["deep_press"]

    @Option(
        help: ArgumentHelp(
            "At this phase: began, changed, ended, cancelled.",
            discussion:
                "Defaults to began; to ended for gestures that have no other, such as a tap.",
            valueName: "phase"),
        completion: .words(of: GesturePhase.self))
    var phase: String?

    @Option(help: ArgumentHelp("How strong, 0 to 1.", valueName: "strength"))
    var strength = FeedbackEffect().strength

    @Option(help: ArgumentHelp("How long, 1ms to 10s.", valueName: "length"))
    var length = "30ms"

    @Argument(
        help: ArgumentHelp("The device: /dev/input/by-id/…, or by-path.", valueName: "node"),
        completion: .file())
    var node: String

    func validate() throws {
        _ = try trigger()
        _ = try effect()
    }

    func run() async throws {
        let (trigger, effect) = (try trigger(), try effect())
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            // Opened first, so that a wrong node is an error before the first gesture.
            let output = try FeedbackNode(node, effect)
            let client = reconnection.client(socket, trigger.subscription)
            for try await event in client.events {
                guard case .gesture(let gesture) = event, trigger.matches(gesture) else { continue }
                try output.play()
            }
        }
    }

    func trigger() throws -> FeedbackTrigger {
        guard !on.contains("") else { throw ValidationError("--on is empty.") }
        var chosen: GestureUpdate.Phase?
        if let phase {
            guard let known = GesturePhase(rawValue: phase) else {
                throw ValidationError("--phase takes began, changed, ended and cancelled.")
            }
            chosen = GestureUpdate.Phase(rawValue: known.rawValue)
        }
        return FeedbackTrigger(gestures: Set(on), phase: chosen)
    }

    func effect() throws -> FeedbackEffect {
        guard (0...1).contains(strength) else {
            throw ValidationError("--strength takes a number from 0 to 1.")
        }
        guard let length = Self.duration(length) else {
            throw ValidationError("--length takes a time from 1ms to 10s, such as 30ms.")
        }
        return FeedbackEffect(strength: strength, length: length)
    }

    private static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { "0"..."9" ~= $0 }
        let unit = text.dropFirst(digits.count)
        guard let number = Int(digits), (1...10_000).contains(number) else { return nil }
        switch unit {
        case "ms": return .milliseconds(number)
        case "s" where number <= 10: return .seconds(number)
        default: return nil
        }
    }
}

/// The lines that trigger feedback.
struct FeedbackTrigger: Sendable, Hashable {
    /// Kinds and names; a gesture matches by either.
    var gestures: Set<String>
    /// If `nil`, the beginning, or the end of a gesture without other phases.
    var phase: GestureUpdate.Phase?

    /// The lines that the daemon must send for it.
    var subscription: GestureSubscription {
        var subscription = GestureSubscription()
        subscription.events = [.gesture]
        subscription.phases = phase.map { [$0] } ?? [.began, .ended]
        subscription.includesPositions = false
        return subscription
    }

    /// Whether a line triggers feedback.
    func matches(_ gesture: GestureUpdate) -> Bool {
        guard gestures.contains(gesture.kind.rawValue) || gestures.contains(gesture.name) else {
            return false
        }
        if let phase { return gesture.phase == phase }
        let kind = GestureKind(rawValue: gesture.kind.rawValue)
        let isDiscrete = kind?.traits.contains(.discrete) ?? false
        return gesture.phase == (isDiscrete ? .ended : .began)
    }
}
