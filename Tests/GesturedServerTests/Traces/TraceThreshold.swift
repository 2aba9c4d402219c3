import GestureSettings
import TouchCore

@testable import GesturedServer

/// A rule with a number in it, and values on both sides of that number.
struct TraceThreshold: Sendable, CustomStringConvertible {
    /// The rule, as the page of gestures has it.
    let rule: String
    /// A script in which `$` stands for the value.
    let script: String
    /// What a line of the transcript holds where the rule is met.
    let output: String
    /// Values that meet the rule.
    let met: [String]
    /// Values that do not.
    let missed: [String]
    /// The head of the trace.
    var head = "device 344x194mm jitter=0mm"
    /// The only gesture there is; `nil`: all that are there without a configuration.
    var only: GestureDefinition?

    var description: String { rule }

    /// Whether the rule is met by a value.
    func isMet(by value: String) throws -> Bool {
        let script = script.replacing("$", with: value)
        var trace = try TraceReader.read("\(head)\nchanged none\n\(script)\n---\n", file: rule)
        if let only { trace.configuration.gestures = .init(gestures: [ConfiguredGesture(only)]) }
        return try TraceRun.transcript(of: trace).contains { $0.contains(output) }
    }
}

extension TraceThreshold {
    static let all =
        hands + taps + late + presses + drags + swipes + diagonals + pinches + forces + contacts
}
