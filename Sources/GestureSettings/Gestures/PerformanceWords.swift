import TouchCore

/// A performance in words, for messages.
extension [PerformedTouch] {
    /// The touches one after another: `2 times tapped for 80 ms, then held still for 600 ms`.
    var words: String {
        var groups: [(words: String, count: Int)] = []
        for touch in self {
            if let last = groups.last, last.words == touch.words {
                groups[groups.count - 1].count += 1
            } else {
                groups.append((touch.words, 1))
            }
        }
        return groups.map { $0.count == 1 ? $0.words : "\($0.count) times \($0.words)" }
            .joined(separator: ", then ")
    }
}

extension PerformedTouch {
    /// The maximum duration of a touch that is called a tap, in s.
    private static let maximumTapDuration = 0.3

    fileprivate var words: String {
        let isTap = phases.count == 1 && duration <= Self.maximumTapDuration && phases[0].isStill
        let text =
            isTap
            ? "tapped for \(Self.seconds(duration))"
            : phases.map(Self.words).joined(separator: ", then ")
        return fingers == 1 ? text : "\(fingers) fingers \(text)"
    }

    private static func words(_ phase: Phase) -> String {
        let time = seconds(phase.duration)
        if phase.isStill { return "held still for \(time)" }
        if phase.scale != 1 { return "\(phase.scale > 1 ? "spread" : "closed") in \(time)" }
        if phase.turn != 0 { return "turned in \(time)" }
        return "moved by \(tenths(phase.travel.length)) mm in \(time)"
    }

    private static func seconds(_ time: Double) -> String {
        time < 0.995 ? "\(Int((time * 1_000).rounded())) ms" : "\(tenths(time)) s"
    }

    /// One decimal place, or none if that is 0.
    private static func tenths(_ value: Double) -> String {
        let value = (value * 10).rounded() / 10
        return value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
}

extension [String] {
    /// The elements as one phrase: `a, b and c`.
    var enumeration: String {
        guard let last, count > 1 else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}

extension PerformedTouch.Phase {
    fileprivate var isStill: Bool { travel == .zero && scale == 1 && turn == 0 }
}
