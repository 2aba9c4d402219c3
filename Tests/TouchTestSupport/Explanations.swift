public import TouchCore

/// The promises of explanations: for each hand and gesture there is one or the gesture
/// was emitted, and never both; and the values in it are right.
public enum Explanations {
    /// A sequence that was explained: the same zone, from the first landing to the last lift.
    private struct Sequence: Hashable {
        let zone: Int
        let since: Timestamp
        let time: Timestamp
    }

    /// The broken promises; for zones of one hand, where every sequence leaves something to explain.
    public static func broken(
        _ explanations: [GestureExplanation], events: [GestureEvent],
        configuration: GestureConfiguration
    ) -> [String] {
        let groups = Dictionary(grouping: explanations) {
            Sequence(zone: $0.zone, since: $0.since, time: $0.time)
        }
        var broken = explanations.compactMap(untruth)
        for (sequence, explained) in groups where isAlone(sequence, groups.keys) {
            let zone = configuration.zones[sequence.zone]
            let isFollowed = groups.keys.contains {
                $0.zone == sequence.zone && $0.since == sequence.time
            }
            for (index, gesture) in zone.gestures.enumerated() {
                let reasons = explained.filter { $0.gesture == index }.map(\.reason)
                let own = events.filter { $0.zone == sequence.zone && $0.gesture == index }
                guard
                    let isEmitted = isEmitted(
                        own, in: sequence, isOpen: isFollowed || isOpen(reasons))
                else { continue }
                if reasons.count != (isEmitted ? 0 : 1) {
                    let seconds = Double(sequence.time.microseconds) / 1e6
                    broken.append(
                        "\(seconds) \(zone.name)/\(gesture.name): emitted \(isEmitted), \(reasons)")
                }
            }
        }
        return broken
    }

    /// A false statement of an explanation.
    private static func untruth(_ explanation: GestureExplanation) -> String? {
        switch explanation.reason {
        case .missed(let shortfall) where !shortfall.isMissed: "\(shortfall)"
        case .incomplete where explanation.part == nil: "nothing is known: \(explanation)"
        case .count(let count, let wanted, _) where count >= wanted: "\(explanation)"
        case .cooldown(let us) where us <= 0: "\(explanation)"
        case .count(_, _, .spacing(let spacing, let limit)) where spacing <= limit: "\(explanation)"
        case .lost(let winner) where winner == explanation.gesture: "\(explanation)"
        default: nil
        }
    }

    /// Whether the timestamps distinguish it from every other.
    private static func isAlone(
        _ sequence: Sequence, _ all: some Collection<Sequence>
    ) -> Bool {
        sequence.since < sequence.time
            && !all.contains {
                $0 != sequence && $0.zone == sequence.zone
                    && ($0.since == sequence.since || $0.time == sequence.time)
            }
    }

    /// Whether a gesture was emitted in a sequence; `nil` if the timestamps do not show it.
    ///
    /// - Parameter isOpen: whether events at its end may belong to another: a gesture waited, or
    ///   the next sequence has begun, in which a composition continues.
    private static func isEmitted(
        _ events: [GestureEvent], in sequence: Sequence, isOpen: Bool
    ) -> Bool? {
        for life in Dictionary(grouping: events, by: \.id).values {
            guard let first = life.first, let last = life.last, first.time <= sequence.time else {
                continue
            }
            let landedAt = first.time.advanced(byMicroseconds: -first.durationUs)
            if landedAt >= sequence.since {
                // For one that began and ended at that time there must be no explanation.
                if last.time == sequence.since { return nil }
                guard landedAt < sequence.time else { return nil }
                // A gesture that was held back until then may be emitted with the same time.
                return first.time == sequence.time && isOpen ? nil : true
            }
            // A composition that continues from one hand to the next.
            guard first.id == last.id, life.count > 1, last.time >= sequence.since else {
                continue
            }
            // One that was held back until then.
            guard first.time != last.time else { return nil }
            return last.time == sequence.since || first.time >= sequence.since ? nil : true
        }
        return false
    }

    private static func isOpen(_ reasons: [GestureExplanation.Reason]) -> Bool {
        reasons.contains {
            switch $0 {
            case .waits, .undecided: true
            default: false
            }
        }
    }
}
