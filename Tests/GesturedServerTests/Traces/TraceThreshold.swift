import GestureSettings
import TouchCore

@testable import GesturedServer

/// A rule with a threshold, and values on both sides of the threshold.
struct TraceThreshold: Sendable, CustomStringConvertible {
    /// The rule, as on the pages of gestures.
    let rule: String
    /// A script in which `$` represents the value.
    let script: String
    /// Text in a line of the transcript if the rule is met.
    let output: String
    /// Values that meet the rule.
    let met: [String]
    /// Values that do not meet the rule.
    let missed: [String]
    /// The head of the trace.
    var head = "device 344x194mm jitter=0mm"
    /// The only gesture; `nil` for the gestures of `head`, or the default ones.
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
        hands + taps + lateFingers + presses + drags + steps + swipes + swipeHolds + strokes
        + screenReaders + diagonals
        + pinches + circles
        + forces + contacts
}

/// Force, and gestures that press.
extension TraceThreshold {
    private static let resting =
        "0ms down 0 100,60 force=0.2\n0ms..140ms hold 0 force=0.2->0.21\n"

    private static let fineForce = "device 344x194mm jitter=0mm pressure=0..100000"

    static let forces = [
        TraceThreshold(
            rule: "force: five different pressures that are not 0",
            script: "0ms down 0 100,60\n10ms move 0 force=0.1\n20ms move 0 force=0.2\n30ms move 0"
                + " force=0.3\n40ms move 0 force=0.4\n50ms move 0 force=$",
            output: "device force=pressure", met: ["0.5"], missed: ["0", "0.2"], head: fineForce),
        TraceThreshold(
            rule: "deep_press: a force of 0.75",
            script: resting + "150ms..450ms hold 0 force=$\n460ms up 0",
            output: "deep_press#1 began", met: ["0.75->0.7509"], missed: ["0.74->0.7499"],
            head: fineForce),
        TraceThreshold(
            rule: "deep_press: one and a half times the settled force",
            script: "0ms down 0 100,60 force=0.599\n0ms..140ms hold 0 force=0.599->0.6"
                + "\n150ms..450ms hold 0 force=$\n460ms up 0",
            output: "deep_press#1 began", met: ["0.901->0.902"], missed: ["0.896->0.897"],
            head: fineForce),
        TraceThreshold(
            rule: "deep_press: within 4 mm",
            script: resting + "142ms move 0 $,60\n150ms..450ms hold 0 force=0.9->0.91\n460ms up 0",
            output: "deep_press#1 began", met: ["103.99", "104"], missed: ["104.01"],
            head: fineForce),
        TraceThreshold(
            rule: "deep_press: ends below 0.65",
            script: resting + "150ms..300ms hold 0 force=0.9->0.901\n300ms..450ms hold 0 force=$"
                + "\n600ms up 0",
            output: "600ms deep_press#1 ended", met: ["0.6509->0.65"], missed: ["0.6499->0.649"],
            head: fineForce),
    ]
}
